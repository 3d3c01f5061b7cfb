"""What the typed interface takes and gives goes to another process and comes back."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

from scorer.engine.hand import Hand, Meld, Win
from scorer.engine.rack import Exposure, Rack
from scorer.engine.sheet import ScoreSheet
from scorer.errors import HandError, Problem
from scorer.grammar.card.notation.faults import CardError
from scorer.grammar.card.notation.text import parse as parse_card
from scorer.grammar.card.variants.compiled import compile_card
from scorer.languages.speech import Sentence, UserText, capital, say, say_many, translated
from scorer.rulebook.book import Book, Edition, Value
from scorer.rules import BOOKS, classical
from tests import by_declaration

PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)
HAND = Hand.of("123b 99d", ["234d", Meld.of("7777c", concealed=True), "EEE"], "F1 S2", "9d")
WIN = Win.of("discard", "last_discard", loser="S")
RACK = Rack.of("FFF 444c 8888b", ["222bJ"], winning="8b")


def again(value: Any, protocol: int = pickle.HIGHEST_PROTOCOL) -> Any:
    return pickle.loads(pickle.dumps(value, protocol))


def everything_of(sheet: ScoreSheet) -> tuple[object, ...]:
    """Everything that a sheet tells."""
    flags = (sheet.total, sheet.won, sheet.qualifies, sheet.limit, sheet.reached, sheet.limit_hand)
    rest = (sheet.tally, sheet.formula, sheet.lines, sheet.arrangement, sheet.not_counted)
    return (*flags, *rest)


def shown_hand(ruleset: str) -> Any:
    return by_declaration.typed_hand(BOOKS[ruleset])


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    "value",
    [
        HAND,
        Hand.of("123b 567c EEE 9999d", count="any"),
        HAND.with_tile(3),
        *HAND.melds,
        Meld.of("55dJ"),
        Meld.of("7777c", from_concealed_pung=True),
        WIN,
        Win.of("self_draw"),
        RACK,
        Exposure.of("4444bJ"),
        Problem("/hand", "not_winning", say("{tile} is no tile", tile="9x")),
    ],
    ids=repr,
)
def test_a_value_comes_back_as_an_equal_one(value: Any, protocol: int) -> None:
    back = again(value, protocol)
    assert back == value
    assert hash(back) == hash(value)
    assert repr(back) == repr(value)
    assert type(back) is type(value)
    assert copy.deepcopy(value) == value


def test_a_sentence_comes_back_with_how_it_was_made() -> None:
    french = {"{number} wins": "{number} victoires", "a": "un", "{a} of “{b}”": "{a} de « {b} »"}
    for told_before in (
        say("{a} of “{b}”", a=say("a"), b=UserText("a")),
        say_many("{number} win", "{number} wins", 3),
        capital(say("a")),
    ):
        back = again(told_before)
        assert isinstance(back, Sentence)
        assert back == told_before
        spoken = [
            translated(one, lambda t: french.get(t, t), lambda a, b, n: french.get(b, b))
            for one in (back, told_before)
        ]
        assert spoken[0] == spoken[1] != told_before


def test_an_error_comes_back_with_its_problems() -> None:
    with pytest.raises(HandError) as caught:
        Hand.of("1111b 5x", ["EES"])
    back = again(caught.value)
    assert type(back) is HandError
    assert (back.problems, str(back)) == (caught.value.problems, str(caught.value))
    assert [type(problem.detail) for problem in back.problems] == [Sentence, Sentence]
    assert (
        again(caught.value.under("/players/E")).errors[0]["pointer"] == "/players/E/hand/concealed"
    )


def test_a_fault_of_a_card_comes_back() -> None:
    with pytest.raises(CardError) as caught:
        compile_card(parse_card("nonsense"))
    assert again(caught.value).problems == caught.value.problems


@pytest.mark.parametrize("ruleset", BOOKS)
def test_a_sheet_comes_back_written_out(ruleset: str) -> None:
    edition = BOOKS[ruleset].edition()
    win = Win.of("discard", loser="S")
    for sheet in (
        edition.score(shown_hand(ruleset), win, seat="E", prevailing="E"),
        edition.sheet_of_agreed_points(64, True),
    ):
        back = again(sheet)
        assert everything_of(back) == everything_of(sheet)
        assert everything_of(again(back)) == everything_of(sheet)
        assert repr(back) == repr(sheet)


def changed(book: Book) -> dict[str, Value]:
    """An option that is not as by default."""
    for option in book.options.values():
        known = option.choices or (True, False, option.maximum, option.minimum)
        for value in known:
            if option.accepts(value) and value != option.default:
                return {option.name: value}
    return {}


@pytest.mark.parametrize(
    "ruleset", [id for id, book in BOOKS.items() if book.tiles.hand_of != "card"]
)
def test_an_edition_comes_back_as_the_one_that_the_process_has(ruleset: str) -> None:
    book = BOOKS[ruleset]
    assert again(book) is book
    told = book.edition(None, changed(book))
    for edition in (book.edition(), *map(book.edition, book.presets), told):
        assert again(edition) is edition


def test_an_edition_with_a_card_comes_back_with_the_card_that_is_ready() -> None:
    book = BOOKS["american"]
    assert again(book) is book
    for edition in (book.edition("tournament"), book.edition(options={"hot_wall": True})):
        back = again(edition)
        assert (back.preset, back.options) == (edition.preset, edition.options)
        assert back.card is edition.card


def test_a_book_that_only_one_process_has_says_so() -> None:
    own = classical.book.variant("club", "Our club's classical")
    for value in (own, own.edition()):
        with pytest.raises(pickle.PicklingError, match="'club' is not in BOOKS"):
            pickle.dumps(value)
    own.id = "classical"
    with pytest.raises(pickle.PicklingError, match="not in BOOKS"):
        pickle.dumps(own)


def scored(arguments: tuple[Edition, str, str]) -> ScoreSheet:
    """What a worker does: a hand from notation, scored."""
    edition, concealed, winning = arguments
    hand = Hand.of(concealed, winning=winning)
    return edition.score(hand, Win.of("self_draw"), seat=1, prevailing=0)


GOOD, BAD = "123456789b 123c 55d", "123456789b 123c 555d 5x"


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
@pytest.mark.parametrize(
    "start", sorted({"spawn", "fork"} & set(multiprocessing.get_all_start_methods()))
)
def test_a_pool_ends_with_the_error_of_a_bad_hand_and_goes_on(start: str) -> None:
    edition = BOOKS["classical"].edition(options={"limit": 700})
    hand = Hand.of(GOOD, winning="5d")
    here = edition.score(hand, Win.of("self_draw"), seat=1, prevailing=0)
    with multiprocessing.get_context(start).Pool(2) as pool:
        asked = [(edition, one, "5d") for one in (GOOD, BAD, GOOD)]
        with pytest.raises(HandError) as caught:
            pool.map_async(scored, asked).get(timeout=120)
        assert [problem.code for problem in caught.value.problems] == ["bad_tile"]
        sheets = pool.map_async(scored, [asked[0], asked[2]]).get(timeout=120)
    assert [everything_of(sheet) for sheet in sheets] == [everything_of(here)] * 2


def test_an_executor_is_not_broken_by_a_bad_hand() -> None:
    edition = BOOKS["mcr"].edition()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as executor:
        bad = executor.submit(scored, (edition, BAD, "5d"))
        good = executor.submit(scored, (edition, GOOD, "5d"))
        with pytest.raises(HandError, match="“x” is not a suit"):
            bad.result(timeout=120)
        assert good.result(timeout=120).total >= 16
