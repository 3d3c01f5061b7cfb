"""To learn from: why a rule counts and what a change would bring; problems that follow from a
query, with what is asked and the answer; a score unfolded step by step; what a learner gave,
graded. A phone has it apart from what scores."""

from __future__ import annotations

from scorer.documents.explain import explain
from scorer.documents.what_if import what_if
from scorer.learn.grading import grade
from scorer.learn.problems import problem
from scorer.learn.unfolding import steps

__all__ = ["explain", "grade", "problem", "steps", "what_if"]
