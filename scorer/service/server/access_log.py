"""gunicorn's logger, for whoever turns its log of accesses on: no key of a game gets into it."""

from __future__ import annotations

from typing import Any

from gunicorn.glogging import Logger

from scorer.service.wsgi.masks import masked_path


class MaskedLogger(Logger):  # type: ignore[misc]
    """Writes the log of accesses without keys of games."""

    def atoms(self, resp: Any, req: Any, environ: dict[str, Any], request_time: Any) -> Any:
        """Return what the format of the log may name, by name, without keys of games."""
        atoms = super().atoms(resp, req, environ, request_time)
        return {name: _mask_if_text(value) for name, value in atoms.items()}


def _mask_if_text(value: object) -> object:
    return masked_path(value) if isinstance(value, str) else value
