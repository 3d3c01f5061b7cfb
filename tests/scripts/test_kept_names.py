"""The names under which browsers keep what was entered: a renamed one is lost on every phone."""

from __future__ import annotations

import re

from tests.scripts.test_scripts import SCRIPTS

NAMES = {
    *(
        "scorer.card",
        "scorer.card.unused",
        "scorer.classes",
        "scorer.corrected",
        "scorer.different",
        "scorer.engine",
    ),
    *("scorer.engine.hand.", "scorer.evenings", "scorer.games", "scorer.here", "scorer.indices"),
    *("scorer.learn.lessons", "scorer.learned", "scorer.names", "scorer.offered", "scorer.own"),
    *("scorer.points", "scorer.rules", "scorer.set", "scorer.settlement.winds.", "scorer.side"),
    *("scorer.sticks", "scorer.typed"),
    # Databases, caches and locks; the events of pages look the same.
    *(
        "scorer-class-",
        "scorer-engine-",
        "scorer-engine-games",
        "scorer-entered",
        "scorer-games",
        "scorer-give-",
    ),
    *("scorer-seated", "scorer-send-", "scorer-"),
}
"""Each as scripts write it, up to what is filled in."""
WRITTEN = re.compile(r"""["'`](scorer[.-][A-Za-z.-]*)""")


def test_what_browsers_keep_has_the_names_it_had() -> None:
    written = {name for script in SCRIPTS.values() for name in WRITTEN.findall(script)}
    assert written == NAMES
