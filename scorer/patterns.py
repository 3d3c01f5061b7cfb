"""Patterns that several rulesets know under names of their own: which rules of each are the same.

One line a pattern: what it is, and the rules that are it. A ruleset that comes later adds its ids
here; ``tests/test_patterns.py`` asks that each there is, and that none is two patterns.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from scorer import types

__all__ = ["PATTERNS", "Pattern", "pattern_of", "with_patterns"]


class Pattern(NamedTuple):
    """A pattern: its id, its name where no ruleset speaks, what it is, and the rules of each
    ruleset that are it."""

    id: str
    name: str
    meaning: str
    rules: Mapping[str, tuple[str, ...]]


def _one(id: str, name: str, meaning: str, **rules: str) -> tuple[str, Pattern]:
    return id, Pattern(id, name, meaning, {book: tuple(ids.split()) for book, ids in rules.items()})


PATTERNS: Final[Mapping[str, Pattern]] = dict(
    [
        # Whole hands
        _one(
            *("all-pungs", "All pungs", "four pungs or kongs and a pair"),
            classical="no-chows",
            british="no-chows",
            mcr="all-pungs",
            riichi="all-pungs",
        ),
        _one(
            *("all-chows", "All chows", "four chows and a pair that is worth nothing"),
            classical="worthless-hand",
            mcr="all-chows",
            riichi="pinfu",
        ),
        _one(
            *("seven-pairs", "Seven pairs", "seven pairs in place of sets"),
            british="all-pair-honours",
            mcr="seven-pairs",
            american="seven-pairs",
            riichi="seven-pairs",
        ),
        _one(
            "thirteen-orphans",
            "Thirteen Orphans",
            "one of each one, nine, wind and dragon, and a second of one of them",
            classical="thirteen-orphans",
            british="thirteen-unique-wonders",
            mcr="thirteen-orphans",
            riichi="thirteen-orphans thirteen-sided-orphans",
        ),
        _one(
            "nine-gates",
            "Nine Gates",
            "three ones, 2 to 8 and three nines of one suit, and one more tile of it",
            classical="nine-gates",
            british="gates-of-heaven",
            mcr="nine-gates",
            riichi="nine-gates pure-nine-gates",
        ),
        _one(
            *("wriggling-snake", "Wriggling Snake", "one suit from one end to the other"),
            classical="wriggling-snake",
            british="wriggling-snake",
        ),
        # Chows and pungs that go together
        _one(
            *("pure-double-chow", "Pure double chow", "two identical chows"),
            mcr="pure-double-chow",
            riichi="pure-double-chow",
        ),
        _one(
            *("pure-triple-chow", "Pure triple chow", "three identical chows"),
            mcr="pure-triple-chow",
            riichi="pure-triple-chow",
        ),
        _one(
            *("mixed-triple-chow", "Mixed triple chow", "the same chow in all three suits"),
            mcr="mixed-triple-chow",
            riichi="mixed-triple-chow",
        ),
        _one(
            *("pure-straight", "Pure straight", "1 to 9 of one suit in three chows"),
            mcr="pure-straight",
            riichi="pure-straight",
        ),
        _one(
            *("triple-pung", "Triple pung", "pungs of the same number in all three suits"),
            mcr="triple-pung",
            riichi="triple-pung",
        ),
        _one(
            *("pungs-in-a-row", "Three pungs in a row"),
            "pungs of three numbers in a row, in one suit",
            mcr="pure-shifted-pungs",
            riichi="three-consecutive-pungs",
        ),
        # Suits and kinds of tiles
        _one(
            *("half-flush", "Half flush", "one suit and honours"),
            classical="one-suit-and-honours",
            british="clean",
            mcr="half-flush",
            riichi="half-flush",
        ),
        _one(
            *("full-flush", "Full flush", "one suit alone"),
            classical="clear-suit concealed-clear-suit",
            british="purity",
            mcr="full-flush",
            riichi="full-flush",
        ),
        _one(
            *("all-honours", "All honours", "winds and dragons alone"),
            classical="all-symbols",
            british="all-winds-and-dragons",
            mcr="all-honors",
            riichi="all-honours",
        ),
        _one(
            *("all-terminals", "All terminals", "ones and nines alone"),
            classical="heads-and-tails",
            british="heads-and-tails",
            mcr="all-terminals",
            riichi="all-terminals",
        ),
        _one(
            *("terminals-and-honours", "Terminals and honours"),
            "ones, nines, winds and dragons alone",
            classical="only-majors",
            british="all-majors",
            mcr="all-terminals-and-honors",
            riichi="all-terminals-and-honours",
        ),
        _one(
            *("all-green", "All green", "green tiles alone: 2, 3, 4, 6, 8 of bamboo, green dragon"),
            classical="imperial-jade",
            british="imperial-jade",
            mcr="all-green",
            riichi="all-green",
        ),
        _one(
            *("all-simples", "All simples", "numbers from 2 to 8 alone"),
            mcr="all-simples",
            riichi="all-simples",
        ),
        _one(
            *("outside-hand", "Outside hand"),
            "a one, a nine or an honour in every set and in the pair",
            mcr="outside-hand",
            riichi="outside-hand pure-outside-hand",
        ),
        _one(
            *("all-types", "All types", "three suits, winds and dragons"),
            mcr="all-types",
            riichi="five-types",
        ),
        # Dragons and winds
        _one(
            *("dragon-pung", "Pung of dragons", "a pung or kong of a dragon"),
            classical="dragon-meld",
            british="dragon-meld",
            mcr="dragon-pung",
            riichi="white-dragon green-dragon red-dragon",
        ),
        _one(
            *("little-dragons", "Little three dragons"),
            "pungs of two dragons and a pair of the third",
            classical="dragons-in-two-melds-and-eye",
            mcr="little-three-dragons",
            riichi="little-three-dragons",
        ),
        _one(
            *("big-dragons", "Big three dragons", "pungs of all three dragons"),
            classical="three-dragon-melds three-great-scholars",
            british="three-great-scholars",
            mcr="big-three-dragons",
            riichi="big-three-dragons",
        ),
        _one(
            *("seat-wind-pung", "Pung of the seat wind", "a pung or kong of the player’s own wind"),
            classical="own-wind-meld",
            british="own-wind-meld",
            mcr="seat-wind",
            riichi="seat-wind",
        ),
        _one(
            *("round-wind-pung", "Pung of the round wind", "a pung or kong of the prevailing wind"),
            classical="prevailing-wind-meld",
            british="prevailing-wind-meld",
            mcr="prevalent-wind",
            riichi="prevailing-wind",
        ),
        _one(
            *("little-winds", "Little four winds", "pungs of three winds and a pair of the fourth"),
            classical="winds-in-three-melds-and-eye",
            mcr="little-four-winds",
            riichi="little-four-winds",
        ),
        _one(
            *("big-winds", "Big four winds", "pungs of all four winds"),
            classical="four-wind-melds four-blessings",
            british="four-blessings",
            mcr="big-four-winds",
            riichi="big-four-winds",
        ),
        _one(
            *("dragon-pair", "Pair of dragons", "a pair of a dragon"),
            classical="dragon-pair",
            british="dragon-pair",
        ),
        _one(
            *(
                "wind-pair",
                "Pair of a lucky wind",
                "a pair of the player’s own or the round’s wind",
            ),
            classical="own-wind-pair prevailing-wind-pair",
            british="own-wind-pair prevailing-wind-pair",
        ),
        # Pungs and kongs, hidden or not
        _one(
            *("exposed-pung", "Exposed pung", "a pung that was claimed"),
            classical="exposed-minor-pung exposed-major-pung",
            british="exposed-minor-pung exposed-major-pung",
            riichi="open-pung open-outer-pung",
        ),
        _one(
            *("concealed-pung", "Concealed pung", "a pung of which no tile was claimed"),
            classical="concealed-minor-pung concealed-major-pung",
            british="concealed-minor-pung concealed-major-pung",
            riichi="concealed-pung concealed-outer-pung",
        ),
        _one(
            *("exposed-kong", "Exposed kong", "a kong that was claimed, or added to a pung"),
            classical="exposed-minor-kong exposed-major-kong",
            british="exposed-minor-kong exposed-major-kong",
            mcr="melded-kong",
            riichi="open-kong open-outer-kong",
        ),
        _one(
            *("concealed-kong", "Concealed kong", "a kong of which no tile was claimed"),
            classical="concealed-minor-kong concealed-major-kong",
            british="concealed-minor-kong concealed-major-kong",
            mcr="concealed-kong",
            riichi="concealed-kong concealed-outer-kong",
        ),
        _one(
            *("three-concealed-pungs", "Three concealed pungs"),
            "three pungs or kongs with no claimed tile",
            classical="three-concealed-pungs",
            mcr="three-concealed-pungs",
            riichi="three-concealed-pungs",
        ),
        _one(
            *("four-concealed-pungs", "Four concealed pungs"),
            "four pungs or kongs with no claimed tile",
            classical="buried-treasure",
            british="buried-treasure",
            mcr="four-concealed-pungs",
            riichi="four-concealed-pungs four-concealed-pungs-pair-wait",
        ),
        _one(
            *("three-kongs", "Three kongs", "three kongs, concealed or claimed"),
            mcr="three-kongs",
            riichi="three-kongs",
        ),
        _one(
            *("four-kongs", "Four kongs", "four kongs and a pair"),
            classical="fourfold-plenty",
            british="fourfold-plenty",
            mcr="four-kongs",
            riichi="four-kongs",
        ),
        _one(
            *("concealed-hand", "Concealed hand", "a hand of which no set was claimed"),
            classical="fully-concealed",
            british="all-concealed",
            mcr="concealed-hand fully-concealed-hand",
            american="kept-concealed",
            riichi="fully-concealed-hand closed-by-discard",
        ),
        # The winning tile
        _one(
            *("melded-hand", "Melded hand", "four claimed sets, and a wait for the pair"),
            mcr="melded-hand",
            riichi="twelve-down",
        ),
        _one(
            *("mah-jong", "Going out", "points for winning at all"),
            classical="mah-jong",
            british="mah-jong",
            riichi="winning-hand",
        ),
        _one(
            *("self-drawn", "Self-drawn", "the winner drew the winning tile"),
            classical="drawn-from-the-wall",
            british="drawn-from-the-wall",
            mcr="self-drawn",
            american="self-pick-points",
            riichi="self-draw-fu",
        ),
        _one(
            *("pair-wait", "Waiting for the pair", "the winning tile completes the pair"),
            classical="last-tile-forms-eye last-tile-forms-major-eye",
            mcr="single-wait",
            riichi="pair-wait",
        ),
        _one(
            *("one-way-wait", "Waiting for one tile", "only one kind of tile could win"),
            classical="only-possible",
            mcr="edge-wait closed-wait",
            riichi="edge-wait closed-wait",
        ),
        _one(
            *("replacement-tile", "Replacement tile"),
            "won on the tile drawn in place of a kong’s fourth",
            classical="loose-tile",
            british="kong-box-tile",
            mcr="out-with-replacement-tile",
            riichi="after-a-kong",
        ),
        _one(
            *("kong-on-kong", "Kong on kong"),
            "won on the replacement tile of a second kong, which that of a first had made",
            classical="twofold-plenty",
            british="twofold-fortune",
        ),
        _one(
            *("robbing-the-kong", "Robbing the kong"),
            "won on the tile that another player added to a pung",
            classical="robbing-the-kong carrying-pole",
            british="robbing-the-kong",
            mcr="robbing-the-kong",
            riichi="robbing-the-kong",
        ),
        _one(
            *("last-tile", "Last tile", "won on the wall’s last tile, or on the discard after it"),
            classical="final-tile",
            british="last-tile-from-the-wall final-discard",
            mcr="last-tile-draw last-tile-claim",
            riichi="last-tile-draw last-tile-claim",
        ),
        _one(
            *("plum-blossom", "Plum blossom", "the replacement tile that wins is the 5 of dots"),
            classical="plum-blossom",
            british="plum-blossom",
        ),
        _one(
            *("moon-from-the-sea", "Moon from the sea", "the last tile wins, and is the 1 of dots"),
            classical="moon-from-the-sea",
            british="moon-from-the-sea",
            riichi="moon",
        ),
        _one(
            *("heavens-blessing", "Heaven’s blessing", "East wins with the tiles dealt"),
            classical="heavens-blessing",
            british="heavens-blessing",
            riichi="blessing-of-heaven",
        ),
        _one(
            *("earths-blessing", "Earth’s blessing"),
            "a player wins before ever discarding, on East’s first discard",
            classical="earths-blessing",
            british="earths-blessing",
            riichi="blessing-of-earth",
        ),
        _one(
            *("original-call", "Original call"),
            "waiting for the last tile since the first discard",
            classical="original-call",
            british="original-call",
            riichi="double-riichi",
        ),
        _one(
            *("east-runs", "East wins on and on", "so many hands of East’s running"),
            classical="thirteenth-consecutive",
            riichi="eight-dealer-wins",
        ),
        # Flowers
        _one(
            *("flowers", "Flowers", "each flower or season"),
            classical="flower season",
            british="flower season",
            mcr="flower-tiles",
        ),
        _one(
            *("own-flower", "Own flower", "the flower and the season of the player’s own wind"),
            classical="own-flower-and-season",
            british="own-flower own-season",
        ),
        _one(
            *("all-flowers", "All flowers", "all four flowers, or all four seasons"),
            classical="all-flowers all-seasons",
            british="all-flowers all-seasons",
        ),
    ]
)

_OF: Final = {
    (ruleset, rule): one.id
    for one in PATTERNS.values()
    for ruleset, rules in one.rules.items()
    for rule in rules
}


def pattern_of(ruleset: str, rule: str) -> str | None:
    """The id of the pattern that this rule of this ruleset is; None where it is its own."""
    return _OF.get((ruleset, rule))


def with_patterns(ruleset: types.Ruleset) -> types.Ruleset:
    """The same ruleset with ``pattern`` beside each rule that is one: what the API tells."""
    rules = []
    for rule in ruleset["rules"]:
        pattern = pattern_of(ruleset["id"], rule["id"])
        rules.append({**rule, "pattern": pattern} if pattern else rule)
    return {**ruleset, "rules": rules}
