"""The kinds of questions in lessons. None stores its right answer: the scorer computes it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from scorer.documents.answers import score, waits
from scorer.documents.explain import explain
from scorer.documents.nearest import nearest
from scorer.documents.read import with_own_preset
from scorer.documents.tables import settle
from scorer.documents.text.terminal import below_minimum_text
from scorer.engine.tiles import codes, parse
from scorer.errors import HandError
from scorer.grammar.card.shown import KIND_BY_GROUP_SIZE
from scorer.languages.speech import say
from scorer.learn.lessons.lesson import AnswerChoice, Document, Feedback, Question, ScoreSum

__all__ = [
    *(
        "AmountQuestion",
        "DoesRuleCountQuestion",
        "SpareTileQuestion",
        "NextEastQuestion",
        "PaymentQuestion",
        "ReachesMinimumQuestion",
        "TotalQuestion",
    ),
    *(
        "WaitsQuestion",
        "WhichRuleQuestion",
        "WhichMore",
        "WinningHandQuestion",
        "DoesHandWinQuestion",
    ),
]

YES_NO_LABELS = (say("Yes"), say("No"))
MAX_PROBLEMS_SHOWN = 2
"""The first problem says that the hand does not win, the second why."""
LINE_KIND_OF_SUM = {"points": "points", "doubles": "double", "han": "han", "fu": "fu"}
"""The kind of lines that add up to each part of the tally; other parts use all lines."""


def _score(document: Document) -> Mapping[str, Any]:
    """Return the score of a hand. Raises HandError."""
    return score(document)


def _problems(document: Document) -> list[str]:
    """Return why a claimed win is invalid; empty for a winning hand."""
    try:
        _score(document)
    except HandError as error:
        return [problem.detail for problem in error.problems[:MAX_PROBLEMS_SHOWN]]
    return []


def _sum_of(sheet: Mapping[str, Any]) -> ScoreSum:
    return ScoreSum(sheet["lines"], sheet["formula"])


def _explain(document: Document, rule: str) -> Mapping[str, Any]:
    return explain({"document": document, "rule": rule})


def _group_kind(tiles: Sequence[str]) -> str:
    """Return the kind of a group on a card: ``pair``, ``pung`` … or ``run``."""
    return KIND_BY_GROUP_SIZE[len(tiles)] if len({*tiles} - {"J"}) < 2 else "run"


def _in_order(text: str) -> list[str]:
    return codes(parse(text))


class _DocumentQuestion(Question):
    """A question about a single hand or table."""

    def __init__(self, prompt: str, document: Document) -> None:
        self.prompt = prompt
        self._document = document

    @property
    def document(self) -> Document:
        """The hand or table, under the rules that the lesson tells of."""
        return with_own_preset(self._document)

    def illustrations(self) -> Sequence[Document]:
        return [self.document]

    def documents(self) -> Sequence[Document]:
        return [self.document]


class _NumberQuestion(_DocumentQuestion):
    """A question whose answer is a number."""

    def __init__(self, prompt: str, document: Document, *answers: int) -> None:
        super().__init__(prompt, document)
        self.answers = answers

    def choices(self) -> Sequence[AnswerChoice]:
        return [AnswerChoice(number) for number in self.answers]

    def right_index(self) -> int:
        return self.answers.index(self.right_number())

    @abstractmethod
    def right_number(self) -> int:
        """Return the right number."""


class TotalQuestion(_NumberQuestion):
    """What is the hand worth?

    ``of`` names a part of the tally to ask for instead of the total. The reply to a question about
    points shows no doubles: a later lesson introduces them.
    """

    def __init__(self, prompt: str, document: Document, *answers: int, of: str = "") -> None:
        super().__init__(prompt, document, *answers)
        self.of = of

    def right_number(self) -> int:
        sheet = _score(self.document)
        return int(sheet["tally"][self.of] if self.of else sheet["total"])

    def feedback(self, index: int) -> Feedback:
        sheet = _score(self.document)
        kind = LINE_KIND_OF_SUM.get(self.of)
        lines = [line for line in sheet["lines"] if kind in (None, line["kind"])]
        shows_total = index == self.right_index() and self.of != "points"
        return Feedback(sums=[ScoreSum(lines, sheet["formula"] if shows_total else "")])


class AmountQuestion(_NumberQuestion):
    """How much does one rule bring?"""

    def __init__(self, prompt: str, document: Document, rule: str, *answers: int) -> None:
        super().__init__(prompt, document, *answers)
        self.rule = rule

    def _lines(self) -> list[Mapping[str, Any]]:
        return [line for line in _score(self.document)["lines"] if line["id"] == self.rule]

    def right_number(self) -> int:
        return sum(line["amount"] * line["count"] for line in self._lines())

    def feedback(self, index: int) -> Feedback:
        because = [_explain(self.document, self.rule)["because"]]
        return Feedback(
            because, sums=[ScoreSum(self._lines())] if index == self.right_index() else []
        )


class _YesNoQuestion(_DocumentQuestion):
    def choices(self) -> Sequence[AnswerChoice]:
        return [AnswerChoice(words) for words in YES_NO_LABELS]

    def right_index(self) -> int:
        return 0 if self.is_yes() else 1

    @abstractmethod
    def is_yes(self) -> bool:
        """Tests if the right answer is yes."""


class DoesRuleCountQuestion(_YesNoQuestion):
    """Does this rule count in the hand?"""

    def __init__(self, prompt: str, document: Document, rule: str) -> None:
        super().__init__(prompt, document)
        self.rule = rule

    def is_yes(self) -> bool:
        return bool(_explain(self.document, self.rule)["counted"])

    def feedback(self, index: int) -> Feedback:
        explanation = _explain(self.document, self.rule)
        return Feedback(
            [explanation["because"]],
            sums=[ScoreSum(explanation["lines"])] if explanation["lines"] else [],
        )


class DoesHandWinQuestion(_YesNoQuestion):
    """Is this a winning hand?

    ``note`` follows the problems of a hand that does not win: the lesson's own explanation, where
    the scorer words it differently.
    """

    def __init__(self, prompt: str, document: Document, note: str = "") -> None:
        super().__init__(prompt, document)
        self.note = note

    def is_yes(self) -> bool:
        return not _problems(self.document)

    def feedback(self, index: int) -> Feedback:
        problems = _problems(self.document)
        if problems:
            return Feedback([*problems, self.note] if self.note else problems)
        sheet = _score(self.document)
        return Feedback(sets=sheet["arrangement"], sums=[_sum_of(sheet)])


class ReachesMinimumQuestion(_YesNoQuestion):
    """Does the hand reach the minimum that a win must be worth?"""

    def is_yes(self) -> bool:
        return bool(_score(self.document)["qualifies"])

    def feedback(self, index: int) -> Feedback:
        sheet = _score(self.document)
        short = [] if sheet["qualifies"] else [below_minimum_text(sheet)]
        return Feedback(short, sums=[_sum_of(sheet)])


class WhichRuleQuestion(_DocumentQuestion):
    """Which of these rules counts in the hand?"""

    def __init__(self, prompt: str, document: Document, *rules: str) -> None:
        super().__init__(prompt, document)
        self.rules = rules

    def choices(self) -> Sequence[AnswerChoice]:
        return [AnswerChoice(rule=rule) for rule in self.rules]

    def right_index(self) -> int:
        (index,) = (
            index
            for index, rule in enumerate(self.rules)
            if _explain(self.document, rule)["counted"]
        )
        return index

    def feedback(self, index: int) -> Feedback:
        explanation = _explain(self.document, self.rules[index])
        return Feedback(
            [explanation["because"]],
            sums=[ScoreSum(explanation["lines"])] if explanation["lines"] else [],
        )


class WaitsQuestion(_DocumentQuestion):
    """Which tiles complete the hand? Each choice is a full list of tiles."""

    def __init__(self, prompt: str, document: Document, *answers: str) -> None:
        super().__init__(prompt, document)
        self.answers = [_in_order(text) for text in answers]

    def _waits(self) -> list[str]:
        unfinished = {name: value for name, value in self.document.items() if name != "win"}
        return [wait["tile"] for wait in waits(unfinished)["waits"]]

    def choices(self) -> Sequence[AnswerChoice]:
        return [AnswerChoice(tiles=tiles) for tiles in self.answers]

    def right_index(self) -> int:
        return self.answers.index(self._waits())

    def feedback(self, index: int) -> Feedback:
        """Explain for each tile of a choice whether it wins, and mention if others do too."""
        waits, because = self._waits(), []
        for tile in self.answers[index]:
            if tile in waits:
                because.append(say("{tile} completes the hand", tile=tile))
            else:
                because += _problems(self._with(tile))
        if set(self.answers[index]) < set(waits):
            because.append(say("another tile completes it too"))
        return Feedback(because)

    def _with(self, tile: str) -> Document:
        hand = {**self.document["hand"], "winning_tile": tile}
        return {**self.document, "hand": hand, "win": {"by": "self_draw"}}


class PaymentQuestion(_NumberQuestion):
    """How much does one player pay another?"""

    def __init__(
        self, prompt: str, document: Document, payer: str, payee: str, *answers: int
    ) -> None:
        super().__init__(prompt, document, *answers)
        self.payer, self.payee = payer, payee

    def _payments(self) -> list[Mapping[str, Any]]:
        calculate: Any = settle if "players" in self.document else score
        seats = (self.payer, self.payee)
        return [
            payment
            for payment in calculate(self.document)["payments"]
            if (payment["from"], payment["to"]) == seats
        ]

    def right_number(self) -> int:
        return sum(payment["amount"] for payment in self._payments())

    def feedback(self, index: int) -> Feedback:
        payments = self._payments()
        because = [say("these two do not pay each other")] if not payments else []
        if index == self.right_index():
            return Feedback(because, payments=payments)
        return Feedback(because or [payment["because"] for payment in payments])


class NextEastQuestion(_DocumentQuestion):
    """Who is East in the next hand?"""

    SEATS = "ESWN"

    def _next_deal(self) -> Mapping[str, Any]:
        table: Any = self.document
        next_deal: Mapping[str, Any] = settle(table)["next"]
        return next_deal

    def choices(self) -> Sequence[AnswerChoice]:
        names = (say("East"), say("South"), say("West"), say("North"))
        return [AnswerChoice(name) for name in names]

    def right_index(self) -> int:
        winds = self._next_deal()["winds"]
        return next(index for index, seat in enumerate(self.SEATS) if winds[seat] == "E")

    def feedback(self, index: int) -> Feedback:
        return Feedback([self._next_deal()["because"]])


class _HandsQuestion(Question):
    """A question whose choices are hands."""

    def __init__(self, prompt: str, *hands: Document) -> None:
        self.prompt = prompt
        self._hands = hands

    @property
    def hands(self) -> Sequence[Document]:
        """The hands, under the rules that the lesson tells of."""
        return [with_own_preset(hand) for hand in self._hands]

    def illustrations(self) -> Sequence[Document]:
        return []

    def documents(self) -> Sequence[Document]:
        return self.hands

    def choices(self) -> Sequence[AnswerChoice]:
        return [AnswerChoice(hand=hand) for hand in self.hands]


class HighestHandQuestion(_HandsQuestion):
    """Which of these hands is worth the most?"""

    def right_index(self) -> int:
        totals = [_score(hand)["total"] for hand in self.hands]
        assert totals.count(max(totals)) == 1, totals
        return totals.index(max(totals))

    def feedback(self, index: int) -> Feedback:
        return Feedback(sums=[_sum_of(_score(self.hands[index]))])


class WinningHandQuestion(_HandsQuestion):
    """Which of these hands wins?"""

    def right_index(self) -> int:
        (index,) = (index for index, hand in enumerate(self.hands) if not _problems(hand))
        return index

    def feedback(self, index: int) -> Feedback:
        problems = _problems(self.hands[index])
        return (
            Feedback(problems)
            if problems
            else Feedback(sets=_score(self.hands[index])["arrangement"])
        )


class SpareTileQuestion(_DocumentQuestion):
    """Which of these tiles can go? The nearest winning hand does not need it."""

    def __init__(self, prompt: str, document: Document, *answers: str) -> None:
        super().__init__(prompt, document)
        self.answers = answers

    def _nearest(self) -> Mapping[str, Any]:
        return nearest(self.document)["nearest"][0]

    def choices(self) -> Sequence[AnswerChoice]:
        return [AnswerChoice(tiles=[tile]) for tile in self.answers]

    def right_index(self) -> int:
        spare = self._nearest()["left_over"]
        (index,) = (index for index, tile in enumerate(self.answers) if tile in spare)
        return index

    def feedback(self, index: int) -> Feedback:
        nearest, tile = self._nearest(), self.answers[index]
        if tile in nearest["left_over"]:
            return Feedback([nearest["because"]])
        sets_with_tile = [tiles for tiles in nearest["sets"] if tile in tiles]
        because = say("{tile} stands in {hand}", tile=tile, hand=nearest["name"])
        sets = [
            {"kind": _group_kind(tiles), "tiles": tiles, "concealed": True}
            for tiles in sets_with_tile
        ]
        return Feedback([because], sets=sets)
