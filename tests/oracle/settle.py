"""Who pays whom, and what a hand waits for."""

from __future__ import annotations

from collections import Counter
from types import ModuleType

from . import british, classical
from .tiles import CODES, TWO_BAMBOO, Doc, NotWinning, facts

BOOKS: dict[str, ModuleType] = {"classical": classical, "british": british}
DRAWN_ONLY = {
    "last_tile_draw",
    "kong_replacement",
    "flower_replacement",
    "kong_on_kong",
    "heavens_blessing",
}
CLAIMED_ONLY = {"last_discard", "earths_blessing"}


def score(document: Doc) -> Doc:
    """The score document of one player, as far as the oracle tells it."""
    result: Doc = BOOKS[document["ruleset"]].score(document)
    return result


def settle(document: Doc) -> Doc:
    """Every seat's balance, and whether the seats stay. No debts are limited."""
    ruleset = document["ruleset"]
    options: Doc = BOOKS[ruleset].options_of(document)
    players: Doc = document["players"]
    events: list[Doc] = document.get("events", [])
    winner = next((seat for seat, player in players.items() if "win" in player), None)
    scores = {seat: _total(document, seat, events) for seat in players}
    net = dict.fromkeys(players, 0)

    def pay(debtor: str, creditor: str, amount: int, doubled: bool = True) -> None:
        if doubled and _doubles(debtor, creditor, document, options):
            amount *= 2
        net[debtor] -= amount
        net[creditor] += amount

    guilty = _guilty(ruleset, events)
    if winner is not None:
        losers = [seat for seat in players if seat != winner]
        for loser in losers:
            debt = scores[winner]
            if _doubles(loser, winner, document, options):
                debt *= 2
            pay(guilty or loser, winner, debt, doubled=False)
        if guilty is None:
            for one in losers:
                for other in losers:
                    if scores[one] < scores[other]:
                        pay(one, other, scores[other] - scores[one])

    culprit = None
    for event in events:
        by = event["by"]
        others = [seat for seat in players if seat != by]
        false = event["event"] == "false_mahjong"
        if ruleset == "classical":
            false |= event["event"] == "misnamed_discard" and event.get("for_mahjong", False)
            if event["event"] == "withdrawn_claim" and winner not in (None, by):
                assert winner is not None
                pay(by, winner, 100, doubled=False)
            if false:
                culprit = by
                for other in others:
                    pay(by, other, options["limit"] // 2)
        else:
            if event["event"] == "misnamed_discard" and not event.get("for_mahjong", False):
                pay(by, event["to"], 50, doubled=False)
            if false and event.get("shown", False):
                for other in others:
                    pay(by, other, options["limit"] // 2, doubled=False)
    return {"net": net, "seats": _seats(document, options, winner, culprit)}


def _doubles(one: str, other: str, document: Doc, options: Doc) -> bool:
    if document["ruleset"] == "classical":
        east = document["prevailing"] if options["double_payer"] == "prevailing" else "E"
    else:
        east = "E" if options["east_doubles"] == "payments" else ""
    return east in (one, other)


def _guilty(ruleset: str, events: list[Doc]) -> str | None:
    """Who pays the winner for everybody."""
    for event in events:
        cannon = event["event"] == "letting_off_cannon" and not event.get("no_choice", False)
        misnamed = (
            ruleset == "british"
            and event["event"] == "misnamed_discard"
            and event.get("for_mahjong", False)
        )
        if cannon or misnamed:
            return str(event["by"])
    return None


def _total(document: Doc, seat: str, events: list[Doc]) -> int:
    player = document["players"][seat]
    if any(e["by"] == seat and e["event"] in ("long_hand", "too_many") for e in events):
        return 0
    if "points" in player:
        return int(player["points"])
    if "hand" not in player or not any("win" in p for p in document["players"].values()):
        return 0
    hand: Doc = {
        key: document[key]
        for key in ("ruleset", "preset", "options", "prevailing")
        if key in document
    }
    return int(score({**hand, **player, "seat": seat})["total"])


def _seats(document: Doc, options: Doc, winner: str | None, culprit: str | None) -> str:
    if culprit is not None:
        return "pass" if culprit == "E" else "stay"
    if winner is None:
        return "stay"
    if winner != "E":
        return "pass"
    win = document["players"]["E"]["win"]
    if document["ruleset"] == "classical":
        return "pass" if "thirteenth_consecutive" in win.get("with", []) else "stay"
    keeps = options["east_keeps"]
    return "stay" if keeps == "unlimited" or document.get("east_run", 0) < keeps else "pass"


def waits(document: Doc) -> dict[str, tuple[int | None, int | None]]:
    """Each kind that completes the hand: its total claimed from a discard, and drawn."""
    book = BOOKS[document["ruleset"]]
    bare = {key: value for key, value in document.items() if key != "win"}
    bare["hand"] = {k: v for k, v in document["hand"].items() if k != "winning_tile"}
    options = book.options_of(document)
    known = facts(bare, options)
    held = Counter(known.all_tiles())
    told = set((document.get("win") or {}).get("with", []))
    found: dict[str, tuple[int | None, int | None]] = {}
    for tile in range(34):
        if held[tile] >= 4 or (tile == TWO_BAMBOO and options.get("goulash") == "two_bamboo"):
            continue
        totals: list[int | None] = []
        for by, forbidden in (("discard", DRAWN_ONLY), ("self_draw", CLAIMED_ONLY)):
            full = {
                **bare,
                "hand": {**bare["hand"], "winning_tile": CODES[tile]},
                "win": {"by": by, "with": sorted(told)},
            }
            try:
                totals.append(None if told & forbidden else book.score(full)["total"])
            except NotWinning:
                totals.append(None)
        if totals != [None, None]:
            found[CODES[tile]] = (totals[0], totals[1])
    return found
