"""Who pays whom, and what a hand waits for."""

from __future__ import annotations

from collections import Counter
from types import ModuleType

from . import british, classical
from .tiles import (
    CODES,
    DRAGONS,
    GREENS,
    TERMINALS,
    TWO_BAMBOO,
    WINDS,
    Doc,
    Facts,
    NotWinning,
    Part,
    facts,
)

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
    document = _with_thirteenth(document)
    players: Doc = document["players"]
    events: list[Doc] = document.get("events", [])
    winner = next((seat for seat, player in players.items() if "win" in player), None)
    scores = {seat: _total(document, seat, events) for seat in players}
    net = _by_scores(document, scores, winner)

    def pay(debtor: str, creditor: str, amount: int, doubled: bool = True) -> None:
        if doubled and _doubles(debtor, creditor, document, options):
            amount *= 2
        net[debtor] -= amount
        net[creditor] += amount

    culprit = None
    for event in events:
        by = event["by"]
        if event["event"] == "helped_scoring":
            short = _by_scores(document, {**scores, event["to"]: event["counted"]}, winner)
            full = _by_scores(document, scores, winner)
            for other in players:
                if other not in (by, event["to"]):
                    pay(by, other, short[other] - full[other], doubled=False)
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


def _by_scores(document: Doc, scores: Doc, winner: str | None) -> dict[str, int]:
    """Every seat's balance of what is owed for the scores alone."""
    net = dict.fromkeys(document["players"], 0)
    options: Doc = BOOKS[document["ruleset"]].options_of(document)

    def pay(debtor: str, creditor: str, amount: int) -> None:
        net[debtor] -= amount
        net[creditor] += amount

    if winner is None:
        return net
    guilty = _guilty(document["ruleset"], document.get("events", []))
    losers = [seat for seat in net if seat != winner]
    for loser in losers:
        twice = _doubles(loser, winner, document, options)
        pay(guilty or loser, winner, scores[winner] * (2 if twice else 1))
    if guilty is None:
        for one in losers:
            for other in losers:
                if scores[one] < scores[other]:
                    twice = _doubles(one, other, document, options)
                    pay(one, other, (scores[other] - scores[one]) * (2 if twice else 1))
    return net


def _with_thirteenth(document: Doc) -> Doc:
    """East's win after twelve running is the thirteenth, whether somebody says so or not."""
    east: Doc = document["players"].get("E", {})
    if document["ruleset"] != "classical" or document.get("east_run") != 12 or "win" not in east:
        return document
    told = [*east["win"].get("with", []), "thirteenth_consecutive"]
    east = {**east, "win": {**east["win"], "with": sorted(set(told))}}
    return {**document, "players": {**document["players"], "E": east}}


BARRED = ("wrong_claim", "too_few", "too_many")


def _cannot_win(seat: str, events: list[Doc]) -> bool:
    """Who cannot win is not fishing."""
    return any(
        event["by"] == seat
        and (
            event["event"] in BARRED
            or (event["event"] == "false_mahjong" and event.get("shown", True))
        )
        for event in events
    )


def cannon_shows(document: Doc, winner: str) -> bool:
    """Whether the winner's exposed sets allow that a cannon was let off."""
    player = document["players"][winner]
    if "hand" not in player:
        return True
    options = BOOKS[document["ruleset"]].options_of(document)
    head = {key: document[key] for key in ("ruleset", "prevailing")}
    known = facts({**head, **player, "seat": winner}, options)
    exposed = [meld for meld in known.melds if meld.exposed]
    if document["ruleset"] == "british":
        return _is_dangerous(exposed, known)
    if {"last_discard", "last_tile_draw"} & known.circumstances:
        return True
    tiles = known.all_tiles()
    suits = [set(range(9 * n, 9 * n + 9)) for n in range(3)]
    for kind in (*suits, set(TERMINALS), {*WINDS, *DRAGONS}, set(GREENS)):
        if set(tiles) <= kind and sum(set(meld.tiles) <= kind for meld in exposed) >= 3:
            return True
    for honours, wanted in ((DRAGONS, 2), (WINDS, 3)):
        if set(honours) <= set(tiles) and sum(m.tile in honours for m in exposed) >= wanted:
            return True
    return False


def _is_dangerous(exposed: list[Part], known: Facts) -> bool:
    suits = [set(range(9 * n, 9 * n + 9)) for n in range(3)]
    for kind in (*suits, set(TERMINALS), set(GREENS)):
        shown = sum(len(meld.tiles) for meld in exposed if set(meld.tiles) <= kind)
        if shown >= 9 and known.winning in kind:
            return True
    winds = {meld.tile for meld in exposed} & set(WINDS)
    return len(winds) == 3 and known.winning in set(WINDS) - winds


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
    if _cannot_win(seat, events):
        player = {**player, "fishing": False}
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
