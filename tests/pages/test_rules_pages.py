from __future__ import annotations

import gzip
import re
from html import unescape

import pytest
from flask.testing import FlaskClient

import scorer
from scorer.service.web.rules.rule_search import MAX_SEARCH_LENGTH, contains_words, plain_words
from tests.nightly import many

from .examples import RULESETS, hand_of
from .page import Page
from .test_hand_page import get

EACH = pytest.mark.parametrize("identifier", RULESETS)


def rows(page: Page) -> dict[str, dict[str, str]]:
    """The rows of a rules page by their anchors."""
    return {found["id"]: found for _, found in page.tags if "data-find" in found}


def shown(page: Page) -> list[str]:
    """The anchors of the rows that are not put away."""
    return [anchor for anchor, row in rows(page).items() if "hidden" not in row]


def example_link(page: Page, rule: str) -> str:
    """Where the example of a rule leads."""
    _, _, after = page.html.partition(f'id="{rule}"')
    found = re.search(r'href="(/\?rules=[^"]+hand=[^"]+)"', after.partition("</details>")[0])
    assert found is not None, rule
    return unescape(found[1])


def find(client: FlaskClient, ruleset: str, query: str, language: str = "en") -> list[str]:
    return shown(get(client, f"/rules/{ruleset}", {"q": query, "lang": language}))


def test_the_rules_list_every_ruleset(client: FlaskClient) -> None:
    words = get(client, "/rules").words
    for entry in scorer.rulesets():
        assert entry["name"] in words


@EACH
def test_a_ruleset_shows_every_rule_option_and_circumstance(
    client: FlaskClient, identifier: str
) -> None:
    page = get(client, f"/rules/{identifier}")
    ruleset = scorer.ruleset(identifier)
    for rule in ruleset["rules"]:
        assert rule["name"] in page.by_id[rule["id"]]
    for option in ruleset["options"]:
        assert option["name"] in page.by_id[f"option-{option['name']}"]
    for entry in ruleset["circumstances"]:
        assert entry["id"] in page.by_id[f"circumstance-{entry['id']}"]
    for event in ruleset["events"]:
        assert event["event"] in page.by_id[f"event-{event['event']}"]


@pytest.mark.by_day(1, "language")
@pytest.mark.slow
@EACH
@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_every_link_within_a_rules_page_leads_somewhere(
    client: FlaskClient, identifier: str, language: str
) -> None:
    page = get(client, f"/rules/{identifier}", {"lang": language})
    anchors = {link["href"][1:] for link in page.all("a") if link["href"].startswith("#")}
    assert anchors - page.by_id.keys() == set()
    ids = re.findall(r'\bid="([^"]+)"', page.html)
    assert len(ids) == len({*ids})


def test_an_unknown_ruleset_has_no_page(client: FlaskClient) -> None:
    assert client.get("/rules/martian").status_code == 404


def test_special_hands_are_listed_with_what_they_are_worth_exposed_and_fished_for(
    client: FlaskClient,
) -> None:
    page = get(client, "/rules/british")
    worth = {
        rule["id"]: page.by_id[rule["id"]]
        for rule in scorer.ruleset("british")["rules"]
        if rule["kind"] == "limit"
    }
    assert "Exposed 500" in worth["heads-and-tails"]
    assert "Fishing 400, exposed 200" in worth["heads-and-tails"]
    assert "Fishing 200" in worth["all-pair-honours"]
    assert "Exposed" not in worth["all-pair-honours"]
    assert "Fishing" not in worth["heavens-blessing"]
    fished = [hand for hand, words in worth.items() if "Fishing" in words]
    # Purity, the fourteenth that may be fished for, is counted and listed among the doubles.
    assert len(fished) == 13
    assert "fourteen of them worth fishing for" in page.words


@EACH
def test_presets_are_called_by_their_titles(client: FlaskClient, identifier: str) -> None:
    presets = scorer.ruleset(identifier)["presets"]
    for path, query in ((f"/rules/{identifier}", {}), ("/", {"rules": identifier})):
        words = get(client, path, query).words
        assert all(preset["title"] in words for preset in presets)


def test_a_result_names_its_preset_by_the_title(client: FlaskClient) -> None:
    query = hand_of("british")
    assert "British · The u3a guide" in get(client, "/", query).words
    assert "British · BMJA tables" in get(client, "/", {**query, "preset": "bmja"}).words


def test_a_preset_tells_what_it_changes_and_from_what(client: FlaskClient) -> None:
    told = get(client, "/rules/mcr").by_id["preset-1998"]
    assert "The 1998 table" in told
    assert "Two concealed kongs68" in told
    assert "Drawn concealedSelf drawnFully concealed" in told
    assert "fully_concealed" not in told
    usual = get(client, "/rules/mcr").by_id["preset-wmo2006"]
    assert "Every house rule has its usual value" in usual


def test_an_option_tells_its_choices_the_presets_that_set_it_and_what_hangs_on_it(
    client: FlaskClient,
) -> None:
    page = get(client, "/rules/british")
    told = page.by_id["option-east_doubles"]
    assert "Own win the usual" in told
    assert "BMJA tables, Payments" in told
    assert "Only by this house rule" in told
    assert '<a href="#east-wins">' in page.html
    assert "100 to 10000" in page.by_id["option-limit"]


def test_sources_are_citations_and_what_is_no_title_is_translated(client: FlaskClient) -> None:
    told = get(client, "/rules/mcr").by_id["all-green"]
    assert "Mahjong Competition Rules (WMO 2006), fan 3" in told
    assert "The Red Dragon & The West Wind (errata), p. 149, 180" in told
    french = get(client, "/rules/classical", {"lang": "fr"})
    assert "(Redux), Décompte, points du gagnant" in french.by_id["mah-jong"]
    assert '<cite lang="en">Classical Chinese Mahjong Rules (Redux)</cite>' in french.html
    assert "比赛惯例" in get(client, "/rules/american", {"lang": "zh"}).by_id["jokerless-points"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "language"),
    [
        *(("Half Flush", "en"), ("half flush", "fr"), ("混一色", "en"), ("混一色", "zh")),
        *(("half-flush", "en"), ("HALF_FLUSH", "zh"), ("semi-pure", "fr"), ("one suit", "en")),
        *(("6 points half", "en"), ("50 flush", "en")),
    ],
)
def test_a_rule_is_found_by_its_names_its_id_its_value_and_its_number(
    client: FlaskClient, query: str, language: str
) -> None:
    assert "half-flush" in find(client, "mcr", query, language)


def test_a_rule_is_found_by_what_it_implies(client: FlaskClient) -> None:
    found = find(client, "mcr", "short straight")
    assert "short-straight" in found
    assert "pure-straight" in found
    assert "all-pungs" not in found


def test_a_value_is_found_as_a_whole_number(client: FlaskClient) -> None:
    found = find(client, "mcr", "8 points")
    rules = scorer.ruleset("mcr")["rules"]
    assert {rule["id"] for rule in rules if rule["amount"] == 8} < {*found}
    assert "big-four-winds" not in found


def test_a_search_puts_away_the_rest_and_opens_the_only_one_found(client: FlaskClient) -> None:
    page = get(client, "/rules/mcr", {"q": "pure straight 清龙"})
    assert shown(page) == ["pure-straight"]
    assert "open" in rows(page)["pure-straight"]
    sections = [part["id"] for part in page.all("section") if "hidden" not in part]
    assert sections == ["worth-16", "sources"]
    assert "1 found" in page.words
    assert 'value="pure straight 清龙"' in page.html


@pytest.mark.slow
def test_where_nothing_is_found_the_page_says_so_and_what_to_do(client: FlaskClient) -> None:
    page = get(client, "/rules/mcr", {"q": "pungwoo"})
    assert shown(page) == []
    assert "0 found" in page.words
    (nothing,) = [part for part in page.all("div") if "rules-nothing" in part.get("class", "")]
    assert "hidden" not in nothing
    assert "Try a single word of the name" in page.words
    assert '<a href="/rules?q=pungwoo"' in page.html
    whole = get(client, "/rules/mcr")
    (nothing,) = [part for part in whole.all("div") if "rules-nothing" in part.get("class", "")]
    assert "hidden" in nothing


def test_every_ruleset_is_searched_at_once(client: FlaskClient) -> None:
    page = get(client, "/rules", {"q": "thirteen orphans"})
    links = [link["href"] for link in page.all("a")]
    assert "/rules/mcr#thirteen-orphans" in links
    assert "/rules/classical#thirteen-orphans" in links
    assert "/rules/british#thirteen-unique-wonders" not in links
    assert "0 found" in get(client, "/rules", {"q": "pungwoo"}).words


@pytest.mark.by_day(5, "query")
@pytest.mark.slow
@pytest.mark.parametrize(
    "query",
    [
        *("x" * 7000, "\0", "<script>alert(1)</script>", '"><b>', "%", "８", "é́́́", " ", "| ", "'"),
        "a " * 3000,
    ],
)
def test_whatever_is_searched_for_the_page_stands(client: FlaskClient, query: str) -> None:
    for path in ("/rules", "/rules/american"):
        answer = client.get(path, query_string={"q": query})
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text
        (field,) = [part for part in Page(answer.text).all("input") if part.get("id") == "q"]
        assert len(field["value"]) <= MAX_SEARCH_LENGTH
        assert len(answer.data) < 300_000


def test_words_are_compared_without_accents_capitals_and_hyphens() -> None:
    assert plain_words("Séquence  Mêlée-Pure’s") == "sequence melee pure's"
    assert contains_words("SÉQUENCE pure", plain_words("séquence-pure"))
    assert contains_words("8", "fan | 8 | 88 points")
    assert not contains_words("8", "fan | 88 points")
    assert not contains_words("pung chow", "pung | kong")


@pytest.mark.by_day(4, "identifier")
@pytest.mark.slow
@EACH
@pytest.mark.more_at_night
def test_every_rule_has_its_hand_drawn_which_opens_in_the_scorer(
    client: FlaskClient, identifier: str
) -> None:
    page = get(client, f"/rules/{identifier}")
    links = {
        rule["id"]: example_link(page, rule["id"]) for rule in scorer.ruleset(identifier)["rules"]
    }
    for rule, link in list(links.items())[:: many(20, 5)]:
        result = client.get(link)
        assert result.status_code == 200
        assert re.search(rf'href="/rules/{identifier}/{rule}["?]', result.text), rule


@pytest.mark.slow
@EACH
def test_an_example_names_its_tiles_and_what_happened(client: FlaskClient, identifier: str) -> None:
    page = get(client, f"/rules/{identifier}")
    drawn = [part["aria-label"] for part in page.all("svg") if part.get("role") == "img"]
    assert len(drawn) >= 2 * len(scorer.ruleset(identifier)["rules"])
    assert all(drawn)
    assert any("the winning tile" in words for words in drawn)


def test_an_example_that_needs_a_house_rule_says_and_carries_it(client: FlaskClient) -> None:
    page = get(client, "/rules/american")
    assert "Atomic: 50" in page.by_id["seven-pairs"]
    assert "Tournament points" in page.by_id["self-pick-points"]
    assert any("o.atomic=50" in link["href"] for link in page.all("a"))
    last = get(client, "/rules/mcr").by_id["last-tile-claim"]
    assert "Won on the discard after the wall's last tile" in last


@pytest.mark.slow
@EACH
def test_a_rules_page_is_no_heavier_than_a_phone_bears(
    client: FlaskClient, identifier: str
) -> None:
    """Compressed 60 kB with all that it loads, of which the page is at most half."""
    html = client.get(f"/rules/{identifier}", query_string={"lang": "fr"}).data
    assert len(gzip.compress(html, 6)) < 30_000
    # What a script draws when its row is opened is no element before.
    told = re.sub(rb"<noscript>.*?</noscript>", b"", html, flags=re.DOTALL)
    assert len(re.findall(rb"<[a-z]", told)) < 2800
