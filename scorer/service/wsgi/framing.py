"""Where a request ends: as much of HTTP/1.1 as it takes to know when all of it has come.

What a request means only the server's parser says, which reads it afterwards and refuses what is
not well formed. Here its bytes are only counted.
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
    """How many bytes follow this header, or ``CHUNKED``; 0 where it does not say so clearly."""
    if _CODING.search(head):
        return CHUNKED
    found = _LENGTH.search(head)
    return int(found[1]) if found else 0


def expects_continue(head: bytes) -> bool:
    """Whether the client waits for "100 Continue" before it sends the body."""
    return _EXPECT.search(head) is not None


async def pieces(reader: StreamReader, left: int) -> AsyncIterator[bytes]:
    """The next ``left`` bytes, in pieces as they come; fewer if the client stops sending."""
    while left > 0:
        piece = await reader.read(min(left, PIECE))
        if not piece:
            return
        left -= len(piece)
        yield piece


async def chunks(reader: StreamReader) -> AsyncIterator[bytes]:
    """The bytes of a body that is sent in chunks, as they come and with the sizes of the chunks.

    Stops where a chunk is malformed: the parser will find that too, and refuse the request.
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
