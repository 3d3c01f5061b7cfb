"""What is remembered between requests is bounded, in entries and in bytes: each memory by name."""

from __future__ import annotations

import ast
import random
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import pytest

import scorer
from scorer.documents import answers
from scorer.documents.score_context import (
    MAX_CACHED_BALANCES,
    MAX_UNHASHED_KEY_BYTES,
    context_of,
)
from scorer.rulebook.book import REQUEST_CACHE_SIZE
from scorer.rulebook.edition import Edition
from scorer.rules import BOOKS
from scorer.types.terms import SEATS
from tests.by_declaration import random_document
from tests.nightly import many

PACKAGE = Path(scorer.__file__).parent
MIB = 1 << 20
MAX_CACHED_BYTES = 145 * MIB

# The most entries and the most bytes of one, measured: of the largest that are let in.
STRANGERS = {
    "scorer.documents.read.meld_of_text": (1 << 11, 500),
    "scorer.engine.arrange._block_waits": (1 << 14, 300),
    "scorer.engine.arrange._block_of_loser": (1 << 13, 400),
    "scorer.engine.arrange.block_divisions": (1 << 15, 400),
    "scorer.engine.arrange.sets_and_pair_arrangements": (1 << 13, 1100),
    "scorer.engine.arrange.sets_and_pair_waits": (1 << 13, 300),
    "scorer.engine.distance.sets._cached_block": (96, 6000),
    "scorer.grammar.card.made._bindings_in_words": (1 << 12, 1600),
    "scorer.grammar.card.shipped._cached_compiled_card": (8, 6 * MIB),
    "scorer.grammar.card.notation.words.in_words": (3 << 6, 60_000),
    "scorer.grammar.card.notation.words.tiles_in_words": (3 << 6, 60_000),
    "scorer.grammar.special.hands._cached_hands": (4, 4 * MIB),
    "scorer.grammar.reading._make_shown_set": (1 << 9, 600),
    "scorer.service.web.drawing.qr.qr_svg": (64, 60_000),
    "scorer.engine.tiles.tiles_of_text": (1 << 12, 1200),
    "scorer.engine.wild._pung_fillings": (1 << 9, 8000),
}
"""By what comes in from outside."""

REQUEST = 2600
"""The most bytes of a remembered request, its key with it; not its edition."""
BALANCES = 900
"""The most bytes of remembered balances and their key."""

OURS = {
    "scorer.service.i18n.contexts._rule_names",
    "scorer.bulk.columns._cached_columns",
    "scorer.cli.documents._cached_leaves",
    "scorer.types.records.added._merge_by_part",
    "scorer.types.records.added.record_with_added",
    "scorer.types.records.added.with_events_of",
    "scorer.types.records.record.read_record",
    "scorer.rulebook.circumstances._way_facts",
    "scorer.rulebook.parts._function_docstrings",
    "scorer.documents.schemas.declared.schema_of",
    "scorer.documents.schemas.requests._check_of_request",
    "scorer.documents.shared_fields._cached_player_names",
    "scorer.documents.shared_fields._cached_shared_names",
    "scorer.game.hands._cached_entered_fields",
    "scorer.grammar.card.variants.compiled._cached_group",
    "scorer.grammar.card.shipped._shipped_card",
    "scorer.grammar.card.shipped._compiled_shipped_card",
    "scorer.grammar.card.shipped.shipped_cards",
    "scorer.grammar.fan.links._places_of_sets",
    "scorer.grammar.han.worth.payments_of_base",
    "scorer.grammar.han.worth.total_payment",
    "scorer.grammar.fan.principles._with_principle",
    "scorer.grammar.fan.principles._contains_sentence",
    "scorer.engine.hand._meld_of",
    "scorer.engine.notebook._tile_faces",
    "scorer.learn.drills._amounts_of_rules",
    "scorer.learn.drills._special_names",
    "scorer.learn.drills._wait_rules",
    "scorer.learn.drills.drill_parts",
    "scorer.learn.example_hands.example_hands",
    "scorer.learn.styles._kinds_of",
    "scorer.service.web.pictures.drawing._font_files",
    "scorer.service.web.pictures.drawing.is_available",
    "scorer.service.api.views._ruleset_json",
    "scorer.service.api.views._rulesets_json",
    "scorer.service.web.forms.form._rulesets",
    "scorer.service.web.forms.form_fields.lasting_field_names",
    "scorer.service.web.forms.form_pages._names",
    "scorer.service.web.forms.form_pages._page",
    "scorer.service.api.catalogues._etag",
    "scorer.service.api.openapi.made",
    "scorer.service.api.openapi.served",
    "scorer.service.web.rules.links._glossary_words",
    "scorer.service.web.rules.sheet._cheapest_wins",
    "scorer.service.web.files._fingerprint",
    "scorer.service.web.files._keypad_modules",
    "scorer.service.web.files._release_digest",
    "scorer.service.web.static_files._names",
    "scorer.service.web.static_files._encoded_body",
    "scorer.service.web.static_files.minify_script",
    "scorer.service.web.static_files.minify_sheet",
    "scorer.service.web.public_address._own_names",
    "scorer.service.web.rules.rule_examples._examples",
    "scorer.service.web.rules.rule_values._rules_by_option",
    "scorer.service.i18n.contexts.known_contexts",
    "scorer.service.i18n.script_sentences._script_module",
    "scorer.documents.replies._translator_of_object",
    "scorer.languages.translations.translations",
    "scorer.service.i18n.progress.progress_by_language",
    "scorer.rulebook.settlement._doubled_reason",
    "scorer.languages.speech._sentence_without_values",
}
"""By what the package itself holds: its sentences, rules, files, tiles and sizes of groups."""


def remembering() -> set[str]:
    """Every function that keeps its answers."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "cache" not in text:
            continue
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and any(map(_remembers, node.decorator_list)):
                found.add(f"{module}.{node.name}")
    return found


def _remembers(decorator: ast.expr) -> bool:
    return ast.unparse(decorator).partition("(")[0].rpartition(".")[2] in ("lru_cache", "cache")


def test_every_function_that_remembers_is_listed_here() -> None:
    assert remembering() == STRANGERS.keys() | OURS


def test_what_strangers_fill_holds_so_many_entries_and_no_more() -> None:
    for name, (most, _) in STRANGERS.items():
        module, _, function = name.rpartition(".")
        parameters = getattr(import_module(module), function).cache_parameters()
        assert parameters["maxsize"] == most, name


def test_all_of_it_together_is_a_part_of_what_a_process_may_take() -> None:
    functions = sum(entries * size for entries, size in STRANGERS.values())
    remembered = REQUEST_CACHE_SIZE * REQUEST + MAX_CACHED_BALANCES * BALANCES
    assert functions + remembered < MAX_CACHED_BYTES


@pytest.mark.parametrize("ruleset", BOOKS)
def test_a_remembered_request_takes_no_more_than_is_counted(ruleset: str) -> None:
    rng = random.Random(ruleset)
    for _ in range(many(20, 200)):
        context = context_of(random_document(rng, BOOKS[ruleset]))
        if context is not None:
            assert deep_size((bytes(MAX_UNHASHED_KEY_BYTES), context)) <= REQUEST


def test_remembered_balances_take_no_more_than_is_counted() -> None:
    amounts = (10**9, 10**9 + 1, True, *(10**9 + n for n in range(2, 5)))
    net = {seat: 10**9 + n for n, seat in enumerate(SEATS, 5)}
    assert deep_size(((object(), *amounts), net)) <= BALANCES
    for key in answers._recent_balances:
        assert len(key) <= 1 + len(amounts)


def deep_size(value: object) -> int:
    """Return the bytes of a value and of all that it holds but an edition, which is a book's."""
    seen: set[int] = set()

    def size(part: object) -> int:
        if id(part) in seen or isinstance(part, Edition):
            return 0
        seen.add(id(part))
        inner: list[object] = []
        if isinstance(part, Mapping):
            inner += [*part.keys(), *part.values()]
        elif isinstance(part, (tuple, frozenset)):
            inner += part
        inner.append(getattr(part, "__dict__", None))
        for parent in type(part).__mro__:
            slots = getattr(parent, "__slots__", ())
            inner += [getattr(part, name, None) for name in slots if isinstance(name, str)]
        return sys.getsizeof(part) + sum(map(size, inner))

    return size(value)
