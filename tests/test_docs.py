"""What the documents beside the code promise of themselves."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
"""The sections of a release, as keepachangelog.com has them, in their order."""

RELEASE = re.compile(r"\[Unreleased\]|\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d")


def test_the_changelog_lists_each_release_by_kinds_of_changes() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    _, *releases = re.split(r"^## ", text, flags=re.M)
    assert releases[0].startswith("[Unreleased]")
    for release in releases:
        name, _, rest = release.partition("\n")
        assert RELEASE.fullmatch(name)
        kinds = re.findall(r"^### (.+)$", rest, flags=re.M)
        assert kinds == [kind for kind in KINDS if kind in kinds]
        assert "\n* " not in rest.partition("\n### ")[0]
