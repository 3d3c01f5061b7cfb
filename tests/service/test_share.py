"""A result is handed on: its address as a QR code, on every page that has a result."""

from __future__ import annotations

import re
from html import unescape

import pytest
import segno
from flask.testing import FlaskClient

from scorer.service import create_app
from scorer.service.web.drawing import qr

HAND = "rules=mcr&hand=123b+456b+99d&set1=789b&set2=EEE&tile=9d&won=discard&from=W&seat=S&round=E"
TABLE = "rules=mcr&round=E&winner=S&won=discard&from=W&s.points=22"
WAITS = "rules=mcr&hand=123b+456b+9d&set1=789b&set2=EEE&seat=S&round=E"
CARD = "@name Tiny\n[2468]\nFFF 2222a 444b 8888a X 35\n"
RUN = re.compile(r"([mM])(-?[\d.]+) (-?[\d.]+)|h(\d+)")


def dark(svg: str) -> set[tuple[int, int]]:
    """The dark squares that the path of a code draws, as (row, column)."""
    path = re.search(r'stroke="#000" d="([^"]+)"', svg)
    assert path
    found, row, column = set(), 0.0, 0.0
    for move, right, down, run in RUN.findall(path[1]):
        if run:
            found |= {(int(row), int(column) + step) for step in range(int(run))}
            column += int(run)
        else:
            row = float(down) if move == "M" else row + float(down)
            column = float(right) if move == "M" else column + float(right)
    return found


@pytest.mark.parametrize("address", [f"/?{HAND}", f"/table?{TABLE}", f"/waits?{WAITS}&go=1"])
def test_the_code_holds_the_address_with_a_quiet_zone(client: FlaskClient, address: str) -> None:
    page = client.get(address).text
    shown = re.search(r'readonly value="([^"]+)"', page)
    assert shown
    drawn = re.search(r'role="img" aria-label="QR code[^"]*"><svg(.*?)</svg>', page, re.DOTALL)
    assert drawn
    assert "style=" not in drawn[1]
    code = segno.make_qr(unescape(shown[1]), error="M", mask=qr.QR_MASK)
    wanted = {
        (row + 4, column + 4)
        for row, line in enumerate(code.matrix)
        for column, module in enumerate(line)
        if module
    }
    assert dark(drawn[1]) == wanted
    assert f'viewBox="0 0 {len(code.matrix) + 8} ' in drawn[1]


def test_long_addresses_have_a_code_too_and_too_long_ones_none() -> None:
    assert qr.qr_svg("https://mahjong.example/?" + "a" * 2875)
    assert qr.qr_svg("https://mahjong.example/?" + "a" * 3000) == ""


def test_a_result_too_long_for_a_code_is_shown_without() -> None:
    settings = {"LOG_REQUESTS": False, "PUBLIC_URL": f"http://{'a-club.' * 450}example"}
    page = create_app(settings).test_client().get(f"/table?{TABLE}")
    assert page.status_code == 200
    assert "Address of this result" in page.text
    assert 'role="img" aria-label="QR code' not in page.text


def test_a_result_by_a_card_of_ones_own_has_an_address_with_the_card(client: FlaskClient) -> None:
    fields = {
        **{"rules": "american", "hand": "FFF 2222b 444c 888b", "seat": "W", "go": "1"},
        "o.card": CARD,
    }
    page = client.post("/waits", data=fields).text
    assert "QR code" in page
    shared = re.search(r'rel="canonical" href="http://localhost([^"]*)"', page)
    assert shared
    again = client.get(unescape(shared[1])).text
    assert "Waiting for" in again
    assert "Tiny" in again
