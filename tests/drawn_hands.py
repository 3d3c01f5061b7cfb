"""Hands of a game at random, made of nothing but what a ruleset declares: all that a document of an
entry may tell. ``declared`` lists it, ``shown`` what of it a document tells, and ``covering`` draws
until every bit was told once: whatever is declared anew is drawn, or the test that asks fails."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import scorer
from scorer import game as games
from scorer.engine.options import Value, When
from scorer.engine.tiles import CODES, KIND_COUNT
from scorer.errors import HandError
from scorer.game import Game
from scorer.game.fold import current_state
from scorer.game.hands import settle_hand
from scorer.rulebook.book import Book
from scorer.rulebook.declarations import Declarations
from scorer.types import requests
from scorer.types.records import Member, Part, read_record
from scorer.types.records.added import PARTS
from tests import by_declaration
from tests.by_declaration import Table

__all__ = ["AT", "NAMES", "Drawn", "covering", "declared", "drawn_hand", "shown"]

Json = dict[str, Any]

AT = "2026-11-24T19:00:00Z"
NAMES = ["Ann", "Bo", "Cy", "Di", "Eve"]
TRIES = 3000


class Drawn(NamedTuple):
    """A game that stands before a hand, and the document of that hand."""

    game: Game
    document: Json


def counts(book: Book) -> tuple[int, ...]:
    """How many may play."""
    return (*book.table.players, *([max(book.table.players) + 1] if book.table.fifth else []))


def declared(book: Book) -> set[str]:
    """Return all that a document of this ruleset may tell of one hand, each by a label."""
    ruleset: Any = scorer.ruleset(book.id)
    never = {
        "hand.bonus": not (ruleset["bonus_tiles"] or ruleset["set_aside"]),
        "hand.partial": not book.payments.losers_score,
        "meld.concealed": book.tiles.hand_of == "card",
        "meld.from_concealed_pung": "from_concealed_pung" not in ruleset.get("meld_flags", ()),
        "player.fishing": not book.table.fishing_told_under,
        "player.points": any(field.kind == "amounts" for field in book.fields.player),
        "win.with": not book.circumstances,
    }
    parts: Json = {
        "hand": requests.Hand,
        "meld": requests.Meld,
        "win": requests.Win,
        "player": requests.Player,
    }
    found = {
        f"{part}.{one.name}" for part, kind in parts.items() for one in read_record(kind).members
    }
    found -= {label for label, is_never in never.items() if is_never}
    found |= {f"win.by.{way}" for way in book.table.ways}
    found |= {f"win.with.{one}" for one in book.circumstances}
    found |= {f"players.{entry}" for entry in counts(book)}
    own: tuple[Part, ...] = ("hand", "win", "player")
    for part in own:
        found |= {label for field in book.fields.of(part) for label in _of_field(part, field)}
    for field in _of_a_hand(book):
        found |= _of_field("table", field)
    for event in book.events.values():
        found |= {f"event.{event.id}", *(f"event.{event.id}.{one.name}" for one in event.fields)}
    if book.events:
        found |= {"two events of one kind", "one player twice"}
    if ruleset["several_winners"] is not None:
        found |= {"also", *(f"also.{field.name}" for field in book.fields.win)}
        found |= {"also.with"} if book.circumstances else set()
    if book.table.fifth == "bets":
        found.add("bet")
    return found


def _of_a_hand(book: Declarations) -> list[Member]:
    """What a table tells of each hand; what it tells by seat a game knows."""
    return [field for field in book.fields.table if field.kind != "seats"]


def _of_field(part: str, field: Member) -> set[str]:
    choices = field.choices if field.kind == "choice" else ()
    return {f"{part}.{field.name}", *(f"{part}.{field.name}.{one}" for one in choices)}


def shown(drawn: Drawn) -> set[str]:
    """Return what of that a document tells."""
    game, document = drawn
    book = game.edition.book
    found = {f"players.{len(game.players)}"}
    found |= {f"table.{name}" for name in document if name not in ("players", "events", "bet")}
    found |= {
        f"table.{field.name}.{document[field.name]}"
        for field in _of_a_hand(book)
        if field.choices and field.name in document
    }
    winners = 0
    for player in document["players"].values():
        found |= {f"player.{name}" for name in player}
        for name in player.get("hand", ()):
            found.add(f"hand.{name}")
        for meld in player.get("hand", {}).get("melds", ()):
            found |= {f"meld.{name}" for name in meld}
        win = player.get("win")
        if win is not None:
            found |= {f"win.{name}" for name in win} | {f"win.by.{win['by']}"}
            found |= {f"win.with.{one}" for one in win.get("with", ())}
            if winners:
                found |= {"also", *(f"also.{name}" for name in win if win[name])}
            winners += 1
    events = document.get("events", ())
    kinds = [event["event"] for event in events]
    for event in events:
        found |= {f"event.{event['event']}"}
        found |= {f"event.{event['event']}.{name}" for name in event if name not in ("event", "by")}
    if len(kinds) > len({*kinds}):
        found.add("two events of one kind")
    if len(kinds) > len({(event["event"], event["by"]) for event in events}):
        found.add("one player twice")
    return found | ({"bet"} if "bet" in document else set())


def covering(book: Book, seed: object = 0) -> Iterator[Drawn]:
    """Draw hands until all that is declared was told, and give those that tell something new.

    AssertionError with what no hand tells."""
    rng = random.Random(f"{book.id} {seed}")
    missing = declared(book)
    for _ in range(TRIES):
        if not missing:
            return
        wanted = rng.choice(sorted(missing))
        drawn = drawn_hand(rng, book, wanted)
        if drawn is not None and shown(drawn) & missing:
            missing -= shown(drawn)
            yield drawn
    raise AssertionError(f"{book.id} declares what no hand drawn here tells: {sorted(missing)}")


def drawn_hand(rng: random.Random, book: Book, wanted: str = "") -> Drawn | None:
    """A game and a hand of it that can be settled; None where what was drawn cannot."""
    try:
        game = _game(rng, book, wanted)
        stand = current_state(game)
        seats = tuple(stand.table.seats)
        table = Table(book, game.edition, {}, seats)
        document = _document(rng, table, wanted, resting=stand.table.resting is not None)
        settle_hand(game, stand.table, stand.totals, document)
    except (HandError, by_declaration.NotThis):
        return None
    return Drawn(game, document)


def _game(rng: random.Random, book: Book, wanted: str) -> Game:
    """A game under rules of its own that has come to some round."""
    options = by_declaration.random_options(rng, book)
    for option, value in _needed(book, wanted):
        options[option] = value
    count = int(wanted.removeprefix("players.")) if wanted.startswith("players.") else 0
    if wanted == "bet":
        count = max(counts(book))
    told: Json = {
        "ruleset": book.id,
        "options": options,
        "players": NAMES[: count or rng.choice(counts(book))],
        "start": rng.choice([0, 500, 2000, 25000]),
    }
    if book.presets and rng.random() < 0.7:
        told["preset"] = rng.choice(list(book.presets))
    game = games.begin(told, at=AT)
    if rng.random() < 0.5:
        seats: Json = {"kind": "seats", "deals_passed": rng.randrange(len(game.ids))}
        if book.table.needs_prevailing:
            seats["prevailing"] = rng.choice([*current_state(game).table.seats])
        seats |= {
            one.name: rng.randint(one.least, min(one.most, 3)) for one in book.counters.values()
        }
        if book.session.counts_east_wins:
            seats["dealer_streak"] = rng.choice([0, 1, 12])
        game = games.append_entry(game, seats, at=AT)
    return game


def _needed(book: Book, wanted: str) -> list[tuple[str, Value]]:
    """The options under which alone this is told, each with its value."""
    part, _, name = wanted.partition(".")
    found: list[When | None] = []
    if part == "event":
        found.append(book.events[name.partition(".")[0]].when)
    if wanted.startswith("win.with."):
        found.append(book.circumstances[name.removeprefix("with.")].when)
    if wanted == "player.fishing":
        found += book.table.fishing_told_under
    fields = next((book.fields.of(one) for one in PARTS if one == part), ())
    told = [field.note.when for field in fields if field.name == name.partition(".")[0]]
    needed = [(when.option.name, when.value) for when in found if when is not None]
    return needed + [(when[0], when[1]) for when in told if when is not None]


def _document(rng: random.Random, table: Table, wanted: str, *, resting: bool) -> Json:
    book = table.book
    draws = wanted.startswith("table.") and any(
        field.note.at == "draw"
        for field in book.fields.table
        if wanted.startswith(f"table.{field.name}")
    )
    players: dict[str, Json] = {}
    if wanted.startswith("also"):
        players = _several(rng, table)
    elif not draws and (wanted.startswith(("win", "bet", "hand", "meld")) or rng.random() < 0.7):
        players = _winners(rng, table, wanted)
    for seat in table.seats:
        players.setdefault(seat, _loser(rng, table))
        _claim_kongs(rng, players[seat], book)
    won = any("win" in player for player in players.values())
    for player in players.values():
        _tell(rng, player, "player", table, wanted, won=won)
        if "win" in player:
            _tell(rng, player["win"], "win", table, wanted, won=won)
    document: Json = {"players": {seat: players[seat] for seat in table.seats}}
    _tell(rng, document, "table", table, wanted, won=won)
    if not won:
        _say_who_waits(players, book)
    _once(document, book)
    events = _events(rng, table, wanted)
    if events:
        document["events"] = events
    if resting and book.table.fifth == "bets" and (wanted == "bet" or rng.random() < 0.6):
        document["bet"] = rng.choice(table.seats)
    return document


def _winners(rng: random.Random, table: Table, wanted: str) -> dict[str, Json]:
    """Who won: one, or several on one tile, with tiles or with what was agreed."""
    book = table.book
    of = wanted.removeprefix("win.with.") if wanted.startswith("win.with.") else None
    beside = [one.note.beside for one in book.fields.hand if wanted == f"hand.{one.name}"]
    if any(beside):
        of = rng.choice(beside[0])
    seat, player = by_declaration.random_winner(rng, table, of)
    if wanted.startswith("hand."):
        own = [one.name for one in book.fields.hand if not one.note.beside or of in one.note.beside]
        player["hand"] |= {name: CODES[rng.randrange(KIND_COUNT)] for name in own}
    players = {seat: player}
    if "from" in player["win"] and rng.random() < 0.4:
        by_declaration.win_as_well(rng, table, players)
    if of is None and not wanted.startswith(("hand", "meld")) and rng.random() < 0.5:
        players = {
            seat: {"win": player["win"], **by_declaration.agreed_on(rng, book)}
            for seat, player in players.items()
        }
    return players


def _several(rng: random.Random, table: Table) -> dict[str, Json]:
    """Two who won on one tile, each with what was agreed and a circumstance of their own."""
    giver, *winners = rng.sample(table.seats, 3)
    players: dict[str, Json] = {}
    for seat in winners:
        win: Json = {"by": "discard", "from": giver}
        if table.book.circumstances and rng.random() < 0.5:
            win["with"] = [rng.choice(list(table.book.circumstances))]
        players[seat] = {"win": win, **by_declaration.agreed_on(rng, table.book)}
    return players


def _loser(rng: random.Random, table: Table) -> Json:
    player = by_declaration.at_table(rng, table)
    hand = player.get("hand")
    if hand and table.book.payments.losers_score and rng.random() < 0.4:
        tiles = hand["concealed"].split()
        hand |= {"partial": True, "concealed": " ".join(tiles[: rng.randrange(len(tiles) + 1)])}
    return player


def _claim_kongs(rng: random.Random, player: Json, book: Book) -> None:
    """Some open kongs were claimed onto a concealed pung, where that is told."""
    if "from_concealed_pung" not in scorer.ruleset(book.id).get("meld_flags", ()):
        return
    for meld in player.get("hand", {}).get("melds", ()):
        if len(meld["tiles"].split()) == 4 and not meld.get("concealed") and rng.random() < 0.5:
            meld["from_concealed_pung"] = True


def _tell(
    rng: random.Random, part: Json, name: Part, table: Table, wanted: str, *, won: bool
) -> None:
    """What only this ruleset's documents tell of a part, some of it."""
    for field in table.book.fields.of(name):
        apart = (field.note.at == "win" and not won) or (field.note.at == "draw" and won)
        eager = field.name in wanted
        when = field.note.when
        if when is not None and table.edition.options[table.book.options[when[0]]] not in when[1:]:
            continue
        if field.kind == "integer" and "agreed" not in part:
            # A number beside han and fu: a hand with its tiles has none.
            continue
        if field.kind in ("amounts", "seats") or apart or rng.random() < (0.1 if eager else 0.7):
            continue
        part[field.name] = _value(rng, field, table, wanted)


def _say_who_waits(players: dict[str, Json], book: Book) -> None:
    """A form of a game asks who waits of everybody."""
    for player in players.values():
        told = book.table.waiting_fields
        if told is not None and not player.get(told.declared) and "hand" not in player:
            player.setdefault(told.waits, False)


def _value(rng: random.Random, field: Member, table: Table, wanted: str) -> object:
    match field.kind:
        case "tiles":
            return CODES[rng.randrange(KIND_COUNT)]
        case "boolean":
            return rng.random() < 0.6
        case "seat":
            return rng.choice(table.seats)
        case "integer":
            return rng.randrange(4)
    return rng.choice(
        [choice for choice in field.choices if wanted.endswith(choice)] or field.choices
    )


def _once(document: Json, book: Book) -> None:
    """What the table tells for all hands no hand tells otherwise."""
    names = [field.name for field in book.fields.hand if field.name in document]
    for player in document["players"].values():
        for name in names:
            player.get("hand", {}).pop(name, None)


def _events(rng: random.Random, table: Table, wanted: str) -> list[Json]:
    events = table.book.events
    if not events or wanted.startswith("also"):
        return []
    number = rng.choice([0, 0, 1, 1, 2, 3])
    of = [wanted.split(".")[1]] if wanted.startswith("event.") else []
    found = [by_declaration.random_event(rng, table, kind) for kind in of]
    found += [by_declaration.random_event(rng, table) for _ in range(number)]
    if found and (wanted in ("two events of one kind", "one player twice") or rng.random() < 0.3):
        more = by_declaration.random_event(rng, table, found[0]["event"])
        found.append(more | ({"by": found[0]["by"]} if wanted == "one player twice" else {}))
    rng.shuffle(found)
    return found
