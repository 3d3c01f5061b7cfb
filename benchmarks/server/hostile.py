"""How a normal score fares beside clients that mean harm, or ask for a lot.

Starts the service as it runs by default (gunicorn with gunicorn.conf.py, on 127.0.0.1), and for a
few seconds for each kind of hostile client lets sixteen of that kind loose on it, each from an
address of its own, while four normal clients score hands. Prints how long those waited, how many of
them failed, and how busy the machine was, and ends by itself.

    python benchmarks/server/hostile.py [--seconds 8] [--serve | --peer] [KIND ...]

``--serve`` tries ``scorer serve`` instead, ``--peer`` measures gunicorn's threaded worker beside it
in the same run, and KIND names only some kinds; ``--list`` prints them. Without a KIND rows follow
for the heaviest lawful requests, also while the file of games is locked.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from multiprocessing.synchronize import Event
from pathlib import Path
from urllib.parse import urlencode

from scorer.service.api.examples import SCORE
from tests.service.running import free_port

ROOT = Path(__file__).parents[2]
HOSTILE = 16
MANY = 64
NORMAL = 4
PAUSE = 0.02
PATIENCE = 10.0
HEAVY = 8
WRITERS = 4
LOCKED = 3.0
PEER = ("--worker-class", "gthread", "--threads", "16")
BODY = json.dumps(SCORE).encode()
JSON = "application/json"

# Does its harm once, as the client of this number, and is called again.
Attack = Callable[[int, int], None]


def connected(port: int, number: int, *, small: bool = False) -> socket.socket:
    """A connection from an address of its own: all of 127/8 is this machine."""
    client = socket.socket()
    client.settimeout(PATIENCE)
    if small:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    with suppress(OSError):  # systems that know 127.0.0.1 alone
        client.bind((f"127.0.0.{number + 2}", 0))
    client.connect(("127.0.0.1", port))
    return client


def sent(port: int, number: int, method: str, path: str, body: bytes | None, kind: str) -> None:
    """One request and its whole answer; a client that is to come back later waits a moment."""
    source = (f"127.0.0.{number + 2}", 0)
    asker = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=source)
    try:
        asker.request(method, path, body, {"Content-Type": kind} if body is not None else {})
        answer = asker.getresponse()
        answer.read()
        if answer.status in (403, 429):
            time.sleep(0.1)
    finally:
        asker.close()


def until_closed(client: socket.socket) -> None:
    client.settimeout(60)
    with client, suppress(OSError):
        while client.recv(4096):
            pass


def dripped(client: socket.socket, data: bytes, pause: float) -> None:
    with client:
        for byte in data:
            client.sendall(bytes([byte]))
            time.sleep(pause)


def head(length: int) -> bytes:
    lines = f"POST /api/v1/score HTTP/1.1\r\nHost: here\r\nContent-Type: {JSON}\r\n"
    return f"{lines}Content-Length: {length}\r\n\r\n".encode()


def stalled_header(port: int, number: int) -> None:
    client = connected(port, number)
    client.sendall(b"GET / HTTP/1.1\r\nHo")
    until_closed(client)


def dripping_header(port: int, number: int) -> None:
    dripped(connected(port, number), b"GET / HTTP/1.1\r\nHost: " + b"a" * 200, 0.5)


def stalled_body(port: int, number: int) -> None:
    client = connected(port, number)
    client.sendall(head(500) + b"{")
    until_closed(client)


def dripping_body(port: int, number: int) -> None:
    client = connected(port, number)
    client.sendall(head(500))
    dripped(client, BODY, 4)


def stalled_reader(port: int, number: int) -> None:
    client = connected(port, number, small=True)
    if number % 2:
        client.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: here\r\n\r\n" * 20)
    else:
        lines = (BODY + b"\n") * 2000
        head = "POST /api/v1/score/batch HTTP/1.1\r\nHost: here\r\nContent-Type: text/plain\r\n"
        client.sendall(f"{head}Content-Length: {len(lines)}\r\n\r\n".encode() + lines)
    with client:
        time.sleep(30)


def lingerer(port: int, number: int) -> None:
    """Asks for the end of the connection, and stays."""
    client = connected(port, number)
    client.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
    with client:
        time.sleep(5)


def cubic_tiles(port: int, number: int) -> None:
    digits = "1" * 3900
    query = urlencode({"go": "1", "rules": "classical", "hand": f"F{digits}s{digits}sb"})
    sent(port, number, "GET", f"/waits?{query}", None, "")


def long_tiles(port: int, number: int) -> None:
    melds = [{"tiles": "1" * 248 + "s" + "1" * 249 + "sb"}] * 255
    document = {"ruleset": "classical", "hand": {"concealed": "1b", "melds": melds}}
    sent(port, number, "POST", "/api/v1/score", json.dumps(document).encode(), JSON)


def card_name(port: int, number: int) -> None:
    form = {"rules": "american", "o.card": "x\n@name " + " " * 64_000 + "#x", "go": "1"}
    kind = "application/x-www-form-urlencoded"
    sent(port, number, "POST", "/waits", urlencode(form).encode(), kind)


def repeated_fields(port: int, number: int) -> None:
    form = "rules=classical&go=1" + "&with=last_discard" * 28_000
    sent(port, number, "POST", "/", form.encode(), "application/x-www-form-urlencoded")


def with_card(card: str) -> bytes:
    hand = {"concealed": "FFF 2222b 444c 8888b", "winning_tile": "8b"}
    options = {"card": card}
    document = {"ruleset": "american", "options": options, "hand": hand, "seat": "W"}
    return json.dumps({**document, "win": {"by": "self_draw"}}).encode()


def hostile_card(port: int, number: int) -> None:
    hand = "FF XXXXa YYYYb ZZZZc (X+Y=9, X<Y, Z=X, X!=Y, Y!=Z) X 25\n"
    card = f"@name Of {number} {time.monotonic()}\n[A]\n" + hand * 195
    sent(port, number, "POST", "/api/v1/score", with_card(card), JSON)


def batch_of_cards(port: int, number: int) -> None:
    hand = "[A]\nFF XXXXa YYYYb ZZZZc (X+Y=9) X 25\n"
    at = time.monotonic()
    lines = [with_card(f"@name Of {number} {line} {at}\n{hand}") for line in range(2000)]
    sent(port, number, "POST", "/api/v1/score/batch", b"\n".join(lines), "application/x-ndjson")


SCATTERED = {"concealed": "147b 258c 369d EWNRP"}
HEAVIEST: tuple[tuple[str, bytes, str], ...] = (
    ("/api/v1/what-if", BODY, JSON),
    ("/api/v1/compare", BODY, JSON),
    ("/api/v1/nearest", json.dumps({"ruleset": "mcr", "hand": SCATTERED}).encode(), JSON),
    ("/api/v1/score/batch", (BODY + b"\n") * 400, "application/x-ndjson"),
)


def heavy_request(port: int, number: int) -> None:
    """What a lawful client may ask for that takes longest."""
    path, body, kind = HEAVIEST[number % len(HEAVIEST)]
    sent(port, number, "POST", path, body, kind)


def game_maker(port: int, number: int) -> None:
    """Writes to the database, as do all who play."""
    game = {"ruleset": "classical", "players": ["Ann", "Bo", "Cy", "Di"]}
    sent(port, number, "POST", "/api/v1/games", json.dumps(game).encode(), JSON)


KINDS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        stalled_header,
        dripping_header,
        stalled_body,
        dripping_body,
        stalled_reader,
        lingerer,
        cubic_tiles,
        long_tiles,
        card_name,
        repeated_fields,
        hostile_card,
        batch_of_cards,
    )
}
ALL = {**KINDS, "heavy_request": heavy_request, "game_maker": game_maker}


def attack(kinds: list[str], count: int, port: int, stop: Event) -> None:
    """In a process of its own: so many clients, each of the next kind, until it is to stop."""

    def keep_on(number: int) -> None:
        client = ALL[kinds[number % len(kinds)]]
        while not stop.is_set():
            with suppress(OSError, http.client.HTTPException):
                client(port, number)
            time.sleep(0.01)

    for number in range(count):
        threading.Thread(target=keep_on, args=(number,), daemon=True).start()
    stop.wait()
    os._exit(0)


def normal(port: int, until: float, took: list[float], failed: Counter[str]) -> None:
    """Score hands until it is time, a new connection for every fifth."""
    asker = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    count = 0
    while time.monotonic() < until:
        began = time.perf_counter()
        try:
            asker.request("POST", "/api/v1/score", BODY, {"Content-Type": JSON})
            answer = asker.getresponse()
            if json.loads(answer.read()).get("total") != 336:
                failed[str(answer.status)] += 1
            took.append(time.perf_counter() - began)
        except (OSError, http.client.HTTPException) as error:
            failed[type(error).__name__] += 1
            asker.close()
        count += 1
        if count % 5 == 0:
            asker.close()
        time.sleep(PAUSE)
    asker.close()


def measured(port: int, seconds: float) -> tuple[list[float], Counter[str]]:
    took: list[float] = []
    failed: Counter[str] = Counter()
    until = time.monotonic() + seconds
    askers = [
        threading.Thread(target=normal, args=(port, until, took, failed)) for _ in range(NORMAL)
    ]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    return sorted(took), failed


@contextmanager
def service(program: Sequence[str], database: Path) -> Iterator[int]:
    """The service on a free port, until it is no longer wanted."""
    port = free_port()
    environment = {
        **os.environ,
        "PORT": str(port),
        "DATABASE_URL": f"sqlite:///{database}",
        "SCORER_GAMES_MADE_LIMIT": "100000 per minute",
    }
    process = subprocess.Popen(
        [sys.executable, *program, *(("--port", str(port)) if program is SERVE else ())],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(200):
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
            time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Hold the file of games locked for three seconds of every four."""
    done = threading.Event()

    def lock() -> None:
        with closing(sqlite3.connect(database, timeout=60)) as connection:
            while not done.wait(1):
                connection.execute("BEGIN EXCLUSIVE")
                done.wait(LOCKED)
                connection.rollback()

    holding = threading.Thread(target=lock)
    holding.start()
    try:
        yield
    finally:
        done.set()
        holding.join()


def row(
    name: str, kinds: list[str], count: int, options: argparse.Namespace, *, lock: bool = False
) -> None:
    """Measure beside so many clients of these kinds, with each server, and print it."""
    for server, program in options.servers.items():
        with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
            database = Path(folder) / "games.sqlite3"
            port = stack.enter_context(service(program, database))
            measured(port, 0.5)
            if lock:
                stack.enter_context(locked(database))
            if kinds:
                stack.enter_context(attacked(kinds, count, port))
            took, failed = measured(port, options.seconds)
        show(f"{name}, {server}" if server else name, took, failed)


@contextmanager
def attacked(kinds: list[str], count: int, port: int) -> Iterator[None]:
    """Let clients of these kinds loose in a process of their own."""
    stop = multiprocessing.Event()
    harm = multiprocessing.Process(target=attack, args=(kinds, count, port, stop))
    harm.start()
    time.sleep(1)
    try:
        yield
    finally:
        stop.set()
        harm.join(5)
        harm.kill()


def show(name: str, took: list[float], failed: Counter[str]) -> None:
    if not took:
        print(f"{name:44} nothing was answered: {dict(failed)}", flush=True)
        return
    half, most = took[len(took) // 2], took[int(len(took) * 0.99)]
    print(
        f"{name:44} {len(took):6} {half * 1000:9.1f} {most * 1000:9.1f} {took[-1] * 1000:9.1f} "
        f"{os.getloadavg()[0]:5.1f} {sum(failed.values()):7} {dict(failed) or ''}",
        flush=True,
    )


GUNICORN = ("-m", "gunicorn", "wsgi:app")
SERVE = ("-m", "scorer", "serve")


def servers(options: argparse.Namespace) -> dict[str, Sequence[str]]:
    """The servers to be measured, by name."""
    if options.serve:
        return {"": SERVE}
    return {"": GUNICORN, "gthread": (*GUNICORN, *PEER)} if options.peer else {"": GUNICORN}


def main() -> None:
    parser = argparse.ArgumentParser(description="Normal scores beside hostile clients.")
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--peer", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        print("\n".join(ALL))
        return
    options.servers = servers(options)
    heads = f"{'median ms':>9} {'p99 ms':>9} {'worst ms':>9} {'load':>5}  failed"
    print(f"{'beside':44} {'scores':>6} {heads}")
    if not options.kinds:
        row("nobody", [], 0, options)
        row(f"{MANY} x stalled_header", ["stalled_header"], MANY, options)
    for kind in options.kinds or KINDS:
        count = HEAVY if kind == "heavy_request" else HOSTILE
        row(f"{count} x {kind}", [kind], count, options)
    if options.kinds:
        return
    row(f"{HOSTILE} x every kind", [*KINDS], HOSTILE * len(KINDS), options)
    row(f"{HEAVY} x heavy_request", ["heavy_request"], HEAVY, options)
    row(f"{WRITERS} x game_maker, locked", ["game_maker"], WRITERS, options, lock=True)
    both = ["heavy_request", "heavy_request", "game_maker"]
    count = HEAVY + WRITERS
    row(f"{HEAVY} x heavy_request, {WRITERS} x game_maker, locked", both, count, options, lock=True)


if __name__ == "__main__":
    main()
