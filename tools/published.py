"""What is published: the ids in ``tests/published_ids.toml``, on which other tools build.

A ruleset, rule, option, preset, circumstance or event that is not listed there is new. Until
``python -m tools.renew --publish`` lists it, the tests only warn where it has no translation, no
Chinese name or no lessons, and pages show its English.
"""

from __future__ import annotations

import ast
import tomllib
import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PUBLISHED_IDS_FILE = ROOT / "tests" / "published_ids.toml"
ID_FIELD_BY_PART = {
    "rules": "id",
    "circumstances": "id",
    "events": "event",
    "options": "name",
    "presets": "name",
}
"""What has ids in a ruleset's document, and under which key."""

PUBLISH_COMMAND = "python -m tools.renew --publish"
DECLARING_FOLDERS = (("scorer", "rules"), ("scorer", "learn", "lessons"))
"""The folders whose modules are each of the ruleset that their name begins with."""


class NotPublishedWarning(UserWarning):
    """Something that has to be there before a ruleset, rule or option is published."""


def warn_of_missing(text: str) -> None:
    """Warn of what is missing; pytest lists it below the results."""
    warnings.warn(text, NotPublishedWarning, stacklevel=2)


@cache
def published_ids() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return the published ids by ruleset and part."""
    known: dict[str, dict[str, list[str]]] = tomllib.loads(
        PUBLISHED_IDS_FILE.read_text(encoding="utf-8")
    )
    return known


def is_published(ruleset: str, part: str, id: str) -> bool:
    """Tests if others may build on this id."""
    return id in published_ids().get(ruleset, {}).get(part, ())


def new_ids(ruleset: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the ids in a ruleset's document that are not published, by part."""
    found = {
        part: [entry[key] for entry in ruleset[part]] for part, key in ID_FIELD_BY_PART.items()
    }
    return {
        part: new
        for part, ids in found.items()
        if (new := [id for id in ids if not is_published(ruleset["id"], part, id)])
    }


def published_documents() -> Iterator[dict[str, Any]]:
    """Yield the documents of the published rulesets, without what is new in them."""
    import scorer

    for ruleset in scorer.rulesets():
        if ruleset["id"] in published_ids():
            yield {**ruleset, **{part: _published_part(ruleset, part) for part in ID_FIELD_BY_PART}}


def _published_part(ruleset: Mapping[str, Any], part: str) -> list[Mapping[str, Any]]:
    key = ID_FIELD_BY_PART[part]
    return [entry for entry in ruleset[part] if is_published(ruleset["id"], part, entry[key])]


def is_new_line(path: str, line: int) -> bool:
    """Tests if a line of a source, its path from the root, is of what is not published yet."""
    return line in _new_lines(path)


@cache
def _new_lines(path: str) -> frozenset[int]:
    """Return the lines of a module that only what is new in its ruleset needs."""
    import scorer

    place = Path(path)
    if place.parent.parts not in DECLARING_FOLDERS or place.suffix != ".py":
        return frozenset()
    source = (ROOT / place).read_text(encoding="utf-8")
    for ruleset in scorer.rulesets():
        if f"{place.stem}_".startswith(f"{ruleset['id']}_"):
            if ruleset["id"] not in published_ids():
                return frozenset(range(1, source.count("\n") + 2))
            ids = {id for new in new_ids(ruleset).values() for id in new}
            return new_lines(source, ids) if ids else frozenset()
    return frozenset()


def new_lines(source: str, ids: set[str]) -> frozenset[int]:
    """Return the lines of the statements of a module that declare one of these ids or work on what
    does, and of what those statements alone use."""
    statements = ast.parse(source).body
    named = ids | {id.replace("-", "_") for id in ids}
    new = {node for node in statements if _declares(node, named)}
    used = {node: _used_names(node) for node in statements}
    found = len(statements)
    while found:
        helpers = {node for node in set(statements) - new if _serves_only(node, new, used)}
        new |= helpers
        found = len(helpers)
    lines = (range(_first_line(node), (node.end_lineno or node.lineno) + 1) for node in new)
    return frozenset(line for span in lines for line in span)


def _serves_only(node: ast.stmt, new: set[ast.stmt], used: Mapping[ast.stmt, set[str]]) -> bool:
    """Tests if what a statement defines is used, and by statements that are new alone."""
    users = {
        user for user, names in used.items() if user is not node and _defined_names(node) & names
    }
    return bool(users) and users <= new


def _declares(node: ast.stmt, ids: set[str]) -> bool:
    """Tests if a statement is the function of one of these ids, is decorated with something of it
    (``@mirror_pair.near``), calls it (``mirror_pair.requires(...)``), or calls something with its
    id first (``book.boolean("mirror", ...)``)."""
    if isinstance(node, ast.FunctionDef):
        return node.name in ids or any(_root_name(each) in ids for each in node.decorator_list)
    call = node.value if isinstance(node, ast.Expr | ast.Assign | ast.AnnAssign) else None
    if not isinstance(call, ast.Call):
        return False
    first = call.args[0] if call.args else None
    return _root_name(call) in ids or (isinstance(first, ast.Constant) and first.value in ids)


def _root_name(node: ast.expr) -> str:
    """Return the name that ``name.a(...).b`` begins with."""
    while isinstance(node, ast.Call | ast.Attribute):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _used_names(node: ast.stmt) -> set[str]:
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}


def _defined_names(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return {target.id for target in targets if isinstance(target, ast.Name)}
    return set()


def _first_line(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])
