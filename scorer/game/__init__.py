"""A game of several hands: a list of entries folded into seats, winds, totals and a result.

A ``Game`` is immutable: ``append_entry`` returns a new game with one more entry. Callers store the
game and pass the time in.

>>> from scorer import game
>>> names = ["Ann", "Bo", "Cy", "Di"]
>>> evening = game.begin({"ruleset": "mcr", "players": names}, at="2026-11-21T19:00:00Z")
>>> hand = {"players": {"S": {"points": 24, "win": {"by": "self_draw"}}}}
>>> entry = {"kind": "hand", "document": hand}
>>> evening = game.append_entry(evening, entry, at="2026-11-21T19:10:00Z", by="Ann")
>>> sheet = game.sheet(evening)
>>> sheet["totals"], sheet["state"]["seats"]["E"]
({'p1': -32, 'p2': 96, 'p3': -32, 'p4': -32}, 'p2')
"""

from __future__ import annotations

from scorer.game.export import as_csv, exported_game, load, settle_up, settle_up_units
from scorer.game.record import Entry, Game
from scorer.game.sheet import last_entry_answer, sheet, shown_entries
from scorer.game.spoken import translated_answer, translated_sheet
from scorer.game.write import MAX_GAME_ENTRIES, append_entry, begin, write_and_answer

__all__ = [
    "MAX_GAME_ENTRIES",
    "Entry",
    "Game",
    "append_entry",
    "as_csv",
    "begin",
    "exported_game",
    "last_entry_answer",
    "load",
    "settle_up",
    "settle_up_units",
    "sheet",
    "shown_entries",
    "translated_answer",
    "translated_sheet",
    "write_and_answer",
]
