"""Answers about a club's special hands: what a text of them says, line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorer import types
from scorer.documents.read import book_named
from scorer.documents.replies import takes_lang
from scorer.documents.schemas import requests
from scorer.engine.tiles import codes
from scorer.errors import HandError, Problem
from scorer.grammar.fan.book import FanBook
from scorer.grammar.points.book import PointsBook
from scorer.grammar.special.faults import OwnFault
from scorer.grammar.special.hands import ReadyHand, sound_hands
from scorer.grammar.special.house import special_hands_option
from scorer.grammar.special.model import HandsSetting
from scorer.languages.speech import say, typed_comma_list
from scorer.rules import BOOKS
from scorer.types.requests import HandsRequest


@takes_lang(types.CheckedHands)
def check_hands(
    document: types.HandsRequest | Mapping[str, object], *, lang: str | None = None
) -> types.CheckedHands:
    """Return what a club's special hands say: each in words, with an example and its value; and the
    faults of the other lines, each with its line and column.

    A list with faults is refused by ``score``. ``document`` is ``{"ruleset": id, "special_hands":
    text}``. Raises HandError for a ruleset without special hands.
    """
    request = requests.load(HandsRequest, document)
    setting = _setting_of(request["ruleset"])
    sound = sound_hands(request["special_hands"], setting)
    return {
        "name": sound.typed.name,
        "hands": [_hand_document(ready, setting) for ready in sound.hands],
        "without": [setting.names[removed.id] for removed in sound.typed.without],
        "errors": [_fault_document(fault) for fault in sound.faults],
    }


def _setting_of(ruleset: str) -> HandsSetting:
    """Return what special hands may be in a ruleset. Raises HandError where it takes none."""
    book = book_named(ruleset)
    if special_hands_option.name in book.options and isinstance(book, PointsBook | FanBook):
        return book.special_hands_setting(book.edition().options)
    taking = [id for id, other in BOOKS.items() if special_hands_option.name in other.options]
    detail = say(
        "{ruleset} has no special hands of a club; choose from: {known}",
        ruleset=book.name,
        known=typed_comma_list(taking),
    )
    raise HandError(Problem("/ruleset", "bad_value", detail))


def _fault_document(fault: OwnFault) -> types.OwnHandFault:
    return {
        "line": fault.line,
        "column": fault.column,
        "code": fault.code,
        "detail": fault.detail,
    }


def _hand_document(ready: ReadyHand, setting: HandsSetting) -> types.OwnHand:
    """Return a special hand as the answer describes it."""
    hand = ready.hand
    return {
        "id": hand.id,
        "name": hand.name,
        "section": hand.section,
        "line": hand.line,
        "printed": hand.printed,
        "way": hand.way,
        "value": hand.value.text,
        "exposed": None if hand.exposed is None else hand.exposed.text,
        "fishing": None if hand.fishing is None else hand.fishing.text,
        "replaces": setting.names[hand.replaces] if hand.replaces else None,
        "words": ready.meaning,
        "example": _example_document(ready.example),
        "variants": ready.variants,
    }


def _example_document(groups: Sequence[Sequence[int]]) -> list[list[str]]:
    return [codes(group) for group in groups]
