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
from scorer.languages.translations import (
    SOURCE_LANGUAGE,
    ContextTranslations,
    translations,
    written_number,
)
from scorer.types.terms import RulesetId, Translatable

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])
AnswerT = TypeVar("AnswerT")


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
            found = ContextTranslations(found, self.contexts)
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

    def answer(self, kind: Any, answer: AnswerT) -> AnswerT:
        """Return an answer of this type in this language. The answer itself stays as it is."""
        translate = _translator(kind)
        found: AnswerT = answer if translate is None else translate(answer, self)
        return found


def with_translatable_sentences(recorded: Any, made: Any) -> Any:
    """Return what was recorded, with the sentences of the same that was made again.

    A recorded sentence is plain text, which cannot be translated. Nothing else is taken from what
    was made again: a text that is not the same there stays as it was recorded.
    """
    if isinstance(recorded, str):
        return made if recorded == made else recorded
    if isinstance(recorded, Mapping) and isinstance(made, Mapping):
        return {
            name: with_translatable_sentences(value, made.get(name))
            for name, value in recorded.items()
        }
    if isinstance(recorded, Sequence) and isinstance(made, Sequence):
        return [
            with_translatable_sentences(*pair)
            for pair in zip_longest(recorded, made[: len(recorded)])
        ]
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


def takes_lang(kind: Any) -> Callable[[FunctionT], FunctionT]:
    """Have a function that answers with this type take ``lang``, the code of a language.

    The decorated function never gets it: it answers, and raises HandError, in English.
    """

    # Of the function whole: by its parts, the type of the answer would lose its name.
    def decorate(function: FunctionT) -> FunctionT:
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

        return cast("FunctionT", answer)

    return decorate


def _ruleset_of(document: object) -> object:
    """Return the ruleset that a document names, or one in it does."""
    if not isinstance(document, Mapping):
        return ""
    return document.get("ruleset") or _ruleset_of(document.get("document"))


Translate = Callable[[Any, Language], Any]


def _translator(hint: Any, context: str | None = None) -> Translate | None:
    """Return what translates a value of this annotation; None where it has no words."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is NotRequired:
        return _translator(inner[0])
    if origin is Annotated:
        notes = [note.context for note in inner[1:] if isinstance(note, Translatable)]
        return _translator(inner[0], notes[0] if notes else context)
    if hint is str:
        return None if context is None else partial(_translate_text, context=context)
    if is_typeddict(hint):
        return _translator_of_object(hint)
    if origin in (list, dict):
        return _translator_of_items(origin, _translator(inner[-1]))
    if origin in (Union, UnionType):
        return _translator_of_union([kind for kind in inner if kind is not NoneType], context)
    return None


def _translate_text(value: Any, language: Language, context: str) -> Any:
    return language.of(context).text(value) if isinstance(value, str) else value


@cache
def _translator_of_object(kind: Any) -> Translate | None:
    hints = get_type_hints(kind, include_extras=True)
    found = {name: _translator(hint) for name, hint in hints.items()}
    fields = {name: translate for name, translate in found.items() if translate is not None}
    if not fields:
        return None
    return partial(_translate_object, fields=fields, ruleset=_ruleset_field(hints))


def _ruleset_field(hints: Mapping[str, Any]) -> str:
    """Return the field that names the ruleset of an object with these fields, or ""."""
    if "ruleset" in hints:
        return "ruleset"
    return "id" if _is_ruleset(hints.get("id")) else ""


def _translate_object(
    value: Any, language: Language, fields: Mapping[str, Translate], ruleset: str
) -> Any:
    language = language.of(value.get(ruleset))
    said = {
        name: translate(value[name], language)
        for name, translate in fields.items()
        if name in value
    }
    translated_object = {**value, **said}
    return translated_object if type(value) is dict else type(value)(translated_object)


def _is_ruleset(hint: Any) -> bool:
    return any(note in get_args(hint) for note in get_args(RulesetId)[1:])


def _translator_of_items(origin: type, translate: Translate | None) -> Translate | None:
    if translate is None:
        return None
    return partial(_translate_items if origin is list else _translate_values, translate=translate)


def _translate_items(value: Any, language: Language, translate: Translate) -> Any:
    return [translate(item, language) for item in value]


def _translate_values(value: Any, language: Language, translate: Translate) -> Any:
    return {name: translate(item, language) for name, item in value.items()}


def _translator_of_union(kinds: list[Any], context: str | None) -> Translate | None:
    """Return what translates a value of one of several types; objects are told apart by their
    required fields."""
    translators = [_translator(kind, context) for kind in kinds]
    if not any(translators):
        return None

    return partial(_translate_member, kinds=kinds, translators=translators)


def _translate_member(
    value: Any, language: Language, kinds: list[Any], translators: list[Translate | None]
) -> Any:
    for kind, translate in zip(kinds, translators, strict=True):
        if not is_typeddict(kind) or (
            isinstance(value, Mapping) and kind.__required_keys__ <= value.keys()
        ):
            return value if translate is None or value is None else translate(value, language)
    return value
