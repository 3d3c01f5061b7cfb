"""What is shown of an exercise: the tiles as they lie on the table, and every fact that counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from flask_babel import gettext

from scorer.learn.judging import UNKNOWN
from scorer.options import plain_label
from scorer.service.i18n.languages import said
from scorer.service.web import form_documents, labels
from scorer.service.web.rule_examples import HOW
from scorer.service.web.rule_values import chosen_words
from scorer.tiles import codes, in_order, parse

__all__ = ["Held", "lying", "players", "rules_in_force"]

Document = Mapping[str, Any]


class Laid(NamedTuple):
    """A set that was laid out, with what is to be said of it."""

    tiles: list[str]
    concealed: bool
    caption: str


class Held(NamedTuple):
    """What one player has, and what is to be known of them."""

    seat: str
    concealed: list[str]
    laid: list[Laid]
    bonus: list[str]
    winning: str
    facts: list[str]
    beside: list[Laid]


def players(document: Document, detail: Document, *, hide_winning: bool = False) -> list[Held]:
    """The players of a hand or a table, the winner first; without the winning tile, and how it
    came, where that is asked for."""
    if "players" not in document:
        return [_held(document, document.get("seat", ""), document, detail, hide_winning)]
    told = document["players"].items()
    first = sorted(told, key=lambda item: "win" not in item[1])
    return [_held(player, seat, document, detail, False) for seat, player in first]


def _held(
    player: Document, seat: str, document: Document, detail: Document, hide_winning: bool
) -> Held:
    hand = player.get("hand")
    facts = _facts(player, seat, document, detail, hide_winning)
    if hand is None:
        return Held(seat, [], [], [], "", facts, [])
    winning = "".join(_codes(hand.get("winning_tile"))) if "win" in player else ""
    before = form_documents.before_win({"hand": _as_typed(hand)}, detail)["hand"]
    concealed = _codes(before["concealed"] if winning else hand["concealed"])
    laid = [
        Laid(_codes(one["tiles"]), bool(one.get("concealed")), _caption(one))
        for one in _melds(hand)
    ]
    bonus = _codes(hand.get("bonus"))
    last = "" if hide_winning else winning
    return Held(seat, concealed, laid, bonus, last, facts, _beside(hand, "hand", detail))


def lying(document: Document, detail: Document) -> list[Laid]:
    """The tiles that lie on the table for everybody, as far as the ruleset has them told."""
    return _beside(document, "table", detail) if "players" in document else []


def _beside(told: Document, part: str, detail: Document) -> list[Laid]:
    """Tiles of this part of a document that only this ruleset tells, each with what they are."""
    return [
        Laid(_codes(told[one["name"]]), False, labels.capital(said(one["meaning"])))
        for one in detail["fields"][part]
        if one["type"] == "tiles" and told.get(one["name"])
    ]


def _declared(told: Document, part: str, detail: Document) -> list[str]:
    """What else only this ruleset tells of this part, each a phrase."""
    facts = []
    for one in detail["fields"][part]:
        value = told.get(one["name"])
        if one["type"] == "tiles" or value is None:
            continue
        if one["type"] == "amounts":
            words = _joined(value, labels.kind_title)
        elif one["type"] == "seats":
            words = _joined(value, labels.seat_name)
        else:
            words = labels.seat_name(value) if one["type"] == "seat" else chosen_words(value)
        facts.append(
            gettext("%(option)s: %(value)s", option=said(plain_label(one["name"])), value=words)
        )
    return facts


def _joined(told: Mapping[str, int], named: Callable[[str], str]) -> str:
    """Numbers, each with what it is of."""
    return str(gettext(", ")).join(
        gettext("%(option)s: %(value)s", option=named(name), value=labels.number(value))
        for name, value in told.items()
        if value
    )


def _caption(meld: Document) -> str:
    if meld.get("from_concealed_pung"):
        return str(gettext("claimed onto a concealed pung"))
    return str(gettext("concealed")) if meld.get("concealed") else ""


def _melds(hand: Document) -> Sequence[Document]:
    melds: Sequence[Document] = hand.get("melds") or ()
    return melds


def _as_typed(hand: Document) -> dict[str, Any]:
    """The hand with its tiles as texts, as a form tells them."""
    return {
        **hand,
        "concealed": " ".join(_codes(hand["concealed"])),
        "winning_tile": " ".join(_codes(hand.get("winning_tile"))),
        "melds": [{**one, "tiles": " ".join(_codes(one["tiles"]))} for one in _melds(hand)],
    }


def _codes(tiles: str | Sequence[str] | None) -> list[str]:
    told = tiles if isinstance(tiles, str) else " ".join(tiles or ())
    return codes(in_order(parse(told.replace("?", ""))))


def _facts(
    player: Document, seat: str, document: Document, detail: Document, hide_winning: bool
) -> list[str]:
    """How the player won or that they did not, and what else was told of them."""
    facts: list[str] = []
    win, hand = player.get("win"), player.get("hand") or {}
    if win and not hide_winning:
        facts.append(_how(win))
        told = {one["id"]: one["meaning"] for one in detail["circumstances"]}
        facts += [labels.capital(said(told[id])) for id in win.get("with") or ()]
        facts += _declared(win, "win", detail)
    elif "players" not in document and not win:
        facts.append(gettext("Not the winner"))
    if win and hand.get("winning_tile") == UNKNOWN:
        facts.append(gettext("Nobody remembers the winning tile: what is it worth at least?"))
    if hand.get("partial"):
        facts.append(gettext("The other tiles are not known, and score nothing"))
    if player.get("points") is not None:
        points = labels.worth_words(player["points"], detail["unit"])
        facts.append(gettext("Agreed: %(points)s", points=points))
    if "players" not in document and detail["prevailing"] and seat:
        facts.append(gettext("Seat: %(wind)s", wind=said(labels.WIND_NAMES[seat])))
    if "fishing" in player:
        declared, not_declared = gettext("Declared fishing"), gettext("Did not declare fishing")
        facts.append(declared if player["fishing"] else not_declared)
    return [*facts, *_declared(player, "player", detail)]


def _how(win: Document) -> str:
    if win["by"] == "discard" and win.get("from"):
        return str(gettext("On a discard of %(seat)s", seat=labels.seat_name(win["from"])))
    if win["by"] == "robbed_kong" and win.get("from"):
        return str(gettext("Robbed a kong of %(seat)s", seat=labels.seat_name(win["from"])))
    return said(HOW[win["by"]])


def rules_in_force(document: Document, detail: Document) -> list[str]:
    """The wind of the round, where the game stands, what went wrong, preset and house rules: each a
    phrase."""
    facts: list[str] = []
    if document.get("prevailing"):
        wind = said(labels.WIND_NAMES[document["prevailing"]])
        facts.append(gettext("Wind of the round: %(wind)s", wind=wind))
    if document.get("seats"):
        seats = str(gettext(", ")).join(map(labels.seat_name, document["seats"]))
        facts.append(gettext("At the table: %(seats)s", seats=seats))
    facts += _where_the_game_stands(document, detail)
    if "players" in document:
        facts += _declared(document, "table", detail)
        if not any("win" in player for player in document["players"].values()):
            facts.append(gettext("Nobody won"))
        facts += [_event(one, detail) for one in document.get("events") or ()]
    titles = {one["name"]: one["title"] for one in detail["presets"]}
    if document.get("preset"):
        facts.append(said(titles[document["preset"]]))
    meanings = {one["name"]: one["meaning"] for one in detail["options"]}
    for name, value in (document.get("options") or {}).items():
        told = {"option": said(plain_label(name)), "value": chosen_words(value)}
        meaning = said(meanings[name]) if name in meanings else ""
        facts.append(gettext("%(option)s: %(value)s (%(meaning)s)", meaning=meaning, **told))
    return facts


def _where_the_game_stands(document: Document, detail: Document) -> list[str]:
    """The numbers of the game; East's wins in a row wherever they may decide who deals next."""
    facts = [
        gettext("%(option)s: %(value)s", option=said(one["title"]), value=document[one["name"]])
        for one in detail["state"]
        if document.get(one["name"])
    ]
    if "players" in document:
        run = document.get("east_run", 0 if detail["counts_east_wins"] else None)
        facts += [
            gettext("%(option)s: %(value)s", option=said(plain_label(name)), value=value)
            for name, value in (("deals_passed", document.get("deals_passed")), ("east_run", run))
            if value or (name == "east_run" and value is not None)
        ]
    for name in ("standing", "holdings"):
        told = [
            gettext("%(option)s: %(value)s", option=labels.seat_name(seat), value=labels.number(n))
            for seat, n in (document.get(name) or {}).items()
        ]
        if told:
            facts.append(str(gettext(", ")).join(told))
    return facts


def _event(event: Document, detail: Document) -> str:
    """What went wrong, who did it, and what else was told of it."""
    told = [said(plain_label(event["event"]))]
    for name, value in event.items():
        if name in ("event", "by") or value in (None, False):
            continue
        named = labels.seat_name(value) if name == "to" else "" if value is True else str(value)
        words = said(plain_label(name))
        told.append(gettext("%(option)s: %(value)s", option=words, value=named) if named else words)
    what = str(gettext(", ")).join(told)
    return str(gettext("%(player)s: %(what)s", player=labels.seat_name(event["by"]), what=what))
