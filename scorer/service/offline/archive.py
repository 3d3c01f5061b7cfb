"""Build the archives of sources that a phone runs.

``engine.zip`` scores documents, and is a library by itself; ``pages.zip`` adds games, problems and
the application of ``application.py``. Their contents are the modules loaded in use: a subprocess
uses them, in which server-only packages (database, web server) cannot be imported.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.resources import files as resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from flask import Flask

from scorer.languages.translations import compiled_translation
from scorer.rules import rulesets_of_packages
from scorer.rules.package_rulesets import ENTRY_POINT_GROUP
from scorer.service import create_app
from scorer.service.i18n.languages import LANGUAGES, SOURCE_LANGUAGE
from scorer.service.offline.folder import ENGINE_ARCHIVE, PAGES_ARCHIVE
from scorer.service.offline.server_facts import FACTS_FILE, Facts, facts_for
from scorer.service.server.paths import templates

SERVER_ONLY_MODULES: Final = (
    *("alembic", "apispec", "brotli", "flask_compress", "flask_cors", "gunicorn", "limits", "mypy"),
    *("platformdirs", "prometheus_client", "psycopg", "pythonjsonlogger", "rich", "sqlalchemy"),
)
"""The packages that a phone does not have."""

FALLBACK_MODULES: Final = ("markupsafe._native",)
"""Modules imported only if a compiled module is missing, as on a phone."""

LOCALE_FILE: Final = "babel/locale-data/{}.dat"
"""Babel's data of a language. Babel checks that the file exists but pages never read it, so it is
empty in the archive, which saves a quarter of a megabyte."""

RULESETS_DIST_INFO: Final = "offered-0.dist-info"
"""The metadata of a package that stands for all that offer rulesets."""

ARCHIVE_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every file, so that equal sources give equal archives."""

ENGINE_USE_SCRIPT: Final = """
import scorer
for name in scorer.__all__:
    if name not in {*scorer._LEARN_FUNCTIONS, "bulk", "score_many"}:
        getattr(scorer, name)
for ruleset in scorer.rulesets():
    scorer.ruleset(ruleset["id"])
from scorer.rulebook import patterns
"""
PAGES_USE_SCRIPT: Final = """
from pathlib import Path
import scorer
from scorer.languages import translations
translations.TRANSLATIONS_FOLDER = Path(sys.argv[3])
scorer.problem
from scorer.game import export, fold, hands, sheet, write
from scorer.service.offline import offline_app, server_facts
links = tuple(map(tuple, json.loads(sys.argv[2])))
server = server_facts.Facts(server_facts.FileManifest("0", ()), links, 0)
offline_app.open_app("https://phone.invalid", server).warm_up()
"""
LIST_MODULES_SCRIPT: Final = """
import json, sys
class Missing:
    theirs = set(sys.argv[1].split())
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.theirs:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
{use}
own = [module for name, module in sys.modules.items() if name != "__main__"]
named = {{module.__name__ for module in own if getattr(module, "__file__", None)}}
print(json.dumps(sorted(named)))
"""


def build_archives(into: Path) -> None:
    """Write both archives into an existing folder."""
    app = create_app({"LOG_REQUESTS": False})
    facts = facts_of(app)
    links = json.dumps(facts.links)
    engine = _loaded_modules(ENGINE_USE_SCRIPT)
    with TemporaryDirectory(prefix="scorer-translations-") as folder:
        # As on a phone; in a checkout the server may have to compile its own.
        for name, translation in _compiled_translations().items():
            file = Path(folder, name)
            file.parent.mkdir(parents=True)
            file.write_bytes(translation)
        pages = _loaded_modules(PAGES_USE_SCRIPT, links, folder) - engine
    _write_zip(
        into / ENGINE_ARCHIVE,
        {
            **_module_sources(engine),
            **_folder_files("cards"),
            **_folder_files("rulebook"),
            **_entry_points(),
        },
    )
    _write_zip(
        into / PAGES_ARCHIVE,
        {**_module_sources(pages | set(FALLBACK_MODULES)), **_data_files(facts)},
    )


def facts_of(app: Flask) -> Facts:
    """Return the facts about this application for the offline application."""
    from scorer.service.offline.application import create_offline_app
    from scorer.service.web.files import FileManifest

    offline_app = create_offline_app(Facts(FileManifest("0", ()), (), 0))
    return facts_for(app, frozenset(rule.endpoint for rule in offline_app.url_map.iter_rules()))


def _loaded_modules(use: str, *arguments: str) -> set[str]:
    """Return the modules loaded by this script, without the standard library."""
    script = LIST_MODULES_SCRIPT.format(use=use)
    command = [sys.executable, "-c", script, " ".join(SERVER_ONLY_MODULES), *arguments]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode:
        raise RuntimeError(process.stderr)
    return {name for name in json.loads(process.stdout) if not _is_standard(name)}


def _is_standard(name: str) -> bool:
    return name.partition(".")[0] in sys.stdlib_module_names or name.startswith("_")


def _module_sources(names: Iterable[str]) -> dict[str, str]:
    """Return the sources of these modules and their packages by path."""
    wanted = {
        ".".join(name.split(".")[:n]) for name in names for n in range(1, name.count(".") + 2)
    }
    sources = {}
    for name in sorted(wanted):
        file = _source_file(import_module(name).__file__)
        if file is not None:
            path = name.replace(".", "/") + ("/__init__.py" if file.stem == "__init__" else ".py")
            sources[path] = file.read_text("utf-8")
    return sources


def _entry_points() -> dict[str, str]:
    """Return the metadata by which the rulesets of other packages are found, by path."""
    points = rulesets_of_packages().added
    if not points:
        return {}
    listed = "\n".join(f"{point.name} = {point.value}" for point in points)
    return {
        f"{RULESETS_DIST_INFO}/METADATA": "Metadata-Version: 2.1\nName: offered\nVersion: 0\n",
        f"{RULESETS_DIST_INFO}/entry_points.txt": f"[{ENTRY_POINT_GROUP}]\n{listed}\n",
    }


def _source_file(file: str | None) -> Path | None:
    """Return the source file of a module, also of a compiled one; None if it has none."""
    if file is None:
        return None
    source = Path(file).with_name(Path(file).name.partition(".")[0] + ".py")
    return source if source.is_file() else None


def _data_files(facts: Facts) -> dict[str, bytes | str]:
    """Return the data files of the application by path."""
    data_files: dict[str, bytes | str] = {f"scorer/service/offline/{FACTS_FILE}": facts.as_json()}
    for path in templates().rglob("*.html"):
        name = path.relative_to(templates()).as_posix()
        data_files[f"scorer/templates/{name}"] = path.read_text("utf-8")
    data_files |= {
        f"scorer/translations/{name}": data for name, data in _compiled_translations().items()
    }
    data_files |= dict.fromkeys(map(LOCALE_FILE.format, LANGUAGES), "")
    for name in ("examples", "examples/near", "examples/options", "service/web/rules"):
        data_files |= _folder_files(name)
    return data_files


def _compiled_translations() -> dict[str, bytes]:
    """Return the compiled translations by path in their folder."""
    return {
        f"{code}/LC_MESSAGES/messages.mo": compiled_translation(code)
        for code in sorted(LANGUAGES.keys() - {SOURCE_LANGUAGE})
    }


def _folder_files(name: str) -> dict[str, bytes | str]:
    """Return the data files in a folder of the package by path."""
    files = [file for file in resources("scorer").joinpath(name).iterdir() if file.is_file()]
    return {f"scorer/{name}/{f.name}": f.read_bytes() for f in files if ".py" not in f.name}


def _write_zip(path: Path, contents: Mapping[str, bytes | str]) -> None:
    """Write a zip file without compression: the whole file is compressed with Brotli."""
    with ZipFile(path, "w", ZIP_STORED) as archive:
        for name in sorted(contents):
            archive.writestr(ZipInfo(name, ARCHIVE_DATE), contents[name])
