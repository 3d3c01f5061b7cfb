"""Read checked documents as hands, wins, events and editions.

The pointers of problems lead to the field in the caller's document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple, cast

from scorer.engine.any_hand import AnyHand, AnyMeld
from scorer.engine.hand import BY, DEALT, EXACT, FEWER, SEATS, Win, several_winning
from scorer.engine.options import plain_label
from scorer.engine.seats import SEAT_NAMES
from scorer.engine.situation import Situation, state_with_defaults
from scorer.engine.tiles import JOKER, TileError, parse
from scorer.errors import HandError, Problem, quoted
from scorer.rulebook.book import Book, Edition, Event, When, holds
from scorer.rulebook.declarations import Declarations
from scorer.rulebook.parts import Laid
from scorer.rulebook.payments import unnamed_loser
from scorer.rules import BOOKS
from scorer.settlement.settlement import Happened
from scorer.speech import Typed, one_of, say, typed_in_turn

if TYPE_CHECKING:
    from scorer import types


class EnteredHand(NamedTuple):
    """A player's hand as it was entered.

    Attributes:
        tiles: the hand.
        win: how it was won; None where it was not.
        fishing: whether a player who did not win had declared fishing; None where nothing is said.
    """

    tiles: types.Hand
    win: types.Win | None
    fishing: bool | None


def edition_of(document: types.Ruled) -> Edition:
    """Return the ruleset of the document with its preset and options. Raises HandError."""
    book = book_named(document["ruleset"])
    return book.edition(document.get("preset"), document.get("options") or {})


def book_named(name: str) -> Book:
    """Return the ruleset with this id. Raises HandError if it is unknown."""
    if name not in BOOKS:
        raise HandError(unknown_ruleset(name))
    return BOOKS[name]


def unknown_ruleset(name: str) -> Problem:
    """Return the problem of an unknown ruleset, which lists the ids and the most similar one."""
    close = get_close_matches(name.lower()[:30], BOOKS, 1)
    ruleset, ids = quoted(name), typed_in_turn(BOOKS)
    detail = say("unknown ruleset {ruleset}; choose from: {known}", ruleset=ruleset, known=ids)
    if close:
        detail = say(
            "unknown ruleset {ruleset}; did you mean “{meant}”? Choose from: {known}",
            ruleset=ruleset,
            meant=close[0],
            known=ids,
        )
    return Problem("/ruleset", "unknown_ruleset", detail)


def seats_of(
    document: types.ScoreRequest | types.WaitsRequest, book: Declarations
) -> tuple[int, ...]:
    """Return the seats in use: all four, or those of the document. Raises HandError."""
    seats = document.get("seats")
    if seats is None:
        return (0, 1, 2, 3)
    return checked_seats(seats, "/seats", book)


def checked_seats(seats: Sequence[str], pointer: str, book: Declarations) -> tuple[int, ...]:
    """Return these seats in the order of play.

    Raises HandError for a number of players that the ruleset does not have, for seats without East
    and, with three players, for the seat that the ruleset leaves empty.
    """
    if len(set(seats)) != len(seats) or len(seats) not in book.table.players:
        detail = say(
            "a table of {ruleset} has {seats} different seats",
            ruleset=book.name,
            seats=one_of(_NUMBERS[count] for count in book.table.players),
        )
        raise HandError(Problem(pointer, "bad_value", detail))
    if "E" not in seats:
        detail = say("seats must include E; with three players S, W or N stays empty")
        raise HandError(Problem(pointer, "bad_value", detail))
    if len(seats) == 3 and book.table.absent in seats:
        detail = say("with three players nobody sits at {seat}", seat=book.table.absent)
        raise HandError(Problem(pointer, "bad_value", detail))
    return tuple(sorted(SEATS.index(seat) for seat in seats))


def check_round_wind(seats: tuple[int, ...], prevailing: int, book: Declarations) -> None:
    """Raise HandError where nobody sits at the wind of the round and somebody has to."""
    if book.table.round_wind_sits and prevailing not in seats:
        detail = say(
            "with three players the absent seat is never that of the wind of the round, {wind}",
            wind=SEAT_NAMES[prevailing],
        )
        raise HandError(Problem("/prevailing", "contradiction", detail))


_NUMBERS = {3: say("three"), 4: say("four")}


def situation_of(
    document: types.ScoreRequest | types.WaitsRequest, seats: tuple[int, ...], book: Declarations
) -> Situation:
    """Return the player's seat, the prevailing wind and the state of the game.

    The prevailing wind is East where the ruleset does not need it. Raises HandError.
    """
    wind = document.get("seat")
    missing = [] if wind is not None else ["seat"]
    if book.table.needs_prevailing and document.get("prevailing") is None:
        missing.append("prevailing")
    if wind is None or missing:
        raise HandError(*(_missing_wind_problem(field) for field in missing))
    seat = SEATS.index(wind)
    if seat not in seats:
        raise HandError(_empty_seat_problem(wind, "/seat"))
    prevailing = SEATS.index(document.get("prevailing") or "E")
    check_round_wind(seats, prevailing, book)
    return Situation(seat, prevailing, state_of(document, book), len(seats))


def state_of(document: Mapping[str, object], book: Declarations) -> Mapping[str, int]:
    """Return the counters of the ruleset, such as honba, with the values of the document."""
    values = {name: document.get(name) for name in book.state}
    return state_with_defaults(
        book.state, {name: n for name, n in values.items() if isinstance(n, int)}
    )


def prevailing_of(document: types.SettleRequest, book: Declarations) -> int:
    """Return the prevailing wind of a table. Raises HandError where it is missing."""
    if book.table.needs_prevailing and document.get("prevailing") is None:
        raise HandError(_missing_wind_problem("prevailing"))
    return SEATS.index(document.get("prevailing") or "E")


def _missing_wind_problem(field: str) -> Problem:
    detail = say("the prevailing wind is required: E, S, W or N")
    if field == "seat":
        detail = say("the player's seat is required: E, S, W or N")
    return Problem(f"/{field}", "required", detail)


def _empty_seat_problem(seat: str, pointer: str) -> Problem:
    return Problem(pointer, "bad_value", say("nobody sits at {seat} at this table", seat=seat))


def hand_of(
    document: types.Hand,
    edition: Edition,
    *,
    won: bool,
    waiting: bool = False,
    count: str = EXACT,
    dealt: bool = False,
) -> AnyHand:
    """Return the hand of a player. Raises HandError.

    A ``waiting`` player has yet to win. A hand that was ``dealt`` complete needs no winning tile.
    """
    problems: list[Problem] = []
    wild = edition.wild_tile
    concealed = _read_tiles(document["concealed"], "/hand/concealed", wild, problems)
    bonus = _read_tiles(document.get("bonus") or "", "/hand/bonus", None, problems)
    melds = _read_melds(document.get("melds") or [], edition.book, wild, problems)
    added = {
        field.name: _read_tiles(
            added_tiles(document, field.name), f"/hand/{field.name}", None, problems
        )
        for field in edition.book.fields.hand
    }
    if document.get("partial"):
        if won or waiting:
            detail = say("only a hand that did not win may be partial; enter every tile")
            problems.append(Problem("/hand/partial", "contradiction", detail))
        elif count == EXACT:
            count = FEWER
    text = document.get("winning_tile")
    if won and not text and dealt:
        count = DEALT
    else:
        _check_winning_tile(text, won, waiting, problems)
    winning = _read_winning_tile(text, wild, problems) if text and won else None
    if problems:
        raise HandError(*problems)
    return edition.book.make_hand(concealed, melds, bonus, winning, count, **added)


def added_tiles(document: types.Hand, name: str) -> types.Tiles:
    """Return the tiles of a field that a ruleset adds to hands; none where it is left out."""
    # The record of the ruleset has checked its own fields.
    return cast("types.Tiles | None", document.get(name)) or ""


def _check_winning_tile(
    text: str | None, won: bool, waiting: bool, problems: list[Problem]
) -> None:
    """Add a problem for a winning tile that is missing, or that the hand must not have."""
    pointer = "/hand/winning_tile"
    if waiting and text is not None:
        detail = say("leave it out: the answer says which tiles win")
        problems.append(Problem(pointer, "bad_value", detail))
    elif won and not text:
        detail = say(
            "the winning tile is required: the tile that completed the hand (any, for a dealt hand)"
        )
        problems.append(Problem(pointer, "required", detail))
    elif not won and not waiting and text:
        detail = say(
            "only a winner has a winning tile; enter how the hand was won, or leave it out"
        )
        problems.append(Problem(pointer, "contradiction", detail))


def _read_winning_tile(text: str, wild: int | None, problems: list[Problem]) -> int | None:
    unreadable: list[Problem] = []
    tiles = _read_tiles(text, "/hand/winning_tile", wild, unreadable)
    problems += unreadable or several_winning(tiles)
    return None if len(tiles) != 1 else tiles[0]


def parsed(texts: str | list[str]) -> list[int]:
    """Return the tiles of a tile list. Raises TileError."""
    return [tile for text in ([texts] if isinstance(texts, str) else texts) for tile in parse(text)]


def _read_tiles(
    texts: str | list[str], pointer: str, wild: int | None, problems: list[Problem]
) -> list[int]:
    tiles: list[int] = []
    for text in [texts] if isinstance(texts, str) else texts:
        try:
            tiles += parse(text)
        except TileError as error:
            problems.append(Problem(pointer, "bad_tile", str(error)))
    return tiles if wild is None else [JOKER if tile == wild else tile for tile in tiles]


def _read_melds(
    documents: list[types.Meld], book: Declarations, wild: int | None, problems: list[Problem]
) -> list[AnyMeld]:
    melds = []
    for n, meld in enumerate(documents):
        pointer = f"/hand/melds/{n}"
        before = len(problems)
        tiles = _read_tiles(meld["tiles"], f"{pointer}/tiles", wild, problems)
        if len(problems) == before:
            concealed = bool(meld.get("concealed"))
            onto = bool(meld.get("from_concealed_pung"))
            try:
                melds.append(book.meld(Laid(tiles, concealed, onto)))
            except ValueError as error:
                problems.append(Problem(pointer, "bad_meld", str(error)))
    return melds


def win_of(document: types.Win, edition: Edition, seats: tuple[int, ...] = (0, 1, 2, 3)) -> Win:
    """Return how the hand was won. Raises HandError for what the ruleset does not know."""
    if document["by"] not in edition.book.table.ways:
        detail = say(
            "in {ruleset} a hand is won by: {known}",
            ruleset=edition.book.name,
            known=typed_in_turn(edition.book.table.ways),
        )
        raise HandError(Problem("/win/by", "bad_value", detail))
    facts = BY[document["by"]] | circumstances_of(document.get("with") or [], edition)
    loser = document.get("from")
    problem = unnamed_loser(edition.book, facts, None if loser is None else SEATS.index(loser))
    if problem is not None:
        raise HandError(problem)
    if loser is not None and SEATS.index(loser) not in seats:
        raise HandError(_empty_seat_problem(loser, "/win/from"))
    liable = _added_seat(document, "liable")
    if liable is not None and SEATS.index(liable) not in seats:
        raise HandError(_empty_seat_problem(liable, "/win/liable"))
    return Win(facts, loser, liable)


def _added_seat(document: types.Win, name: str) -> types.Seat | None:
    """Return the seat of a field that a ruleset adds to wins; None where it is left out."""
    return cast("types.Seat | None", document.get(name))


def dealt_complete(win: types.Win, book: Declarations) -> bool:
    """Tests if a hand was dealt complete, in a ruleset where it then needs no winning tile."""
    names = win.get("with")
    if not book.table.dealt_complete or not names:
        return False
    facts = (book.circumstances[name].fact for name in names if name in book.circumstances)
    return any(fact & book.table.dealt_complete for fact in facts)


def not_fishing_of(fishing: bool | None, edition: Edition) -> str | None:
    """Return why a player who did not win was not fishing; None where they may have been.

    Raises HandError for a declaration in a ruleset that has none.
    """
    conditions = edition.book.table.fishing_told_under
    if not conditions:
        if fishing is not None:
            detail = say(
                "in {ruleset} nobody scores for fishing; leave it out", ruleset=edition.book.name
            )
            raise HandError(Problem("/fishing", "bad_value", detail))
        return None
    if fishing is False:
        return say("this player was not fishing")
    if fishing is None and any(holds(when, edition.options) for when in conditions):
        return say("fishing was not declared (house rule “Fishing”)")
    return None


def circumstances_of(names: list[str], edition: Edition) -> int:
    """Return the circumstances as a mask of facts. Raises HandError for an unknown one."""
    facts = 0
    for n, name in enumerate(names):
        circumstance = edition.book.circumstances.get(name)
        if circumstance is None:
            detail = _unknown_circumstance_message(name, edition.book)
            raise HandError(Problem(f"/win/with/{n}", "bad_value", detail))
        _check_entry_in_force(circumstance.when, circumstance.meaning, f"/win/with/{n}", edition)
        facts |= circumstance.fact
    return facts


def _unknown_circumstance_message(name: str, book: Declarations) -> str:
    """Return the message for an unknown circumstance, with the ids that are known."""
    renamed = book.circumstances.get(book.known_as.get(name, ""))
    if renamed is not None:
        return say(
            "{ruleset} has no {circumstance}: give {other} instead, which means: {meaning}",
            ruleset=book.name,
            circumstance=quoted(name),
            other=quoted(renamed.id),
            meaning=renamed.meaning,
        )
    return say(
        "{ruleset} has no circumstance {circumstance}; choose from: {known}",
        ruleset=book.name,
        circumstance=quoted(name),
        known=typed_in_turn(book.circumstances),
    )


def _check_entry_in_force(when: When | None, what: str, pointer: str, edition: Edition) -> None:
    """Raise HandError for an entry that exists only with another value of an option."""
    if when is not None and not holds(when, edition.options):
        name, value = plain_label(when.option.name), when.value
        if value is True:
            detail = say(
                "“{what}” is known only with the house rule “{option}”", what=what, option=name
            )
        elif value is False:
            detail = say(
                "“{what}” is known only without the house rule “{option}”", what=what, option=name
            )
        else:
            detail = say(
                "“{what}” is known only with the house rule “{option}: {value}”",
                what=what,
                option=name,
                value=plain_label(str(value)),
            )
        raise HandError(Problem(pointer, "bad_value", detail))


def _check_event_fields(document: Mapping[str, object], event: Event, pointer: str) -> None:
    """Raise HandError for a field that this event does not have."""
    names = ("event", "by", *(field.name for field in event.fields))
    for field in document:
        if field not in names and document[field] is not None:
            detail = say(
                "{event} has no field “{field}”; leave it out",
                event=plain_label(event.id),
                field=Typed(field),
            )
            raise HandError(Problem(f"{pointer}/{field}", "bad_value", detail))


def happened_of(
    document: types.Event, n: int, edition: Edition, seats: tuple[int, ...]
) -> Happened:
    """Return an event of a table. Raises HandError."""
    pointer = f"/events/{n}"
    event = edition.book.events.get(document["event"])
    if event is None:
        detail = say(
            "{ruleset} has no event {event}; choose from: {known}",
            ruleset=edition.book.name,
            event=quoted(document["event"]),
            known=typed_in_turn(edition.book.events),
        )
        raise HandError(Problem(f"{pointer}/event", "bad_value", detail))
    _check_entry_in_force(event.when, plain_label(event.id), f"{pointer}/event", edition)
    _check_event_fields(document, event, pointer)
    to = document.get("to")
    for field, seat in (("by", document["by"]), ("to", to)):
        if seat is not None and SEATS.index(seat) not in seats:
            raise HandError(_empty_seat_problem(seat, f"{pointer}/{field}"))
    if to == document["by"]:
        detail = say("“to” must differ from “by”: name the other seat")
        raise HandError(Problem(f"{pointer}/to", "contradiction", detail))
    values = _event_values(document, event, pointer, seats)
    seat_to = None if to is None else SEATS.index(to)
    return Happened(event.id, SEATS.index(document["by"]), seat_to, values)


def _event_values(
    document: Mapping[str, object], event: Event, pointer: str, seats: tuple[int, ...]
) -> Mapping[str, object]:
    """Return the value of each field of the event but ``to``, with seats as numbers."""
    values: dict[str, object] = {}
    for field in event.fields:
        if field.name == "to":
            continue
        value = values[field.name] = document.get(field.name)
        if field.kind == "seat" and isinstance(value, str):
            seat = values[field.name] = SEATS.index(value)
            if seat not in seats:
                raise HandError(_empty_seat_problem(value, f"{pointer}/{field.name}"))
    return values
