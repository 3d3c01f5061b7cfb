"""The schemas of the documents that go out: what a caller may count on.

Answers are made by ``answers`` and are not dumped through these schemas. They tell the OpenAPI
document what an answer holds, and the tests hold every answer against them. Fields may be added.
"""

from __future__ import annotations

from typing import Any

from marshmallow import EXCLUDE, Schema, fields

from scorer.grammar.links import ACCOUNT_ONCE, NON_IDENTICAL, NON_SEPARATION
from scorer.grammar.principles import HIGH_VERSUS_LOW, NON_REPEAT
from scorer.hand import SEATS

__all__ = [
    "Alive",
    "BatchAnswer",
    "CardAnswer",
    "Nearest",
    "ProblemAnswer",
    "Ruleset",
    "Score",
    "Settlement",
    "Waits",
]

LINE_KINDS = ("points", "double", "fan", "han", "fu", "limit", "value", "bonus")


PRINCIPLES = (NON_REPEAT, NON_SEPARATION, NON_IDENTICAL, ACCOUNT_ONCE, HIGH_VERSUS_LOW)


class Answer(Schema):
    """Part of an answer, to which fields may be added."""

    class Meta:
        unknown = EXCLUDE


def _told(description: str, **more: Any) -> dict[str, Any]:
    return {"description": description, **more}


def _text(description: str, *, required: bool = True, **more: Any) -> fields.String:
    return fields.String(required=required, metadata=_told(description, **more))


def _maybe(description: str, **more: Any) -> fields.String:
    return fields.String(required=True, allow_none=True, metadata=_told(description, **more))


def _whole(description: str, *, required: bool = True, **more: Any) -> fields.Integer:
    return fields.Integer(required=required, metadata=_told(description, **more))


def _flag(description: str) -> fields.Boolean:
    return fields.Boolean(required=True, metadata=_told(description))


def _free(description: str, *types: str, required: bool = True) -> fields.Raw:
    # apispec adds "null" itself where None is allowed.
    told = _told(description, type=[name for name in types if name != "null"])
    return fields.Raw(required=required, allow_none="null" in types, metadata=told)


def _seat(description: str) -> fields.String:
    return _text(description, enum=[*SEATS])


def _tiles(description: str) -> fields.List[Any]:
    return fields.List(fields.String(), required=True, metadata=_told(description))


def _many(schema: type[Schema], description: str, *, required: bool = True) -> fields.List[Any]:
    return fields.List(fields.Nested(schema), required=required, metadata=_told(description))


def _one(schema: type[Schema], description: str, *, required: bool = True) -> fields.Nested:
    return fields.Nested(schema, required=required, metadata=_told(description))


def _options(description: str) -> fields.Dict:
    values = _free("its value", "string", "integer", "boolean", "null")
    return fields.Dict(
        keys=fields.String(), values=values, required=True, metadata=_told(description)
    )


def _names(*, required: bool = True) -> fields.Dict:
    told = _told("its names in other languages")
    return fields.Dict(
        keys=fields.String(), values=fields.String(), required=required, metadata=told
    )


class Limit(Answer):
    """The most that a hand can score."""

    value = _free("the limit; null where there is none", "integer", "null")
    reached = _flag("whether the score reached it")
    hand = _maybe("the special hand that was made")


class LineAnswer(Answer):
    """A thing that counts."""

    id = _text("its id, which never changes")
    name = _text("its name")
    kind = _text("what its amount is", enum=[*LINE_KINDS])
    amount = _whole("how much it counts")
    count = _whole("how many times", minimum=1)
    tiles = _tiles("the tiles that it counts")
    why = _text("why it counts")
    source = _text("where the rules say so")
    number = _whole("its number in a book that counts its rules", required=False, minimum=1)
    names = _names(required=False)


class NotCountedAnswer(Answer):
    """A thing that was found and does not count."""

    id = _text("its id, which never changes")
    name = _text("its name")
    kind = _text("what its amount would be", enum=[*LINE_KINDS])
    amount = _free("how much it would count", "integer", "null")
    because = _text("why it does not count")
    principle = _text("the principle that sets it aside", required=False, enum=[*PRINCIPLES])
    by = fields.String(allow_none=True, metadata=_told("the id of what sets it aside"))
    tiles = fields.List(fields.String(), metadata=_told("the tiles that show it"))


class SetAnswer(Answer):
    """A set of the arrangement that was scored."""

    kind = _text("pung, kong, chow, pair, ...")
    tiles = _tiles("its tiles")
    concealed = _flag("whether it is concealed")
    winning = _flag("whether the winning tile completed it")
    wild = _whole("how many of its tiles are wild", required=False, minimum=1)


_PAYMENT: dict[str, Any] = {
    "__doc__": "A transfer between two players.",
    "from": _seat("the seat that pays"),
    "to": _seat("the seat that receives"),
    "amount": _whole("how much", minimum=1),
    "because": _text("why"),
}
PaymentAnswer = Answer.from_dict(_PAYMENT, name="Payment")


class Net(Answer):
    """Every seat's balance; the balances sum to zero."""

    E = _whole("East's balance", required=False)
    S = _whole("South's balance", required=False)
    W = _whole("West's balance", required=False)
    N = _whole("North's balance", required=False)


class Awards(Answer):
    """Points that are given to players and paid by nobody (American tournaments)."""

    E = _whole("East's points", required=False)
    S = _whole("South's points", required=False)
    W = _whole("West's points", required=False)
    N = _whole("North's points", required=False)


class Score(Answer):
    """What a hand scores, and why."""

    ruleset = _text("the ruleset")
    preset = _maybe("the preset in force")
    options = _options("every option in force")
    rules_version = _text("the version of the ruleset")
    total = _whole("the score")
    unit = _text("what the score is counted in")
    qualifies = _flag("false where the ruleset has a minimum that the hand misses")
    tally = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata=_told("the sums of the lines, such as points and doubles"),
    )
    formula = _text("how the total follows from the lines")
    limit = _one(Limit, "the limit")
    lines = _many(LineAnswer, "each thing that counts, in the order of the rule book")
    not_counted = _many(NotCountedAnswer, "what was found and does not count")
    arrangement = _many(SetAnswer, "the arrangement that was scored")
    payments = _many(PaymentAnswer, "what this win alone decides")
    net = _one(Net, "every seat's balance")
    awards = _one(Awards, "points that are given and not paid (American)", required=False)


class Winds(Answer):
    """Each player's next wind, by the present one."""

    E = _text("East's next wind", required=False, enum=[*SEATS])
    S = _text("South's next wind", required=False, enum=[*SEATS])
    W = _text("West's next wind", required=False, enum=[*SEATS])
    N = _text("North's next wind", required=False, enum=[*SEATS])


class Next(Answer):
    """How the table goes on."""

    seats = _text("whether the seats stay or the deal passes", enum=["stay", "pass"])
    winds = _one(Winds, "each player's next wind")
    because = _text("why")
    prevailing = _text("the wind of the round", required=False, enum=[*SEATS])
    deals_passed = _whole("how often the deal has passed", required=False, minimum=0)
    session_over = fields.Boolean(metadata=_told("whether the last round is over"))


class Scores(Answer):
    """The players' scores by seat."""

    E = _one(Score, "East's score", required=False)
    S = _one(Score, "South's score", required=False)
    W = _one(Score, "West's score", required=False)
    N = _one(Score, "North's score", required=False)


class Warned(Answer):
    """Something odd about the hands of a table."""

    pointer = _text("a JSON pointer to what is odd")
    detail = _text("what is odd")


class Deduction(Answer):
    """Points taken from a player's own score and paid to nobody."""

    seat = _seat("the seat that loses them")
    amount = _whole("how many", minimum=1)
    because = _text("why")


class SessionScores(Answer):
    """Every player's score in the session."""

    E = _whole("East's score", required=False)
    S = _whole("South's score", required=False)
    W = _whole("West's score", required=False)
    N = _whole("North's score", required=False)


class TablePoints(Answer):
    """What each player takes from a session; tied places share theirs."""

    E = fields.Float(metadata=_told("East's table points"))
    S = fields.Float(metadata=_told("South's table points"))
    W = fields.Float(metadata=_told("West's table points"))
    N = fields.Float(metadata=_told("North's table points"))


class Settlement(Answer):
    """Who pays whom at a whole table."""

    ruleset = _text("the ruleset")
    preset = _maybe("the preset in force")
    options = _options("every option in force")
    rules_version = _text("the version of the ruleset")
    scores = _one(Scores, "each player's score")
    payments = _many(PaymentAnswer, "every transfer")
    net = _one(Net, "every seat's balance")
    next = _one(Next, "how the table goes on")
    unit = _text("what the scores count")
    deductions = _many(Deduction, "what is taken from a player's own score and paid to nobody")
    awards = _one(Awards, "points that are given and not paid (American)", required=False)
    standing = _one(SessionScores, "the session's scores after this hand, if told", required=False)
    table_points = _one(
        TablePoints, "the table points if the session ended here (MCR)", required=False
    )
    warnings = _many(Warned, "what these hands cannot all hold; nothing is refused for it")


class Worth(Answer):
    """What a tile would bring."""

    total = _whole("the best score")
    qualifies = _flag("whether it reaches the ruleset's minimum")


def _worth(description: str) -> fields.Nested:
    return fields.Nested(Worth, required=True, allow_none=True, metadata=_told(description))


class Wait(Answer):
    """A tile that completes the hand."""

    tile = _text("the tile")
    unseen = _whole("how many of it the hand leaves unseen", minimum=0, maximum=8)
    discard = _worth("on a discard; null where that way cannot win")
    self_draw = _worth("drawn; null where that way cannot win")


class Waits(Answer):
    """What a hand waits for; an empty list where it waits for nothing."""

    ruleset = _text("the ruleset")
    waits = _many(Wait, "each tile that completes the hand")


def _groups(description: str) -> fields.List[Any]:
    return fields.List(fields.List(fields.String()), required=True, metadata=_told(description))


class NearAnswer(Answer):
    """A hand of the card, and what it takes to make it."""

    title = _text("the hand, by its section and number")
    printed = _text("the hand as the card has it")
    value = _whole("the value printed beside it", minimum=1)
    concealed = _flag("whether nothing of it may be exposed")
    distance = _whole("how many tiles are missing", minimum=0, maximum=14)
    missing = _tiles("the tiles that are missing")
    spare = _tiles("the tiles that have no place in it")
    jokers = _whole("how many of the jokers held it can use", minimum=0, maximum=8)
    groups = _groups("the hand as it would be, in printed order, with its jokers")


class Nearest(Answer):
    """The hands of the card that some tiles are nearest to."""

    hands = _many(NearAnswer, "the nearest first, then the dearest")


class CardHandAnswer(Answer):
    """A hand of a card as it was understood."""

    title = _text("its section and number, and its own name if it has one")
    section = _text("its section")
    line = _whole("its line in the text", minimum=1)
    printed = _text("the hand in canonical notation")
    value = _whole("the value printed beside it", minimum=1)
    concealed = _flag("whether nothing of it may be exposed")
    no_bonus = _flag("whether its section bars the doubling for a hand without jokers")
    words = _text("what it is, in words")
    sample = _groups("one of the hands that it allows, group by group in printed order")
    ways = _whole("how many such hands there are", minimum=1)


class CardAnswer(Answer):
    """What a card says."""

    name = _text("its name")
    year = _maybe("its year, if it tells one")
    canonical = _text("the whole card in canonical notation")
    hands = _many(CardHandAnswer, "its hands in the order of the card")


class ShippedCard(Answer):
    """A card that comes with the scorer."""

    id = _text("what the option card takes")
    name = _text("its name")
    hands = _whole("how many hands it has", minimum=1)


class Option(Answer):
    """A choice on which tables differ."""

    name = _text("its name")
    type = _text("integer, boolean, choice or text")
    default = _free("its value unless told", "string", "integer", "boolean", "null")
    meaning = _text("what it means")
    choices = fields.List(
        _free("a value", "string", "integer", "boolean", "null"),
        metadata=_told("the values to choose from"),
    )
    minimum = _whole("the least", required=False)
    maximum = _whole("the most", required=False)


class Preset(Answer):
    """Options set together."""

    name = _text("its name")
    meaning = _text("what it stands for")
    options = _options("the options that it sets")


class Rule(Answer):
    """A rule by which something counts."""

    id = _text("its id, which never changes")
    name = _text("its name")
    number = _whole("its number in a book that counts its rules", required=False, minimum=1)
    names = _names()
    kind = _text("what its amount is", enum=[*LINE_KINDS])
    amount = _free("how much it counts; null where that depends", "integer", "null")
    meaning = _text("what it says")
    excludes = fields.List(
        fields.String(), required=True, metadata=_told("the rules that it sets aside")
    )
    source = _text("where the rules say so")


class Circumstance(Answer):
    """Something about a win that the tiles do not show."""

    id = _text("its id, for win.with")
    meaning = _text("what it means")


class EventField(Answer):
    """A further field of an event."""

    name = _text("its name")
    type = _text("what kind of value it takes")
    meaning = _text("what it means")


class RulesetEvent(Answer):
    """Something that can go wrong at the table."""

    event = _text("its id")
    meaning = _text("what it means, and what it costs")
    fields_ = fields.List(
        fields.Nested(EventField),
        required=True,
        data_key="fields",
        metadata=_told("its further fields"),
    )
    source = _text("where the rules say so")


class Stick(Answer):
    """A counting stick of the ruleset."""

    value = _whole("what it is worth")
    each = _whole("how many each player starts with")


class Ruleset(Answer):
    """A ruleset with its options, presets, rules, circumstances and events."""

    id = _text("its id")
    name = _text("its name")
    summary = _text("what it is")
    rules_version = _text("its version")
    sources = fields.List(fields.String(), required=True, metadata=_told("where it comes from"))
    options = _many(Option, "its options")
    presets = _many(Preset, "its presets")
    unit = _text("what a score is counted in")
    rules = _many(Rule, "its rules")
    circumstances = _many(Circumstance, "the circumstances that it knows")
    events = _many(RulesetEvent, "the events that it knows")
    cards = _many(ShippedCard, "the cards that come with the scorer", required=False)
    sticks = _many(Stick, "the sticks with which its players start", required=False)
    meld_flags = fields.List(
        fields.String(), metadata=_told("what it wants to know of a declared set beside its tiles")
    )
    players = fields.List(
        fields.Integer(), required=True, metadata=_told("how many may sit at its table")
    )
    losers_score = _flag("whether a hand that did not win scores")
    discarder_pays = _flag("whether who discarded the winning tile has to be told: it pays more")
    table_points = fields.List(
        fields.Integer(),
        required=True,
        metadata=_told("what the players take from a session, first to last; none where empty"),
    )


class Fault(Answer):
    """One thing that is wrong with a document."""

    pointer = _text("a JSON pointer to the field")
    code = _text("a published code, such as bad_tile")
    detail = _text("what to do about it")


class ProblemAnswer(Answer):
    """What went wrong with a request, after RFC 9457."""

    type = _text("what kind of problem it is: an address that explains it", format="uri-reference")
    title = _text("the kind of problem in a few words")
    status = _whole("the HTTP status", minimum=400, maximum=599)
    detail = _text("what to do about it")
    errors = _many(Fault, "each thing that is wrong with the document", required=False)


class BatchAnswer(Answer):
    """A line of a batch that could not be scored."""

    line = _whole("the number of the line, counted from 1", minimum=1)
    status = _whole("the status that the line alone would have had", minimum=400, maximum=599)
    title = _text("the kind of problem in a few words")
    errors = _many(Fault, "each thing that is wrong with the line")


class Alive(Answer):
    """The service is there."""

    status = _text("ok", enum=["ok", "ready"])
