"""What is not published yet may lack translations: which sentences are of what is new."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from babel.messages import Catalog

import scorer
from tools import extraction, published

MODULE = '''\
MIRROR = Fact(lambda h: h.pair, say("the pair is no mirror"))
SHARED = say("nothing was claimed")


def doubled(h):
    return say("twice")


mirror_option = book.boolean("mirror", False, meaning="Mirror pairs count")


@book.double(1, "Mirror pair", "a table rule", when=mirror_option.is_(True))
def mirror_pair(h):
    """a pair of fives"""
    return h.pair and SHARED


mirror_pair.requires(MIRROR)


@mirror_pair.near
def _near_mirror(h):
    return doubled(h)


@book.double(1, "Clean", "the book")
def clean(h):
    """one suit"""
    return SHARED
'''


def test_what_is_new_is_its_statements_and_what_they_alone_use() -> None:
    lines = MODULE.splitlines()
    new = {lines[line - 1] for line in published.new_lines(MODULE, {"mirror-pair", "mirror"})}
    assert {line for line in lines if line.strip()} - new == {
        'SHARED = say("nothing was claimed")',
        '@book.double(1, "Clean", "the book")',
        "def clean(h):",
        '    """one suit"""',
        "    return SHARED",
    }
    assert published.new_lines(MODULE, {"unknown"}) == frozenset()


def without(part: str, *ids: str) -> Mapping[str, Any]:
    """The published ids as if these of the British rules had never been published."""
    british = published.published_ids()["british"]
    left = [id for id in british[part] if id not in ids]
    return {**published.published_ids(), "british": {**british, part: left}}


def test_a_sentence_may_wait_while_all_that_says_it_is_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = {rule["id"]: rule for rule in scorer.ruleset("british")["rules"]}
    catalog = Catalog()
    # Classical has the double too, under the same name.
    for rule, text in (("knitting", "meaning"), ("no-chows", "name"), ("purity", "meaning")):
        catalog.add(rules[rule][text], auto_comments=[f"british rule {rule}"])  # type: ignore[literal-required]
    ids = without("rules", "knitting", "no-chows")
    monkeypatch.setattr(published, "published_ids", lambda: ids)
    assert [sentence.new for sentence in extraction.untranslated_sentences(catalog)] == [
        True,
        False,
        False,
    ]
    assert "british rule knitting; not published yet" in str(
        extraction.untranslated_sentences(catalog)[0]
    )
    assert {"no-chows", "knitting"} <= {*published.new_ids(scorer.ruleset("british"))["rules"]}


def test_every_line_of_a_ruleset_that_is_new_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    published._new_lines.cache_clear()
    assert not published.is_new_line("scorer/rules/riichi_table.py", 1)
    known = {id: ids for id, ids in published.published_ids().items() if id != "riichi"}
    monkeypatch.setattr(published, "published_ids", lambda: known)
    published._new_lines.cache_clear()
    assert published.is_new_line("scorer/rules/riichi_table.py", 1)
    assert published.is_new_line("scorer/learn/lessons/riichi.py", 1)
    assert not published.is_new_line("scorer/rules/mcr.py", 1)
    assert not published.is_new_line("scorer/grammar/han/rule.py", 1)
    published._new_lines.cache_clear()
