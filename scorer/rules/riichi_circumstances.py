"""What the table sees of a win of riichi, who is liable for it, and what the documents of this game
have beside those of others."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.engine.any_hand import AnyHand, of_sets
from scorer.engine.hand import (
    CHOW,
    KONG,
    KONG_REPLACEMENT,
    LAST_DISCARD,
    LAST_TILE_DRAW,
    SELF_DRAW,
    Hand,
    Win,
)
from scorer.engine.tiles import DRAGONS, WINDS
from scorer.grammar.han.hand import DoraHand
from scorer.languages.speech import say
from scorer.rulebook.book import Options
from scorer.rulebook.circumstances import (
    HandCondition,
    SeatCondition,
    WayCondition,
    nothing_claimed,
)
from scorer.rules import riichi_options as house
from scorer.rules.riichi_options import book
from scorer.rules.shared.circumstances import declare_last_tiles
from scorer.rules.shared.conditions import A_DECLARED_KONG, ONLY_EAST, REPLACEMENT_DRAWN
from scorer.types import riichi

__all__ = ["book"]

# What documents of riichi have beside those of others

ABORTIVE_DRAWS = ("nine_terminals", "four_winds", "four_riichi", "four_kongs")
book.add_fields(
    hand=riichi.Indicators,
    win=riichi.Liable,
    player=riichi.OfPlayer,
    table=riichi.OfTable,
    counters=riichi.Counters,
)

# What the table saw

NEEDS_NO_CLAIMED_SET = nothing_claimed(
    say(
        "riichi needs a closed hand, but this hand has a claimed set; remove riichi or "
        "correct the set"
    )
)
WAYS_BY_DISCARD = WayCondition(
    ("discard",), say("this is won on a discard; enter the win as by discard")
)
NEEDS_NORTH_ASIDE = HandCondition(
    lambda hand: (
        None
        if getattr(hand, "norths", 0)
        else say(
            "a tile drawn for a north needs a north set aside; enter the north or remove "
            "the circumstance"
        )
    ),
)


def why_laid_in_first_turn(hand: AnyHand) -> str | None:
    """A set or a north that was laid out"""
    norths = isinstance(hand, DoraHand) and hand.norths
    if of_sets(hand).melds or norths:
        return say("in the first go-around nothing was claimed or laid out yet")
    return None


NEEDS_NOTHING_LAID = HandCondition(why_laid_in_first_turn, {"claimed": "none", "most_kongs": 0})
NOT_IN_FIRST_GO_AROUND_SENTENCE = say(
    "a win in the first go-around has no last tile, no riichi "
    "and no replacement tile; remove one of them"
)

NEEDS_RIICHI_BESIDE = (
    ("riichi", "double_riichi"),
    say("ippatsu and open riichi need riichi; enter riichi too, or remove them"),
)

RIICHI = book.circumstance(
    "riichi",
    "declared riichi",
    needs=[NEEDS_NO_CLAIMED_SET],
    clashes={
        "double_riichi": say("double riichi stands in place of riichi; enter only one of the two")
    },
    common=True,
)
DOUBLE_RIICHI = book.circumstance(
    "double_riichi",
    "declared riichi with the first discard, nothing claimed or laid before",
    needs=[NEEDS_NO_CLAIMED_SET],
)
IPPATSU = book.circumstance(
    "ippatsu",
    "won within one go-around of the riichi, nothing claimed or laid between",
    needs=[NEEDS_NO_CLAIMED_SET],
    beside=NEEDS_RIICHI_BESIDE,
)
declare_last_tiles(book)
REPLACEMENT_TILE_SENTENCE = say(
    "a kong's replacement tile is not the last tile of the wall, "
    "and ippatsu ends with a kong; remove one of them"
)
book.circumstance(
    "kong_replacement",
    "won on the tile that was drawn in place of a kong's",
    by=REPLACEMENT_DRAWN,
    needs=[A_DECLARED_KONG],
    clashes={"last_tile_draw": REPLACEMENT_TILE_SENTENCE, "ippatsu": REPLACEMENT_TILE_SENTENCE},
)
book.circumstance(
    "flower_replacement",
    "won on the tile that was drawn for a north set aside",
    by=REPLACEMENT_DRAWN,
    needs=[NEEDS_NORTH_ASIDE],
    clashes={"last_tile_draw": REPLACEMENT_TILE_SENTENCE, "ippatsu": REPLACEMENT_TILE_SENTENCE},
)
FIRST_TURN = book.circumstance(
    "first_turn",
    "won in the first go-around, before the winner discarded and with nothing claimed or laid",
    by=WayCondition(("self_draw", "discard"), say("no kong is robbed in the first go-around")),
    needs=[NEEDS_NOTHING_LAID],
    clashes=dict.fromkeys(
        (
            "riichi",
            "double_riichi",
            "ippatsu",
            "last_tile_draw",
            "last_discard",
            "kong_replacement",
            "flower_replacement",
        ),
        NOT_IN_FIRST_GO_AROUND_SENTENCE,
    ),
)
book.circumstance(
    "heavens_blessing",
    "East won with the tiles that were dealt",
    by=WayCondition(("self_draw",), say("the dealt hand is East's: enter the win as self-drawn")),
    seats=ONLY_EAST,
    needs=[NEEDS_NOTHING_LAID],
    clashes=dict.fromkeys(
        ("riichi", "double_riichi", "ippatsu", "last_tile_draw"), NOT_IN_FIRST_GO_AROUND_SENTENCE
    ),
)
OPEN_RIICHI = book.circumstance(
    "open_riichi",
    "declared riichi and showed the hand",
    needs=[NEEDS_NO_CLAIMED_SET],
    beside=NEEDS_RIICHI_BESIDE,
    when=house.open_riichi_option.is_(True),
)
RIICHI_DISCARD = book.circumstance(
    "riichi_discard",
    "won on a discard that declared riichi",
    by=WAYS_BY_DISCARD,
    when=house.riichi_swallow_option.is_(True),
)
AFTER_KONG = book.circumstance(
    "after_kong_discard",
    "won on the discard after a kong’s replacement",
    by=WAYS_BY_DISCARD,
    when=house.kong_discard_option.is_(True),
)
EIGHTH_DEALER_WIN = book.circumstance(
    "eighth_consecutive",
    "East’s eighth win in a row",
    seats=SeatCondition("E", say("only East wins several hands in a row")),
    when=house.eight_dealer_wins_option.is_(True),
)
IN_RIICHI = RIICHI | DOUBLE_RIICHI


@book.contradicts(facts=FIRST_TURN | DOUBLE_RIICHI, turned=IN_RIICHI)
def contradictions(
    hand: Hand | None, win: Win, seat: int, options: Options
) -> Iterator[tuple[str, str]]:
    facts = win.facts
    if facts & FIRST_TURN:
        if seat == 0 and not facts & SELF_DRAW:
            yield (
                "/win/with",
                say("East discards first, so there is no discard before it that East could win on"),
            )
        if win.loser is not None and win.loser > seat:
            detail = say(
                "in the first go-around the player after the winner has not "
                "discarded yet; correct the discarder"
            )
            yield "/win/from", detail
    if facts & DOUBLE_RIICHI and facts & IPPATSU:
        last, laid = facts & (LAST_TILE_DRAW | LAST_DISCARD), getattr(hand, "norths", 0)
        if last or laid or (hand is not None and any(meld.kind == KONG for meld in hand.melds)):
            yield "/win/with", say("ippatsu of a double riichi comes in the first go-around")
    if getattr(hand, "beneath", ()) and not facts & IN_RIICHI:
        detail = say(
            "ura dora indicators are turned only for a winner in riichi; enter riichi "
            "or remove the indicators"
        )
        yield "/hand/ura_indicators", detail
    if win.liable is not None:
        yield from _liability_faults(hand, win, win.liable, seat, options)


def _liability_faults(
    hand: Hand | None, win: Win, liable: int, seat: int, options: Options
) -> Iterator[tuple[str, str]]:
    if liable == seat:
        yield "/win/liable", say("a player cannot be liable for their own hand; enter another seat")
    elif options[house.pao_option] == "none" and not options[house.pao_claimed_kong_option]:
        yield "/win/liable", say("nobody is liable at this table")
    elif hand is not None and not liable_yaku(hand, win, options):
        yield "/win/liable", NOT_LIABLE_SENTENCE


NOT_LIABLE_SENTENCE = say(
    "liability needs a yakuman of dragons, winds or kongs, as the table plays it, whose "
    "sets all lie open or as kongs, at least one of them claimed"
)


def liable_yaku(hand: Hand, win: Win, options: Options) -> set[str]:
    """Return the names of what somebody can be liable for: yakuman, or a claimed kong."""
    found = set()
    laid = {meld.tile: meld.concealed for meld in hand.melds if meld.kind != CHOW}
    for kinds, name in ((DRAGONS, "Big Three Dragons"), (WINDS, "Big Four Winds")):
        sets = [concealed for tile, concealed in laid.items() if kinds >> tile & 1]
        if len(sets) == kinds.bit_count() and not all(sets) and options[house.pao_option] != "none":
            found.add(name)
    kongs = [meld.concealed for meld in hand.melds if meld.kind == KONG]
    if len(kongs) == 4 and not all(kongs) and options[house.pao_option] == "dragons_winds_kongs":
        found.add("Four Kongs")
    replaced = win.facts & KONG_REPLACEMENT
    if options[house.pao_claimed_kong_option] and replaced and not all(kongs):
        found.add("kong")
    return found
