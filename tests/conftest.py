"""Which tests the inner loop leaves out: whole files that draw hands at random, start real servers
or generate clients; and that nightly tests run where they are asked for. CONTRIBUTING.md has the
commands.

And where games are kept that tests make: never in the home directory."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from flask import Flask
from hypothesis import is_hypothesis_test, settings
from jinja2 import BytecodeCache, StrictUndefined
from jinja2.bccache import Bucket
from jinja2.utils import missing

from scorer.service.wsgi import logs
from tests.nightly import is_night, mark_shares

# Before any application is made: some are made while the tests are found.
# Nor does a test offer phones what this machine happens to keep for them.
KEPT = "KEPT_BY_THIS_MACHINE"  # as the workers are told of it, too
GAMES = tempfile.TemporaryDirectory(prefix="games-of-tests-")
os.environ["DATABASE_URL"] = f"sqlite:///{GAMES.name}/games.sqlite3"
os.environ.setdefault(KEPT, os.environ.get("SCORER_OFFLINE_FOLDER", ""))
os.environ["SCORER_OFFLINE_FOLDER"] = f"{GAMES.name}/nothing"
# Written by a thread after the test that it is of, a log would stand among the dots of all tests.
setattr(logs, "STDERR", os.open(os.devnull, os.O_WRONLY))  # noqa: B010  # it is final


class Compiled(BytecodeCache):
    """Templates as they are compiled for one application: many tests make one of their own."""

    def __init__(self) -> None:
        self.known: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.known:
            bucket.bytecode_from_string(self.known[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.known[bucket.key] = bucket.bytecode_to_string()


class Missing(StrictUndefined):
    """What a template names and does not have: an error, but where it asks whether it was given a
    variable, or whether a document has a field that it may leave out."""

    def __bool__(self) -> bool:  # type: ignore[override]  # StrictUndefined only raises
        if self._undefined_obj is missing or isinstance(self._undefined_obj, Mapping):
            return False
        return super().__bool__()


Flask.jinja_options = {
    **Flask.jinja_options,
    "bytecode_cache": Compiled(),
    "undefined": Missing,
}

TESTS = Path(__file__).parent
SLOW = frozenset(
    TESTS / name
    for name in (
        *("test_oracle.py", "test_wild.py", "test_bad_input.py", "test_properties.py"),
        *("test_peers.py", "test_tables_at_random.py", "test_hostile_tables.py", "test_growth.py"),
        *("test_types.py", "test_serve.py", "test_pickling.py", "test_goulash.py"),
        *("test_without_server.py", "games/test_releases.py"),
        *("offline/test_archives.py", "offline/test_library.py", "offline/test_same_answers.py"),
        *("service/test_gunicorn.py", "service/test_stalling.py", "service/test_schemathesis.py"),
        *("pages/test_hostile.py", "pages/test_hostile_learning.py"),
        *("card/test_hostile_cards.py", "card/test_work.py"),
        *("card/test_match.py", "card/test_words.py", "card/test_scores.py"),
        *("clients/test_python_client.py", "clients/test_typescript.py"),
    )
)

# These start servers as processes of their own.
SERVERS = frozenset(
    TESTS / name
    for name in (
        *("test_serve.py", "service/test_gunicorn.py", "service/test_stalling.py"),
        *("service/test_replaced.py", "games/test_two_services.py", "games/test_secrets.py"),
        *("games/test_evening.py", "games/test_away.py", "games/test_faults.py"),
    )
)


# What they do with a database the tests of the store and of the API do too: those run by day on
# PostgreSQL as well.
ON_SQLITE_BY_DAY = frozenset(
    TESTS / name
    for name in (
        *("games/test_pages.py", "games/test_codes.py", "games/test_recorded.py"),
        *("games/test_unchanged.py", "games/test_releases.py"),
        *("classes/test_classes_api.py", "classes/test_class_pages.py"),
    )
)

# Each of their modules marks all its tests so.
BROWSER = frozenset({TESTS / "browser", TESTS / "other_browsers"})

MAX_REASON = 1000
"""The characters of a failure's reason that are shown at once."""


class DoctestsWhereWritten:
    """Looks for doctests only in modules that have any: reading all others takes longer than
    running those. It counts for the package too, as no ``conftest.py`` there could."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        found = yield
        if any(isinstance(collector, DoctestModule) for collector in found):
            if ">>>" not in file_path.read_text(encoding="utf-8"):
                return [each for each in found if not isinstance(each, DoctestModule)]
        return found


class FailuresAtOnce:
    """Names a failed test when it fails: a run that is stopped never comes to its summary, and the
    summary has no reason of a test that ran again and passed."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if terminal is not None and report.outcome in ("failed", "rerun"):
            crash = getattr(report.longrepr, "reprcrash", None)
            reason = crash.message if crash else str(report.longrepr)[-MAX_REASON:]
            terminal.write_line(f"\n{report.outcome.upper()} {report.nodeid}")
            terminal.write_line(reason[:MAX_REASON])


def pytest_configure(config: pytest.Config) -> None:
    """Known before any test is made: how often one draws hangs on it."""
    settings.load_profile("repeatable" if is_night(config) else "by_day")
    config.pluginmanager.register(DoctestsWhereWritten())
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(FailuresAtOnce(config))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Ten thousand tests are made, and all of them stay: nothing of it is garbage to be looked
    for, now or with each test."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """One more for ``-n auto`` than there are processors, as a test that drives a browser or a
    server waits for it half of the time."""
    told = "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ
    without = "not browser" in config.getoption("markexpr")
    return None if told or without else (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Who has nothing left to do takes from the others: the browser's tests, which stand together,
    take longer than as many others. An option ``--dist`` of one's own counts."""
    if config.getoption("dist") != "load":
        return None
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Without schemathesis its tests are nothing. And what ``-m`` leaves out whole is not made
    first, nor is what it imports."""
    without = not config.pluginmanager.has_plugin("schemathesis")
    left = without and collection_path.name == "test_schemathesis.py"
    left = left or (collection_path in SLOW and leaves_out(config, "slow"))
    return True if left or (collection_path in BROWSER and leaves_out(config, "browser")) else None


def leaves_out(config: pytest.Config, mark: str) -> bool:
    """Whether ``-m`` is a list of conditions, of which each must hold, and leaves this mark out."""
    conditions = str(config.getoption("markexpr")).split(" and ")
    return f"not {mark}" in conditions and not any(" or " in each for each in conditions)


# First: what ``-m`` leaves out is left out by the marks that are put here.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    night = is_night(config)
    mark_shares(items)
    for item in items:
        if item.path in SLOW:
            item.add_marker(pytest.mark.slow)
        if item.path in ON_SQLITE_BY_DAY and "postgresql" in item.name:
            item.add_marker(pytest.mark.nightly)
        # A browser or a server may die for reasons of its own; the report names what ran again.
        if item.get_closest_marker("browser") or item.path in SERVERS:
            item.add_marker(pytest.mark.flaky(reruns=1))
        if night and draws(item):
            item.add_marker(pytest.mark.nightly)
    if "nightly" not in config.getoption("markexpr"):
        leave_for_the_night(config, items)


def draws(item: pytest.Item) -> bool:
    """Whether this test draws less by day."""
    given = is_hypothesis_test(getattr(item, "obj", None))
    return given or item.get_closest_marker("more_at_night") is not None


def leave_for_the_night(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what is marked nightly, as no ``-m`` names it."""
    left = [item for item in items if item.get_closest_marker("nightly")]
    if left:
        items[:] = [item for item in items if not item.get_closest_marker("nightly")]
        config.hook.pytest_deselected(items=left)


@pytest.fixture
def read_log(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[], str]:
    """Log to standard error, and return what reads it."""

    def read() -> str:
        logs.handler().flush()
        return capfd.readouterr().err

    logs.handler().flush()
    monkeypatch.setattr(logs, "STDERR", 2)
    return read


@pytest.fixture(scope="session")
def offline_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder, as SCORER_OFFLINE_FOLDER names one, with all that phones keep of this release."""
    from tests.offline.building import offline_folder_once

    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    return offline_folder_once(shared / "offline", os.environ[KEPT])
