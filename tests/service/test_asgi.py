"""Bodies are read whole, within their deadline, whatever comes when that is over."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from scorer.service.server.asgi import BodyBuffer

SCOPE = {"type": "http", "headers": [], "query_string": b""}


async def never(scope: Any, receive: Any, send: Any) -> None:
    raise AssertionError("the body is not whole")


def test_a_piece_that_comes_at_the_deadline_does_not_lift_it() -> None:
    sent: list[Any] = []
    pieces = iter(range(20))

    async def dripping() -> dict[str, Any]:
        """What gunicorn gives before Python 3.12: a piece, though its wait is cancelled."""
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(0.05)
        return {"type": "http.request", "body": b"{", "more_body": next(pieces) < 19}

    async def send(message: Any) -> None:
        sent.append(message)

    async def answered() -> None:
        bodies = BodyBuffer(never, longest=100_000, body_seconds=0.02, answer_seconds=1)
        await bodies(SCOPE, dripping, send)
        assert bodies.held == 0

    asyncio.run(answered())
    assert [message.get("status") for message in sent] == [408, None]
