"""A page for each rule, patterns side by side, cheat sheets, the glossary and what is not there."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

import scorer
from scorer.rulebook.declarations import Declarations
from scorer.rulebook.patterns import PATTERNS
from scorer.rules import BOOKS
from scorer.service.web.labels import value_text
from scorer.service.web.rules.glossary import TERM_BY_ID, TERM_GROUPS
from scorer.service.web.rules.links import words_in
from scorer.service.web.rules.options_in_force import options_under
from scorer.service.web.rules.rule import line_address
from tests.nightly import many, some_by_day
from tests.test_rule_near_misses import UNPLAYED

from .examples import HANDS, RULESETS
from .page import Page
from .test_hand_page import get

EACH = pytest.mark.parametrize("identifier", RULESETS)
WITHOUT_TABLES = [
    id for id, book in BOOKS.items() if not book.presentation.points_tables(book.edition().options)
]
PAGES = {"Accept": "text/html"}
SHEETS = [
    (identifier, preset)
    for identifier in RULESETS
    for preset in [preset["name"] for preset in scorer.ruleset(identifier)["presets"]] or [""]
]


def plain(page: Page) -> str:
    """The text of a page as it is read, through its links."""
    return unescape(re.sub(r"<[^>]+>", "", page.html))


@pytest.mark.by_day(4, "identifier")
@EACH
@pytest.mark.slow
@pytest.mark.more_at_night
def test_every_rule_has_a_page_that_says_what_it_is(client: FlaskClient, identifier: str) -> None:
    for rule in scorer.ruleset(identifier)["rules"][:: many(5, 1)]:
        page = get(client, f"/rules/{identifier}/{rule['id']}")
        assert rule["name"] in page.by_id["rule-title"]
        assert "This hand has it" in page.words
        assert "This hand nearly has it" in page.words
        drawn = [part["aria-label"] for part in page.all("svg") if part.get("role") == "img"]
        assert len(drawn) >= 4 or identifier == "american" or "orphans" in rule["id"], rule["id"]
        assert all(drawn)


@pytest.mark.by_day(3, "identifier")
@EACH
@pytest.mark.slow
@pytest.mark.more_at_night
def test_both_hands_of_a_rule_open_in_the_scorer_and_the_near_miss_is_asked_why(
    client: FlaskClient, identifier: str
) -> None:
    for rule in scorer.ruleset(identifier)["rules"][:: many(24, 6)]:
        page = get(client, f"/rules/{identifier}/{rule['id']}")
        has, lacks = (link for link in page.links("/?rules=") if "hand=" in link)
        (why,) = page.links("/why?")
        named = rf'class="line-name" href="/rules/{identifier}/{rule["id"]}["?]'
        assert re.search(named, client.get(unescape(has)).text), rule["id"]
        assert client.get(unescape(lacks)).status_code == 200
        response = client.get(unescape(why))
        assert response.status_code in (200, 302)
        if response.status_code == 200:
            assert "It does not count" in response.text
            assert f'href="/rules/{identifier}/{rule["id"]}"' in response.text


def test_a_rule_tells_the_reason_of_its_near_miss_and_marks_what_is_otherwise(
    client: FlaskClient,
) -> None:
    page = get(client, "/rules/mcr/half-flush")
    assert "2c and 5d are of different suits." in plain(page)
    drawn = get(client, "/rules/classical/drawn-from-the-wall")
    assert "The winning tile was claimed, not drawn." in plain(drawn)
    assert "<b>On a discard</b>" in drawn.html
    last = get(client, "/rules/mcr/last-tile-draw")
    assert "<b>Without: won on the last tile of the wall</b>" in last.html


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_a_rule_has_its_names_in_every_language(client: FlaskClient, language: str) -> None:
    words = get(client, "/rules/mcr/half-flush", {"lang": language}).words
    assert "Half Flush" in words
    assert "混一色" in words
    assert ("Semi-pure" in words) == (language == "fr")


def test_a_rule_is_told_with_what_it_goes_with(client: FlaskClient) -> None:
    page = get(client, "/rules/mcr/full-flush")
    told = page.words
    assert "Sets aside" in told
    assert "/rules/mcr/no-honors" in page.html
    voided = get(client, "/rules/mcr/one-voided-suit")
    assert "Set aside by" in voided.words
    assert "/rules/mcr/full-flush" in voided.html
    kongs = get(client, "/rules/mcr/two-concealed-kongs")
    assert '/rules/mcr#option-two_concealed_kongs"' in kongs.html
    east = get(client, "/rules/british/east-wins")
    assert "Only with the house rule East doubles" in east.words


@pytest.mark.by_day(1, "preset")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("identifier", "preset"),
    [(id, preset["name"]) for id in RULESETS for preset in scorer.ruleset(id)["presets"]],
)
def test_a_rule_is_shown_as_a_preset_has_it(
    client: FlaskClient, identifier: str, preset: str
) -> None:
    for rule in scorer.ruleset(identifier)["rules"][::7]:
        page = get(client, f"/rules/{identifier}/{rule['id']}", {"preset": preset})
        has, lacks = (link for link in page.links("/?rules=") if "hand=" in link)
        unplayed = "not part of this preset" in page.words
        told = f"preset={preset}"
        usual = preset == scorer.ruleset(identifier)["default_preset"]
        assert usual or unplayed or "preset=" in unescape(has)
        assert (told in unescape(has)) == (told in unescape(lacks))


def test_a_preset_changes_what_a_rule_counts_and_which_there_are(client: FlaskClient) -> None:
    path = "/rules/mcr/two-concealed-kongs"
    assert "8 points" in get(client, path).words
    then = get(client, path, {"preset": "1998"})
    assert "6 points" in then.words
    assert "8 points" not in then.words.partition("This hand has it")[0]
    east = get(client, "/rules/british/east-wins", {"preset": "bmja"})
    assert "This rule is not part of this preset" in east.words
    wrong = client.get(f"{path}?preset=1999", headers=PAGES)
    assert wrong.status_code == 404
    assert f"{path}?preset=1998" in wrong.text


def test_a_rule_leads_to_the_same_pattern_elsewhere(client: FlaskClient) -> None:
    page = get(client, "/rules/british/thirteen-unique-wonders")
    assert "/rules/mcr/thirteen-orphans" in page.html
    assert "/rules/patterns/thirteen-orphans" in page.html
    assert "88 points" in page.words


@EACH
def test_the_row_of_a_rule_leads_to_its_page(client: FlaskClient, identifier: str) -> None:
    html = client.get(f"/rules/{identifier}").text
    for rule in scorer.ruleset(identifier)["rules"]:
        assert f'href="/rules/{identifier}/{rule["id"]}"' in html
    assert f'href="/rules/{identifier}/sheet"' in html


def test_no_rule_or_ruleset_has_the_address_of_another_page() -> None:
    assert "patterns" not in BOOKS
    assert not [book for book in BOOKS.values() for rule in book.rules if rule.id == "sheet"]


@pytest.mark.parametrize("pattern", some_by_day(PATTERNS, 15))
def test_a_pattern_stands_side_by_side_in_each_ruleset(client: FlaskClient, pattern: str) -> None:
    page = get(client, f"/rules/patterns/{pattern}")
    for ruleset, rules in PATTERNS[pattern].rules.items():
        for rule in rules:
            assert f'href="/rules/{ruleset}/{rule}"' in page.html
        assert f"book-{ruleset}" in page.by_id
    drawn = [part for part in page.all("svg") if part.get("role") == "img"]
    assert len(drawn) >= len(PATTERNS[pattern].rules)


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        *("/rules", "/rules?q=dragon", "/rules/mcr", "/rules/mcr/sheet", "/rules/mcr/all-green"),
        *("/rules/patterns", "/rules/patterns/all-pungs", "/glossary", "/docs", "/rules/nope"),
        *("/learn", "/learn/lessons", "/learn/lessons/mcr", "/hands"),
    ],
)
def test_a_page_makes_the_documents_of_the_rulesets_once(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """An unknown field keeps a page out of the cache."""
    client.get(path)  # fills what is kept until the server ends
    made: list[str] = []
    as_document = Declarations.as_document

    def counted(book: Declarations) -> Any:
        made.append(book.id)
        return as_document(book)

    monkeypatch.setattr(Declarations, "as_document", counted)
    client.get(f"{path}{'&' if '?' in path else '?'}x=1")
    # The page of a ruleset, of a rule or of a lesson has its own once more.
    assert max(Counter(made).values(), default=0) <= 2
    assert len(made) <= len(BOOKS) + 1


def test_the_patterns_are_listed_with_their_names_and_values(client: FlaskClient) -> None:
    page = get(client, "/rules/patterns")
    assert {f"/rules/patterns/{id}" for id in PATTERNS} <= {*page.links("/rules/patterns/")}
    assert "The 13 Unique Wonders" in page.words


@pytest.mark.by_day(1, "preset")
@pytest.mark.slow
@pytest.mark.parametrize(("identifier", "preset"), SHEETS)
def test_a_sheet_has_every_rule_that_is_played(
    client: FlaskClient, identifier: str, preset: str
) -> None:
    page = get(client, f"/rules/{identifier}/sheet", {"preset": preset} if preset else {})
    assert ">None<" not in page.html
    ruleset = scorer.ruleset(identifier)
    missing = [
        rule["id"]
        for rule in ruleset["rules"]
        if f'"/rules/{identifier}/{rule["id"]}"' not in page.html.replace(f"?preset={preset}", "")
    ]
    options = options_under(ruleset, preset)
    off = {
        rule["id"]
        for rule in ruleset["rules"]
        if "option" in rule and options[rule["option"]["name"]] != rule["option"]["value"]
    }
    assert {*missing} == UNPLAYED.get((identifier, preset), set()) | off
    for one in ruleset["presets"]:
        assert one["title"] in page.words
    for card in ruleset.get("cards", ()):
        for hand in scorer.check_card({"card": card["id"]})["hands"]:
            assert hand["section"] in page.words


@pytest.mark.slow
def test_a_sheet_has_the_values_of_its_preset(client: FlaskClient) -> None:
    usual = get(client, "/rules/mcr/sheet").html
    then = get(client, "/rules/mcr/sheet", {"preset": "1998"}).html
    for html, worth in ((usual, "8 points"), (then, "6 points")):
        section = next(part for part in html.split("<section>") if f"<h2>{worth}</h2>" in part)
        assert "/rules/mcr/two-concealed-kongs" in section
    assert "/rules/british/east-wins" in get(client, "/rules/british/sheet").html
    bmja = get(client, "/rules/british/sheet", {"preset": "bmja"})
    assert "british/east-wins?" not in bmja.html
    assert "East doubles Payments" in bmja.words
    for preset, fu in (("wrc", "2"), ("tenhou", "4")):
        html = get(client, "/rules/riichi/sheet", {"preset": preset}).html
        entry = next(part for part in html.split("<li>") if "/riichi/double-wind-pair" in part)
        assert f'<b class="worth">{fu}</b>' in entry


def test_a_sheet_tells_who_pays_as_the_engine_does(client: FlaskClient) -> None:
    words = get(client, "/rules/mcr/sheet").words
    told = re.search(r"What a hand of (\d+)–(\d+) points moves: (.*?) draws", words)
    assert told is not None
    least = int(told[1])
    assert f"West −{8 + least}" in told[3]


@pytest.mark.by_day(1, "preset")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("identifier", "preset"),
    [(id, name) for id, book in BOOKS.items() for name in [*book.presets] or [""]],
)
def test_a_line_of_a_result_leads_to_the_page_of_its_rule_under_the_same_preset(
    client: FlaskClient, identifier: str, preset: str
) -> None:
    book = BOOKS[identifier]
    asked = {**HANDS[identifier], "go": "1", **({"preset": preset} if preset else {})}
    page = get(client, "/", asked)
    found = [a["href"] for a in page.all("a") if "line-name" in (a.get("class") or "")]
    assert found
    named = {} if preset in ("", book.default_preset) else {"preset": preset}
    usual = book.edition(preset or None).options
    own = {
        name: value
        for name, value in asked.items()
        if name.startswith("o.") and value != str(usual[name.removeprefix("o.")])
    }
    query = "?" * bool(named or own) + urlencode({**named, **own})
    pages = {f"/rules/{identifier}/{rule.id}{query}" for rule in book.rules}
    assert {*found} <= pages
    assert {client.get(one).status_code for one in found} == {200}


def test_the_house_rules_of_a_result_hold_on_the_pages_of_its_rules(client: FlaskClient) -> None:
    fields = {**HANDS["riichi"], "go": "1", "o.double_wind_pair": "4", "o.open_tanyao": "no"}
    page = get(client, "/", {**fields, "preset": "tenhou"})
    found = [a["href"] for a in page.all("a") if "line-name" in (a.get("class") or "")]
    assert "/rules/riichi/pinfu?preset=tenhou&o.open_tanyao=no" in found
    double = get(client, "/rules/riichi/double-wind-pair", {"o.double_wind_pair": "4"})
    assert "House rules: Double wind pair: 4" in double.words
    assert re.search(r'class="one-worth">4\b', double.html)
    shown = next(a["href"] for a in double.all("a") if "o.double_wind_pair=4" in a.get("href", ""))
    assert client.get(shown).status_code == 200
    off = get(client, "/rules/riichi/ippatsu", {"o.ippatsu": "no"})
    assert "not part of this preset" in off.words


@pytest.mark.parametrize("typed", ["5", "yes", "", "x" * 300])
def test_an_address_of_a_rule_with_a_house_rule_that_there_is_not_shows_the_rule(
    client: FlaskClient, typed: str
) -> None:
    fields = {"o.double_wind_pair": typed, "o.no_such": typed}
    page = get(client, "/rules/riichi/double-wind-pair", fields)
    assert "House rules:" not in page.words


@pytest.mark.by_day(3, "identifier")
@pytest.mark.slow
@EACH
@pytest.mark.more_at_night
def test_every_rule_has_its_page_under_every_house_rule(
    client: FlaskClient, identifier: str
) -> None:
    ruleset = scorer.ruleset(identifier)
    rules = [rule["id"] for rule in ruleset["rules"]]
    number = 0
    for option in ruleset["options"][:: many(3, 1)]:
        for value in option.get("choices") or (
            [True, False] if option["type"] == "boolean" else ()
        ):
            told = value_text(value)
            rule, number = rules[number % len(rules)], number + 7
            get(client, f"/rules/{identifier}/{rule}", {f"o.{option['name']}": told})


def test_a_line_that_is_no_rules_leads_to_the_ruleset(app: Flask) -> None:
    with app.test_request_context():
        agreed = line_address({"ruleset": "riichi", "preset": "tenhou"}, {"id": "agreed"})
        assert agreed == "/rules/riichi#agreed"
        counted = line_address({"ruleset": "riichi", "preset": "tenhou"}, {"id": "dora"})
        assert counted == "/rules/riichi/dora?preset=tenhou"


def paid(client: FlaskClient, preset: str = "") -> list[dict[str, list[str]]]:
    """The tables of what is paid on the sheet of riichi: the cells of each row by its name."""
    html = get(client, "/rules/riichi/sheet", {"preset": preset} if preset else {}).html
    tables = re.findall(r'<table class="paid">(.*?)</table>', html, re.DOTALL)
    return [
        {
            re.sub("<.*?>", "", name): [re.sub("<.*?>", "", one) for one in cells.split("</td>")]
            for name, cells in re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', table)
        }
        for table in tables
    ]


def test_a_sheet_has_the_points_by_han_and_fu_as_the_engine_pays_them(client: FlaskClient) -> None:
    others, east, limits = paid(client)
    assert others["40 fu"][2] == "5200 1300/2600"
    assert east["40 fu"][2] == "7700 2600"
    assert others["110 fu"][0] == "3600 –"
    assert others["20 fu"] == ["", "– 400/700", "– 700/1300", "– 1300/2600", ""]
    assert others["25 fu"][:3] == ["", "1600 –", "3200 800/1600"]
    assert limits["haneman: 6–7 han"][:2] == ["12\u202f000 3000/6000", "18\u202f000 6000"]
    assert limits["counted-yakuman: 13 han and more"][0] == "32\u202f000 8000/16\u202f000"


def test_the_points_on_a_sheet_are_those_of_its_preset(client: FlaskClient) -> None:
    rounded, exact = paid(client, "wrc"), paid(client, "tenhou")
    assert (rounded[0]["30 fu"][3], exact[0]["30 fu"][3]) == ("mangan", "7700 2000/3900")
    assert (rounded[1]["60 fu"][2], exact[1]["60 fu"][2]) == ("mangan", "11\u202f600 3900")
    assert "sanbaiman: 11 han and more" in paid(client, "mleague")[2]


@pytest.mark.parametrize("identifier", WITHOUT_TABLES)
def test_only_a_book_that_declares_tables_of_points_has_any(
    client: FlaskClient, identifier: str
) -> None:
    assert 'class="paid"' not in get(client, f"/rules/{identifier}/sheet").html


def test_the_glossary_has_every_term_with_its_names(client: FlaskClient) -> None:
    page = get(client, "/glossary")
    for term in TERM_BY_ID.values():
        assert term.name in page.by_id[term.id]
        assert term.group in TERM_GROUPS
        for _, own, read in term.names:
            assert own in page.by_id[term.id]
            assert read in page.by_id[term.id]
    anchors = {link.partition("#")[2] for link in page.links("/glossary#")}
    assert anchors <= TERM_BY_ID.keys()


def test_no_word_is_of_two_terms() -> None:
    for language in ("en", "fr", "zh"):
        words = [word for term in TERM_BY_ID.values() for word in term.words.get(language, ())]
        assert len(words) == len({*words})
        assert words == [word.lower() for word in words]


@pytest.mark.parametrize(
    ("sentence", "language", "found"),
    [
        ("four pungs or kongs and a pair", "en", ["pung", "kong"]),
        ("a pung, another pung", "en", ["pung"]),
        ("the wind of the round", "en", ["prevailing-wind"]),
        ("own winds", "en", ["wind"]),
        ("a pungent fan", "en", ["fan"]),
        ("quatre pungs cachés", "fr", ["pung", "concealed"]),
        ("一对圈风牌", "zh", ["prevailing-wind"]),
        ("四副刻子或杠", "zh", ["pung", "kong"]),
        ("", "en", []),
        ("<b>pung</b>", "en", ["pung"]),
    ],
)
def test_words_are_found_once_and_the_longest_first(
    sentence: str, language: str, found: list[str]
) -> None:
    assert [term for _, _, term in words_in(sentence, language)] == found


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_words_of_rules_lead_to_the_glossary_and_no_link_stands_in_another(
    client: FlaskClient, language: str
) -> None:
    known = get(client, "/glossary", {"lang": language}).by_id
    linked = set()
    for path in ("/rules/mcr/all-pungs", "/rules/classical/robbing-the-kong", "/glossary"):
        page = get(client, path, {"lang": language})
        linked |= {link.partition("#")[2] for link in page.links("/glossary#")}
        for inside in re.findall(r"<a [^>]*>(.*?)</a>", page.html, re.DOTALL):
            assert "<a " not in inside
    assert "pung" in linked
    assert linked <= known.keys()


def test_words_of_the_glossary_are_escaped(client: FlaskClient) -> None:
    from scorer.service.web.rules.links import link_terms

    with client.application.test_request_context("/"):
        assert link_terms("<b> pung & kong") == (
            '&lt;b&gt; <a class="term" href="/glossary#pung">pung</a> &amp; '
            '<a class="term" href="/glossary#kong">kong</a>'
        )


@pytest.mark.parametrize(
    ("path", "message", "meant", "code"),
    [
        ("/rules/mcr/nine-gate", "has no such rule", "/rules/mcr/nine-gates", "unknown_rule"),
        ("/rules/british/Heads_and_tail", "no such rule", "/rules/british/heads-and-tails", ""),
        ("/rules/mrc/all-pungs", "Unknown ruleset", "/rules/mcr", "unknown_ruleset"),
        ("/rules/clasical", "Unknown ruleset", "/rules/classical", "unknown_ruleset"),
        ("/rules/mrc/sheet", "Unknown ruleset", "/rules/mcr", "unknown_ruleset"),
        ("/rules/mcr/sheet?preset=1999", "no such preset", "preset=1998", "unknown_preset"),
        ("/rules/patterns/nine-gate", "no such pattern", "/rules/patterns/nine-gates", ""),
        ("/rules/mcr/%3Cscript%3E", "no such rule", "/rules/mcr", "unknown_rule"),
        (f"/rules/mcr/{'x' * 3000}", "no such rule", "/rules/mcr", "unknown_rule"),
        (f"/rules/{'é' * 300}/x", "Unknown ruleset", "/rules", "unknown_ruleset"),
    ],
)
def test_what_is_not_there_is_told_in_players_words_and_to_programs_by_its_code(
    client: FlaskClient, path: str, message: str, meant: str, code: str
) -> None:
    page = client.get(path, headers=PAGES)
    assert page.status_code == 404
    assert message in page.text
    assert f'{meant}"' in page.text
    assert "<script>" not in page.text.partition("<main")[2]
    answer = client.get(path, headers={"Accept": "application/json", "Accept-Language": "fr"})
    assert answer.status_code == 404
    assert answer.mimetype == "application/problem+json"
    assert isinstance(answer.json, dict)
    if code:
        (error,) = answer.json["errors"]
        assert error["code"] == code
        assert len(answer.data) < 2000


def test_a_name_is_meant_in_the_language_of_the_page(client: FlaskClient) -> None:
    page = client.get("/rules/mcr/sept paires?lang=fr", headers=PAGES)
    assert page.status_code == 404
    assert "/rules/mcr/seven-pairs" in page.text


@EACH
def test_a_page_of_a_rule_is_light(client: FlaskClient, identifier: str) -> None:
    for rule in scorer.ruleset(identifier)["rules"][::10]:
        html = client.get(f"/rules/{identifier}/{rule['id']}", query_string={"lang": "fr"}).data
        assert len(html) < 24_000
