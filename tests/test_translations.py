"""The catalogue and its translations: nothing is left out, and nothing is put in that can break."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import scorer
from scorer.options import plain_label
from scorer.service.i18n import extraction
from scorer.service.i18n.languages import LANGUAGES, SOURCE, TRANSLATIONS, translation_file

LANGUAGE = pytest.mark.parametrize("language", [code for code in LANGUAGES if code != SOURCE])

EXTRACT = (
    "run python -m scorer.service.i18n.extraction: it adds the sentences of the rulesets to "
    "scorer/translations; docs/languages.md tells how they are translated"
)


@pytest.fixture(scope="module")
def template() -> Catalog:
    return extraction.template()


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


def test_the_catalogue_is_what_the_sources_say(template: Catalog) -> None:
    with (TRANSLATIONS / "messages.pot").open("rb") as file:
        assert ids(read_po(file)) == ids(template), EXTRACT


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
    found = extraction.read(language)
    assert ids(found) == ids(template), EXTRACT
    assert not found.obsolete


@LANGUAGE
def test_what_the_pages_read_is_what_the_translation_compiles_to(language: str) -> None:
    with translation_file(language, "mo").open("rb") as file:
        found = {(str(m.id), m.context): m.string for m in read_mo(file) if m.id}
    fresh = read_mo(BytesIO(extraction.compiled(extraction.read(language))))
    told = {(str(m.id), m.context): m.string for m in fresh if m.id}
    assert found == told, EXTRACT


def test_the_files_change_only_with_what_they_say(tmp_path: Path, template: Catalog) -> None:
    once = extraction.written(template)
    assert once == (TRANSLATIONS / "messages.pot").read_bytes(), EXTRACT
    assert b"Date" not in once
    french = extraction.read("fr")
    assert extraction.written(french) == translation_file("fr", "po").read_bytes()
    assert extraction.compiled(french) == extraction.compiled(extraction.read("fr"))


def test_what_is_not_translated_stays_english() -> None:
    catalog = Catalog("fr")
    catalog.add("Copied", "")
    catalog.add(("%(num)s point", "%(num)s points"), ("%(num)s point", ""))
    catalog.add("The hand", "La main")
    compiled = read_mo(BytesIO(extraction.compiled(catalog)))
    assert ids(compiled) == {("The hand", None)}


@LANGUAGE
def test_a_translation_keeps_the_fields_of_its_sentence(language: str) -> None:
    for message in extraction.read(language):
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
    for message in extraction.read(language):
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

    for message in extraction.read(language):
        for form in forms(message.string) if message.id else []:
            assert bare(form) == bare(forms(message.id)[-1]), f"{message.id!r}: {form!r}"


@LANGUAGE
def test_no_translation_is_a_guess(language: str) -> None:
    assert [message.id for message in extraction.read(language) if message.fuzzy] == []


@LANGUAGE
def test_every_sentence_is_translated(language: str) -> None:
    missing = [m.id for m in extraction.read(language) if m.id and not extraction.is_translated(m)]
    assert missing == []


def test_a_rule_is_called_in_chinese_what_a_rulebook_calls_it() -> None:
    """Where rulebooks differ, by the name that one of them has."""
    chinese = extraction.read("zh")
    names: dict[str, set[str]] = {}
    for ruleset in scorer.rulesets():
        for rule in ruleset["rules"]:
            if rule["names"].get("zh"):
                names.setdefault(rule["name"], set()).add(rule["names"]["zh"])
    for english, known in names.items():
        message = chinese.get(english)
        told = None if message is None else message.string
        assert told in known, (
            f"the Chinese translation has {told!r} for {english!r}; a rulebook says "
            f"{' or '.join(sorted(known))} ({EXTRACT})"
        )


GIVEN_UP = {
    "fr": ("combinaison", "vent dominant", "Vol de kong", "Défaire", "bâtons ", "Tout vert"),
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
    told = [form for message in extraction.read(language) for form in forms(message.string)]
    assert [form for form in told for word in GIVEN_UP[language] if word in form] == []


def test_french_signs_stand_behind_a_space_that_does_not_break() -> None:
    told = [form for message in extraction.read("fr") for form in forms(message.string)]
    assert [form for form in told if re.search(r" [;:!?»](?![=\w])|« ", form)] == []


def test_no_space_stands_between_a_chinese_word_and_a_number() -> None:
    field = r"(?:%\(\w+\)s|\{\w+\})"
    word = r"[\u4e00-\u9fff，。：；、“”（）]"
    told = [form for message in extraction.read("zh") for form in forms(message.string)]
    spaced = [form for form in told if re.search(f"{word} {field}|{field} {word}", form)]
    assert spaced == ["{section} 第{number}号"]


def labels() -> set[str]:
    """The names of all house rules."""
    options = [option["name"] for ruleset in scorer.rulesets() for option in ruleset["options"]]
    return {plain_label(name) for name in options}


@LANGUAGE
def test_a_house_rule_is_called_in_a_sentence_what_it_is_called_on_its_form(language: str) -> None:
    catalog = extraction.read(language)
    named = [m for m in catalog if m.id and re.search(r"house rule “[^{]", forms(m.id)[0])]
    assert len(named) > 8
    for message in named:
        (label,) = set(re.findall(r"house rule “([^”]*)”", " ".join(forms(message.id))))
        assert label in labels(), message.id
        own = catalog.get(label)
        assert own is not None
        for form in forms(message.string):
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
        named = [bool(rule["names"].get("zh")) for rule in ruleset["rules"]]
        assert all(named) or not any(named), ruleset["id"]
