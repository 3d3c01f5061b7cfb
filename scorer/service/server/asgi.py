"""The application as ASGI: a request's body is read whole before a thread works on it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import quote_from_bytes

from a2wsgi import WSGIMiddleware

from scorer.service.wsgi.environ_keys import CLIENT_LEFT

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]

THREAD_COUNT: Final = 16
"""How many requests one process works on at a time."""

KIB = 1024

MAX_HELD_BYTES = 64 * KIB * KIB
"""The bytes of all bodies together that one process holds, and of all answers as well."""

MAX_DISCARDED_BYTES = 16 * KIB * KIB
"""The bytes that are read of a body which is too long: a client reads why it was refused only when
it has sent its request."""

CLOSE_HEADER = (b"connection", b"close")

_SAFE_QUERY_CHARACTERS = bytes(range(33, 127)).decode("ascii")


def as_asgi(app: WSGIApplication, settings: Mapping[str, Any]) -> BodyBuffer:
    """Return the WSGI application as an ASGI application that works in threads."""
    limits = ("MAX_CONTENT_LENGTH", "BATCH_MAX_BYTES", "GAMES_IMPORT_MAX_BYTES")
    in_threads = WSGIMiddleware(cast(Any, app), workers=THREAD_COUNT)
    return BodyBuffer(
        in_threads,
        longest=max(settings[name] for name in limits),
        body_seconds=settings["BODY_SECONDS"],
        answer_seconds=settings["ANSWER_SECONDS"],
    )


class RefusedError(Exception):
    """A body is not read to its end.

    Attributes:
        status: the status of the answer.
    """

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class BodyBuffer:
    """Reads the bodies of requests whole, within limits, and passes the requests on.

    The application sees each request with its length, however it was framed, and without headers
    that have an underscore in their name, which it could not tell from those with a hyphen. Of a
    body that is too long it sees the length and no content.

    Attributes:
        app: the ASGI application.
        longest: the bytes of the longest body that the application reads.
        body_seconds: how long a client may take to send a body.
        answer_seconds: how long a client may take to read a piece of an answer.
        is_ending: set where the process is about to end: every answer then says that its
            connection is closed after it, so that clients send no more on it.
        held: the bytes of all bodies that are being read or worked on.
        unsent: the bytes of all answers that their clients have still to read.
    """

    def __init__(
        self, app: Application, *, longest: int, body_seconds: float, answer_seconds: float
    ) -> None:
        self.app = app
        self.longest = longest
        self.body_seconds = body_seconds
        self.answer_seconds = answer_seconds
        self.is_ending = False
        self.held = 0
        self.unsent = UnsentBytes(MAX_HELD_BYTES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        body = bytearray()
        try:
            _check_framing(scope["headers"])
            try:
                async with asyncio.timeout(self.body_seconds) as deadline:
                    length = await self._read(receive, body, deadline)
            except TimeoutError:
                raise RefusedError(408) from None
            await self._pass_on(scope, bytes(body), length, receive, send)
        except RefusedError as error:
            await _refuse_request(send, error.status)
        finally:
            self.held -= len(body)

    async def _read(self, receive: Receive, body: bytearray, deadline: asyncio.Timeout) -> int:
        """Read a body, unless it is too long, and return its length."""
        length, more = 0, True
        while more:
            message = await receive()
            if deadline.expired():
                # Before Python 3.12 wait_for, by which gunicorn receives, goes on when a piece
                # comes just as it is cancelled.
                raise TimeoutError
            if message["type"] == "http.disconnect":
                raise RefusedError(400)
            piece: bytes = message.get("body", b"")
            more = message.get("more_body", False)
            length += len(piece)
            if length > MAX_DISCARDED_BYTES:
                raise RefusedError(413)
            if length > self.longest:
                piece = b""
            self.held += len(piece)
            body += piece
            if self.held > MAX_HELD_BYTES:
                raise RefusedError(503)
        return length

    async def _pass_on(
        self, scope: Scope, body: bytes, length: int, receive: Receive, send: Send
    ) -> None:
        left = Event()
        known = {
            **scope,
            "headers": _with_content_length(scope["headers"], length),
            "query_string": quote_from_bytes(scope["query_string"], _SAFE_QUERY_CHARACTERS).encode(
                "ascii"
            ),
            CLIENT_LEFT: left,
        }
        whole = body if length <= self.longest else b""

        async def read() -> Message:
            return {"type": "http.request", "body": whole, "more_body": False}

        async def tell(message: Message) -> None:
            if self.is_ending and message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], CLOSE_HEADER]}
            await send(message)

        answer = ResponseSender(tell, self.answer_seconds, self.unsent, left)
        watching = asyncio.create_task(_watch_disconnect(receive, left))
        try:
            await self.app(known, read, answer.add)
            await answer.finish()
        finally:
            watching.cancel()
            answer.cancel()


class UnsentBytes:
    """The bytes of all answers of a process that their clients have still to read.

    Attributes:
        most: while there are more than so many bytes, answers are not added to.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._bytes = 0
        self._fewer = asyncio.Event()

    def add(self, size: int) -> None:
        """Add to the bytes, or take from them what was read."""
        self._bytes += size
        if self._bytes <= self.most:
            self._fewer.set()

    async def wait(self) -> None:
        """Wait until there are few enough."""
        while self._bytes > self.most:
            self._fewer.clear()
            await self._fewer.wait()


class ResponseSender:
    """An answer on its way to a client: no thread waits until it is read.

    A client that takes longer than so many ``seconds`` to read a piece has left.
    """

    def __init__(self, send: Send, seconds: float, unsent: UnsentBytes, left: Event) -> None:
        self._send = send
        self._seconds = seconds
        self._unsent = unsent
        self._left = left
        self._queue: asyncio.Queue[Message | None] = asyncio.Queue()
        self._held = 0
        self._sending = asyncio.create_task(self._send_all())

    async def add(self, message: Message) -> None:
        """Add a message; wait only where all answers together are too long."""
        await self._unsent.wait()
        self._count(len(message.get("body", b"")))
        self._queue.put_nowait(message)

    async def finish(self) -> None:
        """Wait until all of it is sent, or the client has left."""
        self._queue.put_nowait(None)
        await self._sending

    def cancel(self) -> None:
        """Forget what was not sent."""
        self._sending.cancel()
        self._count(-self._held)

    async def _send_all(self) -> None:
        while (message := await self._queue.get()) is not None:
            if not self._left.is_set():
                await self._send_in_time(message)
            self._count(-len(message.get("body", b"")))

    async def _send_in_time(self, message: Message) -> None:
        try:
            async with asyncio.timeout(self._seconds):
                await self._send(message)
        except TimeoutError:
            self._left.set()

    def _count(self, size: int) -> None:
        self._held += size
        self._unsent.add(size)


def _check_framing(headers: list[tuple[bytes, bytes]]) -> None:
    """Raise RefusedError for a body that is coded, or too long even to be thrown away."""
    for name, value in headers:
        if name == b"content-length" and int(value) > MAX_DISCARDED_BYTES:
            raise RefusedError(413)
        if name == b"transfer-encoding" and value.strip().lower() != b"chunked":
            raise RefusedError(501)


async def _watch_disconnect(receive: Receive, left: Event) -> None:
    """Set the event once the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass
    left.set()


def _with_content_length(
    headers: list[tuple[bytes, bytes]], length: int
) -> list[tuple[bytes, bytes]]:
    """Return the headers with the length of the body, however it was framed."""
    framing = {b"content-length", b"transfer-encoding", b"trailer", b"expect"}
    framed = any(name in framing for name, _ in headers)
    found = [(name, value) for name, value in headers if name not in framing and b"_" not in name]
    return [*found, (b"content-length", str(length).encode("ascii"))] if framed else found


async def _refuse_request(send: Send, status: int) -> None:
    """Answer that a body was not read; the connection is closed."""
    headers = [(b"content-length", b"0"), CLOSE_HEADER]
    with suppress(Exception):
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
