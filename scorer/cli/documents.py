"""The document of a hand given by command-line options.

Each field of a hand to score has an option, also those that a ruleset adds. Options that have no
place in the document are errors, never ignored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from scorer.documents.text.melds import parse_meld, strip_brackets
from scorer.errors import HandError, Problem, quoted
from scorer.rules import BOOKS
from scorer.types.records import AddedFields, Member, Record, request_record

GivenOptions = Mapping[str, Any]
"""The options of ``scorer score`` by the names of their leaves, and ``state`` and ``card``, the
text of the card: None, or () of those that may stand more than once, where one was not typed."""

KINDS_WITHOUT_OPTION: Final = ("amounts", "seats")
"""The kinds of fields that have no option."""
CHOICE_SYNONYMS: Final[Mapping[str, Mapping[str, str]]] = {
    "/win/by": {"tsumo": "self_draw", "ron": "discard"},
}
"""What players say for a value of a field; a document has the value."""
OPTION_OF_PART: Final = {"/hand": "--concealed", "/win": "--by", "/state": "--state"}
"""The option that stands for a whole part of the document in messages."""


class OptionField(NamedTuple):
    """A field that has an option.

    Attributes:
        pointer: Its JSON pointer in the document.
        member: The field.
        only: The ids of the rulesets that have it; empty if all do.
    """

    pointer: str
    member: Member
    only: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the parameter of the command."""
        return self.pointer[1:].replace("/", "_")


def option_fields() -> Sequence[OptionField]:
    """Return the fields of a hand to score that have an option, in their order."""
    return _cached_leaves(tuple((id, book.fields) for id, book in BOOKS.items()))


def option_fields_of(kind: str) -> Sequence[OptionField]:
    """Return the fields of a request to which rulesets add none, such as ``problem``."""
    return tuple(_leaves_of_record(request_record(kind), "", {}))


@lru_cache(maxsize=4)
def _cached_leaves(added: tuple[tuple[str, AddedFields], ...]) -> Sequence[OptionField]:
    only: dict[Member, list[str]] = {}
    for id, fields in added:
        for member in {*fields.hand, *fields.win, *fields.counters}:
            only.setdefault(member, []).append(id)
    return tuple(_leaves_of_record(request_record("score", *BOOKS.values()), "", only))


def _leaves_of_record(
    record: Record, above: str, only: Mapping[Member, Sequence[str]]
) -> Iterator[OptionField]:
    for member in record.members:
        pointer = f"{above}/{member.name}"
        if member.kind == "object" and member.record is not None:
            yield from _leaves_of_record(member.record, pointer, only)
        elif member.kind not in KINDS_WITHOUT_OPTION:
            yield OptionField(pointer, member, tuple(only.get(member, ())))


def document_of(given: GivenOptions) -> dict[str, Any]:
    """Return the document for ``scorer.score`` from the options. Raises HandError."""
    problems = [*_option_problems(given)]
    if problems:
        raise HandError(*problems)
    document: dict[str, Any] = {}
    for leaf in _fields_with_value(given):
        *above, key = leaf.pointer[1:].split("/")
        place = document
        for part in above:
            place = place.setdefault(part, {})
        place[key] = _parse_value(leaf.member, given[leaf.name])
    document |= dict(map(parse_pair, given["state"]))
    if given["card"] is not None:
        document.setdefault("options", {})["card"] = given["card"]
    return document


def _fields_with_value(given: GivenOptions) -> list[OptionField]:
    """Return the fields that were given or have a default."""
    return [leaf for leaf in option_fields() if given[leaf.name] not in (None, ())]


def _parse_value(member: Member, typed: Any) -> Any:
    if member.kind == "options":
        return dict(map(parse_pair, typed))
    if member.item is None:
        return typed
    return [parse_meld(text) if member.item.record is not None else text for text in typed]


def option_at(pointer: str, given: GivenOptions) -> str:
    """Return the option and value behind a pointer, as "--meld '(7777c'"; else the pointer."""
    name = pointer[1:]
    if name in _names_before_equals(given["state"]):
        return f"--state {name}"
    if pointer == "/options/card" and given["card"] is not None:
        return "--card"
    for leaf in option_fields():
        if f"{pointer}/".startswith(f"{leaf.pointer}/"):
            below = pointer.removeprefix(leaf.pointer)[1:].partition("/")[0]
            return f"{leaf.member.option} {_typed_text_at(leaf, below, given)}".rstrip()
    return OPTION_OF_PART.get(pointer, pointer)


def _typed_text_at(leaf: OptionField, below: str, given: GivenOptions) -> str:
    """Return the typed text of an item of a field, or its name."""
    if leaf.member.kind == "options":
        return below
    texts = given[leaf.name]
    if leaf.member.item is None or not below.isdecimal() or int(below) >= len(texts):
        return ""
    text = str(texts[int(below)])
    return text if leaf.member.item.record is None else quoted(text)


def _option_problems(given: GivenOptions) -> Iterator[Problem]:
    if not given["hand_concealed"]:
        detail = "tell the tiles of the hand, as in '123b 55d'"
        yield Problem("/hand/concealed", "required", detail)
    for place, meld in enumerate(given["hand_melds"]):
        if strip_brackets(meld) is None:
            detail = "a concealed set stands in a pair of brackets, as in '(7777c)'; others in none"
            yield Problem(f"/hand/melds/{place}", "bad_meld", detail)
    card = [] if given["card"] is None else ["card"]
    yield from _pair_problems(card, given["options"], "/options")
    yield from _pair_problems(_names_without_state(given), given["state"], "")
    unwon = [leaf.member.option for leaf in _fields_with_value(given) if _is_win_field(leaf)]
    if unwon and not given["win_by"]:
        detail = (
            f"tell how the hand was won, or leave out {' and '.join(unwon)}: only a win has that"
        )
        yield Problem("/win/by", "required", detail)


def _names_without_state(given: GivenOptions) -> Iterator[str]:
    """Yield the names that ``--state`` cannot set: fields given by their own options, and parts of
    the document."""
    typed = _fields_with_value(given)
    for leaf in option_fields():
        name, *below = leaf.pointer[1:].split("/")
        if below or leaf.member.kind == "options" or leaf in typed:
            yield name


def _is_win_field(leaf: OptionField) -> bool:
    return leaf.pointer == "/hand/winning_tile" or leaf.pointer.startswith("/win/")


def _pair_problems(seen: Iterable[str], pairs: Iterable[str], below: str) -> Iterator[Problem]:
    """Yield the problems of NAME=VALUE pairs; names in ``seen`` are set by other options."""
    names = {*seen}
    for text in pairs:
        name, equals, _ = text.partition("=")
        if not (name and equals):
            detail = f"write a name and a value, as in limit=1000, not {quoted(text)}"
            yield Problem(below or "/state", "bad_option", detail)
        elif name in names:
            yield Problem(f"{below}/{name}", "contradiction", "it is given more than once")
        names.add(name)


def _names_before_equals(pairs: Iterable[str]) -> list[str]:
    return [text.partition("=")[0] for text in pairs]


def parse_pair(text: str) -> tuple[str, Any]:
    """Return the name and value of NAME=VALUE, the value as JSON or else as text."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value, parse_constant=str)
    except (ValueError, RecursionError):
        return name, value
