"""Why a fan does not count: the principle, and the fan, that set it aside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorer.grammar.fan_rule import Aside, Candidate, Fan, Hit, tiles_shown
from scorer.grammar.links import ACCOUNT_ONCE, NON_IDENTICAL, NON_SEPARATION, Link, obstacle
from scorer.grammar.reading import Reading, all_tiles
from scorer.sheet import NotCounted
from scorer.tiles import bits

__all__ = ["HIGH_VERSUS_LOW", "NON_REPEAT", "not_counted"]

NON_REPEAT = "non-repeat"
HIGH_VERSUS_LOW = "high-versus-low"

SAYS = {
    NON_SEPARATION: "sets that made one fan are not taken apart for another",
    NON_IDENTICAL: "a set is not used again for the same fan",
    ACCOUNT_ONCE: "sets that hang together through other fan are not combined again",
}


def not_counted(
    best: Candidate,
    candidates: Sequence[Candidate],
    asked: Sequence[tuple[Fan, int, int]],
    shown: Sequence[Link],
    aside: Mapping[Fan, Sequence[Aside]],
    bit: Mapping[Fan, int],
) -> tuple[NotCounted, ...]:
    """What ``best`` shows and does not count, in the order of the book.

    ``asked`` are the fan with their worth and bit, ``shown`` the fan of particular sets that its
    sets make, ``aside`` what each fan sets aside.
    """
    h = best.reading
    found: list[tuple[int, NotCounted]] = []
    for fan, worth, own in asked:
        for kinds in _not_in(best, fan, h):
            by = next((hit for hit in best.hits if _sets_aside(hit, own, kinds, h, aside)), None)
            if by is not None:
                because = f"{by.fan.name} already contains it"
                hit = Hit(fan, worth, kinds, None)
                for tiles in tiles_shown(hit, h, all_tiles(h)):
                    entry = _entry(fan, worth, because, NON_REPEAT, by.fan, tiles)
                    found.append((own, entry))
    chosen = [hit.link for hit in best.hits if hit.link is not None]
    for link in shown:
        if link not in chosen:
            fan = link.combined.fan
            by = next(
                (hit for hit in best.hits if _sets_aside(hit, bit[fan], True, h, aside)), None
            )
            tiles = tiles_shown(Hit(fan, 0, True, link), h, ())[0]
            if by is not None:
                because, principle, other = f"{by.fan.name} already contains it", NON_REPEAT, by.fan
            else:
                principle, stands = obstacle(link, chosen)
                other = stands.combined.fan
                because = f"{SAYS[principle]} (here {other.name})"
            worth = link.combined.worth
            found.append((bit[fan], _entry(fan, worth, because, principle, other, tiles)))
    told = {entry.id for _, entry in found} | {hit.fan.id for hit in best.hits}
    for fan, worth, own in asked:
        reason = fan.close(h) if fan.close is not None and fan.id not in told else None
        if reason is not None:
            told.add(fan.id)
            found.append((own, NotCounted(fan.id, fan.name, "fan", worth, reason)))
    for candidate in sorted(candidates, key=Candidate.rank):
        for hit in candidate.hits:
            if hit.fan.id not in told:
                told.add(hit.fan.id)
                entry = _entry(hit.fan, hit.amount, _otherwise(best, candidate), HIGH_VERSUS_LOW)
                found.append((bit[hit.fan], entry))
    return tuple(entry for _, entry in sorted(found, key=lambda one: one[0]))


def _not_in(best: Candidate, fan: Fan, h: Reading) -> list[int]:
    """What the fan shows beyond what of it counts: the kinds one by one, or the whole."""
    found = fan.test(h)
    counted = next((hit.found for hit in best.hits if hit.fan is fan), 0)
    if fan.each:
        return [1 << kind for kind in bits(found & ~counted)]
    return [found] if found and not counted else []


def _sets_aside(
    hit: Hit, bit: int, kinds: int, h: Reading, aside: Mapping[Fan, Sequence[Aside]]
) -> bool:
    """Whether a fan that counts sets aside the one with this bit, for these kinds."""
    for one in aside[hit.fan]:
        if one.bit == bit:
            of = one.kinds(hit.found, h)
            if of is True or of & kinds:
                return True
    return False


def _otherwise(best: Candidate, other: Candidate) -> str:
    if other.total == best.total:
        return (
            f"the tiles can be read that way for the same {other.total}; of equal readings the one "
            "whose fan come first in the book is taken"
        )
    return (
        f"the tiles can be read that way too, for {other.total}; the reading that counts is worth "
        f"{best.total}"
    )


def _entry(
    fan: Fan,
    worth: int,
    because: str,
    principle: str,
    by: Fan | None = None,
    tiles: tuple[str, ...] = (),
) -> NotCounted:
    because = f"{because} ({principle})"
    by_id = "" if by is None else by.id
    return NotCounted(fan.id, fan.name, "fan", worth, because, principle, by_id, tiles)
