"""What a ruleset declares: rules in the book's order, options, presets, circumstances, events.

A rule is written once. Its declaration scores it, explains it and lists it; its docstring is the
sentence that a player reads, its function's name is its published id.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

from scorer.engine.any_hand import AnyHand, AnyMeld, of_sets
from scorer.engine.hand import (
    CIRCUMSTANCE_BITS,
    EXACT_COUNT,
    HAND_TILES,
    Hand,
    Meld,
    meld_of,
    number_in_words,
)
from scorer.engine.options import (
    Option,
    Options,
    Preset,
    V,
    Value,
    When,
    boolean,
    choice,
    integer,
    text,
)
from scorer.engine.situation import GameCounter, counter_of_field
from scorer.engine.tiles import JOKER, KIND_COUNT, code
from scorer.errors import HandError, Problem, closest_name, pointer_escaped, quoted
from scorer.languages.speech import say, say_many, typed_comma_list
from scorer.rulebook.circumstances import Circumstance, HandCondition, SeatCondition, WayCondition
from scorer.rulebook.parts import (
    Bars,
    DeclaredSet,
    Effect,
    Event,
    Ruled,
    RuleDeclaration,
    Source,
    rule_meaning,
)
from scorer.rulebook.payment_rules import DoubledSeat, PaymentRules
from scorer.rulebook.presentation import Presentation
from scorer.rulebook.session_rules import (
    AfterRound,
    NextDealRule,
    SessionEndRule,
    SessionResultRule,
    SessionRules,
)
from scorer.rulebook.settlement import Scheme, Settlement, WinnerPayments, no_payments
from scorer.rulebook.table_rules import TableFacts, TableRules
from scorer.rulebook.tile_set import TileSet
from scorer.types.records.added import (
    NOTHING_ADDED,
    PARTS,
    AddedFields,
    added_field_document,
    added_members,
    fields_of_event,
)

if TYPE_CHECKING:
    from scorer import types

OptionsProblems = Callable[[Options], Iterable[Problem]]


def no_problems(options: Options) -> Iterable[Problem]:
    """Return no problems: any options go together."""
    return ()


FREE_FACT_BITS: Final = tuple([1 << bit for bit in range(24, 56)])
"""The bits for circumstances that one ruleset alone has."""

_NO_VALUE: Final = object()
"""Equal to no value of an option."""


class Declarations:
    """Everything that a ruleset declares. ``Book`` adds the editions that score by it.

    Attributes:
        tiles: The tiles of the set and of a hand.
        table: Who sits at the table, and how a hand is won there.
        payments: What is paid for a hand.
        session: How the table goes on, and what a session is worth.
        presentation: How pages and lists show the ruleset.
    """

    def __init__(
        self,
        id: str,
        name: str,
        *,
        summary: str,
        version: str,
        sources: tuple[Source, ...],
        unit: str,
    ) -> None:
        # Long: the list of everything that may be declared.
        self.id = id
        self.name = name
        self.summary = summary
        self.version = version
        self.sources = sources
        self.unit = unit
        self.tally: Mapping[types.TallyKey, str] = {}
        self.total_kind: types.LineKind = "points"
        """What a total is an amount of."""
        self.options: dict[str, Option[Any]] = {}
        self.presets: dict[str, Preset] = {}
        self.default_preset: str | None = None
        """The preset in force where none is named: its own, or a club's."""
        self.own_default: str | None = None
        """The preset that the ruleset itself declares as the default."""
        self.circumstances: dict[str, Circumstance] = {}
        self.known_as: Mapping[str, str] = {}
        """Circumstances of other rulesets that it has under another id, each with that id."""
        self.events: dict[str, Event] = {}
        self.counters: dict[str, GameCounter] = {}
        """The counters of the game, such as a dealer's streak (``add_fields``)."""
        self.rules: list[RuleDeclaration] = []
        self.not_rules: Mapping[str, str] = {}
        """What answers list as not counted that is no rule, such as points above the limit: the
        name by its id."""
        self.fields: AddedFields = NOTHING_ADDED
        """The fields that it adds to requests (``add_fields``)."""
        self.tiles = TileSet()
        self.table = TableRules()
        self.payments = PaymentRules()
        self.session = SessionRules()
        self.presentation = Presentation()
        self.contradicting_options: OptionsProblems = no_problems
        """The problems of options that do not go together (``refuses_options``)."""
        self.revision = 0
        """How often something was declared: what was made before does not have it."""

    def add_fields(
        self,
        *,
        hand: type | None = None,
        win: type | None = None,
        player: type | None = None,
        table: type | None = None,
        counters: type | None = None,
    ) -> None:
        """Add fields to the requests of this ruleset: each list is a typed dictionary, annotated as
        those in ``scorer.types.requests``.

        Args:
            hand: of a hand, tiles all of them; ``make_hand`` gets them by their names.
            win: of a win.
            player: of a player at a table; a settlement has them in ``player_fields``.
            table: of a table; a settlement has them in ``table_fields``. A field that hands have
                under the same name holds for all of them.
            counters: the counters of the game, whole numbers that neither tiles nor win show. Rules
                find one as ``h.counters[name]``, payments as ``settlement.counters[name]``; what
                the deal gives as ``NextDeal.counters`` is answered in ``next``.
        """
        own = {"hand": hand, "win": win, "player": player, "table": table, "counters": counters}
        added = {part: added_members(kind, part) for part, kind in own.items()}
        self.fields = self.fields.adding(**added)
        self.counters |= {member.name: counter_of_field(member) for member in added["counters"]}
        self.revision += 1

    def option(self, option: Option[V]) -> Option[V]:
        """Declare this option. Rules find its value as ``h[option]``, and take it as a condition:
        ``when=option.is_(value)``."""
        _require_new_name(option.name, self.options, "option")
        self.options[option.name] = option
        self.revision += 1
        return option

    def integer(
        self, name: str, default: int, *, least: int, most: int, meaning: str, step: int = 1
    ) -> Option[int]:
        """Declare an option that is a whole number, a multiple of ``step``."""
        return self.option(
            integer(name, default, least=least, most=most, meaning=meaning, step=step)
        )

    def boolean(self, name: str, default: bool, *, meaning: str) -> Option[bool]:
        """Declare an option that is on or off."""
        return self.option(boolean(name, default, meaning=meaning))

    def choice(self, name: str, *choices: V, meaning: str) -> Option[V]:
        """Declare an option with a few values to choose from, the default first."""
        return self.option(choice(name, *choices, meaning=meaning))

    def text(self, name: str, default: str, *, meaning: str) -> Option[str]:
        """Declare an option that is a text, which the book itself reads."""
        return self.option(text(name, default, meaning=meaning))

    def preset(
        self,
        name: str,
        meaning: str,
        /,
        *,
        title: str = "",
        default: bool = False,
        over: Mapping[str, Value] = MappingProxyType({}),
        **options: Value,
    ) -> None:
        """Declare a preset, its options ``over`` others that several share; the ``default`` one is
        in force where none is named. ``title`` is what people call it; its name by default."""
        _require_new_name(name, self.presets, "preset")
        self.presets[name] = Preset(
            name, title or name, meaning, MappingProxyType({**over, **options})
        )
        if default:
            self.default_preset = self.own_default = name
        self.revision += 1

    def set_club_presets(self, presets: Iterable[Preset], default: str | None = None) -> None:
        """Have these presets of a club beside its own, in place of those that a club had before,
        and the ``default`` one in force where none is named."""
        own = {name: preset for name, preset in self.presets.items() if not preset.of_club}
        self.presets = own | {preset.name: preset for preset in presets}
        self.default_preset = default or self.own_default
        self.revision += 1

    @property
    def club_default(self) -> str | None:
        """The preset of a club in force where none is named; None if that is the ruleset's own."""
        return None if self.default_preset == self.own_default else self.default_preset

    def without_club(
        self, preset: str | None, options: Mapping[str, Value]
    ) -> tuple[str | None, dict[str, Value]]:
        """Return a preset of the ruleset itself, and the options over it, that together are what
        this preset and these options are now, whatever presets a club has later.

        Raises HandError for an unknown preset, option or value.
        """
        _, in_force = self.resolve(preset, options)
        known = self.presets.get(preset or "")
        base = known.base if known is not None and known.of_club else preset
        base = base or self.own_default
        # Without a preset of its own, the default is whatever a club says.
        usual = {} if base is None else self.resolve(base, {})[1]
        over = {
            name: value for name, value in in_force.items() if usual.get(name, _NO_VALUE) != value
        }
        return base, over

    def refuses_options(self, function: OptionsProblems) -> OptionsProblems:
        """Declare which options do not go together: the function yields the problems of those in
        force."""
        self.contradicting_options = function
        return function

    def circumstance(  # noqa: PLR0913  # the list of all that one may declare
        self,
        id: str,
        meaning: str,
        *,
        by: WayCondition | None = None,
        seats: SeatCondition | None = None,
        needs: Sequence[HandCondition] = (),
        clashes: Mapping[str, str] = MappingProxyType({}),
        win_running: int | Option[int] | None = None,
        when: When | None = None,
        beside: tuple[Sequence[str], str] | None = None,
        common: bool = False,
        matters: When | None = None,
        fact: int = 0,
    ) -> int:
        """Declare a circumstance of winning that this ruleset scores: the ways and seats that it
        goes with, what it needs of the hand, the ids of others that cannot hold with it, each with
        the reason. ``win_running``: it is East's win of that number in a row; ``when``: there is
        such a circumstance only where that option has that value; ``beside``: it holds only with
        one of these, and why; ``common``: many wins are so; ``matters``: elsewhere than where that
        option has that value it changes nothing.

        Gives the bit by which rules find it in ``h.facts``: the one that circumstances of this id
        have in every ruleset, one of its own where it is new, or the given ``fact``."""
        # Long: the list of all that one may declare.
        _require_new_name(id, self.circumstances, "circumstance")
        taken = [circumstance.fact for circumstance in self.circumstances.values()]
        fact = (
            fact
            or CIRCUMSTANCE_BITS.get(id)
            or next(bit for bit in FREE_FACT_BITS if bit not in taken)
        )
        self.circumstances[id] = Circumstance(
            id,
            meaning,
            fact,
            by=by,
            seats=seats,
            needs=tuple(needs),
            clashes=clashes,
            win_running=win_running,
            when=when,
            beside=beside,
            common=common,
            matters=matters,
        )
        self.revision += 1
        return fact

    def event(  # noqa: PLR0913  # the list of all that one may declare
        self,
        source: str,
        fields: type | None = None,
        *,
        bars_win: Bars = False,
        count: str = EXACT_COUNT,
        count_to: str = EXACT_COUNT,
        needs_winner: bool = False,
        when: When | None = None,
        called: str = "",
    ) -> Callable[[Effect], Effect]:
        """Declare an event with the ``fields`` of a typed dictionary: the function does to the
        settlement what its docstring says. Who did it cannot win (``bars_win``, which may depend
        on these), and may hold another number of tiles (``count``), as may who suffered it
        (``count_to``); it happens only where another player won (``needs_winner``) and that option
        has that value (``when``); in a sentence it is ``called`` so, where that is not its id."""

        def declare(effect: Effect) -> Effect:
            id = effect.__name__
            _require_new_name(id, self.events, "event")
            members = added_members(fields, "event")
            self.fields = self.fields.adding(event=fields_of_event(members))
            self.events[id] = Event(
                id,
                _required_meaning(rule_meaning(effect), id),
                source,
                members,
                effect,
                bars_win=bars_win,
                tile_count=count,
                tile_count_to=count_to,
                needs_winner=needs_winner,
                when=when,
                called=called,
            )
            self.revision += 1
            return effect

        return declare

    def session_ends(self, function: SessionEndRule) -> SessionEndRule:
        """Declare when a session is over."""
        self.session = self.session._replace(ends=function)
        return function

    def result(self, function: SessionResultRule) -> SessionResultRule:
        """Declare what each seat takes from a session that ends with these scores."""
        self.session = self.session._replace(result=function)
        return function

    def pays(self, function: WinnerPayments) -> WinnerPayments:
        """Declare what the others owe the winner, where losers owe each other nothing."""
        self.payments = self.payments._replace(scheme=Scheme(function, no_payments))
        return function

    def deal(self, function: NextDealRule) -> NextDealRule:
        """Declare how the table goes on after a hand."""
        self.session = self.session._replace(deal=function)
        return function

    def reseats(self, function: AfterRound) -> AfterRound:
        """Declare how the players change seats once a round is over, from their number, the wind
        of the round and the options; None where they do not."""
        self.session = self.session._replace(after_round=function)
        return function

    def finds_table_facts(self, function: TableFacts) -> TableFacts:
        """Declare the facts of a win that follow from the hands at the table: the function takes
        the winner's hand and the other hands."""
        self.table = self.table._replace(table_facts=function)
        return function

    def doubles_payments_of(self, function: DoubledSeat) -> DoubledSeat:
        """Declare which seat pays and receives double, if any, from the options and the wind of the
        round."""
        self.payments = self.payments._replace(doubled_seat=function)
        return function

    def _add_rule(self, rule: Ruled) -> Ruled:
        """Add the rule to the book; return it."""
        _require_new_name(rule.id, [listed.id for listed in self.rules], "rule")
        _required_meaning(rule.meaning, rule.id)
        self.rules.append(rule)
        self.revision += 1
        return rule

    def make_meld(self, laid: DeclaredSet) -> AnyMeld:
        """Return the set that these tiles form. Raises ValueError for tiles that form none."""
        return meld_of(laid.tiles, laid.concealed, laid.from_concealed_pung)

    def make_hand(
        self,
        concealed: Sequence[SupportsIndex],
        melds: Sequence[AnyMeld],
        bonus: Sequence[SupportsIndex],
        winning: SupportsIndex | None,
        count: str,
        **beside: Sequence[SupportsIndex],
    ) -> AnyHand:
        """Return the hand of these tiles and melds, with the tiles that only this ruleset's hands
        have. Raises HandError."""
        sets: Sequence[Meld] = melds  # type: ignore[assignment]  # as ``make_meld`` made them
        size = self.tiles.hand_tiles
        try:
            return Hand(concealed, sets, bonus, winning, count=count, size=size)
        except HandError as error:
            if size == HAND_TILES:
                raise
            raise HandError(*[self._with_size(problem) for problem in error.problems]) from None

    def _with_size(self, problem: Problem) -> Problem:
        """Return a problem of a number of tiles with how many a hand of this ruleset has, which
        players may know otherwise."""
        if problem.code != "wrong_count" or problem.pointer != "/hand/concealed":
            return problem
        size = self.tiles.hand_tiles
        detail = say(
            "{ruleset} has hands of {size} tiles, {whole} with the winning tile; {problem}",
            ruleset=self.name,
            size=number_in_words(size),
            whole=number_in_words(size + 1),
            problem=problem.detail,
        )
        return problem._replace(detail=detail)

    def too_many_copies(self, hands: Sequence[AnyHand]) -> list[tuple[str, int, int]]:
        """Return the tiles that these hands of one table cannot all have: the tile, how many they
        have, and how many are in a set."""
        found = []
        of_table = [of_sets(hand) for hand in hands]
        for kind in range(KIND_COUNT):
            held = sum(hand.copies_of(kind) for hand in of_table)
            if held > 4:
                found.append((code(kind), held, 4))
        for tile in range(KIND_COUNT, JOKER):
            held = sum(hand.bonus >> tile & 1 for hand in of_table)
            if held > 1:
                found.append((code(tile), held, 1))
        return found

    def why_below_minimum(self, tally: Mapping[types.TallyKey, int], minimum: int) -> str:
        """Return why a winning hand with these sums, which are fewer than the minimum, is worth
        nothing."""
        worth, *beside = tally.values()
        points = say_many("{number} point", "{number} points", worth)
        if any(beside):
            return say(
                "{points} without flowers, but a win needs {minimum}: nothing is paid",
                points=points,
                minimum=minimum,
            )
        return say(
            "{points}, but a win needs {minimum}: nothing is paid", points=points, minimum=minimum
        )

    def minimum_reached_text(self, minimum: int) -> str:
        """Return what a hand has that lets it win, in a ruleset with this minimum."""
        return say("reaches the minimum of {minimum}", minimum=minimum)

    def concludes(self, function: Callable[[Settlement], None]) -> Callable[[Settlement], None]:
        """Declare what follows from all that happened at the table."""
        self.payments = self.payments._replace(afterwards=function)
        return function

    def resolve(
        self, preset: str | None, chosen: Mapping[str, object]
    ) -> tuple[str | None, Options]:
        """Return the preset and every option in force. Raises HandError for an unknown preset,
        option or value."""
        # Long: each problem has its own sentence.
        problems = []
        if preset is None:
            preset = self.default_preset
        if preset is not None and preset not in self.presets:
            detail = _unknown_preset(self.name, preset, self.presets)
            raise HandError(Problem("/preset", "unknown_preset", detail))
        options = self.default_options()
        if preset is not None:
            options.update(self.presets[preset].options)
        for name, value in chosen.items():
            option = self.options.get(name)
            pointer = f"/options/{pointer_escaped(name)}"
            if option is None:
                detail = _unknown_option(self.name, name, self.options)
                problems.append(Problem(pointer, "unknown_option", detail))
            elif not option.accepts(value):
                detail = option.refusal(value)
                problems.append(Problem(pointer, "bad_option", detail))
            else:
                options[name] = value  # type: ignore[assignment]  # accepts() saw to the type
        problems = problems or list(self.contradicting_options(options))
        if problems:
            raise HandError(*problems)
        return preset, options

    def default_options(self) -> Options:
        """Return the options as they are without a preset."""
        return Options({name: option.default for name, option in self.options.items()})

    def as_document(self) -> types.Ruleset:
        """Return the ruleset with everything that it declares."""
        # Long: the list of everything, as others read it.
        tiles, table, payments = self.tiles, self.table, self.payments
        session, presentation = self.session, self.presentation
        usual = self.default_options()
        return {
            "id": self.id,
            "name": self.name,
            "summary": self.summary,
            "rules_version": self.version,
            "sources": [source.as_document() for source in self.sources],
            "options": [option.as_document() for option in self.options.values()],
            "presets": [preset.as_document() for preset in self.presets.values()],
            "default_preset": self.default_preset,
            "unit": self.unit,
            "rules": [rule.as_document() for rule in self.rules],
            "circumstances": [
                circumstance.as_document(table.ways) for circumstance in self.circumstances.values()
            ],
            "events": [
                event.as_document(ordered=event.id in table.ordered_events)
                for event in self.events.values()
            ],
            "sticks": [{"value": value, "each": each} for value, each in session.sticks],
            "players": list(table.players),
            "losers_score": payments.losers_score,
            "discarder_pays": payments.discarder_pays,
            "table_points": list(session.table_points),
            "ways": list(table.ways),
            "hand_tiles": tiles.hand_tiles,
            "hand_of": tiles.hand_of,
            "bonus_tiles": tiles.bonus_tiles,
            "jokers": tiles.jokers,
            "wild_under": [when.as_document() for when in tiles.wild_under],
            "special_tiles": tiles.special_tiles and tiles.special_tiles.as_document(),
            "set_aside": tiles.set_aside and tiles.set_aside.as_document(),
            "left_out": tiles.left_out and tiles.left_out.as_document(),
            "several_winners": table.several_winners(usual),
            "fishing_told_under": [when.as_document() for when in table.fishing_told_under],
            "conceals_sets": tiles.conceals_sets,
            "prevailing": table.needs_prevailing,
            "holds_money": bool(payments.no_debt_when),
            "state": [number.as_document() for number in self.counters.values()],
            "counts_east_wins": session.counts_east_wins,
            "deal_can_stay": session.deal_can_stay,
            "multiplies": presentation.multiplies,
            "listed_by": presentation.listed_by,
            "principles": list(presentation.principles),
            "fields": {
                part: [added_field_document(field) for field in self.fields.of(part)]
                for part in PARTS
            },
        }


def _unknown_preset(ruleset: str, preset: str, presets: Iterable[str]) -> str:
    known, close = typed_comma_list(presets) or say("none"), closest_name(preset, presets)
    if close:
        return say(
            "{ruleset} has no preset {preset}; did you mean “{meant}”? It has: {known}",
            ruleset=ruleset,
            preset=quoted(preset),
            meant=close,
            known=known,
        )
    return say(
        "{ruleset} has no preset {preset}; it has: {known}",
        ruleset=ruleset,
        preset=quoted(preset),
        known=known,
    )


def _unknown_option(ruleset: str, option: str, options: Iterable[str]) -> str:
    known, close = typed_comma_list(options), closest_name(option, options)
    if close:
        return say(
            "{ruleset} has no option {option}; did you mean “{meant}”? It has: {known}",
            ruleset=ruleset,
            option=quoted(option),
            meant=close,
            known=known,
        )
    return say(
        "{ruleset} has no option {option}; it has: {known}",
        ruleset=ruleset,
        option=quoted(option),
        known=known,
    )


def _require_new_name(name: str, known: Container[str], what: str) -> None:
    """Raise ValueError for a name that was declared before: a name is an id, and stands for one
    thing."""
    if name in known:
        raise ValueError(f"the {what} {name} is declared twice: call one by another name")


def _required_meaning(meaning: str, id: str) -> str:
    """Return the sentence that players read; ValueError where the function has no docstring."""
    if not meaning.strip():
        raise ValueError(f"{id} has no docstring: write the sentence that players read")
    return meaning
