"""What ``pip install mahjong-scorer`` brings is enough for Python and the command line."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRA = PROJECT["optional-dependencies"]
MODULES = {"python-json-logger": "pythonjsonlogger"}

# A module that is None cannot be imported, as if it were not installed.
RUN = """
import sys
sys.modules.update(dict.fromkeys({missing!r}))
from scorer.cli.main import main
sys.argv = ["scorer", *{words!r}]
main()
"""


def missing() -> list[str]:
    """Return the modules of the packages that the extra ``server`` brings, and those they bring."""
    names = [text.partition(">=")[0].partition("[")[0] for text in EXTRA["server"]]
    return [MODULES.get(name, name).replace("-", "_") for name in names] + ["babel", "jinja2"]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    program = RUN.format(missing=missing(), words=words)
    return subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=120
    )


@pytest.mark.parametrize(
    "words",
    [
        ("score", "examples/hand.json"),
        ("score", "examples/hand.json", "--lang", "zh"),
        ("settle", "examples/table.json"),
        ("rules", "mcr"),
        ("quiz", "--ruleset", "riichi", "--answer"),
        ("what-if", "examples/hand.json"),
        ("game", "--help"),
    ],
    ids=" ".join,
)
def test_the_command_line_needs_no_server(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", [("serve",), ("offline", "show")], ids=lambda words: words[0])
def test_what_needs_the_server_says_how_to_install_it(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.returncode == 1
    assert done.stderr == (
        "Error: the server is not installed; run: pip install 'mahjong-scorer[server]'\n"
    )


PARTS_OF_DECLARED = {"babel", "markupsafe", "typing-extensions", "werkzeug"}
"""What Flask, Flask-Babel and SQLAlchemy always bring: parts of what they offer."""


def test_what_is_imported_is_declared() -> None:
    """Not only what happens to bring it, which may stop."""
    lists = [lines for name, lines in EXTRA.items() if name not in ("test", "dev", "docs")]
    lines = [*PROJECT["dependencies"], *(line for lines in lists for line in lines)]
    declared = {re.split(r"[^\w-]", line)[0] for line in lines} | PARTS_OF_DECLARED
    distributions = packages_distributions()
    for path in sorted((ROOT / "scorer").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for top in {name.partition(".")[0] for name in names}:
                if top not in sys.stdlib_module_names | {"scorer", "_typeshed"}:
                    bringing = {
                        name.lower().replace("_", "-") for name in distributions.get(top, [top])
                    }
                    assert declared & bringing, f"{path} imports {top}"
