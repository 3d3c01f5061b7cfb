"""No sentence of the engine escapes the catalogue: each can be looked up, or put together again."""

from __future__ import annotations

import ast
import random
import re
import string
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.extract import extract_from_dir

import scorer
from scorer.documents.text.terminal import below_minimum_text, total_in_parts
from scorer.languages.speech import MAX_CODE_LENGTH, Sentence, UserText, translated
from scorer.service.i18n.catalogue import messages
from tests.test_bad_input import HAND, REFUSED, changed
from tests.test_cases import document, every_case

Json = dict[str, Any]
ROOT = Path(scorer.__file__).parent
MESSAGES = dict(messages())

# What only names, as a player or a program wrote it, or is a sum.
NO_WORDS = re.compile(
    r"“.*”"
    r"|[0-9.,+×^=() ]+|U\+[0-9A-F]+|[+-][0-9]+"
    r"|(?:(?:[1-9][bcd]|[FS][1-4]|[1-9]z|0[bcd]|[ESWNRGPJF…])[ ,]*)+"
    r"|(?:[0-9A-Z?+]+[a-w*]?!?[ ]?)+"
    r"|[XYZ] = [1-9]|[UV] = [NEWS]"
    r"|[a-z]+(?:_[a-z]+)+",
    re.DOTALL,
)
# Fields that hold ids, the notation of a card, or the names that a card has given.
AS_WRITTEN = {
    "known",
    "meant",
    "option",
    "field",
    "flags",
    "section",
    "name",
    "clause",
    "other_clause",
    "text",
}


def said_in_source() -> Iterator[str]:
    """Every pattern that stands as a literal in a call of ``say`` or ``say_many``."""
    for path in ROOT.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "say(" not in text and "say_many(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                count = {"say": 1, "say_many": 2}.get(node.func.id, 0)
                for pattern in node.args[:count]:
                    where = f"{path.name}:{node.lineno}"
                    assert isinstance(pattern, ast.Constant), f"{where} no tool finds this pattern"
                    assert isinstance(pattern.value, str), where
                    yield pattern.value


@cache
def patterns() -> frozenset[str]:
    return frozenset(said_in_source())


def lost(text: object, field: str = "") -> Iterator[str]:
    """What of a sentence no translation would find."""
    if isinstance(text, UserText):
        return
    if isinstance(text, Sentence):
        if text.pattern not in patterns() and not text.capital:
            yield text.pattern
        for name, value in text.values.items():
            yield from lost(value, name)
    elif isinstance(text, str) and len(text) > MAX_CODE_LENGTH and text not in MESSAGES:
        if text not in patterns() and field not in AS_WRITTEN and not NO_WORDS.fullmatch(text):
            yield text


def sentences(answer: Json) -> Iterator[str]:
    """Everything in an answer that a player reads as words."""
    for sheet in [*answer.get("scores", {}).values(), *([answer] if "lines" in answer else [])]:
        yield from (sheet["unit"], sheet["formula"], sheet["limit"]["hand"] or "")
        yield from (below_minimum_text(sheet), total_in_parts(sheet))
        for line in sheet["lines"]:
            yield from (line["name"], line["why"])
        for entry in sheet["not_counted"]:
            yield from (entry["name"], entry["because"], entry.get("principle", ""))
        yield from (shown["kind"] for shown in sheet["arrangement"])
    for payment in [*answer.get("payments", ()), *answer.get("deductions", ())]:
        yield payment["because"]
    yield from (warning["detail"] for warning in answer.get("warnings", ()))
    yield from (event["detail"] for event in answer.get("events", ()))
    yield from (debt["because"] for debt in answer.get("unpaid", ()))
    if "next" in answer:
        yield answer["next"]["because"]


def sentences_of(ask: Any, asked: Json) -> list[str]:
    """The sentences of an answer, or those of its refusal."""
    try:
        return list(sentences(ask(asked)))
    except scorer.HandError as error:
        return [problem.detail for problem in error.problems]


def all_lost(texts: Iterable[str]) -> set[str]:
    """What of these is lost; each, put together again of its own parts, is the same."""
    found = set()
    for text in texts:
        assert translated(text, str, lambda one, many, n: one if n == 1 else many) == text
        found |= set(lost(text))
    return found


@pytest.mark.slow
def test_no_sentence_of_the_cases_is_lost() -> None:
    texts = set()
    for param in every_case():
        kind, case = param.values
        if kind != "tiles":
            ask = scorer.settle if "players" in case else scorer.score
            texts |= all_lost(
                sentences_of(scorer.waits if kind == "waits" else ask, document(case))
            )
    assert texts == set()


@pytest.mark.slow
def test_no_refusal_of_a_wrong_hand_is_lost() -> None:
    texts = [
        text
        for _, _, changes in REFUSED
        for text in sentences_of(scorer.score, changed(HAND, changes))
    ]
    assert len(texts) > 50
    assert all_lost(texts) == set()


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        {},
        {"ruleset": "classic"},
        {"ruleset": 3, "hand": [], "win": {"by": "luck"}, "seat": None, "more": 1},
        {"ruleset": "classical", "hand": {"concealed": 5, "melds": {}, "bonus": [1]}},
        {"ruleset": "classical", "hand": {"concealed": "1" * 600, "melds": [{}] * 9}},
        {
            "ruleset": "mcr",
            "options": {"minimum": "x", "dead_waits": 1, "no": 1},
            "hand": HAND["hand"],
        },
        {"ruleset": "mcr", "options": 5, "hand": HAND["hand"]},
        {"ruleset": "mcr", "preset": "1066", "hand": HAND["hand"]},
    ],
)
def test_no_refusal_of_a_wrong_document_is_lost(wrong: Any) -> None:
    texts = sentences_of(scorer.score, wrong)
    assert texts
    assert all_lost(texts) == set()


SLIPS = "ab*!XYZUVD0123456789()=,:; []@#CNEWSFxRG-+"


@pytest.mark.slow
def test_no_fault_of_a_card_is_lost() -> None:
    """A card with slips of the pen in it is refused in many ways."""
    practice = scorer.cards()["practice"]
    rng = random.Random(3)
    texts = set()
    for _ in range(150):
        card = list(practice)
        for _ in range(25):
            card[rng.randrange(len(card))] = rng.choice(SLIPS)
        try:
            scorer.check_card({"card": "".join(card)})
        except scorer.HandError as error:
            texts |= {problem.detail for problem in error.problems}
    assert len({text.pattern for text in _faults(texts)}) > 20
    assert all_lost(texts) == set()


def _faults(texts: Iterable[str]) -> Iterator[Sentence]:
    for text in texts:
        assert isinstance(text, Sentence)
        fault = text.values["fault"]
        assert isinstance(fault, Sentence)
        yield fault


def test_no_word_of_a_card_is_lost() -> None:
    card = scorer.check_card({"card": "practice"})
    texts = [hand[part] for hand in card["hands"] for part in ("words", "title", "section")]
    assert all_lost([card["name"], *texts]) == set()


def test_no_reason_why_tiles_are_no_hand_of_a_card_is_lost() -> None:
    hands = scorer.check_card({"card": "practice"})["hands"]
    rng = random.Random(4)
    texts: list[str] = []
    for hand in hands:
        tiles = [tile for group in hand["sample"] for tile in group]
        tiles[rng.randrange(14)] = rng.choice(["1b", "5c", "9d", "E", "R"])
        asked = {
            "ruleset": "american",
            "seat": "S",
            "hand": {"concealed": tiles, "winning_tile": tiles[0]},
            "win": {"by": "self_draw"},
        }
        texts += sentences_of(scorer.score, asked)
    assert all_lost(texts) == set()


def test_the_guard_sees_a_sentence_that_was_glued_together() -> None:
    """What the tests above look for is found where it is."""
    glued = f"{scorer.ruleset('mcr')['name']} has no such rule"
    assert list(lost(glued)) == [glued]
    assert list(lost(Sentence("East lost", "{seat} lost", {"seat": "East"}))) == ["{seat} lost"]


def test_each_message_stands_in_the_catalogue_once_and_says_where_it_is_from() -> None:
    texts = [text for text, _ in messages()]
    assert len(texts) == len(set(texts))
    assert all(comment for _, comment in messages())
    for text in ("East", "5 of dots", "Letting off cannon", "Seven Pairs", "non-repeat", "2468"):
        assert (text in MESSAGES) == (text != "2468")


@pytest.mark.slow
def test_the_tool_that_gathers_messages_finds_every_pattern() -> None:
    found: set[str] = set()
    calls = {"say": None, "say_many": (1, 2)}
    for _, _, message, _, _ in extract_from_dir(ROOT, [("**.py", "python")], keywords=calls):
        found |= {message} if isinstance(message, str) else set(message)
    assert found == patterns()


def test_the_patterns_have_named_fields_only() -> None:
    """A translation puts the fields where its language has them."""
    for pattern in patterns():
        for _, field, spec, conversion in string.Formatter().parse(pattern):
            assert field is None or field.isidentifier(), pattern
            assert not spec, pattern
            assert not conversion, pattern
