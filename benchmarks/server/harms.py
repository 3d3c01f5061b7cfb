"""What goes wrong while eight write (faults.py): each a block that gives the servers to write to
and a function that does harm once, heals it, and tells how often it was done.

    python -m benchmarks.server.harms --rounds 100 [--servers 2] [--database postgresql:///test]
    python -m benchmarks.server.harms --harm away|full|lost|clock

Without a database it is a SQLite file in a temporary folder. ``full`` needs Linux, and root."""

from __future__ import annotations

import argparse
import os
import pwd
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final
from urllib.parse import quote

import psycopg

from benchmarks.server.between import Proxy
from benchmarks.server.faults import Harm, Server, kill_one_of, play, served

Harmed = tuple[list[Server], Harm]
POSTGRESQL: Final = 5432
DISK: Final = 192 << 20
DAY: Final = 86_400


def _is_file(database: str) -> bool:
    return database.startswith("sqlite")


def _for(seconds: float) -> None:
    time.sleep(seconds * random.uniform(0.5, 1.5))


@contextmanager
def killed(database: str, home: Path) -> Iterator[Harmed]:
    """A worker is killed with SIGKILL."""
    with served(database, home) as server:
        yield [server], lambda: kill_one_of([server])


@contextmanager
def away(database: str, home: Path) -> Iterator[Harmed]:
    """The folder of the file is moved elsewhere, or the way to PostgreSQL cut; then all is well."""
    folder, elsewhere = home / "kept", home / "elsewhere"
    with closing(Proxy(POSTGRESQL)) as proxy:

        def harm() -> int:
            if _is_file(database):
                folder.rename(elsewhere)
                _for(0.2)
                elsewhere.rename(folder)
            else:
                proxy.shut()
                _for(0.2)
                proxy.open = True
            return 1

        own = f"sqlite:///{folder}/games.sqlite3"
        address = own if _is_file(database) else f"postgresql://127.0.0.1:{proxy.port}/test"
        with served(address, home) as server:
            yield [server], harm


@contextmanager
def full(database: str, home: Path) -> Iterator[Harmed]:
    """The disk with the file, or with PostgreSQL's tables, is full to the last byte, then not."""
    disk, name = home / "disk", f"full_{os.getpid()}"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "none", disk], check=True)
    ballast = disk / "ballast"

    def harm() -> int:
        with ballast.open("wb") as file, suppress(OSError):
            room = os.statvfs(disk)
            os.posix_fallocate(file.fileno(), 0, room.f_bavail * room.f_frsize)
        _for(0.3)
        ballast.unlink()
        return 1

    address = f"sqlite:///{disk}/games.sqlite3"
    try:
        if not _is_file(database):
            tables = disk / "tables"
            tables.mkdir()
            owner = pwd.getpwnam("postgres")
            os.chown(tables, owner.pw_uid, owner.pw_gid)
            home.chmod(0o755)
            with psycopg.connect(database, autocommit=True) as connection:
                connection.execute(f"CREATE SCHEMA {name}")
                connection.execute(f"CREATE TABLESPACE {name} LOCATION '{tables}'")
            options = quote(f"-csearch_path={name} -cdefault_tablespace={name}", safe="")
            address = f"{database}?options={options}"
        with served(address, home) as server:
            yield [server], harm
    finally:
        if not _is_file(database):
            with psycopg.connect(database, autocommit=True) as connection:
                connection.execute(f"DROP SCHEMA {name} CASCADE")
                connection.execute(f"DROP TABLESPACE {name}")
        subprocess.run(["umount", "-l", disk], check=True)


@contextmanager
def lost(database: str, home: Path) -> Iterator[Harmed]:
    """One answer in three is lost on its way back, after the service has written."""
    with (
        served(database, home) as server,
        closing(Proxy(server.port, loses=1 / 3)) as proxy,
    ):
        before = 0

        def harm() -> int:
            nonlocal before
            newly, before = proxy.lost - before, proxy.lost
            return newly

        yield [replace(server, port=proxy.port)], harm


@contextmanager
def clock(database: str, home: Path) -> Iterator[Harmed]:
    """The clock jumps by up to three years, back or ahead."""
    file = home / "clock"
    file.write_text("0")

    def harm() -> int:
        new = file.with_suffix(".new")
        new.write_text(f"{random.randint(-1000 * DAY, 1000 * DAY)}")
        new.replace(file)
        return 1

    with served(database, home, app="benchmarks.server.jumping:app", CLOCK=str(file)) as server:
        yield [server], harm


HARMS: Final[dict[str, Callable[[str, Path], AbstractContextManager[Harmed]]]] = {
    harm.__name__: harm for harm in (killed, away, full, lost, clock)
}


def main() -> None:
    """Play the rounds and say what came of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--database", default="")
    parser.add_argument("--harm", default="", choices=["", *HARMS], help="on one server")
    parser.add_argument("--pause", type=float, default=0.4, help="seconds between harm and harm")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        database = args.database or f"sqlite:///{folder}/games.sqlite3"
        home = Path(folder)
        harm: Harm | None = None
        if args.harm:
            servers, harm = stack.enter_context(HARMS[args.harm](database, home))
        else:
            servers = [stack.enter_context(served(database, home)) for _ in range(args.servers)]
        began = time.monotonic()
        rounds = [play(servers, pause=args.pause, harm=harm) for _ in range(args.rounds)]
        took = time.monotonic() - began
    wrong = [fault for game in rounds for fault in game.wrong]
    print(
        f"{args.rounds} rounds in {took:.0f} s: {sum(len(game.acknowledged) for game in rounds)} "
        f"entries acknowledged, harm done {sum(game.harmed for game in rounds)} times, "
        f"{sum(game.retried for game in rounds)} sent again, {sum(game.stale for game in rounds)} "
        f"stale; {len(wrong)} faults"
    )
    for fault in wrong:
        print(fault)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
