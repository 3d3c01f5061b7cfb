"""Hands and tables of lessons as templates draw them, tiles in the order of the lesson."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask_babel import gettext, ngettext

from scorer.engine.tiles import code, parse
from scorer.grammar.card.shown import KIND_BY_GROUP_SIZE
from scorer.learn.lessons.lesson import Document
from scorer.service.i18n.languages import translate
from scorer.service.web.labels import WIND_NAMES, capital, named_value, number, seat_name, set_words
from scorer.service.web.rules.rule_examples import WIN_WAY_LABELS
from scorer.service.web.rules.rule_values import house_rules_in_words


class TileGroup(NamedTuple):
    """Tiles side by side, each a code with whether it lies face down and whether it won."""

    tiles: Sequence[tuple[str, bool, bool]]
    caption: str = ""


class HandView(NamedTuple):
    """A hand or a table as the page shows it.

    Attributes:
        held: The concealed groups.
        on_table: The melds, bonus tiles and dora indicators.
        facts: Seat, winds and how the hand won, each a phrase.
        players: For a table, each seat's name with its points, or whether it waits.
    """

    held: Sequence[TileGroup]
    on_table: Sequence[TileGroup]
    facts: Sequence[str]
    players: Sequence[tuple[str, str]] = ()


def hand_view(document: Document, ruleset: Mapping[str, Any]) -> HandView:
    """Describe a hand or a table in the language of the page."""
    if "players" in document:
        players = [
            (seat_name(seat), _player_status(player))
            for seat, player in document["players"].items()
        ]
        return HandView([], [], [], players)
    hand = document["hand"]
    melds = hand.get("melds") or ()
    on_table = [_meld(meld, backs=ruleset["conceals_sets"]) for meld in melds]
    if hand.get("bonus"):
        on_table.append(
            TileGroup([(tile, False, False) for tile in _codes(hand["bonus"])], _bonus_caption())
        )
    if hand.get("dora_indicators"):
        indicators = [(tile, False, False) for tile in _codes(hand["dora_indicators"])]
        on_table.append(
            TileGroup(
                indicators, str(ngettext("dora indicator", "dora indicators", len(indicators)))
            )
        )
    return HandView(_held_groups(hand), on_table, _facts(document, ruleset))


def _player_status(player: Mapping[str, Any]) -> str:
    if "points" in player:
        return number(player["points"])
    return str(gettext("tenpai") if player.get("tenpai") else gettext("noten"))


def _bonus_caption() -> str:
    return str(gettext("flowers and seasons"))


def _codes(text: str) -> list[str]:
    return [code(tile) for tile in parse(text)]


def _held_groups(hand: Mapping[str, Any]) -> list[TileGroup]:
    """Group the concealed tiles as written, the winning tile marked or added as a group."""
    groups = [_codes(group) for group in hand["concealed"].split()]
    won = hand.get("winning_tile")
    if not won:
        return [TileGroup([(tile, False, False) for tile in group]) for group in groups]
    if not any(won in group for group in groups):
        groups.append([won])
    group_index = max(g for g, group in enumerate(groups) if won in group)
    tile_index = len(groups[group_index]) - 1 - groups[group_index][::-1].index(won)
    return [
        TileGroup(
            [(tile, False, (g, t) == (group_index, tile_index)) for t, tile in enumerate(group)]
        )
        for g, group in enumerate(groups)
    ]


def _meld(meld: Mapping[str, Any], backs: bool) -> TileGroup:
    tiles, concealed = _codes(meld["tiles"]), bool(meld.get("concealed"))
    kind = "chow" if len({*tiles} - {"J"}) > 1 else KIND_BY_GROUP_SIZE[len(tiles)]
    face_down = (0, len(tiles) - 1) if backs and concealed else ()
    caption = set_words(kind, concealed)
    return TileGroup([(tile, n in face_down, False) for n, tile in enumerate(tiles)], caption)


def _facts(document: Document, ruleset: Mapping[str, Any]) -> list[str]:
    """Say where the player sits, how they won and which options apply, each in a phrase."""
    facts = [gettext("Seat: %(wind)s", wind=translate(WIND_NAMES[document["seat"]]))]
    if ruleset["prevailing"]:
        wind = translate(WIND_NAMES[document["prevailing"]])
        facts.append(gettext("Wind of the round: %(wind)s", wind=wind))
    win = document.get("win") or {}
    if win:
        facts.append(translate(WIN_WAY_LABELS[win["by"]]))
    meanings = {each["id"]: each["meaning"] for each in ruleset["circumstances"]}
    facts += [capital(translate(meanings[name])) for name in win.get("with") or ()]
    for counter in ruleset["state"]:
        if document.get(counter["name"]):
            value = str(document[counter["name"]])
            title = translate(counter["title"])
            facts.append(named_value(title, value))
    return facts + house_rules_in_words(document.get("options") or {})
