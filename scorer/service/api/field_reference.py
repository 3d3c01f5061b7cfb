"""The field reference: ``python -m scorer.service.api.field_reference > docs/api.md``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import scorer
from scorer.documents.schemas.shapes import member_shape, shapes
from scorer.rules import BOOKS
from scorer.service import create_app
from scorer.service.api import openapi
from scorer.service.api.problems import CODES, KINDS
from scorer.service.api.shape_words import Kind, answer_kind, kind_of
from scorer.service.classes.shapes import class_shapes
from scorer.service.games.shapes import game_shapes
from scorer.service.web.forms.form_fields import FIELDS
from scorer.types import Option, Ruleset
from scorer.types.records import AddedFields, Member
from scorer.types.records.added import PARTS

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

Over HTTP the answers of `/score`, `/waits`, `/settle` and `/compare` hold the address
of their page as `page`; a service that knows its own address sends it whole in a `Link` header.
Other pages: `/compare` (a hand in every ruleset; the names are those of `/`), `/why` (the same,
with `why`, the id of a rule: why it counts, or why not, and what one change would bring),
`/rules`, `/rules/{ruleset}`, `/rules/{ruleset}/{rule}`, `/rules/{ruleset}/sheet`,
`/rules/patterns`, `/glossary` ([rulebook.md](rulebook.md)), `/card` (check a card), `/docs`,
`/docs/errors`.
"""


def field_reference() -> str:
    """Return the text of docs/api.md."""
    known = shapes() | game_shapes() | class_shapes()
    sent = {name: shape for name, shape in known.items() if _is_closed(shape)}
    received = {name: shape for name, shape in known.items() if name not in sent}
    objects = {name: shape for name, shape in received.items() if "properties" in shape}
    values = {name: shape for name, shape in received.items() if name not in objects}
    sections = [
        INTRODUCTION,
        *_operations(),
        "## What you send\n",
        *_schemas(sent),
        "## What you receive\n",
        *_schemas(objects),
        "## Values\n",
        _table(
            ("Name", "What", "Values"),
            (
                (f"`{name}`", shape["description"], _as_text(kind_of(shape)))
                for name, shape in values.items()
            ),
        ),
        "## The rulesets\n",
        *(line for ruleset in scorer.rulesets() for line in _ruleset(ruleset)),
        *_errors(),
        ADDRESSES,
        _table(
            ("Name", "Pages", "Field", "Takes"),
            (
                (f"`{field.name}`", _code(field.pages), _code(field.pointer), field.takes)
                for field in FIELDS
            ),
        ),
    ]
    return "\n".join(sections)


def _is_closed(shape: Json) -> bool:
    return shape.get("additionalProperties") is False


def _operations() -> Iterator[str]:
    document = openapi.document(create_app({"LOG_REQUESTS": False}))
    yield "## Addresses of the API\n"
    rows = [
        (
            f"`{method.upper()} {path}`",
            operation["summary"],
            _request_type(operation),
            _reply_type(operation),
        )
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    yield _table(("Address", "What it does", "Takes", "Answers"), rows)


def _request_type(operation: Json) -> str:
    if "requestBody" not in operation:
        return ""
    content = operation["requestBody"]["content"]
    return _as_text(kind_of(content["application/json"]["schema"]))


def _reply_type(operation: Json) -> str:
    good = next(answer for status, answer in operation["responses"].items() if status[0] == "2")
    content = good.get("content")
    return _as_text(kind_of(next(iter(content.values()))["schema"])) if content else "nothing"


def _schemas(named_shapes: dict[str, Json]) -> Iterator[str]:
    for name, shape in named_shapes.items():
        yield f"### {name}\n\n{shape['description']}\n"
        needed = shape.get("required", ())
        kind_in_words = kind_of if _is_closed(shape) else answer_kind
        rows = [
            (
                f"`{field}`",
                _as_text(kind_in_words(value_shape)),
                "always" if field in needed else "",
                value_shape.get("description", ""),
            )
            for field, value_shape in shape["properties"].items()
        ]
        yield _table(("Field", "Holds", "There", "What it is"), rows)


def _ruleset(ruleset: Ruleset) -> Iterator[str]:
    yield f"### {ruleset['name']}: `{ruleset['id']}`\n"
    rows = [
        (f"`{option['name']}`", _values(option), option["meaning"]) for option in ruleset["options"]
    ]
    yield _table(("Option", "Values", "What it means"), rows)
    if ruleset["presets"]:
        presets = [
            (f"`{preset['name']}`", preset["meaning"], _settings(preset["options"]))
            for preset in ruleset["presets"]
        ]
        yield _table(("Preset", "What it stands for", "Options that it sets"), presets)
    added = [*_added_fields(BOOKS[ruleset["id"]].fields)]
    if added:
        yield _table(("Added field", "Of", "Type", "What it is"), added)
    facts = [
        (f"`{circumstance['id']}`", circumstance["meaning"])
        for circumstance in ruleset["circumstances"]
    ]
    yield _table(("Circumstance", "What it means"), facts)
    events = [
        (f"`{event['event']}`", _code(field["name"] for field in event["fields"]), event["meaning"])
        for event in ruleset["events"]
    ]
    yield _table(("Event", "Further fields", "What it means"), events)


def _added_fields(added: AddedFields) -> Iterator[tuple[str, str, str, str]]:
    """Yield the fields that a ruleset adds to requests, each with the part that has it."""
    for part in PARTS:
        for member in added.of(part):
            yield f"`{member.name}`", f"the {part}", _type(member), member.meaning
    for member in added.counters:
        yield f"`{member.name}`", "every request", _type(member), member.meaning


def _type(member: Member) -> str:
    if member.kind == "seats":
        return "a number for each seat"
    if member.kind == "amounts" and member.record is not None:
        return "object with " + _code(amount.name for amount in member.record.members)
    return _as_text(kind_of(member_shape(member)))


def _values(option: Option) -> str:
    """Return the values that an option may have; its default is named, or the first of the
    choices."""
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
    listed = names.split() if isinstance(names, str) else names
    return ", ".join(f"`{name.rstrip(',')}`" for name in listed)


def _as_text(kind: Kind) -> str:
    return " ".join(text for text in kind if text)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    cells = [[cell.replace("|", "\\|") for cell in line] for line in lines]
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


if __name__ == "__main__":
    print(field_reference(), end="")
