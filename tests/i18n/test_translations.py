"""The catalogue and its translations: nothing is left out, and nothing is put in that can break."""

from __future__ import annotations

import os
import re
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.mofile import read_mo

import scorer
from scorer.engine.options import plain_label
from scorer.languages import compiling, translations
from scorer.languages.translations import compiled_translation, translation_file
from scorer.rules import BOOKS
from scorer.service.i18n.contexts import sentence_context
from scorer.service.i18n.languages import COMPLETE_LANGUAGES, LANGUAGES, SOURCE_LANGUAGE
from tools import extraction, published

LANGUAGE = pytest.mark.parametrize(
    "language", [code for code in LANGUAGES if code != SOURCE_LANGUAGE]
)
COMPLETED = pytest.mark.parametrize("language", sorted(COMPLETE_LANGUAGES - {SOURCE_LANGUAGE}))
"""Another language may lack whatever it likes."""

EXTRACT = (
    "run python -m tools.extraction: it adds the sentences of the rulesets to "
    "scorer/translations; docs/languages.md tells how they are translated"
)


@pytest.fixture(scope="module")
def template() -> Catalog:
    return extraction.source_catalog()


def ids(catalog: Catalog) -> set[tuple[object, str | None]]:
    return {(message.id, message.context) for message in catalog if message.id}


def forms(text: object) -> list[str]:
    """A sentence, or each form of a plural; none where it is not translated yet."""
    found = [text] if isinstance(text, str) else list(text or ())  # type: ignore[call-overload]
    return [form for form in found if form]


def fields(text: str) -> set[str]:
    return set(re.findall(r"%\(\w+\)[sd]|(?<!\{)\{\w+\}", text))


def markup(text: str) -> list[str]:
    return sorted(re.findall(r"<[^>]*>|&\w+;", text))


@pytest.mark.slow
def test_no_sentence_of_a_script_is_left_out_of_the_catalogue(template: Catalog) -> None:
    """However deep in other calls it stands, as in say(_("Copied"))."""
    known = {form for message in template if message.id for form in forms(message.id)}
    scripts = (Path(scorer.__file__).parent / "service" / "static").rglob("*.js")
    said = [
        sentence
        for script in scripts
        for sentence in re.findall(
            r"""\bn?_\(\s*"((?:[^"\\]|\\.)*)\"""", script.read_text(encoding="utf-8")
        )
    ]
    assert len(said) > 50
    assert [sentence for sentence in said if sentence not in known] == []


@LANGUAGE
def test_a_translation_has_the_sentences_of_the_catalogue_and_no_other(
    template: Catalog, language: str
) -> None:
    found = extraction.read_catalog(language)
    own = {(m.id, m.context) for m in found if m.id and extraction.is_own_word(m)}
    assert ids(found) - own == ids(template), EXTRACT
    assert not found.obsolete


@LANGUAGE
@pytest.mark.slow
def test_a_ruleset_has_words_of_its_own_only_for_sentences_that_there_are(language: str) -> None:
    found = extraction.read_catalog(language)
    own = [message for message in found if message.id and extraction.is_own_word(message)]
    for message in own:
        split = sentence_context(message.context)
        assert split is not None
        everywhere = found.get(message.id, split[1])
        assert everywhere is not None, f"{message.context}: {message.id!r}"
        # Entries of other contexts go before a ruleset's own words, so they may say the same.
        same = everywhere.string == message.string and message.context in BOOKS
        assert not same, f"{message.context}: {message.id!r} says nothing new"


@LANGUAGE
def test_pages_read_what_the_file_to_edit_says(language: str) -> None:
    assert compiled_translation(language) == compiling.compile_catalog(
        extraction.read_catalog(language)
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of translations, with one sentence in French; nothing of it is compiled yet."""
    catalog = Catalog("fr", fuzzy=False)
    catalog.add("The hand", "La main")
    edited = tmp_path / "fr" / "LC_MESSAGES" / "messages.po"
    edited.parent.mkdir(parents=True)
    edited.write_bytes(extraction.catalog_bytes(catalog))
    monkeypatch.setattr(translations, "TRANSLATIONS_FOLDER", tmp_path)
    return tmp_path


def french_hand() -> object:
    """What the folder has the pages call a hand in French."""
    message = read_mo(BytesIO(compiled_translation("fr"))).get("The hand")
    return message and message.string


def test_a_checkout_needs_no_compiled_translation(folder: Path) -> None:
    assert french_hand() == "La main"
    assert not list(folder.rglob("*.mo"))


def test_a_package_needs_no_translation_to_edit(folder: Path) -> None:
    assert compiling.compile_folder(folder, folder) == [Path("fr/LC_MESSAGES/messages.mo")]
    translation_file("fr", "po").unlink()
    assert french_hand() == "La main"


def test_a_translation_that_was_edited_is_compiled_anew(folder: Path) -> None:
    compiling.compile_folder(folder, folder)
    edited, compiled = translation_file("fr", "po"), translation_file("fr", "mo")
    edited.write_bytes(edited.read_bytes().replace(b"La main", b"Le jeu"))
    os.utime(compiled, (1, 1))
    assert french_hand() == "Le jeu"


@LANGUAGE
def test_every_number_finds_its_plural_form(language: str) -> None:
    """By the forms that the translator wrote, not by those that Babel has for the language."""
    read = GNUTranslations(BytesIO(compiling.compile_po_file(translation_file(language, "po"))))
    several = 0
    for message in extraction.read_catalog(language):
        if not isinstance(message.id, tuple) or not isinstance(message.string, tuple):
            continue
        if not message.context and compiling.is_translated(message):
            several += 1
            singular, plural = message.id
            for number in (0, 1, 2, 5, 1_000_000):
                assert read.ngettext(singular, plural, number) in message.string
    assert several or language not in COMPLETE_LANGUAGES


def test_english_has_no_translation(folder: Path) -> None:
    assert translations.translations.__wrapped__("en").gettext("The hand") == "The hand"


@pytest.mark.slow
def test_the_files_change_only_with_what_they_say() -> None:
    french = extraction.read_catalog("fr")
    text = translation_file("fr", "po").read_bytes()
    assert extraction.catalog_bytes(french) == text, EXTRACT
    assert b"Date" not in text
    assert b"#: " not in text
    assert compiling.compile_catalog(french) == compiling.compile_catalog(
        extraction.read_catalog("fr")
    )


def test_what_is_not_translated_stays_english() -> None:
    catalog = Catalog("fr")
    catalog.add("Copied", "")
    catalog.add(("%(num)s point", "%(num)s points"), ("%(num)s point", ""))
    catalog.add("The hand", "La main")
    compiled = read_mo(BytesIO(compiling.compile_catalog(catalog)))
    assert ids(compiled) == {("The hand", None)}


def test_the_sentences_that_wait_are_named(folder: Path) -> None:
    sources = Catalog()
    for sentence, context in (("The hand", None), ("Score", "button"), (("A tile", "Tiles"), None)):
        sources.add(sentence, context=context)
    waiting = extraction.untranslated_sentences(extraction.updated_catalog("fr", sources))
    assert [sentence.sentence for sentence in waiting] == ["Score [button]", "A tile"]


@LANGUAGE
def test_a_translation_keeps_the_fields_of_its_sentence(language: str) -> None:
    for message in extraction.read_catalog(language):
        known = [fields(form) for form in forms(message.id)]
        for form in forms(message.string) if message.id else []:
            if isinstance(message.id, str):
                assert fields(form) == known[0], f"{message.id!r}: {form!r}"
            else:
                # The form for one may do without its number.
                number = {"%(num)s", "{number}"}
                assert fields(form) - number == known[1] - number, f"{message.id!r}: {form!r}"
                assert fields(form) <= known[1], f"{message.id!r}: {form!r}"


@LANGUAGE
def test_a_translation_keeps_the_markup_of_its_sentence_and_adds_none(language: str) -> None:
    for message in extraction.read_catalog(language):
        for form in forms(message.string) if message.id else []:
            source = forms(message.id)[-1]
            assert markup(form) == markup(source), f"{message.id!r}: {form!r}"
            assert form.count("<") == source.count("<"), f"{message.id!r}: {form!r}"
            assert form.count('"') == source.count('"'), f"{message.id!r}: {form!r}"
            assert form.count("&") <= source.count("&"), f"{message.id!r}: {form!r}"


@LANGUAGE
def test_the_percent_signs_of_a_translation_are_those_of_its_sentence(language: str) -> None:
    def bare(text: str) -> int:
        return len(re.findall(r"%(?!\(\w+\)s|%)", text.replace("%%", "")))

    for message in extraction.read_catalog(language):
        for form in forms(message.string) if message.id else []:
            assert bare(form) == bare(forms(message.id)[-1]), f"{message.id!r}: {form!r}"


@LANGUAGE
def test_no_translation_is_a_guess(language: str) -> None:
    assert [message.id for message in extraction.read_catalog(language) if message.fuzzy] == []


@COMPLETED
def test_every_sentence_is_translated(template: Catalog, language: str) -> None:
    """Every one that the sources have now, whatever the file to edit has; one of what is not
    published may wait."""
    found = extraction.read_catalog(language)
    waiting = extraction.untranslated_sentences(
        extraction.updated_catalog(language, template), found
    )
    file = translation_file(language, "po").relative_to(extraction.ROOT)
    for sentence in waiting:
        if sentence.new:
            published.warn_of_missing(f"{file}:{sentence.line}: not translated yet: {sentence}")
    assert [f"{file}: {sentence}" for sentence in waiting if not sentence.new] == []


def test_a_rule_is_called_in_chinese_what_a_rulebook_calls_it() -> None:
    """Where rulebooks differ, by the name that one of them has."""
    chinese = extraction.read_catalog("zh")
    names: dict[str, set[str]] = {}
    rules = [
        (ruleset["id"], rule["name"], rule["names"]["zh"])
        for ruleset in scorer.rulesets()
        for rule in ruleset["rules"]
        if rule["names"].get("zh")
    ]
    for _, english, name in rules:
        names.setdefault(english, set()).add(name)
    for ruleset, english, _ in rules:
        message = chinese.get(english, ruleset) or chinese.get(english)
        translated = None if message is None else message.string
        # Whether one may wait, test_every_sentence_is_translated says.
        assert not translated or translated in names[english], (
            f"the Chinese translation has {translated!r} for {english!r}; a rulebook says "
            f"{' or '.join(sorted(names[english]))} ({EXTRACT})"
        )


GIVEN_UP = {
    "fr": (
        *("vent dominant", "Vol de kong", "Défaire", "bâtons ", "Tout vert"),
        *("compteur", "tuile libre", "ronds ", "terminale", "terminaux", "pêche", "anticipé"),
        *("se défauss", "étalé", "étale", "mahjong "),
    ),
    "zh": (
        "放炮",
        "岭上开花",
        "季牌",
        "杠牌区",
        "活牌墙",
        "算分程序",
        "算分服务",
        "错序",
        "四花齐",
    ),
}
"""Words that players do not use, or not for this; each was another before one was chosen."""


@LANGUAGE
def test_one_thing_is_called_by_one_word(language: str) -> None:
    messages = [m for m in extraction.read_catalog(language) if not extraction.is_own_word(m)]
    told = [form for message in messages for form in forms(message.string)]
    assert [form for form in told for word in GIVEN_UP.get(language, ()) if word in form] == []


def test_french_signs_stand_behind_a_space_that_does_not_break() -> None:
    told = [form for message in extraction.read_catalog("fr") for form in forms(message.string)]
    assert [form for form in told if re.search(r" [;:!?»](?![=\w])|« ", form)] == []


def test_the_name_of_a_rule_stands_in_guillemets_in_a_french_sentence() -> None:
    field = r"(?<!«\u00a0)\{(fan|yaku|rule)\}"
    told = [
        m.string
        for m in extraction.read_catalog("fr")
        if re.search(r"\{(fan|yaku|rule)\}", str(m.id))
    ]
    assert len(told) > 7
    assert [text for text in told if re.search(field, str(text))] == []
    names = {rule["name"] for ruleset in scorer.rulesets() for rule in ruleset["rules"]}
    catalog = extraction.read_catalog("fr")
    for message in catalog:
        for name in (name for name in names if str(message.id).startswith(f"{name} count")):
            own = catalog.get(name)
            assert own is not None
            assert f"«\u00a0{own.string}\u00a0»" in forms(message.string)[0], message.id


def test_no_space_stands_between_a_chinese_word_and_a_number() -> None:
    field = r"(?:%\(\w+\)s|\{\w+\})"
    word = r"[\u4e00-\u9fff，。：；、“”（）]"
    told = [form for message in extraction.read_catalog("zh") for form in forms(message.string)]
    spaced = [form for form in told if re.search(f"{word} {field}|{field} {word}", form)]
    assert spaced == ["{section} 第{number}号"]


def labels() -> set[str]:
    """The names of all house rules."""
    options = [option["name"] for ruleset in scorer.rulesets() for option in ruleset["options"]]
    return {plain_label(name) for name in options}


@LANGUAGE
def test_a_house_rule_is_called_in_a_sentence_what_it_is_called_on_its_form(language: str) -> None:
    catalog = extraction.read_catalog(language)
    named = [m for m in catalog if m.id and re.search(r"house rule “[^{]", forms(m.id)[0])]
    assert len(named) > 8
    for message in named:
        (label,) = set(re.findall(r"house rule “([^”]*)”", " ".join(forms(message.id))))
        assert label in labels(), message.id
        own = catalog.get(label)
        assert own is not None
        # Whether one may wait, test_every_sentence_is_translated says.
        for form in forms(message.string) if own.string else ():
            assert re.search(rf"[«“]\u00a0?{re.escape(str(own.string))}\u00a0?[»”]", form), form


def test_no_sentence_names_an_option_or_a_circumstance_by_its_key(template: Catalog) -> None:
    keys = {
        key
        for ruleset in scorer.rulesets()
        for key in (
            *(option["name"] for option in ruleset["options"]),
            *(circumstance["id"] for circumstance in ruleset["circumstances"]),
            *(event["event"] for event in ruleset["events"]),
        )
        if "_" in key
    } | {"self_draw", "robbed_kong"}
    for message in template:
        for form in forms(message.id) if message.id else []:
            plain = re.sub(r"%\(\w+\)s|\{\w+\}", "", form)
            assert not keys & set(re.findall(r"\w+", plain)), form


def test_a_ruleset_has_chinese_names_of_all_its_rules_or_of_none() -> None:
    for ruleset in scorer.rulesets():
        named = [rule for rule in ruleset["rules"] if rule["names"].get("zh")]
        missing = [rule["id"] for rule in ruleset["rules"] if named and rule not in named]
        for rule in missing:
            if not published.is_published(ruleset["id"], "rules", rule):
                published.warn_of_missing(
                    f"{ruleset['id']}: {rule} has no Chinese name; its declaration may"
                )
        known = [each for each in missing if published.is_published(ruleset["id"], "rules", each)]
        assert known == [], f"{ruleset['id']}: other rules have Chinese names"
