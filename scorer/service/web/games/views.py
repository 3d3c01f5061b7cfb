"""The pages of games that show, create and remove a game.

Pages that write an entry are in ``writing``. Every form works without scripts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from flask import Response, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date, gettext
from werkzeug.datastructures import MultiDict

from scorer import game as games
from scorer.errors import HandError
from scorer.rulebook.settlement import fewest_transfers
from scorer.service.games import opening
from scorer.service.games.opening import OpenGame
from scorer.service.i18n import languages
from scorer.service.i18n.contexts import RULESET
from scorer.service.i18n.languages import translate
from scorer.service.store.records import StoreUnavailableError
from scorer.service.web import files, labels, public_address
from scorer.service.web.forms import bets
from scorer.service.web.forms.form import Form, offered_rulesets, ruleset_of
from scorer.service.web.games import writing as writing  # adds pages to the blueprint
from scorer.service.web.games.board import board, seats_of_winners
from scorer.service.web.games.changed_lines import changed_lines_response
from scorer.service.web.games.forms import hand_text as hand_text  # adds pages to the blueprint
from scorer.service.web.games.forms import new_game
from scorer.service.web.games.forms.form_meta import new_form_name, submitted_once
from scorer.service.web.games.pages import (
    KEY_PATH,
    blueprint,
    create_game_of_form,
    opened_game,
    problems_in_words,
    render_board_page,
    render_links_page,
    render_page,
    wants_json,
    writable_game,
)
from scorer.service.web.games.recorded_hand import recorded_hand
from scorer.service.web.pictures import drawing
from scorer.service.web.results.summary import remove_undecided, winning_hand
from scorer.service.web.rules.why import explanations_of_players
from scorer.service.wsgi.caching import page_with_etag
from scorer.types.terms import Role

__all__ = ["MAKING_ENDPOINTS", "blueprint"]

MAKING_ENDPOINTS = ("game_pages.new",)
"""The endpoint that makes a game."""


@blueprint.get("")
def start() -> str:
    """Show the games of this phone, and a link to a new one."""
    return render_template("games/start.html", off=_games_are_off(), titles=_ruleset_titles())


@blueprint.get("/evenings")
def evenings() -> str:
    """Show what players did over evenings, which only the phone knows."""
    return render_template("games/evenings.html", titles=_ruleset_titles())


@blueprint.route("/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """Begin a game."""
    fields, status = new_game.read_new_game(), 200
    if request.method == "POST" and not fields.switching:
        try:
            game = games.begin(fields.request, at=opening.now_text())
            made = create_game_of_form(game, fields.request)
            return _keys_page(made.keys, made.game.title, begins=True, names=made.game.players)
        except HandError as error:
            fields.refuse(error)
            status = 422
        except StoreUnavailableError:
            status = 503
        if wants_json():
            return {"errors": fields.problems}, status
    page = render_template(
        "games/new.html",
        fields=fields,
        form=fields.form,
        off=_games_are_off(),
        once=new_form_name(),
    )
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
        return redirect(url_for("game_pages.start"))
    return redirect(url_for("game_pages.game", key=key))


@blueprint.get(KEY_PATH)
def game(key: str) -> ResponseReturnValue:
    """Show the board of a game."""
    state = opening.find_game(key).tag
    tag = f"{state}-{languages.requested_language()}-{files.release()}"
    if request.if_none_match.contains_weak(tag):
        return page_with_etag(Response(status=304), tag)

    def page(open_game: OpenGame) -> str:
        return render_board_page("games/board.html", open_game, key, f'"{state}"')

    open_game = opened_game(key)
    changes = changed_lines_response(open_game, page)
    return changes or page_with_etag(Response(page(open_game), mimetype="text/html"), tag)


@blueprint.get(f"{KEY_PATH}/wall")
def wall(key: str) -> ResponseReturnValue:
    """Show the totals and the last hand as large as the screen, without a menu."""
    tag = f'"{opening.find_game(key).tag}"'

    def page(open_game: OpenGame) -> str:
        return render_board_page("games/wall.html", open_game, key, tag)

    open_game = opened_game(key)
    return changed_lines_response(open_game, page) or page(open_game)


@blueprint.get(f"{KEY_PATH}/sheet")
def sheet(key: str) -> str:
    """Show the score sheet for printing; of a long game the last page, or one before an entry."""
    before = request.args.get("before", type=int)
    open_game = opened_game(key)
    day = _day_in_words(open_game.game.at)
    pictured = drawing.is_available()
    return render_board_page(
        "games/sheet.html", open_game, key, before=before, day=day, pictured=pictured
    )


@blueprint.get(f"{KEY_PATH}/standings.png")
def standings(key: str) -> ResponseReturnValue:
    """Draw the standings, with the names of those players that the form names."""
    open_game = opened_game(key)
    game_board = board(open_game.game)
    named = request.args.getlist("name")
    seats = dict(zip(game_board.ids, range(1, len(game_board.ids) + 1), strict=True))

    def name_of(player: str) -> str:
        if player in named:
            return drawing.shortened_text(
                game_board.names[player], drawing.NAME_WIDTH, drawing.NAME_SIZE
            )
        return str(gettext("Player %(number)s", number=seats[player]))

    return drawing.picture_response(
        "pictures/standings.svg",
        title=labels.ruleset_title(
            ruleset_of(open_game.game.ruleset), open_game.game.preset, open_game.game.preset_title
        ),
        day=_day_in_words(open_game.game.at),
        rows=[
            (place, name_of(player), game_board.game_state.totals[player])
            for place, player in game_board.leaders
        ],
    )


@blueprint.get(f"{KEY_PATH}/entries/<int:number>")
def entry(key: str, number: int) -> ResponseReturnValue:
    """Show one hand: who paid whom, and why."""
    open_game = opened_game(key)
    game_board = board(open_game.game)
    row = next((row for row in game_board.rows if row.entry.n == number), None)
    if row is None or row.entry.answer is None or row.entry.table is None:
        abort(404)
    hand, winning_seats = (
        recorded_hand(open_game.game, row.entry, game_board.game_state),
        seats_of_winners(row.entry),
    )
    labels.name_seats({seat: game_board.names[player] for seat, player in hand.seats.items()})
    ruleset, answer = ruleset_of(open_game.game.ruleset), hand.answer
    remove_undecided(answer, hand.document["players"])
    winner = winning_seats[0] if winning_seats else "nobody"
    score = answer["scores"].get(winner)
    fields = MultiDict([("winner", winner), *(("also", seat) for seat in winning_seats[1:])])
    bettor = game_board.names.get(hand.resting, "")
    return render_page(
        "games/entry.html",
        open_game,
        key,
        board=game_board,
        row=row,
        answer=answer,
        nets=hand.nets,
        on_bet=bets.bet_payments(hand.on_bet, bettor, hand.bet),
        bettor_net=sum(hand.on_bet.values()),
        winner=winner,
        shown=winning_hand(hand.document, answer, winner),
        short=bool(score) and not score["qualifies"],
        least=() if hand.bet else fewest_transfers(answer["net"]),
        warnings=answer["warnings"],
        losers={},
        form=Form(fields, ruleset, offered_rulesets()),
        of_players=explanations_of_players(hand.document, ruleset)
        if "ruleset" in hand.document
        else {},
        instead=(),
    )


@blueprint.get(f"{KEY_PATH}/who")
def who(key: str) -> str:
    """Ask who holds this phone."""
    open_game = opened_game(key)
    return render_page("games/who.html", open_game, key, board=board(open_game.game))


@blueprint.get(f"{KEY_PATH}/share")
def share(key: str) -> str:
    """Show how other phones join the game."""
    open_game = opened_game(key)
    return _sharing_page(open_game, key, open_game.game_ref.role)


@blueprint.post(f"{KEY_PATH}/codes")
def codes(key: str) -> ResponseReturnValue:
    """Show a new code by which another phone joins the game."""
    open_game = writable_game(key)
    role: Role = "watch" if request.form.get("role") == "watch" else "play"
    made = opening.open_code(key, role)
    accepted = request.accept_mimetypes
    if accepted.accept_json and not accepted.accept_html:
        return dict(made), 201
    return _sharing_page(open_game, key, role, made), 201


@blueprint.get(f"{KEY_PATH}/more")
def more(key: str) -> str:
    """Show how to close, share, export and remove a game."""
    open_game = opened_game(key)
    return render_page("games/more.html", open_game, key, board=board(open_game.game))


@blueprint.get(f"{KEY_PATH}/settle-up")
def settle_up(key: str) -> ResponseReturnValue:
    """Show the transfers that settle a game."""
    open_game = opened_game(key)
    rate = request.args.get("rate", "").strip().replace(",", ".") or None
    currency = request.args.get("currency", "").strip() or None
    ways = games.settle_up_units(open_game.game)
    # By default the unit that decides the game.
    by = request.args.get("by", ways[-1])
    problems: list[str] = []
    try:
        settled = games.settle_up(open_game.game, rate, currency, by)
    except HandError as error:
        problems = problems_in_words(error)
        settled = games.settle_up(open_game.game, by=by if by in ways else ways[-1])
    page = render_page(
        "games/settle_up.html",
        open_game,
        key,
        board=board(open_game.game),
        settled=settled,
        ways=ways,
        problems=problems,
        sticks=ruleset_of(open_game.game.ruleset)["sticks"],
    )
    return page, 422 if problems else 200


@blueprint.post(f"{KEY_PATH}/keys")
def keys(key: str) -> ResponseReturnValue:
    """Replace the link to watch, or both links."""
    roles: list[Role] = ["watch"] if request.form.get("which") == "watch" else ["play", "watch"]
    fresh = {"play": key, **opening.replace_keys(key, roles, submitted_once(roles))}
    return _keys_page(fresh, opened_game(fresh["play"]).game.title, before=key)


@blueprint.post(f"{KEY_PATH}/delete")
def remove(key: str) -> ResponseReturnValue:
    """Remove a game if the form confirms it."""
    game_ref = opening.find_game(key)
    opening.require_play_key(game_ref)
    if request.form.get("sure") != "yes":
        return redirect(url_for("game_pages.more", key=key) + "#delete", 303)
    opening.store().remove(game_ref)
    # Behind the address, where a phone finds what to forget.
    return redirect(url_for("game_pages.start", removed="yes", _anchor=key), 303)


def _sharing_page(
    open_game: OpenGame, key: str, role: Role, made: Mapping[str, str] | None = None
) -> str:
    """Show the link of a game, and a code if one was made.

    The square has the link; a code for another role leads to a link that this phone does not have.
    """
    shared = _full_address(url_for("game_pages.game", key=key))
    if made is not None and role != open_game.game_ref.role:
        shared = _full_address(url_for("joining.ask", code=made["code"]))
    joining = _full_address(url_for("joining.ask"))
    variables = {"role": role, "made": made, "shared": shared, "joining": joining}
    return render_page("games/share.html", open_game, key, board=board(open_game.game), **variables)


def _ruleset_titles() -> dict[str, str]:
    """Return the names of the rulesets."""
    return {ruleset["id"]: translate(ruleset["name"], RULESET) for ruleset in offered_rulesets()}


def _full_address(path: str) -> str:
    return public_address.address_of(path) or path


def _keys_page(
    keys: Mapping[str, str],
    title: str,
    *,
    begins: bool = False,
    before: str = "",
    names: Sequence[str] = (),
) -> ResponseReturnValue:
    """Show the links of a game, which are shown only once; of a new game with a code to join by.

    Args:
        keys: Its keys by role.
        title: Its title.
        begins: Whether it is new.
        before: The key to play that it had before.
        names: The players' names as they were typed.
    """
    if wants_json():
        page = url_for("game_pages.game", key=keys["play"])
        return {"keys": keys, "title": title, "page": page}, 201
    code = opening.open_code(keys["play"], "play") if begins else None
    joining = _full_address(url_for("joining.ask"))
    variables = {"made": code, "joining": joining, "before": before, "names": names}
    return render_links_page(keys, title, **variables), 201


def _day_in_words(at: str) -> str:
    """Return the day of a time in words; on a phone, which has no names of months, in numbers.

    Release 0.1 imported any text as a time: what is no time is shown as it is.
    """
    if "engine" in current_app.jinja_env.globals:
        return at[:10]
    try:
        return str(format_date(datetime.fromisoformat(at), "long"))
    except (ValueError, OverflowError):
        return at[:10]


def _games_are_off() -> bool:
    """Tests if games cannot be stored now."""
    return not opening.store().is_available()
