"""The tests. Hypothesis draws the same examples on every run, so that a failure repeats."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("by_day", settings.get_profile("repeatable"), max_examples=25)
settings.load_profile("repeatable")
