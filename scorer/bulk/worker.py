"""What Dask runs in each worker of a cluster on this machine when it starts."""

from __future__ import annotations

import signal


def dask_setup(worker: object) -> None:
    """Leave Ctrl-C to the process that started the cluster, which ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
