"""Mahjong hands scored, settled and explained.

``score``, ``settle``, ``waits``, ``compare``, ``nearest``, ``explain``, ``what_if``, ``steps``,
``problem``, ``drill``, ``grade``, ``check_card``, ``check_hands``, ``rulesets`` and ``ruleset``
take and return the JSON documents of the HTTP API. An invalid document raises ``HandError``, which
lists each problem by its JSON pointer and code. ``cards`` returns the texts of the shipped cards.
``use_club`` reads a club's file, whose presets are then known like any other. ``score_many`` scores
an iterable of documents, and ``scorer.bulk`` tables and folders of files (docs/bulk.md).

For bulk work use the typed interface, which imports only the standard library (docs/typed.md):

>>> from scorer.engine.hand import Hand, Win
>>> from scorer.rules import BOOKS
>>> hand = Hand.of("123b 55d", ["EEE", "234d", "777c"], winning="5d")
>>> BOOKS["classical"].edition().score(hand, Win.of("discard"), seat="E", prevailing="E").total
80
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from scorer.errors import HandError

__all__ = [
    "HandError",
    "bulk",
    "cards",
    "check_card",
    "check_hands",
    "compare",
    "drill",
    "explain",
    "grade",
    "nearest",
    "problem",
    "ruleset",
    "rulesets",
    "score",
    "score_many",
    "settle",
    "steps",
    "use_club",
    "waits",
    "what_if",
]

__version__ = "0.2.0"

_LEARN_FUNCTIONS = ("drill", "explain", "grade", "problem", "steps", "what_if")
_MODULE_OF_FUNCTION = dict.fromkeys(_LEARN_FUNCTIONS, "scorer.learn") | {
    "use_club": "scorer.documents.club"
}

if TYPE_CHECKING:
    from scorer import bulk
    from scorer.bulk.many import score_many
    from scorer.documents.answers import ruleset, rulesets, score, waits
    from scorer.documents.cards import cards, check_card
    from scorer.documents.club import use_club
    from scorer.documents.compare import compare
    from scorer.documents.nearest import nearest
    from scorer.documents.special_hands import check_hands
    from scorer.documents.tables import settle
    from scorer.learn import drill, explain, grade, problem, steps, what_if
else:

    def __dir__() -> list[str]:
        """List what the package offers, loaded or not, and nothing that it imports."""
        return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])

    # Functions of documents need more than the engine, so they are loaded on first use.
    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name == "bulk":
            return import_module("scorer.bulk")
        if name == "score_many":
            return import_module("scorer.bulk").score_many
        home = import_module(_MODULE_OF_FUNCTION.get(name, "scorer.documents"))
        globals().update({each: getattr(home, each) for each in home.__all__ if each in __all__})
        return globals()[name]
