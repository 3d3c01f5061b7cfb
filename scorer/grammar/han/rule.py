"""What counts in a hand of han and fu: yaku, what adds han beside them, and items of fu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from scorer.grammar.features import Needs
from scorer.grammar.han.reading import HanReading
from scorer.grammar.tested import Amounted
from scorer.rulebook import Option, When, holds, usual_amount

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorer import types
    from scorer.grammar.han.hand import DoraHand
    from scorer.options import Value

__all__ = ["Asked", "Bonus", "Candidate", "FuItem", "HanTest", "Hit", "Named", "Yaku"]

HAN: Final = "han"
FU: Final = "fu"
YAKUMAN: Final = "limit"

Tiles = Callable[["DoraHand", int], Sequence[int]]
Number = Callable[["DoraHand", int], int]
HanTest = Callable[[HanReading], object]


class Named(Amounted):
    """A rule with Japanese names: ``ja`` as it is written, ``romaji`` as it is spoken."""

    kind: types.LineKind = "han"

    def __init__(
        self,
        function: Callable[..., Any],
        amount: int | Option,
        name: str,
        romaji: str,
        ja: str,
        source: str,
        of: int,
        when: When | None,
    ) -> None:
        super().__init__(function, amount, name, "", source, of, when)
        self.names: tuple[tuple[str, str], ...] = (("ja", ja), ("romaji", romaji)) if ja else ()
        self.excludes: tuple[str, ...] = ()
        self.place = 0

    def as_document(self) -> types.Rule:
        """The rule as the list of rules shows it, under the default options."""
        shown: types.Rule = {
            "id": self.id,
            "name": self.name,
            "names": dict(self.names),
            "kind": self.kind,
            "amount": usual_amount(self.amount) or None,
            "meaning": self.meaning,
            "excludes": list(self.excludes),
            "source": self.source,
        }
        if isinstance(self.amount, Option):
            shown["amount_option"] = self.amount.name
        if self.when is not None:
            shown["option"] = {"name": self.when[0], "value": self.when[1]}
        return shown


class Yaku(Named):
    """A yaku: its han in a closed hand and in an open one (None: an open hand cannot have it), or
    how many ``yakuman`` it is. ``test`` gives 0 for no, else the mask of the kinds that its line
    shows, or True for the whole hand. ``replaces`` are the names of those that do not count beside
    it. Where facts are ``told`` it is asked only of wins with one of them; a ``sure`` one counts in
    all readings that have these and all of ``of``, so that scoring need not call its test.
    ``doubled``: with that option it is two yakuman. ``limit_when``: with that option it is a
    yakuman; ``flat_when``: with that option the hand may count as nothing but its han. ``needs``:
    it counts only beside another."""

    def __init__(
        self,
        function: Callable[..., Any],
        closed: int,
        opened: int | None,
        name: str,
        romaji: str,
        ja: str,
        source: str,
        *,
        yakuman: bool,
        replaces: Sequence[str],
        of: int,
        told: int,
        sure: bool,
        when: When | None,
        doubled: When | None,
        limit_when: When | None,
        flat_when: When | None,
        needs: bool,
    ) -> None:
        super().__init__(function, closed, name, romaji, ja, source, of, when)
        self.kind = YAKUMAN if yakuman else HAN
        self.opened = opened
        self.replaces = tuple(replaces)
        self.told = told
        self.sure = sure
        self.doubled = doubled
        self.limit_when = limit_when
        self.flat_when = flat_when
        self.needs = needs

    def as_document(self) -> types.Rule:
        """The yaku as the list of rules shows it; what an open hand has of it, where that is
        less."""
        shown = super().as_document()
        if self.opened is not None and self.opened < usual_amount(self.amount):
            shown["exposed"] = self.opened
        return shown

    def is_yakuman(self, options: Mapping[str, Value]) -> bool:
        """Whether under these options it is a yakuman."""
        return self.kind == YAKUMAN or (
            self.limit_when is not None and holds(self.limit_when, options)
        )

    def is_flat(self, options: Mapping[str, Value]) -> bool:
        """Whether under these options it may stand in place of all else."""
        return self.flat_when is not None and holds(self.flat_when, options)


class Bonus(Named):
    """What adds a han for each of its tiles and is no yaku: ``tiles`` gives them, told the hand
    and how many play, ``number`` tells how many they are."""

    def __init__(
        self,
        function: Tiles,
        name: str,
        romaji: str,
        ja: str,
        source: str,
        when: When | None,
    ) -> None:
        super().__init__(function, 1, name, romaji, ja, source, 0, when)
        self.tiles = function
        self.number: Number = lambda hand, players: len(function(hand, players))

    def counted(self, number: Number) -> Number:
        """Declare what counts the tiles without a list of them: every hand that is scored asks."""
        self.number = number
        return number


class FuItem(Named):
    """An item of fu; with ``each`` one for every kind that the test finds. Every reading that has
    all of ``of`` has one that is ``sure``."""

    def __init__(
        self,
        function: Callable[..., Any],
        amount: int | Option,
        name: str,
        source: str,
        *,
        each: bool,
        of: int,
        sure: bool,
        when: When | None,
    ) -> None:
        super().__init__(function, amount, name, "", "", source, of, when)
        self.kind = FU
        self.each = each
        self.sure = sure


class Asked(Needs):
    """A rule under the options in force: its test, what it is worth closed and open (0: nothing),
    its own bit and the bits of what it replaces."""

    __slots__ = (
        "bit",
        "closed",
        "each",
        "gone",
        "limit",
        "opened",
        "rule",
        "sure",
        "test",
        "told",
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
        self.told = rule.told if isinstance(rule, Yaku) else 0
        self.sure = rule.sure


class Hit:
    """A yaku that counts: its han or how many yakuman, and what its test found."""

    __slots__ = ("amount", "found", "yaku")

    def __init__(self, yaku: Yaku, amount: int, found: object) -> None:
        self.yaku = yaku
        self.amount = amount
        self.found = found


class Candidate:
    """What a reading comes to: ``han`` with the dora, ``fu`` rounded, or how many ``yakuman``;
    ``yaku`` is the han without dora, ``base`` the base points, ``total`` what the others pay.
    ``flat`` tells that its han stand in place of all else."""

    __slots__ = ("base", "flat", "fu", "han", "hits", "reading", "total", "yaku", "yakuman")

    def __init__(self, reading: HanReading, hits: list[Hit], yaku: int, yakuman: int) -> None:
        self.reading = reading
        self.hits = hits
        self.yaku = yaku
        self.yakuman = yakuman
        self.han = 0
        self.fu = 0
        self.base = 0
        self.total = 0
        self.flat = False

    def beats(self, other: Candidate) -> bool:
        """Whether it comes before the other: by what is paid, then a yakuman before a counted one,
        then by han, then by fu."""
        return (self.total, self.yakuman, self.han, self.fu) > (
            other.total,
            other.yakuman,
            other.han,
            other.fu,
        )
