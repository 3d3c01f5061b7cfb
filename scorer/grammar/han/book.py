"""A book of han and fu, as its ruleset declares it; ``edition`` counts by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar, cast

from scorer.engine.any_hand import AnyHand, AnyMeld, of_sets
from scorer.engine.arrange import Shape
from scorer.engine.hand import Hand, Meld
from scorer.engine.tiles import KIND_COUNT, code, plain
from scorer.grammar.han import house
from scorer.grammar.han.edition import Contradicts, HanEdition, HanRules
from scorer.grammar.han.hand import DoraHand, checked_dora_hand, red_meld
from scorer.grammar.han.rule import (
    Bonus,
    BonusTiles,
    FuItem,
    HanTest,
    HanTitle,
    JapaneseNamed,
    Yaku,
    YakuTraits,
)
from scorer.languages.speech import say
from scorer.rulebook.book import Book, Option, Options, Source, When
from scorer.rulebook.parts import DeclaredSet

if TYPE_CHECKING:
    from scorer import types

NamedT = TypeVar("NamedT", bound=JapaneseNamed)


class HanBook(Book[Hand]):
    """A ruleset that adds up han and fu. It declares the options of ``house``, which its
    points go by."""

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
        self.payments = self.payments._replace(losers_score=False, discarder_pays=True)
        self.tiles = self.tiles._replace(bonus_tiles=False)
        self.yaku_declared: list[Yaku] = []
        self.bonuses: list[Bonus] = []
        self.items: list[FuItem] = []
        self.rounded: FuItem
        self.contradiction: Contradicts = lambda hand, win, seat, options: iter(())
        self.doubtful = self.turned = 0

    def yaku(  # noqa: PLR0913  # the list of all that a yaku may tell
        self,
        closed: int,
        opened: int | None,
        name: str,
        romaji: str,
        ja: str,
        *,
        replaces: Sequence[str] = (),
        of: int = 0,
        needs_facts: int = 0,
        sure: bool = False,
        when: When | None = None,
        limit_when: When | None = None,
        alone_when: When | None = None,
        source: str = "",
    ) -> Callable[[HanTest], Yaku]:
        """Declare a yaku: its han in a closed and in an open hand (None: not in that), and its
        names. ``replaces``: the names of those that do not count beside it; ``of``: only readings
        that have all of this can have it; ``needs_facts``: only wins with one of these facts;
        ``sure``: they all have it; ``when``: only where that option has that value;
        ``limit_when`` and ``alone_when`` as in ``Yaku``; ``source``: where it comes from, if not
        from the books."""
        title = HanTitle(name, source or self.source, romaji, ja)
        traits = YakuTraits(
            replaces=replaces,
            of=of,
            needs_facts=needs_facts,
            sure=sure,
            when=when,
            limit_when=limit_when,
            alone_when=alone_when,
        )
        return partial(self._declare_yaku, closed, opened, title, traits)

    def yakuman(  # noqa: PLR0913  # as `yaku`
        self,
        name: str,
        romaji: str,
        ja: str,
        *,
        doubled: bool = False,
        replaces: Sequence[str] = (),
        of: int = 0,
        needs_facts: int = 0,
        sure: bool = False,
        when: When | None = None,
        needs: bool = False,
        source: str = "",
    ) -> Callable[[HanTest], Yaku]:
        """Declare a yakuman, as ``yaku`` does a yaku. ``doubled``: the option ``double_yakuman``
        makes two of it; ``needs``: it counts only beside another yaku."""
        title = HanTitle(name, source or self.source, romaji, ja)
        traits = YakuTraits(
            yakuman=True,
            replaces=replaces,
            of=of,
            needs_facts=needs_facts,
            sure=sure,
            when=when,
            doubled=house.double_yakuman_option.is_(True) if doubled else None,
            needs=needs,
        )
        return partial(self._declare_yaku, 1, 1, title, traits)

    def _declare_yaku(
        self, closed: int, opened: int | None, title: HanTitle, traits: YakuTraits, test: HanTest
    ) -> Yaku:
        yaku = Yaku(test, closed, opened, title, traits)
        self.yaku_declared.append(yaku)
        return self._add_rule(yaku)

    def bonus(
        self, name: str, romaji: str, ja: str, *, when: When | None = None
    ) -> Callable[[BonusTiles], Bonus]:
        """Declare what adds a han for each of its tiles and is no yaku."""

        def declare(tiles: BonusTiles) -> Bonus:
            self.bonuses.append(Bonus(tiles, HanTitle(name, self.source, romaji, ja), when))
            apart = {**self.presentation.counted_apart, self.bonuses[-1].id: "dora"}
            self.presentation = self.presentation._replace(counted_apart=apart)
            return self._add_rule(self.bonuses[-1])

        return declare

    def fu(
        self,
        amount: int | Option[int],
        name: str,
        *,
        each: bool = False,
        of: int = 0,
        sure: bool = False,
    ) -> Callable[[HanTest], FuItem]:
        """Declare an item of fu, with ``each`` one for every kind that the test finds; ``sure``:
        every reading that has all of ``of`` has it."""
        title = HanTitle(name, self.source)

        def declare(test: HanTest) -> FuItem:
            self.items.append(FuItem(test, amount, title, each=each, of=of, sure=sure))
            return self._add_rule(self.items[-1])

        return declare

    def rounds(self, name: str) -> Callable[[HanTest], FuItem]:
        """Declare what rounds the fu up to tens; the function tells whether they are."""

        def declare(test: HanTest) -> FuItem:
            self.rounded = FuItem(test, 0, HanTitle(name, self.source))
            return self._add_rule(self.rounded)

        return declare

    def contradicts(self, *, facts: int, turned: int) -> Callable[[Contradicts], Contradicts]:
        """Declare the function that yields the contradictions in a win, apart from those that
        circumstances declare.

        To be quick it is called only where somebody is liable, and for the wins below.

        Args:
            facts: circumstances; wins with one of them.
            turned: circumstances in which ura indicators are turned; wins with ura indicators
                and none of them.
        """

        def declare(function: Contradicts) -> Contradicts:
            self.contradiction = function
            self.doubtful, self.turned = facts, turned
            return function

        return declare

    def _add_rule(self, rule: NamedT) -> NamedT:  # type: ignore[override]  # its rules are named
        rule.place = len(self.rules)
        return super()._add_rule(rule)

    def faults(self) -> Iterator[str]:
        """Yield the faults of the declarations, and settle what each yaku replaces."""
        yield from super().faults()
        ids = {yaku.name: yaku.id for yaku in self.yaku_declared}
        for yaku in self.yaku_declared:
            for name in yaku.replaces:
                if name not in ids:
                    yield f"{yaku.id} replaces “{name}”, which is the name of no yaku"
            yaku.excludes = tuple(ids.get(name, name) for name in yaku.replaces)

    def as_document(self) -> Any:
        """Return the ruleset; which yaku each replaces is known once its names are."""
        self._check_declarations()
        return super().as_document()

    def make_meld(self, laid: DeclaredSet) -> Meld:
        """Return the set that these tiles form, red fives among them. Raises ValueError when they
        form none."""
        return red_meld(laid.tiles, laid.concealed, laid.from_concealed_pung)

    def make_hand(
        self,
        concealed: Sequence[SupportsIndex],
        melds: Sequence[AnyMeld],
        bonus: Sequence[SupportsIndex],
        winning: SupportsIndex | None,
        count: str,
        **beside: Sequence[SupportsIndex],
    ) -> DoraHand:
        """Return the hand of these tiles, with the indicators beside it. Raises HandError."""
        return checked_dora_hand(
            concealed,
            cast("Sequence[Meld]", melds),  # as ``make_meld`` made them
            bonus,
            winning,
            count,
            beside.get("dora_indicators", ()),
            beside.get("ura_indicators", ()),
            self.tiles.hand_tiles,
        )

    def too_many_copies(self, hands: Sequence[AnyHand]) -> list[tuple[str, int, int]]:
        """Return the tiles that these hands of one table cannot all have; the indicators count
        once, and so does the tile that several win on."""
        found = []
        lying = next((hand for hand in hands if isinstance(hand, DoraHand)), None)
        on_wall = [] if lying is None else [*lying.indicators]
        under = max((getattr(hand, "beneath", ()) for hand in hands), key=len, default=())
        won = [hand.winning for hand in hands if hand.winning is not None]
        for kind in range(KIND_COUNT):
            held = sum(of_sets(hand).copies_of(kind) for hand in hands) - max(
                0, won.count(kind) - 1
            )
            held += sum(plain(tile) == kind for tile in (*on_wall, *under))
            if kind == 30:
                held += sum(getattr(hand, "norths", 0) for hand in hands)
            if held > 4:
                found.append((code(kind), held, 4))
        return found

    def why_below_minimum(self, tally: Mapping[types.TallyKey, int], minimum: int) -> str:
        """Return why a winning hand without enough han is worth nothing."""
        han = tally["han"]
        if not han:
            return say("this hand has no yaku, so it cannot win: nothing is paid")
        # A high counter may take two han where one is the minimum.
        return say(
            "{han} han, but a win needs {minimum}: nothing is paid",
            han=han,
            minimum=max(minimum, han + 1),
        )

    def minimum_reached_text(self, minimum: int) -> str:
        """Return what a hand has that lets it win: a yaku or, where it takes more, so many han."""
        return say("it has a yaku") if minimum == 1 else super().minimum_reached_text(minimum)

    def new_edition(self, preset: str | None, options: Options) -> HanEdition:
        """Return a new edition of this book."""
        rules = HanRules(
            yaku=self.yaku_declared,
            bonuses=self.bonuses,
            items=self.items,
            rounded=self.rounded,
            shapes=self.shapes,
            contradiction=self.contradiction,
            doubtful=self.doubtful,
            turned=self.turned,
        )
        return HanEdition(self, rules, preset, options)
