"""gunicorn for a small machine: ``gunicorn wsgi:app`` beside this file.

PORT, HOST and WEB_CONCURRENCY set where it listens and with how many processes. Nothing is written
anywhere but to standard error and shared memory, so a read-only container will do.
"""

import gc
import os
from pathlib import Path

_SHARED_MEMORY = Path("/dev/shm")

bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"

# A score is worked out, not waited for: more processes than cores would only take turns.
workers = int(os.environ.get("WEB_CONCURRENCY") or min(4, os.cpu_count() or 1))
worker_class = "gthread"
threads = 4
preload_app = True

timeout = 30
graceful_timeout = 20
keepalive = 5
max_requests = 100_000
max_requests_jitter = 10_000

# The longest address holds a whole table typed into the page.
limit_request_line = 8190
limit_request_fields = 60
limit_request_field_size = 8190

if _SHARED_MEMORY.is_dir() and os.access(_SHARED_MEMORY, os.W_OK):
    worker_tmp_dir = str(_SHARED_MEMORY)
# The socket for gunicornc would be made in the home directory.
control_socket_disable = True

# The application logs every request itself, once it is answered.
accesslog = None
errorlog = "-"
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": "scorer.service.logs.Lines"}},
    "handlers": {
        "lines": {
            "class": "logging.StreamHandler",
            "formatter": "lines",
            "stream": "ext://sys.stderr",
        }
    },
    "root": {"level": "WARNING", "handlers": ["lines"]},
    "loggers": {
        "gunicorn.error": {"level": "INFO", "handlers": ["lines"], "propagate": False},
        "gunicorn.access": {"level": "CRITICAL", "propagate": False},
        "scorer": {"level": "INFO", "handlers": ["lines"], "propagate": False},
    },
}


def when_ready(server: object) -> None:
    """Spare the workers from copying what they were given: the collector leaves it alone."""
    gc.collect()
    gc.freeze()
