"""Whatever is built has the translations, and a checkout stays as it was."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZipFile

import pytest

from scorer.languages.translations import compiled_translation
from scorer.service.i18n.languages import LANGUAGES, SOURCE_LANGUAGE

ROOT = Path(__file__).parents[1]
LEFT_OUT = ("__pycache__", "*.mo", "node_modules")
FOLDERS = ("scorer", "templates")
FILES = (
    "pyproject.toml",
    "hatch_build.py",
    "README.md",
    "LICENSE",
    "gunicorn.conf.py",
    ".gitignore",
)
COMPILED = {
    f"scorer/translations/{code}/LC_MESSAGES/messages.mo": code
    for code in LANGUAGES
    if code != SOURCE_LANGUAGE
}

pytestmark = pytest.mark.slow


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what is built, with nothing compiled in it."""
    copy = tmp_path / "checkout"
    for name in FOLDERS:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for name in FILES:
        shutil.copy(ROOT / name, copy / name)
    return copy


def build(checkout: Path, kind: str) -> Path:
    """Have hatchling build a kind of package, as an installer does, and return it."""
    into = checkout.parent / kind
    code = f"import sys; from hatchling.build import *; build_{kind}(sys.argv[1])"
    subprocess.run([sys.executable, "-c", code, str(into)], cwd=checkout, check=True)
    (package,) = into.iterdir()
    return package


def files(folder: Path) -> set[str]:
    found = folder.rglob("*")
    return {
        path.relative_to(folder).as_posix()
        for path in found
        if path.is_file() and path.suffix != ".pyc"
    }


def translations(names: Iterable[str]) -> set[str]:
    """Those of these files that are translations, edited or compiled."""
    return {name for name in names if name.endswith((".po", ".mo", ".pot"))}


def check_wheel(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        assert translations(archive.namelist()) == {*COMPILED}
        for name, code in COMPILED.items():
            assert archive.read(name) == compiled_translation(code)


def test_a_wheel_of_a_checkout_has_the_translations(checkout: Path) -> None:
    before = files(checkout)
    check_wheel(build(checkout, "wheel"))
    assert files(checkout) == before


@pytest.mark.nightly
def test_a_wheel_of_a_source_archive_has_the_translations(checkout: Path, tmp_path: Path) -> None:
    with tarfile.open(build(checkout, "sdist")) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    assert not [name for name in translations(files(unpacked)) if not name.endswith(".po")]
    check_wheel(build(unpacked, "wheel"))


def test_an_editable_install_compiles_the_translations_in_the_checkout(checkout: Path) -> None:
    before = files(checkout)
    build(checkout, "editable")
    assert files(checkout) - before == {*COMPILED}


@pytest.mark.nightly
def test_a_checkout_in_which_nothing_is_compiled_speaks_french(checkout: Path) -> None:
    code = (
        "from scorer.service import create_app;"
        "app = create_app({'LOG_REQUESTS': False});"
        "html = app.test_client().get('/?lang=fr').text;"
        "print('lang=\"fr\"' in html, 'Règles' in html)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=checkout, check=True, capture_output=True, text=True
    )
    assert done.stdout == "True True\n"
