"""How much processor time a client may use: what it has used comes back with time.

A request that is refused costs next to nothing, so one client cannot hold up the others for long.
Nothing is kept but a number and a time for each client of late, and of those only so many.
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
# What a request takes of which nothing is known, in seconds; and how much the last one tells of
# the next.
UNKNOWN = 0.02
NEWS = 0.3


class _Account(NamedTuple):
    used: float
    when: float
    cost: float


class Ledger:
    """Who used how many seconds of the processor lately.

    ``seconds`` may be used in a ``period`` of so many seconds; they come back steadily. With no
    seconds at all there is no limit, but what was used is remembered all the same.
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
        """Note that a client used so much; the client seen longest ago makes room."""
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
        """Note what a whole request of a client took."""
        with self._lock:
            account = self._account(client)
            cost = account.cost + (seconds - account.cost) * NEWS
            self._accounts[client] = account._replace(cost=cost)

    def expected(self, client: str) -> float:
        """The seconds that the next request of a client is likely to take."""
        return self._account(client).cost

    def used(self, client: str) -> float:
        """The seconds that a client has used and that have not come back yet."""
        return self._account(client).used

    def wait(self, client: str) -> int:
        """In how many whole seconds a client may come back; 0 if it need not go."""
        over = self.used(client) - self.seconds
        if over <= 0 or not self.seconds:
            return 0
        return ceil(over / self.rate) + 1

    def __len__(self) -> int:
        """How many clients are remembered."""
        return len(self._accounts)

    def _account(self, client: str) -> _Account:
        """The account of a client as it is now."""
        now = self._clock()
        found = self._accounts.get(client)
        if found is None:
            return _Account(0.0, now, UNKNOWN)
        used = found.used - (now - found.when) * self.rate
        return _Account(max(0.0, used), now, found.cost)
