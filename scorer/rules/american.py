"""American mah-jongg: the hands of a card, what doubles them, and who pays.

The sources are Tom Sloper's FAQ 19 and the errata to “The Red Dragon & The West Wind”; both report
what the League's rules and yearly bulletins say. Letters are those of the FAQ's answers. The card
is the players' own: any card in the notation of docs/american.md, or the practice card. Preset
``league`` pays as those rules do, ``tournament`` gives points as most tournaments do.
"""

from __future__ import annotations

from scorer.engine.any_hand import AnyHand, of_card
from scorer.engine.hand import (
    AFTER_CHARLESTON,
    ANY_COUNT,
    DECLARED_READY,
    HEAVENS_BLESSING,
    LAST_WALL,
    NO_JOKER_HELD,
    SELF_DRAW,
)
from scorer.engine.sheet import Payment
from scorer.engine.tiles import JOKER, PLAIN_FLOWER
from scorer.errors import HandError, Problem
from scorer.grammar.card import house
from scorer.grammar.card.book import CardBook
from scorer.grammar.card.made import MadeHand
from scorer.grammar.requirements import Requirement, condition
from scorer.languages.speech import say, say_many
from scorer.rulebook.book import HandCondition, Options, Reseating, WayCondition
from scorer.rulebook.settlement import EnteredEvent, Settlement
from scorer.rulebook.tile_set import TileSet
from scorer.rules.shared.conditions import DEALT_WIN, ONLY_EAST
from scorer.rules.shared.texts import ERRATA, FAQ_19
from scorer.types import american as types
from scorer.types.terms import SEAT_NAMES

book = CardBook(
    "american",
    "American",
    summary="The hands of a card, with jokers; any card that a group types, or the practice card.",
    version="2",
    sources=(FAQ_19, ERRATA),
)
book.tiles = TileSet(hand_of="card", bonus_tiles=False, jokers=True, conceals_sets=False)
book.table = book.table._replace(fifth="bets", names_pivot=True, ordered_events=("false_mahjong",))

book.option(house.card_option)
no_bonus_for_option = book.choice(
    "no_bonus_for",
    "section",
    "structure",
    "none",
    meaning="which hands have no jokerless bonus: those of sections that say so on the card, those "
    "made of singles and pairs only, or none",
)
claim_jokerless_option = book.boolean(
    "claim_jokerless", True, meaning="the winner claimed the jokerless bonus"
)
asked_too_little_option = book.choice(
    "asked_too_little",
    "paid_as_asked",
    "paid_as_due",
    meaning="what a winner who asked for less than is due is paid",
)
book.option(house.hand_choice_option)
kept_concealed_option = book.integer(
    "kept_concealed",
    0,
    least=0,
    most=100,
    meaning="added to an X hand that was kept concealed, before it is doubled",
)
doubled_games_option = book.integer(
    "doubled_games", 0, least=0, most=4, meaning="how often this game is doubled for everybody"
)
stake_option = book.integer(
    "stake", 1, least=1, most=1000, meaning="what a point costs: payments times this"
)
book.option(house.super_joker_option)
atomic_option = book.integer(
    "atomic",
    0,
    least=0,
    most=1000,
    meaning="what any seven natural pairs, concealed, are worth; 0: they are not a hand",
)
atomic_flowers_option = book.boolean(
    "atomic_flowers", True, meaning="flowers may be among seven pairs"
)
atomic_bonus_option = book.boolean(
    "atomic_bonus", False, meaning="seven pairs have the jokerless bonus"
)
atomic_no_joker_held_option = book.boolean(
    "atomic_no_joker_held",
    False,
    meaning="seven pairs win only for a player who never held a joker in this game, which "
    "has to be entered",
)
atomic_declared_option = book.boolean(
    "atomic_declared",
    False,
    meaning="seven pairs win only where they were declared beforehand, which has to be entered",
)
hot_wall_option = book.boolean(
    "hot_wall", False, meaning="a discard that wins in the last wall pays everybody's share"
)
cold_wall_option = book.boolean("cold_wall", False, meaning="in the last wall no discard wins")
exposures_pay_all_option = book.integer(
    "exposures_pay_all",
    0,
    least=0,
    most=4,
    meaning="a discard to a winner with so many exposures pays everybody's share; 0: never",
)
for_everyone_option = book.choice(
    "for_everyone",
    "four_times",
    "shares",
    meaning="what a player who pays for everyone after an error pays: four times the value, or "
    "what all would have paid together",
)
for_everyone_bonus_option = book.boolean(
    "for_everyone_bonus", True, meaning="four times the value counts the jokerless bonus"
)
wrong_wall_win_option = book.choice(
    "wrong_wall_win",
    "pusher_pays",
    "honored",
    meaning="the player who pushed out the wrong wall pays for everyone when somebody wins from "
    "it, or the win is paid as usual",
)
wrong_challenge_option = book.choice(
    "wrong_challenge",
    "twice_cheapest",
    "cheapest",
    meaning="what a wrong death challenge costs, by the cheapest hand of the card",
)
no_debt_option = book.boolean(
    "no_debt",
    False,
    meaning="the pie: nobody pays more than they have left; enter what each player has left",
)
pivot_option = book.choice(
    "pivot",
    "changes",
    "stays",
    meaning="whether the pivot, the first East, changes seats with the player on their right after "
    "each round of four players",
)
scoring_option = book.option(house.scoring_option)
thrown_to_one_option = book.integer(
    "thrown_to_one", 10, least=0, most=100, meaning="points lost for a discard to 0-1 exposures"
)
thrown_to_two_option = book.integer(
    "thrown_to_two", 20, least=0, most=100, meaning="points lost for a discard to 2 exposures"
)
thrown_to_two_quint_option = book.integer(
    "thrown_to_two_quint",
    20,
    least=0,
    most=100,
    meaning="the same where the hand has a group of five or more",
)
thrown_to_three_option = book.integer(
    "thrown_to_three", 25, least=0, most=100, meaning="points lost for a discard to 3 exposures"
)
wall_game_option = book.integer(
    "wall_game",
    10,
    least=0,
    most=100,
    meaning="points in a wall game for each player whose hand is not dead",
)

book.payments = book.payments._replace(
    no_debt_when=(no_debt_option.is_(True), scoring_option.is_("money"))
)

book.preset(
    "league", "payments as the League's rules have them", title="League rules", default=True
)
book.preset(
    "tournament",
    "points as most tournaments give them",
    title="Tournament points",
    scoring="points",
)

BEFORE_ANY_WALL_SENTENCE = say(
    "a hand won as dealt is won neither by a joker exchange nor in the last wall; enter only one "
    "of these circumstances"
)


def why_exposed(hand: AnyHand) -> str | None:
    """An exposure"""
    return (
        say(
            "a dealt hand wins before anything is exposed; remove the exposures or the circumstance"
        )
        if of_card(hand).exposures
        else None
    )


def why_not_on_joker(hand: AnyHand) -> str | None:
    """Another winning tile than the joker"""
    if hand.winning in (None, JOKER):
        return None
    return say("a win by an exchange is won on the joker: enter the joker as the winning tile")


def why_joker_in_hand(hand: AnyHand) -> str | None:
    """A joker in the hand"""
    return (
        say("a player who never held a joker has none in the hand")
        if of_card(hand).jokers
        else None
    )


book.circumstance(
    "joker_exchange",
    "won on a joker taken in exchange from an exposure",
    by=WayCondition(
        ("self_draw",),
        say("taking a joker in exchange counts as drawing: enter the win as self-drawn"),
    ),
    needs=[HandCondition(why_not_on_joker)],
)
book.circumstance(
    "heavens_blessing",
    "East's hand was complete when dealt",
    by=DEALT_WIN,
    seats=ONLY_EAST,
    needs=[HandCondition(why_exposed, {"claimed": "none"})],
    clashes={
        "earths_blessing": say(
            "enter only one of the two: complete as dealt, or complete after the Charleston"
        ),
        "joker_exchange": BEFORE_ANY_WALL_SENTENCE,
        "last_wall": BEFORE_ANY_WALL_SENTENCE,
    },
)
book.circumstance(
    "earths_blessing",
    "East's hand was complete after the Charleston",
    fact=AFTER_CHARLESTON,
    by=WayCondition(
        ("self_draw",), say("a dealt hand wins without a discard: enter the win as self-drawn")
    ),
    seats=ONLY_EAST,
    needs=[HandCondition(why_exposed, {"claimed": "none"})],
    clashes={"joker_exchange": BEFORE_ANY_WALL_SENTENCE, "last_wall": BEFORE_ANY_WALL_SENTENCE},
)
book.circumstance(
    "last_wall",
    "won while the last wall was played",
    by=WayCondition(
        ("self_draw",),
        say("in the last wall no discard wins at this table (house rule “Cold wall”)"),
        when=cold_wall_option.is_(True),
    ),
)
book.circumstance(
    "no_joker_held",
    "the winner never held a joker in this game",
    needs=[HandCondition(why_joker_in_hand)],
    matters=atomic_no_joker_held_option.is_(True),
)
book.circumstance(
    "declared",
    "the winner had declared beforehand to go for seven pairs",
    matters=atomic_declared_option.is_(True),
)


# What a hand is worth

NEEDS_MONEY: Requirement[MadeHand] = condition(
    lambda h: h[scoring_option] != "points",
    say("it counts only where the others pay (house rule “Scoring”)"),
)
NEEDS_POINTS: Requirement[MadeHand] = condition(
    lambda h: h[scoring_option] == "points",
    say("it counts only where points are given (house rule “Scoring”)"),
)


@book.the_hand("Hand of the card", FAQ_19.at("Y: the value printed beside the hand"))
def card_hand(h: MadeHand) -> int:
    """the hand of the card that the fourteen tiles are, for the value printed beside it"""
    return h.printed


@book.on_no_card("Seven pairs", FAQ_19.at("AZ: a table rule"))
def seven_pairs(h: MadeHand) -> int:
    """any seven natural pairs, concealed; a table rule"""
    if not _natural_pairs(h) or _near_seven_pairs(h) is not None:
        return 0
    return h[atomic_option]


@seven_pairs.near
def _near_seven_pairs(h: MadeHand) -> str | None:
    """Seven pairs that this table does not let win"""
    if not h[atomic_option] or not _natural_pairs(h):
        return None
    if PLAIN_FLOWER in h.rack.concealed and not h[atomic_flowers_option]:
        return say("flowers void seven pairs at this table (house rule “Atomic flowers”)")
    if h[atomic_no_joker_held_option] and not h.facts & NO_JOKER_HELD:
        return say(
            "seven pairs win at this table only for a player who never held a joker; if "
            "that is so, enter it among the circumstances of the win"
        )
    if h[atomic_declared_option] and not h.facts & DECLARED_READY:
        return say(
            "seven pairs win at this table only where they were declared; if they were, "
            "enter it among the circumstances of the win"
        )
    return None


def _natural_pairs(h: MadeHand) -> bool:
    tiles = h.rack.concealed
    return len(tiles) == 14 and tiles[::2] == tiles[1::2] and h.jokerless


seven_pairs.requires(
    condition(
        lambda h: h[atomic_option],
        say("this table does not play it (house rule “Atomic”)"),
    ),
    condition(lambda h: not h.rack.exposures, say("there is an exposure")),
    condition(lambda h: h.jokerless, say("there is a joker")),
    condition(lambda h: _natural_pairs(h), say("the tiles are not seven pairs")),
    Requirement(lambda h: _near_seven_pairs(h) is None, lambda h: _near_seven_pairs(h) or ""),
)


@book.adds_points("Kept concealed", "a table rule")
def kept_concealed(h: MadeHand) -> int:
    """an X hand won without an exposure; a table rule"""
    open_hand = h.hand is not None and not h.hand.concealed
    if not open_hand or h.rack.exposures:
        return 0
    return h[kept_concealed_option]


kept_concealed.requires(
    condition(
        lambda h: h[kept_concealed_option],
        say("this table does not play it (house rule “Kept concealed”)"),
    ),
    condition(
        lambda h: h.hand is not None and not h.hand.concealed,
        say("it counts only for X hands"),
    ),
    condition(lambda h: not h.rack.exposures, say("there is an exposure")),
)


@book.doubles("No joker", FAQ_19.at("DE and DO"))
def jokerless(h: MadeHand) -> int:
    """not one of the fourteen tiles is a joker"""
    if h[scoring_option] == "points" or not h[claim_jokerless_option]:
        return 0
    return int(h.jokerless and not lacks_jokerless_bonus(h))


@jokerless.near
def _near_jokerless(h: MadeHand) -> str | None:
    """One joker too many, or a hand that is not doubled"""
    if h[scoring_option] == "points":
        return None
    if not h.jokerless:
        held = h.rack.jokers
        return say_many(
            "there is a joker in the hand", "there are {number} jokers in the hand", held
        )
    if lacks_jokerless_bonus(h):
        return say("this hand has no jokerless bonus: its value counts it already")
    return say("the winner did not claim it (house rule “Claim jokerless”)")


jokerless.requires(
    NEEDS_MONEY,
    Requirement(lambda h: _near_jokerless(h) is None, lambda h: _near_jokerless(h) or ""),
)


@book.doubles("Doubled game", "a table rule")
def doubled_game(h: MadeHand) -> int:
    """the game counts double for everybody; a table rule"""
    return 0 if h[scoring_option] == "points" else h[doubled_games_option]


doubled_game.requires(
    NEEDS_MONEY,
    condition(
        lambda h: h[doubled_games_option],
        say("this game is not doubled (house rule “Doubled games”)"),
    ),
)


@book.gives(20, "No joker, in points", "tournament practice")
def jokerless_points(h: MadeHand) -> int:
    """not one of the fourteen tiles is a joker; in a tournament"""
    if h[scoring_option] != "points" or not h[claim_jokerless_option]:
        return 0
    return 20 if h.jokerless and not lacks_jokerless_bonus(h) else 0


jokerless_points.requires(
    NEEDS_POINTS,
    condition(lambda h: h.jokerless, say("there is a joker")),
    condition(
        lambda h: not lacks_jokerless_bonus(h),
        say("this hand has no jokerless bonus: its value counts it already"),
    ),
    condition(
        lambda h: h[claim_jokerless_option],
        say("the winner did not claim it (house rule “Claim jokerless”)"),
    ),
)


@book.gives(10, "Self-pick, in points", "tournament practice")
def self_pick_points(h: MadeHand) -> int:
    """won on a tile that the winner drew; in a tournament"""
    return 10 if h[scoring_option] == "points" and h.facts & SELF_DRAW else 0


self_pick_points.requires(
    NEEDS_POINTS,
    condition(lambda h: h.facts & SELF_DRAW, say("the winning tile was claimed, not drawn")),
)


def lacks_jokerless_bonus(h: MadeHand) -> bool:
    """Tests if this hand has no jokerless bonus."""
    if h.hand is None:
        return not h[atomic_bonus_option]
    if h[no_bonus_for_option] == "section":
        return "no-bonus" in h.hand.section.flags
    if h[no_bonus_for_option] == "structure":
        return all(group.size < 3 for group in h.groups)
    return False


# Who pays


@book.pays
def payments(settlement: Settlement, winner: int) -> list[Payment]:
    """twice the value from the player who threw the winning tile, once from the others; when it
    was drawn, twice from each"""
    if settlement[scoring_option] == "points":
        return []
    value = _value_asked_for(settlement, settlement.scores[winner])
    if settlement.pays_for_all is not None:
        amount, why = _pay_for_everyone(settlement, winner, value)
        return [_payment_of_value(settlement, settlement.pays_for_all, winner, amount, why)]
    shares = _shares_of_others(settlement, winner, value)
    thrower = settlement.discarder
    if thrower is not None and _pays_all_shares(settlement):
        total = sum(amount for _, amount, _ in shares)
        why = say("pays everybody's share for this discard")
        return [_payment_of_value(settlement, thrower, winner, total, why)]
    return [
        _payment_of_value(settlement, payer, winner, amount, why) for payer, amount, why in shares
    ]


def _shares_of_others(
    settlement: Settlement, winner: int, value: int
) -> list[tuple[int, int, str]]:
    """Return what each other player owes for a win of this value, and why."""
    name = SEAT_NAMES[winner]
    shares = []
    for payer in settlement.others(winner):
        if settlement.discarder is None:
            why = say("2 × {value}: {winner} drew the tile", value=value, winner=name)
            shares.append((payer, 2 * value, why))
        elif payer == settlement.discarder:
            why = say("2 × {value}: threw the winning tile", value=value)
            shares.append((payer, 2 * value, why))
        else:
            shares.append((payer, value, say("{winner} won {score}", winner=name, score=value)))
    return shares


def _pay_for_everyone(settlement: Settlement, winner: int, value: int) -> tuple[int, str]:
    """Return what one player pays for everyone, and why."""
    bare = value
    if not settlement[for_everyone_bonus_option]:
        _require_hand(settlement, say("whether the jokerless bonus is in the value"))
        if any(line.id == "jokerless" for line in settlement.sheet.lines):
            bare = min(value, settlement.scores[winner] // 2)
    if settlement[for_everyone_option] == "shares":
        shares = [amount for _, amount, _ in _shares_of_others(settlement, winner, bare)]
        sum_ = " + ".join(map(str, shares))
        why = say("{sum}, everybody's share, for an error: nobody else pays", sum=sum_)
    else:
        shares = [4 * bare]
        why = say("{sum} for an error: nobody else pays", sum=f"4 × {bare}")
    if bare < value:
        why = say("{why}; the jokerless bonus is not counted in it", why=why)
    return sum(shares), why


def _value_asked_for(settlement: Settlement, due: int) -> int:
    """Return the value that is paid for: what is due, or what the winner asked for."""
    if settlement[asked_too_little_option] == "paid_as_due":
        return due
    values = (e.values["value"] for e in settlement.events if e.id == "asked_too_little")
    return next((value for value in values if value), due)


def _pays_all_shares(settlement: Settlement) -> bool:
    if settlement[hot_wall_option] and settlement.facts & LAST_WALL:
        return True
    wanted = settlement[exposures_pay_all_option]
    return bool(wanted) and _count_exposures(settlement) >= wanted


def _payment_of_value(
    settlement: Settlement, payer: int, payee: int, amount: int, why: str
) -> Payment:
    due = settlement.scores[payee]
    asked = _value_asked_for(settlement, due)
    if asked < due:
        why = say(
            "{why}; the winner asked for {asked}, though {due} is due",
            why=why,
            asked=asked,
            due=due,
        )
    stake = settlement[stake_option]
    if stake > 1:
        why = say("{why}, × {stake}", why=why, stake=stake)
    return Payment(payer, payee, amount * stake, why)


def _count_exposures(settlement: Settlement) -> int:
    """Return how many exposures the winner had."""
    _require_hand(settlement, say("how many exposures there were"))
    return 0 if settlement.hand is None else len(of_card(settlement.hand).exposures)


def _require_hand(settlement: Settlement, why: str) -> None:
    if settlement.hand is None:
        pointer = f"/players/{'ESWN'[settlement.winner or 0]}/hand"
        detail = say("show the winner's hand: what is paid depends on {why}", why=why)
        raise HandError(Problem(pointer, "required", detail))


@book.gives_points
def tournament_points(settlement: Settlement) -> dict[int, int]:
    """the winner's points, what the player who threw the tile loses, and points for a wall game"""
    if settlement[scoring_option] != "points":
        return {}
    points = dict.fromkeys(settlement.seats, 0)
    if settlement.winner is None:
        dead = _dead_players(settlement)
        return {
            seat: 0 if seat in dead else settlement[wall_game_option] for seat in settlement.seats
        }
    points[settlement.winner] = _value_asked_for(settlement, settlement.scores[settlement.winner])
    misnamer = next(
        (e.by for e in settlement.events if _is_winning_claim(e, "misnamed_discard")), None
    )
    if misnamer is not None:
        points[misnamer] = -25
    elif settlement.discarder is not None:
        points[settlement.discarder] = -_points_for_throwing(settlement)
    return points


def _points_for_throwing(settlement: Settlement) -> int:
    exposures = _count_exposures(settlement)
    if exposures < 2:
        return settlement[thrown_to_one_option]
    if exposures > 2:
        return settlement[thrown_to_three_option]
    quint = settlement.sheet is not None and any(
        len(shown.tiles) >= 5 for shown in settlement.sheet.arrangement
    )
    return settlement[thrown_to_two_quint_option if quint else thrown_to_two_option]


# What goes wrong at the table


def _require_discarder(settlement: Settlement, event: EnteredEvent) -> None:
    if settlement.winner is None or settlement.discarder != event.by:
        detail = say("this player's discard must be the one that won; otherwise it costs nothing")
        raise HandError(Problem("/by", "contradiction", detail))


def _pays_for_everyone(settlement: Settlement, event: EnteredEvent) -> None:
    if settlement.pays_for_all is not None:
        detail = say("only one player pays for everyone")
        raise HandError(Problem("/by", "contradiction", detail))
    if settlement[scoring_option] != "points":
        settlement.pays_for_all = event.by


HAND_KILLING_EVENTS = ("dead_hand", "false_mahjong", "threw_in", "wrecked_wall")
DEATHS = (*HAND_KILLING_EVENTS, "early_wall")
DEAD_ALREADY_SENTENCE = say("this player's hand is dead already")


def _require_alive(settlement: Settlement, event: EnteredEvent) -> None:
    if event.by in _reported_dead(settlement):
        raise HandError(Problem("/by", "contradiction", DEAD_ALREADY_SENTENCE))


def _reported_dead(settlement: Settlement) -> set[int]:
    """Return the players whose own deaths were entered."""
    walls = {e.to for e in settlement.events if e.id == "early_wall" and e.to is not None}
    return walls | {e.by for e in settlement.events if e.id in DEATHS}


def _require_false_mahjong(settlement: Settlement) -> None:
    if all(e.id != "false_mahjong" for e in settlement.events):
        detail = say(
            "a hand is thrown in only after a false mah-jongg; enter the false mah-jongg first"
        )
        raise HandError(Problem("/event", "contradiction", detail))


@book.event(FAQ_19.at("CK"), bars_win=True, count=ANY_COUNT)
def dead_hand(settlement: Settlement, event: EnteredEvent) -> None:
    """the hand was declared dead: plays no more, cannot win, pays as the others do"""
    _require_alive(settlement, event)


@book.event(
    FAQ_19.at("CR") + "; " + ERRATA.at("p. 61, rule 95"),
    types.MisnamedDiscard,
)
def misnamed_discard(settlement: Settlement, event: EnteredEvent) -> None:
    """misnamed a discard that won by its name: pays the winner four times the value, the others
    nothing; wanted for an exposure only it costs nothing"""
    if event.values["for_mahjong"] is not False:
        _require_discarder(settlement, event)
        _pays_for_everyone(settlement, event)


@book.event(FAQ_19.at("CR") + "; " + ERRATA.at("p. 63, rule 100"))
def out_of_turn(settlement: Settlement, event: EnteredEvent) -> None:
    """discarded the winning tile out of turn: pays four times the value, the others nothing"""
    _require_discarder(settlement, event)
    _pays_for_everyone(settlement, event)


@book.event(
    FAQ_19.at("CR") + "; " + ERRATA.at("p. 60, rule 93 and p. 63, rule 101"),
    bars_win=True,
    count=ANY_COUNT,
)
def wrong_end(settlement: Settlement, event: EnteredEvent) -> None:
    """drew from the wrong end of the wall: dead; where the discard that follows wins, it pays four
    times the value and the others nothing; where several players did so, the hand is thrown in"""
    if any(e.id == "wrong_end" and e.by == event.by for e in settlement.events):
        raise HandError(Problem("/by", "contradiction", DEAD_ALREADY_SENTENCE))
    if settlement.winner is not None and settlement.discarder == event.by:
        _pays_for_everyone(settlement, event)


@book.event(
    FAQ_19.at("DM"),
    types.EarlyWall,
    bars_win=True,
    count=ANY_COUNT,
    count_to=ANY_COUNT,
)
def early_wall(settlement: Settlement, event: EnteredEvent) -> None:
    """pushed out a wall before the last one was used up, and another player drew from it: both are
    dead"""
    if event.to is None:
        raise HandError(Problem("/to", "required", say("enter who drew from that wall")))
    _require_alive(settlement, event)
    if event.to in _reported_dead(settlement):
        raise HandError(Problem("/to", "contradiction", DEAD_ALREADY_SENTENCE))
    if event.to == settlement.winner:
        raise HandError(Problem("/to", "contradiction", say("a dead hand cannot win")))


@book.event(
    FAQ_19.at("CR and DM") + "; " + ERRATA.at("p. 59, rule 90"),
    needs_winner=True,
    called=say("pushing out the wrong wall"),
)
def wrong_wall(settlement: Settlement, event: EnteredEvent) -> None:
    """pushed out the wrong wall, and another player won from it: pays four times the value, drawn
    or discarded, and the others nothing; by the older ruling the win is paid as usual"""
    if settlement.facts & (HEAVENS_BLESSING | AFTER_CHARLESTON):
        detail = say(
            "a hand that won as dealt won before any wall was pushed out; remove this event or "
            "correct how the hand was won"
        )
        raise HandError(Problem("/by", "contradiction", detail))
    if settlement[wrong_wall_win_option] == "pusher_pays":
        _pays_for_everyone(settlement, event)


@book.event(
    FAQ_19.at("AB"),
    types.DeathChallenge,
    count_to=ANY_COUNT,
)
def death_challenge(settlement: Settlement, event: EnteredEvent) -> None:
    """called another player's hand dead, which was denied: whoever was wrong pays the other twice
    the cheapest value of the card; each such challenge is paid for itself"""
    to, valid = event.to, event.values["valid"]
    if to is None:
        raise HandError(Problem("/to", "required", say("enter whose hand was called dead")))
    if valid is None:
        detail = say("enter whether the hand really was dead")
        raise HandError(Problem("/valid", "required", detail))
    # A wrong challenge leaves the hand as it was, so that another one may be right.
    rightly = any(
        e.id == "death_challenge" and e.to == to and e.values["valid"] for e in settlement.events
    )
    if rightly or (not valid and to in _dead_players(settlement)):
        raise HandError(Problem("/to", "contradiction", DEAD_ALREADY_SENTENCE))
    if valid and settlement.winner == to:
        detail = say("a dead hand cannot win")
        raise HandError(Problem("/to", "contradiction", detail))
    if settlement[scoring_option] == "points":
        return
    cheapest = min(hand.value for hand in settlement.edition.card.card.hands)
    times = 2 if settlement[wrong_challenge_option] == "twice_cheapest" else 1
    wrong, right = (to, event.by) if valid else (event.by, to)
    why = say("wrongly denied being dead") if valid else say("a wrong death challenge")
    _fine_in_stakes(settlement, wrong, right, times * cheapest, why)


def _right_challenges(settlement: Settlement) -> list[EnteredEvent]:
    """Return the events by which a hand was rightly called dead."""
    return [e for e in settlement.events if e.id == "death_challenge" and e.values["valid"]]


@book.event(
    FAQ_19.at("BW and BQ") + "; " + ERRATA.at("p. 62, rule 98"),
    types.FalseMahjong,
    bars_win=True,
    count=ANY_COUNT,
)
def false_mahjong(settlement: Settlement, event: EnteredEvent) -> None:
    """declared mah-jongg in error: dead; what they pay depends on who else is dead"""
    _require_alive(settlement, event)


@book.event(FAQ_19.at("BW"), bars_win=True, count=ANY_COUNT)
def threw_in(settlement: Settlement, event: EnteredEvent) -> None:
    """threw in the hand after a false mah-jongg: dead"""
    _require_false_mahjong(settlement)
    _require_alive(settlement, event)


@book.event(FAQ_19.at("BW"), count=ANY_COUNT)
def wrecked_wall(settlement: Settlement, event: EnteredEvent) -> None:
    """wrecked the wall after a false mah-jongg: dead, and the hand is over"""
    _require_alive(settlement, event)
    settlement.ended_by = event.by


@book.event(FAQ_19.at("W, question 5: a table rule"), types.AskedTooLittle)
def asked_too_little(settlement: Settlement, event: EnteredEvent) -> None:
    """won, and asked for less than is due: is paid what was asked, or what is due (house rule
    “Asked too little”)"""
    if settlement.winner != event.by:
        raise HandError(
            Problem(
                "/by",
                "contradiction",
                say(
                    "only the winner can have asked for too little; enter this event for the "
                    "winner or remove it"
                ),
            )
        )
    asked = event.values["value"]
    if asked is None:
        detail = say("enter what the winner asked for the hand")
        raise HandError(Problem("/value", "required", detail))
    if any(e.id == "asked_too_little" for e in settlement.events):
        detail = say(
            "a winner asks for a value only once; keep the event with the value that was paid"
        )
        raise HandError(Problem("/event", "contradiction", detail))
    due = settlement.scores[event.by]
    if asked >= due:
        detail = say(
            "the hand is worth {due}, so {asked} is not less",
            due=due,
            asked=asked,
        )
        raise HandError(Problem("/value", "contradiction", detail))


@book.concludes
def conclude(settlement: Settlement) -> None:
    """What follows from all events together."""
    _throw_in_hand(settlement)
    _dead_discarder(settlement)
    _pay_for_three_dead(settlement)


def _throw_in_hand(settlement: Settlement) -> None:
    """Nobody wins a hand in which several players drew from the wrong end of the wall."""
    drew = [e.by for e in settlement.events if e.id == "wrong_end"]
    if len(drew) > 1:
        settlement.ended_by = drew[-1]


def _dead_discarder(settlement: Settlement) -> None:
    """A dead player plays no more, so a win on their discard is hardly what happened."""
    if settlement.winner is None or settlement.discarder is None:
        return
    for n, e in enumerate(settlement.events):
        challenged = e.id == "death_challenge" and e.values["valid"]
        dies = e.id in DEATHS
        if (dies and e.by == settlement.discarder) or (
            (challenged or e.id == "early_wall") and e.to == settlement.discarder
        ):
            detail = say(
                "{discarder} is dead and discarded the winning tile, but a dead player plays no "
                "more: check who is dead and who discarded",
                discarder=SEAT_NAMES[settlement.discarder],
            )
            settlement.warn(f"/events/{n}", detail)
            return


def _pay_for_three_dead(settlement: Settlement) -> None:
    """Return what is paid when nobody won because all but one are dead."""
    if settlement.winner is not None or settlement[scoring_option] == "points":
        return
    dead = _dead_players(settlement)
    living = [seat for seat in settlement.seats if seat not in dead]
    fatal = [(n, e) for n, e in enumerate(settlement.events) if e.id in HAND_KILLING_EVENTS]
    fates = [e.id for _, e in fatal] + ["dead_hand"] * len(dead - {e.by for _, e in fatal})
    erred = [fate for fate in fates if fate != "dead_hand"]
    false = [(n, e) for n, e in fatal if e.id == "false_mahjong"]
    if sorted(erred) == ["false_mahjong", "wrecked_wall"]:
        wrecker = next(e.by for _, e in fatal if e.id == "wrecked_wall")
        for survivor in living:
            _fine_in_stakes(settlement, wrecker, survivor, 25, say("wrecked the wall"))
        return
    if len(living) != 1:
        return
    survivor = living[0]
    if fates in LAST_TWO_ERRED_AFTER[len(settlement.seats)]:
        _fine_of_value(settlement, false[1], survivor, say("the survivor's hand"))
    elif len(false) == 1 and fates.count("threw_in") == len(fates) - 1:
        _fine_of_value(settlement, false[0], survivor, say("the hand that was claimed"))


LAST_TWO_ERRED_AFTER = {
    3: [["false_mahjong", "false_mahjong"]],
    4: [["false_mahjong", "threw_in", "false_mahjong"]],
}
"""How the others died, in order, where the last of two who played on erred, by how many play."""


def _fine_of_value(
    settlement: Settlement, numbered: tuple[int, EnteredEvent], survivor: int, whose: str
) -> None:
    n, event = numbered
    if event.values["value"] is None:
        detail = say("enter the value of {hand}: twice that is paid", hand=whose)
        raise HandError(Problem(f"/events/{n}/value", "required", detail))
    why = say("twice the value of {hand}", hand=whose)
    _fine_in_stakes(settlement, event.by, survivor, 2 * event.values["value"], why)


def _fine_in_stakes(settlement: Settlement, payer: int, payee: int, amount: int, why: str) -> None:
    settlement.fine(payer, payee, amount * settlement[stake_option], why)


def _dead_players(settlement: Settlement) -> set[int]:
    drew = {e.by for e in settlement.events if e.id == "wrong_end"}
    return (
        _reported_dead(settlement)
        | drew
        | {e.to for e in _right_challenges(settlement) if e.to is not None}
    )


# The next hand


@book.reseats
def pivot_changes(players: int, prevailing: int, options: Options) -> Reseating | None:
    """after a round the pivot, who was the first East, deals again and changes seats with the
    player on their right"""
    if players != 4 or options[pivot_option] == "stays":
        return None
    return Reseating(PIVOT_RESEATING, PIVOT_SENTENCE)


# East of the next round has sat down where South would be, and South, West and North follow on.
PIVOT_RESEATING = (0, 3, 1, 2)
PIVOT_SENTENCE = say(
    "the round is over, so the pivot deals again and has changed seats with the player on their "
    "right"
)


def _is_winning_claim(event: EnteredEvent, id: str) -> bool:
    return event.id == id and event.values["for_mahjong"] is not False
