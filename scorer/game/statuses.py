"""Which entries of a game are in force, undone or replaced."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorer.game.record import Entry


class _EntryStatus:
    """Answers about entries by number that need only ``undone_by`` and ``root``."""

    __slots__ = ()

    undone_by: Mapping[int, int]
    root: Mapping[int, int]

    def original_of(self, n: int) -> int:
        """Return the number of the hand that an entry replaces; its own where it replaces none."""
        return self.root.get(n, n)

    def in_force(self, n: int) -> bool:
        """Tests if an entry was not undone; one that replaces counts as long as its hand does."""
        return n not in self.undone_by and self.original_of(n) not in self.undone_by


@dataclass(frozen=True, slots=True)
class EntryStatuses(_EntryStatus):
    """The status of each entry of a game.

    Attributes:
        undone_by: The entry that undid an entry, by number.
        replaced_by: The entry that replaced an entry, by number.
        root: The hand that was played, of an entry that replaces one.
    """

    undone_by: Mapping[int, int]
    replaced_by: Mapping[int, int]
    root: Mapping[int, int]

    def counts(self, n: int) -> bool:
        """Tests if the moves of an entry count: it is in force and not replaced."""
        return self.in_force(n) and n not in self.replaced_by

    def undone(self, n: int) -> int | None:
        """Return the entry that undid this one or the hand that it replaces."""
        return self.undone_by.get(n, self.undone_by.get(self.original_of(n)))


class EntryStatusReader(_EntryStatus):
    """A builder of ``EntryStatuses`` that reads the entries of a game one by one.

    Attributes:
        undone_by: The entry in force that undid an entry.
        root: The hand that was played, of an entry that replaces one.
        corrected: The last entry that replaced, undid or brought back an entry, by its root.
    """

    def __init__(self) -> None:
        self.undone_by: dict[int, int] = {}
        self.root: dict[int, int] = {}
        self.corrected: dict[int, int] = {}
        self._undoes: dict[int, int] = {}
        self._undoing: dict[int, list[int]] = {}
        self._replacing: dict[int, list[int]] = {}

    def add(self, entry: Entry) -> int:
        """Read the next entry; return the number of the entry whose effect it changes, which is
        its own unless it corrects another."""
        if entry.kind == "undo":
            undone: int = entry.payload["entry"]
            self._undoes[entry.n] = undone
            toggled = self._undo(entry.n, undone)
            return entry.n if toggled is None else self._corrects(toggled, entry.n)
        if entry.kind == "replace":
            target: int = entry.payload["entry"]
            hand = self.root[entry.n] = self.original_of(target)
            self._replacing.setdefault(hand, []).append(entry.n)
            return self._corrects(hand, entry.n)
        return entry.n

    def read(self, entries: Sequence[Entry]) -> None:
        """Read the first entries of a game at once.

        Takes one pass in each direction, where reading them one by one would follow each chain of
        undos once for every entry in it.
        """
        ends: dict[int, int] = {}
        for entry in entries:
            if entry.kind not in ("undo", "replace"):
                continue
            target: int = entry.payload["entry"]
            if entry.kind == "undo":
                self._undoes[entry.n] = target
            else:
                self.root[entry.n] = self.original_of(target)
            # The end of a chain of undos, or the hand that it replaces.
            end = ends[entry.n] = ends.get(target, self.original_of(target))
            self.corrected[end] = entry.n
        for by, target in reversed(self._undoes.items()):
            if by not in self.undone_by:
                self.undone_by.setdefault(target, by)
                self._undoing.setdefault(target, []).insert(0, by)
        for n, hand in self.root.items():
            replacing = self._replacing.setdefault(hand, [])
            if n not in self.undone_by:
                replacing.append(n)

    def latest(self, hand: int) -> int:
        """Return the entry in force for a hand: the last replacement, or its own."""
        replacing = self._replacing.get(hand)
        return replacing[-1] if replacing else hand

    def toggled_by(self, target: int) -> int | None:
        """Return the entry that undoing ``target`` would take out of force or bring back.

        That is the first entry down the chain of undos that is not an undo; None if another undo
        in force leaves it as it is.
        """
        undoes = True
        while True:
            undoing = self._undoing.get(target, [])
            if len(undoing) != (0 if undoes else 1):
                return None
            if target not in self._undoes:
                return target
            target, undoes = self._undoes[target], not undoes

    def entry_statuses(self) -> EntryStatuses:
        """Return the status of each entry read so far."""
        replaced: dict[int, int] = {}
        for hand, replacing in self._replacing.items():
            replaced.update(zip((hand, *replacing), replacing, strict=False))
        return EntryStatuses(dict(self.undone_by), replaced, dict(self.root))

    def _corrects(self, root: int, by: int) -> int:
        self.corrected[root] = by
        return root

    def _undo(self, by: int, target: int) -> int | None:
        """Undo an entry, and follow the chain: undoing an undo brings back its target.

        Returns the root of the entry at the end of the chain, None if another still undoes it.
        """
        undoes = True
        while True:
            undoing = self._undoing.setdefault(target, [])
            was_undone = bool(undoing)
            if undoes:
                insort(undoing, by)
            else:
                undoing.remove(by)
            if undoing:
                self.undone_by[target] = undoing[-1]
            else:
                del self.undone_by[target]
            if bool(undoing) is was_undone:
                return None
            if target not in self._undoes:
                return self._toggle_replacement(target, gone=undoes)
            by, target, undoes = target, self._undoes[target], not undoes

    def _toggle_replacement(self, n: int, *, gone: bool) -> int:
        """Take an entry that replaces a hand out of force, or bring it back; return its root."""
        hand = self.root.get(n)
        if hand is None:
            return n
        if gone:
            self._replacing[hand].remove(n)
        else:
            insort(self._replacing[hand], n)
        return hand
