"""A win by flowers alone, tapped in: the page shows what the API answers, alone and at a table."""

from __future__ import annotations

from typing import Any

import pytest
from playwright import sync_api as playwright

import scorer
from tests.browser.evening import asked
from tests.browser.pad import Keypad
from tests.nightly import nightly

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Json = dict[str, Any]

SEVEN = "F1 F2 F3 F4 S1 S2 S3"
EIGHT = f"{SEVEN} S4"
HELD = "1b 2b 4c 5c 7c 8c 9c 1d 3d 5d E S R"


def tap_in(pad: Keypad, bonus: str, **answers: str) -> None:
    """Thirteen tiles and the flowers, then the win of which no tile is told."""
    pad.keys(HELD)
    pad.keys(bonus)
    pad.tell(**answers)
    pad.chip("won")
    pad.tell(won="self_draw")
    pad.chip("with")
    pad.tell(**{"with": "flower_win"})
    pad.tap(".kp-done")


def hand_of(bonus: str) -> Json:
    return {"concealed": HELD, "bonus": bonus}


@pytest.mark.nightly
@pytest.mark.parametrize(("bonus", "total"), [(SEVEN, 3), *nightly([(EIGHT, 8)])])
def test_it_scores_as_the_api_has_it(pad: Keypad, address: str, bonus: str, total: int) -> None:
    pad.open("hongkong")
    tap_in(pad, bonus, seat="S", round="E")
    win = {"by": "self_draw", "with": ["flower_win"]}
    document = {"ruleset": "hongkong", "hand": hand_of(bonus), "win": win}
    status, answer = asked(f"{address}/api/v1/score", {**document, "seat": "S", "prevailing": "E"})
    assert status == 200, answer
    assert answer["total"] == total
    pad.total(str(total))
    pad.field("tile", "")
    pad.tap(".kp-bar .main")
    playwright.expect(pad.page.locator(".total .figure")).to_have_text(str(total))
    playwright.expect(pad.page.locator("#reasons .lines").first).to_contain_text(
        answer["lines"][0]["name"]
    )
    whole = sum(payment["amount"] for payment in answer["payments"])
    playwright.expect(pad.page.locator(".net b")).to_have_text(str(whole))


@pytest.mark.nightly
def test_there_is_no_fourteenth_tile_and_six_flowers_do_not_win(pad: Keypad) -> None:
    pad.open("hongkong")
    tap_in(pad, SEVEN, seat="S", round="E")
    pad.total("3")
    key = pad.page.locator('.kp-key[data-code="N"]')
    playwright.expect(key).to_have_attribute("aria-disabled", "true")
    pad.take_back("(season 3)")
    pad.says("seven or eight")


@pytest.mark.nightly
def test_at_a_table_each_of_three_pays_it(pad: Keypad) -> None:
    pad.open("hongkong", "table")
    pad.tell(winner="S", won="self_draw", round="E")
    pad.keys(HELD)
    pad.keys(EIGHT)
    pad.chip("with")
    pad.tell(**{"with": "flower_win"})
    pad.tap(".kp-done")
    pad.total("8")
    pad.tap(".kp-bar .main")
    win = {"by": "self_draw", "with": ["flower_win"]}
    players: Json = {"E": {}, "W": {}, "N": {}, "S": {"hand": hand_of(EIGHT), "win": win}}
    document = {"ruleset": "hongkong", "prevailing": "E", "players": players}
    answer = scorer.settle(document)
    assert answer["net"]["S"] == 384
    page = pad.page.locator("article.result")
    for payment in answer["payments"]:
        playwright.expect(page).to_contain_text(str(payment["amount"]))
    playwright.expect(page.locator(".total .figure")).to_have_text("8")
