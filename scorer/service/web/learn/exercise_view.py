"""Exercises as templates draw them: the visible tiles, and every fact that affects the score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from flask_babel import gettext

from scorer.documents.undecided import UNKNOWN_TILE
from scorer.engine.options import plain_label
from scorer.engine.tiles import codes, in_order, parse
from scorer.rules import BOOKS
from scorer.service.i18n.languages import translate
from scorer.service.web import labels
from scorer.service.web.forms import form_documents
from scorer.service.web.rules.rule_examples import WIN_WAY_LABELS
from scorer.service.web.rules.rule_values import value_title

Document = Mapping[str, Any]


class TileRow(NamedTuple):
    """Tiles in a row, such as a meld, with a caption."""

    tiles: list[str]
    concealed: bool
    caption: str


class PlayerView(NamedTuple):
    """The tiles and facts of a player."""

    seat: str
    concealed: list[str]
    melds: list[TileRow]
    bonus: list[str]
    winning_tile: str
    facts: list[str]
    side_tiles: list[TileRow]


def player_views(
    document: Document, ruleset: Document, *, hides_winning: bool = False
) -> list[PlayerView]:
    """Return the players of a hand or a table, the winner first.

    Args:
        hides_winning: Whether to hide the winning tile and how it was won.
    """
    if "players" not in document:
        return [_player_view(document, document.get("seat", ""), document, ruleset, hides_winning)]
    players = document["players"].items()
    winner_first = sorted(players, key=lambda item: "win" not in item[1])
    return [_player_view(player, seat, document, ruleset, False) for seat, player in winner_first]


def _player_view(
    player: Document, seat: str, document: Document, ruleset: Document, hides_winning: bool
) -> PlayerView:
    hand = player.get("hand")
    facts = _facts(player, seat, document, ruleset, hides_winning)
    if hand is None:
        return PlayerView(seat, [], [], [], "", facts, [])
    winning_tile = "".join(_codes(hand.get("winning_tile"))) if "win" in player else ""
    before = form_documents.document_before_win({"hand": _as_typed(hand)}, BOOKS[ruleset["id"]])[
        "hand"
    ]
    concealed = _codes(before["concealed"] if winning_tile else hand["concealed"])
    melds = [
        TileRow(_codes(meld["tiles"]), bool(meld.get("concealed")), _caption(meld))
        for meld in _melds(hand)
    ]
    bonus = _codes(hand.get("bonus"))
    shown_tile = "" if hides_winning else winning_tile
    return PlayerView(
        seat, concealed, melds, bonus, shown_tile, facts, _side_tiles(hand, "hand", ruleset)
    )


def table_tiles(document: Document, ruleset: Document) -> list[TileRow]:
    """Return the tiles on the table that belong to nobody."""
    return _side_tiles(document, "table", ruleset) if "players" in document else []


def _side_tiles(part_document: Document, part: str, ruleset: Document) -> list[TileRow]:
    """Return the tiles in fields that only this ruleset has, captioned."""
    return [
        TileRow(
            _codes(part_document[field["name"]]), False, labels.capital(translate(field["meaning"]))
        )
        for field in ruleset["fields"][part]
        if field["type"] == "tiles" and part_document.get(field["name"])
    ]


def _ruleset_facts(part_document: Document, part: str, ruleset: Document) -> list[str]:
    """Describe the other fields that only this ruleset has, each in a phrase."""
    facts = []
    for field in ruleset["fields"][part]:
        value = part_document.get(field["name"])
        if field["type"] == "tiles" or value is None:
            continue
        if field["type"] == "amounts":
            words = _amounts_in_words(value, labels.kind_title)
        elif field["type"] == "seats":
            words = _amounts_in_words(value, labels.seat_name)
        else:
            is_seat = field["type"] == "seat"
            words = labels.seat_name(value) if is_seat else value_title(value, field["name"])
        facts.append(labels.named_value(translate(plain_label(field["name"])), words))
    return facts


def _amounts_in_words(amounts: Mapping[str, int], name_of: Callable[[str], str]) -> str:
    """List amounts, each with its name."""
    return str(gettext(", ")).join(
        labels.named_value(name_of(name), labels.number(value))
        for name, value in amounts.items()
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
    """Return the hand with its tiles as texts, as form fields hold them."""
    return {
        **hand,
        "concealed": " ".join(_codes(hand["concealed"])),
        "winning_tile": " ".join(_codes(hand.get("winning_tile"))),
        "melds": [{**meld, "tiles": " ".join(_codes(meld["tiles"]))} for meld in _melds(hand)],
    }


def _codes(tiles: str | Sequence[str] | None) -> list[str]:
    text = tiles if isinstance(tiles, str) else " ".join(tiles or ())
    return codes(in_order(parse(text.replace("?", ""))))


def _facts(
    player: Document, seat: str, document: Document, ruleset: Document, hides_winning: bool
) -> list[str]:
    """Describe how the player won, and other facts about them."""
    facts: list[str] = []
    win, hand = player.get("win"), player.get("hand") or {}
    if win and not hides_winning:
        facts.append(_way_in_words(win))
        meanings = {
            circumstance["id"]: circumstance["meaning"] for circumstance in ruleset["circumstances"]
        }
        facts += [labels.capital(translate(meanings[id])) for id in win.get("with") or ()]
        facts += _ruleset_facts(win, "win", ruleset)
    elif "players" not in document and not win:
        facts.append(gettext("Not the winner"))
    if win and hand.get("winning_tile") == UNKNOWN_TILE:
        facts.append(gettext("Nobody remembers the winning tile: what is it worth at least?"))
    if hand.get("partial"):
        facts.append(gettext("The other tiles are not known, and score nothing"))
    if player.get("points") is not None:
        points = labels.worth_words(player["points"], ruleset["unit"])
        facts.append(gettext("Agreed: %(points)s", points=points))
    if "players" not in document and ruleset["prevailing"] and seat:
        facts.append(gettext("Seat: %(wind)s", wind=translate(labels.WIND_NAMES[seat])))
    if "fishing" in player:
        declared, not_declared = gettext("Declared fishing"), gettext("Did not declare fishing")
        facts.append(declared if player["fishing"] else not_declared)
    return [*facts, *_ruleset_facts(player, "player", ruleset)]


def _way_in_words(win: Document) -> str:
    if win["by"] == "discard" and win.get("from"):
        return str(gettext("On a discard of %(seat)s", seat=labels.seat_name(win["from"])))
    if win["by"] == "robbed_kong" and win.get("from"):
        return str(gettext("Robbed a kong of %(seat)s", seat=labels.seat_name(win["from"])))
    return translate(WIN_WAY_LABELS[win["by"]])


def rules_in_force(document: Document, ruleset: Document) -> list[str]:
    """Describe the round, the state of the game, penalties, preset and house rules, in phrases."""
    facts: list[str] = []
    if document.get("prevailing"):
        wind = translate(labels.WIND_NAMES[document["prevailing"]])
        facts.append(gettext("Wind of the round: %(wind)s", wind=wind))
    if document.get("seats"):
        seats = str(gettext(", ")).join(map(labels.seat_name, document["seats"]))
        facts.append(gettext("At the table: %(seats)s", seats=seats))
    facts += _game_state(document, ruleset)
    if "players" in document:
        facts += _ruleset_facts(document, "table", ruleset)
        if not any("win" in player for player in document["players"].values()):
            facts.append(gettext("Nobody won"))
        facts += [_event_in_words(event) for event in document.get("events") or ()]
    titles = {preset["name"]: preset["title"] for preset in ruleset["presets"]}
    if document.get("preset"):
        facts.append(translate(titles[document["preset"]]))
    meanings = {option["name"]: option["meaning"] for option in ruleset["options"]}
    for name, value in (document.get("options") or {}).items():
        names = {"option": translate(plain_label(name)), "value": value_title(value, name)}
        meaning = translate(meanings[name]) if name in meanings else ""
        facts.append(gettext("%(option)s: %(value)s (%(meaning)s)", meaning=meaning, **names))
    return facts


def _game_state(document: Document, ruleset: Document) -> list[str]:
    """Describe the counters, with East's wins in a row if they may decide who deals next."""
    facts = [
        labels.named_value(translate(counter["title"]), document[counter["name"]])
        for counter in ruleset["state"]
        if document.get(counter["name"])
    ]
    if "players" in document:
        run = document.get("east_run", 0 if ruleset["counts_east_wins"] else None)
        facts += [
            labels.named_value(translate(plain_label(name)), value)
            for name, value in (("deals_passed", document.get("deals_passed")), ("east_run", run))
            if value or (name == "east_run" and value is not None)
        ]
    for name in ("standing", "holdings"):
        amounts = [
            labels.named_value(labels.seat_name(seat), labels.number(n))
            for seat, n in (document.get(name) or {}).items()
        ]
        if amounts:
            facts.append(str(gettext(", ")).join(amounts))
    return facts


def _event_in_words(event: Document) -> str:
    """Describe a penalty event: who did what, and its other fields."""
    phrases = [translate(plain_label(event["event"]))]
    for name, value in event.items():
        if name in ("event", "by") or value in (None, False):
            continue
        words = translate(plain_label(name))
        if value is not True:
            value_name = labels.seat_name(value) if name == "to" else str(value)
            words = labels.named_value(words, value_name)
        phrases.append(words)
    what = str(gettext(", ")).join(phrases)
    return str(gettext("%(player)s: %(what)s", player=labels.seat_name(event["by"]), what=what))
