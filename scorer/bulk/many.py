"""Score an iterable of documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from scorer.bulk.pool import map_in_order, worker_count
from scorer.documents.batch import answer_document
from scorer.documents.replies import language_of

if TYPE_CHECKING:
    from scorer import types

CHUNK_SIZE = 256
"""How many documents a process of a pool takes at a time: sending one costs as much as scoring."""

Document = Mapping[str, object]
Chunk = tuple[int, list["types.ScoreRequest | Document"]]


def score_many(
    documents: Iterable[types.ScoreRequest | Document],
    *,
    workers: int | None = 1,
    brief: bool = True,
    lang: str | None = None,
) -> Iterator[dict[str, Any]]:
    """Score documents one after another and yield their answers, in the same order.

    >>> import scorer
    >>> hand = {"concealed": "123b 456b 789b 99d EEE", "winning_tile": "9d"}
    >>> won = {"id": "first", "ruleset": "mcr", "hand": hand, "win": {"by": "self_draw"},
    ...        "seat": "E", "prevailing": "E"}
    >>> [(answer["id"], answer["total"]) for answer in scorer.score_many([won])]
    [('first', 26)]

    A document is one for ``scorer.score``, with an ``id`` if you like, which its answer repeats. An
    invalid document is answered with its ``errors``, as in a batch over HTTP, and stops nothing.

    Args:
        documents: any iterable, also an endless one.
        workers: how many processes score: 1 is this one, None is one for each core. A pool reads
            the documents some hundreds ahead of the answers.
        brief: answer as ``scorer.score`` does with ``brief``: the amounts alone.
        lang: the language of sentences and errors: ``en``, ``fr`` or ``zh``.
    """
    language_of(lang)
    count = worker_count(workers)
    if count == 1:
        numbered = enumerate(documents, 1)
        return (
            answer_document(number, document, brief=brief, lang=lang)
            for number, document in numbered
        )
    return _answers_of_pool(documents, count, brief=brief, lang=lang)


def _answers_of_pool(
    documents: Iterable[types.ScoreRequest | Document],
    workers: int,
    *,
    brief: bool,
    lang: str | None,
) -> Iterator[dict[str, Any]]:
    answer = partial(_answer_chunk, brief=brief, lang=lang)
    for answers in map_in_order(answer, _numbered_chunks(documents), workers):
        yield from answers


def _numbered_chunks(documents: Iterable[types.ScoreRequest | Document]) -> Iterator[Chunk]:
    left = iter(documents)
    number = 1
    while chunk := list(islice(left, CHUNK_SIZE)):
        yield number, chunk
        number += len(chunk)


def _answer_chunk(chunk: Chunk, *, brief: bool, lang: str | None) -> list[dict[str, Any]]:
    first, documents = chunk
    return [
        answer_document(number, document, brief=brief, lang=lang)
        for number, document in enumerate(documents, first)
    ]
