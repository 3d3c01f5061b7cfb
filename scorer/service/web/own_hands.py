"""The page on which a club types its special hands, sees each in words and tiles, and hands them
on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, ngettext

import scorer
from scorer.documents.club import club_in_use
from scorer.grammar.points.book import PointsBook
from scorer.grammar.special.house import special_hands_option
from scorer.grammar.special.text import MAX_HANDS_TEXT_BYTES
from scorer.languages.speech import say
from scorer.rules import BOOKS
from scorer.service.i18n.contexts import translate_in
from scorer.service.i18n.languages import repeat_in_languages
from scorer.service.web import labels, public_address
from scorer.service.web.forms import addresses
from scorer.service.web.forms.form import ruleset_of
from scorer.service.web.forms.form_fields import PACKED_TEXT
from scorer.service.web.forms.own_text import OwnTextError, pack_text, unpack_own_text
from scorer.service.web.forms.submitted import submitted_fields

Document = dict[str, Any]

SPECIAL_HANDS_FIELD = f"o.{special_hands_option.name}"
CHANGE_FIELD = "change"
"""The field of an address whose hands are to be changed, not only read."""
SHOWN_LINE_LENGTH = 200
TILES_OF_FOUR_SETS = 13
"""The tiles that a player of a game with four sets holds."""

blueprint = Blueprint("own_hands", __name__)


def takes_hands(ruleset: str) -> bool:
    """Tests if special hands of a club can be typed for a ruleset."""
    return special_hands_option.name in BOOKS[ruleset].options


def groups_of_example(example: Sequence[Sequence[str]]) -> list[Document]:
    """Return the groups of an example as the rules pages draw sets."""
    return [
        {
            "tiles": [{"code": code, "back": False, "lit": True, "won": False} for code in group],
            "words": ", ".join(map(labels.tile_name, group)),
            "caption": "",
        }
        for group in example
    ]


blueprint.add_app_template_global(takes_hands)
blueprint.add_app_template_filter(groups_of_example)


@blueprint.route("/hands", methods=["GET", "POST"])
def hands() -> ResponseReturnValue:
    """Show the form for special hands, and what the submitted ones say."""
    typed = submitted_fields()
    ruleset_id = _ruleset_id(typed.get("rules", "").strip())
    translate_in(ruleset_id)
    ruleset = ruleset_of(ruleset_id)
    text, damaged = _submitted_text(typed)
    answer: Document | None = None
    faults: Sequence[Document] = []
    if text.strip():
        answer, faults = _check_hands(ruleset_id, text)
    shown = answer is not None and not faults
    repeat_in_languages()
    page = render_template(
        "own_hands.html",
        ruleset=ruleset,
        rulesets=[entry for entry in scorer.rulesets() if takes_hands(entry["id"])],
        text=text,
        field=SPECIAL_HANDS_FIELD,
        most=MAX_HANDS_TEXT_BYTES,
        damaged=damaged,
        # Whoever opens an address wants to see the hands, and not how they are typed.
        shared=shown and request.method == "GET" and CHANGE_FIELD not in typed,
        empty=not text.strip() and request.method == "POST",
        answer=answer if shown else None,
        hands=[_with_amounts_in_words(hand, ruleset) for hand in answer["hands"]] if answer else [],
        faults=faults,
        **(_share_links(ruleset_id, text) if shown else {"example": _example_address(ruleset_id)}),
    )
    # While somebody types, a fault is no error of the request.
    return page, 422 if (faults or damaged) and "typing" not in typed else 200


def _check_hands(ruleset: str, text: str) -> tuple[Document, Sequence[Document]]:
    """Return what the special hands say that have no fault, and the faults of the others."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    document: Any = {"ruleset": ruleset, "special_hands": "\n".join(lines)}
    answer: Document = dict(scorer.check_hands(document))
    return answer, _faults_with_lines(answer["errors"], lines)


def _ruleset_id(wanted: str) -> str:
    """Return the ruleset of the address, if it takes special hands; else the club's, or the first
    that does."""
    taking = [id for id in BOOKS if takes_hands(id)]
    chosen = [id for id in (wanted, club_in_use().ruleset) if id in taking]
    return (chosen or taking)[0]


def _submitted_text(typed: Mapping[str, str]) -> tuple[str, str]:
    """Return the special hands that were typed or stand in the address, and what to do where
    those cannot be read."""
    text = typed.get("text", typed.get(SPECIAL_HANDS_FIELD))
    packed = typed.get(PACKED_TEXT, "").strip()
    if text is not None or not packed:
        return text or "", ""
    try:
        return unpack_own_text(packed), ""
    except OwnTextError as error:
        return "", error.detail


class HandsInForce(NamedTuple):
    """A club's special hands on a page of the rules.

    Attributes:
        name: What the club calls them, "" if it has no name for them.
        hands: The hands, with their amounts in words.
        gone: The names of the book's hands that they replace or remove.
        carrying: The field that carries them to other pages, none if a preset has them.
        problem: What to do where the text of the address cannot be read.
    """

    name: str = ""
    hands: Sequence[Document] = ()
    gone: frozenset[str] = frozenset()
    carrying: Mapping[str, str] = MappingProxyType({})
    problem: str = ""


def hands_in_force(ruleset: Mapping[str, Any], preset: str) -> HandsInForce:
    """Return the special hands of the address, else those of a preset."""
    ruleset_id = ruleset["id"]
    if not takes_hands(ruleset_id):
        return HandsInForce()
    typed = submitted_fields()
    text, problem = _submitted_text(typed)
    if problem:
        return HandsInForce(problem=problem)
    carrying = {
        name: typed[name] for name in (PACKED_TEXT, SPECIAL_HANDS_FIELD) if text and typed.get(name)
    }
    if not text.strip():
        chosen = [entry for entry in ruleset["presets"] if entry["name"] == preset]
        text = chosen[0]["options"].get(special_hands_option.name, "") if chosen else ""
    if not text.strip():
        return HandsInForce()
    document: Any = {"ruleset": ruleset_id, "special_hands": text}
    checked = scorer.check_hands(document)
    if checked["errors"]:
        first = checked["errors"][0]
        return HandsInForce(
            problem=say(
                "line {line}, column {column}: {fault}",
                line=first["line"],
                column=first["column"],
                fault=first["detail"],
            )
        )
    replaced = {hand["replaces"] for hand in checked["hands"] if hand["replaces"]}
    return HandsInForce(
        checked["name"],
        [_with_amounts_in_words(hand, ruleset) for hand in checked["hands"]],
        frozenset({*replaced, *checked["without"]}),
        carrying,
    )


def _faults_with_lines(errors: Sequence[Mapping[str, Any]], lines: Sequence[str]) -> list[Document]:
    """Return the faults with the text of their lines, in which the place of the fault is marked."""
    return [{**error, **_line_around_error(error, lines)} for error in errors]


def _line_around_error(error: Mapping[str, Any], lines: Sequence[str]) -> Document:
    line = lines[error["line"] - 1] if error["line"] <= len(lines) else ""
    place = error["column"] - 1
    start = max(0, place - SHOWN_LINE_LENGTH // 2)
    rest = line[place : place + SHOWN_LINE_LENGTH // 2]
    # A condition ends at a sign, tiles and words of an ending at a wide gap.
    ends = [rest.find(sign, 1) for sign in (";", ")", "  ")]
    end = min((found for found in ends if found > 0), default=len(rest))
    return {"before": line[start:place], "marked": rest[:end], "after": rest[end:]}


def _with_amounts_in_words(hand: Mapping[str, Any], ruleset: Mapping[str, Any]) -> Document:
    """Return a hand with its amounts in words."""
    unit = ruleset["unit"]
    values = [_amount_words(hand["value"], unit)]
    if hand["exposed"]:
        exposed = _amount_words(hand["exposed"], unit)
        values.append(gettext("exposed %(value)s", value=exposed))
    if hand["fishing"]:
        fishing = _amount_words(hand["fishing"], unit)
        values.append(gettext("fishing %(value)s", value=fishing))
    return {**hand, "worth": values}


def _amount_words(amount: str, unit: str) -> str:
    """Return an amount as it is typed in words: "500 points", "limit / 2", "2 doubles"."""
    if amount.isdecimal():
        return labels.worth_words(int(amount), unit)
    if amount.startswith("+"):
        number = int(amount[1:].split()[0])
        return str(ngettext("%(num)s double", "%(num)s doubles", number))
    sign, number_text = amount[5:6], amount[6:]
    if sign == "/":
        return str(gettext("limit ÷ %(number)s", number=number_text))
    if sign == "*":
        return str(gettext("limit × %(number)s", number=number_text))
    return str(gettext("the limit"))


def _share_links(ruleset: str, text: str) -> Document:
    """Return what hands these special hands on: the address of the page with them, if one holds
    them; the text as a file; the hidden fields that carry them to other pages."""
    share = _address(ruleset, text)
    carrying = (PACKED_TEXT, pack_text(text)) if share else (SPECIAL_HANDS_FIELD, text)
    onward = {"method": "get" if share else "post", "fields": [("rules", ruleset), carrying]}
    saved = f"data:text/plain;charset=utf-8,{quote(text)}"
    if not share:
        return {"onward": onward, "saved": saved}
    share_url = public_address.address_of(share)
    return {"onward": onward, "saved": saved, "share": share, "share_url": share_url}


def _address(ruleset: str, text: str) -> str:
    """Return the address of the page with these hands; "" if they are too long for one."""
    packed = pack_text(text)
    query = urlencode({"rules": ruleset, PACKED_TEXT: packed})
    address = f"{url_for('own_hands.hands')}?{query}"
    return address if packed and addresses.can_be_shared(address) else ""


def _example_address(ruleset: str) -> str:
    """Return the address of the page with hands to start from."""
    return f"{_address(ruleset, example_text(ruleset))}&{CHANGE_FIELD}=1"


def example_text(ruleset: str) -> str:
    """Return special hands to start from, in the amounts of a ruleset."""
    book = BOOKS[ruleset]
    counts_points = isinstance(book, PointsBook)
    worth = "limit" if counts_points else "8"
    if book.tiles.hand_tiles > TILES_OF_FOUR_SETS:
        return "\n".join(
            (
                f"Jade Sets: five sets and a pair (from 2b 3b 4b 6b 8b G; no chows)  X {worth}",
                f"One Suit of Pungs: five sets and a pair (one suit; no chows)        X {worth}",
                "",
            )
        )
    half = "limit/2" if counts_points else "4"
    return "\n".join(
        (
            f"Heavenly Twins: seven pairs (one suit; different)                  C {worth}",
            f"Jade Sets: four sets and a pair (from 2b 3b 4b 6b 8b G; no chows)  X {worth}",
            f"Four Blessings: NNN EEE WWW SSS XXa (pungs may be kongs)           X {half}",
            "",
        )
    )
