"""Serve the offline files: the archives and Pyodide.

Pages of any origin may load them: ``engine.zip`` is the scorer as a library.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Final

from flask import Blueprint, Flask, Response, abort, current_app, request
from flask import url_for as address_of
from werkzeug.wsgi import wrap_file

from scorer.service.offline.folder import (
    COMPRESSED_SUFFIX,
    ENGINE_ARCHIVE,
    Folder,
    Manifest,
    OfflineFile,
    folder_of,
)
from scorer.service.web import files
from scorer.service.web.static_files import YEAR_IN_SECONDS

OFFER_EXTENSION: Final = "scorer-offered"
TYPE_BY_ENDING: Final = {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".json": "application/json",
}
MAX_ETAG_LENGTH: Final = 32
PIECE_BYTES: Final = 1 << 16

blueprint = Blueprint("kept", __name__, url_prefix="/kept")


class OfflineOffer:
    """The manifest of this server's release in the offline folder, cached."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self._cached: tuple[object, Manifest | None] = (None, None)

    def manifest(self) -> Manifest | None:
        """Return the manifest, read again only when it has changed."""
        release = files.release()
        stamp = self.folder.manifest_stamp(release)
        if stamp != self._cached[0]:
            self._cached = stamp, None if stamp is None else self.folder.manifest(release)
        return self._cached[1]


def register(app: Flask) -> None:
    """Register the endpoints, and ``keeps_offline()`` for templates."""
    app.extensions[OFFER_EXTENSION] = OfflineOffer(folder_of(app.config["OFFLINE_FOLDER"]))
    app.jinja_env.globals["keeps_offline"] = keeps_offline
    app.register_blueprint(blueprint)


def offered_files() -> Manifest | None:
    """Return the manifest of the offline files that this server offers, if it does."""
    return _offer().manifest()


def keeps_offline() -> bool:
    """Tests if this server offers offline files."""
    return offered_files() is not None


@blueprint.get("/manifest.json")
def manifest() -> Response:
    """Return the manifest: each file with its address, size and hash."""
    offer = _manifest()
    listed = [{**asdict(f), "address": _address(offer, f.name)} for f in offer.files]
    document = {"release": offer.release, "pyodide": offer.pyodide, "files": listed}
    text = json.dumps({**document, "bytes": offer.bytes, "sent": offer.sent})
    response = Response(text, mimetype=TYPE_BY_ENDING[".json"])
    response.cache_control.no_cache = True
    response.set_etag(sha256(text.encode()).hexdigest()[:MAX_ETAG_LENGTH])
    response.make_conditional(request)
    return response


@blueprint.get(f"/{ENGINE_ARCHIVE}")
def engine() -> Response:
    """Redirect to the library of this release."""
    headers = {"Location": _address(_manifest(), ENGINE_ARCHIVE), "Cache-Control": "no-cache"}
    return Response(status=302, headers=headers, mimetype=TYPE_BY_ENDING[".zip"])


@blueprint.get("/<release:release>/<name>")
def file(release: str, name: str) -> Response:
    """Return a file of this release, which never changes."""
    offer = _manifest()
    entry = offer.named(name) if release == offer.release else None
    if entry is None:
        abort(404)
    return _file_response(_offer().folder.release_folder(release) / name, entry)


def _file_response(path: Path, entry: OfflineFile) -> Response:
    """Return the response with a file, opened only if its content is sent."""
    compressed = request.accept_encodings.quality("br") > 0
    response = Response(mimetype=TYPE_BY_ENDING[path.suffix])
    response.set_etag(entry.sha256[:MAX_ETAG_LENGTH] + (COMPRESSED_SUFFIX if compressed else ""))
    response.vary.add("Accept-Encoding")
    response.cache_control.public = True
    response.cache_control.max_age = YEAR_IN_SECONDS
    response.cache_control.immutable = True
    if compressed:
        path = path.with_name(path.name + COMPRESSED_SUFFIX)
        response.headers["Content-Encoding"] = "br"
    response.make_conditional(request)
    if response.status_code == 200:
        _send_file(response, path, entry.sent if compressed else entry.bytes)
    return response


def _send_file(response: Response, path: Path, length: int) -> None:
    """Stream a file from disk."""
    if request.method == "GET":
        try:
            response.response = wrap_file(request.environ, path.open("rb"), PIECE_BYTES)
        except OSError:
            abort(404)
        response.direct_passthrough = True
    response.content_length = length


def _address(offer: Manifest, name: str) -> str:
    return address_of("kept.file", release=offer.release, name=name)


def _manifest() -> Manifest:
    """Return the manifest; abort with 404 without one."""
    offer = _offer().manifest()
    if offer is None:
        abort(404)
    return offer


def _offer() -> OfflineOffer:
    offer: OfflineOffer = current_app.extensions[OFFER_EXTENSION]
    return offer
