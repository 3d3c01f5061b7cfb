"""Compiles for a wheel the translations and, where that is requested, the engine; and has package
indexes show the README with links that lead somewhere.

``HATCH_BUILD_HOOK_ENABLE_MYPYC=1`` requests the engine: mypyc compiles the modules that
pyproject.toml lists. A wheel's files are made in directories of their own, outside the tree, which
stays as it was whether that succeeds or fails. An editable install has its translations in the
tree, where git ignores them, and its engine stays plain Python: compiled, its edits would have no
effect.
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ASKED_FOR = "HATCH_BUILD_HOOK_ENABLE_MYPYC"
TRANSLATIONS = "scorer/translations"
SETUP = """
from mypyc.build import mypycify
from setuptools import setup

modules = {modules!r}
flags = ["--follow-imports=silent", "--ignore-missing-imports", "--no-warn-unused-ignores"]
setup(name="scorer", packages=[], ext_modules=mypycify([*flags, *modules], target_dir="c"))
"""


RELATIVE_LINK = re.compile(r'(?P<before>\]\(|src=")(?!https?:|#)(?P<path>[^)"\s]+)')


class Described(MetadataHookInterface):
    """Give the package its README and, where pyproject.toml names the repository, its addresses."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the fields that follow from ``repository``."""
        repository = str(self.config["repository"]).rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        if repository:
            text = with_absolute_links(text, repository)
            metadata["urls"] = {
                "Repository": repository,
                "Documentation": f"{repository}/blob/HEAD/README.md#documentation",
                "Changelog": f"{repository}/blob/HEAD/CHANGELOG.md",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def with_absolute_links(text: str, repository: str) -> str:
    """Return a page of the repository with absolute links to its files and pictures."""

    def absolute(link: re.Match[str]) -> str:
        kind = "raw" if link["path"].endswith(".webp") else "blob"
        return f"{link['before']}{repository}/{kind}/HEAD/{link['path']}"

    return RELATIVE_LINK.sub(absolute, text)


class Compiled(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's is generic
    """Puts into the wheel what is compiled, beside its sources."""

    PLUGIN_NAME = "custom"
    place: TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """What compiling the engine needs."""
        return ["mypy>=1.14", "setuptools>=77"] if self._wanted() else []

    def _wanted(self) -> bool:
        return os.environ.get(ASKED_FOR, "").lower() in ("1", "true")

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and tell the builder where the result lies."""
        root = Path(self.root)
        if version == "editable":
            compile_translations(root, root / TRANSLATIONS)
            return
        self.place = TemporaryDirectory(prefix="scorer-compiled-")
        place = Path(self.place.name)
        build_data["force_include"] |= compile_translations(root, place / "translations")
        if self._wanted():
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            modules = [*matching_files(root, self.config["modules"])]
            build_data["force_include"] |= compiled(root, modules, place)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear away."""
        if self.place is not None:
            self.place.cleanup()


def compile_translations(root: Path, into: Path) -> dict[str, str]:
    """Compile the translations of the tree at ``root``; where each lies, and where in the wheel it
    belongs."""
    # The scorer is not installed here, nor what it takes.
    module = runpy.run_path(str(root / "scorer/languages/compiling.py"))
    places = module["compile_folder"](root / TRANSLATIONS, into)
    return {str(into / place): f"{TRANSLATIONS}/{place.as_posix()}" for place in places}


def matching_files(root: Path, patterns: Iterable[str]) -> Iterator[str]:
    """Yield the files of the tree at ``root`` that these patterns name, as their paths in it."""
    for pattern in patterns:
        for path in sorted(root.glob(pattern)):
            yield path.relative_to(root).as_posix()


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
