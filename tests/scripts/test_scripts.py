"""The scripts without a browser: read as modules, and what is logic in them run by node."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

import scorer.service
from scorer.service.server.paths import templates
from scorer.service.web.forms.form_fields import FIELDS

HERE = Path(__file__).parent
STATIC = Path(scorer.service.__path__[0]) / "static"
SCRIPTS = {path.relative_to(STATIC).as_posix(): path.read_text() for path in STATIC.rglob("*.js")}
CLASSIC = {"game/nearest.js", "keypad/begin.js"}  # no modules: they run before anything is drawn
MODULES = sorted(SCRIPTS.keys() - CLASSIC)
TESTS = sorted(path.name for path in HERE.glob("*.test.mjs"))

# What a module changes after it has loaded, each with its reason: none does, a state has an owner.
MODULE_STATE: dict[tuple[str, str], str] = {}
# What is fetched later or not at all, each with its reason.
LATER = {
    ("keypad/settled.js", '"./keypad.js"'): "a result has keys once it is corrected",
    ("scorer.js", '"./game/alone-hand.js"'): "few tables are of a game without a network",
    ("keypad/keypad.js", '"../game/seats.js"'): "only in a game players move from seat to seat",
    ("keypad/keypad.js", '"../game/sticks.js"'): "only a game has a board with sticks",
    ("keypad/keypad.js", '"../game/alone-hand.js"'): "few tables are of a game without a network",
    ("keypad/keypad.js", '"../table/strip.js"'): "one hand has no strip of questions",
    ("game/hand.js", '"../keypad/keypad.js"'): "what waits says first what the players are called",
    ("game/page.js", '"../result.js"'): "few pages of a game are copied, sent or printed",
    ("game/page.js", '"./code.js"'): "the page of a code to join by",
    ("class/page.js", '"../result.js"'): "only the page of a new class has links to copy",
    ("class/page.js", '"../game/code.js"'): "the page of a code to join by",
    ("class/page.js", '"./desk.js"'): "the page of a pupil",
    ("class/page.js", '"./results.js"'): "the page of the teacher",
    ("game/page.js", '"./alone.js"'): "a game without a network",
    ("game/page.js", '"./board.js"'): "the page that shows how the game stands",
    ("scorer.js", '"./menu.js"'): "a menu that stays closed closes by nothing",
    ("scorer.js", '"./install.js"'): "no first view waits for what is kept of it",
    ("install.js", '"./engine/offer.js"'): "only an app that is installed offers to be kept",
    ("game/new.js", '"../engine/evening.js"'): "only a phone that keeps the scorer has games of it",
    ("learn/trainer.js", '"../result.js"'): "an exercise is handed on by few",
    ("scorer.js", '"./offline.js"'): "only a page that was kept for want of a network needs it",
    ("keypad/keypad.js", '"./faults.js"'): "a page without faults forgets none",
    ("keypad/keypad.js", '"./telling.js"'): "few rulesets ask more than the form's own questions",
    ("words.js", "`./words/${language}.js`"): "the language is the page's; English needs few",
}
# What can be loaded, and so tested, where there is no page.
WITHOUT_A_PAGE = {"faults", "form", "kept", "live", "players", "stage", "state", "tiles"}

IMPORT = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "([^"]+)";$', re.MULTILINE)
IMPORT_LATER = re.compile(r'const \{([^}]*)\} = await import\("([^"]+)"\)')
EXPORT = re.compile(r"^export (?:async )?(?:const|function|class) (\w+)", re.MULTILINE)

NEEDED = "SCORER_NEEDS_NODE" in os.environ  # set where a skipped test is a failure


@cache
def node() -> str:
    """Where node is, one that tells a module by its text: version 20.19, 22.7 or later."""
    found = shutil.which("node")
    if found:
        result = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
        version = tuple(map(int, result.stdout.strip().lstrip("v").split(".")))
        if version >= (22, 7) or (20, 19) <= version < (21,):
            return found
    if NEEDED:
        pytest.fail("no node of version 20.19, 22.7 or later")
    pytest.skip("no node of version 20.19, 22.7 or later")


def imports(name: str) -> list[tuple[str, list[str], str]]:
    """What a module imports: from which file, which names, and the name for all of them if any."""
    found = []
    for names, everything, source in IMPORT.findall(SCRIPTS[name]):
        path = (STATIC / name).parent / source
        told = [one.strip() for one in names.split(",") if one.strip()]
        found.append((os.path.relpath(path, STATIC), told, everything))
    return found


def code(name: str) -> str:
    """A module without its imports and comments."""
    text = IMPORT.sub("", SCRIPTS[name])
    return re.sub(r"/\*.*?\*/|(?m:^\s*//[^\n]*$)", "", text, flags=re.DOTALL)


@pytest.mark.parametrize("name", MODULES)
def test_every_name_that_is_imported_is_there_and_used(name: str) -> None:
    assert len(re.findall(r"^import ", SCRIPTS[name], re.MULTILINE)) == len(imports(name))
    for source, names, everything in imports(name):
        assert source in MODULES, source
        exported = EXPORT.findall(SCRIPTS[source])
        if everything:
            names = re.findall(rf"(?<![.\w]){everything}\.(\w+)", code(name))
            assert names, everything
        else:
            assert [one for one in names if not re.search(rf"(?<![.\w]){one}\b", code(name))] == []
        assert set(names) <= set(exported), source


@pytest.mark.parametrize("name", MODULES)
def test_no_text_of_several_lines_has_indents_which_are_not_sent(name: str) -> None:
    texts = re.findall(r"`[^`]*`", code(name))
    assert [text for text in texts if "\n " in text and "${" not in text] == []


def test_every_name_that_is_exported_is_imported_somewhere() -> None:
    wanted = {
        (source, one)
        for name in MODULES
        for source, names, everything in imports(name)
        for one in (re.findall(rf"{everything}\.(\w+)", code(name)) if everything else names)
    }
    wanted |= {
        (os.path.normpath(os.path.join(os.path.dirname(name), source)), one.strip())
        for name in MODULES
        for names, source in IMPORT_LATER.findall(SCRIPTS[name])
        for one in names.split(",")
    }
    beside = (*HERE.glob("*.mjs"), *templates().glob("*.js"))
    tests = " ".join(path.read_text() for path in beside)
    unused = [
        (name, one)
        for name in MODULES
        for one in EXPORT.findall(SCRIPTS[name])
        if (name, one) not in wanted and not re.search(rf"\b{one}\b", tests)
    ]
    assert unused == []


@pytest.mark.parametrize("name", MODULES)
def test_every_name_that_is_declared_is_used(name: str) -> None:
    text = re.sub(r"^export .*?(?=\w+ ?[=({])", "", code(name), flags=re.MULTILINE)
    plain = re.findall(r"\b(?:const|let) (\w+)|^ *(?:async )?function (\w+)", text, re.MULTILINE)
    taken = re.findall(r"\b(?:const|let) [{\[]([^=]*?)[}\]] =", text)
    inner = [
        re.split(r"[:=]", one)[-1].strip(" []{}\n") for told in taken for one in told.split(",")
    ]
    declared = {one for one in [*sum(plain, ()), *inner] if one}
    words = re.findall(r"[\w$]+", text)
    assert [one for one in sorted(declared) if words.count(one) < 2] == []


def test_every_field_that_a_script_names_is_in_the_table_of_fields() -> None:
    known = {field.name.removeprefix("{seat}.").replace("{row}", "") for field in FIELDS}
    asked = {
        (name, field)
        for name in MODULES
        if name.startswith("keypad/")
        for call in re.findall(
            r"(?:alues?|valueOf|valuesOf|setValues|put|asks)\(([^()]*)", code(name)
        )
        for field in re.findall(r'"([a-z]\w*)"|`(?:\$\{\w+\})?(set)\$', call)
    }
    named = {(name, found) for name, fields in asked for found in fields if found}
    assert len(named) > 20
    assert sorted(one for one in named if one[1] not in known) == []


def test_no_circle_of_modules() -> None:
    def behind(name: str, path: tuple[str, ...] = ()) -> None:
        assert name not in path, (*path, name)
        for source, _, _ in imports(name):
            behind(source, (*path, name))

    for name in MODULES:
        behind(name)


@pytest.mark.parametrize("name", MODULES)
def test_nothing_in_a_module_changes_behind_its_back(name: str) -> None:
    found = re.findall(r"^(?:export )?(?:let|var) (\w+)", SCRIPTS[name], re.MULTILINE)
    assert [one for one in found if (name, one) not in MODULE_STATE] == []


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_a_script_loads_plain_neighbours_only(name: str) -> None:
    later = re.findall(r"\bimport\(([^)]*)\)", code(name))
    assert [one for one in later if (name, one) not in LATER] == []
    assert "import.meta" not in code(name)
    assert not re.search(r"\beval\(|\bnew Function\b|https?://(?!www\.w3\.org/)", code(name))


def test_the_modules_of_the_keypad_are_short() -> None:
    found = {name: text.count("\n") for name, text in SCRIPTS.items()}
    assert [name for name, lines in found.items() if lines > 320] == []


READ = """
import { readFileSync } from "node:fs";
import { Script, SourceTextModule } from "node:vm";
const faults = {};
for (const [name, isClassic, text] of JSON.parse(readFileSync(0, "utf8"))) {
    try { isClassic ? new Script(text) : new SourceTextModule(text); }
    catch (error) { faults[name] = String(error); }
}
console.log(JSON.stringify(faults));
"""


@pytest.mark.slow
def test_every_script_can_be_read() -> None:
    scripts = [(name, name in CLASSIC, text) for name, text in SCRIPTS.items()]
    broken = [("classic", True, "export const one = 1;"), ("module", False, "const one = ;")]
    read = subprocess.run(
        [node(), "--experimental-vm-modules", "--no-warnings", "--input-type=module", "-e", READ],
        input=json.dumps([*scripts, *broken]), capture_output=True, text=True,
    )  # fmt: skip
    assert read.returncode == 0, read.stderr
    found = json.loads(read.stdout)
    assert found.keys() == {"classic", "module"}, found


def test_logic_loads_where_there_is_no_page() -> None:
    names = "\n".join(f'await import("{STATIC}/keypad/{name}.js");' for name in WITHOUT_A_PAGE)
    result = subprocess.run(
        [node(), "--input-type=module", "-"], input=names, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", TESTS)
def test_a_script_does_what_its_tests_say(name: str) -> None:
    result = subprocess.run([node(), "--test", str(HERE / name)], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout
