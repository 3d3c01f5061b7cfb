"""The page that says why the scores can be trusted tells what the tests do today."""

from __future__ import annotations

import pytest

from tests import validation


@pytest.mark.slow
def test_the_page_on_validation_is_what_the_tests_data_say() -> None:
    told = validation.PAGE.read_text(encoding="utf-8")
    assert told == validation.page(), "python -m tests.validation writes it anew"
