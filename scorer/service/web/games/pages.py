"""The blueprint of the pages of games, and what all of them share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, Response, g, render_template, request, url_for

from scorer.errors import HandError
from scorer.game import Game
from scorer.grammar.special.house import special_hands_option
from scorer.service.games import opening, request_meta
from scorer.service.games.opening import CreatedGame, OpenGame
from scorer.service.i18n.contexts import translate_in
from scorer.service.i18n.languages import translate
from scorer.service.store.keys import KEY_PATH as KEY_PATH
from scorer.service.web import files, public_address
from scorer.service.web.forms.form import ruleset_of
from scorer.service.web.games.board import board
from scorer.service.web.games.chart import chart
from scorer.service.web.games.forms.form_meta import (
    AFTER_FIELD,
    BY_FIELD,
    ONCE_FIELD,
    new_form_name,
    refuse_foreign_form,
    submitted_once,
)

blueprint = Blueprint("game_pages", __name__, url_prefix="/games")


@blueprint.before_request
def refuse_foreign_forms() -> None:
    """Abort for a POST of a form of another site, or of one larger than any of ours."""
    if request.method == "POST":
        refuse_foreign_form()


@blueprint.after_request
def no_store(response: Response) -> Response:
    """Forbid caching, unless the view says otherwise."""
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def create_game_of_form(game: Game, body: object) -> CreatedGame:
    """Store the game of a form with this ``body``; the same form again gets the same game.

    After its keys were replaced it makes another, unless a script sent an Idempotency-Key. Raises
    HandError.
    """
    once = submitted_once(body)
    try:
        return opening.create_game(game, once)
    except HandError:
        if request_meta.read_idempotency_key() is not None:
            raise
        return opening.create_game(game)


def writable_game(key: str) -> OpenGame:
    """Return the game of a key to play. Raises WatchKeyError."""
    opening.require_play_key(opening.find_game(key))
    return opened_game(key)


def opened_game(key: str) -> OpenGame:
    """Return the game of a key, and use the terms and special hands that it is played with in this
    request."""
    open_game = opening.open_game(key)
    translate_in(open_game.game.ruleset)
    g.special_hands = open_game.game.rules[1].get(special_hands_option.name, "")
    return open_game


def problems_in_words(error: HandError) -> list[str]:
    """Return the problems of an error in the language of the page."""
    return [translate(problem.detail) for problem in error.problems]


def render_board_page(
    template: str,
    open_game: OpenGame,
    key: str,
    tag: str = "",
    problems: Sequence[str] = (),
    **variables: object,
) -> str:
    """Render a page of a game with its board and chart."""
    game_board = board(open_game.game)
    drawn = chart(open_game.game.start, game_board.chart_steps)
    variables |= {"board": game_board, "chart": drawn, "problems": problems, "tag": tag}
    return render_page(template, open_game, key, **variables)


def render_page(template: str, open_game: OpenGame, key: str, **variables: object) -> str:
    """Render a page of a game with the variables and form fields that all of them share."""
    ruleset = ruleset_of(open_game.game.ruleset)
    own = url_for("game_pages.game", key=key)
    return render_template(
        template,
        **{"ruleset": ruleset, **variables},
        game=open_game.game,
        key=key,
        release=files.release(),
        address=public_address.address_of(own) or own,
        plays=open_game.game_ref.role == "play",
        form_meta={AFTER_FIELD: open_game.game.version, ONCE_FIELD: new_form_name(), BY_FIELD: ""},
    )


def render_links_page(keys: Mapping[str, str], title: str, **variables: object) -> str:
    """Render the links of a game, which are shown only once."""
    pages = {role: url_for("game_pages.game", key=key) for role, key in keys.items()}
    return render_template(
        "games/begun.html",
        keys=keys,
        title=title,
        page=pages["play"],
        links={role: public_address.address_of(page) or page for role, page in pages.items()},
        **{"made": None, "report": None, "before": "", "names": (), **variables},
    )


def wants_json() -> bool:
    """Tests if the client prefers JSON, as our scripts do."""
    return request.accept_mimetypes.best_match(["text/html", "application/json"]) != "text/html"
