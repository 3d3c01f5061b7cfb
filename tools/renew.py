"""Write anew what follows from the declarations: ``python -m tools.renew [RULESET ...]``.

That is the hands that show the rules, their near misses, problems and what each house rule changes
(``scorer/examples``; with names of rulesets only theirs), the sentences to translate, the faces of
the tiles, ``docs/api.md``, ``docs/validation.md`` and its sentence in the README. It prints what is
left to do by hand.

``--publish`` adds the ids that are new to ``tests/published_ids.toml``; an id in it that is no
longer declared is reported, and stays.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import scorer
from scorer.rules import BOOKS
from scorer.service.api.field_reference import field_reference
from tests import validation
from tools import (
    extraction,
    option_changes,
    problem_hands,
    published,
    rule_examples,
    rule_near_misses,
    tile_faces,
)

API_PAGE = Path(__file__).parents[1] / "docs" / "api.md"
IDS_FILE_HEAD = (
    "# What other tools build on. An id may be added, in the order of the book; none may go or "
    "change."
)
Ids = dict[str, dict[str, list[str]]]


def main() -> None:
    """Bring every file up to date, and print what is left to do by hand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", nargs="*", help="renew only the examples of these")
    parser.add_argument("--publish", action="store_true", help="publish the ids that are new")
    arguments = parser.parse_args()
    if unknown := set(arguments.ruleset) - BOOKS.keys():
        parser.error(f"not in BOOKS (scorer/rules/__init__.py): {', '.join(sorted(unknown))}")
    if arguments.publish:
        published.PUBLISHED_IDS_FILE.write_text(
            ids_file_text(with_new_ids(published.published_ids())), encoding="utf-8"
        )
        published.published_ids.cache_clear()
    rulesets = arguments.ruleset or list(BOOKS)
    tile_faces.main()
    for examples in (rule_examples, problem_hands, rule_near_misses, option_changes):
        examples.main(rulesets)
    API_PAGE.write_text(field_reference(), encoding="utf-8")
    validation.write()
    extraction.main()
    report_unpublished_ids()


def report_unpublished_ids() -> None:
    """Print the ids that are not published."""
    for ruleset in scorer.rulesets():
        for part, ids in published.new_ids(dict(ruleset)).items():
            print(f"{ruleset['id']}: not published yet among the {part}: {', '.join(ids)}")


def with_new_ids(known_ids: Mapping[str, Mapping[str, Sequence[str]]]) -> Ids:
    """Return the published ids with those that the books have beside them, in the books' order."""
    found: Ids = {}
    for ruleset in scorer.rulesets():
        known = known_ids.get(ruleset["id"], {})
        document: Mapping[str, Any] = ruleset
        for part, key in published.ID_FIELD_BY_PART.items():
            ids = [str(declared[key]) for declared in document[part]]
            for gone in sorted({*known.get(part, ())} - {*ids}):
                print(f"{ruleset['id']}: {gone} was published among the {part} and is not there")
                ids.append(gone)
            found.setdefault(ruleset["id"], {})[part] = ids
    return found


def ids_file_text(ids: Ids) -> str:
    """The ids as the file holds them, one per line."""
    text = [IDS_FILE_HEAD, ""]
    for ruleset, parts in ids.items():
        text.append(f"[{ruleset}]")
        for part, names in parts.items():
            lines = [f'    "{name}",' for name in names]
            text += [f"{part} = [", *lines, "]"] if names else [f"{part} = []"]
        text.append("")
    return "\n".join(text)


if __name__ == "__main__":
    main()
