"""QR codes of addresses, drawn into pages for other phones at the table to read."""

from __future__ import annotations

from functools import lru_cache

import segno
from markupsafe import Markup

QUIET_ZONE = 4
MAX_SHORT_ADDRESS_LENGTH = 300
# Readers accept any mask; choosing the best of eight takes four times as long.
QR_MASK = 0


@lru_cache(maxsize=64)
def qr_svg(address: str) -> Markup:
    """Return the QR code of an address as unsized SVG, empty if the address is too long for one."""
    try:
        # A short address has room for more error correction: a thumb may cover part of the screen.
        level = "M" if len(address) <= MAX_SHORT_ADDRESS_LENGTH else "L"
        code = segno.make_qr(address, error=level, mask=QR_MASK)
    except segno.DataOverflowError:
        return Markup()
    inline = code.svg_inline(
        border=QUIET_ZONE, dark="#000", light="#fff", svgclass=None, lineclass=None, omitsize=True
    )
    svg_tag = '<svg aria-hidden="true" shape-rendering="crispEdges" '
    return Markup(inline.replace("<svg ", svg_tag, 1))
