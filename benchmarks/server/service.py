"""What a score costs over HTTP, beside an empty Flask endpoint with marshmallow.

Both take the same body through WSGI in one process, turn by turn, so that whatever else the machine
does falls on both. The empty endpoint reads the JSON, loads it through a marshmallow schema and
answers with a small document through another: nothing is scored.

    python benchmarks/server/service.py
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterable
from statistics import median
from time import perf_counter
from typing import Any

from flask import Flask, Response, jsonify, request
from marshmallow import INCLUDE, Schema, fields

from scorer.documents.schemas.declared import schema_of
from scorer.service import create_app
from scorer.service.api.examples import SCORE
from scorer.types import ScoreRequest
from scorer.types.records import read_record

ROUNDS = 60
REQUESTS = 50
BODY = json.dumps(SCORE).encode()

WSGI = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Answer(Schema):
    ruleset = fields.String()
    total = fields.Integer()


class Shallow(Schema):
    """The least that marshmallow can do with the document."""

    class Meta:
        unknown = INCLUDE

    ruleset = fields.String(required=True)
    hand = fields.Dict(required=True)


def empty_app(schema: Schema) -> Flask:
    app = Flask("empty")
    answer = Answer()

    @app.post("/api/v1/score")
    def score() -> Response:
        loaded = schema.load(request.get_json())
        return jsonify(answer.dump({"ruleset": loaded["ruleset"], "total": 0}))

    return app


def environ() -> dict[str, Any]:
    return {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/api/v1/score",
        "SCRIPT_NAME": "",
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "localhost:8000",
        "HTTP_ACCEPT": "*/*",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(BODY)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(BODY),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }


def answered(app: WSGI) -> bytes:
    body = app(environ(), lambda *_: None)
    try:
        return b"".join(body)
    finally:
        getattr(body, "close", lambda: None)()


def microseconds(app: WSGI) -> float:
    began = perf_counter()
    for _ in range(REQUESTS):
        answered(app)
    return (perf_counter() - began) / REQUESTS * 1e6


def main() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # where the log goes
    apps: dict[str, WSGI] = {
        "score": create_app(),
        "score, no log": create_app({"LOG_REQUESTS": False}),
        "empty, same schema": empty_app(schema_of(read_record(ScoreRequest))()),
        "empty, shallow schema": empty_app(Shallow()),
    }
    spent: dict[str, list[float]] = {name: [] for name in apps}
    for app in apps.values():
        assert answered(app)
    for _ in range(ROUNDS):
        for name, app in apps.items():
            spent[name].append(microseconds(app))
    medians = {name: median(times) for name, times in spent.items()}
    for name, value in medians.items():
        print(f"{name:24} {value:7.1f} µs   {medians['score'] / value:5.2f} of these make a score")


if __name__ == "__main__":
    main()
