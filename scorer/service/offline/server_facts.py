"""The facts about a server that its offline application needs."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from importlib.resources import files as resources
from typing import Final

from flask import Flask

from scorer.documents.club import NO_CLUB, Club, club_in_use
from scorer.service.web import files
from scorer.service.web.files import FileManifest

FACTS_FILE: Final = "facts.json"
"""The file in the archive, beside this module."""


@dataclass(frozen=True)
class Facts:
    """Facts about a server.

    Attributes:
        files: The static files that pages load.
        links: The rule and endpoint of each address that only the server answers.
        kept_days: How many days the server keeps a game.
        public_url: The address that the server prints; "" if none is set.
        club: The club whose presets the server knows.
    """

    files: FileManifest
    links: tuple[tuple[str, str], ...]
    kept_days: int
    public_url: str = ""
    club: Club = NO_CLUB

    def as_json(self) -> str:
        """Return the facts as JSON for the archive."""
        parts = {field.name: getattr(self, field.name) for field in fields(self)}
        written = {"files": self.files._asdict(), "club": self.club.as_document()}
        return json.dumps({**parts, **written}, sort_keys=True)


def facts_for(app: Flask, answered: frozenset[str]) -> Facts:
    """Return the facts of a server for a phone that answers these endpoints itself."""
    rules = sorted((rule.rule, rule.endpoint) for rule in app.url_map.iter_rules())
    with app.app_context():
        static = FileManifest(files.release(), tuple(files.keypad_modules()))
    links = tuple(rule for rule in rules if rule[1] not in answered)
    days, address = app.config["GAMES_KEPT_DAYS"], app.config["PUBLIC_URL"]
    return Facts(static, links, days, address, club_in_use())


def load_facts() -> Facts:
    """Load the facts from the archive that this runs from."""
    document = json.loads(
        resources("scorer.service.offline").joinpath(FACTS_FILE).read_text("utf-8")
    )
    release, modules = document["files"]["release"], tuple(document["files"]["keypad_modules"])
    links = tuple((rule, endpoint) for rule, endpoint in document["links"])
    club = Club.from_document(document["club"])
    manifest = FileManifest(release, modules)
    return Facts(manifest, links, document["kept_days"], document["public_url"], club)
