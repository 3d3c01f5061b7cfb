"""How the tables of games came to be, step by step. Alembic runs those that a database lacks."""
