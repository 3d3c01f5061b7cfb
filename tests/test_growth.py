"""Twice the text, twice the work: for every regular expression, and everything that reads what
strangers send."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from itertools import permutations, product

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.documents.schemas import requests
from scorer.documents.text.json_text import NotJSONError, read_json
from scorer.engine.tiles import TileError, parse
from scorer.errors import HandError
from scorer.grammar.card.notation.clauses import ClauseError, read_clause
from scorer.grammar.card.notation.text import CardError
from scorer.grammar.card.notation.text import parse as parse_card
from scorer.grammar.card.notation.tiles import TokenError, read_token
from scorer.rules import BOOKS
from scorer.service import create_app
from scorer.service.web.forms.cards import own_text_name
from scorer.service.web.forms.form_documents import tiles_before_win
from scorer.service.web.forms.submitted import MAX_FORM_BYTES, MAX_FORM_FIELDS, MAX_QUERY_LENGTH
from scorer.types.requests import MAX_CARD_LENGTH, ScoreRequest, SettleRequest
from tests.growth import NOTHING, grows_too_fast, seconds
from tests.nightly import in_turn, nightly
from tests.patterns import Use, uses

MAX_HEADER_BYTES = 8190
MAX_DOCUMENT_BYTES = 128 * 1024

PATTERNS = {
    "scorer.game.export._RATE_PATTERN": "0 .",
    "scorer.service.i18n.catalogue: [^\\W\\d]{2}": "a 1 _",
    "scorer.engine.options: [_-]+": "_ - a",
    "scorer.logs.tenhou_json.CALL_PATTERN": "1 2 c p 11 k",
    "scorer.logs.tenhou_json.RULE_PATTERN": "東 南 喰 赤 ␣ East",
    "scorer.logs.tenhou_json.VALUE_PATTERN": "1 符 飜 点 - ∀ 満",
    "scorer.logs.tenhou_json.YAKU_PATTERN": "a ( 1 飜 ) 役満",
    "scorer.service.i18n.contexts._WORD_PATTERN": "{ } %( ) a",
    "scorer.service.offline.application.RELEASE_PATTERN": "0 a . ␣",
    "scorer.service.web.static_files: \\s+": "␣ \n a",
    "scorer.service.web.static_files:  ?([{};,]) ?": "␣ { } ; , a",
    "scorer.service.web.static_files: /\\*.*?\\*/": "/ * a \n",
    "scorer.grammar.card.notation.hints._PAIRS_HEADING_PATTERN": "single pair s s␣ ␣",
    "scorer.grammar.card.notation.hints._RUN_HEADING_PATTERN": "run runs consec ␣",
    "scorer.grammar.card.notation.text._DIRECTIVE_PATTERN": "@ a - ␣",
    "scorer.grammar.card.notation.text._ENDING_PATTERN": "X C 1 ␣",
    "scorer.grammar.card.notation.text._LINE_BREAK_PATTERN": "\r \n x",
    "scorer.grammar.card.notation.text._LOOSE_ENDING_PATTERN": "X c 1 . - ␣",
    "scorer.grammar.card.notation.text._OR_PATTERN": "- o r -or -or-",
    "scorer.grammar.card.notation.text._SECTION_PATTERN": "[ ] ; a",
    "scorer.grammar.card.notation.text: [0-9]+": "1 a",
    "scorer.grammar.card.notation.text: [0-9]{4}": "1 a",
    "scorer.grammar.card.notation.text: [XCxc]": "X x",
    "scorer.grammar.card.notation.text: [XCxc]? ?[-+$]?[0-9][0-9.,]*": "X 1 . , - ␣",
    "scorer.grammar.card.notation.text: [xc] ?[0-9]+": "x 1 ␣",
    "scorer.grammar.card.variants.relations._TERM_PATTERN": "X 1 +",
    "scorer.grammar.card.notation.sizes._LIST_START_PATTERN": "any like pung pungs of ␣",
    "scorer.grammar.card.notation.sizes._LIST_CONTINUATION_PATTERN": "or 1 's s only ␣",
    "scorer.grammar.card.notation.sizes._SIZED_CLAUSE_PATTERN": "any like pung s of or odd 1 "
    ", / ,␣ ␣or␣ ␣",
    "scorer.grammar.card.notation.sizes: [1-9]": "1 a",
    "scorer.grammar.card.notation.tiles._RUN_PATTERN": "1 2 12",
    "scorer.grammar.card.notation.tiles._TOKEN_PATTERN": "1 F a ! *",
    "scorer.grammar.card.notation.tiles: (?:[0-9FNEWSDRGXYZUV?]|J)++[a-w*]?!?": "J 1 a ! *",
    "scorer.grammar.card.notation.tiles: P+|[Ww]h": "P W h",
    "scorer.grammar.card.notation.tiles: [-+x=/]|[^-+x=/]+": "- x 1",
    "scorer.grammar.card.notation.tiles: [0-9FNEWSDRGXYZUV?]+![a-w*]": "1 ! a",
    "scorer.grammar.card.notation.tiles: [0-9FNEWSDRGXYZUV?]+[a-w*]{2,}!?": "1 ! a",
    "scorer.grammar.card.notation.tiles: [0-9FNEWSDRGXYZUV?]+[xyz]!?": "1 ! x",
    "scorer.grammar.card.notation.tiles: [^a-z*!]": "a * 1",
    "scorer.grammar.card.notation.tiles: [a-w*!]": "a !",
    "scorer.grammar.card.notation.tiles: \\[.*|.*\\]|@.*": "[ ] @ a",
    "scorer.grammar.card.notation.clauses._DRAGON_PATTERN": "matching opposite any dragon s ␣",
    "scorer.grammar.card.notation.clauses._ANY_SUIT_PATTERN": "a any suit ␣",
    "scorer.grammar.card.notation.clauses._ASSIGNMENT_PATTERN": "X = 1 / ␣ ␣/␣",
    "scorer.grammar.card.notation.clauses._MOVEMENT_PATTERN": "run like odd any 1 consec no nos ␣",
    "scorer.grammar.card.notation.clauses._NUMBER_NAME_PATTERN": "one seven ␣ x",
    "scorer.grammar.card.notation.clauses._SIGN_PATTERN": "! = < > X",
    "scorer.grammar.card.notation.clauses._SORT_PATTERN": "X odd any ␣",
    "scorer.grammar.card.notation.clauses._SUIT_COUNT_PATTERN": "any 1 or suit s ␣ ␣or␣1",
    "scorer.grammar.card.notation.clauses._SUM_PATTERN": "X 1 11 + +X",
    "scorer.grammar.card.notation.clauses:  ?/ ?": "/ ␣ 1",
    "scorer.grammar.card.notation.clauses: [0-9NEWS]": "1 N",
    "scorer.grammar.card.notation.clauses: [1-3]": "1 x",
    "scorer.grammar.card.notation.clauses: [XYZ0-9+=<>! -]+": "X + ␣ -",
    "scorer.grammar.card.notation.clauses: [XYZ0-9+=<>!]+": "X + <",
    "scorer.grammar.card.notation.clauses: [XYZ0-9] [XYZ0-9]": "X ␣ 1",
    (
        "scorer.grammar.card.notation.clauses: [XYZ] ?= ?[1-9](?: ?(?:-|or|and|to) ?| )[1-9]"
    ): "X = 1 or ␣",
    "scorer.grammar.card.notation.clauses: [≠≤≥]|<>|><|=<|=>|==": "≠ < > =",
    "scorer.service.application._SHARED_PATTERN": "/ a p i k e t /kept/",
    "scorer.rulebook.parts._FUNCTION_DOCSTRING": "d e f",
    "scorer.documents.text.json_text._STRING_PATTERN": '" \\ a {',
    "scorer.service.settings._HOST_PATTERN": ". a [",
    "scorer.service.settings._ORIGIN_PATTERN": "* : a",
    "scorer.service.settings._PUBLIC_URL_PATTERN": "h : a",
    "scorer.service.web.forms.addresses._UNESCAPED_PATTERN": "a & = ␣",
    "scorer.service.wsgi.masks._BEARER_PATTERN": "bearer bearer␣ ␣ + %20 a",
    "scorer.service.wsgi.masks._KEY_SEGMENT_PATTERN": "/ a _ - / aaaaaaaaaaaaaaaaaaaaaa",
    "scorer.service.wsgi.masks._KEY_PATTERN": "/games/ /games%2f a import / ␣",
    "scorer.service.wsgi.middleware._ID_PATTERN": "a . -",
    "scorer.service.api.openapi._PATH_PARAMETER_PATTERN": "< > : a",
    "scorer.service.web.forms.form_events._NAME_PATTERN": "x . 2 a",
    "scorer.service.web.labels: \\^(\\d+|\\([\\d +]+\\))": "^ 1 ( + ) ␣",
    "scorer.bulk.columns.INDEX_PATTERN": "__index_level_ 1 __",
    "scorer.bulk.columns._INTEGER_PATTERN": "+ 1 .0",
    "scorer.documents.club.lines._TOKEN_PATTERN": "\" ' \"\"\" ''' \\ # [ ] a \n",
    "scorer.documents.club.lines._PLACE_PATTERN": "␣ (at␣line␣ 1 ,␣column␣ )",
    "scorer.documents.club.reading._ID_PATTERN": "a - _",
    "scorer.documents.text.melds._SET_PATTERN": "( ) 1 b ␣",
    "scorer.engine.options: \\b[b-df-hj-np-tv-xz]{3,}\\b": "b a ␣",
    "scorer.grammar.special.amounts._DOUBLES_PATTERN": "+ 1 double s ␣",
    "scorer.grammar.special.amounts._FURTHER_PATTERN": ", ; exposed fishing ␣",
    "scorer.grammar.special.amounts._LIMIT_PATTERN": "limit / * 1 ␣",
    "scorer.grammar.special.amounts._POINTS_PATTERN": "1 points fan ␣",
    "scorer.grammar.special.amounts._START_PATTERN": "C X ␣ 1 + limit",
    "scorer.grammar.special.amounts._WAY_PATTERN": "C X a \n",
    "scorer.grammar.special.amounts: (cc|c|x)(?=[\\s0-9+]|limit|$)": "c x ␣ 1 limit",
    "scorer.grammar.special.names._WORD_BREAK_PATTERN": "_ ␣ a",
    "scorer.grammar.special.names._APOSTROPHE_PATTERN": "' ’ a",
    "scorer.grammar.special.shapes._SUITS_PATTERN": "one 1 ␣ suit s",
    "scorer.grammar.special.shapes._TILES_PATTERN": "from with ␣ a",
    "scorer.grammar.special.shapes: [a-z]{3}": "a 1",
    "scorer.grammar.special.text._DIRECTIVE_PATTERN": "@ a ␣",
    "scorer.grammar.special.text._LINE_BREAK_PATTERN": "\r \n x",
    "scorer.grammar.special.text._ONE_MORE_PATTERN": "+ one more ␣",
    "scorer.grammar.special.text._ONE_MORE_CLAUSE_PATTERN": "+ one more ␣",
    "scorer.grammar.special.text._OR_PATTERN": "- o r -or-",
    "scorer.grammar.special.text._REPLACES_PATTERN": "replaces ␣ a",
    "scorer.grammar.special.text._SECTION_PATTERN": "[ ] ; a ␣",
    "scorer.grammar.special.text._WITHOUT_PATTERN": "without ␣ a",
    "scorer.grammar.special.text: (?<!\\S)(?:\\+ ?)?(?:[0-9]+|limit\\S*)\\s*$": "+ ␣ 1 limit a",
    "scorer.grammar.special.text: \\S+": "a ␣",
    "scorer.rules.package_rulesets._ID_PATTERN": "a - _ 1",
    "scorer.service.web.forms.typed_values._INTEGER_PATTERN": "- 1",
    "scorer.documents.text.terminal._CHINESE_WORD_PATTERN": "␣ 胡 ] a",
    "scorer.engine.tiles._TOKEN_PATTERN": "1 9 b s F S B z w h , J ␣ 🀀 ︎",
}
"""Each pattern with the pieces of which texts against it are made; ␣ is a space."""


@cache
def by_name() -> dict[str, Use]:
    return {use.name: use for use in uses()}


LENGTH = 4000


def texts(pieces: list[str], length: int) -> Iterator[Callable[[int], str]]:
    """Texts that repeat one piece, two in turn, or one on both sides of another; each ends as the
    pattern may want it and as it surely does not."""
    for end in ("", "\x01"):
        for piece in pieces:
            yield partial(around, piece, "", "", end)
        for one, other in permutations(pieces, 2):
            yield partial(around, one + other, "", "", end)
            yield partial(around, one, other, "", end)
            yield partial(around, one, other, other, end)


def around(piece: str, before: str, between: str, end: str, count: int) -> str:
    """A piece so often, once more behind what is ``between``."""
    return before + piece * count + (between and between + piece * count) + end


def test_every_pattern_of_the_package_is_tried_here() -> None:
    assert sorted(by_name()) == sorted(PATTERNS)
    assert all(use.methods for use in by_name().values())


@pytest.mark.by_day(20, "name")
@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_takes_no_longer_than_in_proportion_to_the_text(name: str) -> None:
    use = by_name()[name]
    pieces = [piece.replace("␣", " ") for piece in PATTERNS[name].split(" ")]
    for make in texts(pieces, LENGTH):
        # Most are read in microseconds, which tells enough.
        if seconds(lambda: use.ask(make(64))) > NOTHING or (  # noqa: B023
            seconds(lambda: use.ask(make(LENGTH))) > NOTHING  # noqa: B023
        ):
            assert not grows_too_fast(use.ask, make, LENGTH * 2)


def repeated(piece: str, before: str = "", after: str = "") -> Callable[[int], str]:
    """A text of about so many characters that repeats one piece."""
    return lambda n: before + piece * (n // len(piece)) + after


def tried(read: Callable[[str], object], text: str) -> None:
    """Read a text, which may be refused."""
    with suppress(CardError, ClauseError, HandError, NotJSONError, TileError, TokenError):
        read(text)


TILES = {
    "a run of digits": repeated("1"),
    "a run of digits with a suit": repeated("1", after="b"),
    "runs behind a season": lambda n: "F" + "1" * (n // 2) + "s" + "1" * (n // 2) + "sb",
    "seasons or suits": repeated("s1"),
    "seasons or capitals": repeated("S1B2"),
    "seasons in a row": repeated("F1234", after="5"),
    "spaces": repeated(" ", after="Q"),
    "pictures": repeated("\U0001f000\ufe0e"),
}


@pytest.mark.by_day(5, "name")
@pytest.mark.parametrize("name", TILES)
def test_tiles_are_read_in_proportion_to_their_text(name: str) -> None:
    assert not grows_too_fast(lambda text: tried(parse, text), TILES[name], 16_384)
    assert not grows_too_fast(lambda text: tiles_before_win(text, "1b", 14), TILES[name], 16_384)


LINES = [
    *("J" * 199, "zq " * 66, "F!" * 99 + "z", "2a" * 97 + "Zj! X", "[a; " + "run, " * 38 + "]"),
    *("F (" + "anq 2 suiz," * 17 + ") X 25", "F (X" + "+X" * 90 + "=) X 25", "@name " + "x " * 90),
    *("#" * 200, "(" * 190, "1 " * 90 + "X 1", "any " * 49, "F" * 14 + " X 1", "1-or-" * 38, ""),
    *("F (" + "pungs of 1," * 17 + ") X 25", "F (" + "X=1/2/3," * 22 + ") X 1", "1\t" * 99),
    "FF 111a 222b 3333c DDa -or- FF 222a 333b 4444c DDb X 25",
]


@pytest.mark.by_day(5, "line")
@pytest.mark.parametrize("line", LINES)
def test_a_card_is_read_in_proportion_to_its_lines(line: str) -> None:
    make = repeated(f"{line}\n")
    assert not grows_too_fast(lambda text: tried(parse_card, text), make, MAX_CARD_LENGTH, 8192)


@pytest.mark.by_day(5, "piece")
@pytest.mark.parametrize("piece", ["1", "J", "F!", "a", "1a", "[", "-", "1-", "*", "\u00e9"])
def test_a_word_of_a_card_is_read_in_proportion_to_its_length(piece: str) -> None:
    for after in ("", "!", "x", "\x01"):
        make = repeated(piece, after=after)
        assert not grows_too_fast(lambda text: tried(read_token, text), make, 8192)


@pytest.mark.by_day(4, "piece")
@pytest.mark.parametrize("piece", ["any ", "X+", "1 or ", "X=1/", "one ", "pungs of 1, ", "a", "="])
def test_a_clause_of_a_card_is_read_in_proportion_to_its_length(piece: str) -> None:
    for before in ("", "any ", "X=", "pungs of "):
        make = repeated(piece, before)
        assert not grows_too_fast(lambda text: tried(read_clause, text), make, 8192)


@pytest.mark.parametrize(
    ("piece", "before", "after"),
    [(" ", "x\n@name ", "#x"), ("\n", "", "@name x"), ("@name ", "", ""), (" \n", "", "")],
)
def test_the_name_of_a_card_is_found_in_proportion_to_its_text(
    app: Flask, piece: str, before: str, after: str
) -> None:
    with app.test_request_context():
        make = repeated(piece, before, after)
        assert not grows_too_fast(own_text_name, make, 4 * MAX_CARD_LENGTH, 1024)


def loaded(text: str) -> None:
    document = read_json(text.encode())
    tried(partial(requests.load, ScoreRequest), document)
    tried(partial(requests.load, SettleRequest), document)


def keyed(key: str) -> Callable[[int], str]:
    """An object of many keys."""

    def make(n: int) -> str:
        return json.dumps({f"{key}{i}": 1 for i in range(n // (len(key) + 8))})

    return make


DOCUMENTS = {
    "nested lists": repeated("["),
    "nested objects": repeated('{"a":'),
    "a long number": repeated("1", '{"a":', "}"),
    "a long fraction": repeated("1", '{"a":0.', "}"),
    "escapes": repeated("\\u0041", '{"a":"', '"}'),
    "spaces": repeated(" "),
    "a long key": repeated("hand", '{"', '":1}'),
    "many keys": keyed(""),
    "many keys that are nearly known": keyed("hand"),
    "a long list": repeated("1,", '{"seats":[', "1]}"),
    "a long list of sets": repeated("{},", '{"hand":{"concealed":"","melds":[', "1]}}"),
    "a long ruleset": repeated("classical", '{"ruleset":"', '"}'),
    "a long tile": repeated("1", '{"hand":{"concealed":"', 'b"}}'),
    "many tiles": repeated('"1b",', '{"hand":{"concealed":[', '"1b"]}}'),
    "many events": repeated('{"event":"x"},', '{"events":[', "{}]}"),
}


@pytest.mark.by_day(4, "name")
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_read_in_proportion_to_its_length(name: str) -> None:
    make = DOCUMENTS[name]
    assert not grows_too_fast(lambda text: tried(loaded, text), make, MAX_DOCUMENT_BYTES, 1024)


HEADERS = {
    "Accept": ("text/html,", "a/b;q=0.1,", ";", '"', "a/b;x="),
    "Accept-Encoding": ("gzip,", "*;q=0,", ";"),
    "Accept-Language": ("en,", "en-", ";", '"', "fr;q=0.1,", "q=1;"),
    "Access-Control-Request-Headers": ("a,",),
    "Authorization": ("Basic A", "a=b,", '"'),
    "Content-Type": ("a=b;", '"', "multipart/form-data;boundary=", " "),
    "Cookie": ("a=b; ", "lang=en;", ";", '"', "\\001", "="),
    "Host": ("a.", "a:", "["),
    "If-Modified-Since": ("1", "Mon, ", " "),
    "If-None-Match": ('"a",', '"', "W/", "a "),
    "Origin": ("http://", "*", "null,"),
    "Range": ("0-0,", "-", "bytes="),
    "Idempotency-Key": ("a",),
    "X-Forwarded-For": ("1,",),
    "X-Player": ("a", "%41", "%", "\u00e9"),
    "X-Request-ID": ("a", "-", "\u00e9"),
}


@pytest.mark.parametrize(
    ("header", "piece"),
    [
        case
        for name, (piece, *others) in HEADERS.items()
        for case in ((name, piece), *nightly((name, other) for other in others))
    ],
)
def test_a_header_is_read_in_proportion_to_its_length(
    client: FlaskClient, header: str, piece: str
) -> None:
    document = {"ruleset": "classical", "players": ["Ann", "Bo", "Cy", "Di"]}
    sheet = client.post("/api/v1/games", json=document).headers["Location"]

    def ask(text: str) -> None:
        for path in ("/nothing", "/static/styles/keypad/keys.css", "/api/v1/cards/practice"):
            client.get(path, headers={header: text}).close()
        client.get(sheet, headers={header: text}).close()
        client.post(f"{sheet}/entries", json={"after": 0}, headers={header: text}).close()

    assert not grows_too_fast(ask, repeated(piece, "x"), MAX_HEADER_BYTES, 1024)


@pytest.mark.by_day(2, "piece")
@pytest.mark.parametrize(
    "path",
    ["/rules/", "/api/v1/rulesets/", "/", "/static/words/", "/static/", "/kept/", "/kept/1/"],
)
@pytest.mark.parametrize("piece", ["a", "/", "%2e%2e%2f", ".", "%20"])
def test_a_path_is_found_in_proportion_to_its_length(
    client: FlaskClient, path: str, piece: str
) -> None:
    assert not grows_too_fast(client.get, repeated(piece, path + "x"), MAX_HEADER_BYTES, 1024)


FIELDS = [
    "hand=1",
    "set1=1b",
    "o.card=%0A",
    "o.x=1",
    "tile=1",
    "with=a",
    "x.false_win=E",
    "own=A",
    "%",
    "+",
]
RULES = {type(book): id for id, book in reversed(BOOKS.items())}.values()
"""A ruleset of each way of counting."""


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("/table", "hand=1"),
        *nightly(
            (path, field)
            for path, field in product(("/", "/waits", "/table", "/card", "/hands"), FIELDS)
            if (path, field) != ("/table", "hand=1")
        ),
    ],
)
def test_an_address_is_read_in_proportion_to_its_length(
    client: FlaskClient, path: str, field: str
) -> None:
    name, _, value = field.rpartition("=")
    for rules in RULES:
        # One field that is long, and many fields.
        start = f"{path}?go=1&won=discard&winner=E&rules={rules}&"
        long = repeated(value, start + name + "=")
        many = repeated(f"{field}&", start)
        assert not grows_too_fast(client.get, long, MAX_QUERY_LENGTH - 200, 1024)
        assert not grows_too_fast(client.get, many, MAX_QUERY_LENGTH - 200, 1024)


@pytest.mark.parametrize(
    ("path", "field"),
    in_turn(
        ["/live/score", "/card", "/hands", "/", "/table"],
        ["with=a", "text=%0A", *FIELDS, "text=1a"],
    ),
)
def test_a_form_is_read_in_proportion_to_its_length(
    client: FlaskClient, path: str, field: str
) -> None:
    name, _, value = field.rpartition("=")
    start = "go=1&won=discard&winner=E&rules=american&"

    def send(text: str) -> None:
        client.post(path, data=text, content_type="application/x-www-form-urlencoded")

    long = repeated(value, f"{start}{name}=")
    assert not grows_too_fast(send, long, MAX_FORM_BYTES - 200, 32_768)
    many = repeated(f"{field}&", start)
    assert not grows_too_fast(send, many, MAX_FORM_FIELDS * len(field), 1024)


PARTS = {
    "parts": '--b\r\nContent-Disposition: form-data; name="with"\r\n\r\na\r\n',
    "ends of lines": "\r\n",
    "headers": "A: b\r\n",
    "nearly ends": "\r\n--",
}


@pytest.mark.by_day(4, "name")
@pytest.mark.parametrize("name", PARTS)
def test_a_form_in_parts_is_read_in_proportion_to_its_length(
    client: FlaskClient, name: str
) -> None:
    def send(text: str) -> None:
        client.post("/live/score", data=text, content_type="multipart/form-data; boundary=b")

    start = '--b\r\nContent-Disposition: form-data; name="a"\r\n'
    assert not grows_too_fast(send, repeated(PARTS[name], start), MAX_FORM_BYTES, 8192)


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app({"LOG_REQUESTS": False})


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client
