"""The language of a page: asked for by its address, chosen before, the club's, or what the browser
reads."""

from __future__ import annotations

from collections.abc import Callable
from gettext import NullTranslations
from typing import NamedTuple
from urllib.parse import quote, urlencode

from flask import Flask, Response, current_app, g, request
from flask_babel import get_locale, get_translations
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorer.languages.speech import LANGUAGES as LANGUAGES
from scorer.languages.speech import translated
from scorer.service.i18n.contexts import RulesetBabel, words_of

SOURCE = "en"
"""The language that the sentences are written in."""

WITHOUT_SPACES = ("zh",)
"""Languages whose words and sentences stand side by side."""

LEAST_GROUPED = 10_000

COOKIE = "lang"
YEAR = 365 * 24 * 3600

_SCRIPTS = {"zh": "zh-Hans", "romaji": "ja-Latn"}


class Link(NamedTuple):
    """A link to a page in one of the languages; ``current`` is whether it is in that already."""

    tag: str
    name: str
    address: str
    current: bool


class InForce(NamedTuple):
    """A language with its translations."""

    code: str
    translations: NullTranslations


def requested_language() -> str:
    """Return the code of the language that this request is to be answered in."""
    if not request:
        return SOURCE
    for code in (request.args.get("lang"), request.cookies.get(COOKIE)):
        if code in LANGUAGES:
            return code
    if current_app.config.get("CLUB_LANGUAGE"):
        return str(current_app.config["CLUB_LANGUAGE"])
    # Not by best_match, which takes a plain "en" before a "fr-CA" that the browser prefers.
    for accepted, preference in request.accept_languages:
        if preference and accepted.partition("-")[0].lower() in LANGUAGES:
            return str(accepted.partition("-")[0].lower())
    return SOURCE


def current_language() -> str:
    """Return the code of the language in force, English outside a request."""
    return _in_force().code


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
    with words_of(*contexts):
        language = _in_force().translations
        return translated(sentence, language.gettext, language.ngettext, written_number)


def written_number(number: int) -> str:
    """Return a number as the language of the page writes it, with a true minus.

    Groups of three stand apart from five figures on; in Chinese they do not.
    """
    if isinstance(number, bool):
        return str(number)
    grouped = abs(number) >= LEAST_GROUPED and current_language() not in WITHOUT_SPACES
    text = f"{number:,}".replace(",", "\u202f") if grouped else str(number)
    return text.replace("-", "\u2212")


def word_gap() -> str:
    """Return what stands between two sentences, or before a unit: a space where words have one."""
    return "" if current_language() in WITHOUT_SPACES else " "


def _in_force() -> InForce:
    # Kept for the request, since a page has hundreds of sentences.
    if not g:
        return InForce(SOURCE, NullTranslations())
    languages: dict[tuple[str, ...], InForce] = g.setdefault("languages", {})
    contexts = g.get("contexts", ())
    if contexts not in languages:
        languages[contexts] = InForce(str(get_locale().language), get_translations())
    return languages[contexts]


def language_links(typed: MultiDict[str, str] | None = None, to: str = "") -> list[Link]:
    """Return the links to this page in each language, with the fields of its form: those ``typed``,
    else those of the address; a form that was posted is too long for an address and is left out.
    ``to`` is the field of that name, where only the ruleset was changed."""
    fields = [] if request.method == "POST" else (typed or request.args).items(multi=True)
    fields = [(name, value) for name, value in fields if value and name != "lang"]
    if to:
        fields.append(("to", to))
    now = current_language()
    # One slash alone: with two in front a path would be another host.
    path = f"{request.script_root}/{quote(request.path.lstrip('/'))}"
    return [
        Link(html_tag(code), name, f"{path}?{urlencode([*fields, ('lang', code)])}", code == now)
        for code, name in LANGUAGES.items()
    ]


def _english() -> Markup:
    """Return the attribute that marks an element as English, where the page is in another
    language."""
    return Markup("" if current_language() == SOURCE else ' lang="en"')


def _in_words_of(ruleset: str, caller: Callable[[], str]) -> str:
    """Draw what stands between ``{% call in_words_of(ruleset) %}`` and ``{% endcall %}``."""
    with words_of(ruleset):
        return caller()


def register(app: Flask) -> None:
    """Have the pages of an application speak the language of each request."""
    RulesetBabel(app, locale_selector=requested_language)
    app.jinja_env.filters["translate"] = translate
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=lambda text: _in_force().translations.gettext(text),
        ngettext=lambda singular, plural, count: _in_force().translations.ngettext(
            singular, plural, count
        ),
        pgettext=lambda where, text: _in_force().translations.pgettext(where, text),
        newstyle=True,
    )
    # As globals, not by a context processor: imported macros see no context.
    app.jinja_env.globals.update(
        in_words_of=_in_words_of,
        english=_english,
        gap=word_gap,
        language_links=language_links,
        page_language=lambda: html_tag(current_language()),
        page_words=lambda: next(iter(g.get("contexts", ())), ""),
    )

    @app.after_request
    def remembered(response: Response) -> Response:
        if response.mimetype == "text/html":
            response.vary.update(["Accept-Language", "Cookie"])
            code = request.args.get("lang")
            if code in LANGUAGES and code != request.cookies.get(COOKIE):
                response.set_cookie(
                    COOKIE,
                    code,
                    max_age=YEAR,
                    samesite="Lax",
                    httponly=True,
                    secure=request.is_secure or app.config["PUBLIC_URL"].startswith("https:"),
                )
        return response
