"""Which page stands where on the site."""

from __future__ import annotations

from typing import NamedTuple

from scorer.rules import BOOKS


class Section(NamedTuple):
    """A section of the site's contents.

    Attributes:
        title: What the section is called.
        pages: Its pages in their order, by path in the repository without the ending.
    """

    title: str
    pages: tuple[str, ...]


SECTIONS = (
    Section(
        "At the table",
        (
            *("docs/tutorials/evening", "docs/phone", "docs/games", "docs/wrong-score"),
            *("docs/privacy", "docs/offline", "docs/club", "docs/special-hands"),
            *("docs/american", "docs/classical", "docs/mcr", "docs/riichi"),
            *("docs/hongkong", "docs/zungjung", "docs/taiwanese", "docs/readings"),
        ),
    ),
    Section(
        "Learning",
        ("docs/learning", "docs/exercises", "docs/problems", "docs/classes"),
    ),
    Section(
        "For tools",
        (
            *("docs/tutorials/first-hand", "docs/tutorials/chat-bot"),
            *("docs/tutorials/million-hands", "docs/tutorials/typescript-app"),
            *("docs/retries", "docs/python", "docs/command-line", "docs/assistants", "docs/bulk"),
        ),
    ),
    Section(
        "For operators",
        ("docs/tutorials/club-server", "docs/serving", "docs/operations", "docs/threats"),
    ),
    Section(
        "Reference",
        (
            *("reference/endpoints", "docs/api", "reference/rulesets", "reference/errors"),
            *("reference/python", "docs/typed", "reference/command-line", "docs/rulebook"),
            *("docs/versioning", "CHANGELOG"),
        ),
    ),
    Section("Rulesets, option by option", tuple(f"reference/rulesets/{id}" for id in BOOKS)),
    Section("Explanation", ("docs/validation", "docs/why")),
    Section(
        "For developers",
        (
            *("CONTRIBUTING", "docs/architecture", "examples/own_ruleset/README"),
            *("docs/languages", "docs/by-hand", "docs/performance", "tests/cases/README"),
            *("SECURITY", "CODE_OF_CONDUCT"),
        ),
    ),
)
