"""The faces of the tiles: one file of drawings, and the corner letters that stand in the pages."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import brotli  # type: ignore[import-untyped]
import pytest
from flask.testing import FlaskClient

from scorer.engine.tiles import CODES
from tests.pages.test_style import contrast
from tools import tile_faces

from .page import EXAMPLE, Page

SVG = "{http://www.w3.org/2000/svg}"
MAX_COMPRESSED_BYTES = 25_000
IN_SIGHT = 5_000
"""What the faces may weigh in the first view of a page."""

DRAWN = tile_faces.sprite()
GROUPS = ElementTree.fromstring(DRAWN).findall(f"{SVG}defs/{SVG}g")


def test_every_tile_has_a_face_and_no_face_is_unused() -> None:
    assert [group.get("id") for group in GROUPS] == [*CODES, "back"]
    drawn = [ElementTree.tostring(group)[len(group.get("id", "")) :] for group in GROUPS]
    assert len({re.sub(rb' id="[^"]*"', b"", one) for one in drawn}) == len(drawn)


def test_the_file_is_as_the_script_draws_it() -> None:
    assert tile_faces.FILE.read_text(encoding="utf-8") == DRAWN, "python -m tools.renew"


def test_the_file_is_small() -> None:
    assert len(brotli.compress(DRAWN.encode(), quality=11)) <= min(MAX_COMPRESSED_BYTES, IN_SIGHT)


def test_a_face_is_strokes_alone() -> None:
    for group in GROUPS:
        found = {element.tag.removeprefix(SVG) for element in group.iter()}
        assert found <= {"g", "path"}
    assert not re.search(r"font|style|href|url\(|class|currentColor", DRAWN)


def test_the_deep_shade_of_every_hue_stands_out_from_the_tile() -> None:
    inks = [ink for name, ink in vars(tile_faces).items() if name.isupper() and is_ink(ink)]
    assert len(inks) == 7
    for deep, light in inks:
        assert contrast(deep, "#e9dfc6") >= 4.5
        assert contrast(deep, light) >= 2


def is_ink(found: object) -> bool:
    return isinstance(found, tuple) and len(found) == 2 and str(found[0]).startswith("#")


def test_a_face_stays_within_its_tile() -> None:
    # Coordinates of paths that are not moved are absolute or small steps: none leads far out.
    for group in GROUPS:
        for path in group.findall(f"{SVG}path"):
            starts = re.findall(r"M(-?[\d.]+)[ ,]?(-?[\d.]+)", path.get("d", ""))
            assert starts
            for x, y in starts:
                assert 0 <= float(x) <= 60
                assert 0 <= float(y) <= 80


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["1", "E", "S", "W", "N", "R", "G", "P", "F1", "S4", "J"]),
        ("fr", ["1", "E", "S", "O", "N", "R", "V", "B", "F1", "S4", "J"]),
        ("zh", ["1", "东", "南", "西", "北", "中", "发", "白", "花1", "季4", "百"]),
    ],
)
def test_corners_are_lettered_in_the_language_of_the_page(
    client: FlaskClient, language: str, expected: list[str]
) -> None:
    html = client.get("/", query_string={**EXAMPLE, "lang": language}).text
    letters = dict(re.findall(r'<text id="(corner-\w+)">([^<]*)</text>', html))
    shown = dict(re.findall(r'tiles.svg#(\w+)"/><use class="corner" href="#([\w-]+)"/>', html))
    codes = ("1b", *"ESWNRGP", "F1", "S4", "J")
    assert [letters[shown[code]] for code in codes] == expected
    assert set(shown.values()) <= letters.keys()
    assert "back" not in shown


def test_a_page_without_scripts_asks_for_the_faces_of_its_release(client: FlaskClient) -> None:
    page = Page(client.get("/", query_string=EXAMPLE).text)
    asked = [use["href"].partition("#")[0] for use in page.all("use") if "class" not in use]
    files = {file for file in asked if file}  # others are on the page itself
    assert files == {found["data-faces"] for _, found in page.tags if "data-faces" in found}
    with client.get(*files) as faces:
        assert faces.mimetype == "image/svg+xml"
        assert "immutable" in faces.headers["Cache-Control"]
