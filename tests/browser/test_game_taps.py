"""How many taps a hand takes in a game, each counted from the board to the board."""

from __future__ import annotations

import pytest
from playwright import sync_api as playwright

from tests.browser.evening import POINTS, Evening, Phone, Phones, points_of
from tests.nightly import nightly

pytestmark = pytest.mark.browser


def on_the_board(phones: Phones, evening: Evening) -> Phone:
    phone = phones()
    phone.join(evening.play)
    return phone


def entered(phone: Phone) -> None:
    phone.enter()
    playwright.expect(phone.page.locator("#score-hand")).to_have_attribute("data-hand", "2")


@pytest.mark.parametrize("rules", ["classical", *nightly(["british"])])
def test_agreed_points_of_four_players(phones: Phones, address: str, rules: str) -> None:
    """From the board to the settled answer, as the hand before was told: the plate of who has won,
    how, two digits and Next, and a key for each loser. The first time the key for points comes to
    it."""
    evening = Evening.begun(address, rules)
    phone = on_the_board(phones, evening)
    phone.wins("p2")
    phone.tell_points("S", "E", **POINTS)
    assert phone.taps == 9
    entered(phone)
    phone.taps = 0
    phone.wins("p3")
    second = {"E": 64, "S": 32, "W": 12, "N": 8}
    phone.tell_points("S", "E", **second)
    phone.says("Bo +")
    assert phone.taps == 8
    phone.enter()
    playwright.expect(phone.page.locator("#score-hand")).to_have_attribute("data-hand", "3")
    assert [points_of(entry) for entry in evening.counts()] == [POINTS, second]


@pytest.mark.nightly
@pytest.mark.parametrize("rules", ["classical", "british"])
def test_the_others_score_nothing(phones: Phones, address: str, rules: str) -> None:
    """One tap answers all losers; of one of them points are entered after all."""
    evening = Evening.begun(address, rules)
    phone = on_the_board(phones, evening)
    phone.wins("p2")
    phone.tell_points("S", "E", S=44)
    phone.tap("#keypad-others")
    phone.told("losers", "Losers: 0 · 0 · 0")
    phone.says("Bo +")
    entered(phone)
    assert phone.taps == 7
    phone.taps = 0
    phone.wins("p3")
    phone.tell_points("S", "E", S=44)
    phone.tap("#keypad-others")
    phone.tap('[data-at="seat-W"]')
    phone.use_points()
    phone.points(8)
    phone.told("losers", "Losers: 0 · 8 · 0")
    phone.enter()
    playwright.expect(phone.page.locator("#score-hand")).to_have_attribute("data-hand", "3")
    told = [points_of(one) for one in evening.counts()]
    nothing = dict.fromkeys("ESWN", 0)
    assert told == [{**nothing, "S": 44}, {**nothing, "S": 44, "W": 8}]


@pytest.mark.nightly
def test_points_that_have_no_key_are_told_by_digits(phones: Phones, address: str) -> None:
    evening = Evening.begun(address)
    phone = on_the_board(phones, evening)
    phone.wins("p2")
    told = {"E": 100, "S": 32, "W": 34, "N": 0}
    phone.tell_points("S", "E", **told)
    entered(phone)
    assert [points_of(one) for one in evening.counts()] == [told]


@pytest.mark.nightly
def test_a_second_tap_on_a_losers_points_is_not_the_next_losers(
    phones: Phones, address: str
) -> None:
    phone = on_the_board(phones, Evening.begun(address))
    phone.wins("p2")
    phone.tell_points("S", "E", S=44)
    phone.tap('[data-digit="done"]')
    phone.page.locator('[data-value="12"]').evaluate("(key) => { key.click(); key.click(); }")
    phone.told("losers", "Losers: – · 12 · –")


@pytest.mark.nightly
@pytest.mark.parametrize("rules", ["classical", "british"])
def test_a_losers_points_are_corrected(phones: Phones, address: str, rules: str) -> None:
    """On a phone that did not enter the hand: Correct, the player, the points, Enter."""
    evening = Evening.begun(address, rules)
    evening.hand()
    phone = on_the_board(phones, evening)
    phone.tap("#correct-last")
    phone.page.locator(".kp-bar").wait_for()
    phone.tap('[data-at="seat-W"]')
    phone.points(24)
    phone.enter()
    phone.page.locator(".game-plates").wait_for()
    assert phone.taps == 4
    [again] = evening.counts("replace")
    assert points_of(again) == {**POINTS, "W": 24}


@pytest.mark.nightly
def test_tiles_or_points_is_remembered_by_game(phones: Phones, address: str) -> None:
    """Each game goes on as its last hand was told, also where the winner is asked for."""
    games = [Evening.begun(address), Evening.begun(address, "riichi"), Evening.begun(address)]
    phone = phones()
    # The tiles make room for points.
    tiles = phone.page.locator(".kp-grid")
    for evening in games[:2]:
        phone.join(evening.play)
        phone.wins("p2")
        phone.tell(**{"from": "E"})
        phone.use_points()
    for evening, by_points in zip(games, (True, True, False), strict=True):
        phone.join(evening.play)
        phone.score_hand()
        phone.chip("winner")
        phone.tell(winner="W")
        playwright.expect(tiles).to_have_js_property("hidden", by_points)
    phone.join(games[0].play)
    phone.wins("p2")
    phone.tell(**{"from": "E"})
    phone.tap("#keypad-points")
    phone.join(games[0].play)
    phone.wins("p4")
    playwright.expect(tiles).to_have_js_property("hidden", False)
    # Losers may be told by points beside a winner's tiles.
    phone.tap('[data-at="seat-W"]')
    playwright.expect(tiles).to_have_js_property("hidden", False)
    phone.use_points()
    phone.join(games[0].play)
    phone.wins("p1")
    winner = phone.page.locator('[data-at="seat-E"]')
    playwright.expect(winner).to_have_attribute("aria-pressed", "true")
    playwright.expect(tiles).to_have_js_property("hidden", False)
    phone.tap('[data-at="seat-N"]')
    playwright.expect(tiles).to_have_js_property("hidden", True)


@pytest.mark.nightly
def test_agreed_hands_of_riichi(phones: Phones, address: str) -> None:
    """From the second on: the plate, how, the winner's riichi, han, fu and Enter."""
    evening = Evening.begun(address, "riichi")
    phone = on_the_board(phones, evening)
    for hand, (player, how) in enumerate([("p2", {"from": "E"}), ("p3", {"won": "self_draw"})]):
        phone.taps = 0
        phone.wins(player)
        phone.tell(**how)
        phone.use_points()
        phone.tap("[data-declared]")
        phone.tap('[data-amount="han 2"]')
        phone.tap('[data-amount="fu 30"]')
        phone.enter()
        playwright.expect(phone.page.locator("#score-hand")).to_have_attribute(
            "data-hand", f"{hand + 2}"
        )
        assert phone.taps == (7, 6)[hand]
    for entry in evening.counts():
        assert entry["document"]["players"]["S"]["win"]["with"] == ["riichi"]


@pytest.mark.parametrize("winner", ["p2", *nightly(["p1"])])
def test_keys_for_han_and_fu_say_what_they_pay(phones: Phones, address: str, winner: str) -> None:
    """To the dealer or another, on a discard or drawn, with what was tapped before."""
    phone = on_the_board(phones, Evening.begun(address, "riichi"))

    def pays(**keys: str) -> None:
        for key, words in keys.items():
            button = phone.page.locator(f'[data-amount="{key}"]')
            playwright.expect(button.locator("small")).to_have_text(words)

    dealer = winner == "p1"
    phone.wins(winner)
    phone.tell(**{"from": "W"})
    phone.use_points()
    pays(**{"han 2": "", "fu 30": "", "han 5": "12000" if dealer else "8000"})
    phone.tap('[data-amount="han 2"]')
    pays(**{"fu 30": "2900" if dealer else "2000", "fu 40": "3900" if dealer else "2600"})
    # No hand won on a discard has 20 fu.
    playwright.expect(phone.page.locator('[data-amount="fu 20"]')).to_be_disabled()
    phone.tap('[data-amount="fu 30"]')
    pays(**{"han 2": "2900" if dealer else "2000", "han 3": "5800" if dealer else "3900"})
    phone.says("+2900" if dealer else "+2000")
    phone.chip("won")
    phone.tell(won="self_draw")
    phone.chip("worthE" if dealer else "worthS")
    pays(**{"han 2": "1000 ×3" if dealer else "500/1000"})
    pays(**{"yakuman 1": "16000 ×3" if dealer else "8000/16000"})
    playwright.expect(phone.page.locator('[data-amount="fu 20"]')).to_be_enabled()


@pytest.mark.nightly
def test_two_winners_of_riichi(phones: Phones, address: str) -> None:
    """The keys go on from the first to the second."""
    evening = Evening.begun(address, "riichi", preset="ema")
    phone = on_the_board(phones, evening)
    phone.wins("p2")
    phone.tell(won="self_draw")
    phone.use_points()
    phone.tap('[data-amount="han 5"]')
    entered(phone)
    phone.taps = 0
    phone.wins("p3")
    phone.tell(**{"from": "E"})
    phone.chip("also")
    phone.tell(also="W")
    for han in (1, 3):
        phone.tap(f'[data-amount="han {han}"]')
        phone.tap('[data-amount="fu 40"]')
    phone.enter()
    playwright.expect(phone.page.locator("#score-hand")).to_have_attribute("data-hand", "3")
    assert phone.taps == 9
    [_, hand] = evening.counts()
    agreed = {seat: one.get("agreed") for seat, one in hand["document"]["players"].items()}
    assert agreed["S"] == {"han": 1, "fu": 40}
    assert agreed["W"] == {"han": 3, "fu": 40}


@pytest.mark.nightly
@pytest.mark.parametrize(("tenpai", "taps"), [("EW", 4), ("", 3)])
def test_a_drawn_hand_of_riichi(phones: Phones, address: str, tenpai: str, taps: int) -> None:
    evening = Evening.begun(address, "riichi")
    phone = on_the_board(phones, evening)
    phone.tap("#nobody-won")
    phone.page.locator(".kp-bar").wait_for()
    phone.tell_seats(tenpai or ["nobody"])
    entered(phone)
    assert phone.taps == taps
    [hand] = evening.counts()
    players = hand["document"]["players"]
    assert "".join(seat for seat in players if players[seat].get("tenpai")) == tenpai


@pytest.mark.nightly
def test_a_drawn_hand(phones: Phones, address: str) -> None:
    phone = on_the_board(phones, Evening.begun(address, "mcr"))
    phone.tap("#nobody-won")
    phone.page.locator(".kp-bar").wait_for()
    entered(phone)
    assert phone.taps == 2


def test_an_agreed_hand_of_mcr(phones: Phones, address: str) -> None:
    phone = on_the_board(phones, Evening.begun(address, "mcr"))
    phone.score_hand()
    phone.tell_agreed("S", "E", S=24)
    entered(phone)
    assert phone.taps == 7


@pytest.mark.nightly
def test_an_ordinary_hand_of_mcr(phones: Phones, address: str) -> None:
    """Two chows and two pungs of one tap each, and what chooses them; the eye, how it was won: from
    the board to the settled answer."""
    evening = Evening.begun(address, "mcr")
    phone = on_the_board(phones, evening)
    phone.wins("p2")
    phone.tell(**{"from": "E"})
    phone.mode("pung", "R 2d")
    phone.mode("chow", "3b 6c")
    phone.keys("5b")
    phone.says("Bo +")
    assert phone.taps == 9
    entered(phone)
    [hand] = evening.counts()
    assert hand["answer"]["scores"]["S"]["total"] > 0


@pytest.mark.nightly
def test_an_ordinary_hand_of_american(phones: Phones, address: str) -> None:
    evening = Evening.begun(address, "american")
    phone = on_the_board(phones, evening)
    phone.score_hand()
    phone.tell(winner="W")
    phone.tell(**{"from": "N"})
    phone.mode("4", "2b J")
    phone.mode("held", "8b")
    phone.mode("3", "F 4c")
    entered(phone)
    assert evening.sheet()["totals"]["p3"] == 100
    assert phone.taps == 12
