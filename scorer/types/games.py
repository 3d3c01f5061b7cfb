"""The documents of games: an evening's score sheet, and the answers to what is written in it."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from scorer.types.replies import Problem, Settlement
from scorer.types.terms import DealsPassed, EntryKind, RulesetId, Seat, Text, Value

__all__ = [
    "BegunGame",
    "GameBeginning",
    "GameEntry",
    "GameExport",
    "GameKeys",
    "GamePlace",
    "GamePlayer",
    "GameResult",
    "GameSheet",
    "GameState",
    "GameWarning",
    "JoinCode",
    "JoinedGame",
    "LogDifference",
    "LogReport",
    "PinnedRules",
    "ReplacedKeys",
    "SettleUp",
    "StaleProblem",
    "Transfer",
    "WrittenEntry",
]

_SEATS_MEANING = "the player of each seat, by id"
_WIND_MEANING = "the wind of the round; null where none counts"
_RESTING_MEANING = "the player of five who rests; null where nobody does"


class GamePlayer(TypedDict):
    """Who plays."""

    id: Annotated[str, "p1 to p5, in the order in which they first sat"]
    name: Annotated[str, "the name"]


class GameState(TypedDict):
    """What the next hand is played under; a ruleset that counts more has it here too."""

    hand: Annotated[int, "the number of the next hand"]
    prevailing: Annotated[Seat | None, _WIND_MEANING]
    seats: Annotated[dict[Seat, str], _SEATS_MEANING]
    resting: Annotated[str | None, _RESTING_MEANING]
    deals_passed: DealsPassed
    dealer_streak: Annotated[int, "how many hands East has won in a row"]
    over: Annotated[bool, "whether no hand is played any more"]
    why: Annotated[Text, "how the table came to stand so"]
    goulash: NotRequired[Annotated[bool, "whether the next hand is a goulash"]]
    pivot: NotRequired[Annotated[str, "who is the pivot (American)"]]
    chips: NotRequired[
        Annotated[
            dict[str, int],
            "the chips that each player has won or lost, by id, where they are counted apart until "
            "the end (riichi)",
        ]
    ]
    wins: NotRequired[
        Annotated[
            dict[str, int], "the hands that each player has won, by id, with yakitori (riichi)"
        ]
    ]


class GameEntry(TypedDict):
    """An entry of a game, and what came of it."""

    n: Annotated[int, "its number", {"minimum": 1}]
    kind: Annotated[EntryKind, "its kind"]
    at: Annotated[str, "when it was written (UTC)"]
    by: NotRequired[Annotated[str, "who wrote it"]]
    why: NotRequired[Annotated[str, "why, in the writer's own words"]]
    document: NotRequired[Annotated[dict[str, Any], "the hand as it was entered"]]
    entry: NotRequired[Annotated[int, "the entry that it replaces or undoes"]]
    bank: NotRequired[Annotated[bool | None, "whether points came from, or went to, nobody"]]
    players: NotRequired[Annotated[dict[str, str], "new names, by the players' ids"]]
    seats: NotRequired[Annotated[dict[Seat, str], _SEATS_MEANING]]
    prevailing: NotRequired[Annotated[Seat | None, _WIND_MEANING]]
    resting: NotRequired[Annotated[str | None, _RESTING_MEANING]]
    deals_passed: NotRequired[Annotated[int, "how often the deal has passed, as entered"]]
    dealer_streak: NotRequired[Annotated[int, "how many hands East has won in a row, as entered"]]
    goulash: NotRequired[Annotated[bool, "whether the next hand is a goulash, as entered"]]
    answer: NotRequired[Annotated[Settlement, "what the hand was settled to"]]
    rules_version: NotRequired[Annotated[str, "the version of the rules that settled it"]]
    moves: NotRequired[Annotated[dict[str, int], "what each player won or lost by it, by id"]]
    changed_by: NotRequired[
        Annotated[
            int | None,
            "the entry that corrected a hand before it, so that its counters and deposits moved "
            "other points",
        ]
    ]
    entered_moves: NotRequired[
        Annotated[dict[str, int], "what it moved when it was entered, before that correction"]
    ]
    replaced_by: Annotated[int | None, "the entry that replaces it"]
    undone_by: Annotated[int | None, "the entry that undoes it"]


class GamePlace(TypedDict):
    """A player's place at the end."""

    player: Annotated[str, "the player's id"]
    place: Annotated[int, "the place; who have the same share it"]
    total: Annotated[int, "what the player has"]
    net: Annotated[int, "what the player won or lost"]


class GameResult(TypedDict):
    """How the evening ended."""

    ranking: Annotated[list[GamePlace], "the players, the best first"]
    table_points: NotRequired[
        Annotated[dict[str, float], "table points by the players' ids, where the ruleset has them"]
    ]


class GameWarning(TypedDict):
    """Where entries no longer fit those before them, or the rules those that settled them."""

    entry: Annotated[int, "the entry"]
    pointer: Annotated[str, "a JSON pointer to it in the sheet"]
    detail: Annotated[Text, "what does not fit; nothing is changed by it"]


class GameSheet(TypedDict):
    """An evening's score sheet."""

    version: Annotated[int, "how many entries it has"]
    title: Annotated[str, "what the evening is called"]
    ruleset: Annotated[RulesetId, "the id of the ruleset"]
    preset: Annotated[str | None, "the preset in force"]
    options: Annotated[dict[str, Value], "the options that were given over the preset"]
    rules_version: Annotated[str, "the version of the rules when the game began"]
    unit: Annotated[Text, "what the totals count"]
    start: Annotated[int, "what each player began with"]
    at: Annotated[str, "when the game began (UTC)"]
    players: Annotated[list[GamePlayer], "the players in seating order"]
    state: Annotated[GameState, "what the next hand is played under"]
    totals: Annotated[dict[str, int], "what each player has, by id"]
    result: NotRequired[Annotated[GameResult, "how the evening ended, when it is over"]]
    entries: Annotated[list[GameEntry], "the entries, the first first"]
    warnings: Annotated[list[GameWarning], "what no longer fits; nothing is changed by it"]


class GameKeys(TypedDict):
    """The keys of a game, which only the answer to the request that made it has."""

    play: Annotated[str, "the key that reads and writes"]
    watch: Annotated[str, "the key that reads"]


class LogDifference(TypedDict):
    """Where a log and the scorer differ."""

    hand: Annotated[int, "the number of the hand in the log", {"minimum": 1}]
    deal: Annotated[Text, "the deal as the table names it, as East 3, honba 1"]
    honba: Annotated[int, "the honba on the table"]
    pointer: Annotated[str, "a pointer to the hand in the log"]
    what: Annotated[
        Literal[
            "value",
            "han",
            "fu",
            "yaku",
            "yakuman",
            "payments",
            "next_deal",
            "refused",
            "final_score",
            "final_points",
        ],
        "what differs; a refused hand cannot be scored here",
    ]
    player: Annotated[str | None, "the player's id, where one player is concerned"]
    detail: Annotated[Text, "what the log has, and what the scorer has"]


class LogReport(TypedDict):
    """How a log and the scorer agree."""

    format: Annotated[Literal["tenhou-json", "mjlog"], "the format of the log"]
    hands: Annotated[int, "the hands of the log"]
    agree: Annotated[int, "the hands that agree in all that the log says"]
    differences: Annotated[list[LogDifference], "the differences, in order"]
    notes: Annotated[list[Text], "what the log does not say, and what was taken instead"]


class BegunGame(GameSheet):
    """The sheet of a game that was made, and its keys. Of many entries it has the last 50."""

    more: NotRequired[Annotated[bool, "whether earlier entries are left out; GET the sheet"]]

    keys: Annotated[GameKeys, "its keys: each is the address of the game"]
    log: NotRequired[Annotated[LogReport, "of a recorded game: how it agrees with its log"]]


class PinnedRules(TypedDict):
    """A club's preset as it was when a game began."""

    title: Annotated[str, "what people call it"]
    preset: Annotated[str | None, "the ruleset's own preset beneath it"]
    options: Annotated[dict[str, Value], "its options over that"]


class GameBeginning(TypedDict):
    """How a game began."""

    title: Annotated[str, "what the evening is called"]
    ruleset: Annotated[RulesetId, "the id of the ruleset"]
    preset: Annotated[str | None, "the preset"]
    options: Annotated[dict[str, Value], "the options that were given over the preset"]
    rules_version: Annotated[str, "the version of the rules"]
    players: Annotated[list[str], "the players' names in seating order"]
    start: Annotated[int, "what each player began with"]
    at: Annotated[str, "when it began (UTC)"]
    pinned: NotRequired[Annotated[PinnedRules, "the rules of a club's preset"]]


class GameExport(GameSheet):
    """A whole game, as it is carried elsewhere: its sheet, and how it began."""

    format: Annotated[Literal["mahjong-scorer-game"], "what this file is"]
    began: Annotated[GameBeginning, "how the game began"]


class ReplacedKeys(TypedDict):
    """New keys of a game."""

    keys: Annotated[dict[str, str], "the keys that are new: play, watch or both"]


class JoinCode(TypedDict):
    """A code to join a game by."""

    code: Annotated[str, "six letters"]
    expires: Annotated[str, "when it expires, ten minutes from now (UTC)"]


class JoinedGame(TypedDict):
    """A game that was joined by a code."""

    keys: Annotated[dict[str, str], "a further key of the game: play or watch"]


class WrittenEntry(TypedDict):
    """An entry that was written, and how the game stands after it."""

    entry: Annotated[GameEntry, "the entry"]
    version: Annotated[int, "how many entries the game has now"]
    state: Annotated[GameState, "what the next hand is played under"]
    totals: Annotated[dict[str, int], "what each player has, by id"]
    warnings: Annotated[list[GameWarning], "what no longer fits; nothing is changed by it"]


class StaleProblem(Problem):
    """What is answered to a writer who has not seen the last entries."""

    version: Annotated[int, "how many entries the game has"]
    entries: Annotated[
        list[GameEntry],
        "the first of those since the version that the writer saw: at most 50 and 256 KiB",
    ]
    more: NotRequired[
        Annotated[bool, "whether there are more; GET the sheet with since to read on"]
    ]


Transfer = TypedDict(
    "Transfer",
    {
        "from": Annotated[str, "the player who gives, by id; bank where the bank gave too much"],
        "to": Annotated[
            str,
            "the player who takes, by id; table for the deposits that lie there, bank for what "
            "else went to nobody",
        ],
        "amount": Annotated[float, "points, which are whole, or table points"],
        "money": NotRequired[Annotated[str, "the same in money, at the rate"]],
    },
)
Transfer.__doc__ = "What a player gives another so that all are even."


class SettleUp(TypedDict):
    """The fewest transfers that make all even."""

    by: Annotated[Literal["points", "table_points"], "what they are made even by"]
    net: Annotated[dict[str, float], "what each player has won or lost of that, by id"]
    transfers: Annotated[list[Transfer], "who gives what to whom"]
    rate: Annotated[str | None, "what a point, or a table point, is worth"]
    currency: Annotated[str | None, "the currency of the rate"]
