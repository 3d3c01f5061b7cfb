"""The archives: always the same, small, and each whole in itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import brotli  # type: ignore[import-untyped]
import pytest

import scorer
from scorer.rules import BOOKS
from scorer.service.api.examples import AMERICAN, MCR, SCORE
from scorer.service.offline import archive

# Compressed; Pyodide beside them has 6.4 MB. Five rulesets took 300 kB, eight take this.
MAX_BYTES = {"engine.zip": 345_000, "pages.zip": 1_000_000}
BRITISH: Any = {
    "ruleset": "british",
    "hand": {"concealed": "EEE 55b RRR 888d 123c", "bonus": "F1", "winning_tile": "5b"},
    "win": {"by": "self_draw"},
    "seat": "S",
    "prevailing": "E",
}
RIICHI: Any = {
    "ruleset": "riichi",
    "hand": {"concealed": "123b 456c 678d 99d 45b", "winning_tile": "6b", "dora_indicators": "8d"},
    "win": {"by": "discard", "from": "W", "with": ["riichi"]},
    "seat": "S",
    "prevailing": "E",
}
HONG_KONG: Any = {
    "ruleset": "hongkong",
    "hand": {"concealed": "RRR GGG PP 123b 45c", "bonus": "F1", "winning_tile": "6c"},
    "win": {"by": "discard", "from": "W"},
    "seat": "S",
    "prevailing": "E",
}
ZUNG_JUNG: Any = {
    "ruleset": "zungjung",
    "hand": {"concealed": "RRR GGG PP 123b 45c", "winning_tile": "6c"},
    "win": {"by": "discard", "from": "W", "responsible": "N"},
    "seat": "S",
}
TAIWANESE: Any = {
    "ruleset": "taiwanese",
    "hand": {"concealed": "RRR GGG PP 123b 789d 45c", "bonus": "F1", "winning_tile": "6c"},
    "win": {"by": "discard", "from": "W"},
    "dealer_streak": 2,
    "seat": "S",
    "prevailing": "E",
}
WITH_SPECIAL_HANDS: Any = {
    **SCORE,
    "options": {"special_hands": "Heads: 11b 99b EE SS WW NN RR  C limit"},
}
HANDS: dict[str, Any] = {
    **{"classical": SCORE, "british": BRITISH, "mcr": MCR, "american": AMERICAN},
    **{"riichi": RIICHI, "hongkong": HONG_KONG, "zungjung": ZUNG_JUNG},
    "taiwanese": TAIWANESE,
}
ALONE = """
import json, sys
sys.path[:] = [path for path in sys.path if "site-packages" not in path]
sys.path.insert(0, sys.argv[1])
import scorer
print(json.dumps([scorer.score(one) for one in json.load(sys.stdin)]))
assert scorer.__file__.startswith(sys.argv[1])
"""
OPEN = """
import sys
sys.path[:] = [path for path in sys.path if "site-packages" not in path]
sys.path.insert(0, sys.argv[1])
from scorer.service.offline import offline_app
offline_app.open_app("https://phone.invalid")
"""
BUILD = """
import builtins, sys
from pathlib import Path
from scorer.service.offline import archive
builtins._ = "as after an expression in an interactive session, or in a documented example"
archive.build_archives(Path(sys.argv[1]))
"""


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archives")
    archive.build_archives(folder)
    return folder


@pytest.mark.nightly
def test_the_same_sources_are_the_same_archive(archives: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", BUILD, str(tmp_path)]
    subprocess.run(command, check=True, env={"PYTHONHASHSEED": "7", "PYTHONOPTIMIZE": ""})
    for name in MAX_BYTES:
        assert (tmp_path / name).read_bytes() == (archives / name).read_bytes()


@pytest.mark.nightly
@pytest.mark.parametrize("name", MAX_BYTES)
def test_an_archive_is_small_where_it_is_sent(archives: Path, name: str) -> None:
    data = (archives / name).read_bytes()
    # What is sent is compressed at quality 11, which takes ten seconds; less effort bounds it.
    assert any(len(brotli.compress(data, quality=each)) < MAX_BYTES[name] for each in (9, 10, 11))


def test_both_may_be_unpacked_in_one_place(archives: Path) -> None:
    first, second = (ZipFile(archives / name) for name in MAX_BYTES)
    engine, pages = set(first.namelist()), set(second.namelist())
    for name in engine & pages:
        assert name.endswith("/__init__.py")
        assert first.read(name) == second.read(name)
    assert {"scorer/__init__.py", "scorer/cards/practice.txt"} <= engine
    assert {"scorer/service/offline/offline_app.py", "scorer/service/offline/facts.json"} <= pages
    assert not [name for name in engine | pages if name.endswith((".so", ".pyc", ".pyd"))]


def test_the_engine_alone_scores_by_every_ruleset(archives: Path, tmp_path: Path) -> None:
    assert HANDS.keys() == BOOKS.keys()
    documents = [*HANDS.values(), WITH_SPECIAL_HANDS]
    ZipFile(archives / "engine.zip").extractall(tmp_path)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", ALONE, str(tmp_path)],
        input=json.dumps(documents),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    wanted = [scorer.score(document) for document in documents]
    assert json.loads(done.stdout) == json.loads(json.dumps(wanted))


def test_both_together_open_the_pages_as_a_phone_does(archives: Path, tmp_path: Path) -> None:
    for name in MAX_BYTES:
        ZipFile(archives / name).extractall(tmp_path)
    command = [sys.executable, "-I", "-S", "-c", OPEN, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_compiled_module_is_taken_from_its_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hand.py").write_text('"""Hands."""\nTILES = 14  # of them\n')
    compiled = type("Compiled", (), {"__file__": str(tmp_path / "hand.cpython-311-x.so")})
    alone = type("Alone", (), {"__file__": str(tmp_path / "other.cpython-311-x.so")})
    modules = {"hand": compiled, "other": alone, "space": type("Space", (), {"__file__": None})}
    monkeypatch.setattr(archive, "import_module", modules.__getitem__)
    assert archive._module_sources(modules) == {"hand.py": '"""Hands."""\nTILES = 14  # of them\n'}
