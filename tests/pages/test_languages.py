"""The pages in other languages: how one is chosen, and that nothing stays behind in English."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

import pytest
from babel.messages import Catalog
from babel.support import NullTranslations
from flask import Flask
from flask.testing import FlaskClient

import scorer
from scorer.service import create_app
from scorer.service.api.examples import SCORE
from scorer.service.i18n import contexts
from scorer.service.i18n.languages import LANGUAGES, html_tag
from tests.nightly import many, some_by_day
from tests.pages.examples import HANDS, RULESETS, hand_of
from tests.pages.page import EXAMPLE, VOID, Page
from tools import extraction

ADDRESSES = [
    *("/", "/table", "/waits", "/card", "/hands", "/rules", "/rules/mcr", "/docs", "/docs/errors")
]
PLAIN = [*ADDRESSES, "/offline"]
AMERICAN = {
    "rules": "american",
    "hand": "FF 1b 99b 1b 222J 3333b J",
    "tile": "J",
    "won": "self_draw",
    "seat": "E",
}
OWN_CARD = "@name Four hands\n[Ones]\n1111a 2222a 333a 444a X 25\n"


def spoken(client: FlaskClient, path: str = "/", reads: str = "", **query: str) -> str:
    headers = {"Accept-Language": reads} if reads else {}
    page = Page(client.get(path, query_string=query, headers=headers).get_data(as_text=True))
    return page.all("html")[0]["lang"]


@pytest.mark.parametrize(
    ("reads", "language"),
    [
        ("", "en"),
        ("tlh", "en"),
        ("fr-CA, en;q=0.5", "fr"),
        ("tlh, zh-CN;q=0.9, en;q=0.8", "zh-Hans"),
        ("nonsense;;q=x", "en"),
    ],
)
def test_a_page_speaks_what_the_browser_reads_and_else_english(
    client: FlaskClient, reads: str, language: str
) -> None:
    assert spoken(client, reads=reads) == language


def test_a_language_that_was_chosen_is_kept_until_another_is(client: FlaskClient) -> None:
    assert spoken(client, lang="zh") == "zh-Hans"
    assert spoken(client, "/table", reads="fr") == "zh-Hans"
    assert spoken(client, "/rules", lang="en", reads="fr") == "en"
    assert spoken(client, reads="fr") == "en"
    assert spoken(client, lang="klingon", reads="fr") == "en"


@pytest.mark.parametrize(
    ("public", "base", "secure"),
    [
        ("https://mahjong.example", "http://localhost", True),
        ("", "https://localhost", True),
        ("", "http://localhost", False),
        ("http://club.example", "http://localhost", False),
    ],
)
def test_over_https_the_cookie_stays_there(public: str, base: str, secure: bool) -> None:
    """Also where a proxy speaks https, and the service hears http."""
    client = create_app({"LOG_REQUESTS": False, "PUBLIC_URL": public}).test_client()
    (cookie,) = client.get("/?lang=fr", base_url=base).headers.getlist("Set-Cookie")
    assert ("Secure" in cookie.split("; ")) is secure


def test_one_cookie_is_set_when_a_language_is_chosen_and_never_else(client: FlaskClient) -> None:
    (cookie,) = client.get("/?lang=fr").headers.getlist("Set-Cookie")
    assert cookie.startswith("lang=fr;")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    for path in ("/?lang=fr", "/", "/?lang=klingon", "/api/v1/rulesets?lang=zh", "/nope"):
        assert client.get(path).headers.getlist("Set-Cookie") == [], path


@pytest.mark.slow
@pytest.mark.parametrize("path", [*ADDRESSES, "/nope"])
def test_a_cache_keeps_the_languages_of_a_page_apart(client: FlaskClient, path: str) -> None:
    response = client.get(path, headers={"Accept": "text/html"})
    assert {"Accept-Language", "Cookie"} <= {name.strip() for name in response.vary}


@pytest.mark.parametrize("path", [*ADDRESSES, "/nope"])
def test_every_page_leads_to_itself_in_each_language(client: FlaskClient, path: str) -> None:
    page = Page(client.get(path, headers={"Accept": "text/html"}).get_data(as_text=True))
    links = [link for link in page.all("a") if "hreflang" in link]
    assert [link["href"] for link in links] == [f"{path}?lang={code}" for code in LANGUAGES]
    assert [link["lang"] for link in links] == [*map(html_tag, LANGUAGES)]
    assert [link.get("aria-current") for link in links] == ["true", *[None] * (len(links) - 1)]


def language_links(html: str) -> list[str]:
    return [link["href"] for link in Page(html).all("a") if "hreflang" in link]


def test_a_result_is_the_same_result_in_another_language(client: FlaskClient) -> None:
    english = client.get("/", query_string=EXAMPLE).get_data(as_text=True)
    _, chinese, *_ = language_links(english)
    page = Page(client.get(chinese).get_data(as_text=True))
    assert page.all("html")[0]["lang"] == "zh-Hans"
    assert page.link("canonical") == Page(english).link("canonical")
    assert "lang" not in (page.link("canonical") or "lang")
    assert page.typed("set2") == EXAMPLE["set2"]


def test_the_ruleset_that_was_just_chosen_stays_chosen(client: FlaskClient) -> None:
    switched = client.get("/", query_string={**EXAMPLE, "to": "british"}).get_data(as_text=True)
    _, _, french, *_ = language_links(switched)
    response = client.get(french)
    page = Page(response.get_data(as_text=True))
    assert page.all("html")[0]["lang"] == "fr"
    assert {"type": "hidden", "name": "rules", "value": "british"} in page.all("input")
    assert 'id="result"' not in page.html


def test_a_card_that_was_posted_is_put_into_no_address(client: FlaskClient) -> None:
    form = {**AMERICAN, "o.card": OWN_CARD, "go": "1"}
    posted = client.post("/?rules=american", data=form).get_data(as_text=True)
    assert language_links(posted) == []
    actions = [button["formaction"] for button in Page(posted).all("button") if "lang" in button]
    assert actions == [f"/?rules=american&lang={code}" for code in LANGUAGES]


def test_a_language_link_never_leads_to_another_host(client: FlaskClient) -> None:
    path = {"PATH_INFO": "//host.example/x"}
    response = client.get("/", headers={"Accept": "text/html"}, environ_overrides=path)
    found = language_links(response.get_data(as_text=True))
    assert found[0] == "/host.example/x?lang=en"


def test_no_form_carries_the_language(client: FlaskClient) -> None:
    page = Page(client.get("/?lang=fr&rules=mcr").get_data(as_text=True))
    assert not [one for one in page.all("input") if one.get("name") == "lang"]
    assert not [form for form in page.all("form") if "lang" in form["action"]]


@cache
def catalogue() -> Catalog:
    return extraction.source_catalog()


@cache
def said() -> frozenset[str]:
    """Every sentence of the catalogue."""
    ids = [one.id for one in catalogue()]
    return frozenset(id if isinstance(id, str) else id[0] for id in ids)


@cache
def said_in_contexts() -> frozenset[tuple[str, str]]:
    return frozenset((one.context, str(one.id)) for one in catalogue() if one.context)


NOT_TOLD = {"code", "kbd", "style", "script", "symbol", "textarea"}
DRAWN = {"path", "rect", "circle", "use", "ellipse"}


class Bracketed(NullTranslations):
    """A language in which every sentence of the catalogue is the English one in brackets."""

    def gettext(self, message: str) -> str:
        assert message, "the empty sentence is the head of a catalogue"
        return f"⟦{message}⟧" if message in said() else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        told = msgid1 if n == 1 else msgid2
        return f"⟦{told}⟧" if msgid1 in said() else told

    def pgettext(self, context: str, message: str) -> str:
        return f"⟦{message}⟧" if (context, message) in said_in_contexts() else message

    ugettext, ungettext, upgettext = gettext, ngettext, pgettext


@pytest.fixture(scope="module")
def in_brackets() -> Flask:
    """An application that keeps nothing drawn in another language."""
    return create_app()


@pytest.fixture
def bracketed(in_brackets: Flask, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    monkeypatch.setattr(contexts, "translations", lambda language: Bracketed())
    client = in_brackets.test_client()
    client.set_cookie("lang", "fr")
    return client


class Outside(HTMLParser):
    """What a reader of a page meets outside the brackets: text, labels and hints."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[tuple[str, bool]] = []
        self.found: list[str] = []
        self.text = ""
        self.feed(html)
        self.found += re.findall(r"[^\W\d_]{2,}", unbracketed(self.text))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        for name in ("aria-label", "title", "placeholder", "alt"):
            self.text += f" {told.get(name) or ''} "
        if told.get("name") == "description":
            self.text += told["content"] or ""
        silent = tag in NOT_TOLD or ("lang" in told and tag != "html")
        silent = silent or told.get("class") in ("formula", "paper") or tag == "text"
        if tag not in VOID | DRAWN:
            self.open.append((tag, silent))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        self.text += " " if any(silent for _, silent in self.open) else data


def unbracketed(text: str) -> str:
    """What is left when everything in brackets, which may stand in brackets, is taken out."""
    inner = re.compile(r"⟦[^⟦⟧]*⟧")
    while inner.search(text):
        text = inner.sub("", text)
    return text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "query"),
    some_by_day([
        *((path, {}) for path in PLAIN),
        *((f"/rules/{name}", {}) for name in RULESETS),
        *((f"/rules/{name}/sheet", {}) for name in RULESETS),
        *((f"/rules/{name}/{rule['id']}", {})
          for name in RULESETS for n in (0, 3, -2)
          for rule in scorer.ruleset(name)["rules"][n:][:1]),
        *((path, {}) for path in ("/rules/mcr/half-flush", "/rules/classical/final-tile")),
        *((path, {}) for path in ("/rules/patterns", "/rules/patterns/last-tile", "/glossary")),
        ("/rules/british/sheet", {"preset": "bmja"}),
        *((path, {"rules": name}) for path in ("/", "/table", "/waits") for name in RULESETS),
        ("/", EXAMPLE),
        ("/", {**EXAMPLE, "hand": "123b 55d 9c"}),
        ("/", {**EXAMPLE, "won": "no", "tile": "", "from": ""}),
        ("/", {**EXAMPLE, "rules": "mcr", "with": "", "set2is": "concealed"}),
        ("/", AMERICAN),
        *(("/compare", hand) for hand in HANDS.values()),
        *(("/why", hand) for hand in HANDS.values()),
        ("/why", {**EXAMPLE, "why": "no-chows"}),
        ("/why", {**EXAMPLE, "why": "own-wind-meld"}),
        ("/why", {**EXAMPLE, "why": "nothing"}),
        ("/", {**EXAMPLE, "hand": "12x"}),
        ("/", {**EXAMPLE, "o.wall": "paper"}),
        ("/", {"rules": "american", "hand": "FF 2222b 33b 4b 5c EEE", "won": "no", "seat": "E"}),
        ("/waits", {**EXAMPLE, "tile": "", "won": "", "with": ""}),
        ("/waits", {"rules": "mcr", "hand": "123b 456b 789b 11d 23c", "seat": "S", "round": "E"}),
        ("/waits", {"hand": "147b 258c 369d ESWN", "seat": "S", "round": "E"}),
        ("/card", {"card": "practice"}),
        ("/table", {"winner": "E", "won": "discard", "from": "S", "round": "E", "e.points": "24",
                    "s.points": "8", "w.points": "0", "n.points": "2",
                    "x.letting_off_cannon": "S"}),
        ("/table", {"winner": "nobody", "go": "1", "round": "E"}),
        ("/table", {"rules": "mcr", "winner": "E", "won": "discard", "from": "S", "round": "E",
                    "e.points": "24", "e.standing": "0", "s.standing": "0", "w.standing": "0",
                    "n.standing": "0"}),
        ("/table", {"rules": "mcr", "winner": "E", "won": "discard", "from": "S", "round": "E",
                    "e.points": "4"}),
    ], 18),
)  # fmt: skip
def test_nothing_that_a_page_says_stays_behind_in_english(
    bracketed: FlaskClient, path: str, query: dict[str, str]
) -> None:
    html = bracketed.get(path, query_string=query).get_data(as_text=True)
    assert "⟦" in html
    assert Outside(html).found == []


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_nothing_that_is_said_of_a_worked_hand_stays_behind_in_english(
    bracketed: FlaskClient, name: str
) -> None:
    html = bracketed.get("/", query_string=hand_of(name)).get_data(as_text=True)
    assert 'id="result"' in html
    assert Outside(html).found == []


def test_an_error_page_says_what_is_wrong_in_the_language_of_the_page(
    bracketed: FlaskClient,
) -> None:
    html = bracketed.get("/nope", headers={"Accept": "text/html"}).get_data(as_text=True)
    assert "⟦Not found⟧" in html
    assert Outside(html).found == []


def test_programs_are_answered_in_english_whatever_they_read(bracketed: FlaskClient) -> None:
    reads = {"Accept-Language": "zh"}
    answers = [
        *(
            bracketed.get(path, headers=reads)
            for path in ("/openapi.json", "/api/v1/nope", "/nope")
        ),
        *(bracketed.get(f"/api/v1/rulesets{one}", headers=reads) for one in ("", "/mcr", "/nope")),
        bracketed.post("/api/v1/score", json={"ruleset": "nope"}, headers=reads),
        bracketed.post("/api/v1/score", json=SCORE, headers=reads),
    ]
    assert [answer.status_code for answer in answers] == [200, 404, 404, 200, 200, 404, 422, 200]
    for answer in answers:
        assert answer.is_json
        assert "⟦" not in str(answer.get_json())


def test_a_rule_shows_its_english_name_beside_the_one_of_the_page(bracketed: FlaskClient) -> None:
    html = bracketed.get("/rules/mcr").get_data(as_text=True)
    assert '⟦All Green⟧ <span class="other-name"><span lang="en">All Green</span>' in html
    english = create_app().test_client().get("/rules/mcr").get_data(as_text=True)
    assert 'All Green <span class="other-name"><span lang="zh-Hans">绿一色</span>' in english


@pytest.mark.parametrize(
    ("about", "query"),
    [
        ("score", EXAMPLE),
        ("score", {**EXAMPLE, "won": "no", "tile": "", "hand": "123b 5d"}),
        ("score", {**EXAMPLE, "rules": "mcr", "with": "", "set2is": "concealed"}),
        ("score", {**EXAMPLE, "hand": "12x"}),
        ("score", {}),
        ("waits", {**EXAMPLE, "tile": "", "won": "", "with": ""}),
        ("waits", {"rules": "mcr", "hand": "1112345678999b", "seat": "S", "round": "E"}),
        ("waits", {"hand": "147b 258c 369d ESWN", "seat": "S", "round": "E"}),
        ("table", {"winner": "E", "e.points": "64", "won": "self_draw", "round": "E"}),
        (
            "table",
            {"winner": "E", "won": "self_draw", "round": "E"}
            | {f"{seat}.points": "20" for seat in "eswn"},
        ),
    ],
)
def test_no_answer_to_the_keypad_is_left_in_english(
    bracketed: FlaskClient, about: str, query: dict[str, str]
) -> None:
    told = bracketed.post(f"/live/{about}", data=query).get_json()
    assert Outside(f"<p>{told['say']}</p>{told.get('panel', '')}").found == []
    assert Outside(f"<p>{told.get('unit', '')}</p>").found == []


KEYS = {
    key
    for ruleset in scorer.rulesets()
    for key in (
        *(option["name"] for option in ruleset["options"]),
        *(str(choice) for option in ruleset["options"] for choice in option.get("choices", ())),
        *(circumstance["id"] for circumstance in ruleset["circumstances"]),
        *(event["event"] for event in ruleset["events"]),
        *(field["name"] for event in ruleset["events"] for field in event["fields"]),
    )
    if "_" in key
} | {"self_draw", "robbed_kong", "winning_tile", "east_run"}
TOLD = [
    *(
        ("/", {**hand, "with": circumstance["id"], "won": won})
        for name, hand in HANDS.items()
        for circumstance in scorer.ruleset(name)["circumstances"]
        for won in ("discard", "self_draw")
    ),
    *(
        ("/table", {"rules": name, "winner": winner, "won": "discard", "from": "S", "round": "E",
                    f"{winner[0].lower()}.points": "24", f"x.{event['event']}": "S"})
        for name in RULESETS
        for event in scorer.ruleset(name)["events"]
        for winner in ("E", "nobody")
    ),
    ("/", {**EXAMPLE, "won": "nonsense"}),
    ("/", {**EXAMPLE, "o.wall": "paper"}),
    ("/table", {"winner": "E", "won": "self_draw", "round": "E", "e.points": "24",
                "o.no_debt": "yes", "s.points": "2", "w.points": "2", "n.points": "2"}),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.more_at_night
def test_no_sentence_of_a_page_names_a_key_that_only_programs_write(client: FlaskClient) -> None:
    found = {}
    for path, query in TOLD[:: many(5, 1)]:
        page = Page(client.get(path, query_string=query).get_data(as_text=True))
        words = re.sub(r"https?:\S+", "", page.words)
        keys = KEYS & set(re.findall(r"\w+", words))
        if keys:
            found[f"{path} {query}"] = keys
    assert found == {}


def test_an_error_names_the_field_that_it_is_about(client: FlaskClient) -> None:
    def faults(**changed: str) -> str:
        page = client.get("/", query_string={**EXAMPLE, **changed}).get_data(as_text=True)
        return re.sub(r"<[^>]+>", "", page[page.index('id="problems-title"') :][:900])

    assert "Tiles in the hand: a suit is b (bamboo)" in faults(hand="12x")
    assert "Set 2: " in faults(set2="12b")
    assert "Wall: this choice does not exist" in faults(**{"o.wall": "paper"})
    assert "Limit must be a whole number" in faults(**{"o.limit": "7"})


@pytest.mark.parametrize("language", ["fr", "zh"])
def test_what_a_table_agreed_on_is_cited_in_the_language_of_the_page(
    client: FlaskClient, language: str
) -> None:
    hand = {**HANDS["american"], "o.atomic": "25", "lang": language}
    tiles = {"hand": "11b 33b 55b 77c 99c EE SS", "tile": "9c", "won": "self_draw", "from": ""}
    html = client.get("/", query_string=hand | tiles).get_data(as_text=True)
    assert 'lang="en">Sloperama FAQ 19' in html
    for cited in re.findall(r"<dd>([^<]*)</dd>", html):
        assert cited != "a table rule"


@pytest.mark.parametrize(("language", "written"), [("fr", "32 000"), ("zh", "32000")])
def test_a_number_is_written_in_one_way_in_each_language(
    client: FlaskClient, language: str, written: str
) -> None:
    """A yakuman's 32,000, whichever part of a page says it."""
    hand = {"rules": "riichi", "hand": "19b 19c 19d ESWN RGP", "tile": "P", "seat": "S",
            "round": "E", "won": "discard", "from": "W", "lang": language}  # fmt: skip
    for path, query in (("/", hand), ("/learn/lessons/riichi/points", {"lang": language})):
        words = Page(client.get(path, query_string=query).get_data(as_text=True)).words
        assert set(re.findall(r"32\W?000", words)) == {written}, path


@pytest.mark.parametrize("language", ["fr", "zh"])
def test_no_translation_writes_a_number_in_another_way(language: str) -> None:
    apart = r"(?<![\d,])\d[ ,.\u00a0\u202f]\d{3}(?!\d)|\d{2,3}[ ,.\u00a0]\d{3}(?!\d)"
    if language == "zh":
        apart = r"\d,\d{3}(?!\d)|\d[\u00a0\u202f]\d{3}(?!\d)"
    told = {str(one.id): str(one.string) for one in extraction.read_catalog(language)}
    thousands = re.compile(r"\d,\d{3}(?!\d)")
    wrong = [text for id, text in told.items() if thousands.search(id) and re.search(apart, text)]
    assert wrong == []


@pytest.mark.slow
def test_a_second_name_says_something_else_than_the_first(client: FlaskClient) -> None:
    for language in ("fr", "zh"):
        html = client.get("/rules/riichi", query_string={"lang": language}).get_data(as_text=True)
        assert 'lang="en">Winning hand' not in html
        for first, second in re.findall(
            r'([^<>]+) <span class="other-name"><span lang="[^"]*">([^<]*)', html
        ):
            assert first.strip().lower() != second.lower()


@pytest.mark.parametrize("rules", RULESETS)
def test_no_space_stands_between_sentences_in_chinese(client: FlaskClient, rules: str) -> None:
    chosen = {"rules": rules, "lang": "zh"}
    paths = ["/hand", "/table", f"/rules/{rules}", "/games", "/games/new", "/games/privacy"]
    for path, query in [("/hand", hand_of(rules) | chosen), *((path, chosen) for path in paths)]:
        html = client.get(path, query_string=query).get_data(as_text=True)
        text = re.sub(r"<(script|style)\b.*?</\1>", "", html, flags=re.DOTALL)
        assert re.findall(r"[^>]*[。：；！？](?:</b>)?[ \n]+[^\s<–·|][^<]*", text) == [], path
