"""Hold a release's offline files, made once for all tests and all processes that run them."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from scorer.service import create_app
from scorer.service.offline.folder import Folder, folder_of
from scorer.service.offline.install import add_release, release_with_pyodide
from scorer.service.offline.pyodide import PyodideError
from scorer.service.web import files

if sys.platform != "win32":
    import fcntl

QUICK = 4
"""How hard brotli tries here: a second, and not half a minute."""


def offline_folder_once(path: Path, machines: str) -> Path:
    """The folder, with the archives of this release and Pyodide: that of the folder which this
    machine has, or else brought by npm. Where there is neither the test is skipped, unless
    SCORER_NEEDS_OFFLINE is set."""
    path.mkdir(parents=True, exist_ok=True)
    failed = path / "failed"
    with locked(path / "lock"):
        if not failed.exists() and Folder(path).manifest(release()) is None:
            try:
                make(Folder(path), folder_of(machines))
            except PyodideError as error:
                failed.write_text(str(error), encoding="utf-8")
    if failed.exists():
        skip(failed.read_text(encoding="utf-8"))
    return path


def skip(why: str) -> NoReturn:
    """Skip a test that needs Pyodide, or fail where it has to be there."""
    assert "SCORER_NEEDS_OFFLINE" not in os.environ, why
    pytest.skip(why)


def make(folder: Folder, machines: Folder) -> None:
    found = release_with_pyodide(machines)
    if found is not None:
        shutil.copytree(
            machines.release_folder(found.release), folder.release_folder(found.release)
        )
    add_release(folder, release(), print, quality=QUICK)


def release() -> str:
    with create_app({"LOG_REQUESTS": False}).app_context():
        return files.release()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """One process at a time."""
    with path.open("w") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
