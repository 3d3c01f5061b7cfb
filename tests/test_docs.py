"""What the documents beside the code promise of themselves."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

import hatch_build
import scorer

ROOT = Path(__file__).parents[1]
KINDS = ["Added", "Changed", "Fixed", "Results changed"]
"""The sections of a release, in their order."""

RELEASE = re.compile(r"\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)")


def changelog() -> list[str]:
    """Return the releases, the newest first."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    _, *releases = re.split(r"^## ", text, flags=re.M)
    return releases


def newest_release() -> tuple[str, str]:
    """Return version and day of the newest release, and leave out what is not released yet."""
    version, day = RELEASE.findall("\n".join(changelog()))[0]
    return version, day


def test_the_changelog_lists_each_release_by_kinds_of_changes() -> None:
    for n, release in enumerate(changelog()):
        name, _, rest = release.partition("\n")
        assert RELEASE.fullmatch(name) or (n == 0 and name == "[Unreleased]")
        kinds = re.findall(r"^### (.+)$", rest, flags=re.M)
        assert kinds == [kind for kind in KINDS if kind in kinds]
        assert "\n* " not in rest.partition("\n### ")[0]


def test_the_newest_release_has_the_version_of_the_package_and_of_its_citation() -> None:
    version, day = newest_release()
    assert version == scorer.__version__
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert f"version: {version}" in citation
    assert f'date-released: "{day}"' in citation


LINK = re.compile(r'\]\(([^)\s]+)\)|src="([^"]+)"')
REPOSITORY = "https://forge.example/club/scorer"


def links(text: str) -> list[str]:
    return [target or source for target, source in LINK.findall(text)]


def readme() -> str:
    return (ROOT / "README.md").read_text(encoding="utf-8")


def core_metadata(repository: str) -> Any:
    """Return what a package says of itself, built with this address of the repository."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    config["tool"]["hatch"]["metadata"]["hooks"]["custom"]["repository"] = repository
    return ProjectMetadata(str(ROOT), PluginManager(), config).core


def test_every_link_of_the_readme_leads_to_a_file() -> None:
    relative = [link for link in links(readme()) if not link.startswith("https://")]
    assert len(relative) > 20
    assert [link for link in relative if not (ROOT / link).is_file()] == []


def test_every_link_of_the_readme_is_absolute_in_a_package_index() -> None:
    core = core_metadata(f"{REPOSITORY}/")
    assert core.urls["Repository"] == REPOSITORY
    assert core.readme_content_type == "text/markdown"
    assert [link for link in links(core.readme) if not link.startswith("https://")] == []
    shown = [link for link in links(core.readme) if "/raw/" in link]
    assert f"{REPOSITORY}/raw/HEAD/docs/screenshots/hand-phone.webp" in shown
    for link in links(core.readme):
        path = re.sub(rf"^{re.escape(REPOSITORY)}/(?:blob|raw)/HEAD/", "", link)
        assert path in links(readme())


def test_a_package_whose_repository_has_no_address_names_none() -> None:
    core = core_metadata("")
    assert core.readme == readme()
    assert core.urls == {}
    assert hatch_build.with_absolute_links("[a](https://b.example) [c](#d)", REPOSITORY) == (
        "[a](https://b.example) [c](#d)"
    )


def test_the_readme_is_a_screen_and_a_half() -> None:
    assert len(readme().splitlines()) <= 110
    assert len(re.sub(r"```.*?```|\]\([^)]*\)", "", readme(), flags=re.S).split()) < 600
