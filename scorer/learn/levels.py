"""The levels: which hands each takes, and what it asks of them, by what hands are made of.

Of sets: 1 the sets of a winning hand, 2 points, 3 doubles or fan, 4 limits and special hands.
Of a card: 1 which hand it is, 2 which tile is missing, 3 whether it may be exposed, 4 its value.
Of both: 5 payments, 6 the whole table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple

from scorer.arrange import winning
from scorer.documents.answers import waits
from scorer.documents.read import hand_of
from scorer.grammar.card.book import CardEdition
from scorer.learn.card_hands import printed_hand
from scorer.learn.groups import Document
from scorer.rulebook import Edition
from scorer.tiles import JOKER, code

__all__ = ["LEVELS", "SELDOM", "Level"]

Answer = Mapping[str, Any]


class Bounds(NamedTuple):
    """How much lines of a kind bring: at most in a plain hand, at least in one of level 3 and in a
    rare one."""

    plain: int
    notable: int
    rare: int


BOUNDS: Final[Mapping[str, Bounds]] = {
    "double": Bounds(1, 1, 4),
    "fan": Bounds(8, 4, 24),
    "han": Bounds(2, 2, 6),
}
SINGLY: Final = "fan"
"""The kind of which one line tells how rare a hand is; of the others all lines together do."""
SELDOM: Final = 3
POINTS: Final = ("points", "fu")
"""What a tally calls points before anything multiplies them."""
SETS: Final = frozenset(("chow", "pung", "kong", "pair"))


class Level(NamedTuple):
    """What a level asks, and which scored hands it takes.

    Of four hands ``known`` are like one that has a rule, the others drawn; one in so many is of a
    player who did not win (``losers``, 0 for none) and at a table of as few as may be (``fewer``).
    Sets of a card may be exposed, or not (``exposes``). Of hands that are so (``seldom``) one in
    ``SELDOM`` is taken. With ``table`` it is of the whole table.
    """

    asks: Callable[[Edition, Answer], list[str]]
    takes: Callable[[Edition, Document, Answer], bool]
    known: int
    losers: int = 0
    fewer: int = 0
    exposes: bool = True
    seldom: Callable[[Edition, Document, Answer], bool] | None = None
    table: bool = False


# What is asked


def _arrangement(edition: Edition, answer: Answer) -> list[str]:
    return ["arrangement"]


def _points(edition: Edition, answer: Answer) -> list[str]:
    """What a hand has before anything is doubled; fan, where that is all there is."""
    tally = [*answer["tally"]]
    return [next((name for name in POINTS if name in tally), tally[0])]


def _tally_and_total(edition: Edition, answer: Answer) -> list[str]:
    """What the total is made of, and the total where it is another number."""
    tally = {name: number for name, number in answer["tally"].items() if number}
    if [*tally.values()] == [answer["total"]]:
        return [*tally]
    return [*tally, "total"]


def _total_under_a_limit(edition: Edition, answer: Answer) -> list[str]:
    """The total alone where there is a limit: more would tell whether it is reached, and a special
    hand has no points. Han have limits whatever the options."""
    limited = edition.limit is not None or "han" in answer["tally"]
    return ["total"] if limited else _tally_and_total(edition, answer)


def _value_and_total(edition: Edition, answer: Answer) -> list[str]:
    return ["value", "total"] if answer["tally"]["value"] != answer["total"] else ["value"]


def _payments(edition: Edition, answer: Answer) -> list[str]:
    """The total and who pays, or the points that are given where nobody does."""
    paid = "payments" if answer["payments"] else "awards"
    return ["total", *([paid] if answer.get(paid) else [])]


def _table(edition: Edition, answer: Answer) -> list[str]:
    """What the players get, or the points that they are given, with their scores where all have
    one."""
    scores = ["scores"] if edition.book.losers_score else []
    given = not any(answer["net"].values()) and answer.get("awards")
    return [*scores, "awards" if given else "net", "next"]


# What is taken


def _won(answer: Answer) -> bool:
    return any(one["winning"] for one in answer["arrangement"])


def _one_arrangement(edition: Edition, told: Document, answer: Answer) -> bool:
    """A hand won by sets and pairs, as many of each however it is read."""
    if not _won(answer) or any(one["kind"] not in SETS for one in answer["arrangement"]):
        return False
    hand = hand_of(told["hand"], edition, won=True)
    if hand.all_jokers:
        return False
    read = {(one.shape, len(one.chows)) for one in winning(hand, edition.shapes)}
    return len(read) == 1


def _brought(answer: Answer) -> dict[str, int]:
    """How much lines of each kind bring."""
    brought = dict.fromkeys(BOUNDS, 0)
    for line in answer["lines"]:
        kind, amount = line["kind"], line["amount"]
        if kind == SINGLY:
            brought[kind] = max(brought[kind], amount)
        elif kind in brought:
            brought[kind] += amount * (line["count"] or 1)
    return brought


def _limited(answer: Answer) -> bool:
    return answer["limit"]["reached"] or any(line["kind"] == "limit" for line in answer["lines"])


def _limit(edition: Edition, told: Document, answer: Answer) -> bool:
    return _limited(answer)


def _plain(edition: Edition, told: Document, answer: Answer) -> bool:
    if _limited(answer) or not answer["lines"]:
        return False
    return all(number <= BOUNDS[kind].plain for kind, number in _brought(answer).items())


def _notable(edition: Edition, told: Document, answer: Answer) -> bool:
    brought = _brought(answer).items()
    return (
        not _limited(answer)
        and all(number < BOUNDS[kind].rare for kind, number in brought)
        and any(number >= BOUNDS[kind].notable for kind, number in brought)
    )


def _rare(edition: Edition, told: Document, answer: Answer) -> bool:
    """A limit, or what may be mistaken for one."""
    brought = _brought(answer).items()
    return _limited(answer) or any(number >= BOUNDS[kind].rare for kind, number in brought)


def _paid(edition: Edition, told: Document, answer: Answer) -> bool:
    return bool(answer["payments"]) or bool(answer.get("awards"))


def _one_hand(edition: Edition, told: Document, answer: Answer) -> bool:
    """Tiles that make one hand of the card and no other."""
    assert isinstance(edition, CardEdition)
    line = answer["lines"][0]
    others = [one for one in answer["not_counted"] if one["kind"] == line["kind"]]
    return not others and printed_hand(edition, line["name"]) is not None


def _one_missing(edition: Edition, told: Document, answer: Answer) -> bool:
    """A hand that without its winning tile waits for this one alone, jokers apart."""
    hand = dict(told["hand"])
    won = hand.pop("winning_tile")
    tiles = hand["concealed"].split()
    tiles.remove(won)
    hand["concealed"] = " ".join(tiles)
    if won == code(JOKER) or not _one_hand(edition, told, answer):
        return False
    asked = {name: told[name] for name in told if name != "win"}
    waited = {one["tile"] for one in waits({**asked, "hand": hand})["waits"]}
    return waited - {code(JOKER)} == {won}


def _any_value(edition: Edition, told: Document, answer: Answer) -> bool:
    return bool(answer["lines"])


def _names(*names: str) -> Callable[[Edition, Answer], list[str]]:
    return lambda edition, answer: [*names]


LEVELS: Final[Mapping[Literal["sets", "card"], Mapping[int, Level]]] = {
    "sets": {
        1: Level(_arrangement, _one_arrangement, 1, seldom=_rare),
        2: Level(_points, _plain, 1, losers=4),
        3: Level(_tally_and_total, _notable, 2, losers=10),
        4: Level(_total_under_a_limit, _rare, 1, seldom=_limit),
        5: Level(_payments, _paid, 1, fewer=10, seldom=_rare),
        6: Level(_table, _paid, 1, fewer=10, seldom=_rare, table=True),
    },
    "card": {
        1: Level(_names("hand"), _one_hand, 0),
        2: Level(_names("winning_tile"), _one_missing, 0),
        3: Level(_names("exposed"), _one_hand, 0, exposes=False),
        4: Level(_value_and_total, _any_value, 2),
        5: Level(_payments, _paid, 2, fewer=10),
        6: Level(_table, _paid, 1, fewer=10, table=True),
    },
}
