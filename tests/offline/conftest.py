from __future__ import annotations

import io
import tarfile
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha512
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.service import create_app
from scorer.service.offline import archive, pyodide
from scorer.service.offline.folder import ENGINE_ARCHIVE, PAGES_ARCHIVE, Folder
from scorer.service.offline.install import add_release
from scorer.service.web import files

Pack = Callable[[Mapping[str, bytes]], Path]
CONTENTS = {f"package/{name}": name.encode() * 50 for name in pyodide.MAX_BYTES_BY_FILE}


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pack:
    """Writes a tarball, and has it be the one that is wanted."""

    def packed(contents: Mapping[str, bytes]) -> Path:
        path = tmp_path / "pyodide.tgz"
        with tarfile.open(path, "w:gz") as archive:
            for name, data in contents.items():
                member = tarfile.TarInfo(name)
                member.size = len(data)
                archive.addfile(member, io.BytesIO(data))
        wanted(path, monkeypatch)
        return path

    return packed


def wanted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the tarball be the one that is wanted."""
    told = b64encode(sha512(path.read_bytes()).digest()).decode()
    monkeypatch.setattr(pyodide, "TARBALL_INTEGRITY", f"sha512-{told}")


@pytest.fixture
def no_archives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Archives that are made in no time."""

    def build(into: Path) -> None:
        for name in (ENGINE_ARCHIVE, PAGES_ARCHIVE):
            (into / name).write_bytes(f"{name} of this release, ".encode() * 99)

    monkeypatch.setattr(archive, "build_archives", build)


@pytest.fixture(scope="session")
def release() -> str:
    with create_app({"LOG_REQUESTS": False}).app_context():
        return files.release()


@pytest.fixture
def folder(tmp_path: Path, pack: Pack, no_archives: None, release: str) -> Folder:
    """A folder in which all is kept, none of it real."""
    made = Folder(tmp_path / "offline")
    add_release(made, release, lambda _: None, pack(CONTENTS), quality=1)
    return made


@pytest.fixture
def app(folder: Folder) -> Flask:
    return create_app({"LOG_REQUESTS": False, "OFFLINE_FOLDER": str(folder.path)})


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client
