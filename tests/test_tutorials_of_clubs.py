"""The tutorials of an evening, a million hands and a club's server name what there is, and run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner

from scorer.cli.main import main
from scorer.service.settings import DEFAULTS, UNPREFIXED_VARIABLES

ROOT = Path(__file__).parents[1]
PLACEHOLDER = re.compile(r"%\\\(\w+\\\)s|\\\{\w+\\\}")
"""The place of a value in a sentence of the pages or scripts, escaped as a regular expression."""


def page(name: str) -> str:
    return (ROOT / f"docs/tutorials/{name}.md").read_text(encoding="utf-8")


def blocks(name: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", page(name), re.M | re.S)


def commands() -> set[tuple[str, ...]]:
    """Return the commands of `scorer` that the tutorials name, as ("games", "list")."""
    text = "\n".join(page(name) for name in ("evening", "million-hands", "club-server"))
    found = re.findall(r"(?:bin/|`)scorer ([a-z][a-z ]*)", text)
    return {tuple(words.split()) for words in found}


@pytest.fixture(scope="module")
def said() -> set[str]:
    """Return the sentences of pages and scripts."""
    found: set[str] = set()
    with (ROOT / "scorer/translations/fr/LC_MESSAGES/messages.po").open("rb") as file:
        for message in read_po(file):
            found.update([message.id] if isinstance(message.id, str) else message.id)
    return found


@pytest.mark.parametrize(
    ("name", "at_least"), [("evening", 20), ("../wrong-score", 12), ("../privacy", 5)]
)
def test_every_button_that_players_read_of_is_a_sentence_of_the_pages(
    name: str, at_least: int, said: set[str]
) -> None:
    """What is in italics; where a sentence has a value, its player or hand stands there."""
    with_values = [
        pattern
        for pattern in (PLACEHOLDER.sub(r"\\w[\\w ]*", re.escape(text)) for text in said)
        if r"\w[" in pattern and re.search(r"[a-z]{4}", pattern)
    ]
    found = re.findall(r"(?<!\*)\*(?=\S)([^*]+)\*(?!\*)", page(name))
    quoted = [" ".join(text.split()) for text in found]
    assert len(quoted) >= at_least
    unknown = [text for text in quoted if text not in said]
    assert {text for text in unknown if not re.fullmatch("|".join(with_values), text)} == set()


def test_every_command_of_the_tutorials_is_one() -> None:
    named = commands()
    assert {("serve",), ("batch", "hands"), ("games", "list")} <= named
    for first, *rest in named:
        second = rest[:1] if first in ("games", "offline") else []
        assert CliRunner().invoke(main, [first, *second, "--help"]).exit_code == 0, first


def test_the_club_server_names_files_and_settings_that_exist() -> None:
    text = page("club-server")
    files = re.findall(r"\b(?:deploy/[\w.-]+\w|requirements\.lock|CHANGELOG\.md)", text)
    assert len({*files}) >= 8
    assert [name for name in files if not (ROOT / name).is_file()] == []
    known = {f"SCORER_{name}" for name in DEFAULTS} | {*UNPREFIXED_VARIABLES}
    named = {*re.findall(r"\b(?:SCORER_[A-Z_]+|DATABASE_URL)\b", text)}
    assert len(named) >= 4
    assert named <= known
    env = (ROOT / "deploy/scorer.env").read_text(encoding="utf-8")
    (lines,) = blocks("club-server", "ini")
    for line in lines.splitlines():
        assert f"#{line.partition('=')[0]}=" in env
    assert "DATABASE_URL=postgresql://scorer@127.0.0.1/games\n" in lines
    assert "\n#DATABASE_URL=postgresql://scorer@127.0.0.1/games\n" in env


def test_the_backup_is_where_the_tutorial_and_the_service_expect_it() -> None:
    unit = (ROOT / "deploy/scorer-backup.service").read_text(encoding="utf-8")
    service = (ROOT / "deploy/scorer.service").read_text(encoding="utf-8")
    for line in ("WorkingDirectory=/srv/scorer", "EnvironmentFile=-/etc/scorer.env"):
        assert line in unit.splitlines()
        assert line in service.splitlines()
    saved, removed = re.findall(r"^ExecStart(?:Post)?=(.*)$", unit, re.M)
    assert saved.endswith(" deploy/backup.py save /srv/backup")
    assert removed.startswith("/usr/bin/find /srv/backup ")
    assert "SCORER_BACKUP_FOLDER=/srv/backup\n" in page("club-server")


@pytest.mark.nightly
def test_a_million_hands_are_made_scored_and_read(tmp_path: Path) -> None:
    """With 2,000 of them."""
    make, read = blocks("million-hands", "python")
    assert "HANDS = 1_000_000\n" in make
    (tmp_path / "make_hands.py").write_text(make.replace("1_000_000", "2_000"), encoding="utf-8")
    (tmp_path / "read_scores.py").write_text(read, encoding="utf-8")
    _, run_make, batch, run_read = blocks("million-hands", "sh")
    for command in (run_make, batch, run_read):
        program, *words = command.split()
        module = ["-m", "scorer"] if program == ".venv/bin/scorer" else []
        done = subprocess.run(
            [sys.executable, *module, *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    first, *_ = done.stdout.splitlines()
    assert first == "2,000 hands, 0 with an error"
    wanted = blocks("million-hands", "text")[-1].replace("1,000,000", "2,000")
    assert re.fullmatch(re.escape(wanted).replace(r"\.\.\.", r"[\d.]+"), done.stdout)


def test_what_the_tutorial_says_of_ctrl_c_is_what_the_command_says() -> None:
    said = blocks("million-hands", "text")[0].strip()
    code = " ".join(path.read_text("utf-8") for path in (ROOT / "scorer/cli").glob("*.py"))
    assert said.replace("scores/;", "{out};") in re.sub(r'"\s+f?"', "", code)
