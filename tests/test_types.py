"""The types of the documents, as a user's type checker sees them, and as the schemas have them."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent
from types import ModuleType, NoneType
from typing import Annotated, Any, NotRequired, TypedDict, get_args, get_type_hints

import pytest
from marshmallow import ValidationError
from mypy import api

from scorer import types
from scorer.documents.schemas.declared import schema_of
from scorer.documents.schemas.shapes import request_shape
from scorer.rules import BOOKS
from scorer.types import requests
from scorer.types.field import Field
from scorer.types.records import Member, Record, read_record, request_record

GOOD = """
    import json

    import scorer
    from scorer.engine.hand import Hand, Win
    from scorer.engine.rack import Rack
    from scorer.rulebook.payments import payments
    from scorer.rules import BOOKS
    from scorer.types import mcr as types_of_mcr
    from scorer.types import riichi
    from scorer.types import CardRequest, Score, ScoreRequest, SettleRequest, TallyKey, WaitsRequest

    hand: ScoreRequest = {
        "ruleset": "classical",
        "options": {"limit": 1000, "wall": "dead_wall", "no_debt": False},
        "hand": {
            "concealed": ["123b", "55d"],
            "melds": [{"tiles": "EEE"}, {"tiles": "7777c", "concealed": True}, {"tiles": "234d"}],
            "winning_tile": "5d",
        },
        "win": {"by": "discard", "from": "S", "with": ["last_discard"]},
        "seat": "E",
        "prevailing": "E",
    }
    table: SettleRequest = {
        "ruleset": "mcr",
        "prevailing": "E",
        "players": {"E": {}, "S": {"points": 22, "win": {"by": "self_draw"}}, "W": {}, "N": {}},
        "events": [{"event": "major_foul", "by": "N"}],
    }
    fouled: types_of_mcr.SettleRequest = {
        "ruleset": "mcr",
        "prevailing": "E",
        "players": table["players"],
        "events": [{"event": "minor_foul", "by": "N", "number": 2}],
    }
    riichi_table: riichi.SettleRequest = {
        "ruleset": "riichi",
        "prevailing": "E",
        "players": {
            "E": {"win": {"by": "self_draw", "liable": "S"}, "agreed": {"yakuman": 1}},
            "S": {"riichi": True},
            "W": {},
            "N": {},
        },
        "dora_indicators": "1b",
        "penalties": {"E": 20000},
        "honba": 2,
    }
    tiles = Hand.of("123b 456b 99d", ["789b", "EEE"], winning="9d")
    rack = Rack.of("FFF 444c 8888b", ["222bJ"], winning="8b")
    win = Win.of("discard", BOOKS["mcr"].circumstances["last_discard"].fact, loser=3)
    mcr = BOOKS["mcr"].edition()
    american = BOOKS["american"].edition()
    thirteen: WaitsRequest = {
        "ruleset": "classical",
        "hand": {"concealed": "23b 55d EEE 777c 234d"},
        "seat": "E",
        "prevailing": "E",
    }


    def of_kind(score: Score, key: TallyKey) -> int:
        return score["tally"].get(key, 0)


    def summary_of() -> str:
        try:
            score = scorer.score(hand)
        except scorer.HandError as error:
            return ", ".join(one["pointer"] for one in error.errors if one["code"] == "bad_tile")
        doubles = sum(line["amount"] for line in score["lines"] if line["kind"] == "double")
        east: int = score["net"]["E"]
        scorer.settle(riichi_table)
        paid = [payment["from"] for payment in scorer.settle(fouled)["payments"]]
        waits = scorer.waits(thirteen)["waits"]
        drawn = [wait["tile"] for wait in waits if wait["self_draw"] is not None]
        names = [ruleset["name"] for ruleset in scorer.rulesets()]
        words = [one["words"] for one in scorer.check_card({"card": "practice"})["hands"]]
        read = scorer.score(json.loads(json.dumps(hand)))
        of_tiles = mcr.score(tiles, win, seat="S", prevailing=0)
        assert payments(mcr, of_tiles, tiles, win, seat=1, prevailing="E", seats="ESWN")
        assert american.score(rack, Win.of("self_draw"), seat="W", prevailing="E").total
        assert [BOOKS[ruleset["id"]].edition() for ruleset in scorer.rulesets()]
        assert names and words and read == score
        return f"{of_kind(score, 'points')} × 2^{doubles}, {east}, {paid}, {drawn}"
"""

WRONG = {
    'scorer.score(hand)["totla"]': 'TypedDict "Score" has no key "totla"',
    'scorer.score(hand)["lines"][0]["kind"] == "duoble"': "Non-overlapping equality check",
    'scorer.score(hand)["net"]["X"]': "Invalid index type",
    'scorer.score(hand)["tally"]["fans"]': "Invalid index type",
    'scorer.score(hand)["arrangement"][0]["kind"] == "pong"': "Non-overlapping equality check",
    'scorer.settle(table)["next"]["seats"] == "pas"': "Non-overlapping equality check",
    'scorer.settle(table)["payments"][0]["form"]': 'has no key "form"',
    'scorer.waits(thirteen)["waits"][0]["self_draw"]["total"]': "is not indexable",
    'scorer.nearest(hand)["hand"]': 'TypedDict "NearestHands" has no key "hand"',
    'scorer.ruleset("mcr")["rule"]': 'TypedDict "Ruleset" has no key "rule"',
    'scorer.HandError().errors[0]["code"] == "bad_tiel"': "Non-overlapping equality check",
    'asked: ScoreRequest = {**hand, "seat": "X"}': "expression has type \"Literal['X']\"",
    'asked: ScoreRequest = {"rulset": "mcr", "hand": {"concealed": ""}}': 'key "rulset"',
    'asked: ScoreRequest = {"ruleset": "mcr", "hand": {"conceald": ""}}': '"conceald"',
    'asked: ScoreRequest = {**hand, "win": {"by": "discrad"}}': 'TypedDict item "win"',
    'asked: SettleRequest = {**table, "players": {"Q": {}}}': "Dict entry 0 has incompatible type",
    'asked: SettleRequest = {**table, "events": [{"event": "dead_hand"}]}': 'Missing key "by"',
    'asked: SettleRequest = {**table, "events": fouled["events"]}': 'TypedDict item "events"',
    'foul: types_of_mcr.Event = {"event": "minor_foul", "by": "N", "no": 2}': 'Extra key "no"',
    'asked: CardRequest = {"crad": "practice"}': '"crad"',
    'asked: SettleRequest = {**table, "honba": 1}': 'Extra key "honba"',
    'asked: riichi.SettleRequest = {**riichi_table, "honba": "2"}': 'TypedDict item "honba"',
    'asked: riichi.SettleRequest = {**riichi_table, "honbaa": 2}': 'Extra key "honbaa"',
    'asked: riichi.Win = {"by": "discard", "liable": "X"}': 'TypedDict item "liable"',
    'Win.of("dicard")': 'Argument 1 to "of" of "Win"',
    'Win.of("discard", "last_discrad")': 'Argument 2 to "of" of "Win"',
    'Win.of("discard", loser="Q")': 'Argument "loser" to "of" of "Win"',
    'mcr.score(tiles, win, seat="Q", prevailing=0)': 'Argument "seat" to "score"',
    'mcr.score(tiles, win, seat=0, prevailing="X")': 'Argument "prevailing" to "score"',
    "mcr.score(rack, win, seat=0, prevailing=0)": 'has incompatible type "Rack"; expected "Hand"',
    "american.score(tiles, win, seat=0, prevailing=0)": '"Hand"; expected "Rack"',
    'BOOKS["classical"].edition().score(rack, win, seat=0, prevailing=0)': 'expected "Hand"',
}


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What mypy --strict says of the good program and of each wrong line."""
    folder = tmp_path_factory.mktemp("users")
    head = dedent(GOOD[: GOOD.index("def of_kind")])
    programs = {"good": dedent(GOOD)}
    programs |= {f"wrong{n}": f"{head}\n{line}\n" for n, line in enumerate(WRONG)}
    for name, text in programs.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    options = ["--strict", "--no-error-summary", "--hide-error-context", "--config-file="]
    out, errors, _ = api.run([*options, f"--cache-dir={folder / 'cache'}", str(folder)])
    assert errors == ""
    said: dict[str, list[str]] = {name: [] for name in programs}
    for line in out.splitlines():
        found = re.match(r".*?(\w+)\.py:\d+: error: (.*)", line)
        if found:
            said[found[1]].append(found[2])
    return said


@pytest.mark.nightly
def test_a_program_that_reads_its_answers_rightly_has_no_type_error(
    complaints: dict[str, list[str]],
) -> None:
    assert complaints["good"] == []


@pytest.mark.nightly
@pytest.mark.parametrize("line", WRONG)
def test_a_misspelt_key_kind_or_seat_is_a_type_error(
    complaints: dict[str, list[str]], line: str
) -> None:
    said = complaints[f"wrong{[*WRONG].index(line)}"]
    assert any(WRONG[line] in one for one in said), said


def test_that_program_runs_and_says_what_the_hand_is_worth() -> None:
    made: dict[str, Any] = {}
    exec(dedent(GOOD), made)
    # Mah-jong 10, the kong 16, the pung 4, only possible 2, the eye 2; own and prevailing wind and
    # the last discard double. East is paid double by each of three.
    assert made["summary_of"]() == "34 × 2^3, 1632, ['W', 'N', 'E'], ['1b', '4b']"


NO_REQUESTS = (
    "BySeat",
    "CompareOf",
    "NearestOf",
    "PlayerOf",
    "Ruled",
    "RulesetChoice",
    "ScoreOf",
    "SettleOf",
    "WaitsOf",
)
REQUESTS = [getattr(requests, name) for name in requests.__all__ if name not in NO_REQUESTS]


@pytest.mark.parametrize("kind", REQUESTS, ids=lambda kind: kind.__name__)
def test_a_field_is_declared_whole(kind: Any) -> None:
    """With what it is, with its limits, and with None where it may be left out, and only there."""
    plain = get_type_hints(kind)
    for member in read_record(kind).members:
        assert member.meaning, member.name
        assert (NoneType in get_args(plain[member.name])) != member.required, member.name
        if member.kind in ("integer", "list"):
            assert member.note.most > 0, member.name
        if member.kind == "text":
            assert member.note.longest > 0, member.name


class Shown(TypedDict):
    tiles: Annotated[types.Tiles, "the tiles"]
    seen_by: NotRequired[
        Annotated[list[Annotated[types.Seat, "a seat"]] | None, "who sees them", Field(most=3)]
    ]
    turns: Annotated[int, "how often they were turned", Field(least=1, most=4)]


def test_a_field_that_is_declared_in_one_line_is_checked_and_described() -> None:
    schema = schema_of(read_record(Shown))()
    right = {"tiles": "EEE", "seen_by": ["S", "W"], "turns": 2}
    assert schema.load(right) == right
    with pytest.raises(ValidationError) as wrong:
        schema.load({"tiles": "EEE", "seen_by": ["S", "X", "N", "E"], "turns": 5})
    assert {*wrong.value.messages_dict} == {"seen_by", "turns"}
    shape = request_shape(read_record(Shown))
    assert shape["required"] == ["tiles", "turns"]
    assert shape["properties"]["turns"] == {
        "description": "how often they were turned",
        "type": "integer",
        "minimum": 1,
        "maximum": 4,
    }
    assert shape["properties"]["seen_by"]["anyOf"][0]["items"] == {
        "$ref": "#/components/schemas/Seat"
    }


def test_a_score_loads_no_type_of_games_and_classes() -> None:
    program = (
        "import sys, scorer; from scorer.types import requests, Score\n"
        "print([name for name in sys.modules if name.startswith('scorer.types.')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "scorer.types.requests" in done.stdout
    assert "scorer.types.games" not in done.stdout
    assert "scorer.types.class_replies" not in done.stdout


def test_every_type_is_public_under_one_name() -> None:
    for name in types.__all__:
        assert getattr(types, name) is not None
    folder = Path(types.__file__).parent
    written = "".join(path.read_text(encoding="utf-8") for path in folder.glob("re*.py"))
    declared = set(re.findall(r"^class ([A-Z]\w+)\(", written, re.MULTILINE))
    assert declared <= set(types.__all__)


def _plain(found: Record) -> Record:
    """A record without the sign of what a ruleset added, and without what its events mean by their
    fields: each event has a meaning of its own."""
    members = [_plain_member(member) for member in found.members]
    if found.name == "Event":
        members = [member._replace(meaning="") for member in sorted(members)]
    return found._replace(members=tuple(members))


def _plain_member(member: Member) -> Member:
    return member._replace(
        added=False,
        record=member.record and _plain(member.record),
        item=member.item and _plain_member(member.item),
    )


REQUESTS_OF_A_RULESET = {
    "score": "ScoreRequest",
    "settle": "SettleRequest",
    "waits": "WaitsRequest",
    "nearest": "NearestRequest",
    "compare": "CompareRequest",
}


def types_of(id: str) -> ModuleType | None:
    """The types of a ruleset, if it has any of its own."""
    name = f"scorer.types.{id}"
    return import_module(name) if find_spec(name) else None


@pytest.mark.parametrize("kind", REQUESTS_OF_A_RULESET)
@pytest.mark.parametrize("id", BOOKS)
def test_the_types_of_a_ruleset_are_what_its_book_adds(id: str, kind: str) -> None:
    """A request to which it adds nothing has the type that all rulesets share."""
    name = REQUESTS_OF_A_RULESET[kind]
    declared = read_record(getattr(types_of(id), name, getattr(requests, name)))
    added = _plain(request_record(kind, BOOKS[id]))
    assert {*_plain(declared).members} == {*added.members}
    assert declared.meaning == request_record(kind).meaning
