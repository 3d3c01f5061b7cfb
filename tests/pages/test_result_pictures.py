"""Pictures of results and standings, and what the preview of a link shows."""

from __future__ import annotations

import re
import struct
from html import unescape
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from scorer.service.web.pictures import drawing, tile_row
from tests.games.playing import Table, moved

HAND = (
    "rules=classical&hand=55d&set1=RRR&set2=GGG&set3=PPP&set4=EEEE&set4is=concealed&tile=5d"
    "&won=self_draw&seat=E&round=E"
)


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_a_result_has_a_picture_that_its_preview_names(client: FlaskClient, language: str) -> None:
    page = client.get(f"/hand?{HAND}&lang={language}").text
    found = re.search(r'property="og:image" content="([^"]+)"', page)
    assert found
    address = urlsplit(unescape(found[1]))
    assert address.scheme == "http"
    answer = client.get(f"{address.path}?{address.query}")
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert size(answer.data) == (drawing.PICTURE_WIDTH, drawing.PICTURE_HEIGHT)
    assert answer.cache_control.public


def test_other_hands_have_other_pictures(client: FlaskClient) -> None:
    pictures = {
        client.get(f"/hand.png?{HAND}{more}").data for more in ("", "&flowers=F1", "&lang=zh")
    }
    assert len(pictures) == 3


def test_a_table_has_a_picture_as_well(client: FlaskClient) -> None:
    table = "rules=mcr&winner=S&won=discard&from=E&s.points=20&round=E&go=1"
    page = client.get(f"/table?{table}").text
    assert 'property="og:image"' in page
    assert client.get(f"/table.png?{table}").mimetype == "image/png"


@pytest.mark.parametrize("query", ["", "rules=classical", "rules=mcr&hand=11x&won=discard&go=1"])
@pytest.mark.parametrize("path", ["/hand.png", "/table.png"])
def test_what_has_no_result_has_no_picture(client: FlaskClient, path: str, query: str) -> None:
    assert client.get(f"{path}?{query}").status_code == 404


def test_without_what_draws_there_is_no_picture(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "is_available", lambda: False)
    page = client.get(f"/hand?{HAND}").text
    assert "hand.png" not in page
    assert client.get(f"/hand.png?{HAND}").status_code == 404


def test_markup_in_a_name_is_text(client: FlaskClient) -> None:
    table = Table.begun(client, players=["<b>&'\"", "张伟", "Łukasz", "Di"])
    table.write(moved(0))
    page = table.play.removeprefix("/api/v1")
    drawn = client.get(f"{page}/standings.png?name=p1&name=p2&name=p3")
    assert (drawn.status_code, drawn.mimetype) == (200, "image/png")
    assert "public" not in drawn.headers["Cache-Control"]


def test_a_picture_of_standings_shows_the_names_that_are_ticked(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table.begun(client, title="At Ann's")
    table.write(moved(0))
    page = table.play.removeprefix("/api/v1")
    drawn: list[str] = []

    def note(svg: str) -> bytes:
        drawn.append(svg)
        return b""

    monkeypatch.setattr(drawing, "svg_as_png", note)
    client.get(f"{page}/standings.png?name=p2&name=p9")
    client.get(f"{page}/standings.png")
    some, none = drawn
    key = page.rpartition("/")[2]
    assert ">Bo<" in some
    assert "Player 1" in some
    for svg in drawn:
        assert not {"Ann", "Cy", "Di", key} & set(re.split(r"[<>\s/]", svg))
    assert "Bo" not in re.split(r"[<>\s]", none)


def test_the_preview_of_a_game_names_nobody(client: FlaskClient) -> None:
    table = Table.begun(client, title="At Ann's")
    page = client.get(table.play.removeprefix("/api/v1"), headers={"Accept": "text/html"}).text
    head = page.partition("</head>")[0]
    previews = re.findall(r"<meta property=.*?>", head)
    assert previews == ['<meta property="og:title" content="Mahjong scorer">']


def test_long_words_are_cut_to_their_room() -> None:
    assert drawing.shortened_text("Bo", 100, 20) == "Bo"
    cut = drawing.shortened_text("Maximiliana Featherstonehaugh", 100, 20)
    assert cut.endswith("…")
    assert drawing.text_width(cut, 20) <= 100
    assert drawing.text_width("张伟", 20) == 40


def test_tiles_stay_within_their_row() -> None:
    groups = [[("1b", False)] * 4] * 6 + [[("F1", False)] * 8]
    row = tile_row.place_tiles(groups, 1080)
    last = row.tiles[-1].x + row.scale * tile_row.FACE_WIDTH
    assert last <= 1081
    assert tile_row.place_tiles([], 1080).tiles == []
