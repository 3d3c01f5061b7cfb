"""The folder of what phones keep: all of a release, or as if there were none."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pytest

from scorer.service.offline import archive, pyodide
from scorer.service.offline.folder import Folder, folder_of
from scorer.service.offline.install import add_release, renew_archives
from tests.offline.conftest import CONTENTS, Pack

NAMES = {"engine.zip", "pages.zip", *pyodide.MAX_BYTES_BY_FILE}


def quiet(_: str) -> None:
    """Say nothing."""


def under(folder: Folder) -> set[str]:
    return {path.name for path in folder.path.iterdir()}


def no_network(*_: object) -> None:
    raise AssertionError("there is no need of a network")


def test_all_is_there_with_its_compressed_form(folder: Folder, release: str) -> None:
    found = folder.manifest(release)
    assert found is not None
    assert {file.name for file in found.files} == NAMES
    place = folder.release_folder(release)
    for one in found.files:
        plain, sent = (place / one.name).read_bytes(), (place / f"{one.name}.br").read_bytes()
        assert (len(plain), len(sent)) == (one.bytes, one.sent)
        assert brotli.decompress(sent) == plain
    assert under(folder) == {release}
    assert folder.release_folder(release).stat().st_mode & 0o777 == 0o755
    assert {path.stat().st_mode & 0o777 for path in place.iterdir()} == {0o644}


@pytest.mark.parametrize(
    "harm",
    [
        lambda place: (place / "manifest.json").unlink(),
        lambda place: (place / "manifest.json").write_text("{"),
        lambda place: (place / "manifest.json").write_text("[]"),
        lambda place: (place / "manifest.json").write_text('{"files": [{"name": 1}]}'),
        lambda place: (place / "manifest.json").write_bytes(b"\xff"),
        lambda place: (place / "pages.zip").unlink(),
        lambda place: (place / "pages.zip.br").unlink(),
        lambda place: (place / "pyodide.mjs").write_text("less"),
    ],
)
def test_what_is_not_whole_is_as_none(folder: Folder, release: str, harm: object) -> None:
    assert callable(harm)
    harm(folder.release_folder(release))
    assert folder.manifest(release) is None


def test_a_manifest_is_for_its_own_release_and_names_files_alone(
    folder: Folder, release: str
) -> None:
    shutil.copytree(folder.release_folder(release), folder.release_folder("9.9"))
    assert folder.manifest("9.9") is None
    path = folder.release_folder(release) / "manifest.json"
    told = json.loads(path.read_text())
    told["files"][0]["name"] = "../../games.sqlite3"
    path.write_text(json.dumps(told))
    assert folder.manifest(release) is None


def test_an_upgrade_has_pyodide_already(
    folder: Folder, release: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pyodide, "install_pyodide", no_network)
    assert not renew_archives(folder, release, quiet)
    assert renew_archives(folder, "2.0", quiet)
    assert folder.manifest("2.0") is not None
    assert under(folder) == {"2.0"}


@pytest.mark.parametrize("name", ["pyodide.asm.wasm", "pyodide.asm.wasm.br"])
def test_pyodide_that_is_not_sound_is_brought_anew(
    folder: Folder, release: str, name: str, pack: Pack
) -> None:
    path = folder.release_folder(release) / name
    data = bytearray(path.read_bytes())
    data[-3] ^= 1
    path.write_bytes(data)
    assert not renew_archives(folder, "2.0", quiet)
    add_release(folder, "2.0", quiet, pack(CONTENTS))
    assert folder.manifest("2.0") is not None


def test_another_version_of_pyodide_is_not_used(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pyodide, "PYODIDE_VERSION", "315.0.0")
    assert not renew_archives(folder, "2.0", quiet)


def test_nothing_changes_where_something_fails(
    folder: Folder, release: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(into: Path) -> None:
        (into / "engine.zip").write_text("half")
        raise OSError(28, "No space left on device")

    before = folder.manifest(release)
    monkeypatch.setattr(archive, "build_archives", full)
    for name in (release, "2.0"):
        with pytest.raises(OSError, match="No space"):
            add_release(folder, name, quiet)
    assert folder.manifest(release) == before
    assert under(folder) == {release}


def test_it_can_be_made_again_in_its_own_place(folder: Folder, release: str) -> None:
    stamp = folder.manifest_stamp(release)
    before = folder.manifest(release)
    assert add_release(folder, release, quiet, quality=1) == before
    assert folder.manifest_stamp(release) != stamp
    assert under(folder) == {release}


def test_only_what_is_ours_is_ever_removed(folder: Folder, release: str) -> None:
    (folder.path / "photographs").mkdir()
    (folder.path / "photographs" / "manifest.json").write_text("{}")
    (folder.path / "letter.txt").write_text("dear")
    (folder.path / ".adding-now").mkdir()
    (folder.path / ".adding-long-ago").mkdir()
    os.utime(folder.path / ".adding-long-ago", (0, 0))
    assert folder.remove()
    assert under(folder) == {"photographs", "letter.txt", ".adding-now"}
    assert not folder.remove()


def test_an_empty_folder_goes_too(folder: Folder) -> None:
    folder.remove()
    assert not folder.path.exists()
    assert not Folder(folder.path / "nowhere").remove()


def test_the_folder_is_where_games_are_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert folder_of("").path == Path("/data/mahjong-scorer/offline")
    assert folder_of("/opt/offline").path == Path("/opt/offline")
