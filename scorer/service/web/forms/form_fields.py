"""The fields of forms, which are the names in an address: what all pages of all rulesets have.

A field of a document has the name that its declaration gives it; the codecs in ``form_pages`` know
those of one ruleset. Here are the names that no declaration has, and the reference of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, get_args

from scorer.languages.speech import or_list
from scorer.types import requests
from scorer.types.records import Member, Record, read_record
from scorer.types.terms import Way

HAND_PAGE, WAITS_PAGE, TABLE_PAGE, COMPARE_PAGE = "/", "/waits", "/table", "/compare"

SECOND_SEAT_FIELD: Final = "second"
"""The field of an event that tells which of two seats was the second."""
NAME_FIELD: Final = "{seat}.name"
"""The field of what a player is called."""
RULESET_PREFIXES: Mapping[str, str] = {"hand": "h.", "win": "v.", "player": "p.", "table": "t."}
"""The prefix of fields that only one ruleset has, by the part of the document."""
PACKED_TEXT: Final = "own"
"""The field of an address with a text of one's own, deflated: a card, or special hands."""
COUNTER_PREFIX: Final = "g."
"""The prefix of fields for the counters of a ruleset, such as honba."""
PAGE_FIELDS: Final = ("game", "lang")
"""The fields that hold for whoever reads the page."""

SCORE_RECORD, SETTLE_RECORD = (
    read_record(requests.ScoreRequest),
    read_record(requests.SettleRequest),
)


def most_sets(ruleset: Mapping[str, Any]) -> int:
    """Return how many sets a hand of this ruleset can expose."""
    return int(ruleset["hand_tiles"]) // 3


def meld_rows(ruleset: Mapping[str, Any]) -> range:
    """Return the rows for melds: one for each, and one for a meld too many."""
    return range(1, most_sets(ruleset) + 2)


@cache
def lasting_field_names(*spans: str) -> tuple[str, ...]:
    """Return the fields that last for these spans: names, or prefixes such as "o."."""
    members = {member.name: member for member in (*SETTLE_RECORD.members, *SCORE_RECORD.members)}
    names = [
        name
        for member in members.values()
        if member.note.lasts in spans
        for name in (
            (f"{member.form}.", PACKED_TEXT) if member.kind == "options" else [member.form]
        )
    ]
    return (
        *names,
        *([COUNTER_PREFIX] if "table" in spans else []),
        *(PAGE_FIELDS if "page" in spans else ()),
    )


def matches_name(name: str, names: Iterable[str]) -> bool:
    """Tests if a name is among names and prefixes from ``lasting_field_names``."""
    return any(name.startswith(entry) if entry[-1] == "." else name == entry for entry in names)


def own_fields(ruleset: Mapping[str, Any], part: str) -> Sequence[Mapping[str, Any]]:
    """Return the fields of a part that only this ruleset has."""
    fields: Sequence[Mapping[str, Any]] = ruleset.get("fields", {}).get(part, ())
    return fields


class FormField(NamedTuple):
    """A field as the reference lists it.

    Attributes:
        name: its name, with ``{seat}`` and the like to be filled in.
        pointer: a pointer to the part of the document that it gives; "" where it gives none.
        takes: what may be typed.
        pages: the pages that have it.
    """

    name: str
    pointer: str
    takes: str
    pages: str = TABLE_PAGE


TAKES_BY_KIND: Final[Mapping[str, str]] = {
    "boolean": "yes or no",
    "choice": "E, S, W or N",
    "integer": "a number",
    "seat": "E, S, W or N",
    "seats": "a number",
    "tiles": "tiles",
}
"""What a field takes, by its kind."""
TAKES_BY_NAME: Final[Mapping[str, str]] = {
    "ruleset": "the id of a ruleset",
    "preset": "the id of a preset",
    "winning_tile": "a tile, or ? where nobody remembers",
    "partial": "yes for a hand that lost, with only its scoring tiles entered; sure if nothing "
    "else in it scores",
    "fishing": "yes or no, of a hand that lost",
    "by": f"{or_list(get_args(Way))}; no for a hand that lost",
    "with": "the id of a circumstance; may stand several times",
}
"""What the fields take of which their kind does not say it, by their keys in a document."""
RULESET_FIELD_MEANINGS: Final[Mapping[str, str]] = {
    "hand": "tiles that only this ruleset’s hands tell",
    "win": "what only this ruleset’s wins tell",
    "player": "what only this ruleset’s players tell; of several numbers each, such as "
    "s.p.agreed.han",
    "table": "what only this ruleset’s tables tell; of each seat as t.penalties.e",
}
TABLE_FIELDS: Final = (
    FormField("winner", "/players/{seat}/win", "E, S, W, N or nobody"),
    FormField(
        "also",
        "/players/{seat}/win",
        "another seat that won on the same tile; may stand several times; fields of its own say "
        "how, where it is not how the winner did",
    ),
    FormField(
        "others",
        "/players/{seat}/points",
        "0 where each loser of whom nothing is entered scores 0",
    ),
)
EVENT_FIELDS: Final = (
    FormField("x.{event}", "/events/by", "the seat that did it; may stand several times"),
    FormField("x.{event}.{field}", "/events/{field}", "a seat, a number, yes or no"),
    FormField("x.{event}.second", "/events", "of two, the seat that was the second"),
    FormField(
        "x.{event}.{number}",
        "/events/by",
        "the seat of another event of this kind, which has details of its own; the numbers are 2 "
        "and on, and events come in their order",
    ),
    FormField("x.{event}.{number}.{field}", "/events/{field}", "its details"),
)
FIELDS_OUTSIDE_DOCUMENT: Final = (
    FormField(NAME_FIELD, "", "what the page calls the player"),
    FormField("game", "", "a game that this phone has begun without a network, and keeps"),
    FormField("lang", "", "the language of the page: en, fr or zh", "/ /waits /table"),
    FormField(
        "go",
        "",
        "1 asks for the answer, where nothing else in the address does",
        "/ /waits /table",
    ),
)


def _fields_of_request(request: Record) -> Iterator[FormField]:
    """Yield the fields of a whole document."""
    for member in request.members:
        if member.name == "events":
            yield from EVENT_FIELDS
        elif member.name == "players":
            yield from _fields_of_players(member.inner)
        else:
            yield from _fields_of_member(member, f"/{member.name}", "")
    yield FormField(
        f"{COUNTER_PREFIX}{{state}}", "/{state}", "a number of the game that the ruleset counts"
    )


def _fields_of_players(player: Record) -> Iterator[FormField]:
    yield from TABLE_FIELDS
    # What the winner's fields say goes for others who won on the same tile.
    yield from _fields_of_member(player.member("win"), "/win", "")
    for member in player.members:
        yield from _fields_of_member(member, f"/players/{{seat}}/{member.name}", "{seat}.")
    yield _ruleset_field("player", "/players/{seat}", "{seat}.")
    yield _ruleset_field("table", "", "")


def _fields_of_member(member: Member, pointer: str, start: str) -> Iterator[FormField]:
    """Yield the fields of a part of a document, whose names begin with this."""
    name, takes = (
        start + member.form,
        TAKES_BY_NAME.get(member.name) or TAKES_BY_KIND.get(member.kind, ""),
    )
    if member.kind == "object":
        for inner in member.inner.members:
            yield from _fields_of_member(inner, f"{pointer}/{inner.name}", start)
        yield _ruleset_field(member.name, pointer, start)
    elif member.kind == "options":
        of_option = "a number, yes, no, or one of its choices"
        yield FormField(f"{name}.{{option}}", f"{pointer}/{{option}}", of_option)
        of_text = "the text of an option, such as a card or special hands: raw DEFLATE in base64url"
        yield FormField(PACKED_TEXT, f"{pointer}/{{option}}", of_text)
    elif member.kind == "seats":
        yield FormField(f"{{seat}}.{name}", f"{pointer}/{{seat}}", takes)
    elif member.name == "melds":
        lies = f"{pointer}/{{row}}/concealed, from_concealed_pung"
        yield FormField(
            f"{name}{{row}}", f"{pointer}/{{row}}/tiles", "tiles; the rows are 1 and on"
        )
        yield FormField(f"{name}{{row}}is", lies, "concealed, or added to a concealed pung")
    elif member.name == "seats":
        yield FormField(name, "/seats, /players", "the seat that is empty at a table of three")
    else:
        yield FormField(name, pointer, takes)


def _ruleset_field(part: str, pointer: str, start: str) -> FormField:
    return FormField(
        f"{start}{RULESET_PREFIXES[part]}{{own}}",
        f"{pointer}/{{own}}",
        RULESET_FIELD_MEANINGS[part],
    )


def _all_fields() -> tuple[FormField, ...]:
    """Return the fields of every page, each once."""
    of_hand = {field.name: field for field in _fields_of_request(SCORE_RECORD)}
    of_table = {field.name: field for field in _fields_of_request(SETTLE_RECORD)}
    of_table["away"] = of_hand["away"]
    hand_pages = f"{HAND_PAGE} {WAITS_PAGE}"
    all_pages = f"{hand_pages} {TABLE_PAGE}"
    fields = {**of_hand, **of_table}
    pages = {name: all_pages if name in of_table else hand_pages for name in of_hand}
    documents = (
        field._replace(pages=pages.get(name, TABLE_PAGE)) for name, field in fields.items()
    )
    return (*documents, *FIELDS_OUTSIDE_DOCUMENT)


FIELDS: Final = _all_fields()
"""What the address of a result may hold."""
