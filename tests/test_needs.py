"""What the tests need is installed by the command in the README; without it they fail."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
SKIPS = {
    "importorskip(": (),
    # What that command does not install: browsers, node, other scorers, PostgreSQL, Redis, Pyodide,
    # cyclonedx-bom. What hosts the tests sets SCORER_NEEDS_AUDIT, SCORER_NEEDS_BROWSER,
    # SCORER_NEEDS_FIREFOX, SCORER_NEEDS_NODE, SCORER_NEEDS_OFFLINE, SCORER_NEEDS_PEERS,
    # SCORER_NEEDS_POSTGRES, SCORER_NEEDS_REDIS, SCORER_NEEDS_TYPESCRIPT and SCORER_NEEDS_WEBKIT.
    "pytest.skip(": (
        "browser/conftest.py",
        "clients/conftest.py",
        "games/databases.py",
        "offline/building.py",
        "other_browsers/drivers.py",
        "scripts/test_scripts.py",
        "service/test_deploy.py",
        "test_peers.py",
        "test_riichi_peers.py",
    ),
}


def test_no_test_is_skipped_in_silence_where_a_package_is_missing() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py")}
    for word, allowed in SKIPS.items():
        found = [path for path, text in texts.items() if word in text and path != Path(__file__)]
        assert sorted(path.relative_to(TESTS).as_posix() for path in found) == sorted(allowed)
        for path in found:
            assert re.search(r"SCORER_NEEDS_\w+", texts[path])


def test_what_a_browser_waits_for_is_a_function() -> None:
    """An expression is evaluated again at each look, which the pages' security policy refuses."""
    for path in TESTS.rglob("*.py"):
        for waited in re.findall(r'wait_for_function\(\s*"(.*?)"', path.read_text("utf-8")):
            assert "=>" in waited, (path.name, waited)


def test_other_skips_tell_of_the_platform_alone() -> None:
    for path in TESTS.rglob("*.py"):
        for condition in re.findall(r"mark\.skipif\((.*?),", path.read_text(encoding="utf-8")):
            assert condition == 'sys.platform == "win32"'
