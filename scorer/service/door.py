"""What every answer passes on its way out: its headers, its request id and its line in the log.

This is WSGI around the application, not hooks inside it: so nothing leaves without them, and an
answer costs only a few microseconds more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from secrets import token_hex
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = ["REQUEST_ID", "Door"]

# Takes a request's id, method, path, status and milliseconds.
RequestLog = Callable[[str, str, str, int, float], None]

REQUEST_ID = "scorer.request_id"

# Seconds that a client may neither send nor read before its connection is given up; a thread that
# waits for it answers nobody else.
MOST_SILENCE = 10

_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_EVERYWHERE = [
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), interest-cohort=()"),
]
_PAGE = [
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "form-action 'self'; connect-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; frame-ancestors 'none'",
    ),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    *_EVERYWHERE,
]
_DATA = [
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
    *_EVERYWHERE,
]
_SECURE = ("Strict-Transport-Security", "max-age=31536000")


class Door:
    """The application with headers, request ids and a log around it."""

    def __init__(self, app: WSGIApplication, log: RequestLog | None) -> None:
        self.app = app
        self.log = log

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        began = perf_counter()
        socket = environ.get("gunicorn.socket")
        if socket is not None:
            socket.settimeout(MOST_SILENCE)
        told = environ.get("HTTP_X_REQUEST_ID")
        request_id = told if told and _ID.fullmatch(told) else token_hex(8)
        environ[REQUEST_ID] = request_id
        path = environ.get("PATH_INFO", "")
        extra = _DATA if path.startswith("/api/") else _PAGE
        status = 500

        def start(
            line: str, headers: list[tuple[str, str]], exc_info: Any = None
        ) -> Callable[[bytes], object]:
            nonlocal status
            status = int(line[:3])
            headers = [*headers, *extra, ("X-Request-ID", request_id)]
            if environ.get("wsgi.url_scheme") == "https":
                headers.append(_SECURE)
            return start_response(line, headers, exc_info)

        body = self.app(environ, start)
        log = self.log
        if log is None:
            return body

        def done() -> None:
            spent = (perf_counter() - began) * 1000
            log(request_id, environ["REQUEST_METHOD"], path, status, spent)

        return _Watched(body, done)


class _Watched:
    """A body that tells once when it has been sent or given up."""

    def __init__(self, body: Iterable[bytes], done: Callable[[], None]) -> None:
        self.body = body
        self.next = iter(body).__next__
        self.done: Callable[[], None] | None = done

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        try:
            return self.next()
        except StopIteration:
            self.finish()
            raise

    def finish(self) -> None:
        """Tell, unless it was told."""
        done, self.done = self.done, None
        if done is not None:
            done()

    def close(self) -> None:
        """Close the body, however much of it was sent."""
        try:
            close = getattr(self.body, "close", None)
            if close is not None:
                close()
        finally:
            self.finish()
