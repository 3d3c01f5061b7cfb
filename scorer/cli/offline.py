"""The offline files for phones: ``scorer offline add|show|remove``."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorer.cli.answers import FullSummaryGroup, check_server, single_option

if TYPE_CHECKING:
    from scorer.service.offline.folder import Folder, Manifest

NOT_WRITABLE_ERRORS = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST}
DISK_FULL_ERRORS = {errno.ENOSPC, errno.EDQUOT}


@click.group(cls=FullSummaryGroup)
def offline() -> None:
    """Offer the whole scorer to phones, to work without a network.

    \b
    scorer offline add       downloads Pyodide (with npm, once) and builds the archives
    scorer offline show      shows what is stored, and whether it matches this release
    scorer offline remove    removes it, so that pages no longer offer it

    SCORER_OFFLINE_FOLDER names the folder.
    """
    check_server()


@offline.command()
@single_option(
    "--from",
    "tarball",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The tarball of Pyodide that `npm pack` wrote, where there is no npm or no network.",
)
def add(tarball: Path | None) -> None:
    """Download Pyodide and build the archives of this release; repeat after each upgrade.

    Pyodide is downloaded only once. Archives of other releases are removed.
    """
    from scorer.service.offline.install import add_release as add_to

    folder, release = _folder_and_release()
    with _readable_errors(folder):
        manifest = add_to(folder, release, click.echo, tarball)
    click.echo(_release_line(folder, manifest))


@offline.command()
def show() -> None:
    """Show what is stored, where, its size, and whether it matches this release."""
    folder, release = _folder_and_release()
    found = folder.manifest(release)
    if found is not None:
        click.echo(_release_line(folder, found))
        for file in found.files:
            click.echo(
                f"  {file.name}: {_in_kilobytes(file.bytes)}, sent as {_in_kilobytes(file.sent)}"
            )
        click.echo("It matches this release; pages offer it.")
        return
    others = ", ".join(manifest.release for manifest in folder.manifests())
    what = f"has {others}, but this is {release}" if others else "is empty"
    click.echo(f"{folder.path} {what}: pages offer nothing; run `scorer offline add`.")


@offline.command()
def remove() -> None:
    """Remove the archives and Pyodide. Phones that have them go on working."""
    folder, _ = _folder_and_release()
    with _readable_errors(folder):
        was_there = folder.remove()
    click.echo(f"{folder.path} is empty now" if was_there else f"{folder.path} was empty")


def renew_after_upgrade(tell: Callable[[str], object]) -> None:
    """Build the archives of this release if the folder has an earlier one.

    Errors are only reported, so that the server starts.
    """
    from scorer.service.offline.folder import folder_of

    if not folder_of(os.environ.get("SCORER_OFFLINE_FOLDER", "")).manifests():
        return
    from scorer.service.offline.install import renew_archives

    try:
        renew_archives(*_folder_and_release(), tell)
    except (OSError, RuntimeError) as error:
        tell(f"Phones are not offered the scorer: {error}; run `scorer offline add` for details")


def _folder_and_release() -> tuple[Folder, str]:
    """Return the offline folder of the settings, and this release."""
    from scorer.service import create_app
    from scorer.service.offline.folder import folder_of
    from scorer.service.web import files

    try:
        app = create_app({"LOG_REQUESTS": False})
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    with app.app_context():
        return folder_of(app.config["OFFLINE_FOLDER"]), files.release()


@contextmanager
def _readable_errors(folder: Folder) -> Iterator[None]:
    """Turn errors of the block into messages that say what to do."""
    from scorer.service.offline.pyodide import PyodideError

    try:
        yield
    except PyodideError as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(_disk_error_message(folder, error)) from None


def _disk_error_message(folder: Folder, error: OSError) -> str:
    if error.errno in NOT_WRITABLE_ERRORS:
        why = f"({error.strerror}): run it as who may, or name another in SCORER_OFFLINE_FOLDER"
        return f"{folder.path} cannot be written {why}"
    if error.errno in DISK_FULL_ERRORS:
        return f"the disk of {folder.path} is full: 30 MB are needed; nothing was changed"
    return f"{folder.path}: {error}; nothing was changed"


def _release_line(folder: Folder, manifest: Manifest) -> str:
    size = f"{_in_kilobytes(manifest.bytes)}, sent as {_in_kilobytes(manifest.sent)}"
    place = folder.release_folder(manifest.release)
    return f"{place} has release {manifest.release} with Pyodide {manifest.pyodide}: {size}"


def _in_kilobytes(size: int) -> str:
    return f"{-(-size // 1000):,} kB"
