"""The door for WSGI servers: ``gunicorn wsgi:app``."""

from scorer.service import create_app
from scorer.service.api import openapi

app = create_app()
# Before the workers part, so that all of them have it and none makes its own.
openapi.openapi_document(app)
