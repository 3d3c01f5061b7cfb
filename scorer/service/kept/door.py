"""How the service worker of a phone asks the application: a request in, an answer out, in JSON.

All that is asked for is plain text, so nothing of JavaScript is ever held here: the memory of the
whole can be kept as it is, and taken up again later.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes, urlencode, urlsplit

from flask import Flask

from scorer import game as games
from scorer.rules import BOOKS
from scorer.service.games.records import STORE
from scorer.service.i18n.languages import LANGUAGES
from scorer.service.kept.application import create_kept_app
from scorer.service.kept.facts import Facts, facts_told
from scorer.service.kept.store import PhoneStore

__all__ = ["Door", "answer", "open_door"]

Json = dict[str, Any]
FORM = "application/x-www-form-urlencoded"
NEW = "/games/new"
REHEARSED = ("/", "/table", "/waits")

_door: Door | None = None


@dataclass
class _Laid:
    """A game that lies in the store, with the forms that were applied to it, and what came of
    each."""

    known: Json
    waiting: list[Json]
    told: list[Json]


class Door:
    """An application, asked without a server."""

    def __init__(self, app: Flask, origin: str) -> None:
        self.app = app
        self.store: PhoneStore = app.extensions[STORE]
        self._origin = urlsplit(origin)
        self._laid: _Laid | None = None

    def answer(self, asked: Mapping[str, Any]) -> Json:
        """The answer to {method, path, query, headers, body, game}: {status, headers, body, told}.

        ``game`` is {key, role, export or begin, waiting}: the game as the phone last saw it, or the
        form that began it, and the forms of the entries that wait, each applied in turn; ``told``
        is what came of each of them.
        """
        told = self._lay(asked["game"]) if asked.get("game") else []
        answer = {**self._ask(asked), "told": told}
        if asked.get("game") and asked["method"] != "GET":
            self._laid = None
        return answer

    def rehearse(self) -> None:
        """Ask what is asked most, in every ruleset and language, so that nothing of it is left to
        be read when somebody waits for it."""
        for code in LANGUAGES:
            for path in REHEARSED:
                for ruleset in BOOKS:
                    asked = {"method": "GET", "path": path, "query": f"rules={ruleset}"}
                    self._ask({**asked, "headers": {"Accept-Language": code}})

    def _lay(self, told: Mapping[str, Any]) -> list[Json]:
        """Lay the game into the store, but for what lies there since it was asked for last."""
        known = {name: value for name, value in told.items() if name != "waiting"}
        waiting, laid = told["waiting"], self._laid
        if laid is None or laid.known != known or laid.waiting != waiting[: len(laid.waiting)]:
            self._begin(known)
            laid = self._laid = _Laid(known, [], [])
        for one in waiting[len(laid.waiting) :]:
            laid.told.append(self._post(one["path"], one["body"]))
            laid.waiting.append(one)
        return list(laid.told)

    def _begin(self, known: Mapping[str, Any]) -> None:
        key = known["key"]
        self.store.expect(key)
        if "begin" in known:
            self._post(NEW, known["begin"])
            return
        game = games.load(known["export"], at=known["export"]["at"])
        entries = [one.as_record() for one in game.entries]
        self.store.lay(key, known["role"], game.as_record(), entries)

    def _post(self, path: str, fields: Iterable[tuple[str, str]]) -> Json:
        body = urlencode([(name, value) for name, value in fields])
        headers = {"Content-Type": FORM, "Accept": "application/json"}
        return self._ask({"method": "POST", "path": path, "body": body, "headers": headers})

    def _ask(self, asked: Mapping[str, Any]) -> Json:
        body = (asked.get("body") or "").encode()
        environ = {
            "REQUEST_METHOD": asked["method"],
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(asked["path"]).decode("latin-1"),
            "QUERY_STRING": asked.get("query") or "",
            "SERVER_NAME": self._origin.hostname or "localhost",
            "SERVER_PORT": str(self._origin.port or 443),
            "HTTP_HOST": self._origin.netloc,
            "SERVER_PROTOCOL": "HTTP/1.1",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": self._origin.scheme,
            "wsgi.input": BytesIO(body),
            "wsgi.errors": None,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        for name, value in (asked.get("headers") or {}).items():
            plain = name.upper().replace("-", "_")
            environ[plain if plain == "CONTENT_TYPE" else f"HTTP_{plain}"] = value
        with self.app.request_context(environ):
            response = self.app.full_dispatch_request()
            return {
                "status": response.status_code,
                "headers": {
                    name: response.headers[name]
                    for name in ("Content-Type", "Location")
                    if name in response.headers
                },
                "body": response.get_data(as_text=True),
            }


def open_door(origin: str, facts: Facts | None = None) -> Door:
    """The door of this phone, which reaches the server at ``origin``."""
    global _door
    _door = Door(create_kept_app(facts or facts_told()), origin)
    return _door


def answer(asked: str) -> str:
    """The answer, in JSON, to what is asked in JSON."""
    assert _door is not None
    return json.dumps(_door.answer(json.loads(asked)))
