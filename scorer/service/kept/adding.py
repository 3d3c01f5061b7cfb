"""What is needed so that phones may keep the scorer, made and brought into its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from scorer.service.kept import archive, pyodide
from scorer.service.kept.folder import (
    Folder,
    Manifest,
    compress,
    is_sound,
    lend,
    write_manifest,
)

__all__ = ["add", "renew", "with_pyodide"]

ARCHIVES: Final = (archive.ENGINE, archive.PAGES)
BEST: Final = 11
"""Of brotli: slow, and a fifth smaller than what is quick."""

Tell = Callable[[str], object]


def add(
    folder: Folder, release: str, tell: Tell, tarball: Path | None = None, quality: int = BEST
) -> Manifest:
    """Make the archives of this release, bring Pyodide unless it is there, and have the folder keep
    both in place of what it kept. Raises BringError and OSError, and then nothing has changed."""
    source = None if tarball else with_pyodide(folder)
    with folder.adding(release) as begun:
        if source is None:
            tell(f"Bringing Pyodide {pyodide.VERSION}" + ("" if tarball else " with npm"))
            pyodide.bring(begun, tarball)
        else:
            tell(f"Pyodide {pyodide.VERSION} is there already")
            lend(folder.place(source.release), pyodide.FILES, begun)
        return _with_archives(begun, release, tell, quality)


def renew(folder: Folder, release: str, tell: Tell) -> bool:
    """After an upgrade, make the archives of this release where Pyodide is there already, without a
    network. Gives whether there was anything to do."""
    if folder.manifest(release) is not None or with_pyodide(folder) is None:
        return False
    add(folder, release, tell)
    return True


def with_pyodide(folder: Folder) -> Manifest | None:
    """What is kept of a release, if any, whose Pyodide is of our version and sound."""
    for found in reversed(folder.kept()):
        files = [one for one in found.files if one.name in pyodide.FILES]
        place = folder.place(found.release)
        same = found.pyodide == pyodide.VERSION and len(files) == len(pyodide.FILES)
        if same and all(is_sound(place, one) for one in files):
            return found
    return None


def _with_archives(begun: Path, release: str, tell: Tell, quality: int) -> Manifest:
    tell(f"Making the archives of {release}")
    archive.build(begun)
    names = (*ARCHIVES, *pyodide.FILES)
    missing = [begun / name for name in names if not (begun / f"{name}.br").exists()]
    tell("Compressing" + (", which takes half a minute" if len(missing) > len(ARCHIVES) else ""))
    _compress(missing, quality)
    return write_manifest(begun, release, pyodide.VERSION, names)


def _compress(paths: Iterable[Path], quality: int) -> None:
    # The largest first: the others are done beside it.
    ordered = sorted(paths, key=lambda path: path.stat().st_size, reverse=True)
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda path: compress(path, quality), ordered))
