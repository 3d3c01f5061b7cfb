"""SVG drawn as PNG, with fonts that packages bring, so that a slim container draws every name.

The extra ``pictures`` installs what draws; without it no page offers a picture.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from unicodedata import east_asian_width

from flask import Response, abort, render_template

PICTURE_WIDTH, PICTURE_HEIGHT = 1200, 630
"""The size in pixels that link previews show whole."""
NAME_WIDTH, NAME_SIZE = 680, 52
"""The room for a name in the standings, and the height of its type."""
FONT_FAMILY = "Source Sans Pro"
REQUIRED_PACKAGES = ("resvg_py", "noto_cjk", "font_source_sans_pro")
WIDE_LETTER_EMS = 1.0
NARROW_LETTER_EMS = 0.52
"""How wide a letter is on average, as a share of the height of the type."""


@cache
def is_available() -> bool:
    """Tests if the packages are installed that draw pictures."""
    return all(find_spec(package) for package in REQUIRED_PACKAGES)


@cache
def _font_files() -> tuple[str, ...]:
    import font_source_sans_pro as latin
    from noto_cjk import otc_path

    files = latin.font_files_ttf
    return files["SourceSansPro"], files["SourceSansProSemibold"], str(otc_path("sans"))


def svg_as_png(svg: str) -> bytes:
    """Return an SVG picture as PNG. Takes about 70 ms."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=PICTURE_WIDTH,
            skip_system_fonts=True,
            font_files=list(_font_files()),
            font_family=FONT_FAMILY,
            sans_serif_family=FONT_FAMILY,
        )
    )


def picture_response(template: str, **variables: object) -> Response:
    """Render an SVG template and return its picture; 404 where nothing can draw it."""
    if not is_available():
        abort(404)
    svg = render_template(
        template, width=PICTURE_WIDTH, height=PICTURE_HEIGHT, family=FONT_FAMILY, **variables
    )
    return Response(svg_as_png(svg), mimetype="image/png")


def text_width(text: str, size: float) -> float:
    """Return about how wide a text is at this height of type, in the units of the height."""
    return sum(
        size * (WIDE_LETTER_EMS if east_asian_width(char) in "WF" else NARROW_LETTER_EMS)
        for char in text
    )


def shortened_text(text: str, width: float, size: float) -> str:
    """Return a text cut to a width, with "…" in place of what was cut."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(f"{text}…", size) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def face_definitions(codes: set[str], sprite: Path) -> str:
    """Return the drawings of these tiles, from the file that holds a drawing on each line."""
    lines = sprite.read_text(encoding="utf-8").splitlines()
    return "".join(line for line in lines if any(f'<g id="{code}"' in line for code in codes))
