"""Teaches scoring: explains rules and changes, draws problems, counts step by step, grades answers.

Phones download this package apart from the scoring engine.
"""

from __future__ import annotations

from scorer.documents.explain import explain
from scorer.documents.what_if import what_if
from scorer.learn.drills import drill
from scorer.learn.grading import grade
from scorer.learn.problems import problem
from scorer.learn.unfolding import steps

__all__ = ["drill", "explain", "grade", "problem", "steps", "what_if"]
