"""What a phone keeps of a hand names its players, and who taps a plate means its player."""

from __future__ import annotations

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import POINTS, Evening, Phones

pytestmark = pytest.mark.browser


def test_a_tapped_plate_beats_a_hand_that_was_begun_for_another(
    phones: Phones, address: str
) -> None:
    evening = Evening.begun(address, "mcr")
    phone = phones()
    phone.join(evening.play)
    phone.wins("p2")
    phone.tell(won="self_draw")
    phone.keys("1b 1b")
    phone.join(evening.play)
    phone.wins("p1")
    phone.told("winner", "Winner: Ann")
    phone.field("e.hand", "")
    phone.field("s.hand", "")
    phone.says("Undo brings back the hand that lay here before")
    phone.tap(".kp-undo")
    phone.told("winner", "Winner: Bo")
    phone.field("s.hand", "11b")


@pytest.mark.nightly
def test_a_hand_that_was_begun_comes_back_for_its_players_when_the_seats_have_changed(
    phones: Phones, address: str
) -> None:
    evening = Evening.begun(address, "mcr")
    phone = phones()
    phone.join(evening.play)
    phone.wins("p2")
    phone.tell(won="self_draw")
    phone.keys("1b 1b")
    evening.write("seats", seats={"E": "p4", "S": "p3", "W": "p2", "N": "p1"})
    phone.join(evening.play)
    phone.score_hand()
    phone.told("winner", "Winner: Bo")
    phone.field("s.hand", "")
    phone.field("w.hand", "11b")


@pytest.mark.nightly
def test_a_riichi_that_is_told_again_stays_with_who_declared_it(
    phones: Phones, address: str
) -> None:
    """Bo won in riichi; told again it was Cy: Bo's deposit stays Bo's."""
    evening = Evening.begun(address, "riichi")
    agreed = {"agreed": {"han": 2, "fu": 40}}
    win = {"by": "discard", "from": "E", "with": ["riichi"]}
    evening.write(
        "hand", document={"players": {"E": {}, "S": {**agreed, "win": win}, "W": {}, "N": {}}}
    )
    phone = phones()
    phone.visit(f"/games/{evening.play}/hand/1")
    phone.page.locator(".kp-bar").wait_for()
    riichi = phone.page.locator('[data-at="chip-p.riichi"]')
    playwright.expect(riichi).to_have_text("In riichi: Bo")
    phone.chip("winner")
    phone.tell(winner="W")
    playwright.expect(riichi).to_have_text("In riichi: Bo")
    phone.says("Bo\N{RIGHT SINGLE QUOTATION MARK}s hand is Cy\N{RIGHT SINGLE QUOTATION MARK}s now")
    phone.enter()
    evening.reaches(phone, 2)
    [told] = evening.counts("replace")
    # 2 han 40 fu from Ann: 2600 and the deposit of Bo's riichi.
    assert told["moves"] == {"p1": -2600, "p2": -1000, "p3": 3600, "p4": 0}


@pytest.mark.nightly
def test_what_was_entered_last_is_still_worked_out_by_names(
    phones: Phones, evening: Evening
) -> None:
    """A board of before the last hand: a plate means its player, whatever wind it shows."""
    phone = phones()
    phone.join(evening.play)
    phone.page.route("**/api/v1/**", lambda route: route.abort())
    # A tap on a plate that the note has just moved does nothing.
    playwright.expect(phone.page.locator("[data-kept-note]")).to_contain_text("No network")
    evening.hand(points=POINTS)
    phone.wins("p2")
    phone.told("winner", "Winner: Bo")
    playwright.expect(phone.page.locator('[data-at="seat-E"] span')).to_have_text("E Bo")
