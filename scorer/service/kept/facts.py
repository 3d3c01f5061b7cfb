"""What the server tells the application on a phone about itself, beside the sources."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from importlib.resources import files as resources
from typing import Final

from flask import Flask

from scorer.service.web import files
from scorer.service.web.files import Told

__all__ = ["FILE", "Facts", "facts_for", "facts_told"]

FILE: Final = "facts.json"
"""Its name in the archive, beside this module."""


@dataclass(frozen=True)
class Facts:
    """The files that pages load, the addresses (rule and endpoint) that only the server answers,
    for how many days it keeps a game, and the address that it prints ("" if it was told none)."""

    files: Told
    links: tuple[tuple[str, str], ...]
    kept_days: int
    public_url: str = ""

    def as_json(self) -> str:
        """The facts as they stand in the archive."""
        return json.dumps({**asdict(self), "files": self.files._asdict()}, sort_keys=True)


def facts_for(app: Flask, answered: frozenset[str]) -> Facts:
    """The facts of this server, for a phone that answers these endpoints itself."""
    rules = sorted((rule.rule, rule.endpoint) for rule in app.url_map.iter_rules())
    with app.app_context():
        told = Told(files.release(), tuple(files.keypad_modules()))
    links = tuple(rule for rule in rules if rule[1] not in answered)
    return Facts(told, links, app.config["GAMES_KEPT_DAYS"], app.config["PUBLIC_URL"])


def facts_told() -> Facts:
    """The facts of the archive that this runs from."""
    told = json.loads(resources("scorer.service.kept").joinpath(FILE).read_text("utf-8"))
    release, modules = told["files"]["release"], tuple(told["files"]["keypad_modules"])
    links = tuple((rule, endpoint) for rule, endpoint in told["links"])
    return Facts(Told(release, modules), links, told["kept_days"], told["public_url"])
