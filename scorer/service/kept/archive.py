"""The sources that a phone runs, in two archives: ``engine.zip`` scores documents, and is a library
by itself; ``pages.zip`` has the rest beside it: evenings, problems, and the application of
``application.py``.

What belongs in them is what is loaded when they are used: so they are used here, in a process of
its own, in which what a phone cannot have (a database, a server) cannot be imported.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.resources import files as resources
from pathlib import Path
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from flask import Flask
from python_minifier import minify

from scorer.service import create_app
from scorer.service.i18n.languages import LANGUAGES, SOURCE
from scorer.service.kept.facts import FILE, Facts, facts_for
from scorer.service.paths import templates

__all__ = ["ENGINE", "PAGES", "build", "facts_of"]

ENGINE: Final = "engine.zip"
PAGES: Final = "pages.zip"

THEIRS: Final = (
    *("alembic", "apispec", "brotli", "flask_compress", "flask_cors", "flask_limiter", "gunicorn"),
    *("limits", "mypy", "platformdirs", "psycopg", "pythonjsonlogger", "rich", "sqlalchemy"),
)
"""What a server has, and a phone has not."""

UNSEEN: Final = ("markupsafe._native",)
"""What is imported only where a compiled module is missing, as on a phone."""

LOCALE: Final = "babel/locale-data/{}.dat"
"""What Babel knows of a language: dates, numbers, plurals. It looks whether that is there, and
pages never ask for it: a quarter of a megabyte for nothing."""

OURS: Final = "scorer."
PACKAGES: Final = ("scorer", "scorer.documents", "scorer.learn", "scorer.types")
"""Of these it is asked what they offer."""
OF_TYPES: Final = ("__future__", "typing", "collections.abc")
RULES: Final = "scorer.rules"
"""The docstrings of its functions are what players read."""

FIRST: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every file: an archive of the same sources is the same archive."""

USE_ENGINE: Final = """
import scorer
for name in scorer.__all__:
    if name not in scorer._LEARN:
        getattr(scorer, name)
for ruleset in scorer.rulesets():
    scorer.ruleset(ruleset["id"])
"""
USE_PAGES: Final = """
import scorer
scorer.problem
from scorer.game import export, fold, hands, sheet, write
from scorer.service.kept import door, facts
told = facts.Facts(facts.Told("0", ()), tuple(map(tuple, json.loads(sys.argv[2]))), 0)
door.open_door("https://phone.invalid", told).rehearse()
"""
ASK: Final = """
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


def build(into: Path) -> None:
    """Write both archives into this folder, which there is."""
    app = create_app({"LOG_REQUESTS": False})
    facts = facts_of(app)
    links = json.dumps(facts.links)
    engine = _loaded(USE_ENGINE)
    beside = _loaded(USE_PAGES, links) - engine
    _write(into / ENGINE, {**_sources(engine), **_folder("cards")})
    _write(into / PAGES, {**_sources(beside | set(UNSEEN)), **_data(app, facts)})


def facts_of(app: Flask) -> Facts:
    """What the application on a phone is told of this one."""
    from scorer.service.kept.application import create_kept_app
    from scorer.service.web.files import Told

    kept = create_kept_app(Facts(Told("0", ()), (), 0))
    return facts_for(app, frozenset(rule.endpoint for rule in kept.url_map.iter_rules()))


def _loaded(use: str, *told: str) -> set[str]:
    """The modules, but for Python's own, that are loaded when this is done."""
    script = ASK.format(use=use)
    command = [sys.executable, "-c", script, " ".join(THEIRS), *told]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return {name for name in json.loads(done.stdout) if not _is_pythons(name)}


def _is_pythons(name: str) -> bool:
    return name.partition(".")[0] in sys.stdlib_module_names or name.startswith("_")


def _sources(names: Iterable[str]) -> dict[str, str]:
    """The sources of these modules, and of the packages that they are in, by their paths."""
    wanted = {
        ".".join(name.split(".")[:n]) for name in names for n in range(1, name.count(".") + 2)
    }
    found = {}
    for name in sorted(wanted):
        file = _source(import_module(name).__file__)
        if file is not None:
            path = name.replace(".", "/") + ("/__init__.py" if file.stem == "__init__" else ".py")
            found[path] = shortened(file.read_text("utf-8"), name)
    return found


def _source(file: str | None) -> Path | None:
    """The source of a module in this file: beside it, where it is compiled; None where it has
    none."""
    if file is None:
        return None
    source = Path(file).with_name(Path(file).name.partition(".")[0] + ".py")
    return source if source.is_file() else None


class _Shorter(ast.NodeTransformer):
    """Leaves out what nobody asks for at run time: docstrings, the types of functions and of
    variables, what is imported for types alone, what a module says that it offers, the slots of
    classes."""

    def __init__(self, *, says: bool, offers: bool, ours: bool) -> None:
        self.says, self.offers, self.ours = says, offers, ours
        self.in_class = False

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt] | None:
        if ast.unparse(node.test) != "TYPE_CHECKING":
            return self.generic_visit(node)
        left = [self.visit(one) for one in node.orelse]
        return left or None

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        # The fields of a class are told by having a type: which it is, nobody asks of ours.
        if self.in_class and self.ours:
            node.annotation = ast.Constant(None)
        if self.in_class or node.value is None:
            return self.generic_visit(node)
        plain = ast.Assign(targets=[node.target], value=self.visit(node.value))
        return ast.fix_missing_locations(ast.copy_location(plain, node))

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        name = ast.unparse(node.targets[0])
        # A few objects at a time are made on a phone: slots would save it nothing.
        spare = (name == "__all__" and not self.offers) or (name == "__slots__" and self.ours)
        return None if spare else self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        told = node.args
        for arg in (*told.posonlyargs, *told.args, *told.kwonlyargs, told.vararg, told.kwarg):
            if arg is not None:
                arg.annotation = None
        return self._within(node, keep=self.says, in_class=False)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._without_docstring(node, keep=False)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._within(node, keep=False, in_class=True)

    def visit_Module(self, node: ast.Module) -> ast.AST:
        return self._without_docstring(node, keep=False)

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if is_text else self.generic_visit(node)

    def _within(
        self, node: ast.FunctionDef | ast.ClassDef, *, keep: bool, in_class: bool
    ) -> ast.AST:
        was, self.in_class = self.in_class, in_class
        found = self._without_docstring(node, keep=keep)
        self.in_class = was
        return found

    def _without_docstring(
        self,
        node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module,
        *,
        keep: bool,
    ) -> ast.AST:
        said = node.body[0] if keep and ast.get_docstring(node) is not None else None
        self.generic_visit(node)
        if said is not None:
            node.body.insert(0, said)
        if not node.body:
            node.body.append(ast.Pass())
        return node


def shortened(source: str, module: str) -> str:
    """The source of a module without comments, docstrings and types; ours with short names, too."""
    tree = ast.parse(source)
    ours = module.startswith(OURS)
    offers = not ours or module in PACKAGES
    shorter = _Shorter(says=module.startswith(RULES), offers=offers, ours=ours)
    left = _without_spare_types(shorter.visit(tree))
    plain = ast.unparse(left)
    return _with_short_names(plain, module) if ours else plain


def _without_spare_types(tree: ast.Module) -> ast.Module:
    """Without the names of types that nothing needs any more."""
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    told = (node.annotation for node in ast.walk(tree) if isinstance(node, ast.AnnAssign))
    if not all(isinstance(one, ast.Constant) for one in told):
        used.add("annotations")
    kept: list[ast.stmt] = []
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module in OF_TYPES:
            node.names = [one for one in node.names if (one.asname or one.name) in used]
            if not node.names:
                continue
        kept.append(node)
    return ast.Module(kept or [ast.Pass()], tree.type_ignores)


def _with_short_names(source: str, module: str) -> str:
    """The source without assertions and blanks, and with short names within functions. What is
    hoisted or combined would be shorter as it stands, and longer where it is sent compressed."""
    return minify(
        source,
        module,
        remove_asserts=True,
        # An interactive session has made it a builtin, and then it would be kept in some archives.
        preserve_locals=["_"],
        hoist_literals=False,
        combine_imports=False,
        convert_posargs_to_args=False,
    )


def _data(app: Flask, facts: Facts) -> dict[str, bytes | str]:
    """What the application reads beside its modules."""
    found: dict[str, bytes | str] = {f"scorer/service/kept/{FILE}": facts.as_json()}
    for path in templates().rglob("*.html"):
        name = path.relative_to(templates()).as_posix()
        found[f"scorer/templates/{name}"] = path.read_text("utf-8")
    for code in LANGUAGES.keys() - {SOURCE}:
        name = f"translations/{code}/LC_MESSAGES/messages.mo"
        found[f"scorer/{name}"] = resources("scorer").joinpath(name).read_bytes()
    found |= dict.fromkeys(map(LOCALE.format, LANGUAGES), "")
    for name in ("examples", "examples/near", "examples/options"):
        found |= _folder(name)
    return found


def _folder(name: str) -> dict[str, bytes | str]:
    """The files of a folder of the package that are not sources."""
    files = [one for one in resources("scorer").joinpath(name).iterdir() if one.is_file()]
    return {f"scorer/{name}/{one.name}": one.read_bytes() for one in files if ".py" not in one.name}


def _write(path: Path, contents: Mapping[str, bytes | str]) -> None:
    """Not compressed by itself: it is sent compressed as a whole."""
    with ZipFile(path, "w", ZIP_STORED) as archive:
        for name in sorted(contents):
            archive.writestr(ZipInfo(name, FIRST), contents[name])
