"""Tenhou's mjlog: calls as numbers, packed logs, hostile XML and numbers."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from scorer import game as games
from scorer import logs
from scorer.errors import HandError
from scorer.logs.mjlog import MAX_UNPACKED_BYTES, decode_call

AT = "2026-11-27T19:00:00Z"
LIABLE = (Path(__file__).parent / "real" / "liable.mjlog").read_text()


def load(text: str) -> logs.ImportedGame:
    return logs.load(text.encode(), at=AT)


def problem(body: bytes) -> tuple[str, str]:
    with pytest.raises(HandError) as raised:
        logs.load(body, at=AT)
    (found,) = raised.value.problems
    return found.pointer, found.detail


@pytest.mark.parametrize(
    ("code", "kind", "tiles", "taken"),
    [
        (21959, "chi", (36, 42, 47), 36),
        (22537, "pon", (57, 58, 59), 59),
        (39539, "added_kong", (100, 101, 102, 103), 103),
        (23040, "closed_kong", (88, 89, 90, 91), 90),
        (0x3301, "open_kong", (48, 49, 50, 51), 51),
        (31264, "north", (122,), 122),
    ],
)
def test_a_call_is_a_number(code: int, kind: str, tiles: tuple[int, ...], taken: int) -> None:
    assert decode_call(code) == (kind, tiles, taken)


def test_a_game_ends_with_its_table_points() -> None:
    imported = load(LIABLE)
    sheet = games.sheet(imported.game)
    assert sheet["totals"] == {"p1": -100, "p2": 18900, "p3": 47300, "p4": 33900}
    assert imported.report["differences"] == []
    worse = load(LIABLE.replace("473,57.0", "473,37.0")).report["differences"]
    assert [(d["what"], d["detail"]) for d in worse] == [
        ("final_points", "C: table points at the end 37.0 in the log, 57.3 here")
    ]


def test_who_is_liable_is_as_the_log_has_it() -> None:
    document = load(LIABLE).game.entries[-1].payload["document"]
    assert document["players"]["N"]["win"] == {"by": "self_draw", "liable": "S"}
    found = load(LIABLE.replace('paoWho="0" ', "")).report["differences"]
    assert {d["what"] for d in found} >= {"payments"}


def test_a_packed_log_is_a_log() -> None:
    assert logs.load(gzip.compress(LIABLE.encode()), at=AT).report["agree"] == 5


def test_a_hand_that_broke_off_is_left_out_and_said() -> None:
    text = re.sub(r"<AGARI[^>]*owari[^>]*/>", "", LIABLE)
    report = load(text).report
    assert report["hands"] == report["agree"] == 4
    assert report["notes"] == ["the hand at /mjloggm/380 has no end, and is left out"]


def test_a_rule_is_read_from_its_bits() -> None:
    game = load(LIABLE.replace('type="169"', 'type="7"')).game
    assert game.options == {"length": "east", "open_tanyao": False, "red_fives": 0}


ENTITIES = '<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><mjloggm>&b;</mjloggm>'


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (ENTITIES.encode(), "no document type"),
        (b'<!DOCTYPE m SYSTEM "file:///etc/passwd"><mjloggm/>', "no document type"),
        (b"<mjloggm>", "line 1, column 10"),
        (b"<" * 10**6, "line 1, column 2"),
        (b"<a>" * 200_000 + b"</a>" * 200_000, "the first element is"),
        (b'<?xml version="1.0" encoding="EBCDIC-XX"?><mjloggm/>', "encoding"),
        (b"<mjloggm/>", "no hand with an end"),
        (b"<html/>", "mjloggm"),
        (b"<mjloggm>" + b"<T1/>" * 20_001 + b"</mjloggm>", "20000 elements"),
        (gzip.compress(b"<" + b" " * (MAX_UNPACKED_BYTES + 1)), "bytes unpacked"),
        (gzip.compress(b"<mjloggm/>")[:-6], "gzip of this log is broken"),
        (b"\x1f\x8b" + b"\0" * 50, "gzip of this log is broken"),
    ],
    ids=range(12),
)
def test_hostile_xml_is_refused(body: bytes, said: str) -> None:
    assert said in problem(body)[1]


@pytest.mark.parametrize(
    ("old", "new", "pointer"),
    [
        ('seed="0,0,0,4,2,15"', 'seed="0,0,0,4,2"', "/mjloggm/4/seed"),
        ('seed="0,0,0,4,2,15"', 'seed="0,0,0,4,2,136"', "/mjloggm/4/seed"),
        ('seed="0,0,0,4,2,15"', 'seed="99,0,0,4,2,15"', "/mjloggm/4/seed"),
        ('ten="250,250,250,250" oya', 'ten="250,250,250,1e9" oya', "/mjloggm/4/ten"),
        ('ten="250,250,250,250" oya', 'ten="250,250,250,-" oya', "/mjloggm/4/ten"),
        ('oya="0" hai0="71,', 'oya="4" hai0="71,', "/mjloggm/4/oya"),
        ('hai0="71,', 'hai0="١,', "/mjloggm/4/hai0"),
        ("<T132/>", "<T136/>", "/mjloggm/5"),
        ("<T132/>", f"<T{'1' * 5000}/>", "/mjloggm/5"),
        ("<T132/><D71/>", "<T132/><D0/>", "/mjloggm/4"),
        ('<N who="0" m="2634" />', '<N who="0" m="-1" />', "/mjloggm/64/m"),
        ('<N who="0" m="2634" />', '<N who="0" m="65535" />', "/mjloggm/4"),
        ('<N who="0" m="2634" />', '<N who="4" m="2634" />', "/mjloggm/64/who"),
        ('<GO type="169" lobby="0"/>', "<T1/>", "/mjloggm/1"),
        ('owari="-1,-50.0', 'owari="nan,-50.0', "/mjloggm/470/owari"),
        ('owari="-1,-50.0', 'owari="1e999,-50.0', "/mjloggm/470/owari"),
    ],
)
def test_a_number_that_cannot_be_is_refused_with_its_place(
    old: str, new: str, pointer: str
) -> None:
    assert old in LIABLE
    found, detail = problem(LIABLE.replace(old, new, 1).encode())
    assert re.sub(r"/\d+", "/", found) == re.sub(r"/\d+", "/", pointer)
    assert detail


def test_another_end_is_named_with_those_that_are_known() -> None:
    text = re.sub(r"<AGARI[^>]*/>", '<RYUUKYOKU type="x" sc=""/>', LIABLE, count=1)
    pointer, detail = problem(text.encode())
    assert pointer.endswith("/type")
    assert "nm, yao9, kaze4" in detail
