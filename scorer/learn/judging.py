"""The parts of an exercise, each judged: whether what was given is right, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from scorer.documents.answers import waits
from scorer.documents.read import edition_of, seats_of, situation_of, win_of
from scorer.grammar.card.book import CardEdition
from scorer.grammar.card.notation.model import CardHand
from scorer.hand import SEATS
from scorer.learn.card_hands import printed_hand
from scorer.learn.slips import MOST_NAMED, counted, in_quotes, left_out
from scorer.learn.unfolding import is_bonus
from scorer.rules import BOOKS
from scorer.settle import WINDS
from scorer.speech import in_turn, one_of, say
from scorer.tiles import TileError, code, parse

__all__ = ["UNKNOWN", "Judged", "Told", "before_the_last", "counted_seats", "judge", "printed"]

Document = Mapping[str, Any]

UNKNOWN: Final = "?"
"""A winning tile that nobody remembers."""


class Told(NamedTuple):
    """An exercise with the scorer's answer, and all that the learner gave."""

    document: Document
    answer: Document
    given: Document


class Judged(NamedTuple):
    """The right answer of one part, whether the learner has it, and what is said of it."""

    answer: Any
    right: bool
    because: str
    lines: list[Any] = []  # noqa: RUF012
    missed: list[str] = []  # noqa: RUF012


def counted_seats(told: Told) -> list[str]:
    """The seats of a table whose hands were told, and score: of others the points were agreed."""
    players, book = told.document["players"], BOOKS[told.document["ruleset"]]
    return [
        seat
        for seat in told.answer["scores"]
        if "hand" in players.get(seat, {})
        and players[seat].get("points") is None
        and (book.losers_score or "win" in players[seat])
    ]


# What is counted


TALLIED: Final[Mapping[str, str]] = {
    "doubles": "double",
    "multiplier": "double",
    "flowers": "fan",
    "yakuman": "limit",
}
"""The kind of line of which a sum is made, where it is not called as that is."""


def _lines_of(told: Told, part: str) -> list[Any]:
    """The lines that a sum is made of; flowers that a tally has apart are none of its fan."""
    kind = TALLIED.get(part, part)
    lines = [line for line in told.answer["lines"] if line["kind"] == kind]
    if kind == "fan" and "flowers" in told.answer["tally"]:
        return [line for line in lines if is_bonus(line) == (part == "flowers")]
    return lines


def _counts(told: Told, part: str) -> Judged:
    """A sum of lines."""
    right, given = told.answer["tally"][part], told.given[part]
    lines = _lines_of(told, part)
    if given == right:
        return Judged(right, True, _added_up(told, lines), lines)
    if part == "multiplier":
        return _multiplied(right, given, lines)
    said, missed = _slip(told, part, lines, right - given)
    return Judged(right, False, said, lines, missed)


def _multiplied(right: int, given: int, lines: list[Any]) -> Judged:
    """Doublings, each of which multiplies by two."""
    short = right.bit_length() - given.bit_length()
    powers = given > 0 and given & (given - 1) == 0
    if powers and short > 0 and 1 << sum(line["amount"] * line["count"] for line in lines) == right:
        said, missed = left_out(lines, short)
        if said:
            return Judged(right, False, said, lines, missed)
    return Judged(right, False, say("each of them multiplies by two"), lines)


def _added_up(told: Told, lines: list[Any]) -> str:
    special = told.answer["limit"]["hand"]
    if lines:
        return say("it is made of {names}", names=counted(lines))
    if special:
        return say("{hand} has a value of its own", hand=in_quotes(special))
    return say("nothing in this hand counts here")


def _slip(told: Told, part: str, lines: list[Any], short: int) -> tuple[str, list[str]]:
    """What a wrong sum looks like, where one slip explains it, and the rules that were missed."""
    if not lines and told.answer["limit"]["hand"]:
        return _added_up(told, lines), []
    said, missed = left_out(lines, short) if short > 0 else (_too_much(told, part, -short), [])
    if said:
        return said, missed
    if short < 0:
        return say("that is {over} too many", over=-short), []
    return say("that is {short} too few", short=short), []


def _too_much(told: Told, part: str, over: int) -> str:
    """What was counted and does not count, where that explains the sum; "" where nothing does."""
    tally = told.answer["tally"]
    if part == "fan" and tally.get("flowers") == over:
        return say("flowers are added apart from the fan")
    kind = TALLIED.get(part, part)
    found = {
        one["name"]: one["because"]
        for one in told.answer["not_counted"]
        if part != "flowers" and one.get("kind") == kind and one.get("amount") == over
    }
    if len(found) == 1:
        ((name, because),) = found.items()
        return say("{name} does not count: {because}", name=in_quotes(name), because=because)
    if 1 < len(found) <= MOST_NAMED:
        names = one_of(map(in_quotes, found))
        return say("look again: {names} does not count here", names=names)
    return ""


def _total(told: Told, part: str) -> Judged:
    answer, given = told.answer, told.given[part]
    right = answer["total"]
    if given == right:
        return Judged(right, True, _comes_about(told))
    if _follows(told) == given:
        said = say("it follows from what you counted, but the count was not right")
        return Judged(right, False, said)
    product = _product(told)
    if product == given and product > right:
        said = say("the limit of {limit} was forgotten", limit=answer["limit"]["value"])
        return Judged(right, False, said)
    return Judged(right, False, _comes_about(told))


def _comes_about(told: Told) -> str:
    """How the total comes about."""
    formula, special = told.answer["formula"], told.answer["limit"]["hand"]
    if special:
        return say("{hand}: {formula}", hand=in_quotes(special), formula=formula)
    if formula and formula != str(told.answer["total"]):
        return say("it is {formula}", formula=formula)
    lines = [line for line in told.answer["lines"] if line["kind"] != "double"]
    return _added_up(told, lines)


def _product(told: Told) -> int | None:
    """The points doubled, where the total is no more than that and what the limit makes of it."""
    tally, formula = told.answer["tally"], str(told.answer["formula"])
    if "doubles" not in tally or told.answer["limit"]["hand"]:
        return None
    if not formula.startswith(f"{tally['points']} × 2^{tally['doubles']}"):
        return None
    return int(tally["points"]) << int(tally["doubles"])


def _follows(told: Told) -> int | None:
    """What the learner's own points and doubles, fan and flowers, or han and fu come to: None where
    they told not all of them, or all of them right."""
    given, tally = told.given, told.answer["tally"]
    needed = [name for name in tally if tally[name] or name in given]
    if not needed or any(name not in given for name in needed):
        return None
    if all(given[name] == tally[name] for name in needed):
        return None
    recounted = _recounted(told, needed)
    if recounted is not None:
        return recounted
    if _product(told) is not None:
        doubles, value = given.get("doubles", 0), told.answer["limit"]["value"]
        product = given.get("points", 0) << doubles if 0 <= doubles < MOST_DOUBLES else 0
        return product if value is None else min(product, value)
    return sum(int(given[name]) for name in needed) if "fan" in tally else None


MOST_DOUBLES: Final = 40


def _recounted(told: Told, needed: list[str]) -> int | None:
    """What a won hand of the learner's own sums is worth; None where sums alone do not tell."""
    document, edition = told.document, edition_of(told.document)
    if "win" not in document:
        return None
    seats = seats_of(document, edition.book)
    situation = situation_of(document, seats, edition.book)
    counted = {name: int(told.given[name]) for name in needed}
    return edition.comes_to(counted, win_of(document["win"], edition, seats).facts, situation)


# The sets


SET_PARTS: Final[Mapping[str, str]] = {
    "chow": "chows",
    "pung": "pungs",
    "kong": "kongs",
    "pair": "pairs",
}


def _arrangement(told: Told, part: str) -> Judged:
    found = Counter(one["kind"] for one in told.answer["arrangement"])
    right = {plural: found[kind] for kind, plural in SET_PARTS.items()}
    given = {plural: told.given[part].get(plural) or 0 for plural in right}
    return Judged(right, given == right, _sets_in_words(told.answer["arrangement"]))


def _sets_in_words(sets: list[Any]) -> str:
    told = [say("{set} {tiles}", set=one["kind"], tiles=" ".join(one["tiles"])) for one in sets]
    return say("the hand is {sets}", sets=in_turn(told))


# Who pays


def _payments(told: Told, part: str) -> Judged:
    """What each other player pays to the winner."""
    winner, paid = told.document.get("seat"), Counter[str]()
    for one in told.answer["payments"]:
        paid[one["from"]] += one["amount"]
    seats = [seat for seat in told.answer["net"] if seat != winner]
    right = {seat: paid[seat] for seat in seats}
    given = {seat: told.given[part].get(seat) or 0 for seat in seats}
    said = [
        say(
            "{seat} {amount} ({because})",
            seat=_wind(one["from"]),
            amount=one["amount"],
            because=one["because"],
        )
        for one in told.answer["payments"]
    ]
    if not said:
        return Judged(right, given == right, say("nobody pays anything for this hand"))
    return Judged(right, given == right, in_turn(said))


def _scores(told: Told, part: str) -> Judged:
    """What each hand of a table is worth that was told; of those that are wrong how they come
    about."""
    sheets = {seat: told.answer["scores"][seat] for seat in counted_seats(told)}
    right = {seat: sheet["total"] for seat, sheet in sheets.items()}
    given = {seat: told.given[part].get(seat) or 0 for seat in right}
    wrong = [seat for seat in right if given[seat] != right[seat]] or [*right]
    said = [
        say("{seat} {formula}", seat=_wind(seat), formula=sheets[seat]["formula"] or right[seat])
        for seat in wrong
    ]
    lines = [line for seat in wrong for line in sheets[seat]["lines"]]
    return Judged(right, given == right, in_turn(said), lines)


def _net(told: Told, part: str) -> Judged:
    """What each player has in all; of the first who is wrong what they pay and receive."""
    right = dict(told.answer["net"])
    given = {seat: told.given[part].get(seat) or 0 for seat in right}
    if given != right and given == _with_the_tables(told):
        return Judged(right, True, say("with what the table gives and takes, all together"))
    wrong = next((seat for seat in right if given[seat] != right[seat]), None)
    if wrong is None:
        return Judged(right, True, say("what is paid and what is received, all together"))
    said = [
        say(
            "{payer} to {payee} {amount} ({because})",
            payer=_wind(one["from"]),
            payee=_wind(one["to"]),
            amount=one["amount"],
            because=one["because"],
        )
        for one in told.answer["payments"]
        if wrong in (one["from"], one["to"])
    ]
    nothing = say("{seat} pays and receives nothing", seat=_wind(wrong))
    return Judged(right, False, in_turn(said) if said else nothing)


def _with_the_tables(told: Told) -> dict[str, int]:
    """What each player has in all, with what they are given and lay down."""
    balances: Counter[str] = Counter(told.answer["net"])
    balances.update(told.answer.get("awards") or {})
    for one in told.answer["deductions"]:
        balances[one["seat"]] -= one["amount"]
    return {seat: balances[seat] for seat in told.answer["net"]}


def _awards(told: Told, part: str) -> Judged:
    right = {seat: told.answer["awards"].get(seat, 0) for seat in told.answer["net"]}
    given = {seat: told.given[part].get(seat) or 0 for seat in right}
    return Judged(right, given == right, say("points are given, and nobody pays"))


def _wind(seat: str) -> str:
    return WINDS[SEATS.index(seat)]


def _next(told: Told, part: str) -> Judged:
    following = told.answer["next"]
    return Judged(following["seats"], told.given[part] == following["seats"], following["because"])


# A card


def _hand(told: Told, part: str) -> Judged:
    line = told.answer["lines"][0]
    return Judged(line["name"], told.given[part] == line["name"], line["why"], [line])


def _kinds(tiles: str | list[str]) -> list[int]:
    return parse(tiles if isinstance(tiles, str) else " ".join(tiles))


def before_the_last(document: Document) -> dict[str, Any]:
    """The hand of a win without its winning tile, wherever that was told."""
    book = BOOKS[document["ruleset"]]
    hand = {**document["hand"]}
    last = _kinds(str(hand.pop("winning_tile", None) or "").replace(UNKNOWN, ""))
    held, melds = _kinds(hand["concealed"]), hand.get("melds") or ()
    laid = sum(3 if book.hand_of == "sets" else len(_kinds(meld["tiles"])) for meld in melds)
    if last and len(held) + laid > book.hand_tiles and last[0] in held:
        held.remove(last[0])
    return {**hand, "concealed": " ".join(map(code, held))}


def _winning_tile(told: Told, part: str) -> Judged:
    """Any tile that wins what is held without the last."""
    asked = {k: v for k, v in told.document.items() if k != "win"}
    waiting = waits({**asked, "hand": before_the_last(told.document)})["waits"]
    found = [one["tile"] for one in waiting]
    try:
        given = [code(kind) for kind in parse(str(told.given[part]))]
    except TileError:
        given = []
    right = len(given) == 1 and given[0] in found
    return Judged(found, right, say("the hand waits for {tiles}", tiles=" ".join(found)))


def printed(told: Told) -> CardHand | None:
    """The hand of the card that this is, as it is printed; None where it is of no card, or by a
    table rule."""
    edition = edition_of(told.document)
    if not isinstance(edition, CardEdition) or not told.answer["lines"]:
        return None
    return printed_hand(edition, told.answer["lines"][0]["name"])


def _exposed(told: Told, part: str) -> Judged:
    """Whether sets of this hand of the card may be exposed."""
    found = printed(told)
    assert found is not None
    said = (
        say("the card has it as C: nothing may be exposed before mah-jongg")
        if found.concealed
        else say("the card has it as X: its sets may be exposed")
    )
    right = not found.concealed
    return Judged(right, told.given[part] is right, said, told.answer["lines"][:1])


JUDGES: Final[Mapping[str, Callable[[Told, str], Judged]]] = {
    "total": _total,
    "arrangement": _arrangement,
    "payments": _payments,
    "awards": _awards,
    "scores": _scores,
    "net": _net,
    "next": _next,
    "hand": _hand,
    "winning_tile": _winning_tile,
    "exposed": _exposed,
}


def judge(part: str) -> Callable[[Told, str], Judged]:
    """What judges this part."""
    return JUDGES.get(part, _counts)
