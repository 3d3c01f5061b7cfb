"""The scorer as tools of an assistant, over the Model Context Protocol (docs/assistants.md).

A tool takes the document that the function of the same name takes, by the same schema.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import anyio
from anyio.to_thread import run_sync
from mcp import MCPError
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

import scorer
from scorer.documents.schemas.shapes import REFERENCE_PREFIX, Json, Shapes, request_shapes, shapes
from scorer.rules import BOOKS
from scorer.types import Ruleset
from scorer.types.records import request_record
from scorer.types.terms import SEATS

INSTRUCTIONS: Final = (
    "Scores mahjong hands under several rulesets, explains every point and says who pays whom. "
    "Never count a hand yourself: call `score`, or `settle` for a whole table. Tiles are "
    '"123b" (bamboo), "456c" (characters), "789d" (dots), E S W N (winds), R G P (red, green, '
    "white dragon), F1-F4 and S1-S4 (flowers and seasons), J (joker), 0b 0c 0d (red fives). "
    "`hand.concealed` has the tiles that are not in `melds`. Seats and winds are E, S, W, N. "
    "`rulesets` lists the rulesets, and a ruleset's presets, options, circumstances and rules. A "
    "refused document names each field that is wrong and what to do: mend it and call again; ask "
    "the player for what is missing."
)

NULL_SCHEMA: Final = {"type": "null"}
OMITTED_LIMITS: Final = frozenset(
    ("minimum", "maximum", "maxLength", "maxItems", "maxProperties", "propertyNames")
)
"""The limits of a shape."""
SCHEMA_REPLACEMENTS: Final = {
    REFERENCE_PREFIX: "#/$defs/",
    "GET /api/v1/rulesets/{id} lists": "the tool `rulesets` lists",
    "GET /api/v1/rulesets lists": "the tool `rulesets` lists",
}
"""What the contract says of HTTP, and what is said of tools."""


class ScorerTool(NamedTuple):
    """A tool: the function that answers, what it takes and what an assistant reads of it."""

    answer: Callable[[Any], Mapping[str, Any]]
    schema: Callable[[], Json]
    description: str


def _ruleset_summary(ruleset: Ruleset) -> dict[str, Any]:
    """Return what tells a ruleset from others."""
    return {
        "id": ruleset["id"],
        "name": ruleset["name"],
        "summary": ruleset["summary"],
        "presets": [preset["name"] for preset in ruleset["presets"]],
    }


def rulesets(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rulesets, or of one what a document may name, without its rules' meanings."""
    if arguments.get("ruleset") is None:
        return {"rulesets": list(map(_ruleset_summary, scorer.rulesets()))}
    named = scorer.ruleset(arguments["ruleset"])
    return {
        **_ruleset_summary(named),
        "presets": named["presets"],
        "options": named["options"],
        "ways": named["ways"],
        "circumstances": named["circumstances"],
        "events": named["events"],
        "state": named["state"],
        "rules": {rule["id"]: rule["name"] for rule in named["rules"]},
    }


def _schema_of_rulesets() -> Json:
    about = "the id of a ruleset, for its presets, options, circumstances, events and rules"
    named = {"type": "string", "description": about}
    return {"type": "object", "properties": {"ruleset": named}}


def schema_of(request: str) -> Json:
    """Return the JSON Schema of a request with the fields of every ruleset, in few words.

    Limits of length and number are left out: the scorer checks them, and says what is wrong.
    """
    record = request_record(request, *BOOKS.values())
    known = shapes() | request_shapes(record)
    schema = {**known[record.name], "$defs": _referenced_shapes(known, known[record.name])}
    small: Json = _in_few_words(schema)
    return small


def _referenced_shapes(known: Shapes, shape: object) -> Shapes:
    """Return the shapes that a shape refers to, and those that they refer to."""
    found: Shapes = {}
    waiting = [shape]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            name = str(value.get("$ref", "")).removeprefix(REFERENCE_PREFIX)
            if name and name not in found:
                found[name] = known[name]
                waiting.append(known[name])
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return {name: found[name] for name in sorted(found)}


def _in_few_words(value: Any) -> Any:
    """Return a shape without limits and without null, its references within one schema."""
    if isinstance(value, list):
        return [_in_few_words(inner) for inner in value if inner not in ("null", NULL_SCHEMA)]
    if isinstance(value, str):
        for there, here in SCHEMA_REPLACEMENTS.items():
            value = value.replace(there, here)
    if not isinstance(value, dict):
        return value
    small = {key: _in_few_words(inner) for key, inner in value.items() if key not in OMITTED_LIMITS}
    seats = small.get("properties", {})
    if [*seats] == [*SEATS]:
        # Each would say again what the object is.
        small["properties"] = {
            seat: {key: shape[key] for key in shape if key != "description"}
            for seat, shape in seats.items()
        }
    choices = small.get("anyOf", ())
    if len(choices) == 1:
        return {**choices[0], **{key: small[key] for key in small if key != "anyOf"}}
    if isinstance(small.get("type"), list) and len(small["type"]) == 1:
        [small["type"]] = small["type"]
    return small


TOOLS: Final[Mapping[str, ScorerTool]] = {
    "score": ScorerTool(
        scorer.score,
        partial(schema_of, "score"),
        "Score one hand: the total, every point with its reason and tiles, what did not count and "
        "why, and what this win makes each player pay. Without `win` the player did not win.",
    ),
    "settle": ScorerTool(
        scorer.settle,
        partial(schema_of, "settle"),
        "Settle a whole table after a hand: every player's hand or agreed points, penalties and "
        "other events; who pays whom, and whether the seats stay.",
    ),
    "waits": ScorerTool(
        scorer.waits,
        partial(schema_of, "waits"),
        "List the tiles that complete a hand which is one tile short, how many of each are left, "
        "and what the hand would be worth.",
    ),
    "explain": ScorerTool(
        scorer.explain,
        partial(schema_of, "explain"),
        "Explain why one rule counts in a hand, or why it does not. The ids of rules are in the "
        "answer of `score` and in `rulesets`.",
    ),
    "what_if": ScorerTool(
        scorer.what_if,
        partial(schema_of, "what_if"),
        "Show what each single change of a hand would bring (self-draw, one circumstance, another "
        "tile), the dearest first, and what 14 tiles wait for after each discard.",
    ),
    "rulesets": ScorerTool(
        rulesets,
        _schema_of_rulesets,
        "List the rulesets with their presets; or, of one ruleset, the presets, options, "
        "circumstances, events and rules that documents may name.",
    ),
}


def call_tool(name: str, arguments: Mapping[str, Any]) -> CallToolResult:
    """Call a tool. A refused document answers with each field's problem, and is no exception."""
    try:
        found: Mapping[str, Any] = TOOLS[name].answer(arguments)
    except scorer.HandError as error:
        lines = [f"{problem['pointer'] or '/'}: {problem['detail']}" for problem in error.errors]
        text = "\n".join(["The document is refused. Mend these fields and call again:", *lines])
        return _tool_result(text, {"errors": error.errors}, is_error=True)
    return _tool_result(json.dumps(found, ensure_ascii=False), found, is_error=False)


def _tool_result(text: str, structured: Mapping[str, Any], *, is_error: bool) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(text=text)], structured_content=structured, is_error=is_error
    )


async def _list_tools(
    _context: ServerRequestContext[Any], _params: PaginatedRequestParams | None
) -> ListToolsResult:
    hints = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    return ListToolsResult(
        tools=[
            Tool(
                name=name,
                description=tool.description,
                input_schema=tool.schema(),
                annotations=hints,
            )
            for name, tool in TOOLS.items()
        ]
    )


async def _call_tool(
    _context: ServerRequestContext[Any], params: CallToolRequestParams
) -> CallToolResult:
    if params.name not in TOOLS:
        known = ", ".join(TOOLS)
        raise MCPError(INVALID_PARAMS, f"unknown tool {params.name}; the tools are {known}")
    # In a thread, so that a long search answers pings.
    return await run_sync(call_tool, params.name, params.arguments or {})


def make_server() -> Server[Any]:
    """Return a server of the tools."""
    return Server(
        "mahjong-scorer",
        version=scorer.__version__,
        title="Mahjong scorer",
        instructions=INSTRUCTIONS,
        on_list_tools=_list_tools,
        on_call_tool=_call_tool,
    )


async def _serve() -> None:
    server = make_server()
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def run() -> None:
    """Serve the tools on standard input and output until the input ends."""
    anyio.run(_serve)
