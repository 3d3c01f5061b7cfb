"""A hand for each rule, which the rules page draws: chosen from tests/cases, written to
scorer/examples, since tests are not installed. ``python -m tools.renew`` writes them anew."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import scorer as package
from scorer.engine.tiles import codes, parse
from scorer.service.web.forms import addresses
from tests import plain as scorer
from tests.test_cases import CASES, cases, document

EXAMPLES_FOLDER = Path(package.__file__).parent / "examples"
Json = dict[str, Any]


def main(rulesets: Iterable[str]) -> None:
    EXAMPLES_FOLDER.mkdir(exist_ok=True)
    for ruleset in rulesets:
        (EXAMPLES_FOLDER / f"{ruleset}.json").write_text(
            examples_file_text(ruleset), encoding="utf-8"
        )


def examples_file_text(ruleset: str) -> str:
    """The examples as their file holds them: a rule a line."""
    lines = [
        f'  "{rule}": {json.dumps(example, sort_keys=True)}'
        for rule, example in clearest_examples(ruleset).items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def clearest_examples(ruleset: str) -> dict[str, Json]:
    """The clearest hand for each rule, in the order of the book."""
    best: dict[str, tuple[Any, Json]] = {}
    for request, answer in scored_cases(ruleset):
        for line in answer["lines"]:
            found = clearness_key(request, answer, line)
            if line["id"] not in best or found < best[line["id"]][0]:
                best[line["id"]] = found, example_entry(request, answer, line)
    rules = [rule["id"] for rule in scorer.ruleset(ruleset)["rules"]]
    return {rule: best[rule][1] for rule in rules if rule in best}


def scored_cases(ruleset: str) -> Iterator[tuple[Json, Json]]:
    """The hands of the cases that the scorer's page can show, each with its answer."""
    for path in sorted((CASES / ruleset).glob("*.toml")):
        for case in cases(path):
            wanted = case["expect"]
            if "players" in case or "waits" in wanted or "error" in wanted:
                continue
            request = document(case)
            if "hand" not in request or "?" in str(request["hand"].get("winning_tile")):
                continue
            answer = scorer.score(request)
            if answer["arrangement"] and addresses.hand_page(request):
                yield request, answer


def clearness_key(request: Json, answer: Json, line: Json) -> tuple[Any, ...]:
    """The less, the clearer: no house rules, a hand that wins, little beside the rule itself, and
    few jokers."""
    ids = [entry["id"] for entry in answer["lines"]]
    return (
        bool(request.get("options")) + bool(request.get("preset")),
        "win" not in request,
        not answer["qualifies"],
        answer["total"] - worth_of_rule(answer, line),
        ids.count(line["id"]) * (line.get("count") or 1),
        str(request["hand"]).count("J"),
        len({*ids}),
        len(ids),
        len(answer["arrangement"]),
        len(request["hand"].get("bonus") or ""),
        len(json.dumps(request)),
    )


def example_entry(request: Json, answer: Json, line: Json) -> Json:
    """The document without its ruleset, the tiles in their sets, which of them the rule looks at
    (left out where that is all) and which one won."""
    sets = drawn_sets(request, answer)
    tiles = [code for tiles in sets for code in tiles[0].split()]
    shown = [entry["tiles"] for entry in answer["lines"] if entry["id"] == line["id"]]
    lit = tile_places([tiles[0].split() for tiles in sets], shown)
    hand = {name: part for name, part in request["hand"].items() if part}
    made: Json = {
        "document": {**request, "hand": hand},
        "sets": sets,
        "worth": worth_of_rule(answer, line),
        "total": answer["total"],
    }
    del made["document"]["ruleset"]
    if answer["unit"] != scorer.ruleset(request["ruleset"])["unit"]:
        made["unit"] = answer["unit"]
    if len(lit) < len(tiles):
        made["lit"] = lit
    won = winning_tile_place(answer, request)
    if won is not None:
        made["won"] = won
    return made


def worth_of_rule(answer: Json, line: Json) -> int:
    """What the rule brings in this hand, all its lines together."""
    same = [entry for entry in answer["lines"] if entry["id"] == line["id"]]
    return sum(entry["amount"] * (entry.get("count") or 1) for entry in same)


def drawn_sets(request: Json, answer: Json) -> list[tuple[str, str, bool]]:
    """The tiles, the kind and whether concealed of each set of the hand as it is scored; its
    flowers by themselves."""
    sets = [
        (" ".join(set_["tiles"]), set_["kind"], bool(set_["concealed"]))
        for set_ in answer["arrangement"]
    ]
    bonus = request["hand"].get("bonus")
    return [*sets, (" ".join(codes(parse(bonus))), "flowers", False)] if bonus else sets


def tile_places(sets: list[list[str]], lines: list[list[str]]) -> list[int]:
    """The places, counted through all sets, of the tiles that these lines show."""
    places: set[int] = set()
    for shown in lines:
        places |= tile_places_of_line(sets, shown)
    return sorted(places)


def tile_places_of_line(sets: list[list[str]], shown: list[str]) -> set[int]:
    """The same of one line: whole sets first, then single tiles."""
    left, places, at = Counter(shown), set(), 0
    numbered = []
    for tiles in sets:
        numbered.append([(at + place, code) for place, code in enumerate(tiles)])
        at += len(tiles)
    for numbered_tiles in numbered:
        wanted = Counter(code for _, code in numbered_tiles)
        if wanted <= left:
            left -= wanted
            places |= {place for place, _ in numbered_tiles}
    for place, code in (tile for numbered_tiles in numbered for tile in numbered_tiles):
        if place not in places and left[code]:
            left[code] -= 1
            places.add(place)
    return places


def winning_tile_place(answer: Json, request: Mapping[str, Any]) -> int | None:
    """The place of the winning tile, in the set that it completed."""
    tile = request["hand"].get("winning_tile")
    if not tile:
        return None
    wanted, at = codes(parse(tile))[0], 0
    for set_ in answer["arrangement"]:
        if set_["winning"] and wanted in set_["tiles"]:
            return at + max(place for place, code in enumerate(set_["tiles"]) if code == wanted)
        at += len(set_["tiles"])
    return None
