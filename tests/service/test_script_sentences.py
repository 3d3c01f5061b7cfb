"""The sentences of the scripts, as the scripts import them in the language of the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from babel.messages import Catalog
from flask.testing import FlaskClient

from scorer.languages import compiling
from scorer.service.i18n import script_sentences
from scorer.service.web import files


def address(client: FlaskClient, name: str) -> str:
    """Where a page of this release finds a file."""
    with client.application.test_request_context():
        return files.file_address(name)


def translate(monkeypatch: pytest.MonkeyPatch, catalog: Catalog) -> None:
    """Let the scripts' sentences be those of this catalogue, whatever the language."""
    compiled = compiling.compile_catalog(catalog)
    monkeypatch.setattr(script_sentences, "compiled_translation", lambda language: compiled)
    monkeypatch.setattr(
        script_sentences, "_script_module", script_sentences._script_module.__wrapped__
    )


@pytest.fixture
def translated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A French with two sentences of the scripts, and one that only the pages say."""
    catalog = Catalog("fr")
    catalog.add("Copied", "Copié")
    catalog.add("Use {card}", "Choisir {card}")
    catalog.add("The hand", "La main")
    translate(monkeypatch, catalog)


@pytest.mark.usefixtures("translated")
def test_a_script_gets_its_own_sentences_and_no_other(client: FlaskClient) -> None:
    response = client.get(address(client, "words/fr.js"))
    assert response.mimetype == "text/javascript"
    module = response.get_data(as_text=True)
    assert module.startswith("export default {")
    loaded = json.loads(module.removeprefix("export default ").rstrip(";\n"))
    assert loaded == {"Copied": "Copié", "Use {card}": "Choisir {card}"}


def test_the_forms_of_a_plural_come_as_a_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: FlaskClient
) -> None:
    (tmp_path / "one.js").write_text('say(n_("{number} tile", "{number} tiles", 3));\n')
    catalog = Catalog("fr")
    catalog.add(("{number} tile", "{number} tiles"), ("{number} tuile", "{number} tuiles"))
    monkeypatch.setattr(script_sentences, "SCRIPTS_FOLDER", tmp_path)
    translate(monkeypatch, catalog)
    told = client.get("/static/words/fr.js").get_data(as_text=True)
    assert told == 'export default {"{number} tile":["{number} tuile","{number} tuiles"]};\n'


@pytest.mark.parametrize("language", ["tlh", "..%2F..%2Ffr", "zh-Hans"])
def test_there_are_no_words_in_a_language_that_the_pages_do_not_speak(
    client: FlaskClient, language: str
) -> None:
    assert client.get(f"/static/words/{language}.js").status_code == 404


@pytest.mark.slow
@pytest.mark.usefixtures("translated")
def test_the_words_are_kept_as_long_as_the_scripts(client: FlaskClient) -> None:
    for folder, seconds in ((address(client, ""), 31_536_000), ("/static/", 3600)):
        words = client.get(f"{folder}words/fr.js")
        with client.get(f"{folder}words.js") as script:
            assert words.cache_control.max_age == script.cache_control.max_age == seconds
    for coding in ("identity", "br"):
        takes = {"Accept-Encoding": coding}
        words = client.get("/static/words/fr.js", headers=takes)
        kept = {"If-None-Match": words.headers["ETag"]}
        again = client.get("/static/words/fr.js", headers=takes | kept)
        assert (again.status_code, again.get_data()) == (304, b"")
