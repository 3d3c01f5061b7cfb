"""What a card is: sections of hands, hands of groups, groups of one symbol. What tiles they stand
for is found elsewhere (``variants``)."""

from __future__ import annotations

from typing import NamedTuple

from scorer.languages.speech import say

NUMBERS = "123456789"
NUMBER_VARIABLES = "XYZ"
NUMBER_SYMBOLS = NUMBERS + NUMBER_VARIABLES
SUITED_SYMBOLS = NUMBER_SYMBOLS + "D"
"""The symbols of what has a suit, which a label may colour."""
NUMBER_MOVEMENTS = ("run", "like", "fixed")


class Group(NamedTuple):
    """A run of one printed symbol: ``2222a`` is four of ``2`` in colour ``a``.

    ``symbol`` is a digit, ``F``, ``N E W S``, ``D R G``, a number variable ``X Y Z``, a wind
    variable ``U V`` or ``?``. ``label`` is a colour ``a``-``w``, ``*`` (any suit, tied to no
    other), or empty; it is always empty on what has no suit (``0 F N E W S R G U V ?``). The
    groups of one word share its ``*``: the 2 and the 4 of ``24*`` are of one suit.
    ``natural`` is true for a group that takes no jokers whatever its size (``!``).
    """

    symbol: str
    size: int
    label: str = ""
    natural: bool = False


class Clause(NamedTuple):
    """One clause of a parenthetical, read: its kind and what it says.

    ``kind`` is one of: ``run``, ``like``, ``fixed`` (these nos only), ``domain`` (``names`` one
    variable, ``values`` what it may be, ``text`` "any", "odd", "even" or "" where they were
    listed), ``relation`` (``text`` such as ``X+Y=9``, ``names`` its variables, ``values`` the left
    side, the sign ``= != < > <= >=`` and the right side: ``("X+Y", "=", "9")``), ``suit``
    (``names`` a label, ``values`` a suit ``bam crak dot``), ``free`` (``names`` a label that may be
    any suit), or an assertion: ``suits`` (``values`` the counts allowed), ``matching-dragons``,
    ``opp-dragons``, ``any-dragon``, ``any-wind``, ``these-winds``, ``sized-only`` (``values`` a
    size and a number: ``("kong", "8")``). For ``run`` and ``like`` ``values`` has the asserted
    count of numbers, if any, and ``text`` is "", "odd" or "even". ``text`` is otherwise how the
    printer writes the clause.

    Only while a line is read there is ``sized``: what the number of all groups of one size may be
    (``values`` the size and the numbers, ``text`` as for ``domain``, or "like" where there must be
    several). It becomes a variable in the hand.
    """

    kind: str
    names: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    text: str = ""


class Section(NamedTuple):
    """A section of the card with the flags ``run``, ``like``, ``no-bonus``. Hands above the first
    section are in one without a name."""

    name: str
    flags: tuple[str, ...] = ()


class Alternative(NamedTuple):
    """One way to print a hand: its groups, and the words in which they stand (a word is one token
    as typed: the numbers of the groups in it). ``signs`` are the cosmetic ``+ x = - /`` printed
    after each word, "" for none, and is empty where the hand has no sign at all."""

    groups: tuple[Group, ...]
    words: tuple[tuple[int, ...], ...]
    signs: tuple[str, ...] = ()


class CardHand(NamedTuple):
    """A hand of a card. ``number`` counts the hands of its section from 1, ``line`` those of the
    file; ``concealed`` is C, else X."""

    section: Section
    number: int
    name: str
    alternatives: tuple[Alternative, ...]
    clauses: tuple[Clause, ...]
    concealed: bool
    value: int
    line: int

    @property
    def title(self) -> str:
        """How people name it: "2468 #1", with its own name where it has one."""
        place = f"#{self.number}"
        if self.section.name:
            place = say("{section} #{number}", section=self.section.name, number=self.number)
        return say("{place} ({name})", place=place, name=self.name) if self.name else place

    @property
    def movement(self) -> Clause | None:
        """How the printed numbers move: the hand's own ``run`` or ``like``, else its section's,
        else None; always None beside "these nos only"."""
        for clause in self.clauses:
            if clause.kind in NUMBER_MOVEMENTS:
                return None if clause.kind == "fixed" else clause
        return next((Clause(flag) for flag in self.section.flags if flag in NUMBER_MOVEMENTS), None)


class Card(NamedTuple):
    """A card as it was typed. ``directives`` are its ``@`` lines in order (name, year, ...)."""

    directives: tuple[tuple[str, str], ...]
    hands: tuple[CardHand, ...]

    @property
    def name(self) -> str:
        """The card's name, or a plain one."""
        return dict(self.directives).get("name", "Unnamed card")
