"""gunicorn for a small machine: ``gunicorn wsgi:app`` beside this file.

PORT, HOST and WEB_CONCURRENCY set where it listens and with how many processes. Nothing is written
anywhere but to standard error and shared memory, so a read-only container will do.
"""

import gc
import os

from scorer.service.serve import GUNICORN

# The worker, its threads and its limits; FORWARDED_ALLOW_IPS, GUNICORN_CMD_ARGS and what stands
# below go before them.
globals().update(GUNICORN)

bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"

# A score is worked out, not waited for: more processes than cores would only take turns.
workers = int(os.environ.get("WEB_CONCURRENCY") or min(4, os.cpu_count() or 1))
preload_app = True

# Hands, not requests: a batch counts for as many as it has.
max_requests = 1_000_000
max_requests_jitter = 100_000

errorlog = "-"
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": "scorer.service.wsgi.logs.Lines"}},
    "handlers": {
        "lines": {
            "()": "scorer.service.wsgi.logs.handler",
            "formatter": "lines",
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
