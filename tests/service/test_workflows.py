"""The workflows for a public host: that they name what is there, and the versions that are tested.
.ci/run checks their form (check-jsonschema) and what they give away (zizmor)."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".github/workflows"
WORKFLOWS = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in FOLDER.glob("*.yml")}
JOBS = [
    pytest.param(job, id=f"{name}-{job_name}")
    for name, workflow in sorted(WORKFLOWS.items())
    for job_name, job in workflow["jobs"].items()
]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def pythons() -> list[str]:
    """The versions of Python that .ci/pythons looks for."""
    script = (ROOT / ".ci/pythons").read_text("utf-8")
    (versions,) = re.findall(r"^for version in ([\d. ]+);", script, re.M)
    return str(versions).split()


def commands(job: dict[str, Any]) -> list[str]:
    return [step["run"] for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("job", JOBS)
def test_a_job_has_a_limit_and_only_the_permissions_that_it_names(job: dict[str, Any]) -> None:
    assert 0 < job["timeout-minutes"] <= 90
    assert set(job["permissions"].values()) <= {"read", "write"}


@pytest.mark.parametrize("job", JOBS)
def test_what_a_job_runs_of_this_repository_is_there(job: dict[str, Any]) -> None:
    for command in commands(job):
        for path in re.findall(r"(?:^|\s)((?:\.ci|deploy)/[\w./-]+)", command):
            assert (ROOT / path).is_file(), path


def test_the_workflows_run_everything_and_publish_only_what_was_tested() -> None:
    assert ".ci/run" in commands(WORKFLOWS["tests"]["jobs"]["whole"])
    assert {*WORKFLOWS["wheels"]["jobs"]["publish"]["needs"]} == {"compiled", "plain"}
    tried = [step.get("run", "") for step in WORKFLOWS["image"]["jobs"]["image"]["steps"]]
    published = [step.get("with", {}) for step in WORKFLOWS["image"]["jobs"]["image"]["steps"]]
    (try_at,) = [number for number, run in enumerate(tried) if "deploy/check.py" in run]
    (push_at,) = [number for number, given in enumerate(published) if given.get("push")]
    assert try_at < push_at


def test_the_same_pythons_are_tested_here_there_and_built_for() -> None:
    matrix = WORKFLOWS["tests"]["jobs"]["quick"]["strategy"]["matrix"]["python"]
    built = [f"cp{version.replace('.', '')}-*" for version in pythons()]
    assert matrix == pythons()
    assert PYPROJECT["tool"]["cibuildwheel"]["build"] == built


def test_a_wheel_is_tested_by_files_that_are_there() -> None:
    settings = PYPROJECT["tool"]["cibuildwheel"]
    (listed,) = re.findall(r"@(\S+)", settings["test-command"])
    files = (ROOT / listed).read_text("utf-8").split()
    assert "tests/compiled.py" in files
    assert all((ROOT / file).is_file() for file in files)
    assert all((ROOT / source).exists() for source in settings["test-sources"])
