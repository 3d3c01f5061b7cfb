"""A club's evening: 200 tables, four phones each, and an entry a minute at every table.

    python benchmarks/server/evening.py [--minutes 5] [--database postgresql:///test] [--before 0]

Each phone asks for its game every two seconds on a connection that it keeps, as a browser does,
with the ETag that it has; the four write in turn. They come within twenty seconds, and
X-Forwarded-For gives each an address, as a proxy does. The service has two processes over a SQLite
file in a temporary folder, or over a schema of its own in a PostgreSQL; all phones are in this
process, which has nothing else to do.

A time begins when the request is due, so that whatever holds up this process counts too. It ends
with 1 where the bar is missed: no error, 99 % of entries within 250 ms and of polls within 100 ms,
every entry kept, every total as it was worked out beforehand, and seen by every phone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import brotli  # type: ignore[import-untyped]
import psycopg

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.server.faults import GAMES, request_json, served
from benchmarks.server.played import Evening, evenings

PHONES = 4
EVERY = 2.0
AN_ENTRY = 60.0
# Within so many seconds all phones have come: the first look of each is answered with a sheet.
ARRIVING = 20.0
PATIENCE = 10.0
# When no more is written, for so long the phones still look.
LAST_LOOK = 3 * EVERY
ENTRIES_WITHIN = 250.0
POLLS_WITHIN = 100.0
SETTINGS = {"SCORER_TRUSTED_PROXIES": "1", "SCORER_CLIENT_SECONDS": "60"}


@dataclass
class Heard:
    """What came of all requests: milliseconds by kind, what went wrong, how many polls were
    answered with the sheet, and how often a connection had to be made again."""

    polls: list[float] = field(default_factory=list)
    entries: list[float] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)
    sheets: int = 0
    bytes: int = 0
    again: int = 0


@dataclass
class Table:
    """A game, and how much of its evening has been written."""

    number: int
    path: str
    evening: Evening
    version: int
    written: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Its phones write in turn, however long an entry takes."""


class Phone:
    """A phone: one connection, and the ETag of the sheet that it shows."""

    def __init__(self, table: Table, number: int, port: int, heard: Heard) -> None:
        self.table = table
        self.number = number
        self.tag = ""
        self._port = port
        self._heard = heard
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        address = f"10.{table.number // 250}.{table.number % 250}.{number + 1}"
        self._head = (
            f"Host: mahjong.example\r\nX-Forwarded-For: {address}\r\nAccept: application/json\r\n"
            f"Accept-Encoding: gzip, deflate, br, zstd\r\nX-Player: {'ABCD'[number]}\r\n"
        )

    async def look(self, due: float) -> None:
        """Ask for the sheet, unless it is still the one that is shown."""
        known = f"If-None-Match: {self.tag}\r\n" if self.tag else ""
        request = f"GET {self.table.path} HTTP/1.1\r\n{self._head}{known}\r\n"
        status, head, body = await self._said(request.encode())
        self._heard.polls.append((time.monotonic() - due) * 1000)
        if status == 200:
            self._heard.sheets += 1
            self._heard.bytes += len(body)
            self.tag = head[b"etag"].decode()
        elif status != 304:
            self._heard.wrong[f"poll: {status}"] += 1

    async def write(self, due: float) -> None:
        """Write what comes next in this table's evening."""
        async with self.table.turn:
            await self._write_next(self.table, due)

    async def _write_next(self, table: Table, due: float) -> None:
        entry = {**table.evening.told[table.written], "after": table.version}
        body = json.dumps(entry).encode()
        head = (
            f"POST {table.path}/entries HTTP/1.1\r\n{self._head}Content-Type: application/json\r\n"
            f"Idempotency-Key: {uuid.uuid4()}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        status, answered, answer = await self._said(head.encode() + body)
        self._heard.entries.append((time.monotonic() - due) * 1000)
        if status != 201:
            self._heard.wrong[f"entry: {status}"] += 1
            return
        version = json.loads(_decoded(answered, answer))["version"]
        table.version, table.written = version, table.written + 1

    def hang_up(self) -> None:
        if self._ends is not None:
            self._ends[1].close()
        self._ends = None

    async def _said(self, told: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
        """What is answered; 0 for nothing. A browser asks again where a connection that it kept was
        closed meanwhile."""
        for _ in range(2):
            try:
                async with asyncio.timeout(PATIENCE):
                    if self._ends is None:
                        self._ends = await asyncio.open_connection("127.0.0.1", self._port)
                    self._ends[1].write(told)
                    return await _answer(self._ends[0])
            except (OSError, EOFError, TimeoutError):
                self.hang_up()
                self._heard.again += 1
        return 0, {}, b""


async def _answer(reader: asyncio.StreamReader) -> tuple[int, dict[bytes, bytes], bytes]:
    first, *lines = (await reader.readuntil(b"\r\n\r\n"))[:-4].split(b"\r\n")
    head = {}
    for line in lines:
        name, _, value = line.partition(b": ")
        head[name.lower()] = value
    body = await reader.readexactly(int(head.get(b"content-length", b"0")))
    return int(first.split()[1]), head, body


def _decoded(head: dict[bytes, bytes], body: bytes) -> bytes:
    """The body as it was before the service compressed it: with Brotli, which browsers take."""
    decoded: bytes = brotli.decompress(body) if head.get(b"content-encoding") == b"br" else body
    return decoded


async def _kept_up(phone: Phone, rng: random.Random, end: float) -> None:
    """Look every two seconds, and write when it is this phone's turn."""
    due = time.monotonic() + rng.uniform(0, ARRIVING)
    place = random.Random(phone.table.number).uniform(0, 1)
    writes = time.monotonic() + ARRIVING + AN_ENTRY * (phone.number + place)
    try:
        while due < end:
            await asyncio.sleep(due - time.monotonic())
            await phone.look(due)
            due += EVERY
            if writes < min(due, end - LAST_LOOK):
                await asyncio.sleep(writes - time.monotonic())
                await phone.write(writes)
                writes += AN_ENTRY * PHONES
    finally:
        phone.hang_up()


async def play(tables: list[Table], port: int, seconds: float) -> Heard:
    """Have all phones look and write for so long; raise nothing, and tell what went wrong."""
    heard, end = Heard(), time.monotonic() + ARRIVING + seconds + LAST_LOOK
    phones = [Phone(table, n, port, heard) for table in tables for n in range(PHONES)]
    rng = random.Random(1)
    await asyncio.gather(*(_kept_up(phone, rng, end) for phone in phones))
    for table in tables:
        tags = {phone.tag for phone in phones if phone.table is table}
        heard.wrong["tables of which a phone has not seen the end"] += len(tags) != 1
    return heard


def begun(evening: Evening, number: int, port: int) -> Table:
    """A game of this evening, in the service."""
    status, answer = request_json(
        port, "POST", f"{GAMES}/import", evening.export, X_Forwarded_For=f"10.99.0.{number}"
    )
    assert status == 201, answer
    return Table(number, f"{GAMES}/{answer['keys']['play']}", evening, answer["version"])


def faults(table: Table, port: int) -> Iterator[str]:
    """What is wrong with a table's game, as it is kept."""
    sheet = request_json(port, "GET", table.path, X_Forwarded_For="10.98.0.1")[1]
    if [entry["n"] for entry in sheet["entries"]] != list(range(1, table.version + 1)):
        yield "tables with an entry too many or too few"
    if sheet["totals"] != table.evening.totals[table.written]:
        yield "tables with other totals than were worked out"


@contextmanager
def kept_in(database: str, folder: str) -> Iterator[str]:
    """The address of an empty database: a file, or a schema that goes with the block."""
    if not database:
        yield f"sqlite:///{folder}/games.sqlite3"
        return
    name = f"evening_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    try:
        yield f"{database}?options={quote(f'-csearch_path={name}', safe='')}"
    finally:
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute(f"DROP SCHEMA {name} CASCADE".encode())


def ticks(path: str, places: slice) -> float:
    """Seconds of the processor, of those that a file of /proc counts."""
    fields = Path(path).read_text().splitlines()[0].rpartition(")")[2].split()
    return sum(map(int, fields[places])) / os.sysconf("SC_CLK_TCK")


def spent(processes: list[int]) -> tuple[float, float, float]:
    """Seconds of the processor until now: of this process, of those, and of the whole machine."""
    theirs = 0.0
    for number in processes:
        with suppress(FileNotFoundError):
            theirs += ticks(f"/proc/{number}/stat", slice(11, 13))
    # user, nice, system, and what interrupts took; neither idle nor waiting.
    whole = ticks("/proc/stat", slice(1, 4)) + ticks("/proc/stat", slice(6, 8))
    return time.process_time(), theirs, whole


def at_most(times: list[float], share: float) -> float:
    """The time within which so large a share was answered."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else 0.0


def print_times(name: str, times: list[float], bar: float) -> bool:
    """Print one line of figures; return whether the bar is reached."""
    median, most = at_most(times, 0.5), at_most(times, 0.99)
    longest = max(times, default=0.0)
    print(
        f"{name:8} {len(times):7}   median {median:6.1f} ms   p99 {most:6.1f} ms (bar {bar:.0f})   "
        f"longest {longest:6.1f} ms"
    )
    return most <= bar


def main() -> None:
    """Play an evening and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--before", type=int, default=0, help="entries that each game has already")
    parser.add_argument("--database", default="", help="a PostgreSQL; without it, a SQLite file")
    options = parser.parse_args()
    entries = int(options.minutes * 60 / AN_ENTRY) + 2
    made = list(evenings(options.tables, options.before, entries))
    with tempfile.TemporaryDirectory() as folder, kept_in(options.database, folder) as address:
        log = Path(folder) / "log"
        with served(address, Path(folder), options.workers, log, **SETTINGS) as server:
            tables = [begun(evening, number, server.port) for number, evening in enumerate(made)]
            processes = [server.process.pid, *server.workers()]
            load, before, began = os.getloadavg(), spent(processes), time.monotonic()
            heard = asyncio.run(play(tables, server.port, options.minutes * 60))
            took, after = time.monotonic() - began, spent(processes)
            for table in tables:
                heard.wrong.update(faults(table, server.port))
    shares = [(late - early) / took for early, late in zip(before, after, strict=True)]
    wrong = +heard.wrong
    print(
        f"{options.tables} tables for {took:.0f} s, {address.partition(':')[0]}, "
        f"{options.before} before"
    )
    right = print_times("entries", heard.entries, ENTRIES_WITHIN)
    right &= print_times("polls", heard.polls, POLLS_WITHIN)
    print(
        f"{heard.sheets} sheets of {heard.bytes // max(1, heard.sheets)} bytes, "
        f"{heard.again} connections made again; processors: service {shares[1]:.2f}, "
        f"these phones {shares[0]:.2f}, whole machine {shares[2]:.2f} of {os.cpu_count()}; "
        f"load {load[0]:.2f} before, {os.getloadavg()[0]:.2f} after"
    )
    for what, count in wrong.items():
        print(f"WRONG: {what}: {count}")
    sys.exit(bool(wrong) or not right)


if __name__ == "__main__":
    main()
