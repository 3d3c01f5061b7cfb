"""What nobody told: a winning tile that is forgotten, a loser's tiles that do not score."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest

from scorer.engine.hand import CHOW, Meld
from scorer.engine.tiles import CODES, GREEN_KINDS, one_suit
from scorer.errors import HandError
from scorer.grammar.points.rule import EVERYBODY
from scorer.grammar.reading import Reading
from scorer.rules import BOOKS, classical
from tests import plain as scorer

SEATED: dict[str, Any] = {"seat": "S", "prevailing": "E"}
# 1b and 3b complete a chow each, 9d the pair, E a pung that is then claimed.
WHOLE = "123b 456c 567d 99d EEE"
KINDS = ("1b", "2b", "3b", "4c", "5c", "6c", "5d", "6d", "7d", "9d", "E")


def won(ruleset: str, tile: str, by: str = "self_draw", **options: object) -> dict[str, Any]:
    win = {"by": by} if by == "self_draw" else {"by": by, "from": "E"}
    hand = {"concealed": WHOLE, "winning_tile": tile}
    return {**SEATED, "ruleset": ruleset, "hand": hand, "win": win, "options": options}


def lost(ruleset: str, concealed: str, **fields: Any) -> dict[str, Any]:
    hand = {"concealed": concealed, "partial": True}
    return {**SEATED, "ruleset": ruleset, "hand": {**hand, **fields.pop("hand", {})}, **fields}


# A winning tile that nobody remembers


@pytest.mark.parametrize("by", ["self_draw", "discard"])
def test_a_forgotten_tile_is_the_one_that_brings_least_and_the_others_tell_what_they_add(
    by: str,
) -> None:
    every = {tile: scorer.score(won("mcr", tile, by))["total"] for tile in KINDS}
    answer = scorer.score(won("mcr", "?", by))
    least = min(every.values())
    assert answer["total"] == least
    told = {
        undecided_line["tile"]: undecided_line["amount"] for undecided_line in answer["undecided"]
    }
    assert told == {tile: total - least for tile, total in every.items() if total > least}
    assert all(
        undecided_line["id"] == "winning-tile" and undecided_line["tile"] in undecided_line["ask"]
        for undecided_line in answer["undecided"]
    )


@pytest.mark.parametrize(
    ("ruleset", "kind"), [("riichi", "points"), ("mcr", "fan"), ("classical", "points")]
)
def test_what_another_tile_adds_is_an_amount_of_the_total(ruleset: str, kind: str) -> None:
    told = won(ruleset, "?")
    if ruleset == "riichi":  # drawn 6b, 8b, 4c, 6c, 5d or 7d make it Pinfu, others do not
        told["hand"] = {"concealed": "123b 456c 567d 99d 678b", "winning_tile": "?"}
    answer = scorer.score(told)
    assert answer["undecided"]
    assert {entry["kind"] for entry in answer["undecided"]} == {kind}
    for entry in answer["undecided"]:
        told["hand"]["winning_tile"] = entry["tile"]
        assert scorer.score(told)["total"] == answer["total"] + entry["amount"]


def test_where_every_tile_brings_the_same_nothing_is_undecided() -> None:
    pungs = {"concealed": "11d", "melds": [{"tiles": t} for t in ("EEE", "222b", "333c", "RRR")]}
    told = {**won("mcr", "?"), "hand": {**pungs, "winning_tile": "?"}}
    assert scorer.score(told)["undecided"] == []
    assert "undecided" not in scorer.score({**told, "hand": {**pungs, "winning_tile": "1d"}})


def without(ruleset: str, concealed: str, melds: tuple[str, ...], tile: str) -> dict[str, Any]:
    """A hand on a discard that is told without its winning tile."""
    told = {"concealed": concealed, "melds": [{"tiles": tiles} for tiles in melds]}
    win = {"by": "discard", "from": "E"}
    hand = {**told, "winning_tile": tile}
    return {"ruleset": ruleset, "seat": "N", "prevailing": "E", "hand": hand, "win": win}


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["classical", "british", "mcr", "riichi"])
@pytest.mark.parametrize(
    ("concealed", "melds"),
    [
        # Held thrice, 2b leaves no pair for 4b but a chow: 3b wins as well, which is not held.
        ("2b2b2b4b", ("GGG", "888d", "999c")),
        ("8d8d9c9c", ("555d", "777c", "GGG")),
        # Of the tile that is held all four are there: another wins, and a fifth is no tile.
        ("7d 8d 55c", ("777d", "222c", "GGG")),
    ],
)
def test_told_without_the_forgotten_tile_any_tile_may_have_won(
    ruleset: str, concealed: str, melds: tuple[str, ...]
) -> None:
    every = {}
    for tile in CODES[:34]:
        with suppress(HandError):
            every[tile] = scorer.score(without(ruleset, concealed, melds, tile))["total"]
    answer = scorer.score(without(ruleset, concealed, melds, "?"))
    least = min(every.values())
    assert answer["total"] == least
    told = {
        undecided_line["tile"]: undecided_line["amount"] for undecided_line in answer["undecided"]
    }
    assert told == {tile: total - least for tile, total in every.items() if total > least}
    changed = scorer.what_if({"document": without(ruleset, concealed, melds, "?")})
    assert changed["total"] == least


@pytest.mark.parametrize("ruleset", ["classical", "british", "mcr", "riichi"])
def test_four_sets_and_nothing_else_are_too_few_tiles(ruleset: str) -> None:
    told = without(ruleset, "", ("111b", "222b", "333c", "GGG"), "?")
    with pytest.raises(HandError) as caught:
        scorer.score(told)
    assert [(problem.pointer, problem.code) for problem in caught.value.problems] == [
        ("/hand/concealed", "wrong_count")
    ]


def test_a_red_five_wins_no_hand_of_a_card() -> None:
    hand = {"concealed": "FFF2222b444c888b", "winning_tile": "0b"}
    document: dict[str, Any] = {"ruleset": "american", "seat": "E", "win": {"by": "self_draw"}}
    for ask in (scorer.score, scorer.nearest):
        asked = {"ruleset": "american", "hand": hand} if ask is scorer.nearest else document
        with pytest.raises(HandError) as caught:
            ask({**asked, "hand": hand})
        assert [(problem.pointer, problem.code) for problem in caught.value.problems] == [
            ("/hand/winning_tile", "bad_tile")
        ]


def test_a_forgotten_tile_settles_a_table_too() -> None:
    players = {
        "E": {},
        "S": {"hand": {"concealed": WHOLE, "winning_tile": "?"}, "win": {"by": "self_draw"}},
        "W": {},
        "N": {},
    }
    options: dict[str, Any] = {"minimum": 0}
    answer = scorer.settle(
        {"ruleset": "mcr", "prevailing": "E", "players": players, "options": options}
    )
    alone = scorer.score(won("mcr", "?", **options))
    assert answer["scores"]["S"]["total"] == alone["total"]
    assert answer["scores"]["S"]["undecided"] == alone["undecided"]


@pytest.mark.parametrize(
    ("hand", "win", "pointer", "code"),
    [
        (
            {"concealed": WHOLE.replace("E", ""), "winning_tile": "?"},
            True,
            "/hand/concealed",
            "wrong_count",
        ),
        (
            {"concealed": WHOLE.replace("1b", "9b"), "winning_tile": "?"},
            None,
            "/hand/winning_tile",
            "contradiction",
        ),
        (
            {"concealed": "123b 456c 567d 99d EER", "winning_tile": "?"},
            True,
            "/hand",
            "not_winning",
        ),
        (
            {"concealed": WHOLE, "winning_tile": "3b", "partial": True},
            True,
            "/hand/partial",
            "contradiction",
        ),
    ],
)
def test_what_cannot_be_undecided_is_refused(
    hand: dict[str, Any], win: bool | None, pointer: str, code: str
) -> None:
    document = {**SEATED, "ruleset": "mcr", "hand": hand}
    with pytest.raises(HandError) as caught:
        scorer.score({**document, "win": {"by": "self_draw"}} if win else document)
    assert (pointer, code) in [(problem.pointer, problem.code) for problem in caught.value.problems]


# A loser of whom only what scores is told


def test_a_loser_scores_by_what_was_told_as_with_all_their_tiles() -> None:
    part = scorer.score(lost("classical", "999c EE", hand={"bonus": "F1"}))
    whole = {"concealed": "999c EE 147b 258d 36b", "bonus": "F1"}
    full = scorer.score({**SEATED, "ruleset": "classical", "hand": whole})
    assert (part["total"], part["undecided"]) == (full["total"], [])
    assert [line["id"] for line in part["lines"]] == [line["id"] for line in full["lines"]]
    assert "undecided" not in full


@pytest.mark.parametrize("ruleset", BOOKS)
def test_nothing_told_scores_nothing_and_no_input_is_too_little(ruleset: str) -> None:
    assert scorer.score(lost(ruleset, ""))["total"] == 0


@pytest.mark.parametrize("ruleset", ["mcr", "american"])
def test_where_losers_do_not_score_nothing_is_asked_of_them(ruleset: str) -> None:
    assert scorer.score(lost(ruleset, "99c"))["undecided"] == []


def test_fishing_is_asked_only_where_the_told_tiles_leave_it_open() -> None:
    asked = scorer.score(lost("british", "999c EE"))["undecided"]
    assert [one["id"] for one in asked] == ["fishing"]
    assert asked[0]["ask"] == "was it one tile short of a special hand?"
    # Two chows and a pung of suit tiles on the table: no special hand has those.
    melds = [{"tiles": tiles} for tiles in ("234d", "456c", "888b")]
    assert scorer.score(lost("british", "EE", hand={"melds": melds}))["undecided"] == []
    # All thirteen tiles are told, so that it shows.
    assert scorer.score(lost("british", "999c EE 147b 258d 36b"))["undecided"] == []
    # Who has said that they were not fishing is not asked again.
    assert scorer.score(lost("british", "999c EE", fishing=False))["undecided"] == []


def fished_for(laid: Sequence[str], held: str = "", **options: object) -> bool:
    """Whether a British player with these sets laid out, and tiles that are not all known, is asked
    for a special hand."""
    melds = [{"tiles": tiles} for tiles in laid]
    answer = scorer.score(lost("british", held, hand={"melds": melds}, options=options))
    return "fishing" in [undecided_line["id"] for undecided_line in answer["undecided"]]


@pytest.mark.parametrize(
    ("laid", "is_asked"),
    [
        ((), True),
        # No special hand has a chow, and no other shape a set that is laid out.
        (("234b",), False),
        (("222b",), True),
        (("222b", "345d"), False),
        # Imperial Jade takes green tiles alone, Heads & Tails ones and nines, Three Great Scholars
        # one set beside the dragons, the four winds none beside those.
        (("222b", "888b"), True),
        (("222b", "555c"), False),
        (("555c",), True),
        (("111b", "999d"), True),
        (("111b", "888d"), False),
        (("RRR", "555c"), True),
        (("RRR", "555c", "888d"), False),
        (("EEE", "RRR", "SSS"), True),
        (("EEE", "RRR", "555c"), False),
        (("EEE", "SSS", "WWW"), True),
        (("EEE", "555c"), False),
        # Four kongs may be of any tiles.
        (("2222c", "5555d"), True),
        (("2222c", "555d"), False),
        (("2222c", "5555d", "8888b", "9999c"), True),
    ],
)
def test_a_special_hand_is_asked_for_only_where_the_sets_laid_out_allow_one(
    laid: tuple[str, ...], is_asked: bool
) -> None:
    assert fished_for(laid) is is_asked


def test_scholars_take_one_suit_beside_the_dragons_but_where_any_will_do() -> None:
    laid = ("RRR", "GGG", "EEE")
    assert fished_for(laid)
    assert not fished_for(laid, "44d")
    assert fished_for(laid, "44d", scholars="any")


def allowed_by_the_guide(laid: Sequence[str]) -> bool:
    """Whether the guide (003) has a special hand with these sets exposed."""
    if any(Meld.of(one).kind == CHOW for one in laid):
        return False
    tiles = {Meld.of(one).tile for one in laid}
    green = {code for code, tile in zip(CODES, range(34), strict=False) if GREEN_KINDS >> tile & 1}
    shown = {CODES[tile] for tile in tiles}
    dragons, winds = {*"RGP"}, {*"ESWN"}
    others = shown - dragons
    return (
        shown <= green
        or shown <= {code for code in CODES[:27] if code[0] in "19"}
        or shown <= dragons | winds
        or shown <= winds
        or (len(others) <= 1 and not others & winds)
        or all(len(Meld.of(one).tiles) == 4 for one in laid)
    )


@pytest.mark.parametrize("seed", range(60))
def test_sets_of_any_kind_are_held_against_the_list_of_special_hands(seed: int) -> None:
    rng = random.Random(seed)
    sort = rng.choice([CODES[:34], CODES[27:34], ("1b", "9b", "1c", "9c", "9d"), ("2b", "3b", "G")])
    laid = []
    for code in rng.sample(sort, rng.choice((1, 2, 3))):
        if rng.random() < 0.1 and code[0] in "1234567":
            laid.append(" ".join(f"{int(code[0]) + n}{code[1]}" for n in range(3)))
        else:
            laid.append(" ".join([code] * rng.choice((3, 3, 4))))
    assert fished_for(laid) is allowed_by_the_guide(laid)


def test_a_double_of_the_whole_hand_that_losers_have_is_asked_where_it_may_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book = classical.book.variant("club", "Our club's classical")

    @book.double(1, "Clean rack", "a table rule", who=EVERYBODY)
    def clean_rack(h: Reading) -> bool:
        """nothing but one suit"""
        return one_suit(h.kinds)

    monkeypatch.setitem(BOOKS, "club", book)
    asked = scorer.score(lost("club", "999c"))["undecided"]
    assert [(one["id"], one["kind"], one["amount"]) for one in asked] == [
        ("clean-rack", "double", 1)
    ]
    assert "nothing but one suit" in asked[0]["ask"]
    assert scorer.score(lost("club", "999c 11b"))["undecided"] == []
