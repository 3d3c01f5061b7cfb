"""Whoever shows a ruleset asks what its book declares, and guesses nothing from its name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import scorer
from scorer.rules import BOOKS

PACKAGE = Path(scorer.__file__).parent
TEMPLATES = PACKAGE.parent / "templates"
EXAMPLES = PACKAGE / "service" / "api" / "examples.py"
SOURCES = [
    path
    for path in sorted(PACKAGE.rglob("*.py"))
    if (PACKAGE / "rules") not in path.parents and path != EXAMPLES
]
PAGES = sorted(TEMPLATES.rglob("*.html"))
SHOWING = [
    *(path for path in SOURCES if (PACKAGE / "service") in path.parents),
    *(
        path
        for path in SOURCES
        if {PACKAGE / "cli", PACKAGE / "documents" / "text"} & {*path.parents}
    ),
    *PAGES,
]

NAMED = re.compile(rf"(?:==|!=|\bin)\s*\(?\s*['\"](?:{'|'.join(BOOKS)})['\"]")
INSTEAD = {
    r"form\.cards\b": "hand_of, bonus_tiles, jokers, ways or what else it is about (Form has it)",
    r"['\"]cards['\"] (?:not )?in\b": "hand_of",
    r"['\"](?:fan|value|points|flowers)['\"] (?:not )?in\b.*tally": "multiplies or losers_score",
    r"['\"]meld_flags['\"] (?:not )?in\b": "conceals_sets",
    r"get\(['\"](?:no_debt|scoring|fishing)['\"]": "holds_money, wild_under and the like",
    r"['\"](?:blanks|two_bamboo)['\"]": "wild_under",
    r"false_mahjong": "ordered_events, and the field x.{event}.second",
    r"because\.startswith|startswith\(['\"]the ": "a field of the answer, such as next.seats",
    r"\bSaid\b.*\bvalues\b|\.values\[": "a field beside the sentence, as Problem.reason is",
    r"rules \| first": "listed_by",
}
"""What was guessed from, and what to ask or declare instead."""


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE.parent).as_posix()


def compared(path: Path) -> Iterator[ast.expr]:
    """Every side of a comparison, and what a ``case`` names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            for side in (node.left, *node.comparators):
                yield from (one for one in ast.walk(side) if isinstance(one, ast.expr))
        elif isinstance(node, ast.MatchValue):
            yield node.value


def test_nothing_depends_on_a_rulesets_name() -> None:
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        if not any(ruleset in text for ruleset in BOOKS):
            continue
        for side in compared(path):
            named = isinstance(side, ast.Constant) and side.value in BOOKS
            assert not named, (
                f"{name_of(path)}, line {side.lineno} compares with the name of a ruleset: declare "
                "what it is about in a part of the book (scorer/rulebook/declarations.py), set "
                "it in scorer/rules, and ask that"
            )


def test_no_page_depends_on_a_rulesets_name() -> None:
    for path in PAGES:
        found = NAMED.search(path.read_text(encoding="utf-8"))
        assert not found, (
            f"{name_of(path)} asks for a ruleset by name ({found and found[0]}): declare what "
            "it is about in a part of the book (scorer/rulebook/declarations.py), set it in "
            "scorer/rules, and ask that"
        )


def test_nothing_is_guessed_that_a_book_declares() -> None:
    for path in SHOWING:
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            for guess, instead in INSTEAD.items():
                assert not re.search(guess, line), (
                    f"{name_of(path)}, line {number} guesses what its ruleset is: ask for what the "
                    f"book declares instead: {instead}"
                )


def test_a_guess_is_found() -> None:
    assert NAMED.search("{% if ruleset.id == 'mcr' %}")
    assert NAMED.search("{% if ruleset.id in ('american', 'x') %}")
    guessed = ('if "cards" in ruleset:', "{% if form.cards %}", '"fan" not in answer["tally"]')
    assert all(any(re.search(guess, line) for guess in INSTEAD) for line in guessed)


@pytest.mark.parametrize("id", BOOKS)
def test_what_a_book_declares_of_itself_fits_what_else_it_declares(id: str) -> None:
    ruleset = scorer.ruleset(id)
    options = {option["name"]: option for option in ruleset["options"]}
    for setting in (*ruleset["wild_under"], *ruleset["fishing_told_under"]):
        assert setting["value"] in options[setting["name"]]["choices"]
    assert ruleset["holds_money"] is ("no_debt" in options)
    assert set(BOOKS[id].table.ordered_events) <= set(BOOKS[id].events)
    assert ruleset["ways"] == list(BOOKS[id].table.ways)
    assert (ruleset["hand_of"] == "card") is ("cards" in ruleset)
    for event in ruleset["events"]:
        assert "second" not in [field["name"] for field in event["fields"]]
