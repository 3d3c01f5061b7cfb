"""A book of points and doubles, as its ruleset declares it; ``edition`` counts by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from scorer.engine.arrange import Shape
from scorer.engine.hand import Hand, sets_in_words
from scorer.errors import Problem
from scorer.grammar.points.club_hands import ClubHandsOfPoints
from scorer.grammar.points.edition import PointsEdition, PointsRules, Refusal
from scorer.grammar.points.rule import EVERYBODY, ORDINARY_SCOPE, Rule, RuleTraits, Special
from scorer.grammar.reading import Reading
from scorer.grammar.rule_base import Test, Title
from scorer.grammar.special.club_hands import club_hands
from scorer.grammar.special.model import HandsSetting
from scorer.grammar.special.names import setting_of
from scorer.languages.speech import say
from scorer.rulebook import soundness
from scorer.rulebook.book import Book, Option, Options, Source, When, holds

if TYPE_CHECKING:
    from scorer import types

WildTile = Callable[[Options], int | None]
Caps = Callable[[Options], bool]
Exposes = Callable[[Reading], bool]


def no_mahjong(hand: Hand, readings: Sequence[Reading], options: Options) -> Problem:
    """Return the problem of tiles that are no winning hand."""
    detail = say(
        "the tiles form no mah-jong: neither {sets} sets and a pair nor a special hand",
        sets=sets_in_words(hand),
    )
    return Problem("/hand", "not_winning", detail)


def shows_a_claimed_set(h: Reading) -> bool:
    """Tests if a set was claimed before the winning tile."""
    return h.claimed_before


class PointsBook(Book[Hand]):
    """A ruleset that adds points and multiplies by doubles."""

    def __init__(  # noqa: PLR0913  # what is the same for all hands of the ruleset
        self,
        id: str,
        name: str,
        *,
        summary: str,
        version: str,
        sources: tuple[Source, ...],
        shapes: Sequence[Shape],
        claimed_kongs_count_as_concealed: bool,
        mahjong: Callable[[Reading], bool],
    ) -> None:
        super().__init__(id, name, summary=summary, version=version, sources=sources, unit="points")
        self.tally = {"points": "the points", "doubles": "how often they are doubled"}
        self.shapes = tuple(shapes)
        self.claimed_kongs_count_as_concealed = claimed_kongs_count_as_concealed
        self.mahjong = mahjong
        self.counted: list[Rule] = []
        self.specials: list[Special] = []
        self.wild_tile: WildTile = lambda options: None
        self.specials_when: When | None = None
        self._caps_ordinary: Caps = lambda options: True
        self._caps_specials: Caps = lambda options: False
        self._fixes_specials: Caps = lambda options: False
        self.is_special_exposed: Exposes = shows_a_claimed_set
        self.refusal: Refusal = no_mahjong

    def points(  # noqa: PLR0913  # the list of all that a rule may tell
        self,
        amount: int | Option[int],
        name: str,
        source: str,
        *,
        zh: str = "",
        who: types.Whose = EVERYBODY,
        each: bool = False,
        scope: str = ORDINARY_SCOPE,
        last: bool = False,
        when: When | None = None,
        of: int = 0,
    ) -> Callable[[Test], Rule]:
        """Declare points. ``each``: once for every kind that the test finds; ``last``: the line
        shows the winning tile; ``when``: only where that option has that value; ``of``: the
        features without which the test finds nothing (see ``features``)."""
        traits = RuleTraits(who=who, each=each, scope=scope, last=last, of=of, when=when)
        return partial(self._declare, "points", amount, Title(name, source, zh), traits)

    def double(  # noqa: PLR0913  # as `points`
        self,
        amount: int | Option[int],
        name: str,
        source: str,
        *,
        zh: str = "",
        who: types.Whose = EVERYBODY,
        each: bool = False,
        scope: str = ORDINARY_SCOPE,
        last: bool = False,
        when: When | None = None,
        alone: When | None = None,
        in_place_of: Rule | None = None,
        shared: When | None = None,
        of: int = 0,
    ) -> Callable[[Test], Rule]:
        """Declare doubles, as ``points`` does points. ``alone``: where that option has that value,
        the rule makes a special hand of what is counted, and no other double of the hand counts;
        flowers beside it keep theirs. ``in_place_of``: the rule that does not count where this one
        does. ``shared``: elsewhere than where that option has that value, only the winner has
        it."""
        traits = RuleTraits(
            who=who,
            each=each,
            scope=scope,
            last=last,
            of=of,
            when=when,
            alone=alone,
            in_place_of=in_place_of,
            shared=shared,
        )
        return partial(self._declare, "double", amount, Title(name, source, zh), traits)

    def _declare(
        self,
        kind: types.LineKind,
        amount: int | Option[int],
        title: Title,
        traits: RuleTraits,
        test: Test,
    ) -> Rule:
        rule = Rule(test, kind, amount, title, traits)
        self.counted.append(rule)
        return self._add_rule(rule)

    def special(  # noqa: PLR0913  # as `points`
        self,
        name: str,
        source: str,
        *,
        zh: str = "",
        worth: Fraction = Fraction(1),
        exposed: Fraction | None = None,
        fishing: bool = False,
        when: When | None = None,
        of: int = 0,
    ) -> Callable[[Test], Special]:
        """Declare a special hand: its share of the limit, the share when a set of it is exposed,
        and whether fishing for it is worth something. ``when`` and ``of`` are as in ``points``."""

        def declare(test: Test) -> Special:
            special = Special(
                test,
                Title(name, source, zh),
                worth=worth,
                exposed=worth if exposed is None else exposed,
                fishing=fishing,
                of=of,
                when=when,
            )
            self.specials.append(special)
            return self._add_rule(special)

        return declare

    def wild_tiles(self, function: WildTile) -> WildTile:
        """Declare which tile is wild: a kind, JOKER for blanks, or None."""
        self.wild_tile = function
        return function

    def specials_under(self, when: When) -> None:
        """Declare the option, with its value, under which alone there are special hands and the
        shapes that only they have."""
        self.specials_when = when
        self.revision += 1

    def caps_ordinary(self, function: Caps) -> Caps:
        """Declare whether an ordinary hand stops at the limit; it does by default."""
        self._caps_ordinary = function
        return function

    def caps_specials(self, function: Caps) -> Caps:
        """Declare whether a special hand with its flowers stops at the limit."""
        self._caps_specials = function
        return function

    def fixes_specials(self, function: Caps) -> Caps:
        """Declare whether the tiles of a special hand are worth what it is worth, even where they
        would be worth more as an ordinary hand."""
        self._fixes_specials = function
        return function

    def exposes_specials(self, function: Exposes) -> Exposes:
        """Declare when a set of a special hand is exposed."""
        self.is_special_exposed = function
        return function

    def refuses(self, function: Refusal) -> Refusal:
        """Declare the function that gives the problem of tiles that are no mah-jong here."""
        self.refusal = function
        return function

    def faults(self) -> Iterator[str]:
        """Yield the faults of the declarations."""
        yield from super().faults()
        if self.specials_when is not None:
            yield from soundness.condition_faults(self, "special hands", self.specials_when)

    def as_document(self) -> types.Ruleset:
        """Return the ruleset as the list of rulesets shows it, and which flags its melds may
        have."""
        flags = ["concealed"] + ["from_concealed_pung"] * self.claimed_kongs_count_as_concealed
        return super().as_document() | {"meld_flags": flags}

    def new_edition(self, preset: str | None, options: Options) -> PointsEdition:
        """Return a new edition of this book."""
        withheld = {
            special.id: when
            for special in self.specials
            for when in (special.when, self.specials_when)
            if when is not None and not holds(when, options)
        }
        own = self._club_hands(options)
        gone: Mapping[str, str] = {} if own is None else own.hands.gone
        shapes = self.shapes if holds(self.specials_when, options) else ()
        specials = [s for s in self.specials if s.id not in withheld and s.id not in gone]
        rules = PointsRules(
            counted=[rule for rule in self.counted if rule.id not in gone],
            specials=specials if own is None else [*specials, *own.specials],
            withheld=withheld,
            shapes=shapes if own is None else (*shapes, *own.hands.shapes),
            claimed_kongs_count_as_concealed=self.claimed_kongs_count_as_concealed,
            mahjong=self.mahjong,
            is_special_exposed=self.is_special_exposed,
            refusal=self.refusal,
            caps_ordinary=self._caps_ordinary(options),
            caps_specials=self._caps_specials(options),
            fixes_specials=self._fixes_specials(options),
            wild_tile=self.wild_tile(options),
            own=own,
        )
        return PointsEdition(self, rules, preset, options)

    def _club_hands(self, options: Options) -> ClubHandsOfPoints | None:
        """Return a club's special hands under these options. Raises HandError."""
        hands = club_hands(options, self.special_hands_setting)
        if hands is None:
            return None
        fishing = any(special.fishing for special in self.specials)
        return ClubHandsOfPoints(hands, fishing)

    def special_hands_setting(self, options: Options) -> HandsSetting:
        """Return what a club's special hands may be here."""
        names = {rule.id: rule.name for rule in (*self.counted, *self.specials)}
        return setting_of(self, names, counts_fan=False, has_limit=True, fishing=True)
