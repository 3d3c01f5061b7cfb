"""What there is only under a house rule comes and goes with it, as it is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright import sync_api as playwright

from scorer.rules import BOOKS
from tests.club_faan import book

if TYPE_CHECKING:
    from tests.browser.pad import Keypad

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    BOOKS["club_faan"] = book
    yield
    del BOOKS["club_faan"]


def play_by_moonlight(pad: Keypad, told: str) -> None:
    pad.page.locator('[name="o.moon"]').evaluate(
        """(field, told) => {
          field.value = told;
          field.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        told,
    )


@pytest.mark.nightly
def test_a_circumstance_is_asked_as_long_as_its_house_rule_is_played(pad: Keypad) -> None:
    pad.open("club_faan")
    chip = pad.page.locator('[data-at="chip-with"]')
    box = pad.page.locator('#form .check:has([value="moonlight"])')
    playwright.expect(chip).to_have_count(0)
    playwright.expect(box).to_have_js_property("hidden", True)
    play_by_moonlight(pad, "yes")
    chip.tap()
    pad.tap('.kp-panel [data-at="with-moonlight"]')
    pad.tap(".kp-panel .kp-done")
    playwright.expect(chip).to_have_text("Special: 1")
    play_by_moonlight(pad, "")
    playwright.expect(chip).to_have_text("Special: 1")
    playwright.expect(box).to_have_js_property("hidden", False)
    chip.tap()
    pad.tap('.kp-panel [data-at="with-moonlight"]')
    pad.tap(".kp-panel .kp-done")
    playwright.expect(chip).to_have_count(0)
    playwright.expect(box).to_have_js_property("hidden", True)


def test_an_event_is_shown_as_long_as_its_house_rule_is_played(pad: Keypad) -> None:
    pad.open("club_faan", "table")
    drawn = pad.page.locator('[id="field-x.curtain_drawn"]')
    playwright.expect(drawn).to_have_js_property("hidden", True)
    play_by_moonlight(pad, "yes")
    pad.unfold()
    playwright.expect(pad.page.locator("#penalties")).to_be_visible()
    playwright.expect(drawn).to_have_js_property("hidden", False)
    play_by_moonlight(pad, "no")
    playwright.expect(drawn).to_have_js_property("hidden", True)


def test_the_ruleset_names_its_preset_and_one_tap_offers_the_others(pad: Keypad) -> None:
    pad.open("british")
    chip = pad.page.locator(".rulesets summary")
    playwright.expect(chip).to_have_text("Ruleset British The u3a guide")
    chip.tap()
    pad.page.get_by_role("button", name="BMJA tables").tap()
    playwright.expect(chip).to_have_text("Ruleset British BMJA tables")
    playwright.expect(pad.page.locator(".rulesets")).not_to_have_attribute("open", "")
    pad.field("preset", "bmja")
    pad.page.reload()
    pad.page.locator(".kp-bar").wait_for()
    playwright.expect(chip).to_have_text("Ruleset British BMJA tables")


@pytest.mark.nightly
def test_a_new_game_names_its_preset_on_the_first_screen(pad: Keypad) -> None:
    pad.page.goto(f"{pad.address}/games/new?rules=british")
    chip = pad.page.locator(".rulesets summary")
    playwright.expect(chip).to_be_in_viewport()
    playwright.expect(chip).to_have_text("Ruleset British The u3a guide")
    pad.page.locator("[name=name1]").fill("Zoe")
    chip.tap()
    pad.page.get_by_role("button", name="BMJA tables").tap()
    playwright.expect(chip).to_have_text("Ruleset British BMJA tables")
    playwright.expect(pad.page.locator("[name=name1]")).to_have_value("Zoe")
