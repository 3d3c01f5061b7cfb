"""From a checked document to hand, win and edition: where tiles get their meaning.

Every problem names the field as the caller wrote it.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from scorer.errors import HandError, Problem, quoted
from scorer.hand import BY, EXACT, SEATS, SELF_DRAW, Win
from scorer.rulebook import Book, Edition, Laid
from scorer.rules import BOOKS
from scorer.settle import Happened
from scorer.tiles import JOKER, TileError, parse

__all__ = [
    "checked_seats",
    "circumstances_of",
    "edition_of",
    "hand_of",
    "happened_of",
    "prevailing_of",
    "seats_of",
    "unknown_ruleset",
    "win_of",
    "winds_of",
]

Loaded = Mapping[str, Any]


def edition_of(document: Loaded) -> Edition:
    """The ruleset that the document names, with its preset and options in force."""
    name = document["ruleset"]
    if name not in BOOKS:
        raise HandError(unknown_ruleset(name))
    return BOOKS[name].edition(document.get("preset"), document.get("options") or {})


def unknown_ruleset(name: str) -> Problem:
    """Names the rulesets there are, and the one that was probably meant."""
    close = get_close_matches(name.lower()[:30], BOOKS, 1)
    meant = f"is it “{close[0]}”? " if close else ""
    detail = f"no ruleset {quoted(name)}; {meant}There are: {', '.join(BOOKS)}"
    return Problem("/ruleset", "unknown_ruleset", detail)


def seats_of(document: Loaded, book: Book) -> tuple[int, ...]:
    """The seats at the table: all four, or the three that the document names."""
    named = document.get("seats")
    if named is None:
        return (0, 1, 2, 3)
    return checked_seats(named, "/seats", book)


def checked_seats(named: list[str], pointer: str, book: Book) -> tuple[int, ...]:
    """These seats in the order of play; as many as the book allows, East among them."""
    if len(set(named)) != len(named) or len(named) not in book.players:
        how_many = " or ".join(_NUMBERS[count] for count in book.players)
        detail = f"a table of {book.name} has {how_many} different seats"
        raise HandError(Problem(pointer, "bad_value", detail))
    if "E" not in named:
        detail = "somebody is East; with three players the absent seat is S, W or N"
        raise HandError(Problem(pointer, "bad_value", detail))
    return tuple(sorted(SEATS.index(seat) for seat in named))


_NUMBERS = {3: "three", 4: "four"}


def winds_of(document: Loaded, seats: tuple[int, ...], book: Book) -> tuple[int, int]:
    """The player's seat and the prevailing wind, where the ruleset cannot do without it."""
    missing = ["seat"] if document.get("seat") is None else []
    if book.needs_prevailing and document.get("prevailing") is None:
        missing.append("prevailing")
    if missing:
        raise HandError(*(_no_wind(field) for field in missing))
    seat = SEATS.index(document["seat"])
    if seat not in seats:
        detail = f"nobody sits at {document['seat']} at this table"
        raise HandError(Problem("/seat", "bad_value", detail))
    return seat, SEATS.index(document.get("prevailing") or "E")


def prevailing_of(document: Loaded, book: Book) -> int:
    """The prevailing wind of a table that settles."""
    if book.needs_prevailing and document.get("prevailing") is None:
        raise HandError(_no_wind("prevailing"))
    return SEATS.index(document.get("prevailing") or "E")


def _no_wind(field: str) -> Problem:
    what = "the player's seat" if field == "seat" else "the wind of the round"
    return Problem(f"/{field}", "required", f"tell {what}: E, S, W or N")


def hand_of(
    told: Loaded, edition: Edition, *, won: bool, waiting: bool = False, count: str = EXACT
) -> Any:
    """The hand of a player who won, lost, or (``waiting``) holds thirteen tiles and waits."""
    problems: list[Problem] = []
    wild = edition.wild_tile
    concealed = _tiles(told["concealed"], "/hand/concealed", wild, problems)
    bonus = _tiles(told.get("bonus") or "", "/hand/bonus", None, problems)
    melds = _melds(told.get("melds") or [], edition.book, wild, problems)
    winning: int | None = None
    written = told.get("winning_tile")
    if waiting and written is not None:
        detail = "leave it out: which tile wins is what waits tells"
        problems.append(Problem("/hand/winning_tile", "bad_value", detail))
    elif won and not written:
        detail = "tell the tile that completed the hand; of a dealt hand, any"
        problems.append(Problem("/hand/winning_tile", "required", detail))
    elif not won and not waiting and written:
        detail = "only a winner has a winning tile; tell win, or leave it out"
        problems.append(Problem("/hand/winning_tile", "contradiction", detail))
    elif written:
        tiles = _tiles(written, "/hand/winning_tile", wild, problems)
        if len(tiles) == 1:
            winning = tiles[0]
        elif not problems:
            detail = f"one tile wins, not {len(tiles)}"
            problems.append(Problem("/hand/winning_tile", "bad_tile", detail))
    if problems:
        raise HandError(*problems)
    return edition.book.lay(concealed, melds, bonus, winning, count)


def _tiles(
    told: str | list[str], pointer: str, wild: int | None, problems: list[Problem]
) -> list[int]:
    tiles: list[int] = []
    for text in [told] if isinstance(told, str) else told:
        try:
            tiles += parse(text)
        except TileError as error:
            problems.append(Problem(pointer, "bad_tile", str(error)))
    return tiles if wild is None else [JOKER if tile == wild else tile for tile in tiles]


def _melds(told: list[Loaded], book: Book, wild: int | None, problems: list[Problem]) -> list[Any]:
    melds = []
    for n, meld in enumerate(told):
        pointer = f"/hand/melds/{n}"
        before = len(problems)
        tiles = _tiles(meld["tiles"], f"{pointer}/tiles", wild, problems)
        if len(problems) == before:
            concealed = bool(meld.get("concealed"))
            onto = bool(meld.get("from_concealed_pung"))
            try:
                melds.append(book.meld(Laid(tiles, concealed, onto)))
            except ValueError as error:
                problems.append(Problem(pointer, "bad_meld", str(error)))
    return melds


def win_of(told: Loaded, edition: Edition, seats: tuple[int, ...] = (0, 1, 2, 3)) -> Win:
    """How the hand was won, in facts that this ruleset knows."""
    if told["by"] not in edition.book.ways:
        known = ", ".join(edition.book.ways)
        detail = f"in {edition.book.name} a hand is won by: {known}"
        raise HandError(Problem("/win/by", "bad_value", detail))
    facts = BY[told["by"]] | circumstances_of(told.get("with") or [], edition)
    loser = told.get("from")
    if loser is None and edition.book.discarder_pays and not facts & SELF_DRAW:
        robbed = ", or was robbed of it" if "robbed_kong" in edition.book.ways else ""
        detail = f"tell the seat that discarded the tile{robbed}: it pays more"
        raise HandError(Problem("/win/from", "required", detail))
    if loser is not None and SEATS.index(loser) not in seats:
        raise HandError(Problem("/win/from", "bad_value", f"nobody sits at {loser} at this table"))
    return Win(facts, None if loser is None else SEATS.index(loser))


def circumstances_of(told: list[str], edition: Edition) -> int:
    """The circumstances as a mask of facts."""
    facts = 0
    for n, name in enumerate(told):
        circumstance = edition.book.circumstances.get(name)
        if circumstance is None:
            known = ", ".join(edition.book.circumstances)
            detail = f"{edition.book.name} knows no circumstance {quoted(name)}; it knows: {known}"
            raise HandError(Problem(f"/win/with/{n}", "bad_value", detail))
        facts |= circumstance.fact
    return facts


def happened_of(told: Loaded, n: int, edition: Edition, seats: tuple[int, ...]) -> Happened:
    """One event of a settlement, with only the fields that the ruleset gives it."""
    pointer = f"/events/{n}"
    event = edition.book.events.get(told["event"])
    if event is None:
        known = ", ".join(edition.book.events)
        detail = f"{edition.book.name} knows no event {quoted(told['event'])}; it knows: {known}"
        raise HandError(Problem(f"{pointer}/event", "bad_value", detail))
    known_fields = {field.name for field in event.fields}
    for field in ("to", "no_choice", "for_mahjong", "shown", "number", "valid", "value"):
        if told.get(field) is not None and field not in known_fields:
            detail = f"{event.id} has no field “{field}”; leave it out"
            raise HandError(Problem(f"{pointer}/{field}", "bad_value", detail))
    for field in ("by", "to"):
        seat = told.get(field)
        if seat is not None and SEATS.index(seat) not in seats:
            detail = f"nobody sits at {seat} at this table"
            raise HandError(Problem(f"{pointer}/{field}", "bad_value", detail))
    to = told.get("to")
    if to == told["by"]:
        detail = "a player cannot do this to himself; name the other seat"
        raise HandError(Problem(f"{pointer}/to", "contradiction", detail))
    shown = told.get("shown")
    return Happened(
        event.id,
        SEATS.index(told["by"]),
        None if to is None else SEATS.index(to),
        bool(told.get("no_choice")),
        told.get("for_mahjong"),
        True if shown is None else shown,
        told.get("number"),
        told.get("valid"),
        told.get("value"),
    )
