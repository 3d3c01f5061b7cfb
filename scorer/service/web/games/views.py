"""The pages of games that show, create and remove a game.

Pages that write an entry are in ``writing``. Every form works without scripts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorer import game as games
from scorer.errors import HandError
from scorer.service.games import opening
from scorer.service.i18n import languages
from scorer.service.store.keys import Role
from scorer.service.store.records import AwayError
from scorer.service.web import files, labels, public_address
from scorer.service.web.forms import bets
from scorer.service.web.forms.form import Form, ruleset_of, rulesets
from scorer.service.web.games import hand_text, new_game, writing
from scorer.service.web.games.board import board, winners
from scorer.service.web.games.pages import (
    KEY,
    blueprint,
    board_page,
    in_words,
    opened,
    page_of,
    page_of_board,
    wants_data,
    writable,
)
from scorer.service.web.games.recorded_hand import recorded
from scorer.service.web.results.summary import ask_no_more
from scorer.service.web.rules.why import of_players
from scorer.settlement.settlement import fewest

__all__ = ["MAKING", "OPENING", "blueprint"]

Json = dict[str, Any]

MAKING = ("evening.new",)
OPENING = (
    *("evening.game", "evening.sheet", "evening.entry", "evening.more", "evening.settle_up"),
    *(
        "evening.who",
        "evening.codes",
        "evening.keys",
        "evening.remove",
        *writing.ENDPOINTS,
        hand_text.ENDPOINT,
    ),
)
"""The endpoints that create a game, and those that open one."""


@blueprint.get("")
def start() -> str:
    """Show the games of this phone, and a link to a new one."""
    return render_template("games/start.html", off=_off())


@blueprint.route("/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """Begin a game."""
    fields, status = new_game.read(), 200
    if request.method == "POST" and not fields.switching:
        try:
            game = games.begin(fields.request, at=opening.now())
            return _with_keys(opening.create_game(game)[1], game.title)
        except HandError as error:
            fields.refuse(error)
            status = 422
        except AwayError:
            status = 503
        if wants_data():
            return {"errors": fields.problems}, status
    page = render_template("games/new.html", fields=fields, form=fields.form, off=_off())
    return page, status


@blueprint.get("/alone")
def alone() -> str:
    """Show a game that a phone has begun offline and that only the phone knows."""
    return render_template("games/alone.html")


@blueprint.get("/privacy")
def privacy() -> str:
    """Show what is stored of a game, where, and for how long."""
    return render_template("games/privacy.html", days=current_app.config["GAMES_KEPT_DAYS"])


@blueprint.get("/open")
def open_by_link() -> ResponseReturnValue:
    """Redirect to the game of a typed link or key."""
    link = request.args.get("link", "").strip().rstrip("/")
    key = link.partition("/games/")[2].partition("/")[0] or link
    if not key or "/" in key or len(key) > 100:
        return redirect(url_for("evening.start"))
    return redirect(url_for("evening.game", key=key))


@blueprint.get(KEY)
def game(key: str) -> ResponseReturnValue:
    """Show the board of a game."""
    state = opening.find_game(key).tag
    tag = f"{state}-{languages.chosen()}-{files.release()}"
    if request.if_none_match.contains_weak(tag):
        return _with_etag(Response(status=304), tag)
    page = board_page("games/board.html", key, f'"{state}"')
    return _with_etag(Response(page, mimetype="text/html"), tag)


@blueprint.get(f"{KEY}/sheet")
def sheet(key: str) -> str:
    """Show the score sheet for printing; of a long game the last page, or one before an entry."""
    before = request.args.get("before", type=int)
    return page_of_board("games/sheet.html", opened(key), key, before=before)


@blueprint.get(f"{KEY}/entries/<int:number>")
def entry(key: str, number: int) -> ResponseReturnValue:
    """Show one hand: who paid whom, and why."""
    open_game = opened(key)
    game_board = board(open_game.game)
    row = next((row for row in game_board.rows if row.entry.n == number), None)
    if row is None or row.entry.answer is None or row.entry.under is None:
        abort(404)
    hand, winning_seats = (
        recorded(open_game.game, row.entry, game_board.game_state),
        winners(row.entry),
    )
    labels.name_seats({seat: game_board.names[player] for seat, player in hand.seats.items()})
    detail, answer = ruleset_of(open_game.game.ruleset), hand.answer
    ask_no_more(answer, hand.document["players"])
    winner = winning_seats[0] if winning_seats else "nobody"
    score = answer["scores"].get(winner)
    fields = MultiDict([("winner", winner), *(("also", seat) for seat in winning_seats[1:])])
    bettor = game_board.names.get(hand.resting, "")
    return page_of(
        "games/entry.html",
        open_game,
        key,
        board=game_board,
        row=row,
        answer=answer,
        nets=hand.nets,
        on_bet=bets.payments(hand.on_bet, bettor, hand.bet),
        bettor_net=sum(hand.on_bet.values()),
        winner=winner,
        short=bool(score) and not score["qualifies"],
        least=() if hand.bet else fewest(answer["net"]),
        warnings=answer["warnings"],
        losers={},
        form=Form(fields, detail, rulesets()),
        of_players=of_players(hand.document, detail) if "ruleset" in hand.document else {},
        instead=(),
    )


@blueprint.get(f"{KEY}/who")
def who(key: str) -> str:
    """Ask who holds this phone."""
    open_game = opened(key)
    return page_of("games/who.html", open_game, key, board=board(open_game.game))


@blueprint.post(f"{KEY}/codes")
def codes(key: str) -> ResponseReturnValue:
    """Show a new code by which another phone joins the game."""
    open_game = writable(key)
    role: Role = "watch" if request.form.get("role") == "watch" else "play"
    made = opening.open_code(key, role)
    ask = url_for("joining.ask")
    joining = public_address.address_of(ask) or ask
    return page_of("games/code.html", open_game, key, role=role, made=made, joining=joining), 201


@blueprint.get(f"{KEY}/more")
def more(key: str) -> str:
    """Show how to close, share, export and remove a game."""
    open_game = opened(key)
    return page_of("games/more.html", open_game, key, board=board(open_game.game))


@blueprint.get(f"{KEY}/settle-up")
def settle_up(key: str) -> ResponseReturnValue:
    """Show the transfers that settle a game."""
    open_game = opened(key)
    rate = request.args.get("rate", "").strip().replace(",", ".") or None
    currency = request.args.get("currency", "").strip() or None
    ways = games.settled_by(open_game.game)
    # By default the unit that decides the game.
    by = request.args.get("by", ways[-1])
    problems: list[str] = []
    try:
        settled = games.settle_up(open_game.game, rate, currency, by)
    except HandError as error:
        problems = in_words(error)
        settled = games.settle_up(open_game.game, by=by if by in ways else ways[-1])
    page = page_of(
        "games/settle_up.html",
        *(open_game, key),
        board=board(open_game.game),
        settled=settled,
        ways=ways,
        problems=problems,
        sticks=ruleset_of(open_game.game.ruleset)["sticks"],
    )
    return page, 422 if problems else 200


@blueprint.post(f"{KEY}/keys")
def keys(key: str) -> ResponseReturnValue:
    """Replace the link to watch, or both links."""
    open_game = writable(key)
    roles: list[Role] = ["watch"] if request.form.get("which") == "watch" else ["play", "watch"]
    return _with_keys({"play": key, **opening.replace_keys(key, roles)}, open_game.game.title)


@blueprint.post(f"{KEY}/delete")
def remove(key: str) -> ResponseReturnValue:
    """Remove a game if the form confirms it."""
    ref = opening.find_game(key)
    opening.require_play_key(ref)
    if request.form.get("sure") != "yes":
        return redirect(url_for("evening.more", key=key) + "#delete", 303)
    opening.store().remove(ref)
    return redirect(url_for("evening.start", removed="yes"), 303)


def _with_keys(keys: Mapping[str, str], title: str) -> ResponseReturnValue:
    """Show the links of a game, which are shown only once."""
    pages = {role: url_for("evening.game", key=key) for role, key in keys.items()}
    if wants_data():
        return {"keys": keys, "title": title, "page": pages["play"]}, 201
    links = {role: public_address.address_of(page) or page for role, page in pages.items()}
    return render_template("games/begun.html", title=title, page=pages["play"], links=links), 201


def _off() -> bool:
    """Tests if games cannot be stored now."""
    return not opening.store().is_there()


def _with_etag(response: Response, tag: str) -> Response:
    opening.with_etag(response, tag)
    response.vary.update(["Accept-Language", "Cookie"])
    return response
