"""Put a club's presets into the rulesets of this process."""

from __future__ import annotations

from pathlib import Path

from scorer.documents.club.model import NO_CLUB, Club
from scorer.documents.club.reading import read_club
from scorer.rules import BOOKS

_in_use = NO_CLUB
_revision = 0
_order: list[str] = []
"""The rulesets in their own order, where a club has put another first."""


def use_club(path: str | Path | None) -> None:
    """Have this process know the presets of a club's file, in place of those of another; with
    None, no longer know any.

    They are presets of their rulesets like any other: in answers, lists, pages and games. Call it
    before an application is created, and in each process that scores.

    Raises:
        ClubError: The file cannot be used; nothing has changed then. It is a ValueError, and lists
            each fault with its line.
    """
    set_club_in_use(NO_CLUB if path is None else read_club(path))


def set_club_in_use(club: Club) -> None:
    """Have this process know this club, in place of another."""
    global _in_use, _revision
    for book in BOOKS.values():
        own = [preset for preset in club.presets if preset.ruleset == book.id]
        default = next((preset.id for preset in own if preset.default), None)
        known = [preset for preset in book.presets.values() if preset.of_club]
        if own or known:
            book.set_club_presets([preset.as_preset() for preset in own], default)
    _put_first(club.ruleset)
    _in_use = club
    _revision += 1


def club_in_use() -> Club:
    """Return the club that this process knows; one without a name and presets if it knows none."""
    return _in_use


def club_revision() -> int:
    """Return a number that changes with the club in use: what was made before it may be stale."""
    return _revision


def _put_first(ruleset: str) -> None:
    """Have a ruleset be the first, with which pages begin; the others stay in their order."""
    ids = [*(id for id in _order if id in BOOKS), *(id for id in BOOKS if id not in _order)]
    if not ruleset and not _order:
        return
    _order[:] = ids if ruleset else []
    if ruleset:
        ids.sort(key=lambda id: id != ruleset)
    for id in ids:
        BOOKS[id] = BOOKS.pop(id)
