"""A card or special hands in an address: whatever stands there, it is read within limits, or the
page says what to do."""

from __future__ import annotations

import time
import zlib
from base64 import urlsafe_b64encode
from contextlib import suppress

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.service import create_app
from scorer.service.web.forms.own_text import (
    MAX_TEXT_BYTES,
    OwnTextError,
    pack_text,
    unpack_own_text,
)
from tests.nightly import many, nightly

TWINS = "Twins: seven pairs (one suit; different) C 500\n"
HAND = "hand=1122334455667b&tile=7b&won=discard&from=W&seat=S&round=E"


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app({"LOG_REQUESTS": False}).test_client()


def deflated(data: bytes) -> str:
    deflate = zlib.compressobj(9, wbits=-15)
    return urlsafe_b64encode(deflate.compress(data) + deflate.flush()).decode().rstrip("=")


@settings(max_examples=many(50, 1000))
@given(st.text())
def test_a_text_comes_back_as_it_was(text: str) -> None:
    assert unpack_own_text(pack_text(text)) == text.encode("utf-8", "replace").decode()


@settings(max_examples=many(50, 2000))
@given(st.text() | st.binary().map(lambda data: urlsafe_b64encode(data).decode().rstrip("=")))
def test_no_field_however_odd_breaks_the_reading(packed: str) -> None:
    with suppress(OwnTextError):
        assert len(unpack_own_text(packed).encode()) <= MAX_TEXT_BYTES


def test_a_small_field_is_never_unpacked_to_a_large_text() -> None:
    bomb = deflated(b"a" * 6_000_000)
    assert len(bomb) < 8000
    start = time.process_time()
    with pytest.raises(OwnTextError, match="longer than 32 KiB"):
        unpack_own_text(bomb)
    assert time.process_time() - start < 0.1
    assert unpack_own_text(deflated(b"a" * MAX_TEXT_BYTES)) == "a" * MAX_TEXT_BYTES
    assert pack_text("a" * MAX_TEXT_BYTES)
    assert pack_text("a" * (MAX_TEXT_BYTES + 1)) == ""


DAMAGED = [
    pack_text(TWINS)[:-9],
    pack_text(TWINS) + "AA",
    "not*base64",
    "é",
    "A",
    deflated(b"\xff\xfe"),
]


@pytest.mark.parametrize("own", DAMAGED)
def test_a_damaged_field_is_an_error_of_its_own(own: str) -> None:
    with pytest.raises(OwnTextError, match="open the whole address again"):
        unpack_own_text(own)


@pytest.mark.parametrize("own", [*DAMAGED, deflated(b"a" * 100_000)])
@pytest.mark.parametrize("rules", ["british", *nightly(["american", "riichi"])])
@pytest.mark.slow
def test_pages_say_what_to_do_with_a_damaged_address(
    client: FlaskClient, rules: str, own: str
) -> None:
    fields = f"rules={rules}&{HAND}&own={own}"
    for path in ("/", "/waits", "/table"):
        page = client.get(f"{path}?{fields}")
        if rules != "riichi" and path != "/table":
            assert page.status_code == 422
            assert "paste the text" in page.text
            assert f'id="field-o.{"card" if rules == "american" else "special_hands"}"' in page.text
        assert page.status_code in (200, 422)
    for path in ("/compare", "/why", "/learn/steps", "/learn/exercise/hand", "/hand.png"):
        assert client.get(f"{path}?{fields}").status_code < 500
    live = client.post("/live/score", data={"rules": rules, "hand": "1b", "own": own})
    assert live.status_code == 200


def test_a_form_goes_on_from_an_address(client: FlaskClient) -> None:
    """The hands go along to the next hand, other tiles, the table, and out of the form again."""
    own = pack_text(TWINS)
    page = client.get(f"/?rules=british&{HAND}&own={own}").text
    assert f'<input type="hidden" name="own" value="{own}">' in page
    assert page.count(f"own={own}") > 5
    assert "special_hands=" not in page
    without = client.get(f"/?rules=british&{HAND}&own={own}&card=").text
    assert own not in without
    other = client.get(f"/?rules=british&{HAND}&own={own}&to=riichi").text
    assert own not in other
