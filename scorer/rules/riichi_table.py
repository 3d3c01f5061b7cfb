"""The table of riichi: who pays whom, draws and faults, the deal, the session and its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from scorer.engine import arrange
from scorer.engine.any_hand import AnyHand, of_sets
from scorer.engine.hand import DISCARD, KONG_REPLACEMENT, ROBBED_KONG, SELF_DRAW, Hand, Win
from scorer.engine.sheet import Payment, ScoreSheet, balance
from scorer.engine.tiles import bits
from scorer.errors import HandError, Problem
from scorer.grammar.han.hand import DoraHand
from scorer.grammar.han.worth import (
    MANGAN_BASE_POINTS,
    YAKUMAN_BASE_POINTS,
    base_points_of,
    payments_of_base,
    round_up_to_hundred,
)
from scorer.languages.speech import and_list, say, say_many
from scorer.rulebook.book import DealResult, Ending, NextDeal, Options, Session
from scorer.rulebook.presentation import PaymentCell, PointsTable
from scorer.rulebook.settlement import EnteredEvent, Settlement
from scorer.rulebook.table_rules import WaitingFields
from scorer.rules import riichi_options as house
from scorer.rules.riichi_circumstances import (
    ABORTIVE_DRAWS,
    IN_RIICHI,
    IPPATSU,
    NOT_LIABLE_SENTENCE,
    book,
    liable_yaku,
)
from scorer.rules.shared.texts import WRC_2025
from scorer.types.terms import SEAT_NAMES, SEATS

RIICHI_STICK_POINTS = 1000


def _higher_with_three_players(score: int, players: int) -> int:
    """Return a score that is 10,000 higher with three players."""
    return score + (10_000 if players == 3 else 0)


def start_points(options: Options, players: int) -> int:
    """Return what each of so many players has when a session begins."""
    return _higher_with_three_players(options[house.start_points_option], players)


def points_tables(options: Options) -> Sequence[PointsTable]:
    """Return the points by han and fu, which pages show and scoring never reads."""
    from scorer.grammar.han.points_tables import points_tables

    return points_tables(options)


def payment_of_agreed(
    agreed: Mapping[str, int], options: Options, players: int, dealer: bool
) -> PaymentCell | None:
    """Return what agreed han and fu, or yakuman, are paid, as the tables of points have it."""
    from scorer.grammar.han.points_tables import payment_of_agreed

    return payment_of_agreed(agreed, options, players, dealer)


def scored_under(options: Options) -> Callable[[Mapping[str, int]], bool] | None:
    """Return what tells whether so many honba lie there that it takes two han to win."""
    least = options[house.two_han_from_option]
    return (lambda numbers: numbers["honba"] >= least) if least else None


book.session = book.session._replace(
    start_points=start_points,
    deposits={"riichi_sticks": RIICHI_STICK_POINTS},
    scored_under=scored_under,
)
RIICHI_WORDS = {
    "chow": "chi",
    "chows": "chi",
    "pung": "pon",
    "pungs": "pons",
    "kong": "kan",
    "kongs": "kans",
}
book.presentation = book.presentation._replace(
    words=RIICHI_WORDS,
    points_tables=points_tables,
    payment_of_agreed=payment_of_agreed,
    counted={
        "honba": lambda number: say_many("{number} honba", "{number} honba", number),
        "riichi_sticks": lambda number: say_many("{number} stick", "{number} sticks", number),
    },
    names_hands="honba",
)
book.table = book.table._replace(
    waiting_fields=WaitingFields(
        waits="tenpai", declared="riichi", ended={"draw": "exhaustive"}, void_after=("chombo",)
    )
)


# A win


def base_points(sheet: ScoreSheet, options: Options) -> int:
    """Return the base points of a hand that qualifies."""
    if sheet.limit is not None:
        return sheet.limit
    return base_points_of(sheet.tally["han"], sheet.tally["fu"], options)


@book.pays
def payments(settlement: Settlement, winner: int) -> list[Payment]:
    """What the others pay the winner: who discarded pays all, a drawn tile is paid by all, a
    liable player for others; then the honba and, paid with each hand, the chips."""
    options, sheet = settlement.edition.options, settlement.sheet
    base, found = base_points(sheet, options), []
    win = settlement.outcomes[winner].win
    liable = None if win is None else win.liable
    if liable is not None and liable == settlement.discarder:
        liable = None
    shared = 0 if liable is None else _base_points_covered(settlement, winner, base)
    if liable is not None and shared:
        found += _payments_of_liable(settlement, winner, liable, shared)
    if base > shared:
        found += _usual_payments(settlement, winner, base - shared)
    found += _honba_payments(settlement, winner, liable)
    return found + (
        _chips_as_points(settlement, winner) if settlement[house.chips_option] == "hand" else []
    )


def _base_points_covered(settlement: Settlement, winner: int, base: int) -> int:
    """Return for how many of the base points somebody is liable."""
    outcome = settlement.outcomes[winner]
    if settlement[house.pao_covers_option] == "hand" or outcome.hand is None or outcome.win is None:
        return base
    names = _liability_of_hand(settlement, winner)
    if "kong" in names:
        return base
    return sum(
        YAKUMAN_BASE_POINTS * line.amount for line in settlement.sheet.lines if line.name in names
    )


def _liability_of_hand(settlement: Settlement, winner: int) -> set[str]:
    """Return what of a hand somebody can be liable for; nothing is known of an agreed one."""
    outcome = settlement.outcomes[winner]
    if outcome.hand is None or outcome.win is None:
        return set()
    return liable_yaku(of_sets(outcome.hand), outcome.win, settlement.edition.options)


def _payments_of_liable(
    settlement: Settlement, winner: int, liable: int, base: int
) -> list[Payment]:
    """Return what a liable player pays: all of a drawn hand, half of one that another discarded."""
    because = say(
        "{payer} is liable for the hand of {winner}",
        payer=SEAT_NAMES[liable],
        winner=SEAT_NAMES[winner],
    )
    whole = round_up_to_hundred(base * (6 if winner == 0 else 4))
    # For a kong: the winner drew the tile after a claimed kong that the liable player fed.
    if base < YAKUMAN_BASE_POINTS or _liability_of_hand(settlement, winner) == {"kong"}:
        whole = settlement.scores[winner]
    if settlement.facts & SELF_DRAW or settlement.discarder is None:
        return [Payment(liable, winner, whole, because)]
    half = round_up_to_hundred(-(-whole // 2))
    return [
        Payment(settlement.discarder, winner, whole - half, _won_text(settlement, winner)),
        Payment(liable, winner, half, because),
    ]


def _won_text(settlement: Settlement, winner: int) -> str:
    return say("{winner} won {score}", winner=SEAT_NAMES[winner], score=settlement.scores[winner])


def _usual_payments(settlement: Settlement, winner: int, base: int) -> list[Payment]:
    players = len(settlement.seats)
    pays = (
        winner == 0,
        bool(settlement.facts & SELF_DRAW),
        players,
        settlement[house.tsumo_loss_option],
    )
    shares, because = payments_of_base(base, pays), _won_text(settlement, winner)
    _, drawn, _, _ = pays
    if not drawn:
        return [Payment(seat, winner, shares[0], because) for seat in settlement.payers(winner)[:1]]
    return [
        Payment(seat, winner, shares[0] if seat == 0 else shares[1], because)
        for seat in settlement.payers(winner)
    ]


def _honba_payments(settlement: Settlement, winner: int, liable: int | None) -> list[Payment]:
    """Return what is paid for the honba: of several winners to the first, or to each."""
    honba = settlement.counters["honba"]
    first = winner == settlement.winners[0] if settlement.winners else True
    if not honba or (not first and settlement[house.several_winners_option] == "first"):
        return []
    each = settlement[house.counter_points_option] // 3 * honba
    whole = each * (len(settlement.seats) - 1)
    because = say_many("{number} honba", "{number} honba", honba)
    payers = settlement.payers(winner)
    if settlement.facts & SELF_DRAW:
        if liable is not None:
            return [Payment(liable, winner, whole, because)]
        return [Payment(seat, winner, each, because) for seat in payers]
    payer = (
        liable
        if liable is not None and settlement[house.pao_honba_option] == "liable"
        else payers[0]
    )
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


def chip_payments(settlement: Settlement, winner: int) -> list[Payment]:
    """Return what the winner is paid in chips: by who lost the winning tile, or by each other
    player for a self-drawn hand, of which a liable player pays all."""
    outcome, reasons = settlement.outcomes[winner], _chip_reasons(settlement, winner)
    if outcome.win is None or not reasons:
        return []
    number = sum(reason.number * reason.each for reason in reasons)
    because = and_list(reason.in_words for reason in reasons)
    loser, liable, payers = outcome.win.loser, outcome.win.liable, settlement.others(winner)
    if loser is not None:
        return [Payment(loser, winner, number, because)]
    if liable is not None:
        whole = say("{because}; {payer} is liable", because=because, payer=SEAT_NAMES[liable])
        return [Payment(liable, winner, number * len(payers), whole)]
    return [Payment(payer, winner, number, because) for payer in payers]


def _chip_reasons(settlement: Settlement, winner: int) -> list[ChipReason]:
    """Return for what each payer owes the winner chips: what the table counted of an agreed hand,
    or the yakuman, ippatsu, red fives and ura dora of the hand."""
    outcome, options = settlement.outcomes[winner], settlement.edition.options
    agreed = settlement.player_fields.get(winner, {}).get("chips")
    if agreed is not None:
        return [ChipReason(say("as agreed"), agreed, 1)] if agreed else []
    drawn = outcome.facts & SELF_DRAW
    yakuman = outcome.sheet.tally["yakuman"]
    ippatsu = int(bool(outcome.facts & IPPATSU and options[house.ippatsu_option]))
    found = {}
    if isinstance(outcome.hand, DoraHand):
        bonuses, players = settlement.edition.bonuses, len(settlement.seats)
        found = {bonus.id: bonus.number(outcome.hand, players) for bonus in bonuses}
    red, ura = found.get("red-five", 0), found.get("ura-dora", 0)
    if not options[house.chips_red_open_option] and _is_open(outcome.hand):
        red = 0
    reasons = [
        ChipReason(
            say_many("{number} yakuman", "{number} yakuman", yakuman),
            yakuman,
            options[house.chips_yakuman_drawn_option if drawn else house.chips_yakuman_option],
        ),
        ChipReason(say("ippatsu"), ippatsu, options[house.chips_ippatsu_option]),
        ChipReason(
            say_many("{number} red five", "{number} red fives", red),
            red,
            options[house.chips_red_five_option],
        ),
        ChipReason(
            say_many("{number} ura dora", "{number} ura dora", ura),
            ura,
            options[house.chips_ura_option],
        ),
    ]
    return [reason for reason in reasons if reason.number * reason.each]


def _chips_as_points(settlement: Settlement, winner: int) -> list[Payment]:
    """Return what the winner is paid for chips where they are paid as points with each hand."""
    worth = settlement[house.chip_points_option]
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
        for payment in chip_payments(settlement, winner)
    ]


def _count_chips(settlement: Settlement) -> None:
    """Pay chips that are counted apart until the end, and count them in the session."""
    if settlement[house.chips_option] != "end":
        return
    settlement.chip_payments = [
        payment for winner in settlement.winners for payment in chip_payments(settlement, winner)
    ]
    if settlement.player_fields:
        for letter, moved in balance(settlement.chip_payments).items():
            seat = SEATS.index(letter)
            if seat in settlement.seats:
                settlement.count("chips", seat, settlement.tally("chips", seat) + moved)


def _count_wins(settlement: Settlement) -> None:
    """Count the hands that each player has won, where yakitori is played."""
    if not settlement[house.yakitori_option]:
        return
    won = settlement.winners or nagashi_winners(settlement)
    for seat in settlement.seats:
        settlement.count("wins", seat, settlement.tally("wins", seat) + (seat in won))


def paid_winners(winners: Sequence[int], options: Options) -> Sequence[int]:
    """Return those of several winners who are paid, the first in turn first."""
    if len(winners) == 3 and options[house.triple_ron_option] == "draw":
        return ()
    return winners[:1] if options[house.multiple_ron_option] == "head_bump" else winners


def need_no_tiles(win: Win, options: Options) -> bool:
    """Tests if no tiles are looked at for the payments: nobody is liable, no chips are paid."""
    return win.liable is None and options[house.chips_option] != "hand"


book.payments = book.payments._replace(
    doubled_seat=lambda options, prevailing: 0,
    paid_winners=paid_winners,
    need_no_tiles=need_no_tiles,
)


# Draws and faults


@book.event(WRC_2025.cited, bars_win=True)
def nagashi_mangan(settlement: Settlement, event: EnteredEvent) -> None:
    """every discard of a player was a terminal or honour and none was claimed, and the wall is
    empty: paid as the table plays it"""
    if settlement[house.nagashi_mangan_option] == "none":
        raise _contradiction_error("/event", say("this table does not play nagashi mangan"))
    drawn = settlement.table_fields.get("draw", "exhaustive") == "exhaustive"
    if settlement.won or settlement.ended_by is not None or not drawn:
        detail = say(
            "nagashi mangan needs an exhaustive draw without a winner; correct the draw "
            "or remove nagashi mangan"
        )
        raise _contradiction_error("/event", detail)
    if any(e.id == event.id and e.by == event.by for e in settlement.events):
        raise _contradiction_error(
            "/by", say("this player has this entry already; enter each player once")
        )
    winner, pays = (
        event.by,
        (event.by == 0, True, len(settlement.seats), _has_tsumo_loss(settlement)),
    )
    shares = payments_of_base(MANGAN_BASE_POINTS, pays)
    for seat in settlement.others(winner):
        settlement.fine(seat, winner, shares[0] if seat == 0 else shares[1], say("nagashi mangan"))


@book.event(WRC_2025.cited, bars_win=True)
def chombo(settlement: Settlement, event: EnteredEvent) -> None:
    """declared a win or riichi wrongly, or made another such fault: the hand is void and replayed,
    and it costs points at the end or a mangan to the others"""
    if settlement.table_fields.get("draw") is not None or nagashi_players(settlement):
        raise _contradiction_error(
            "/event",
            say("a chombo ends the hand, so the hand is not a draw; remove the draw or the chombo"),
        )
    before = list(settlement.fines)
    settlement.end_hand(event.by)
    settlement.fines = before
    if settlement[house.chombo_option] == "after_uma":
        points = settlement[house.chombo_points_option]
        settlement.penalties[event.by] = settlement.penalties.get(event.by, 0) + points
        settlement.note_result(
            say("{points} are taken off at the end of the session", points=points)
        )
        return
    for seat in settlement.others(event.by):
        amount = 4000 if 0 in (seat, event.by) else 2000
        settlement.fine(event.by, seat, amount, say("chombo"))


def _contradiction_error(pointer: str, detail: str) -> HandError:
    return HandError(Problem(pointer, "contradiction", detail))


def _has_tsumo_loss(settlement: Settlement) -> bool:
    return settlement[house.tsumo_loss_option]


def riichi_players(settlement: Settlement) -> list[int]:
    """Return who declared riichi in this hand; nobody where only one hand was entered."""
    return (
        [
            seat
            for seat in settlement.seats
            if settlement.player_fields.get(seat, {}).get("riichi")
            or settlement.outcomes[seat].facts & IN_RIICHI
        ]
        if settlement.player_fields
        else []
    )


def nagashi_players(settlement: Settlement) -> list[int]:
    """Return who made nagashi mangan, in the order of the seats."""
    return sorted(event.by for event in settlement.events if event.id == "nagashi_mangan")


def nagashi_winners(settlement: Settlement) -> list[int]:
    """Return who made nagashi mangan where that is a win, in the order of the seats."""
    return nagashi_players(settlement) if settlement[house.nagashi_mangan_option] == "win" else []


def stick_winner(settlement: Settlement) -> int | None:
    """Return who takes the deposits of the table."""
    if settlement.ended_by is not None:
        return None
    made = nagashi_winners(settlement)
    return made[0] if made else settlement.winner


def way_of_ending(settlement: Settlement) -> str:
    """Return how the hand ended: chombo, won, unpaid (nobody is paid for it), or a kind of draw."""
    if settlement.ended_by is not None:
        return "chombo"
    if settlement.winners:
        return "won"
    if len(settlement.won) == 3 and all(
        settlement.outcomes[seat].sheet.qualifies for seat in settlement.won
    ):
        return "triple_ron"
    draw: str = "unpaid" if settlement.won else settlement.table_fields.get("draw", "exhaustive")
    return draw


@book.concludes
def conclude(settlement: Settlement) -> None:
    """Deposits are laid and taken, those who do not wait pay those who do, chips and wins are
    counted."""
    _check_fields(settlement)
    _sum_up_penalties(settlement)
    declared = riichi_players(settlement)
    if settlement.ended_by is None:
        for seat in declared:
            settlement.deduct(seat, RIICHI_STICK_POINTS, say("the riichi stick"))
    if settlement.ended_by is None:
        _warn_of_unpaid_winners(settlement)
    if way_of_ending(settlement) == "exhaustive" and settlement.player_fields:
        if nagashi_players(settlement):
            _nagashi_counters(settlement)
        else:
            _noten_payments(settlement)
    _take_deposits(settlement, declared)
    _count_chips(settlement)
    _count_wins(settlement)


def _sum_up_penalties(settlement: Settlement) -> None:
    penalties = settlement.table_fields.get("penalties") or {}
    for letter, points in penalties.items():
        if points:
            seat = SEATS.index(letter)
            settlement.penalties[seat] = settlement.penalties.get(seat, 0) + points


def _check_session_fields(settlement: Settlement) -> None:
    """Raise HandError for what the session counted of nobody at this table, or never counts."""
    counted = {
        "chips": settlement[house.chips_option] == "end",
        "wins": settlement[house.yakitori_option],
    }
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
        given = settlement.table_fields.get(name) or {}
        for letter in given:
            if SEATS.index(letter) not in settlement.seats:
                detail = say(
                    "nobody sits at {seat} at this table; choose another seat", seat=letter
                )
                raise HandError(Problem(f"/{name}/{letter}", "bad_value", detail))
        if given and not counted.get(name, True):
            raise _contradiction_error(f"/{name}", without[name])


def _check_agreed_chips(settlement: Settlement, seat: int) -> None:
    """Raise HandError for chips of a player that no agreed hand is owed."""
    outcome, pointer = settlement.outcomes[seat], f"/players/{SEATS[seat]}/chips"
    if settlement.player_fields[seat].get("chips") is None:
        return
    if settlement[house.chips_option] == "none":
        detail = say("this table plays without chips; remove them or turn the house rule on")
        raise _contradiction_error(pointer, detail)
    if outcome.win is None:
        raise _contradiction_error(
            pointer, say("only the winner is paid chips; remove the chips of this player")
        )
    if outcome.hand is not None:
        detail = say("the chips follow from the tiles; remove them, or enter what was agreed on")
        raise _contradiction_error(pointer, detail)


def _check_fields(settlement: Settlement) -> None:
    """Raise HandError for fields of the players or the table that cannot be."""
    _check_session_fields(settlement)
    draw = settlement.table_fields.get("draw")
    if draw is not None and settlement.won:
        raise _contradiction_error(
            "/draw",
            say("a player won this hand, so the hand is not a draw; remove the draw or the winner"),
        )
    if draw in ABORTIVE_DRAWS and not settlement[house.abortive_draws_option]:
        raise _contradiction_error(
            "/draw",
            say(
                "this table does not play abortive draws; choose an exhaustive draw or turn "
                "the house rule on"
            ),
        )
    if draw == "four_riichi" and len(riichi_players(settlement)) < 4:
        detail = say(
            "a four-riichi draw needs riichi from all four players; enter riichi for each "
            "player or choose another draw"
        )
        raise _contradiction_error("/draw", detail)
    _check_one_tile(settlement)
    for seat, fields in settlement.player_fields.items():
        pointer, outcome = f"/players/{SEATS[seat]}", settlement.outcomes[seat]
        _check_agreed_chips(settlement, seat)
        if fields.get("riichi") and outcome.win and not outcome.facts & IN_RIICHI:
            detail = say("enter a winner's riichi among the circumstances of the win")
            raise _contradiction_error(f"{pointer}/riichi", detail)
        if outcome.win and outcome.hand is None and not _agreed_liability(settlement, seat):
            raise _contradiction_error(f"{pointer}/win/liable", NOT_LIABLE_SENTENCE)
        if fields.get("riichi") and _is_open(outcome.hand):
            detail = say(
                "riichi needs a closed hand, but this hand has a claimed set; remove "
                "riichi or correct the set"
            )
            raise _contradiction_error(f"{pointer}/riichi", detail)


def _agreed_liability(settlement: Settlement, seat: int) -> bool:
    """Tests if somebody can be liable for what was agreed on, if anybody is named."""
    outcome, claimed = settlement.outcomes[seat], settlement[house.pao_claimed_kong_option]
    if outcome.win is None or outcome.win.liable is None or outcome.sheet.tally["yakuman"]:
        return True
    return bool(claimed and outcome.facts & KONG_REPLACEMENT)


def _check_one_tile(settlement: Settlement) -> None:
    """Raise HandError where several win on different tiles."""
    ways: set[int] = set()
    first: object = None
    for seat in settlement.won:
        outcome = settlement.outcomes[seat]
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
            raise _contradiction_error(f"/players/{SEATS[seat]}/{where}", detail)


def _is_open(hand: AnyHand | None) -> bool:
    return hand is not None and any(not meld.concealed for meld in of_sets(hand).melds)


def _warn_of_unpaid_winners(settlement: Settlement) -> None:
    """Warn of winners who are not paid because another comes first."""
    if not settlement.winners:
        return
    for seat in settlement.won:
        if seat not in settlement.winners and settlement.outcomes[seat].sheet.qualifies:
            detail = say(
                "at this table only the first winner in turn after the discarder wins: "
                "{winner}, not {other}; remove {other}'s win",
                winner=SEAT_NAMES[settlement.winners[0]],
                other=SEAT_NAMES[seat],
            )
            settlement.warn(f"/players/{SEATS[seat]}", detail)


def tenpai_seats(settlement: Settlement) -> list[int]:
    """Return who waits at an exhaustive draw. Raises HandError for a riichi that does not."""
    found = []
    for seat, fields in settlement.player_fields.items():
        hand, said = settlement.outcomes[seat].hand, fields.get("tenpai")
        waits = None if hand is None else waits_for(of_sets(hand), settlement.edition.options)
        pointer = f"/players/{SEATS[seat]}"
        if fields.get("riichi") and (waits is False or said is False):
            detail = say(
                "this player declared riichi without tenpai; correct the hand or enter a chombo"
            )
            raise _contradiction_error(
                f"{pointer}/{'hand' if waits is False else 'tenpai'}", detail
            )
        if said and waits is False:
            raise _contradiction_error(f"{pointer}/tenpai", say("this hand is not tenpai"))
        if said or (said is None and (waits or fields.get("riichi"))):
            found.append(seat)
    return found


def waits_for(hand: Hand, options: Options) -> bool:
    """Tests if a hand of thirteen tiles waits, as the table sees a wait for a tile of which the
    hand holds all four."""
    waits = arrange.all_waits(hand, book.shapes)
    if arrange.live_waits(hand, waits):
        return True
    if options[house.tenpai_own_four_option] != "concealed":
        return bool(waits) and options[house.tenpai_own_four_option] == "tenpai"
    return any(hand.concealed.count(kind) < 4 for kind in bits(waits))


def _noten_payments(settlement: Settlement) -> None:
    """Return what those who do not wait pay those who do, in equal shares."""
    waits = tenpai_seats(settlement)
    others = [seat for seat in settlement.seats if seat not in waits]
    whole = settlement[house.noten_option] * (len(settlement.seats) - 1) // 3
    if not waits or not others or not whole:
        return
    share = whole // (len(waits) * len(others))
    for payer in others:
        for payee in waits:
            settlement.fine(payer, payee, share, say("{payer} is noten", payer=SEAT_NAMES[payer]))


def _nagashi_counters(settlement: Settlement) -> None:
    """Return the honba after a nagashi mangan that is a win."""
    tenpai_seats(settlement)  # raises HandError for a riichi that does not wait
    honba, winner = settlement.counters["honba"], stick_winner(settlement)
    if settlement[house.nagashi_mangan_option] != "win" or winner is None or not honba:
        return
    each = settlement[house.counter_points_option] // 3 * honba
    for seat in settlement.others(winner):
        because = say_many("{number} honba", "{number} honba", honba)
        settlement.fine(seat, winner, each, because)


def _take_deposits(settlement: Settlement, declared: Sequence[int]) -> None:
    """Give the deposits to the first winner, or by another rule to each winner their own."""
    first, sticks = stick_winner(settlement), settlement.counters["riichi_sticks"] + len(declared)
    if first is None or not sticks:
        return
    if settlement[house.several_winners_option] == "own_back":
        for seat in settlement.winners[1:]:
            if seat in declared:
                settlement.awards[seat] = RIICHI_STICK_POINTS
                sticks -= 1
    if sticks:
        settlement.awards[first] = settlement.awards.get(first, 0) + RIICHI_STICK_POINTS * sticks


# The deal, the session, the result


ALWAYS_PASSES_SENTENCE = say("here the deal always passes")


@book.deal
def deal_after(hand: DealResult) -> NextDeal:
    """how the deal goes on: East keeps it by a win and, as the table plays, by waiting"""
    # Long: each way in which a hand ends has its own sentence.
    repeat, honba = hand.options[house.dealer_repeat_option], hand.counters["honba"]
    settlement = hand.settlement
    sticks = hand.counters["riichi_sticks"]
    if settlement is None:
        stays = 0 in hand.winners and repeat != "none"
        because = _why_deal_after_win(0 in hand.winners, stays)
        return NextDeal(stays, because, counters={"honba": honba + 1 if stays else 0})
    ended, made = way_of_ending(settlement), nagashi_players(settlement)
    if ended == "chombo":
        counters = {"honba": honba, "riichi_sticks": sticks}
        return NextDeal(True, say("after a chombo the hand is replayed"), counters=counters)
    left = 0 if stick_winner(settlement) is not None else sticks + len(riichi_players(settlement))
    if ended == "won" or (made and hand.options[house.nagashi_mangan_option] == "win"):
        won = 0 in (hand.winners or made)
        stays = won and repeat != "none"
        because = _why_deal_after_win(won, stays)
        counters = {"honba": honba + 1 if stays else 0, "riichi_sticks": left}
        return NextDeal(stays, because, counters=counters, decides=True)
    counters = {"honba": honba + 1, "riichi_sticks": left}
    if ended == "unpaid":
        return NextDeal(False, say("East did not win"), counters={"riichi_sticks": left})
    if ended != "exhaustive":
        drawn = say("the hand was drawn before its end")
        return NextDeal(
            repeat != "none",
            drawn if repeat != "none" else ALWAYS_PASSES_SENTENCE,
            counters=counters,
        )
    if 0 not in tenpai_seats(settlement):
        return NextDeal(False, say("East is not tenpai"), counters=counters, decides=True)
    passes = {"none": ALWAYS_PASSES_SENTENCE, "win": say("here the deal passes on every draw")}
    because = passes.get(str(repeat), say("East is tenpai"))
    return NextDeal(repeat == "tenpai", because, counters=counters, decides=True)


def _why_deal_after_win(won: bool, stays: bool) -> str:
    """Return why the deal stays or passes after a win, which was East's or not."""
    if won and not stays:
        return ALWAYS_PASSES_SENTENCE
    return say("East won") if won else say("East did not win")


LAST_ROUND = {"east": 0, "east_south": 1, "full": 3}


@book.session_ends
def session_over(ending: Ending) -> bool | None:
    """when the session is over: with the last deal, or as the scores decide"""
    options, standing = ending.hand.options, ending.standing
    players = len(ending.hand.seats)
    last = LAST_ROUND[options[house.length_option]]
    target = _higher_with_three_players(options[house.target_option], players)
    reached = None if standing is None else any(score >= target for score in standing.values())
    broke: bool | None = False
    if options[house.bankruptcy_option]:
        broke = None if standing is None else any(score < 0 for score in standing.values())
    by_rounds: bool | None
    if ending.prevailing > last + (1 if options[house.extension_option] else 0):
        by_rounds = True
    elif ending.prevailing > last:  # the round more
        by_rounds = _east_ends_session(ending) if ending.stays else ending.round_over or reached
    elif ending.prevailing == last and ending.round_over:
        by_rounds = reached if options[house.extension_option] and last < 3 else True
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
    if not ending.hand.options[house.agari_yame_option] or not ending.decides:
        return False
    if standing is None:
        return None
    target = _higher_with_three_players(
        ending.hand.options[house.target_option], len(ending.hand.seats)
    )
    return standing[0] >= target and _is_first(ending, standing)


def _is_first(ending: Ending, standing: Mapping[int, int]) -> bool:
    """Tests if nobody stands before East, equal scores being ranked as at the end: shared first is
    not first, and by seats East stands before those who were East later."""
    seats = ending.hand.seats
    earlier = seats[len(seats) - ending.deals_passed :]
    if ending.hand.options[house.uma_ties_option] == "shared":
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
    first_uma, second_uma = options[house.uma_first_option], options[house.uma_second_option]
    uma = [first_uma, second_uma, -second_uma, -first_uma]
    if players == 3:
        uma = [first_uma, 0, -first_uma]
    start = _higher_with_three_players(options[house.start_points_option], players)
    back = _higher_with_three_players(options[house.return_points_option], players)
    uma[0] += (back - start) * players
    shared = options[house.uma_ties_option] == "shared"
    best = [seat for seat in ranked if scores[seat] == scores[ranked[0]]]
    places: dict[int, float] = {}
    for place, seat in enumerate(ranked):
        tied = [n for n, other in enumerate(ranked) if scores[other] == scores[seat]]
        places[seat] = sum(uma[n] for n in tied) / len(tied) if shared else uma[place]
    left = session.counters.get("riichi_sticks", 0) * RIICHI_STICK_POINTS
    if left and options[house.leftover_sticks_option] == "first":
        takers = best if shared else best[:1]
        for seat in takers:
            scores[seat] += left // len(takers) // 100 * 100
    beside = yakitori_points(session)
    if options[house.chips_option] == "end":
        for seat in beside:
            beside[seat] += session.tally("chips", seat) * options[house.chip_points_option]
    return {
        seat: (scores[seat] - back + places[seat] + beside[seat] - session.penalties.get(seat, 0))
        / 1000
        for seat in session.standing
    }


def yakitori_points(session: Session) -> dict[int, int]:
    """Return what each is paid, or pays, for hands never won: who won none pays each who did."""
    points, options = dict.fromkeys(session.standing, 0), session.options
    if not options[house.yakitori_option]:
        return points
    won = [seat for seat in points if session.tally("wins", seat)]
    for payer in points.keys() - won:
        for payee in won:
            points[payer] -= options[house.yakitori_points_option]
            points[payee] += options[house.yakitori_points_option]
    return points
