"""The option with a club's own special hands. A book declares it where its list of options has it
(``book.option(special_hands_option)``)."""

from __future__ import annotations

from typing import Final

from scorer.engine.options import text

special_hands_option: Final = text(
    "special_hands", "", meaning="the special hands of a club, one per line; none if it is empty"
)
