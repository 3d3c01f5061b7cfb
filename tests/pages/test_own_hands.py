"""The page *Our special hands*: typed, checked, drawn, handed on."""

from __future__ import annotations

import random
import re
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient

from scorer.rules import BOOKS
from scorer.service.web.forms.own_text import pack_text
from scorer.service.web.own_hands import example_text, takes_hands
from tests import plain as scorer
from tests.hands.hundred import hundred_hands
from tests.nightly import many

from .page import Page

RULESETS = [ruleset for ruleset in BOOKS if takes_hands(ruleset)]
TEXT = """@name Riverside
[Limit hands]
Heavenly Twins: seven pairs (one suit; different)  C 500, fishing 200
replaces Gates of Heaven: 1112345678999a + one more  CC limit
without Wriggling Snake
"""


def post(client: FlaskClient, text: str, *, status: int = 200, **fields: str) -> Page:
    # A browser ends the lines of a form like this.
    sent = {"rules": "british", "text": text.replace("\n", "\r\n"), **fields}
    response = client.post("/hands", data=sent)
    assert response.status_code == status, response.text
    return Page(response.text)


def opened(client: FlaskClient, address: str, *, status: int = 200) -> Page:
    response = client.get(address.removeprefix("http://localhost"))
    assert response.status_code == status, response.text
    return Page(response.text)


def typed_text(page: Page) -> str:
    """What stands in the text area: a browser leaves out the first line break."""
    return page.by_id["field-text"].removeprefix("\n")


def drawn(page: Page) -> list[str]:
    """The tiles of the examples."""
    return [use["href"] for use in page.all("use") if use["href"].startswith("#tile-")]


def test_typed_hands_are_shown_in_words_with_tiles_and_what_they_are_worth(
    client: FlaskClient,
) -> None:
    page = post(client, TEXT)
    assert "Riverside" in page.words
    assert "British, 2 special hands" in page.words
    assert "Heavenly Twins 500 points, fishing 200 points" in page.words
    assert "Seven pairs; of one suit, honours apart; no pair twice." in page.words
    assert "Gates of Heaven the limit" in page.words
    assert "It takes the place of The Gates of Heaven." in page.words
    assert "Not played: The Wriggling Snake" in page.words
    assert len(drawn(page)) == 28
    assert typed_text(page) == TEXT


def test_faults_stand_at_their_line_and_column_with_what_to_do(client: FlaskClient) -> None:
    faulty = "A: seven pairs (one sute)  C 500\nB: 123a  C limit\nC: seven pairs  C 20\n"
    page = post(client, faulty, status=422)
    assert "2 lines need a change" in page.words
    assert "Line 1, column 17" in page.words
    assert "did you mean “one suit”?" in page.words
    assert "Line 2, column 4" in page.words
    assert "a hand has 14 tiles, but this one has 3; correct the tiles" in page.words.lower()
    assert typed_text(page) == faulty
    places = [(a["data-line"], a["data-column"]) for a in page.all("a") if "data-line" in a]
    assert places == [("1", "17"), ("2", "4")]
    assert "<mark>one sute</mark>)" in page.html
    # While it is typed, the page is fetched again and again: that is no error.
    assert "Line 2, column 4" in post(client, faulty, typing="1").words


def test_hands_without_a_fault_are_shown_beside_the_faults(client: FlaskClient) -> None:
    faulty = TEXT + "A: seven pairs (one sute)  C 500\nB: four kongs and a pair  C 50\n"
    # Tiles that cannot be made are found where every line can be read.
    impossible = "C: seven pairs (from 1b; different)  C 5\n"
    for text in (faulty, impossible + faulty):
        page = post(client, text, status=422)
        assert "The other hands" in page.words
        assert "Heavenly Twins 500 points" in page.words
        assert "B 50 points" in page.words
        assert "Score hands with them" not in page.words
        assert len(drawn(page)) == 28 + 18
    assert "Line 1, column 1 C:" in page.words
    assert "Line 7, column 17" in page.words
    assert "The other hands" not in post(client, "A: sevn pairs  C 5\n", status=422).words


def test_the_api_answers_sound_hands_beside_the_faults(client: FlaskClient) -> None:
    document = {"ruleset": "british", "special_hands": "A: seven pairs C 5\nB: bad"}
    answer = client.post("/api/v1/hands/check", json=document)
    assert answer.status_code == 200
    checked = answer.get_json()
    assert [hand["name"] for hand in checked["hands"]] == ["A"]
    assert {fault["line"] for fault in checked["errors"]} == {2}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_ruleset_has_examples_without_faults(client: FlaskClient, ruleset: str) -> None:
    page = opened(client, f"/hands?rules={ruleset}")
    address = next(a["href"] for a in page.all("a") if "own=" in a.get("href", ""))
    shown = opened(client, address)
    # Examples are to be changed: the text stands above, and open.
    assert shown.html.index('id="field-text"') < shown.html.index('id="checked"')
    checked = scorer.check_hands(
        {"ruleset": ruleset, "special_hands": example_text(ruleset)},
    )
    for hand in checked["hands"]:
        assert hand["name"] in shown.words
    assert drawn(shown)


def test_the_address_of_a_list_shows_it_again_and_has_a_code(client: FlaskClient) -> None:
    page = post(client, hundred_hands())
    assert "100 special hands" in page.words
    address = page.link("canonical")
    assert address
    assert len(address) <= 2800
    assert "QR code of the address of these hands" in page.html
    again = opened(client, address)
    assert again.by_id["field-text"].split() == page.by_id["field-text"].split()
    assert len(drawn(again)) == len(drawn(page)) > 1000
    # Whoever opens the address sees the hands first.
    assert page.html.index('id="field-text"') < page.html.index('id="checked"')
    assert again.html.index('id="field-text"') > again.html.index('id="checked"')


def test_a_list_too_long_for_an_address_is_offered_as_a_file(client: FlaskClient) -> None:
    noise = "".join(f"# {random.Random(n).randbytes(50).hex()}\n" for n in range(60))
    page = post(client, TEXT + noise)
    assert page.link("canonical") is None
    assert "too long for an address" in page.words
    saved = next(a["href"] for a in page.all("a") if a.get("download"))
    assert saved.startswith("data:text/plain;charset=utf-8,")
    onward = [form for form in page.all("form") if form["action"] in ("/hand", "/games/new")]
    assert [form["method"] for form in onward] == ["post", "post"]
    # The form of a hand then takes the list along, whatever its length.
    hand = {"hand": "1122334455667b", "tile": "7b", "won": "discard", "from": "W"}
    sent = {"rules": "british", **hand, "seat": "S", "round": "E", "o.special_hands": TEXT + noise}
    result = Page(client.post("/", data=sent).text)
    assert "500 points" in result.words
    assert "Riverside" in result.words
    assert result.link("canonical") is None


def test_hands_are_scored_with_them_from_the_page_on(client: FlaskClient) -> None:
    page = post(client, TEXT)
    (form,) = (form for form in page.all("form") if form["action"] == "/hand")
    assert form["method"] == "get"
    own = next(field["value"] for field in page.all("input") if field.get("name") == "own")
    start = opened(client, f"/hand?{urlencode({'rules': 'british', 'own': own})}")
    assert "Riverside" in start.words
    fields = "hand=1122334455667b&tile=7b&won=discard&from=W&seat=S&round=E&go=1"
    result = opened(client, f"/?rules=british&{fields}&own={own}")
    assert "500 points" in result.words
    assert "Heavenly Twins" in result.words
    back = client.post("/hands", data={"rules": "british", "own": own})
    assert typed_text(Page(back.text)) == TEXT


def test_rules_and_cheat_sheet_have_the_hands_of_their_address(client: FlaskClient) -> None:
    own = pack_text(TEXT)
    rules = opened(client, f"/rules/british?own={own}")
    assert "Twins 500 points Seven pairs; of one suit" in rules.words
    assert "Not played: The Gates of Heaven, The Wriggling Snake" in rules.words
    assert any(f"sheet?own={own}" in link["href"] for link in rules.all("a") if "href" in link)
    sheet = opened(client, f"/rules/british/sheet?own={own}")
    assert "500 points Heavenly Twins Seven pairs; of one suit" in sheet.words
    assert "(fishing 200 points)" in sheet.words
    assert "Wriggling Snake" not in sheet.words
    assert len(drawn(sheet)) == 28
    usual = opened(client, "/rules/british/sheet")
    assert "Wriggling Snake" in usual.words
    assert "Heavenly Twins 500" not in usual.words
    assert not drawn(usual)


def test_a_special_hand_is_asked_why_it_counts_or_does_not(client: FlaskClient) -> None:
    hand = "hand=1122334455667b&tile=7b&won=discard&from=W&seat=S&round=E"
    fields = f"rules=british&{hand}&own={pack_text(TEXT)}"
    result = opened(client, f"/?{fields}")
    assert {"special:heavenly-twins", "special:gates-of-heaven"} <= {
        option.get("value") for option in result.all("option")
    }
    name = next(a["href"] for a in result.all("a") if a.get("class") == "line-name")
    assert name.endswith("#special:heavenly-twins")
    assert "special:heavenly-twins" in opened(client, name.partition("#")[0]).by_id
    asked = opened(client, f"/why?{fields}&why=special:heavenly-twins")
    assert "Heavenly Twins It counts" in asked.words
    asked = opened(client, f"/why?{fields}&why=special:gates-of-heaven")
    assert "Gates of Heaven It does not count" in asked.words
    assert "Missing: 1b" in asked.words
    asked = opened(client, f"/why?{fields}&why=special:nothing")
    assert "These rules have no such rule." in asked.words


@pytest.mark.parametrize("page", ["/rules/british", "/rules/british/sheet"])
def test_rules_say_what_is_wrong_with_the_hands_of_their_address(
    client: FlaskClient, page: str
) -> None:
    assert "open the whole address again" in opened(client, f"{page}?own=x").words
    faulty = opened(client, f"{page}?own={pack_text('Twins: sevn pairs  C 5')}")
    assert "Line 1, column 8: “sevn pairs” is not valid here" in faulty.words
    assert "open the whole" not in opened(client, "/rules/riichi?own=x").words


@pytest.mark.parametrize("address", ["/rules/british", "/rules", "/hand?rules=mcr"])
def test_the_page_is_linked_where_a_club_would_look(client: FlaskClient, address: str) -> None:
    assert "Our special hands" in opened(client, address).words


def test_only_rulesets_that_take_special_hands_are_offered(client: FlaskClient) -> None:
    page = opened(client, "/hands?rules=riichi")
    assert {option["value"] for option in page.all("option")} == {*RULESETS}
    assert "Our special hands" not in opened(client, "/rules/riichi").words


def test_a_damaged_address_says_what_to_do(client: FlaskClient) -> None:
    for own in ("x", pack_text(TEXT)[:-5], "*", "é"):
        page = opened(client, f"/hands?{urlencode({'rules': 'british', 'own': own})}", status=422)
        assert "open the whole address again, or paste the text here" in page.words
    assert client.get(f"/hands?own={'A' * 9000}").status_code == 414


SCRAPS = (
    "A: ",
    "seven pairs",
    "(",
    ")",
    ";",
    "C limit",
    "\n",
    "\r",
    "@name",
    "[",
    "]",
    "\0",
    "é",
    "{}",
    "%s",
    "<b>",
    "123a ",
    "#",
    ",",
)


@pytest.mark.parametrize("seed", range(many(20, 300)))
def test_no_text_however_odd_breaks_the_page(client: FlaskClient, seed: int) -> None:
    rng = random.Random(seed)
    text = "".join(rng.choices(SCRAPS, k=rng.randrange(30)))
    response = client.post("/hands", data={"rules": rng.choice(RULESETS), "text": text})
    assert response.status_code in (200, 422), text
    shown = response.text.partition('id="checked"')[2].partition("<details")[0]
    assert "<b>" not in shown


@pytest.mark.parametrize(
    ("language", "title"), [("fr", "Nos mains spéciales"), ("zh", "我们的特殊牌型")]
)
def test_the_page_speaks_the_language_of_its_reader(
    client: FlaskClient, language: str, title: str
) -> None:
    address = f"/hands?rules=british&own={pack_text(TEXT)}&lang={language}"
    page = opened(client, address)
    assert title in page.words
    for english in ("Score hands with them", "special hands", "Save as a file", "fishing 200"):
        assert english not in re.sub(r"@name.*", "", page.words)
    links = [unescape(a["href"]) for a in page.all("a") if "lang=" in a.get("href", "")]
    assert all(parse_qs(urlsplit(link).query).get("own") for link in links)
