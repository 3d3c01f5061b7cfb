"""A book of han and fu, as its ruleset declares it; ``edition`` counts by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from scorer.arrange import Shape
from scorer.declared import Laid
from scorer.grammar.han.edition import HanEdition, HanRules
from scorer.grammar.han.hand import DoraHand, dora_hand, red_meld
from scorer.grammar.han.rule import Bonus, FuItem, HanTest, Named, Tiles, Yaku
from scorer.hand import Meld, Win
from scorer.rulebook import Book, Option, Source, Value, When
from scorer.settle import Settlement
from scorer.tiles import KINDS, code, plain

__all__ = ["HanBook"]

N = TypeVar("N", bound=Named)

Contradicts = Callable[[Any, Win, int, Mapping[str, Value]], Iterator[tuple[str, str]]]
"""What cannot be of a win: told the hand, the win, the seat and the options, the pointer and the
sentence of each contradiction."""


class HanBook(Book):
    """A ruleset that adds up han and fu. It has the options that its points go by:
    ``minimum_han``, ``two_han_from``, ``yakuman_stack``, ``kiriage``, ``counted_yakuman``,
    ``red_fives``, ``ura_dora``, ``north`` and ``tsumo_loss``."""

    def __init__(
        self,
        id: str,
        name: str,
        *,
        summary: str,
        version: str,
        sources: tuple[Source, ...],
        source: str,
        shapes: Sequence[Shape],
    ) -> None:
        super().__init__(id, name, summary=summary, version=version, sources=sources, unit="points")
        self.tally = {"han": "the han", "fu": "the fu", "yakuman": "how many yakuman"}
        self.source = source
        self.shapes = tuple(shapes)
        self.losers_score = False
        self.discarder_pays = True
        self.bonus_tiles = False
        self.yaku_declared: list[Yaku] = []
        self.bonuses: list[Bonus] = []
        self.items: list[FuItem] = []
        self.rounded: FuItem
        self.contradiction: Contradicts = lambda hand, win, seat, options: iter(())
        self.doubtful = self.turned = 0
        self._conclude: Callable[[Settlement], None] = lambda table: None

    def yaku(
        self,
        closed: int,
        opened: int | None,
        name: str,
        romaji: str,
        ja: str,
        *,
        replaces: Sequence[str] = (),
        of: int = 0,
        told: int = 0,
        sure: bool = False,
        when: When | None = None,
        limit_when: When | None = None,
        flat_when: When | None = None,
        source: str = "",
    ) -> Callable[[HanTest], Yaku]:
        """Declare a yaku: its han in a closed and in an open hand (None: not in that), and its
        names. ``replaces``: the names of those that do not count beside it; ``of``: only readings
        that have all of this can have it; ``told``: only wins with one of these facts; ``sure``:
        they all have it; ``when``: only where that option has that value; ``limit_when`` and
        ``flat_when`` as ``Yaku`` tells; ``source``: where it comes from, if not from the books."""
        arguments = (closed, opened, name, romaji, ja, source or self.source)
        return partial(
            self._declared,
            arguments,
            yakuman=False,
            replaces=replaces,
            of=of,
            told=told,
            sure=sure,
            when=when,
            limit_when=limit_when,
            flat_when=flat_when,
        )

    def yakuman(
        self,
        name: str,
        romaji: str,
        ja: str,
        *,
        doubled: bool = False,
        replaces: Sequence[str] = (),
        of: int = 0,
        told: int = 0,
        sure: bool = False,
        when: When | None = None,
        needs: bool = False,
        source: str = "",
    ) -> Callable[[HanTest], Yaku]:
        """Declare a yakuman, as ``yaku`` does a yaku. ``doubled``: the option ``double_yakuman``
        makes two of it; ``needs``: it counts only beside another yaku."""
        arguments = (1, 1, name, romaji, ja, source or self.source)
        return partial(
            self._declared,
            arguments,
            yakuman=True,
            replaces=replaces,
            of=of,
            told=told,
            sure=sure,
            when=when,
            doubled=("double_yakuman", True) if doubled else None,
            needs=needs,
        )

    def _declared(
        self,
        arguments: tuple[Any, ...],
        test: HanTest,
        *,
        yakuman: bool,
        replaces: Sequence[str],
        of: int,
        told: int,
        sure: bool,
        when: When | None,
        doubled: When | None = None,
        limit_when: When | None = None,
        flat_when: When | None = None,
        needs: bool = False,
    ) -> Yaku:
        yaku = Yaku(
            test,
            *arguments,
            yakuman=yakuman,
            replaces=replaces,
            of=of,
            told=told,
            sure=sure,
            when=when,
            doubled=doubled,
            limit_when=limit_when,
            flat_when=flat_when,
            needs=needs,
        )
        self.yaku_declared.append(yaku)
        return self._listed(yaku)

    def bonus(
        self, name: str, romaji: str, ja: str, *, when: When | None = None
    ) -> Callable[[Tiles], Bonus]:
        """Declare what adds a han for each of its tiles and is no yaku."""

        def declare(tiles: Tiles) -> Bonus:
            self.bonuses.append(Bonus(tiles, name, romaji, ja, self.source, when))
            self.counted_apart[self.bonuses[-1].id] = "dora"
            return self._listed(self.bonuses[-1])

        return declare

    def fu(
        self,
        amount: int | Option,
        name: str,
        *,
        each: bool = False,
        of: int = 0,
        sure: bool = False,
        when: When | None = None,
    ) -> Callable[[HanTest], FuItem]:
        """Declare an item of fu, with ``each`` one for every kind that the test finds; ``sure``:
        every reading that has all of ``of`` has it."""

        def declare(test: HanTest) -> FuItem:
            self.items.append(
                FuItem(test, amount, name, self.source, each=each, of=of, sure=sure, when=when)
            )
            return self._listed(self.items[-1])

        return declare

    def rounds(self, name: str) -> Callable[[HanTest], FuItem]:
        """Declare what rounds the fu up to tens; the function tells whether they are."""

        def declare(test: HanTest) -> FuItem:
            self.rounded = FuItem(
                test, 0, name, self.source, each=False, of=0, sure=False, when=None
            )
            return self._listed(self.rounded)

        return declare

    def contradicts(self, *, facts: int, turned: int) -> Callable[[Contradicts], Contradicts]:
        """Declare what of a win contradicts itself, beside what circumstances tell. It is asked of
        wins with one of these ``facts``, of those with indicators beneath and none of the facts by
        which those are ``turned``, and where somebody is liable."""

        def declare(function: Contradicts) -> Contradicts:
            self.contradiction = function
            self.doubtful, self.turned = facts, turned
            return function

        return declare

    def concludes(self, function: Callable[[Settlement], None]) -> Callable[[Settlement], None]:
        """Declare what follows from all that happened at the table."""
        self._conclude = function
        return function

    def conclude(self, table: Settlement) -> None:
        """What follows from all that happened."""
        self._conclude(table)

    def _listed(self, rule: N) -> N:  # type: ignore[override]  # its rules are named
        rule.place = len(self.rules)
        return super()._listed(rule)

    def faults(self) -> Iterator[str]:
        """What is wrong with the declarations; then also what each replaces is known."""
        yield from super().faults()
        ids = {yaku.name: yaku.id for yaku in self.yaku_declared}
        for yaku in self.yaku_declared:
            for name in yaku.replaces:
                if name not in ids:
                    yield f"{yaku.id} replaces “{name}”, which is the name of no yaku"
            yaku.excludes = tuple(ids.get(name, name) for name in yaku.replaces)

    def as_document(self) -> Any:
        """The ruleset; which yaku each replaces is known once its names are."""
        self._check()
        return super().as_document()

    def meld(self, laid: Laid) -> Meld:
        """The set that these tiles form, red fives among them; ValueError when they form none."""
        return red_meld(laid.tiles, laid.concealed, laid.from_concealed_pung)

    def lay(
        self,
        concealed: Sequence[int],
        melds: Sequence[Meld],
        bonus: Sequence[int],
        winning: int | None,
        count: str,
        **beside: Sequence[int],
    ) -> DoraHand:
        """The hand of these tiles, with the indicators beside it. Raises HandError."""
        return dora_hand(
            concealed,
            melds,
            bonus,
            winning,
            count,
            beside.get("dora_indicators", ()),
            beside.get("ura_indicators", ()),
            self.hand_tiles,
        )

    def shared(self, hands: Sequence[Any]) -> list[tuple[str, int, int]]:
        """Tiles that these hands of one table cannot all have, the indicators counted once, and
        once the tile that several win on."""
        found = []
        lying = next((hand for hand in hands if isinstance(hand, DoraHand)), None)
        on_wall = [] if lying is None else [*lying.indicators]
        under = max((getattr(hand, "beneath", ()) for hand in hands), key=len, default=())
        won = [hand.winning for hand in hands if hand.winning is not None]
        for kind in range(KINDS):
            held = sum(hand.copies[kind] for hand in hands) - max(0, won.count(kind) - 1)
            held += sum(plain(tile) == kind for tile in (*on_wall, *under))
            if kind == 30:
                held += sum(getattr(hand, "norths", 0) for hand in hands)
            if held > 4:
                found.append((code(kind), held, 4))
        return found

    def enforced(self, preset: str | None, options: dict[str, Value]) -> HanEdition:
        """A new edition of this book."""
        rules = HanRules(
            self.yaku_declared,
            self.bonuses,
            self.items,
            self.rounded,
            self.shapes,
            self.contradiction,
            self.doubtful,
            self.turned,
        )
        return HanEdition(self, rules, preset, options)
