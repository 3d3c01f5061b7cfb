"""The results of a class as CSV, for a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Final

from scorer.game.export import csv_cell
from scorer.service.store.classes import Pupil, Result

COLUMNS: Final = ("nickname", "exercise", "right", "tries", "slip")


def as_csv(pupils: Sequence[Pupil], results: Iterable[Result], exercises: int) -> str:
    """Return a line for each pupil and exercise, also for those that are not answered yet.

    ``right`` is yes or no for the first answer, and empty without one.
    """
    by_place = {(result.pupil, result.exercise): result for result in results}
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for pupil in pupils:
        name = csv_cell(pupil.nickname)
        for number in range(1, exercises + 1):
            result = by_place.get((pupil.number, number))
            if result is None:
                writer.writerow([name, number, "", 0, ""])
            else:
                right = "yes" if result.first.is_right else "no"
                writer.writerow([name, number, right, result.tries, result.first.slip])
    return text.getvalue()
