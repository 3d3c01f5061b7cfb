"""A club's file: ``scorer club check|init``, and the option ``--club`` of every command."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import NoReturn

import click

from scorer.cli.answers import FullSummaryGroup, json_option, print_text, single_option
from scorer.documents.club import (
    Club,
    ClubError,
    club_in_use,
    read_club,
    set_club_in_use,
    use_club,
)
from scorer.documents.club.template import TEMPLATE

CLUB_VARIABLE = "SCORER_CLUB"

club_file = single_option(
    "--club",
    "club_file",
    metavar="FILE",
    help="A file with a club's presets; `scorer club init` writes one. SCORER_CLUB names it too.",
)


def use_for_command(path: str | None) -> None:
    """Know the presets of this file, else of SCORER_CLUB, until the command ends; exit with code 2
    if it cannot be used."""
    path = path or os.environ.get(CLUB_VARIABLE)
    if not path:
        return
    before, named = club_in_use(), os.environ.get(CLUB_VARIABLE)
    try:
        use_club(path)
    except ClubError as error:
        _exit_with_faults(error, as_json=False)
    # For what is begun by this command: the server, and the archives for phones.
    os.environ[CLUB_VARIABLE] = str(Path(path).absolute())

    def restore() -> None:
        set_club_in_use(before)
        os.environ.pop(CLUB_VARIABLE)
        if named is not None:
            os.environ[CLUB_VARIABLE] = named

    click.get_current_context().call_on_close(restore)


@click.group(cls=FullSummaryGroup)
def club() -> None:
    """Check a club's file, or write one to begin with."""


@club.command()
@click.argument("file", default="club.toml")
@json_option
def check(file: str, as_json: bool) -> None:
    """Show what the club's FILE (club.toml) says, or all its errors, each with its line.

    The exit code is 2 if there are any.
    """
    try:
        found = read_club(file)
    except ClubError as error:
        _exit_with_faults(error, as_json)
    print_text(json.dumps(found.as_document(), indent=2) if as_json else _club_in_words(found))


@club.command()
@click.argument("file", default="club.toml")
def init(file: str) -> None:
    """Write a club's FILE (club.toml) with comments to begin with; - writes to standard output.

    An existing file is not overwritten.
    """
    if file == "-":
        print_text(TEMPLATE.encode())
        return
    try:
        with Path(file).open("x", encoding="utf-8", newline="\n") as new:
            new.write(TEMPLATE)
    except FileExistsError:
        raise click.UsageError(f"{file} is there already; name another file") from None
    except OSError as error:
        raise click.UsageError(f"{file} cannot be written: {error.strerror}") from None
    print_text(f"{file} is written; change it, then run: scorer club check {file}")


def _exit_with_faults(error: ClubError, as_json: bool) -> NoReturn:
    """Print the faults, and exit with code 2."""
    if as_json:
        faults = [fault._asdict() for fault in error.faults]
        print_text(json.dumps({"errors": faults}, indent=2))
    else:
        print_text(str(error), err=True)
    sys.exit(2)


def _club_in_words(found: Club) -> str:
    lines = [found.name] if found.name else []
    begins = [part for part in (found.language, found.ruleset) if part]
    lines += [f"Pages begin with: {', '.join(begins)}"] if begins else []
    for preset in found.presets:
        base = f", extends {preset.base}" if preset.base else ""
        default = ", the default" if preset.default else ""
        lines.append(f"{preset.ruleset} {preset.id}: {preset.title}{base}{default}")
        lines.append(f"  {preset.meaning}")
        lines += [f"  {name} = {_value_text(value)}" for name, value in preset.options.items()]
    return "\n".join([*lines, "It can be used."])


def _value_text(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if "\\n" not in text else f"a text of {len(str(value).splitlines())} lines"
