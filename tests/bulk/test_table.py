"""``score_table``: every row has the answer of ``scorer.score``, whatever its columns."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import Any

import pyarrow as pa
import pytest

import scorer
from scorer.bulk.columns import field_columns
from scorer.rules import BOOKS
from tests.bulk.rows import expected, needs_lists, row_of, table_of
from tests.by_declaration import random_document
from tests.nightly import many

WON = {
    "ruleset": "mcr",
    "hand": {"concealed": "123b 456b 789b 99d EEE", "winning_tile": "9d"},
    "win": {"by": "self_draw"},
    "seat": "E",
    "prevailing": "E",
}
ROW = {name: value for name, value in row_of(WON).items() if name != "ruleset"}


def scored(rows: Any, *args: Any, **settings: Any) -> list[dict[str, Any]]:
    table = rows if not isinstance(rows, list) else table_of(rows)
    answers: list[dict[str, Any]] = scorer.bulk.score_table(table, *args, **settings).to_pylist()
    return answers


def without_id(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: row[name] for name in row if name != "id"} for row in answers]


@pytest.mark.parametrize("ruleset", BOOKS)
def test_every_row_has_the_answer_of_score(ruleset: str) -> None:
    rng, book = random.Random(f"table {ruleset}"), BOOKS[ruleset]
    documents = [random_document(rng, book) for _ in range(many(12, 200))]
    bad = {**documents[0], "seat": "X"}
    documents.insert(3, bad)
    in_lists = [document for n, document in enumerate(documents) if n % 2 or needs_lists(document)]
    in_texts = [document for document in documents if document not in in_lists]
    for chosen, dotted in ((in_lists, True), (in_texts, False)):
        # A column ``ruleset`` would bring the tallies of all rulesets.
        rows = [row_of(document, dotted=dotted) for document in chosen]
        plain = [{name: row[name] for name in row if name != "ruleset"} for row in rows]
        answers = without_id(scored(plain, ruleset))
        assert answers == [expected(document, [*book.tally]) for document in chosen]


def test_every_declared_field_is_a_column_and_gets_to_the_document() -> None:
    """A value that no field takes is an error at that field: so the column is read as it."""
    for name, column in field_columns().items():
        owner = next(
            (
                id
                for id, book in BOOKS.items()
                if column.member in (*book.fields.hand, *book.fields.win, *book.fields.counters)
            ),
            "mcr",
        )
        row: dict[str, Any] = {**ROW, "by": "self_draw"}
        row.pop(name.rpartition(".")[2], None)
        pointer = "/" + column.name.replace(".", "/")
        answer = scored(table_of([{**row, name: 0.5}]), owner)[0]
        assert answer["error_pointer"] == pointer, (name, answer)


def test_the_kinds_of_columns_that_the_contract_lists() -> None:
    document = {
        "ruleset": "classical",
        "hand": {
            "concealed": "123b 55d",
            "melds": [
                {"tiles": "EEE"},
                {"tiles": "7777c", "concealed": True},
                {"tiles": "234d"},
            ],
            "bonus": "F1 S2",
            "winning_tile": "5d",
        },
        "win": {"by": "discard", "from": "S", "with": ["last_discard"]},
        "seat": "E",
        "prevailing": "E",
    }
    common = {
        "concealed": "123b 55d",
        "bonus": "F1 S2",
        "winning_tile": "5d",
        "by": "discard",
        "from": "S",
        "seat": "E",
        "prevailing": "E",
    }
    tally = [*BOOKS["classical"].tally]
    wanted = [expected(document, tally)]
    for melds in ("EEE (7777c) 234d", ["EEE", "(7777c)", "234d"], "EEE (7777c)234d"):
        for circumstances in ("last_discard", ["last_discard"]):
            row = {**common, "melds": melds, "with": circumstances}
            assert without_id(scored([row], "classical")) == wanted
    whole = [{"document": json.dumps(document), "id": "a"}]
    answer = scored(whole)[0]
    assert (answer["id"], answer["total"]) == ("a", wanted[0]["total"])


def test_a_hand_whose_by_is_null_did_not_win() -> None:
    row = {
        "concealed": "123b 55d 7c",
        "melds": "EEE 234d",
        "by": None,
        "from": None,
        "seat": "S",
        "prevailing": "E",
        "winning_tile": None,
    }
    document = {
        "ruleset": "british",
        "seat": "S",
        "prevailing": "E",
        "hand": {"concealed": "123b 55d 7c", "melds": [{"tiles": "EEE"}, {"tiles": "234d"}]},
    }
    assert without_id(scored([row], "british")) == [expected(document, [*BOOKS["british"].tally])]


def test_a_column_overrides_the_rules_of_the_call_by_row() -> None:
    rows = [
        {**ROW, "ruleset": None, "options": None},
        {**ROW, "ruleset": "classical", "options": None},
        {**ROW, "ruleset": "mcr", "options": '{"minimum": 50}'},
    ]
    own, other, strict = scored(rows, "mcr")
    assert own["total"] == 26
    assert own["fan"] == 26
    assert own["points"] is None
    assert other["points"] == scorer.score({**WON, "ruleset": "classical"})["tally"]["points"]
    assert strict["qualifies"] is False
    assert strict["net_E"] == 0


def test_rows_keep_their_order_and_their_ids() -> None:
    rows = [{**ROW, "id": f"hand {n}"} for n in range(5)]
    assert [row["id"] for row in scored(rows)] == [f"hand {n}" for n in range(5)]
    rows[2]["id"] = None
    assert scored(rows)[2]["id"] == "2"
    assert [row["id"] for row in scored([ROW] * 3)] == [0, 1, 2]


def documents_of(*ids: Any) -> Any:
    """A table of documents that carry these ids."""
    return pa.table({"document": [json.dumps({**WON, "id": id}) for id in ids]})


@pytest.mark.parametrize(
    ("ids", "repeated"),
    [
        (["x", "y"], ["x", "y"]),
        ([7, 8], [7, 8]),
        ([7, None], [7, 1]),
        (["7", "8"], ["7", "8"]),
        ([7, "y"], ["7", "y"]),
        (["x", None], ["x", "1"]),
        ([10**30, 1], [f"1{'0' * 30}", "1"]),
        ([-(2**63), 2**63 - 1], [-(2**63), 2**63 - 1]),
    ],
)
def test_the_id_of_a_document_is_repeated(ids: list[Any], repeated: list[Any]) -> None:
    answers = scored(documents_of(*ids))
    assert [(row["id"], row["total"]) for row in answers] == [(id, 26) for id in repeated]


def test_a_column_of_ids_goes_before_those_of_documents() -> None:
    table = documents_of("x", "y").append_column("id", pa.array(["a", None]))
    assert [(row["id"], row["total"]) for row in scored(table)] == [("a", 26), ("1", 26)]


def test_the_id_of_a_document_that_cannot_be_scored_is_repeated_too() -> None:
    bad = pa.table({"document": [json.dumps({**WON, "id": "x", "seat": "X"}), "{"]})
    first, second = scored(bad)
    assert (first["id"], first["error_pointer"]) == ("x", "/seat")
    assert (second["id"], second["error_code"]) == ("1", "bad_value")


@pytest.mark.parametrize("id", [1.5, True, [], "x" * 201])
def test_an_id_that_is_none_has_the_error_that_score_many_answers(id: Any) -> None:
    (wanted,) = next(scorer.score_many([{**WON, "id": id}]))["errors"]
    answer = scored(documents_of(id))[0]
    names = ("error_pointer", "error_code", "error_detail")
    assert [answer[name] for name in names] == [*wanted.values()]


def test_ids_that_are_numbers_in_one_batch_and_texts_in_another_are_texts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("scorer.bulk.table.BATCH_ROWS", 2)
    answers = scored(documents_of(1, 2, "x", None, 5), workers=1)
    assert [row["id"] for row in answers] == ["1", "2", "x", "3", "5"]


def test_documents_as_bytes_and_as_structs_are_read() -> None:
    text = json.dumps({**WON, "id": 3})
    for column in (pa.array([text.encode()]), pa.array([json.loads(text)])):
        answer = scored(pa.table({"document": column}))[0]
        assert (answer["id"], answer["total"]) == (3, 26)


def test_lines_are_there_only_where_they_are_asked_for() -> None:
    assert "lines" not in scored([ROW])[0]
    lines = scored([ROW], lines=True)[0]["lines"]
    assert lines[0] == {"id": "pure-straight", "amount": 16, "count": 1}
    assert sum(line["amount"] * line["count"] for line in lines) == 26


@pytest.mark.slow
def test_a_pool_gives_the_answers_of_one_process() -> None:
    rng = random.Random(2)
    documents = [random_document(rng, BOOKS["mcr"]) for _ in range(40)]
    table = table_of([row_of(document) for document in documents])
    long = pa.concat_tables([table] * 210)
    assert scorer.bulk.score_table(long, workers=2) == scorer.bulk.score_table(long, workers=1)


def test_a_table_without_rows_has_the_columns_of_the_answer() -> None:
    empty = scorer.bulk.score_table(table_of([ROW]).slice(0, 0))
    assert empty.num_rows == 0
    assert empty.schema == scorer.bulk.score_table(table_of([ROW])).schema


def test_other_tables_than_those_of_pyarrow_are_read_by_their_capsules() -> None:
    class Foreign:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return table_of([ROW]).__arrow_c_stream__(requested_schema)

    assert scored(Foreign())[0]["total"] == 26


def test_numbers_that_pandas_makes_floats_are_whole_numbers() -> None:
    riichi = {**ROW, "honba": 2.0}
    whole = {**ROW, "honba": 2}
    assert scored([riichi, {**ROW, "honba": None}], "riichi")[0] == scored([whole], "riichi")[0]
    assert scored([riichi], "riichi")[0]["error_code"] is None


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{**ROW, "conceled": "1b"}], "did you mean the column “concealed”"),
        ([{**ROW, "hand.concealed": "1b"}], "are the same field"),
        ([{**ROW, "document": "{}"}], "in place of all others"),
    ],
)
def test_columns_that_have_no_place_are_refused(rows: Any, message: str) -> None:
    with pytest.raises(scorer.HandError, match=message):
        scorer.bulk.score_table(table_of(rows))


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"ruleset": "mrc"}, "unknown_ruleset"),
        ({"preset": "no"}, "unknown_preset"),
        ({"options": {"no": 1}}, "unknown_option"),
    ],
)
def test_unknown_rules_are_refused_at_once(settings: Any, code: str) -> None:
    with pytest.raises(scorer.HandError) as caught:
        scorer.bulk.score_table(table_of([ROW]), **settings)
    assert caught.value.problems[0].code == code


def test_what_is_no_table_is_refused_with_what_is() -> None:
    with pytest.raises(TypeError, match="this list is none of these"):
        scorer.bulk.score_table([1, 2])


def test_a_document_that_is_no_json_is_an_error_of_its_row() -> None:
    bad, null, good = scored([{"document": "{"}, {"document": None}, {"document": json.dumps(WON)}])
    assert bad["error_code"] == null["error_code"] == "bad_value"
    assert good["total"] == 26


def text_that_is_not_utf8() -> Any:
    """A column of text as a careless program makes it."""
    offsets, text = pa.array([0, 2], pa.int32()).buffers()[1], pa.py_buffer(b"1\xff")
    return pa.Array.from_buffers(pa.string(), 1, [None, offsets, text])


ODD_COLUMNS = {
    "nanoseconds": pa.array([1], pa.timestamp("ns")),
    "a list of nanoseconds": pa.array([[1]], pa.list_(pa.time64("ns"))),
    "a late time": pa.array([10**15], pa.timestamp("s")),
    "a late date": pa.array([2**31 - 1], pa.date32()),
    "an unknown time zone": pa.array([1], pa.timestamp("s", "Nowhere/There")),
    "a duration": pa.array([5], pa.duration("ns")),
    "fields of one name": pa.StructArray.from_arrays([pa.array([1]), pa.array([2])], ["a", "a"]),
    "a map of lists": pa.array([[([1], 1)]], pa.map_(pa.list_(pa.int64()), pa.int64())),
    "no UTF-8": text_that_is_not_utf8(),
    "half a surrogate": pa.array(['{"\\ud800": 1}']),
    "bytes": pa.array([b"\xff"]),
    "an infinite number": pa.array([float("inf")]),
    "nested lists": pa.array([[["1b"], None]]),
}


@pytest.mark.parametrize("kind", ODD_COLUMNS)
@pytest.mark.parametrize("name", ["seat", "concealed", "melds", "options", "honba", "document"])
def test_a_value_of_a_type_that_no_field_has_is_an_error_of_its_row(name: str, kind: str) -> None:
    good = {"document": json.dumps(WON)} if name == "document" else {**ROW, name: ROW.get(name)}
    rows = {column: pa.array([value]) for column, value in good.items() if column != name}
    answer = scored(pa.table({**rows, name: ODD_COLUMNS[kind]}), "riichi")[0]
    assert answer["total"] is None
    pointer = {"concealed": "/hand/concealed", "melds": "/hand/melds", "document": ""}
    if kind != "half a surrogate" or name == "options":
        assert answer["error_pointer"].startswith(pointer.get(name, f"/{name}"))


@pytest.mark.parametrize("name", ["total", "net_E", "error_detail"])
def test_a_value_without_a_python_value_harms_no_other_row(name: str) -> None:
    column = pa.array([None, 10**15, None], pa.timestamp("s"))
    rows = {key: pa.array([value] * 3) for key, value in ROW.items()}
    first, second, third = scored(pa.table({**rows, "bonus": column}))
    assert first[name] == third[name] == scored([ROW])[0][name]
    assert second["error_pointer"] == "/hand/bonus"


def test_halves_of_surrogates_in_documents_are_shown_as_unreadable_characters() -> None:
    texts = [
        json.dumps({**WON, "id": "a\ud800"}),
        json.dumps({**WON, "id": 1, "options": {"\udfff": 1}}),
    ]
    first, second = scored(pa.table({"document": texts}))
    assert (first["id"], first["total"]) == ("a\ufffd", 26)
    assert second["error_pointer"] == "/options/\ufffd"


def test_a_table_with_an_index_of_pandas_alone_has_rows_without_hands() -> None:
    for ids in ({}, {"id": ["a", "b"]}):
        answers = scored(pa.table({"__index_level_0__": [5, 6], **ids}))
        assert [row["error_pointer"] for row in answers] == ["/hand", "/hand"]


@pytest.mark.parametrize(
    ("honba", "pointer"), [("2", None), ("2.0", None), ("2.5", "/honba"), (" 2", "/honba")]
)
def test_a_whole_number_may_be_written_as_pandas_writes_it(honba: str, pointer: str | None) -> None:
    assert scored([{**ROW, "honba": honba}], "riichi")[0]["error_pointer"] == pointer


@pytest.mark.parametrize(
    ("module", "call"),
    [
        ("pyarrow", "score_table(None)"),
        ("pyarrow", "score_dataset('a', 'b')"),
        ("distributed", "score_dataset('a', 'b')"),
    ],
)
@pytest.mark.slow
def test_without_the_extra_a_function_says_what_to_install(module: str, call: str) -> None:
    program = f"""
import sys
sys.modules[{module!r}] = None
import scorer
assert list(scorer.score_many([{WON!r}]))[0]["total"] == 26
scorer.bulk.{call}
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert f"needs {module}" in done.stderr
    assert "pip install 'mahjong-scorer[bulk]'" in done.stderr
