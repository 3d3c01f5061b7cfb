"""Citations of rules: the printed title of the source, and the translated place in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask_babel import gettext

from scorer.service.i18n.catalogue import SourcePlace, citations_of_source
from scorer.service.i18n.languages import translate


class Citation(NamedTuple):
    """A source of a rule.

    Attributes:
        title: its English title, with the letters of paragraphs; "" without a text.
        place: the place in it.
    """

    title: str
    place: str


def citations(source: str, ruleset: Mapping[str, Any]) -> list[Citation]:
    """Return the citations in a source of this ruleset."""
    apart = str(gettext(", "))
    cited = []
    for title, places in citations_of_source(source, ruleset):
        letters = [place.words for place in places if _is_letters(place)]
        words = [_place_words(place) for place in places if not _is_letters(place)]
        if title or words:
            cited.append(
                Citation(", ".join([title, *letters] if title else letters), apart.join(words))
            )
    return cited


def _is_letters(place: SourcePlace) -> bool:
    return not place.number and place.words.isupper()


def _place_words(place: SourcePlace) -> str:
    words, number = place
    if words == "fan":
        return str(gettext("fan %(number)s", number=number))
    if words == "p.":
        return str(gettext("p. %(number)s", number=number))
    if words == "rule":
        return str(gettext("rule %(number)s", number=number))
    if words == "question":
        return str(gettext("question %(number)s", number=number))
    return f"{translate(words)} {number}".strip()
