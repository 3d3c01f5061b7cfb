"""docs/tutorials/first-hand.md, tapped as its numbered lines say."""

from __future__ import annotations

import re

import pytest

from tests.browser.pad import Keypad
from tests.followed import TUTORIALS

pytestmark = [pytest.mark.browser, pytest.mark.nightly]


def test_the_hand_of_the_first_tutorial_is_tapped_in(pad: Keypad) -> None:
    text = (TUTORIALS / "first-hand.md").read_text("utf-8")
    lines = "\n".join(re.findall(r"^\d\. .*$", text, re.M))
    pad.open("classical")
    for code, label in re.findall(r"`(\w+)`|\*([^*]+)\*", lines):
        if code:
            pad.keys(code)
        else:
            panel_or_key = pad.page.locator(".kp-panel button, .kp-mode, .kp-chip, .kp-done")
            panel_or_key.filter(has_text=re.compile(rf"^\s*{re.escape(label)}\s*$")).first.tap()
    pad.total("336")
