"""The service's own address, for links and QR codes.

A Host header can be forged. It is used only if the operator configured trusted hosts, or if it
names this machine.
"""

from __future__ import annotations

import socket
from functools import cache

from flask import current_app, request

LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})


def public_root() -> str:
    """Return the address before every path, without its final slash; "" if it is unknown."""
    public_url: str = current_app.config["PUBLIC_URL"]
    if public_url:
        return public_url
    if current_app.config["TRUSTED_HOSTS"] is not None or _names_this_machine():
        return request.url_root.rstrip("/")
    return ""


def address_of(path: str) -> str:
    """Return the full address of a path; "" if it is unknown."""
    start = public_root()
    return f"{start}{path}" if start else ""


def _names_this_machine() -> bool:
    host = request.host.lower()
    name = host[: host.find("]") + 1] if host.startswith("[") else host.partition(":")[0]
    reached = request.environ.get("SERVER_NAME", "")
    return name in LOCAL_HOSTS or name in _own_names() or name.strip("[]") == reached


@cache
def _own_names() -> frozenset[str]:
    name = socket.gethostname().lower()
    return frozenset({name, f"{name.partition('.')[0]}.local"})
