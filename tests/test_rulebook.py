"""Options, presets and the list of rules; published ids never change."""

from __future__ import annotations

import random
from typing import Annotated, Any, TypedDict

import pytest

from scorer.errors import HandError
from scorer.grammar.fan.book import FanBook
from scorer.rulebook.book import Book, Option, rule_id, rule_meaning
from scorer.rules import BOOKS, classical
from scorer.types import Seat
from tests import by_declaration
from tests import plain as scorer
from tests.drawn import Json
from tools import published

PUBLISHED = published.published_ids()
EACH = pytest.mark.parametrize("ruleset", BOOKS)


def test_the_published_rulesets_are_those_that_there_are() -> None:
    known = [entry["id"] for entry in scorer.rulesets()]
    assert known == list(BOOKS)
    gone = set(PUBLISHED) - set(known)
    assert not gone, f"published in tests/published_ids.toml, and no longer registered: {gone}"
    listed = [id for id in known if id in PUBLISHED]
    assert list(PUBLISHED) == listed, "tests/published_ids.toml has them in the order of BOOKS"


@pytest.mark.parametrize("ruleset", [id for id in PUBLISHED if id in BOOKS])
@pytest.mark.parametrize(("part", "key"), published.ID_FIELD_BY_PART.items())
def test_a_published_id_never_changes(ruleset: str, part: str, key: str) -> None:
    """An id may be added, in the order of the book; none may go or change."""
    declared = [entry[key] for entry in scorer.ruleset(ruleset)[part]]
    listed = list(PUBLISHED[ruleset].get(part, []))
    gone = set(listed) - set(declared)
    assert not gone, f"{part} of {ruleset} that others build on have gone or changed: {gone}"
    in_order = [id for id in declared if id in listed]
    assert in_order == listed, f"[{ruleset}] {part} are to stand in the order of the book"


@EACH
def test_what_is_new_is_published_by_one_command(ruleset: str) -> None:
    for part, ids in published.new_ids(scorer.ruleset(ruleset)).items():
        published.warn_of_missing(
            f"{ruleset}: not published yet among the {part}: {', '.join(ids)}; before a release "
            f"translate it and run {published.PUBLISH_COMMAND}"
        )
    assert ruleset not in PUBLISHED or set(PUBLISHED[ruleset]) == set(published.ID_FIELD_BY_PART)


@EACH
def test_a_rule_of_one_name_has_one_chinese_name_in_a_rulebook(ruleset: str) -> None:
    """Another rulebook may call it otherwise, as its players do."""
    chinese: dict[str, set[str]] = {}
    for rule in scorer.ruleset(ruleset)["rules"]:
        chinese.setdefault(rule["name"], set()).add(rule["names"].get("zh", ""))
    assert {name: names for name, names in chinese.items() if len(names) > 1} == {}


CHINESE_NAMES = {"classical": 30, "british": 25, "mcr": 81}
"""How many rules have one, each its own, in the rulesets whose names were looked up."""


@EACH
def test_rules_have_the_chinese_names_that_they_are_known_by(ruleset: str) -> None:
    rules = scorer.ruleset(ruleset)["rules"]
    names = [rule["names"]["zh"] for rule in rules if "zh" in rule["names"]]
    known = [rule for rule in rules if published.is_published(ruleset, "rules", rule["id"])]
    fan = isinstance(BOOKS[ruleset], FanBook)
    assert len(names) >= CHINESE_NAMES.get(ruleset, len(known) if fan else 0)
    assert all(names), f"a rule of {ruleset} has an empty Chinese name"
    odd = [name for name in names if not all("\u4e00" <= letter <= "\u9fff" for letter in name)]
    assert odd == [], f"Chinese names of {ruleset} with something else in them: {odd}"
    assert len(set(names)) == len(names) or ruleset not in CHINESE_NAMES


def test_a_line_has_the_chinese_name_of_its_rule() -> None:
    melds = [{"tiles": tiles} for tiles in ("RRR", "777d", "234c")]
    hand = {"concealed": "123b 99d", "melds": melds, "winning_tile": "3b"}
    document = {"ruleset": "classical", "hand": hand, "seat": "S", "prevailing": "E"}
    answer = scorer.score({**document, "win": {"by": "discard", "from": "W"}})
    known = {rule["id"]: rule["names"] for rule in scorer.ruleset("classical")["rules"]}
    shown = {line["id"]: line.get("names", {}) for line in answer["lines"]}
    assert shown["dragon-meld"] == {"zh": "箭刻"}
    assert all(names == known[id] for id, names in shown.items())


@EACH
def test_every_rule_has_an_id_of_its_own_a_name_a_sentence_and_a_source(ruleset: str) -> None:
    rules = scorer.ruleset(ruleset)["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    declared = scorer.ruleset(ruleset)
    known = (
        *(source["cited"] for source in declared["sources"]),
        "a table rule",
        "tournament practice",
    )
    for rule in rules:
        assert rule["id"] == rule["id"].lower().replace("_", "-").replace(" ", "")
        assert rule["name"].strip()
        assert len(rule["meaning"].split()) >= 2, rule["id"]
        assert not rule["meaning"].endswith(".")
        assert rule["source"].startswith(known)
        assert rule["kind"] in ("points", "double", "limit", "fan", "value", "bonus", "han", "fu")


@EACH
def test_a_rule_is_worth_something_unless_an_option_tells_its_worth(ruleset: str) -> None:
    """A rule that is off unless the table wants it is worth 0 by default, by an option."""
    for rule in BOOKS[ruleset].rules:
        told = rule.as_document()["amount"]
        least = 0 if isinstance(getattr(rule, "amount", None), Option) else 1
        assert told is None or told >= least, (
            f"{rule.id} of {ruleset} is worth {told}: tell what it is worth, or let an option tell "
            "it (book.integer)"
        )


@EACH
def test_options_presets_circumstances_and_events_say_what_they_mean(ruleset: str) -> None:
    declared = scorer.ruleset(ruleset)
    for part in ("options", "presets", "circumstances", "events"):
        assert all(entry["meaning"].strip() for entry in declared[part])
    ids = tuple(source["id"] for source in declared["sources"])
    assert all(source["title"] and source["author"] for source in declared["sources"])
    for event in declared["events"]:
        assert event["source"]
        assert not event["source"].startswith(ids)
        assert all(
            field["name"] and field["type"] and field["meaning"] for field in event["fields"]
        )


def test_the_list_of_rulesets_holds_each_ruleset_whole() -> None:
    assert scorer.rulesets() == [scorer.ruleset(name) for name in BOOKS]


@pytest.mark.parametrize(("ruleset", "points"), [("classical", 2000), ("british", 3000)])
def test_the_sticks_of_one_player_are_what_the_rules_say(ruleset: str, points: int) -> None:
    sticks = scorer.ruleset(ruleset)["sticks"]
    assert sum(stick["value"] * stick["each"] for stick in sticks) == points


@EACH
def test_a_list_that_was_handed_out_may_be_changed_and_the_book_stays(ruleset: str) -> None:
    kept = scorer.ruleset(ruleset)
    spoilt = scorer.ruleset(ruleset)
    for part in spoilt.values():
        if isinstance(part, list):
            for entry in part:
                if isinstance(entry, dict):
                    entry.clear()
            part.clear()
    assert scorer.ruleset(ruleset) == kept


def test_defaults_are_in_force_unless_told_and_options_override_a_preset() -> None:
    book = BOOKS["british"]
    preset, options = book.resolve(None, {})
    assert preset == "u3a"
    assert options == {name: option.default for name, option in book.options.items()}
    preset, options = book.resolve("bmja", {"scholars": "one_suit"})
    assert preset == "bmja"
    assert (options["east_doubles"], options["special_cap"]) == ("payments", True)
    assert options["scholars"] == "one_suit"
    assert BOOKS["classical"].resolve(None, {"limit": 500})[0] == "redux"


@EACH
def test_every_preset_names_only_options_and_values_that_there_are(ruleset: str) -> None:
    book = BOOKS[ruleset]
    for preset in book.presets.values():
        for name, value in preset.options.items():
            assert book.options[name].accepts(value)
        book.resolve(preset.name, {})


@EACH
def test_every_preset_has_a_title_for_people_beside_the_name_for_programs(ruleset: str) -> None:
    for preset in scorer.ruleset(ruleset)["presets"]:
        titled = preset["title"] != preset["name"] and preset["title"][0].isupper()
        assert titled, f"give the preset {preset['name']} a title: book.preset(..., title=...)"


def test_a_preset_without_a_title_is_called_by_its_name() -> None:
    book = a_book()
    book.preset("short", "for the evening")
    assert book.as_document()["presets"] == [
        {"name": "short", "title": "short", "meaning": "for the evening", "options": {}}
    ]


def values_of(option: Json) -> list[Any]:
    if option["type"] == "boolean":
        return [True, False]
    if option["type"] == "choice":
        return list(option["choices"])
    if option["type"] == "text":
        return [option["default"]]
    return [option["minimum"], option["maximum"]]


@EACH
@pytest.mark.slow
def test_every_value_of_every_option_scores_a_hand_and_shows_itself(ruleset: str) -> None:
    book = BOOKS[ruleset]
    for option in scorer.ruleset(ruleset)["options"]:
        assert option["default"] in values_of(option) or option["type"] == "integer"
        for value in values_of(option):
            rng, told = random.Random(f"{option['name']} {value}"), {option["name"]: value}
            document = by_declaration.random_document(rng, book, won=True, options=told)
            assert scorer.score(document)["options"][option["name"]] == value


NUMBER = Option("limit", "integer", 1000, "the most", minimum=500, maximum=2000)
CHOICE = Option("points", "choice", 10, "points", choices=(10, 20, None))
FLAG = Option("debt", "boolean", False, "no debt")


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        (NUMBER, [500, 1000, 2000], [499, 2001, True, "1000", 1000.0, None]),
        (CHOICE, [10, 20, None], [15, "10", 10.0, True, [10]]),
        (FLAG, [True, False], [0, 1, None, "true"]),
    ],
)
def test_an_option_accepts_its_values_and_no_look_alikes(
    option: Option[Any], good: list[object], bad: list[object]
) -> None:
    assert all(option.accepts(value) for value in good)
    assert not any(option.accepts(value) for value in bad)


def test_an_option_says_in_words_what_it_may_be() -> None:
    assert NUMBER.wanted == "a whole number from 500 to 2000"
    assert CHOICE.wanted == "one of these values: 10, 20, null"
    assert FLAG.wanted == "true or false"


class Spilt(TypedDict, total=False):
    to: Annotated[Seat | None, "to whom"]


def a_book() -> Book:
    return Book("own", "Our own", summary="-", version="1", sources=(), unit="points")


def test_a_book_of_ones_own_declares_options_presets_and_events() -> None:
    book = a_book()
    book.integer("limit", 300, least=100, most=500, meaning="the most")
    book.boolean("kind", True, meaning="kindness")
    book.choice("wall", "long", "short", meaning="how long")
    book.preset("short", "for the evening", default=True, wall="short", limit=100)

    @book.event("-", Spilt, bars_win=True)
    def tea_spilt(table: object, event: object) -> None:
        """spilt the tea
        on the tiles"""

    ruleset = book.as_document()
    assert [option["name"] for option in ruleset["options"]] == ["limit", "kind", "wall"]
    assert ruleset["events"][0]["meaning"] == "spilt the tea on the tiles"
    assert ruleset["events"][0]["fields"] == [{"name": "to", "type": "seat", "meaning": "to whom"}]
    assert book.events["tea_spilt"].bars_win
    assert book.resolve(None, {}) == ("short", {"limit": 100, "kind": True, "wall": "short"})


def test_several_wrong_options_are_reported_at_once() -> None:
    book = a_book()
    book.boolean("kind", True, meaning="kindness")
    with pytest.raises(HandError) as caught:
        book.resolve(None, {"kind": 1, "unkind": True})
    assert [(problem.pointer, problem.code) for problem in caught.value.problems] == [
        ("/options/kind", "bad_option"),
        ("/options/unkind", "unknown_option"),
    ]
    with pytest.raises(HandError, match="has no preset “x”; it has: none"):
        book.resolve("x", {})


def test_a_rules_id_and_sentence_come_from_its_function() -> None:
    def own_wind_pair() -> None:
        """a pair
        of own wind"""

    assert rule_id(own_wind_pair) == "own-wind-pair"
    assert rule_meaning(own_wind_pair) == "a pair of own wind"


def test_a_variant_of_a_book_leaves_the_book_as_it_was() -> None:
    book = classical.book
    before = book.as_document()
    own = book.variant("ours", "Our table")

    @own.double(1, "All even", "our table", who="winner")
    def all_even(h: Any) -> int:
        """only even numbers"""
        return not any(kind % 9 % 2 == 0 or kind >= 27 for kind in range(34) if h.kinds >> kind & 1)

    own.boolean("tea", False, meaning="tea is served")
    assert own.as_document()["rules"][-1]["id"] == "all-even"
    assert "tea" in own.resolve(None, {})[1]
    assert book.as_document() == before
