"""The pages of a game. What they write goes the way of the API; each form works without scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from scorer import game as games
from scorer.errors import HandError
from scorer.game import Game
from scorer.game.fold import folded
from scorer.game.hands import settled
from scorer.service.evening import hand_form, new_game, penalties
from scorer.service.evening.board import board, unit_of
from scorer.service.evening.chart import chart
from scorer.service.evening.sent import AFTER, BY, ONCE, new_name, refuse_strangers, sent
from scorer.service.games import opening
from scorer.service.games.database import AwayError
from scorer.service.games.keys import Role
from scorer.service.games.opening import Opened, WrittenSinceError
from scorer.service.games.sent import asked
from scorer.service.i18n import languages
from scorer.service.i18n.languages import said
from scorer.service.web import files, labels, public_address
from scorer.service.web.fields_sent import plain_lines
from scorer.service.web.form import ruleset_of
from scorer.service.web.results import ask_no_more
from scorer.settle import fewest

__all__ = ["MAKING", "OPENING", "blueprint"]

Json = dict[str, Any]

blueprint = Blueprint("evening", __name__, url_prefix="/games")

KEY = "/<game_key:key>"
MAKING = ("evening.new",)
OPENING = (
    *("evening.game", "evening.hand", "evening.hand_again", "evening.entry", "evening.adjust"),
    *("evening.undo", "evening.table", "evening.more", "evening.settle_up", "evening.keys"),
    *("evening.remove", "evening.sheet"),
)
"""The endpoints that make a game, and those that open one."""


@blueprint.before_request
def _from_here() -> None:
    if request.method == "POST":
        refuse_strangers()


@blueprint.after_request
def _kept_nowhere(response: Response) -> Response:
    response.headers.setdefault("Cache-Control", "no-store")
    return response


@blueprint.get("")
def start() -> str:
    """Where an evening begins: the games of this phone, and a new one."""
    return render_template("games/start.html", off=_off())


@blueprint.route("/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """Begin a game."""
    fields, status = new_game.read(), 200
    if request.method == "POST" and not fields.switching:
        try:
            game = games.begin(fields.request, at=opening.now())
            return _with_keys(opening.begun(game)[1], game.title)
        except HandError as error:
            fields.refuse(error)
            status = 422
        except AwayError:
            status = 503
        if _wants_data():
            return {"errors": fields.problems}, status
    page = render_template("games/new.html", fields=fields, form=fields.form, off=_off())
    return page, status


@blueprint.get("/alone")
def alone() -> str:
    """A game that a phone has begun without a network; the phone alone knows it."""
    return render_template("games/alone.html")


@blueprint.get("/privacy")
def privacy() -> str:
    """What is kept of a game, where, and for how long."""
    return render_template("games/privacy.html", days=current_app.config["GAMES_KEPT_DAYS"])


@blueprint.get("/open")
def open_by_link() -> ResponseReturnValue:
    """Go to the game of a link, or of a key, that somebody has typed."""
    told = request.args.get("link", "").strip().rstrip("/")
    key = told.partition("/games/")[2].partition("/")[0] or told
    if not key or "/" in key or len(key) > 100:
        return redirect(url_for("evening.start"))
    return redirect(url_for("evening.game", key=key))


@blueprint.get(KEY)
def game(key: str) -> ResponseReturnValue:
    """The game: who sits where, what they hold, and every hand."""
    state = opening.known(key).tag
    tag = f"{state}-{languages.chosen()}-{files.release()}"
    if request.if_none_match.contains_weak(tag):
        return _of_now(Response(status=304), tag)
    page = _board_page("games/board.html", key, f'"{state}"')
    return _of_now(Response(page, mimetype="text/html"), tag)


@blueprint.get(f"{KEY}/sheet")
def sheet(key: str) -> str:
    """The score sheet as paper has it, to be printed."""
    return _board_page("games/sheet.html", key)


@blueprint.route(f"{KEY}/hand", methods=["GET", "POST"])
def hand(key: str) -> ResponseReturnValue:
    """Tell the next hand."""
    return _hand(key, 0)


@blueprint.route(f"{KEY}/hand/<int:number>", methods=["GET", "POST"])
def hand_again(key: str, number: int) -> ResponseReturnValue:
    """Tell a hand again that was told wrong."""
    return _hand(key, number)


@blueprint.get(f"{KEY}/entries/<int:number>")
def entry(key: str, number: int) -> ResponseReturnValue:
    """One hand: who paid whom, and why."""
    found = opening.opened(key)
    shown = board(found.game)
    row = next((row for row in shown.rows if row.entry.n == number), None)
    if row is None or row.entry.answer is None or row.entry.under is None:
        abort(404)
    try:
        told = hand_form.played(found.game, key, number)
        answer: Json = settled(
            found.game, told.table, told.totals, row.entry.told["document"]
        ).answer
    except (LookupError, HandError):
        # It does not count any more, or the rules are others by now: what was answered then.
        answer = row.entry.answer
    form = hand_form.form_of(found.game, hand_form.played(found.game, key))
    seats = row.entry.under["seats"]
    labels.name_seats({seat: shown.names[one] for seat, one in seats.items()})
    players = row.entry.told["document"].get("players") or {}
    winner = next((seat for seat in players if players[seat].get("win")), "nobody")
    ask_no_more(answer, players)
    score = answer["scores"].get(winner)
    return _page(
        "games/entry.html",
        found,
        key,
        board=shown,
        row=row,
        answer=answer,
        winner=winner,
        short=bool(score) and not score["qualifies"],
        least=fewest(answer["net"]),
        warnings=answer["warnings"],
        losers={},
        form=form,
        instead=(),
    )


@blueprint.route(f"{KEY}/adjust", methods=["GET", "POST"])
def adjust(key: str) -> ResponseReturnValue:
    """Points that move for another reason: a penalty by its name, or what was agreed."""
    found = _writable(key)
    labels.name_seats(_seated(found.game))
    told = penalties.read(found.game, request.form)
    effect = None
    if told.request and request.form.get("go") == "enter":
        done = _attempt(found, key, told.request)
        if done.response is not None:
            return done.response
        found, told.problems = done.found, done.problems
    elif told.request:
        effect = _effect(found.game, told)
    page = _page("games/adjust.html", found, key, told=told, effect=effect)
    return page, 422 if told.problems else 200


@blueprint.post(f"{KEY}/undo")
def undo(key: str) -> ResponseReturnValue:
    """An entry does not count."""
    number = request.form.get("entry", "")
    told = {"kind": "undo", "entry": int(number) if number.isdecimal() and number else 0}
    return _entered(key, told)


@blueprint.route(f"{KEY}/table", methods=["GET", "POST"])
def table(key: str) -> ResponseReturnValue:
    """Who plays, who sits where, and the wind of the round, where the table says otherwise."""
    found = _writable(key)
    problems: list[str] = []
    if request.method == "POST":
        try:
            done = _attempt(found, key, new_game.table_request(found.game, request.form))
        except HandError as error:
            problems = [said(problem.detail) for problem in error.problems]
        else:
            if done.response is not None:
                return done.response
            found, problems = done.found, done.problems
    page = _page("games/table.html", found, key, problems=problems)
    return page, 422 if problems else 200


@blueprint.route(f"{KEY}/more", methods=["GET", "POST"])
def more(key: str) -> ResponseReturnValue:
    """The evening ends; the game is taken along, or removed. POST: it is over."""
    if request.method == "POST":
        return _entered(key, {"kind": "close"})
    found = opening.opened(key)
    return _page("games/more.html", found, key)


@blueprint.get(f"{KEY}/settle-up")
def settle_up(key: str) -> ResponseReturnValue:
    """Who gives what to whom, so that all are even."""
    found = opening.opened(key)
    rate = request.args.get("rate", "").strip().replace(",", ".") or None
    currency = request.args.get("currency", "").strip() or None
    problems: list[str] = []
    try:
        told = games.settle_up(found.game, rate, currency)
    except HandError as error:
        problems = [said(problem.detail) for problem in error.problems]
        told = games.settle_up(found.game)
    page = _page(
        "games/settle_up.html",
        *(found, key),
        told=told,
        problems=problems,
        sticks=ruleset_of(found.game.ruleset)["sticks"],
    )
    return page, 422 if problems else 200


@blueprint.post(f"{KEY}/keys")
def keys(key: str) -> ResponseReturnValue:
    """New links in place of those that there are: of that to watch with, or of both."""
    found = _writable(key)
    roles: list[Role] = ["watch"] if request.form.get("which") == "watch" else ["play", "watch"]
    return _with_keys({"play": key, **opening.replaced_keys(key, roles)}, found.game.title)


@blueprint.post(f"{KEY}/delete")
def remove(key: str) -> ResponseReturnValue:
    """Remove a game, where that was meant."""
    known = opening.known(key)
    opening.may_write(known)
    if request.form.get("sure") != "yes":
        return redirect(url_for("evening.more", key=key) + "#delete", 303)
    opening.store().remove(known)
    return redirect(url_for("evening.start", removed="yes"), 303)


def _hand(key: str, number: int) -> ResponseReturnValue:
    found = _writable(key)
    try:
        told = hand_form.played(found.game, key, number)
    except LookupError:
        abort(404)
    status, since = 200, ""
    form = hand_form.form_of(found.game, told, _fields() if request.method == "POST" else None)
    if request.args.get("winner", "") in told.seated and not number:
        form.typed.setdefault("winner", request.args["winner"])
    if request.method == "POST":
        if hand_form.table_told(form) is not None:
            try:
                return _written(found, key, hand_form.entry_of(form))
            except HandError as error:
                hand_form.place_refusal(form, error)
            except WrittenSinceError as error:
                if _wants_data():
                    raise
                found, since, status = opening.opened(key), _since(error), 409
                told = hand_form.played(found.game, key, number)
                form = hand_form.form_of(found.game, told, _fields())
        if form.problems and _wants_data():
            return {"errors": form.problems}, 422
    page = _page(
        "games/hand.html",
        *(found, key),
        form=form,
        detail=form.detail,
        hand=told,
        hidden=hand_form.hidden(form),
        heading=hand_form.title(told),
        since=since,
        over=folded(found.game).over and not number,
    )
    return page, 422 if form.problems else status


def _entered(key: str, told: Json) -> ResponseReturnValue:
    """Write an entry that a single button tells; what is wrong with it is told by the game."""
    done = _attempt(_writable(key), key, told)
    if done.response is not None:
        return done.response
    return _board_page("games/board.html", key, problems=done.problems), 422


class Attempt(NamedTuple):
    """What became of an entry: the answer where it was written, else what is wrong with it, and
    the game as it is now."""

    response: Response | None
    problems: list[str]
    found: Opened


def _attempt(found: Opened, key: str, told: Json) -> Attempt:
    """Write an entry, for a page that then shows what is wrong; a script is told by an error."""
    try:
        return Attempt(_written(found, key, told), [], found)
    except HandError as error:
        if _wants_data():
            raise
        return Attempt(None, [said(problem.detail) for problem in error.problems], found)
    except WrittenSinceError as error:
        if _wants_data():
            raise
        words = gettext(
            "Somebody has entered something meanwhile (%(what)s). If this still holds, send it "
            "again",
            what=_since(error),
        )
        return Attempt(None, [words], opening.opened(key))


def _since(error: WrittenSinceError) -> str:
    """What was entered since, in words."""
    rows = board(error.game).rows[error.after :]
    return str(gettext("; ")).join(row.words for row in rows)


def _written(found: Opened, key: str, told: Json) -> Response:
    """Write an entry, and lead back to the game. Raises HandError and WrittenSinceError."""
    beside = sent(request.form)
    after = found.game.version if beside.after is None else beside.after
    once = (beside.once, asked(told))
    answer = opening.written(key, told, after, beside.by, once)
    address = url_for("evening.game", key=key)
    if _wants_data():
        return Response(answer, 201, mimetype="application/json")
    return Response(status=303, headers={"Location": address})


def _writable(key: str) -> Opened:
    """The game of a key to play. Raises WatchingError."""
    opening.may_write(opening.known(key))
    return opening.opened(key)


def _effect(game: Game, form: penalties.Adjustment) -> Json | None:
    """What an entry would move; none, with what is wrong written into the form, else."""
    try:
        return opening.answer_to(game, form.request, None)[1]
    except HandError as error:
        form.refuse(error)
        return None


def _fields() -> Any:
    form = request.form
    return type(form)([(name, plain_lines(value)) for name, value in form.items(multi=True)])


def _seated(game: Game) -> dict[str, str]:
    shown = board(game)
    return {plate.seat: plate.name for plate in shown.plates}


def _board_page(template: str, key: str, tag: str = "", problems: Sequence[str] = ()) -> str:
    found = opening.opened(key)
    shown = board(found.game)
    totals = [(row.hand, row.totals) for row in shown.rows if row.counts]
    drawn = chart(found.game.start, totals)
    return _page(template, found, key, board=shown, chart=drawn, problems=problems, tag=tag)


def _page(template: str, found: Opened, key: str, **told: object) -> str:
    """A page of a game, with what every one of them shows or sends along."""
    if "board" not in told:
        told["board"] = board(found.game)
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
        unit=unit_of(found.game),
        beside={AFTER: found.game.version, ONCE: new_name(), BY: ""},
    )


def _wants_data() -> bool:
    """Whether a script asks, which is told in JSON."""
    return request.accept_mimetypes.best_match(["text/html", "application/json"]) != "text/html"


def _with_keys(keys: Mapping[str, str], title: str) -> ResponseReturnValue:
    """The links of a game, which are told this once."""
    pages = {role: url_for("evening.game", key=key) for role, key in keys.items()}
    if _wants_data():
        return {"keys": keys, "title": title, "page": pages["play"]}, 201
    links = {role: public_address.address_of(page) or page for role, page in pages.items()}
    return render_template("games/begun.html", title=title, page=pages["play"], links=links), 201


def _off() -> bool:
    """Whether games cannot be kept at the moment."""
    return not opening.store().database.prepare()


def _of_now(response: Response, tag: str) -> Response:
    response.set_etag(tag)
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(["Accept-Language", "Cookie"])
    return response
