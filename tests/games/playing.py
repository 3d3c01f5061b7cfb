"""A game over HTTP, as a test plays it."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

GAMES = "/api/v1/games"
NEW = {"title": "Tuesday", "ruleset": "classical", "players": ["Ann", "Bo", "Cy", "Di"]}

Json = dict[str, Any]


def moved(after: int, amount: int = 10, **more: Any) -> Json:
    """An entry by which the first player gives something to the second."""
    moves = {"p1": -amount, "p2": amount}
    return {"after": after, "kind": "adjust", "moves": moves, "why": "agreed", **more}


class Table:
    """A client, and the keys of a game."""

    def __init__(self, client: FlaskClient, begun: Json) -> None:
        self.client = client
        self.sheet = {name: value for name, value in begun.items() if name != "keys"}
        self.play = f"{GAMES}/{begun['keys']['play']}"
        self.watch = f"{GAMES}/{begun['keys']['watch']}"

    @classmethod
    def begun(cls, client: FlaskClient, **fields: Any) -> Table:
        answer = client.post(GAMES, json={**NEW, **fields})
        assert answer.status_code == 201, answer.text
        return cls(client, answer.get_json())

    def write(self, entry: Json, once: str | None = None, by: str | None = None) -> TestResponse:
        headers = {"Idempotency-Key": once, "X-Player": by}
        told = {name: value for name, value in headers.items() if value is not None}
        return self.client.post(f"{self.play}/entries", json=entry, headers=told)

    def now(self, path: str = "") -> Json:
        answer = self.client.get(self.play + path)
        assert answer.status_code == 200, answer.text
        found: Json = answer.get_json()
        return found


def codes(answer: TestResponse) -> list[tuple[str, str]]:
    """Where what is wrong, as a problem tells it."""
    return [(error["pointer"], error["code"]) for error in answer.get_json()["errors"]]
