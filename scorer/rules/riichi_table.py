"""The table of riichi: who pays whom, draws and faults, the deal, the session and its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from scorer.engine import arrange
from scorer.engine.any_hand import AnyHand, of_sets
from scorer.engine.hand import DISCARD, KONG_REPLACEMENT, ROBBED_KONG, SEATS, SELF_DRAW, Hand
from scorer.engine.seats import SEAT_NAMES
from scorer.engine.sheet import Payment, ScoreSheet, balance
from scorer.engine.tiles import bits
from scorer.errors import HandError, Problem
from scorer.grammar.han.hand import DoraHand
from scorer.grammar.han.worth import (
    MANGAN,
    YAKUMAN,
    base_points_of,
    payments_of_base,
    round_up_to_hundred,
)
from scorer.languages.speech import all_of, say, say_many
from scorer.rulebook.book import DealResult, Ending, NextDeal, Options, Session
from scorer.rulebook.presentation import PointsTable
from scorer.rulebook.settlement import Happened, Settlement
from scorer.rulebook.table_rules import WaitingFields
from scorer.rules import riichi_options as house
from scorer.rules.riichi_options import ABORTIVE, IN_RIICHI, IPPATSU, NOT_FED, book, liable_yaku
from scorer.rules.shared.texts import WRC_2025

__all__ = ["book"]

DEPOSIT = 1000


def _higher_with_three_players(score: int, players: int) -> int:
    """A score that is 10,000 higher with three players."""
    return score + (10_000 if players == 3 else 0)


def begins_with(options: Options, players: int) -> int:
    """What each of so many players has when a session begins."""
    return _higher_with_three_players(options[house.start_points], players)


def points_tables(options: Options) -> Sequence[PointsTable]:
    """The points by han and fu, read when a page shows them: scoring never does."""
    from scorer.grammar.han.points_tables import points_tables

    return points_tables(options)


def scored_under(options: Options) -> Callable[[Mapping[str, int]], bool] | None:
    """Return what tells whether so many counters lie there that it takes two han to win."""
    least = options[house.two_han_from]
    return (lambda numbers: numbers["honba"] >= least) if least else None


book.session = book.session._replace(
    begins_with=begins_with, deposits={"riichi_sticks": DEPOSIT}, scored_under=scored_under
)
book.presentation = book.presentation._replace(points_tables=points_tables)
book.table = book.table._replace(
    waiting_fields=WaitingFields("tenpai", "riichi", {"draw": "exhaustive"}, ("chombo",))
)


# A win


def base_points(sheet: ScoreSheet, options: Options) -> int:
    """The base points of a hand that qualifies."""
    if sheet.limit is not None:
        return sheet.limit
    return base_points_of(sheet.tally["han"], sheet.tally["fu"], options)


@book.pays
def payments(table: Settlement, winner: int) -> list[Payment]:
    """What the others pay the winner: who discarded pays all, a drawn tile is paid by all, a
    liable player for others; then the counters and, paid with each hand, the chips."""
    options, sheet = table.edition.options, table.sheet
    base, found = base_points(sheet, options), []
    win = table.outcomes[winner].win
    liable = None if win is None else win.liable
    if liable is not None and liable == table.discarder:
        liable = None
    shared = 0 if liable is None else _base_points_covered(table, winner, base)
    if liable is not None and shared:
        found += _payments_of_liable(table, winner, liable, shared)
    if base > shared:
        found += _usual_payments(table, winner, base - shared)
    found += _honba_payments(table, winner, liable)
    return found + (_chips_as_points(table, winner) if table[house.chips] == "hand" else [])


def _base_points_covered(table: Settlement, winner: int, base: int) -> int:
    """For how many of the base points somebody is liable."""
    outcome = table.outcomes[winner]
    if table[house.pao_covers] == "hand" or outcome.hand is None or outcome.win is None:
        return base
    names = _liability_of_hand(table, winner)
    if "kong" in names:
        return base
    return sum(YAKUMAN * line.amount for line in table.sheet.lines if line.name in names)


def _liability_of_hand(table: Settlement, winner: int) -> set[str]:
    """What of a hand somebody can be liable for; nothing is known of an agreed one."""
    outcome = table.outcomes[winner]
    if outcome.hand is None or outcome.win is None:
        return set()
    return liable_yaku(of_sets(outcome.hand), outcome.win, table.edition.options)


def _payments_of_liable(table: Settlement, winner: int, liable: int, base: int) -> list[Payment]:
    """What a liable player pays: all of a drawn hand, and half of one that another discarded."""
    because = say(
        "{payer} is liable for the hand of {winner}",
        payer=SEAT_NAMES[liable],
        winner=SEAT_NAMES[winner],
    )
    whole = round_up_to_hundred(base * (6 if winner == 0 else 4))
    if base < YAKUMAN or _liability_of_hand(table, winner) == {
        "kong"
    }:  # the tile drawn for a kong that he fed
        whole = table.scores[winner]
    if table.facts & SELF_DRAW or table.discarder is None:
        return [Payment(liable, winner, whole, because)]
    half = round_up_to_hundred(-(-whole // 2))
    return [
        Payment(table.discarder, winner, whole - half, _won_text(table, winner)),
        Payment(liable, winner, half, because),
    ]


def _won_text(table: Settlement, winner: int) -> str:
    return say("{winner} won {score}", winner=SEAT_NAMES[winner], score=table.scores[winner])


def _usual_payments(table: Settlement, winner: int, base: int) -> list[Payment]:
    players = len(table.seats)
    pays = (winner == 0, bool(table.facts & SELF_DRAW), players, table[house.tsumo_loss])
    shares, because = payments_of_base(base, pays), _won_text(table, winner)
    if not pays[1]:
        return [Payment(seat, winner, shares[0], because) for seat in table.payers(winner)[:1]]
    return [
        Payment(seat, winner, shares[0] if seat == 0 else shares[1], because)
        for seat in table.payers(winner)
    ]


def _honba_payments(table: Settlement, winner: int, liable: int | None) -> list[Payment]:
    """What is paid for the counters: of several winners to the first, or to each."""
    counters = table.state["honba"]
    first = winner == table.winners[0] if table.winners else True
    if not counters or (not first and table[house.several_winners] == "first"):
        return []
    each = table[house.counter_points] // 3 * counters
    whole = each * (len(table.seats) - 1)
    because = say_many("{number} honba", "{number} honba", counters)
    payers = table.payers(winner)
    if table.facts & SELF_DRAW:
        if liable is not None:
            return [Payment(liable, winner, whole, because)]
        return [Payment(seat, winner, each, because) for seat in payers]
    payer = liable if liable is not None and table[house.pao_honba] == "liable" else payers[0]
    return [Payment(payer, winner, whole, because)]


# Chips


class ChipReason(NamedTuple):
    """For what a winner is paid chips: in words, how many there are, and the chips of each."""

    what: str
    number: int
    each: int

    @property
    def in_words(self) -> str:
        """The words, with the chips of each where they are not one."""
        return (
            self.what
            if self.each == 1
            else say("{what} × {chips}", what=self.what, chips=self.each)
        )


def chip_payments(table: Settlement, winner: int) -> list[Payment]:
    """Return what the winner is paid in chips: by who lost the winning tile, or by each other
    player for a self-drawn hand, of which a liable player pays all."""
    outcome, reasons = table.outcomes[winner], _chip_reasons(table, winner)
    if outcome.win is None or not reasons:
        return []
    number = sum(reason.number * reason.each for reason in reasons)
    because = all_of(reason.in_words for reason in reasons)
    loser, liable, payers = outcome.win.loser, outcome.win.liable, table.others(winner)
    if loser is not None:
        return [Payment(loser, winner, number, because)]
    if liable is not None:
        whole = say("{because}; {payer} is liable", because=because, payer=SEAT_NAMES[liable])
        return [Payment(liable, winner, number * len(payers), whole)]
    return [Payment(payer, winner, number, because) for payer in payers]


def _chip_reasons(table: Settlement, winner: int) -> list[ChipReason]:
    """For what each payer owes the winner chips: what the table counted of an agreed hand, or
    the yakuman, ippatsu, red fives and ura dora of the hand."""
    outcome, options = table.outcomes[winner], table.edition.options
    agreed = table.player_fields.get(winner, {}).get("chips")
    if agreed is not None:
        return [ChipReason(say("as agreed"), agreed, 1)] if agreed else []
    drawn = outcome.facts & SELF_DRAW
    yakuman = outcome.sheet.tally["yakuman"]
    ippatsu = int(bool(outcome.facts & IPPATSU and options[house.ippatsu]))
    found = {}
    if isinstance(outcome.hand, DoraHand):
        bonuses, players = table.edition.bonuses, len(table.seats)
        found = {bonus.id: bonus.number(outcome.hand, players) for bonus in bonuses}
    red, ura = found.get("red-five", 0), found.get("ura-dora", 0)
    if not options[house.chips_red_open] and _is_open(outcome.hand):
        red = 0
    reasons = [
        ChipReason(
            say_many("{number} yakuman", "{number} yakuman", yakuman),
            yakuman,
            options[house.chips_yakuman_drawn if drawn else house.chips_yakuman],
        ),
        ChipReason(say("ippatsu"), ippatsu, options[house.chips_ippatsu]),
        ChipReason(
            say_many("{number} red five", "{number} red fives", red),
            red,
            options[house.chips_red_five],
        ),
        ChipReason(
            say_many("{number} ura dora", "{number} ura dora", ura), ura, options[house.chips_ura]
        ),
    ]
    return [reason for reason in reasons if reason.number * reason.each]


def _chips_as_points(table: Settlement, winner: int) -> list[Payment]:
    """What the winner is paid for chips where they are paid as points with each hand."""
    worth = table[house.chip_points]
    return [
        payment._replace(
            amount=payment.amount * worth,
            because=say_many(
                "{number} chip of {points}: {reasons}",
                "{number} chips of {points}: {reasons}",
                payment.amount,
                points=worth,
                reasons=payment.because,
            ),
        )
        for payment in chip_payments(table, winner)
    ]


def _count_chips(table: Settlement) -> None:
    """Chips that are counted apart until the end are paid, and the session's counted on."""
    if table[house.chips] != "end":
        return
    table.chip_payments = [
        payment for winner in table.winners for payment in chip_payments(table, winner)
    ]
    if table.player_fields:
        for letter, moved in balance(table.chip_payments).items():
            seat = SEATS.index(letter)
            if seat in table.seats:
                table.count("chips", seat, table.tally("chips", seat) + moved)


def _count_wins(table: Settlement) -> None:
    """Where yakitori is played, the hands that each player has won are counted."""
    if not table[house.yakitori]:
        return
    won = table.winners or nagashi_winners(table)
    for seat in table.seats:
        table.count("wins", seat, table.tally("wins", seat) + (seat in won))


def paid_winners(winners: Sequence[int], options: Options) -> Sequence[int]:
    """Of several winners, the first in turn first, those who are paid."""
    if len(winners) == 3 and options[house.triple_ron] == "draw":
        return ()
    return winners[:1] if options[house.multiple_ron] == "head_bump" else winners


book.payments = book.payments._replace(
    doubled_seat=lambda options, prevailing: 0, paid_winners=paid_winners
)


# Draws and faults


@book.event(WRC_2025.cited, bars_win=True)
def nagashi_mangan(table: Settlement, happened: Happened) -> None:
    """every discard of a player was a terminal or honour and none was claimed, and the wall is
    empty: paid as the table plays it"""
    if table[house.nagashi_mangan] == "none":
        raise _contradiction("/event", say("this table does not play nagashi mangan"))
    drawn = table.table_fields.get("draw", "exhaustive") == "exhaustive"
    if table.won or table.ended_by is not None or not drawn:
        detail = say(
            "nagashi mangan needs an exhaustive draw without a winner; correct the draw "
            "or remove nagashi mangan"
        )
        raise _contradiction("/event", detail)
    if any(event.event == happened.event and event.by == happened.by for event in table.happened):
        raise _contradiction(
            "/by", say("this player has this entry already; enter each player once")
        )
    winner, pays = happened.by, (happened.by == 0, True, len(table.seats), _has_tsumo_loss(table))
    shares = payments_of_base(MANGAN, pays)
    for seat in table.others(winner):
        table.fine(seat, winner, shares[0] if seat == 0 else shares[1], say("nagashi mangan"))


@book.event(WRC_2025.cited, bars_win=True)
def chombo(table: Settlement, happened: Happened) -> None:
    """declared a win or riichi wrongly, or made another such fault: the hand is void and replayed,
    and it costs points at the end or a mangan to the others"""
    if table.table_fields.get("draw") is not None or nagashi_players(table):
        raise _contradiction(
            "/event",
            say("a chombo ends the hand, so the hand is not a draw; remove the draw or the chombo"),
        )
    before = list(table.fines)
    table.end_hand(happened.by)
    table.fines = before
    if table[house.chombo] == "after_uma":
        points = table[house.chombo_points]
        table.penalties[happened.by] = table.penalties.get(happened.by, 0) + points
        table.note_result(say("{points} are taken off at the end of the session", points=points))
        return
    for seat in table.others(happened.by):
        amount = 4000 if 0 in (seat, happened.by) else 2000
        table.fine(happened.by, seat, amount, say("chombo"))


def _contradiction(pointer: str, detail: str) -> HandError:
    return HandError(Problem(pointer, "contradiction", detail))


def _has_tsumo_loss(table: Settlement) -> bool:
    return table[house.tsumo_loss]


def riichi_players(table: Settlement) -> list[int]:
    """Return who declared riichi in this hand; nobody where only one hand was entered."""
    return (
        [
            seat
            for seat in table.seats
            if table.player_fields.get(seat, {}).get("riichi")
            or table.outcomes[seat].facts & IN_RIICHI
        ]
        if table.player_fields
        else []
    )


def nagashi_players(table: Settlement) -> list[int]:
    """Who made nagashi mangan, in the order of the seats."""
    return sorted(event.by for event in table.happened if event.event == "nagashi_mangan")


def nagashi_winners(table: Settlement) -> list[int]:
    """Who made nagashi mangan where that is a win, in the order of the seats."""
    return nagashi_players(table) if table[house.nagashi_mangan] == "win" else []


def stick_winner(table: Settlement) -> int | None:
    """Who takes the deposits of the table."""
    if table.ended_by is not None:
        return None
    made = nagashi_winners(table)
    return made[0] if made else table.winner


def way_of_ending(table: Settlement) -> str:
    """How the hand ended: chombo, won, unpaid (won, and nobody is paid), or a kind of draw."""
    if table.ended_by is not None:
        return "chombo"
    if table.winners:
        return "won"
    if len(table.won) == 3 and all(table.outcomes[seat].sheet.qualifies for seat in table.won):
        return "triple_ron"
    draw: str = "unpaid" if table.won else table.table_fields.get("draw", "exhaustive")
    return draw


@book.concludes
def conclude(table: Settlement) -> None:
    """Deposits are laid and taken, those who do not wait pay those who do, chips and wins are
    counted."""
    _check_fields(table)
    _sum_up_penalties(table)
    declared = riichi_players(table)
    if table.ended_by is None:
        for seat in declared:
            table.deduct(seat, DEPOSIT, say("the riichi stick"))
    if table.ended_by is None:
        _warn_of_unpaid_winners(table)
    if way_of_ending(table) == "exhaustive" and table.player_fields:
        if nagashi_players(table):
            _nagashi_counters(table)
        else:
            _noten_payments(table)
    _take_deposits(table, declared)
    _count_chips(table)
    _count_wins(table)


def _sum_up_penalties(table: Settlement) -> None:
    penalties = table.table_fields.get("penalties") or {}
    for letter, points in penalties.items():
        if points:
            seat = SEATS.index(letter)
            table.penalties[seat] = table.penalties.get(seat, 0) + points


def _check_session_fields(table: Settlement) -> None:
    """Raise HandError for what the session counted of nobody at this table, or never counts."""
    counted = {"chips": table[house.chips] == "end", "wins": table[house.yakitori]}
    without = {
        "chips": say(
            "this table does not count chips apart until the end; remove them or change the "
            "house rule “Chips”"
        ),
        "wins": say(
            "this table does not play yakitori; remove the hands won or turn the house rule on"
        ),
    }
    for name in ("penalties", "chips", "wins"):
        given = table.table_fields.get(name) or {}
        for letter in given:
            if SEATS.index(letter) not in table.seats:
                detail = say(
                    "nobody sits at {seat} at this table; choose another seat", seat=letter
                )
                raise HandError(Problem(f"/{name}/{letter}", "bad_value", detail))
        if given and not counted.get(name, True):
            raise _contradiction(f"/{name}", without[name])


def _check_agreed_chips(table: Settlement, seat: int) -> None:
    """Raise HandError for chips of a player that no agreed hand is owed."""
    outcome, pointer = table.outcomes[seat], f"/players/{SEATS[seat]}/chips"
    if table.player_fields[seat].get("chips") is None:
        return
    if table[house.chips] == "none":
        detail = say("this table plays without chips; remove them or turn the house rule on")
        raise _contradiction(pointer, detail)
    if outcome.win is None:
        raise _contradiction(
            pointer, say("only the winner is paid chips; remove the chips of this player")
        )
    if outcome.hand is not None:
        detail = say("the chips follow from the tiles; remove them, or enter what was agreed on")
        raise _contradiction(pointer, detail)


def _check_fields(table: Settlement) -> None:
    """Raise HandError for fields of the players or the table that cannot be."""
    _check_session_fields(table)
    draw = table.table_fields.get("draw")
    if draw is not None and table.won:
        raise _contradiction(
            "/draw",
            say("a player won this hand, so the hand is not a draw; remove the draw or the winner"),
        )
    if draw in ABORTIVE and not table[house.abortive_draws]:
        raise _contradiction(
            "/draw",
            say(
                "this table does not play abortive draws; choose an exhaustive draw or turn "
                "the house rule on"
            ),
        )
    if draw == "four_riichi" and len(riichi_players(table)) < 4:
        detail = say(
            "a four-riichi draw needs riichi from all four players; enter riichi for each "
            "player or choose another draw"
        )
        raise _contradiction("/draw", detail)
    _check_one_tile(table)
    for seat, fields in table.player_fields.items():
        pointer, outcome = f"/players/{SEATS[seat]}", table.outcomes[seat]
        _check_agreed_chips(table, seat)
        if fields.get("riichi") and outcome.win and not outcome.facts & IN_RIICHI:
            detail = say("enter a winner's riichi among the circumstances of the win")
            raise _contradiction(f"{pointer}/riichi", detail)
        if outcome.win and outcome.hand is None and not _agreed_liability(table, seat):
            raise _contradiction(f"{pointer}/win/liable", NOT_FED)
        if fields.get("riichi") and _is_open(outcome.hand):
            detail = say(
                "riichi needs a closed hand, but this hand has a claimed set; remove "
                "riichi or correct the set"
            )
            raise _contradiction(f"{pointer}/riichi", detail)


def _agreed_liability(table: Settlement, seat: int) -> bool:
    """Whether somebody can be liable for what was agreed on, if anybody is named."""
    outcome, claimed = table.outcomes[seat], table[house.pao_claimed_kong]
    if outcome.win is None or outcome.win.liable is None or outcome.sheet.tally["yakuman"]:
        return True
    return bool(claimed and outcome.facts & KONG_REPLACEMENT)


def _check_one_tile(table: Settlement) -> None:
    """HandError where several win and not on one tile."""
    ways: set[int] = set()
    first: object = None
    for seat in table.won:
        outcome = table.outcomes[seat]
        way = outcome.facts & (DISCARD | ROBBED_KONG)
        tile = None
        if outcome.hand is not None:
            tile = outcome.hand.winning, getattr(outcome.hand, "red_last", False)
        ways.add(way)
        first = first or tile
        if len(ways) > 1 or tile not in (None, first):
            where = "win/by" if len(ways) > 1 else "hand/winning_tile"
            detail = say(
                "several winners share one winning tile; enter the same discarder for each winner"
            )
            raise _contradiction(f"/players/{SEATS[seat]}/{where}", detail)


def _is_open(hand: AnyHand | None) -> bool:
    return hand is not None and any(not meld.concealed for meld in of_sets(hand).melds)


def _warn_of_unpaid_winners(table: Settlement) -> None:
    """Warn of winners who are not paid because another comes first."""
    if not table.winners:
        return
    for seat in table.won:
        if seat not in table.winners and table.outcomes[seat].sheet.qualifies:
            detail = say(
                "at this table only the first winner in turn after the discarder wins: "
                "{winner}, not {other}; remove {other}'s win",
                winner=SEAT_NAMES[table.winners[0]],
                other=SEAT_NAMES[seat],
            )
            table.warn(f"/players/{SEATS[seat]}", detail)


def waiting(table: Settlement) -> list[int]:
    """Who waits at an exhaustive draw. HandError for a riichi that does not."""
    found = []
    for seat, fields in table.player_fields.items():
        hand, said = table.outcomes[seat].hand, fields.get("tenpai")
        waits = None if hand is None else waits_for(of_sets(hand), table.edition.options)
        pointer = f"/players/{SEATS[seat]}"
        if fields.get("riichi") and (waits is False or said is False):
            detail = say(
                "this player declared riichi without tenpai; correct the hand or enter a chombo"
            )
            raise _contradiction(f"{pointer}/{'hand' if waits is False else 'tenpai'}", detail)
        if said and waits is False:
            raise _contradiction(f"{pointer}/tenpai", say("this hand is not tenpai"))
        if said or (said is None and (waits or fields.get("riichi"))):
            found.append(seat)
    return found


def waits_for(hand: Hand, options: Options) -> bool:
    """Whether a hand of thirteen tiles waits, as the table sees a wait for a tile of which the
    hand holds all four."""
    waits = arrange.all_waits(hand, book.shapes)
    if arrange.live_waits(hand, waits):
        return True
    if options[house.tenpai_own_four] != "concealed":
        return bool(waits) and options[house.tenpai_own_four] == "tenpai"
    return any(hand.concealed.count(kind) < 4 for kind in bits(waits))


def _noten_payments(table: Settlement) -> None:
    """Those who do not wait pay those who do, in equal shares."""
    waits = waiting(table)
    others = [seat for seat in table.seats if seat not in waits]
    whole = table[house.noten] * (len(table.seats) - 1) // 3
    if not waits or not others or not whole:
        return
    share = whole // (len(waits) * len(others))
    for payer in others:
        for payee in waits:
            table.fine(payer, payee, share, say("{payer} is noten", payer=SEAT_NAMES[payer]))


def _nagashi_counters(table: Settlement) -> None:
    """The counters of a nagashi mangan that is a win."""
    waiting(table)  # raises HandError for a riichi that does not wait
    counters, winner = table.state["honba"], stick_winner(table)
    if table[house.nagashi_mangan] != "win" or winner is None or not counters:
        return
    each = table[house.counter_points] // 3 * counters
    for seat in table.others(winner):
        because = say_many("{number} honba", "{number} honba", counters)
        table.fine(seat, winner, each, because)


def _take_deposits(table: Settlement, declared: Sequence[int]) -> None:
    """The first winner takes the deposits; by another rule each winner their own."""
    first, sticks = stick_winner(table), table.state["riichi_sticks"] + len(declared)
    if first is None or not sticks:
        return
    if table[house.several_winners] == "own_back":
        for seat in table.winners[1:]:
            if seat in declared:
                table.awards[seat] = DEPOSIT
                sticks -= 1
    if sticks:
        table.awards[first] = table.awards.get(first, 0) + DEPOSIT * sticks


# The deal, the session, the result


ALWAYS_PASSES = say("here the deal always passes")


@book.deal
def deal(hand: DealResult) -> NextDeal:
    """how the deal goes on: East keeps it by a win and, as the table plays, by waiting"""
    # Long: each way in which a hand ends has its own sentence.
    repeat, counters = hand.options[house.dealer_repeat], hand.state["honba"]
    table = hand.table
    sticks = hand.state["riichi_sticks"]
    if table is None:
        stays = 0 in hand.winners and repeat != "none"
        because = _why_deal_after_win(0 in hand.winners, stays)
        return NextDeal(stays, because, state={"honba": counters + 1 if stays else 0})
    ended, made = way_of_ending(table), nagashi_players(table)
    if ended == "chombo":
        state = {"honba": counters, "riichi_sticks": sticks}
        return NextDeal(True, say("after a chombo the hand is replayed"), state=state)
    left = 0 if stick_winner(table) is not None else sticks + len(riichi_players(table))
    if ended == "won" or (made and hand.options[house.nagashi_mangan] == "win"):
        won = 0 in (hand.winners or made)
        stays = won and repeat != "none"
        because = _why_deal_after_win(won, stays)
        state = {"honba": counters + 1 if stays else 0, "riichi_sticks": left}
        return NextDeal(stays, because, state=state, decides=True)
    state = {"honba": counters + 1, "riichi_sticks": left}
    if ended == "unpaid":
        return NextDeal(False, say("East did not win"), state={"riichi_sticks": left})
    if ended != "exhaustive":
        drawn = say("the hand was drawn before its end")
        return NextDeal(repeat != "none", drawn if repeat != "none" else ALWAYS_PASSES, state=state)
    if 0 not in waiting(table):
        return NextDeal(False, say("East is not tenpai"), state=state, decides=True)
    passes = {"none": ALWAYS_PASSES, "win": say("here the deal passes on every draw")}
    because = passes.get(str(repeat), say("East is tenpai"))
    return NextDeal(repeat == "tenpai", because, state=state, decides=True)


def _why_deal_after_win(won: bool, stays: bool) -> str:
    """Why the deal stays or passes after a win, which was East's or not."""
    if won and not stays:
        return ALWAYS_PASSES
    return say("East won") if won else say("East did not win")


LAST_ROUND = {"east": 0, "east_south": 1, "full": 3}


@book.session_ends
def session_over(ending: Ending) -> bool | None:
    """when the session is over: with the last deal, or as the scores decide"""
    options, standing = ending.hand.options, ending.standing
    players = len(ending.hand.seats)
    last = LAST_ROUND[options[house.length]]
    target = _higher_with_three_players(options[house.target], players)
    reached = None if standing is None else any(score >= target for score in standing.values())
    broke: bool | None = False
    if options[house.bankruptcy]:
        broke = None if standing is None else any(score < 0 for score in standing.values())
    by_rounds: bool | None
    if ending.prevailing > last + (1 if options[house.extension] else 0):
        by_rounds = True
    elif ending.prevailing > last:  # the round more
        by_rounds = _east_ends_session(ending) if ending.stays else ending.round_over or reached
    elif ending.prevailing == last and ending.round_over:
        by_rounds = reached if options[house.extension] and last < 3 else True
    elif ending.prevailing == last and ending.deals_passed == players - 1 and ending.stays:
        by_rounds = _east_ends_session(ending)
    else:
        by_rounds = False
    if broke or by_rounds:
        return True
    return None if broke is None or by_rounds is None else False


def _east_ends_session(ending: Ending) -> bool | None:
    """Tests if East, who keeps the deal, ends the session by it: first, and with the target."""
    standing = ending.standing
    if not ending.hand.options[house.agari_yame] or not ending.decides:
        return False
    if standing is None:
        return None
    target = _higher_with_three_players(ending.hand.options[house.target], len(ending.hand.seats))
    return standing[0] >= target and _is_first(ending, standing)


def _is_first(ending: Ending, standing: Mapping[int, int]) -> bool:
    """Tests if nobody stands before East, equal scores being ranked as at the end: shared first is
    not first, and by seats East stands before those who were East later."""
    seats = ending.hand.seats
    earlier = seats[len(seats) - ending.deals_passed :]
    if ending.hand.options[house.uma_ties] == "shared":
        earlier = seats[1:]
    return all(
        standing[0] > standing[seat] if seat in earlier else standing[0] >= standing[seat]
        for seat in seats
        if seat
    )


@book.result
def result(session: Session) -> dict[int, float]:
    """What each takes from the session: the score less the return, in thousands, the uma of the
    place, the oka of the first, the chips that were counted apart and what yakitori brings, less
    the penalties."""
    options, players = session.options, len(session.standing)
    order = list(session.order or session.standing)
    scores = dict(session.standing)
    ranked = sorted(scores, key=lambda seat: (-scores[seat], order.index(seat)))
    first_uma, second_uma = options[house.uma_first], options[house.uma_second]
    uma = [first_uma, second_uma, -second_uma, -first_uma]
    if players == 3:
        uma = [first_uma, 0, -first_uma]
    start = _higher_with_three_players(options[house.start_points], players)
    back = _higher_with_three_players(options[house.return_points], players)
    uma[0] += (back - start) * players
    shared = options[house.uma_ties] == "shared"
    best = [seat for seat in ranked if scores[seat] == scores[ranked[0]]]
    places: dict[int, float] = {}
    for place, seat in enumerate(ranked):
        tied = [n for n, other in enumerate(ranked) if scores[other] == scores[seat]]
        places[seat] = sum(uma[n] for n in tied) / len(tied) if shared else uma[place]
    left = session.state.get("riichi_sticks", 0) * DEPOSIT
    if left and options[house.leftover_sticks] == "first":
        takers = best if shared else best[:1]
        for seat in takers:
            scores[seat] += left // len(takers) // 100 * 100
    beside = yakitori_points(session)
    if options[house.chips] == "end":
        for seat in beside:
            beside[seat] += session.tally("chips", seat) * options[house.chip_points]
    return {
        seat: (scores[seat] - back + places[seat] + beside[seat] - session.penalties.get(seat, 0))
        / 1000
        for seat in session.standing
    }


def yakitori_points(session: Session) -> dict[int, int]:
    """Return what each is paid, or pays, for hands never won: who won none pays each who did."""
    points, options = dict.fromkeys(session.standing, 0), session.options
    if not options[house.yakitori]:
        return points
    won = [seat for seat in points if session.tally("wins", seat)]
    for payer in points.keys() - won:
        for payee in won:
            points[payer] -= options[house.yakitori_points]
            points[payee] += options[house.yakitori_points]
    return points
