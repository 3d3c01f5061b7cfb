"""A ruleset of another package, installed as the template says: found, scored, listed and shown; a
broken one is named at start and leaves the others working."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "examples" / "own_ruleset"
METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: 1\n"

pytestmark = pytest.mark.slow

ASK = """
import json, logging, sys
sys.path.insert(0, sys.argv[1])
logged = []
handler = logging.Handler()
handler.emit = lambda record: logged.append(record.getMessage())
logging.getLogger("scorer").addHandler(handler)
import scorer
from scorer.rules import BOOKS
from scorer.service import create_app
from scorer.service.offline import archive
from test_seaside import WON
client = create_app({"LOG_REQUESTS": False, "CLIENT_SECONDS": 0}).test_client()
answer = client.post("/api/v1/score", json=WON).json
paths = [answer["page"], "/table?rules=seaside", "/waits?rules=seaside", "/rules/seaside",
         "/rules/seaside/dragons", "/rules/seaside/sheet", "/games/new?rules=seaside",
         "/learn/train?rules=seaside&level=3&seed=1"]
shapes = json.loads(client.get("/openapi.json").text)["components"]["schemas"]
print(json.dumps({
    "rulesets": list(BOOKS),
    "total": answer["total"],
    "listed": client.get("/api/v1/rulesets/seaside").json["presets"][0]["title"],
    "described": shapes["SeasidePresetName"]["enum"],
    "pages": {path: client.get(path).status_code for path in paths},
    "shown": "Dragon pung" in client.get("/rules/seaside").text,
    "phone": sorted(archive._entry_points()),
    "logged": logged,
}))
"""
BROKEN = {
    "raises": ("raise RuntimeError('no sea')", "RuntimeError: no sea"),
    "leaves": ("raise SystemExit(3)", "SystemExit: 3"),
    "empty": ("", "AttributeError"),
    "nobook": ("book = 5", "TypeError: it is int, not a Book"),
    "taken": (
        "from scorer.rules import classical\nbook = classical.book.variant('classical', 'x')",
        "there is a ruleset classical already",
    ),
    "badid": (
        "from scorer.rules import classical\nbook = classical.book.variant('a/b', 'x')",
        "its id is 'a/b'",
    ),
    "unsound": (
        "from scorer.rules import classical\nbook = classical.book.variant('unsound', 'x')\n"
        "book.preset('p', 'x', no_such=1)",
        "no_such",
    ),
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the template is installed from its wheel."""
    wheels, site = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    subprocess.run(build, cwd=TEMPLATE, check=True, capture_output=True)
    [wheel] = wheels.iterdir()
    with ZipFile(wheel) as files:
        files.extractall(site)
    return site


def run(site: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(site)},
        check=False,
    )


def offer(site: Path, name: str, text: str) -> None:
    """Install a package with this module, which offers a ruleset."""
    (site / f"{name}_rules.py").write_text(text, encoding="utf-8")
    info = site / f"{name}_rules-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA.format(name=f"{name}_rules"), encoding="utf-8")
    points = f"[scorer.rulesets]\n{name} = {name}_rules:book\n"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")


def test_the_tests_of_the_template_pass_once_it_is_installed(site: Path) -> None:
    tests = run(site, "-m", "pytest", "-q", "-c", os.devnull, str(TEMPLATE / "tests"))
    assert tests.returncode == 0, tests.stdout
    assert "2 passed" in tests.stdout


@pytest.mark.nightly
def test_it_is_found_like_a_built_in_one_and_broken_ones_beside_it_are_named(site: Path) -> None:
    for name, (text, _) in BROKEN.items():
        offer(site, name, text)
    done = run(site, "-c", ASK, str(TEMPLATE / "tests"))
    assert done.returncode == 0, done.stderr
    loaded = json.loads(done.stdout)
    assert loaded["rulesets"][-1] == "seaside"
    assert len(loaded["rulesets"]) == 9
    assert (loaded["total"], loaded["listed"], loaded["described"]) == (4, "On the pier", ["pier"])
    assert set(loaded["pages"].values()) == {200}, loaded["pages"]
    assert loaded["shown"]
    assert loaded["phone"] == [
        "offered-0.dist-info/METADATA",
        "offered-0.dist-info/entry_points.txt",
    ]
    assert len(loaded["logged"]) == len(BROKEN)
    for name, (_, reason) in BROKEN.items():
        [said] = [said for said in loaded["logged"] if f"{name}_rules:book" in said]
        assert reason in said
    # The command line names them on standard error, and answers.
    shown = run(site, "-m", "scorer", "rules", "seaside")
    assert shown.returncode == 0
    assert "All pungs" in shown.stdout
    assert shown.stderr.count("cannot be used") == len(BROKEN)


def test_a_module_that_offers_one_may_be_imported_first(site: Path) -> None:
    """It imports modules of ``scorer.rules`` itself, and so must not be looked for meanwhile."""
    text = "from scorer.rules import classical\nfrom scorer.rules.shared import set_points\n"
    offer(site, "first", text + "book = classical.book.variant('first', 'First')")
    done = run(site, "-c", "import first_rules; from scorer.rules import BOOKS; print([*BOOKS])")
    assert "'first'" in done.stdout, done.stderr
