"""From a checked document to hand, win and edition: where tiles get their meaning.

Every problem names the field as the caller wrote it.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from scorer.declared import Laid
from scorer.errors import HandError, Problem, quoted
from scorer.hand import BY, DEALT, EXACT, FEWER, SEATS, Win, several_winning
from scorer.options import plain_label
from scorer.payments import unnamed_loser
from scorer.rulebook import Book, Edition, Event, When, holds
from scorer.rules import BOOKS
from scorer.settle import WINDS, Happened
from scorer.situation import Situation, known_state
from scorer.speech import Typed, one_of, say, typed_in_turn
from scorer.tiles import JOKER, TileError, parse

__all__ = [
    "check_round_wind",
    "checked_seats",
    "circumstances_of",
    "dealt_complete",
    "edition_of",
    "hand_of",
    "happened_of",
    "not_fishing_of",
    "parsed",
    "prevailing_of",
    "seats_of",
    "situation_of",
    "state_of",
    "unknown_ruleset",
    "win_of",
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
    shown, known = quoted(name), typed_in_turn(BOOKS)
    detail = say("no ruleset {ruleset}; There are: {known}", ruleset=shown, known=known)
    if close:
        detail = say(
            "no ruleset {ruleset}; is it “{meant}”? There are: {known}",
            ruleset=shown,
            meant=close[0],
            known=known,
        )
    return Problem("/ruleset", "unknown_ruleset", detail)


def seats_of(document: Loaded, book: Book) -> tuple[int, ...]:
    """The seats at the table: all four, or the three that the document names."""
    named = document.get("seats")
    if named is None:
        return (0, 1, 2, 3)
    return checked_seats(named, "/seats", book)


def checked_seats(named: list[str], pointer: str, book: Book) -> tuple[int, ...]:
    """These seats in the order of play; as many as the book allows, East among them, and of three
    without the seat that the book leaves out."""
    if len(set(named)) != len(named) or len(named) not in book.players:
        detail = say(
            "a table of {ruleset} has {seats} different seats",
            ruleset=book.name,
            seats=one_of(_NUMBERS[count] for count in book.players),
        )
        raise HandError(Problem(pointer, "bad_value", detail))
    if "E" not in named:
        detail = say("somebody is East; with three players the absent seat is S, W or N")
        raise HandError(Problem(pointer, "bad_value", detail))
    if len(named) == 3 and book.absent in named:
        detail = say("with three players nobody sits at {seat}", seat=book.absent)
        raise HandError(Problem(pointer, "bad_value", detail))
    return tuple(sorted(SEATS.index(seat) for seat in named))


def check_round_wind(seats: tuple[int, ...], prevailing: int, book: Book) -> None:
    """HandError where nobody sits at the wind of the round and somebody has to."""
    if book.round_wind_sits and prevailing not in seats:
        detail = say(
            "with three players the absent seat is never that of the wind of the round, {wind}",
            wind=WINDS[prevailing],
        )
        raise HandError(Problem("/prevailing", "contradiction", detail))


_NUMBERS = {3: say("three"), 4: say("four")}


def situation_of(document: Loaded, seats: tuple[int, ...], book: Book) -> Situation:
    """The player's seat, the prevailing wind (East's where the ruleset can do without it) and the
    state of the game."""
    missing = ["seat"] if document.get("seat") is None else []
    if book.needs_prevailing and document.get("prevailing") is None:
        missing.append("prevailing")
    if missing:
        raise HandError(*(_no_wind(field) for field in missing))
    seat = SEATS.index(document["seat"])
    if seat not in seats:
        raise HandError(_nobody_at(document["seat"], "/seat"))
    prevailing = SEATS.index(document.get("prevailing") or "E")
    check_round_wind(seats, prevailing, book)
    return Situation(seat, prevailing, state_of(document, book), len(seats))


def state_of(document: Loaded, book: Book) -> Mapping[str, int]:
    """The numbers of the game that the book counts, as the document tells them."""
    numbers = {name: document[name] for name in book.state if document.get(name) is not None}
    return known_state(book.state, numbers)


def prevailing_of(document: Loaded, book: Book) -> int:
    """The prevailing wind of a table that settles."""
    if book.needs_prevailing and document.get("prevailing") is None:
        raise HandError(_no_wind("prevailing"))
    return SEATS.index(document.get("prevailing") or "E")


def _no_wind(field: str) -> Problem:
    detail = say("tell the wind of the round: E, S, W or N")
    if field == "seat":
        detail = say("tell the player's seat: E, S, W or N")
    return Problem(f"/{field}", "required", detail)


def _nobody_at(seat: str, pointer: str) -> Problem:
    return Problem(pointer, "bad_value", say("nobody sits at {seat} at this table", seat=seat))


def hand_of(
    document: Loaded,
    edition: Edition,
    *,
    won: bool,
    waiting: bool = False,
    count: str = EXACT,
    dealt: bool = False,
) -> Any:
    """The hand of a player who won, lost, or (``waiting``) has yet to win; one that
    was ``dealt`` complete needs no winning tile."""
    problems: list[Problem] = []
    wild = edition.wild_tile
    concealed = _tiles(document["concealed"], "/hand/concealed", wild, problems)
    bonus = _tiles(document.get("bonus") or "", "/hand/bonus", None, problems)
    melds = _melds(document.get("melds") or [], edition.book, wild, problems)
    beside = {
        one.name: _tiles(document.get(one.name) or "", f"/hand/{one.name}", None, problems)
        for one in edition.book.fields["hand"]
    }
    if document.get("partial"):
        if won or waiting:
            detail = say("only of a player who did not win may a part be told; tell every tile")
            problems.append(Problem("/hand/partial", "contradiction", detail))
        elif count == EXACT:
            count = FEWER
    written = document.get("winning_tile")
    if won and not written and dealt:
        count = DEALT
    else:
        _check_asked(written, won, waiting, problems)
    winning = _winning_tile(written, wild, problems) if written and won else None
    if problems:
        raise HandError(*problems)
    return edition.book.lay(concealed, melds, bonus, winning, count, **beside)


def _check_asked(written: str | None, won: bool, waiting: bool, problems: list[Problem]) -> None:
    """Tell where a winning tile is missing, or stands where there is none."""
    pointer = "/hand/winning_tile"
    if waiting and written is not None:
        detail = say("leave it out: which tile wins is what the answer tells")
        problems.append(Problem(pointer, "bad_value", detail))
    elif won and not written:
        detail = say("tell the tile that completed the hand; of a dealt hand, any")
        problems.append(Problem(pointer, "required", detail))
    elif not won and not waiting and written:
        detail = say("only a winner has a winning tile; tell how the hand was won, or leave it out")
        problems.append(Problem(pointer, "contradiction", detail))


def _winning_tile(written: str, wild: int | None, problems: list[Problem]) -> int | None:
    found: list[Problem] = []
    tiles = _tiles(written, "/hand/winning_tile", wild, found)
    problems += found or several_winning(tiles)
    return None if len(tiles) != 1 else tiles[0]


def parsed(texts: str | list[str]) -> list[int]:
    """The tiles of a tile list. TileError for what is none."""
    return [tile for text in ([texts] if isinstance(texts, str) else texts) for tile in parse(text)]


def _tiles(
    texts: str | list[str], pointer: str, wild: int | None, problems: list[Problem]
) -> list[int]:
    tiles: list[int] = []
    for text in [texts] if isinstance(texts, str) else texts:
        try:
            tiles += parse(text)
        except TileError as error:
            problems.append(Problem(pointer, "bad_tile", str(error)))
    return tiles if wild is None else [JOKER if tile == wild else tile for tile in tiles]


def _melds(
    documents: list[Loaded], book: Book, wild: int | None, problems: list[Problem]
) -> list[Any]:
    melds = []
    for n, meld in enumerate(documents):
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


def win_of(document: Loaded, edition: Edition, seats: tuple[int, ...] = (0, 1, 2, 3)) -> Win:
    """How the hand was won, in facts that this ruleset knows."""
    if document["by"] not in edition.book.ways:
        detail = say(
            "in {ruleset} a hand is won by: {known}",
            ruleset=edition.book.name,
            known=typed_in_turn(edition.book.ways),
        )
        raise HandError(Problem("/win/by", "bad_value", detail))
    facts = BY[document["by"]] | circumstances_of(document.get("with") or [], edition)
    loser = document.get("from")
    problem = unnamed_loser(edition.book, facts, None if loser is None else SEATS.index(loser))
    if problem is not None:
        raise HandError(problem)
    if loser is not None and SEATS.index(loser) not in seats:
        raise HandError(_nobody_at(loser, "/win/from"))
    liable = document.get("liable")
    if liable is not None and SEATS.index(liable) not in seats:
        raise HandError(_nobody_at(liable, "/win/liable"))
    return Win(facts, loser, liable)


def dealt_complete(win: Loaded, book: Book) -> bool:
    """Whether a win is told of a hand that was dealt complete, in a ruleset where no tile then has
    to be named."""
    known = (book.circumstances.get(name) for name in win.get("with") or [])
    return any(one is not None and one.fact & book.dealt_complete for one in known)


def not_fishing_of(player: Loaded, edition: Edition) -> str | None:
    """Why a player who did not win was not fishing, where that has to be declared."""
    declared, said = edition.book.fishing_told_under, player.get("fishing")
    if not declared:
        if said is not None:
            detail = say(
                "in {ruleset} nobody scores for fishing; leave it out", ruleset=edition.book.name
            )
            raise HandError(Problem("/fishing", "bad_value", detail))
        return None
    if said is False:
        return say("this player was not fishing")
    if said is None and any(holds(one, edition.options) for one in declared):
        return say("fishing was not declared (house rule “Fishing”)")
    return None


def circumstances_of(names: list[str], edition: Edition) -> int:
    """The circumstances as a mask of facts."""
    facts = 0
    for n, name in enumerate(names):
        circumstance = edition.book.circumstances.get(name)
        if circumstance is None:
            detail = say(
                "{ruleset} knows no circumstance {circumstance}; it knows: {known}",
                ruleset=edition.book.name,
                circumstance=quoted(name),
                known=typed_in_turn(edition.book.circumstances),
            )
            raise HandError(Problem(f"/win/with/{n}", "bad_value", detail))
        _check_known(circumstance.when, circumstance.meaning, f"/win/with/{n}", edition)
        facts |= circumstance.fact
    return facts


def _check_known(when: When | None, what: str, pointer: str, edition: Edition) -> None:
    """HandError for what there is only under another value of an option."""
    if when is not None and not holds(when, edition.options):
        name, value = plain_label(when[0]), when[1]
        if value is True:
            told = say(
                "“{what}” is known only with the house rule “{option}”", what=what, option=name
            )
        elif value is False:
            told = say(
                "“{what}” is known only without the house rule “{option}”", what=what, option=name
            )
        else:
            told = say(
                "“{what}” is known only with the house rule “{option}: {value}”",
                what=what,
                option=name,
                value=plain_label(str(value)),
            )
        raise HandError(Problem(pointer, "bad_value", told))


def _check_fields(document: Loaded, event: Event, pointer: str) -> None:
    """HandError for what this event does not tell."""
    known = ("event", "by", *(field.name for field in event.fields))
    for field in document:
        if field not in known and document[field] is not None:
            detail = say(
                "{event} has no field “{field}”; leave it out",
                event=plain_label(event.id),
                field=Typed(field),
            )
            raise HandError(Problem(f"{pointer}/{field}", "bad_value", detail))


def happened_of(document: Loaded, n: int, edition: Edition, seats: tuple[int, ...]) -> Happened:
    """One event of a settlement, with only the fields that the ruleset gives it."""
    pointer = f"/events/{n}"
    event = edition.book.events.get(document["event"])
    if event is None:
        detail = say(
            "{ruleset} knows no event {event}; it knows: {known}",
            ruleset=edition.book.name,
            event=quoted(document["event"]),
            known=typed_in_turn(edition.book.events),
        )
        raise HandError(Problem(f"{pointer}/event", "bad_value", detail))
    _check_known(event.when, plain_label(event.id), f"{pointer}/event", edition)
    _check_fields(document, event, pointer)
    for field in ("by", "to"):
        seat = document.get(field)
        if seat is not None and SEATS.index(seat) not in seats:
            raise HandError(_nobody_at(seat, f"{pointer}/{field}"))
    to = document.get("to")
    if to == document["by"]:
        detail = say("nobody can do this to themselves; name the other seat")
        raise HandError(Problem(f"{pointer}/to", "contradiction", detail))
    shown = document.get("shown")
    return Happened(
        event.id,
        SEATS.index(document["by"]),
        None if to is None else SEATS.index(to),
        bool(document.get("no_choice")),
        document.get("for_mahjong"),
        True if shown is None else shown,
        document.get("number"),
        document.get("valid"),
        document.get("value"),
        bool(document.get("few_left")),
        document.get("counted"),
        _told_of(document, event, pointer, seats),
    )


def _told_of(
    document: Loaded, event: Event, pointer: str, seats: tuple[int, ...]
) -> Mapping[str, Any]:
    """What only this ruleset's events tell, seats as numbers; all that is not told is None."""
    told = {}
    for field in event.fields:
        if field.name in Happened._fields:
            continue
        value = document.get(field.name)
        if field.type == "seat" and value is not None:
            value = SEATS.index(value)
            if value not in seats:
                raise HandError(_nobody_at(document[field.name], f"{pointer}/{field.name}"))
        told[field.name] = value
    return told
