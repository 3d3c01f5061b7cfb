"""The types that openapi-typescript makes of the OpenAPI document, as its user sees them."""

from __future__ import annotations

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import copy

import pytest
from werkzeug.serving import make_server

from scorer.rules import BOOKS
from scorer.service import create_app
from tests.followed import NODE_MODULES

GENERATOR = NODE_MODULES / "openapi-typescript" / "bin" / "cli.js"
PROGRAM = Path(__file__).parent / "whole_game.ts"
COMPILER = NODE_MODULES / "typescript" / "bin" / "tsc"

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
export const entry: Shapes["HandEntry"] = {
  kind: "hand",
  after: 0,
  document: { players: { E: { points: 16 }, S: { points: 64, win: { by: "self_draw" } } } },
};
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
    "misspelt field of a game's hand": (
        'export const j: Shapes["HandEntry"] = { kind: "hand", after: 0, '
        "document: { players: { E: { poins: 16 } } } };"
    ),
    "seat that is none": 'export const i: Shapes["Seat"] = "X";',
}


@pytest.fixture(scope="module")
def folder(node: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the types of the API."""
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
    return folder


@pytest.fixture(scope="module")
def complaints(node: str, folder: Path) -> str:
    """What the compiler says of the good program and of each wrong one."""
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


@pytest.mark.nightly
def test_a_whole_game_of_every_ruleset_is_played_by_types(
    node: str, folder: Path, tmp_path: Path
) -> None:
    for file in (folder / "schema.d.ts", PROGRAM):
        copy(file, tmp_path)
    (tmp_path / "node_modules").symlink_to(NODE_MODULES)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    compiled = subprocess.run(
        [node, COMPILER, "--strict", "--target", "es2022", "--module", "nodenext", PROGRAM.name],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert compiled.returncode == 0, compiled.stdout
    server = make_server("127.0.0.1", 0, create_app({"LOG_REQUESTS": False}), threaded=True)
    with ThreadPoolExecutor() as threads:
        threads.submit(server.serve_forever)
        try:
            played = subprocess.run(
                [node, PROGRAM.with_suffix(".js").name, f"http://127.0.0.1:{server.port}"],
                capture_output=True,
                text=True,
                check=False,
                cwd=tmp_path,
            )
        finally:
            server.shutdown()
    server.server_close()
    assert played.returncode == 0, played.stderr
    lines = [line.split() for line in played.stdout.splitlines()]
    assert {ruleset for ruleset, *_ in lines} == BOOKS.keys()
    assert all(int(entries) >= 11 and paid == "true" for _, entries, paid in lines)
