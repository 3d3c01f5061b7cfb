"""The replay of a game: the same as folding it from the start each time, and never more work than
its entries."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from scorer import game
from scorer.documents.tables import settle_in_game
from scorer.errors import HandError
from scorer.game import Game
from scorer.game import hands as game_hands
from scorer.game.fold import current_state
from scorer.game.replay import GameReplay
from tests.nightly import nightly
from tests.plain_game import plain
from tests.test_game import AT, NAMES, begun, mcr
from tests.test_game_at_random import TABLES, some_entry
from tests.test_game_corrected import drawn, hand, mended, won

Json = dict[str, Any]
SEATS = "ESWN"


def some_riichi_hand(rng: Random, seats: str = SEATS) -> Json:
    winner, loser = rng.sample(seats, 2)
    if rng.random() < 0.45:
        players = drawn(*rng.sample(SEATS, rng.randrange(3)))["players"]
        for seat in players:
            if not players[seat].get("riichi") and rng.random() < 0.3:
                players[seat]["tenpai"] = True
        return {"players": {seat: players[seat] for seat in seats}}
    if rng.random() < 0.05:
        return {"players": {}, "events": [{"event": "chombo", "by": winner}]}
    document = won(winner, loser, rng.randrange(1, 6), rng.choice((30, 40)))
    document["players"] = {seat: document["players"][seat] for seat in seats}
    if rng.random() < 0.4:
        del document["players"][winner]["win"]["from"]
        document["players"][winner]["win"]["by"] = "self_draw"
    if rng.random() < 0.5:
        other = rng.choice([seat for seat in seats if seat != winner])
        document["players"][other] = {"riichi": True}
    return document


def riichi_entry(evening: Game, rng: Random) -> Json:
    entry = some_entry(evening, rng)
    seats = "".join(current_state(evening).table.seats)
    if "document" in entry:
        entry["document"] = some_riichi_hand(rng, seats)
    if entry["kind"] == "seats":
        entry |= {"honba": rng.randrange(7), "riichi_sticks": rng.randrange(3)}
    if entry["kind"] == "undo":
        entry["entry"] = rng.choice([1, 2, 3, evening.version or 1, entry["entry"]])
    return entry


def evening_of(ruleset: str, count: int, seed: int, **more: Any) -> Game:
    rng = Random(seed)
    evening = game.begin({"ruleset": ruleset, "players": NAMES[:count], **more}, at=AT)
    made = riichi_entry if ruleset == "riichi" else some_entry
    for _ in range(24):
        try:
            evening = game.append_entry(evening, made(evening, rng), at=AT)
        except HandError:
            continue
    return evening


RIICHI: list[Json] = [
    {},
    {"preset": "tenhou"},
    {"preset": "mleague"},
    {"preset": "mahjong_soul"},
    {"options": {"two_han_from": 2}},
    {"options": {"nagashi_mangan": "win", "several_winners": "own_back"}},
]


def compared(evening: Game) -> None:
    """Every version of this game stands as folding it plainly has it."""
    replay = GameReplay(evening.up_to(0))
    for entry in evening.entries:
        replay.add(entry)
        then = evening.up_to(entry.n)
        stand, expected = current_state(then, replay), plain(then)
        # Sentences are compared elsewhere.
        assert {**stand.table.as_record(), "why": ""} == {**expected.table.as_record(), "why": ""}
        assert stand.totals == expected.totals
        for n, moves in expected.moves.items():
            assert stand.points_moved(then.entry(n)) == moves, n


@pytest.mark.slow
@pytest.mark.parametrize("seed", [*range(3), *nightly(range(3, 20))])
@pytest.mark.parametrize("more", RIICHI, ids=str)
def test_a_riichi_game_stands_as_folded_plainly(more: Json, seed: int) -> None:
    compared(evening_of("riichi", 3 if seed % 3 == 2 else 4, seed, **more))


@pytest.mark.parametrize("seed", [0, *nightly([1])])
@pytest.mark.parametrize(("ruleset", "count"), TABLES)
def test_a_game_of_every_ruleset_stands_as_folded_plainly(
    ruleset: str, count: int, seed: int
) -> None:
    compared(evening_of(ruleset, count, seed))


def with_deposits(evening: Game) -> int:
    """All points of a game: those of the players, and those that lie on the table."""
    stand = current_state(evening)
    return sum(stand.totals.values()) + stand.deposits


@pytest.mark.slow
@pytest.mark.parametrize("start", [0, *nightly(range(50, 500, 50))])
def test_corrected_riichi_is_riichi_entered_right_or_says_what_is_not(start: int) -> None:
    """A hand is told otherwise after up to five more were played: the totals are as if it had been
    told right at once, or a warning names the hand and its amounts. No point is lost or made."""
    for seed in range(start, start + 50):
        rng = Random(seed)
        right = wrong = begun("riichi", start=25_000)
        documents = [some_riichi_hand(rng) for _ in range(6)]
        at, mistaken = rng.randrange(5), some_riichi_hand(rng)
        for n, document in enumerate(documents):
            wrong = hand(wrong, mistaken if n == at else document)
            right = hand(right, document)
        wrong = mended(wrong, at + 1, documents[at])
        assert with_deposits(wrong) == with_deposits(right) == 4 * 25_000
        sheet = game.sheet(wrong)
        if not sheet["warnings"]:
            assert sheet["totals"] == game.sheet(right)["totals"], seed
            assert sheet["state"]["honba"] == game.sheet(right)["state"]["honba"]
        stand = current_state(wrong)
        for n, played, state in stand.replay.played():
            if state.counters != played.counters_in(state):
                (detail,) = (
                    warning["detail"] for warning in sheet["warnings"] if warning["entry"] == n
                )
                assert "then," in detail


def test_a_forgotten_deposit_goes_to_who_won_next() -> None:
    """West's riichi is told by a correction of the first hand, after South won the second: South
    takes the deposit. Before, a thousand points were gone."""
    evening = hand(hand(begun("riichi"), drawn()), won("S", "N", 2))
    evening = mended(evening, 1, drawn("W"))
    sheet = game.sheet(evening)
    first, second, third = sheet["entries"]
    # East and West wait: South and North pay them 1,500 each; West has laid 1,000.
    assert third["moves"] == {"p1": 1500, "p2": -1500, "p3": 500, "p4": -1500}
    # 2 han 30 fu is 2,000, the one counter 300, and the deposit.
    assert second["moves"] == {"p1": 0, "p2": 3300, "p3": 0, "p4": -2300}
    assert second["entered_moves"] == {"p1": 0, "p2": 2300, "p3": 0, "p4": -2300}
    assert (second["changed_by"], first["replaced_by"]) == (3, 3)
    assert "changed_by" not in third
    assert sum(sheet["totals"].values()) == 4 * evening.start
    assert sheet["warnings"] == []
    again = game.load(game.exported_game(evening), at=AT)
    assert game.sheet(again) == sheet
    assert ",2300,-2300," not in game.as_csv(evening)
    assert game.settle_up(evening)["net"] == {
        player: total - evening.start for player, total in sheet["totals"].items()
    }


def test_a_hand_at_other_seats_stays_and_its_warning_names_the_amounts() -> None:
    """The first hand kept the deal with a counter; as it is told now, it passed the deal."""
    evening = hand(hand(begun("riichi"), drawn()), won("S", "N", 2))
    evening = mended(evening, 1, won("W", "N", 1))
    sheet = game.sheet(evening)
    assert sheet["entries"][1]["moves"]["p2"] == 2300
    assert [warning["detail"] for warning in sheet["warnings"]] == [
        "Hand 2 was played with seats, winds or counters that no longer follow from the corrected "
        "hands before it; it stays as it was. Honba: 1 then, 0 now (300 points)"
    ]
    assert sum(sheet["totals"].values()) == 4 * evening.start


def test_a_deposit_on_the_table_is_no_payment_to_a_bank() -> None:
    evening = hand(begun("riichi"), drawn("S"))
    transfers = game.settle_up(evening)["transfers"]
    # East and South wait and are paid 1,500 each; of South's 1,000 lie on the table.
    assert sum(transfer["amount"] for transfer in transfers if transfer["to"] == "table") == 1000
    assert "bank" not in str(transfers)
    banked = game.append_entry(
        evening, {"kind": "adjust", "moves": {"p1": -50}, "bank": True}, at=AT
    )
    ends = [
        (transfer["to"], transfer["amount"]) for transfer in game.settle_up(banked)["transfers"]
    ]
    assert {one for one in ends if one[0] in ("table", "bank")} == {("table", 1000), ("bank", 50)}


def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often hands are settled from now on."""
    found: Counter[str] = Counter()
    settle = settle_in_game

    def counting(document: Any) -> Any:
        found["settled"] += 1
        return settle(document)

    monkeypatch.setattr(game_hands, "settle_in_game", counting)
    return found


def exported(ruleset: str, entries: list[Json], **more: Any) -> Json:
    evening = game.begin({"ruleset": ruleset, "players": NAMES[:4], **more}, at=AT)
    version = evening.rules_version
    told = [
        {**entry, "rules_version": version} if "document" in entry else entry for entry in entries
    ]
    return {**game.exported_game(evening), "entries": told}


def long_mcr(hands: int) -> list[Json]:
    found: list[Json] = []
    while len(found) < hands:
        if len(found) % 17 == 16:
            found.append({"kind": "seats", "prevailing": "E"})
        found.append({"kind": "hand", "document": mcr("S")})
    return found


def replaced_last() -> tuple[str, list[Json]]:
    entries = long_mcr(200)
    again = {"kind": "replace", "entry": len(entries), "document": mcr("W")}
    return "mcr", entries + [again] * 200


def chained_undo() -> tuple[str, list[Json]]:
    entries = long_mcr(200)
    return "mcr", entries + [{"kind": "undo", "entry": len(entries) + n} for n in range(200)]


def deposit_corrected() -> tuple[str, list[Json]]:
    entries: list[Json] = [{"kind": "hand", "document": drawn("S")}]
    for n in range(300):
        if n % 4 == 3:
            entries.append({"kind": "seats", "prevailing": "E", "honba": 0})
        entries.append({"kind": "hand", "document": drawn()})
    return "riichi", [*entries, {"kind": "replace", "entry": 1, "document": drawn()}]


def turned_to_and_fro() -> tuple[str, list[Json]]:
    entries: list[Json] = [{"kind": "hand", "document": drawn("S")}]
    entries += [{"kind": "hand", "document": drawn()} for _ in range(100)]
    target = 1
    for _ in range(60):
        entries.append({"kind": "undo", "entry": target})
        target = len(entries)
        entries.append({"kind": "hand", "document": drawn()})
    return "riichi", entries


@pytest.mark.slow
@pytest.mark.parametrize(
    "made", [replaced_last, chained_undo, deposit_corrected, turned_to_and_fro]
)
def test_every_hand_is_settled_once_when_it_is_entered(
    made: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And never again: not when an earlier one is corrected, nor when the game is read."""
    ruleset, entries = made()
    hands = sum("document" in entry for entry in entries)
    document, work = exported(ruleset, entries), counted(monkeypatch)
    evening = game.load(document, at=AT)
    assert work["settled"] == hands
    game.sheet(evening)
    game.as_csv(evening)
    game.settle_up(evening)
    for n in (1, evening.version):
        with suppress(HandError):
            game.write_and_answer(evening, {"kind": "undo", "entry": n}, at=AT)
    assert work["settled"] == hands


def test_an_import_is_stopped_between_two_entries() -> None:
    """By whatever the caller raises: its time is up, or the client has left."""
    seen: list[int] = []

    def check() -> None:
        seen.append(len(seen))
        if len(seen) == 3:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        game.load(exported("mcr", long_mcr(10)), at=AT, check=check)
    assert len(seen) == 3
