"""The books' own special hands, written as a club would, change no result."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorer.engine.hand import Hand, Meld, Win
from scorer.errors import HandError
from scorer.grammar.points.edition import PointsEdition
from scorer.grammar.special.hands import ReadyHand
from scorer.grammar.special.shapes import kind_masks_allowed
from scorer.rules import BOOKS
from tests import plain as scorer
from tests.hands.written import WRITTEN, written_for
from tests.nightly import many
from tests.test_cases import CASES, cases, document

PRESETS = [
    ("british", "u3a"),
    ("british", "bmja"),
    ("classical", "redux"),
    ("classical", "dmjl"),
]
HANDS = many(400, 20_000)


def written(ruleset: str, preset: str | None) -> PointsEdition:
    edition = BOOKS[ruleset].edition(preset, {"special_hands": written_for(ruleset, preset)})
    assert isinstance(edition, PointsEdition)
    return edition


def groups_of(
    rng: random.Random, edition: PointsEdition, ready: ReadyHand
) -> list[tuple[int, ...]]:
    """The groups of one hand of this kind, drawn at random."""
    assert edition._own is not None
    variants = [v for v in edition._own.hands.patterns.variants if v.hand == ready.place]
    if variants:
        return [(tile,) * size for tile, size, _ in rng.choice(variants).groups]
    shaped = ready.hand.shaped
    assert shaped is not None
    mask = rng.choice(list(kind_masks_allowed(shaped.restrictions)))
    kinds = [kind for kind in range(34) if mask >> kind & 1]
    first, second = rng.sample((0, 9, 18), 2)
    if shaped.kind == "pairs":
        return [(rng.choice(kinds),) * 2 for _ in range(7)]
    if shaped.kind == "knitted pairs":
        ranks = [rng.randrange(9) for _ in range(7)]
        return [(first + rank, second + rank) for rank in ranks]
    if shaped.kind == "knitted triples":
        ranks = [rng.randrange(9) for _ in range(5)]
        triples = [(rank, 9 + rank, 18 + rank) for rank in ranks[:4]]
        return [*triples, (first + ranks[4], second + ranks[4])]
    groups: list[tuple[int, ...]] = [(kind,) * 3 for kind, _ in shaped.restrictions.required]
    while len(groups) < 4:
        kind = rng.choice(kinds)
        chow = not shaped.restrictions.no_chows and kind < 27 and kind % 9 < 7
        chow = chow and mask >> kind & 7 == 7 and rng.random() < 0.5
        groups.append((kind, kind + 1, kind + 2) if chow else (kind,) * 3)
    return [*groups, (rng.choice(kinds),) * 2]


def drawn(rng: random.Random, edition: PointsEdition) -> tuple[list[int], list[Meld]]:
    """The tiles of a hand that is one of the special hands, or nearly."""
    assert edition._own is not None
    ready = rng.choice(edition._own.hands.hands)
    kongs = ready.hand.shaped is not None and ready.hand.shaped.kind == "kongs"
    concealed: list[int] = []
    melds = []
    for group in groups_of(rng, edition, ready):
        alike = len(set(group)) == 1
        chow = len(group) == 3 and [*group] == [*range(group[0], group[0] + 3)]
        if len(group) > 2 and (alike or chow) and rng.random() < (0.95 if kongs else 0.4):
            if alike and rng.random() < (0.95 if kongs else 0.4):
                shut = rng.random() < 0.4
                onto = not shut and edition.book.id == "classical" and rng.random() < 0.3
                melds.append(Meld.of((group[0],) * 4, shut, onto))
            else:
                melds.append(Meld.of(group))
        else:
            concealed += group
    if rng.random() < 0.25 and concealed:
        concealed[rng.randrange(len(concealed))] = rng.randrange(34)
    return concealed, melds


def hands(rng: random.Random, edition: PointsEdition) -> Iterator[tuple[Hand, Win | None]]:
    while True:
        concealed, melds = drawn(rng, edition)
        if not concealed:
            continue
        winning, win = rng.choice(concealed), Win.of(rng.choice(("self_draw", "discard")))
        try:
            if rng.random() < 0.75:
                yield Hand(concealed, melds, (), winning), win
            else:
                concealed.remove(winning)
                yield Hand(concealed, melds), None
        except HandError:
            continue


def result(edition: PointsEdition, hand: Hand, win: Win | None, seat: int) -> tuple[Any, ...]:
    try:
        sheet = edition.score(hand, win, seat=seat, prevailing=0)
    except HandError:
        return ()
    lines = [(line.kind, line.amount) for line in sheet.lines]
    return sheet.total, sheet.formula, sheet.tally, sheet.reached, lines


@pytest.mark.parametrize(("ruleset", "preset"), PRESETS)
def test_no_random_hand_near_them_scores_otherwise(ruleset: str, preset: str) -> None:
    plain, own = BOOKS[ruleset].edition(preset), written(ruleset, preset)
    assert isinstance(plain, PointsEdition)
    rng = random.Random(f"{ruleset} {preset}")
    special = 0
    for _, (hand, win) in zip(range(HANDS), hands(rng, own), strict=False):
        seat = rng.randrange(4)
        found = result(own, hand, win, seat)
        assert found == result(plain, hand, win, seat), (hand, win, seat)
        special += bool(found) and any(kind == "limit" for kind, _ in found[4])
    assert special > HANDS // 5


def corpus() -> list[Any]:
    found = []
    for path in sorted(CASES.glob("*/*.toml")):
        if path.parent.name not in WRITTEN or path.stem == "waits":
            continue
        marks = [pytest.param(path, id=f"{path.parent.name}/{path.stem}")]
        found += marks
    return found


@pytest.mark.parametrize("path", corpus())
def test_no_case_of_the_corpus_scores_otherwise(path: Path) -> None:
    for case in cases(path):
        options = case.get("options", {})
        if options.get("limit_hand_list") == "buzzard" or case.get("preset") == "buzzard_2000":
            continue
        if not options.get("limit_hands", True) or "nine_gates" in options:
            continue
        if {"scholars", "gates_claim", "great_scholars"} & options.keys():
            continue
        request = document(case)
        text = written_for(path.parent.name, case.get("preset"))
        own = request | {"options": request.get("options", {}) | {"special_hands": text}}
        answer = scorer.settle if "players" in request else scorer.score
        try:
            plain = answer(request)
        except scorer.HandError:
            with pytest.raises(scorer.HandError):
                answer(own)
            continue
        assert essence(answer(own)) == essence(plain), case["name"]


def essence(answer: Any) -> Any:
    """What an answer comes to, without the names of what counts."""
    kept = ("total", "formula", "tally", "limit_reached", "net", "qualifies")
    if "scores" in answer:
        scores = {
            seat: None if sheet is None else essence(sheet)
            for seat, sheet in answer["scores"].items()
        }
        return scores, answer.get("net")
    return {name: answer[name] for name in kept if name in answer}
