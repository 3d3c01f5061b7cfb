"""A page says what the players of its ruleset say: one English sentence, several meanings."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

import scorer
from scorer.learn.lessons import LESSONS
from scorer.service import create_app
from scorer.service.i18n.contexts import translating_in
from scorer.service.i18n.languages import translate
from tests.nightly import some_by_day

YAKU = {
    "last-tile-claim": "河底捞鱼",
    "last-tile-draw": "海底摸月",
    "fully-concealed-hand": "门前清自摸和",
    "all-simples": "断幺九",
    "pure-double-chow": "一杯口",
    "mixed-triple-chow": "三色同顺",
    "pure-straight": "一气通贯",
    "outside-hand": "混全带幺九",
    "triple-pung": "三色同刻",
    "seven-pairs": "七对子",
    "all-pungs": "对对和",
    "three-kongs": "三杠子",
    "four-kongs": "四杠子",
    "thirteen-orphans": "国士无双",
    "all-terminals": "清老头",
    "seat-wind": "自风",
    "robbing-the-kong": "抢杠",
    "after-a-kong": "岭上开花",
    "pure-triple-chow": "一色三顺",
    "riichi": "立直",
}
"""What players of riichi in China call the yaku that other rulesets call otherwise."""

OF_OTHERS = re.compile(
    "海底捞月|妙手回春|不求人|断幺(?!九)|一般高|三色三同顺|清龙|(?<!混|纯)全带幺|三同刻|七对(?!子)|碰碰和"
    "|三杠(?!子)|四杠(?!子|散了)|十三幺|清幺九|门风|圈风|抢杠和(?!牌)|杠上开花|一色三同顺|点炮|点和|牌墙|(?<!麻)将牌|箭牌"
)
"""Names of the same patterns in MCR, and its words for what riichi calls otherwise."""

HAND = {"rules": "riichi", "hand": "234b 345c 456d 22c 67d", "tile": "8d", "seat": "S",
        "round": "E", "won": "discard", "from": "W", "with": "riichi"}  # fmt: skip
TABLE = {"rules": "riichi", "winner": "S", "won": "discard", "from": "W", "round": "E",
         "s.hand": "234b 345c 456d 22c 67d", "s.tile": "8d"}  # fmt: skip


@pytest.fixture(scope="module")
def chinese() -> FlaskClient:
    client = create_app({"LOG_REQUESTS": False}).test_client()
    client.set_cookie("lang", "zh")
    return client


def words_on(client: FlaskClient, path: str, query: dict[str, str] | None = None) -> str:
    """The text of a page, its labels among it, without scripts and other languages."""
    response = client.get(path, query_string=query, follow_redirects=True)
    assert response.status_code == 200, path
    html = re.sub(r"(?s)<(script|style)\b.*?</\1>", "", response.get_data(as_text=True))
    # What stands under "Elsewhere" is of other rulesets.
    html = re.sub(r'(?s)<section[^>]*aria-labelledby="elsewhere-title".*?</section>', "", html)
    return unescape(re.sub(r"<[^>]+>", "", html))


def test_each_ruleset_is_called_as_its_players_call_it(chinese: FlaskClient) -> None:
    names = {rule["id"]: rule["name"] for rule in scorer.ruleset("riichi")["rules"]}
    with chinese.application.test_request_context("/?lang=zh"), translating_in("riichi"):
        assert translate("Riichi", "ruleset") == "日本麻将（立直）"
        assert {id: translate(names[id]) for id in YAKU} == YAKU
    with chinese.application.test_request_context("/?lang=zh"):
        assert translate(names["last-tile-claim"]) == "海底捞月"
        assert translate("Riichi", "ruleset") == "日本麻将（立直）"


def riichi_pages() -> list[tuple[str, dict[str, str]]]:
    rules = [f"/rules/riichi/{rule['id']}" for rule in scorer.ruleset("riichi")["rules"]]
    lessons = [f"/learn/lessons/riichi/{one.id}" for one in LESSONS["riichi"]]
    return [
        *((path, {"rules": "riichi"}) for path in ("/", "/table", "/waits", "/learn/progress")),
        *((path, {}) for path in ("/rules/riichi", "/rules/riichi/sheet", *rules, *lessons)),
        *(
            ("/learn/train", {"rules": "riichi", "level": str(n), "seed": "7"})
            for n in (1, 2, 3, 4)
        ),
        *((path, HAND) for path in ("/", "/why", "/learn/steps", "/learn/exercise/hand")),
        ("/table", TABLE),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("path", "query"), some_by_day(riichi_pages(), 40))
def test_no_page_of_riichi_says_a_word_of_another_ruleset(
    chinese: FlaskClient, path: str, query: dict[str, str]
) -> None:
    assert OF_OTHERS.findall(words_on(chinese, path, query)) == []
