"""The scripts and style sheets name nothing that the oldest promised browsers do not have."""

from __future__ import annotations

import re

import pytest

from scorer.service.server.paths import templates
from tests.scripts import newer
from tests.scripts.test_scripts import CLASSIC, MODULES, STATIC, code

# What is named all the same, each with its reason.
GUARDED = {
    ("scorer.js", "requestIdleCallback"): "setTimeout where it is missing",
    ("keypad/feel.js", "Navigator.prototype.vibrate"): "called only where it is there",
    ("engine/keep.js", "CompressionStream"): "its absence is a reason not to keep the scorer",
    ("engine/keep.js", "StorageManager.prototype.estimate"): "called only where it is there",
    ("engine/files.js", "CompressionStream"): "for the scorer on the phone alone",
    ("engine/files.js", "DecompressionStream"): "for the scorer on the phone alone",
}
SHEETS = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.css"))


def pattern(path: str) -> str:
    """How a script names what lies at this path."""
    owner, _, name = path.rpartition(".")
    if owner.endswith(".prototype"):
        return rf"\.{name}(?:\(|\?\.)"
    return rf"(?<![.\w]){re.escape(path)}\b" if owner else rf"\b{name}\b"


def newer_in(name: str) -> set[str]:
    text = code(name)
    return {path for path in newer.NAMES if re.search(pattern(path), text)}


@pytest.mark.parametrize("name", sorted({*MODULES, *CLASSIC}))
def test_a_script_names_nothing_newer(name: str) -> None:
    assert [path for path in sorted(newer_in(name)) if (name, path) not in GUARDED] == []
    found = [why for old, why in newer.SYNTAX.items() if re.search(old, code(name), re.MULTILINE)]
    assert found == []


def test_what_is_guarded_is_there() -> None:
    assert [(name, path) for name, path in GUARDED if path not in newer_in(name)] == []


def unguarded(sheet: str) -> str:
    """A style sheet without what an older browser passes over: what ``@supports`` asks for."""
    return re.sub(r"^@supports .*?^}", "", sheet, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", SHEETS)
def test_a_style_sheet_needs_nothing_newer(name: str) -> None:
    text = unguarded((STATIC / name).read_text())
    assert [why for old, why in newer.STYLES.items() if re.search(old, text, re.MULTILINE)] == []


def test_the_worker_names_nothing_newer() -> None:
    text = (templates() / "service-worker.js").read_text()
    assert [path for path in sorted(newer.NAMES) if re.search(pattern(path), text)] == []


def test_the_documentation_promises_these_browsers() -> None:
    told = (STATIC.parents[2] / "docs" / "phone.md").read_text()
    for versions in (newer.PROMISED, newer.FOR_THE_ENGINE):
        cells = [f"{versions[name]}" for name in ("Chrome", "Safari", "Firefox")]
        assert f"| {' | '.join(cells)} |" in told
