"""The interface between a phone's service worker and the offline application.

Requests and answers are JSON text. No JavaScript object is ever held here, so that the memory can
be stored and restored later.
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
from scorer.documents.club import set_club_in_use
from scorer.rules import BOOKS
from scorer.service.i18n.languages import LANGUAGES
from scorer.service.offline.application import create_offline_app
from scorer.service.offline.server_facts import Facts, load_facts
from scorer.service.offline.store import PhoneStore
from scorer.service.store.records import STORE_EXTENSION

Json = dict[str, Any]
FORM_MIMETYPE = "application/x-www-form-urlencoded"
NEW_GAME_PATH = "/games/new"
WARM_UP_PATHS = ("/", "/table", "/waits")

_app: OfflineApp | None = None


@dataclass
class _LoadedGame:
    """The game in the store, with the forms applied to it and their responses."""

    origin: Json
    forms: list[Json]
    responses: list[Json]


class OfflineApp:
    """The offline application, called without a server."""

    def __init__(self, app: Flask, origin: str) -> None:
        self.app = app
        self.store: PhoneStore = app.extensions[STORE_EXTENSION]
        self._origin = urlsplit(origin)
        self._loaded: _LoadedGame | None = None

    def answer(self, request: Mapping[str, Any]) -> Json:
        """Answer {method, path, query, headers, body, game} with {status, headers, body, told}.

        ``game`` is {key, role, export or begin, waiting}: the game as the phone last saw it, or the
        form that began it, and the forms of the waiting entries, which are applied in turn.
        ``told`` has the response to each of them.
        """
        responses = self._load_game(request["game"]) if request.get("game") else []
        answer = {**self._dispatch(request), "told": responses}
        if request.get("game") and request["method"] != "GET":
            self._loaded = None
        return answer

    def warm_up(self) -> None:
        """Request the most used pages in every ruleset and language, to fill the caches."""
        for code in LANGUAGES:
            for path in WARM_UP_PATHS:
                for ruleset in BOOKS:
                    request = {"method": "GET", "path": path, "query": f"rules={ruleset}"}
                    self._dispatch({**request, "headers": {"Accept-Language": code}})

    def _load_game(self, game: Mapping[str, Any]) -> list[Json]:
        """Put a game into the store, reusing what is there; return the responses to its forms."""
        origin = {name: value for name, value in game.items() if name != "waiting"}
        forms, loaded = game["waiting"], self._loaded
        if loaded is None or loaded.origin != origin or loaded.forms != forms[: len(loaded.forms)]:
            self._begin(origin)
            loaded = self._loaded = _LoadedGame(origin, [], [])
        for form in forms[len(loaded.forms) :]:
            loaded.responses.append(self._post(form["path"], form["body"]))
            loaded.forms.append(form)
        return list(loaded.responses)

    def _begin(self, origin: Mapping[str, Any]) -> None:
        key = origin["key"]
        self.store.set_next_key(key)
        if "begin" in origin:
            self._post(NEW_GAME_PATH, origin["begin"])
            return
        game = games.load(origin["export"], at=origin["export"]["at"], check_times=False)
        entries = [entry.as_record() for entry in game.entries]
        self.store.load_game(key, origin["role"], game.as_record(), entries)

    def _post(self, path: str, fields: Iterable[tuple[str, str]]) -> Json:
        body = urlencode([(name, value) for name, value in fields])
        headers = {"Content-Type": FORM_MIMETYPE, "Accept": "application/json"}
        return self._dispatch({"method": "POST", "path": path, "body": body, "headers": headers})

    def _dispatch(self, request: Mapping[str, Any]) -> Json:
        body = (request.get("body") or "").encode()
        environ = {
            "REQUEST_METHOD": request["method"],
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(request["path"]).decode("latin-1"),
            "QUERY_STRING": request.get("query") or "",
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
        for name, value in (request.get("headers") or {}).items():
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


def open_app(origin: str, facts: Facts | None = None) -> OfflineApp:
    """Create the offline application of the server at ``origin``, for ``answer`` to use."""
    global _app
    facts = facts or load_facts()
    set_club_in_use(facts.club)
    _app = OfflineApp(create_offline_app(facts), origin)
    return _app


def answer(request: str) -> str:
    """Answer a request; both are JSON text."""
    assert _app is not None
    return json.dumps(_app.answer(json.loads(request)))
