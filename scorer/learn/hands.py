"""Hands drawn for problems, as documents: of winners, and of players who did not win.

A drawn document may be none that scores: whoever draws asks the scorer, and draws again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from scorer.circumstances import Circumstance
from scorer.grammar.card.book import CardEdition
from scorer.hand import SEATS
from scorer.learn.card_hands import of_card
from scorer.learn.chance import Chance
from scorer.learn.groups import Document, Group, drawn_hand, of_concealed, text_of
from scorer.learn.styles import grown
from scorer.rulebook import Edition, holds
from scorer.tiles import (
    EAST,
    FIRST_FLOWER,
    FIRST_RED_FIVE,
    FIRST_SEASON,
    JOKER,
    KINDS,
    parse,
)

__all__ = [
    "BONUS",
    "circumstances",
    "completed",
    "dealt_fives",
    "drawn_bonus",
    "drawn_groups",
    "drawn_loser",
    "drawn_seats",
    "drawn_situation",
    "drawn_way",
    "drawn_win",
    "fives_of",
    "gathered",
    "left_of",
    "waiting",
    "winning_tile",
]

BONUS: Final = tuple(range(FIRST_FLOWER, JOKER))
ODDS: Final = {"self_draw": 6, "discard": 9}
"""How often a hand is won so, against one for any other way."""
MOST_STATE: Final = 3
"""The most that a number of the game is drawn to be."""


def drawn_win(
    chance: Chance, edition: Edition, seats: Sequence[str], *, exposes: bool = True
) -> Document:
    """A hand that won, without its ruleset."""
    groups = drawn_groups(chance, edition, exposes=exposes)
    known = circumstances(edition)
    told = chance.one_of(known) if known and chance.one_in(4) else None
    common = [one for one in known if one.common]
    if told is None and common and chance.one_in(2):
        told = chance.one_of(common)
    situation = drawn_situation(chance, edition, seats, told)
    win = drawn_way(chance, edition, seats, situation["seat"], told)
    if told is not None:
        beside = [chance.one_of(told.beside[0])] if told.beside else []
        win["with"] = [*beside, told.id]
    bonus = drawn_bonus(chance, edition, situation["seat"])
    hand = drawn_hand(groups, winning_tile(chance, groups), bonus)
    return {"hand": completed(chance, edition, hand, win), **situation, "win": win}


def drawn_loser(chance: Chance, edition: Edition, seats: Sequence[str]) -> Document:
    """The hand of a player who did not win, without its ruleset."""
    left = [kind for kind in range(KINDS) for _ in range(4)]
    situation = drawn_situation(chance, edition, seats, None)
    bonus = drawn_bonus(chance, edition, situation["seat"])
    return {"hand": drawn_hand(gathered(chance, edition, left), bonus=bonus), **situation}


def drawn_groups(chance: Chance, edition: Edition, *, exposes: bool = True) -> list[Group]:
    """The groups of a hand that wins by its shape."""
    if isinstance(edition, CardEdition):
        return of_card(chance, edition, exposes=exposes)
    return grown(chance, edition)


def winning_tile(chance: Chance, groups: Sequence[Group]) -> int | None:
    """One of the concealed tiles, a joker only where there is nothing else."""
    tiles = of_concealed(groups)
    natural = [tile for tile in tiles if tile != JOKER]
    return chance.one_of(natural or tiles) if tiles else None


def drawn_seats(chance: Chance, edition: Edition, fewer: bool) -> Sequence[str]:
    """The seats at the table, as many as most tables have, or the fewest that there may be."""
    players = edition.book.players
    absent = len(SEATS) - (min(players) if fewer else max(players))
    away = chance.shuffled(SEATS[1:])[:absent]
    return [seat for seat in SEATS if seat not in away]


def drawn_situation(
    chance: Chance, edition: Edition, seats: Sequence[str], circumstance: Circumstance | None
) -> Document:
    """The seats, the winds and the numbers of the game, as this circumstance goes with them."""
    book = edition.book
    allowed = circumstance.seats.winner if circumstance and circumstance.seats else SEATS
    told: Document = {"seat": chance.one_of([one for one in seats if one in allowed] or seats)}
    if len(seats) < len(SEATS):
        told["seats"] = list(seats)
    if book.needs_prevailing:
        told["prevailing"] = chance.one_of(seats if book.round_wind_sits else SEATS)
    for name, number in book.state.items():
        span = min(number.most - number.least, MOST_STATE)
        told[name] = number.least + chance.below(span + 1)
    return told


def drawn_way(
    chance: Chance,
    edition: Edition,
    seats: Sequence[str],
    seat: str,
    circumstance: Circumstance | None,
) -> Document:
    """How this seat won, as this circumstance goes with it."""
    by = circumstance.by.by if circumstance and circumstance.by else edition.book.ways
    ways = [way for way in edition.book.ways if way in by] or edition.book.ways
    win: Document = {"by": chance.one_of([way for way in ways for _ in range(ODDS.get(way, 1))])}
    if win["by"] != "self_draw":
        win["from"] = chance.one_of([other for other in seats if other != seat])
    return win


def circumstances(edition: Edition) -> list[Circumstance]:
    """The circumstances that there are under the options in force."""
    known = edition.book.circumstances.values()
    return [one for one in known if holds(one.when, edition.options)]


def drawn_bonus(chance: Chance, edition: Edition, seat: str) -> list[int]:
    """The flowers and seasons of this seat; none for most."""
    if not edition.book.bonus_tiles or not chance.one_in(3):
        return []
    if chance.one_in(16):
        first = chance.one_of((FIRST_FLOWER, FIRST_SEASON))
        return [*range(first, first + 4)]
    own = SEATS.index(seat)
    if chance.one_in(4):
        return [FIRST_FLOWER + own, FIRST_SEASON + own]
    return chance.shuffled(BONUS)[: chance.one_of((1, 1, 1, 2, 2, 3))]


# What lies beside a hand


def completed(
    chance: Chance, edition: Edition, hand: Document, win: Mapping[str, object]
) -> Document:
    """This hand with the tiles that its ruleset has lie beside it, one and one more for each kong,
    and with as many of its fives red as the set has."""
    told, ids = dict(hand), win.get("with") or ()
    assert isinstance(ids, Sequence)
    kongs = sum(len(parse(meld["tiles"])) == 4 for meld in hand.get("melds") or ())
    for field in edition.book.fields["hand"]:
        if field.type != "tiles" or (field.beside and not {*field.beside} & {*ids}):
            continue
        lying = parse(told.get(field.name) or "")
        more = 1 + kongs - len(lying)
        if more > 0:
            left = [kind for kind in left_of(edition, told) if kind < KINDS]
            told[field.name] = text_of([*lying, *chance.shuffled(left)[:more]])
    return _reddened(chance, edition, told)


def _texts(edition: Edition, hand: Document) -> Iterator[str]:
    beside = [field.name for field in edition.book.fields["hand"] if field.type == "tiles"]
    yield hand["concealed"]
    yield from (meld["tiles"] for meld in hand.get("melds") or ())
    yield from (hand[name] for name in beside if hand.get(name))


def left_of(edition: Edition, hand: Document) -> list[int]:
    """The tiles that are not in this hand nor beside it, none of them red."""
    left = [kind for kind in range(KINDS) for _ in range(4)]
    for tile in [tile for text in _texts(edition, hand) for tile in parse(text)]:
        kind = tile if tile < FIRST_RED_FIVE else 9 * (tile - FIRST_RED_FIVE) + 4
        if kind in left:
            left.remove(kind)
    return left


def _reddened(chance: Chance, edition: Edition, hand: Document) -> Document:
    """This hand with some of its fives red, where the set has red ones and none is yet."""
    reds: Sequence[int] = getattr(edition, "reds", ())
    held = [tile for text in _texts(edition, hand) for tile in parse(text)]
    if not any(reds) or max(held) >= FIRST_RED_FIVE:
        return hand
    copies = fives_of(chance, edition)

    def turned(text: str) -> str:
        return text_of([copies[k].pop() if copies.get(k) else k for k in parse(text)])

    told = _turned(hand, turned)
    for field in edition.book.fields["hand"]:
        if field.type == "tiles" and hand.get(field.name):
            told[field.name] = turned(hand[field.name])
    last = parse(hand.get("winning_tile") or "")
    if last and last[0] in copies:
        alike = (last[0], FIRST_RED_FIVE + last[0] // 9)
        ours = [tile for tile in parse(told["concealed"]) if tile in alike]
        told["winning_tile"] = text_of([chance.one_of(ours)]) if ours else hand["winning_tile"]
    return told


def fives_of(chance: Chance, edition: Edition) -> dict[int, list[int]]:
    """The fives of the set in the order in which they are dealt, red ones among them."""
    reds: Sequence[int] = getattr(edition, "reds", ())
    return {
        9 * suit + 4: chance.shuffled([FIRST_RED_FIVE + suit] * red + [9 * suit + 4] * (4 - red))
        for suit, red in enumerate(reds)
    }


def dealt_fives(hand: Document, fives: Mapping[int, list[int]]) -> Document:
    """This hand, whose tiles lie on the table with others, with the next of these fives."""
    return _turned(
        hand,
        lambda text: text_of([fives[k].pop() if fives.get(k) else k for k in parse(text)]),
    )


def _turned(hand: Document, turned: Callable[[str], str]) -> Document:
    """This hand with other texts of its tiles."""
    told = {**hand, "concealed": turned(hand["concealed"])}
    if "melds" in hand:
        told["melds"] = [{**one, "tiles": turned(one["tiles"])} for one in hand["melds"]]
    return told


# Players who did not win

GATHERED: Final = ("pung", "pung", "pung", "kong", "pair", "pair", "pair", "chow", "chow")
SINGLES: Final = (0, 2, 4, 4, 5, 6)
"""How many tiles of a loser's hand are of no use."""
WAITING: Final = ("chow", "chow", "chow", "pung")
MOST_GATHERED: Final = 200


def gathered(
    chance: Chance,
    edition: Edition,
    left: list[int],
    *,
    robbed: int | None = None,
    lays: bool = True,
) -> list[Group]:
    """The hand of a player who did not win, taken from the tiles that are left: sets and pairs,
    and tiles that fit nothing. Some sets are laid out where the player ``lays`` any. ``robbed`` is
    the tile of the kong that was robbed: three of it lie before the player."""
    size = edition.book.hand_tiles
    groups: list[Group] = []
    if robbed is not None and left.count(robbed) >= 3:
        groups.append(_taken(left, Group("pung", (robbed,) * 3, {})))
    singles = chance.one_of(SINGLES)
    most = edition.book.most_chows(edition.options)
    chows = size if most is None else most
    room = size - 3 * len(groups)
    for _ in range(4 * size):
        if room <= singles or room < 3:
            break
        group = _gathered(chance, edition, left, chance.one_of(GATHERED))
        if group is None or (group.kind == "kong" and not lays):
            continue
        if not lays or (group.kind == "chow" and chows <= 0):
            group = group._replace(laid=None)
        chows -= group.kind == "chow" and group.laid is not None
        groups.append(_taken(left, group))
        room -= min(len(group.tiles), 3)
    if room:
        groups.append(_taken(left, Group("rest", tuple(chance.shuffled(left)[:room]))))
    return groups


def waiting(
    chance: Chance, edition: Edition, left: list[int], *, claims: bool
) -> list[Group] | None:
    """The hand of a player who waits, taken from the tiles that are left: sets and a pair without
    one tile. Some sets are laid out where the player ``claims`` any. None where no set is left."""
    count = edition.book.hand_tiles // 3
    groups: list[Group] = []
    for _ in range(MOST_GATHERED):
        kind = "pair" if len(groups) == count else chance.one_of(WAITING)
        group = _gathered(chance, edition, left, kind)
        if group is not None:
            claimed = claims and kind != "pair" and chance.one_in(2)
            laid: Document | None = {} if claimed else None
            groups.append(_taken(left, group._replace(laid=laid)))
        if len(groups) > count:
            break
    else:
        return None
    last = chance.one_of(of_concealed(groups))
    left.append(last)
    place = next(n for n, one in enumerate(groups) if one.laid is None and last in one.tiles)
    rest = [*groups[place].tiles]
    rest.remove(last)
    return [*groups[:place], Group("rest", tuple(rest)), *groups[place + 1 :]]


def _taken(left: list[int], group: Group) -> Group:
    for tile in group.tiles:
        left.remove(tile)
    return group


def _gathered(chance: Chance, edition: Edition, left: list[int], kind: str) -> Group | None:
    """A set or pair around one of the tiles that are left; None where its fellows are gone."""
    first = chance.one_of(left)
    size = {"pair": 2, "kong": 4}.get(kind, 3)
    tiles = (first,) * size
    if kind == "chow":
        if first >= EAST or first % 9 > 6:
            return None
        tiles = (first, first + 1, first + 2)
    if any(left.count(tile) < tiles.count(tile) for tile in tiles):
        return None
    if kind == "kong":
        hidden = edition.book.conceals_sets and chance.one_in(3)
        return Group(kind, tiles, {"concealed": True} if hidden else {})
    return Group(kind, tiles, {} if kind != "pair" and not chance.one_in(3) else None)
