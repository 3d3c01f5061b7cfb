"""The files that pages load. Their addresses tell the release: what has one never changes."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, current_app, request, url_for

import scorer

__all__ = ["address", "register", "release"]

A_YEAR = 365 * 24 * 3600
ENDPOINTS = {"static", "scriptwords.words"}


def release() -> str:
    """The version, and another ending whenever a page, a file or a sentence has changed."""
    return f"{scorer.__version__}.{_fingerprint()}"


def address(name: str) -> str:
    """Where a page finds the file of this name."""
    return url_for("static", filename=name, v=release())


def register(app: Flask) -> None:
    """Let templates name files by ``file``, and browsers keep those of this release for a year."""
    app.jinja_env.globals["file"] = address

    @app.after_request
    def kept(response: Response) -> Response:
        # What is asked for by another release, in the midst of an update, may be another file.
        if request.endpoint in ENDPOINTS and request.args.get("v") == release() and not app.debug:
            response.cache_control.public = True
            response.cache_control.max_age = A_YEAR
            response.cache_control.immutable = True
        return response


@cache
def _fingerprint() -> str:
    package = Path(current_app.root_path)
    folders = (
        Path(current_app.static_folder or ""),
        package / (current_app.template_folder or ""),
        package.parent / "translations",
    )
    found = sha256()
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()):
        found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:12]
