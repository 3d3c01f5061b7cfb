"""A worked hand of every ruleset, as the form sends it, for the pages and the keypad."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest

from scorer.rules import BOOKS
from scorer.service.web.forms import addresses
from tests.pages.page import EXAMPLE
from tests.test_rule_examples import examples

RULESETS = tuple(BOOKS)

BRITISH = {
    "rules": "british",
    "hand": "88d 67c",
    "set1": "222c",
    "set2": "555b",
    "set3": "777d",
    "tile": "8c",
    "won": "discard",
    "from": "W",
    "seat": "S",
    "round": "E",
}
MCR = {
    "rules": "mcr",
    "hand": "123b 456b 99d",
    "set1": "789b",
    "set2": "EEE",
    "flowers": "F1 S2",
    "tile": "9d",
    "won": "discard",
    "from": "W",
    "seat": "S",
    "round": "E",
}
AMERICAN = {
    "rules": "american",
    "hand": "FFF 2222b 444c 8888b",
    "tile": "8b",
    "won": "discard",
    "from": "W",
    "seat": "S",
}
RIICHI = {
    "rules": "riichi",
    "hand": "123b 456c 678d 99d 45b",
    "tile": "6b",
    "won": "discard",
    "from": "W",
    "with": "riichi",
    "seat": "S",
    "round": "E",
    "h.dora_indicators": "8d",
    "g.riichi_sticks": "1",
}


class Hands(dict[str, dict[str, str]]):
    """Worked hands by ruleset. Where none is declared, it is the first winning hand among the
    examples of the ruleset's rules."""

    def __missing__(self, ruleset: str) -> dict[str, str]:
        return example_of(ruleset)


HANDS = Hands(classical=EXAMPLE, british=BRITISH, mcr=MCR, american=AMERICAN, riichi=RIICHI)


def hand_of(ruleset: str) -> dict[str, str]:
    """Return the worked hand of a ruleset: one that wins by its own rules."""
    return HANDS[ruleset]


def example_of(ruleset: str) -> dict[str, str]:
    try:
        documents = [example["document"] for example in examples(ruleset).values()]
    except FileNotFoundError:
        pytest.fail(
            f"scorer/examples has no hands of {ruleset}: run python -m tools.renew {ruleset}"
        )
    won = next(document for document in documents if "win" in document)
    address = str(addresses.hand_page({"ruleset": ruleset, **won}))
    return dict(parse_qsl(urlsplit(address).query))
