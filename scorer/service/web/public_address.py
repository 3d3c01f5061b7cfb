"""The service's own address, as it is printed into links and codes.

Anybody can send a request with any Host header. What it says is printed only where it is known to
be right: it is what the operator configured, or it names the machine that was reached.
"""

from __future__ import annotations

import socket
from functools import cache

from flask import current_app, request

__all__ = ["address_of", "root"]

LOCAL = frozenset({"localhost", "127.0.0.1", "[::1]"})


def root() -> str:
    """The address before every path, without the slash at its end; "" if none is known."""
    told: str = current_app.config["PUBLIC_URL"]
    if told:
        return told
    if current_app.config["TRUSTED_HOSTS"] is not None or _names_this_machine():
        return request.url_root.rstrip("/")
    return ""


def address_of(path: str) -> str:
    """The whole address of a path; "" if it is not known."""
    found = root()
    return f"{found}{path}" if found else ""


def _names_this_machine() -> bool:
    host = request.host.lower()
    name = host[: host.find("]") + 1] if host.startswith("[") else host.partition(":")[0]
    reached = request.environ.get("SERVER_NAME", "")
    return name in LOCAL or name in _own_names() or name.strip("[]") == reached


@cache
def _own_names() -> frozenset[str]:
    name = socket.gethostname().lower()
    return frozenset({name, f"{name.partition('.')[0]}.local"})
