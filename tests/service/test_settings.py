"""Settings from the environment: what makes no sense stops the start and says why."""

from __future__ import annotations

import pytest

from scorer.service import create_app


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MAX_CONTENT_LENGTH", "64k"),
        ("BATCH_MAX_STREAMS", "two"),
        ("BATCH_MAX_STREAMS", "0"),
        ("BATCH_MAX_LINES", "-1"),
        ("LOG_REQUESTS", "no"),
    ],
)
def test_a_setting_that_makes_no_sense_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"SCORER_{name}", value)
    with pytest.raises(ValueError, match=f"SCORER_{name} is to be"):
        create_app()


@pytest.mark.parametrize("origin", ["https://a.example", "https://b.example"])
def test_several_origins_may_call_the_api(monkeypatch: pytest.MonkeyPatch, origin: str) -> None:
    monkeypatch.setenv("SCORER_CORS_ORIGINS", "https://a.example, https://b.example")
    client = create_app({"LOG_REQUESTS": False}).test_client()
    answer = client.get("/api/v1/rulesets", headers={"Origin": origin})
    assert answer.headers["Access-Control-Allow-Origin"] == origin
    other = client.get("/api/v1/rulesets", headers={"Origin": "https://c.example"})
    assert "Access-Control-Allow-Origin" not in other.headers
