"""The settings of gunicorn, for one table as for a club: ``gunicorn wsgi:app`` beside this file.

PORT, HOST and WEB_CONCURRENCY say where it listens and with how many processes. Nothing is written
anywhere but to standard error and shared memory, so a read-only container will do.
"""

import gc
import os
import shutil
import signal
import tempfile
from typing import Any

_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None

bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
# A score is worked out, not waited for: more processes than cores would only take turns.
workers = int(os.environ.get("WEB_CONCURRENCY") or min(4, os.cpu_count() or 1))
preload_app = True

worker_class = "scorer.service.server.worker.Worker"
# The application knows no lifespan.
asgi_lifespan = "off"
asgi_loop = "asyncio"
# Connections of one process, also idle ones.
worker_connections = 800
# The longest address holds a whole table that was typed into the page.
limit_request_line = 8190
limit_request_fields = 60
limit_request_field_size = 8190
# No header of a request may say under which path the service is.
forwarder_headers = ""
timeout = 30
graceful_timeout = 20
keepalive = 5
# A process that has answered so many requests is replaced.
max_requests = 1_000_000
max_requests_jitter = 100_000
# The heartbeat is kept in memory, where that can be written.
worker_tmp_dir = _MEMORY
# The socket for gunicornc would be made in the home directory.
control_socket_disable = True

# The application logs every request itself, once it is answered.
accesslog = None
logger_class = "scorer.service.server.access_log.MaskedLogger"
errorlog = "-"
# `scorer serve` says what is to become of it when its terminal is closed.
_HANG_UP = os.environ.get("SCORER_HANG_UP")
_LEVEL = "WARNING" if _HANG_UP else "INFO"
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": "scorer.service.wsgi.logs.JsonLineFormatter"}},
    "handlers": {"lines": {"()": "scorer.service.wsgi.logs.handler", "formatter": "lines"}},
    "root": {"level": "WARNING", "handlers": ["lines"]},
    "loggers": {
        "gunicorn.error": {"level": _LEVEL, "handlers": ["lines"], "propagate": False},
        "gunicorn.access": {"level": "CRITICAL", "propagate": False},
        "scorer": {"level": "INFO", "handlers": ["lines"], "propagate": False},
    },
}

# Counts of all processes are added up from files in this folder.
_METRICS = "PROMETHEUS_MULTIPROC_DIR"
if os.environ.get("SCORER_METRICS") and _METRICS not in os.environ:
    os.environ[_METRICS] = tempfile.mkdtemp(prefix="scorer-", dir=_MEMORY)


def when_ready(server: Any) -> None:
    """Make what all workers need before the first one starts, and keep the collector off it."""
    from scorer.service.server.prepare import prepare

    prepare(server.app.wsgi())
    gc.collect()
    gc.freeze()
    # By itself gunicorn would start anew, and go on without the terminal that was closed.
    if _HANG_UP == "stop":
        signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))
    elif _HANG_UP == "ignore":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)


def child_exit(server: Any, worker: Any) -> None:
    """Forget what a process that has ended is doing now; what it has counted stays."""
    if _METRICS in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)


def on_exit(server: Any) -> None:
    """Remove the counts."""
    if _METRICS in os.environ:
        shutil.rmtree(os.environ[_METRICS], ignore_errors=True)
