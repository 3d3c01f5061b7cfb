"""A variable is named after the thing that it holds: never ``one``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import scorer

ROOT = Path(scorer.__file__).parents[1]
VAGUE = {"one", "thing"}
PYTHON = [
    *(path for part in ("scorer", "tools", "benchmarks") for path in (ROOT / part).rglob("*.py")),
    ROOT / "hatch_build.py",
]
TEMPLATES = ROOT / "templates"
SCRIPTS = [*(ROOT / "scorer/service/static").rglob("*.js"), *TEMPLATES.rglob("*.js")]
IN_TEMPLATE = re.compile(r"\bfor [\w, ]*\bone\b[\w, ]* in\b|\bset one\b|\bmacro \w+\([^)]*\bone\b")
IN_SCRIPT = re.compile(
    r"(?:const|let|var) one\b|(?<![\w.])one =>|"
    r"\((?:[^()]*[ \[,{])?one(?:[\], }][^()]*)?\) =>|function \w+\((?:[^()]*, )?one\b"
)


def names(code: str) -> Iterator[tuple[str, int]]:
    """Yield each name that a module gives, to a variable, a parameter, a function or a class, and
    its line."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Name(id=name, ctx=ast.Store(), lineno=line) | ast.arg(arg=name, lineno=line):
                yield name, line
            case ast.FunctionDef(name=name, lineno=line) | ast.ClassDef(name=name, lineno=line):
                yield name, line
            case ast.MatchAs(name=str(name), lineno=line):
                yield name, line
            case ast.alias(asname=str(name), lineno=line):
                yield name, line


def vague(path: Path) -> list[str]:
    code = path.read_text(encoding="utf-8")
    # Most modules have no such word at all, and need not be parsed.
    if not any(re.search(rf"\b{name}\b", code) for name in VAGUE):
        return []
    return [f"{path.relative_to(ROOT)}:{line}" for name, line in names(code) if name in VAGUE]


def found(paths: list[Path], pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_variable_is_called_one() -> None:
    assert [place for path in PYTHON for place in vague(path)] == []


def test_no_variable_of_a_template_or_script_is_called_one() -> None:
    assert found([*TEMPLATES.rglob("*.html")], IN_TEMPLATE) == []
    assert found(SCRIPTS, IN_SCRIPT) == []


@pytest.mark.parametrize(
    "code",
    [
        "[one for one in tiles]",
        "for tile, one in hands: pass",
        "one = 1",
        "one: int = 1",
        "first, *one = tiles",
        "lambda one: 1",
        "def score(*, one): pass",
        "def one(): pass",
        "import scorer as one",
        "match tile:\n    case one: pass",
    ],
)
def test_a_vague_name_is_found_in_python(code: str) -> None:
    assert "one" in [name for name, _ in names(code)]


@pytest.mark.parametrize(
    ("pattern", "code"),
    [
        (IN_TEMPLATE, "{% for one in tiles %}"),
        (IN_TEMPLATE, "{%- for seat, one in seats.items() -%}"),
        (IN_TEMPLATE, "{% set one = 1 %}"),
        (IN_TEMPLATE, "{% macro row(kind, one) %}"),
        (IN_SCRIPT, "tiles.map((one) => one)"),
        (IN_SCRIPT, "tiles.sort(([, one], [, second]) => 0)"),
        (IN_SCRIPT, "const one = 1;"),
        (IN_SCRIPT, "function draw(kind, one) {"),
        (IN_SCRIPT, "async (one) => 1"),
    ],
)
def test_a_vague_name_is_found_in_a_template_or_script(pattern: re.Pattern[str], code: str) -> None:
    assert pattern.search(code)
