"""The notebook runs from its first cell to its last, with fewer hands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples/mcr-fans.ipynb"


def test_the_notebook_counts_the_fan_of_random_hands(capsys: pytest.CaptureFixture[str]) -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert "HANDS = 1_000_000\n" in code[0]
    names: dict[str, Any] = {}
    for source in code:
        exec(source.replace("HANDS = 1_000_000\n", "HANDS = 200\n"), names)
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == len(names["names"]) + 1
    assert names["hands_with"]["all-chows"] > 0
    assert sum(names["hands_with"].values()) > 200
