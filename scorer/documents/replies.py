"""Answers in a language: each text that the types of answers declare as words is translated.

What is an id, a code, a tile or an amount is never looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial, wraps
from gettext import NullTranslations
from itertools import zip_longest
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NamedTuple,
    NotRequired,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from scorer.errors import HandError
from scorer.languages.speech import LANGUAGES, translated
from scorer.languages.translations import SOURCE_LANGUAGE, InContexts, translations, written_number
from scorer.types.terms import RulesetId, Spoken

__all__ = ["Language", "language_of", "spoken", "with_sentences"]

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R")


class Language(NamedTuple):
    """A language, in the words of some contexts.

    Attributes:
        code: Its code.
        contexts: Where a text is looked up first, in this order: the id of a ruleset, for example.
    """

    code: str
    contexts: tuple[str, ...] = ()

    def of(self, context: object) -> Language:
        """Return the same language in the words of one more context; of "" as it is."""
        if not isinstance(context, str) or not context or context in self.contexts:
            return self
        return Language(self.code, (context, *self.contexts))

    def text(self, text: str) -> str:
        """Return a text in this language."""
        found: NullTranslations = translations(self.code)
        if self.contexts:
            found = InContexts(found, self.contexts)
        number = partial(written_number, code=self.code)
        return translated(text, found.gettext, found.ngettext, number)

    def error(self, error: HandError) -> HandError:
        """Return an error with its details in this language."""
        return HandError(
            *(
                problem._replace(
                    detail=self.text(problem.detail),
                    subject=self.text(problem.subject),
                    reason=self.text(problem.reason),
                )
                for problem in error.problems
            )
        )

    def answer(self, kind: Any, answer: R) -> R:
        """Return an answer of this type in this language. The answer itself stays as it is."""
        speak = _translator_of(kind)
        found: R = answer if speak is None else speak(answer, self)
        return found


def with_sentences(recorded: Any, made: Any) -> Any:
    """Return what was recorded, with the sentences of the same that was made again.

    A recorded sentence is plain text, which cannot be translated. Nothing else is taken from what
    was made again: a text that is not the same there stays as it was recorded.
    """
    if isinstance(recorded, str):
        return made if recorded == made else recorded
    if isinstance(recorded, Mapping) and isinstance(made, Mapping):
        return {name: with_sentences(value, made.get(name)) for name, value in recorded.items()}
    if isinstance(recorded, Sequence) and isinstance(made, Sequence):
        return [with_sentences(*pair) for pair in zip_longest(recorded, made[: len(recorded)])]
    return recorded


def language_of(code: str | None) -> Language | None:
    """Return the language of a code; None for English, in which answers are made.

    Raises:
        ValueError: If the language is not known.
    """
    if code is None or code == SOURCE_LANGUAGE:
        return None
    if code not in LANGUAGES:
        known = ", ".join(sorted(LANGUAGES))
        raise ValueError(f"unknown language {code!r}; known are {known}")
    return Language(code)


def spoken(kind: Any) -> Callable[[F], F]:
    """Have a function that answers with this type take ``lang``, the code of a language.

    The decorated function never gets it: it answers, and raises HandError, in English.
    """

    # Of the function whole: by its parts, the type of the answer would lose its name.
    def decorate(function: F) -> F:
        @wraps(function)
        def answer(*arguments: Any, **settings: Any) -> Any:
            language = language_of(settings.pop("lang")) if "lang" in settings else None
            if language is None:
                return function(*arguments, **settings)
            document = next(iter(arguments), settings.get("document"))
            language = language.of(_ruleset_of(document))
            try:
                return language.answer(kind, function(*arguments, **settings))
            except HandError as error:
                raise language.error(error) from None

        return cast("F", answer)

    return decorate


def _ruleset_of(document: object) -> object:
    """Return the ruleset that a document names, or one in it does."""
    if not isinstance(document, Mapping):
        return ""
    return document.get("ruleset") or _ruleset_of(document.get("document"))


Speak = Callable[[Any, Language], Any]


def _translator_of(hint: Any, context: str | None = None) -> Speak | None:
    """Return what translates a value of this annotation; None where it has no words."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is NotRequired:
        return _translator_of(inner[0])
    if origin is Annotated:
        notes = [note.context for note in inner[1:] if isinstance(note, Spoken)]
        return _translator_of(inner[0], notes[0] if notes else context)
    if hint is str:
        return None if context is None else partial(_translate_text, context=context)
    if is_typeddict(hint):
        return _speaker_of_object(hint)
    if origin in (list, dict):
        return _speaker_of_items(origin, _translator_of(inner[-1]))
    if origin in (Union, UnionType):
        return _speaker_of_one([kind for kind in inner if kind is not NoneType], context)
    return None


def _translate_text(value: Any, language: Language, context: str) -> Any:
    return language.of(context).text(value) if isinstance(value, str) else value


@cache
def _speaker_of_object(kind: Any) -> Speak | None:
    hints = get_type_hints(kind, include_extras=True)
    found = {name: _translator_of(hint) for name, hint in hints.items()}
    fields = {name: speak for name, speak in found.items() if speak is not None}
    if not fields:
        return None
    ruleset = "ruleset" if "ruleset" in hints else "id" if _is_ruleset(hints.get("id")) else ""
    return partial(_say_object, fields=fields, ruleset=ruleset)


def _say_object(value: Any, language: Language, fields: Mapping[str, Speak], ruleset: str) -> Any:
    language = language.of(value.get(ruleset))
    said = {name: speak(value[name], language) for name, speak in fields.items() if name in value}
    spoken_object = {**value, **said}
    return spoken_object if type(value) is dict else type(value)(spoken_object)


def _is_ruleset(hint: Any) -> bool:
    return any(note in get_args(hint) for note in get_args(RulesetId)[1:])


def _speaker_of_items(origin: type, speak: Speak | None) -> Speak | None:
    if speak is None:
        return None
    return partial(_say_items if origin is list else _say_values, speak=speak)


def _say_items(value: Any, language: Language, speak: Speak) -> Any:
    return [speak(item, language) for item in value]


def _say_values(value: Any, language: Language, speak: Speak) -> Any:
    return {name: speak(item, language) for name, item in value.items()}


def _speaker_of_one(kinds: list[Any], context: str | None) -> Speak | None:
    """Return what translates a value of one of several types; objects are told apart by their
    required fields."""
    speakers = [_translator_of(kind, context) for kind in kinds]
    if not any(speakers):
        return None

    return partial(_say_one, kinds=kinds, speakers=speakers)


def _say_one(value: Any, language: Language, kinds: list[Any], speakers: list[Speak | None]) -> Any:
    for kind, speak in zip(kinds, speakers, strict=True):
        if not is_typeddict(kind) or (
            isinstance(value, Mapping) and kind.__required_keys__ <= value.keys()
        ):
            return value if speak is None or value is None else speak(value, language)
    return value
