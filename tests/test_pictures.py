"""The pictures of the documentation are of the pages as they are now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tools import pictures

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))


@pytest.mark.slow
@pytest.mark.parametrize("name", pictures.PICTURES)
def test_a_picture_is_as_old_as_what_it_was_made_from(name: str) -> None:
    made_from = pictures.recorded_digests().get(name, {})
    shown = pictures.digest(pictures.picture_path(name).read_bytes())
    now = {"picture": shown, **pictures.source_digests(pictures.PICTURES[name])}
    changed = [kind for kind in now if now[kind] != made_from.get(kind)]
    assert changed == [], (
        f"docs/screenshots/{name}.webp is older than its {', '.join(changed)}: run "
        f"{pictures.COMMAND} (it needs Chromium), look at the pictures, and commit them"
    )


def test_every_picture_is_shown_and_every_one_shown_is_made() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    shown = set(re.findall(r"screenshots/([\w-]+)\.webp", text))
    assert shown == set(pictures.PICTURES) == set(pictures.recorded_digests())
    assert {file.stem for file in pictures.FOLDER.glob("*.webp")} == shown


def test_styles_of_another_page_do_not_make_a_picture_old() -> None:
    sheet = (
        "p{a:1;}.here,.there{b:2;}.there p{c:3;}@media (min-width: 1rem){#here{d:4;}.there{e:5;}}"
        "@media print{p{f:6;}}.here:not(.there){g:7;}"
    )
    assert list(pictures.matching_style_rules(sheet, frozenset({"here"}))) == [
        "p a:1;",
        ".here,.there b:2;",
        "@media (min-width: 1rem) #here d:4;",
        ".here:not(.there) g:7;",
    ]


def test_a_script_that_only_calls_something_otherwise_does_not_make_a_picture_old() -> None:
    script = 'const tile = named("5d"); draw(tile, `<b class="${tile.face}">5d</b>`, "5d");'
    assert pictures.script_texts(script) == ['"5d"', '`<b class="${}">5d</b>`']
    assert pictures.script_texts(script.replace("tile", "shown")) == pictures.script_texts(script)


def test_what_is_closed_or_hidden_is_not_shown() -> None:
    page = (
        "<head><title>No</title></head><body><h1>Yes</h1><p hidden>No</p><script>No</script>"
        "<details><summary>Yes</summary><p>No</p></details>"
        "<details open><p>Yes</p></details></body>"
    )
    visible = pictures.visible_html(BeautifulSoup(page, "html.parser"))
    assert (visible.count("Yes"), visible.count("No")) == (3, 0)
