"""What Taiwanese documents have beside those of other rulesets."""

from typing import Annotated, TypedDict

from scorer.types.field import Field

__all__ = ["Counters"]


class Counters(TypedDict, total=False):
    """The counters of the game."""

    dealer_streak: Annotated[
        int | None,
        "how many hands in a row East has kept the deal before this one, won or drawn",
        Field(title="Dealer’s streak", most=1000, lasts="table"),
    ]
