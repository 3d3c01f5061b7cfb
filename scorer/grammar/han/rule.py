"""What counts in a hand of han and fu: yaku, what adds han beside them, and items of fu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorer.grammar.features import FeatureFiltered
from scorer.grammar.han.reading import HanReading
from scorer.grammar.rule_base import AmountRule, Title
from scorer.rulebook.book import Option, Options, When, default_amount, holds

if TYPE_CHECKING:
    from scorer import types
    from scorer.grammar.han.hand import DoraHand

HAN_KIND: Final = "han"
FU_KIND: Final = "fu"
YAKUMAN_KIND: Final = "limit"

BonusTiles = Callable[["DoraHand", int], Sequence[int]]
BonusCount = Callable[["DoraHand", int], int]
HanTest = Callable[[HanReading], object]


class HanTitle(NamedTuple):
    """What a rule is called, and where it stands: ``ja`` is its Japanese name as it is written,
    ``romaji`` as it is spoken."""

    name: str
    source: str
    romaji: str = ""
    ja: str = ""


class JapaneseNamed(AmountRule):
    """A rule with Japanese names."""

    kind: types.LineKind = "han"

    def __init__(
        self,
        function: Callable[..., Any],
        amount: int | Option[int],
        title: HanTitle,
        of: int,
        when: When | None,
    ) -> None:
        super().__init__(function, amount, Title(title.name, title.source), of, when)
        names = (("ja", title.ja), ("romaji", title.romaji))
        self.names: tuple[tuple[str, str], ...] = names if title.ja else ()
        self.excludes: tuple[str, ...] = ()
        self.place = 0

    def as_document(self) -> types.Rule:
        """Return the rule as the list of rules shows it, under the default options."""
        shown: types.Rule = {
            "id": self.id,
            "name": self.name,
            "names": dict(self.names),
            "kind": self.kind,
            "amount": default_amount(self.amount) or None,
            "meaning": self.meaning,
            "excludes": list(self.excludes),
            "source": self.source,
        }
        if isinstance(self.amount, Option):
            shown["amount_option"] = self.amount.name
        if self.when is not None:
            shown["option"] = self.when.as_document()
        return shown


class YakuTraits(NamedTuple):
    """How a yaku counts.

    Attributes:
        yakuman: It is a yakuman.
        replaces: The names of those that do not count beside it.
        of: It is asked of readings that have all of this (see ``features``).
        needs_facts: It is asked only of wins with one of these facts.
        sure: It counts in all of those, so that scoring need not call its test.
        when: It counts only where that option has that value.
        doubled: With that option it is two yakuman.
        limit_when: With that option it is a yakuman.
        alone_when: With that option the hand may count as nothing but its han.
        needs: It counts only beside another.
    """

    yakuman: bool = False
    replaces: Sequence[str] = ()
    of: int = 0
    needs_facts: int = 0
    sure: bool = False
    when: When | None = None
    doubled: When | None = None
    limit_when: When | None = None
    alone_when: When | None = None
    needs: bool = False


class Yaku(JapaneseNamed):
    """A yaku: its han in a closed hand and in an open one (None: an open hand cannot have it), or
    how many yakuman it is. ``test`` gives 0 for no, else the mask of the kinds that its line shows,
    or True for the whole hand."""

    def __init__(
        self,
        function: Callable[..., Any],
        closed: int,
        opened: int | None,
        title: HanTitle,
        traits: YakuTraits,
    ) -> None:
        super().__init__(function, closed, title, traits.of, traits.when)
        self.kind = YAKUMAN_KIND if traits.yakuman else HAN_KIND
        self.opened = opened
        self.replaces = tuple(traits.replaces)
        self.needs_facts = traits.needs_facts
        self.sure = traits.sure
        self.doubled = traits.doubled
        self.limit_when = traits.limit_when
        self.alone_when = traits.alone_when
        self.needs = traits.needs

    def as_document(self) -> types.Rule:
        """Return the yaku as the list of rules shows it; what an open hand has of it, where that is
        less."""
        shown = super().as_document()
        if self.opened is not None and self.opened < default_amount(self.amount):
            shown["exposed"] = self.opened
        return shown

    def is_yakuman(self, options: Options) -> bool:
        """Tests if under these options it is a yakuman."""
        return self.kind == YAKUMAN_KIND or (
            self.limit_when is not None and holds(self.limit_when, options)
        )

    def may_count_alone(self, options: Options) -> bool:
        """Tests if under these options it may stand in place of all else."""
        return self.alone_when is not None and holds(self.alone_when, options)


class Bonus(JapaneseNamed):
    """What adds a han for each of its tiles and is no yaku: ``tiles`` gives them, from the hand
    and how many play, ``number`` tells how many they are."""

    def __init__(self, function: BonusTiles, title: HanTitle, when: When | None) -> None:
        super().__init__(function, 1, title, 0, when)
        self.tiles = function
        self.number: BonusCount = lambda hand, players: len(function(hand, players))

    def counted(self, number: BonusCount) -> BonusCount:
        """Declare what counts the tiles without a list of them: every hand that is scored asks."""
        self.number = number
        return number


class FuItem(JapaneseNamed):
    """An item of fu; with ``each`` one for every kind that the test finds. Every reading that has
    all of ``of`` has one that is ``sure``."""

    def __init__(
        self,
        function: Callable[..., Any],
        amount: int | Option[int],
        title: HanTitle,
        *,
        each: bool = False,
        of: int = 0,
        sure: bool = False,
    ) -> None:
        super().__init__(function, amount, title, of, None)
        self.kind = FU_KIND
        self.each = each
        self.sure = sure


class ActiveRule(FeatureFiltered):
    """A rule under the options in force: its test, what it is worth closed and open (0: nothing),
    its own bit and the bits of what it replaces."""

    __slots__ = (
        "bit",
        "closed",
        "each",
        "gone",
        "limit",
        "needs_facts",
        "opened",
        "rule",
        "sure",
        "test",
    )

    def __init__(
        self, rule: Yaku | FuItem, closed: int, opened: int, limit: bool, bit: int, gone: int
    ) -> None:
        super().__init__(rule.of)
        self.rule = rule
        self.test = rule.test
        self.closed = closed
        self.opened = opened
        self.limit = limit
        self.bit = bit
        self.gone = gone
        self.each = isinstance(rule, FuItem) and rule.each
        self.needs_facts = rule.needs_facts if isinstance(rule, Yaku) else 0
        self.sure = rule.sure


class CountedYaku:
    """A yaku that counts: its han or how many yakuman, and what its test found."""

    __slots__ = ("amount", "found", "yaku")

    def __init__(self, yaku: Yaku, amount: int, found: object) -> None:
        self.yaku = yaku
        self.amount = amount
        self.found = found


class HanCandidate:
    """What a reading comes to: ``han`` with the dora, ``fu`` rounded, or how many ``yakuman``;
    ``yaku`` is the han without dora, ``base`` the base points, ``total`` what the others pay.
    ``alone`` tells that its han stand in place of all else."""

    __slots__ = ("alone", "base", "fu", "han", "hits", "reading", "total", "yaku", "yakuman")

    def __init__(
        self, reading: HanReading, hits: list[CountedYaku], yaku: int, yakuman: int
    ) -> None:
        self.reading = reading
        self.hits = hits
        self.yaku = yaku
        self.yakuman = yakuman
        self.han = 0
        self.fu = 0
        self.base = 0
        self.total = 0
        self.alone = False

    def beats(self, other: HanCandidate) -> bool:
        """Tests if it comes before the other: by what is paid, then a yakuman before a counted one,
        then by han, then by fu."""
        return (self.total, self.yakuman, self.han, self.fu) > (
            other.total,
            other.yakuman,
            other.han,
            other.fu,
        )
