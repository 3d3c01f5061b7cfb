"""A hand as it lies on the table, how it was won, and what is physically possible. No scoring.

Seats are 0-3 in the order E S W N. How a hand was won is a bit mask of facts: one of ``SELF_DRAW``,
``DISCARD``, ``ROBBED_KONG`` with any of the circumstances of ``CIRCUMSTANCES``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from scorer.errors import HandError, Problem
from scorer.speech import say, say_many
from scorer.tiles import (
    EAST,
    FIRST_FLOWER,
    FIRST_RED_FIVE,
    JOKER,
    KINDS,
    NAMES,
    PLAIN_FLOWER,
    SUITED,
    code,
    codes,
    mask_of,
    parse,
)

__all__ = ["BY", "CHOW", "CIRCUMSTANCES", "KONG", "PUNG", "SEATS", "Hand", "Meld", "Win"]

SEATS: Final = "ESWN"

PUNG: Final = 0
KONG: Final = 1
CHOW: Final = 2
MELD_KINDS: Final = ("pung", "kong", "chow")

SELF_DRAW: Final = 1 << 0
DISCARD: Final = 1 << 1
ROBBED_KONG: Final = 1 << 2
LAST_TILE_DRAW: Final = 1 << 3
LAST_DISCARD: Final = 1 << 4
KONG_REPLACEMENT: Final = 1 << 5
FLOWER_REPLACEMENT: Final = 1 << 6
KONG_ON_KONG: Final = 1 << 7
HEAVENS_BLESSING: Final = 1 << 8
EARTHS_BLESSING: Final = 1 << 9
ORIGINAL_CALL: Final = 1 << 10
THIRTEENTH_CONSECUTIVE: Final = 1 << 11
LAST_OF_KIND: Final = 1 << 12
JOKER_EXCHANGE: Final = 1 << 13
LAST_WALL: Final = 1 << 14
AFTER_CHARLESTON: Final = 1 << 15

TOLD: Final = ~(SELF_DRAW | DISCARD)  # what may clash with the tiles or the seat

BY: dict[str, int] = {"self_draw": SELF_DRAW, "discard": DISCARD, "robbed_kong": ROBBED_KONG}
CIRCUMSTANCES: dict[str, int] = {
    "last_tile_draw": LAST_TILE_DRAW,
    "last_discard": LAST_DISCARD,
    "kong_replacement": KONG_REPLACEMENT,
    "flower_replacement": FLOWER_REPLACEMENT,
    "kong_on_kong": KONG_ON_KONG,
    "heavens_blessing": HEAVENS_BLESSING,
    "earths_blessing": EARTHS_BLESSING,
    "original_call": ORIGINAL_CALL,
    "thirteenth_consecutive": THIRTEENTH_CONSECUTIVE,
    "last_of_kind": LAST_OF_KIND,
    "joker_exchange": JOKER_EXCHANGE,
    "last_wall": LAST_WALL,
}

# Tiles are counted in four blocks (three suits, honours), three bits a kind, so that a block is one
# small number: the key under which its arrangements are remembered.
BLOCK: Final = tuple(min(kind // 9, 3) for kind in range(KINDS))
ONE: Final = tuple(1 << 3 * (kind - 9 * BLOCK[kind]) for kind in range(KINDS))


class Meld:
    """A declared set: ``kind`` (PUNG, KONG, CHOW), its lowest tile, and how it was laid.

    ``tile`` is JOKER for a set of nothing but wild tiles; ``wild`` counts the wild tiles in it.
    """

    __slots__ = ("concealed", "from_concealed_pung", "kind", "tile", "wild")

    def __init__(
        self,
        kind: int,
        tile: int,
        concealed: bool = False,
        from_concealed_pung: bool = False,
        wild: int = 0,
    ) -> None:
        self.kind = kind
        self.tile = tile
        self.concealed = concealed
        self.from_concealed_pung = from_concealed_pung
        self.wild = wild

    @classmethod
    def of(
        cls,
        tiles: str | Sequence[int],
        concealed: bool = False,
        from_concealed_pung: bool = False,
    ) -> Meld:
        """The set that these tiles form; ValueError when they form none, or are told to be both
        concealed and claimed."""
        held = sorted(parse(tiles) if isinstance(tiles, str) else tiles)
        if concealed and from_concealed_pung:
            raise ValueError(
                say("a kong claimed onto a concealed pung is exposed; drop one of the two")
            )
        natural = [tile for tile in held if tile != JOKER]
        wild = len(held) - len(natural)
        tile = natural[0] if natural else JOKER
        if len(held) in (3, 4) and len(set(natural)) <= 1 and (tile < KINDS or tile == JOKER):
            kind = PUNG if len(held) == 3 else KONG
        elif _is_chow(held):
            kind = CHOW
        else:
            some = " ".join(codes(held[:5])) + (" …" if len(held) > 5 else "")
            raise ValueError(
                say(
                    "{tiles} is no pung, kong or chow: three alike, four alike, or three in a row "
                    "of one suit",
                    tiles=some or say("no tile"),
                )
            )
        if from_concealed_pung and kind != KONG:
            raise ValueError(say("only a kong can be claimed onto a concealed pung"))
        return cls(kind, tile, concealed, from_concealed_pung, wild)

    @property
    def tiles(self) -> list[int]:
        """Its tiles, wild ones last."""
        if self.kind == CHOW:
            return [self.tile, self.tile + 1, self.tile + 2]
        size = 3 + self.kind
        return [self.tile] * (size - self.wild) + [JOKER] * self.wild

    @property
    def order(self) -> tuple[int, int, bool, bool]:
        """Sorts melds the same way whatever order they were told in."""
        return (self.kind, self.tile, self.concealed, self.from_concealed_pung)

    def __repr__(self) -> str:
        return f"Meld({MELD_KINDS[self.kind]} {' '.join(code(tile) for tile in self.tiles)})"


def _is_chow(held: Sequence[int]) -> bool:
    return (
        len(held) == 3
        and held[2] < EAST
        and held[1] == held[0] + 1
        and held[2] == held[0] + 2
        and BLOCK[held[0]] == BLOCK[held[2]]
    )


class Win:
    """How a hand was won: ``facts`` (BY with CIRCUMSTANCES) and the seat that lost the tile."""

    __slots__ = ("facts", "loser")

    def __init__(self, facts: int, loser: int | None = None) -> None:
        self.facts = facts
        self.loser = loser

    @classmethod
    def of(cls, by: str, *circumstances: str, loser: str | None = None) -> Win:
        """``Win.of("discard", "last_discard", loser="S")``."""
        facts = BY[by]
        for name in circumstances:
            facts |= CIRCUMSTANCES[name]
        return cls(facts, None if loser is None else SEATS.index(loser))


EXACT: Final = "exact"
FEWER: Final = "fewer"
MORE: Final = "more"
ANY: Final = "any"


class Hand:
    """Thirteen tiles (a kong counting three), or a winner's fourteen; checked to be possible.

    ``concealed`` are the tiles outside the melds, with or without the winning tile: the count
    tells; ``kinds`` is their mask. ``jokers`` are the wild tiles among them, ``all_jokers`` those
    in melds too. ``copies`` counts the tiles that the hand shows of each kind, wild tiles of a set
    as what they stand for; ``fours`` is the mask of the kinds of which it shows four.

    Raises HandError when the tiles cannot be one player's of one set. ``count`` is FEWER, MORE or
    ANY for a player who, by an error at the table, may hold fewer or more tiles than he should.
    With ``like`` it is that hand over again, and nothing is checked.
    """

    __slots__ = (
        "all_jokers",
        "bonus",
        "concealed",
        "copies",
        "fours",
        "jokers",
        "keys",
        "kinds",
        "melds",
        "stands_for",
        "winning",
    )

    def __init__(
        self,
        concealed: Iterable[int],
        melds: Iterable[Meld] = (),
        bonus: Iterable[int] = (),
        winning: int | None = None,
        *,
        count: str = EXACT,
        like: Hand | None = None,
    ) -> None:
        if like is not None:
            self._be(like)
            return
        tiles = list(concealed)
        told = tuple(melds)
        full = 14 - 3 * len(told)
        self.winning = winning
        self.stands_for: tuple[int, ...] = ()
        flowers = list(bonus)
        problems = _stray_tiles(tiles, flowers, winning)
        held = len(tiles)
        # Only a kong can be declared without a claimed tile. A concealed pung or chow that is told
        # as a set still lies in the hand, and its tiles may be read in any way.
        self.melds = tuple(
            sorted(
                (m for m in told if not m.concealed or m.kind == KONG), key=lambda meld: meld.order
            )
        )
        tiles += [tile for m in told if m.concealed and m.kind != KONG for tile in m.tiles]
        if winning is not None:
            if held == full - 1:
                tiles.append(winning)
                held += 1
            elif held == full and winning not in tiles:
                problems.append(
                    Problem(
                        "/hand/winning_tile",
                        "winning_tile_missing",
                        say(
                            "{tile} is not among the concealed tiles; leave the set that it "
                            "completed among them",
                            tile=code(winning),
                        ),
                    )
                )
        self.concealed = tuple(sorted(tiles))
        problems += _wrong_counts(len(told), held, winning is not None, count)
        if not problems:
            self.bonus = mask_of(*flowers)
            self._count()
            problems += _fifth_copies(self)
        if problems:
            raise HandError(*problems)

    @classmethod
    def of(
        cls,
        concealed: str,
        melds: Iterable[str | Meld] = (),
        bonus: str = "",
        winning: str | None = None,
    ) -> Hand:
        """A hand from notation; ``Hand.of("123b 55d", ["EEE", "234d", "777c"], winning="5d")``."""
        return cls(
            parse(concealed),
            [meld if isinstance(meld, Meld) else Meld.of(meld) for meld in melds],
            parse(bonus),
            None if winning is None else parse(winning)[0],
        )

    def _count(self) -> None:
        keys = [0, 0, 0, 0]
        copies = [0] * KINDS
        jokers = kinds = 0
        for tile in self.concealed:
            if tile < KINDS:
                keys[BLOCK[tile]] += ONE[tile]
                copies[tile] += 1
                kinds |= 1 << tile
            else:
                jokers += 1
        self.keys = (keys[0], keys[1], keys[2], keys[3])
        self.kinds = kinds
        self.jokers = jokers
        self.all_jokers = jokers + sum(meld.wild for meld in self.melds)
        for meld in self.melds:
            if meld.kind == CHOW:
                for tile in meld.tiles:
                    copies[tile] += 1
            elif meld.tile != JOKER:
                copies[meld.tile] += 3 + meld.kind
        self.copies = copies
        self.fours = sum([1 << kind for kind, held in enumerate(copies) if held == 4])

    @property
    def kinds_before(self) -> int:
        """The kinds of the concealed tiles without the winning tile."""
        last = self.winning
        if last is None or last >= KINDS or self.concealed.count(last) > 1:
            return self.kinds
        return self.kinds ^ 1 << last

    @property
    def keys_before(self) -> tuple[int, int, int, int]:
        """The blocks of the concealed tiles without the winning tile."""
        if self.winning is None or self.winning >= KINDS:
            return self.keys
        keys = list(self.keys)
        keys[BLOCK[self.winning]] -= ONE[self.winning]
        return (keys[0], keys[1], keys[2], keys[3])

    def with_tile(self, tile: int) -> Hand:
        """The hand once it has won on this tile; nothing is checked again."""
        other = Hand((), like=self)
        other.concealed = tuple(sorted((*self.concealed, tile)))
        other.winning = tile
        other._count()
        return other

    def with_jokers_as(
        self, concealed: Sequence[int], melds: Sequence[int], winning: int | None
    ) -> Hand:
        """The hand with wild tiles standing for these kinds, and its all-wild melds for ``melds``;
        wild tiles that are left over stay wild."""
        other = Hand((), like=self)
        kinds = iter(melds)
        other.melds = tuple(
            Meld(m.kind, next(kinds), m.concealed, m.from_concealed_pung, m.wild)
            if m.tile == JOKER
            else m
            for m in self.melds
        )
        idle = self.jokers - len(concealed)
        natural = self.concealed[: len(self.concealed) - self.jokers]
        other.concealed = (*sorted((*natural, *concealed)), *(JOKER,) * idle)
        other.winning = winning
        other.stands_for = tuple(concealed)
        other._count()
        return other

    def _be(self, other: Hand) -> None:
        self.concealed, self.melds, self.bonus = other.concealed, other.melds, other.bonus
        self.winning, self.stands_for = other.winning, other.stands_for
        self.keys, self.copies, self.kinds = other.keys, other.copies, other.kinds
        self.fours = other.fours
        self.jokers, self.all_jokers = other.jokers, other.all_jokers


def _stray_tiles(
    tiles: Sequence[int], flowers: Sequence[int], winning: int | None
) -> list[Problem]:
    problems = []
    for tile in tiles:
        if tile >= KINDS and tile != JOKER:
            problems.append(Problem("/hand/concealed", "bad_tile", _not_in_hand(tile)))
            break
    for tile in flowers:
        if not FIRST_FLOWER <= tile < JOKER:
            detail = say("{tile} is no flower or season; write F1-F4, S1-S4", tile=code(tile))
            problems.append(Problem("/hand/bonus", "bad_tile", detail))
            break
        if flowers.count(tile) > 1:
            detail = say("{held} {tile}; a set has one", held=flowers.count(tile), tile=code(tile))
            problems.append(Problem("/hand/bonus", "fifth_copy", detail))
            break
    if winning is not None and winning >= KINDS and winning != JOKER:
        problems.append(Problem("/hand/winning_tile", "bad_tile", _not_in_hand(winning)))
    return problems


def _not_in_hand(tile: int) -> str:
    if tile >= FIRST_RED_FIVE:
        return say(
            "{tile} is a red five, which this ruleset has not; write {five}",
            tile=code(tile),
            five=f"5{code(tile)[1]}",
        )
    if tile == PLAIN_FLOWER:
        return say("F alone is a flower of American hands; write F1-F4 in bonus")
    return say(
        "{tile} ({name}) forms no set; put it with the flowers and seasons (bonus)",
        tile=code(tile),
        name=NAMES[tile],
    )


def _wrong_counts(melds: int, held: int, won: bool, count: str) -> list[Problem]:
    if melds > 4:
        detail = say("{melds} melds; a hand has at most four", melds=melds)
        return [Problem("/hand/melds", "wrong_count", detail)]
    full = 14 - 3 * melds
    if won and held != full:
        wanted = say(
            "{whole} concealed tiles with the winning tile, or {without} without",
            whole=full,
            without=full - 1,
        )
    elif not won and _miscounted(held, full - 1, count):
        wanted = say("{count} concealed tiles for a player who did not win", count=full - 1)
    elif held > MOST_TILES:
        wanted = say("at most {most} concealed tiles", most=MOST_TILES)
    else:
        return []
    detail = say("{held} concealed tiles; it takes {wanted}", held=held, wanted=wanted)
    if melds:
        detail = say_many(
            "{held} concealed tiles beside {number} meld; it takes {wanted}",
            "{held} concealed tiles beside {number} melds; it takes {wanted}",
            melds,
            held=held,
            wanted=wanted,
        )
    return [Problem("/hand/concealed", "wrong_count", detail)]


def _miscounted(held: int, full: int, count: str) -> bool:
    if held < full:
        return count in (EXACT, MORE)
    return held > full and count in (EXACT, FEWER)


MOST_TILES: Final = 20


def _fifth_copies(hand: Hand) -> list[Problem]:
    problems = []
    for kind, copies in enumerate(hand.copies):
        if copies > 4:
            field = "concealed" if kind in hand.concealed else "melds"
            detail = say("{held} {tile}; a set has four", held=_number(copies), tile=code(kind))
            problems.append(Problem(f"/hand/{field}", "fifth_copy", detail))
    if hand.all_jokers > 4:
        detail = say("{held} wild tiles; a set has four", held=_number(hand.all_jokers))
        problems.append(Problem("/hand/concealed", "fifth_copy", detail))
    return problems


_NUMBERS = {5: say("five"), 6: say("six"), 7: say("seven"), 8: say("eight")}


def _number(count: int) -> str:
    return _NUMBERS.get(count, str(count))


def contradictions(hand: Hand | None, win: Win, seat: int) -> list[Problem]:
    """What is told of the win that the tiles, the seat or the other facts rule out; without a hand
    as far as the seat and the facts tell."""
    facts = win.facts
    if not facts & TOLD and (win.loser is None or (facts & DISCARD and win.loser != seat)):
        return []
    found = told_contradictions(win, seat)
    if hand is None:
        return found
    kongs = sum(meld.kind == KONG for meld in hand.melds)
    if facts & KONG_REPLACEMENT and not kongs:
        found.append(
            _with(say("a kong's replacement needs a declared kong among the sets laid out"))
        )
    if facts & KONG_ON_KONG and kongs < 2:
        found.append(_with(say("kong on kong needs two declared kongs among the sets laid out")))
    if facts & FLOWER_REPLACEMENT and not hand.bonus:
        found.append(_with(say("a flower's replacement tile needs a flower or season (bonus)")))
    if facts & (HEAVENS_BLESSING | EARTHS_BLESSING) and not all(m.concealed for m in hand.melds):
        found.append(_with(say("nothing was claimed yet when a blessing is won")))
    if facts & LAST_OF_KIND and hand.winning is not None:
        if hand.concealed.count(hand.winning) > 1:
            detail = say(
                "the other three {tile} lie in plain sight when it is the last of its kind; the "
                "winner holds one of them concealed",
                tile=code(hand.winning),
            )
            found.append(_with(detail))
    if (
        facts & ROBBED_KONG
        and hand.winning is not None
        and hand.winning < KINDS
        and hand.copies[hand.winning] > 1
        and not hand.all_jokers
    ):
        detail = say(
            "{tile} made another player's kong, so the winner holds just one",
            tile=code(hand.winning),
        )
        found.append(Problem("/win/by", "contradiction", detail))
    return found


def told_contradictions(win: Win, seat: int) -> list[Problem]:
    """The same, as far as the seat and the facts alone can tell."""
    facts = win.facts
    found = [_with(why) for needed, told, why in _NEEDS if facts & told and not facts & needed]
    found += [_with(why) for told, clash, why in _CLASHES if facts & told and facts & clash]
    if facts & (HEAVENS_BLESSING | AFTER_CHARLESTON) and seat != 0:
        found.append(_with(say("only East's dealt hand can win like this")))
    if facts & THIRTEENTH_CONSECUTIVE and seat != 0:
        found.append(_with(say("only East can have thirteen wins running")))
    if facts & EARTHS_BLESSING and (seat == 0 or win.loser not in (None, 0)):
        found.append(_with(say("earth's blessing is another player's win on East's discard")))
    if win.loser == seat:
        detail = say("a player cannot win a tile from himself")
        found.append(Problem("/win/from", "contradiction", detail))
    if win.loser is not None and facts & SELF_DRAW:
        detail = say("a self-drawn tile comes from nobody; leave from out")
        found.append(Problem("/win/from", "contradiction", detail))
    return found


def _with(reason: str) -> Problem:
    return Problem("/win/with", "contradiction", reason)


_NEEDS = (
    (SELF_DRAW, LAST_TILE_DRAW, say("the wall's last tile is drawn: by must be self_draw")),
    (DISCARD, LAST_DISCARD, say("the last discard is claimed: by must be discard")),
    (SELF_DRAW, KONG_REPLACEMENT, say("a replacement tile is drawn: by must be self_draw")),
    (SELF_DRAW, FLOWER_REPLACEMENT, say("a replacement tile is drawn: by must be self_draw")),
    (SELF_DRAW, KONG_ON_KONG, say("a replacement tile is drawn: by must be self_draw")),
    (SELF_DRAW, HEAVENS_BLESSING, say("heaven's blessing is dealt: by must be self_draw")),
    (
        SELF_DRAW,
        JOKER_EXCHANGE,
        say("who takes a joker in exchange has drawn: by must be self_draw"),
    ),
    (SELF_DRAW, AFTER_CHARLESTON, say("a dealt hand wins without a discard: by must be self_draw")),
    (DISCARD, EARTHS_BLESSING, say("earth's blessing is East's first discard: by must be discard")),
)
_CLASHES = (
    (HEAVENS_BLESSING, LAST_TILE_DRAW, say("the dealt hand does not end on the wall's last tile")),
    (HEAVENS_BLESSING, ORIGINAL_CALL, say("an original call comes with a discard; East made none")),
    (EARTHS_BLESSING, LAST_DISCARD, say("East's first discard is not the last of the hand")),
    (EARTHS_BLESSING, ORIGINAL_CALL, say("an original call comes with the winner's first discard")),
)

# Kinds that can start a chow.
CHOW_STARTS: Final = SUITED & ~sum(1 << kind for kind in (7, 8, 16, 17, 25, 26))
