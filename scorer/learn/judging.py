"""Judges each part of an exercise: whether the learner's response is right, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from scorer.documents.answers import waits
from scorer.documents.read import edition_of, seats_of, situation_of, win_of
from scorer.documents.undecided import UNKNOWN_TILE
from scorer.engine.tiles import TileError, code, parse
from scorer.grammar.card.book import CardEdition
from scorer.grammar.card.notation.model import CardHand
from scorer.languages.speech import comma_list, or_list, say
from scorer.learn.card_hands import find_card_hand
from scorer.learn.shortfalls import MAX_NAMED_RULES, explain_shortfall, list_rules, quoted_name
from scorer.learn.unfolding import is_bonus
from scorer.rules import BOOKS
from scorer.types.terms import SEAT_NAMES, SEATS

if TYPE_CHECKING:
    from scorer import types

Document = Mapping[str, Any]


class Attempt(NamedTuple):
    """An exercise with the scorer's answer and the learner's responses, by part."""

    document: Document
    answer: Document
    responses: Document


class Verdict(NamedTuple):
    """The judgement of one part.

    Attributes:
        answer: The right answer.
        right: Whether the response equals it.
        because: The reason, a sentence.
        lines: The lines of the score behind the answer.
        missed: The ids of the rules that the learner left out.
        slip: The kind of slip behind a wrong response.
    """

    answer: Any
    right: bool
    because: str
    lines: list[Any] = []  # noqa: RUF012
    missed: list[str] = []  # noqa: RUF012
    slip: types.Slip = "other"


def scored_seats(attempt: Attempt) -> list[str]:
    """Return the seats whose hands are scored; the points of others were agreed."""
    players, book = attempt.document["players"], BOOKS[attempt.document["ruleset"]]
    return [
        seat
        for seat in attempt.answer["scores"]
        if "hand" in players.get(seat, {})
        and players[seat].get("points") is None
        and (book.payments.losers_score or "win" in players[seat])
    ]


# Sums


LINE_KINDS: Final[Mapping[str, str]] = {
    "doubles": "double",
    "multiplier": "double",
    "flowers": "fan",
    "yakuman": "limit",
}
"""The kind of line behind a part of the tally, where the names differ."""


def _lines_of(attempt: Attempt, part: str) -> list[Any]:
    """Return the lines behind a sum; a tally may count flowers apart from fan."""
    kind = LINE_KINDS.get(part, part)
    lines = [line for line in attempt.answer["lines"] if line["kind"] == kind]
    if kind == "fan" and "flowers" in attempt.answer["tally"]:
        return [line for line in lines if is_bonus(line) == (part == "flowers")]
    return lines


def _judge_sum(attempt: Attempt, part: str) -> Verdict:
    """Judge a sum of lines."""
    expected, response = attempt.answer["tally"][part], attempt.responses[part]
    lines = _lines_of(attempt, part)
    if response == expected:
        return Verdict(expected, right=True, because=_sum_in_words(attempt, lines), lines=lines)
    if part == "multiplier":
        return _judge_multiplier(expected, response, lines)
    reason, missed, slip = _explain_difference(attempt, part, lines, expected - response)
    return Verdict(expected, right=False, because=reason, lines=lines, missed=missed, slip=slip)


def _judge_multiplier(expected: int, response: int, lines: list[Any]) -> Verdict:
    """Judge a multiplier: a power of two."""
    short = expected.bit_length() - response.bit_length()
    powers = response > 0 and response & (response - 1) == 0
    if (
        powers
        and short > 0
        and 1 << sum(line["amount"] * line["count"] for line in lines) == expected
    ):
        reason, missed = explain_shortfall(lines, short)
        if reason:
            return Verdict(
                expected, right=False, because=reason, lines=lines, missed=missed, slip="left_out"
            )
    return Verdict(
        expected, right=False, because=say("each of them multiplies by two"), lines=lines
    )


def _sum_in_words(attempt: Attempt, lines: list[Any]) -> str:
    special = attempt.answer["limit"]["hand"]
    if lines:
        return say("it is made of {names}", names=list_rules(lines))
    if special:
        return say("{hand} has a value of its own", hand=quoted_name(special))
    return say("nothing in this hand counts here")


def _explain_difference(
    attempt: Attempt, part: str, lines: list[Any], short: int
) -> tuple[str, list[str], types.Slip]:
    """Return what explains a wrong sum, the ids of the missed rules, and the kind of slip."""
    if not lines and attempt.answer["limit"]["hand"]:
        return _sum_in_words(attempt, lines), [], "other"
    if short > 0:
        reason, missed = explain_shortfall(lines, short)
        if reason:
            return reason, missed, "left_out"
        return say("that is {short} too few", short=short), [], "too_few"
    reason = _explain_excess(attempt, part, -short)
    if reason:
        return reason, [], "not_counted"
    return say("that is {over} too many", over=-short), [], "too_many"


def _explain_excess(attempt: Attempt, part: str, over: int) -> str:
    """Name a line that does not count and explains the sum, or return ""."""
    tally = attempt.answer["tally"]
    if part == "fan" and tally.get("flowers") == over:
        return say("flowers are added apart from the fan")
    kind = LINE_KINDS.get(part, part)
    reasons = {
        line["name"]: line["because"]
        for line in attempt.answer["not_counted"]
        if part != "flowers" and line.get("kind") == kind and line.get("amount") == over
    }
    if len(reasons) == 1:
        ((name, because),) = reasons.items()
        return say("{name} does not count: {because}", name=quoted_name(name), because=because)
    if 1 < len(reasons) <= MAX_NAMED_RULES:
        names = or_list(map(quoted_name, reasons))
        return say("look again: {names} does not count here", names=names)
    return ""


def _judge_total(attempt: Attempt, part: str) -> Verdict:
    answer, response = attempt.answer, attempt.responses[part]
    expected = answer["total"]
    if response == expected:
        return Verdict(expected, right=True, because=_total_in_words(attempt))
    if _total_from_responses(attempt) == response:
        reason = say("your sum is right, but one of the counts in it was not")
        return Verdict(expected, right=False, because=reason, slip="followed")
    unlimited = _unlimited_total(attempt)
    if unlimited == response and unlimited > expected:
        reason = say(
            "no hand is worth more than the limit of {limit}", limit=answer["limit"]["value"]
        )
        return Verdict(expected, right=False, because=reason, slip="limit")
    return Verdict(expected, right=False, because=_total_in_words(attempt))


def _total_in_words(attempt: Attempt) -> str:
    """Say how the total is calculated."""
    formula, special = attempt.answer["formula"], attempt.answer["limit"]["hand"]
    if special:
        return say("{hand}: {formula}", hand=quoted_name(special), formula=formula)
    if formula and formula != str(attempt.answer["total"]):
        return say("it is {formula}", formula=formula)
    lines = [line for line in attempt.answer["lines"] if line["kind"] != "double"]
    return _sum_in_words(attempt, lines)


def _unlimited_total(attempt: Attempt) -> int | None:
    """Return the doubled points before the limit; None if the total has another formula."""
    tally, formula = attempt.answer["tally"], str(attempt.answer["formula"])
    if "doubles" not in tally or attempt.answer["limit"]["hand"]:
        return None
    if not formula.startswith(f"{tally['points']} × 2^{tally['doubles']}"):
        return None
    return int(tally["points"]) << int(tally["doubles"])


def _total_from_responses(attempt: Attempt) -> int | None:
    """Return the total that follows from the learner's own tally.

    None if the learner's tally is incomplete or entirely right.
    """
    responses, tally = attempt.responses, attempt.answer["tally"]
    needed = [name for name in tally if tally[name] or name in responses]
    if not needed or any(name not in responses for name in needed):
        return None
    if all(responses[name] == tally[name] for name in needed):
        return None
    rescored = _total_of_summed_responses(attempt, needed)
    if rescored is not None:
        return rescored
    if _unlimited_total(attempt) is not None:
        doubles, value = responses.get("doubles", 0), attempt.answer["limit"]["value"]
        product = (
            responses.get("points", 0) << doubles if 0 <= doubles < MAX_DOUBLES_COMPUTED else 0
        )
        return product if value is None else min(product, value)
    return sum(int(responses[name]) for name in needed) if "fan" in tally else None


MAX_DOUBLES_COMPUTED: Final = 40


def _total_of_summed_responses(attempt: Attempt, needed: list[str]) -> int | None:
    """Return the worth of a winning hand with the learner's sums; None if sums do not suffice."""
    document = cast("types.ScoreRequest", attempt.document)
    edition = edition_of(document)
    win = document.get("win")
    if win is None:
        return None
    seats = seats_of(document, edition.book)
    situation = situation_of(document, seats, edition.book)
    sums = {name: int(attempt.responses[name]) for name in needed}
    return edition.total_from_tally(sums, win_of(win, edition, seats).facts, situation)


# Sets


SET_PARTS: Final[Mapping[str, str]] = {
    "chow": "chows",
    "pung": "pungs",
    "kong": "kongs",
    "pair": "pairs",
}


def _judge_arrangement(attempt: Attempt, part: str) -> Verdict:
    counts = Counter(meld["kind"] for meld in attempt.answer["arrangement"])
    expected = {plural: counts[kind] for kind, plural in SET_PARTS.items()}
    responses = {plural: attempt.responses[part].get(plural) or 0 for plural in expected}
    return Verdict(
        expected, right=responses == expected, because=_sets_in_words(attempt.answer["arrangement"])
    )


def _sets_in_words(sets: list[Any]) -> str:
    words = [say("{set} {tiles}", set=meld["kind"], tiles=" ".join(meld["tiles"])) for meld in sets]
    return say("the hand is {sets}", sets=comma_list(words))


# Payments


def _judge_payments(attempt: Attempt, part: str) -> Verdict:
    """Judge what each other player pays to the winner."""
    winner, paid = attempt.document.get("seat"), Counter[str]()
    for payment in attempt.answer["payments"]:
        paid[payment["from"]] += payment["amount"]
    seats = [seat for seat in attempt.answer["net"] if seat != winner]
    expected = {seat: paid[seat] for seat in seats}
    responses = {seat: attempt.responses[part].get(seat) or 0 for seat in seats}
    reasons = [
        say(
            "{seat} {amount} ({because})",
            seat=_seat_name(payment["from"]),
            amount=payment["amount"],
            because=payment["because"],
        )
        for payment in attempt.answer["payments"]
    ]
    if not reasons:
        return Verdict(
            expected, right=responses == expected, because=say("nobody pays anything for this hand")
        )
    return Verdict(expected, right=responses == expected, because=comma_list(reasons))


def _judge_scores(attempt: Attempt, part: str) -> Verdict:
    """Judge the scores of a table, and show the formulas of the wrong ones."""
    sheets = {seat: attempt.answer["scores"][seat] for seat in scored_seats(attempt)}
    expected = {seat: sheet["total"] for seat, sheet in sheets.items()}
    responses = {seat: attempt.responses[part].get(seat) or 0 for seat in expected}
    wrong = [seat for seat in expected if responses[seat] != expected[seat]] or [*expected]
    reasons = [
        say(
            "{seat} {formula}",
            seat=_seat_name(seat),
            formula=sheets[seat]["formula"] or expected[seat],
        )
        for seat in wrong
    ]
    lines = [line for seat in wrong for line in sheets[seat]["lines"]]
    return Verdict(expected, right=responses == expected, because=comma_list(reasons), lines=lines)


def _judge_net(attempt: Attempt, part: str) -> Verdict:
    """Judge the net results, and list the payments of the first player who is wrong."""
    expected = dict(attempt.answer["net"])
    responses = {seat: attempt.responses[part].get(seat) or 0 for seat in expected}
    if responses != expected and responses == _net_with_awards(attempt):
        return Verdict(
            expected, right=True, because=say("payments, awards and deductions added up")
        )
    wrong = next((seat for seat in expected if responses[seat] != expected[seat]), None)
    if wrong is None:
        return Verdict(
            expected,
            right=True,
            because=say("what each player receives, less what that player pays"),
        )
    reasons = [
        say(
            "{payer} pays {payee} {amount} ({because})",
            payer=_seat_name(payment["from"]),
            payee=_seat_name(payment["to"]),
            amount=payment["amount"],
            because=payment["because"],
        )
        for payment in attempt.answer["payments"]
        if wrong in (payment["from"], payment["to"])
    ]
    nothing = say("{seat} pays and receives nothing", seat=_seat_name(wrong))
    return Verdict(expected, right=False, because=comma_list(reasons) if reasons else nothing)


def _net_with_awards(attempt: Attempt) -> dict[str, int]:
    """Return each player's net result with awards and deductions."""
    balances: Counter[str] = Counter(attempt.answer["net"])
    balances.update(attempt.answer.get("awards") or {})
    for deduction in attempt.answer["deductions"]:
        balances[deduction["seat"]] -= deduction["amount"]
    return {seat: balances[seat] for seat in attempt.answer["net"]}


def _judge_awards(attempt: Attempt, part: str) -> Verdict:
    expected = {seat: attempt.answer["awards"].get(seat, 0) for seat in attempt.answer["net"]}
    responses = {seat: attempt.responses[part].get(seat) or 0 for seat in expected}
    return Verdict(
        expected,
        right=responses == expected,
        because=say("each winner is given points; nobody pays"),
    )


def _seat_name(seat: str) -> str:
    return SEAT_NAMES[SEATS.index(seat)]


def _judge_next(attempt: Attempt, part: str) -> Verdict:
    next_deal = attempt.answer["next"]
    return Verdict(
        next_deal["seats"],
        right=attempt.responses[part] == next_deal["seats"],
        because=next_deal["because"],
    )


# Cards


def _judge_hand(attempt: Attempt, part: str) -> Verdict:
    line = attempt.answer["lines"][0]
    return Verdict(
        line["name"],
        right=attempt.responses[part] == line["name"],
        because=line["why"],
        lines=[line],
    )


def _parse_tiles(tiles: str | list[str]) -> list[int]:
    return parse(tiles if isinstance(tiles, str) else " ".join(tiles))


def without_winning_tile(document: Document) -> dict[str, Any]:
    """Return the hand of a win without its winning tile."""
    book = BOOKS[document["ruleset"]]
    hand = {**document["hand"]}
    last = _parse_tiles(str(hand.pop("winning_tile", None) or "").replace(UNKNOWN_TILE, ""))
    held, melds = _parse_tiles(hand["concealed"]), hand.get("melds") or ()
    laid = sum(
        3 if book.tiles.hand_of == "sets" else len(_parse_tiles(meld["tiles"])) for meld in melds
    )
    if last and len(held) + laid > book.tiles.hand_tiles and last[0] in held:
        held.remove(last[0])
    return {**hand, "concealed": " ".join(map(code, held))}


def _judge_winning_tile(attempt: Attempt, part: str) -> Verdict:
    """Judge the winning tile: any tile that completes the hand is right."""
    unfinished = {k: v for k, v in attempt.document.items() if k != "win"}
    hand = without_winning_tile(attempt.document)
    winning_tiles = [wait["tile"] for wait in waits({**unfinished, "hand": hand})["waits"]]
    try:
        response = [code(kind) for kind in parse(str(attempt.responses[part]))]
    except TileError:
        response = []
    right = len(response) == 1 and response[0] in winning_tiles
    return Verdict(
        winning_tiles,
        right=right,
        because=say("the hand waits for {tiles}", tiles=" ".join(winning_tiles)),
    )


def card_hand_of(attempt: Attempt) -> CardHand | None:
    """Return the card's hand; None without a card, or for a hand by a table rule."""
    edition = edition_of(cast("types.Ruled", attempt.document))
    if not isinstance(edition, CardEdition) or not attempt.answer["lines"]:
        return None
    return find_card_hand(edition, attempt.answer["lines"][0]["name"])


def _judge_exposed(attempt: Attempt, part: str) -> Verdict:
    """Judge whether sets of this hand of the card may be exposed."""
    hand = card_hand_of(attempt)
    assert hand is not None
    reason = (
        say("the card has it as C: nothing may be exposed before mah-jongg")
        if hand.concealed
        else say("the card has it as X: its sets may be exposed")
    )
    expected = not hand.concealed
    return Verdict(
        expected,
        right=attempt.responses[part] is expected,
        because=reason,
        lines=attempt.answer["lines"][:1],
    )


JUDGE_BY_PART: Final[Mapping[str, Callable[[Attempt, str], Verdict]]] = {
    "total": _judge_total,
    "arrangement": _judge_arrangement,
    "payments": _judge_payments,
    "awards": _judge_awards,
    "scores": _judge_scores,
    "net": _judge_net,
    "next": _judge_next,
    "hand": _judge_hand,
    "winning_tile": _judge_winning_tile,
    "exposed": _judge_exposed,
}


def judge(attempt: Attempt, part: str) -> Verdict:
    """Judge the response to a part."""
    return JUDGE_BY_PART.get(part, _judge_sum)(attempt, part)
