"""Tutorials followed word by word: files saved, commands run in order, what they print compared.

The command that installs is not run, and what npm would install is that of tests/clients.
"""

from __future__ import annotations

import doctest
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests.service.running import PATIENCE, SERVE, free_port, running

ROOT = Path(__file__).parents[1]
TUTORIALS = ROOT / "docs/tutorials"
NODE_MODULES = ROOT / "tests/clients/node_modules"
PROGRAMS = Path(sys.executable).parent
INSTALL = "python3 -m venv .venv && .venv/bin/pip install '.[server]'"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
SAVED = re.compile(r"`([\w.]+)`[^`]*:\n\n\Z")
"""What stands before a block that is to be saved: the last code before it is the file's name."""

NPM_INSTALL = re.compile(r"^npm install .*$", re.M)
PORT = re.compile(r"\b800[01]\b")


class Block(NamedTuple):
    """A block of a page; `file` is the name under which the page has it saved."""

    kind: str
    text: str
    file: str | None


def blocks(page: str) -> list[Block]:
    text = (TUTORIALS / page).read_text("utf-8")
    found = []
    for match in BLOCK.finditer(text):
        saved = SAVED.search(text[: match.start()]) if match[1] in ("python", "ts") else None
        found.append(Block(match[1], match[2], saved[1] if saved else None))
    return found


class Running:
    """A program in a second terminal."""

    def __init__(self, command: str, folder: Path) -> None:
        self.process = subprocess.Popen(
            ["bash", "-euc", command],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.printed = ""

    def waits_for(self, words: str) -> str:
        """Return the line with these words, once it is printed."""
        assert self.process.stdout
        for line in self.process.stdout:
            self.printed += line
            if words in line:
                return line
        raise AssertionError(f"it ended without {words!r}:\n{self.printed}")

    def rest(self) -> str:
        """Return what else it prints, once it has ended by itself."""
        assert self.process.stdout
        rest = self.process.stdout.read()
        assert self.process.wait(PATIENCE) == 0, self.printed + rest
        return rest

    def stop(self) -> None:
        """End it, and what it started, if it still runs."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        self.process.communicate(timeout=PATIENCE)


class Reader:
    """Who follows a page in a folder of their own, with a server where the page has it."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.ports = {"8000": port, "8001": free_port()}
        self.output = ""
        self.compared = 0
        self.started: list[Running] = []
        (folder / "examples").symlink_to(ROOT / "examples")

    def here(self, text: str) -> str:
        """Return a text with the ports and the programs of this test."""
        text = NPM_INSTALL.sub(
            f"ln -s {NODE_MODULES} .", text.replace(".venv/bin/", f"{PROGRAMS}/")
        )
        return PORT.sub(lambda port: str(self.ports[port[0]]), text)

    def follow(self, block: Block) -> None:
        if block.file:
            (self.folder / block.file).write_text(self.here(block.text), "utf-8")
        elif block.kind == "sh" and " run --port" in block.text:
            self.start(block.text).waits_for("Running on")
        elif block.kind == "sh" and not block.text.startswith(INSTALL):
            self.run(block.text)
        elif block.kind == "text":
            self.compare(block.text)

    def run(self, command: str) -> None:
        shell = ["bash", "-euo", "pipefail", "-c", f"{self.here(command)}\npwd >&2"]
        done = subprocess.run(
            shell, cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        self.output = done.stdout
        self.folder = Path(done.stderr.splitlines()[-1])

    def start(self, command: str) -> Running:
        """Start what goes on running."""
        self.started.append(Running(self.here(command), self.folder))
        return self.started[-1]

    def stop(self) -> None:
        """Stop what still goes on."""
        for program in self.started:
            program.stop()

    def compare(self, printed: str) -> None:
        self.compared += 1
        wanted = self.here(printed)
        same = doctest.OutputChecker().check_output(wanted, self.output, doctest.ELLIPSIS)
        assert same, f"the page has\n{wanted}\nand this came\n{self.output}"


@contextmanager
def reader(page: str, folder: Path) -> Iterator[Reader]:
    """A reader of this page with an empty folder, and `scorer serve` if the page asks a server."""
    games = {"DATABASE_URL": f"sqlite:///{folder}/games.sqlite"}
    (folder / "clone").mkdir()
    with ExitStack() as ending:
        port = free_port()
        if "127.0.0.1:8000" in (TUTORIALS / page).read_text("utf-8"):
            port = ending.enter_context(running(SERVE, folder, folder / "log", games))
        follower = Reader(folder / "clone", port)
        ending.callback(follower.stop)
        yield follower
