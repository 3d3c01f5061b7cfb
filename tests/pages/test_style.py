from __future__ import annotations

import re
from pathlib import Path

import pytest

import scorer.service

STYLES = Path(scorer.service.__path__[0]) / "static" / "styles"
CSS = (STYLES / "base.css").read_text(encoding="utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))
    for block in re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
)


def luminance(colour: str) -> float:
    def linear(channel: int) -> float:
        value = channel / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [
        ("ink", "paper", 7),
        ("ink", "card", 7),
        ("ink", "amber-wash", 7),
        ("soft", "paper", 4.5),
        ("soft", "card", 4.5),
        ("jade", "paper", 4.5),
        ("jade", "card", 4.5),
        ("jade", "jade-wash", 4.5),
        ("jade-ink", "jade", 4.5),
        ("red", "card", 4.5),
        ("red", "red-wash", 4.5),
        ("amber", "amber-wash", 4.5),
        ("edge", "card", 3),
        ("focus", "card", 3),
        ("focus", "paper", 3),
    ],
)
def test_words_and_edges_stand_out_from_their_ground(
    palette: dict[str, str], ink: str, ground: str, least: float
) -> None:
    assert contrast(palette[ink], palette[ground]) >= least


@pytest.mark.parametrize("path", sorted(STYLES.rglob("*.css")), ids=lambda path: path.name)
def test_a_style_sheet_fetches_nothing_and_is_short(path: Path) -> None:
    style = path.read_text(encoding="utf-8")
    assert "url(" not in style
    assert "@import" not in style
    assert style.count("\n") <= 410
