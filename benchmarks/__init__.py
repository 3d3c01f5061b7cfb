"""Measured speed; docs/performance.md has the figures."""
