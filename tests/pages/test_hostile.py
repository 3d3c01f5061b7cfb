from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import scorer
from tests.nightly import many

from .page import EXAMPLE, Page

AMERICAN = {
    **{"rules": "american", "hand": "FFF 2222b 444c 8888b", "tile": "8b", "won": "discard"},
    **{"from": "N", "seat": "W", "winner": "nobody"},
}
NASTY = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>"
PATHS = ("/", "/waits", "/table", "/hands")
NAMES = (
    *("rules", "to", "preset", "hand", "set1", "set1is", "set5", "flowers", "tile", "won", "from"),
    *("with", "seat", "round", "away", "go", "o.limit", "o.moon", "winner", "e.hand", "e.points"),
    *("e.set1is", "e.holds", "s.tile", "passed", "run", "x.long_hand", "x.moon"),
    *("x.letting_off_cannon", "x.letting_off_cannon.no_choice", "s.standing"),
    *("x.minor_foul", "x.minor_foul.number", "x.false_win.valid"),
    *(
        "o.card",
        "card",
        "o.special_hands",
        "own",
        "text",
        "x.false_mahjong",
        "x.false_mahjong.second",
        "x.death_challenge.to",
    ),
)
BESIDE: tuple[dict[str, str], ...] = (
    {},
    EXAMPLE,
    {**EXAMPLE, "rules": "mcr", "winner": "E", "e.points": "9"},
    AMERICAN,
)
"""What is in the form beside what is typed; by day one after the other."""


@pytest.mark.by_day(1, "path")
@pytest.mark.more_at_night
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("name", NAMES)
def test_nothing_typed_ever_becomes_markup(client: FlaskClient, path: str, name: str) -> None:
    turn = (NAMES.index(name) + PATHS.index(path)) % len(BESIDE)
    for rest in many(BESIDE[turn : turn + 1], BESIDE):
        query = {**rest, "go": "1", name: NASTY}
        response = client.get(path, query_string=query)
        assert response.status_code in (200, 422)
        assert "<script>" not in response.text
        assert "<img" not in response.text
        page = Page(response.text)
        assert not any(key.startswith("on") for _, found in page.tags for key in found)


RULES = [f"/rules/{ruleset['id']}" for ruleset in scorer.rulesets()]


@pytest.mark.parametrize("path", [*PATHS, "/card", "/card?card=practice", "/rules", *RULES])
def test_no_page_holds_inline_style_or_script(client: FlaskClient, path: str) -> None:
    html = client.get(path, query_string=None if "?" in path else EXAMPLE).text
    page = Page(html)
    assert not page.all("style")
    assert all(script.get("src", "").startswith("/static/") for script in page.all("script"))
    assert not re.search(r"<script[^>]*>\s*[^<\s]", html)
    for _, found in page.tags:
        assert "style" not in found
        assert not any(key.startswith("on") for key in found)
        if found.get("rel") == "canonical":
            continue
        for key in ("src", "href", "action", "formaction"):
            assert not re.match(r"(https?:)?//|javascript:|data:", found.get(key, ""))


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "query",
    [
        "hand=" + "1b" * 3000,
        "hand=" + "9" * 7000,
        "o.limit=" + "9" * 6000 + "&go=1",
        "o.limit=%D9%A3%D9%A3&go=1",
        "hand=%ff%fe%00&go=1",
        "%ff=%ff&go=1",
        "hand=%ed%a0%80&seat=%f0%9f%80%80&go=1",
        "&".join(["hand=1b"] * 500),
        "&".join(["with=last_discard"] * 300) + "&go=1",
        "&".join(f"o.{n}=1" for n in range(400)) + "&go=1",
        "&".join(f"x.{n}=E" for n in range(400)) + "&go=1",
        "o.=1&x.=E&x..=E&.hand=1&go=1",
        "go=1&rules=&seat=E&seat=S&round=EE&won=&won=no",
        "=&&&==&go",
        "away=Q&go=1&winner=Q&won=discard&from=Q",
        "to=martian&go=1",
        "hand=%00&winner=%00&go=1",
    ],
)
def test_no_query_however_wrong_is_a_server_error(
    client: FlaskClient, path: str, query: str
) -> None:
    assert client.get(f"{path}?{query}").status_code in (200, 414, 422)


def test_an_address_too_long_to_be_a_hand_is_turned_away(client: FlaskClient) -> None:
    assert client.get("/?hand=" + "1b" * 30_000).status_code == 414


@settings(
    max_examples=many(15, 60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    path=st.sampled_from(PATHS),
    query=st.dictionaries(
        st.sampled_from(NAMES),
        st.one_of(
            st.text(max_size=12),
            st.sampled_from([*EXAMPLE.values(), *AMERICAN.values(), "mcr", "yes", "N", "12"]),
        ),
        max_size=12,
    ),
)
def test_no_form_however_filled_in_is_a_server_error(
    client: FlaskClient, path: str, query: dict[str, str]
) -> None:
    encodable = {name: value.encode("utf-8", "replace").decode() for name, value in query.items()}
    response = client.get(path, query_string={**encodable, "go": "1"})
    assert response.status_code in (200, 422)
    assert client.post(path, data={**encodable, "go": "1"}).status_code == response.status_code


@pytest.mark.parametrize("path", PATHS[:3])
@pytest.mark.parametrize("hand", ["FFF 2222b 444c 8888b", "1b", ""])
def test_the_name_of_a_card_never_becomes_markup(client: FlaskClient, path: str, hand: str) -> None:
    card = f"@name {NASTY}\n[{NASTY[:20]}]\n{NASTY[:20]}: FFF 2222a 444b 8888a X 25"
    sent = {**AMERICAN, "hand": hand, "o.card": card, "go": "1"}
    for data in (sent, {"rules": "american", "o.card": card}):
        for language in ("en", "fr"):
            html = client.post(f"{path}?lang={language}", data=data).text
            assert "&lt;script&gt;" in html
            assert "<script>" not in html
            assert "<img" not in html


def test_the_names_of_special_hands_never_become_markup(client: FlaskClient) -> None:
    text = f"@name {NASTY}\n[{NASTY[:20]}]\n{NASTY[:20]}: seven pairs  C 5\n"
    for sent in (text, text.replace("seven", "sevn")):
        for language in ("en", "fr"):
            html = client.post(f"/hands?lang={language}", data={"text": sent}).text
            assert "&lt;script&gt;" in html
            assert "<script>" not in html
            assert "<img" not in html
