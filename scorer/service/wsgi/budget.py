"""How much processor time a client may use: what is refused costs next to nothing, so one client
cannot hold up the others for long."""

from __future__ import annotations

from math import ceil
from threading import Lock
from time import monotonic

from scorer.service.wsgi.rate_limits import RateLimit

BUDGET_EXTENSION = "scorer-budget"
"""Where an application keeps its budget among its extensions."""

RATE_LIMIT_UNIT = "processor-milliseconds"
"""What the headers count: a quota is a whole number. The draft has no unit of time."""


class ClientBudget:
    """The processor time that each client has used in the period that runs for it.

    A period begins with a client's first request, and all that was used is forgiven at its end. A
    process remembers its clients for one period.

    Attributes:
        seconds: what a client may use in a period; 0 for no limit.
    """

    def __init__(self, seconds: float, period: float) -> None:
        self.seconds = seconds
        self._period = period
        # When the period of each client ends, and what it has used. All periods are equally long,
        # so that the one that began first ends first.
        self._clients: dict[str, tuple[float, float]] = {}
        self._lock = Lock()

    def charge(self, client: str, seconds: float) -> None:
        """Note that a client used so many seconds."""
        if not self.seconds:
            return
        with self._lock:
            now = monotonic()
            while self._clients:
                first = next(iter(self._clients))
                if self._clients[first][0] > now:
                    break
                del self._clients[first]
            ends, used = self._clients.get(client, (now + self._period, 0.0))
            self._clients[client] = ends, used + seconds

    def used(self, client: str) -> float:
        """Return the seconds that a client has used in this period, as far as they are counted."""
        ends, used = self._clients.get(client, (0.0, 0.0))
        return used if ends > monotonic() else 0.0

    def rate_limit(self, client: str, uncharged: float) -> RateLimit:
        """Return what is left to a client that has also used so many seconds ``uncharged``."""
        now = monotonic()
        ends, used = self._clients.get(client, (0.0, 0.0))
        if ends <= now:
            ends, used = now + self._period, 0.0
        left = int((self.seconds - used - uncharged) * 1000)
        quota, window = int(self.seconds * 1000), ceil(self._period)
        return RateLimit("time", quota, window, left, ends - now, RATE_LIMIT_UNIT)

    def wait(self, client: str) -> int:
        """Return in how many seconds a client may come back; 0 if it may use more now."""
        ends, used = self._clients.get(client, (0.0, 0.0))
        left = ends - monotonic()
        return ceil(left) if left > 0 and used >= self.seconds else 0
