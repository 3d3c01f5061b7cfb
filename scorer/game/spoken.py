"""What a game shows, with sentences that can be translated: recorded ones are plain English."""

from __future__ import annotations

from typing import Any

from scorer.documents.replies import with_translatable_sentences
from scorer.errors import HandError
from scorer.game.fold import current_state
from scorer.game.hands import settle_hand
from scorer.game.record import Entry, Game, Json
from scorer.game.sheet import HAND_ENTRY_KINDS, last_entry_answer
from scorer.game.table import Table


def translated_sheet(game: Game, shown: Json) -> Json:
    """Return a sheet of the game, or the answer to an entry; each hand in it, and the last for the
    state, is settled again for its sentences."""
    found = dict(shown)
    if "entries" in shown:
        found["entries"] = [_translated_entry(game, entry) for entry in shown["entries"]]
    if "entry" in shown:
        found["entry"] = _translated_entry(game, shown["entry"])
    if "state" in shown:
        found["state"] = {**shown["state"], "why": _translated_reason(game, shown["state"]["why"])}
    return found


def translated_answer(game: Game, recorded: Json) -> Json:
    """Return the answer to an entry of the game, which was recorded."""
    then = game.up_to(recorded["version"])
    found: Json = with_translatable_sentences(
        recorded, translated_sheet(then, last_entry_answer(then))
    )
    return found


def _translated_entry(game: Game, shown: Json) -> Json:
    if "answer" not in shown:
        return shown
    return {**shown, "answer": _settled_again(game, game.entry(shown["n"]))}


def _translated_reason(game: Game, why: str) -> str:
    """Return why the table stands so: as the hand said it that came to it, or as it is."""
    for entry in reversed(game.entries):
        if (
            entry.kind in HAND_ENTRY_KINDS
            and entry.answer
            and entry.answer["next"]["because"] == why
        ):
            because: str = _settled_again(game, entry)["next"]["because"]
            return because
    return why


def _settled_again(game: Game, entry: Entry) -> Any:
    assert entry.table is not None
    replay = current_state(game).replay
    totals = replay.totals(replay.status_reader.original_of(entry.n) - 1)
    try:
        made = settle_hand(game, Table.from_record(entry.table), totals, entry.payload["document"])
    except HandError:
        return entry.answer
    return with_translatable_sentences(entry.answer, made.answer)
