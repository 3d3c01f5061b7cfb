"""How far a request reaches: enough of HTTP/1.1 to know when all of it has come.

What a request means is for the server's parser alone, which reads it afterwards and refuses what is
not well formed. Here only its bytes are counted, each of them within a deadline.
"""

from __future__ import annotations

import re
from asyncio import IncompleteReadError, LimitOverrunError, StreamReader
from collections.abc import AsyncIterator

__all__ = ["CHUNKED", "body_length", "chunks", "expects_continue"]

CHUNKED = -1
PIECE = 64 * 1024

_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*\r\n", re.IGNORECASE)
_CODING = re.compile(rb"\r\ntransfer-encoding:[^\r]*chunked", re.IGNORECASE)
_EXPECT = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*\r\n", re.IGNORECASE)
_SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(;[^\r]*)?\r\n")


def body_length(head: bytes) -> int:
    """How many bytes follow a header, or ``CHUNKED``; 0 where it does not say it plainly."""
    if _CODING.search(head):
        return CHUNKED
    found = _LENGTH.search(head)
    return int(found[1]) if found else 0


def expects_continue(head: bytes) -> bool:
    """Whether the client waits for a word before it sends the body."""
    return _EXPECT.search(head) is not None


async def pieces(reader: StreamReader, left: int) -> AsyncIterator[bytes]:
    """So many bytes as they come; fewer if the client ends there."""
    while left > 0:
        piece = await reader.read(min(left, PIECE))
        if not piece:
            return
        left -= len(piece)
        yield piece


async def chunks(reader: StreamReader) -> AsyncIterator[bytes]:
    """A body that is sent in chunks, as it comes and with the sizes in it.

    It ends early where a chunk is malformed: the parser finds that too, and says so.
    """
    try:
        while True:
            line = await reader.readuntil(b"\r\n")
            yield line
            found = _SIZE.fullmatch(line)
            if found is None:
                return
            size = int(found[1], 16)
            if size == 0:
                break
            async for piece in pieces(reader, size):
                yield piece
            end = await reader.readexactly(2)
            yield end
            if end != b"\r\n":
                return
        while line != b"\r\n":
            line = await reader.readuntil(b"\r\n")
            yield line
    except IncompleteReadError as error:
        yield error.partial
    except LimitOverrunError:
        return
