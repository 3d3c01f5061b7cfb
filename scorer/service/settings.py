"""The settings, and what each may be: with one that it may not be the service does not start."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from limits import parse_many
from limits.storage import storage_from_string as storage_of

from scorer.service.games.addresses import database_url

__all__ = ["DEFAULTS", "as_typed", "check"]

KIB = 1024

DEFAULTS: dict[str, Any] = {
    "MAX_CONTENT_LENGTH": 128 * KIB,
    "MAX_FORM_MEMORY_SIZE": 128 * KIB,
    "SEND_FILE_MAX_AGE_DEFAULT": 3600,
    "BATCH_MAX_BYTES": 8 * KIB * KIB,
    "BATCH_MAX_JSON_BYTES": KIB * KIB,
    "BATCH_MAX_LINES": 10_000,
    "BATCH_MAX_STREAMS": 2,
    # Seconds of processor time; 0 is no limit.
    "BATCH_SECONDS": 20.0,
    "CLIENT_SECONDS": 60.0,
    "CLIENT_PERIOD": 600.0,
    # How long a client may take: for a header, a body and an answer.
    "HEADER_SECONDS": 10.0,
    "BODY_SECONDS": 10.0,
    "ANSWER_SECONDS": 20.0,
    "TRUSTED_PROXIES": 0,
    "TRUSTED_HOSTS": None,
    "PUBLIC_URL": "",
    "CORS_ORIGINS": "*",
    "METRICS": False,
    "LOG_REQUESTS": True,
    "LOG_KEY": "",
    "BLOCKED": [],
    # Games: "" is one file where this system keeps a program's data.
    "DATABASE_URL": "",
    "GAMES_KEPT_DAYS": 400,
    "GAMES_IMPORT_MAX_BYTES": 8 * KIB * KIB,
    "GAMES_MADE_LIMIT": "300 per minute",
    "GAMES_GUESS_LIMIT": "60 per minute",
    "RATELIMIT_STORAGE_URI": "memory://",
    # What phones keep: "" is a folder where this system keeps a program's data.
    "OFFLINE_FOLDER": "",
}

MAY_BE_NOTHING = {"BATCH_SECONDS", "CLIENT_SECONDS", "TRUSTED_PROXIES", "GAMES_KEPT_DAYS"}

OF_EVERYBODY = ("DATABASE_URL", "RATELIMIT_STORAGE_URI")
"""The variables that have the names which they have everywhere, without SCORER_ before them."""

TEXTS = ("LOG_KEY", "BLOCKED", "OFFLINE_FOLDER")

_ORIGIN = re.compile(r"\*|https?://[A-Za-z0-9.\[\]:_-]+")
_HOST = re.compile(r"\.?[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\]")
_PUBLIC = re.compile(r"https?://[A-Za-z0-9.\[\]:_-]+")
_MARK = re.compile(r"[0-9a-f]{12}")
_LISTS = {
    "CORS_ORIGINS": (_ORIGIN.fullmatch, "* or origins as in https://club.example"),
    "TRUSTED_HOSTS": (_HOST.fullmatch, "names of hosts as in club.example"),
    "BLOCKED": (_MARK.fullmatch, "marks of clients as they stand in the log"),
}


def as_typed(environment: Mapping[str, str]) -> dict[str, str]:
    """The settings from the environment that are always text: ``1e5`` is a key, and no number."""
    found = {name: environment.get(f"SCORER_{name}") for name in TEXTS}
    found |= {name: environment.get(name) for name in OF_EVERYBODY}
    return {name: value for name, value in found.items() if value is not None}


def check(settings: dict[str, Any]) -> None:
    """Check the settings, and make a list of each that is a list in a text. Raises ValueError for
    one that it may not be."""
    for name, default in DEFAULTS.items():
        wanted = _wanted(name, default, settings[name])
        if wanted:
            raise ValueError(f"SCORER_{name} is to be {wanted}, not {settings[name]!r}")
    for name, (matches, wanted) in _LISTS.items():
        value = settings[name]
        if value is None or (name == "BLOCKED" and not value):
            continue
        items = _listed(value)
        if not items or not all(map(matches, items)):
            raise ValueError(f"SCORER_{name} is to be {wanted}, with commas between, not {value!r}")
        settings[name] = items
    if not isinstance(settings["OFFLINE_FOLDER"], str):
        wanted = "the path of a folder"
        raise ValueError(
            f"SCORER_OFFLINE_FOLDER is to be {wanted}, not {settings['OFFLINE_FOLDER']!r}"
        )
    settings["PUBLIC_URL"] = _public(settings["PUBLIC_URL"])
    _check_addresses(settings)


def _check_addresses(settings: Mapping[str, Any]) -> None:
    """Raise ValueError, without the address, which may hold a password, for one that is none; and
    for limits that are none."""
    for name, read, wanted in (
        ("DATABASE_URL", database_url, "postgresql://user@host/name"),
        ("RATELIMIT_STORAGE_URI", storage_of, "redis://host:6379 (with the package redis)"),
    ):
        try:
            read(settings[name])
        except Exception as error:
            what = f"{name} is no address that can be used, as {wanted} is"
            raise ValueError(f"{what} ({type(error).__name__})") from None
    for name in ("GAMES_MADE_LIMIT", "GAMES_GUESS_LIMIT"):
        try:
            parse_many(settings[name])
        except (TypeError, ValueError):
            wanted = "a limit as in 60 per minute"
            raise ValueError(f"SCORER_{name} is to be {wanted}, not {settings[name]!r}") from None


def _wanted(name: str, default: object, value: object) -> str:
    """What a setting that is a number or a switch must be; "" if it is that."""
    if isinstance(default, bool):
        return "" if isinstance(value, bool) else "true or false"
    if not isinstance(default, (int, float)):
        return ""
    whole = isinstance(default, int)
    number = type(value) is int or (not whole and type(value) is float)
    if name in MAY_BE_NOTHING:
        right, least = number and value >= 0, "of at least 0"  # type: ignore[operator]
    else:
        right, least = number and value > 0, "above 0"  # type: ignore[operator]
    return "" if right else f"a {'whole ' if whole else ''}number {least}"


def _listed(value: object) -> list[str]:
    """The items of a list, or of a text with commas between them; [] for anything else."""
    items = value.split(",") if isinstance(value, str) else value
    if not isinstance(items, (list, tuple, set, frozenset)):
        return []
    return [item.strip() if isinstance(item, str) else "" for item in items]


def _public(value: object) -> str:
    """The public address without a slash at its end. Raises ValueError if it is no address."""
    plain = value.rstrip("/") if isinstance(value, str) else ""
    if value != "" and not _PUBLIC.fullmatch(plain):
        wanted = "an address as in https://mahjong.example"
        raise ValueError(f"SCORER_PUBLIC_URL is to be {wanted}, not {value!r}")
    return plain
