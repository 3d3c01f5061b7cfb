"""Python on a phone answers two thousand documents as Python on the server does."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorer.rules import BOOKS
from scorer.service import create_app
from tests.drawn import random_document, random_table, random_to_compare, random_waiting
from tests.offline.building import release
from tests.scripts.test_scripts import node

Json = dict[str, Any]
Make = Callable[[random.Random, str], Json]

HERE = Path(__file__).parent
OF_EACH: tuple[tuple[str, Make, int], ...] = (
    ("score", random_document, 310),
    ("settle", random_table, 100),
    ("waits", random_waiting, 50),
    ("nearest", random_waiting, 30),
    ("compare", random_to_compare, 20),
)
"""Documents of every ruleset: more than five hundred."""
MAX_SECONDS = 300


def drawn() -> list[tuple[str, Json]]:
    rng = random.Random(2026)
    return [
        (what, make(rng, ruleset))
        for ruleset in BOOKS
        for what, make, count in OF_EACH
        for _ in range(count)
    ]


@pytest.mark.nightly
def test_two_thousand_documents_are_answered_alike(offline_folder: Path, tmp_path: Path) -> None:
    documents = drawn()
    assert len(documents) >= 2000
    headers = {"Content-Type": "application/json"}
    asked = [
        {
            **{"method": "POST", "path": f"/api/v1/{what}", "body": json.dumps(document)},
            **{"headers": headers, "game": None},
        }
        for what, document in documents
    ]
    (tmp_path / "asked.json").write_text(json.dumps(asked))
    files = (str(offline_folder / release()), "asked.json", "answers.json")
    subprocess.run(
        [node(), str(HERE / "same_answers.mjs"), *files],
        cwd=tmp_path,
        check=True,
        timeout=MAX_SECONDS,
    )
    answers = json.loads((tmp_path / "answers.json").read_text())
    server = create_app({"LOG_REQUESTS": False, "CLIENT_SECONDS": 0}).test_client()
    scored = 0
    for one, text in zip(asked, answers, strict=True):
        here = json.loads(text)
        there = server.post(one["path"], data=one["body"], headers=headers)
        assert (here["status"], here["body"]) == (there.status_code, there.text), one
        scored += there.status_code == 200
    assert scored >= 2000
