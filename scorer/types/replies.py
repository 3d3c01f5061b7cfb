"""The types of answers. Fields may be added to them; none is renamed or removed.

Each field says what it is, and may add keywords of JSON Schema: the OpenAPI document and the
field reference are made from these classes.
"""

from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from scorer.types.requests import ScoreRequest, SettleRequest
from scorer.types.terms import (
    Claimed,
    Code,
    DrillPart,
    FieldType,
    HandsFault,
    HandWay,
    LineKind,
    Moves,
    OptionType,
    Principle,
    RulesetId,
    Seat,
    SetKind,
    StepId,
    TallyKey,
    Text,
    TileCode,
    Translatable,
    Value,
    Way,
    Whose,
)

__all__ = [
    "BatchAnswers",
    "BatchScore",
    "Card",
    "CardHand",
    "CardHint",
    "Change",
    "CheckedHands",
    "Circumstance",
    "ComparedScore",
    "Comparison",
    "Deduction",
    "Discard",
    "Drill",
    "EventField",
    "EventResult",
    "Exercise",
    "Explanation",
    "Fault",
    "Grade",
    "GradedPart",
    "Health",
    "LeftOut",
    "Limit",
    "Line",
    "LineProblem",
    "NearHand",
    "NearestHand",
    "NearestHands",
    "Next",
    "NotCounted",
    "Option",
    "OptionSetting",
    "OwnHand",
    "OwnHandFault",
    "Payment",
    "Preset",
    "Problem",
    "Rule",
    "Ruleset",
    "RulesetEvent",
    "Score",
    "ScoreStep",
    "ScoreSummary",
    "SetAside",
    "Settlement",
    "SettlementWarning",
    "ShippedCard",
    "ShownSet",
    "Source",
    "SpecialTiles",
    "StateField",
    "Steps",
    "Stick",
    "Undecided",
    "UsualNumber",
    "Wait",
    "Waits",
    "WhatIf",
    "Worth",
]

POSITIVE_LIMIT: Final = {"minimum": 1}
NOT_NEGATIVE_LIMIT: Final = {"minimum": 0}

ID_MEANING: Final = "the id of the document, if it has one"

PAGE_MEANING: Final = (
    "the address of the page that shows this result, below the root of the service; null where no "
    "address can hold it, as with a long card of one's own; only answers over HTTP have it"
)


class Fault(TypedDict):
    """One thing that is wrong with a document."""

    pointer: Annotated[str, "a JSON pointer to the field"]
    code: Annotated[Code, "a published code"]
    detail: Annotated[Text, "what to do about it"]


class Limit(TypedDict):
    """The most that a hand can score."""

    value: Annotated[int | None, "the limit, in riichi in base points; null where there is none"]
    reached: Annotated[bool, "whether the score reached it"]
    hand: Annotated[Text | None, "the special hand that was made"]


class Line(TypedDict):
    """A thing that counts."""

    id: Annotated[str, "its id, which never changes"]
    name: Annotated[Text, "its name"]
    kind: Annotated[LineKind, "what its amount is"]
    amount: Annotated[int, "how much it counts"]
    count: Annotated[int, "how many times", POSITIVE_LIMIT]
    tiles: Annotated[list[TileCode], "the tiles that it counts"]
    why: Annotated[Text, "why it counts"]
    source: Annotated[Text, "where the rules say so"]
    number: NotRequired[Annotated[int | str, "its number in a book that counts its rules"]]
    names: NotRequired[Annotated[dict[str, str], "its names in other languages"]]


class NotCounted(TypedDict):
    """A thing that was found and does not count."""

    id: Annotated[str, "its id, which never changes"]
    name: Annotated[Text, "its name"]
    kind: Annotated[LineKind, "what its amount would be"]
    amount: Annotated[int, "how much it would count"]
    because: Annotated[Text, "why it does not count"]
    principle: NotRequired[Annotated[Principle, "the principle that sets it aside"]]
    by: NotRequired[Annotated[str | None, "the id of what sets it aside"]]
    reason: NotRequired[
        Annotated[
            Text, "why, without the name of the principle; where there is no one rule to name in by"
        ]
    ]
    tiles: NotRequired[Annotated[list[TileCode], "the tiles that show it"]]


class ShownSet(TypedDict):
    """A set of the arrangement that was scored."""

    kind: Annotated[SetKind, "what its tiles make"]
    tiles: Annotated[list[TileCode], "its tiles"]
    concealed: Annotated[bool, "whether it is concealed"]
    winning: Annotated[bool, "whether the winning tile completed it"]
    wild: NotRequired[Annotated[int, "how many of its tiles are wild", POSITIVE_LIMIT]]


_Payer = TypedDict(
    "_Payer",
    {
        "from": Annotated[Seat, "the seat that pays"],
        "to": Annotated[Seat, "the seat that receives"],
    },
)


class Payment(_Payer):
    """A transfer between two players."""

    amount: Annotated[int, "how much", POSITIVE_LIMIT]
    because: Annotated[Text, "why"]


class _Ruled(TypedDict):
    """The rules under which something was answered."""

    ruleset: Annotated[RulesetId, "the ruleset"]
    preset: Annotated[str | None, "the preset in force"]
    options: Annotated[
        dict[str, Value],
        "every option in force; a text, such as a card, as sha256: and the digest of its UTF-8",
    ]
    rules_version: Annotated[str, "the version of the ruleset"]


class Undecided(TypedDict):
    """A detail that was left out of a hand and could raise its score."""

    id: Annotated[str, "the rule; winning-tile for another tile that won, fishing for fishing"]
    name: Annotated[Text, "its name"]
    kind: Annotated[LineKind, "what its amount is"]
    amount: Annotated[int, "what it would add"]
    ask: Annotated[Text, "the question for the table"]
    tile: NotRequired[Annotated[TileCode, "the winning tile that would add so much"]]


class Score(_Ruled):
    """What a hand scores, and why."""

    total: Annotated[int, "the score"]
    unit: Annotated[Text, "what the score is counted in"]
    qualifies: Annotated[bool, "false where the ruleset has a minimum that the hand misses"]
    minimum: Annotated[int | None, "what a hand has to be worth to win, if anything"]
    tally: Annotated[dict[TallyKey, int], "the sums of the lines, such as points and doubles"]
    formula: Annotated[Text, "how the total follows from the lines"]
    limit: Annotated[Limit, "the limit"]
    lines: Annotated[list[Line], "each thing that counts, in the order of the rule book"]
    not_counted: Annotated[list[NotCounted], "what was found and does not count"]
    arrangement: Annotated[list[ShownSet], "the arrangement that was scored"]
    payments: Annotated[list[Payment], "what this win alone decides"]
    undecided: NotRequired[
        Annotated[
            list[Undecided],
            "what could raise the score of a partial hand, or of one with an unknown winning tile",
        ]
    ]
    net: Annotated[dict[Seat, int], "every seat's balance; the balances sum to zero"]
    awards: NotRequired[
        Annotated[dict[Seat, int], "points that are given and paid by nobody (American)"]
    ]
    chip_payments: NotRequired[
        Annotated[
            list[Payment], "what is paid in chips that are counted apart until the end (riichi)"
        ]
    ]
    page: NotRequired[Annotated[str | None, PAGE_MEANING]]


class Next(TypedDict):
    """How the table goes on."""

    seats: Annotated[Moves, "whether the seats stay or the deal passes"]
    winds: Annotated[dict[Seat, Seat], "each player's next wind, by the present one"]
    because: Annotated[Text, "why"]
    prevailing: NotRequired[Annotated[Seat, "the wind of the round"]]
    deals_passed: NotRequired[Annotated[int, "how often the deal has passed", NOT_NEGATIVE_LIMIT]]
    session_over: NotRequired[
        Annotated[bool | None, "whether the session is over; null where that needs missing scores"]
    ]
    goulash: NotRequired[Annotated[bool, "whether the next hand is a goulash (British)"]]


class SettlementWarning(TypedDict):
    """Something odd about the hands of a table."""

    pointer: Annotated[str, "a JSON pointer to what is odd"]
    detail: Annotated[Text, "what is odd"]


class Deduction(TypedDict):
    """Points taken from a player's own score and paid to nobody."""

    seat: Annotated[Seat, "the seat that loses them"]
    amount: Annotated[int, "how many", POSITIVE_LIMIT]
    because: Annotated[Text, "why"]


class EventResult(TypedDict):
    """An event of the table as it was understood."""

    event: Annotated[str, "its id"]
    by: Annotated[Seat, "the seat that did it"]
    to: NotRequired[Annotated[Seat, "the seat to which it was done"]]
    detail: Annotated[Text, "what came of it"]


class Settlement(_Ruled):
    """Who pays whom at a whole table."""

    unit: Annotated[Text, "what the scores count"]
    scores: Annotated[dict[Seat, Score], "each player's score"]
    payments: Annotated[list[Payment], "every transfer"]
    net: Annotated[dict[Seat, int], "every seat's balance; the balances sum to zero"]
    unpaid: NotRequired[
        Annotated[list[Payment], "what stays unpaid where nobody pays more than they hold"]
    ]
    events: Annotated[list[EventResult], "the events of the request, also those that move nothing"]
    deductions: Annotated[
        list[Deduction], "what is taken from a player's own score and paid to nobody"
    ]
    next: Annotated[Next, "how the table goes on"]
    warnings: Annotated[
        list[SettlementWarning], "what these hands cannot all hold; nothing is refused for it"
    ]
    awards: NotRequired[
        Annotated[dict[Seat, int], "points that are given and paid by nobody (American)"]
    ]
    penalties: NotRequired[
        Annotated[dict[Seat, int], "points that are taken off when the session ends (riichi)"]
    ]
    chip_payments: NotRequired[
        Annotated[
            list[Payment], "every transfer of chips that are counted apart until the end (riichi)"
        ]
    ]
    chips: NotRequired[
        Annotated[
            dict[Seat, int],
            "the chips won or lost in the session with this hand, where they are counted apart; "
            "they sum to zero (riichi)",
        ]
    ]
    wins: NotRequired[
        Annotated[
            dict[Seat, int],
            "the hands won in the session with this one, where yakitori is played (riichi)",
        ]
    ]
    fouls: NotRequired[
        Annotated[dict[Seat, int], "minor fouls of the session with this hand, if it has any (MCR)"]
    ]
    disqualified: NotRequired[
        Annotated[dict[Seat, int], "super major fouls of the session with this hand, if any (MCR)"]
    ]
    standing: NotRequired[
        Annotated[dict[Seat, int], "every player's score in the session after this hand, if given"]
    ]
    table_points: NotRequired[
        Annotated[
            dict[Seat, float],
            "what each player takes if the session ended here; tied places share theirs (MCR)",
        ]
    ]
    page: NotRequired[Annotated[str | None, PAGE_MEANING]]


class Worth(TypedDict):
    """What a tile would bring."""

    total: Annotated[int, "the best score"]
    qualifies: Annotated[bool, "whether it reaches the ruleset's minimum"]


class Wait(TypedDict):
    """A tile that completes the hand."""

    tile: Annotated[TileCode, "the tile"]
    unseen: Annotated[int, "how many of it the hand leaves unseen", {"minimum": 0, "maximum": 8}]
    discard: Annotated[Worth | None, "on a discard; null where that way cannot win"]
    self_draw: Annotated[Worth | None, "drawn; null where that way cannot win"]


class Waits(_Ruled):
    """What a hand waits for; an empty list where it waits for nothing."""

    minimum: Annotated[int | None, "what a hand has to be worth to win, if anything"]
    waits: Annotated[list[Wait], "each tile that completes the hand"]
    page: NotRequired[Annotated[str | None, PAGE_MEANING]]


class ComparedScore(TypedDict):
    """A hand in one of several rulesets: its answer, or what is wrong with it there."""

    ruleset: Annotated[str, "the ruleset"]
    preset: Annotated[str | None, "the preset in force"]
    left_out: Annotated[list[str], "what was given and this ruleset does not know"]
    answer: NotRequired[Annotated[Score, "the score"]]
    errors: NotRequired[Annotated[list[Fault], "each thing that is wrong with the hand here"]]


class Comparison(TypedDict):
    """A hand in several rulesets."""

    answers: Annotated[list[ComparedScore], "in the order of the requested rulesets"]
    page: NotRequired[Annotated[str | None, PAGE_MEANING]]


class NearHand(TypedDict):
    """A hand of the card, and what it takes to make it."""

    title: Annotated[Text, "the hand, by its section and number"]
    printed: Annotated[str, "the hand as the card has it"]
    value: Annotated[int, "the value printed beside it", POSITIVE_LIMIT]
    concealed: Annotated[bool, "whether nothing of it may be exposed"]
    distance: Annotated[int, "how many tiles are missing", {"minimum": 0, "maximum": 14}]
    missing: Annotated[list[TileCode], "the tiles that are missing"]
    spare: Annotated[list[TileCode], "the tiles that have no place in it"]
    jokers: Annotated[int, "how many of the jokers held it can use", {"minimum": 0, "maximum": 8}]
    groups: Annotated[
        list[list[TileCode]], "the hand as it would be, in printed order, with its jokers"
    ]


class NearestHand(TypedDict):
    """A hand that some tiles are near to, in any ruleset."""

    short: Annotated[int, "how many tiles are missing", NOT_NEGATIVE_LIMIT]
    name: Annotated[Text, "the hand"]
    sets: Annotated[list[list[TileCode]], "its sets as they would be"]
    missing: Annotated[list[TileCode], "the tiles that are missing"]
    winning_tile: NotRequired[
        Annotated[
            TileCode,
            "the missing tile that scores most as the winning tile; left out for complete tiles "
            "and for hands of a card",
        ]
    ]
    left_over: Annotated[list[TileCode], "the tiles that have no place in it"]
    because: Annotated[Text, "what is missing, in words"]
    total: Annotated[int | None, "what it would be worth, self-drawn; null for a hand of a card"]
    qualifies: Annotated[bool, "false where it would not win: it is worth less than the minimum"]


class NearestHands(TypedDict):
    """The hands that some tiles are nearest to."""

    nearest: Annotated[list[NearestHand], "the nearest first, then the dearest"]
    hands: NotRequired[
        Annotated[list[NearHand], "the same as hands of the card, where the ruleset has one"]
    ]


class Explanation(TypedDict):
    """Whether a rule counts in a hand, and why."""

    rule: Annotated[str, "the id of the rule in the request"]
    name: Annotated[Text, "the name of the rule"]
    counted: Annotated[bool, "whether it counts"]
    because: Annotated[
        Text, "what makes it count, or the first requirement that the hand does not meet"
    ]
    line: Annotated[Line | None, "its line in the score; null where it does not count"]
    lines: Annotated[list[Line], "all its lines, where several things count by it"]


class Change(TypedDict):
    """One thing that might have been otherwise, and what the hand would then score."""

    change: Annotated[Text, "what would be otherwise"]
    document: Annotated[ScoreRequest, "the hand to score, with this change"]
    total: Annotated[int, "what it would be worth"]
    qualifies: Annotated[bool, "whether it would reach the ruleset's minimum"]
    gained: Annotated[list[str], "the ids of the rules that would count then and do not now"]
    lost: Annotated[list[str], "the ids of the rules that count now and would not then"]


class Discard(TypedDict):
    """A tile that may be discarded, and what the others then wait for."""

    tile: Annotated[TileCode, "the tile"]
    waits: Annotated[list[Wait], "what the hand would wait for, and what each tile would bring"]
    most: Annotated[int, "the most that one of them would bring", NOT_NEGATIVE_LIMIT]
    unseen: Annotated[
        int, "how many tiles would complete it that it does not hold", NOT_NEGATIVE_LIMIT
    ]


class WhatIf(TypedDict):
    """What a hand would be worth with every single change."""

    total: Annotated[int | None, "what it is worth; null for a hand before its discard"]
    changes: Annotated[list[Change], "the single changes, the dearest first; at most 50"]
    discards: Annotated[
        list[Discard],
        "which discard leaves the hand waiting, the dearest first; empty where it has none to make",
    ]


class Exercise(TypedDict):
    """A problem to learn from: what is shown, what is asked, and the answer."""

    id: Annotated[str, "its id"]
    ruleset: Annotated[RulesetId, "the ruleset"]
    preset: Annotated[str | None, "the preset in force"]
    level: Annotated[int, "how hard it is", {"minimum": 1, "maximum": 6}]
    seed: Annotated[int, "the number that gives it again", NOT_NEGATIVE_LIMIT]
    rules_version: Annotated[str, "the version of the rules; another may give another problem"]
    document: Annotated[
        ScoreRequest | SettleRequest, "what is shown: a hand to score, or a table to settle"
    ]
    ask: Annotated[
        list[str],
        "what is asked: names in the answer or its tally; hand, winning_tile, exposed of a card",
    ]
    answer: Annotated[Score | Settlement, "what the scorer answers to the document"]


class Drill(TypedDict):
    """A question about one part of scoring: what is shown, what is asked, and the answer."""

    id: Annotated[str, "its id"]
    ruleset: Annotated[RulesetId, "the ruleset"]
    preset: Annotated[str | None, "the preset in force"]
    part: Annotated[DrillPart, "which part of scoring it is about"]
    parts: Annotated[list[DrillPart], "the parts that this ruleset drills"]
    seed: Annotated[int, "the number that gives it again", NOT_NEGATIVE_LIMIT]
    rules_version: Annotated[str, "the version of the rules; another may give another question"]
    document: Annotated[ScoreRequest, "the hand that the question is about"]
    question: Annotated[Text, "the question"]
    set: Annotated[ShownSet | None, "the set that is asked about; null of other parts"]
    known: Annotated[dict[str, int], "the numbers that are shown, as in the answer or its tally"]
    rule: Annotated[str | None, "the id of the pattern that is asked about; null of other parts"]
    seat: Annotated[Seat | None, "the player whose payment is asked; null of other parts"]
    choices: Annotated[list[int], "the numbers to choose from; empty where it is to be typed"]
    answer: Annotated[int, "the right answer"]
    because: Annotated[Text, "why, in a sentence"]
    lines: Annotated[list[Line], "the lines of the score behind the answer"]


class ScoreStep(TypedDict):
    """One step of counting a score."""

    step: Annotated[StepId, "which step it is"]
    title: Annotated[Text, "what is counted"]
    amount: Annotated[int, "what the step comes to"]
    lines: Annotated[list[Line], "the lines that are counted in it"]
    payments: Annotated[list[Payment], "the transfers, in the step that tells who pays"]


class Steps(TypedDict):
    """A score, counted step by step."""

    ruleset: Annotated[RulesetId, "the ruleset"]
    preset: Annotated[str | None, "the preset in force"]
    rules_version: Annotated[str, "the version of the rules"]
    unit: Annotated[Text, "what the total counts"]
    total: Annotated[int, "what the hand is worth"]
    steps: Annotated[list[ScoreStep], "the steps in the order in which a careful player counts"]


class GradedPart(TypedDict):
    """A part of an exercise, and whether it was answered right."""

    part: Annotated[str, "what was asked"]
    given: Annotated[Any, "what the learner gave"]
    right: Annotated[bool, "whether it is right"]
    answer: Annotated[Any, "the right answer"]
    because: Annotated[Text, "why, or the slip that explains what was given"]
    lines: Annotated[list[Line], "the lines of which the right answer is made"]
    missed: Annotated[list[str], "the rules that were left out, where that explains the number"]


class Grade(TypedDict):
    """What a learner gave, graded."""

    ruleset: Annotated[RulesetId, "the ruleset"]
    preset: Annotated[str | None, "the preset in force"]
    rules_version: Annotated[str, "the version of the rules"]
    right: Annotated[int, "how many parts are right", NOT_NEGATIVE_LIMIT]
    parts: Annotated[list[GradedPart], "each part that was given"]
    answer: Annotated[Score | Settlement, "what the scorer answers to the document"]


class CardHand(TypedDict):
    """A hand of a card as it was understood."""

    title: Annotated[Text, "its section and number, and its own name if it has one"]
    section: Annotated[Text, "its section"]
    line: Annotated[int, "its line in the text", POSITIVE_LIMIT]
    printed: Annotated[str, "the hand in canonical notation"]
    value: Annotated[int, "the value printed beside it", POSITIVE_LIMIT]
    concealed: Annotated[bool, "whether nothing of it may be exposed"]
    no_bonus: Annotated[bool, "whether its section bars the doubling for a hand without jokers"]
    words: Annotated[Text, "what it is, in words"]
    sample: Annotated[
        list[list[TileCode]],
        "one of the hands that it allows, group by group in printed order",
    ]
    ways: Annotated[int, "how many such hands there are", POSITIVE_LIMIT]


class CardHint(TypedDict):
    """Something of a card that is sound and perhaps meant otherwise."""

    line: Annotated[int, "the line in the text", POSITIVE_LIMIT]
    detail: Annotated[Text, "what to write if something else is meant"]


class Card(TypedDict):
    """What a card says."""

    name: Annotated[Text, "its name"]
    year: Annotated[str | None, "its year, if it has one"]
    canonical: Annotated[str, "the whole card in canonical notation"]
    hands: Annotated[list[CardHand], "its hands in the order of the card"]
    hints: Annotated[list[CardHint], "what is sound and perhaps meant otherwise"]


class OwnHand(TypedDict):
    """A special hand of a club as it was understood."""

    id: Annotated[str, "the id of its line"]
    name: Annotated[str, "its name"]
    section: Annotated[str, "its section; empty without one"]
    line: Annotated[int, "its line in the text", POSITIVE_LIMIT]
    printed: Annotated[str, "its tiles or its shape, as they were typed"]
    way: Annotated[
        HandWay,
        "X: may be exposed; C: concealed, the last tile may be claimed; CC: concealed, self-drawn",
    ]
    value: Annotated[str, "what it is worth, as it is typed"]
    exposed: Annotated[str | None, "what it is worth where a set is exposed, if the text says so"]
    fishing: Annotated[str | None, "what one tile short of it scores, if the text says so"]
    replaces: Annotated[str | None, "the built-in hand whose place it takes"]
    words: Annotated[Text, "what it is, in words"]
    example: Annotated[list[list[TileCode]], "one such hand, group by group"]
    variants: Annotated[
        int | None, "how many such hands a pattern allows; null for a shape", POSITIVE_LIMIT
    ]


class OwnHandFault(TypedDict):
    """A fault in a text of special hands."""

    line: Annotated[int, "the line in the text", POSITIVE_LIMIT]
    column: Annotated[int, "where in the line it is, from 1", POSITIVE_LIMIT]
    code: Annotated[HandsFault, "what is wrong"]
    detail: Annotated[Text, "what is wrong and what to do"]


class CheckedHands(TypedDict):
    """What a text of special hands says, and what is wrong with it."""

    name: Annotated[str, "the name of the list; empty without one"]
    hands: Annotated[list[OwnHand], "its hands in order, without those of lines with errors"]
    without: Annotated[list[str], "the built-in hands that are not played"]
    errors: Annotated[list[OwnHandFault], "its faults in the order of the lines"]


class ShippedCard(TypedDict):
    """A card that comes with the scorer."""

    id: Annotated[str, "what the option card takes"]
    name: Annotated[Text, "its name"]
    hands: Annotated[int, "how many hands it has", POSITIVE_LIMIT]


class Option(TypedDict):
    """A choice on which tables differ."""

    name: Annotated[str, "its name"]
    type: Annotated[OptionType, "what kind of value it takes"]
    default: Annotated[Value, "its value where it is left out"]
    meaning: Annotated[Text, "what it means"]
    choices: NotRequired[Annotated[list[Value], "the values to choose from"]]
    minimum: NotRequired[Annotated[int | None, "the least"]]
    maximum: NotRequired[Annotated[int | None, "the most"]]
    step: NotRequired[Annotated[int, "the number of which it is a multiple", POSITIVE_LIMIT]]


class Preset(TypedDict):
    """Options set together."""

    name: Annotated[str, "its id"]
    title: Annotated[Text, "what people call it"]
    meaning: Annotated[Text, "what it stands for"]
    options: Annotated[dict[str, Value], "the options that it sets"]


class StateField(TypedDict):
    """A counter of a ruleset, such as honba, at the top of a document."""

    name: Annotated[str, "its name in a document"]
    title: Annotated[Text, "what people call it"]
    meaning: Annotated[Text, "what it counts"]
    minimum: Annotated[int, "the least that it may be"]
    maximum: Annotated[int, "the most that it may be"]
    default: Annotated[int, "its value where it is left out"]


class OptionSetting(TypedDict):
    """An option, and a value that it may have."""

    name: Annotated[str, "the option"]
    value: Annotated[Value, "its value"]
    also: NotRequired[Annotated[list[Value], "further values under which the same holds"]]
    unless: NotRequired[Annotated[bool, "whether it is met by every value but that"]]


_Who = TypedDict(
    "_Who",
    {
        "for": NotRequired[
            Annotated[
                Whose,
                "whose hands it counts in; left out where only a winner scores",
            ]
        ]
    },
)


class Rule(_Who):
    """A rule by which something counts."""

    id: Annotated[str, "its id, which never changes"]
    name: Annotated[Text, "its name"]
    number: NotRequired[Annotated[int | str, "its number in a book that counts its rules"]]
    names: Annotated[dict[str, str], "its names in other languages"]
    kind: Annotated[LineKind, "what its amount is"]
    amount: Annotated[
        int | None,
        "how much it counts under the default options; null where that depends on the hand",
    ]
    exposed: NotRequired[
        Annotated[int, "how much it counts in a hand that is not concealed, where that is less"]
    ]
    fishing: NotRequired[
        Annotated[int, "how much it counts for a player who was one tile short of it"]
    ]
    fishing_exposed: NotRequired[Annotated[int, "the same with an exposed set, where that is less"]]
    meaning: Annotated[Text, "what it says"]
    excludes: Annotated[list[str], "the rules that it sets aside"]
    source: Annotated[Text, "where the rules say so"]
    option: NotRequired[Annotated[OptionSetting, "the option under which alone it counts"]]
    amount_option: NotRequired[Annotated[str, "the option that tells its amount"]]
    pattern: NotRequired[
        Annotated[str, "the pattern that it is, by an id that other rulesets share"]
    ]


class Circumstance(TypedDict):
    """Something about a win that the tiles do not show, and when it can be."""

    id: Annotated[str, "its id, for win.with"]
    meaning: Annotated[Text, "what it means"]
    by: Annotated[list[Way], "the ways of winning that it goes with"]
    seats: Annotated[list[Seat], "the seats that can win so"]
    kongs: NotRequired[Annotated[int, "how many kongs are declared at least", POSITIVE_LIMIT]]
    most_kongs: NotRequired[
        Annotated[int, "how many kongs are declared at most", NOT_NEGATIVE_LIMIT]
    ]
    flower: NotRequired[Annotated[bool, "whether it takes a flower or season"]]
    flowers: NotRequired[
        Annotated[
            int, "how many flowers and seasons there are at least, if several", POSITIVE_LIMIT
        ]
    ]
    no_winning_tile: NotRequired[
        Annotated[bool, "whether the flowers and seasons win, so that no tile completes the hand"]
    ]
    claimed: NotRequired[Annotated[Claimed, "which sets may be claimed, if not any"]]
    option: NotRequired[Annotated[OptionSetting, "the option under which alone there is one"]]
    matters: NotRequired[
        Annotated[OptionSetting, "the option under which alone it changes anything"]
    ]
    clashes: NotRequired[Annotated[list[str], "the circumstances that cannot hold with it"]]
    beside: NotRequired[Annotated[list[str], "the circumstances of which one holds with it"]]


class UsualNumber(TypedDict):
    """A number that is common for a field."""

    value: Annotated[int, "the number"]
    name: Annotated[Text, "what it is called, where it has a name"]


class EventField(TypedDict):
    """A field that a ruleset alone has."""

    name: Annotated[str, "its name"]
    type: Annotated[FieldType, "what kind of value it takes"]
    meaning: Annotated[Text, "what it means"]
    choices: NotRequired[Annotated[list[str], "what it may be"]]
    beside: NotRequired[Annotated[list[str], "the circumstances of which one goes with it"]]
    title: NotRequired[Annotated[Text, "what a key has room for"]]
    at: NotRequired[
        Annotated[
            Literal["win", "draw", "claimed"],
            "where it matters only for a hand that somebody won, that nobody did, or that won on "
            "another player's tile",
        ]
    ]
    option: NotRequired[Annotated[OptionSetting, "the option under which alone it counts"]]
    tells: NotRequired[Annotated[str, "the circumstance by which a winner says the same"]]
    numbers: NotRequired[
        Annotated[
            dict[str, list[UsualNumber]],
            "of a field with several numbers, the usual values of each",
        ]
    ]
    alone: NotRequired[Annotated[list[str], "of several numbers those that are given alone"]]


class SpecialTiles(TypedDict):
    """Tiles that the set has in place of plain ones."""

    option: Annotated[str, "the option that decides which there are"]
    tiles: Annotated[dict[str, list[str]], "those of each value of the option"]


class SetAside(TypedDict):
    """A tile that is set aside and not kept, where so many play."""

    tile: Annotated[str, "the tile"]
    players: Annotated[int, "how many play"]
    option: Annotated[OptionSetting, "the option under which alone it is set aside"]


class LeftOut(TypedDict):
    """The tiles that the set is without, where so many play."""

    players: Annotated[int, "how many play"]
    tiles: Annotated[list[str], "the tiles, of each all four"]


class RulesetEvent(TypedDict):
    """Something that can go wrong at the table."""

    event: Annotated[str, "its id"]
    meaning: Annotated[Text, "what it means, and what it costs"]
    fields: Annotated[list[EventField], "its further fields"]
    source: Annotated[Text, "where the rules say so"]
    ordered: Annotated[
        bool, "whether it costs something else for who did the same second: tell them in that order"
    ]
    option: NotRequired[Annotated[OptionSetting, "the option under which alone it is known"]]


class Stick(TypedDict):
    """A counting stick of the ruleset."""

    value: Annotated[int, "what it is worth"]
    each: Annotated[int, "how many each player starts with"]


class Source(TypedDict):
    """A text that rules are taken from."""

    id: Annotated[str, "its id, in data"]
    cited: Annotated[str, "how a line names it"]
    title: Annotated[str, "its title"]
    author: Annotated[str, "who wrote it, or after whom"]
    year: Annotated[int | None, "when it appeared; null where it does not say"]
    place: Annotated[str, "where it is found"]


class Ruleset(TypedDict):
    """A ruleset with its options, presets, rules, circumstances and events."""

    id: Annotated[RulesetId, "its id"]
    name: Annotated[str, Translatable("ruleset"), "its name"]
    summary: Annotated[Text, "what it is"]
    rules_version: Annotated[str, "its version"]
    sources: Annotated[list[Source], "the texts that it comes from"]
    options: Annotated[list[Option], "its options"]
    presets: Annotated[list[Preset], "its presets"]
    default_preset: Annotated[str | None, "the preset in force where none is named"]
    unit: Annotated[Text, "what a score is counted in"]
    rules: Annotated[list[Rule], "its rules"]
    circumstances: Annotated[list[Circumstance], "its circumstances of winning"]
    events: Annotated[list[RulesetEvent], "its events"]
    sticks: Annotated[list[Stick], "the sticks with which its players start"]
    players: Annotated[list[int], "how many may sit at its table"]
    losers_score: Annotated[bool, "whether a hand that did not win scores"]
    discarder_pays: Annotated[
        bool, "whether the discarder of the winning tile has to be named: they pay more"
    ]
    table_points: Annotated[
        list[int], "what the players take from a session, first to last; none where empty"
    ]
    ways: Annotated[list[Way], "the ways to win that it has"]
    hand_tiles: Annotated[int, "the tiles of a hand that waits for its last one", POSITIVE_LIMIT]
    hand_of: Annotated[
        Literal["sets", "card"],
        "what a hand is made of: sets and a pair, or the groups of a hand of a card",
    ]
    bonus_tiles: Annotated[
        bool, "whether flowers and seasons are laid apart; else they are tiles of the hand"
    ]
    jokers: Annotated[bool, "whether tiles that stand for others (J) belong to the set"]
    wild_under: Annotated[
        list[OptionSetting], "the options, each with its value, under which a tile is wild (J)"
    ]
    special_tiles: Annotated[
        SpecialTiles | None, "the tiles that the set may have in place of plain ones"
    ]
    set_aside: Annotated[SetAside | None, "the tile that may be set aside as flowers are"]
    left_out: Annotated[LeftOut | None, "the tiles that the set is without where fewer play"]
    several_winners: Annotated[
        list[OptionSetting] | None,
        "the options, each with its value, under which it matters who else won on one tile; null "
        "where one alone can win",
    ]
    fishing_told_under: Annotated[
        list[OptionSetting],
        "the options, each with its value, under which fishing has to be declared for losers",
    ]
    conceals_sets: Annotated[bool, "whether a set can be declared concealed, as a kong is"]
    prevailing: Annotated[bool, "whether the wind of the round counts"]
    holds_money: Annotated[bool, "whether what the players hold can matter"]
    state: Annotated[
        list[StateField],
        "the numbers of the game that it counts; next tells them for the next hand",
    ]
    counts_east_wins: Annotated[bool, "whether it can matter how many hands East has won in a row"]
    deal_can_stay: Annotated[bool, "whether East can keep the deal; else it passes after each hand"]
    multiplies: Annotated[
        bool,
        "whether a score is multiplied; else it is the sum of its lines and the formula tells"
        " no more",
    ]
    listed_by: Annotated[
        Literal["kind", "worth"],
        "how a list of its rules is best divided: by what they count, or by what they are worth",
    ]
    principles: Annotated[
        list[Principle], "the principles by which it sets aside what the tiles show"
    ]
    fields: Annotated[
        dict[str, list[EventField]],
        "what only its documents tell: of a hand, a win, a player at the table, the table",
    ]
    meld_flags: NotRequired[Annotated[list[str], "the flags that a declared set may have"]]
    cards: NotRequired[Annotated[list[ShippedCard], "the cards that come with the scorer"]]


class Problem(TypedDict):
    """What went wrong with a request, after RFC 9457."""

    type: Annotated[
        str,
        "what kind of problem it is: an address that explains it",
        {"format": "uri-reference"},
    ]
    title: Annotated[Text, "the kind of problem in a few words"]
    status: Annotated[int, "the HTTP status", {"minimum": 400, "maximum": 599}]
    detail: Annotated[Text, "what to do about it"]
    errors: Annotated[
        list[Fault],
        "each thing that is wrong with the document; empty where the document is not at fault",
    ]


class BatchScore(Score):
    """What a hand of a batch scores, and why."""

    id: NotRequired[Annotated[str | int, ID_MEANING]]


class LineProblem(TypedDict):
    """The answer to a document of a batch that could not be scored."""

    line: Annotated[int, "the number of the line or document, counted from 1", POSITIVE_LIMIT]
    status: Annotated[
        int, "the status that the document alone would have had", {"minimum": 400, "maximum": 599}
    ]
    title: Annotated[Text, "the kind of problem in a few words"]
    errors: Annotated[list[Fault], "each thing that is wrong with the document"]
    id: NotRequired[Annotated[str | int, ID_MEANING]]
    retry_after: NotRequired[
        Annotated[
            int, "in how many seconds it may be sent again, if it was too much", POSITIVE_LIMIT
        ]
    ]


class ScoreSummary(TypedDict):
    """What a hand of a batch scores, in short."""

    total: Annotated[int, "the score"]
    qualifies: Annotated[bool, "false where the ruleset has a minimum that the hand misses"]
    tally: Annotated[dict[TallyKey, int], "the sums of the lines, such as points and doubles"]
    limit: Annotated[Limit, "the limit"]
    net: Annotated[dict[Seat, int], "every seat's balance; the balances sum to zero"]
    id: NotRequired[Annotated[str | int, ID_MEANING]]


class BatchAnswers(TypedDict):
    """The answers to a batch, in the order of its documents."""

    answers: Annotated[list[BatchScore | ScoreSummary | LineProblem], "an answer for each document"]


class Health(TypedDict):
    """The service is there."""

    status: Annotated[Literal["ok", "ready"], "ok"]
