"""Settings of the service: their defaults, and the checks that they pass before it starts."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from flask import Config
from limits import parse_many
from limits.storage import storage_from_string as storage_of

from scorer.service.store.addresses import database_url

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
    # How long a client may take: for a body, and for each piece of an answer.
    "BODY_SECONDS": 10.0,
    "ANSWER_SECONDS": 20.0,
    "TRUSTED_PROXIES": 0,
    "TRUSTED_HOSTS": None,
    "PUBLIC_URL": "",
    "CORS_ORIGINS": "*",
    "METRICS": False,
    "LOG_REQUESTS": True,
    "LOG_KEY": "",
    # Games: "" is one file where this system keeps a program's data.
    "DATABASE_URL": "",
    "GAMES_KEPT_DAYS": 400,
    "GAMES_IMPORT_MAX_BYTES": 8 * KIB * KIB,
    "GAMES_MADE_LIMIT": "300 per minute",
    "GAMES_GUESS_LIMIT": "60 per minute",
    "GAMES_JOIN_LIMIT": "5 per minute",
    "GAMES_JOINS_LIMIT": "300 per minute",
    "RATELIMIT_STORAGE_URI": "memory://",
    # The page /health: the password that opens it, and where copies of the games are; "" is none.
    "OPERATOR_TOKEN": "",
    "BACKUP_FOLDER": "",
    # A club's file, with presets of its own; "" is none.
    "CLUB": "",
    # What phones keep: "" is a folder where this system keeps a program's data.
    "OFFLINE_FOLDER": "",
}

MAY_BE_ZERO = {"BATCH_SECONDS", "CLIENT_SECONDS", "TRUSTED_PROXIES", "GAMES_KEPT_DAYS"}

UNPREFIXED_VARIABLES = ("DATABASE_URL", "RATELIMIT_STORAGE_URI")
"""Environment variables read by their common names, without the prefix SCORER_."""

TEXT_SETTINGS = ("BACKUP_FOLDER", "CLUB", "LOG_KEY", "OFFLINE_FOLDER", "OPERATOR_TOKEN")

MIN_TOKEN_LENGTH = 20
"""The fewest characters of an operator's token, so that it cannot be guessed."""

_ORIGIN_PATTERN = re.compile(r"\*|https?://[A-Za-z0-9.\[\]:_-]+")
_HOST_PATTERN = re.compile(r"\.?[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\]")
_PUBLIC_URL_PATTERN = re.compile(r"https?://[A-Za-z0-9.\[\]:_-]+")
_LIST_SETTINGS = {
    "CORS_ORIGINS": (_ORIGIN_PATTERN.fullmatch, "* or origins as in https://club.example"),
    "TRUSTED_HOSTS": (_HOST_PATTERN.fullmatch, "names of hosts as in club.example"),
}

_PATH_SETTINGS = {
    "BACKUP_FOLDER": "the path of a folder",
    "CLUB": "the path of a file",
    "OFFLINE_FOLDER": "the path of a folder",
}


def read_settings(config: Config, overrides: Mapping[str, Any]) -> None:
    """Read the settings: the defaults, the environment, and what overrides both.

    Raises:
        ValueError: if a setting is invalid.
    """
    config.from_mapping(DEFAULTS)
    config.from_prefixed_env("SCORER")
    config.update(text_settings(os.environ))
    config.update(overrides)
    check_settings(config)


def settings_of_environment() -> Mapping[str, Any]:
    """Return the settings as an application begins with them. Raises ValueError."""
    config = Config("")
    read_settings(config, {})
    return config


def text_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the settings from the environment that are always text: a key ``1e5`` is no number."""
    values = {name: environment.get(f"SCORER_{name}") for name in TEXT_SETTINGS}
    values |= {name: environment.get(name) for name in UNPREFIXED_VARIABLES}
    return {name: value for name, value in values.items() if value is not None}


def check_settings(settings: dict[str, Any]) -> None:
    """Check the settings, and split lists given as text.

    Raises:
        ValueError: if a setting is invalid.
    """
    for name, default in DEFAULTS.items():
        expected = _expectation(name, default, settings[name])
        if expected:
            raise ValueError(f"SCORER_{name} is to be {expected}, not {settings[name]!r}")
    for name, (matches, expected) in _LIST_SETTINGS.items():
        value = settings[name]
        if value is None:
            continue
        items = _list_items(value)
        if not items or not all(map(matches, items)):
            raise ValueError(
                f"SCORER_{name} is to be {expected}, with commas between, not {value!r}"
            )
        settings[name] = items
    for name, expected in _PATH_SETTINGS.items():
        if not isinstance(settings[name], str):
            raise ValueError(f"SCORER_{name} is to be {expected}, not {settings[name]!r}")
    settings["PUBLIC_URL"] = _public_url(settings["PUBLIC_URL"])
    _check_token(settings["OPERATOR_TOKEN"])
    _check_addresses(settings)


def _check_token(token: object) -> None:
    """Raise ValueError, without the token, for one that could be guessed or not be sent."""
    sound = isinstance(token, str) and token.isascii() and token.isprintable() and " " not in token
    if not sound or 0 < len(str(token)) < MIN_TOKEN_LENGTH:
        expected = f"at least {MIN_TOKEN_LENGTH} letters, digits and signs without spaces"
        raise ValueError(f"SCORER_OPERATOR_TOKEN is to be {expected}")


def _check_addresses(settings: Mapping[str, Any]) -> None:
    """Raise ValueError for an invalid address or limit.

    The message leaves out the address, which may hold a password.
    """
    for name, parse, expected in (
        ("DATABASE_URL", database_url, "postgresql://user@host/name"),
        ("RATELIMIT_STORAGE_URI", storage_of, "redis://host:6379 (with the package redis)"),
    ):
        try:
            parse(settings[name])
        except Exception as error:
            what = f"{name} is no address that can be used, as {expected} is"
            raise ValueError(f"{what} ({type(error).__name__})") from None
    for name in (name for name in DEFAULTS if name.endswith("_LIMIT")):
        try:
            parse_many(settings[name])
        except (TypeError, ValueError):
            expected = "a limit as in 60 per minute"
            raise ValueError(f"SCORER_{name} is to be {expected}, not {settings[name]!r}") from None


def _expectation(name: str, default: object, value: object) -> str:
    """Return what a number or a switch is expected to be; "" if the value is valid."""
    if isinstance(default, bool):
        return "" if isinstance(value, bool) else "true or false"
    if not isinstance(default, (int, float)):
        return ""
    whole = isinstance(default, int)
    number = type(value) is int or (not whole and type(value) is float)
    if name in MAY_BE_ZERO:
        valid, minimum = number and value >= 0, "of at least 0"  # type: ignore[operator]
    else:
        valid, minimum = number and value > 0, "above 0"  # type: ignore[operator]
    return "" if valid else f"a {'whole ' if whole else ''}number {minimum}"


def _list_items(value: object) -> list[str]:
    """Return the items of a list or of comma-separated text; [] for other values."""
    items = value.split(",") if isinstance(value, str) else value
    if not isinstance(items, (list, tuple, set, frozenset)):
        return []
    return [item.strip() if isinstance(item, str) else "" for item in items]


def _public_url(value: object) -> str:
    """Return the public URL without its final slash. Raises ValueError if it is not a URL."""
    url = value.rstrip("/") if isinstance(value, str) else ""
    if value != "" and not _PUBLIC_URL_PATTERN.fullmatch(url):
        expected = "an address as in https://mahjong.example"
        raise ValueError(f"SCORER_PUBLIC_URL is to be {expected}, not {value!r}")
    return url
