"""The scorer as tools of an assistant: what it lists, answers and refuses."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import jsonschema_rs
import pytest
from mcp import Client, MCPError, StdioServerParameters

import scorer
from scorer.cli import mcp_server
from scorer.cli.mcp_server import TOOLS, call_tool
from scorer.rules import BOOKS
from scorer.types.records import request_record
from tests.drawn import Json
from tests.test_cli import DOCUMENT, TABLE

ROOT = Path(__file__).parents[1]
SCORE = scorer.score(DOCUMENT)
MAX_SCHEMA_BYTES = {
    "score": 4_000,
    "settle": 9_400,
    "waits": 4_000,
    "explain": 4_400,
    "what_if": 4_400,
}
"""The bytes of each tool's schema. An assistant reads all of them before its first word."""


def size(schema: object) -> int:
    return len(json.dumps(schema, separators=(",", ":")).encode())


def test_the_tools_are_small() -> None:
    for name, tool in TOOLS.items():
        assert size(tool.schema()) <= MAX_SCHEMA_BYTES.get(name, 200), name
        assert 40 < len(tool.description) < 250, name
    assert sum(size(tool.schema()) for tool in TOOLS.values()) <= 26_000
    assert len(mcp_server.INSTRUCTIONS) < 1_000


@pytest.mark.parametrize("name", ["score", "settle", "waits", "explain", "what_if"])
def test_a_schema_has_every_field_of_every_ruleset(name: str) -> None:
    schema = TOOLS[name].schema()
    record = request_record(name, *BOOKS.values())
    assert [*schema["properties"]] == [member.name for member in record.members]
    assert "dora_indicators" in schema["$defs"]["Hand"]["properties"]
    assert "null" not in json.dumps(schema)
    assert "/api/" not in json.dumps(schema)


def test_the_schemas_take_what_the_scorer_takes() -> None:
    hand = {name: DOCUMENT[name] for name in ("ruleset", "hand", "win", "seat", "prevailing")}
    waiting = json.loads((ROOT / "examples" / "waiting.json").read_text())
    taken: dict[str, list[Json]] = {
        "score": [hand, {**hand, "hand": {**hand["hand"], "concealed": ["123b", "55d"]}}],
        "settle": [TABLE, json.loads((ROOT / "examples" / "table.json").read_text())],
        "waits": [waiting],
        "explain": [{"document": hand, "rule": "no-chows"}],
        "what_if": [{"document": hand}],
        "rulesets": [{}, {"ruleset": "mcr"}],
    }
    assert [*taken] == [*TOOLS]
    for name, documents in taken.items():
        check = jsonschema_rs.validator_for(TOOLS[name].schema())
        for document in documents:
            assert [error.message for error in check.iter_errors(document)] == []
            assert not call_tool(name, document).is_error
        assert not check.is_valid({"concealed": 5, "ruleset": 5})


def test_an_answer_is_the_document_and_the_same_as_text() -> None:
    found = call_tool("score", DOCUMENT)
    assert found.structured_content == SCORE
    [content] = found.content
    assert content.type == "text"
    assert json.loads(content.text) == SCORE


def test_a_refusal_names_each_field_and_what_to_do() -> None:
    hand = {**DOCUMENT["hand"], "winning_tile": "9d"}
    found = call_tool("score", {**DOCUMENT, "ruleset": "clasical", "hand": hand})
    [content] = found.content
    assert content.type == "text"
    assert found.is_error
    assert content.text.splitlines() == [
        "The document is refused. Mend these fields and call again:",
        f"/ruleset: {found.structured_content['errors'][0]['detail']}",
    ]
    assert "did you mean “classical”?" in content.text
    assert found.structured_content["errors"][0]["code"] == "unknown_ruleset"


@pytest.mark.parametrize("name", TOOLS)
@pytest.mark.parametrize(
    "arguments", [{"ruleset": 5}, {"ruleset": "no"}, {"document": None, "ruleset": []}], ids=str
)
def test_no_arguments_make_an_exception(name: str, arguments: Json) -> None:
    found = call_tool(name, arguments)
    assert found.is_error
    assert found.structured_content["errors"]


def test_the_rulesets_are_listed_in_few_words_and_one_with_what_a_document_may_name() -> None:
    listed = call_tool("rulesets", {}).structured_content["rulesets"]
    assert [each["id"] for each in listed] == [*BOOKS]
    assert size(listed) < 2_500
    for id in BOOKS:
        one = call_tool("rulesets", {"ruleset": id}).structured_content
        assert size(one) < 20_000
        assert [*one["rules"]] == [rule["id"] for rule in scorer.ruleset(id)["rules"]]
        assert {"options", "presets", "circumstances", "events"} <= {*one}


def talk_to(server: Any, talk: Callable[[Client], Awaitable[None]]) -> None:
    """Let the SDK's own client talk to a server."""

    async def run() -> None:
        async with Client(server) as client:
            await talk(client)

    anyio.run(run)


async def conversation(client: Client) -> None:
    """List the tools, call some of them, and one that does not exist."""
    assert client.server_info is not None
    assert client.server_info.name == "mahjong-scorer"
    assert "Never count" in (client.instructions or "")
    tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == [*TOOLS]
    assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools)
    found: Any = await client.call_tool("score", DOCUMENT)
    assert not found.is_error
    assert found.structured_content == SCORE
    found = await client.call_tool("score", {"ruleset": "classical"})
    assert found.is_error
    assert [error["pointer"] for error in found.structured_content["errors"]] == ["/hand"]
    with pytest.raises(MCPError, match="unknown tool count; the tools are score, settle"):
        await client.call_tool("count", {})


def test_an_assistant_lists_the_tools_and_calls_them() -> None:
    talk_to(mcp_server.make_server(), conversation)


@pytest.mark.nightly
def test_an_assistants_program_starts_the_command_and_talks_to_it() -> None:
    words = ["-m", "scorer", "mcp"]
    talk_to(StdioServerParameters(command=sys.executable, args=words, cwd=ROOT), conversation)


def test_without_the_extra_the_command_says_what_to_install() -> None:
    program = "import sys; sys.modules['mcp'] = None; from scorer.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, "mcp"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert done.stderr == (
        "Error: the tools are not installed; run: pip install 'mahjong-scorer[mcp]'\n"
    )
