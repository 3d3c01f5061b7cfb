"""A class over HTTP, as a test teaches it."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import scorer

CLASSES = "/api/v1/classes"
SET = (
    "p?rules=classical&level=1&seed=1\np?rules=classical&level=2&seed=1\np?rules=mcr&level=3&seed=7"
)
NEW = {"title": "Tuesday beginners", "set": SET}

Json = dict[str, Any]


def right_answer(exercise: Json) -> Json:
    """Return the right answers to all that an exercise asks, as the scorer grades them."""
    empty: Json = {"arrangement": {}, "payments": {}, "awards": {}, "scores": {}, "net": {}}
    empty |= {"hand": "", "winning_tile": "", "next": "stay", "exposed": False}
    given = {name: empty.get(name, 0) for name in exercise["ask"]}
    payload: Any = {"document": exercise["document"], "given": given}
    graded = scorer.grade(payload)
    found: Json = {}
    for part in graded["parts"]:
        answer: Any = part["answer"]
        found[part["part"]] = answer[0] if isinstance(answer, list) else answer
    return found


class Class:
    """A client, and the keys of a class."""

    def __init__(self, client: FlaskClient, begun: Json) -> None:
        self.client = client
        self.begun_as = begun
        self.teach = f"{CLASSES}/{begun['keys']['teach']}"
        self.join = f"{CLASSES}/{begun['keys']['join']}"

    @classmethod
    def begun(cls, client: FlaskClient, **fields: Any) -> Class:
        answer = client.post(CLASSES, json={**NEW, **fields})
        assert answer.status_code == 201, answer.text
        return cls(client, answer.get_json())

    def sheet(self, role: str = "teach") -> Json:
        answer = self.client.get(getattr(self, role))
        assert answer.status_code == 200, answer.text
        found: Json = answer.get_json()
        return found

    def exercise(self, number: int) -> Json:
        found: Json = self.sheet("join")["exercises"][number - 1]
        return found

    def pupil(self, nickname: str = "Mei") -> str:
        answer = self.client.post(f"{self.join}/pupils", json={"nickname": nickname})
        assert answer.status_code == 201, answer.text
        secret: str = answer.get_json()["pupil"]
        return secret

    def answer(
        self, pupil: str, exercise: int, given: Any, once: str | None = None
    ) -> TestResponse:
        document = {"pupil": pupil, "exercise": exercise, "answer": given}
        headers = {} if once is None else {"Idempotency-Key": once}
        return self.client.post(f"{self.join}/answers", json=document, headers=headers)
