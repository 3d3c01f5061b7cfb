"""Who sent a request: as much as it takes to share out time and to tell clients apart.

A client is the address that it comes from; of an IPv6 address the network of 64 bits, which is what
one household has. In the log it is a mark that changes every day: a keyed hash, from which nobody
without the key can tell the address.
"""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address
from secrets import token_bytes
from typing import TYPE_CHECKING

from scorer.service.wsgi.environ_keys import CLIENT_LEFT

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

HOUSEHOLD_BITS = 64
MARK_BYTES = 6
MAX_CLIENT_ADDRESS_LENGTH = 45


def client_of(environ: WSGIEnvironment, proxies: int) -> str:
    """Return the client of a request that came through so many proxies of our own.

    Each of them adds to X-Forwarded-For the address of whoever connected to it; what stands to the
    left of these the client may have made up.
    """
    address = environ.get("REMOTE_ADDR") or ""
    if proxies:
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if len(forwarded) >= proxies:
            address = forwarded[-proxies].strip() or address
    return _household_network(address) if ":" in address else address[:MAX_CLIENT_ADDRESS_LENGTH]


def has_left(environ: WSGIEnvironment) -> bool:
    """Tests if the client of a request has closed its connection, as far as the server knows."""
    left = environ.get("asgi.scope", {}).get(CLIENT_LEFT)
    return bool(left is not None and left.is_set())


def _household_network(address: str) -> str:
    """Return the part of an IPv6 address that all addresses of one household have in common."""
    try:
        found = ip_address(address.strip("[]").partition("%")[0])
    except ValueError:
        return address[:MAX_CLIENT_ADDRESS_LENGTH]
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> HOUSEHOLD_BITS << HOUSEHOLD_BITS))


class ClientMarks:
    """The marks of clients in the log. Without a ``key`` a random one is made at each start."""

    def __init__(self, key: str = "") -> None:
        self._key = blake2b(key.encode() if key else token_bytes(32)).digest()

    def of(self, client: str, day: str = "") -> str:
        """Return the mark of a client on a day, as in 2026-05-01 (UTC), or today."""
        dated = f"{day or datetime.now(UTC).date()} {client}".encode()
        return blake2b(dated, digest_size=MARK_BYTES, key=self._key).hexdigest()
