"""A card of hands: how American hands are counted.

The fourteen tiles are looked for on the card that the option ``card`` names or carries. Of the
hands that they are the one that pays best is scored: the value printed beside it, what is added to
it, and its doublings. Which additions and doublings there are is for the ruleset to declare.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple

from scorer.errors import HandError, Problem, quoted
from scorer.grammar.card.compiled import CompiledCard, compile_card
from scorer.grammar.card.faults import CardError
from scorer.grammar.card.match import GroupMatch, Match, match
from scorer.grammar.card.model import Card, CardHand
from scorer.grammar.card.nearest import waits
from scorer.grammar.card.notation import parse
from scorer.grammar.card.why import why_not
from scorer.grammar.card.words import in_words
from scorer.grammar.ways import each_way
from scorer.hand import (
    AFTER_CHARLESTON,
    HEAVENS_BLESSING,
    JOKER_EXCHANGE,
    LAST_WALL,
    SELF_DRAW,
    Win,
    told_contradictions,
)
from scorer.rack import Exposure, Rack, copies, exposure_of
from scorer.rulebook import Book, Laid, Value, rule_id, rule_meaning
from scorer.settle import Owed, Scheme, Settlement, nothing
from scorer.sheet import Line, NotCounted, ScoreSheet, ShownSet, agreed_lines
from scorer.tiles import JOKER, KINDS, PLAIN_FLOWER, code, codes, in_order

__all__ = ["CardBook", "CardRule", "Edition", "Made", "card_of", "shipped_cards", "tile_codes"]

VALUE, DOUBLE, BONUS = "value", "double", "bonus"
KINDS_OF_GROUP = {1: "single", 2: "pair", 3: "pung", 4: "kong", 5: "quint", 6: "sextet"}
SUITS = ("bams", "craks", "dots")
SHIPPED = ("practice",)


class Made(NamedTuple):
    """A hand of the card as it was made: what the rules of additions and doublings look at.

    ``hand`` is None for a hand that is on no card (seven pairs). ``facts`` tell how it was won.
    """

    hand: CardHand | None
    groups: tuple[GroupMatch, ...]
    rack: Rack
    facts: int
    options: Mapping[str, Value]
    printed: int
    bindings: str = ""

    @property
    def jokerless(self) -> bool:
        """Whether not one of the fourteen tiles is a joker."""
        return not self.rack.jokers


class CardRule:
    """What is added to a printed value, or doubles it: ``amount`` gives how much, 0 for nothing."""

    def __init__(
        self, amount: Callable[[Made], int], kind: str, shown: int | None, name: str, source: str
    ) -> None:
        self.amount = amount
        self.id = rule_id(amount)
        self.meaning = rule_meaning(amount)
        self.kind = kind
        self.shown = shown
        self.name = name
        self.source = source
        self.close: Callable[[Made], str | None] | None = None

    def near(self, function: Callable[[Made], str | None]) -> Callable[[Made], str | None]:
        """Declare when it is nearly there, and what to say then."""
        self.close = function
        return function

    def as_document(self) -> dict[str, Any]:
        """The rule as the list of rules shows it."""
        return {
            "id": self.id,
            "name": self.name,
            "names": {},
            "kind": self.kind,
            "amount": self.shown,
            "meaning": self.meaning,
            "excludes": [],
            "source": self.source,
        }


class CardBook(Book):
    """A ruleset that scores the hands of a card."""

    def __init__(
        self, id: str, name: str, *, summary: str, version: str, sources: tuple[str, ...]
    ) -> None:
        super().__init__(id, name, summary=summary, version=version, sources=sources, unit="cents")
        self.ways = ("self_draw", "discard")
        self.most_editions = 16  # each may hold a card of its own
        self.needs_prevailing = False
        self.losers_score = False
        self.discarder_pays = True
        self.printed: CardRule
        self.off_card: CardRule
        self.counted: list[CardRule] = []
        self._conclude: Callable[[Settlement], None] = lambda table: None
        self._points: Callable[[Settlement], dict[int, int]] = lambda table: {}

    def the_hand(self, name: str, source: str) -> Callable[[Callable[[Made], int]], CardRule]:
        """Declare the line of the card's own hand."""

        def declare(amount: Callable[[Made], int]) -> CardRule:
            self.printed = CardRule(amount, VALUE, None, name, source)
            self.rules.append(self.printed)
            return self.printed

        return declare

    def on_no_card(self, name: str, source: str) -> Callable[[Callable[[Made], int]], CardRule]:
        """Declare the line of a hand that tables play beside the card; worth 0 it is not made."""

        def declare(amount: Callable[[Made], int]) -> CardRule:
            self.off_card = CardRule(amount, VALUE, None, name, source)
            self.rules.append(self.off_card)
            return self.off_card

        return declare

    def adds(self, name: str, source: str) -> Callable[[Callable[[Made], int]], CardRule]:
        """Declare what is added before doubling."""
        return partial(self._declare, VALUE, None, name, source)

    def doubles(self, name: str, source: str) -> Callable[[Callable[[Made], int]], CardRule]:
        """Declare a doubling; the function tells how often."""
        return partial(self._declare, DOUBLE, 1, name, source)

    def gives(
        self, amount: int, name: str, source: str
    ) -> Callable[[Callable[[Made], int]], CardRule]:
        """Declare points that are given beside the value."""
        return partial(self._declare, BONUS, amount, name, source)

    def _declare(
        self,
        kind: str,
        shown: int | None,
        name: str,
        source: str,
        amount: Callable[[Made], int],
    ) -> CardRule:
        rule = CardRule(amount, kind, shown, name, source)
        self.counted.append(rule)
        self.rules.append(rule)
        self._editions.clear()
        return rule

    def pays(self, function: Owed) -> Owed:
        """Declare what the others owe the winner; losers owe each other nothing."""
        self.scheme = Scheme(function, nothing)
        return function

    def gives_points(
        self, function: Callable[[Settlement], dict[int, int]]
    ) -> Callable[[Settlement], dict[int, int]]:
        """Declare the points that are given and that nobody pays; none where all are paid."""
        self._points = function
        return function

    def concludes(self, function: Callable[[Settlement], None]) -> Callable[[Settlement], None]:
        """Declare what follows from all events together."""
        self._conclude = function
        return function

    def conclude(self, table: Settlement) -> None:
        """What follows from all events of a hand together."""
        self._conclude(table)
        table.awards = self._points(table)

    def meld(self, laid: Laid) -> Exposure:
        """The exposure that these tiles are; ValueError when they are none."""
        if laid.concealed or laid.from_concealed_pung:
            raise ValueError("nothing is laid out concealed; put its tiles in concealed")
        return exposure_of(laid.tiles)

    def lay(
        self,
        concealed: Sequence[int],
        melds: Sequence[Exposure],
        bonus: Sequence[int],
        winning: int | None,
        count: str,
    ) -> Rack:
        """The rack and exposures that these tiles are. Raises HandError."""
        if bonus:
            detail = "flowers are tiles of the hand in this game; put them in concealed"
            raise HandError(Problem("/hand/bonus", "bad_tile", detail))
        return Rack(concealed, melds, winning, count=count)

    def shared(self, hands: Sequence[Any]) -> list[tuple[str, int, int]]:
        """Tiles that these hands of one table cannot all have."""
        found = []
        for tile in (*range(KINDS), PLAIN_FLOWER, JOKER):
            held = sum(hand.held(tile) for hand in hands)
            if held > copies(tile):
                found.append((code(tile), held, copies(tile)))
        return found

    def as_document(self) -> dict[str, Any]:
        """The ruleset as the list of rulesets shows it, with the cards that come with it."""
        return {**super().as_document(), "cards": [*map(card_document, SHIPPED)]}

    def enforced(self, preset: str | None, options: dict[str, Value]) -> Edition:
        """A new edition of this book. HandError for a card that cannot be used."""
        return Edition(self, preset, options)


@lru_cache
def shipped_cards() -> Mapping[str, str]:
    """The texts of the cards that come with the package, by name."""
    folder = files("scorer") / "cards"
    texts = {name: (folder / f"{name}.txt").read_text(encoding="utf-8") for name in SHIPPED}
    return MappingProxyType(texts)


@cache
def card_document(name: str) -> dict[str, Any]:
    """A shipped card as the list of rulesets shows it."""
    card = parse(shipped_cards()[name])
    return {"id": name, "name": card.name, "hands": len(card.hands)}


def card_of(told: str) -> str:
    """The text of a card that is told by the name of a shipped one, or by its own text."""
    shipped = shipped_cards()
    if told in shipped:
        return shipped[told]
    if told.strip() and "\n" not in told.strip() and told.strip().replace("-", "").isalnum():
        detail = f"no card {quoted(told)} comes with the scorer; there is: {', '.join(shipped)}. "
        detail += "To use a card of your own give its whole text"
        raise HandError(Problem("/options/card", "bad_option", detail))
    return told


# A compiled card takes a megabyte or two, one as large as is allowed about ten.
@lru_cache(maxsize=16)
def compiled_card(told: str, super_joker: bool) -> CompiledCard:
    """The card made ready. HandError with each fault and its line."""
    try:
        card: Card = parse(card_of(told))
        return compile_card(card, super_joker=super_joker)
    except CardError as error:
        raise HandError(
            *(
                Problem("/options/card", "bad_option", f"line {fault.line}: {fault.detail}")
                for fault in error.problems
            )
        ) from None


def tile_codes(tiles: Sequence[int]) -> tuple[str, ...]:
    """Their codes in the canonical order."""
    return tuple(codes(tiles))


class Candidate(NamedTuple):
    """A hand that the tiles make, with the lines that count."""

    made: Made
    lines: tuple[Line, ...]
    value: int
    doublings: int
    bonus: int

    @property
    def total(self) -> int:
        """What it is worth."""
        return (self.value << self.doublings) + self.bonus


class Edition:
    """A book with its options in force: what scores hands."""

    def __init__(self, book: CardBook, preset: str | None, options: dict[str, Value]) -> None:
        self.book = book
        self.preset = preset
        self.options = options
        self.limit = None
        self.wild_tile = None
        self.unit = "points" if options["scoring"] == "points" else book.unit
        told, super_joker = options["card"], options["super_joker"]
        assert isinstance(told, str)
        self.card = compiled_card(told, bool(super_joker))

    def score(
        self, hand: Rack, win: Win | None = None, *, seat: int, prevailing: int
    ) -> ScoreSheet:
        """What the fourteen tiles are worth, won so; nothing without ``win``.

        Raises HandError when the facts contradict one another or the tiles are no hand of the card;
        the problems then tell the nearest hands and what is wrong with each.
        """
        if win is None:
            return self._lost(hand)
        problems = self.refused(hand, win, seat)
        if problems:
            raise HandError(*problems)
        candidates = self._candidates(hand, win.facts)
        if not candidates:
            raise HandError(*self._no_hand(hand))
        best = max(candidates, key=self._payout)
        return self._sheet(best, candidates)

    def _payout(self, candidate: Candidate) -> int:
        if self.options["hand_choice"] == "highest_printed":
            return candidate.made.printed
        return candidate.total

    def _candidates(self, rack: Rack, facts: int) -> list[Candidate]:
        """The hands of the card that these are, each once, in the order of the card."""
        found: dict[int, Match] = {}
        for one in match(self.card, rack.concealed, rack.exposures):
            found.setdefault(one.variant.hand, one)
        candidates = []
        for one in found.values():
            hand = self.card.hand(one.variant)
            groups, chosen = one.groups, _bindings(one)
            candidates.append(
                self._candidate(Made(hand, groups, rack, facts, self.options, hand.value, chosen))
            )
        beside = Made(None, (), rack, facts, self.options, 0)
        value = self.book.off_card.amount(beside)
        if value:
            candidates.append(self._candidate(beside._replace(printed=value)))
        return candidates

    def _candidate(self, made: Made) -> Candidate:
        lines = [self._hand_line(made)]
        sums = {VALUE: made.printed, DOUBLE: 0, BONUS: 0}
        tiles = tile_codes(_all_tiles(made.rack))
        for rule in self.book.counted:
            amount = rule.amount(made)
            if amount:
                sums[rule.kind] += amount
                line = Line(rule.id, rule.name, rule.kind, amount, tiles, rule.meaning, rule.source)
                lines.append(line)
        return Candidate(made, tuple(lines), sums[VALUE], sums[DOUBLE], sums[BONUS])

    def _hand_line(self, made: Made) -> Line:
        tiles = tile_codes(_all_tiles(made.rack))
        if made.hand is None:
            rule = self.book.off_card
            return Line(rule.id, rule.name, VALUE, made.printed, tiles, rule.meaning, rule.source)
        why = in_words(made.hand) + (f" ({made.bindings})" if made.bindings else "")
        source = f"{self.card.card.name}, line {made.hand.line}"
        return Line(self.book.printed.id, made.hand.title, VALUE, made.printed, tiles, why, source)

    def _sheet(self, best: Candidate, candidates: Sequence[Candidate]) -> ScoreSheet:
        tally = {"value": best.value, "multiplier": 1 << best.doublings}
        if best.bonus or self.options["scoring"] == "points":
            tally["bonus"] = best.bonus
        return ScoreSheet(
            best.total,
            lambda: best.lines,
            tally=tally,
            formula=_formula(best),
            won=True,
            show=partial(_shown, best.made),
            explain=partial(self._explain, best, candidates),
        )

    def _explain(self, best: Candidate, candidates: Sequence[Candidate]) -> tuple[NotCounted, ...]:
        found = []
        for other in candidates:
            if other is not best:
                line = other.lines[0]
                because = (
                    f"one hand is scored: this one comes to {other.total}, "
                    f"{best.lines[0].name} to {best.total}"
                )
                found.append(NotCounted(line.id, line.name, line.kind, line.amount, because))
        counted = {line.id for line in best.lines}
        for rule in self.book.counted:
            reason = rule.close(best.made) if rule.close and rule.id not in counted else None
            if reason is not None:
                amount = rule.shown or 0
                found.append(NotCounted(rule.id, rule.name, rule.kind, amount, reason))
        return tuple(found)

    def _no_hand(self, rack: Rack) -> list[Problem]:
        """The nearest hands and what is wrong with each."""
        found = why_not(self.card, rack.concealed, rack.exposures)
        detail = f"these tiles are no hand of the card {quoted(self.card.card.name)}"
        if not found and rack.exposures:
            detail += "; no hand of it can have these exposures"
        problems = [Problem("/hand", "not_winning", detail)]
        for one in found:
            hand = self.card.card.hands[one.hand]
            problems.append(Problem("/hand", "not_winning", f"{hand.title}: {one.detail}"))
        return problems

    def _lost(self, rack: Rack) -> ScoreSheet:
        tally = {"value": 0, "multiplier": 1}
        groups = [ShownSet("rest", tile_codes(rack.concealed), True, False)]
        shown = tuple([_exposure_shown(one) for one in rack.exposures] + groups)
        return ScoreSheet(
            0, tuple, tally=tally, formula="0", won=False, qualifies=True, show=lambda: shown
        )

    def refused(self, hand: Rack, win: Win, seat: int) -> list[Problem]:
        """What is told of the win that the tiles, the seat or the other facts rule out."""
        found = told_contradictions(win, seat)
        facts = win.facts
        blessed = facts & (HEAVENS_BLESSING | AFTER_CHARLESTON)
        if blessed:
            if blessed & (blessed - 1):
                found.append(_with("a hand is complete before the Charleston or after it"))
            if hand.exposures:
                found.append(_with("nothing is exposed yet when a dealt hand wins"))
            if facts & (JOKER_EXCHANGE | LAST_WALL):
                found.append(
                    _with("a dealt hand is neither won by an exchange nor in the last wall")
                )
        if facts & JOKER_EXCHANGE and hand.winning not in (None, JOKER):
            found.append(_with("who wins by an exchange wins on the joker: it is the winning tile"))
        if hand.winning == JOKER and not facts & SELF_DRAW:
            detail = "a discarded joker cannot be claimed"
            found.append(Problem("/hand/winning_tile", "contradiction", detail))
        if self.options["cold_wall"] and facts & LAST_WALL and not facts & SELF_DRAW:
            found.append(_with("in the last wall no discard wins at this table (option cold_wall)"))
        return found

    def check_wild(self, hand: Rack) -> None:
        """Jokers belong to this game."""

    def agreed(self, points: int, won: bool) -> ScoreSheet:
        """The sheet of a value that the table agreed on, doublings and all."""
        return ScoreSheet(
            points,
            partial(agreed_lines, points),
            tally={"value": points, "multiplier": 1},
            formula=str(points),
            won=won,
        )

    def waits(
        self, hand: Rack, told: int, *, seat: int, prevailing: int, by: Sequence[int]
    ) -> list[tuple[int, int, list[ScoreSheet | None]]]:
        """Every tile that completes the hand: the tile, how many of it the hand leaves unseen, and
        the score each way of ``by`` (None where that way cannot win)."""
        answers = []
        for tile in self._wanted(hand):
            complete = hand.with_tile(tile)
            sheets = each_way(self, complete, told, by, seat=seat, prevailing=prevailing)
            if any(sheets):
                answers.append((tile, copies(tile) - hand.held(tile), sheets))
        return answers

    def _wanted(self, rack: Rack) -> list[int]:
        """The tiles that complete a hand of the card, or one that is on no card."""
        found = set(waits(self.card, rack.concealed, rack.exposures))
        for tile in (*range(KINDS), PLAIN_FLOWER) if not rack.exposures else ():
            if tile not in found and rack.held(tile) < copies(tile):
                beside = Made(None, (), rack.with_tile(tile), SELF_DRAW, self.options, 0)
                if self.book.off_card.amount(beside):
                    found.add(tile)
        return [tile for tile in in_order(list(found)) if rack.held(tile) < copies(tile)]


def _formula(best: Candidate) -> str:
    values = [str(line.amount) for line in best.lines if line.kind == VALUE]
    text = " + ".join(values)
    if best.doublings:
        text = f"({text})" if len(values) > 1 else text
        text += f" × {1 << best.doublings}"
    for line in best.lines:
        if line.kind == BONUS:
            text += f" + {line.amount}"
    return text if text == str(best.total) else f"{text} = {best.total}"


def _bindings(one: Match) -> str:
    """What each letter and variable stood for, and how far the numbers moved."""
    variant = one.variant
    told = [f"{letter} = {SUITS[suit]}" for letter, suit in variant.suits]
    told += [f"{name} = {code(value) if name in 'UV' else value}" for name, value in variant.values]
    if variant.shift:
        told.append(f"numbers {variant.shift:+d}")
    return ", ".join(told)


def _all_tiles(rack: Rack) -> list[int]:
    return [*rack.concealed, *(tile for one in rack.exposures for tile in one.tiles)]


def _exposure_shown(one: Exposure) -> ShownSet:
    kind = KINDS_OF_GROUP[one.size]
    return ShownSet(kind, tile_codes(one.tiles), False, False, one.jokers)


def _shown(made: Made) -> tuple[ShownSet, ...]:
    """The groups in printed order; a hand that is on no card as its pairs."""
    last = made.rack.winning
    if made.hand is None:
        tiles = made.rack.concealed
        groups = [GroupMatch(tile, 2, 2, 0, False) for tile in tiles[::2]]
    else:
        groups = list(made.groups)
    completed = _completed(groups, last)
    return tuple(
        [
            ShownSet(
                KINDS_OF_GROUP[group.size],
                tile_codes([group.tile] * group.naturals + [JOKER] * group.jokers),
                not group.exposed,
                n == completed,
                group.jokers,
            )
            for n, group in enumerate(groups)
        ]
    )


def _completed(groups: Sequence[GroupMatch], last: int | None) -> int:
    """The place of the group in which the winning tile stands."""
    for n, group in enumerate(groups):
        if not group.exposed and (group.jokers if last == JOKER else group.tile == last):
            if last == JOKER or group.naturals:
                return n
    return -1


def _with(reason: str) -> Problem:
    return Problem("/win/with", "contradiction", reason)
