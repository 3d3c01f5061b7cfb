"""The games of a server, for its operator: ``scorer games list|count|erase|rekey``."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, get_args

import click

from scorer.cli.answers import (
    FullSummaryGroup,
    check_server,
    json_option,
    print_text,
    single_option,
)
from scorer.cli.completion import complete_rulesets
from scorer.types.terms import Role

if TYPE_CHECKING:
    from scorer.service.store.operating import GameSummary, Operator


@click.group(cls=FullSummaryGroup)
def games() -> None:
    """List, count and erase the games of a server, or make new keys for one.

    The database is the server's: DATABASE_URL names it, else it is the file in the user's data
    folder. The server may run meanwhile.

    \b
    scorer games list --older-than 365
    scorer games erase --older-than 365 --ruleset british
    scorer games rekey 17

    \b
    Exit codes:
      0  done, also where no game matches
      1  the database cannot be used, or the question was not answered with yes
      2  the request is wrong: an option, a setting, or an id that no game has
    """
    check_server()


def game_filter_options(command: Any) -> Any:
    """Add the options that choose games."""
    older = single_option(
        "--older-than",
        type=click.IntRange(1),
        metavar="DAYS",
        help="Only games whose last entry is older than so many days.",
    )
    ruleset = single_option(
        "--ruleset", shell_complete=complete_rulesets, help="Only games of this ruleset."
    )
    return older(ruleset(command))


@games.command("list")
@game_filter_options
@click.option("--names", is_flag=True, help="Show titles and the names of players too.")
@json_option
def list_(names: bool, as_json: bool, **chosen: Any) -> None:
    """List games: ruleset, first and last day, number of hands, open codes.

    Days and times are UTC. Hands that were undone are counted. The code itself is stored nowhere:
    until when phones may join by it is shown.
    """
    found = _chosen_games(**chosen)
    if as_json:
        print_text(json.dumps([_as_document(game, names) for game in found], indent=2))
        return
    if not found:
        print_text("No game matches.")
        return
    print_text(f"{'id':>6}  {'ruleset':<10}  {'began':<10}  {'last entry':<10}  hands  code")
    for game in found:
        document = _as_document(game, names)
        codes = ", ".join(f"{role} until {at[11:16]}" for role, at in document["codes"].items())
        row = (
            f"{game.id:>6}  {game.ruleset:<10}  {document['began'][:10]:<10}  "
            f"{document['last_entry'][:10]}  {game.hands:>5}  {codes or '-'}"
        )
        people = ", ".join(filter(None, [document.get("title"), *document.get("players", ())]))
        print_text(f"{row}  {people}".rstrip())


@games.command()
@game_filter_options
@json_option
def count(as_json: bool, **chosen: Any) -> None:
    """Count games by their ruleset."""
    from scorer.service.store.operating import count_by_ruleset

    counted = count_by_ruleset(game.ruleset for game in _chosen_games(**chosen))
    if as_json:
        print_text(json.dumps({"total": sum(counted.values()), "rulesets": counted}, indent=2))
        return
    for ruleset, number in counted.items():
        print_text(f"{number:>7}  {ruleset}")
    print_text(f"{sum(counted.values()):>7}  in all")


@games.command()
@click.argument("ids", metavar="[ID]...", type=int, nargs=-1, help="Games by the ids of the list.")
@game_filter_options
@click.option("--yes", is_flag=True, help="Do not ask.")
def erase(ids: tuple[int, ...], yes: bool, **chosen: Any) -> None:
    """Erase games with their keys, hands and names, after a question.

    Games are named by ids, chosen by options, or both: then those that match. A game that gets an
    entry before the question is answered stays. What is erased is only in your backups.
    """
    from scorer.service.store.operating import count_by_ruleset

    if not (ids or any(chosen.values())):
        raise click.UsageError(
            "name games by their ids, or choose them by --older-than or --ruleset"
        )
    doomed = _chosen_games(ids, **chosen)
    if not doomed:
        print_text("No game matches.")
        return
    counted = count_by_ruleset(game.ruleset for game in doomed)
    by_ruleset = ", ".join(f"{n} {name}" for name, n in counted.items())
    what = f"{_count_of_games(len(doomed))} ({by_ruleset})"
    if not yes:
        click.confirm(f"Erase {what}?", abort=True)
    with _open_operator() as operator:
        erased = operator.erase(doomed)
    print_text(f"{_count_of_games(erased)} erased.")
    if erased < len(doomed):
        left = _count_of_games(len(doomed) - erased)
        print_text(f"{left} got an entry meanwhile and stayed, or had gone before.")


@games.command()
@click.argument("id", type=int, help="The game by the id of the list.")
@click.option(
    "--role",
    "roles",
    type=click.Choice(get_args(Role), case_sensitive=False),
    multiple=True,
    help="Only the keys of this role; both by default.",
)
@json_option
def rekey(id: int, roles: tuple[Any, ...], as_json: bool) -> None:
    """Make new keys for a game whose keys were lost or leaked.

    The new addresses are printed once, and stored nowhere. All keys of these roles that there were
    stop working, and so do codes to join: players open the game by the new address.
    """
    public_url = _server_settings()["PUBLIC_URL"]
    with _open_operator() as operator:
        keys = operator.replace_keys(id, roles or get_args(Role))
    if keys is None:
        raise click.UsageError(_unknown_ids_message([id]))
    addresses = {role: f"{public_url}/games/{key}" for role, key in keys.items()}
    if as_json:
        print_text(json.dumps(addresses, indent=2))
        return
    for role, address in addresses.items():
        print_text(f"{role:<5}  {address}")
    if not public_url:
        print_text("Put the server's address before them; SCORER_PUBLIC_URL would.", err=True)


def _server_settings() -> Mapping[str, Any]:
    """Return the settings of the server; exit with code 2 if one is invalid."""
    from scorer.service.settings import settings_of_environment

    try:
        return settings_of_environment()
    except ValueError as error:
        raise click.UsageError(str(error)) from None


@contextmanager
def _open_operator() -> Iterator[Operator]:
    """Give what an operator can do with the database of the server; exit with code 1 where it
    cannot be used."""
    from scorer.service.store.operating import Operator
    from scorer.service.store.records import StoreUnavailableError

    # What is wrong is said once, as an error of this command.
    logging.getLogger("scorer.service").addHandler(logging.NullHandler())
    operator = Operator(_server_settings()["DATABASE_URL"])
    try:
        yield operator
    except StoreUnavailableError as error:
        raise click.ClickException(f"the database cannot be used: {error}") from None


def _chosen_games(
    ids: Sequence[int] = (), older_than: int | None = None, ruleset: str | None = None
) -> list[GameSummary]:
    """Return the games that the options choose; exit with code 2 if an id is of none."""
    from scorer.service.store.retention import DAY_SECONDS

    now = int(time.time())
    with _open_operator() as operator:
        found = operator.games(now, ids)
    unknown = {*ids} - {game.id for game in found}
    if unknown:
        raise click.UsageError(_unknown_ids_message(sorted(unknown)))
    matches: list[Callable[[GameSummary], bool]] = []
    if older_than is not None:
        before = now - older_than * DAY_SECONDS
        matches.append(lambda game: game.last_at < before)
    if ruleset is not None:
        matches.append(lambda game: game.ruleset == ruleset)
    return [game for game in found if all(match(game) for match in matches)]


def _as_document(game: GameSummary, names: bool) -> dict[str, Any]:
    from scorer.service.games.opening import time_text

    document = {
        "id": game.id,
        "ruleset": game.ruleset,
        "preset": game.record.get("preset"),
        "began": game.record.get("at", ""),
        "last_entry": time_text(game.last_at),
        "hands": game.hands,
        "codes": {role: time_text(at) for role, at in game.codes.items()},
    }
    if names:
        document |= {"title": game.record.get("title"), "players": game.record.get("players", [])}
    return document


def _count_of_games(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"


def _unknown_ids_message(ids: Sequence[int]) -> str:
    listed = ", ".join(map(str, ids))
    return f"no game has the id {listed}; `scorer games list` shows the ids"
