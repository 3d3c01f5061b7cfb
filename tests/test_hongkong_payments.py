"""What a hand of each number of faan pays by each table, typed from the text of the rules."""

from __future__ import annotations

import pytest

import scorer

# The rows of the text, for 0 to 13 faan.
ROWS = {
    "half_spicy": "1 2 4 8 16 24 32 48 64 96 128 192 256 384",
    "spicy": "1 2 4 8 16 32 64 128 256 512 1024 2048 4096 8192",
    "four_seven_ten": "1 2 4 8 16 16 16 32 32 32 64 64 64 64",
    "four_seven_ten_thirteen": "1 2 4 8 16 16 16 32 32 32 64 64 64 128",
    "four_six_eight": "1 2 4 8 16 16 32 32 64 64 64 64 64 64",
    "five_seven_nine": "1 2 4 8 16 32 32 64 64 128 128 128 128 128",
}


@pytest.mark.parametrize("table", ROWS)
@pytest.mark.parametrize("base", [1, 2, 5])
def test_each_number_of_faan_pays_what_the_table_says(table: str, base: int) -> None:
    for faan, multiplier in enumerate(map(int, ROWS[table].split())):
        winner = {"points": faan, "win": {"by": "discard", "from": "W"}}
        settled = scorer.settle(
            {
                "ruleset": "hongkong",
                "options": {"minimum": 0, "payment_table": table, "base": base},
                "prevailing": "E",
                "players": {"E": {}, "S": winner, "W": {}, "N": {}},
            }
        )
        paid = 2 * base * multiplier
        assert settled["net"] == {"E": 0, "S": paid, "W": -paid, "N": 0}, faan
