"""Han and fu that a table agreed on: what no hand can be is refused, with what to correct."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.engine.options import Options
from scorer.errors import HandError, Problem
from scorer.grammar.han import house
from scorer.grammar.han.worth import DRAWN_PINFU, MANGAN_HAN, SEVEN_PAIRS, least_han
from scorer.languages.speech import UserText, say

MAX_AGREED_HAN = 99
MAX_AGREED_YAKUMAN = 8


def agreed_han(agreed: Mapping[str, Any], drawn: bool, options: Options) -> tuple[int, int, int]:
    """Return the han, fu and yakuman of a hand that was drawn or won on another's tile.

    Raises:
        HandError: No hand that is won so has these han and fu.
    """
    if set(agreed) == {"yakuman"} and _is_whole(agreed["yakuman"], MAX_AGREED_YAKUMAN):
        _check_yakuman(agreed["yakuman"], options)
        return 0, 0, agreed["yakuman"]
    han, fu = agreed.get("han"), agreed.get("fu")
    if not set(agreed) <= {"han", "fu"} or not _is_whole(han, MAX_AGREED_HAN):
        detail = say(
            "write han and fu, such as {example}, or yakuman from 1 to 8",
            example=UserText('{"han": 3, "fu": 40}'),
        )
        raise HandError(Problem("/agreed", "bad_value", detail))
    assert isinstance(han, int)
    if fu is None and han >= MANGAN_HAN:
        return han, 0, 0
    if fu is None:
        detail = say("a hand below five han needs its fu; enter the fu")
        raise HandError(Problem("/agreed/fu", "required", detail))
    wrong = _impossible_reason(han, fu, drawn, options)
    if wrong is not None:
        raise HandError(Problem("/agreed/fu", "bad_value", wrong))
    return han, fu, 0


def _check_yakuman(yakuman: int, options: Options) -> None:
    """Raise HandError for more yakuman than one counts where different ones do not add up."""
    most = 2 if options[house.double_yakuman_option] else 1
    if not options[house.yakuman_stack_option] and yakuman > most:
        detail = say("yakuman do not add up at this table; enter at most {most} yakuman", most=most)
        raise HandError(Problem("/agreed/yakuman", "bad_value", detail))


def _impossible_reason(han: int, fu: object, drawn: bool, options: Options) -> str | None:
    """Return why no hand that is won so has these han and fu; None where one can."""
    if type(fu) is not int or not (fu in (DRAWN_PINFU, SEVEN_PAIRS) or fu in range(30, 150, 10)):
        return say("fu must be 20, 25 or a multiple of 10 from 30 to 140; correct the fu")
    least = least_han(fu, drawn, options)
    if least is None:
        return _never_message(fu, drawn)
    if han >= least:
        return None
    if fu == DRAWN_PINFU:
        return say(
            "20 fu means Pinfu by tsumo, which has 2 han with Fully Concealed Hand; "
            "enter at least 2 han or correct the fu"
        )
    if fu == SEVEN_PAIRS and drawn:
        return say(
            "25 fu means Seven Pairs, which has 3 han by tsumo with Fully Concealed "
            "Hand; enter at least 3 han or correct the fu"
        )
    if fu == SEVEN_PAIRS:
        return say(
            "25 fu means Seven Pairs, which has 2 han; enter at least 2 han or correct the fu"
        )
    return say(
        "a hand of {fu} fu has at least {han} han; correct the fu or the han", fu=fu, han=least
    )


def _never_message(fu: int, drawn: bool) -> str:
    """Return why no hand that is won so has so many fu."""
    if fu != DRAWN_PINFU:
        return say("a hand won by tsumo has at most 130 fu; correct the fu")
    if drawn:
        return say("20 fu means Pinfu by tsumo, which does not count at this table; enter 30 fu")
    return say(
        "20 fu means Pinfu by tsumo, but this hand won by ron; enter at least 30 fu, "
        "or 25 for Seven Pairs"
    )


def _is_whole(value: object, most: int) -> bool:
    return type(value) is int and 1 <= value <= most
