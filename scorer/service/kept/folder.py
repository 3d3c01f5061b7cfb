"""The folder of what phones keep: for a release of ours a subfolder with the archives and Pyodide,
each beside its compressed form, and a manifest. One without its manifest is as none."""

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

__all__ = ["COMPRESSED", "Folder", "KeptFile", "Manifest", "folder_of"]

MANIFEST: Final = "manifest.json"
COMPRESSED: Final = ".br"
BEGUN: Final = ".adding-"
REPLACED: Final = ".replaced-"
ABANDONED: Final = 3600.0
"""After so many seconds nobody is still writing what was begun."""
LONGEST: Final = 1 << 16


@dataclass(frozen=True)
class KeptFile:
    """A file: its name, its length, how much of it is sent (compressed), its hash."""

    name: str
    bytes: int
    sent: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """What is kept of one release of ours, with which version of Pyodide."""

    release: str
    pyodide: str
    files: tuple[KeptFile, ...]

    def named(self, name: str) -> KeptFile | None:
        """The file of this name, if there is one."""
        return next((one for one in self.files if one.name == name), None)

    @property
    def bytes(self) -> int:
        """How much all files are."""
        return sum(one.bytes for one in self.files)

    @property
    def sent(self) -> int:
        """How much is sent of all files, compressed."""
        return sum(one.sent for one in self.files)


def folder_of(told: str) -> Folder:
    """The folder that is told or, with "", that where this system keeps a program's data."""
    return Folder(Path(told) if told else user_data_path("mahjong-scorer") / "offline")


class Folder:
    """A folder with a subfolder for each release."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def place(self, release: str) -> Path:
        """The subfolder of a release, whether it is there or not."""
        return self.path / release

    def stamp(self, release: str) -> tuple[int, ...] | None:
        """What changes whenever the manifest of a release does; None where there is none."""
        try:
            told = (self.place(release) / MANIFEST).stat()
        except OSError:
            return None
        return told.st_mtime_ns, told.st_size, told.st_ino

    def manifest(self, release: str) -> Manifest | None:
        """What is kept of this release; None unless all of it is there."""
        place = self.place(release)
        found = _read(place / MANIFEST)
        if found is None or found.release != release:
            return None
        return found if all(_is_there(place, one) for one in found.files) else None

    def kept(self) -> list[Manifest]:
        """What is kept of any release, the latest last."""
        told = ((one.stat().st_mtime, self.manifest(one.name)) for one in self._subfolders())
        return [found for _, found in sorted(told, key=lambda one: one[0]) if found is not None]

    @contextmanager
    def adding(self, release: str) -> Iterator[Path]:
        """A folder to write the files of a release into: when the block ends without an error all
        of it takes the place of what was kept, at once; otherwise nothing has changed."""
        if not self.path.is_dir():
            # Whoever serves may be somebody else.
            self.path.mkdir(parents=True)
            self.path.chmod(0o755)
        begun = Path(mkdtemp(prefix=BEGUN, dir=self.path))
        try:
            begun.chmod(0o755)
            yield begun
            self._put(begun, release)
        finally:
            shutil.rmtree(begun, ignore_errors=True)
        with suppress(OSError):
            self._forget(release)

    def remove(self) -> bool:
        """Remove all that is kept. Gives whether there was anything."""
        was_there = bool(self._releases())
        self._forget(None)
        if self.path.is_dir() and not any(self.path.iterdir()):
            self.path.rmdir()
        return was_there

    def _put(self, begun: Path, release: str) -> None:
        place = self.place(release)
        if place.exists():
            replaced = Path(mkdtemp(prefix=REPLACED, dir=self.path))
            place.rename(replaced / "old")
            begun.rename(place)
            shutil.rmtree(replaced, ignore_errors=True)
        else:
            begun.rename(place)

    def _forget(self, release: str | None) -> None:
        """Remove the other releases, and what somebody began long ago and never ended."""
        old = [place for place in self._releases() if place.name != release]
        for place in self._subfolders():
            unfinished = place.name.startswith((BEGUN, REPLACED))
            if unfinished and time() - place.stat().st_mtime > ABANDONED:
                old.append(place)
        for place in old:
            # Without its manifest it is as none, however far the rest gets.
            (place / MANIFEST).unlink(missing_ok=True)
            shutil.rmtree(place)

    def _releases(self) -> list[Path]:
        """The subfolders that are ours, whole or not: nothing else is ever removed."""
        found = ((place, _read(place / MANIFEST)) for place in self._subfolders())
        return [place for place, told in found if told is not None and told.release == place.name]

    def _subfolders(self) -> list[Path]:
        try:
            return sorted(one for one in self.path.iterdir() if one.is_dir())
        except OSError:
            return []


def write_manifest(place: Path, release: str, pyodide: str, names: Iterable[str]) -> Manifest:
    """Write, on the disk for certain, what lies in this folder under these names."""
    files = tuple(_described(place / name) for name in names)
    found = Manifest(release, pyodide, files)
    for name in (*names, *(name + COMPRESSED for name in names)):
        (place / name).chmod(0o644)
        _settle(place / name)
    path = place / MANIFEST
    path.write_text(json.dumps(asdict(found), indent=1) + "\n", encoding="utf-8")
    path.chmod(0o644)
    _settle(path)
    return found


def compress(path: Path, quality: int) -> None:
    """Write the compressed form of a file beside it."""
    _beside(path).write_bytes(brotli.compress(path.read_bytes(), quality=quality))


def is_sound(place: Path, one: KeptFile) -> bool:
    """Whether a file, and what its compressed form holds, is still what the manifest says."""
    path = place / one.name
    try:
        plain, compressed = path.read_bytes(), brotli.decompress(_beside(path).read_bytes())
    except (OSError, brotli.error):
        return False
    return sha256(plain).hexdigest() == sha256(compressed).hexdigest() == one.sha256


def lend(place: Path, names: Iterable[str], into: Path) -> None:
    """Copy files, each with its compressed form, into another folder."""
    for name in names:
        for path in (place / name, _beside(place / name)):
            shutil.copyfile(path, into / path.name)


def _beside(path: Path) -> Path:
    return path.with_name(path.name + COMPRESSED)


def _described(path: Path) -> KeptFile:
    data = path.read_bytes()
    sent = _beside(path).stat().st_size
    return KeptFile(path.name, len(data), sent, sha256(data).hexdigest())


def _is_there(place: Path, one: KeptFile) -> bool:
    path = place / one.name
    try:
        return (path.stat().st_size, _beside(path).stat().st_size) == (one.bytes, one.sent)
    except OSError:
        return False


def _read(path: Path) -> Manifest | None:
    """The manifest in this file; None for what is none."""
    try:
        with path.open(encoding="utf-8") as file:
            told: Any = json.loads(file.read(LONGEST))
        files = tuple(KeptFile(**one) for one in told["files"])
        found = Manifest(told["release"], told["pyodide"], files)
    except (OSError, ValueError, TypeError, KeyError):
        return None
    plain = all(one.name == Path(str(one.name)).name for one in files)
    return found if plain and isinstance(found.release, str) else None


def _settle(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
