"""What rules made of a club's special hands have alike, whatever the ruleset counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from scorer.errors import Problem
from scorer.grammar.special.hands import hands_of_option
from scorer.grammar.special.house import special_hands_option
from scorer.languages.speech import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorer.grammar.reading import Reading
    from scorer.grammar.rule_base import RuleBase
    from scorer.grammar.special.hands import CompiledHands, ReadyHand
    from scorer.grammar.special.model import HandsSetting
    from scorer.rulebook.book import Options

MAX_NEAR_CLUB_HANDS: Final = 5
"""How many of a club's own hands are named that a hand nearly is."""


def placeholder_test(h: Reading) -> int:
    """a special hand of the club"""
    return 0


def take_from_hand(rule: RuleBase, hands: CompiledHands, ready: ReadyHand) -> None:
    """Take the id, meaning, test and requirements of a rule from a special hand.

    The rule was made with ``placeholder_test``.
    """
    rule.id = ready.hand.id
    rule.meaning = ready.meaning
    rule.test = partial(_is_hand, hands, ready)
    rule.requirements = ready.requirements


def _is_hand(hands: CompiledHands, ready: ReadyHand, h: Reading) -> bool:
    return hands.is_hand(h, ready)


def club_hands(
    options: Options, setting: Callable[[Options], HandsSetting]
) -> CompiledHands | None:
    """Return a club's special hands under these options, None without any; ``setting`` says what
    they may be. Raises HandError."""
    text = options.get(special_hands_option.name)
    if not isinstance(text, str) or not text.strip():
        return None
    return hands_of_option(text, setting(options))


def near_problems(
    readings: Iterable[Reading],
    nearly: Callable[[Reading], Iterable[tuple[RuleBase, str]]],
) -> Sequence[Problem]:
    """Return a problem for each special hand that tiles without a win nearly are: why they are
    not. Each hand stands once."""
    near = {own.name: why for h in readings for own, why in nearly(h)}
    return [
        Problem(
            "/hand",
            "not_winning",
            say("{hand}: {reason}", hand=name, reason=reason),
            subject=name,
            reason=reason,
        )
        for name, reason in islice(near.items(), MAX_NEAR_CLUB_HANDS)
    ]
