"""What every request goes through: some are refused, and every answer gets headers, a request id
and a line in the log.

This is WSGI around the application, not hooks inside it: so no answer, not even an error of the
application, goes without these, and refusing a request costs next to nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from random import getrandbits
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any, NamedTuple

from scorer.documents.replies import Language
from scorer.languages.speech import say
from scorer.languages.translations import SOURCE_LANGUAGE
from scorer.service.i18n.wire import API_PREFIX, requested_code
from scorer.service.wsgi.budget import ClientBudget
from scorer.service.wsgi.clients import ClientMarks, client_of, has_left
from scorer.service.wsgi.counters import NullCounters
from scorer.service.wsgi.environ_keys import CLIENT_KEY, RATE_LIMITS, REQUEST_ID
from scorer.service.wsgi.masks import SHARED_PATHS
from scorer.service.wsgi.rate_limits import HEADER_NAMES, headers_of
from scorer.service.wsgi.security_headers import (
    FILE_HEADERS,
    KEPT_HEADERS,
    NO_ROBOTS_HEADER,
    SECURE_HEADER,
    headers_for,
)
from scorer.types import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

# Takes a request's id, method, path, status and milliseconds, and what gives its client's mark on a
# day.
RequestLog = Callable[[str, str, str, int, float, Callable[[str], str]], None]

# Programs that watch the service request these all day long, and a client that is refused looks up
# why. They are cheap: no client is refused them.
UNLIMITED_PATHS = frozenset({"/healthz", "/readyz", "/metrics", "/openapi.json", "/docs/errors"})

# While an answer is made, its client is charged each time it has taken more than so many seconds.
MIN_CHARGED_SECONDS = 0.005

_ID_PATTERN = re.compile(r"[A-Za-z0-9._-]{1,64}")


def _new_request_id() -> str:
    """Return an id that no other request of these days has. It is no secret."""
    return f"{getrandbits(64):016x}"


class Refusal(NamedTuple):
    """The answer to a request that the application does not get to see."""

    status: str
    detail: str
    retry_after: int = 0


class Middleware:
    """The application, with what every request and every answer goes through."""

    def __init__(
        self,
        app: WSGIApplication,
        settings: Mapping[str, Any],
        budget: ClientBudget,
        counters: NullCounters,
        log: RequestLog | None,
    ) -> None:
        self.app = app
        self.budget = budget
        self.counters = counters
        self.log = log
        self.marks = ClientMarks(settings["LOG_KEY"])
        self.proxies: int = settings["TRUSTED_PROXIES"]
        self.open_to_all = "*" in settings["CORS_ORIGINS"]

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        # Long: the inner functions share the status, and the time that was spent and charged.
        began, worked = perf_counter(), thread_time()
        sent_id = environ.get("HTTP_X_REQUEST_ID")
        request_id = sent_id if sent_id and _ID_PATTERN.fullmatch(sent_id) else _new_request_id()
        environ[REQUEST_ID] = request_id
        client = environ[CLIENT_KEY] = client_of(environ, self.proxies)
        path = environ.get("PATH_INFO", "")
        status = 500
        whole = False

        def start(
            line: str, headers: list[tuple[str, str]], exc_info: Any = None
        ) -> Callable[[bytes], object]:
            nonlocal status, whole
            status = int(line[:3])
            whole = any(name == "Content-Length" for name, _ in headers)
            own = headers_for(path, status)
            headers = [*headers, *own]
            if own is not FILE_HEADERS and own is not KEPT_HEADERS:
                # A file that a browser has kept tells of no request.
                headers.append(("X-Request-ID", request_id))
            if path.startswith(SHARED_PATHS):
                headers.append(NO_ROBOTS_HEADER)
            if path.startswith(API_PREFIX):
                headers += self._rate_limits(environ, client, thread_time() - worked)
            if environ.get("wsgi.url_scheme") == "https":
                headers.append(SECURE_HEADER)
            return start_response(line, headers, exc_info)

        spent_on_it = charged = 0.0

        def took(seconds: float, at_least: float = MIN_CHARGED_SECONDS) -> None:
            nonlocal spent_on_it, charged
            spent_on_it += seconds
            if spent_on_it - charged > at_least:
                self.budget.charge(client, spent_on_it - charged)
                charged = spent_on_it

        refusal = self._refusal(environ, client, path)
        try:
            body = self._refused(refusal, environ, start) if refusal else self.app(environ, start)
        finally:
            took(thread_time() - worked)

        def done() -> None:
            spent = perf_counter() - began
            took(0, at_least=0)
            self.counters.add("processor_seconds", spent_on_it)
            self.counters.answered(status, spent)
            if self.log is not None:
                mark = partial(self.marks.of, client)
                self.log(request_id, environ["REQUEST_METHOD"], path, status, spent * 1000, mark)

        # A body whose length is known is made by now, and no time goes into reading it.
        return _TimedBody(body, None if whole else took, done, partial(has_left, environ))

    def _rate_limits(
        self, environ: WSGIEnvironment, client: str, uncharged: float
    ) -> list[tuple[str, str]]:
        """Return the headers of the limits that a request counts against."""
        limits = environ.get(RATE_LIMITS, ())
        if self.budget.seconds:
            limits = [*limits, self.budget.rate_limit(client, uncharged)]
        return headers_of(limits)

    def _refusal(self, environ: WSGIEnvironment, client: str, path: str) -> Refusal | None:
        if environ.get("SERVER_PROTOCOL") == "HTTP/1.1" and not environ.get("HTTP_HOST"):
            detail = say("A request of HTTP/1.1 needs a Host header.")
            return Refusal("400 Bad Request", detail)
        if path in UNLIMITED_PATHS:
            return None
        wait = self.budget.wait(client)
        if wait:
            self.counters.add("refused", why="client")
            detail = say(
                "You have used the time that one client may use here; the server is not busy. Send "
                "the request again in {wait} s.",
                wait=wait,
            )
            return Refusal("429 Too Many Requests", detail, wait)
        return None

    def _refused(
        self, refusal: Refusal, environ: WSGIEnvironment, start: Callable[..., object]
    ) -> list[bytes]:
        number, _, title = refusal.status.partition(" ")
        problem: dict[str, object] = {
            "type": "/docs/errors#too-many" if refusal.retry_after else "about:blank",
            "title": "Too many requests" if refusal.retry_after else title,
            "status": int(number),
            "detail": refusal.detail,
            "errors": []
            if refusal.retry_after
            else [{"pointer": "", "code": "bad_value", "detail": refusal.detail}],
        }
        code = (
            requested_code(environ) if environ.get("PATH_INFO", "").startswith(API_PREFIX) else ""
        )
        if code not in ("", SOURCE_LANGUAGE):
            problem = Language(code).answer(Problem, problem)
        body = json.dumps(problem).encode()
        headers = [
            ("Content-Type", "application/problem+json"),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"),
        ]
        if code:
            headers += [("Content-Language", code), ("Vary", "Accept-Language")]
        if self.open_to_all:
            # So that a page of another origin can read why it was refused, and until when.
            headers.append(("Access-Control-Allow-Origin", "*"))
            exposed = ", ".join(("X-Request-ID", "Retry-After", *HEADER_NAMES))
            headers.append(("Access-Control-Expose-Headers", exposed))
        if refusal.retry_after:
            headers.append(("Retry-After", str(refusal.retry_after)))
        start(refusal.status, headers)
        return [body]


class _TimedBody:
    """A body that calls ``took``, if there is such a thing, with the seconds that each piece of it
    took and, when all of it is sent or nobody reads it any more, calls ``done`` once. It ends when
    its client ``has_left``."""

    def __init__(
        self,
        body: Iterable[bytes],
        took: Callable[[float], None] | None,
        done: Callable[[], None],
        has_left: Callable[[], bool],
    ) -> None:
        self.body = body
        self.next = iter(body).__next__
        self.took = took
        self.done: Callable[[], None] | None = done
        self.has_left = has_left

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if self.has_left():
            raise StopIteration
        if self.took is None:
            return self._next_chunk()
        began = thread_time()
        try:
            return self._next_chunk()
        finally:
            self.took(thread_time() - began)

    def _next_chunk(self) -> bytes:
        try:
            return self.next()
        except StopIteration:
            self.finish()
            raise

    def finish(self) -> None:
        """Call ``done``, unless it was called before."""
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
