"""An evening: a list of entries folded into seats, winds, totals and a result.

Pure: a ``Game`` never changes, ``write`` gives the game with one entry more, and who keeps it, and
what time it is, is told from outside.

>>> from scorer import game
>>> names = ["Ann", "Bo", "Cy", "Di"]
>>> evening = game.begin({"ruleset": "mcr", "players": names}, at="2026-11-21T19:00:00Z")
>>> hand = {"players": {"S": {"points": 24, "win": {"by": "self_draw"}}}}
>>> told = {"kind": "hand", "document": hand}
>>> evening = game.write(evening, told, at="2026-11-21T19:10:00Z", by="Ann")
>>> sheet = game.sheet(evening)
>>> sheet["totals"], sheet["state"]["seats"]["E"]
({'p1': -32, 'p2': 96, 'p3': -32, 'p4': -32}, 'p2')
"""

from __future__ import annotations

from scorer.game.export import as_csv, export, load, settle_up, settled_by
from scorer.game.record import Entry, Game
from scorer.game.sheet import sheet, written
from scorer.game.write import MOST_ENTRIES, begin, write

__all__ = [
    "MOST_ENTRIES",
    "Entry",
    "Game",
    "as_csv",
    "begin",
    "export",
    "load",
    "settle_up",
    "settled_by",
    "sheet",
    "write",
    "written",
]
