"""A card of hands: how American hands are counted.

The fourteen tiles are looked for on the card of the option ``card``, which is its name or its text.
Of the hands of the card that they make, the one that pays best is scored: the value printed beside
it, what is added to it, and its doublings. The ruleset declares what is added and what doubles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, SupportsIndex, cast

from scorer.engine.any_hand import AnyHand, AnyMeld, of_card
from scorer.engine.hand import AFTER_CHARLESTON, EARTHS_BLESSING, HEAVENS_BLESSING, SELF_DRAW, Win
from scorer.engine.rack import Exposure, Rack, copies, exposure_of
from scorer.engine.sheet import (
    Account,
    Line,
    NotCounted,
    ReadyAccount,
    ScoreSheet,
    ShownSet,
    agreed_lines,
)
from scorer.engine.situation import Situation
from scorer.engine.tiles import JOKER, KIND_COUNT, PLAIN_FLOWER, code, in_order
from scorer.errors import HandError, Problem
from scorer.grammar.card import house
from scorer.grammar.card.made import (
    BONUS_KIND,
    DOUBLE_KIND,
    VALUE_KIND,
    CardCandidate,
    CardRule,
    MadeHand,
    bindings_in_words,
    formula,
)
from scorer.grammar.card.notation.words import tiles_in_words
from scorer.grammar.card.shipped import SHIPPED_CARDS, card_document, compiled_card
from scorer.grammar.card.shown import all_tiles, shown_exposure, shown_groups, tile_codes
from scorer.grammar.card.variants.match import matching_variants
from scorer.grammar.card.variants.nearest import waits
from scorer.grammar.card.why_not import why_not
from scorer.languages.speech import say
from scorer.rulebook.book import Book, Options, Source
from scorer.rulebook.edition import Edition
from scorer.rulebook.parts import DeclaredSet
from scorer.rulebook.settlement import Settlement

if TYPE_CHECKING:
    from scorer import types


class CardBook(Book[Rack]):
    """A ruleset that scores the hands of a card."""

    def __init__(
        self, id: str, name: str, *, summary: str, version: str, sources: tuple[Source, ...]
    ) -> None:
        super().__init__(id, name, summary=summary, version=version, sources=sources, unit="cents")
        self.tally = {
            "value": "the value of the hand, with what is added to it",
            "multiplier": "by how much it is multiplied",
            "bonus": "the points that are given beside it",
        }
        self.total_kind = "value"
        self.table = self.table._replace(
            ways=("self_draw", "discard"),
            needs_prevailing=False,
            round_winds=False,
            dealt_complete=HEAVENS_BLESSING | AFTER_CHARLESTON,
        )
        self.payments = self.payments._replace(losers_score=False, discarder_pays=True)
        self.printed: CardRule
        self.off_card: CardRule
        self.counted: list[CardRule] = []

    def the_hand(self, name: str, source: str) -> Callable[[Callable[[MadeHand], int]], CardRule]:
        """Declare the line of the card's own hand."""

        def declare(amount: Callable[[MadeHand], int]) -> CardRule:
            self.printed = CardRule(amount, VALUE_KIND, None, name, source)
            return self._add_rule(self.printed)

        return declare

    def on_no_card(self, name: str, source: str) -> Callable[[Callable[[MadeHand], int]], CardRule]:
        """Declare the line of a hand that tables play beside the card. The function gives its
        value, 0 where the tiles do not make it."""

        def declare(amount: Callable[[MadeHand], int]) -> CardRule:
            self.off_card = CardRule(amount, VALUE_KIND, None, name, source)
            return self._add_rule(self.off_card)

        return declare

    def adds_points(
        self, name: str, source: str
    ) -> Callable[[Callable[[MadeHand], int]], CardRule]:
        """Declare what is added before doubling."""
        return partial(self._declare, VALUE_KIND, None, name, source)

    def doubles(self, name: str, source: str) -> Callable[[Callable[[MadeHand], int]], CardRule]:
        """Declare a doubling; the function gives how many times the value is doubled."""
        return partial(self._declare, DOUBLE_KIND, 1, name, source)

    def gives(
        self, amount: int, name: str, source: str
    ) -> Callable[[Callable[[MadeHand], int]], CardRule]:
        """Declare a line of so many points beside the value of the winner's hand, where the
        function finds it."""
        return partial(self._declare, BONUS_KIND, amount, name, source)

    def _declare(
        self,
        kind: types.LineKind,
        shown: int | None,
        name: str,
        source: str,
        amount: Callable[[MadeHand], int],
    ) -> CardRule:
        rule = CardRule(amount, kind, shown, name, source)
        self.counted.append(rule)
        return self._add_rule(rule)

    def gives_points(
        self, function: Callable[[Settlement], dict[int, int]]
    ) -> Callable[[Settlement], dict[int, int]]:
        """Declare what each seat is given for a hand where nobody pays anybody, by the settlement;
        empty where the losers pay."""
        self.payments = self.payments._replace(awards=function)
        return function

    def make_meld(self, laid: DeclaredSet) -> Exposure:
        """Return the exposure of these tiles. Raises ValueError for tiles that form none."""
        if laid.concealed or laid.from_concealed_pung:
            raise ValueError(
                say(
                    "exposures are always open in this game; enter concealed sets among the "
                    "concealed tiles"
                )
            )
        return exposure_of(laid.tiles)

    def make_hand(
        self,
        concealed: Sequence[SupportsIndex],
        melds: Sequence[AnyMeld],
        bonus: Sequence[SupportsIndex],
        winning: SupportsIndex | None,
        count: str,
        **beside: Sequence[SupportsIndex],
    ) -> Rack:
        """Return the rack of these tiles and exposures. Raises HandError."""
        if bonus:
            detail = say(
                "in this game flowers are part of the hand; enter them among the concealed tiles, "
                "not as bonus tiles"
            )
            raise HandError(Problem("/hand/bonus", "bad_tile", detail))
        exposures = cast("Sequence[Exposure]", melds)  # as ``make_meld`` made them
        return Rack(concealed, exposures, winning, count=count)

    def too_many_copies(self, hands: Sequence[AnyHand]) -> list[tuple[str, int, int]]:
        """Return the tiles of which these hands of one table have more than there are, each as its
        code, how many they have, and how many there are."""
        found = []
        for tile in (*range(KIND_COUNT), PLAIN_FLOWER, JOKER):
            held = sum(of_card(hand).held(tile) for hand in hands)
            if held > copies(tile):
                found.append((code(tile), held, copies(tile)))
        return found

    def as_document(self) -> types.Ruleset:
        """Return the ruleset as the list of rulesets shows it, with the cards that come with it."""
        return {**super().as_document(), "cards": [*map(card_document, SHIPPED_CARDS)]}

    def edition(
        self, preset: str | None = None, options: Mapping[str, object] | None = None
    ) -> CardEdition:
        """Return the book with these options in force. Raises HandError for an unknown option or
        value."""
        # Not remembered for the next hand: that would keep strangers' cards in memory, and making
        # an edition costs little once its card is compiled.
        return self.new_edition(*self.resolve(preset, options or {}))

    def new_edition(self, preset: str | None, options: Options) -> CardEdition:
        """Return a new edition of this book. Raises HandError for a card that cannot be used."""
        return CardEdition(self, preset, options)


class CardEdition(Edition[Rack]):
    """A book with its options in force: what scores hands."""

    def __init__(self, book: CardBook, preset: str | None, options: Options) -> None:
        super().__init__(book, preset, options)
        self.card_book = book
        if options[house.scoring_option] == "points":
            self.unit = "points"
        self.card = compiled_card(options[house.card_option], options[house.super_joker_option])

    def why_tile_is_refused(self, tile: int) -> str:  # the rack judges its tiles
        """Return "": jokers and flowers are part of groups."""
        return ""

    def scored(
        self, hand: AnyHand, win: Win | None, situation: Situation, not_fishing: str | None = None
    ) -> ScoreSheet:
        """Score fourteen tiles, won in this way; without ``win`` they score nothing.

        Raises HandError when the facts contradict one another or the tiles are no hand of the card;
        the problems then name the nearest hands and what is wrong with each.
        """
        assert isinstance(hand, Rack)
        own_win = None if win is None else _earths_blessing_as_american(win)
        return super().scored(hand, own_win, situation, not_fishing)

    def won(self, hand: AnyHand, win: Win, situation: Situation) -> ScoreSheet:
        """Return the sheet of the hand of the card that pays most. Raises HandError if the tiles
        make none."""
        assert isinstance(hand, Rack)
        candidates = self._find_candidates(hand, win.facts)
        if not candidates:
            raise HandError(*self._no_hand_problems(hand, win.facts))
        best = max(candidates, key=self._payout_of)
        return self._sheet(best, candidates)

    def _payout_of(self, candidate: CardCandidate) -> int:
        if self.options[house.hand_choice_option] == "highest_printed":
            return candidate.made.printed
        return candidate.total

    def _find_candidates(self, rack: Rack, facts: int) -> list[CardCandidate]:
        """Return the hands of the card that these tiles make, in its order, each once: as it pays
        best. Last comes the hand that is on no card, if they make that."""
        found: dict[int, CardCandidate] = {}
        for matched in matching_variants(self.card, rack.concealed, rack.exposures):
            hand = self.card.hand(matched.variant)
            groups, chosen = matched.groups, bindings_in_words(matched)
            made = MadeHand(hand, groups, rack, facts, self.options, hand.value, chosen)
            candidate, before = self._make_candidate(made), found.get(matched.variant.hand)
            if before is None or candidate.total > before.total:
                found[matched.variant.hand] = candidate
        candidates = list(found.values())
        off_card = self._off_card_hand(rack, facts)
        value = self.card_book.off_card.amount(off_card)
        if value:
            candidates.append(self._make_candidate(self._off_card_hand(rack, facts, value)))
        return candidates

    def _make_candidate(self, made: MadeHand) -> CardCandidate:
        hits = []
        sums = {VALUE_KIND: made.printed, DOUBLE_KIND: 0, BONUS_KIND: 0}
        for rule in self.card_book.counted:
            amount = rule.amount(made)
            if amount:
                sums[rule.kind] += amount
                hits.append((rule, amount))
        return CardCandidate(
            made, tuple(hits), sums[VALUE_KIND], sums[DOUBLE_KIND], sums[BONUS_KIND]
        )

    def lines(self, best: CardCandidate) -> tuple[Line, ...]:
        """Return the hand's own line, and those of what is added to it and doubles it."""
        tiles = tile_codes(all_tiles(best.made.rack))
        further = [_rule_line(rule, amount, tiles) for rule, amount in best.hits]
        return (self._hand_line(best.made, tiles), *further)

    def _hand_line(self, made: MadeHand, tiles: tuple[str, ...]) -> Line:
        if made.hand is None:
            return _rule_line(self.card_book.off_card, made.printed, tiles)
        why = tiles_in_words(made.hand)
        if made.bindings:
            why = say("{words} ({values})", words=why, values=made.bindings)
        source = f"{self.card.card.name}, line {made.hand.line}"
        id, name = self._line_id_and_name(made)
        return Line(id, name, VALUE_KIND, made.printed, tiles, why, source)

    def _sheet(self, best: CardCandidate, candidates: Sequence[CardCandidate]) -> ScoreSheet:
        return ScoreSheet(best.total, CardAccount(self, best, candidates), won=True)

    def explained(
        self, best: CardCandidate, candidates: Sequence[CardCandidate]
    ) -> tuple[NotCounted, ...]:
        """Return the other hands that the tiles make, and what nearly counted."""
        found = []
        for other in candidates:
            if other is not best:
                id, name = self._line_id_and_name(other.made)
                because = say(
                    "the hand is scored as {best}, for {total}; this hand would score {this}",
                    this=other.total,
                    best=self._line_id_and_name(best.made)[1],
                    total=best.total,
                )
                found.append(NotCounted(id, name, VALUE_KIND, other.made.printed, because))
        counted = {rule.id for rule, _ in best.hits}
        for rule in self.card_book.counted:
            reason = rule.why_near(best.made) if rule.why_near and rule.id not in counted else None
            if reason is not None:
                amount = rule.shown or 0
                found.append(NotCounted(rule.id, rule.name, rule.kind, amount, reason))
        return tuple(found)

    def why_not(self, id: str, best: CardCandidate) -> str:
        """Return why the rule of this id does not count."""
        if id == self.card_book.printed.id:
            return say(
                "the scored hand is not a hand of the card: {hand}",
                hand=self._line_id_and_name(best.made)[1],
            )
        rules = [self.card_book.off_card, *self.card_book.counted]
        found = next((rule for rule in rules if rule.id == id), None)
        return "" if found is None else found.why_not_met(best.made)

    def _line_id_and_name(self, made: MadeHand) -> tuple[str, str]:
        """Return the id and the name of a hand's own line."""
        if made.hand is None:
            return self.card_book.off_card.id, self.card_book.off_card.name
        return self.card_book.printed.id, made.hand.title

    def _off_card_hand(self, rack: Rack, facts: int, value: int = 0) -> MadeHand:
        """Return the tiles as the hand that is on no card, with value 0 until that is known."""
        return MadeHand(None, (), rack, facts, self.options, value)

    def _no_hand_problems(self, rack: Rack, facts: int) -> list[Problem]:
        """Return the problems of tiles that make no hand: the nearest hands, each with what is
        wrong."""
        found = why_not(self.card, rack.concealed, rack.exposures)
        card = say("“{text}”", text=self.card.card.name)
        detail = say("these tiles are not a hand of the card {card}", card=card)
        if not found and rack.exposures:
            detail = say(
                "these tiles are not a hand of the card {card}; none of its hands can have "
                "these exposures",
                card=card,
            )
        problems = [Problem("/hand", "not_winning", detail)]
        close = self.card_book.off_card.why_near
        off_card_reason = close(self._off_card_hand(rack, facts)) if close else None
        reasons = []
        if off_card_reason is not None:
            reasons.append((self.card_book.off_card.name, off_card_reason))
        reasons += [(self.card.card.hands[near.hand].title, near.detail) for near in found]
        for name, reason in reasons:
            detail = say("{hand}: {reason}", hand=name, reason=reason)
            problems.append(Problem("/hand", "not_winning", detail, subject=name, reason=reason))
        return problems

    def lost(self, hand: AnyHand, situation: Situation, not_fishing: str | None) -> ScoreSheet:
        """Return the sheet of a player who did not win: nothing of it counts."""
        assert isinstance(hand, Rack)
        tally: dict[types.TallyKey, int] = {"value": 0, "multiplier": 1}
        groups = [ShownSet("rest", tile_codes(hand.concealed), True, False)]
        shown = tuple([shown_exposure(exposure) for exposure in hand.exposures] + groups)
        return ScoreSheet(0, ReadyAccount(tally, "0", arrangement=shown), won=False)

    def win_problems(self, hand: AnyHand | None, win: Win, seat: int) -> list[Problem]:
        """Return the facts of the win that the tiles, the seat or other facts rule out; without a
        hand those that the seat or other facts rule out."""
        assert hand is None or isinstance(hand, Rack)
        win = _earths_blessing_as_american(win)
        found = super().win_problems(hand, win, seat)
        if hand is not None and hand.winning == JOKER and not win.facts & SELF_DRAW:
            detail = say(
                "a discarded joker cannot be claimed; enter another winning tile or a self-draw"
            )
            found.append(Problem("/hand/winning_tile", "contradiction", detail))
        return found

    def sheet_of_agreed_points(self, points: int, won: bool) -> ScoreSheet:
        """Return the sheet of a value that the table agreed on, doublings and all."""
        tally: dict[types.TallyKey, int] = {"value": points, "multiplier": 1}
        return ScoreSheet(points, ReadyAccount(tally, str(points), agreed_lines(points)), won=won)

    def completing(self, hand: AnyHand, facts: int) -> Iterator[tuple[int, int, Rack]]:
        """Yield each tile that completes a hand of the card, or one that is on no card, with how
        many of it the player does not have and the hand with this tile."""
        assert isinstance(hand, Rack)
        for tile in self._completing_tiles(hand, facts):
            yield tile, copies(tile) - hand.held(tile), hand.with_tile(tile)

    def _completing_tiles(self, rack: Rack, facts: int) -> list[int]:
        """Return the tiles that complete a hand of the card, or one that is on no card."""
        found = set(waits(self.card, rack.concealed, rack.exposures))
        for tile in (*range(KIND_COUNT), PLAIN_FLOWER) if not rack.exposures else ():
            if tile not in found and rack.held(tile) < copies(tile):
                off_card = self._off_card_hand(rack.with_tile(tile), facts | SELF_DRAW)
                if self.card_book.off_card.amount(off_card):
                    found.add(tile)
        return [tile for tile in in_order(list(found)) if rack.held(tile) < copies(tile)]


class CardAccount(Account):
    """What explains the score of a hand of the card, from the edition that found it, the candidate
    that is scored and all candidates."""

    __slots__ = ("_best", "_candidates", "_edition")

    def __init__(
        self, edition: CardEdition, best: CardCandidate, candidates: Sequence[CardCandidate]
    ) -> None:
        self._edition = edition
        self._best = best
        self._candidates = candidates

    def tally(self) -> dict[types.TallyKey, int]:
        """Return the value, by how much it is multiplied and, where points are given, those."""
        best = self._best
        tally: dict[types.TallyKey, int] = {"value": best.value, "multiplier": 1 << best.doublings}
        if best.bonus or self._edition.options[house.scoring_option] == "points":
            tally["bonus"] = best.bonus
        return tally

    def formula(self) -> str:
        """Return the formula of the total."""
        return formula(self._best)

    def lines(self) -> tuple[Line, ...]:
        """Return the hand's own line, and what is added to it and doubles it."""
        return self._edition.lines(self._best)

    def arrangement(self) -> tuple[ShownSet, ...]:
        """Return the groups of the hand."""
        return shown_groups(self._best.made)

    def not_counted(self) -> tuple[NotCounted, ...]:
        """Return the other hands that the tiles make, and what nearly counted."""
        return self._edition.explained(self._best, self._candidates)

    def why_not(self, rule: str) -> str:
        """Return why a rule of the book does not count."""
        return self._edition.why_not(rule, self._best)


def _rule_line(rule: CardRule, amount: int, tiles: tuple[str, ...]) -> Line:
    return Line(rule.id, rule.name, rule.kind, amount, tiles, rule.meaning, rule.source)


def _earths_blessing_as_american(win: Win) -> Win:
    """Return the same win with the circumstance that ``earths_blessing`` means here: East's hand is
    complete after the Charleston, and not with the first discard."""
    if not win.facts & EARTHS_BLESSING:
        return win
    return win.with_facts(win.facts ^ EARTHS_BLESSING | AFTER_CHARLESTON)
