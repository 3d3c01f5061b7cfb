"""Name where a log and the scorer differ, hand by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from scorer.errors import HandError
from scorer.languages.speech import UserText, comma_list, say, typed_comma_list
from scorer.logs.record import Json, Log, LoggedHand, LoggedWin
from scorer.logs.replay import seat_of
from scorer.rules import BOOKS
from scorer.types.terms import SEAT_NAMES

MAX_UNKNOWN_YAKU_NAMED = 3
SITE_NAMES = {"north": "dora"}
"""Lines that sites count as another: norths set aside are dora there."""
EXACT_TOLERANCE, ROUNDED_TOLERANCE = 0.05, 1.0
"""How far table points may be apart: Tenhou rounds them to whole points, the first place takes the
rest."""


class LogDifferences:
    """The differences between a log and the game made of it, in order."""

    def __init__(self, log: Log, players: Sequence[str]) -> None:
        self.log = log
        self.players = players
        self.found: list[Json] = []
        self.differing: set[int] = set()
        self.last_refused = -1
        self.notes = [*log.notes]

    def name(self, place: int) -> str:
        """Return the name of a player as the log has it, or else the id."""
        name = " ".join(self.log.players[place].split())[:40]
        return UserText(name or self.players[place])

    def add(self, n: int, what: str, detail: str, player: str | None = None) -> None:
        """Add a difference in the n-th hand, from 0."""
        hand = self.log.hands[n]
        self.differing.add(n)
        wind, number = SEAT_NAMES[hand.deal // 4], hand.deal % 4 + 1
        deal = say("{wind} {number}", wind=wind, number=number)
        if hand.honba:
            deal = say("{wind} {number}, honba {honba}", wind=wind, number=number, honba=hand.honba)
        difference = {
            "hand": n + 1,
            "deal": deal,
            "honba": hand.honba,
            "pointer": hand.pointer,
            "what": what,
            "player": player,
            "detail": detail,
        }
        self.found.append(difference)

    def add_note(self, sentence: str) -> None:
        """Add what the log does not say, once."""
        if sentence not in self.notes:
            self.notes.append(sentence)

    def compare_number(self, n: int, what: str, place: int, numbers: tuple[object, object]) -> None:
        """Compare a number of a player: the log's, which may be None, and the scorer's."""
        logged, ours = numbers
        if logged is None or logged == ours:
            return
        detail = say(
            "{player}: {what} {logged} in the log, {ours} here",
            player=self.name(place),
            what=COMPARED_QUANTITIES[what],
            logged=logged,
            ours=ours,
        )
        self.add(n, what, detail, self.players[place])

    def compare_payments(self, n: int, logged: Sequence[int] | None, ours: Sequence[int]) -> None:
        """Compare what each player won or lost in a hand."""
        for place, moved in enumerate(ours):
            self.compare_number(n, "payments", place, (logged and logged[place], moved))

    def add_refused(self, n: int, error: HandError) -> None:
        """Add a hand that the scorer refuses."""
        self.last_refused = n
        problem = error.problems[0]
        detail = say("the scorer refuses this hand: {why}", why=problem.detail)
        self.add(n, "refused", detail)

    def add_next_deal(self, n: int, logged: str, ours: str | None) -> None:
        """Add a deal that follows otherwise; None for ours if the session is over."""
        if ours is None:
            detail = say("next is {logged} in the log, and the session is over here", logged=logged)
        else:
            detail = say("next is {logged} in the log, {ours} here", logged=logged, ours=ours)
        self.add(n, "next_deal", detail)

    def add_not_over(self, n: int, ours: str) -> None:
        """Add that the log ends where the rules would go on."""
        detail = say("the session is over in the log, and next is {ours} here", ours=ours)
        self.add(n, "next_deal", detail)

    def report(self) -> Json:
        """Return what was found."""
        hands = len(self.log.hands)
        return {
            "format": self.log.format,
            "hands": hands,
            "agree": hands - len(self.differing),
            "differences": self.found,
            "notes": self.notes,
        }


COMPARED_QUANTITIES = {
    "value": say("points of the hand"),
    "han": say("han"),
    "fu": say("fu"),
    "yakuman": say("yakuman"),
    "payments": say("points won or lost"),
    "final_score": say("points at the end"),
    "final_points": say("table points at the end"),
}


def compare_hand(
    differences: LogDifferences, n: int, hand: LoggedHand, answer: Mapping[str, Any]
) -> None:
    """Compare what each winner's hand is worth."""
    for win in hand.wins:
        score = answer["scores"][seat_of(hand, win.seat)]
        _compare_win(differences, n, win, score)


def _compare_win(differences: LogDifferences, n: int, win: LoggedWin, score: Json) -> None:
    tally = score["tally"]
    differences.compare_number(n, "value", win.seat, (win.points, score["total"]))
    if win.unknown:
        names = typed_comma_list(win.unknown[:MAX_UNKNOWN_YAKU_NAMED])
        detail = say(
            "the yaku of a hand have names that are unknown here and were not compared: {names}",
            names=names,
        )
        differences.add_note(detail)
    elif win.yaku is None:
        differences.add_note(say("the log does not name the yaku of all hands"))
    yaku: Counter[str] = Counter()
    for line in score["lines"]:
        if line["kind"] in ("han", "limit"):
            yaku[SITE_NAMES.get(line["id"], line["id"])] += line["amount"]
    if win.yakuman or tally["yakuman"]:
        is_yakuman = say("yes"), say("no")
        if win.yakuman != bool(tally["yakuman"]):
            said = is_yakuman[not win.yakuman], is_yakuman[not tally["yakuman"]]
            differences.compare_number(n, "yakuman", win.seat, said)
        logged = None if win.yaku is None else dict.fromkeys(win.yaku, 1)
        _compare_yaku(differences, n, win.seat, logged, dict.fromkeys(yaku, 1))
        return
    differences.compare_number(n, "fu", win.seat, (win.fu, tally["fu"]))
    differences.compare_number(n, "han", win.seat, (win.han, tally["han"]))
    _compare_yaku(differences, n, win.seat, win.yaku, yaku)


def _compare_yaku(
    differences: LogDifferences,
    n: int,
    place: int,
    logged: Mapping[str, int] | None,
    ours: Mapping[str, int],
) -> None:
    if logged is None or logged == dict(ours):
        return
    detail = say(
        "{player}: yaku {logged} in the log, {ours} here",
        player=differences.name(place),
        logged=_yaku_list_sentence(logged),
        ours=_yaku_list_sentence(ours),
    )
    differences.add(n, "yaku", detail, differences.players[place])


def _yaku_list_sentence(yaku: Mapping[str, int]) -> str:
    names = {rule["id"]: rule["name"] for rule in BOOKS["riichi"].as_document()["rules"]}
    said = [say("{name} {number}", name=names[rule], number=yaku[rule]) for rule in sorted(yaku)]
    return comma_list(said) if said else say("none")


def compare_end(
    differences: LogDifferences, sheet: Mapping[str, Any], players: Sequence[str]
) -> None:
    """Compare what each player has at the end; the first takes the sticks that are left."""
    log, last, totals = differences.log, len(differences.log.hands) - 1, dict(sheet["totals"])
    result = sheet.get("result")
    if result is None or log.final is None:
        return
    left = 1000 * sheet["state"]["riichi_sticks"]
    first = result["ranking"][0]["player"]
    for place, player in enumerate(players):
        ours = totals[player] + (left if player == first else 0)
        differences.compare_number(last, "final_score", place, (log.final[place], ours))
    points = result.get("table_points")
    if log.final_points is None or points is None:
        return
    whole = all(number == int(number) for number in log.final_points)
    for place, player in enumerate(players):
        apart = (
            (len(players) if player == first else 1) * ROUNDED_TOLERANCE
            if whole
            else EXACT_TOLERANCE
        )
        logged = log.final_points[place]
        if abs(points[player] - logged) > apart:
            differences.compare_number(last, "final_points", place, (logged, points[player]))
