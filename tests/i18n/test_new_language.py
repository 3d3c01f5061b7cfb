"""A language is started, merged and chosen with a few of its sentences; the rest is English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import Catalog
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from scorer.languages import compiling, translations
from scorer.languages.speech import LANGUAGES
from scorer.languages.translations import translation_file
from scorer.service import create_app
from scorer.service.i18n import languages, progress, script_sentences
from tools import extraction, new_language

GERMAN: dict[str, str | tuple[str, str]] = {
    "Learn": "Lernen",
    "Rules": "Regeln",
    "Languages": "Sprachen",
    "Nobody won": "Niemand gewann",
    "%(num)s is missing": ("%(num)s fehlt", "%(num)s fehlen"),
}
CACHES = (translations.translations, progress.progress_by_language, script_sentences._script_module)


@pytest.fixture(scope="module")
def sources() -> Catalog:
    return extraction.source_catalog()


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sources: Catalog) -> Iterator[Path]:
    """German, just started: its file is in a folder of its own, beside French and Chinese."""
    root, place = tmp_path / "checkout", tmp_path / "translations"
    module = root / new_language.LANGUAGES_MODULE
    module.parent.mkdir(parents=True)
    module.write_bytes((extraction.ROOT / new_language.LANGUAGES_MODULE).read_bytes())
    for code in ("fr", "zh"):
        (place / code / "LC_MESSAGES").mkdir(parents=True)
        edited = translation_file(code, "po").read_bytes()
        (place / code / "LC_MESSAGES" / "messages.po").write_bytes(edited)
    monkeypatch.setattr(translations, "TRANSLATIONS_FOLDER", place)
    monkeypatch.setattr(extraction, "source_catalog", lambda: sources)
    # So that it is taken off the list again.
    monkeypatch.setitem(LANGUAGES, "de", "")
    del LANGUAGES["de"]
    new_language.main("de", "Deutsch", root)
    for cache in CACHES:
        cache.cache_clear()
    yield root
    for cache in CACHES:
        cache.cache_clear()


def translate() -> None:
    """Translate a few sentences in the file to edit."""
    catalog = extraction.read_catalog("de")
    for english, german in GERMAN.items():
        message = catalog.get(english)
        assert message is not None
        message.string = german
    translation_file("de", "po").write_bytes(extraction.catalog_bytes(catalog))
    for cache in CACHES:
        cache.cache_clear()


def page_of(client: FlaskClient, path: str, language: str) -> BeautifulSoup:
    answer = client.get(path, query_string={"lang": language})
    assert answer.status_code == 200
    return BeautifulSoup(answer.text, "html.parser")


@pytest.mark.nightly
def test_a_language_is_listed_and_its_file_begins_with_a_phones_screens(
    started: Path, sources: Catalog, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = (started / new_language.LANGUAGES_MODULE).read_text("utf-8")
    names: dict[str, dict[str, str]] = {}
    exec(re.search(r"^LANGUAGES.*$", listed, re.M)[0], names)  # type: ignore[index]
    assert names["LANGUAGES"] == LANGUAGES
    assert LANGUAGES["de"] == "Deutsch"
    written = [message for message in extraction.read_catalog("de") if message.id]
    phone = {
        (str(message.id), message.context) for message in sources if extraction.is_on_phone(message)
    }
    assert 120 < len(phone) < 200
    first = written[: len(phone)]
    assert {(str(message.id), message.context) for message in first} == phone
    assert len(written) == len([message for message in sources if message.id])
    translate()
    assert translation_file("de", "po").read_bytes() == extraction.catalog_bytes(
        extraction.updated_catalog("de", sources)
    )
    extraction.main(["de"])
    said = capsys.readouterr().out
    assert "5 of" in said
    assert f"of the {len(phone)} of a phone's screens, which come first, 4" in said


@pytest.mark.nightly
def test_a_page_says_in_english_what_the_language_lacks_and_how_far_it_is(started: Path) -> None:
    translate()
    client = create_app({"LOG_REQUESTS": False, "TESTING": True}).test_client()
    page = page_of(client, "/hand", "de")
    words = page.get_text(" ")
    assert page.html is not None
    assert page.html["lang"] == "de"
    assert "Lernen" in words
    assert "Regeln" in words
    assert "Glossary" in words
    menu = [link.get_text() for link in page.select("a[hreflang]")]
    assert menu == ["English", "中文", "Français", "Deutsch (1\u00a0%)"]
    assert page.select_one("a[hreflang=de][aria-current=true]")
    # What the scripts say is the same: German where there is some.
    assert '"Nobody won":"Niemand gewann"' in client.get("/static/words/de.js").text
    # A browser that reads German is given it.
    other = create_app({"LOG_REQUESTS": False}).test_client()
    german = other.get("/rules", headers={"Accept-Language": "de-AT, fr;q=0.5"}).text
    assert '<html lang="de"' in german
    assert "Regeln" in german


def test_a_complete_language_has_no_share_in_the_menu(
    started: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "COMPLETE_LANGUAGES", {*languages.COMPLETE_LANGUAGES, "de"})
    client = create_app({"LOG_REQUESTS": False}).test_client()
    menu = [link.get_text() for link in page_of(client, "/rules", "en").select("a[hreflang]")]
    assert menu == ["English", "中文", "Français", "Deutsch"]


@pytest.mark.nightly
def test_how_far_a_language_is_counts_what_any_other_has(started: Path) -> None:
    before = progress.progress_by_language()["de"]
    assert (before.sentences, before.percent) == (0, 0)
    translate()
    after = progress.progress_by_language()
    assert after["de"].sentences == len(GERMAN)
    assert after["de"].percent == 1
    assert after["de"].missing > 3_000
    assert after["fr"].percent == 100
    assert progress.TranslationProgress(999, 1).percent == 99
    assert progress.TranslationProgress(0, 0).percent == 0


@pytest.mark.nightly
def test_a_tiny_translation_compiles_to_what_it_has(started: Path) -> None:
    translate()
    made = compiling.compile_po_file(translation_file("de", "po"))
    assert len(made) < 2_000
    assert translations.translations("de").ngettext("%(num)s is missing", "", 2) == "%(num)s fehlen"
    assert translations.translations("de").gettext("Glossary") == "Glossary"


@pytest.mark.parametrize(
    ("code", "name", "why"),
    [
        ("fr", "Français", "Français (fr) is there"),
        ("xx", "Foo", "Babel does not know the language 'xx'"),
        ("../de", "Deutsch", "is no code of a language"),
        ("de", 'Deut"sch', "as its speakers do"),
        ("de", " ", "as its speakers do"),
    ],
)
def test_a_language_that_cannot_be_started_says_why(
    code: str, name: str, why: str, tmp_path: Path
) -> None:
    with pytest.raises(SystemExit, match=re.escape(why)):
        new_language.main(code, name, tmp_path)
    assert code not in LANGUAGES or code == "fr"


def test_the_docs_say_how_far_each_language_is() -> None:
    text = (extraction.ROOT / "docs/languages.md").read_text("utf-8")
    table = text.partition("| language | how far |")[2].partition("\n\n")[0]
    complete = [name for code, name in LANGUAGES.items() if code in languages.COMPLETE_LANGUAGES]
    assert [name for name in complete if name not in table] == []
