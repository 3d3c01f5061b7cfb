"""The static files of pages: style sheets are joined, scripts and sheets minified, and text
compressed, on the first request for each."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from functools import cache, lru_cache, partial
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import Final

import brotli  # type: ignore[import-untyped]
from flask import Flask, Response, abort, current_app, request

from scorer.service.web.files import STYLE_SHEETS, register_files
from scorer.service.web.files import release as this_release

YEAR_IN_SECONDS: Final = 365 * 24 * 3600
ETAG_LENGTH: Final = 16

COMPRESSOR_BY_CODING: Final[dict[str, Callable[[bytes], bytes]]] = {
    "br": partial(brotli.compress, quality=11),
    "gzip": partial(gzip.compress, mtime=0),
}
"""Compression of text by content coding, the best first."""

TEXT_TYPES: Final = ("text/css", "text/javascript", "image/svg+xml")


def register(app: Flask) -> None:
    """Let templates link to files with ``file()``, and serve them."""
    register_files(app)
    app.add_url_rule(f"{app.static_url_path}/<release:release>/<path:filename>", endpoint="static")
    app.view_functions["static"] = _static_file


def _static_file(filename: str, release: str = "") -> Response:
    folder = Path(current_app.static_folder or "")
    if filename not in _names(folder):
        abort(404)
    mimetype, _ = guess_type(filename)
    return file_response(
        _file_content(folder, filename), mimetype or "application/octet-stream", release
    )


def file_response(data: bytes, mimetype: str, release: str) -> Response:
    """Return a response with a file, which browsers cache for a year under its release.

    During an update a phone may request a file of another release. It gets 404, because this
    release's file would stay cached under the wrong address for a year.

    Args:
        data: what the file holds.
        mimetype: its type.
        release: the release that the address names; "" for none.
    """
    if release not in ("", this_release()):
        abort(404)
    is_part = "Range" in request.headers
    coding = _best_coding() if mimetype in TEXT_TYPES and not is_part else ""
    coded, etag = _encoded_body(data, coding)
    response = Response(coded, mimetype=mimetype)
    response.set_etag(etag)
    if mimetype in TEXT_TYPES:
        response.vary.add("Accept-Encoding")
    if coding:
        response.headers["Content-Encoding"] = coding
    _set_max_age(response, bool(release))
    response.make_conditional(request, accept_ranges=is_part, complete_length=len(data))
    # The server writes the date of every answer; Werkzeug's would be a second one in each file.
    response.headers.pop("Date", None)
    return response


def _set_max_age(response: Response, released: bool) -> None:
    response.cache_control.max_age = current_app.config["SEND_FILE_MAX_AGE_DEFAULT"]
    if released and not current_app.debug:
        response.cache_control.public = True
        response.cache_control.max_age = YEAR_IN_SECONDS
        response.cache_control.immutable = True


def _best_coding() -> str:
    """Return the coding that the browser likes best; "" for none."""
    accepted = request.accept_encodings
    usable = [name for name in COMPRESSOR_BY_CODING if accepted.quality(name) > 0]
    return max(usable, key=accepted.quality, default="")


@lru_cache(maxsize=512)
def _encoded_body(data: bytes, coding: str) -> tuple[bytes, str]:
    """Return the encoded body and its ETag."""
    coded = COMPRESSOR_BY_CODING[coding](data) if coding else data
    return coded, sha256(coded).hexdigest()[:ETAG_LENGTH]


@cache
def _names(folder: Path) -> frozenset[str]:
    paths = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return frozenset(paths) | STYLE_SHEETS.keys()


def _file_content(folder: Path, name: str) -> bytes:
    """Return a sheet made of its parts, a script without its comments, or a file as it is."""
    if name in STYLE_SHEETS:
        parts = [folder / "styles" / f"{part}.css" for part in STYLE_SHEETS[name]]
        return minify_sheet("\n".join(part.read_text(encoding="utf-8") for part in parts)).encode()
    content = (folder / name).read_bytes()
    return minify_script(content.decode()).encode() if name.endswith(".js") else content


@lru_cache(maxsize=64)
def minify_sheet(sheet: str) -> str:
    """Return a sheet without its comments and indents: the first view of a page is to be small."""
    plain = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    return re.sub(r" ?([{};,]) ?", r"\1", plain)


@lru_cache(maxsize=128)
def minify_script(script: str) -> str:
    """Return a script without indents and without the lines that are comments alone: a tenth of the
    first view."""
    lines, in_comment = [], False
    for line in script.splitlines(keepends=True):
        stripped = line.strip()
        in_comment = in_comment or stripped.startswith("/**")
        if not (in_comment or stripped.startswith("//")):
            lines.append(line.lstrip(" "))
        in_comment = in_comment and not stripped.endswith("*/")
    return "".join(lines)
