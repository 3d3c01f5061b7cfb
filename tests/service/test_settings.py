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
        ("CORS_ORIGINS", "5"),
        ("CORS_ORIGINS", "true"),
        ("CORS_ORIGINS", "club.example"),
        ("CORS_ORIGINS", ""),
        ("TRUSTED_HOSTS", "5"),
        ("TRUSTED_HOSTS", "https://club.example"),
        ("PUBLIC_URL", "club.example"),
        ("PUBLIC_URL", "https://club.example/a b"),
        ("PUBLIC_URL", "7"),
        ("BODY_SECONDS", "0"),
        ("BODY_SECONDS", "soon"),
        ("BODY_SECONDS", "NaN"),
        ("CLIENT_SECONDS", "-1"),
        ("TRUSTED_PROXIES", "1.5"),
        ("TRUSTED_PROXIES", "true"),
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


def test_what_may_be_switched_off_is_by_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CLIENT_SECONDS", "BATCH_SECONDS", "TRUSTED_PROXIES"):
        monkeypatch.setenv(f"SCORER_{name}", "0")
    monkeypatch.setenv("SCORER_CLIENT_PERIOD", "90")
    app = create_app({"LOG_REQUESTS": False})
    assert app.config["CLIENT_SECONDS"] == 0
    assert app.test_client().get("/healthz").status_code == 200


def test_settings_that_are_made_of_digits_are_read_as_they_are_typed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SCORER_LOG_KEY", "123456")
    app = create_app({"LOG_REQUESTS": False})
    assert app.config["LOG_KEY"] == "123456"
