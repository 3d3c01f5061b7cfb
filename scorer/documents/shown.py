"""Answers that a notebook shows with the tiles drawn. They are dictionaries like all others.

What draws them is loaded on first use: only notebooks need it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scorer.engine.notebook import TileGroup


class ShownScore(dict[str, Any]):
    """The answer of ``score``."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from scorer.engine.notebook import sheet_html

        lines = [
            (line["amount"], line["kind"], line["name"], line["why"]) for line in self["lines"]
        ]
        missed = [(entry["name"], entry["because"]) for entry in self["not_counted"]]
        return sheet_html(_formula_with_unit(self), _tile_groups(self), lines, missed)


class ShownSettlement(dict[str, Any]):
    """The answer of ``settle``."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from scorer.engine.notebook import settlement_html

        scores = {
            seat: (
                _formula_with_unit(score) if score["lines"] else str(score["total"]),
                _tile_groups(score),
            )
            for seat, score in self["scores"].items()
        }
        payments = [
            (payment["from"], payment["to"], payment["amount"], payment["because"])
            for payment in self["payments"]
        ]
        return settlement_html(scores, payments, self["net"])


def _formula_with_unit(score: Mapping[str, Any]) -> str:
    return f"{score['formula']} {score['unit']}"


def _tile_groups(score: Mapping[str, Any]) -> list[TileGroup]:
    from scorer.engine.notebook import of_set

    return [
        of_set(each["kind"], each["tiles"], each["concealed"], each["winning"])
        for each in score["arrangement"]
    ]
