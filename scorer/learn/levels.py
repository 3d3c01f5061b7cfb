"""The levels of problems: which hands each accepts, and which questions it asks.

With hands of sets: 1 the sets of a winning hand, 2 points, 3 doubles or fan, 4 limits and special
hands. With a card: 1 which hand it is, 2 which tile is missing, 3 whether it may be exposed, 4 its
value. With both: 5 payments, 6 the whole table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple

from scorer.documents.answers import waits
from scorer.documents.read import hand_of
from scorer.engine.any_hand import of_sets
from scorer.engine.arrange import winning_arrangements
from scorer.engine.tiles import JOKER, code
from scorer.grammar.card.book import CardEdition
from scorer.learn.card_hands import find_card_hand
from scorer.learn.groups import Document
from scorer.rulebook.book import Edition

AnswerDocument = Mapping[str, Any]


class LineThresholds(NamedTuple):
    """The amounts of a kind of line that separate hands.

    Attributes:
        plain: The most in a plain hand.
        notable: The least in a hand of level 3.
        rare: The least in a rare hand.
    """

    plain: int
    notable: int
    rare: int


THRESHOLDS_BY_LINE_KIND: Final[Mapping[str, LineThresholds]] = {
    "double": LineThresholds(1, 1, 4),
    "fan": LineThresholds(8, 4, 24),
    "han": LineThresholds(2, 2, 6),
}
PATTERN_THRESHOLDS: Final[Mapping[str, LineThresholds]] = {"points": LineThresholds(40, 30, 100)}
"""The amounts that separate hands where points are those of patterns."""
KINDS_JUDGED_BY_LARGEST: Final = frozenset({"fan", "points"})
"""The kinds whose largest line decides how rare a hand is; other kinds are added up."""
RARE_ACCEPTANCE_ODDS: Final = 3
"""Of the hands that a level takes seldom, one in so many is accepted."""
POINT_TALLIES: Final = ("points", "fu")
"""The parts of a tally that are multiplied later."""
SET_KINDS: Final = frozenset(("chow", "pung", "kong", "pair"))


class Level(NamedTuple):
    """What a level asks, and which scored hands it accepts.

    Attributes:
        questions: Returns the parts to ask for.
        accepts: Tests if a scored hand suits the level.
        examples: How many of four hands resemble an example of a rule.
        losers: One in so many hands belongs to a player who did not win; 0 for none.
        fewer: One in so many tables has the fewest players allowed; 0 for none.
        exposes: Whether sets of a card may be exposed.
        accepts_rarely: Tests if a hand should come up less often: one in
            ``RARE_ACCEPTANCE_ODDS`` is accepted.
        table: Whether the problem is a whole table.
    """

    questions: Callable[[Edition, AnswerDocument], list[str]]
    accepts: Callable[[Edition, Document, AnswerDocument], bool]
    examples: int
    losers: int = 0
    fewer: int = 0
    exposes: bool = True
    accepts_rarely: Callable[[Edition, Document, AnswerDocument], bool] | None = None
    table: bool = False


# The questions of a level


def _points_alone(edition: Edition, answer: AnswerDocument) -> list[str]:
    """Return the part that is not multiplied yet, or the only part, such as fan."""
    tally = [*answer["tally"]]
    return [next((name for name in POINT_TALLIES if name in tally), tally[0])]


def _tally_and_total(edition: Edition, answer: AnswerDocument) -> list[str]:
    """Return the parts of the tally, and the total unless it equals the only part."""
    tally = {name: number for name, number in answer["tally"].items() if number}
    if [*tally.values()] == [answer["total"]]:
        return [*tally]
    return [*tally, "total"]


def _total_alone_under_a_limit(edition: Edition, answer: AnswerDocument) -> list[str]:
    """Return the total alone if the rules have a limit.

    More questions would reveal whether it is reached, and a special hand has no points. Han have
    limits under any options.
    """
    limited = edition.limit is not None or "han" in answer["tally"]
    return ["total"] if limited else _tally_and_total(edition, answer)


def _value_and_total(edition: Edition, answer: AnswerDocument) -> list[str]:
    return ["value", "total"] if answer["tally"]["value"] != answer["total"] else ["value"]


def _total_and_payments(edition: Edition, answer: AnswerDocument) -> list[str]:
    """Return the total and the payments, or the awards if nobody pays."""
    paid = "payments" if answer["payments"] else "awards"
    return ["total", *([paid] if answer.get(paid) else [])]


def _results_of_a_table(edition: Edition, answer: AnswerDocument) -> list[str]:
    """Return the net results or awards, preceded by the scores if losers score too."""
    scores = ["scores"] if edition.book.payments.losers_score else []
    is_given = not any(answer["net"].values()) and answer.get("awards")
    return [*scores, "awards" if is_given else "net", "next"]


# The hands that a level accepts


def _has_won(answer: AnswerDocument) -> bool:
    return any(meld["winning"] for meld in answer["arrangement"])


def _has_same_set_counts(edition: Edition, document: Document, answer: AnswerDocument) -> bool:
    """Tests if a hand of sets and pairs has the same number of each in every reading."""
    if not _has_won(answer) or any(meld["kind"] not in SET_KINDS for meld in answer["arrangement"]):
        return False
    hand = of_sets(hand_of(document["hand"], edition, won=True))
    if hand.all_jokers:
        return False
    readings = {
        (reading.shape, len(reading.chows))
        for reading in winning_arrangements(hand, edition.shapes)
    }
    return len(readings) == 1


def _thresholds(edition: Edition) -> Mapping[str, LineThresholds]:
    return (
        PATTERN_THRESHOLDS
        if edition.book.presentation.patterns_in_points
        else THRESHOLDS_BY_LINE_KIND
    )


def _amounts_by_kind(edition: Edition, answer: AnswerDocument) -> list[tuple[LineThresholds, int]]:
    """Return the thresholds and the amount of each kind of line."""
    thresholds = _thresholds(edition)
    amounts = dict.fromkeys(thresholds, 0)
    for line in answer["lines"]:
        kind, amount = line["kind"], line["amount"]
        if kind in amounts and kind in KINDS_JUDGED_BY_LARGEST:
            amounts[kind] = max(amounts[kind], amount)
        elif kind in amounts:
            amounts[kind] += amount * (line["count"] or 1)
    return [(thresholds[kind], amount) for kind, amount in amounts.items()]


def _is_limited(answer: AnswerDocument) -> bool:
    return answer["limit"]["reached"] or any(line["kind"] == "limit" for line in answer["lines"])


def _takes_limit(edition: Edition, document: Document, answer: AnswerDocument) -> bool:
    return _is_limited(answer)


def _is_plain(edition: Edition, document: Document, answer: AnswerDocument) -> bool:
    if _is_limited(answer) or not answer["lines"]:
        return False
    return all(
        amount <= thresholds.plain for thresholds, amount in _amounts_by_kind(edition, answer)
    )


def _is_notable(edition: Edition, document: Document, answer: AnswerDocument) -> bool:
    amounts = _amounts_by_kind(edition, answer)
    return (
        not _is_limited(answer)
        and all(amount < thresholds.rare for thresholds, amount in amounts)
        and any(amount >= thresholds.notable for thresholds, amount in amounts)
    )


def _is_rare(edition: Edition, document: Document, answer: AnswerDocument) -> bool:
    """Tests if a hand reaches a limit, or might be mistaken for one that does."""
    amounts = _amounts_by_kind(edition, answer)
    return _is_limited(answer) or any(amount >= thresholds.rare for thresholds, amount in amounts)


def _is_paid(edition: Edition, document: Document, answer: AnswerDocument) -> bool:
    return bool(answer["payments"]) or bool(answer.get("awards"))


def _is_one_card_hand(edition: Edition, document: Document, answer: AnswerDocument) -> bool:
    """Tests if the tiles make exactly one hand of the card."""
    assert isinstance(edition, CardEdition)
    line = answer["lines"][0]
    others = [each for each in answer["not_counted"] if each["kind"] == line["kind"]]
    return not others and find_card_hand(edition, line["name"]) is not None


def _waits_for_one_tile(edition: Edition, document: Document, answer: AnswerDocument) -> bool:
    """Tests if the hand without its winning tile waits for that tile alone, jokers aside."""
    hand = dict(document["hand"])
    won = hand.pop("winning_tile")
    tiles = hand["concealed"].split()
    tiles.remove(won)
    hand["concealed"] = " ".join(tiles)
    if won == code(JOKER) or not _is_one_card_hand(edition, document, answer):
        return False
    unfinished = {name: document[name] for name in document if name != "win"}
    waited = {wait["tile"] for wait in waits({**unfinished, "hand": hand})["waits"]}
    return waited - {code(JOKER)} == {won}


def _has_value(edition: Edition, document: Document, answer: AnswerDocument) -> bool:
    return bool(answer["lines"])


def _fixed_parts(*names: str) -> Callable[[Edition, AnswerDocument], list[str]]:
    return lambda edition, answer: [*names]


LEVELS: Final[Mapping[Literal["sets", "card"], Mapping[int, Level]]] = {
    "sets": {
        1: Level(_fixed_parts("arrangement"), _has_same_set_counts, 1, accepts_rarely=_is_rare),
        2: Level(_points_alone, _is_plain, 1, losers=4),
        3: Level(_tally_and_total, _is_notable, 2, losers=10),
        4: Level(_total_alone_under_a_limit, _is_rare, 1, accepts_rarely=_takes_limit),
        5: Level(_total_and_payments, _is_paid, 1, fewer=10, accepts_rarely=_is_rare),
        6: Level(_results_of_a_table, _is_paid, 1, fewer=10, accepts_rarely=_is_rare, table=True),
    },
    "card": {
        1: Level(_fixed_parts("hand"), _is_one_card_hand, 0),
        2: Level(_fixed_parts("winning_tile"), _waits_for_one_tile, 0),
        3: Level(_fixed_parts("exposed"), _is_one_card_hand, 0, exposes=False),
        4: Level(_value_and_total, _has_value, 2),
        5: Level(_total_and_payments, _is_paid, 2, fewer=10),
        6: Level(_results_of_a_table, _is_paid, 1, fewer=10, table=True),
    },
}
