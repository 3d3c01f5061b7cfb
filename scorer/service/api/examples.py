"""The documents that the OpenAPI document and the documentation page show; all can be answered."""

from __future__ import annotations

from typing import Any

from scorer.types import (
    BatchRequest,
    CardRequest,
    CompareRequest,
    ExplainRequest,
    GradeRequest,
    HandsRequest,
    NearestRequest,
    ScoreRequest,
    SettleRequest,
    WaitsRequest,
    WhatIfRequest,
    american,
    mcr,
)

SCORE: ScoreRequest = {
    "ruleset": "classical",
    "options": {"limit": 1000},
    "hand": {
        "concealed": "123b 55d",
        "melds": [{"tiles": "EEE"}, {"tiles": "7777c", "concealed": True}, {"tiles": "234d"}],
        "bonus": "F1 S2",
        "winning_tile": "5d",
    },
    "win": {"by": "discard", "from": "S", "with": ["last_discard"]},
    "seat": "E",
    "prevailing": "E",
}

MCR: ScoreRequest = {
    "ruleset": "mcr",
    "hand": {
        "concealed": "123b 456b 99d",
        "melds": [{"tiles": "789b"}, {"tiles": "EEE"}],
        "bonus": "F1 S2",
        "winning_tile": "9d",
    },
    "win": {"by": "discard", "from": "W"},
    "seat": "S",
    "prevailing": "E",
}

MCR_SETTLE: mcr.SettleRequest = {
    "ruleset": "mcr",
    "prevailing": "E",
    "players": {"E": {}, "S": {"points": 22, "win": {"by": "self_draw"}}, "W": {}, "N": {}},
    "events": [{"event": "minor_foul", "by": "N", "number": 2}],
    "standing": {"E": 12, "S": -40, "W": 8, "N": 20},
}

SETTLE: SettleRequest = {
    "ruleset": "classical",
    "prevailing": "E",
    "players": {
        "E": {"points": 16},
        "S": {"points": 64, "win": {"by": "discard", "from": "W"}},
        "W": {"points": 24},
        "N": {"points": 8},
    },
}

WAITS: WaitsRequest = {
    "ruleset": "classical",
    "hand": {
        "concealed": "23b 55d",
        "melds": [{"tiles": "EEE"}, {"tiles": "777c"}, {"tiles": "234d"}],
    },
    "seat": "E",
    "prevailing": "E",
}

AMERICAN: ScoreRequest = {
    "ruleset": "american",
    "options": {"card": "practice"},
    "hand": {
        "concealed": "FFF 444c 8888b",
        "melds": [{"tiles": "222bJ"}],
        "winning_tile": "8b",
    },
    "win": {"by": "discard", "from": "N"},
    "seat": "W",
}

AMERICAN_SETTLE: american.SettleRequest = {
    "ruleset": "american",
    "players": {
        "E": {},
        "S": {},
        "W": {
            "hand": {"concealed": "FFF 2222b 444c 8888b", "winning_tile": "8b"},
            "win": {"by": "discard", "from": "N"},
        },
        "N": {},
    },
    "events": [{"event": "misnamed_discard", "by": "N", "for_mahjong": True}],
}

AMERICAN_WAITS: WaitsRequest = {
    "ruleset": "american",
    "hand": {"concealed": "FFF 2222b 444c 888b"},
    "seat": "W",
}

CARD: CardRequest = {
    "card": "@name Our card\n[Even; no-bonus]\nFFF 2222a 444b 8888a X 25\n"
    "Climb: 11 2222 33 4444 55 (any 5 consec nos) C 30\n"
}

HANDS: HandsRequest = {
    "ruleset": "british",
    "special_hands": "@name Riverside special hands\n"
    "Dragon's Gate: 123456789a DDDa UU C limit\n"
    "Heavenly Twins: seven pairs (one suit; different) C 500, fishing 200\n"
    "without Wriggling Snake\n",
}

NEAREST: NearestRequest = {
    "ruleset": "american",
    "hand": {"concealed": "FFF 222b 44c 888b J E"},
    "limit": 3,
}

EXPLAIN: ExplainRequest = {"document": SCORE, "rule": "no-chows"}

GRADE: GradeRequest = {
    "document": SCORE,
    "given": {"points": 42, "doubles": 2, "total": 168},
}

WHAT_IF: WhatIfRequest = {"document": SCORE}

DISCARDS: WhatIfRequest = {
    "document": {
        "ruleset": "mcr",
        "hand": {"concealed": "123b 456c 789d 99d EE R"},
        "seat": "S",
        "prevailing": "E",
    }
}

COMPARE: CompareRequest = {
    "rulesets": ["classical", {"ruleset": "british", "preset": "bmja"}],
    "hand": SCORE["hand"],
    "win": {"by": "discard", "from": "S", "with": ["last_discard"]},
    "seat": "E",
    "prevailing": "E",
}

DRAWN: ScoreRequest = {**SCORE, "seat": "S", "win": {"by": "self_draw"}}

BATCH: BatchRequest = {"documents": [{**SCORE, "id": "east"}, {**DRAWN, "id": "south"}]}

NEW_GAME: dict[str, Any] = {
    "title": "Tuesday club",
    "ruleset": "british",
    "preset": "u3a",
    "players": ["Ann", "Bo", "Cy", "Di"],
    "start": 2000,
}

DRAWN_HAND: dict[str, Any] = {
    "after": 0,
    "kind": "hand",
    "document": {"players": {seat: {"points": 8} for seat in "ESWN"}},
}

ADJUSTMENT: dict[str, Any] = {
    "after": 1,
    "kind": "adjust",
    "moves": {"p1": -50, "p2": 50},
    "why": "agreed",
}

UNDO: dict[str, Any] = {"after": 2, "kind": "undo", "entry": 2}

NEW_CLASS: dict[str, Any] = {
    "title": "Tuesday beginners",
    "set": "p?rules=classical&level=1&seed=1\np?rules=classical&level=2&seed=1\n"
    "p?rules=mcr&level=3&seed=7",
    "reveal": "at_once",
}

NEW_PUPIL: dict[str, Any] = {"nickname": "Mei"}

PUPIL_ANSWER: dict[str, Any] = {
    "pupil": "the-secret-of-this-phone",
    "exercise": 2,
    "answer": {"points": 32},
}
