"""A page as a reader meets it: its words, its fields, and which words describe which field."""

from __future__ import annotations

import re
from html.parser import HTMLParser

VOID = {"input", "link", "meta", "br", "img", "hr"}
UNREAD = {"script", "style", "title", "text"}

EXAMPLE = {
    "rules": "classical",
    "hand": "123b 55d",
    "set1": "EEE",
    "set2": "7777c",
    "set2is": "concealed",
    "set3": "234d",
    "flowers": "F1 S2",
    "tile": "5d",
    "won": "discard",
    "from": "S",
    "with": "last_discard",
    "seat": "E",
    "round": "E",
}


class Page(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.html = html
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.by_id: dict[str, str] = {}
        self._open: list[tuple[str, str | None]] = []
        self._unread = 0  # how many of the open elements
        self._named: list[str] = []  # the ids of the open elements
        self._words: list[str] = []
        self.feed(html)
        self.words = re.sub(r"\s+", " ", " ".join(self._words)).strip()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.tags.append((tag, found))
        if "id" in found:
            self.by_id.setdefault(found["id"], "")
        if tag not in VOID:
            identifier = found.get("id")
            self._open.append((tag, identifier))
            self._unread += tag in UNREAD
            if identifier:
                self._named.append(identifier)

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            closed, identifier = self._open.pop()
            self._unread -= closed in UNREAD
            if identifier:
                self._named.pop()
            if closed == tag:
                break

    def handle_data(self, data: str) -> None:
        if self._unread:
            return
        self._words.append(data)
        for identifier in self._named:
            self.by_id[identifier] += data

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.tags if name == tag]

    def links(self, start: str) -> list[str]:
        """The addresses of its links that begin so."""
        return [a["href"] for a in self.all("a") if a.get("href", "").startswith(start)]

    @property
    def faces(self) -> list[str]:
        """The codes of the tiles that are drawn, as the file of faces has them."""
        return [
            use["href"].partition("/tiles.svg#")[2]
            for use in self.all("use")
            if "tiles.svg" in use["href"]
        ]

    def field(self, name: str) -> dict[str, str]:
        """The attributes of the control, or of the group of controls, with this name."""
        return next(found for _, found in self.tags if found.get("id") == f"field-{name}")

    def typed(self, name: str) -> str:
        return self.field(name).get("value", "")

    def described(self, name: str) -> str:
        """The words that a screen reader adds to the field."""
        ids = self.field(name).get("aria-describedby", "").split()
        return " ".join(self.by_id[identifier].strip() for identifier in ids)

    def chosen(self, name: str) -> list[str]:
        return [
            found["value"]
            for found in self.all("input")
            if found.get("name") == name and "checked" in found
        ]

    def link(self, relation: str) -> str | None:
        return next((a["href"] for a in self.all("link") if a.get("rel") == relation), None)
