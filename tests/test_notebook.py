"""What a notebook shows of hands, sheets and answers: tiles drawn, in HTML that needs nothing."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag

from scorer.engine import notebook
from scorer.engine.hand import Hand, Win
from scorer.engine.rack import Rack
from scorer.engine.sheet import Line, NotCounted, ReadyAccount, ScoreSheet
from scorer.grammar.han.hand import DoraHand
from scorer.rules import BOOKS
from tests import by_declaration
from tests import plain as scorer

EXAMPLES = Path(__file__).parents[1] / "examples"
HAND = Hand.of("123b 99d", ["777c", "888d", "EEE"], "F1 S2", winning="9d")


def example(name: str) -> Any:
    return json.loads((EXAMPLES / name).read_text(encoding="utf-8"))


def page(value: Any) -> Tag:
    """The HTML of a value, which reads nothing from outside and runs nothing."""
    html = value._repr_html_()
    parsed = BeautifulSoup(html, "html.parser")
    assert not parsed.select("script, img, link, iframe, use, style, [href], [src], [id]")
    assert "url(" not in html
    assert not [name for tag in parsed.find_all(True) for name in tag.attrs if name[:2] == "on"]
    # All that was opened is closed, in order: what comes after is none of it.
    assert str(BeautifulSoup(f"<section>{html}</section>", "html.parser")).endswith("</section>")
    return parsed


def tiles(parsed: Tag) -> list[str]:
    return [str(tile["aria-label"]) for tile in parsed.select("[role=img]")]


def groups(parsed: Tag) -> Iterator[list[str]]:
    for group in parsed.select("span"):
        yield [str(tile.get_text()) for tile in group.select("svg > text")]


def test_a_hand_shows_its_sets_its_tiles_and_its_flowers() -> None:
    drawn = page(HAND)
    assert [*groups(drawn)] == [["7"] * 3, ["8"] * 3, ["E"] * 3, [*"12399"], ["F1", "S2"]]
    won = [label for label in tiles(drawn) if label.endswith("the winning tile")]
    assert won == ["9 of dots, the winning tile"]
    assert drawn.select_one("svg path") is not None
    assert tiles(page(Hand.of("123b 9d", ["777c", "888d", "EEE"])))[-1] == "9 of dots"


def test_a_concealed_kong_shows_two_backs_and_red_fives_are_red() -> None:
    document = example("hand.json")
    labels = tiles(page(scorer.score(document)))
    assert labels.count("face down") == 2
    assert labels.count("7 of characters") == 2
    hand = DoraHand.of("123b 99b 05d", ["EEE", "777c"], winning="5d")
    assert tiles(page(hand))[-3:] == ["5 of dots, the winning tile", "5 of dots", "red 5 of dots"]


def test_a_rack_shows_jokers_and_flowers() -> None:
    labels = tiles(page(Rack.of("FFF 444c 8888b", ["222bJ"], winning="8b")))
    assert (labels[3], labels.count("flower")) == ("joker", 3)
    assert labels.count("8 of bamboo, the winning tile") == 1


@pytest.mark.parametrize("ruleset", BOOKS)
def test_a_sheet_of_every_ruleset_shows_each_line_and_what_did_not_count(ruleset: str) -> None:
    hand = by_declaration.typed_hand(BOOKS[ruleset])
    sheet = BOOKS[ruleset].edition().score(hand, Win.of("self_draw"), seat="E", prevailing="E")
    drawn = page(sheet)
    cells = {cell.get_text() for cell in drawn.select("td")}
    assert {line.name for line in sheet.lines} | {line.why for line in sheet.lines} <= cells
    assert {entry.because for entry in sheet.not_counted} <= cells
    assert sheet.formula in drawn.get_text()
    assert len(tiles(drawn)) == sum(len(shown.tiles) for shown in sheet.arrangement) > 0
    assert tiles(page(hand))


def test_an_answer_is_a_dictionary_that_is_drawn() -> None:
    document, table = example("hand.json"), example("table.json")
    for answer, other in ((scorer.score(document), "total"), (scorer.settle(table), "net")):
        again = json.loads(json.dumps(answer))
        assert type(again) is dict
        assert again == answer == pickle.loads(pickle.dumps(answer)) == copy.deepcopy(answer)
        assert isinstance(answer, dict)
        assert repr(answer) == repr(again)
        assert other in answer
    settled = scorer.settle(table)
    drawn = page(settled)
    rows = [[cell.get_text() for cell in row.select("td")] for row in drawn.select("tr")]
    for payment in settled["payments"]:
        assert [*map(str, payment.values())] in [row[: len(payment)] for row in rows]
    assert [f"{amount:+}" for amount in settled["net"].values()] in rows
    shown = [each for score in settled["scores"].values() for each in score["arrangement"]]
    assert len(tiles(drawn)) == sum(len(each["tiles"]) for each in shown) > 20
    agreed = scorer.settle({**table, "players": {**table["players"], "W": {"points": 24}}})
    assert "24" in page(agreed).get_text()


def test_what_a_club_calls_its_hands_is_text() -> None:
    line = Line("own", "<b>Ours</b>", "points", 4, (), "a & b", "ours")
    missed = NotCounted("x", "<script>alert(1)</script>", "points", 2, "x < y")
    sheet = ScoreSheet(4, ReadyAccount({"points": 4}, "<i>4</i>", (line,), (), (missed,)), True)
    drawn = page(sheet)
    assert not drawn.select("i, td b")
    for text in ("<b>Ours</b>", "a & b", "<script>alert(1)</script>", "x < y", "<i>4</i>"):
        assert text in drawn.get_text()


def test_without_the_pages_tiles_are_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "_tile_faces", dict)
    drawn = page(HAND)
    assert "🀍🀍🀍" in drawn.get_text()
    assert not drawn.select("svg")
    assert len(tiles(drawn)) == len(tiles(page(HAND))) == 16
