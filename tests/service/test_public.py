"""The service's own address: printed only where it is known to be right."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.service import create_app

HAND = "rules=mcr&hand=123b+456b+99d&set1=789b&set2=EEE&tile=9d&won=discard&from=W&seat=S&round=E"
PATHS = [f"/?{HAND}", f"/waits?{HAND}&go=1", "/docs"]


def page(path: str, host: str, reached: str = "10.0.0.5", **settings: Any) -> str:
    client = create_app({"LOG_REQUESTS": False, **settings}).test_client()
    answer = client.get(path, headers={"Host": host}, environ_overrides={"SERVER_NAME": reached})
    assert answer.status_code == 200
    return answer.text


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", ["evil.example", "192.0.2.66:8000", "localhost.evil.example"])
def test_a_strangers_host_is_printed_nowhere(path: str, host: str) -> None:
    text = page(path, host)
    assert host.partition(":")[0] not in text
    assert "QR code" not in text


@pytest.mark.parametrize(
    "host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "10.0.0.5:8000"]
)
def test_the_machine_that_was_reached_may_be_named(host: str) -> None:
    text = page(PATHS[0], host)
    assert f'value="http://{host}/?rules=mcr' in text
    assert "QR code" in text


@pytest.mark.parametrize("path", PATHS)
def test_the_public_address_stands_in_every_link_whatever_host_was_asked(path: str) -> None:
    text = page(path, "evil.example", PUBLIC_URL="https://mahjong.example/")
    assert "https://mahjong.example/" in text
    assert "https://mahjong.example//" not in text
    assert "evil" not in text


def test_only_trusted_hosts_are_answered_where_they_are_told() -> None:
    app = create_app({"LOG_REQUESTS": False, "TRUSTED_HOSTS": "mahjong.example, .club.example"})
    client = app.test_client()
    for host in ("mahjong.example", "mahjong.example:8443", "evening.club.example"):
        answer = client.get(f"/?{HAND}", headers={"Host": host})
        assert answer.status_code == 200
        assert f'value="http://{host}/' in answer.text
    for host in ("evil.example", "mahjong.example.evil.example", "", "a b"):
        assert client.get("/", headers={"Host": host}).status_code == 400


def test_a_request_of_http_1_1_needs_a_host() -> None:
    client = create_app({"LOG_REQUESTS": False}).test_client()

    def status(protocol: str) -> int:
        environ = {"SERVER_PROTOCOL": protocol, "HTTP_HOST": ""}
        return client.get("/healthz", environ_overrides=environ).status_code

    assert (status("HTTP/1.1"), status("HTTP/1.0")) == (400, 200)
