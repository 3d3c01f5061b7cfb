"""The tiles of a ruleset: those of the set, what a hand is made of, and what stands for others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from scorer.engine.options import Option, Options, Value, When

if TYPE_CHECKING:
    from scorer import types


class SpecialTiles(NamedTuple):
    """The option that decides which tiles the set has in place of plain ones, and those of each of
    its values."""

    option: Option[Any]
    by_value: Mapping[Value, tuple[str, ...]]

    def as_document(self) -> types.SpecialTiles:
        """Return them as the list of rulesets shows them."""
        tiles = {str(value): list(codes) for value, codes in self.by_value.items()}
        return {"option": self.option.name, "tiles": tiles}


class SetAsideTile(NamedTuple):
    """A tile that is set aside as flowers are, with this number of players under that option."""

    tile: str
    players: int
    when: When

    def as_document(self) -> types.SetAside:
        """Return it as the list of rulesets shows it."""
        return {"tile": self.tile, "players": self.players, "option": self.when.as_document()}


class MissingTiles(NamedTuple):
    """The tiles that are missing from the set with this number of players."""

    players: int
    tiles: tuple[str, ...]

    def as_document(self) -> types.LeftOut:
        """Return them as the list of rulesets shows them."""
        return {"players": self.players, "tiles": list(self.tiles)}


class TileSet(NamedTuple):
    """The tiles that a ruleset plays with. ``book.tiles = book.tiles._replace(...)`` changes
    some."""

    hand_tiles: int = 13
    """The tiles of a hand that waits: 13, or 16 where a hand has five sets."""
    hand_of: Literal["sets", "card"] = "sets"
    """What a hand is made of: sets and a pair, or the groups of a hand of a card."""
    most_chows: Callable[[Options], int | None] = lambda options: None
    """How many sets of an ordinary hand may be chows, where not all may."""
    bonus_tiles: bool = True
    """Whether flowers and seasons are laid apart; else they are tiles like others."""
    bonus_under: When | None = None
    """The option, with its value, under which alone there are flowers and seasons; always where
    None."""
    jokers: bool = False
    """Whether tiles that stand for others (J) belong to the set."""
    wild_under: tuple[When, ...] = ()
    """The options, each with its value, under which a tile is wild and written J."""
    conceals_sets: bool = True
    """Whether a set can be declared concealed, as a kong is, and is then shown face down."""
    special_tiles: SpecialTiles | None = None
    """The tiles that the set may have in place of plain ones, such as red fives."""
    set_aside: SetAsideTile | None = None
    """A tile that is set aside as flowers are, where some play."""
    left_out: MissingTiles | None = None
    """The tiles that the set is without where fewer play."""

    def special_codes(self, options: Options) -> tuple[str, ...]:
        """Return the tiles that the set has in place of plain ones under these options."""
        special = self.special_tiles
        return () if special is None else special.by_value[options[special.option]]
