"""The sources of the site: pages of the repository, references and the first page."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from tools.site.contents import SECTIONS
from tools.site.references import ROOT, reference_pages

LINK_PATTERN = re.compile(r'(?:\]\(|src=")(?!https?:|mailto:|#)([^)"#\s]+)')
FOLDER_LINK_PATTERN = re.compile(r"\[([^]]+)\]\(([^)#:\s]+)\)")


def write_sources(into: Path) -> None:
    """Write into this folder what Sphinx reads: the pages in their places in the repository, the
    files to which they link, and the references."""
    shutil.rmtree(into, ignore_errors=True)
    listed = [page for section in SECTIONS for page in section.pages]
    pages = [f"{page}.md" for page in listed if not page.startswith("reference/")]
    docs = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")}
    missing = docs - {*pages}
    assert not missing, f"list these pages in tools/site/contents.py: {sorted(missing)}"
    for page in pages:
        _write(into / page, _without_links_to_folders(page))
    for page in [*pages, "README.md"]:
        for target in _linked_files(page):
            if target not in pages:
                _copy(target, into)
    for name, text in reference_pages().items():
        _write(into / f"reference/{name}.md", text)
    _write(into / "index.md", "\n".join(first_page_lines()))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _copy(path: str, into: Path) -> None:
    (into / path).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / path, into / path)


def _without_links_to_folders(page: str) -> str:
    """Return the text of a page with the names alone of folders, which the site does not have."""

    def name_alone(link: re.Match[str]) -> str:
        return link[1] if (ROOT / page).parent.joinpath(link[2]).is_dir() else link[0]

    return FOLDER_LINK_PATTERN.sub(name_alone, (ROOT / page).read_text("utf-8"))


def _linked_files(page: str) -> Iterator[str]:
    """Yield the repository's files to which a page links, but for pages of the site."""
    for target in LINK_PATTERN.findall((ROOT / page).read_text("utf-8")):
        path = (ROOT / page).parent.joinpath(target).resolve()
        if path.is_file() and path.is_relative_to(ROOT):
            yield str(path.relative_to(ROOT))


def first_page_lines() -> Iterator[str]:
    """Yield the first page: the README, who agrees with its scores, and the contents."""
    text = (ROOT / "README.md").read_text("utf-8")
    before, heading, after = text[: text.index("## Documentation")].partition("## Quick start")
    yield before
    yield from _validation_table()
    yield heading + after
    for section in SECTIONS:
        yield f"## {section.title}\n\n```{{toctree}}\n:hidden:\n:caption: {section.title}\n"
        yield "\n".join(section.pages)
        yield "```\n"
        yield "\n".join(f"* [](/{page}.md)" for page in section.pages)
        yield ""


def _validation_table() -> Iterator[str]:
    """Yield the table of docs/validation.md, which the tests' data made."""
    text = (ROOT / "docs/validation.md").read_text("utf-8")
    table = text[text.index("\n| ruleset") : text.index("\n## ")]
    yield "## Who agrees with the scores\n"
    yield table.replace("](#", "](docs/validation.md#")
    yield (
        "\n[How this is compared, where others differ and why](docs/validation.md) · "
        "[how doubtful rules are read](docs/readings.md)\n"
    )
