"""A text of one's own in an address: a card, or a club's special hands. It is deflated there
(raw DEFLATE, base64url), so that a hundred hands still fit into a QR code."""

from __future__ import annotations

import zlib
from base64 import b64decode, urlsafe_b64encode
from typing import Final

from scorer.languages.speech import say

MAX_TEXT_BYTES: Final = 32 * 1024
"""The most bytes of a text that an address holds."""
MAX_ADDRESS_LENGTH_WITH_TEXT: Final = 2800
"""The most characters of an address with a text; a QR code holds some 2,900."""

_RAW: Final = -zlib.MAX_WBITS


class OwnTextError(ValueError):
    """The field of an address holds no text; ``detail`` says what to do."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


def pack_text(text: str) -> str:
    """Return a text as an address has it, "" if it is too long for one.

    >>> unpack_own_text(pack_text("Twins: seven pairs C 500"))
    'Twins: seven pairs C 500'
    """
    data = text.encode("utf-8", "replace")
    if len(data) > MAX_TEXT_BYTES:
        return ""
    deflate = zlib.compressobj(9, wbits=_RAW)
    deflated = deflate.compress(data) + deflate.flush()
    return urlsafe_b64encode(deflated).decode().rstrip("=")


def unpack_own_text(packed: str) -> str:
    """Return the text that ``packed_text`` made this of. Raises OwnTextError."""
    inflate = zlib.decompressobj(wbits=_RAW)
    try:
        deflated = b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        data = inflate.decompress(deflated, MAX_TEXT_BYTES + 1)
        if len(data) > MAX_TEXT_BYTES:
            detail = say(
                "the text in this address is longer than {most} KiB; paste the text itself here",
                most=MAX_TEXT_BYTES // 1024,
            )
            raise OwnTextError(detail)
        if inflate.eof and not inflate.unused_data:
            return data.decode()
    except (ValueError, zlib.error) as error:
        if isinstance(error, OwnTextError):
            raise
    detail = say(
        "the text in this address is damaged; open the whole address again, or paste the text here"
    )
    raise OwnTextError(detail)
