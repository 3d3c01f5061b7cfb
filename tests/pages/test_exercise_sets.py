"""Sets of exercises: an address that holds them all, and tells when it was altered."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

import scorer
from scorer.documents import answers, tables
from scorer.grammar.card import shipped
from scorer.learn import grading
from scorer.service.web.forms.own_text import pack_text
from scorer.service.web.learn.sets import (
    MAX_EXERCISES,
    MAX_TITLE_LENGTH,
    ExerciseSet,
    SetError,
    item_of_address,
    pack_set,
    unpack_set,
)
from tests.card.test_work import steps

from .examples import HANDS
from .page import EXAMPLE, Page
from .test_hand_page import get

HAND = f"/?{urlencode(EXAMPLE)}"
TABLE = "t?rules=mcr&round=E&winner=E&won=self_draw&e.points=24"
PROBLEM = "/learn/train?rules=british&level=3&seed=5"


def made(client: FlaskClient, **fields: str) -> str:
    """The code of a set that was put together."""
    answer = client.post("/learn/set/new", data=fields)
    assert answer.status_code == 303, answer.text
    return dict(parse_qsl(urlsplit(answer.headers["Location"]).query))["s"]


def refused(client: FlaskClient, **fields: str) -> Page:
    answer = client.post("/learn/set/new", data=fields)
    assert answer.status_code == 422
    return Page(answer.text)


LINES = st.text(string.ascii_letters + string.digits + "=&.+%-", min_size=1, max_size=200)


@given(
    st.text(st.characters(exclude_characters="\n", codec="utf-8"), max_size=40),
    st.lists(LINES, min_size=1, max_size=20),
)
def test_what_is_packed_is_unpacked_again(title: str, queries: list[str]) -> None:
    exercise_set = ExerciseSet(title, [f"h?{query}" for query in queries])
    assert unpack_set(pack_set(exercise_set)) == exercise_set


@given(st.data())
def test_an_altered_address_is_no_set(data: st.DataObject) -> None:
    exercise_set = ExerciseSet("Tuesday", ["h?hand=123b", "p?rules=mcr&seed=4"])
    code = pack_set(exercise_set)
    place = data.draw(st.integers(0, len(code) - 1))
    sign = data.draw(st.sampled_from(string.ascii_letters + string.digits + "-_"))
    altered = code[:place] + sign + code[place + 1 :]
    with suppress(SetError):
        # The last sign has bits that mean nothing.
        assert unpack_set(altered) == exercise_set
    with suppress(SetError):
        # The last signs are a checksum of their own: all else was there.
        assert unpack_set(code[:place]) == exercise_set


def test_what_unpacks_to_very_much_is_no_set() -> None:
    with pytest.raises(SetError):
        pack_set(ExerciseSet("", ["h?" + "a" * 70_000]))
    with pytest.raises(SetError):
        unpack_set(pack_set(ExerciseSet("", ["p?a"] * (MAX_EXERCISES + 1))))
    with pytest.raises(SetError):
        unpack_set(pack_set(ExerciseSet("", ["x?a"])))


@pytest.mark.parametrize(
    ("address", "item"),
    [
        ("https://score.example/?rules=mcr&hand=1b", "h?rules=mcr&hand=1b"),
        ("/learn/exercise/hand?hand=1b", "h?hand=1b"),
        ("/table?winner=E", "t?winner=E"),
        (" /learn/train?rules=mcr&seed=1 ", "p?rules=mcr&seed=1"),
        ("https://other.example/?rules=mcr&hand=1b", None),
        ("/learn/train?rules=mcr&level=2", None),
        ("/", None),
        ("/rules?q=1", None),
        ("https://[", None),
        ("", None),
    ],
)
def test_an_exercise_is_read_from_its_address(address: str, item: str | None) -> None:
    assert item_of_address(address, "score.example") == item


def test_a_set_is_put_together_gone_through_and_changed(client: FlaskClient) -> None:
    code = made(
        client,
        title="Tuesday",
        lines=f"http://localhost{HAND}\n{PROBLEM}",
        count="2",
        rules="mcr",
        level="2",
        seed="40",
    )
    page = get(client, "/learn/set", {"s": code})
    assert "Tuesday" in page.words
    assert "4 exercises" in page.words
    first = get(client, "/learn/set", {"s": code, "n": "1"})
    assert "1 of 4" in first.words
    typed = {"g.points": "42", "g.doubles": "3", "g.total": "336"}
    paid = {f"g.payments.{seat}": "672" for seat in "SWN"}
    graded = get(client, "/learn/set", {"s": code, "n": "1", **typed, **paid, "check": "1"})
    assert "All right" in graded.words
    following = [a["href"] for a in graded.all("a") if a.get("href", "").endswith("n=2")]
    assert following
    last = get(client, "/learn/set", {"s": code, "n": "4"})
    assert "4 of 4" in last.words
    again = get(client, "/learn/set/new", {"s": code})
    assert "level=2&amp;seed=41" in again.html
    assert 'value="Tuesday"' in again.html


def test_a_set_is_printed_with_answers_and_without(client: FlaskClient) -> None:
    code = made(client, lines="\n".join(f"/?{urlencode(hand)}" for hand in HANDS.values()))
    plain = get(client, "/learn/set/print", {"s": code})
    assert "336" not in plain.words
    response = get(client, "/learn/set/print", {"s": code, "answers": "1"})
    assert "336" in response.words
    assert "Final draw or discard" in response.words


def test_what_is_wrong_is_told_by_its_line_and_nothing_is_lost(client: FlaskClient) -> None:
    page = refused(client, title="My set", lines=f"{HAND}\nhttps://example.org/\n{PROBLEM}&level=9")
    assert "Line 2 is not the address" in page.words
    assert "example.org" in page.html
    assert 'value="My set"' in page.html
    assert "This exercise set is empty" in refused(client).words
    assert "from 1 to 6" in refused(client, count="1", rules="mcr", level="9").words
    assert "There is no ruleset “x”" in refused(client, count="1", rules="x").words
    lines = "\n".join(f"/learn/train?rules=mcr&level=1&seed={n}" for n in range(45))
    assert f"at most {MAX_EXERCISES}" in refused(client, lines=lines).words
    long = made(client, title="x" * 500, lines=HAND)
    assert unpack_set(long).title == "x" * MAX_TITLE_LENGTH


@pytest.mark.parametrize("code", ["", "1", "1abc", "x" * 4000, "\x00", "1" + "A" * 100, "é"])
@pytest.mark.parametrize("path", ["/learn/set", "/learn/set/print"])
def test_an_address_that_is_no_set_is_said_so(client: FlaskClient, path: str, code: str) -> None:
    page = get(client, path, {"s": code}, status=422)
    assert "cut short or changed" in page.words


def test_a_hand_that_the_rules_refuse_by_now_stops_no_other(client: FlaskClient) -> None:
    code = pack_set(ExerciseSet("", ["h?rules=classical&hand=1b", f"h{HAND[1:]}"]))
    page = get(client, "/learn/set", {"s": code})
    assert "It is no longer valid under these rules" in page.words
    assert get(client, "/learn/set", {"s": code, "n": "2"})
    refused = get(client, "/learn/set", {"s": code, "n": "1"}, status=422)
    assert "It is no longer valid under these rules" in refused.words
    assert any(a.get("href", "").endswith("n=2") for a in refused.all("a"))
    begin = next(a["href"] for a in page.all("a") if a.get("class") == "button main")
    assert begin.endswith("n=2")
    assert (
        "Exercise 1 is no longer valid under these rules"
        in get(client, "/learn/set/print", {"s": code}).words
    )


def test_what_is_remembered_of_an_exercise_of_a_set_tells_no_answer(client: FlaskClient) -> None:
    code = made(client, lines=HAND)
    typed = {"g.points": "1", "g.doubles": "1", "g.total": "1"}
    paid = {f"g.payments.{seat}": "1" for seat in "SWN"}
    page = get(client, "/learn/set", {"s": code, "n": "1", **typed, **paid, "check": "1"})
    remembered = page.all("article")[0]["data-exercise"]
    assert remembered.endswith("n=1")


CARD = "@name Club {n}\nFFF 2222a 444b 8888a X {value}\n"
OF_CARD = {
    **{"rules": "american", "hand": "FFF 2222b 444c 8888b", "tile": "8b", "won": "discard"},
    **{"from": "N", "seat": "W"},
}


def of_card(n: int, value: int = 25) -> str:
    """The fields of a hand by a card of one's own."""
    return urlencode({**OF_CARD, "o.card": CARD.format(n=n, value=value)})


def cards_made_ready(work: Callable[[], object]) -> int:
    before = shipped._cached_compiled_card.cache_info().misses
    work()
    return shipped._cached_compiled_card.cache_info().misses - before


# Each path with cards of its own: what was read of a request keeps its card.
@pytest.mark.parametrize(("path", "first"), [("/learn/set", 0), ("/learn/set/print", 30)])
def test_a_set_makes_one_card_ready_however_many_it_names(
    client: FlaskClient, path: str, first: int
) -> None:
    """To make thirty ready took a second of the processor, for an address of 396 bytes."""
    shipped._cached_compiled_card.cache_clear()
    code = pack_set(ExerciseSet("", [f"h?{of_card(first + n)}" for n in range(30)]))
    assert cards_made_ready(lambda: get(client, path, {"s": code})) == 1
    page = get(client, path, {"s": code})
    assert page.words.count("no longer valid under these rules") == 29
    other = {"s": code, "n": "30"}
    assert cards_made_ready(lambda: get(client, "/learn/set", other, status=422)) == 0


@pytest.mark.slow
def test_a_set_of_one_card_costs_what_a_set_of_the_practice_card_does(client: FlaskClient) -> None:
    own = pack_set(ExerciseSet("", [f"h?{of_card(1)}"] * 30))
    hand = {**OF_CARD, "o.card": "practice", "hand": "FFF 2222b 444c 8888b"}
    usual = pack_set(ExerciseSet("", [f"h?{urlencode(hand)}"] * 30))

    def shown(code: str) -> int:
        get(client, "/learn/set", {"s": code})  # what is made ready once
        return steps(lambda: get(client, "/learn/set", {"s": code}))

    assert shown(own) <= 2 * shown(usual)


def test_a_set_that_is_too_large_is_refused_before_anything_is_scored(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A form of 121 lines with different cards took four seconds of the processor."""
    monkeypatch.setattr("scorer.score", lambda document: pytest.fail("scored"))
    monkeypatch.setattr("scorer.problem", lambda document: pytest.fail("drawn"))
    many = "\n".join(f"/?{of_card(n)}" for n in range(121))
    assert f"at most {MAX_EXERCISES}" in refused(client, lines=many).words
    few = "\n".join([PROBLEM] * 21)
    assert f"at most {MAX_EXERCISES}" in refused(client, lines=few, count="20", rules="mcr").words
    noise = random.Random(1).randbytes
    long = "\n".join(f"/?{urlencode({'o.card': noise(150).hex()})}" for _ in range(40))
    assert "too much for one address" in refused(client, lines=long).words
    assert (
        "Line 2 uses a different card"
        in refused(client, lines=f"/?{of_card(1)}\n/?{of_card(1, 30)}").words
    )


def test_a_set_takes_one_list_of_special_hands(client: FlaskClient) -> None:
    """However it is written: typed into the address, or deflated."""
    texts = [f"Twins: seven pairs (one suit; different)  C {value}\n" for value in (500, 600)]
    hand = "rules=british&hand=1122334455667b&tile=7b&won=discard&from=W&seat=S&round=E"
    first, second = (f"/?{hand}&own={pack_text(text)}" for text in texts)
    page = get(client, "/learn/set", {"s": made(client, lines=f"{first}\n{HAND}\n{first}")})
    assert "3 exercises" in page.words
    assert "no longer valid under these rules" not in page.words
    other = refused(client, lines=f"{first}\n{second}")
    assert "Line 2 uses a different card or other special hands" in other.words


def test_a_set_takes_hands_of_one_own_card_beside_others(client: FlaskClient) -> None:
    lines = "\n".join([f"/?{of_card(1)}", HAND, f"/?{of_card(1)}", PROBLEM])
    page = get(client, "/learn/set", {"s": made(client, lines=lines)})
    assert "4 exercises" in page.words
    assert "no longer valid under these rules" not in page.words


def test_a_set_on_paper_scores_each_exercise_once(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its right answers are those of the score that the page shows."""
    code = pack_set(ExerciseSet("", [f"h?{urlencode(hand)}" for hand in HANDS.values()] + [TABLE]))
    scored: list[object] = []
    for module, name in ((answers, "score"), (tables, "settle")):
        once = getattr(scorer, name)

        def counted(document: object, once: Callable[[object], object] = once) -> object:
            scored.append(document)
            return once(document)

        monkeypatch.setattr(module, name, counted)
        monkeypatch.setattr(scorer, name, counted)
        monkeypatch.setattr(grading, name, counted)
    page = get(client, "/learn/set/print", {"s": code, "answers": "1"})
    assert "336" in page.words
    assert len(scored) == len(HANDS) + 1
