"""The types that openapi-typescript makes of the OpenAPI document, as a TypeScript user sees them.

``npm install --prefix tests/clients`` gets the two programs; without them, or without node, this is
skipped, unless SCORER_NEEDS_TYPESCRIPT is set.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from scorer.service import create_app

PROGRAMS = Path(__file__).parent / "node_modules"
GENERATOR = PROGRAMS / "openapi-typescript" / "bin" / "cli.js"
COMPILER = PROGRAMS / "typescript" / "bin" / "tsc"

HEAD = """\
import type { components } from "./schema";
type Shapes = components["schemas"];
declare const score: Shapes["Score"];
declare const settlement: Shapes["Settlement"];
declare const fault: Shapes["Fault"];
"""

GOOD = """\
export const asked: Shapes["ScoreRequest"] = {
  ruleset: "mcr",
  preset: "1998",
  options: { minimum: 6 },
  hand: { concealed: "123b 456b 99d", melds: [{ tiles: "789b" }], winning_tile: "9d" },
  win: { by: "discard", from: "W", with: ["last_of_kind"] },
  seat: "S",
  prevailing: "E",
};
export const fan: number = score.ruleset === "mcr" ? score.tally.fan : 0;
export const limit: number = score.ruleset === "classical" ? score.options.limit : 0;
export const paid: number | undefined = settlement.net.E;
export const wrong: boolean = fault.code === "unknown_preset";
export const page: string | null | undefined = score.page;
"""

WRONG = {
    "misspelt key": "export const a = score.totla;",
    "tally of another ruleset": (
        'export const b = score.ruleset === "mcr" ? score.tally.points : 0;'
    ),
    "misspelt kind": 'export const c = score.lines[0].kind === "duoble";',
    "misspelt code": 'export const d = fault.code === "bad_tiel";',
    "unknown ruleset": 'export const e: Shapes["RulesetId"] = "riichy";',
    "option of another ruleset": 'export const f: Shapes["McrOptions"] = { limit: 1000 };',
    "value that is no choice": 'export const g: Shapes["ClassicalOptions"] = { wall: "great" };',
    "circumstance of another ruleset": (
        'export const h: Shapes["ClassicalWin"] = { by: "discard", with: ["last_of_kind"] };'
    ),
    "seat that is none": 'export const i: Shapes["Seat"] = "X";',
}


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the compiler says of the good program and of each wrong one."""
    node = shutil.which("node")
    if not (node and GENERATOR.exists() and COMPILER.exists()):
        assert "SCORER_NEEDS_TYPESCRIPT" not in os.environ, "node or its programs are missing"
        pytest.skip("npm install --prefix tests/clients")
    folder = tmp_path_factory.mktemp("typescript")
    document = folder / "openapi.json"
    with create_app({"LOG_REQUESTS": False}).test_client() as client:
        document.write_bytes(client.get("/openapi.json").data)
    made = subprocess.run(
        [node, GENERATOR, document, "-o", folder / "schema.d.ts"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    (folder / "good.ts").write_text(HEAD + GOOD, encoding="utf-8")
    for name, line in WRONG.items():
        (folder / f"{name.replace(' ', '-')}.ts").write_text(f"{HEAD}{line}\n", encoding="utf-8")
    files = sorted(str(path) for path in folder.glob("*.ts"))
    compiled = subprocess.run(
        [node, COMPILER, "--strict", "--noEmit", "--pretty", "false", *files],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    return compiled.stdout


def test_a_program_that_reads_its_answers_rightly_compiles(complaints: str) -> None:
    assert [line for line in complaints.splitlines() if line.startswith(("good", "schema"))] == []


@pytest.mark.parametrize("name", WRONG)
def test_a_program_with_a_slip_does_not_compile(complaints: str, name: str) -> None:
    file = f"{name.replace(' ', '-')}.ts"
    assert any(line.startswith(file) for line in complaints.splitlines())
