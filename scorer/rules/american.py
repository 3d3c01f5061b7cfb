"""American mah-jongg: the hands of a card, what doubles them, and who pays.

Source 001 is Tom Sloper's FAQ 19, 000 his errata to “The Red Dragon & The West Wind”; both report
what the League's rules and yearly bulletins say. Letters are those of the FAQ's answers. The card
is the players' own: any card in the notation of docs/american.md, or the practice card. Preset
``league`` pays as those rules do, ``tournament`` gives points as most tournaments do.
"""

from __future__ import annotations

from collections.abc import Mapping

from scorer.errors import HandError, Problem
from scorer.grammar.card.book import CardBook
from scorer.grammar.card.made import Made
from scorer.hand import (
    AFTER_CHARLESTON,
    ANY,
    HEAVENS_BLESSING,
    JOKER_EXCHANGE,
    LAST_WALL,
    SELF_DRAW,
)
from scorer.rulebook import Field, Value
from scorer.settle import WINDS as NAMES
from scorer.settle import Happened, Settlement
from scorer.sheet import Payment
from scorer.speech import say, say_many
from scorer.tiles import PLAIN_FLOWER

__all__ = ["book"]

book = CardBook(
    "american",
    "American",
    summary="The hands of a card, with jokers; any card that a group types, or the practice card.",
    version="1",
    sources=(
        "001: Sloperama FAQ 19, American Mah-Jongg",
        "000: errata to The Red Dragon & The West Wind (2019), American part",
    ),
)

book.text(
    "card", "practice", meaning="the name of a card that comes with the scorer, or a card's text"
)
book.choice(
    "no_bonus_for",
    "section",
    "structure",
    "none",
    meaning="which hands are not doubled for want of a joker: those of sections that say so on the "
    "card, those made of singles and pairs only, or none",
)
book.boolean("claim_jokerless", True, meaning="the winner claimed the doubling for no joker")
book.choice(
    "hand_choice",
    "best_payout",
    "highest_printed",
    meaning="which of several hands that the tiles make is scored",
)
book.integer(
    "kept_concealed",
    0,
    least=0,
    most=100,
    meaning="added to an X hand that was kept concealed, before it is doubled",
)
book.integer(
    "doubled_games", 0, least=0, most=4, meaning="how often this game is doubled for everybody"
)
book.integer("stake", 1, least=1, most=1000, meaning="what a point costs: payments times this")
book.boolean("super_joker", False, meaning="jokers may stand in singles and pairs too")
book.integer(
    "atomic",
    0,
    least=0,
    most=1000,
    meaning="what any seven natural pairs, concealed, are worth; 0: they are no hand",
)
book.boolean("atomic_flowers", True, meaning="flowers may be among seven pairs")
book.boolean("atomic_bonus", False, meaning="seven pairs are doubled for want of a joker")
book.boolean(
    "hot_wall", False, meaning="a discard that wins in the last wall pays everybody's share"
)
book.boolean("cold_wall", False, meaning="in the last wall no discard wins")
book.integer(
    "exposures_pay_all",
    0,
    least=0,
    most=4,
    meaning="a discard to a winner with so many exposures pays everybody's share; 0: never",
)
book.choice(
    "for_everyone",
    "four_times",
    "shares",
    meaning="what who pays for everyone by an error pays: four times the value, or what the others "
    "would have paid",
)
book.boolean(
    "for_everyone_bonus", True, meaning="four times the value counts the doubling for no joker"
)
book.choice(
    "wrong_wall_win",
    "pusher_pays",
    "honored",
    meaning="who pushed out the wrong wall pays for everyone when somebody wins from it, or the "
    "win is paid as usual",
)
book.choice(
    "wrong_challenge",
    "twice_cheapest",
    "cheapest",
    meaning="what a wrong death challenge costs, by the cheapest hand of the card",
)
book.boolean("no_debt", False, meaning="the pie: nobody pays more than he has left (tell holdings)")
book.choice("scoring", "money", "points", meaning="the others pay the winner, or points are given")
book.integer(
    "thrown_to_one", 10, least=0, most=100, meaning="points lost for a discard to 0-1 exposures"
)
book.integer(
    "thrown_to_two", 20, least=0, most=100, meaning="points lost for a discard to 2 exposures"
)
book.integer(
    "thrown_to_two_quint",
    20,
    least=0,
    most=100,
    meaning="the same where the hand has a group of five or more",
)
book.integer(
    "thrown_to_three", 25, least=0, most=100, meaning="points lost for a discard to 3 exposures"
)
book.integer(
    "wall_game", 10, least=0, most=100, meaning="points for each who is not dead in a wall game"
)

book.preset("league", "payments as the League's rules have them")
book.preset("tournament", "points as most tournaments give them", scoring="points")

book.circumstance(
    "joker_exchange", JOKER_EXCHANGE, "won on a joker taken in exchange from an exposure"
)
book.circumstance("heavens_blessing", HEAVENS_BLESSING, "East's hand was complete when dealt")
book.circumstance(
    "earths_blessing", AFTER_CHARLESTON, "East's hand was complete after the Charleston"
)
book.circumstance("last_wall", LAST_WALL, "won while the last wall was played")


# What a hand is worth


@book.the_hand("Hand of the card", "001, Y: the value printed beside the hand")
def card_hand(h: Made) -> int:
    """the hand of the card that the fourteen tiles are, for the value printed beside it"""
    return h.printed


@book.on_no_card("Seven pairs", "001, AZ: a table rule")
def seven_pairs(h: Made) -> int:
    """any seven natural pairs, concealed; a table rule"""
    tiles = h.rack.concealed
    pairs = len(tiles) == 14 and tiles[::2] == tiles[1::2] and h.jokerless
    if not pairs or (PLAIN_FLOWER in tiles and not h.options["atomic_flowers"]):
        return 0
    return _number(h.options, "atomic")


@book.adds("Kept concealed", "a table rule")
def kept_concealed(h: Made) -> int:
    """an X hand won without an exposure; a table rule"""
    open_hand = h.hand is not None and not h.hand.concealed
    if not open_hand or h.rack.exposures:
        return 0
    return _number(h.options, "kept_concealed")


@book.doubles("No joker", "001, DE and DO")
def jokerless(h: Made) -> int:
    """not one of the fourteen tiles is a joker"""
    if h.options["scoring"] == "points" or not h.options["claim_jokerless"]:
        return 0
    return int(h.jokerless and not barred(h))


@jokerless.near
def not_jokerless(h: Made) -> str | None:
    """One joker too many, or a hand that is not doubled"""
    if h.options["scoring"] == "points":
        return None
    if not h.jokerless:
        held = h.rack.jokers
        return say_many(
            "there is a joker in the hand", "there are {number} jokers in the hand", held
        )
    if barred(h):
        return say("this hand's value has its want of jokers in it already")
    return say("the winner did not claim it (option claim_jokerless)")


@book.doubles("Doubled game", "a table rule")
def doubled_game(h: Made) -> int:
    """the game counts double for everybody; a table rule"""
    return 0 if h.options["scoring"] == "points" else _number(h.options, "doubled_games")


@book.gives(20, "No joker, in points", "tournament practice")
def jokerless_points(h: Made) -> int:
    """not one of the fourteen tiles is a joker; in a tournament"""
    if h.options["scoring"] != "points" or not h.options["claim_jokerless"]:
        return 0
    return 20 if h.jokerless and not barred(h) else 0


@book.gives(10, "Self-pick, in points", "tournament practice")
def self_pick_points(h: Made) -> int:
    """won on a tile that the winner drew; in a tournament"""
    return 10 if h.options["scoring"] == "points" and h.facts & SELF_DRAW else 0


def barred(h: Made) -> bool:
    """Whether this hand is not doubled for want of a joker."""
    if h.hand is None:
        return not h.options["atomic_bonus"]
    if h.options["no_bonus_for"] == "section":
        return "no-bonus" in h.hand.section.flags
    if h.options["no_bonus_for"] == "structure":
        return all(group.size < 3 for group in h.groups)
    return False


# Who pays


@book.pays
def payments(table: Settlement, winner: int) -> list[Payment]:
    """twice the value from who threw the winning tile, once from the others; when it was drawn,
    twice from each"""
    options = table.edition.options
    if options["scoring"] == "points":
        return []
    value = table.scores[winner]
    if table.pays_for_all is not None:
        amount, sum_ = _for_everyone(table, winner, value)
        why = say("{sum}: pays for everyone by an error", sum=sum_)
        return [_payment(table, table.pays_for_all, winner, amount, why)]
    shares = _shares(table, winner, value)
    thrower = table.discarder
    if thrower is not None and _pays_all_shares(table, options):
        total = sum(amount for _, amount, _ in shares)
        why = say("pays everybody's share for this discard")
        return [_payment(table, thrower, winner, total, why)]
    return [_payment(table, payer, winner, amount, why) for payer, amount, why in shares]


def _shares(table: Settlement, winner: int, value: int) -> list[tuple[int, int, str]]:
    """What each other player owes for a win of this value, and why."""
    name = NAMES[winner]
    shares = []
    for payer in table.others(winner):
        if table.discarder is None:
            why = say("2 × {value}: {winner} drew the tile", value=value, winner=name)
            shares.append((payer, 2 * value, why))
        elif payer == table.discarder:
            why = say("2 × {value}: threw the winning tile", value=value)
            shares.append((payer, 2 * value, why))
        else:
            shares.append((payer, value, say("{winner} won {score}", winner=name, score=value)))
    return shares


def _for_everyone(table: Settlement, winner: int, value: int) -> tuple[int, str]:
    """What is paid for everyone, and how it comes about."""
    if not table.edition.options["for_everyone_bonus"]:
        _shown_hand(table, say("whether the doubling for no joker is in the value"))
        if any(line.id == "jokerless" for line in table.sheet.lines):
            value //= 2
    if table.edition.options["for_everyone"] == "shares":
        shares = [amount for _, amount, _ in _shares(table, winner, value)]
        return sum(shares), " + ".join(map(str, shares))
    return 4 * value, f"4 × {value}"


def _pays_all_shares(table: Settlement, options: Mapping[str, Value]) -> bool:
    if options["hot_wall"] and table.facts & LAST_WALL:
        return True
    wanted = _number(options, "exposures_pay_all")
    return bool(wanted) and _exposures(table) >= wanted


def _payment(table: Settlement, payer: int, payee: int, amount: int, why: str) -> Payment:
    stake = _number(table.edition.options, "stake")
    if stake > 1:
        why = say("{why}, × {stake}", why=why, stake=stake)
    return Payment(payer, payee, amount * stake, why)


def _exposures(table: Settlement) -> int:
    """How many exposures the winner had."""
    _shown_hand(table, say("how many exposures there were"))
    return len(table.hand.exposures)


def _shown_hand(table: Settlement, why: str) -> None:
    if table.hand is None:
        pointer = f"/players/{'ESWN'[table.winner or 0]}/hand"
        detail = say("show the winner's hand: what is paid depends on {why}", why=why)
        raise HandError(Problem(pointer, "required", detail))


@book.gives_points
def tournament_points(table: Settlement) -> dict[int, int]:
    """the winner's points, what who threw the tile loses, and points for a wall game"""
    options = table.edition.options
    if options["scoring"] != "points":
        return {}
    points = dict.fromkeys(table.seats, 0)
    if table.winner is None:
        dead = _dead(table)
        return {seat: 0 if seat in dead else _number(options, "wall_game") for seat in table.seats}
    points[table.winner] = table.scores[table.winner]
    misnamer = next((e.by for e in table.happened if _wins(e, "misnamed_discard")), None)
    if misnamer is not None:
        points[misnamer] = -25
    elif table.discarder is not None:
        points[table.discarder] = -_thrown(table, options)
    return points


def _thrown(table: Settlement, options: Mapping[str, Value]) -> int:
    exposures = _exposures(table)
    if exposures < 2:
        return _number(options, "thrown_to_one")
    if exposures > 2:
        return _number(options, "thrown_to_three")
    quint = table.sheet is not None and any(
        len(shown.tiles) >= 5 for shown in table.sheet.arrangement
    )
    return _number(options, "thrown_to_two_quint" if quint else "thrown_to_two")


# What goes wrong at the table


def _must_have_thrown(table: Settlement, happened: Happened) -> None:
    if table.winner is None or table.discarder != happened.by:
        detail = say("this player's discard has to be the one that won; else it costs nothing")
        raise HandError(Problem("/by", "contradiction", detail))


def _pays_for_everyone(table: Settlement, happened: Happened) -> None:
    if table.pays_for_all is not None:
        detail = say("only one player pays for everyone")
        raise HandError(Problem("/by", "contradiction", detail))
    if table.edition.options["scoring"] != "points":
        table.pays_for_all = happened.by


DYING = ("dead_hand", "false_mahjong", "threw_in", "wrecked_wall")


def _dies(table: Settlement, happened: Happened) -> None:
    if any(e.by == happened.by and e.event in DYING for e in table.happened):
        detail = say("this player's hand is dead already")
        raise HandError(Problem("/by", "contradiction", detail))


def _after_false_mahjong(table: Settlement) -> None:
    if all(e.event != "false_mahjong" for e in table.happened):
        detail = say("a hand is thrown in after a false mah-jongg; tell that first")
        raise HandError(Problem("/event", "contradiction", detail))


@book.event("001, CK", bars_win=True, count=ANY)
def dead_hand(table: Settlement, happened: Happened) -> None:
    """the hand was declared dead: plays no more, cannot win, pays as the others do"""
    _dies(table, happened)


@book.event(
    "001, CR; 000, p. 61, rule 95",
    Field("for_mahjong", "boolean", "the named tile was wanted to win; true when left out"),
)
def misnamed_discard(table: Settlement, happened: Happened) -> None:
    """misnamed a discard that won by its name: pays the winner four times the value, the others
    nothing; wanted for an exposure only it costs nothing"""
    if happened.for_mahjong is not False:
        _must_have_thrown(table, happened)
        _pays_for_everyone(table, happened)


@book.event("001, CR; 000, p. 63, rule 100")
def out_of_turn(table: Settlement, happened: Happened) -> None:
    """discarded the winning tile out of turn: pays four times the value, the others nothing"""
    _must_have_thrown(table, happened)
    _pays_for_everyone(table, happened)


@book.event("001, CR; 000, p. 60, rule 93", count=ANY)
def wrong_end(table: Settlement, happened: Happened) -> None:
    """discarded the winning tile after drawing it from the wrong end of the wall: pays four times
    the value, the others nothing"""
    _must_have_thrown(table, happened)
    _pays_for_everyone(table, happened)


@book.event("001, CR and DM; 000, p. 59, rule 90", needs_winner=True)
def wrong_wall(table: Settlement, happened: Happened) -> None:
    """pushed out the wrong wall, and another player won from it: pays for everyone, or by the
    older ruling nothing more"""
    if table.facts & (HEAVENS_BLESSING | AFTER_CHARLESTON):
        detail = say("a dealt hand wins before any wall is played")
        raise HandError(Problem("/by", "contradiction", detail))
    if table.edition.options["wrong_wall_win"] == "pusher_pays":
        _pays_for_everyone(table, happened)


@book.event(
    "001, AB",
    Field("to", "seat", "whose hand was called dead"),
    Field("valid", "boolean", "whether that hand was dead indeed"),
    count_to=ANY,
)
def death_challenge(table: Settlement, happened: Happened) -> None:
    """called another player's hand dead, which was denied: who was wrong pays the other twice the
    cheapest value of the card"""
    to = happened.to
    if to is None:
        raise HandError(Problem("/to", "required", say("tell whose hand was called dead")))
    if happened.valid is None:
        detail = say("tell whether the hand was dead indeed: true or false")
        raise HandError(Problem("/valid", "required", detail))
    twice = any(e.event == "death_challenge" and e.to == to for e in table.happened)
    if twice or (not happened.valid and to in _dead(table)):
        detail = say("this player's hand is dead already, or was challenged once before")
        raise HandError(Problem("/to", "contradiction", detail))
    if happened.valid and table.winner == to:
        detail = say("a dead hand cannot win")
        raise HandError(Problem("/to", "contradiction", detail))
    if table.edition.options["scoring"] == "points":
        return
    cheapest = min(hand.value for hand in table.edition.card.card.hands)
    times = 2 if table.edition.options["wrong_challenge"] == "twice_cheapest" else 1
    wrong, right = (to, happened.by) if happened.valid else (happened.by, to)
    why = say("wrongly denied being dead") if happened.valid else say("a wrong death challenge")
    _fine(table, wrong, right, times * cheapest, why)


@book.event(
    "001, BW and BQ; 000, p. 62, rule 98",
    Field(
        "value",
        "integer",
        "the value of the hand that she claimed; of the second false "
        "mah-jongg, of the hand that the survivor was making",
    ),
    bars_win=True,
    count=ANY,
)
def false_mahjong(table: Settlement, happened: Happened) -> None:
    """declared mah-jongg in error: dead; what she pays depends on who else is dead"""
    _dies(table, happened)


@book.event("001, BW", bars_win=True, count=ANY)
def threw_in(table: Settlement, happened: Happened) -> None:
    """threw in the hand after a false mah-jongg: dead"""
    _after_false_mahjong(table)
    _dies(table, happened)


@book.event("001, BW", count=ANY)
def wrecked_wall(table: Settlement, happened: Happened) -> None:
    """wrecked the wall after a false mah-jongg: dead, and the hand is over"""
    _dies(table, happened)
    table.ended_by = happened.by


@book.concludes
def three_dead(table: Settlement) -> None:
    """What is paid when nobody won because all but one are dead."""
    if table.winner is not None or table.edition.options["scoring"] == "points":
        return
    dead = _dead(table)
    living = [seat for seat in table.seats if seat not in dead]
    fatal = [(n, e) for n, e in enumerate(table.happened) if e.event in DYING]
    events = [e.event for _, e in fatal]
    false = [(n, e) for n, e in fatal if e.event == "false_mahjong"]
    if len(dead) != len(fatal):
        return
    if sorted(events) == ["false_mahjong", "wrecked_wall"]:
        wrecker = next(e.by for _, e in fatal if e.event == "wrecked_wall")
        for survivor in living:
            _fine(table, wrecker, survivor, 25, say("wrecked the wall"))
        return
    if len(living) != 1:
        return
    survivor = living[0]
    if events == ["false_mahjong", "threw_in", "false_mahjong"]:
        _fine_of_value(table, false[1], survivor, say("the survivor's hand"))
    elif len(false) == 1 and events.count("threw_in") == len(events) - 1:
        _fine_of_value(table, false[0], survivor, say("the hand that she claimed"))


def _fine_of_value(
    table: Settlement, told: tuple[int, Happened], survivor: int, whose: str
) -> None:
    n, happened = told
    if happened.value is None:
        detail = say("tell the value of {hand}: twice that is paid", hand=whose)
        raise HandError(Problem(f"/events/{n}/value", "required", detail))
    why = say("twice the value of {hand}", hand=whose)
    _fine(table, happened.by, survivor, 2 * happened.value, why)


def _fine(table: Settlement, payer: int, payee: int, amount: int, why: str) -> None:
    table.fine(payer, payee, amount * _number(table.edition.options, "stake"), why)


def _dead(table: Settlement) -> set[int]:
    dead = {e.by for e in table.happened if e.event in DYING or e.event == "wrong_end"}
    challenged = [e for e in table.happened if e.event == "death_challenge" and e.valid]
    return dead | {e.to for e in challenged if e.to is not None}


def _wins(happened: Happened, event: str) -> bool:
    return happened.event == event and happened.for_mahjong is not False


def _number(options: Mapping[str, Value], name: str) -> int:
    value = options[name]
    assert isinstance(value, int)
    return value
