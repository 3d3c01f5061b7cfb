"""Who pays whom at a classical table, whatever its preset and options: from ``classical.md`` and
the project's page on these books alone. Debts are not limited."""

from __future__ import annotations

import random
from collections import Counter

from . import classical, documents
from .tiles import Doc, codes

PENALTIES = {"redux": "half_limit", "dmjl": "shared_300", "buzzard_2000": "double_limit"}
STREAKS = {"redux": 13, "dmjl": 9, "buzzard_2000": 13}
CHOICES: dict[str, list[object]] = {
    "limit": [500, 600, 1000, 2000],
    "mahjong_points": [10, 20],
    "double_payer": ["east", "prevailing"],
    "east_streak": [2, 9, 13, 99],
    "false_mahjong": ["half_limit", "shared_300", "double_limit"],
    "misnamed_set": ["none", "dmjl"],
    "loser_limits": [True, False],
    "patterns_for_all": [True, False],
    "capped": [True, True, False],
}


def options_of(document: Doc) -> Doc:
    preset = document.get("preset") or "redux"
    of_the_table = {
        "false_mahjong": PENALTIES[preset],
        "east_streak": STREAKS[preset],
        "misnamed_set": "dmjl" if preset == "dmjl" else "none",
        "loser_limits": preset == "buzzard_2000",
    }
    return {**of_the_table, **classical.options_of(document)}


def settle(document: Doc) -> Doc:
    """Return every seat's balance, and whether the seats stay or pass."""
    options = options_of(document)
    players: Doc = document["players"]
    events: list[Doc] = document.get("events", [])
    winner = next((seat for seat in players if "win" in players[seat]), None)
    east = document["prevailing"] if options["double_payer"] == "prevailing" else "E"
    net = dict.fromkeys(players, 0)

    def pay(debtor: str, creditor: str, amount: int, twice: bool = False) -> None:
        amount *= 2 if twice and east in (debtor, creditor) else 1
        net[debtor] -= amount
        net[creditor] += amount

    culprit = None
    for event in events:
        by = event["by"]
        others = [seat for seat in players if seat != by]
        if event["event"] == "false_mahjong" or event.get("for_mahjong"):
            culprit = by
            for other in others:
                if options["false_mahjong"] == "half_limit":
                    pay(by, other, options["limit"] // 2, twice=True)
                elif options["false_mahjong"] == "shared_300":
                    pay(by, other, 300 // len(others))
                else:
                    pay(by, other, 2 * options["limit"])
        if "claimed" in event and options["misnamed_set"] == "dmjl":
            pay(by, event["to"], 50 if event["claimed"] == "chow" else 100)
        if event["event"] == "withdrawn_claim" and winner not in (None, by):
            pay(by, str(winner), 100)
    if winner is None:
        return {"net": net, "seats": "pass" if culprit == "E" else "stay"}
    filled = _fills_the_streak(document, options, winner)
    scores = {seat: _score(document, seat, filled) for seat in players}
    losers = [seat for seat in players if seat != winner]
    guilty = next((e["by"] for e in events if e["event"] == "letting_off_cannon"), None)
    for loser in losers:  # the guilty player stands in for each loser, for East as East would pay
        amount = scores[winner] * (2 if east in (loser, winner) else 1)
        pay(guilty or loser, winner, amount)
    if guilty is None:
        for loser in losers:
            if options["loser_limits"] and players[loser].get("limit_shown"):
                scores[loser] = options["limit"]
        for poor in losers:
            for rich in losers:
                if scores[poor] < scores[rich]:
                    pay(poor, rich, scores[rich] - scores[poor], twice=True)
    return {"net": net, "seats": "stay" if winner == "E" and not filled else "pass"}


def _fills_the_streak(document: Doc, options: Doc, winner: str) -> bool:
    said = "thirteenth_consecutive" in document["players"][winner]["win"].get("with", [])
    run = document.get("east_run", 0)
    return winner == "E" and (said or run == options["east_streak"] - 1)


def _score(document: Doc, seat: str, filled: bool) -> int:
    player: Doc = document["players"][seat]
    if any(e["by"] == seat and e["event"] == "long_hand" for e in document.get("events", [])):
        return 0
    if "points" in player:
        return int(player["points"])
    head: Doc = {
        key: document[key] for key in ("preset", "options", "prevailing") if key in document
    }
    if "win" in player and filled:
        told = {*player["win"].get("with", []), "thirteenth_consecutive"}
        player = {**player, "win": {**player["win"], "with": sorted(told)}}
    scored: Doc = classical.score({**head, **player, "ruleset": "classical", "seat": seat})
    return int(scored["total"])


def random_table(rng: random.Random, preset: str) -> Doc:
    """Return a document to settle under the preset, now and then with options of its own."""
    while True:
        document = documents.random_table(rng, "classical")
        events = document.get("events", [])
        if any(e["event"] == "helped_scoring" or e.get("no_choice") for e in events):
            continue
        document.update(preset=preset, options={})
        if rng.random() < 0.4:
            document["options"] = {
                name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.3
            }
        _change(rng, document)
        return document


def _change(rng: random.Random, document: Doc) -> None:
    """What only the two books know: a misnamed set, the dragons of a loser, a streak of East's."""
    options, players = options_of(document), document["players"]
    losers = [seat for seat in players if "win" not in players[seat]]
    if rng.random() < 0.3:
        by = rng.choice(losers)
        to = rng.choice([seat for seat in players if seat != by])
        claimed = rng.choice(["chow", "pung", "kong"])
        misnamed = {"event": "misnamed_discard", "by": by, "to": to, "claimed": claimed}
        document["events"] = [*document.get("events", []), misnamed]
    barred = {event["by"] for event in document.get("events", [])}
    if len(losers) < len(players) and options["loser_limits"] and rng.random() < 0.5:
        seat = rng.choice(losers)
        if seat not in barred:
            shown: Doc = {"concealed": "1b 4b 7b 1c", "melds": []}
            shown["melds"] = [{"tiles": tiles} for tiles in ("RRR", "GGG", "PPP")]
            held = {**players, seat: {"hand": shown}}
            lies = "points" not in players[seat] and _fit(held)
            players[seat] = {"hand": shown} if lies else {"points": 2 * rng.randrange(400)}
            players[seat]["limit_shown"] = True
    document.pop("east_run", None)
    said = "thirteenth_consecutive" in players.get("E", {}).get("win", {}).get("with", [])
    if not said and "E" in players and rng.random() < 0.4:
        longest = options["east_streak"] - 1  # with it the deal would have passed
        document["east_run"] = rng.choice([0, longest // 2, longest - 1, longest])


def _fit(players: Doc) -> bool:
    """Whether four of each tile are enough for the hands."""
    held: Counter[str] = Counter()
    for player in players.values():
        hand = player.get("hand", {})
        tiles = codes(hand.get("concealed", ""))
        for meld in hand.get("melds", []):
            tiles += codes(meld["tiles"])
        if "winning_tile" in hand and len(codes(hand["concealed"])) % 3 == 1:
            tiles.append(hand["winning_tile"])
        held.update(tiles)
    return max(held.values()) <= 4


__all__ = ["random_table", "settle"]
