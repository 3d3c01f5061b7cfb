"""Types of the documents that ``scorer.score`` and the other functions take and return.

>>> from scorer.types import Score, ScoreRequest
>>> def doubles(score: Score) -> int:
...     return score["tally"].get("doubles", 0)

With them a type checker finds a misspelt key, kind, seat or code. ``requests`` has the documents
that go in, ``replies`` those that come out, ``terms`` the closed lists in them. The fields that a
ruleset adds are in the module of its id: ``scorer.types.riichi.ScoreRequest`` has honba and
indicators.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scorer.types.class_replies import *
    from scorer.types.games import *
    from scorer.types.replies import *
    from scorer.types.requests import *
    from scorer.types.terms import *

    __all__: list[str]
else:
    MODULES = ("terms", "requests", "replies", "games", "class_replies")

    # Scoring needs none of games and classes, so each module is loaded on first use.
    def __getattr__(name: str) -> Any:
        homes = (import_module(f"scorer.types.{module}") for module in MODULES)
        if name == "__all__":
            return sorted(public for home in homes for public in home.__all__)
        if name[:1].isupper():  # else it is a module, which the import finds by itself
            for home in homes:
                if name in home.__all__:
                    return getattr(home, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
