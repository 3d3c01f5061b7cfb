"""deploy/check.py: what an operator runs after an upgrade."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask, jsonify
from werkzeug.serving import make_server

PROGRAM = Path(__file__).parents[2] / "deploy/check.py"


def run(*arguments: str) -> tuple[int, str, str]:
    """Return the exit code and the output of the program."""
    command = [sys.executable, str(PROGRAM), *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout, ran.stderr


def checked(app: Flask) -> tuple[int, str, str]:
    """Serve an application, and return what the program says of it."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        return run(f"http://127.0.0.1:{server.server_port}/")
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def other() -> Flask:
    """A service that is ready, and scores otherwise than ours."""
    app = Flask("other")
    app.add_url_rule("/readyz", view_func=lambda: "", endpoint="ready")
    app.add_url_rule("/api/v1/score", view_func=lambda: jsonify(total=335), methods=["POST"])
    return app


def test_a_service_that_scores_passes(app: Flask) -> None:
    code, output, errors = checked(app)
    assert (code, errors) == (0, "")
    assert output.endswith(" scores, and its pages are there\n")


def test_another_total_fails(other: Flask) -> None:
    code, output, errors = checked(other)
    assert (code, output) == (1, "")
    assert errors.endswith("scores hand.json as 335, not 336\n")


def test_a_page_that_is_missing_fails() -> None:
    app = Flask("none")
    app.add_url_rule("/readyz", view_func=lambda: "")
    code, output, errors = checked(app)
    assert (code, output) == (1, "")
    assert errors.endswith("/api/v1/score answers 404\n")


def test_a_service_that_is_not_there_fails() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        code, output, errors = run(f"http://127.0.0.1:{unused.getsockname()[1]}", "0")
    assert (code, output) == (1, "")
    assert "/readyz is not ready: " in errors
