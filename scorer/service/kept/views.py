"""What a phone keeps, as it is sent: the archives and Pyodide, from the disk as they lie there.

Pages of any origin may load them: ``engine.zip`` is the scorer as a library."""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Final

from flask import Blueprint, Flask, Response, abort, current_app, request
from flask import url_for as address_of
from werkzeug.wsgi import wrap_file

from scorer.service.kept.folder import COMPRESSED, Folder, KeptFile, Manifest, folder_of
from scorer.service.web import files

__all__ = ["blueprint", "keeps_offline", "register"]

OFFERED: Final = "scorer-offered"
ENGINE: Final = "engine.zip"
TYPES: Final = {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".json": "application/json",
}
LONGEST_ETAG: Final = 32
PIECE: Final = 1 << 16

blueprint = Blueprint("kept", __name__, url_prefix="/kept")


class Offered:
    """What this server offers: what its folder keeps of its own release, as long as it does."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self._known: tuple[object, Manifest | None] = (None, None)

    def manifest(self) -> Manifest | None:
        """What is offered; the folder is read again only when its manifest has changed."""
        release = files.release()
        stamp = self.folder.stamp(release)
        if stamp != self._known[0]:
            found = None if stamp is None else self.folder.manifest(release)
            self._known = stamp, found
        return self._known[1]


def register(app: Flask) -> None:
    """Send what is kept; templates ask ``keeps_offline()`` whether there is anything."""
    app.extensions[OFFERED] = Offered(folder_of(app.config["OFFLINE_FOLDER"]))
    app.jinja_env.globals["keeps_offline"] = keeps_offline
    app.register_blueprint(blueprint)


def keeps_offline() -> bool:
    """Whether a phone can have the whole scorer from here."""
    return _offered().manifest() is not None


@blueprint.get("/manifest.json")
def manifest() -> Response:
    """What there is to be kept: each file with its address, its length and its hash."""
    found = _manifest()
    listed = [{**asdict(one), "address": _address(found, one.name)} for one in found.files]
    told = {"release": found.release, "pyodide": found.pyodide, "files": listed}
    text = json.dumps({**told, "bytes": found.bytes, "sent": found.sent})
    response = Response(text, mimetype=TYPES[".json"])
    response.cache_control.no_cache = True
    response.set_etag(sha256(text.encode()).hexdigest()[:LONGEST_ETAG])
    response.make_conditional(request)
    return response


@blueprint.get(f"/{ENGINE}")
def engine() -> Response:
    """The way to the library of this release."""
    headers = {"Location": _address(_manifest(), ENGINE), "Cache-Control": "no-cache"}
    return Response(status=302, headers=headers, mimetype=TYPES[".zip"])


@blueprint.get("/<release:release>/<name>")
def file(release: str, name: str) -> Response:
    """A file of this release, which never changes."""
    found = _manifest()
    one = found.named(name) if release == found.release else None
    if one is None:
        abort(404)
    return _sent(_offered().folder.place(release) / name, one)


def _sent(path: Path, one: KeptFile) -> Response:
    """The answer; the file is opened only where it is read, so that it will be closed."""
    compressed = request.accept_encodings.quality("br") > 0
    response = Response(mimetype=TYPES[path.suffix])
    response.set_etag(one.sha256[:LONGEST_ETAG] + (COMPRESSED if compressed else ""))
    response.vary.add("Accept-Encoding")
    response.cache_control.public = True
    response.cache_control.max_age = files.A_YEAR
    response.cache_control.immutable = True
    if compressed:
        path = path.with_name(path.name + COMPRESSED)
        response.headers["Content-Encoding"] = "br"
    response.make_conditional(request)
    if response.status_code == 200:
        _send_file(response, path, one.sent if compressed else one.bytes)
    return response


def _send_file(response: Response, path: Path, length: int) -> None:
    """Have a file be sent in pieces, from the disk."""
    if request.method == "GET":
        try:
            response.response = wrap_file(request.environ, path.open("rb"), PIECE)
        except OSError:
            abort(404)
        response.direct_passthrough = True
    response.content_length = length


def _address(found: Manifest, name: str) -> str:
    return address_of("kept.file", release=found.release, name=name)


def _manifest() -> Manifest:
    """What is offered, or no such address."""
    found = _offered().manifest()
    if found is None:
        abort(404)
    return found


def _offered() -> Offered:
    offered: Offered = current_app.extensions[OFFERED]
    return offered
