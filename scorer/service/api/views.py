"""The API: what scores over HTTP. Each view reads a document, asks the scorer and answers."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, current_app, request

import scorer
from scorer import types
from scorer.documents.club import club_revision
from scorer.documents.read import with_own_preset
from scorer.documents.schemas.fields import plain_number
from scorer.errors import HandError
from scorer.rulebook.patterns import with_patterns
from scorer.rules import BOOKS
from scorer.service.api import answering, bodies
from scorer.service.api.answering import to_json
from scorer.service.api.batch import answer_batch
from scorer.service.api.catalogues import catalogue, selected_catalogue
from scorer.service.api.examples import (
    AMERICAN,
    AMERICAN_SETTLE,
    AMERICAN_WAITS,
    COMPARE,
    DISCARDS,
    EXPLAIN,
    GRADE,
    HANDS,
    MCR,
    MCR_SETTLE,
    NEAREST,
    SCORE,
    SETTLE,
    WAITS,
    WHAT_IF,
)
from scorer.service.api.openapi import (
    body_problems,
    id_in_path,
    operation,
    problem_responses,
    request_body,
    success_response,
)
from scorer.service.api.operations import (
    CARD_REQUEST_BODY,
    CARD_TEXT_RESPONSE,
    DRAW_DRILL,
    DRAW_PROBLEM,
    NOT_MODIFIED_RESPONSE,
    RULESETS_SCHEMA,
    SCORE_BATCH,
)
from scorer.service.api.problems import detail_and_errors, problem_response
from scorer.service.api.selection import fields_parameter
from scorer.service.i18n.languages import LANGUAGES, wire_code
from scorer.service.i18n.wire import LANG_PARAMETER
from scorer.service.store.lazy_json import encode
from scorer.types.records import request_record

_logger = logging.getLogger("scorer.service")

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")
health_blueprint = Blueprint("health", __name__)


@operation(
    blueprint,
    "POST",
    "/score",
    summary="Score a hand",
    description="What one hand is worth, every line of it with its reason.",
    requestBody=request_body(
        "ScoreRequest",
        {
            "a win on the last discard": SCORE,
            "a win in Chinese Official": MCR,
            "an American hand with a joker exposed": AMERICAN,
        },
    ),
    responses=success_response("Score", "The score") | body_problems(),
)
def score() -> Response:
    """Score a hand."""
    return _response_with_page_link(answering.score_with_page(bodies.json_document(), wire_code()))


@operation(
    blueprint,
    "POST",
    "/settle",
    summary="Settle a table",
    description="Who pays whom after a hand, and how the table goes on.",
    requestBody=request_body(
        "SettleRequest",
        {
            "a win with agreed points": SETTLE,
            "a foul and session scores": MCR_SETTLE,
            "an American discard that was misnamed": AMERICAN_SETTLE,
        },
    ),
    responses=success_response("Settlement", "The settlement") | body_problems(),
)
def settle() -> Response:
    """Settle a table."""
    return _response_with_page_link(answering.settle_with_page(bodies.json_document(), wire_code()))


@operation(
    blueprint,
    "POST",
    "/waits",
    summary="What a hand waits for",
    description="Every tile that completes the hand, and what it would bring.",
    requestBody=request_body(
        "WaitsRequest",
        {"a hand that waits for two tiles": WAITS, "an American hand": AMERICAN_WAITS},
    ),
    responses=success_response("Waits", "The waits") | body_problems(),
)
def waits() -> Response:
    """Tell what a hand waits for."""
    return _response_with_page_link(answering.waits_with_page(bodies.json_document(), wire_code()))


@operation(
    blueprint,
    "POST",
    "/compare",
    summary="The same hand in other rulesets",
    description="What a hand is worth in each of several rulesets, line by line, and who pays.",
    requestBody=request_body("CompareRequest", {"a hand in every ruleset": COMPARE}),
    responses=success_response("Comparison", "What each ruleset says") | body_problems(),
)
def compare() -> Response:
    """Score a hand in several rulesets."""
    return _response_with_page_link(
        answering.compare_with_page(bodies.json_document(), wire_code())
    )


@operation(
    blueprint,
    "POST",
    "/nearest",
    summary="The nearest hands",
    description="The hands that tiles which do not win are nearest to, and what each lacks.",
    requestBody=request_body(
        "NearestRequest", {"thirteen tiles and one that helps nothing": NEAREST}
    ),
    responses=success_response("NearestHands", "The hands") | body_problems(),
)
def nearest() -> Response:
    """Tell the nearest hands."""
    return _json_response(scorer.nearest(bodies.json_document(), lang=wire_code()))


@operation(
    blueprint,
    "POST",
    "/explain",
    summary="Why a rule counts, and why not",
    description=(
        "Whether a rule counts in a hand: its line or, in the rule's own words, the first thing "
        "that the hand lacks, or what sets the rule aside."
    ),
    requestBody=request_body("ExplainRequest", {"why there is no double for no chows": EXPLAIN}),
    responses=success_response("Explanation", "Why, or why not") | body_problems(),
)
def explain() -> Response:
    """Tell why a rule counts, or why not."""
    return _json_response(scorer.explain(bodies.json_document(), lang=wire_code()))


@operation(
    blueprint,
    "POST",
    "/what-if",
    summary="What one change would bring",
    description=(
        "What a hand would be worth with one thing otherwise: the way of winning, a circumstance, "
        "a wind, a claimed set kept concealed, one tile for another. Of fourteen tiles also which "
        "discard leaves what waits, at what value."
    ),
    requestBody=request_body(
        "WhatIfRequest",
        {"a win on the last discard": WHAT_IF, "fourteen tiles before a discard": DISCARDS},
    ),
    responses=success_response("WhatIf", "The changes") | body_problems(),
)
def what_if() -> Response:
    """Tell what one change would bring."""
    return _json_response(scorer.what_if(bodies.json_document(), lang=wire_code()))


@operation(
    blueprint,
    "POST",
    "/steps",
    summary="A score, counted step by step",
    description=(
        "The sum of a hand unfolded in the order in which a careful player counts: sets, flowers, "
        "the win, doubles or fan, or han, dora and fu, the limit, payments; each step with its "
        "lines and what it is."
    ),
    requestBody=request_body("ScoreRequest", {"a win on the last discard": SCORE}),
    responses=success_response("Steps", "The steps") | body_problems(),
)
def steps() -> Response:
    """Count a hand step by step."""
    return _json_response(scorer.steps(bodies.json_document(), lang=wire_code()))


@operation(
    blueprint,
    "POST",
    "/grade",
    summary="Grade what a learner counted",
    description=(
        "Each part of what a learner gave for a hand or a table, right or wrong, with the right "
        "answer and why: the line that was left out where one explains the number. What may be "
        "given are the names under `ask` of a problem."
    ),
    requestBody=request_body("GradeRequest", {"a double was forgotten": GRADE}),
    responses=success_response("Grade", "The parts") | body_problems(),
)
def grade() -> Response:
    """Grade what a learner gave."""
    return _json_response(scorer.grade(bodies.json_document(), lang=wire_code()))


@operation(blueprint, "GET", "/problems", operationId="problem", **DRAW_PROBLEM)
def exercise() -> Response:
    """Give a problem to learn from."""
    return _json_response(scorer.problem(_query_document("problem"), lang=wire_code()))


@operation(blueprint, "GET", "/drills", **DRAW_DRILL)
def drill() -> Response:
    """Give a question about one part of scoring."""
    return _json_response(scorer.drill(_query_document("drill"), lang=wire_code()))


def _query_document(kind: str) -> dict[str, Any]:
    """Return the query as a request of this kind, with its whole numbers as such."""
    query: dict[str, Any] = {**request.args}
    query.pop(LANG_PARAMETER, None)
    for member in request_record(kind).members:
        number = plain_number(str(query.get(member.name, "")))
        if member.kind == "integer" and number is not None:
            query[member.name] = number
    return query


@operation(
    blueprint,
    "POST",
    "/cards/check",
    summary="Check a card",
    description=(
        "What a card says: every hand in words, with a sample of its tiles. Each fault of the card "
        "is listed with its line. A body that is text/plain is the card itself."
    ),
    requestBody=CARD_REQUEST_BODY,
    responses=success_response("Card", "The card") | body_problems(),
)
def check_card() -> Response:
    """Check a card."""
    return _json_response(scorer.check_card(bodies.text_or_document("card"), lang=wire_code()))


@operation(
    blueprint,
    "POST",
    "/hands/check",
    summary="Check special hands",
    description=(
        "What a club's special hands say: each in words, with an example and its value. The faults "
        "of the text are listed in `errors`, each with its line and column."
    ),
    requestBody=request_body("HandsRequest", {"three special hands": HANDS}),
    responses=success_response("CheckedHands", "The special hands, and the faults of other lines")
    | body_problems(),
)
def check_hands() -> Response:
    """Check a club's special hands."""
    return _json_response(scorer.check_hands(bodies.json_document(), lang=wire_code()))


@operation(
    blueprint,
    "GET",
    f"/cards/<any({','.join(scorer.cards())}):id>",
    summary="The text of a card",
    description="A card that comes with the scorer, as its author typed it.",
    parameters=[id_in_path("the name of a card that comes with the scorer", scorer.cards())],
    responses=CARD_TEXT_RESPONSE | NOT_MODIFIED_RESPONSE | problem_responses(404),
)
def card(id: str) -> Response:
    """Give the text of a card."""
    return catalogue(scorer.cards()[id].encode(), "text/plain")


@operation(
    blueprint,
    "GET",
    "/rulesets",
    summary="The rulesets",
    description="Every ruleset with its options, presets, rules, circumstances and events.",
    parameters=[fields_parameter(types.Ruleset)],
    responses=success_response(RULESETS_SCHEMA, "The rulesets")
    | NOT_MODIFIED_RESPONSE
    | problem_responses(422),
)
def rulesets() -> Response:
    """List the rulesets."""
    return selected_catalogue(_rulesets_json(club_revision(), wire_code()), types.Ruleset)


@operation(
    blueprint,
    "GET",
    "/rulesets/<id>",
    summary="One ruleset",
    description="A ruleset with its rules, circumstances and events.",
    parameters=[
        id_in_path("the id of a ruleset", BOOKS),
        fields_parameter(types.Ruleset),
    ],
    responses=success_response("Ruleset", "The ruleset")
    | NOT_MODIFIED_RESPONSE
    | problem_responses(404, 422),
)
def ruleset(id: str) -> Response:
    """Show one ruleset."""
    try:
        whole = _ruleset_json(id, club_revision(), wire_code())
    except HandError as error:
        detail, errors = detail_and_errors(error)
        return problem_response(404, detail, errors)
    return selected_catalogue(whole, types.Ruleset)


@operation(blueprint, "POST", "/score/batch", operationId="score_batch", **SCORE_BATCH)
def batch() -> Response:
    """Score many hands."""
    return answer_batch()


@operation(
    health_blueprint,
    "GET",
    "/healthz",
    summary="The process is alive",
    responses=success_response("Health", "It is alive"),
)
def healthz() -> Response:
    """Tell that the process is alive."""
    return _json_response({"status": "ok"})


@operation(
    health_blueprint,
    "GET",
    "/readyz",
    summary="The service can score",
    description="Scores a small hand, and so tells that the service can.",
    responses=success_response("Health", "It can score") | problem_responses(503),
)
def readyz() -> Response:
    """Tell that the service can score."""
    try:
        scorer.score(with_own_preset({**SCORE}))
    except Exception:
        _logger.exception("not ready")
        return problem_response(503)
    return _json_response({"status": "ready"})


def _json_response(document: object) -> Response:
    try:
        body: bytes | str = encode(document)
    except UnicodeEncodeError:  # it repeats half a character of the request
        body = to_json(document)
    return Response(body, mimetype="application/json")


def _response_with_page_link(answer: Mapping[str, Any]) -> Response:
    """Return the response with this answer and, if the service knows its own address, a link to the
    page that shows the same."""
    response = _json_response(answer)
    public, page = current_app.config.get("PUBLIC_URL"), answer["page"]
    if public and page is not None:
        address = f"{public.rstrip('/')}{page}"
        response.headers["Link"] = f'<{address}>; rel="alternate"; type="text/html"'
    return response


@lru_cache(maxsize=len(LANGUAGES))
def _rulesets_json(club: int, lang: str) -> bytes:
    return to_json(scorer.rulesets(lang=lang)).encode()


@lru_cache(maxsize=64)
def _ruleset_json(id: str, club: int, lang: str) -> bytes:
    return to_json(with_patterns(scorer.ruleset(id, lang=lang))).encode()
