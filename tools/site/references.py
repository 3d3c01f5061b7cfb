"""The references, written from what the package declares."""

from __future__ import annotations

import importlib
import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import scorer
from scorer.service import create_app
from scorer.service.api import openapi
from scorer.service.api.field_reference import (
    as_text,
    error_tables,
    ruleset_pages,
    table,
)
from scorer.service.api.reference import operations_shown
from scorer.service.api.shape_words import ShapeWords

Json = dict[str, Any]

ROOT = Path(__file__).parents[2]
HEADING_PATTERN = re.compile(r"^### (\w+)$", re.M)
IMPORT_PATTERN = re.compile(r"^(?:>>> )?from (scorer[\w.]*) import (.+)$", re.M)
REFERENCE_TITLES = {"api": "Hands, tables and rulesets", "openapi": "This description"}
"""The tags of operations, where the tag is not the title."""
IN_SIGNATURES = {"scorer.errors": ["Problem"], "scorer.engine.rack": ["Exposure"]}
"""What published names take or hold, beside themselves."""
COMMANDS_PAGE = """\
# Every command

```{eval-rst}
.. click:: scorer.cli.main:main
   :prog: scorer
   :nested: full
```
"""


def reference_pages() -> dict[str, str]:
    """Return the text of each reference page, by its name."""
    return {
        "endpoints": "\n".join(_endpoints()),
        **ruleset_pages(),
        "errors": "\n".join(["# Errors\n", *error_tables()]),
        "python": "\n".join(_python()),
        "command-line": COMMANDS_PAGE,
    }


def published_names() -> dict[str, list[str]]:
    """Return the published names by their modules: what ``scorer`` offers, and what docs/typed.md
    imports. Raises AssertionError for one that is not documented."""
    names = {"scorer": [name for name in scorer.__all__ if name != "bulk"]}
    names["scorer.bulk"] = list(importlib.import_module("scorer.bulk").__all__)
    for module, imported in IMPORT_PATTERN.findall((ROOT / "docs/typed.md").read_text("utf-8")):
        if module != "scorer":
            listed = names.setdefault(module, [])
            listed += [name for name in imported.split(", ") if name not in listed]
    for module, listed in IN_SIGNATURES.items():
        names.setdefault(module, []).extend(listed)
    missing = [
        f"{m}.{n}" for m, listed in names.items() for n in listed if not _is_documented(m, n)
    ]
    assert not missing, f"published without a docstring: {missing}"
    return names


def _is_documented(module: str, name: str) -> bool:
    item = getattr(importlib.import_module(module), name)
    if not callable(item):
        return True
    members = [
        member
        for key, member in vars(item).items()
        if inspect.isclass(item) and inspect.isfunction(member) and not key.startswith("_")
    ]
    return all(inspect.getdoc(each) for each in (item, *members))


def _python() -> Iterator[str]:
    yield "# Python, name by name\n"
    yield "Functions take and return documents, listed [field by field](../docs/api.md).\n"
    for module, names in published_names().items():
        yield f"## `{module}`\n\n```{{eval-rst}}\n.. currentmodule:: {module}\n"
        for name in names:
            item = getattr(importlib.import_module(module), name)
            if inspect.isclass(item):
                yield f".. autoclass:: {name}\n   :members:\n"
            elif callable(item):
                yield f".. autofunction:: {name}\n"
            else:
                yield f".. autodata:: {name}\n   :no-value:\n"
        yield "```\n"


def _endpoints() -> Iterator[str]:
    document = openapi.openapi_document(create_app({"LOG_REQUESTS": False}))
    by_tag: dict[str, list[Json]] = defaultdict(list)
    for operation in operations_shown(document):
        by_tag[operation["tag"]].append(operation)
    yield "# The API, endpoint by endpoint\n"
    yield "Written from the OpenAPI document that a server has at `/openapi.json`.\n"
    links = _links_to_fields()
    for tag, operations in by_tag.items():
        yield f"## {REFERENCE_TITLES.get(tag, tag.capitalize())}\n"
        for operation in operations:
            yield from _operation(operation, links)


def _links_to_fields() -> dict[str, str]:
    """Return the names of schemas, each as a link to its fields."""
    names = HEADING_PATTERN.findall((ROOT / "docs/api.md").read_text("utf-8"))
    return {name: f"[{name}](../docs/api.md#{name.lower()})" for name in names}


def _operation(operation: Json, links: dict[str, str]) -> Iterator[str]:
    yield f"### {operation['summary']}\n\n`{operation['method']} {operation['path']}`\n"
    if operation["description"]:
        yield f"{operation['description']}\n"
    if operation["parameters"]:
        rows = (
            (f"`{p['name']}`", p["in"], as_text(p["kind"]), p.get("description") or "")
            for p in operation["parameters"]
        )
        yield table(("Parameter", "In", "Type", "What it is"), rows)
    if operation["types"]:
        yield f"Takes `{operation['types'][0]}`: {_linked(operation['schema'], links)}\n"
        yield from _first_example(operation)
    for answer in operation["answers"]:
        shape = _linked(answer["schema"], links)
        yield f"**{answer['status']}** {answer['description']} {shape}\n"
        if answer["status"].startswith("2"):
            yield from _first_example(answer)


def _linked(kind: ShapeWords, links: dict[str, str]) -> str:
    return as_text(kind._replace(ref=links.get(kind.ref, kind.ref)))


def _first_example(shown: Json) -> Iterator[str]:
    for example in shown["examples"][:1]:
        language = "json" if example["text"].startswith(("{", "[")) else ""
        yield f":::{{dropdown}} Example\n```{language}\n{example['text']}\n```\n:::\n"
