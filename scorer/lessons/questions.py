"""The kinds of questions. None knows its right answer: it asks the scorer."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import scorer
from scorer.errors import HandError
from scorer.lessons.lesson import Document, Offer, Question, Sum, Told
from scorer.speech import say
from scorer.terminal import below_minimum
from scorer.tiles import codes, parse

__all__ = [
    *("Amount", "Counts", "LeftOver", "NextEast", "Paid", "Qualifies", "Total"),
    *("Waits", "WhichCounts", "WhichMore", "WhichWins", "Wins"),
]

ANSWERS = (say("Yes"), say("No"))
MOST_FAULTS = 2
"""The first says that the hand does not win, and the next why."""
KIND_OF = {"points": "points", "doubles": "double", "han": "han", "fu": "fu"}
"""The lines that a part of the tally is made of; any other is made of all."""
KINDS = {1: "single", 2: "pair", 3: "pung", 4: "kong", 5: "quint", 6: "sextet"}


def _score(document: Document) -> Mapping[str, Any]:
    """The score of a hand; HandError where it is none."""
    return scorer.score(document)


def _faults(document: Document) -> list[str]:
    """What is wrong with a hand that claims to have won, if anything is."""
    try:
        _score(document)
    except HandError as error:
        return [problem.detail for problem in error.problems[:MOST_FAULTS]]
    return []


def _sum(sheet: Mapping[str, Any]) -> Sum:
    return Sum(sheet["lines"], sheet["formula"])


def _explained(document: Document, rule: str) -> Mapping[str, Any]:
    return scorer.explain({"document": document, "rule": rule})


def _kind(tiles: Sequence[str]) -> str:
    """What a group of a card is called."""
    return KINDS[len(tiles)] if len({*tiles} - {"J"}) < 2 else "run"


def _in_order(text: str) -> list[str]:
    return codes(parse(text))


class _OfOne(Question):
    """A question about one hand or table."""

    def __init__(self, ask: str, document: Document) -> None:
        self.ask = ask
        self.document = document

    def shown(self) -> Sequence[Document]:
        return [self.document]

    def documents(self) -> Sequence[Document]:
        return [self.document]


class _Number(_OfOne):
    """A question with a number for an answer."""

    def __init__(self, ask: str, document: Document, *offered: int) -> None:
        super().__init__(ask, document)
        self.offered = offered

    def offers(self) -> Sequence[Offer]:
        return [Offer(each) for each in self.offered]

    def right(self) -> int:
        return self.offered.index(self.number())

    @abstractmethod
    def number(self) -> int:
        """The right number."""


class Total(_Number):
    """What is the hand worth? ``of`` asks for a part of the tally instead; points alone are told
    without what doubles them, which comes later."""

    def __init__(self, ask: str, document: Document, *offered: int, of: str = "") -> None:
        super().__init__(ask, document, *offered)
        self.of = of

    def number(self) -> int:
        sheet = _score(self.document)
        return int(sheet["tally"][self.of] if self.of else sheet["total"])

    def told(self, place: int) -> Told:
        sheet = _score(self.document)
        kind = KIND_OF.get(self.of)
        lines = [line for line in sheet["lines"] if kind in (None, line["kind"])]
        whole = place == self.right() and self.of != "points"
        return Told(sums=[Sum(lines, sheet["formula"] if whole else "")])


class Amount(_Number):
    """How much does one rule bring?"""

    def __init__(self, ask: str, document: Document, rule: str, *offered: int) -> None:
        super().__init__(ask, document, *offered)
        self.rule = rule

    def _lines(self) -> list[Mapping[str, Any]]:
        return [line for line in _score(self.document)["lines"] if line["id"] == self.rule]

    def number(self) -> int:
        return sum(line["amount"] * line["count"] for line in self._lines())

    def told(self, place: int) -> Told:
        because = [_explained(self.document, self.rule)["because"]]
        return Told(because, sums=[Sum(self._lines())] if place == self.right() else [])


class _YesOrNo(_OfOne):
    def offers(self) -> Sequence[Offer]:
        return [Offer(words) for words in ANSWERS]

    def right(self) -> int:
        return 0 if self.yes() else 1

    @abstractmethod
    def yes(self) -> bool:
        """Whether the right answer is yes."""


class Counts(_YesOrNo):
    """Does this rule count in the hand?"""

    def __init__(self, ask: str, document: Document, rule: str) -> None:
        super().__init__(ask, document)
        self.rule = rule

    def yes(self) -> bool:
        return bool(_explained(self.document, self.rule)["counted"])

    def told(self, place: int) -> Told:
        found = _explained(self.document, self.rule)
        return Told([found["because"]], sums=[Sum(found["lines"])] if found["lines"] else [])


class Wins(_YesOrNo):
    """Is this a hand that wins? ``also`` is told after what is wrong with it: what the lesson
    taught of it, where the scorer says something else."""

    def __init__(self, ask: str, document: Document, also: str = "") -> None:
        super().__init__(ask, document)
        self.also = also

    def yes(self) -> bool:
        return not _faults(self.document)

    def told(self, place: int) -> Told:
        faults = _faults(self.document)
        if faults:
            return Told([*faults, self.also] if self.also else faults)
        sheet = _score(self.document)
        return Told(sets=sheet["arrangement"], sums=[_sum(sheet)])


class Qualifies(_YesOrNo):
    """Does the hand reach the least that a win must be worth?"""

    def yes(self) -> bool:
        return bool(_score(self.document)["qualifies"])

    def told(self, place: int) -> Told:
        sheet = _score(self.document)
        short = [] if sheet["qualifies"] else [below_minimum(sheet)]
        return Told(short, sums=[_sum(sheet)])


class WhichCounts(_OfOne):
    """Which one of these rules counts in the hand?"""

    def __init__(self, ask: str, document: Document, *rules: str) -> None:
        super().__init__(ask, document)
        self.rules = rules

    def offers(self) -> Sequence[Offer]:
        return [Offer(rule=rule) for rule in self.rules]

    def right(self) -> int:
        (found,) = (
            place
            for place, rule in enumerate(self.rules)
            if _explained(self.document, rule)["counted"]
        )
        return found

    def told(self, place: int) -> Told:
        found = _explained(self.document, self.rules[place])
        return Told([found["because"]], sums=[Sum(found["lines"])] if found["lines"] else [])


class Waits(_OfOne):
    """Which tiles complete the hand? Each answer is all of them."""

    def __init__(self, ask: str, document: Document, *offered: str) -> None:
        super().__init__(ask, document)
        self.offered = [_in_order(text) for text in offered]

    def _waits(self) -> list[str]:
        asked = {name: told for name, told in self.document.items() if name != "win"}
        return [wait["tile"] for wait in scorer.waits(asked)["waits"]]

    def offers(self) -> Sequence[Offer]:
        return [Offer(tiles=tiles) for tiles in self.offered]

    def right(self) -> int:
        return self.offered.index(self._waits())

    def told(self, place: int) -> Told:
        """Why each tile of the answer wins or not; and that there are more, if there are."""
        waits, because = self._waits(), []
        for tile in self.offered[place]:
            if tile in waits:
                because.append(say("{tile} completes the hand", tile=tile))
            else:
                because += _faults(self._with(tile))
        if set(self.offered[place]) < set(waits):
            because.append(say("another tile completes it too"))
        return Told(because)

    def _with(self, tile: str) -> Document:
        hand = {**self.document["hand"], "winning_tile": tile}
        return {**self.document, "hand": hand, "win": {"by": "self_draw"}}


class Paid(_Number):
    """How much does one player pay another?"""

    def __init__(self, ask: str, document: Document, giver: str, taker: str, *offered: int) -> None:
        super().__init__(ask, document, *offered)
        self.giver, self.taker = giver, taker

    def _between(self) -> list[Mapping[str, Any]]:
        ask: Any = scorer.settle if "players" in self.document else scorer.score
        two = (self.giver, self.taker)
        return [one for one in ask(self.document)["payments"] if (one["from"], one["to"]) == two]

    def number(self) -> int:
        return sum(one["amount"] for one in self._between())

    def told(self, place: int) -> Told:
        paid = self._between()
        because = [say("these two do not pay each other")] if not paid else []
        if place == self.right():
            return Told(because, payments=paid)
        return Told(because or [one["because"] for one in paid])


class NextEast(_OfOne):
    """Who is East in the next hand?"""

    SEATS = "ESWN"

    def _next(self) -> Mapping[str, Any]:
        found: Any = scorer.settle(self.document)["next"]
        return found  # type: ignore[no-any-return]

    def offers(self) -> Sequence[Offer]:
        names = (say("East"), say("South"), say("West"), say("North"))
        return [Offer(name) for name in names]

    def right(self) -> int:
        winds = self._next()["winds"]
        return next(place for place, seat in enumerate(self.SEATS) if winds[seat] == "E")

    def told(self, place: int) -> Told:
        return Told([self._next()["because"]])


class _OfHands(Question):
    """Which one of these hands?"""

    def __init__(self, ask: str, *hands: Document) -> None:
        self.ask = ask
        self.hands = hands

    def shown(self) -> Sequence[Document]:
        return []

    def documents(self) -> Sequence[Document]:
        return self.hands

    def offers(self) -> Sequence[Offer]:
        return [Offer(hand=hand) for hand in self.hands]


class WhichMore(_OfHands):
    """Which of these hands is worth most?"""

    def right(self) -> int:
        totals = [_score(hand)["total"] for hand in self.hands]
        assert totals.count(max(totals)) == 1, totals
        return totals.index(max(totals))

    def told(self, place: int) -> Told:
        return Told(sums=[_sum(_score(self.hands[place]))])


class WhichWins(_OfHands):
    """Which of these hands wins?"""

    def right(self) -> int:
        (found,) = (place for place, hand in enumerate(self.hands) if not _faults(hand))
        return found

    def told(self, place: int) -> Told:
        faults = _faults(self.hands[place])
        return Told(faults) if faults else Told(sets=_score(self.hands[place])["arrangement"])


class LeftOver(_OfOne):
    """Which of these tiles can go? The one that the nearest winning hand does not need."""

    def __init__(self, ask: str, document: Document, *offered: str) -> None:
        super().__init__(ask, document)
        self.offered = offered

    def _nearest(self) -> Mapping[str, Any]:
        return scorer.nearest(self.document)["nearest"][0]

    def offers(self) -> Sequence[Offer]:
        return [Offer(tiles=[tile]) for tile in self.offered]

    def right(self) -> int:
        spare = self._nearest()["left_over"]
        (found,) = (place for place, tile in enumerate(self.offered) if tile in spare)
        return found

    def told(self, place: int) -> Told:
        near, tile = self._nearest(), self.offered[place]
        if tile in near["left_over"]:
            return Told([near["because"]])
        used = [one for one in near["sets"] if tile in one]
        because = say("{tile} stands in {hand}", tile=tile, hand=near["name"])
        sets = [{"kind": _kind(one), "tiles": one, "concealed": True} for one in used]
        return Told([because], sets=sets)
