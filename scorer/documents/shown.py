"""Answers that a notebook shows with the tiles drawn. They are dictionaries like all others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.engine.notebook import TileGroup, of_set, settlement_html, sheet_html

__all__ = ["ShownScore", "ShownSettlement"]


class ShownScore(dict[str, Any]):
    """The answer of ``score``."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        lines = [
            (line["amount"], line["kind"], line["name"], line["why"]) for line in self["lines"]
        ]
        missed = [(entry["name"], entry["because"]) for entry in self["not_counted"]]
        return sheet_html(_worth(self), _sets(self), lines, missed)


class ShownSettlement(dict[str, Any]):
    """The answer of ``settle``."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        scores = {
            seat: (_worth(score) if score["lines"] else str(score["total"]), _sets(score))
            for seat, score in self["scores"].items()
        }
        payments = [
            (payment["from"], payment["to"], payment["amount"], payment["because"])
            for payment in self["payments"]
        ]
        return settlement_html(scores, payments, self["net"])


def _worth(score: Mapping[str, Any]) -> str:
    return f"{score['formula']} {score['unit']}"


def _sets(score: Mapping[str, Any]) -> list[TileGroup]:
    return [
        of_set(each["kind"], each["tiles"], each["concealed"], each["winning"])
        for each in score["arrangement"]
    ]
