"""What the type of a field of a request does not say: its limits, and its names elsewhere."""

from dataclasses import dataclass
from typing import Literal

from scorer.types.terms import Value

__all__ = ["Field"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The note on a field, in its annotation beside its type and its meaning.

    Attributes:
        least: the smallest whole number.
        most: the largest whole number, or the most items of a list.
        longest: the most characters of a text.
        text: what a text is, where it is not any: one ``line`` of which all can be seen, or the
            ``name`` of a player.
        each: what the value of one seat is, with ``{seat}`` for its name, of a field by seats; the
            field's meaning where left out.
        shape: the name of the object that has a value for each seat, of a field by seats.
        shape_meaning: what that object is.
        form: its name in forms and addresses; the key where left out.
        option: its option of the command line; ``--key`` where left out.
        needs: the property of a ruleset (``GET /api/v1/rulesets/{id}``) without which forms leave
            the field out.
        lasts: how long its value holds: for one ``hand``; for the ``table``, from hand to hand; for
            the ``page``, whatever is played; or until the next hand of a ``session`` changes it,
            so that whoever keeps the session's sheet knows it.
        title: what a key or a form calls a field that a ruleset adds.
        default: the number in force where a counter, or a number of a query, is left out.
        at: where an added field matters only for a hand that somebody won, or that nobody did
            (``draw``), or that won on another player's tile (``claimed``), that.
        when: the option, and those of its values under which alone an added field exists.
        beside: the circumstances of which one goes with an added field, where it does not go with
            every hand.
        tells: the circumstance by which a winner says the same as an added field.
        usual: the numbers that are usual for one of several amounts, each with its name or "".
        alone: whether such an amount is given without the others.
    """

    least: int = 0
    most: int = 0
    longest: int = 0
    text: Literal["", "line", "name"] = ""
    each: str = ""
    shape: str = ""
    shape_meaning: str = ""
    form: str = ""
    option: str = ""
    needs: str = ""
    lasts: Literal["hand", "session", "table", "page"] = "hand"
    title: str = ""
    default: int = 0
    at: Literal["", "win", "draw", "claimed"] = ""
    when: tuple[str, Value, *tuple[Value, ...]] | None = None
    beside: tuple[str, ...] = ()
    tells: str = ""
    usual: tuple[tuple[int, str], ...] = ()
    alone: bool = False
