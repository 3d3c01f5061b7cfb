"""A near miss for each rule, which its page draws beside the example: the example with one thing
otherwise, that has the rule no more. Written to scorer/examples/near; ``python -m tools.renew``
writes them anew."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from scorer.documents.schemas import requests
from scorer.documents.what_if import _concealed_set_changes, _read_request
from scorer.engine.tiles import codes, parse
from scorer.service.web.forms import addresses
from scorer.types.requests import ScoreRequest
from tests import plain as scorer
from tests.near_misses import SCATTERED, changed, claimed, other_kinds
from tools.rule_examples import EXAMPLES_FOLDER, Json, drawn_sets, winning_tile_place
from tools.rule_examples import clearest_examples as examples_of

NEAR_MISSES_FOLDER = EXAMPLES_FOLDER / "near"

NOT_WON_SIZE = 10
TILES_SIZES = ((2, 0), (4, 1), (6, 3), (sys.maxsize, 6))
"""How far a change of tiles goes: the most tiles that differ, and its size."""
UNHELPFUL_PHRASES = (
    *("it counts only for the player who wins", "the entered tiles do not have it"),
    *(
        "already contains it",
        "is worth more",
        "is worth as much",
        "are limit hands",
        "the tiles also make this",
    ),
    *(
        "a special hand does not get",
        "does not get other",
        "counts in its place",
        "it counts only in a special hand",
    ),
    *("this table", "taken apart", "the hand is not scored as", "are not read"),
)
"""What a reason says that teaches nothing of the tiles."""


def main(rulesets: Iterable[str]) -> None:
    NEAR_MISSES_FOLDER.mkdir(exist_ok=True)
    for ruleset in rulesets:
        (NEAR_MISSES_FOLDER / f"{ruleset}.json").write_text(
            near_misses_file_text(ruleset), encoding="utf-8"
        )


def near_misses_file_text(ruleset: str) -> str:
    """The near misses as their file holds them: a rule a line."""
    lines = [
        f'  "{rule}": {json.dumps(near, sort_keys=True)}'
        for rule, near in near_misses_by_rule(ruleset).items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def near_misses_by_rule(ruleset: str) -> dict[str, Json]:
    """The most telling near miss of each rule, in the order of the book."""
    return {
        rule: near_miss({"ruleset": ruleset, **example["document"]}, rule)
        for rule, example in examples_of(ruleset).items()
    }


def near_miss(document: Json, rule: str) -> Json:
    """The smallest change to this hand that teaches what the rule takes; where the hand has the
    rule twice over, two sets otherwise teach more than a hand that did not win."""
    before = scorer.score(document)
    best = _best_near_miss(
        document, before, rule, (*hands_with_changed_set(document, before), *changed(document))
    )
    if best is None or best[0][1] >= NOT_WON_SIZE:
        better = _best_near_miss(
            document, before, rule, hands_with_two_changed_sets(document, before)
        )
        if better is not None and not better[0][0]:
            best = better
    if best is None or best[0][1] > NOT_WON_SIZE:
        best = (
            _best_near_miss(document, before, rule, hand_with_rule_sets_changed(document, rule))
            or best
        )
    assert best is not None, rule
    return best[1]


def _best_near_miss(
    document: Json, before: Json, rule: str, changes: Iterable[Json]
) -> tuple[tuple[Any, ...], Json] | None:
    best: tuple[tuple[Any, ...], Json] | None = None
    every = {json.dumps(change, sort_keys=True): change for change in changes}
    sized = sorted((size_of_change(document, change), text) for text, change in every.items())
    for far, text in sized:
        if best is not None and best[0][:2] < (0, far):
            break
        found = why_missed(every[text], rule, before)
        if found is None:
            continue
        said, answer, lines = found
        little = any(words in said for words in UNHELPFUL_PHRASES)
        rank = (int(little), far, not answer["qualifies"], lines, len(answer["lines"]), text)
        if best is None or rank < best[0]:
            best = rank, near_miss_entry(document, every[text], answer, said)
    return best


def hands_with_changed_set(document: Json, answer: Json) -> Iterator[Json]:
    yield from other_kinds(document, answer)
    yield from claimed(document, answer)


def hands_with_two_changed_sets(document: Json, before: Json) -> Iterator[Json]:
    """The hand with two of its sets otherwise, which still wins."""
    for variant in (*hands_with_changed_set(document, before), *hands_with_set_concealed(document)):
        with suppress(scorer.HandError):
            answer = scorer.score(variant)
            yield from hands_with_changed_set(variant, answer)
            yield from hands_with_set_concealed(variant)


def hand_with_rule_sets_changed(document: Json, rule: str) -> Iterator[Json]:
    """The hand with every set that has the rule otherwise, one after the other."""
    now, left = document, count_of_rule(scorer.score(document), rule)
    while left:
        found = []
        for variant in (
            *hands_with_changed_set(now, scorer.score(now)),
            *hands_with_set_concealed(now),
        ):
            with suppress(scorer.HandError):
                found.append(
                    (
                        count_of_rule(scorer.score(variant), rule),
                        size_of_change(document, variant),
                        variant,
                    )
                )
        fewer = [variant for variant in found if variant[0] < left]
        if not fewer:
            return
        left, _, now = min(fewer, key=lambda each: each[:2])
    yield now


def count_of_rule(answer: Json, rule: str) -> int:
    return sum(line["id"] == rule for line in answer["lines"])


def hands_with_set_concealed(document: Json) -> Iterator[Json]:
    """The hand with one claimed set as if nobody had claimed it."""
    for _, near in _concealed_set_changes(_read_request(requests.load(ScoreRequest, document))):
        yield {**near}


def why_missed(variant: Json, rule: str, before: Json) -> tuple[str, Json, int] | None:
    """Why this hand has not the rule, its score, and how many other lines it gained or lost; None
    where it has, or is no hand that the page can draw."""
    try:
        said = scorer.explain({"document": variant, "rule": rule})
    except scorer.HandError:
        return None
    if said["counted"]:
        return None
    answer = scorer.score(variant)
    if not answer["arrangement"] or not addresses.hand_page(variant):
        return None
    had, has = ({line["id"] for line in score["lines"]} - {rule} for score in (before, answer))
    return str(said["because"]), answer, len(had ^ has)


def differences(before: Json, after: Json) -> list[tuple[str, int]]:
    """What is otherwise, each with how much: one entry for one thing."""
    found = []
    old, new = held_tiles(before), held_tiles(after)
    if old != new:
        found.append(("tiles", sum(((old - new) | (new - old)).values())))
    gone = {*(old - new)}
    moved = [meld for meld in changed_laid_sets(before, after) if not gone & {*meld[0]}]
    if moved and (old == new or len(moved) < len(changed_laid_sets(before, after)) or not gone):
        found.append(("claimed", len(moved)))
    if held_flowers(before) != held_flowers(after):
        found.append(("flowers", 1))
    won, then = before.get("win"), after.get("win")
    if (won is None) != (then is None):
        found.append(("win", 1))
    elif won and then:
        if won["by"] != then["by"]:
            found.append(("way", 1))
        if (won.get("with") or []) != (then.get("with") or []):
            found.append(("circumstance", 1))
    for name in ("seat", "prevailing"):
        if before.get(name) != after.get(name):
            found.append((name, 1))
    if (before.get("options") or {}) != (after.get("options") or {}):
        found.append(("options", 1))
    return found


def size_of_change(before: Json, after: Json) -> int:
    """How far a change goes: a tile, a claim, a fact of the win, a whole set; a house rule and no
    win at all are the last that show what a rule takes."""
    if after["hand"].get("concealed") == SCATTERED:
        return 20
    changes = dict(differences(before, after))
    far = 0
    for what, much in changes.items():
        if what == "tiles" and "win" not in changes:
            far += next(size for most, size in TILES_SIZES if much <= most)
        elif what == "tiles":
            far += much > 1
        else:
            far += {"options": 8, "win": NOT_WON_SIZE, "claimed": much}.get(what, 1)
    return far


def held_tiles(document: Json) -> Counter[str]:
    hand = document["hand"]
    texts = [hand.get("concealed") or "", *(meld["tiles"] for meld in hand.get("melds") or ())]
    found = Counter(code for text in texts for code in codes(parse(text)))
    count = sum(found.values()) - sum(
        len(codes(parse(meld["tiles"]))) == 4 for meld in hand.get("melds") or ()
    )
    won = hand.get("winning_tile")
    return found + Counter(codes(parse(won))) if won and count % 3 == 1 else found


def laid_sets(document: Json) -> list[Any]:
    """The sets before the player, and which of them are concealed."""
    return sorted(
        (codes(parse(meld["tiles"])), bool(meld.get("concealed")))
        for meld in document["hand"].get("melds") or ()
    )


def changed_laid_sets(before: Json, after: Json) -> list[Any]:
    """The sets that lie otherwise before the player, or not at all."""
    old, new = laid_sets(before), laid_sets(after)
    return [meld for meld in old if meld not in new] or [meld for meld in new if meld not in old]


def held_flowers(document: Json) -> list[str]:
    return sorted(codes(parse(document["hand"].get("bonus") or "")))


def near_miss_entry(before: Json, document: Json, answer: Json, said: str) -> Json:
    """The document without its ruleset, its tiles in their sets, which of them are otherwise, which
    one won, and why the rule does not count."""
    sets = drawn_sets(document, answer)
    made: Json = {
        "document": {
            **{name: part for name, part in document.items() if name != "ruleset"},
            "hand": {name: part for name, part in document["hand"].items() if part},
        },
        "sets": sets,
        "total": answer["total"],
        "because": said,
    }
    if answer["unit"] != scorer.ruleset(document["ruleset"])["unit"]:
        made["unit"] = answer["unit"]
    lit = added_tile_places(before, document, sets)
    if lit:
        made["lit"] = lit
    won = winning_tile_place(answer, document)
    if won is not None:
        made["won"] = won
    return made


def added_tile_places(before: Json, document: Json, sets: list[tuple[str, str, bool]]) -> list[int]:
    """The places, counted through all sets, of the tiles that the example has not."""
    new = held_tiles(document) - held_tiles(before)
    places = []
    everything = [code for tiles, _, _ in sets for code in tiles.split()]
    # From the last on: of four alike the one that was added stands at the end.
    for place in reversed(range(len(everything))):
        if new[everything[place]]:
            new[everything[place]] -= 1
            places.append(place)
    return sorted(places)


def changes_that_count(near: Mapping[str, Any], document: Json, rule: str) -> Iterator[Json]:
    """The single changes after which the rule counts, the example itself first."""
    yield document
    for variant in changed(dict(near)):
        try:
            if scorer.explain({"document": variant, "rule": rule})["counted"]:
                yield variant
        except scorer.HandError:
            continue
