"""The field reference: ``python -m scorer.service.api.field_reference > docs/api.md``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import scorer
from scorer.documents.schemas.shapes import member_shape, shapes
from scorer.rules import BOOKS
from scorer.service import create_app
from scorer.service.api import openapi
from scorer.service.api.problems import (
    CODES,
    KIND_BY_STATUS,
    OTHER_STATUSES,
    example_problem,
    problem_type,
)
from scorer.service.api.shape_words import ShapeWords, words_of_answer_shape, words_of_shape
from scorer.service.classes.shapes import class_shapes
from scorer.service.games.shapes import game_shapes
from scorer.service.web.forms.form_fields import FIELDS
from scorer.types import Option, Rule, Ruleset
from scorer.types.records import AddedFields, Member
from scorer.types.records.added import PARTS

Json = dict[str, Any]
TableRow = tuple[str, ...]
TABLE_HEADS = {
    "option": ("Option", "Values", "What it means"),
    "preset": ("Preset", "What it stands for", "Options that it sets"),
    "field": ("Added field", "Of", "Type", "What it is"),
    "circumstance": ("Circumstance", "What it means"),
    "event": ("Event", "Further fields", "What it means"),
    "rule": ("Rule", "Name", "Counts", "What it says"),
}
TABLE_TITLES = {
    "option": "Options",
    "preset": "Presets",
    "field": "Added fields",
    "circumstance": "Circumstances: `win.with`",
    "event": "Events of a table",
    "rule": "Rules: ids of lines, and of `explain`",
}

INTRODUCTION = """\
# The documents, field by field

`python -m scorer.service.api.field_reference > docs/api.md` writes this page from the types and
schemas; a test fails when it is out of date. `/openapi.json` has the same for machines,
[`scorer.types`](../scorer/types) for Python. Options, circumstances and events of each ruleset and
the codes of errors are on the documentation site, at `/docs` and `/docs/errors` of a server, and in
`scorer rules RULESET`. What may change, and when: [versioning.md](versioning.md).

In a request an unlisted key is an error, and `null` is the same as leaving the key out; an option
has a value or is left out. Answers may get further keys.

`?fields=` selects the top-level fields of each ruleset (`GET /api/v1/rulesets?fields=id,name`), or
of the sheet of a game (`?fields=version,totals`). What a client may still do is in the headers
`RateLimit` and `RateLimit-Policy` ([serving.md](serving.md#what-a-client-may-use)).
"""

ADDRESSES_SECTION = """\
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
    general = shapes()
    known = general | game_shapes(general) | class_shapes()
    sent = {name: shape for name, shape in known.items() if _is_closed(shape)}
    received = {name: shape for name, shape in known.items() if name not in sent}
    objects = {name: shape for name, shape in received.items() if "properties" in shape}
    values = {name: shape for name, shape in received.items() if name not in objects}
    sections = [
        INTRODUCTION,
        *_operations_section(),
        "## What you send\n",
        *_schema_sections(sent),
        "## What you receive\n",
        *_schema_sections(objects),
        "## Values\n",
        table(
            ("Name", "What", "Values"),
            (
                (f"`{name}`", shape["description"], as_text(words_of_shape(shape)))
                for name, shape in values.items()
            ),
        ),
        ADDRESSES_SECTION,
        table(
            ("Name", "Pages", "Field", "Takes"),
            (
                (
                    f"`{field.name}`",
                    _names_as_code(field.pages),
                    _names_as_code(field.pointer),
                    field.takes,
                )
                for field in FIELDS
            ),
        ),
    ]
    return "\n".join(sections)


def _is_closed(shape: Json) -> bool:
    return shape.get("additionalProperties") is False


def _operations_section() -> Iterator[str]:
    document = openapi.openapi_document(create_app({"LOG_REQUESTS": False}))
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
    yield table(("Address", "What it does", "Takes", "Answers"), rows)


def _request_type(operation: Json) -> str:
    if "requestBody" not in operation:
        return ""
    content = operation["requestBody"]["content"]
    return as_text(words_of_shape(content["application/json"]["schema"]))


def _reply_type(operation: Json) -> str:
    good = next(answer for status, answer in operation["responses"].items() if status[0] == "2")
    content = good.get("content")
    return as_text(words_of_shape(next(iter(content.values()))["schema"])) if content else "nothing"


def _schema_sections(named_shapes: dict[str, Json]) -> Iterator[str]:
    rows_of = {name: _field_rows(shape) for name, shape in named_shapes.items()}
    for name, rows in rows_of.items():
        yield f"### {name}\n\n{named_shapes[name]['description']}\n"
        base = _largest_part(rows, rows_of)
        if base:
            yield f"The fields of [{base}](#{base.lower()}), and:\n"
            rows = tuple(row for row in rows if row not in rows_of[base])
        yield table(("Field", "Type", "Required", "What it is"), rows)


def _field_rows(shape: Json) -> tuple[TableRow, ...]:
    """Return the fields of a schema, a row each."""
    needed = shape.get("required", ())
    kind_in_words = words_of_shape if _is_closed(shape) else words_of_answer_shape
    return tuple(
        (
            f"`{field}`",
            as_text(kind_in_words(value_shape)),
            "yes" if field in needed else "",
            value_shape.get("description", ""),
        )
        for field, value_shape in shape["properties"].items()
    )


def _largest_part(rows: Sequence[TableRow], rows_of: Mapping[str, Sequence[TableRow]]) -> str:
    """Return the schema with the most fields that are all among these, and not all of these; "" for
    fewer than four."""
    parts = [name for name, own in rows_of.items() if len(own) >= 4 and {*own} < {*rows}]
    return max(parts, key=lambda name: len(rows_of[name]), default="")


def ruleset_pages() -> dict[str, str]:
    """Return a page that lists the rulesets, ``rulesets``, and one of each: what a document of it
    may have, and its rules."""
    rulesets = scorer.rulesets()
    rows = [
        (f"[{ruleset['name']}](rulesets/{id}.md)", f"`{id}`", ruleset["summary"])
        for ruleset in rulesets
        if (id := ruleset["id"])
    ]
    overview = [
        "# The rulesets\n",
        "Each page has what a document of that ruleset may have, and the ids of its rules.\n",
        table(("Ruleset", "Id", "What it is"), rows),
    ]
    pages = {f"rulesets/{ruleset['id']}": _ruleset_page(ruleset) for ruleset in rulesets}
    return {"rulesets": "\n".join(overview), **pages}


def _ruleset_page(ruleset: Ruleset) -> str:
    sections = [f"# {ruleset['name']}: `{ruleset['id']}`\n", f"{ruleset['summary']}\n"]
    for kind, rows in _tables_of(ruleset).items():
        if rows:
            sections += [f"## {TABLE_TITLES[kind]}\n", table(TABLE_HEADS[kind], rows)]
    return "\n".join(sections)


def _tables_of(ruleset: Ruleset) -> dict[str, list[TableRow]]:
    """Return the rows of each table of a ruleset."""
    return {
        "option": [
            (f"`{option['name']}`", _option_values(option), option["meaning"])
            for option in ruleset["options"]
        ],
        "preset": [
            (f"`{preset['name']}`", preset["meaning"], _settings_as_code(preset["options"]))
            for preset in ruleset["presets"]
        ],
        "field": [*_added_fields(BOOKS[ruleset["id"]].fields)],
        "circumstance": [
            (f"`{circumstance['id']}`", circumstance["meaning"])
            for circumstance in ruleset["circumstances"]
        ],
        "event": [
            (
                f"`{event['event']}`",
                _names_as_code(field["name"] for field in event["fields"]),
                event["meaning"],
            )
            for event in ruleset["events"]
        ],
        "rule": [
            (f"`{rule['id']}`", rule["name"], _rule_amount(rule), rule["meaning"])
            for rule in ruleset["rules"]
        ],
    }


def _rule_amount(rule: Rule) -> str:
    """Return how much a rule counts under the default options."""
    if rule["amount"] is None:
        return f"{rule['kind']}, by the hand"
    exposed = f" ({rule['exposed']} exposed)" if "exposed" in rule else ""
    return f"{rule['amount']} {rule['kind']}{exposed}"


def _added_fields(added: AddedFields) -> Iterator[tuple[str, str, str, str]]:
    """Yield the fields that a ruleset adds to requests, each with the part that has it."""
    for part in PARTS:
        for member in added.of(part):
            yield f"`{member.name}`", f"the {part}", _member_type(member), member.meaning
    for member in added.counters:
        yield f"`{member.name}`", "every request", _member_type(member), member.meaning


def _member_type(member: Member) -> str:
    if member.kind == "seats":
        return "a number for each seat"
    if member.kind == "amounts" and member.record is not None:
        return "object with " + _names_as_code(amount.name for amount in member.record.members)
    return as_text(words_of_shape(member_shape(member)))


def _option_values(option: Option) -> str:
    """Return the values that an option may have, with its default."""
    choices = option.get("choices")
    default = json.dumps(option["default"])
    if choices is not None:
        known = map(json.dumps, choices)
        return ", ".join(f"`{text}`" + " (default)" * (text == default) for text in known)
    if option["type"] == "integer":
        return f"{option['minimum']} to {option['maximum']}, `{default}` (default)"
    return f"{option['type']}, `{default}` (default)"


def _settings_as_code(options: Json) -> str:
    return _names_as_code(f"{name}: {json.dumps(value)}" for name, value in options.items())


def error_tables() -> Iterator[str]:
    """Yield the kinds of errors, an error and the codes."""
    yield "Every error is an `application/problem+json` ([Problem](../docs/api.md#problem)).\n"
    rows = [
        (str(status), f"`{problem_type(kind)}`", str(kind.title), str(kind.advice))
        for status, kind in KIND_BY_STATUS.items()
    ]
    yield table(("Status", "`type`", "Title", "What to do"), rows)
    yield "How to wait and send again: [limits and retries](../docs/retries.md).\n"
    yield "The server itself, or a proxy before it, may refuse a request in plain text:\n"
    others = [(str(status), str(meaning)) for status, meaning in OTHER_STATUSES.items()]
    yield table(("Status", "What happened"), others)
    yield "A score whose seat and tile are wrong is answered with 422 and\n"
    yield f"```json\n{json.dumps(example_problem(), indent=2, ensure_ascii=False)}\n```\n"
    yield "The codes in `errors`:\n"
    yield table(("Code", "What is wrong"), ((f"`{code}`", str(CODES[code])) for code in CODES))


def _names_as_code(names: str | Iterable[str]) -> str:
    listed = names.split() if isinstance(names, str) else names
    return ", ".join(f"`{name.rstrip(',')}`" for name in listed)


def as_text(kind: ShapeWords) -> str:
    """Return a shape in words without a link."""
    return " ".join(text for text in kind if text)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    cells = [[cell.replace("|", "\\|") for cell in line] for line in lines]
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


if __name__ == "__main__":
    print(field_reference(), end="")
