"""Build the offline files of a release and put them into the offline folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from scorer.service.offline import archive, pyodide
from scorer.service.offline.folder import (
    ENGINE_ARCHIVE,
    PAGES_ARCHIVE,
    Folder,
    Manifest,
    compress,
    copy_files,
    is_intact,
    write_manifest,
)

ARCHIVES: Final = (ENGINE_ARCHIVE, PAGES_ARCHIVE)
BEST_QUALITY: Final = 11
"""The highest quality of Brotli: slow, and a fifth smaller than a fast one."""

ReportProgress = Callable[[str], object]


def add_release(
    folder: Folder,
    release: str,
    tell: ReportProgress,
    tarball: Path | None = None,
    quality: int = BEST_QUALITY,
) -> Manifest:
    """Build the archives of a release and download Pyodide unless it is there.

    They replace what the folder had.

    Args:
        folder: The offline folder.
        release: The release to build.
        tell: Called with progress messages.
        tarball: The tarball of Pyodide; None to download it with npm.
        quality: The quality of Brotli, up to 11.

    Raises:
        PyodideError: If Pyodide cannot be had; nothing has changed then.
        OSError: If the files cannot be written; nothing has changed then.
    """
    source = None if tarball else release_with_pyodide(folder)
    with folder.replacing_release(release) as new_folder:
        if source is None:
            tell(f"Bringing Pyodide {pyodide.PYODIDE_VERSION}" + ("" if tarball else " with npm"))
            pyodide.install_pyodide(new_folder, tarball)
        else:
            tell(f"Pyodide {pyodide.PYODIDE_VERSION} is there already")
            copy_files(folder.release_folder(source.release), pyodide.MAX_BYTES_BY_FILE, new_folder)
        return _with_archives(new_folder, release, tell, quality)


def renew_archives(folder: Folder, release: str, tell: ReportProgress) -> bool:
    """Build the archives after an upgrade if Pyodide is there already, without a network.

    Returns whether anything was built.
    """
    if folder.manifest(release) is not None or release_with_pyodide(folder) is None:
        return False
    add_release(folder, release, tell)
    return True


def release_with_pyodide(folder: Folder) -> Manifest | None:
    """Return a release in the folder whose Pyodide is of our version and undamaged, if any."""
    for manifest in reversed(folder.manifests()):
        files = [file for file in manifest.files if file.name in pyodide.MAX_BYTES_BY_FILE]
        release_folder = folder.release_folder(manifest.release)
        same = manifest.pyodide == pyodide.PYODIDE_VERSION and len(files) == len(
            pyodide.MAX_BYTES_BY_FILE
        )
        if same and all(is_intact(release_folder, file) for file in files):
            return manifest
    return None


def _with_archives(new_folder: Path, release: str, tell: ReportProgress, quality: int) -> Manifest:
    tell(f"Making the archives of {release}")
    archive.build_archives(new_folder)
    names = (*ARCHIVES, *pyodide.MAX_BYTES_BY_FILE)
    missing = [new_folder / name for name in names if not (new_folder / f"{name}.br").exists()]
    tell("Compressing" + (", which takes half a minute" if len(missing) > len(ARCHIVES) else ""))
    _compress_files(missing, quality)
    return write_manifest(new_folder, release, pyodide.PYODIDE_VERSION, names)


def _compress_files(paths: Iterable[Path], quality: int) -> None:
    # The largest first, so that the others are compressed meanwhile.
    ordered = sorted(paths, key=lambda path: path.stat().st_size, reverse=True)
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda path: compress(path, quality), ordered))
