"""Preset 1998 of Chinese Official against PyMahjongGB: recorded hands, and fresh ones."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests import plain as scorer
from tests.peers import pymahjonggb
from tests.peers.hands import Document, random_hand
from tests.peers.known import KNOWN, REFUSED, Known, Refused
from tests.peers.pymahjonggb import Answer, Line
from tests.peers.record import recorded

NEEDED = "SCORER_NEEDS_PEERS" in os.environ  # set where a skipped comparison is a failure
FRESH = int(os.environ.get("SCORER_FRESH_HANDS", "3000"))
PAGE = Path(__file__).parents[1] / "docs" / "mcr.md"


def ours(document: Document) -> Counter[Line]:
    """Our lines; together they are the total."""
    answer = scorer.score(document)
    lines: Counter[Line] = Counter()
    for line in answer["lines"]:
        lines[line["id"], line["amount"]] += line["count"]
    assert answer["total"] == sum(amount * count for (_, amount), count in lines.items())
    return lines


def compared(pairs: Iterable[tuple[Document, Answer]]) -> tuple[Counter[str], list[str]]:
    """How many hands lie in each known class, and the differences that none explains."""
    classes: Counter[str] = Counter()
    unexplained = []
    for document, answer in pairs:
        theirs, mine = pymahjonggb.lines(answer), ours(document)
        if mine == theirs:
            continue
        found = [known.name for known in KNOWN if known.explains(document, theirs, mine)]
        classes.update(found)
        if len(found) != 1:
            apart = {"theirs": sorted(theirs - mine), "ours": sorted(mine - theirs)}
            unexplained.append(json.dumps({**document, **apart, "classes": found}))
    return classes, unexplained


def test_every_recorded_answer_is_ours_too_or_its_difference_is_known() -> None:
    classes, unexplained = compared(recorded())
    assert not unexplained, "\n".join([f"{len(unexplained)} hands", *unexplained[:20]])
    assert set(classes) == {known.name for known in KNOWN}, "a class that nothing recorded shows"


def test_every_fan_is_among_the_recorded_hands() -> None:
    seen = Counter(id_ for _, answer in recorded() for id_, _, _ in answer)
    published = {rule["id"] for rule in scorer.ruleset("mcr")["rules"]}
    assert set(seen) == published
    assert min(seen.values()) >= 10, seen.most_common()[-5:]


def test_there_are_many_recorded_hands_and_all_are_different() -> None:
    hands = [json.dumps(document) for document, _ in recorded()]
    assert len(set(hands)) >= 6000


def test_every_option_of_the_preset_decides_a_recorded_hand() -> None:
    book = scorer.ruleset("mcr")
    usual = {option["name"]: option["default"] for option in book["options"]}
    preset = next(preset for preset in book["presets"] if preset["name"] == "1998")
    for name in preset["options"]:
        changed = {name: usual[name]}
        assert any(
            scorer.score({**document, "options": changed})["total"] != pymahjonggb.total(answer)
            for document, answer in recorded()
        ), name


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_a_class_explains_its_example_and_nothing_near_it(known: Known) -> None:
    document = known.example
    answer = next(answer for hand, answer in recorded() if hand == document)
    theirs, mine = pymahjonggb.lines(answer), ours(document)
    assert known.explains(document, theirs, mine)
    more = Counter({("self-drawn", 1): 1})
    assert not known.explains(document, theirs + more, mine)
    assert not known.explains(document, theirs, mine + more)
    assert not known.explains(document, mine, theirs)


@pytest.mark.parametrize("refused", REFUSED, ids=lambda refused: refused.name)
def test_what_only_pymahjonggb_takes_is_refused_here(refused: Refused) -> None:
    with pytest.raises(scorer.HandError) as error:
        scorer.score(refused.example)
    assert [problem["code"] for problem in error.value.errors] == [refused.code]


@pytest.mark.parametrize("known", [*KNOWN, *REFUSED], ids=lambda known: known.name)
def test_the_page_tells_every_class(known: Known | Refused) -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert f"**{known.name}.** {known.sentence}" in page


def test_the_page_tells_no_class_that_is_gone() -> None:
    page = PAGE.read_text(encoding="utf-8")
    section = page.split("## Where PyMahjongGB and this scorer differ")[1].split("\n## ")[0]
    told = [line for line in section.splitlines() if line.startswith("* **")]
    assert len(told) == len(KNOWN) + len(REFUSED)


@pytest.fixture
def live() -> None:
    """PyMahjongGB itself, where it is installed."""
    if not pymahjonggb.installed():
        if NEEDED:
            pytest.fail("PyMahjongGB is missing: pip install -e '.[peers]'")
        pytest.skip("PyMahjongGB is not installed (pip install -e '.[peers]')")


@pytest.mark.usefixtures("live")
def test_fresh_hands_agree_or_their_difference_is_known() -> None:
    seed = os.environ.get("SCORER_FRESH_SEED") or str(random.SystemRandom().randrange(10**9))
    rng = random.Random(seed)
    hands = (random_hand(rng) for _ in range(FRESH))
    classes, unexplained = compared((hand, pymahjonggb.answer(hand)) for hand in hands)
    print(f"SCORER_FRESH_SEED={seed}: {FRESH} hands, known differences {dict(classes)}")
    told = [f"SCORER_FRESH_SEED={seed}: {len(unexplained)} hands", *unexplained[:20]]
    assert not unexplained, "\n".join(told)


@pytest.mark.usefixtures("live")
def test_what_is_recorded_is_still_what_pymahjonggb_answers() -> None:
    assert all(pymahjonggb.answer(document) == answer for document, answer in recorded())


@pytest.mark.usefixtures("live")
def test_pymahjonggb_takes_what_is_refused_here() -> None:
    assert all(pymahjonggb.answer(refused.example) for refused in REFUSED)
