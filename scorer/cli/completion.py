"""What a shell completes: ids of rulesets and what a ruleset lists; the options that take them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import click
from click.shell_completion import CompletionItem

import scorer
from scorer.cli.answers import single_option
from scorer.cli.club import CLUB_VARIABLE
from scorer.documents.club import ClubError, club_in_use, set_club_in_use, use_club
from scorer.rules import BOOKS

Document = Mapping[str, Any]
Items = Iterable[tuple[str, str]]
"""Values, each with what it means."""
Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _completion_of(listed: Callable[[Document], Items]) -> Complete:
    """Return the completion of what a ruleset lists: that of ``--ruleset``, else of all."""

    def complete(
        context: click.Context, parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        found: dict[str, str] = {}
        for document in _rulesets_to_complete(context):
            for value, meaning in listed(document):
                found.setdefault(value, meaning)
        return _beginning_with(incomplete, found.items())

    return complete


def _beginning_with(incomplete: str, items: Items) -> list[CompletionItem]:
    return [
        CompletionItem(value, help=meaning)
        for value, meaning in items
        if value.startswith(incomplete)
    ]


def _rulesets_to_complete(context: click.Context) -> Iterator[Document]:
    """Yield the ruleset that was typed or is the default, with the presets of the club's file."""
    named: Mapping[str | None, Any] = {
        parameter.name: parameter.default for parameter in context.command.params
    }
    typed = context.params.get("ruleset") or "".join(named.get("ruleset") or ())
    before = club_in_use()
    # A file that cannot be used is named by the command itself.
    with suppress(ClubError):
        use_club(context.find_root().params.get("club_file") or os.environ.get(CLUB_VARIABLE))
    try:
        yield from map(scorer.ruleset, [typed] if typed in BOOKS else BOOKS)
    finally:
        set_club_in_use(before)


def complete_rulesets(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the id of a ruleset."""
    return _beginning_with(incomplete, ((id, book.name) for id, book in BOOKS.items()))


def _option_pairs(ruleset: Document) -> Iterator[tuple[str, str]]:
    """Yield each option with each value that can be listed; a number or a text with its default."""
    for option in ruleset["options"]:
        values = {"boolean": (True, False), "choice": option.get("choices", ())}
        for value in values.get(option["type"], (option["default"],)):
            text = value if isinstance(value, str) else json.dumps(value)
            yield f"{option['name']}={text}", option["meaning"]


complete_presets = _completion_of(
    lambda ruleset: [(preset["name"], preset["title"]) for preset in ruleset["presets"]]
)
complete_options = _completion_of(_option_pairs)
complete_circumstances = _completion_of(
    lambda ruleset: [(entry["id"], entry["meaning"]) for entry in ruleset["circumstances"]]
)
complete_rules = _completion_of(
    lambda ruleset: [(rule["id"], rule["name"]) for rule in ruleset["rules"]]
)
complete_state = _completion_of(
    lambda ruleset: [
        (f"{number['name']}={number['default']}", number["meaning"]) for number in ruleset["state"]
    ]
)


def ruleset_option(default: str) -> Callable[[Any], Any]:
    """Return the option of a ruleset's id."""
    return single_option(
        "--ruleset",
        default=default,
        shell_complete=complete_rulesets,
        help="`scorer rules` lists them.",
    )


preset_option = single_option(
    "--preset",
    shell_complete=complete_presets,
    help="House rules that go together; `scorer rules RULESET` lists them.",
)
house_rule_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=complete_options,
    help="A house rule; `scorer rules RULESET` lists them.",
)
