"""What a rule of points and doubles is: a name, a value and one test on a reading."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from scorer.grammar.features import FeatureFiltered
from scorer.grammar.reading import Reading
from scorer.grammar.rule_base import AmountRule, RuleBase, Test, Title
from scorer.languages.speech import say
from scorer.rulebook.book import Option, Options, When, default_amount, holds

if TYPE_CHECKING:
    from scorer import types

EVERYBODY: Final = "everybody"
WINNER: Final = "winner"
LOSER: Final = "loser"

ORDINARY_SCOPE: Final = "ordinary"  # counts in an ordinary hand only
BESIDE_SPECIAL_SCOPE: Final = "beside"  # counts in an ordinary hand and beside a special one
SPECIAL_SCOPE: Final = "special"  # doubles the whole of a special hand

FISHING_SHARE: Final = Fraction(2, 5)


class RuleTraits(NamedTuple):
    """How a rule counts.

    Attributes:
        who: Who may have it.
        each: It counts for each kind that its test finds.
        scope: Whether it counts in an ordinary hand, beside a special one, or for the whole.
        last: Its line shows the winning tile.
        of: It is asked of readings that have all of this (see ``features``).
        when: It counts only where that option has that value.
        alone: Where that option has that value, no other double of the hand counts.
        in_place_of: The rule that does not count where this one does.
        shared: Elsewhere than where that option has that value, only the winner may have it.
    """

    who: types.Whose = "everybody"
    each: bool = False
    scope: str = ORDINARY_SCOPE
    last: bool = False
    of: int = 0
    when: When | None = None
    alone: When | None = None
    in_place_of: Rule | None = None
    shared: When | None = None


class Rule(AmountRule):
    """One rule: what it is worth, who may have it, and how to see it in a reading.

    ``test`` takes a reading and gives 0 where the rule does not count. For a rule that counts
    ``each`` thing it gives the mask of their kinds; otherwise the mask of the kinds that the line
    shows or, declared as ``bool``, True when the line shows the whole hand.
    """

    def __init__(
        self,
        test: Test,
        kind: types.LineKind,
        amount: int | Option[int],
        title: Title,
        traits: RuleTraits,
    ) -> None:
        super().__init__(test, amount, title, traits.of, traits.when)
        self.kind = kind
        self.who: types.Whose = traits.who
        self.each = traits.each
        self.scope = traits.scope
        self.last = traits.last
        self.alone = traits.alone
        self.in_place_of = traits.in_place_of
        self.shared = traits.shared

    def is_for(self, won: bool, options: Options) -> bool:
        """Tests if under these options a winner, or who did not win, may have it."""
        if self.who == EVERYBODY:
            return won or holds(self.shared, options)
        return won == (self.who == WINNER)

    def stands_alone(self, options: Options) -> bool:
        """Tests if under these options no other double of the hand counts beside it."""
        return self.alone is not None and holds(self.alone, options)

    def as_document(self) -> types.Rule:
        """Return the rule as the list of rules shows it, under the default options."""
        shown: types.Rule = {
            "id": self.id,
            "name": self.name,
            "names": {"zh": self.zh} if self.zh else {},
            "kind": self.kind,
            "amount": default_amount(self.amount),
            "meaning": self.meaning,
            "for": self.who,
            "excludes": [],
            "source": self.source,
        }
        if self.when is not None:
            shown["option"] = self.when.as_document()
        if isinstance(self.amount, Option):
            shown["amount_option"] = self.amount.name
        return shown


class Special(RuleBase):
    """A special hand: ``worth`` is its value as a share of the limit, ``exposed`` that share where
    a set is exposed, ``fishing`` whether a player who did not win scores for being one tile short
    of it."""

    kind: Final = "limit"

    def __init__(
        self,
        test: Test,
        title: Title,
        *,
        worth: Fraction,
        exposed: Fraction,
        fishing: bool,
        of: int,
        when: When | None = None,
    ) -> None:
        super().__init__(test, title, of)
        self.when = when
        self.worth = worth
        self.exposed = exposed
        self.fishing = fishing
        self._fished = worth * FISHING_SHARE
        self._fished_exposed = exposed * FISHING_SHARE

    def value(self, limit: int, exposed: bool, won: bool) -> int:
        """Return what it is worth, exposed or concealed; two fifths of that to a player who only
        fished for it."""
        if won:
            return _share_of_limit(limit, self.exposed if exposed else self.worth)
        return _share_of_limit(limit, self._fished_exposed if exposed else self._fished)

    def why(self, limit: int, exposed: bool, won: bool, options: Options) -> str:
        """Return what it is, and why it has this worth here."""
        exposed = exposed and self.exposed != self.worth
        meaning = self.meaning_under(options)
        values = {
            "meaning": meaning,
            "worth": self.value(limit, exposed, True),
            "concealed": self.value(limit, False, True),
        }
        if won and not exposed:
            return meaning
        if won:
            return say("{meaning}; a set is exposed, so {worth} and not {concealed}", **values)
        if exposed:
            return say(
                "one tile short of it: two fifths of {worth}, since a set is exposed ({concealed} "
                "concealed): {meaning}",
                **values,
            )
        return say("one tile short of it: two fifths of {worth}: {meaning}", **values)

    def as_document(self) -> types.Rule:
        """Return the hand as the list of rules shows it, at a limit of 1000."""
        shown: types.Rule = {
            "id": self.id,
            "name": self.name,
            "names": {"zh": self.zh} if self.zh else {},
            "kind": self.kind,
            "amount": int(1000 * self.worth),
            "meaning": self.meaning,
            "for": WINNER,
            "excludes": [],
            "source": self.source,
        }
        if self.exposed != self.worth:
            shown["exposed"] = int(1000 * self.exposed)
        if self.when is not None:
            shown["option"] = self.when.as_document()
        if self.fishing:
            shown["fishing"] = self.value(1000, False, False)
            if self.exposed != self.worth:
                shown["fishing_exposed"] = self.value(1000, True, False)
        return shown


def _share_of_limit(limit: int, share: Fraction) -> int:
    """Return this share of the limit, in whole points."""
    return limit * share.numerator // share.denominator


class RuleInForce(FeatureFiltered):
    """A rule under the options in force: its test, its amount, the place of the sum to which the
    amount is added, and whether that is done for each thing found."""

    __slots__ = ("amount", "each", "rule", "sum_place", "test")

    def __init__(self, rule: Rule, amount: int, sum_place: int) -> None:
        super().__init__(rule.of)
        self.test = rule.test
        self.amount = amount
        self.sum_place = sum_place
        self.each = rule.each
        self.rule = rule


# A rule that counts, its amount, and what its test gave.
CountedRule = tuple[Rule, int, object]


class PointsCandidate:
    """One total that a reading may be scored as, and the rules that make it, its ``hits``.

    An ordinary hand has ``points`` and ``doubles``. A hand with a value of its own is a special
    hand (``special``), or one that a single rule doubles (``alone``), whose own points and doubles
    are in ``own``: ``value`` is what it is worth, and ``points`` and ``doubles`` are those of what
    lies beside it, such as flowers. ``whole`` are the doubles of the sum of both. Where the reading
    is several special hands, ``also`` has each of them with the total that it comes to.
    """

    __slots__ = (
        "alone",
        "also",
        "doubles",
        "hits",
        "own",
        "points",
        "reading",
        "special",
        "total",
        "value",
        "whole",
    )

    def __init__(  # noqa: PLR0913  # a total and its parts: made for every reading
        self,
        total: int,
        points: int,
        doubles: int,
        whole: int,
        hits: list[CountedRule],
        reading: Reading,
        special: Special | None,
        alone: Rule | None = None,
        value: int = 0,
        own: tuple[int, int] = (0, 0),
    ) -> None:
        self.total = total
        self.points = points
        self.doubles = doubles
        self.whole = whole
        self.hits = hits
        self.reading = reading
        self.special = special
        self.alone = alone
        self.value = value
        self.own = own
        self.also: Sequence[tuple[Special, int]] = ()

    @property
    def is_special(self) -> bool:
        """Tests if it is a special hand: one with a fixed value, or one of which a rule makes a
        special hand (``alone``)."""
        return self.special is not None or any(rule.alone is not None for rule, _, _ in self.hits)

    @property
    def title(self) -> str:
        """What it is called."""
        named = self.special or self.alone
        return say("the ordinary hand") if named is None else named.name
