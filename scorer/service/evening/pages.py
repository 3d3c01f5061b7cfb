"""What every page of a game goes through, and what it shows or sends along."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, render_template, request, url_for

from scorer.errors import HandError
from scorer.service.evening.board import board
from scorer.service.evening.chart import chart
from scorer.service.evening.sent import AFTER, BY, ONCE, new_name, refuse_strangers
from scorer.service.games import opening
from scorer.service.games.opening import Opened
from scorer.service.i18n.languages import said
from scorer.service.web import files, public_address
from scorer.service.web.form import ruleset_of

__all__ = ["KEY", "blueprint", "board_page", "in_words", "page_of", "wants_data", "writable"]

KEY = "/<game_key:key>"

blueprint = Blueprint("evening", __name__, url_prefix="/games")


@blueprint.before_request
def _from_here() -> None:
    if request.method == "POST":
        refuse_strangers()


@blueprint.after_request
def _kept_nowhere(response: Response) -> Response:
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def writable(key: str) -> Opened:
    """The game of a key to play. Raises WatchingError."""
    opening.may_write(opening.known(key))
    return opening.opened(key)


def in_words(error: HandError) -> list[str]:
    """What is wrong, in the language of the page."""
    return [said(problem.detail) for problem in error.problems]


def board_page(template: str, key: str, tag: str = "", problems: Sequence[str] = ()) -> str:
    """A page of the game as it stands, with how it went."""
    found = opening.opened(key)
    shown = board(found.game)
    drawn = chart(found.game.start, shown.course)
    return page_of(template, found, key, board=shown, chart=drawn, problems=problems, tag=tag)


def page_of(template: str, found: Opened, key: str, **told: object) -> str:
    """A page of a game, with what every one of them shows or sends along."""
    detail = ruleset_of(found.game.ruleset)
    own = url_for("evening.game", key=key)
    return render_template(
        template,
        **{"detail": detail, **told},
        game=found.game,
        key=key,
        release=files.release(),
        address=public_address.address_of(own) or own,
        plays=found.known.role == "play",
        beside={AFTER: found.game.version, ONCE: new_name(), BY: ""},
    )


def wants_data() -> bool:
    """Whether a script asks, which is told in JSON."""
    return request.accept_mimetypes.best_match(["text/html", "application/json"]) != "text/html"
