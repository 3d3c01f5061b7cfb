"""Writes anew what follows from the declarations: ``python -m tools.renew``.

The sentences that translators need, the faces of the tiles, the hands that show the rules, their
near misses, problems and what each house rule changes (scorer/examples), docs/api.md,
docs/validation.md, and the ids that are new in tests/published_ids.toml. An id that was published
and is gone is told, and stays.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import scorer
from scorer.service.api.field_reference import field_reference
from tests import validation
from tools import (
    extraction,
    option_changes,
    problem_hands,
    rule_examples,
    rule_near_misses,
    tile_faces,
)

PUBLISHED = Path(__file__).parents[1] / "tests" / "published_ids.toml"
API = Path(__file__).parents[1] / "docs" / "api.md"
HEAD = (
    "# What other tools build on. An id may be added, in the order of the book; none may go or "
    "change."
)
PARTS = {
    "rules": "id",
    "circumstances": "id",
    "events": "event",
    "options": "name",
    "presets": "name",
}
"""What has ids in a ruleset's document, and under which key."""

Ids = dict[str, dict[str, list[str]]]


def main() -> None:
    """Bring every file up to date, and say what is left to do by hand."""
    extraction.main()
    tile_faces.main()
    rule_examples.main()
    problem_hands.main()
    rule_near_misses.main()
    option_changes.main()
    API.write_text(field_reference(), encoding="utf-8")
    validation.PAGE.write_text(validation.page(), encoding="utf-8")
    published = tomllib.loads(PUBLISHED.read_text(encoding="utf-8"))
    PUBLISHED.write_text(written(with_new(published)), encoding="utf-8")


def with_new(published: Mapping[str, Mapping[str, Sequence[str]]]) -> Ids:
    """The published ids with those that the books have beside them, in the books' order."""
    found: Ids = {}
    for ruleset in scorer.rulesets():
        known = published.get(ruleset["id"], {})
        document = dict(ruleset)
        for part, key in PARTS.items():
            ids = [str(declared[key]) for declared in document[part]]  # type: ignore[attr-defined]
            for gone in sorted({*known.get(part, ())} - {*ids}):
                print(f"{ruleset['id']}: {gone} was published among the {part} and is not there")
                ids.append(gone)
            found.setdefault(ruleset["id"], {})[part] = ids
    return found


def written(ids: Ids) -> str:
    """The ids as the file holds them, one a line."""
    text = [HEAD, ""]
    for ruleset, parts in ids.items():
        text.append(f"[{ruleset}]")
        for part, names in parts.items():
            lines = [f'    "{name}",' for name in names]
            text += [f"{part} = [", *lines, "]"] if names else [f"{part} = []"]
        text.append("")
    return "\n".join(text)


if __name__ == "__main__":
    main()
