"""A problem as plain text: its document, the question, and the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorer.documents.text.terminal import score_text, settle_text
from scorer.learn.judging import without_winning_tile
from scorer.rules import BOOKS
from scorer.types.records import AddedFields, Member

Document = Mapping[str, Any]


def problem_text(exercise: Document, with_answer: bool) -> str:
    """Return a problem as text, with its answer if asked.

    The tiles and the win are written as players write them; whatever else a ruleset declares for
    hands, wins, players and tables follows under its title.
    """
    document, fields = exercise["document"], BOOKS[exercise["ruleset"]].fields
    text = [f"Problem {exercise['id']}"]
    players = document.get("players") or {document["seat"]: document}
    if "winning_tile" in exercise["ask"]:
        players = {document["seat"]: {**document, "hand": without_winning_tile(document)}}
    for seat, player in players.items():
        text += [f"  {seat}  {line}".rstrip() for line in _player_lines(player, fields)]
    text += [f"  {line}" for line in _table_lines(document, fields)]
    text.append(f"Asked: {', '.join(exercise['ask'])}")
    if with_answer:
        answer = exercise["answer"]
        text += ["", settle_text(answer) if "scores" in answer else score_text(answer)]
    return "\n".join(text)


def _table_lines(document: Document, fields: AddedFields) -> Iterator[str]:
    """Yield the lines about the whole table."""
    if document.get("seats"):
        yield f"at the table: {', '.join(document['seats'])}"
    if document.get("prevailing"):
        yield f"the wind of the round is {document['prevailing']}"
    yield from _declared_field_lines([*fields.counters, *fields.table], document)
    for name, value in (document.get("options") or {}).items():
        yield f"{name}: {value}"


def _player_lines(player: Document, fields: AddedFields) -> Iterator[str]:
    """Yield the lines about a player: tiles, win, and other fields."""
    hand, win = player.get("hand"), player.get("win")
    if hand is None:
        yield "did not win"
    else:
        yield _hand_tiles_text(hand)
    if hand is not None and win is not None:
        yield _win_text(hand, win)
    yield from _declared_field_lines(fields.hand, hand or {})
    yield from _declared_field_lines(fields.win, win or {})
    yield from _declared_field_lines(fields.player, player)


def _hand_tiles_text(hand: Document) -> str:
    melds = [
        f"({meld['tiles']})" if meld.get("concealed") else f"[{meld['tiles']}]"
        for meld in hand.get("melds") or ()
    ]
    return "  ".join([hand["concealed"], *melds, hand.get("bonus") or ""]).rstrip()


def _win_text(hand: Document, win: Document) -> str:
    parts = [f"won by {win['by']}"]
    parts += [f"from {win['from']}"] if win.get("from") else []
    parts += [f"on {hand['winning_tile']}"] if hand.get("winning_tile") else []
    return ", ".join([*parts, *(win.get("with") or ())])


def _declared_field_lines(declared: Sequence[Member], part: Document) -> Iterator[str]:
    """Yield the declared fields that a part of a document has, each under its title."""
    for field in declared:
        value = part.get(field.name)
        if value is not None:
            label = (field.note.title or field.name.replace("_", " ")).lower()
            yield f"{label}: {_value_text(value)}"


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_value_text(part)}" for name, part in value.items())
    return str(value)
