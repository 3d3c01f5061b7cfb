"""Documents as rows of a table, and answers as the columns that a table has."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from scorer.errors import HandError
from tests import plain as scorer

__all__ = ["expected", "needs_lists", "row_of", "table_of"]

Row = dict[str, Any]


def row_of(document: Mapping[str, Any], *, dotted: bool = False) -> Row:
    """A document as a row: with the short names and texts that the contract lists, or with dotted
    names and lists."""
    row: Row = {}
    for name, value in document.items():
        if name not in ("hand", "win"):
            row[name] = json.dumps(value) if name == "options" else value
            continue
        for inner, item in (value or {}).items():
            short = inner in ("concealed", "melds", "bonus", "winning_tile", "by", "from", "with")
            row[inner if short and not dotted else f"{name}.{inner}"] = _cell(inner, item, dotted)
    return row


def needs_lists(document: Mapping[str, Any]) -> bool:
    """Tests if a declared set has a mark that its text has no sign for."""
    melds = document["hand"].get("melds") or ()
    return any(meld.get("from_concealed_pung") for meld in melds)


def _cell(name: str, value: Any, dotted: bool) -> Any:
    if not isinstance(value, list) or (dotted and name in ("melds", "with")):
        return value
    return " ".join(map(_typed_meld, value) if name == "melds" else value)


def _typed_meld(meld: Mapping[str, Any]) -> str:
    tiles = meld["tiles"]
    text = "".join((tiles if isinstance(tiles, str) else " ".join(tiles)).split())
    return f"({text})" if meld.get("concealed") else text


def table_of(rows: Sequence[Row]) -> Any:
    """A table with a column for each name of any row."""
    names = sorted({name for row in rows for name in row})
    return pa.table({name: [row.get(name) for row in rows] for name in names})


def expected(document: Any, tally: Sequence[str]) -> Row:
    """The row of the answer to a document, but its id."""
    names = ["total", "qualifies", "limit_reached", *tally, *(f"net_{seat}" for seat in "ESWN")]
    errors = ("error_code", "error_pointer", "error_detail")
    try:
        answer = scorer.score(document)
    except HandError as error:
        first = error.errors[0]
        told = [first["code"], first["pointer"], first["detail"]]
        return {**dict.fromkeys(names), **dict(zip(errors, told, strict=True))}
    return {
        "total": answer["total"],
        "qualifies": answer["qualifies"],
        "limit_reached": answer["limit"]["reached"],
        **{name: answer["tally"].get(name) for name in tally},
        **{f"net_{seat}": answer["net"].get(seat) for seat in "ESWN"},
        **dict.fromkeys(errors),
    }
