"""What the first request of every process would make else is made before the processes part."""

from __future__ import annotations

import gc
import runpy
from types import SimpleNamespace

import pytest
from flask import Flask

from scorer.service.api.openapi import OPENAPI_EXTENSION
from scorer.service.server.prepare import prepare

from .running import ROOT


def test_gunicorn_prepares_the_application(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(gc, "freeze", lambda: None)
    monkeypatch.setitem(app.extensions, OPENAPI_EXTENSION, lambda: made.append("document"))
    settings = runpy.run_path(str(ROOT / "gunicorn.conf.py"))
    settings["when_ready"](SimpleNamespace(app=SimpleNamespace(wsgi=lambda: app)))
    assert app.jinja_env.cache is not None
    names = {name for _, name in app.jinja_env.cache}
    assert names >= set(app.jinja_env.list_templates()) > set()
    assert made == ["document"]


def test_another_application_can_be_served_with_the_same_settings() -> None:
    # It finds the templates of this folder, and has no filters for them.
    prepare(Flask("empty", root_path=str(ROOT)))
