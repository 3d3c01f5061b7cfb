"""The example of docs/offline.md: somebody's own page scores a hand with what is kept here."""

from __future__ import annotations

import json
import re
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.serving import make_server

import scorer
from scorer.service import create_app
from tests.offline.building import release
from tests.scripts.test_scripts import node

SHOWN = '{ querySelector: () => ({ set textContent(text) { console.log("said", text); } }) }'
TOLD = {
    "ruleset": "mcr",
    "hand": {
        "concealed": "123b 456b 99d",
        "melds": [{"tiles": "789b"}, {"tiles": "EEE"}],
        "winning_tile": "9d",
    },
    "win": {"by": "discard", "from": "W"},
    "seat": "S",
    "prevailing": "E",
}
DOCS = Path(__file__).parents[2] / "docs" / "offline.md"


def example() -> str:
    """The page in the documentation."""
    found = re.search(r"```html\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def service(offline_folder: Path) -> Iterator[str]:
    app = create_app({"LOG_REQUESTS": False, "OFFLINE_FOLDER": str(offline_folder)})
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join(timeout=5)
    server.server_close()


@pytest.mark.nightly
def test_the_example_scores_a_hand(service: str, offline_folder: Path) -> None:
    script = re.sub(r"</?script[^>]*>|<p.*|<!.*", "", example())
    script = script.replace("https://mahjong.example", service)
    # Node imports files alone.
    lying = (offline_folder / release() / "pyodide.mjs").as_uri()
    script, changed = re.subn(r'import\(at\["pyodide.mjs"\]\)', f'import("{lying}")', script)
    assert changed == 1
    done = subprocess.run(
        [node(), "--input-type=module", "-"],
        input=f"globalThis.document = {SHOWN};\n{script}",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"said {scorer.score(TOLD)['formula']}" in done.stdout, json.dumps(done.stdout)
