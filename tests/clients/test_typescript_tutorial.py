"""docs/tutorials/typescript-app.md is followed word by word."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.followed import NODE_MODULES, TUTORIALS, blocks, reader

PAGE = "typescript-app.md"
HAND: dict[str, Any] = {"kind": "hand", "document": {"players": {
    "E": {"points": 16},
    "S": {"points": 64, "win": {"by": "discard", "from": "W"}},
    "W": {"points": 24},
    "N": {"points": 8},
}}}  # fmt: skip
CLOSE: dict[str, Any] = {"kind": "close"}


@pytest.mark.slow
@pytest.mark.usefixtures("node")
def test_the_app_is_made_scores_a_hand_and_follows_a_game(tmp_path: Path) -> None:
    *before, follow, printed = blocks(PAGE)
    with reader(PAGE, tmp_path) as follower:
        for block in before:
            follower.follow(block)
        assert follower.compared
        app = follower.start(follow.text)
        address = app.waits_for("/games/")
        site, _, key = address.split()[-1].partition("/games/")
        with httpx.Client(base_url=site, headers={"Authorization": f"Bearer {key}"}) as page:
            assert page.get(f"/games/{key}").status_code == 200
            for after, entry in enumerate((HAND, CLOSE)):
                written = page.post("/api/v1/games/-/entries", json={"after": after, **entry})
                assert written.status_code == 201, written.text
        follower.output = address + app.rest()
        follower.compare(printed.text)


def test_the_page_installs_what_the_tests_have() -> None:
    packages = json.loads((NODE_MODULES.parent / "package.json").read_text())["devDependencies"]
    text = (TUTORIALS / PAGE).read_text("utf-8")
    installed = dict(re.findall(r"([\w-]+)@([\d.]+)", text))
    assert installed.keys() == packages.keys()
    assert all(packages[name].startswith(f"{installed[name]}.") for name in installed)
