"""The gunicorn worker: no thread waits for a client, however slowly it sends or reads.

An event loop takes the connections and reads each request whole, its header and its body each
within a deadline. Only then does a thread work on it, and gives the answer back to the loop to be
sent. So even if nearly all clients stall, the others are answered as fast as ever.

The request that will probably take least gets a thread first. Long requests, and those of clients
whose requests take long or who send many at once, are heavy: they share a few of the threads.
"""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, nullcontext, suppress
from datetime import datetime, timedelta
from threading import Thread
from types import SimpleNamespace
from typing import Any

from gunicorn import sock as gunicorn_sock
from gunicorn.http import RequestParser, wsgi
from gunicorn.workers.base import Worker

from scorer.service.games.records import STORE
from scorer.service.games.store import Store
from scorer.service.settings import DEFAULTS
from scorer.service.wsgi import framing
from scorer.service.wsgi.budget import LEDGER, Ledger
from scorer.service.wsgi.clients import client_of
from scorer.service.wsgi.connection import Answer, Connection, GivenUpError, Room
from scorer.service.wsgi.masks import masked
from scorer.service.wsgi.metrics import COUNTERS, Counters
from scorer.service.wsgi.names import REQUESTS
from scorer.service.wsgi.turns import Turns

__all__ = ["BufferingWorker"]

KIB = 1024

LONGEST_HEAD = 64 * KIB
# How much is read, and thrown away, of a body that is too large: a client reads the answer only
# when it has sent its request.
MOST_DISCARDED = 16 * KIB * KIB
# How much memory there is for all bodies that are still coming, without small ones, and as much
# again for all answers that clients are slow to read.
MOST_HELD = 64 * KIB * KIB
SMALL = 64 * KIB
PIECE = 16 * KIB

# A request is heavy if it has more than so many bytes, or if all requests that its client has sent
# are likely to take more than so many seconds. So many threads may work on heavy ones.
LONG = 4 * KIB
MUCH = 0.1
HEAVY_PLACES = 3

# So many seconds each busy thread runs before Python switches to the next: a fifth of the default,
# so that a short request waits less for long ones.
SWITCH = 0.001
HEARTBEAT = 1.0
# The errors of accept when no more files can be opened, or there is no memory.
NO_ROOM = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
# Given to gunicorn as the client's address, so that no address gets into the log.
NOBODY = ("-", 0)
# How many seconds a worker that stops still waits for requests on connections kept alive.
LINGER = 1.0


class BufferingWorker(Worker):  # type: ignore[misc]
    """Reads requests and sends answers in an event loop, and works on them in threads."""

    loop: asyncio.AbstractEventLoop

    def init_process(self) -> None:
        """Begin in the new process."""
        sys.setswitchinterval(SWITCH)
        self.tasks: set[asyncio.Task[None]] = set()
        # The connections whose client has not sent a whole request, the longest waiting first.
        self.waiting: dict[asyncio.Task[None], Connection] = {}
        self.held = 0
        self.unsent = Room(MOST_HELD)
        self.accepting = False
        self.stopping = asyncio.Event()
        self.at_once: Counter[str] = Counter()
        self.pool = ThreadPoolExecutor(self.cfg.threads)
        self.places = Turns(self.cfg.threads)
        self.heavy_places = Turns(max(1, min(HEAVY_PLACES, self.cfg.threads // 2)))
        self.cfg.set("sendfile", False)
        super().init_process()

    def run(self) -> None:
        """Serve until the worker is to stop."""
        config = {**DEFAULTS, **getattr(self.wsgi, "config", {})}
        extensions = getattr(self.wsgi, "extensions", {})
        self.config = config
        longest = ("MAX_CONTENT_LENGTH", "BATCH_MAX_BYTES", "GAMES_IMPORT_MAX_BYTES")
        self.longest_body = max(config[name] for name in longest)
        self.ledger = extensions.get(LEDGER) or Ledger(0, config["CLIENT_PERIOD"])
        self.counters: Counters = extensions.get(COUNTERS) or Counters()
        self.counters.take_row(self.age)
        self._open_games(extensions.get(STORE))
        asyncio.run(self._serve())

    def _open_games(self, store: Store | None) -> None:
        """Bring the database of games up to date, or wait for it, while hands are scored."""
        if store is not None:
            Thread(target=store.database.prepare, daemon=True).start()

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Answer a request that cannot be read, or failed; no key of a game gets into the log."""
        # One that cannot be read whole comes with the error, and gets into the log of accesses too.
        found: Any
        for found in (req, getattr(exc, "req", None)):
            if hasattr(found, "uri"):
                found.uri = masked(found.uri)
            if hasattr(found, "headers"):
                found.headers = [(name, masked(value)) for name, value in found.headers]
        super().handle_error(req, client, addr, exc)

    def handle_exit(self, sig: int, frame: object) -> None:
        """Stop gracefully."""
        self._stop()

    def _stop(self) -> None:
        self.alive = False
        self.loop.call_soon_threadsafe(self.stopping.set)

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.loop.add_signal_handler(signal.SIGTERM, self._stop)
        self.tls = gunicorn_sock.ssl_context(self.cfg) if self.cfg.is_ssl else None
        for listener in self.sockets:
            listener.setblocking(False)
        self._accept_if_there_is_room()
        while self.alive and self.ppid == os.getppid():
            self.notify()
            with suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT):
                    await self.stopping.wait()
        self.alive = False
        self._listen(False)
        await self._finish()
        for listener in self.sockets:
            listener.close()
        self.pool.shutdown(wait=False, cancel_futures=True)

    async def _finish(self) -> None:
        """Answer the requests that have begun, within ``graceful_timeout``, then end all tasks."""
        idle = self.loop.time() + LINGER
        end = self.loop.time() + self.cfg.graceful_timeout
        while self.tasks and self.loop.time() < end:
            self.notify()
            if self.loop.time() >= idle:
                for task, connection in list(self.waiting.items()):
                    if connection.idle:
                        task.cancel()
            await asyncio.wait(self.tasks, timeout=LINGER / 10)
        for task in self.tasks:
            task.cancel()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=LINGER)

    # Connections

    def _accept_if_there_is_room(self) -> None:
        room = len(self.tasks) < self.cfg.worker_connections or bool(self.waiting)
        self._listen(room and self.alive)

    def _listen(self, wanted: bool) -> None:
        if wanted == self.accepting:
            return
        self.accepting = wanted
        for listener in self.sockets:
            if wanted:
                self.loop.add_reader(listener.fileno(), self._accept, listener)
            else:
                self.loop.remove_reader(listener.fileno())

    def _accept(self, listener: Any) -> None:
        """Take one connection, not all that wait: the other workers are to get some."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno in NO_ROOM:
                self._listen(False)
                self.loop.call_later(HEARTBEAT, self._accept_if_there_is_room)
            return
        client.setblocking(False)
        if len(self.tasks) >= self.cfg.worker_connections and self.waiting:
            oldest = next(iter(self.waiting))
            del self.waiting[oldest]
            self.counters.add("connections_given_up", at="room")
            oldest.cancel()
        task = self.loop.create_task(self._converse(client, address))
        self.tasks.add(task)
        task.add_done_callback(self._task_ended)
        self._accept_if_there_is_room()

    def _task_ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        self._accept_if_there_is_room()
        if not task.cancelled() and task.exception() is not None:
            self.log.error("A connection failed", exc_info=task.exception())

    async def _converse(self, client: Any, address: Any) -> None:
        """Answer all requests of one connection, then close it."""
        connection = Connection(client, address, self.config, self.unsent)
        try:
            await connection.open(self.loop, self.tls, LONGEST_HEAD)
            while await self._one_request(connection):
                connection.served += 1
        except GivenUpError as given_up:
            self.counters.add("connections_given_up", at=given_up.at)
            connection.say(given_up.status)
        except (OSError, EOFError):
            pass
        finally:
            await connection.close()

    async def _one_request(self, connection: Connection) -> bool:
        """Read one request and answer it. Gives whether another may follow."""
        task = asyncio.current_task()
        assert task is not None
        self.waiting[task] = connection
        self._accept_if_there_is_room()
        held = 0
        try:
            head = await connection.head(self.cfg.keepalive if connection.served else 0)
            message = bytearray(head)
            async for piece in self._body(connection, head):
                message += piece
                if len(message) > SMALL:
                    self.held += len(message) - held
                    held = len(message)
                if self.held > MOST_HELD:
                    raise GivenUpError("room", 503)
            self.waiting.pop(task, None)
            return await self._answer(connection, bytes(message))
        finally:
            self.held -= held
            self.waiting.pop(task, None)

    async def _body(self, connection: Connection, head: bytes) -> AsyncIterator[bytes]:
        """The pieces of a request's body; those of one that is too large are thrown away."""
        length = framing.body_length(head)
        if length == 0:
            return
        if framing.expects_continue(head):
            connection.go_on()
        if length == framing.CHUNKED:
            left = MOST_DISCARDED
            async for piece in connection.in_time(framing.chunks(connection.reader)):
                yield piece
                left -= len(piece)
                if left < 0:
                    connection.cut_short = True
                    return
            return
        wanted = length <= self.longest_body
        connection.cut_short = length > MOST_DISCARDED
        most = min(length, MOST_DISCARDED)
        async for piece in connection.in_time(framing.pieces(connection.reader, most)):
            most -= len(piece)
            if wanted:
                yield piece
        connection.cut_short |= most > 0

    # Requests

    async def _answer(self, connection: Connection, message: bytes) -> bool:
        """Have a thread answer a request, when it is its turn, and send the answer. Gives whether
        another request may follow."""
        answer = Answer(self.loop, connection)
        parser = RequestParser(self.cfg, _in_pieces(message), connection.address)
        request = None
        try:
            request = next(parser)
            made = wsgi.create(request, answer, connection.address, connection.reached, self.cfg)
        except StopIteration:
            return False
        except Exception as error:
            self.handle_error(request, answer, NOBODY, error)
            await answer.finish()
            return False
        client = client_of(made[1], self.config["TRUSTED_PROXIES"])
        self.at_once[client] += 1
        try:
            async with self._turn(client, len(message)):
                keep = await self.loop.run_in_executor(
                    self.pool, self._work, connection, answer, parser, request, *made
                )
        finally:
            self.at_once[client] -= 1
            if not self.at_once[client]:
                del self.at_once[client]
        await answer.finish()
        return bool(keep)

    @asynccontextmanager
    async def _turn(self, client: str, length: int) -> AsyncIterator[None]:
        """Wait for a thread that is free for a request of this client and length, and hold it."""
        work = self.ledger.expected(client) * self.at_once[client]
        heavy = length > LONG or work > MUCH
        first = self.heavy_places.place(work) if heavy else nullcontext()
        async with first, self.places.place(work):
            yield

    def _work(
        self,
        connection: Connection,
        answer: Answer,
        parser: Any,
        request: Any,
        response: Any,
        environ: dict[str, Any],
    ) -> bool:
        """In a thread: collect the application's answer. Gives whether the connection may stay."""
        environ["wsgi.multithread"] = True
        if connection.cut_short or not self.alive:
            response.force_close()
        try:
            self.cfg.pre_request(self, request)
            began = datetime.now()
            made = self.wsgi(environ, response.start_response)
            try:
                for item in made:
                    response.write(item)
                    if response.chunked:
                        answer.push()
                response.close()
            finally:
                self._log(response, request, environ, datetime.now() - began)
                close = getattr(made, "close", None)
                if close is not None:
                    close()
        except OSError:
            return False
        except Exception as error:
            if response.headers_sent:
                self.log.exception("Error handling request")
            else:
                self.handle_error(request, answer, NOBODY, error)
            return False
        finally:
            self.cfg.post_request(self, request, environ, response)
            self._count(environ)
        return not response.should_close() and _read_whole(parser, request)

    def _log(self, response: Any, request: Any, environ: dict[str, Any], took: timedelta) -> None:
        """Have gunicorn log a request, where that is wanted, without the keys of games."""
        if not self.cfg.accesslog:
            return
        told = {name: _masked(value) for name, value in environ.items()}
        headers = [(name, masked(value)) for name, value in response.headers]
        shown = SimpleNamespace(
            status=response.status, sent=getattr(response, "sent", None), headers=headers
        )
        sent = [(name, masked(value)) for name, value in request.headers]
        self.log.access(shown, SimpleNamespace(headers=sent), told, took)

    def _count(self, environ: dict[str, Any]) -> None:
        """Count a request, or as many as a batch counts for. After ``max_requests`` of them the
        worker stops, and gunicorn starts another."""
        self.nr += environ.get(REQUESTS, 1)
        if self.nr >= self.max_requests and self.alive:
            self.log.info("Autorestarting worker after current request.")
            self._stop()


def _in_pieces(message: bytes) -> Iterator[bytes]:
    """A message in pieces, as from a socket. In one piece the parser would again and again copy
    what it has not yet parsed."""
    return (message[start : start + PIECE] for start in range(0, len(message), PIECE))


def _masked(value: object) -> object:
    return masked(value) if isinstance(value, str) else value


def _read_whole(parser: Any, request: Any) -> bool:
    """Whether the parser read the message just to its end, so that what comes next on the
    connection is another request."""
    try:
        while request.body.read(SMALL):
            pass
        return not parser.unreader.read()
    except Exception:
        return False
