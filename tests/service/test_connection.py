"""One connection of the worker: how much it may hold, and for how long."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from scorer.service.settings import DEFAULTS
from scorer.service.wsgi.connection import RATE, Answer, Connection, GivenUpError, Room

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn needs fork")

MUCH = b"x" * 10_000_000
SETTINGS = {**DEFAULTS, "HEADER_SECONDS": 0.1, "BODY_SECONDS": 0.1, "ANSWER_SECONDS": 0.1}


@asynccontextmanager
async def opened(room: Room) -> AsyncIterator[tuple[Connection, socket.socket]]:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    theirs.setblocking(False)
    connection = Connection(ours, "", SETTINGS, room)
    with theirs:
        await connection.open(asyncio.get_running_loop(), None, 1000)
        try:
            yield connection, theirs
        finally:
            await connection.close()
            await asyncio.sleep(0)  # in which the transport closes the socket


async def sent(room: Room, reads: int) -> None:
    """Answer with much to a client that reads so much of it."""
    async with opened(room) as (connection, theirs):
        loop = asyncio.get_running_loop()
        answer = Answer(loop, connection)
        answer.sendall(MUCH)

        async def read() -> None:
            left = reads
            while left > 0:
                left -= len(await loop.sock_recv(theirs, left))

        reader = asyncio.create_task(read())
        try:
            await answer.finish()
        finally:
            reader.cancel()


def test_who_reads_gets_the_whole_answer_and_holds_nothing() -> None:
    room = Room(len(MUCH))
    asyncio.run(sent(room, len(MUCH)))
    assert room.left == len(MUCH)


def test_answers_that_nobody_reads_hold_only_so_much_together() -> None:
    room = Room(1_000_000)
    with pytest.raises(GivenUpError, match="room"):
        asyncio.run(sent(room, 0))
    assert room.left == 1_000_000


def test_who_does_not_read_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.service.wsgi.connection.RATE", len(MUCH) * 10)
    room = Room(len(MUCH))
    with pytest.raises(GivenUpError, match="answer"):
        asyncio.run(asyncio.wait_for(sent(room, 100_000), 10))
    assert room.left == len(MUCH)


def test_a_body_has_more_time_for_more_bytes_and_no_more_for_dripping() -> None:
    async def body(size: int, pause: float) -> AsyncIterator[bytes]:
        while True:
            await asyncio.sleep(pause)
            yield b"x" * size

    async def taken(size: int, pause: float, most: int) -> int:
        async with opened(Room(0)) as (connection, _):
            count = 0
            async for _ in connection.in_time(body(size, pause)):
                count += 1
                if count == most:
                    break
            return count

    # Each piece brings the half of a second that it may take.
    assert asyncio.run(taken(RATE // 2, 0.05, 5)) == 5
    with pytest.raises(GivenUpError, match="body"):
        asyncio.run(asyncio.wait_for(taken(1, 0.02, 10_000), 10))
