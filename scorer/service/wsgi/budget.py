"""How much processor time a client may use: what it has used is forgiven as time passes.

A request that is refused costs next to nothing, so one client cannot hold up the others for long.
For each client no more is remembered than three numbers, and only for the most recent clients.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from math import ceil
from threading import Lock
from time import monotonic
from typing import NamedTuple

__all__ = ["LEDGER", "Ledger"]

LEDGER = "scorer-ledger"
"""Where an application keeps its ledger among its extensions."""

MOST_CLIENTS = 10_000
# However much a single request took, a client may come back after this many periods.
LONGEST = 1.5
# The seconds that a client's first request is expected to take, and how much each request that is
# answered changes what is expected of the next: 0 not at all, 1 entirely.
UNKNOWN = 0.02
WEIGHT_OF_LAST = 0.3


class _Account(NamedTuple):
    """The seconds that a client had ``used`` at the time ``when``, and what its next request is
    expected to cost."""

    used: float
    when: float
    cost: float


class Ledger:
    """How many seconds of the processor each client used lately.

    A client may use ``seconds`` in a ``period`` of so many seconds; what it used is forgiven
    steadily. With 0 ``seconds`` there is no limit, but what was used is remembered all the same.
    """

    def __init__(
        self,
        seconds: float,
        period: float,
        most: int = MOST_CLIENTS,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.seconds = seconds
        self.rate = (seconds or period) / period
        self._most = most
        self._clock = clock
        self._lock = Lock()
        self._accounts: OrderedDict[str, _Account] = OrderedDict()

    def charge(self, client: str, seconds: float) -> None:
        """Note that a client used so many seconds. Where too many clients are remembered, those
        seen longest ago are forgotten."""
        with self._lock:
            account = self._account(client)
            used = account.used + seconds
            if self.seconds:
                used = min(used, self.seconds * LONGEST)
            self._accounts[client] = account._replace(used=used)
            self._accounts.move_to_end(client)
            while len(self._accounts) > self._most:
                self._accounts.popitem(last=False)

    def answered(self, client: str, seconds: float) -> None:
        """Note how many seconds a whole request of a client took, to expect as much of its next."""
        with self._lock:
            account = self._account(client)
            cost = account.cost + (seconds - account.cost) * WEIGHT_OF_LAST
            self._accounts[client] = account._replace(cost=cost)

    def expected(self, client: str) -> float:
        """The seconds that the next request of a client is likely to take."""
        return self._account(client).cost

    def used(self, client: str) -> float:
        """The seconds that a client has used and that are not forgiven yet."""
        return self._account(client).used

    def wait(self, client: str) -> int:
        """In how many whole seconds a client may come back; 0 if it may use more now."""
        over = self.used(client) - self.seconds
        if over <= 0 or not self.seconds:
            return 0
        return ceil(over / self.rate) + 1

    def __len__(self) -> int:
        """How many clients are remembered."""
        return len(self._accounts)

    def _account(self, client: str) -> _Account:
        """The account of a client, with what is forgiven by now."""
        now = self._clock()
        found = self._accounts.get(client)
        if found is None:
            return _Account(0.0, now, UNKNOWN)
        used = found.used - (now - found.when) * self.rate
        return _Account(max(0.0, used), now, found.cost)
