"""The language of a page: asked for by its address, chosen before, the club's, or what the browser
reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from gettext import NullTranslations
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote, urlencode

from flask import Flask, Response, current_app, g, request
from flask_babel import get_locale, get_translations
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorer.documents.replies import Language
from scorer.errors import HandError
from scorer.languages.speech import LANGUAGES as LANGUAGES
from scorer.languages.speech import translated
from scorer.languages.translations import LANGUAGES_WITHOUT_SPACES
from scorer.languages.translations import SOURCE_LANGUAGE as SOURCE_LANGUAGE
from scorer.languages.translations import written_number as number_in
from scorer.rules import BOOKS
from scorer.service.i18n.contexts import RulesetBabel, translating_in
from scorer.service.i18n.wire import API_PREFIX, accepted_code, requested_code

JSON_MIMETYPES = ("application/json", "application/problem+json", "application/x-ndjson")
"""The media types of answers of the API that have sentences."""

COMPLETE_LANGUAGES = {"en", "zh", "fr"}
"""The languages in which no sentence may be missing. Another one says in the menu how far it is,
and pages say in English what it lacks."""

LANGUAGE_COOKIE = "lang"
YEAR_SECONDS = 365 * 24 * 3600

_SCRIPTS = {"zh": "zh-Hans", "romaji": "ja-Latn"}


R = TypeVar("R")


class LanguageLink(NamedTuple):
    """A link to a page in one of the languages; ``current`` is whether it is in that already."""

    tag: str
    name: str
    address: str
    current: bool


class LanguageMenu(NamedTuple):
    """What leads to a page in each language.

    Attributes:
        links: A link for each language; none where the page cannot be shown again.
        fields: The fields of the form that requests the page; none for plain links.
    """

    links: list[LanguageLink]
    fields: list[tuple[str, str]]


class ActiveLanguage(NamedTuple):
    """A language with its translations."""

    code: str
    translations: NullTranslations


def requested_language() -> str:
    """Return the code of the language that this request is to be answered in."""
    if not request:
        return SOURCE_LANGUAGE
    if request.path.startswith(API_PREFIX):
        return wire_code()
    for code in (request.args.get("lang"), request.cookies.get(LANGUAGE_COOKIE)):
        if code in LANGUAGES:
            return code
    if current_app.config.get("CLUB_LANGUAGE"):
        return str(current_app.config["CLUB_LANGUAGE"])
    return accepted_code(request.accept_languages)


def wire_code() -> str:
    """Return the code of the language that the API answers this request in."""
    code: str | None = g.get("wire_code")
    if code is None:
        code = g.wire_code = requested_code(request.environ)
    return code


def in_wire_language(kind: Any, answer: R) -> R:
    """Return an answer of the API, of this type, in the language of the request.

    What is said of a game is in the words of its ruleset (``translate_in``).
    """
    language = _wire_language()
    return answer if language is None else language.answer(kind, answer)


def error_in_wire_language(error: HandError) -> HandError:
    """Return an error with its details in the language in which the API answers this request."""
    language = _wire_language()
    return error if language is None else language.error(error)


def _wire_language() -> Language | None:
    """Return the language of the API's answer; None for English, and for a page."""
    if not request.path.startswith(API_PREFIX) or wire_code() == SOURCE_LANGUAGE:
        return None
    return Language(wire_code(), tuple(g.get("contexts", ())))


def current_language() -> str:
    """Return the code of the language in force, English outside a request."""
    return _active_language().code


def html_tag(code: str) -> str:
    """Return the code of a language for HTML, which tells simplified from traditional
    characters."""
    return _SCRIPTS.get(code, code)


def gettext_noop(text: str) -> str:
    """Return the sentence unchanged. The call marks it for the catalogue; ``translate`` looks up
    its translation when a page shows it."""
    return text


def translate(text: object, *contexts: str) -> str:
    """Return a sentence of the engine, or of ``gettext_noop``, in the language of the page.

    Args:
        text: The sentence.
        contexts: Where to look for its translation first, in this order; then the context of the
            page's ruleset, then the translation without a context.
    """
    sentence = str(text or "")
    with translating_in(*contexts):
        language = _active_language().translations
        return translated(sentence, language.gettext, language.ngettext, written_number)


def written_number(number: int) -> str:
    """Return a number as the language of the page writes it."""
    return number_in(number, current_language())


def word_gap() -> str:
    """Return what stands between two sentences, or before a unit: a space where words have one."""
    return "" if current_language() in LANGUAGES_WITHOUT_SPACES else " "


def _active_language() -> ActiveLanguage:
    # Kept for the request, since a page has hundreds of sentences.
    if not g:
        return ActiveLanguage(SOURCE_LANGUAGE, NullTranslations())
    languages: dict[tuple[str, ...], ActiveLanguage] = g.setdefault("languages", {})
    contexts = g.get("contexts", ())
    if contexts not in languages:
        languages[contexts] = ActiveLanguage(str(get_locale().language), get_translations())
    return languages[contexts]


def offer_languages(address: str, fields: Iterable[tuple[str, str]] = ()) -> None:
    """Have the page that answers a POST lead to its languages, which by itself it does not.

    Args:
        address: Where the page is, without a query.
        fields: The fields of a form with which it is requested there; none for plain links.
    """
    hidden = [(name, value) for name, value in fields if name and value]
    g.language_menu = LanguageMenu(_language_links(address, ()), hidden)


def repeat_in_languages() -> None:
    """Have the page that answers a form lead to its languages by the same form.

    Only for forms that change nothing, and after they were read.
    """
    if request.method == "POST":
        hidden = [(name, value) for name, value in request.form.items(multi=True) if name and value]
        links = _language_links(_own_address(), request.args.items(multi=True))
        g.language_menu = LanguageMenu(links, hidden)


def language_menu(typed: MultiDict[str, str] | None = None, to: str = "") -> LanguageMenu:
    """Return what leads to this page in each language.

    A page that answers a POST leads nowhere unless its view says where (``offer_languages``).

    Args:
        typed: The fields of its form; else those of the address.
        to: The field of that name, where only the ruleset was changed.
    """
    if request.method != "POST":
        fields = [*(typed or request.args).items(multi=True), ("to", to)]
        return LanguageMenu(_language_links(_own_address(), fields), [])
    menu: LanguageMenu = g.get("language_menu", LanguageMenu([], []))
    return menu


def _own_address() -> str:
    """Return the address of the request without its query."""
    # One slash alone: with two in front a path would be another host.
    return f"{request.script_root}/{quote(request.path.lstrip('/'))}"


def _language_links(address: str, fields: Iterable[tuple[str, str]]) -> list[LanguageLink]:
    query = [(name, value) for name, value in fields if value and name != "lang"]
    now = current_language()
    return [
        LanguageLink(
            html_tag(code),
            _name_in_menu(code, name),
            f"{address}?{urlencode([*query, ('lang', code)])}",
            code == now,
        )
        for code, name in LANGUAGES.items()
    ]


def _name_in_menu(code: str, name: str) -> str:
    if code in COMPLETE_LANGUAGES:
        return name
    # Only here, as it reads every translation.
    from scorer.service.i18n.progress import progress_by_language

    found = progress_by_language().get(code)
    return f"{name} ({found.percent if found else 0}\u00a0%)"


def _lang_attribute_for_english() -> Markup:
    """Return the attribute that marks an element as English, where the page is in another
    language."""
    return Markup("" if current_language() == SOURCE_LANGUAGE else ' lang="en"')


def _in_words_of(ruleset: str, caller: Callable[[], str]) -> str:
    """Draw what stands between ``{% call in_words_of(ruleset) %}`` and ``{% endcall %}``."""
    with translating_in(ruleset):
        return caller()


def register(app: Flask) -> None:
    """Have the pages of an application speak the language of each request."""
    RulesetBabel(app, locale_selector=requested_language)
    app.jinja_env.filters["translate"] = translate
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=lambda text: _active_language().translations.gettext(text),
        ngettext=lambda singular, plural, count: _active_language().translations.ngettext(
            singular, plural, count
        ),
        pgettext=lambda where, text: _active_language().translations.pgettext(where, text),
        newstyle=True,
    )
    # As globals, not by a context processor: imported macros see no context.
    app.jinja_env.globals.update(
        in_words_of=_in_words_of,
        english=_lang_attribute_for_english,
        gap=word_gap,
        language_menu=language_menu,
        page_language=lambda: html_tag(current_language()),
        page_words=_page_context,
        own_words=_speaks_ruleset_words,
    )

    app.after_request(_with_language)


def _page_context() -> str:
    """Return the context in which the page speaks first, "" if none."""
    return next(iter(g.get("contexts", ())), "")


def _speaks_ruleset_words() -> bool:
    """Tests if the page speaks English in the words of a ruleset."""
    book = BOOKS.get(_page_context())
    return (
        current_language() == SOURCE_LANGUAGE and book is not None and bool(book.presentation.words)
    )


def _with_language(response: Response) -> Response:
    """Say in which language a response is, and have the browser remember that of a page."""
    if request.path.startswith(API_PREFIX):
        if "Vary" in response.headers:
            response.vary.add("Accept-Language")
        else:
            response.headers.add("Vary", "Accept-Language")
        if response.mimetype in JSON_MIMETYPES and "Content-Language" not in response.headers:
            response.headers.add("Content-Language", wire_code())
    elif response.mimetype == "text/html":
        response.vary.update(["Accept-Language", "Cookie"])
        code = request.args.get("lang")
        if code in LANGUAGES and code != request.cookies.get(LANGUAGE_COOKIE):
            public = str(current_app.config["PUBLIC_URL"])
            response.set_cookie(
                LANGUAGE_COOKIE,
                code,
                max_age=YEAR_SECONDS,
                samesite="Lax",
                httponly=True,
                secure=request.is_secure or public.startswith("https:"),
            )
    return response
