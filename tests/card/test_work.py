"""Whatever a card says, no more is made of it than a few practice cards take: work is counted, not
timed, and refused before it is done."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest

import scorer
from scorer.engine.tiles import JOKER
from scorer.grammar.card import shipped
from scorer.grammar.card.notation.faults import CardError
from scorer.grammar.card.notation.text import parse
from scorer.grammar.card.variants.compiled import (
    MAX_TRIALS_PER_CARD,
    MAX_VARIANT_GROUPS,
    MAX_VARIANTS_PER_CARD,
    compile_card,
)
from scorer.grammar.card.variants.nearest import waits
from scorer.grammar.card.variants.relaxed import (
    MAX_RELAXED_WORK,
    with_free_variables,
    with_moving_numbers,
    without_suits,
)
from scorer.grammar.card.why_not import why_not
from tests.card.hands import PRACTICE_TEXT, card_of, rack

TRUE = "X<9+9,Y<9+8,Z<9+7,X+Y<99,Y+Z<98,X+Z<97,X+X<96"
CARDS = {
    "ways of few groups": "FFFF XXXXXa YYYYYb X 25\n" * 14,
    "ways of many groups": "Xa Ya 3a 4a 5a 6a 7b 8b 9b 1c 2c 3c 4c 5c X 25\n" * 6,
    "alternatives": "FF 111a 222b 3333c DDa -or- FF 222a 333b 4444c DDb X 25\n" * 200,
    "numbers that could move": "11a 22b 33a 44c 55b 66a 77c X 25\n" * 195,
    "values that could be others": "".join(
        f"XX YYY 33 444 55 66 (Y={y},X={x}) X 25\n" for x in range(1, 9) for y in range(1, 9)
    ),
    "conditions": f"FF XXXX YYYY ZZZZ ({TRUE},X+Y+Z=3) X 25\n" * 6,
}


def steps(work: Callable[[], object]) -> int:
    """How many calls this makes, of functions written in Python and in C."""
    count = 0

    def called(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def everything(text: str) -> None:
    """All that one request can make of a card."""
    compiled = compile_card(parse(text))
    tiles = rack("1b1b 1b1c 2b2b 2b2c 3b3b 3b3c 4b4c")
    why_not(compiled, tiles)
    with_moving_numbers(compiled), with_free_variables(compiled), without_suits(compiled)


def refusal(text: str) -> str:
    with pytest.raises(CardError) as caught:
        compile_card(parse(text))
    return caught.value.problems[-1].detail


@pytest.mark.parametrize("name", CARDS)
def test_no_card_takes_more_than_five_times_the_steps_of_the_practice_card(name: str) -> None:
    usual = steps(lambda: everything(PRACTICE_TEXT))
    assert steps(lambda: everything(CARDS[name])) <= 5 * usual


def test_the_practice_card_is_explained_whole() -> None:
    compiled = compile_card(parse(PRACTICE_TEXT))
    assert len(with_moving_numbers(compiled).variants) == 1431
    assert len(with_free_variables(compiled).variants) == 2826
    used = compiled.work.and_also(with_moving_numbers(compiled).work).and_also(
        with_free_variables(compiled).work
    )
    assert used.within(MAX_RELAXED_WORK)


def test_a_card_half_as_large_again_as_the_largest_known_is_compiled() -> None:
    # That one has 3,338 concrete hands.
    compiled = card_of(*["XXXXa YYYb FFFF NNN X 25"] * 14)
    assert len(compiled.variants) > 5000


def test_conditions_are_counted_with_the_numbers_that_each_is_tried_of() -> None:
    line = f"FF XXXX YYYY ZZZZ ({TRUE},X+Y+Z=3) X 25"
    message = refusal(f"{line}\n" * 200)
    assert message.startswith("the card up to this hand needs 45,927 checks")
    assert f"at most {MAX_TRIALS_PER_CARD:,} are allowed" in message
    assert "list the values of a number, for example “X=2/4/6”" in message


def test_ways_are_counted_for_the_card_and_so_are_the_groups_in_them() -> None:
    message = refusal("FFFF XXXXXa YYYYYb X 25\n" * 15)
    assert (
        f"can be made in 7,290 ways, but at most {MAX_VARIANTS_PER_CARD:,} are allowed" in message
    )
    message = refusal("Xa Ya 3a 4a 5a 6a 7b 8b 9b 1c 2c 3c 4c 5c X 25\n" * 7)
    assert "have 47,628 groups of tiles" in message
    assert f"at most {MAX_VARIANT_GROUPS:,} are allowed" in message


def test_however_many_cards_strangers_send_the_shipped_one_stays_ready() -> None:
    ready = shipped.compiled_card("practice", False)
    for number in range(40):
        document = {"ruleset": "american", "hand": {"concealed": "FFF 2222b 444c 888b J"}}
        card = f"FFF 2222a 444b 8888a X {number + 1}"
        scorer.nearest({**document, "options": {"card": card}})
    assert shipped.compiled_card("practice", False) is ready


def test_a_hand_that_takes_all_eight_jokers_is_near() -> None:
    near = scorer.nearest(
        {
            "ruleset": "american",
            "options": {"card": "111111111111 NN X 25"},
            "hand": {"concealed": "1111b NN E S W RRR G"},
        }
    )["hands"]
    assert [hand["missing"] for hand in near] == [["J"] * 8]


def test_the_eighth_joker_is_waited_for_and_a_ninth_is_not() -> None:
    card = card_of("111111111111 NN X 25")
    assert waits(card, rack("1111b NN JJJJJJJ")) == [JOKER]
    assert waits(card, rack("111b NN JJJJJJJJ")) == rack("1b")
