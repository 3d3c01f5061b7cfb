"""Preview what an entry on a stale version would move now; a script shows it before resending."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from werkzeug.datastructures import MultiDict

from scorer.errors import HandError
from scorer.game import Game
from scorer.service.games import opening
from scorer.service.i18n.languages import translate
from scorer.service.web.games.forms import hand_form, seating
from scorer.service.web.games.forms.hand_form import HandToEnter
from scorer.service.web.games.pages import problems_in_words

Json = dict[str, Any]


def points_moved_by(game: Game, request: Json) -> Mapping[str, int]:
    """Return what this entry would move now, by player. Raises HandError."""
    moves: Mapping[str, int] = opening.apply_entry(game, request, None)[1]["entry"]["moves"]
    return moves


def preview_entry(game: Game, request: Json) -> Json:
    """Return the ``moves`` of this entry now, or the ``errors`` that prevent it."""
    try:
        return {"moves": dict(points_moved_by(game, request))}
    except HandError as error:
        return {"errors": problems_in_words(error)}


def preview_hand(
    game: Game, key: str, fields: MultiDict[str, str], hand: HandToEnter, after: int
) -> dict[str, Json]:
    """Return what a submitted hand would move now.

    ``next`` is the hand as the next one. If a hand was entered after the version that the writer
    saw, ``instead`` is the hand as a replacement of that one, with its entry number.
    """
    previews = {"next": _preview_hand(game, hand, fields)}
    since = [entry.n for entry in game.entries[after:] if entry.kind == "hand"]
    if hand.replaces is None and since:
        # The entry may have been undone meanwhile.
        with suppress(LookupError):
            replaced = hand_form.hand_to_enter(game, key, since[-1])
            previews["instead"] = {"entry": since[-1], **_preview_hand(game, replaced, fields)}
    return previews


def _preview_hand(game: Game, hand: HandToEnter, fields: MultiDict[str, str]) -> Json:
    form = seating.submitted_hand(game, hand, fields).form
    if form.problems:
        return {"errors": [translate(problem["detail"]) for problem in form.problems]}
    return preview_entry(game, hand_form.entry_of_form(form))
