"""Sentences that remember how they were made, and what a translation makes of them."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from scorer.languages.speech import (
    Sentence,
    and_list,
    capital,
    comma_list,
    or_list,
    say,
    say_many,
    translated,
)

FRENCH = {
    "East": "Est",
    "{seat} won {score}": "{score} pour {seat}",
    "{number} tile": "{number} tuile",
    "{first}, {rest}": "{first} ; {rest}",
    "{first} and {last}": "{first} et {last}",
    "{clause}.": "{clause} !",
    "a pair of {tiles}": "une paire : {tiles}",
    "dragons": "des dragons",
    "write {{}}": "mettez {{}}",
}


def french(text: str) -> str:
    assert text, "gettext of nothing is the header of the catalogue"
    return FRENCH.get(text, text)


def french_many(one: str, many: str, number: int) -> str:
    return "{number} tuile" if number < 2 else "{number} tuiles"


def in_french(text: str) -> str:
    return translated(text, french, french_many)


def test_a_said_sentence_is_its_english_text() -> None:
    said = say("{seat} won {score}", seat="East", score=12)
    assert said == "East won 12"
    assert json.dumps([said]) == '["East won 12"]'
    assert {said: 1} == {"East won 12": 1}


def test_a_said_sentence_is_put_together_in_the_order_of_the_other_language() -> None:
    assert in_french(say("{seat} won {score}", seat="East", score=12)) == "12 pour Est"


@pytest.mark.parametrize(("number", "expected"), [(0, "0 tuile"), (1, "1 tuile"), (2, "2 tuiles")])
def test_the_other_language_chooses_its_own_plural(number: int, expected: str) -> None:
    assert in_french(say_many("{number} tile", "{number} tiles", number)) == expected


def test_english_counts_one_and_other_numbers() -> None:
    assert [say_many("{number} tile", "{number} tiles", n) for n in (0, 1, 2)] == [
        "0 tiles",
        "1 tile",
        "2 tiles",
    ]


def test_sentences_within_a_sentence_are_translated_too() -> None:
    said = say("{clause}.", clause=capital(say("a pair of {tiles}", tiles=say("dragons"))))
    assert said == "A pair of dragons."
    assert in_french(said) == "Une paire : des dragons !"


def test_plain_text_is_looked_up_and_nothing_stays_nothing() -> None:
    assert in_french("East") == "Est"
    assert in_french("") == ""


def test_codes_and_numbers_are_no_words() -> None:
    told: list[str] = []

    def listening(text: str) -> str:
        told.append(text)
        return text

    said = say("{tile} of {seat}, {score}: {name}", tile="5d", seat="E", score=8, name="Flower")
    translated(said, listening, french_many)
    assert sorted(told) == ["Flower", "{tile} of {seat}, {score}: {name}"]


def test_braces_that_are_no_field_stay_in_every_language() -> None:
    assert say("write {{}}") == "write {}"
    assert in_french(say("write {{}}")) == "mettez {}"


def test_lists_are_joined_as_the_other_language_joins_them() -> None:
    words = ["1b", "2b", "East"]
    assert [join(words) for join in (and_list, or_list, comma_list)] == [
        "1b, 2b and East",
        "1b, 2b or East",
        "1b, 2b, East",
    ]
    assert in_french(and_list(words)) == "1b ; 2b et Est"
    assert [join(["1b"]) for join in (and_list, or_list, comma_list)] == ["1b"] * 3


def test_a_said_sentence_stays_one_where_it_is_copied_or_carried_by_an_error() -> None:
    said = say_many("{number} tile", "{number} tiles", 3)
    copies = [copy.copy(said), copy.deepcopy(said), pickle.loads(pickle.dumps(said)), str(said)]
    copies.append(str(ValueError(said)))
    for other in copies:
        assert isinstance(other, Sentence)
        assert other == said
        assert in_french(other) == "3 tuiles"
