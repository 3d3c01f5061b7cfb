"""Compiles the engine for a wheel, when that is asked for: ``HATCH_BUILD_HOOK_ENABLE_MYPYC=1``.

The modules that pyproject.toml lists are compiled by mypyc in a directory of their own, outside the
tree, which stays as it was whether that succeeds or fails. An editable install stays plain Python:
compiled, its edits would have no effect.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ASKED_FOR = "HATCH_BUILD_HOOK_ENABLE_MYPYC"
SETUP = """
from mypyc.build import mypycify
from setuptools import setup

modules = {modules!r}
flags = ["--follow-imports=silent", "--ignore-missing-imports", "--no-warn-unused-ignores"]
setup(name="scorer", packages=[], ext_modules=mypycify([*flags, *modules], target_dir="c"))
"""


class CompiledEngine(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's is generic
    """Puts the compiled modules into the wheel, beside their sources."""

    PLUGIN_NAME = "custom"
    place: TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """What compiling needs."""
        return ["mypy>=1.14", "setuptools>=77"] if self._wanted() else []

    def _wanted(self) -> bool:
        return os.environ.get(ASKED_FOR, "").lower() in ("1", "true")

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and tell the builder where the result lies."""
        if not self._wanted() or version == "editable":
            return
        self.place = TemporaryDirectory(prefix="scorer-compiled-")
        made = compiled(Path(self.root), self.config["modules"], Path(self.place.name))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"] |= made

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear away."""
        if self.place is not None:
            self.place.cleanup()


def compiled(root: Path, modules: list[str], place: Path) -> dict[str, str]:
    """Compile these modules of the tree at ``root`` in ``place``; where each library lies, and
    where in the wheel it belongs."""
    shutil.copytree(
        root / "scorer", place / "scorer", ignore=shutil.ignore_patterns("*.so", "*.pyd", "static")
    )
    (place / "setup.py").write_text(SETUP.format(modules=modules), encoding="utf-8")
    built = place / "built"
    command = [sys.executable, "setup.py", "build_ext", "--build-lib", built.name]
    # The settings of this project are not for what setuptools builds here.
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the engine was not compiled:\n{done.stdout}\n{done.stderr}")
    libraries = [path for path in built.rglob("*") if path.suffix in (".so", ".pyd")]
    return {str(path): path.relative_to(built).as_posix() for path in libraries}
