"""Hands, scores and settlements as HTML for notebooks: one piece with the tiles drawn as on the
pages, and nothing from outside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import NamedTuple

from scorer.engine.tiles import CODES, TILE_NAMES, unicode_tile

BACK_CODE = "back"
"""The face of a tile that lies face down."""
MARK_COLOUR = "#a8201a"


class TileGroup(NamedTuple):
    """Tiles that are drawn side by side.

    Attributes:
        codes: the tiles, BACK_CODE for one that lies face down.
        winning: the place of the winning tile; -1 for none.
        completed: whether the winning tile is one of them, no matter which.
    """

    codes: Sequence[str]
    winning: int = -1
    completed: bool = False


def of_set(kind: str, codes: Sequence[str], concealed: bool, completed: bool = False) -> TileGroup:
    """Return a set as it lies on the table: a concealed kong has its ends face down."""
    if kind == "kong" and concealed:
        codes = [BACK_CODE, *codes[1:-1], BACK_CODE]
    return TileGroup(codes, completed=completed)


def tiles_html(groups: Iterable[TileGroup]) -> str:
    """Return tiles in groups, the winning tile or the set that it completed marked."""
    drawn = "".join(_group_html(group) for group in groups if group.codes)
    return f'<div style="line-height:0">{drawn}</div>'


def _group_html(group: TileGroup) -> str:
    tiles = "".join(_tile_html(code, at == group.winning) for at, code in enumerate(group.codes))
    mark = f";border-bottom:3px solid {MARK_COLOUR}" if group.completed else ""
    title = ' title="with the winning tile"' if group.completed else ""
    return f'<span style="display:inline-block;margin:2px 8px 2px 0{mark}"{title}>{tiles}</span>'


def _tile_html(code: str, is_winning: bool) -> str:
    name = "face down" if code == BACK_CODE else TILE_NAMES[CODES.index(code)]
    label = f"{name}, the winning tile" if is_winning else name
    face = _tile_faces().get(code)
    if face is None:
        text = "🀫" if code == BACK_CODE else unicode_tile(CODES.index(code)) or code
        return f'<span role="img" aria-label="{label}" style="font-size:2em">{text}</span>'
    line = f'stroke="{MARK_COLOUR}" stroke-width="4"' if is_winning else 'stroke="#8d8676"'
    corner = code[0].replace("0", "5") if code[0].isdigit() else code.removeprefix(BACK_CODE)
    return (
        f'<svg viewBox="0 0 60 80" width="27" height="36" role="img" aria-label="{label}">'
        f'<title>{label}</title><rect x="2" y="2" width="56" height="76" rx="7" fill="#fffcf2" '
        f'{line}/>{face}<text x="6" y="17" font-size="15" font-weight="600" fill="#1d2421">'
        f"{corner}</text></svg>"
    )


@cache
def _tile_faces() -> dict[str, str]:
    """Return the drawing of each tile by its code; none where the pages are not installed."""
    file = files("scorer") / "service" / "static" / "tiles.svg"
    faces = {}
    for line in file.read_text("utf-8").splitlines() if file.is_file() else ():
        if line.startswith('<g id="'):
            _, code, rest = line.split('"', 2)
            faces[code] = f"<g{rest}"
    return faces


def table_html(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table of texts and numbers."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    lines = "".join(
        f"<tr>{''.join(f'<td>{escape(str(value))}</td>' for value in row)}</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>" if lines else ""


def sheet_html(
    title: str,
    groups: Iterable[TileGroup],
    lines: Iterable[Sequence[object]],
    not_counted: Iterable[Sequence[object]],
) -> str:
    """Return a score.

    Args:
        title: what the hand is worth.
        groups: its tiles.
        lines: for each thing that counts its amount, its kind, its name and the reason.
        not_counted: for each thing that does not count its name and the reason.
    """
    return (
        f"<p><b>{escape(title)}</b></p>{tiles_html(groups)}"
        f"{table_html(('', '', 'counts', 'why'), lines)}"
        f"{table_html(('does not count', 'why'), not_counted)}"
    )


def settlement_html(
    scores: Mapping[str, tuple[str, Iterable[TileGroup]]],
    payments: Iterable[Sequence[object]],
    net: Mapping[str, int],
) -> str:
    """Return a settled table.

    Args:
        scores: of each seat what the hand is worth, and its tiles.
        payments: who pays, who gets it, the amount and the reason.
        net: the balance of each seat.
    """
    hands = "".join(
        f"<p><b>{escape(seat)}</b> {escape(title)}</p>{tiles_html(groups)}"
        for seat, (title, groups) in scores.items()
    )
    balance = table_html([*net], [[f"{amount:+}" for amount in net.values()]])
    return f"{hands}{table_html(('from', 'to', 'amount', 'because'), payments)}{balance}"
