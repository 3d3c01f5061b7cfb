"""What Alembic runs: the steps, on the connection that it is given, in that one's transaction."""

from __future__ import annotations

from alembic import context

from scorer.service.store.tables import metadata


def run() -> None:
    """Run the steps that are asked for."""
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=metadata)
    with context.begin_transaction():
        context.run_migrations()


# Alembic loads this file under this name; whoever else imports it only looks at it.
if __name__ == "env_py":
    run()
