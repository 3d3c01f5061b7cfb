"""Where a rule is taken from, as a player reads it: the title of the text as it is printed, the
place in it in the language of the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask_babel import gettext

from scorer.catalogue import Place, taken_from
from scorer.service.i18n.languages import said

__all__ = ["Citation", "citations"]


class Citation(NamedTuple):
    """A text, by its English title with the letters of its paragraphs, none where a rule is in no
    text; and the place in it."""

    title: str
    place: str


def citations(source: str, detail: Mapping[str, Any]) -> list[Citation]:
    """The citations that a source of this ruleset consists of."""
    apart = str(gettext(", "))
    found = []
    for title, places in taken_from(source, detail):
        letters = [place.words for place in places if _is_letters(place)]
        told = [_said(place) for place in places if not _is_letters(place)]
        if title or told:
            found.append(
                Citation(", ".join([title, *letters] if title else letters), apart.join(told))
            )
    return found


def _is_letters(place: Place) -> bool:
    return not place.number and place.words.isupper()


def _said(place: Place) -> str:
    words, number = place
    if words == "fan":
        return str(gettext("fan %(number)s", number=number))
    if words == "p.":
        return str(gettext("p. %(number)s", number=number))
    if words == "rule":
        return str(gettext("rule %(number)s", number=number))
    if words == "question":
        return str(gettext("question %(number)s", number=number))
    return f"{said(words)} {number}".strip()
