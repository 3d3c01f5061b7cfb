"""The package is built in floors: a module imports only from the floors above it."""

from __future__ import annotations

import ast
import re
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
    ("languages", "rulebook.patterns"),
    ("errors",),
    ("engine.tiles", "engine.seats"),
    ("engine.notebook",),
    ("engine.hand", "engine.options", "engine.situation"),
    ("engine.arrange", "engine.sheet", "engine.rack"),
    ("engine.any_hand",),
    ("engine",),
    ("rulebook.settlement", "rulebook.winds"),
    ("rulebook.circumstances", "rulebook.parts", "rulebook.tile_set", "rulebook.table_rules"),
    ("rulebook.payment_rules", "rulebook.session_rules", "rulebook.presentation"),
    ("rulebook.declarations",),
    ("rulebook",),
    ("grammar",),
    ("rules",),
    ("documents",),
    ("bulk",),
    ("learn",),
    ("game",),
    ("logs",),
    ("",),
    ("languages.compiling",),
    ("service",),
    ("cli",),
    ("__main__",),
)
"""A room, or a part of one that stands below the rest of it."""
FLOOR = {part: number for number, floor in enumerate(FLOORS) for part in floor}
CORE = FLOOR["documents"]
OUTSIDE = {
    "marshmallow": {"documents", "game"},
    "click": {"cli", "bulk"},
    "anyio": {"cli"},
    "mcp": {"cli"},
    "typing_extensions": {"engine.any_hand"},  # for type checkers alone
    "babel": {"languages.compiling"},  # for the build and a checkout
    "defusedxml": {"logs"},
    "pyarrow": {"bulk"},
    "fsspec": {"bulk"},
    "distributed": {"bulk"},
}
FORBIDDEN = {"flask", "click", "logging", "datetime", "random", "os", "time", "socket", "secrets"}


def name_of(path: Path) -> str:
    """``scorer.grammar.points.edition`` for scorer/grammar/points/edition.py."""
    parts = ["scorer", *path.relative_to(ROOT).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(module: str) -> str:
    """The room of a module, or its part of one; "" is the package's own front."""
    parts = module.split(".")[1:3]
    inner = ".".join(parts)
    return inner if inner in FLOOR else ".".join(parts[:1])


MODULES = {name_of(path): path for path in sorted(ROOT.rglob("*.py"))}
PARTS = {part_of(module) for module in MODULES}


@cache
def tree(module: str) -> ast.Module:
    """A module's syntax, which several tests read."""
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


@cache
def imports(module: str) -> frozenset[str]:
    """What a module imports, wherever in it the import stands."""
    return frozenset(_imports(module))


def _imports(module: str) -> Iterator[str]:
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            assert node.module is not None
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else node.module


@pytest.mark.slow
def test_a_function_of_more_than_forty_lines_tells_why_it_is_long() -> None:
    for module, path in MODULES.items():
        lines = path.read_text(encoding="utf-8").split("\n")
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                body = lines[node.lineno - 1 : node.end_lineno]
                long = len(body) > 40 and not any(
                    line.strip().startswith("# Long") for line in body
                )
                assert not long, (
                    f"{path}: {node.name} has {len(body)} lines: split it, or say why # Long: ..."
                )


def test_no_conditional_expression_stands_in_another() -> None:
    nested = {
        f"{module}:{node.lineno}"
        for module in MODULES
        for node in ast.walk(tree(module))
        if isinstance(node, ast.IfExp)
        if any(isinstance(part, ast.IfExp) for part in (node.test, node.body, node.orelse))
    }
    assert nested == set()


def test_a_function_of_more_than_seven_parameters_tells_why_it_takes_them() -> None:
    """Ruff finds those without a noqa."""
    for path in MODULES.values():
        for line in path.read_text(encoding="utf-8").split("\n"):
            assert "PLR0913" not in line or re.search(r"# noqa: PLR0913  # \w+", line), (
                f"{line.strip()}: group what it takes, or say why behind the noqa"
            )


core = [module for module in MODULES if module != "scorer" and FLOOR[part_of(module)] <= CORE]


def test_every_part_of_the_package_has_a_floor() -> None:
    assert sorted(FLOOR) == sorted(PARTS)


def test_a_module_imports_only_from_the_floors_above_it() -> None:
    for module in MODULES:
        own = part_of(module)
        for name in imports(module):
            if name.partition(".")[0] != "scorer":
                continue
            other = part_of(name)
            assert FLOOR[other] < FLOOR[own] or (other == own and own), f"{module} imports {name}"


def test_the_core_knows_no_web_no_clock_no_chance_and_no_system() -> None:
    for module in core:
        assert not {name.partition(".")[0] for name in imports(module)} & FORBIDDEN, module


def test_a_module_imports_nothing_from_outside_but_what_its_part_may() -> None:
    for module in (module for module in MODULES if part_of(module) != "service"):
        for name in imports(module):
            top = name.partition(".")[0]
            if top != "scorer" and top not in sys.stdlib_module_names:
                allowed = OUTSIDE.get(top, set())
                serving = module == "scorer.cli.main" and top == "werkzeug"
                assert part_of(module) in allowed or serving, f"{module} imports {name}"


def test_within_the_grammar_and_the_documents_no_two_modules_import_each_other() -> None:
    seen: dict[str, set[str]] = {m: {n for n in imports(m) if n in MODULES} for m in MODULES}

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
            "scorer/rules/shared/conditions.py"
        )
