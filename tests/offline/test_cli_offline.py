"""``scorer offline``: what it says, and what it says to do."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorer.cli import offline
from scorer.cli.main import main
from scorer.service.offline import archive, pyodide
from scorer.service.offline.folder import Folder
from tests.offline.conftest import CONTENTS, Pack


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_archives: None) -> Path:
    path = tmp_path / "kept here"
    monkeypatch.setenv("SCORER_OFFLINE_FOLDER", str(path))
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["offline", *arguments])


def test_it_is_added_shown_and_removed(pack: Pack, place: Path, release: str) -> None:
    assert "is empty: pages offer nothing; run `scorer offline add`" in run("show").output
    added = run("add", "--from", str(pack(CONTENTS)))
    assert added.exit_code == 0, added.output
    lines = added.output.splitlines()
    assert lines[:3] == [
        "Bringing Pyodide 314.0.7",
        f"Making the archives of {release}",
        "Compressing, which takes half a minute",
    ]
    assert f"has release {release} with Pyodide 314.0.7: 10 kB, sent as 1 kB" in lines[3]
    shown = run("show").output
    assert "engine.zip: 3 kB, sent as 1 kB" in shown
    assert shown.endswith("It matches this release; pages offer it.\n")
    assert run("add").output.startswith("Pyodide 314.0.7 is there already\n")
    assert run("remove").output == f"{place} is empty now\n"
    assert run("remove").output == f"{place} was empty\n"
    assert not place.exists()


def test_it_is_told_that_another_release_is_there(pack: Pack, place: Path, release: str) -> None:
    run("add", "--from", str(pack(CONTENTS)))
    (place / release / "manifest.json").write_text(
        (place / release / "manifest.json").read_text().replace(release, "0.0.1")
    )
    (place / release).rename(place / "0.0.1")
    assert f"has 0.0.1, but this is {release}: pages offer nothing" in run("show").output


def test_serving_makes_what_an_upgrade_wants(
    pack: Pack, place: Path, release: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    offline.renew_after_upgrade(said.append)
    assert said == []
    test_it_is_told_that_another_release_is_there(pack, place, release)
    offline.renew_after_upgrade(said.append)
    assert Folder(place).manifest(release) is not None
    assert f"Making the archives of {release}" in said


@pytest.mark.slow
def test_serving_goes_on_where_that_fails(
    pack: Pack, place: Path, release: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    test_it_is_told_that_another_release_is_there(pack, place, release)
    monkeypatch.setattr(archive, "build_archives", failing(errno.ENOSPC))
    said: list[str] = []
    offline.renew_after_upgrade(said.append)
    assert said[-1].startswith("Phones are not offered the scorer: ")


def failing(number: int) -> object:
    def build(_: Path) -> None:
        raise OSError(number, "sorry")

    return build


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "the disk of {} is full: 30 MB are needed; nothing was changed"),
        (errno.EROFS, "{} cannot be written (sorry): run it as who may, or name another in"),
        (errno.EIO, "nothing was changed"),
    ],
)
def test_what_a_disk_refuses_is_told_as_what_to_do(
    pack: Pack, place: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    monkeypatch.setattr(archive, "build_archives", failing(number))
    result = run("add", "--from", str(pack(CONTENTS)))
    assert result.exit_code == 1
    assert words.format(place) in result.output
    assert list(place.iterdir()) == []


def test_a_place_that_is_a_file_is_reported(pack: Pack, place: Path) -> None:
    place.write_text("a file")
    result = run("add", "--from", str(pack(CONTENTS)))
    assert result.exit_code == 1
    assert "cannot be written" in result.output


def test_another_hash_and_a_missing_npm_are_reported(
    pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    tarball = pack(CONTENTS)
    monkeypatch.setattr(pyodide, "TARBALL_INTEGRITY", "sha512-other")
    result = run("add", "--from", str(tarball))
    assert result.exit_code == 1
    assert "pyodide.tgz is not pyodide@314.0.7 as npm has it" in result.output
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr(pyodide, "find_spec", lambda _: None)
    result = run("add")
    assert result.exit_code == 1
    assert "there is no npm here" in result.output


def test_a_file_that_is_not_there_is_reported() -> None:
    result = run("add", "--from", "/nothing.tgz")
    assert result.exit_code == 2
    assert "does not exist" in result.output


def test_a_setting_that_is_wrong_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORER_CLIENT_SECONDS", "-1")
    result = run("show")
    assert result.exit_code == 1
    assert "SCORER_CLIENT_SECONDS is to be" in result.output
