"""Read checked documents as hands, wins, events and editions.

The pointers of problems lead to the field in the caller's document.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from scorer.engine.any_hand import AnyHand, AnyMeld
from scorer.engine.hand import (
    DEALT_COUNT,
    EXACT_COUNT,
    FEWER_ALLOWED,
    NO_SEAT,
    NO_VALUES,
    WAY_BITS,
    Meld,
    Win,
    winning_tile_count_problems,
)
from scorer.engine.options import plain_label
from scorer.engine.situation import Situation, counters_with_defaults
from scorer.engine.tiles import JOKER, KIND_COUNT, TileError, parse
from scorer.errors import HandError, Problem, quoted
from scorer.languages.speech import UserText, or_list, say, typed_comma_list
from scorer.rulebook.book import Book, Edition, Event, When, holds
from scorer.rulebook.declarations import Declarations
from scorer.rulebook.edition import winning_tile_required
from scorer.rulebook.parts import DeclaredSet
from scorer.rulebook.payments import unnamed_loser
from scorer.rulebook.settlement import EnteredEvent
from scorer.rules import BOOKS, unknown_ruleset
from scorer.types.records import Member
from scorer.types.terms import SEAT_NAMES, SEATS

if TYPE_CHECKING:
    from scorer import types


MAX_CACHED_MELD_TEXT_LENGTH = 20
"""The characters of the longest text of a declared set that is remembered."""


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


def with_own_preset(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document that comes with the scorer, with its preset named where a club has another
    default: it was written for the ruleset's own."""
    book = BOOKS[document["ruleset"]]
    if document.get("preset") is not None or book.club_default is None:
        return {**document}
    return {**document, "preset": book.own_default}


def without_club_preset(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document that says the same whatever presets a club has later: it names the
    ruleset's own preset, and the options over it."""
    book = BOOKS[document["ruleset"]]
    preset = document.get("preset") or book.default_preset
    if preset is None or not book.presets[preset].of_club:
        return {**document}
    base, options = book.without_club(preset, document.get("options") or {})
    named = {} if base is None else {"preset": base}
    return {**{k: v for k, v in document.items() if k != "preset"}, **named, "options": options}


def book_named(name: str) -> Book:
    """Return the ruleset with this id. Raises HandError if it is unknown."""
    if name not in BOOKS:
        raise HandError(unknown_ruleset(name))
    return BOOKS[name]


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
            "a table in {ruleset} needs {seats} different seats; enter each seat once",
            ruleset=book.name,
            seats=or_list(_NUMBER_WORDS[count] for count in book.table.players),
        )
        raise HandError(Problem(pointer, "bad_value", detail))
    if "E" not in seats:
        detail = say(
            "every table has an East player; leave S, W or N empty for three players, not E"
        )
        raise HandError(Problem(pointer, "bad_value", detail))
    if len(seats) == 3 and book.table.absent in seats:
        detail = say(
            "at this table of three players nobody sits at {seat}; choose another seat",
            seat=book.table.absent,
        )
        raise HandError(Problem(pointer, "bad_value", detail))
    return tuple(sorted(SEATS.index(seat) for seat in seats))


def check_round_wind(seats: tuple[int, ...], prevailing: int, book: Declarations) -> None:
    """Raise HandError where nobody sits at the wind of the round and somebody has to."""
    if book.table.round_wind_sits and prevailing not in seats:
        detail = say(
            "with three players, the seat of the wind of the round ({wind}) cannot be empty; "
            "leave another seat empty",
            wind=SEAT_NAMES[prevailing],
        )
        raise HandError(Problem("/prevailing", "contradiction", detail))


_NUMBER_WORDS = {3: say("three"), 4: say("four")}


def situation_of(
    document: types.ScoreRequest | types.WaitsRequest, seats: tuple[int, ...], book: Declarations
) -> Situation:
    """Return the player's seat, the prevailing wind and the counters of the game.

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
    return Situation(seat, prevailing, counters_of(document, book), len(seats))


def counters_of(document: Mapping[str, object], book: Declarations) -> Mapping[str, int]:
    """Return the counters of the ruleset, such as honba, with the values of the document."""
    values = {name: document.get(name) for name in book.counters}
    return counters_with_defaults(
        book.counters, {name: n for name, n in values.items() if isinstance(n, int)}
    )


def prevailing_of(document: types.SettleRequest, book: Declarations) -> int:
    """Return the prevailing wind of a table. Raises HandError where it is missing."""
    if book.table.needs_prevailing and document.get("prevailing") is None:
        raise HandError(_missing_wind_problem("prevailing"))
    return SEATS.index(document.get("prevailing") or "E")


def _missing_wind_problem(field: str) -> Problem:
    detail = say("enter the wind of the round: E, S, W or N")
    if field == "seat":
        detail = say("enter the player's seat: E, S, W or N")
    return Problem(f"/{field}", "required", detail)


def _empty_seat_problem(seat: str, pointer: str) -> Problem:
    return Problem(
        pointer,
        "bad_value",
        say("nobody sits at {seat} at this table; choose another seat", seat=seat),
    )


def hand_of(
    document: types.Hand,
    edition: Edition,
    *,
    won: bool,
    waiting: bool = False,
    count: str = EXACT_COUNT,
    without_tile: Literal["", "dealt", "bonus"] = "",
) -> AnyHand:
    """Return the hand of a player. Raises HandError.

    A ``waiting`` player has yet to win. A hand that won ``without_tile`` was dealt complete, or
    won by its flowers and seasons.
    """
    problems: list[Problem] = []
    concealed = _read_hand_tiles(document["concealed"], "/hand/concealed", edition, problems)
    bonus = _read_tiles(document.get("bonus") or "", "/hand/bonus", problems)
    melds = _read_melds(document.get("melds") or [], edition, problems)
    added = {
        field.name: _read_tiles(added_tiles(document, field.name), f"/hand/{field.name}", problems)
        for field in edition.book.fields.hand
    }
    if document.get("partial"):
        if won or waiting:
            detail = say("a hand that won needs all of its tiles; enter the missing tiles")
            problems.append(Problem("/hand/partial", "contradiction", detail))
        elif count == EXACT_COUNT:
            count = FEWER_ALLOWED
    text = document.get("winning_tile")
    if won and not text and without_tile == "dealt":
        count = DEALT_COUNT
    elif not won or text or not without_tile:
        _check_winning_tile(text, won, waiting, problems)
    winning = _read_winning_tile(text, edition, problems) if text and won else None
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
        detail = say("leave the winning tile out: the answer lists the tiles that win")
        problems.append(Problem(pointer, "bad_value", detail))
    elif won and not text:
        problems += winning_tile_required().problems
    elif not won and not waiting and text:
        detail = say(
            "only a winning hand has a winning tile; enter how the hand was won, or remove "
            "the winning tile"
        )
        problems.append(Problem(pointer, "contradiction", detail))


def _read_winning_tile(text: str, edition: Edition, problems: list[Problem]) -> int | None:
    found: list[Problem] = []
    tiles = _read_hand_tiles(text, "/hand/winning_tile", edition, found)
    problems += found or winning_tile_count_problems(tiles)
    return None if len(tiles) != 1 else tiles[0]


def parse_tile_list(texts: str | list[str]) -> list[int]:
    """Return the tiles of a tile list. Raises TileError."""
    return [tile for text in ([texts] if isinstance(texts, str) else texts) for tile in parse(text)]


def _read_tiles(texts: str | list[str], pointer: str, problems: list[Problem]) -> list[int]:
    if not texts:
        return []
    tiles: list[int] = []
    for text in [texts] if isinstance(texts, str) else texts:
        try:
            tiles += parse(text)
        except TileError as error:
            problems.append(Problem(pointer, "bad_tile", str(error)))
    return tiles


def _read_hand_tiles(
    texts: str | list[str], pointer: str, edition: Edition, problems: list[Problem]
) -> list[int]:
    """Return tiles that are part of sets; add a problem for the first that the edition refuses."""
    tiles = _read_tiles(texts, pointer, problems)
    if tiles and max(tiles) >= KIND_COUNT:
        problems += _refused_tile_problems(tiles, pointer, edition)
    return _with_wild_tile(tiles, edition.wild_tile)


def _refused_tile_problems(tiles: Sequence[int], pointer: str, edition: Edition) -> list[Problem]:
    for tile in tiles:
        detail = edition.why_tile_is_refused(tile) if tile >= KIND_COUNT else ""
        if detail:
            return [Problem(pointer, "bad_tile", detail)]
    return []


def _with_wild_tile(tiles: list[int], wild: int | None) -> list[int]:
    return tiles if wild is None else [JOKER if tile == wild else tile for tile in tiles]


def _read_melds(
    documents: list[types.Meld], edition: Edition, problems: list[Problem]
) -> list[AnyMeld]:
    book, wild = edition.book, edition.wild_tile
    melds = []
    for n, meld in enumerate(documents):
        texts = meld["tiles"]
        concealed, on_pung = bool(meld.get("concealed")), bool(meld.get("from_concealed_pung"))
        try:
            if type(texts) is str and len(texts) <= MAX_CACHED_MELD_TEXT_LENGTH:
                made = meld_of_text(texts, concealed, on_pung, book, wild)
                melds.append(made)
                if type(made) is Meld and (made.wild or made.red):
                    problems += _refused_tile_problems(parse(texts), f"/hand/melds/{n}", edition)
                continue
        except ValueError:  # read again to say what is wrong
            pass
        pointer = f"/hand/melds/{n}"
        before = len(problems)
        tiles = _read_tiles(texts, f"{pointer}/tiles", problems)
        if len(problems) > before:
            continue
        try:
            declared = DeclaredSet(_with_wild_tile(tiles, wild), concealed, on_pung)
            melds.append(book.make_meld(declared))
        except ValueError as error:
            problems.append(Problem(pointer, "bad_meld", str(error)))
        else:
            problems += _refused_tile_problems(tiles, pointer, edition)
    return melds


# Tables use the same few sets.
@lru_cache(maxsize=1 << 11)
def meld_of_text(
    text: str,
    concealed: bool,
    from_concealed_pung: bool,
    book: Declarations,
    wild: int | None,
) -> AnyMeld:
    """Return the set that the tiles of a short text form. Raises ValueError if they form none."""
    tiles = _with_wild_tile(parse(text), wild)
    return book.make_meld(DeclaredSet(tiles, concealed, from_concealed_pung))


def win_of(document: types.Win, edition: Edition, seats: tuple[int, ...] = (0, 1, 2, 3)) -> Win:
    """Return how the hand was won. Raises HandError for what the ruleset does not know."""
    if document["by"] not in edition.book.table.ways:
        detail = say(
            "{ruleset} has these ways of winning: {known}; choose one of them",
            ruleset=edition.book.name,
            known=typed_comma_list(edition.book.table.ways),
        )
        raise HandError(Problem("/win/by", "bad_value", detail))
    facts = WAY_BITS[document["by"]] | circumstances_of(document.get("with") or [], edition)
    loser = document.get("from")
    if loser is not None and SEATS.index(loser) not in seats:
        raise HandError(_empty_seat_problem(loser, "/win/from"))
    added = edition.book.fields.win
    win = Win(facts, loser, values=_win_values(document, added, seats) if added else NO_VALUES)
    problem = unnamed_loser(edition, win)
    if problem is not None:
        raise HandError(problem)
    return win


def _win_values(
    document: Mapping[str, object], added: Iterable[Member], seats: tuple[int, ...]
) -> Mapping[str, object]:
    """Return what was entered in the fields that a ruleset adds to wins. Raises HandError."""
    return {
        field.name: _added_value(value, field, "/win", seats)
        for field in added
        if (value := document.get(field.name)) is not None
    }


def _added_value(value: object, field: Member, pointer: str, seats: tuple[int, ...]) -> object:
    """Return a value as rules read it: a seat as its number, NO_SEAT for nobody's.

    Raises HandError for a seat where nobody sits.
    """
    if field.kind != "seat" or not isinstance(value, str):
        return value
    if value not in SEATS:
        return NO_SEAT
    seat = SEATS.index(value)
    if seat not in seats:
        raise HandError(_empty_seat_problem(value, f"{pointer}/{field.name}"))
    return seat


def won_without_tile(win: types.Win, book: Declarations) -> Literal["", "dealt", "bonus"]:
    """Return how a hand won that needs no winning tile; "" for one that needs it."""
    names, table = win.get("with"), book.table
    if not names or not table.dealt_complete | table.bonus_wins:
        return ""
    facts = 0
    for name in names:
        circumstance = book.circumstances.get(name)
        facts |= circumstance.fact if circumstance is not None else 0
    if facts & table.bonus_wins:
        return "bonus"
    return "dealt" if facts & table.dealt_complete else ""


def not_fishing_of(fishing: bool | None, edition: Edition) -> str | None:
    """Return why a player who did not win was not fishing; None where they may have been.

    Raises HandError for a declaration in a ruleset that has none.
    """
    conditions = edition.book.table.fishing_told_under
    if not conditions:
        if fishing is not None:
            detail = say(
                "{ruleset} gives no points for fishing; remove the field “fishing”",
                ruleset=edition.book.name,
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
            "{ruleset} has no circumstance {circumstance}; enter {other} instead, which "
            "means: {meaning}",
            ruleset=book.name,
            circumstance=quoted(name),
            other=quoted(renamed.id),
            meaning=renamed.meaning,
        )
    return say(
        "{ruleset} has no circumstance {circumstance}; choose from: {known}",
        ruleset=book.name,
        circumstance=quoted(name),
        known=typed_comma_list(book.circumstances),
    )


def _check_entry_in_force(when: When | None, what: str, pointer: str, edition: Edition) -> None:
    """Raise HandError for an entry that exists only with another value of an option."""
    if when is not None and not holds(when, edition.options):
        name, value = plain_label(when.option.name), when.value
        if when.unless:
            detail = say(
                "“{what}” does not exist with the house rule “{option}: {value}”; set the rule "
                "otherwise or remove “{what}”",
                what=what,
                option=name,
                value=plain_label(str(value)),
            )
        elif value is True:
            detail = say(
                "“{what}” needs the house rule “{option}”, which is off at this table; turn "
                "the rule on or remove “{what}”",
                what=what,
                option=name,
            )
        elif value is False:
            detail = say(
                "“{what}” does not exist with the house rule “{option}”; turn the rule off "
                "or remove “{what}”",
                what=what,
                option=name,
            )
        else:
            detail = say(
                "“{what}” needs the house rule “{option}: {value}”; set the rule so or "
                "remove “{what}”",
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
                "the event {event} has no field “{field}”; remove this field",
                event=plain_label(event.id),
                field=UserText(field),
            )
            raise HandError(Problem(f"{pointer}/{field}", "bad_value", detail))


def _unknown_event_sentence(event: str, book: Declarations) -> str:
    if not book.events:
        return say("{ruleset} has no events; remove this one", ruleset=book.name)
    return say(
        "{ruleset} has no event {event}; choose from: {known}",
        ruleset=book.name,
        event=quoted(event),
        known=typed_comma_list(book.events),
    )


def read_event(
    document: types.Event, n: int, edition: Edition, seats: tuple[int, ...]
) -> EnteredEvent:
    """Return an event of a table. Raises HandError."""
    pointer = f"/events/{n}"
    event = edition.book.events.get(document["event"])
    if event is None:
        detail = _unknown_event_sentence(document["event"], edition.book)
        raise HandError(Problem(f"{pointer}/event", "bad_value", detail))
    _check_entry_in_force(event.when, plain_label(event.id), f"{pointer}/event", edition)
    _check_event_fields(document, event, pointer)
    to = document.get("to")
    for field, seat in (("by", document["by"]), ("to", to)):
        if seat is not None and SEATS.index(seat) not in seats:
            raise HandError(_empty_seat_problem(seat, f"{pointer}/{field}"))
    if to == document["by"]:
        detail = say(
            "the seats “by” and “to” must be two different players; enter the other "
            "player's seat as “to”"
        )
        raise HandError(Problem(f"{pointer}/to", "contradiction", detail))
    values = _event_values(document, event, pointer, seats)
    seat_to = None if to is None else SEATS.index(to)
    return EnteredEvent(event.id, SEATS.index(document["by"]), seat_to, values)


def _event_values(
    document: Mapping[str, object], event: Event, pointer: str, seats: tuple[int, ...]
) -> Mapping[str, object]:
    """Return the value of each field of the event but ``to``, with seats as numbers."""
    return {
        field.name: _added_value(document.get(field.name), field, pointer, seats)
        for field in event.fields
        if field.name != "to"
    }
