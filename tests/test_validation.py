"""The page that says why the scores can be trusted tells what the tests do today."""

from __future__ import annotations

import pytest

from tests import validation
from tools.site.sources import first_page_lines


@pytest.mark.slow
def test_the_page_on_validation_is_what_the_tests_data_say() -> None:
    text = validation.PAGE.read_text(encoding="utf-8")
    assert text == validation.page(), "python -m tests.validation writes it anew"


@pytest.mark.slow
def test_the_readme_and_the_site_say_who_agrees() -> None:
    numbers = validation.in_short().removesuffix("each explained.")
    readme = validation.README.read_text(encoding="utf-8")
    assert numbers in readme, "python -m tests.validation writes it anew"
    assert numbers in "\n".join(first_page_lines())
