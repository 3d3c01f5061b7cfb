"""How a ruleset is declared: rules in the book's order, options, presets, circumstances, events.

A rule is written once. Its declaration scores it, explains it and lists it; its docstring is the
sentence that a player reads, its function's name is its published id.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, Self

from scorer import soundness
from scorer.circumstances import Circumstance, Need, Seats, Ways
from scorer.declared import (
    AfterRound,
    Asked,
    Bars,
    Deal,
    Dealt,
    DoubledSeat,
    Effect,
    Ending,
    Ends,
    Event,
    Field,
    Laid,
    Listed,
    Onward,
    PointsTables,
    Reseating,
    Ruled,
    Seen,
    Session,
    Shares,
    Source,
    WaitingTold,
    Worth,
    after_the_last_round,
    passes_after_every_hand,
    rule_id,
    rule_meaning,
)
from scorer.edition import Edition
from scorer.errors import HandError, Problem, quoted
from scorer.hand import CIRCUMSTANCES, EXACT, Hand, meld_of
from scorer.options import (
    Option,
    Preset,
    Value,
    When,
    amount_under,
    holds,
    plain_label,
    usual_amount,
)
from scorer.settle import LOSERS_SETTLE, Owed, Scheme, Settlement, nothing
from scorer.situation import State
from scorer.speech import say, typed_in_turn
from scorer.tiles import JOKER, KINDS, code
from scorer.winds import table_points

if TYPE_CHECKING:
    from scorer import types

__all__ = [
    "Book",
    "Circumstance",
    "Dealt",
    "Edition",
    "Ending",
    "Event",
    "Field",
    "Need",
    "Onward",
    "Option",
    "Preset",
    "Reseating",
    "Seats",
    "Session",
    "Source",
    "Value",
    "Ways",
    "When",
    "amount_under",
    "holds",
    "rule_id",
    "rule_meaning",
    "usual_amount",
]

OWN_FACTS: Final = tuple([1 << bit for bit in range(24, 56)])
"""The bits for circumstances that one ruleset alone has."""


class Book:
    """A ruleset's declarations. The ways of counting in ``scorer.grammar`` add how they score."""

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
        # Long: the list of all traits, each with what it means.
        self.id = id
        self.name = name
        self.summary = summary
        self.version = version
        self.sources = sources
        self.unit = unit
        self.tally: Mapping[types.TallyKey, str] = {}
        self.options: dict[str, Option] = {}
        self.presets: dict[str, Preset] = {}
        self.default_preset: str | None = None
        """The preset in force where none is named."""
        self.circumstances: dict[str, Circumstance] = {}
        self.events: dict[str, Event] = {}
        self.state: dict[str, State] = {}
        """The numbers of the game that it counts, such as a dealer's streak (``counts``)."""
        self.sticks: tuple[tuple[int, int], ...] = ()
        """The sticks that each player starts with: the value of one, and how many."""
        self.rules: list[Listed] = []
        self.players: tuple[int, ...] = (3, 4)
        """How many may sit at its table."""
        self.fifth: Literal["rests", "bets"] | None = None
        """What a fifth player does while four play, where there may be one: they take turns."""
        self.names_pivot = False
        """Whether the player who was the first East is called the pivot of the game."""
        self.ways: tuple[types.Way, ...] = ("self_draw", "discard", "robbed_kong")
        """The ways to win that it has."""
        self.hand_of: Literal["sets", "card"] = "sets"
        """What a hand is made of: sets and a pair, or the groups of a hand of a card."""
        self.bonus_tiles = True
        """Whether flowers and seasons are laid apart; else they are tiles like others."""
        self.jokers = False
        """Whether tiles that stand for others (J) belong to the set."""
        self.special_tiles: tuple[str, Mapping[Value, tuple[str, ...]]] | None = None
        """The option that decides which tiles the set has in place of plain ones, and those of each
        of its values."""
        self.set_aside: tuple[str, int, When] | None = None
        """A tile that is set aside as flowers are, where so many play under that option."""
        self.left_out: tuple[int, tuple[str, ...]] | None = None
        """The tiles that the set is without where so many play."""
        self.several_matter_under: tuple[When, ...] = ()
        """The options under which alone it matters who else won, where several may."""
        self.wild_under: tuple[tuple[str, Value], ...] = ()
        """The options, each with its value, under which a tile is wild and written J."""
        self.fishing_told_under: tuple[tuple[str, Value], ...] = ()
        """The options, each with its value, under which a player who lost tells whether they were
        one tile short of a hand, and had said so."""
        self.conceals_sets = True
        """Whether a set can be declared concealed, as a kong is, and is then shown face down."""
        self.nobody_owes_under: tuple[When, ...] = ()
        """The options, each with its value, under all of which nobody pays more than they hold."""
        self.counts_east_wins = False
        """Whether it can matter how many hands East has won running."""
        self.ties_in_turn_under: When | None = None
        """The option, with its value, under which of players who hold the same at the end the one
        who was East first stands before the others; they share a place otherwise."""
        self.multiplies = True
        """Whether a score is multiplied: its formula then tells more than the sum of its lines."""
        self.listed_by: Literal["kind", "worth"] = "kind"
        """How a list of its rules is divided: by what they count, or by what they are worth."""
        self.principles: tuple[types.Principle, ...] = ()
        """The principles by which it sets aside what the tiles show."""
        self.ordered_events: tuple[str, ...] = ()
        """The events that cost something else for who did the same second."""
        self.most_editions = 256
        """How many sets of options are remembered."""
        self.needs_prevailing = True
        """Whether the wind of the round counts."""
        self.round_wind_sits = False
        """Whether with three players somebody always sits at the wind of the round."""
        self.losers_score = True
        """Whether a hand that did not win scores."""
        self.discarder_pays = False
        """Whether who lost the winning tile pays more, and so has to be told."""
        self.table_points: tuple[int, ...] = ()
        """What the players take from a session, first to last."""
        self.scheme: Scheme = LOSERS_SETTLE
        """Who owes what once a hand is won; ``pays`` declares another."""
        self.worth: Worth = lambda total, options: total
        """What is paid by for a total, where a table turns one into the other."""
        self.most_winners: Callable[[Mapping[str, Value]], int] = lambda options: 1
        """How many players may win on one tile."""
        self.most_chows: Callable[[Mapping[str, Value]], int | None] = lambda options: None
        """How many sets of an ordinary hand may be chows, where not all may."""
        self.doubled_seat: DoubledSeat = lambda options, prevailing: None
        """Which seat pays and receives double (``doubles_payments_of``)."""
        self.hand_tiles = 13
        """The tiles of a hand that waits: 13, or 16 where a hand has five sets."""
        self.dealt_complete = 0
        """The facts of a win by a hand that was dealt complete: no tile of it has to be named."""
        self._editions: dict[tuple[object, ...], Edition] = {}
        self._sound = False
        self.fields: dict[Asked, tuple[Field, ...]] = {
            "hand": (),
            "win": (),
            "player": (),
            "table": (),
        }
        """What only documents of this ruleset tell of a hand, a win, a player at the table, and the
        table (``asks``). What the table tells under the name of a field of hands holds for all."""
        self.absent: types.Seat | None = None
        """The seat that nobody has where three play; any but East where None."""
        self.wrong_win = "false_win"
        """The event of a win that was declared and is none."""
        self.begins_with: Callable[[Mapping[str, Value], int], int | None] = (
            lambda options, players: None
        )
        """What each of so many players has when a session begins; None: what the sticks are."""
        self.waiting_told: WaitingTold | None = None
        """How its tables tell of who waits when nobody won; None where nothing follows from it."""
        self.counted_apart: dict[str, types.StepId] = {}
        """The rules, by their ids, that are counted step by step apart from others of their kind,
        each with the step that it is counted in."""
        self.points_tables: PointsTables = lambda options: ()
        """The tables by which players look up what a hand is paid, under these options."""
        self.paid_winners: Callable[[Sequence[int], Mapping[str, Value]], Sequence[int]] = (
            lambda winners, options: winners
        )
        """Which of several winners of one tile, the first in turn first, are paid."""
        self.scores_end = False
        """Whether the scores of the session may decide when it is over."""
        self.ends: Ends = after_the_last_round
        self.shares: Shares = self._by_place
        self.deal_stays: Deal = passes_after_every_hand
        self.after_round: AfterRound = lambda players, prevailing, options: None
        self.seen_at_table: Seen = lambda hand, others: 0

    def asks(self, part: Asked, *fields: Field) -> None:
        """Declare what documents of this ruleset tell of this part beside what others tell."""
        self.fields[part] += fields

    def _by_place(self, session: Session) -> dict[int, float] | None:
        """What each seat takes from a session: the table points, those of tied places shared."""
        if len(self.table_points) != len(session.standing):
            return None
        return table_points(session.standing, self.table_points)

    def integer(
        self, name: str, default: int, *, least: int, most: int, meaning: str, step: int = 1
    ) -> Option:
        """Declare an option that is a whole number, a multiple of ``step``."""
        return self._option(Option(name, "integer", default, meaning, None, least, most, step))

    def boolean(self, name: str, default: bool, *, meaning: str) -> Option:
        """Declare an option that is on or off."""
        return self._option(Option(name, "boolean", default, meaning))

    def choice(self, name: str, *choices: Value, meaning: str) -> Option:
        """Declare an option that is one of a few values, the default first."""
        return self._option(Option(name, "choice", choices[0], meaning, choices=choices))

    def text(self, name: str, default: str, *, meaning: str) -> Option:
        """Declare an option that is a text, which the book itself reads."""
        return self._option(Option(name, "text", default, meaning))

    def counts(
        self, name: str, title: str, *, meaning: str, most: int, least: int = 0, default: int = 0
    ) -> State:
        """Declare a number of the game that counts and that neither tiles nor win tell. It is told
        at the top of a document under this name; rules find it as ``h.state[name]``, payments as
        ``table.state[name]``, and what the deal gives as ``Onward.state`` is told in ``next``."""
        self.state[name] = declared = State(name, title, meaning, least, most, default)
        return declared

    def _option(self, option: Option) -> Option:
        _once(option.name, self.options, "option")
        self.options[option.name] = option
        self._changed()
        return option

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
        in force where none is named. ``title`` is what people call it; its name unless told."""
        _once(name, self.presets, "preset")
        self.presets[name] = Preset(
            name, title or name, meaning, MappingProxyType({**over, **options})
        )
        if default:
            self.default_preset = name
        self._changed()

    def circumstance(
        self,
        id: str,
        meaning: str,
        *,
        by: Ways | None = None,
        seats: Seats | None = None,
        needs: Sequence[Need] = (),
        clashes: Mapping[str, str] = MappingProxyType({}),
        win_running: int | Option | None = None,
        when: When | None = None,
        beside: tuple[Sequence[str], str] | None = None,
        common: bool = False,
        fact: int = 0,
    ) -> int:
        """Declare a circumstance of winning that this ruleset scores: the ways and seats that it
        goes with, what it needs of the hand, the ids of others that cannot hold with it, each with
        the reason. ``win_running``: it is East's win of that number in a row; ``when``: there is
        such a circumstance only where that option has that value; ``beside``: it holds only with
        one of these, and why; ``common``: many wins are so.

        Gives the bit by which rules find it in ``h.facts``: the one that circumstances of this id
        have in every ruleset, one of its own where it is new, or the ``fact`` that is told."""
        _once(id, self.circumstances, "circumstance")
        taken = [one.fact for one in self.circumstances.values()]
        fact = fact or CIRCUMSTANCES.get(id) or next(bit for bit in OWN_FACTS if bit not in taken)
        self.circumstances[id] = Circumstance(
            id, meaning, fact, by, seats, tuple(needs), clashes, win_running, when, beside, common
        )
        self._changed()
        return fact

    def event(
        self,
        source: str,
        *fields: Field,
        bars_win: Bars = False,
        count: str = EXACT,
        count_to: str = EXACT,
        needs_winner: bool = False,
        when: When | None = None,
    ) -> Callable[[Effect], Effect]:
        """Declare an event that ``settle`` understands: the function does to the settlement what
        its docstring says. Who did it cannot win (``bars_win``, which may depend on what was told),
        and may hold another number of tiles (``count``), as may the player to whom it was done
        (``count_to``); it happens only where another player won (``needs_winner``), and is known
        only where that option has that value (``when``)."""

        def declare(effect: Effect) -> Effect:
            id = effect.__name__
            _once(id, self.events, "event")
            self.events[id] = Event(
                id,
                _told(rule_meaning(effect), id),
                source,
                fields,
                effect,
                bars_win,
                count,
                count_to,
                needs_winner,
                when,
            )
            self._changed()
            return effect

        return declare

    def session_ends(self, function: Ends) -> Ends:
        """Declare when a session is over."""
        self.ends = function
        return function

    def result(self, function: Shares) -> Shares:
        """Declare what each seat takes from a session that ends with these scores."""
        self.shares = function
        return function

    def pays(self, function: Owed) -> Owed:
        """Declare what the others owe the winner, where losers owe each other nothing."""
        self.scheme = Scheme(function, nothing)
        return function

    def deal(self, function: Deal) -> Deal:
        """Declare how the table goes on after a hand."""
        self.deal_stays = function
        return function

    def reseats(self, function: AfterRound) -> AfterRound:
        """Declare how the players change seats once a round is over, told how many they are, the
        wind of the round and the options; None where they do not."""
        self.after_round = function
        return function

    def sees(self, function: Seen) -> Seen:
        """Declare the facts of a win that the table shows without being told: the function is asked
        the winner's hand and the other hands."""
        self.seen_at_table = function
        return function

    def doubles_payments_of(self, function: DoubledSeat) -> DoubledSeat:
        """Declare which seat pays and receives double, if any: told the options and the wind of the
        round."""
        self.doubled_seat = function
        return function

    def _listed(self, rule: Ruled) -> Ruled:
        """The rule, now in the book."""
        _once(rule.id, [one.id for one in self.rules], "rule")
        _told(rule.meaning, rule.id)
        self.rules.append(rule)
        self._changed()
        return rule

    def _changed(self) -> None:
        """Editions made before do not have what is declared now, and are forgotten."""
        self._editions.clear()
        self._sound = False

    def faults(self) -> Iterator[str]:
        """What is wrong with the declarations, in sentences for who wrote them."""
        return soundness.faults(self)

    def _check(self) -> None:
        """ValueError where declarations contradict one another."""
        found = [] if self._sound else [*self.faults()]
        if found:
            raise ValueError(f"{self.id}: " + "; ".join(found))
        self._sound = True

    def edition(
        self, preset: str | None = None, options: Mapping[str, object] | None = None
    ) -> Edition:
        """The book with these options in force; HandError for what it does not know."""
        preset, resolved = self.resolve(preset, options or {})
        key = (preset, *resolved.values())
        found = self._editions.get(key)
        if found is None:
            if len(self._editions) >= self.most_editions:
                self._editions.clear()
            self._check()
            found = self._editions[key] = self.enforced(preset, resolved)
        return found

    def enforced(self, preset: str | None, options: dict[str, Value]) -> Edition:
        """A new edition of this book; each way of counting has its own."""
        raise NotImplementedError

    def meld(self, laid: Laid) -> Any:
        """The set that these tiles form; ValueError when they form none."""
        return meld_of(laid.tiles, laid.concealed, laid.from_concealed_pung)

    def lay(
        self,
        concealed: Sequence[int],
        melds: Sequence[Any],
        bonus: Sequence[int],
        winning: int | None,
        count: str,
        **beside: Sequence[int],
    ) -> Any:
        """The hand that these tiles and melds are, with the tiles that only this ruleset's hands
        tell. Raises HandError."""
        return Hand(concealed, melds, bonus, winning, count=count, size=self.hand_tiles)

    def shared(self, hands: Sequence[Any]) -> list[tuple[str, int, int]]:
        """Tiles that these hands of one table cannot all have: the tile, how many, how many there
        are in a set."""
        found = []
        for kind in range(KINDS):
            held = sum(hand.copies[kind] for hand in hands)
            if held > 4:
                found.append((code(kind), held, 4))
        for tile in range(KINDS, JOKER):
            held = sum(hand.bonus >> tile & 1 for hand in hands)
            if held > 1:
                found.append((code(tile), held, 1))
        return found

    def conclude(self, table: Settlement) -> None:
        """What follows from all events of a hand together."""

    def variant(self, id: str, name: str) -> Self:
        """A book of one's own that starts as this one; what is declared in it stays in it."""
        other = type(self).__new__(type(self))
        vars(other).update(vars(self))
        other.id, other.name = id, name
        for field, value in vars(self).items():
            if isinstance(value, (dict, list)):
                setattr(other, field, copy(value))
        other._editions = {}
        if self.shares == self._by_place:
            other.shares = other._by_place
        return other

    def resolve(
        self, preset: str | None, chosen: Mapping[str, object]
    ) -> tuple[str | None, dict[str, Value]]:
        """The preset and every option in force. HandError for what the book does not know."""
        problems = []
        if preset is None:
            preset = self.default_preset
        if preset is not None and preset not in self.presets:
            detail = say(
                "{ruleset} has no preset {preset}; it has: {known}",
                ruleset=self.name,
                preset=quoted(preset),
                known=typed_in_turn(self.presets) or say("none"),
            )
            raise HandError(Problem("/preset", "unknown_preset", detail))
        options = {name: option.default for name, option in self.options.items()}
        if preset is not None:
            options |= self.presets[preset].options
        for name, value in chosen.items():
            option = self.options.get(name)
            pointer = "/options/" + name.replace("~", "~0").replace("/", "~1")
            if option is None:
                detail = say(
                    "{ruleset} has no option {option}; it has: {known}",
                    ruleset=self.name,
                    option=quoted(name),
                    known=typed_in_turn(self.options),
                )
                problems.append(Problem(pointer, "unknown_option", detail))
            elif not option.accepts(value):
                detail = say(
                    "{option} is to be {wanted}", option=plain_label(name), wanted=option.wanted
                )
                problems.append(Problem(pointer, "bad_option", detail))
            else:
                options[name] = value  # type: ignore[assignment]  # accepts() saw to the type
        if problems:
            raise HandError(*problems)
        return preset, options

    def _special_tiles(self) -> types.SpecialTiles | None:
        if self.special_tiles is None:
            return None
        option, by_value = self.special_tiles
        tiles = {str(value): list(codes) for value, codes in by_value.items()}
        return {"option": option, "tiles": tiles}

    def _set_aside(self) -> types.SetAside | None:
        if self.set_aside is None:
            return None
        tile, players, (name, value) = self.set_aside
        return {"tile": tile, "players": players, "option": {"name": name, "value": value}}

    def _left_out(self) -> types.LeftOut | None:
        if self.left_out is None:
            return None
        players, tiles = self.left_out
        return {"players": players, "tiles": list(tiles)}

    def _several_winners(self) -> list[types.OptionSetting] | None:
        usual = {name: option.default for name, option in self.options.items()}
        if self.most_winners(usual) == 1:
            return None
        return [{"name": name, "value": value} for name, value in self.several_matter_under]

    def as_document(self) -> types.Ruleset:
        """The ruleset with everything that it declares."""
        # Long: the same list, as others read it.
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
                circumstance.as_document(self.ways) for circumstance in self.circumstances.values()
            ],
            "events": [
                event.as_document(ordered=event.id in self.ordered_events)
                for event in self.events.values()
            ],
            "sticks": [{"value": value, "each": each} for value, each in self.sticks],
            "players": list(self.players),
            "losers_score": self.losers_score,
            "discarder_pays": self.discarder_pays,
            "table_points": list(self.table_points),
            "ways": list(self.ways),
            "hand_tiles": self.hand_tiles,
            "hand_of": self.hand_of,
            "bonus_tiles": self.bonus_tiles,
            "jokers": self.jokers,
            "wild_under": [{"name": name, "value": value} for name, value in self.wild_under],
            "special_tiles": self._special_tiles(),
            "set_aside": self._set_aside(),
            "left_out": self._left_out(),
            "several_winners": self._several_winners(),
            "fishing_told_under": [
                {"name": name, "value": value} for name, value in self.fishing_told_under
            ],
            "conceals_sets": self.conceals_sets,
            "prevailing": self.needs_prevailing,
            "holds_money": bool(self.nobody_owes_under),
            "state": [number.as_document() for number in self.state.values()],
            "counts_east_wins": self.counts_east_wins,
            "deal_can_stay": self.deal_stays is not passes_after_every_hand,
            "multiplies": self.multiplies,
            "listed_by": self.listed_by,
            "principles": list(self.principles),
            "fields": {
                part: [field.as_document() for field in fields]
                for part, fields in self.fields.items()
            },
        }


def _once(name: str, known: Container[str], what: str) -> None:
    """ValueError for what was declared before: its name is the id, and stands for one thing."""
    if name in known:
        raise ValueError(f"the {what} {name} is declared twice: call one by another name")


def _told(meaning: str, id: str) -> str:
    """The sentence that players read; ValueError where the function has no docstring."""
    if not meaning.strip():
        raise ValueError(f"{id} has no docstring: write the sentence that players read")
    return meaning
