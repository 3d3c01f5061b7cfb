"""A tile that cannot be in a set is refused in the field in which it was entered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorer.engine.hand import Hand, Win
from scorer.errors import HandError
from scorer.grammar.han.hand import DoraHand
from scorer.rules import BOOKS
from tests import plain as scorer

Json = dict[str, Any]

SETS = [name for name, book in BOOKS.items() if book.tiles.hand_of == "sets"]
FOREIGN = ["J", "0b", "F1", "F", "S2"]

of_sets = pytest.mark.parametrize("ruleset", SETS)
foreign = pytest.mark.parametrize("tile", FOREIGN)


def drawn(ruleset: str, hand: Json, **more: Any) -> Json:
    """Return the document of a hand that is drawn."""
    win = {"by": "self_draw"}
    base = {"ruleset": ruleset, "seat": "S", "prevailing": "E", "win": win, "hand": hand}
    return {**base, **more}


def refusal(ruleset: str, hand: Json) -> HandError:
    with pytest.raises(HandError) as raised:
        scorer.score(drawn(ruleset, hand))
    return raised.value


def problems(ruleset: str, hand: Json) -> list[tuple[str, str]]:
    """Return the pointers and codes of the problems of a hand that is drawn."""
    return [(problem.pointer, problem.code) for problem in refusal(ruleset, hand).problems]


def detail(ruleset: str, winning: str) -> str:
    hand = {"concealed": concealed(ruleset, "55c RR"), "winning_tile": winning}
    return refusal(ruleset, hand).problems[0].detail


def concealed(ruleset: str, rest: str) -> str:
    """Return tiles of which ``rest`` are the last four."""
    return "111b 222b 333b " + ("999d " if BOOKS[ruleset].tiles.hand_tiles == 16 else "") + rest


@of_sets
@foreign
def test_as_winning_tile(ruleset: str, tile: str) -> None:
    at = [("/hand/winning_tile", "bad_tile")]
    text = concealed(ruleset, "55c RR")
    assert problems(ruleset, {"concealed": text, "winning_tile": tile}) == at
    # A list is read apart from a text.
    assert problems(ruleset, {"concealed": [text], "winning_tile": tile}) == at


@of_sets
@foreign
def test_among_the_concealed_tiles(ruleset: str, tile: str) -> None:
    hand = {"concealed": concealed(ruleset, f"5c {tile} RR"), "winning_tile": "R"}
    assert problems(ruleset, hand) == [("/hand/concealed", "bad_tile")]


@of_sets
@foreign
def test_in_both_fields(ruleset: str, tile: str) -> None:
    hand = {"concealed": concealed(ruleset, f"5c {tile} RR"), "winning_tile": tile}
    assert problems(ruleset, hand) == [
        ("/hand/concealed", "bad_tile"),
        ("/hand/winning_tile", "bad_tile"),
    ]


@of_sets
@foreign
def test_in_a_declared_set(ruleset: str, tile: str) -> None:
    text = concealed(ruleset, "").replace("111b ", "") + "1d"
    melds = [{"tiles": "NNN"}, {"tiles": f"{tile} 55b" if tile == "0b" else tile * 3}]
    text = text.replace("222b ", "")
    for listed in (melds, [{"tiles": [meld["tiles"]]} for meld in melds]):
        hand = {"concealed": text + " EEE", "melds": listed, "winning_tile": "1d"}
        ((pointer, code),) = problems(ruleset, hand)
        assert pointer == "/hand/melds/1"
        read_as_set = tile == "J" or (tile == "0b" and ruleset == "riichi")
        assert code == ("bad_tile" if read_as_set else "bad_meld")


@of_sets
def test_before_the_win_and_at_a_table(ruleset: str) -> None:
    waiting = {"concealed": concealed(ruleset, "55c R J")}
    for ask in (scorer.waits, scorer.nearest):
        with pytest.raises(HandError) as raised:
            ask({"ruleset": ruleset, "seat": "S", "prevailing": "E", "hand": waiting})
        assert [problem.pointer for problem in raised.value.problems] == ["/hand/concealed"]


def test_wild_tiles_are_turned_on_only_where_an_option_has_them() -> None:
    assert "turn them on" in detail("british", "J")
    for ruleset in SETS:
        if ruleset != "british":
            name = BOOKS[ruleset].name
            assert detail(ruleset, "J") == (
                f"J is a wild tile, but {name} has no wild tiles; enter another tile"
            )


@pytest.mark.parametrize("goulash", ["blanks", "two_bamboo"])
def test_wild_tiles_that_are_turned_on_are_taken(goulash: str) -> None:
    hand = {"concealed": "111c 444b 333b 55c RR", "winning_tile": "J"}
    assert scorer.score(drawn("british", hand, options={"goulash": goulash}))["total"]


def test_red_fives_that_the_game_has_are_taken() -> None:
    melds = [{"tiles": "0d 55d"}, {"tiles": "PPP"}]
    hand = {"concealed": "123c 11d 46b", "melds": melds, "winning_tile": "0b"}
    assert scorer.score(drawn("riichi", hand, preset="tenhou"))["total"]


@pytest.mark.parametrize(("ruleset", "made"), [("riichi", DoraHand.of), ("mcr", Hand.of)])
@foreign
def test_of_typed_hands(ruleset: str, made: Callable[..., Hand], tile: str) -> None:
    with pytest.raises(HandError) as raised:
        BOOKS[ruleset].edition(None).score(
            made("111b 222b 333b 55c RR", winning=tile),
            Win.of("self_draw"),
            seat="S",
            prevailing="E",
        )
    assert [problem.pointer for problem in raised.value.problems] == ["/hand/winning_tile"]
