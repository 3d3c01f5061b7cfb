"""The package is built in floors: a module imports only from the floors above it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import scorer
from scorer.rules import BOOKS

ROOT = Path(scorer.__file__).parent
FLOORS: tuple[tuple[str, ...], ...] = (
    ("types",),
    ("speech", "patterns"),
    ("errors",),
    ("tiles", "seats"),
    ("hand", "options", "situation"),
    ("arrange", "sheet", "rack"),
    ("wild", "settle", "winds", "circumstances", "nearly"),
    ("soundness", "declared"),
    ("rulebook",),
    ("grammar", "payments"),
    ("rules",),
    ("documents",),
    ("learn",),
    ("game",),
    ("terminal", "cli_documents"),
    ("",),
    ("batch", "lessons"),
    ("catalogue",),
    ("service",),
    ("cli_answers",),
    ("cli_game", "cli_offline"),
    ("cli",),
    ("__main__",),
)
FLOOR = {part: number for number, floor in enumerate(FLOORS) for part in floor}
TOGETHER = {"edition": "rulebook"}
"""A book and its editions are one thing in two files, of which a build may compile one alone."""
FOR_TYPES = ("scorer.edition", "scorer.rulebook")
"""An edition names its book in types alone: nothing of it is imported when it runs."""
CORE = FLOOR["documents"]
OUTSIDE = {
    "marshmallow": {"documents", "game", "catalogue"},
    "click": {"cli", "cli_answers", "cli_game", "cli_offline"},
}
FORBIDDEN = {"flask", "click", "logging", "datetime", "random", "os", "time", "socket", "secrets"}


def name_of(path: Path) -> str:
    """``scorer.grammar.points.edition`` for scorer/grammar/points/edition.py."""
    parts = ["scorer", *path.relative_to(ROOT).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(module: str) -> str:
    """The part of the package that a module belongs to; "" is the package's own front."""
    part = module.partition(".")[2].partition(".")[0]
    return TOGETHER.get(part, part)


MODULES = {name_of(path): path for path in sorted(ROOT.rglob("*.py"))}
PARTS = {part_of(module) for module in MODULES}


@cache
def imports(module: str) -> frozenset[str]:
    """What a module imports, wherever in it the import stands."""
    return frozenset(_imports(module))


def _imports(module: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            assert node.module is not None
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else node.module


@pytest.mark.parametrize("path", MODULES.values(), ids=MODULES)
def test_a_function_of_more_than_forty_lines_tells_why_it_is_long(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    lines = source.split("\n")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            body = lines[node.lineno - 1 : node.end_lineno]
            long = len(body) > 40 and not any(line.strip().startswith("# Long") for line in body)
            assert not long, f"{node.name} has {len(body)} lines: split it, or say why # Long: ..."


core = [module for module in MODULES if module != "scorer" and FLOOR[part_of(module)] <= CORE]


def test_every_part_of_the_package_has_a_floor() -> None:
    assert sorted(FLOOR) == sorted(PARTS)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_from_the_floors_above_it(module: str) -> None:
    own = part_of(module)
    for name in imports(module):
        if name.partition(".")[0] != "scorer":
            continue
        other = part_of(name)
        assert FLOOR[other] < FLOOR[own] or (other == own and own), f"{module} imports {name}"


@pytest.mark.parametrize("module", core)
def test_the_core_knows_no_web_no_clock_no_chance_and_no_system(module: str) -> None:
    assert not {name.partition(".")[0] for name in imports(module)} & FORBIDDEN


@pytest.mark.parametrize("module", [m for m in MODULES if part_of(m) != "service"])
def test_a_module_imports_nothing_from_outside_but_what_its_part_may(module: str) -> None:
    for name in imports(module):
        top = name.partition(".")[0]
        if top != "scorer" and top not in sys.stdlib_module_names:
            allowed = OUTSIDE.get(top, set())
            serving = module == "scorer.cli" and top == "werkzeug"
            assert part_of(module) in allowed or serving, f"{module} imports {name}"


def test_within_the_grammar_and_the_documents_no_two_modules_import_each_other() -> None:
    seen: dict[str, set[str]] = {m: {n for n in imports(m) if n in MODULES} for m in MODULES}
    seen[FOR_TYPES[0]].remove(FOR_TYPES[1])

    def reaches(start: str) -> set[str]:
        found: set[str] = set()
        left = list(seen[start])
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += seen[name]
        return found

    circles = [module for module in core if module in reaches(module)]
    assert circles == []


def test_a_ruleset_is_not_imported_by_another() -> None:
    books = {f"scorer.rules.{name}" for name in BOOKS}
    for module in books:
        assert module in MODULES, f"a ruleset is declared in {module}, in the file of its id"
        found = books & set(imports(module))
        assert not found, (
            f"{module} imports {found}: what rulesets share is in a module of its own, as "
            "scorer/rules/conditions.py"
        )
