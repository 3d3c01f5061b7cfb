"""An address as a QR code, drawn into the page: another phone at the table reads it."""

from __future__ import annotations

from functools import lru_cache

import segno
from markupsafe import Markup

__all__ = ["drawn"]

QUIET = 4
SHORT = 300
# Any mask is read; to weigh all eight takes four times as long, as long as a page.
MASK = 0


@lru_cache(maxsize=64)
def drawn(address: str) -> Markup:
    """The code as SVG without a size of its own; nothing where the address is too long for one."""
    try:
        # A long address has small modules enough; a short one bears a thumb over the screen.
        level = "M" if len(address) <= SHORT else "L"
        code = segno.make_qr(address, error=level, mask=MASK)
    except segno.DataOverflowError:
        return Markup()
    svg = code.svg_inline(
        border=QUIET, dark="#000", light="#fff", svgclass=None, lineclass=None, omitsize=True
    )
    plain = '<svg aria-hidden="true" shape-rendering="crispEdges" '
    return Markup(svg.replace("<svg ", plain, 1))
