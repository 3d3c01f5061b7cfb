"""How deep JSON may be nested is a limit of its own: Python's depends on where it runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from scorer.documents.text.json_text import MAX_NESTING_DEPTH, NotJSONError, read_json


@pytest.fixture(params=[1_000, 100_000])
def python_reads_so_deep(request: pytest.FixtureRequest) -> Iterator[None]:
    """Among others hypothesis lets Python read deeper than it does otherwise."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, request.param))
    yield
    sys.setrecursionlimit(before)


def nested(depth: int, start: str, middle: str, end: str) -> bytes:
    return (start * depth + middle + end * depth).encode()


@pytest.mark.usefixtures("python_reads_so_deep")
@pytest.mark.parametrize(
    ("start", "middle", "end"),
    [
        ("[", "1", "]"),
        ('{"a":', "1", "}"),
        ('["]", "}", ', "1", "]"),
        ('{"\\"}": "\\"", "€": ', "1", "}"),
    ],
)
def test_json_is_read_as_deep_as_the_limit_and_no_deeper(start: str, middle: str, end: str) -> None:
    read_json(nested(MAX_NESTING_DEPTH, start, middle, end))
    with pytest.raises(NotJSONError, match="nested too deep"):
        read_json(nested(MAX_NESTING_DEPTH + 1, start, middle, end))


def test_many_brackets_side_by_side_or_in_a_text_are_not_deep() -> None:
    assert read_json(b"[" + b"[],{}," * 500 + b"1]")[-1] == 1
    assert read_json(b'["' + b"[{" * 500 + b'\\"[["]') == ["[{" * 500 + '"[[']
    assert read_json(b'["a\\\\", "' + b"[" * 500 + b'"]')[0] == "a\\"


@pytest.mark.parametrize("body", [b'"[{' * 500, b"]" * 500 + b"[" * 500, b'"\\' + b"[" * 500])
def test_what_is_not_json_at_all_is_still_refused(body: bytes) -> None:
    with pytest.raises(NotJSONError):
        read_json(body)
