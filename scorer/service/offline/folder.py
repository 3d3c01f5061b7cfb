"""The offline folder: a subfolder for each release with its archives, Pyodide and a manifest.

Each file has a compressed copy beside it. A subfolder without a manifest is ignored.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from time import time
from typing import Any, Final

import brotli  # type: ignore[import-untyped]
from platformdirs import user_data_path

ENGINE_ARCHIVE: Final = "engine.zip"
PAGES_ARCHIVE: Final = "pages.zip"
MANIFEST_FILE: Final = "manifest.json"
COMPRESSED_SUFFIX: Final = ".br"
UNFINISHED_PREFIX: Final = ".adding-"
REPLACED_PREFIX: Final = ".replaced-"
ABANDONED_AFTER_SECONDS: Final = 3600.0
"""Seconds after which an unfinished subfolder is taken for abandoned."""
MAX_MANIFEST_BYTES: Final = 1 << 16


@dataclass(frozen=True)
class OfflineFile:
    """An offline file: its name, its size, its compressed size (``sent``) and its hash."""

    name: str
    bytes: int
    sent: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """The offline files of a release, with the version of Pyodide."""

    release: str
    pyodide: str
    files: tuple[OfflineFile, ...]

    def named(self, name: str) -> OfflineFile | None:
        """Return the file of this name, if any."""
        return next((file for file in self.files if file.name == name), None)

    @property
    def bytes(self) -> int:
        """The size of all files."""
        return sum(file.bytes for file in self.files)

    @property
    def sent(self) -> int:
        """The compressed size of all files."""
        return sum(file.sent for file in self.files)


def folder_of(path: str) -> Folder:
    """Return the offline folder at a path; for "" that in the user's data folder."""
    return Folder(Path(path) if path else user_data_path("mahjong-scorer") / "offline")


class Folder:
    """An offline folder with a subfolder for each release."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def release_folder(self, release: str) -> Path:
        """Return the path of the subfolder of a release, which may not exist."""
        return self.path / release

    def manifest_stamp(self, release: str) -> tuple[int, ...] | None:
        """Return a value that changes with the manifest of a release; None without one."""
        try:
            status = (self.release_folder(release) / MANIFEST_FILE).stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino

    def manifest(self, release: str) -> Manifest | None:
        """Return the manifest of a release; None unless all its files exist."""
        folder = self.release_folder(release)
        manifest = _read_manifest(folder / MANIFEST_FILE)
        if manifest is None or manifest.release != release:
            return None
        return manifest if all(_file_exists(folder, file) for file in manifest.files) else None

    def manifests(self) -> list[Manifest]:
        """Return the manifests of all complete releases, the latest last."""
        by_age = sorted(self._subfolders(), key=lambda folder: folder.stat().st_mtime)
        manifests = [self.manifest(folder.name) for folder in by_age]
        return [manifest for manifest in manifests if manifest is not None]

    @contextmanager
    def replacing_release(self, release: str) -> Iterator[Path]:
        """Give a new folder for the files of a release.

        When the block ends without an error it replaces the old release at once; after an error
        nothing has changed.
        """
        if not self.path.is_dir():
            # The server may run as another user.
            self.path.mkdir(parents=True)
            self.path.chmod(0o755)
        new_folder = Path(mkdtemp(prefix=UNFINISHED_PREFIX, dir=self.path))
        try:
            new_folder.chmod(0o755)
            yield new_folder
            self._put(new_folder, release)
        finally:
            shutil.rmtree(new_folder, ignore_errors=True)
        with suppress(OSError):
            self._remove_others(release)

    def remove(self) -> bool:
        """Remove all releases; return whether there were any."""
        was_there = bool(self._releases())
        self._remove_others(None)
        if self.path.is_dir() and not any(self.path.iterdir()):
            self.path.rmdir()
        return was_there

    def _put(self, new_folder: Path, release: str) -> None:
        folder = self.release_folder(release)
        if folder.exists():
            replaced = Path(mkdtemp(prefix=REPLACED_PREFIX, dir=self.path))
            folder.rename(replaced / "old")
            new_folder.rename(folder)
            shutil.rmtree(replaced, ignore_errors=True)
        else:
            new_folder.rename(folder)

    def _remove_others(self, release: str | None) -> None:
        """Remove the other releases and abandoned subfolders."""
        old = [folder for folder in self._releases() if folder.name != release]
        for folder in self._subfolders():
            unfinished = folder.name.startswith((UNFINISHED_PREFIX, REPLACED_PREFIX))
            if unfinished and time() - folder.stat().st_mtime > ABANDONED_AFTER_SECONDS:
                old.append(folder)
        for folder in old:
            # Without a manifest it is ignored, even if removing the rest fails.
            (folder / MANIFEST_FILE).unlink(missing_ok=True)
            shutil.rmtree(folder)

    def _releases(self) -> list[Path]:
        """Return the subfolders with a manifest: nothing else is ever removed."""
        read = ((folder, _read_manifest(folder / MANIFEST_FILE)) for folder in self._subfolders())
        return [folder for folder, found in read if found and found.release == folder.name]

    def _subfolders(self) -> list[Path]:
        try:
            return sorted(folder for folder in self.path.iterdir() if folder.is_dir())
        except OSError:
            return []


def write_manifest(folder: Path, release: str, pyodide: str, names: Iterable[str]) -> Manifest:
    """Write the manifest of these files, and sync all to disk."""
    files = tuple(_describe_file(folder / name) for name in names)
    manifest = Manifest(release, pyodide, files)
    for name in (*names, *(name + COMPRESSED_SUFFIX for name in names)):
        (folder / name).chmod(0o644)
        _sync_to_disk(folder / name)
    path = folder / MANIFEST_FILE
    path.write_text(json.dumps(asdict(manifest), indent=1) + "\n", encoding="utf-8")
    path.chmod(0o644)
    _sync_to_disk(path)
    return manifest


def compress(path: Path, quality: int) -> None:
    """Write a compressed copy of a file beside it."""
    _compressed_path(path).write_bytes(brotli.compress(path.read_bytes(), quality=quality))


def is_intact(folder: Path, file: OfflineFile) -> bool:
    """Tests if a file and its compressed copy match the manifest."""
    path = folder / file.name
    try:
        plain, compressed = (
            path.read_bytes(),
            brotli.decompress(_compressed_path(path).read_bytes()),
        )
    except (OSError, brotli.error):
        return False
    return sha256(plain).hexdigest() == sha256(compressed).hexdigest() == file.sha256


def copy_files(folder: Path, names: Iterable[str], into: Path) -> None:
    """Copy files and their compressed copies into another folder."""
    for name in names:
        for path in (folder / name, _compressed_path(folder / name)):
            shutil.copyfile(path, into / path.name)


def _compressed_path(path: Path) -> Path:
    return path.with_name(path.name + COMPRESSED_SUFFIX)


def _describe_file(path: Path) -> OfflineFile:
    data = path.read_bytes()
    sent = _compressed_path(path).stat().st_size
    return OfflineFile(path.name, len(data), sent, sha256(data).hexdigest())


def _file_exists(folder: Path, file: OfflineFile) -> bool:
    path = folder / file.name
    try:
        return (path.stat().st_size, _compressed_path(path).stat().st_size) == (
            file.bytes,
            file.sent,
        )
    except OSError:
        return False


def _read_manifest(path: Path) -> Manifest | None:
    """Return the manifest in a file; None if it has none."""
    try:
        with path.open(encoding="utf-8") as file:
            document: Any = json.loads(file.read(MAX_MANIFEST_BYTES))
        files = tuple(OfflineFile(**entry) for entry in document["files"])
        manifest = Manifest(document["release"], document["pyodide"], files)
    except (OSError, ValueError, TypeError, KeyError):
        return None
    plain = all(file.name == Path(str(file.name)).name for file in files)
    return manifest if plain and isinstance(manifest.release, str) else None


def _sync_to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
