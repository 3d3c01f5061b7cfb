"""The door for WSGI servers: ``gunicorn wsgi:app``."""

from scorer.service import create_app

app = create_app()
