"""Runs every case of tests/cases; tests/cases/README.md tells how to write one."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorer.engine import tiles
from tests import plain as scorer

CASES = Path(__file__).parent / "cases"
HAND_KEYS = {"concealed", "melds", "bonus", "winning", "dora", "ura"}
WIN_KEYS = {"by", "from", "with", "liable", "responsible"}
DOCUMENT_KEYS = {
    *("ruleset", "preset", "options", "seat", "prevailing", "seats"),
    *("players", "events", "holdings", "standing", "deals_passed", "east_run", "fishing"),
    *("honba", "riichi_sticks", "dora_indicators", "ura_indicators", "draw", "penalties"),
    *("chips", "wins"),
    *("riichi", "tenpai", "agreed", "dealer_streak"),
}
Json = dict[str, Any]


def cases(path: Path) -> list[Json]:
    book = tomllib.loads(path.read_text(encoding="utf-8"))
    return [book.get("defaults", {}) | case for case in book["case"]]


def every_case() -> list[Any]:
    return [
        pytest.param(path.stem, case, id=f"{path.parent.name}/{path.stem}: {case['name']}")
        for path in sorted(CASES.glob("**/*.toml"))
        for case in cases(path)
    ]


def meld(text: str) -> Json:
    if text.startswith("("):
        return {"tiles": text.strip("()"), "concealed": True}
    if text.endswith("*"):
        return {"tiles": text.rstrip("*"), "from_concealed_pung": True}
    return {"tiles": text}


def document(case: Json) -> Json:
    """The document of contract.md that the short keys of a case stand for."""
    known = HAND_KEYS | WIN_KEYS | DOCUMENT_KEYS | {"name", "expect", "raw", "without", "points"}
    assert not case.keys() - known, f"unknown keys {case.keys() - known}"
    answer: Json = {key: case[key] for key in case if key in DOCUMENT_KEYS | {"points"}}
    if "players" in answer:
        answer["players"] = {seat: document(player) for seat, player in case["players"].items()}
    if HAND_KEYS & case.keys():
        hand: Json = {key: case[key] for key in ("concealed", "bonus") if key in case}
        hand["melds"] = [meld(text) for text in case.get("melds", [])]
        for key, field in (("dora", "dora_indicators"), ("ura", "ura_indicators")):
            if key in case:
                hand[field] = case[key]
        if case.get("winning"):
            hand["winning_tile"] = case["winning"]
        answer["hand"] = hand
    win = {key: case[key] for key in WIN_KEYS if key in case}
    if win.get("by") == "self_draw":
        win.pop("from", None)
    if win and win.get("by") != "none":
        answer["win"] = win
    for key in case.get("without", []):
        del answer[key]
    answer.update(case.get("raw", {}))
    return answer


@pytest.mark.parametrize(("kind", "case"), every_case())
def test_case(kind: str, case: Json) -> None:
    expect = dict(case["expect"])
    if kind == "tiles":
        read_tiles(case["tiles"], expect)
        return
    question = scorer.settle if "players" in case else scorer.score
    if kind == "waits":
        question = scorer.waits
    if "error" in expect:
        with pytest.raises(scorer.HandError) as caught:
            question(document(case))
        found = [(problem["code"], problem["pointer"]) for problem in caught.value.errors]
        assert any(
            code == expect["error"] and pointer == expect.get("at", pointer)
            for code, pointer in found
        ), found
        return
    answer = question(document(case))
    told = [(line["id"], line["amount"]) for line in answer.get("lines", [])]
    for what, wanted in expect.items():
        CHECKS[what](answer, wanted, told)


def read_tiles(text: str, expect: Json) -> None:
    if "refused" in expect:
        with pytest.raises(tiles.TileError):
            tiles.parse(text)
    else:
        assert " ".join(tiles.codes(tiles.parse(text))) == expect["read_as"]


def check_has(answer: Json, wanted: list[str], expected: Any) -> None:
    for item in wanted:
        match = re.fullmatch(r"([a-z-]+)(?: x(\d+))?(?:=(\d+))?", item)
        assert match, f"“{item}” is not like “flower”, “flower x2” or “flower=4”"
        rule, count, amount = match.groups()
        lines = [line for line in answer["lines"] if line["id"] == rule]
        assert lines, f"no line {rule} in {expected}"
        assert count is None or len(lines) == int(count), expected
        assert amount is None or {line["amount"] for line in lines} == {int(amount)}, expected


def check_lacks(answer: Json, wanted: list[str], expected: Any) -> None:
    assert not {line["id"] for line in answer["lines"]} & set(wanted), expected


def check_set_aside(answer: Json, wanted: list[str], _: Any) -> None:
    assert set(wanted) <= {line["id"] for line in answer["not_counted"]}


def check_limit_hand(answer: Json, wanted: str, expected: Any) -> None:
    named = answer["limit"]["hand"]
    if wanted == "none":
        assert named is None, expected
    else:
        ids = {line["id"] for line in answer["lines"] if line["kind"] == "limit"}
        assert wanted in {named} | ids, expected


def check_limit(answer: Json, wanted: str, _: Any) -> None:
    assert answer["limit"]["hand"] == wanted


def check_arrangement(answer: Json, wanted: list[str], _: Any) -> None:
    found = sorted(shown_set["tiles"] for shown_set in answer["arrangement"])
    assert found == sorted(tiles.codes(tiles.parse(text)) for text in wanted)


def check_completes(answer: Json, wanted: str, _: Any) -> None:
    found = [shown_set["tiles"] for shown_set in answer["arrangement"] if shown_set["winning"]]
    assert found == [tiles.codes(tiles.parse(wanted))]


def check_formula(answer: Json, wanted: str, _: Any) -> None:
    assert answer["formula"] == wanted


def check_pays(answer: Json, wanted: dict[str, int], _: Any) -> None:
    paid: dict[str, int] = {}
    for payment in answer["payments"]:
        paid[payment["from"]] = paid.get(payment["from"], 0) + payment["amount"]
    assert paid == wanted


def check_waits(answer: Json, wanted: dict[str, list[int | str]], _: Any) -> None:
    found = {
        wait["tile"]: [
            "no" if wait[way] is None else wait[way]["total"] for way in ("discard", "self_draw")
        ]
        for wait in answer["waits"]
    }
    assert found == wanted


def check_next(answer: Json, wanted: Json, _: Any) -> None:
    known = {key: None if value == "null" else value for key, value in wanted.items()}
    assert {key: answer["next"].get(key) for key in known} == known


def check_next_lacks(answer: Json, wanted: list[str], _: Any) -> None:
    assert not answer["next"].keys() & set(wanted)


def check_tally(part: str) -> Any:
    def check(answer: Json, wanted: int, expected: Any) -> None:
        assert answer["tally"][part] == wanted, expected

    return check


def check_total(answer: Json, wanted: int, expected: Any) -> None:
    assert answer["total"] == wanted, expected


def check_reached(answer: Json, wanted: bool, _: Any) -> None:
    assert answer["limit"]["reached"] is wanted


def check_net(answer: Json, wanted: dict[str, int], _: Any) -> None:
    assert answer["net"] == wanted, answer["payments"]
    assert sum(answer["net"].values()) == 0


def check_scores(answer: Json, wanted: dict[str, int], _: Any) -> None:
    assert {seat: answer["scores"][seat]["total"] for seat in wanted} == wanted


def check_seats(answer: Json, wanted: str, _: Any) -> None:
    assert answer["next"]["seats"] == wanted


def check_unseen(answer: Json, wanted: dict[str, int], _: Any) -> None:
    assert {wait["tile"]: wait["unseen"] for wait in answer["waits"]} == wanted


def check_qualifies(answer: Json, wanted: bool, expected: Any) -> None:
    assert answer["qualifies"] is wanted, expected


def check_deductions(answer: Json, wanted: dict[str, int], _: Any) -> None:
    found: dict[str, int] = {}
    for taken in answer["deductions"]:
        found[taken["seat"]] = found.get(taken["seat"], 0) + taken["amount"]
    assert found == wanted


def check_unpaid(answer: Json, wanted: dict[str, int], _: Any) -> None:
    owed: dict[str, int] = {}
    for debt in answer["unpaid"]:
        owed[debt["from"]] = owed.get(debt["from"], 0) + debt["amount"]
    assert owed == wanted


def check_events(answer: Json, wanted: list[str], _: Any) -> None:
    assert [told["event"] for told in answer["events"]] == wanted


def check_warned(answer: Json, wanted: list[str], _: Any) -> None:
    assert [warning["pointer"] for warning in answer["warnings"]] == wanted


def check_same(part: str) -> Any:
    def check(answer: Json, wanted: Json, _: Any) -> None:
        assert answer[part] == wanted

    return check


def check_reasons(part: str) -> Any:
    def check(answer: Json, wanted: list[str], _: Any) -> None:
        assert list(dict.fromkeys(paid["because"] for paid in answer[part])) == wanted

    return check


def check_hand(answer: Json, wanted: str, expected: Any) -> None:
    assert [line["name"] for line in answer["lines"] if line["id"] == "card-hand"] == [wanted], (
        expected
    )


CHECKS = {
    "total": check_total,
    "points": check_tally("points"),
    "doubles": check_tally("doubles"),
    "fan": check_tally("fan"),
    "faan": check_tally("faan"),
    "tai": check_tally("tai"),
    "flowers": check_tally("flowers"),
    "value": check_tally("value"),
    "multiplier": check_tally("multiplier"),
    "han": check_tally("han"),
    "fu": check_tally("fu"),
    "yakuman": check_tally("yakuman"),
    "penalties": check_same("penalties"),
    "hand": check_hand,
    "awards": check_same("awards"),
    "chips": check_same("chips"),
    "wins": check_same("wins"),
    "qualifies": check_qualifies,
    "deductions": check_deductions,
    "standing": check_same("standing"),
    "table_points": check_same("table_points"),
    "limit_hand": check_limit_hand,
    "reached": check_reached,
    "has": check_has,
    "lacks": check_lacks,
    "set_aside": check_set_aside,
    "limit": check_limit,
    "arrangement": check_arrangement,
    "completes": check_completes,
    "formula": check_formula,
    "pays": check_pays,
    "net": check_net,
    "scores": check_scores,
    "seats": check_seats,
    "next": check_next,
    "next_lacks": check_next_lacks,
    "unpaid": check_unpaid,
    "events": check_events,
    "waits": check_waits,
    "unseen": check_unseen,
    "warned": check_warned,
    "reasons": check_reasons("payments"),
    "chip_reasons": check_reasons("chip_payments"),
}
