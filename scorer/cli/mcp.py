"""``scorer mcp``: the scorer as tools of an assistant."""

from __future__ import annotations

import click


@click.command()
def mcp() -> None:
    """Offer the scorer to an assistant as tools (Model Context Protocol).

    The assistant's program starts this command and talks to it over standard input and output.
    In the file of servers that most such programs have, it is called so, perhaps by its whole path:

    \b
    {"mcpServers": {"mahjong": {"command": "scorer", "args": ["mcp"]}}}
    """
    try:
        from scorer.cli.mcp_server import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "scorer":
            raise
        advice = "the tools are not installed; run: pip install 'mahjong-scorer[mcp]'"
        raise click.ClickException(advice) from None
    run()
