"""The tutorials do what they say (tests/clients follows the one in TypeScript)."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.followed import INSTALL, ROOT, TUTORIALS, blocks, reader

FOLLOWED = ("first-hand.md", "chat-bot.md")


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="gunicorn needs fork")
@pytest.mark.parametrize("page", ["first-hand.md", "chat-bot.md"])
def test_a_tutorial_is_followed_word_by_word(page: str, tmp_path: Path) -> None:
    with reader(page, tmp_path) as follower:
        for block in blocks(page):
            follower.follow(block)
    assert follower.compared >= 3


@pytest.mark.parametrize("page", [*FOLLOWED, "typescript-app.md"])
def test_every_block_of_a_tutorial_is_of_a_kind_that_runs(page: str) -> None:
    for block in blocks(page):
        doctested = block.kind == "python" and block.text.startswith(">>> ")
        assert block.kind in ("sh", "text") or block.file or doctested, block


def test_what_a_tutorial_installs_is_what_the_readme_installs() -> None:
    (start, *_) = re.findall(
        r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text("utf-8"), re.M | re.S
    )
    installed = [blocks(page)[0].text for page in FOLLOWED]
    assert installed == [start, f"{INSTALL}\n"]
    assert start.startswith(INSTALL)


def test_a_tutorial_is_two_screens() -> None:
    for page in FOLLOWED:
        assert len((TUTORIALS / page).read_text("utf-8").splitlines()) <= 160
