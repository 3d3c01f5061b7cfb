"""Sentences that remember how they were made, so that they can be said in another language.

A sentence in this package is English text. One that is made of parts, or that stands in no
rulebook, is made by ``say``: it is the same text, and it keeps its pattern and its values.
``translated`` puts it together again from a translated pattern and translated values. The patterns
stand as literals in the calls, where the tools that gather messages find them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Self

LANGUAGES: dict[str, str] = {"en": "English", "zh": "中文", "fr": "Français"}
"""The languages of the pages by their code, each as its speakers call it."""

NO_VALUES: Mapping[str, object] = {}
MAX_CODE_LENGTH = 2
"""Text as short as this in a sentence is a code, such as 5d or E, and never a word."""


class Sentence(str):
    """A sentence with its ``pattern``, as of ``str.format``, and the ``values`` of its fields.

    ``many`` is the pattern for other numbers than one, where ``values["number"]`` is counted;
    ``capital`` whether it begins with a capital, whatever its first word is.
    """

    __slots__ = ("capital", "many", "pattern", "values")

    pattern: str
    values: Mapping[str, object]
    many: str
    capital: bool

    def __new__(
        cls,
        text: str,
        pattern: str = "",
        values: Mapping[str, object] = NO_VALUES,
        many: str = "",
        capital: bool = False,
    ) -> Self:
        """Make the text, and remember how it was made."""
        said = str.__new__(cls, text)  # super() would be a fifth of what a sentence costs
        said.pattern = pattern
        said.values = values
        said.many = many
        said.capital = capital
        return said

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        origin = (self.pattern, dict(self.values), self.many, self.capital)
        return Sentence, (str.__str__(self), *origin)


class UserText(str):
    """What a caller wrote, in a sentence: shown as it is in every language."""

    __slots__ = ()


def say(pattern: str, /, **values: object) -> str:
    """Return the sentence of this pattern with these values; a brace that begins no field is
    doubled, as in ``str.format``.

    >>> say("{payer} pays for {loser}", payer="East", loser="West")
    'East pays for West'
    """
    return (
        Sentence(pattern.format_map(values), pattern, values)
        if values
        else _sentence_without_values(pattern)
    )


@lru_cache(maxsize=1 << 10)
def _sentence_without_values(pattern: str) -> str:
    return Sentence(pattern.format_map(NO_VALUES), pattern)


def say_many(singular: str, plural: str, number: int, /, **values: object) -> str:
    """Return the sentence of the pattern ``singular`` if the number is 1, else of ``plural``;
    either may have the field ``{number}``.

    >>> say_many("{number} flower", "{number} flowers", 3)
    '3 flowers'
    """
    values["number"] = number
    return Sentence(
        (singular if number == 1 else plural).format_map(values), singular, values, plural
    )


def capital(text: str) -> str:
    """Return the same text, beginning with a capital in every language."""
    return Sentence(_with_capital(text), "{text}", {"text": text}, capital=True)


def _with_capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def comma_list(texts: Iterable[str]) -> str:
    """Join texts one after another: "a", "a, b", "a, b, c"."""
    first, *rest = texts
    return say("{first}, {rest}", first=first, rest=comma_list(rest)) if rest else first


def typed_comma_list(texts: Iterable[str]) -> str:
    """Join texts one after another, each shown as it is in every language; "" for no text."""
    typed = [UserText(text) for text in texts]
    return comma_list(typed) if typed else ""


def and_list(texts: Iterable[str]) -> str:
    """Join texts all of which hold: "a", "a and b", "a, b and c"."""
    first, *rest = texts
    if len(rest) > 1:
        return say("{first}, {rest}", first=first, rest=and_list(rest))
    return say("{first} and {last}", first=first, last=rest[0]) if rest else first


def or_list(texts: Iterable[str]) -> str:
    """Join texts of which one holds: "a", "a or b", "a, b or c"."""
    first, *rest = texts
    if len(rest) > 1:
        return say("{first}, {rest}", first=first, rest=or_list(rest))
    return say("{first} or {last}", first=first, last=rest[0]) if rest else first


def translated(
    text: str,
    gettext: Callable[[str], str],
    ngettext: Callable[[str, str, int], str],
    number: Callable[[int], str] = str,
) -> str:
    """Return the text in the language of these functions: two are those of ``gettext``, and
    ``number`` writes a number that stands in a sentence.

    >>> french = {"East": "Est", "{seat} won": "{seat} a gagné"}
    >>> translated(say("{seat} won", seat="East"), lambda s: french.get(s, s), lambda a, b, n: a)
    'Est a gagné'
    """
    if not isinstance(text, Sentence):
        return gettext(text) if text else ""
    values = {
        name: _value_in_sentence(value, gettext, ngettext, number)
        for name, value in text.values.items()
    }
    counted = text.values.get("number")
    if text.many and isinstance(counted, int):
        pattern = ngettext(text.pattern, text.many, counted)
    else:
        pattern = gettext(text.pattern)
    made = pattern.format_map(values)
    return _with_capital(made) if text.capital else made


def _value_in_sentence(
    value: object,
    gettext: Callable[[str], str],
    ngettext: Callable[[str, str, int], str],
    number: Callable[[int], str],
) -> object:
    if isinstance(value, int):
        return number(value)
    if not isinstance(value, str) or isinstance(value, UserText):
        return value
    is_code = not isinstance(value, Sentence) and len(value) <= MAX_CODE_LENGTH
    return value if is_code else translated(value, gettext, ngettext, number)
