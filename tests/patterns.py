"""Every regular expression in the package, found in its source, and the calls that use it."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import scorer

__all__ = ["Use", "uses"]

PACKAGE = Path(scorer.__file__).parent
COMPILE = "compile"
OF_RE = re.compile(r"\bre\.")

CALLS: dict[str, Callable[[re.Pattern[str], str], object]] = {
    "match": lambda pattern, text: pattern.match(text),
    "fullmatch": lambda pattern, text: pattern.fullmatch(text),
    "search": lambda pattern, text: pattern.search(text),
    "findall": lambda pattern, text: pattern.findall(text),
    "finditer": lambda pattern, text: list(pattern.finditer(text)),
    "split": lambda pattern, text: pattern.split(text),
    "sub": lambda pattern, text: pattern.sub("", text),
    "subn": lambda pattern, text: pattern.subn("", text),
}


class Use(NamedTuple):
    """A pattern, its module and name (or its own text, where it has none), and how it is asked."""

    name: str
    pattern: re.Pattern[str]
    methods: tuple[str, ...]

    def ask(self, text: str) -> None:
        """Look for the pattern in a text in every way in which the package does."""
        for method in self.methods:
            CALLS[method](self.pattern, text)


def uses() -> list[Use]:
    """Every pattern that a module compiles or hands to a function of ``re``."""
    found = [use for path in sorted(PACKAGE.rglob("*.py")) for use in _uses_in(path)]
    # Bytes are the frame of a request, whose length the worker bounds before it looks.
    return [use for use in found if isinstance(use.pattern.pattern, str)]


def _uses_in(path: Path) -> Iterator[Use]:
    text = path.read_text(encoding="utf-8")
    if not OF_RE.search(text):
        return
    tree = ast.parse(text)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_of_re(node)]
    if not calls:
        return
    name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    space = vars(importlib.import_module(name))
    names = dict(_named(tree))
    for call in calls:
        assert isinstance(call.func, ast.Attribute)
        method, known = call.func.attr, names.get(id(call))
        if method == COMPILE:
            assert known, f"{name}, line {call.lineno}: give the pattern a name of its module"
            yield Use(f"{name}.{known}", space[known], _methods_of(known, path))
        elif method != "escape":
            text = eval(compile(ast.Expression(call.args[0]), name, "eval"), space)
            yield Use(f"{name}: {text}", re.compile(text), (method,))


def _named(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(target, ast.Name):
            yield id(node.value), target.id


def _is_of_re(call: ast.Call) -> bool:
    function = call.func
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id == "re"
    )


def _methods_of(name: str, path: Path) -> tuple[str, ...]:
    """How a pattern is asked, as in ``_TOKEN.match``: only in its module where it is private."""
    asked = re.compile(rf"\b{name}\.([a-z]+)\b")
    paths = [path] if name.startswith("_") else PACKAGE.rglob("*.py")
    found = {method for path in paths for method in asked.findall(path.read_text(encoding="utf-8"))}
    return tuple(sorted(found & CALLS.keys()))
