"""What riichi alone asks, tapped in: indicators and red fives, counters, who waits, agreed han."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from scorer.service.web.labels import number
from tests.browser.pad import Keypad, drawn

pytestmark = pytest.mark.browser

REDS = "riichi&preset=tenhou"
TABLE = f"{REDS}&seat=S&round=E"


def own(pad: Keypad, name: str) -> None:
    pad.page.locator("#keypad").get_by_role("button", name=name, exact=True).tap()
    pad.taps += 1


def chip(pad: Keypad, name: str, text: str) -> None:
    expect(pad.page.locator(f'[data-at="chip-{name}"]')).to_have_accessible_name(text)


def tap_a_closed_hand(pad: Keypad) -> None:
    """Four chows in the hand and a pair, the last tile not the winning one."""
    pad.open(TABLE)
    pad.taps = 0
    pad.mode("held")
    pad.mode("chow", "2b 3c 4d 6d")
    pad.keys("5b 5b")
    pad.tap('.kp-tiles .kp-tile[aria-label^="8 of dots"]')
    pad.tell(**{"from": "E"})
    own(pad, "In riichi")


def test_an_ordinary_riichi_win_with_an_indicator_in_fourteen_taps(pad: Keypad) -> None:
    tap_a_closed_hand(pad)
    pad.mode("h.dora_indicators", "1d")
    pad.says("East pays you")
    pad.total("3900")
    assert pad.taps == 13
    # The indicator beneath comes after the one above it, with no other key between.
    pad.keys("4b")
    pad.total("8000")
    assert pad.taps == 14
    pad.field("h.dora_indicators", "1d")
    pad.field("h.ura_indicators", "4b")
    expect(pad.page.locator(".kp-beside")).to_have_count(2)
    assert pad.complaints == []


@pytest.mark.nightly
def test_the_indicators_beneath_are_asked_only_of_a_winner_in_riichi(pad: Keypad) -> None:
    pad.open(TABLE)
    beneath = pad.page.locator('.kp-mode[data-mode="h.ura_indicators"]')
    expect(beneath).to_have_count(0)
    own(pad, "In riichi")
    expect(beneath).to_be_visible()
    own(pad, "In riichi")
    expect(beneath).to_have_count(0)


@pytest.mark.nightly
def test_without_ura_nothing_lies_beneath(pad: Keypad) -> None:
    pad.open("riichi&seat=S&round=E&o.ura_dora=no")
    own(pad, "In riichi")
    expect(pad.page.locator('.kp-mode[data-mode="h.ura_indicators"]')).to_have_count(0)


@pytest.mark.nightly
def test_an_indicator_is_seen_and_taken_back(pad: Keypad) -> None:
    pad.open(TABLE)
    pad.mode("h.dora_indicators", "E")
    key = pad.page.locator('.kp-key[data-code="E"]')
    expect(key).to_have_attribute("aria-label", "east wind, 3 left")
    pad.take_back("east wind")
    expect(key).to_have_attribute("aria-label", "east wind, 4 left")
    pad.field("h.dora_indicators", "")


@pytest.mark.nightly
def test_there_are_as_many_red_fives_as_the_set_has(pad: Keypad) -> None:
    pad.open("riichi&seat=S&round=E")
    red, five = (pad.page.locator(f'.kp-key[data-code="{code}"]') for code in ("0d", "5d"))
    expect(red).to_be_hidden()
    expect(five).to_have_attribute("aria-label", "5 of dots, 4 left")
    pad.open("riichi&seat=S&round=E&o.red_fives=4")
    expect(red).to_have_attribute("aria-label", "red 5 of dots, 2 left")
    expect(five).to_have_attribute("aria-label", "5 of dots, 2 left")
    pad.keys("0d")
    expect(red).to_have_attribute("aria-label", "red 5 of dots, 1 left")


@pytest.mark.nightly
def test_a_red_five_takes_the_place_of_a_plain_one_in_the_last_set(pad: Keypad) -> None:
    pad.open(TABLE)
    pad.mode("chow", "4b")
    pad.keys("0b")
    pad.field("set1", re.compile("^40b?6b$"))
    pad.mode("kong", "5c")
    pad.field("set2", re.compile("^c*(5c*5c*5c*0|0c*5c*5c*5)c*$"))


@pytest.mark.nightly
def test_counters_are_told_by_steps(pad: Keypad) -> None:
    pad.open(TABLE)
    pad.chip("g.honba")
    own(pad, "+")
    own(pad, "+")
    own(pad, "−")
    own(pad, "Done")
    pad.field("g.honba", "1")
    chip(pad, "g.honba", "Honba: 1")


@pytest.mark.nightly
def test_norths_are_set_aside_with_three_players(pad: Keypad) -> None:
    pad.open(TABLE)
    aside = pad.page.locator('.kp-mode[data-mode="flowers"]')
    expect(aside).to_have_count(0)
    pad.open(f"{TABLE}&away=N")
    pad.mode("flowers", "N N")
    pad.field("flowers", "NN")
    expect(pad.page.locator('.kp-key[data-code="E"]')).to_have_attribute("aria-disabled", "true")


@pytest.mark.nightly
def test_three_players_have_no_characters_between_one_and_nine(pad: Keypad) -> None:
    pad.open("riichi&seat=S&round=E&away=N")
    for code, left in (("1c", "4"), ("2c", "none"), ("8c", "none"), ("9c", "4")):
        key = pad.page.locator(f'.kp-key[data-code="{code}"]')
        expect(key).to_have_attribute("aria-label", re.compile(f", {left} left$"))
    expect(pad.page.locator('.kp-key[data-code="2c"]')).to_have_attribute("aria-disabled", "true")


@pytest.mark.nightly
def test_where_nobody_won_there_is_nothing_to_lay(pad: Keypad) -> None:
    pad.open(f"{REDS}&round=E", "table")
    tile = pad.page.locator('.kp-key[data-code="1b"]')
    pad.chip("worth")
    expect(tile).to_be_visible()
    pad.chip("winner")
    pad.tell(winner="nobody")
    expect(tile).to_be_hidden()
    expect(pad.page.locator(".kp-modes")).to_be_hidden()
    pad.tap('.kp-panel [data-at="nobody"]')
    own(pad, "Done")
    pad.says("Nobody pays anything.")
    pad.tap(".kp-undo")
    pad.tap(".kp-undo")
    pad.chip("worth")
    expect(tile).to_be_visible()


@pytest.mark.nightly
def test_the_keys_stay_where_they_are_when_the_score_comes(pad: Keypad) -> None:
    """What four players move stands in the bar, which keeps its height."""
    pad.page.set_viewport_size({"width": 360, "height": 740})
    pad.open(f"{REDS}&round=E", "table")
    pad.tell(winner="S")
    pad.chip("worthS")
    pad.mode("held")
    pad.mode("chow", "2b 3c 4d 6d")
    pad.keys("5b 5b")
    key = pad.page.locator('.kp-key[data-code="E"]')
    pad.page.locator('.kp-panel [data-at="won-self_draw"]').wait_for()
    drawn(pad.page)
    place = key.bounding_box()
    pad.tap('.kp-panel [data-at="won-self_draw"]')
    pad.says("North")
    drawn(pad.page)
    assert key.bounding_box() == place


def test_a_table_agrees_on_han_and_fu(pad: Keypad) -> None:
    pad.open(f"{REDS}&round=E", "table")
    pad.taps = 0
    pad.tell(winner="S")
    pad.tell(**{"from": "E"})
    pad.tap("#keypad-points")
    pad.tap('[data-amount="han 3"]')
    pad.says("South: choose fu too")
    pad.tap('[data-amount="fu 40"]')
    pad.total("5200")
    assert pad.taps == 5
    # A yakuman is told alone.
    pad.tap('[data-amount="yakuman 1"]')
    pad.total(number(32000))
    for name, value in (("han", ""), ("fu", ""), ("yakuman", "1")):
        pad.field(f"s.p.agreed.{name}", value)
    pad.tap('[data-amount="han 5"]')
    pad.total("8000")
    assert pad.complaints == []


@pytest.mark.nightly
def test_who_is_in_riichi_lays_a_deposit_and_the_winner_has_riichi(pad: Keypad) -> None:
    pad.open(f"{REDS}&round=E", "table")
    pad.tell(winner="S")
    pad.tell(**{"from": "E"})
    pad.mode("held")
    pad.mode("chow", "2b 3c 4d 6d")
    pad.keys("5b 5b")
    pad.tap('.kp-tiles .kp-tile[aria-label^="8 of dots"]')
    pad.chip("p.riichi")
    for seat in ("S", "W"):
        pad.tap(f'.kp-panel [data-at="{seat}"]')
    own(pad, "Done")
    chip(pad, "p.riichi", "In riichi: South, West")
    pad.mode("t.dora_indicators", "1d")
    pad.keys("4b")
    pad.total("8000")
    pad.tap(".kp-bar .main")
    result = pad.page.locator("article.result")
    expect(result).to_contain_text("South +9000")
    expect(result).to_contain_text("West: −1000, the riichi stick")


def test_at_a_draw_it_is_asked_who_waits_and_how_it_ended(pad: Keypad) -> None:
    pad.open(f"{REDS}&round=E", "table")
    pad.tell(winner="nobody")
    pad.says("Choose who is tenpai, or that nobody is")
    pad.tap('.kp-panel [data-at="E"]')
    own(pad, "Done")
    pad.says("East +3000")
    for seat, told in zip("eswn", ("yes", "no", "no", "no"), strict=True):
        pad.field(f"{seat}.p.tenpai", told)
    chip(pad, "p.tenpai", "Tenpai: East")
    pad.chip("t.draw")
    pad.tap('.kp-panel [data-at="four_winds"]')
    chip(pad, "t.draw", "Draw: Four winds")


@pytest.mark.nightly
def test_how_a_draw_came_about_is_asked_only_where_there_are_several_ways(pad: Keypad) -> None:
    pad.open("riichi&round=E", "table")
    pad.tell(winner="nobody")
    pad.tap('.kp-panel [data-at="nobody"]')
    own(pad, "Done")
    chip(pad, "p.tenpai", "Tenpai: nobody")
    expect(pad.page.locator('[data-at="chip-t.draw"]')).to_have_count(0)


@pytest.mark.nightly
def test_two_win_on_one_tile_where_the_rules_pay_both(pad: Keypad) -> None:
    pad.open("riichi&preset=ema&round=E", "table")
    pad.tell(winner="S")
    pad.tell(**{"from": "E"})
    pad.chip("also")
    pad.tap('.kp-panel [data-at="also-W"]')
    # The keys go on to the second winner.
    pad.use_points()
    for seat, han in (("S", 1), ("W", 3)):
        expect(pad.page.locator(f'[data-at="seat-{seat}"]')).to_have_attribute(
            "aria-pressed", "true"
        )
        pad.tap(f'[data-amount="han {han}"]')
        pad.tap('[data-amount="fu 40"]')
    pad.says("East −6500")
    pad.tap(".kp-bar .main")
    expect(pad.page.locator("article.result")).to_contain_text("5200")


@pytest.mark.nightly
def test_where_one_alone_is_paid_no_other_winner_is_asked_for(pad: Keypad) -> None:
    pad.open("riichi&round=E", "table")
    pad.tell(winner="S")
    pad.tell(**{"from": "E"})
    expect(pad.page.locator('[data-at="chip-also"]')).to_have_count(0)


@pytest.mark.nightly
def test_a_draw_that_ends_the_hand_at_once_asks_for_nobody_waiting(pad: Keypad) -> None:
    """Nine terminals, four winds and the like pay nobody."""
    pad.open(f"{REDS}&round=E", "table")
    pad.tell(winner="nobody")
    pad.says("Choose who is tenpai, or that nobody is")
    own(pad, "Later")
    pad.chip("t.draw")
    pad.tap('.kp-panel [data-at="nine_terminals"]')
    pad.says("Nobody pays anything.")
    pad.chip("t.draw")
    pad.tap('.kp-panel [data-at="exhaustive"]')
    pad.says("Choose who is tenpai, or that nobody is")


def enter_chombo(pad: Keypad, seat: str) -> None:
    pad.unfold()
    pad.page.locator("#penalties > summary").click()
    pad.page.locator(f'.segment:has([name="x.chombo"][value="{seat}"])').click()


@pytest.mark.nightly
def test_a_chombo_voids_the_hand_and_asks_for_nobody_waiting(pad: Keypad) -> None:
    pad.open(f"{REDS}&round=E", "table")
    pad.tell(winner="nobody")
    pad.says("Choose who is tenpai, or that nobody is")
    enter_chombo(pad, "S")
    pad.says("South \N{MINUS SIGN}8000")


@pytest.mark.nightly
@pytest.mark.parametrize("entered", ["exhaustive", "nine_terminals"])
def test_the_usual_draw_leaves_room_for_a_chombo(pad: Keypad, entered: str) -> None:
    """Whichever draw was entered before: the keys take it back."""
    pad.open(f"{REDS}&round=E", "table")
    pad.tell(winner="nobody")
    own(pad, "Later")
    pad.chip("t.draw")
    pad.tap(f'.kp-panel [data-at="{entered}"]')
    enter_chombo(pad, "S")
    pad.chip("t.draw")
    pad.tap('.kp-panel [data-at="exhaustive"]')
    pad.says("South \N{MINUS SIGN}8000")


@pytest.mark.nightly
def test_who_is_in_riichi_at_a_draw_waits_without_being_asked(pad: Keypad) -> None:
    pad.open(f"{REDS}&round=E", "table")
    pad.tell(winner="nobody")
    own(pad, "Later")
    pad.chip("p.riichi")
    pad.tap('.kp-panel [data-at="W"]')
    own(pad, "Done")
    pad.says("Choose who is tenpai, or that nobody is")
    expect(pad.page.locator('.kp-panel [data-at="W"]')).to_have_attribute("aria-pressed", "true")
    pad.tap('.kp-panel [data-at="nobody"]')
    own(pad, "Done")
    # 1,000 each from three to the one who waits, less the deposit.
    pad.says("West +2000")


@pytest.mark.nightly
def test_another_winner_takes_the_hand_along_but_not_the_riichi_of_the_first(pad: Keypad) -> None:
    pad.open(f"{REDS}&round=E&winner=S&won=discard&from=E&with=riichi&with=ippatsu", "table")
    chip(pad, "p.riichi", "In riichi: South")
    pad.tap("#keypad-points")
    pad.tap('[data-amount="han 3"]')
    pad.tap('[data-amount="fu 40"]')
    pad.total("5200")
    own(pad, "Done")
    pad.chip("winner")
    pad.tell(winner="W")
    pad.says("South’s hand is West’s now")
    chip(pad, "p.riichi", "In riichi: South")
    expect(pad.page.locator('[name="with"]:checked')).to_have_count(0)
    pad.field("s.p.agreed.han", "")
    pad.field("w.p.agreed.han", "3")
    pad.total("5200")
    pad.tap(".kp-undo")
    expect(pad.page.locator('[name="with"]:checked')).to_have_count(2)
    pad.field("s.p.agreed.han", "3")
    pad.chip("winner")
    pad.tell(winner="nobody")
    pad.field("s.p.agreed.han", "")
    # The question who waits has its place now.
    expect(pad.page.locator('[data-at="chip-p.riichi"]')).to_have_text("In riichi: South")


@pytest.mark.nightly
def test_a_hand_that_does_not_count_has_a_tab_as_long_as_it_lies_there(pad: Keypad) -> None:
    """A loser's tiles, from an address: they are seen and can be taken back."""
    pad.open("mcr&round=E&winner=S&won=self_draw&n.hand=123b", "table")
    expect(pad.page.locator('[data-at="seat-N"]')).to_be_visible()
    pad.tap('[data-at="seat-N"]')
    for _ in range(3):
        pad.tap(".kp-back")
    expect(pad.page.locator('[data-at="seat-N"]')).to_have_count(0)
