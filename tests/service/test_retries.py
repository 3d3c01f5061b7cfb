"""The function of docs/retries.md waits and sends again what a server refuses."""

from __future__ import annotations

import doctest
import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.error import HTTPError

import pytest

PAGE = Path(__file__).parents[2] / "docs/retries.md"
KEYS: list[str | None] = []
STATUSES = [503, 429, 200, 422]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        KEYS.append(self.headers["Idempotency-Key"])
        self.rfile.read(int(self.headers["Content-Length"]))
        body = json.dumps({"sent": len(KEYS)}).encode()
        self.send_response(STATUSES[len(KEYS) - 1])
        self.send_header("Retry-After", "0")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def test_what_is_refused_for_now_is_sent_again_with_its_key() -> None:
    names: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(PAGE.read_text("utf-8")):
        exec(example.source, names)
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        assert names["post"](address, {}) == {"sent": 3}
        with pytest.raises(HTTPError, match="422"):
            names["post"](address, {})
        server.shutdown()
    assert KEYS[0] == KEYS[1] == KEYS[2] != KEYS[3]
