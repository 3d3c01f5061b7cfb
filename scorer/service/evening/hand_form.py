"""A hand of a game as the form of a table: what the game knows is filled in and stays, and what its
players tell is read back as the document of an entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext
from werkzeug.datastructures import MultiDict

import scorer
from scorer.errors import HandError
from scorer.game import Game
from scorer.game.fold import before, folded
from scorer.game.hands import whole_document
from scorer.game.record import Entry
from scorer.game.table import Table
from scorer.service.games.keys import digest
from scorer.service.web import addresses, form_documents, labels
from scorer.service.web.form import Form, answer_form, ruleset_of, rulesets, who_won
from scorer.service.web.form_fields import COUNTS, NAME, OF_SEAT, is_one_of, lasting

__all__ = [
    "Played",
    "entry_of",
    "form_of",
    "hidden",
    "place_refusal",
    "played",
    "table_told",
    "title",
]

Query = MultiDict[str, str]
Json = dict[str, Any]

TOLD = ("players", "events")
BET = "bet"


@dataclass(frozen=True)
class Played:
    """The hand that a form tells: its ``number``, the ``table`` it is played at, what the players
    hold before it and are called, the key's digest, the entry that it replaces, if one, and whether
    the evening is ``over``."""

    number: int
    table: Table
    totals: Mapping[str, int]
    names: Mapping[str, str]
    game_id: str
    replaces: Entry | None = None
    over: bool = False

    @property
    def seated(self) -> dict[str, str]:
        """The name of who has each seat."""
        return {seat: self.names[one] for seat, one in self.table.seats.items()}

    @property
    def resting(self) -> str:
        """The name of the fifth player, who does not sit; "" where there is none."""
        return self.names.get(self.table.resting or "", "")


def played(game: Game, key: str, replaces: int = 0) -> Played:
    """The next hand of a game, or the one of an entry that is to be replaced.

    LookupError: that entry is no hand which is in force."""
    stand, identifier = folded(game), digest(key)[:12]
    if not replaces:
        return Played(
            *(stand.hand, stand.table, stand.totals, stand.names, identifier), over=stand.over
        )
    marks = stand.marks
    if not 0 < replaces <= game.version or not marks.in_force(replaces):
        raise LookupError(replaces)
    first = marks.root.get(replaces, replaces)
    entry = game.entry(first)
    if entry.kind != "hand" or entry.under is None:
        raise LookupError(replaces)
    then = before(game, first)
    table = Table.from_record(entry.under)
    told = game.entry(replaces)
    return Played(then.hand, table, then.totals, stand.names, identifier, told)


def form_of(game: Game, hand: Played, sent: Query | None = None) -> Form:
    """The form of this hand: with what was ``sent``, else with what the entry told that it
    replaces, under what the game knows."""
    detail = ruleset_of(game.ruleset)
    labels.name_seats(hand.seated)
    typed: Query = MultiDict()
    if sent is not None:
        typed = MultiDict([pair for pair in sent.items(multi=True) if not _is_known(pair[0])])
    elif hand.replaces is not None:
        typed = _as_told(game, hand, hand.replaces.told["document"])
    for name, value in _known(game, hand):
        typed.add(name, value)
    return Form(typed, detail, rulesets(), game=hand)


def table_told(form: Form) -> Json | None:
    """The answer of /settle to the form; none, with what is wrong written into it, else."""
    return answer_form(form, form_documents.table_document, scorer.settle, who_won)


def entry_of(form: Form) -> Json:
    """The entry that the form tells: its hand, or what replaces one."""
    told = form_documents.table_document(form.typed, form.detail)
    document = {name: told[name] for name in TOLD if name in told}
    if form.value(BET):
        document[BET] = form.value(BET)
    again: Entry | None = form.game.replaces
    if again is None:
        return {"kind": "hand", "document": document}
    return {"kind": "replace", "entry": again.n, "document": document}


def place_refusal(form: Form, error: HandError) -> None:
    """Write what was wrong with an entry into its form."""
    form.problems = [
        {**problem._asdict(), "field": BET if problem.pointer == "/document/bet" else ""}
        for problem in error.problems
    ]


def hidden(form: Form) -> list[tuple[str, str]]:
    """What the game knows, as fields that the form sends along: the live score asks for them."""
    return [pair for pair in form.typed.items(multi=True) if _is_known(pair[0])]


def title(hand: Played) -> str:
    """What the page of this hand is called."""
    if hand.replaces is not None:
        return str(gettext("Hand %(number)s again", number=hand.number))
    return str(gettext("Hand %(number)s", number=hand.number))


def _known(game: Game, hand: Played) -> list[tuple[str, str]]:
    document = whole_document(game, hand.table, hand.totals, {})
    pairs = [pair for pair in addresses.table_fields(document) if _is_known(pair[0])]
    names = hand.seated.items()
    return pairs + [(NAME.format(seat=seat.lower()), name) for seat, name in names]


def _as_told(game: Game, hand: Played, told: Json) -> Query:
    document = whole_document(game, hand.table, hand.totals, told)
    pairs = [pair for pair in addresses.table_fields(document) if not _is_known(pair[0])]
    if told.get("bet"):
        pairs.append((BET, told["bet"]))
    return MultiDict(pairs)


def _is_known(name: str) -> bool:
    """Whether this field of a table is one that the game itself knows."""
    of_seat = name.partition(".")[2]
    return (
        name in COUNTS.values()
        or of_seat in (*OF_SEAT.values(), NAME.partition(".")[2])
        or is_one_of(name, [one for one in lasting("table", "page") if one != "lang"])
    )
