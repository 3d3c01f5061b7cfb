"""What the documentation site is made of; .ci/run builds it, and a warning there is an error."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path
from typing import Any

import pytest

import scorer
from scorer.rules import BOOKS
from scorer.service import create_app
from scorer.service.api import openapi
from scorer.service.api.problems import CODES
from tools.site import accessible, contents, references, sources

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return references.reference_pages()


def test_every_page_of_docs_stands_in_the_contents_once() -> None:
    listed = [page for section in contents.SECTIONS for page in section.pages]
    assert len(listed) == len({*listed})
    docs = (path.relative_to(ROOT) for path in (ROOT / "docs").rglob("*.md"))
    assert {path.with_suffix("").as_posix() for path in docs} <= {*listed}
    assert all((ROOT / f"{page}.md").is_file() for page in listed if "reference/" not in page)


def test_the_first_page_leads_to_every_page() -> None:
    linked = "\n".join(sources.first_page_lines()).splitlines()
    assert {page for section in contents.SECTIONS for page in section.pages} <= {*linked}


def test_every_reference_stands_in_the_contents(pages: dict[str, str]) -> None:
    listed = {page for section in contents.SECTIONS for page in section.pages}
    assert {f"reference/{name}" for name in pages} == {p for p in listed if "reference/" in p}


def test_every_endpoint_every_code_and_every_name_is_in_a_reference(pages: dict[str, str]) -> None:
    for path, methods in openapi.openapi_document(create_app({"LOG_REQUESTS": False}))[
        "paths"
    ].items():
        for method in methods.keys() - {"parameters"}:
            assert f"\n`{method.upper()} {path}`\n" in pages["endpoints"]
    assert all(f"| `{code}` |" in pages["errors"] for code in CODES)
    parts = (("options", "name"), ("circumstances", "id"), ("events", "event"), ("rules", "id"))
    for ruleset in BOOKS:
        document: dict[str, Any] = {**scorer.ruleset(ruleset)}
        for part, key in parts:
            names = (entry[key] for entry in document[part])
            assert all(f"| `{name}` |" in pages[f"rulesets/{ruleset}"] for name in names)
    shown = set(re.findall(r":: (\w+)$", pages["python"], re.M))
    assert {*scorer.__all__} - {"bulk"} <= shown
    assert {"Hand", "Win", "Rack"} <= shown


def test_an_example_of_a_published_name_runs_as_it_is_printed() -> None:
    finder, runner = doctest.DocTestFinder(exclude_empty=True), doctest.DocTestRunner()
    for module, names in references.published_names().items():
        for name in names:
            item = getattr(importlib.import_module(module), name)
            for example in (
                finder.find(item, name, module=False, globs={}) if callable(item) else ()
            ):
                runner.run(example)
    assert runner.summarize(verbose=False).attempted > 10
    assert runner.failures == 0


def test_a_published_name_without_a_docstring_fails_the_build(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scorer.score, "__doc__", None)
    with pytest.raises(AssertionError, match=r"scorer\.score"):
        references.published_names()


def test_pages_of_the_theme_get_what_keyboards_and_screen_readers_need() -> None:
    page = '<p class="caption" role="heading">A</p><th class="head"><p></p></th><pre>b</pre>'
    assert accessible.with_accessible_markup(page) == (
        '<p class="caption" role="heading" aria-level="2">A</p><td></td><pre tabindex="0">b</pre>'
    )
