"""The typed interface says what is wrong with what it is given, names the argument, and its values
compare, show themselves and do not change."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import scorer
from scorer.engine.hand import DISCARD, KONG, ROBBED_KONG, SELF_DRAW, Hand, Meld, Win
from scorer.engine.rack import Exposure, Rack
from scorer.engine.sheet import Payment
from scorer.engine.tiles import parse
from scorer.errors import HandError
from scorer.rulebook.payments import payments
from scorer.rules import BOOKS, UnknownRulesetError
from tests import by_declaration

HAND = Hand.of("123b 99d", ["777c", "888d", "EEE"], winning="9d")
DRAWN = Win.of("self_draw")
RACK = Rack.of("FFF 444c 8888b", ["222bJ"], winning="8b")
HANDS = {id: by_declaration.typed_hand(book) for id, book in BOOKS.items()}
WAITING = {id: by_declaration.typed_hand(book, won=False) for id, book in BOOKS.items()}


class Whole:
    """A whole number of another library, as numpy's are."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def score(ruleset: str, hand: Any, win: Win | None, seat: Any = 0, prevailing: Any = 0) -> Any:
    return BOOKS[ruleset].edition().score(hand, win, seat=seat, prevailing=prevailing)


Wrong = Callable[[], object]
SLIPS: list[tuple[str, str, Wrong]] = [
    ("/win/by", "bad_value", lambda: Win(SELF_DRAW | DISCARD)),
    ("/win/by", "bad_value", lambda: Win(SELF_DRAW | ROBBED_KONG)),
    ("/win/by", "bad_value", lambda: Win(0)),
    ("/win/with", "bad_value", lambda: Win(-1 << 3 | SELF_DRAW)),
    ("/win/by", "bad_value", lambda: Win.of("luck")),  # type: ignore[arg-type]
    ("/win/with/1", "bad_value", lambda: Win.of("discard", "last_discard", "moon")),  # type: ignore[arg-type]
    ("/win/from", "bad_value", lambda: Win.of("discard", loser="X")),  # type: ignore[arg-type]
    ("/win/from", "bad_value", lambda: Win.of("discard", loser="")),  # type: ignore[arg-type]
    ("/win/from", "bad_value", lambda: Win.of("discard", loser="ES")),  # type: ignore[arg-type]
    ("/win/from", "bad_value", lambda: Win(DISCARD, 4)),
    ("/win/from", "bad_value", lambda: Win(DISCARD, True)),
    ("/hand/concealed", "bad_tile", lambda: Hand.of("123x")),
    ("/hand/concealed", "bad_tile", lambda: Hand([*range(12), 99])),
    ("/hand/concealed", "bad_tile", lambda: Hand([*range(12), -1])),
    ("/hand/bonus", "bad_tile", lambda: Hand(range(13), bonus=[99])),
    ("/hand/bonus", "bad_tile", lambda: Hand.of("123456789b EEEE", bonus="Q")),
    ("/hand/winning_tile", "bad_tile", lambda: Hand.of("123456789b EEE 5d", winning="5d6d")),
    ("/hand/winning_tile", "bad_tile", lambda: Hand.of("123456789b EEE 5d", winning="")),
    ("/hand/winning_tile", "bad_tile", lambda: Hand.of("123456789b EEE 5d", winning="x")),
    ("/hand/winning_tile", "bad_tile", lambda: Hand(range(13), winning=-3)),
    ("/hand/melds/1", "bad_meld", lambda: Hand.of("123b 5d", ["EEE", "EES", "777c"])),
    ("/hand/melds/0", "bad_meld", lambda: Hand.of("123b 5d", ["EEx", "EEE", "777c"])),
    ("/hand/melds", "bad_meld", lambda: Meld.of("EES")),
    ("/hand/melds", "bad_meld", lambda: Meld.of([99, 99, 99])),
    ("/hand/melds", "bad_meld", lambda: Meld.of([-2, -1, 0])),
    ("/hand/melds", "bad_meld", lambda: Meld(3, 1)),
    ("/hand/melds", "bad_meld", lambda: Meld(KONG, 40)),
    ("/hand/concealed", "wrong_count", lambda: Hand.of("123456789b EEE 55d")),
    ("/count", "bad_value", lambda: Hand.of("123b", count="some")),
    ("/hand/melds", "bad_meld", lambda: Exposure.of("FE")),
    ("/hand/concealed", "bad_tile", lambda: Rack.of("FFFq")),
    ("/hand/melds/0", "bad_meld", lambda: Rack.of("FFF 444c 8888b", ["22b"])),
    ("/hand/winning_tile", "bad_tile", lambda: Rack.of("FFF 444c 8888b 22b", winning="8b2b")),
    *(
        slip
        for ruleset, hand in HANDS.items()
        for slip in (
            ("/seat", "bad_value", lambda r=ruleset, h=hand: score(r, h, DRAWN, seat=9)),
            ("/seat", "bad_value", lambda r=ruleset, h=hand: score(r, h, DRAWN, seat=-1)),
            ("/seat", "bad_value", lambda r=ruleset, h=hand: score(r, h, DRAWN, seat="e")),
            ("/seat", "bad_value", lambda r=ruleset, h=hand: score(r, h, DRAWN, seat=None)),
            ("/seat", "bad_value", lambda r=ruleset, h=hand: score(r, h, DRAWN, seat=0.0)),
            ("/prevailing", "bad_value", lambda r=ruleset, h=hand: score(r, h, DRAWN, 0, 4)),
            ("/prevailing", "bad_value", lambda r=ruleset, h=hand: score(r, h, DRAWN, 0, "X")),
            ("/win", "required", lambda r=ruleset, h=hand: score(r, h, None)),
            ("/hand/winning_tile", "required", lambda r=ruleset: score(r, WAITING[r], DRAWN)),
        )
    ),
]


@pytest.mark.parametrize(("pointer", "code", "wrong"), SLIPS)
def test_a_slip_is_one_kind_of_error_that_names_the_argument(
    pointer: str, code: str, wrong: Wrong
) -> None:
    with pytest.raises(HandError) as caught:
        wrong()
    assert isinstance(caught.value, ValueError)
    assert (pointer, code) in [(problem.pointer, problem.code) for problem in caught.value.problems]


def test_several_slips_of_a_hand_are_told_together() -> None:
    with pytest.raises(HandError) as caught:
        Hand.of("12x", ["EES", "9"], "Q", "5d6d")
    told = [problem.pointer for problem in caught.value.problems]
    assert told == [
        *("/hand/concealed", "/hand/melds/0", "/hand/melds/1"),
        *("/hand/bonus", "/hand/winning_tile"),
    ]


@pytest.mark.parametrize(("ruleset", "hand"), HANDS.items())
def test_a_seat_is_a_number_or_a_letter_of_whatever_kind(ruleset: str, hand: Any) -> None:
    win = Win(DISCARD, Whole(3))
    assert win == Win.of("discard", loser="N") == Win.of("discard", loser=3)
    first = score(ruleset, hand, win, seat=1, prevailing=2).lines
    for seat, prevailing in (("S", "W"), (Whole(1), Whole(2)), ("S", 2)):
        assert score(ruleset, hand, win, seat=seat, prevailing=prevailing).lines == first


@pytest.mark.parametrize(
    "made",
    [
        Hand.of("123b 99d", ["777c", "888d", "EEE"], winning="9d"),
        Hand.of("123b 9d", ["777c", Meld.of("RRRR", concealed=True), "EEE"], bonus="F1 S2"),
        Hand.of("19b 19c 19d ESWNRGP E", winning="P"),
        Hand.of("123456789b 12345c", count="more"),
        Hand.of("RRJJ5d", ["EEJ", "888d", Meld.of("5555c", from_concealed_pung=True)], winning="J"),
        Meld.of("777c"),
        Meld.of("55dJ"),
        Meld.of("RRRR", concealed=True),
        Win.of("self_draw"),
        Win.of("discard", "last_discard", loser="W"),
        Win(SELF_DRAW | 1 << 15),
        Win.of("discard", loser="W", liable="N", responsible="none", values={"cheered": 2}),
        Win(SELF_DRAW | 1 << 15, values={"cheered": 2}),
        Rack.of("FFF 444c 8888b", ["222bJ"], winning="8b"),
        Rack.of("FFF 444c", count="any"),
    ],
    ids=repr,
)
def test_a_value_shows_itself_as_what_makes_it_again(made: object) -> None:
    again = eval(repr(made))
    assert again == made
    assert hash(again) == hash(made)
    assert repr(again) == repr(made)


def test_values_that_differ_in_one_thing_are_not_equal() -> None:
    hands = [
        Hand.of("123b 9d", ["777c", "888d", "EEE"]),
        Hand.of("123b 99d", ["777c", "888d", "EEE"], winning="9d"),
        Hand.of("123b 99d", ["777c", "888d", "EEE"], winning="1b"),
        Hand.of("123b 99d", ["777c", "888d", "EEE"], "F1", winning="9d"),
        Hand.of("123b 99d", ["7777c", "888d", "EEE"], winning="9d"),
    ]
    melds = [Meld.of("7777c"), Meld.of("7777c", True), Meld.of("7777c", False, True)]
    wins = [DRAWN, Win.of("discard"), Win.of("discard", loser=0), Win.of("self_draw", "last_wall")]
    wins += [Win.of("discard", values={"cheered": seat}) for seat in (0, 1)]
    for values in (hands, melds, wins):
        assert len(set(values)) == len(values)
        assert all(value != other for value in values for other in ("", None, 0))
    assert Hand.of("1b 9d 23b", ["EEE", "777c", "888d"]) == hands[0]


def test_a_seat_of_a_win_is_the_same_whichever_way_it_is_given() -> None:
    win = Win.of("discard", loser="S", liable="W", responsible="none")
    values = {"liable": "W", "responsible": "none", "cheered": None}
    assert Win.of("discard", loser="S", values=values) == win
    assert eval(repr(Win.of("discard", loser="S", values=values))) == win
    with pytest.raises(HandError) as raised:
        Win.of("discard", values={"liable": "X"})
    assert raised.value.problems[0].pointer == "/win/liable"


@pytest.mark.parametrize("value", [HAND, Meld.of("777c"), DRAWN], ids=repr)
def test_a_value_does_not_change(value: Any) -> None:
    before = repr(value)
    for name in ("winning", "kind", "facts", "liable", "values", "anything"):
        with pytest.raises(AttributeError):
            setattr(value, name, 1)
        with pytest.raises(AttributeError):
            delattr(value, name)
    assert repr(value) == before


def paid(
    ruleset: str, hand: Any, win: Win, seat: Any, **arguments: Any
) -> list[tuple[int, int, int]]:
    edition = BOOKS[ruleset].edition(arguments.pop("preset", None))
    sheet = edition.score(hand, win, seat=seat, prevailing=0)
    owed = payments(edition, sheet, hand, win, seat=seat, prevailing=0, **arguments)
    assert all(isinstance(one, Payment) and one.because for one in owed)
    return [(one.payer, one.payee, one.amount) for one in owed]


def test_what_the_others_pay_follows_from_the_sheet() -> None:
    discard = Win.of("discard", loser="W")
    # East pays and is paid double in classical; everybody pays, whoever discarded.
    total = score("classical", HAND, discard, seat=1).total
    assert paid("classical", HAND, discard, "S") == [
        (2, 1, total),
        (3, 1, total),
        (0, 1, 2 * total),
    ]
    # In MCR the discarder pays the points too, and eight as all do.
    hand = Hand.of("123b 456b 99d", ["789b", "EEE"], winning="9d")
    fan = score("mcr", hand, discard, seat=1).total
    assert paid("mcr", hand, discard, 1) == [(2, 1, 8 + fan), (3, 1, 8), (0, 1, 8)]
    assert paid("mcr", hand, DRAWN, "S")[0][2] == 8 + score("mcr", hand, DRAWN, seat=1).total


def test_three_players_pay_where_three_sit() -> None:
    owed = paid("british", HAND, DRAWN, "S", seats="ESW")
    assert [(payer, payee) for payer, payee, _ in owed] == [(2, 1), (0, 1)]


def test_the_documents_and_the_sheet_tell_the_same_payments() -> None:
    edition = BOOKS["american"].edition()
    win = Win.of("discard", loser="N")
    sheet = edition.score(RACK, win, seat="W", prevailing=0)
    answer = scorer.score(
        {
            "ruleset": "american",
            "hand": {
                "concealed": "FFF 444c 8888b",
                "melds": [{"tiles": "222bJ"}],
                "winning_tile": "8b",
            },
            "win": {"by": "discard", "from": "N"},
            "seat": "W",
        }
    )
    owed = payments(edition, sheet, RACK, win, seat="W", prevailing=0)
    assert [("ESWN"[one.payer], one.amount, one.because) for one in owed] == [
        (payment["from"], payment["amount"], payment["because"]) for payment in answer["payments"]
    ]


def test_nobody_pays_for_a_hand_below_the_minimum() -> None:
    hand = Hand.of("234b 99d", ["678c", "345d", "234c"], winning="9d")
    assert not score("mcr", hand, DRAWN).qualifies
    assert paid("mcr", hand, DRAWN, 0) == []


@pytest.mark.parametrize(
    ("win", "arguments", "pointer"),
    [
        (Win.of("discard"), {}, "/win/from"),
        (Win.of("discard", loser="N"), {"seats": "ESW"}, "/seats"),
        (DRAWN, {"seats": "EWN"}, "/seats"),
        (DRAWN, {"seats": "ESX"}, "/seats"),
    ],
)
def test_payments_need_to_know_who_sat_there(
    win: Win, arguments: dict[str, str], pointer: str
) -> None:
    hand = Hand.of("123b 456b 99d", ["789b", "EEE"], winning="9d")
    with pytest.raises(HandError) as caught:
        paid("mcr", hand, win, "S", **arguments)
    assert [problem.pointer for problem in caught.value.problems] == [pointer]


def test_the_engine_runs_where_nothing_else_is_installed() -> None:
    program = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in %r:
            raise ImportError(f"{name} is not installed")

sys.meta_path.insert(0, Missing())
from scorer.engine.hand import Hand, Win
from scorer.rulebook.payments import payments
from scorer.rules import BOOKS, UnknownRulesetError
hand, win = Hand.of("123b 456b 99d", ["789b", "EEE"], winning="9d"), Win.of("discard", loser="W")
for ruleset in ("classical", "mcr"):
    edition = BOOKS[ruleset].edition()
    sheet = edition.score(hand, win, seat="S", prevailing="E")
    print(sheet, len(sheet.lines), len(payments(edition, sheet, hand, win, seat=1, prevailing=0)))
import scorer
try:
    scorer.score({})
except ImportError as error:
    print(error)
"""
    others = ("marshmallow", "flask", "werkzeug", "click", "apispec", "babel", "gunicorn")
    run = [sys.executable, "-c", program % (others,)]
    done = subprocess.run(run, capture_output=True, text=True, check=True, timeout=120)
    first, second, third = done.stdout.splitlines()
    assert first.startswith("ScoreSheet(")
    assert second.startswith("ScoreSheet(20) ")
    assert second.endswith(" 3")
    assert third == "marshmallow is not installed"


@pytest.mark.slow
def test_the_function_that_settles_is_found_whatever_was_loaded_before() -> None:
    for first in ("scorer.rules", "scorer.rulebook.settlement", "scorer.documents", "scorer"):
        program = f"import {first}, scorer; print(callable(scorer.settle), callable(scorer.score))"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=120)
        assert done.stdout.split() == [b"True", b"True"], first


def test_a_name_that_the_package_has_not_is_told() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'scor'"):
        getattr(scorer, "scor")  # noqa: B009


def test_a_hand_of_tiles_is_the_hand_of_its_notation() -> None:
    assert Hand(parse("123b 9d"), [Meld.of("777c"), Meld.of("888d"), Meld.of("EEE")]) == Hand.of(
        "123b 9d", ["777c", "888d", "EEE"]
    )


def test_the_package_offers_its_functions_before_they_are_loaded() -> None:
    program = "import scorer; print([name for name in dir(scorer) if name[0] != '_'])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == str(sorted(scorer.__all__))


def test_an_unknown_ruleset_is_a_key_error_that_names_near_ones() -> None:
    with pytest.raises(UnknownRulesetError) as caught:
        BOOKS["richi"]
    assert isinstance(caught.value, KeyError)
    assert str(caught.value) == scorer.rules.unknown_ruleset("richi").detail
    assert "did you mean “riichi”? Choose from: classical, british, mcr" in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (UnknownRulesetError, str(caught.value))
    assert BOOKS.get("richi") is None
    assert "richi" not in BOOKS
    for other in (7, ("mcr",)):
        with pytest.raises(KeyError, match="there is no ruleset"):
            BOOKS[other]  # type: ignore[call-overload]
