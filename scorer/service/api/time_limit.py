"""A limit on the processor time of a request that does much work."""

from __future__ import annotations

import time
from collections.abc import Callable

from flask import request
from werkzeug.exceptions import ClientDisconnected

from scorer.errors import HandError, Problem
from scorer.service.wsgi.clients import has_left


def stop_after(seconds: float, problem: Problem) -> Callable[[], None]:
    """Return a check to be called while the work goes on.

    The check raises HandError with the ``problem`` after so many ``seconds`` of work by this
    thread, and ClientDisconnected once the client has left.
    """
    end, environ = time.thread_time() + seconds, request.environ

    def check() -> None:
        if has_left(environ):
            raise ClientDisconnected
        if time.thread_time() > end:
            raise HandError(problem)

    return check
