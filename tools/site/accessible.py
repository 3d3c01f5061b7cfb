"""What the theme's pages lack for readers with a keyboard or a screen reader."""

from __future__ import annotations

from pathlib import Path

MARKUP_REPLACEMENTS = {
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
    '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="This page">',
    '<div class="table-wrapper ': '<div tabindex="0" class="table-wrapper ',
    "<pre>": '<pre tabindex="0">',
    '<div id="search-results">': '<h1>Search</h1><div id="search-results">',
    '<th class="head"><p></p></th>': "<td></td>",
}
"""Levels of headings, names of landmarks, what scrolls by keyboard, heads without a text."""


def make_accessible(site: Path) -> None:
    """Change the pages of a site that Sphinx has built."""
    for page in site.rglob("*.html"):
        page.write_text(with_accessible_markup(page.read_text("utf-8")), "utf-8")


def with_accessible_markup(html: str) -> str:
    """Return a page of the theme with what it lacks."""
    for lacking, having in MARKUP_REPLACEMENTS.items():
        html = html.replace(lacking, having)
    return html
