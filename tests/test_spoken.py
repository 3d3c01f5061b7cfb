"""Answers in other languages: the words are translated, and nothing else changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_type_hints

import pytest

import scorer
from scorer import types
from scorer.documents.replies import Language, language_of, with_translatable_sentences
from scorer.languages.speech import LANGUAGES, say
from scorer.languages.translations import translations
from scorer.service.api.examples import COMPARE, EXPLAIN, GRADE, MCR, NEAREST, SCORE, SETTLE, WAITS
from scorer.service.api.examples import WHAT_IF as WHAT_IF
from scorer.types.terms import Translatable
from tests.nightly import many
from tests.test_cases import document, every_case

OTHERS = sorted(LANGUAGES.keys() - {"en"})
WORDS = {
    name
    for reply in types.replies.__all__
    for name, hint in get_type_hints(getattr(types, reply), include_extras=True).items()
    if "Translatable(" in repr(hint)
}
"""The fields that are words in some answer."""


def leaves(value: Any, name: str = "", place: str = "") -> Iterator[tuple[str, str, Any]]:
    """Yield the place of each value that is no object and no list, its field and the value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, key, f"{place}/{key}")
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from leaves(inner, name, f"{place}/{n}")
    else:
        yield place, name, value


def check_same_but_for_words(english: Any, other: Any) -> int:
    """Check that two answers differ in words alone; return in how many."""
    before, after = list(leaves(english)), list(leaves(other))
    assert [place for place, _, _ in before] == [place for place, _, _ in after]
    changed = 0
    for (place, name, one), (_, _, two) in zip(before, after, strict=True):
        if one != two:
            assert name in WORDS, f"{place}: {one!r} became {two!r}"
            changed += 1
    return changed


ASKED: list[tuple[str, Any]] = [
    ("score", SCORE),
    ("score", MCR),
    ("settle", SETTLE),
    ("waits", WAITS),
    ("compare", COMPARE),
    ("nearest", NEAREST),
    ("explain", EXPLAIN),
    ("what_if", WHAT_IF),
    ("steps", SCORE),
    ("grade", GRADE),
    ("problem", {"ruleset": "riichi", "level": 6, "seed": 3}),
    ("drill", {"ruleset": "mcr", "seed": 3}),
    ("check_card", {"card": "practice"}),
    ("ruleset", "riichi"),
]
NO_WORDS = ("waits",)


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize(("function", "asked"), ASKED, ids=[name for name, _ in ASKED])
def test_only_words_are_in_another_language(function: str, asked: Any, lang: str) -> None:
    ask = getattr(scorer, function)
    english = ask(asked)
    changed = check_same_but_for_words(english, ask(asked, lang=lang))
    assert bool(changed) == (function not in NO_WORDS)
    assert ask(asked, lang="en") == ask(asked, lang=None) == english


def test_rulesets_are_named_as_on_pages() -> None:
    english, chinese = scorer.rulesets(), scorer.rulesets(lang="zh")
    assert check_same_but_for_words(english, chinese) > 1000
    names = {ruleset["id"]: ruleset["name"] for ruleset in chinese}
    assert names["riichi"] == translations("zh").pgettext("ruleset", "Riichi")


def test_a_name_is_in_the_words_of_its_ruleset() -> None:
    found, chinese = 0, translations("zh")
    for ruleset in scorer.rulesets():
        names = {
            rule["id"]: rule["name"] for rule in scorer.ruleset(ruleset["id"], lang="zh")["rules"]
        }
        for rule in ruleset["rules"]:
            own = chinese.pgettext(ruleset["id"], rule["name"])
            if own not in (rule["name"], chinese.gettext(rule["name"])):
                assert names[rule["id"]] == own
                found += 1
    assert found > 3


@pytest.mark.slow
def test_every_case_is_the_same_in_another_language() -> None:
    changed = 0
    for kind, case in (param.values for param in list(every_case())[:: many(20, 1)]):
        if kind not in ("tiles", "waits"):
            ask: Any = scorer.settle if "players" in case else scorer.score
            changed += check_same_but_for_words(*(told(ask, case, lang) for lang in (None, "fr")))
    assert changed > 100


def told(ask: Any, case: Any, lang: str | None) -> Any:
    """Return the answer to a case, or the errors."""
    try:
        return ask(document(case), lang=lang)
    except scorer.HandError as error:
        return {"errors": error.errors}


def test_errors_are_in_the_language() -> None:
    wrong: Any = {**SCORE, "hand": {**SCORE["hand"], "concealed": "124b 55d"}}
    found = {}
    for lang in (None, *OTHERS):
        with pytest.raises(scorer.HandError) as refused:
            scorer.score(wrong, lang=lang)
        [found[lang]] = refused.value.errors
    assert len({fault["detail"] for fault in found.values()}) == 3
    assert {(fault["pointer"], fault["code"]) for fault in found.values()} == {
        ("/hand", "not_winning")
    }


def test_an_unknown_language_is_an_error() -> None:
    for call in (lambda: scorer.score(SCORE, lang="xx"), lambda: scorer.score_many([], lang="xx")):
        with pytest.raises(ValueError, match="known are en, fr, zh"):
            call()


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_many_hands_are_answered_in_the_language(workers: int) -> None:
    wrong: Any = {**SCORE, "hand": {}}
    documents: list[Any] = [{**SCORE, "id": 1}, wrong]
    good, bad = scorer.score_many(documents, brief=False, lang="fr", workers=workers)
    assert good == {**scorer.score(SCORE, lang="fr"), "id": 1}
    assert bad["title"] == translations("fr").gettext("Invalid document")
    assert bad["errors"][0]["code"] == "required"


def test_what_a_caller_wrote_stays() -> None:
    language = Language("fr")
    sheet: Any = {"title": "East", "players": [{"id": "p1", "name": "South"}], "unit": "points"}
    said = language.answer(types.GameSheet, sheet)
    assert (said["title"], said["players"]) == ("East", sheet["players"])
    entry: Any = {"kind": "adjust", "why": "agreed", "by": "North"}
    assert language.answer(types.GameEntry, entry) == entry
    assert sheet["unit"] == "points"


def test_numbers_are_written_as_the_language_does() -> None:
    text = say("{number} points", number=32000)
    assert Language("fr").text(text).startswith("32\u202f000")
    assert "32000" in Language("zh").text(text)
    assert language_of("en") is None


def test_a_recorded_answer_gets_its_sentences_and_nothing_else() -> None:
    made = {"why": say("{payer} pays", payer="East"), "amount": 3, "more": [say("b")], "new": 1}
    recorded = {"why": "East pays", "amount": 4, "more": ["a", "b"], "kept": None}
    found = with_translatable_sentences(recorded, made)
    assert found == recorded
    assert found["why"] is made["why"]
    assert type(found["more"][1]) is str


def test_words_are_declared() -> None:
    assert {"why", "because", "detail", "meaning", "summary", "question"} <= WORDS
    assert not {"id", "code", "pointer", "tile", "event", "ruleset", "printed"} & WORDS
    assert Translatable().context == ""
