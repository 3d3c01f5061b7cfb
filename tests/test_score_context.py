"""The common form of a request is read in one pass, which changes no answer and no error."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from scorer.documents import answers
from scorer.documents.score_context import (
    MAX_CACHED_BALANCES,
    MAX_UNHASHED_KEY_BYTES,
    context_of,
    plain_hand,
)
from scorer.rulebook import book as books
from scorer.rules import BOOKS
from scorer.types import ScoreSummary
from tests import plain as scorer
from tests.by_declaration import random_document, spoilt
from tests.nightly import many

AMOUNTS = set(ScoreSummary.__annotations__) - {"id"}
WON = {
    "ruleset": "riichi",
    "hand": {"concealed": "234b 567c 34d 55d EEE", "winning_tile": "5d"},
    "win": {"by": "self_draw", "with": ["riichi"]},
    "seat": "E",
    "prevailing": "E",
    "honba": 1,
}


class Text(str):
    """A text that is not of the type of JSON's."""


def outcome(function: Callable[[], Any]) -> Any:
    """The answer, or the errors."""
    try:
        return function()
    except scorer.HandError as error:
        return error.errors


def checked_whole(document: Any, **settings: Any) -> Any:
    """The answer of a document of which nothing is remembered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answers, "context_of", lambda document: None)
        return outcome(partial(scorer.score, document, **settings))


def unusual(document: Any) -> Iterator[Any]:
    """The document with each of its values, at any depth, in another type, or left out."""
    yield from (OrderedDict(document), [document], {**document, "id": 1}, {**document, 1: 2})
    for name, value in document.items():
        rest = {key: inner for key, inner in document.items() if key != name}
        yield rest
        yield {Text(name): value, **rest}
        others = [None, True, 1, 1.0, 0, "", b"E", [], {}, (value,), [value], {name: value}]
        if isinstance(value, str):
            others.append(Text(value))
        if isinstance(value, list):
            others += [tuple(value), [*value, None], [*value, *value]]
        if isinstance(value, dict):
            others += unusual(value)
        for other in others:
            yield {**document, name: other}


@pytest.mark.parametrize("ruleset", BOOKS)
def test_a_remembered_request_has_the_answers_and_errors_of_one_checked_whole(ruleset: str) -> None:
    rng, book = random.Random(ruleset), BOOKS[ruleset]
    for _ in range(many(8, 100)):
        document = random_document(rng, book)
        for request in (document, document, spoilt(rng, document, book)):
            whole = checked_whole(request)
            assert outcome(partial(scorer.score, request)) == whole
            brief = outcome(partial(scorer.score, request, brief=True))
            assert brief == checked_whole(request, brief=True)
            if isinstance(whole, dict):
                assert brief == {name: whole[name] for name in AMOUNTS}


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", BOOKS)
def test_an_unusual_document_has_the_answer_or_the_errors_of_one_checked_whole(
    ruleset: str,
) -> None:
    rng = random.Random(ruleset)
    documents = [random_document(rng, BOOKS[ruleset]) for _ in range(many(1, 8))]
    for document in [variant for made in documents for variant in unusual(made)]:
        whole = checked_whole(document, brief=True)
        for _ in range(2):
            assert outcome(partial(scorer.score, document, brief=True)) == whole


@pytest.mark.parametrize("ruleset", BOOKS)
def test_hands_of_one_request_are_paid_as_each_would_be_alone(ruleset: str) -> None:
    rng = random.Random(ruleset)
    first = random_document(rng, BOOKS[ruleset], won=True)
    for _ in range(many(15, 200)):
        hand = random_document(rng, BOOKS[ruleset], won=True)["hand"]
        request = {**first, "hand": hand}
        whole = outcome(partial(scorer.score, request))
        if isinstance(whole, dict):
            whole = {name: whole[name] for name in AMOUNTS}
        assert outcome(partial(scorer.score, request, brief=True)) == whole


def test_true_is_not_1_where_1_was_remembered() -> None:
    assert scorer.score(WON)["total"]
    with pytest.raises(scorer.HandError, match="honba"):
        scorer.score({**WON, "honba": True})


def test_a_declaration_is_known_to_what_was_remembered_before() -> None:
    with pytest.MonkeyPatch.context() as patch:
        book = BOOKS["mcr"].variant("club", "Our club's MCR")
        patch.setitem(BOOKS, "club", book)
        document = {**WON, "ruleset": "club", "win": {"by": "self_draw"}}
        del document["honba"]
        before = context_of(document)
        assert before is context_of(document)
        book.boolean("lucky", False, meaning="whether the table is lucky")
        after = context_of(document)
        assert before is not None
        assert after is not None
        assert "lucky" not in before.edition.options
        assert "lucky" in after.edition.options


def test_an_invalid_request_is_not_remembered_and_a_long_one_under_a_short_key() -> None:
    assert context_of({**WON, "seat": "X"}) is None
    assert context_of({**WON, "hand": 1}) is not None
    assert context_of({**WON, "win": {"by": "self_draw", "with": ["riichi"] * 2}}) is not None
    text = "Green: seven pairs (from 2b 3b 4b 6b 8b G)  C 50\n" + MAX_UNHASHED_KEY_BYTES * "#"
    hands = {"ruleset": "mcr", "options": {"special_hands": text}, "seat": "E", "prevailing": "E"}
    document = {**hands, "hand": WON["hand"]}
    assert len(text) > MAX_UNHASHED_KEY_BYTES
    assert context_of(document) is not None
    assert context_of(document) is context_of(document)
    assert max(len(key) for _, key in books._recent_requests) <= MAX_UNHASHED_KEY_BYTES


def test_a_hand_of_texts_is_read_in_one_pass_and_no_other() -> None:
    context = context_of(WON)
    assert context is not None
    hand = {
        "concealed": "234b 567c 55d",
        "melds": [{"tiles": "EEE"}, {"tiles": "7777d", "concealed": True}],
        "winning_tile": "5d",
        "dora_indicators": "E",
    }
    assert plain_hand(hand, context) is not None
    for other in (
        {"concealed": ["234b 567c 55d"]},
        {"concealed": "234b 567c 5x"},
        {"winning_tile": "5d" + 30 * " "},
        {"winning_tile": ""},
        {"melds": [{"tiles": "EEE", "concealed": 1}]},
        {"melds": [{"tiles": "EEE", "from_concealed_pung": False}]},
        {"melds": [{"tiles": "ESW"}]},
        {"bonus": None},
        {"partial": False},
        {"concealed": "234b"},
        {"winning_tile": "J"},
    ):
        assert plain_hand({**hand, **other}, context) is None


def test_so_many_requests_and_balances_are_remembered_and_no_more() -> None:
    book = BOOKS["riichi"].variant("club", "Our club's riichi")
    for number in range(1, 3 * books.REQUEST_CACHE_SIZE):
        book.remember_request(b"%d" % number, number)
        assert book.remembered_request(b"1") == 1  # what is in use
        held = len(books._recent_requests)
        assert min(number, books.REQUEST_CACHE_SIZE // 2) <= held <= books.REQUEST_CACHE_SIZE
    assert book.remembered_request(b"2") is None
    assert BOOKS["riichi"].remembered_request(b"1") is None
    balances = answers._recent_balances
    assert balances.size == MAX_CACHED_BALANCES
    net = scorer.score(WON, brief=True)["net"]
    for number in range(2 * MAX_CACHED_BALANCES):
        balances.add((number,), {})
        if not number % 100:
            assert scorer.score(WON, brief=True)["net"] == net
        assert len(balances) <= MAX_CACHED_BALANCES
    assert balances.get((0,)) is None


def test_requests_are_forgotten_with_their_editions() -> None:
    book = BOOKS["riichi"].variant("club", "Our club's riichi")
    book.edition()
    book.remember_request(b"", "edition")
    for honba in range(books.EDITION_CACHE_SIZE):
        book._remember_edition((honba,), book.edition())
    assert book.remembered_request(b"") is None
