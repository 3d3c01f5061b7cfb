"""Nothing that was tapped is lost or changed unseen, whichever way the player goes."""

from __future__ import annotations

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import eventually
from tests.browser.pad import Keypad, type_the_classical_example
from tests.nightly import nightly

pytestmark = pytest.mark.browser

FOREIGN = (
    "rules=classical&hand=55d&set1=RRR&set2=GGG&set3=PPP&set4=EEE&tile=5d&won=self_draw"
    "&seat=E&round=E"
)


@pytest.mark.nightly
def test_what_was_tapped_after_a_change_of_ruleset_survives_a_reload(pad: Keypad) -> None:
    pad.open("classical")
    pad.mode("pung", "E")
    with pad.page.expect_navigation():
        pad.page.locator(".rulesets summary").tap()
        pad.page.get_by_role("button", name="Chinese Official").tap()
    pad.page.locator(".kp-bar").wait_for()
    pad.mode("pung", "R")
    pad.mode("tile", "5d")
    pad.page.reload()
    pad.page.locator(".kp-bar").wait_for()
    pad.field("set1", "EEE")
    pad.field("set2", "RRR")
    pad.field("hand", "5d")


@pytest.mark.nightly
def test_points_that_were_agreed_after_the_hand_was_carried_survive_a_reload(pad: Keypad) -> None:
    type_the_classical_example(pad)
    pad.total("336")
    pad.tap(".kp-result")
    pad.tap('[name="carry"]')
    pad.says("Still to enter")
    pad.agree(S=24)
    pad.says("Still to enter: West and North")
    pad.page.reload()
    pad.says("Still to enter: West and North")
    pad.field("s.points", "24")
    pad.field("e.set1", "EEE")


@pytest.mark.nightly
def test_going_back_from_a_result_leaves_no_old_answers_behind(pad: Keypad) -> None:
    type_the_classical_example(pad)
    pad.total("336")
    pad.tap(".kp-bar .main")
    pad.page.locator(".figure").wait_for()
    pad.page.go_back()
    pad.page.locator(".kp-bar").wait_for()
    pad.field("hand", "")
    playwright.expect(
        pad.page.locator("#form [name=won]:checked, #form [name=with]:checked")
    ).to_have_count(0)
    pad.tap(".kp-undo")
    pad.total("336")


@pytest.mark.nightly
def test_the_own_hand_comes_back_after_a_look_at_somebody_elses(pad: Keypad, address: str) -> None:
    pad.open("classical")
    pad.mode("pung", "W N")
    pad.page.goto(f"{address}/?{FOREIGN}")
    pad.page.get_by_role("link", name="Correct").click()
    pad.take_back("exposed pung, east wind")
    pad.open("classical")
    pad.field("set1", "RRR")
    for _ in range(2):
        pad.tap(".kp-undo")
    pad.field("set1", "WWW")
    pad.field("set2", "NNN")
    pad.field("set3", "")


@pytest.mark.nightly
def test_a_round_through_another_ruleset_can_be_undone(pad: Keypad) -> None:
    pad.open("classical")
    pad.mode("hidden", "7c")
    pad.keys("F1")
    for name in ("American", "Classical Chinese"):
        with pad.page.expect_navigation():
            pad.page.locator(".rulesets summary").tap()
            pad.page.get_by_role("button", name=name).tap()
        pad.page.locator(".kp-bar").wait_for()
    pad.says("Undo brings back the hand that lay here before")
    pad.tap(".kp-undo")
    pad.field("set1is", "concealed")
    pad.field("flowers", "F1")


@pytest.mark.nightly
def test_without_storage_there_is_a_keypad_all_the_same(pad: Keypad) -> None:
    pad.page.add_init_script(
        "for (const name of ['localStorage', 'sessionStorage']) {"
        "  Object.defineProperty(window, name, { get() { throw new Error('denied'); } });"
        "}"
    )
    pad.open("classical")
    pad.keys("1b")
    pad.field("hand", "1b")


def test_what_is_kept_may_be_damaged(pad: Keypad) -> None:
    pad.open("classical")
    pad.page.evaluate(
        "() => { localStorage['scorer.engine.hand.hand.classical'] = '{\"hand\": {}}';"
        " localStorage['scorer.settlement.winds.classical'] = '7';"
        " sessionStorage['scorer.engine.hand.hand.classical.steps'] = '{}'; }"
    )
    pad.page.reload()
    pad.keys("1b")
    pad.field("hand", "1b")


@pytest.mark.nightly
def test_a_penalty_against_the_winner_is_shown_in_the_bar(pad: Keypad) -> None:
    pad.open("british", "table")
    pad.tell(winner="E", won="self_draw", round="E")
    pad.mode("pung", "E R G 5b")
    pad.keys("9d")
    pad.says("Still to enter")
    box = pad.page.locator('#form [name="x.too_few"][value="E"]')
    box.evaluate("e => { e.checked = true; e.dispatchEvent(new Event('input', {bubbles: true})); }")
    playwright.expect(pad.page.locator(".kp-say")).not_to_contain_text("Still to enter")
    pad.keys("F1")
    pad.field("e.flowers", "F1")


@pytest.mark.nightly
def test_a_winning_tile_that_was_typed_first_stays(pad: Keypad) -> None:
    pad.open("classical")
    pad.unfold()
    pad.page.get_by_role("textbox", name="Winning tile").fill("5d")
    pad.page.locator(".kp-toggle").tap()
    pad.mode("pung", "E R")
    pad.mode("tile", "1b 2b 3b 7c 8c 9c")
    pad.field("tile", "5d")
    pad.keys("5d")
    pad.field("tile", "5d")
    playwright.expect(pad.page.locator(".kp-won")).to_have_count(1)


@pytest.mark.nightly
def test_flowers_that_cannot_be_read_stay_as_they_were_typed(pad: Keypad) -> None:
    pad.open("classical")
    pad.unfold()
    pad.page.get_by_label("Flowers and seasons").fill("F1 Q9")
    pad.page.locator(".kp-toggle").tap()
    pad.keys("F2")
    pad.field("flowers", "F1 F2 Q9")


@pytest.mark.nightly
def test_agreed_points_go_to_the_player_who_is_shown(pad: Keypad) -> None:
    pad.open("classical", "table")
    pad.tell(winner="N")
    pad.agree(E=24)
    playwright.expect(pad.page.locator('[data-at="seat-S"]')).to_have_attribute(
        "aria-pressed", "true"
    )
    pad.tap('[data-at="seat-E"]')
    playwright.expect(pad.page.locator("#keypad-points")).to_have_text("Agreed points: 24")
    pad.tap('[data-at="seat-S"]')
    playwright.expect(pad.page.locator("#keypad-points")).to_have_text("Agreed points")
    pad.agree(S=8)
    pad.field("e.points", "24")
    pad.field("s.points", "8")


@pytest.mark.nightly
def test_a_discard_is_not_the_winners_own(pad: Keypad) -> None:
    pad.open("classical", "table")
    pad.tell(winner="E")
    pad.tell(**{"from": "S"})
    pad.chip("winner")
    pad.tell(winner="S")
    playwright.expect(pad.page.locator('#form [name="from"]:checked')).to_have_count(0)


def test_the_focus_goes_from_a_chip_to_its_question_and_back(pad: Keypad) -> None:
    pad.open("classical")
    chip = pad.page.locator('[data-at="chip-seat"]')
    chip.focus()
    pad.page.keyboard.press("Enter")
    playwright.expect(pad.page.locator('[data-at="seat-E"]')).to_be_focused()
    pad.page.keyboard.press("Enter")
    pad.page.locator('[data-at="chip-seat"]').focus()
    pad.page.keyboard.press("Enter")
    pad.page.locator(".kp-done").focus()
    pad.page.keyboard.press("Enter")
    playwright.expect(chip).to_be_focused()


@pytest.mark.parametrize("rules", ["classical", *nightly(["mcr"])])
def test_where_nobody_won_and_nobody_scores_there_is_nothing_to_tap(
    pad: Keypad, rules: str
) -> None:
    pad.open(rules, "table")
    pad.tell(winner="nobody")
    playwright.expect(pad.page.locator('.kp-key[data-code="1b"]')).to_be_disabled()


def test_undo_goes_through_the_answers_too(pad: Keypad) -> None:
    pad.open("classical")
    pad.keys("1b")
    pad.chip("seat")
    pad.tell(seat="W")
    pad.tap(".kp-undo")
    playwright.expect(pad.page.locator('#form [name="seat"]:checked')).to_have_count(0)
    pad.field("hand", "1b")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("width", "height"), [(280, 653), *nightly([(320, 693), (320, 568), (360, 640)])]
)
def test_on_a_small_screen_every_key_can_be_reached(pad: Keypad, width: int, height: int) -> None:
    pad.page.set_viewport_size({"width": width, "height": height})
    pad.open("classical")
    pad.mode("pung", "E R G P")
    pad.keys("5d 5d")
    pad.tap(".kp-done")
    for part in (".kp-toggle", ".kp-toggle", '.kp-mode[data-mode="tile"]', ".kp-undo"):
        pad.tap(part)
    assert pad.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.nightly
def test_a_hand_that_was_settled_at_the_table_makes_room_on_its_own_page(pad: Keypad) -> None:
    type_the_classical_example(pad)
    pad.total("336")
    pad.tap(".kp-result")
    pad.tap('[name="carry"]')
    pad.says("Still to enter")
    for seat in "SWN":
        pad.agree(**{seat: 8})
    pad.says("East +2016")
    pad.tap(".kp-bar .main")
    pad.page.locator(".plates").wait_for()
    pad.open("classical")
    pad.field("hand", "")
    playwright.expect(pad.page.locator('[data-at="chip-seat"]')).to_have_text("You: East")


APART = (
    "rules=classical&hand=123b5d&set1=RRR&set2=GGG&set3=PPP&tile=5d&won=self_draw&seat=E&round=E"
)


@pytest.fixture
def apart(pad: Keypad, address: str) -> Keypad:
    """A hand whose winning tile was typed apart from the others."""
    pad.page.goto(f"{address}/?{APART}")
    pad.page.get_by_role("link", name="Correct").click()
    return pad


@pytest.mark.nightly
def test_another_winning_tile_changes_no_tile(apart: Keypad) -> None:
    apart.page.get_by_role("button", name="1 of bamboo: make it the winning tile").tap()
    apart.field("tile", "1b")
    playwright.expect(apart.page.locator(".kp-tile")).to_have_count(5)
    tiles = sorted("123b55d")
    eventually(apart.page, lambda: sorted(apart.value("hand").replace(" ", "")) == tiles)


@pytest.mark.nightly
def test_a_winning_tile_typed_apart_outlives_a_set_taken_back(apart: Keypad) -> None:
    apart.take_back("exposed pung, red dragon")
    apart.field("tile", "5d")
    apart.mode("pung", "R")
    apart.says("The others pay you")
    apart.page.get_by_role("button", name="2 of bamboo: make it the winning tile").tap()
    apart.tap(".kp-back")
    apart.says("Waits for 2 of bamboo")


@pytest.mark.nightly
def test_a_tile_taken_back_from_a_hand_that_did_not_win_stays_away(pad: Keypad) -> None:
    pad.open("classical")
    pad.mode("pung", "E R G P")
    pad.mode("tile", "5d 5d")
    pad.tell(seat="E", won="self_draw", round="E")
    pad.chip("won")
    pad.tell(won="no")
    pad.take_back("5 of dots")
    pad.chip("won")
    pad.tell(won="self_draw")
    pad.says("Waits for 5 of dots")
    pad.field("hand", "5d")
    pad.field("tile", "")


@pytest.mark.nightly
def test_a_whole_hand_gets_its_winning_tile_however_it_came(pad: Keypad) -> None:
    pad.open("classical")
    pad.chip("won")
    pad.tell(won="no")
    pad.mode("pung", "E R G P")
    pad.mode("tile", "5d 5d")
    pad.says("1 tile too many")
    pad.chip("won")
    pad.tell(won="self_draw")
    pad.field("tile", "5d")


def limit(pad: Keypad, figure: str) -> None:
    pad.field("o.limit", figure)


def tell_limit(pad: Keypad, figure: str) -> None:
    pad.page.locator('#form [name="o.limit"]').evaluate(
        "(e, figure) => { e.value = figure;"
        " e.dispatchEvent(new Event('input', { bubbles: true })); }",
        figure,
    )


@pytest.mark.nightly
def test_every_ruleset_keeps_its_own_house_rules(pad: Keypad) -> None:
    pad.open("british")
    tell_limit(pad, "2000")
    pad.open("classical")
    tell_limit(pad, "700")
    tell_limit(pad, "")
    tell_limit(pad, "700")
    pad.mode("pung", "E")
    pad.page.locator(".rulesets summary").tap()
    pad.page.get_by_role("button", name="British").tap()
    playwright.expect(pad.page.locator(".rulesets summary")).to_contain_text("British")
    pad.page.locator(".kp-bar").wait_for()
    limit(pad, "2000")
    pad.mode("pung", "R")
    pad.open("british")
    limit(pad, "2000")
    pad.open("classical")
    limit(pad, "700")


@pytest.mark.nightly
def test_a_link_with_house_rules_does_not_replace_ones_own(pad: Keypad, address: str) -> None:
    pad.open("british")
    tell_limit(pad, "2000")
    pad.mode("pung", "W")
    pad.page.goto(f"{address}/?rules=british&preset=bmja&o.limit=500&set1=NNN&seat=W&go=1")
    pad.page.locator(".kp-bar").wait_for()
    pad.page.locator(".kp-toggle").tap()
    pad.mode("pung", "G")
    pad.page.reload()
    pad.page.locator(".kp-bar").wait_for()
    limit(pad, "500")
    pad.field("preset", "bmja")
    pad.field("set2", "GGG")
    for _ in range(2):
        pad.tap(".kp-undo")
    limit(pad, "2000")
    pad.field("preset", "")
    pad.field("set1", "WWW")
    pad.open("british")
    limit(pad, "2000")


@pytest.mark.nightly
def test_a_house_rule_that_was_changed_back_is_changed_back(pad: Keypad) -> None:
    pad.open("british")
    tell_limit(pad, "2000")
    tell_limit(pad, "")
    pad.open("british")
    limit(pad, "")
