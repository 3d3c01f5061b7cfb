"""The field reference: ``python -m scorer.service.api.field_reference > docs/api.md``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import scorer
from scorer.documents.shapes import shapes
from scorer.service import create_app
from scorer.service.api import openapi
from scorer.service.api.problems import CODES, KINDS
from scorer.service.api.shape_words import Kind, answer_kind, kind_of
from scorer.service.web.form_fields import FIELDS
from scorer.types import Option, Ruleset

__all__ = ["field_reference"]

Json = dict[str, Any]

INTRODUCTION = """\
# The documents, field by field

Made from the types and schemas by `python -m scorer.service.api.field_reference > docs/api.md`;
a test fails when it is out of date. The same as a machine reads it: `/openapi.json`; in Python:
[`scorer.types`](../scorer/types). What may change, and when: [versioning.md](versioning.md).

In what you send, a key that is not listed is an error, and `null` is the same as leaving the key
out. To what you receive, keys may be added.
"""

ADDRESSES = """\
## Addresses of pages

The pages `/` (a hand), `/waits` and `/table` (a whole table) read a document from their address, so
that an address is a result:

    /?rules=mcr&hand=123b+456b+99d&set1=789b&set2=EEE&tile=9d&won=discard&from=W&seat=S&round=E

Over HTTP the answers of `/score`, `/waits` and `/settle` hold the address
of their page as `page`; a service that is told its own address sends it whole in a `Link` header.
Other pages: `/rules`, `/rules/{ruleset}`, `/card` (check a card), `/docs`, `/docs/errors`.
"""


def field_reference() -> str:
    """The whole text."""
    known = shapes()
    asked = {name: shape for name, shape in known.items() if _closed(shape)}
    answered = {name: shape for name, shape in known.items() if name not in asked}
    objects = {name: shape for name, shape in answered.items() if "properties" in shape}
    values = {name: shape for name, shape in answered.items() if name not in objects}
    parts = [
        INTRODUCTION,
        *_operations(),
        "## What you send\n",
        *_schemas(asked),
        "## What you receive\n",
        *_schemas(objects),
        "## Values\n",
        _table(
            ("Name", "What", "Values"),
            (
                (f"`{name}`", shape["description"], _words(kind_of(shape)))
                for name, shape in values.items()
            ),
        ),
        "## The rulesets\n",
        *(part for ruleset in scorer.rulesets() for part in _ruleset(ruleset)),
        *_errors(),
        ADDRESSES,
        _table(
            ("Name", "Pages", "Field", "Takes"),
            ((f"`{one.name}`", _code(one.pages), _code(one.pointer), one.takes) for one in FIELDS),
        ),
    ]
    return "\n".join(parts)


def _closed(shape: Json) -> bool:
    return shape.get("additionalProperties") is False


def _operations() -> Iterator[str]:
    told = openapi.document(create_app({"LOG_REQUESTS": False}))
    yield "## Addresses of the API\n"
    rows = [
        (f"`{method.upper()} {path}`", one["summary"], _sent(one), _received(one))
        for path, methods in told["paths"].items()
        for method, one in methods.items()
    ]
    yield _table(("Address", "What it does", "Takes", "Answers"), rows)


def _sent(told: Json) -> str:
    if "requestBody" not in told:
        return ""
    content = told["requestBody"]["content"]
    return _words(kind_of(content["application/json"]["schema"]))


def _received(told: Json) -> str:
    content = told["responses"]["200"]["content"]
    return _words(kind_of(next(iter(content.values()))["schema"]))


def _schemas(known: dict[str, Json]) -> Iterator[str]:
    for name, shape in known.items():
        yield f"### {name}\n\n{shape['description']}\n"
        needed = shape.get("required", ())
        told = kind_of if _closed(shape) else answer_kind
        rows = [
            (
                f"`{field}`",
                _words(told(one)),
                "always" if field in needed else "",
                one.get("description", ""),
            )
            for field, one in shape["properties"].items()
        ]
        yield _table(("Field", "Holds", "There", "What it is"), rows)


def _ruleset(told: Ruleset) -> Iterator[str]:
    yield f"### {told['name']}: `{told['id']}`\n"
    rows = [(f"`{one['name']}`", _values(one), one["meaning"]) for one in told["options"]]
    yield _table(("Option", "Values", "What it means"), rows)
    if told["presets"]:
        presets = [
            (f"`{one['name']}`", one["meaning"], _settings(one["options"]))
            for one in told["presets"]
        ]
        yield _table(("Preset", "What it stands for", "Options that it sets"), presets)
    facts = [(f"`{one['id']}`", one["meaning"]) for one in told["circumstances"]]
    yield _table(("Circumstance", "What it means"), facts)
    events = [
        (f"`{one['event']}`", _code(field["name"] for field in one["fields"]), one["meaning"])
        for one in told["events"]
    ]
    yield _table(("Event", "Further fields", "What it means"), events)


def _values(option: Option) -> str:
    """What an option may be; its default first or named."""
    choices = option.get("choices")
    default = json.dumps(option["default"])
    if choices is not None:
        return _code(json.dumps(choice) for choice in choices)
    if option["type"] == "integer":
        return f"{option['minimum']} to {option['maximum']}, else `{default}`"
    return f"{option['type']}, else `{default}`"


def _settings(options: Json) -> str:
    return _code(f"{name}: {json.dumps(value)}" for name, value in options.items())


def _errors() -> Iterator[str]:
    yield "## Errors\n\nEvery error is an `application/problem+json` (a Problem above).\n"
    rows = [(str(status), str(kind.title), str(kind.advice)) for status, kind in KINDS.items()]
    yield _table(("Status", "Title", "What to do"), rows)
    yield "The codes in `errors`:\n"
    yield _table(("Code", "What is wrong"), ((f"`{code}`", str(CODES[code])) for code in CODES))


def _code(names: str | Iterable[str]) -> str:
    told = names.split() if isinstance(names, str) else names
    return ", ".join(f"`{name.rstrip(',')}`" for name in told)


def _words(kind: Kind) -> str:
    return " ".join(part for part in kind if part)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    cells = [[cell.replace("|", "\\|") for cell in line] for line in lines]
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


if __name__ == "__main__":
    print(field_reference(), end="")
