"""The faces of the tiles, every stroke of them ours: ``python -m tools.tile_faces``.

It draws them into one file that pages show faces from, ``static/tiles.svg``. A face is a group
whose id is the tile's code. It fills a tile of 60 by 80 beneath the corner where its letter stands;
nothing in it is text or refers to anything else, so that every browser draws it the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

from scorer.engine.tiles import CODES
from scorer.service.web.drawing.tiles_shown import BACK_SYMBOL, SPRITE_FILE

FILE = Path(__file__).parents[1] / "scorer" / "service" / "static" / SPRITE_FILE

Point = tuple[float, float]
Ink = tuple[str, str]
"""A deep shade, and the light one that the engraving catches."""

GREEN: Ink = ("#0b5a38", "#6cb587")
RED: Ink = ("#a31713", "#ee8a76")
BLUE: Ink = ("#173f7d", "#7fa9dc")
BLACK: Ink = ("#1b2330", "#98a2b0")
PLUM: Ink = ("#8b1c5a", "#ea9cc2")
GOLD: Ink = ("#8a5300", "#f2bf55")
VIOLET: Ink = ("#4a2a86", "#b59ae6")
IVORY = "#fffcf2"

# A tile's characters, in a square of 100 (numerals: 100 by 62). A stroke is a line of points, or a
# brush's: from, by way of, to, how much it is wider than the pen at its beginning and at its end.
Line = list[Point]
Brush = tuple[Point, Point, Point, float, float]
Strokes = list[Line | Brush]


def _line(*numbers: float) -> Line:
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _brush(*numbers: float) -> Brush:
    ax, ay, bx, by, cx, cy, begin, end = numbers
    return (ax, ay), (bx, by), (cx, cy), begin, end


def _across(ax: float, ay: float, bx: float, by: float) -> Brush:
    """A stroke from left to right, which ends with a press of the brush."""
    return _brush(ax, ay, (ax + bx) / 2, (ay + by) / 2 - 1, bx, by, 1, 6)


NUMERALS: dict[str, Strokes] = {
    "1": [_brush(6, 33, 50, 26, 94, 31, 5, 10)],
    "2": [_brush(20, 12, 50, 7, 80, 11, 3, 8), _brush(5, 52, 50, 46, 95, 51, 4, 10)],
    "3": [
        _brush(15, 6, 50, 2, 85, 5, 3, 7),
        _brush(23, 30, 50, 26, 77, 29, 3, 7),
        _brush(4, 56, 50, 50, 96, 55, 4, 9),
    ],
    "4": [
        _line(11, 58, 8, 5, 92, 5, 89, 58),
        _line(11, 52, 89, 52),
        _brush(39, 6, 40, 26, 25, 37, 4, 0),
        _line(60, 6, 60, 30, 64, 35, 78, 35),
    ],
    "5": [
        _across(14, 5, 86, 4),
        _brush(46, 6, 44, 30, 34, 55, 3, 3),
        _line(18, 29, 74, 28, 69, 55),
        _brush(3, 58, 50, 53, 97, 57, 2, 8),
    ],
    "6": [
        _brush(46, -2, 52, 3, 57, 10, 0, 8),
        _across(5, 23, 95, 21),
        _brush(40, 32, 34, 50, 8, 61, 7, 0),
        _brush(60, 32, 76, 44, 90, 60, 0, 10),
    ],
    "7": [
        _brush(5, 32, 50, 25, 95, 17, 3, 7),
        _brush(43, 0, 43, 24, 43, 44, 6, 2),
        _line(43, 44, 46, 54, 56, 57, 86, 57, 91, 43),
    ],
    "8": [
        _brush(38, 6, 38, 40, 4, 60, 8, 0),
        _brush(54, 2, 62, 42, 96, 57, 0, 13),
    ],
    "9": [
        _brush(42, -2, 44, 40, 5, 61, 7, 0),
        _line(12, 19, 68, 17, 66, 48, 72, 57, 92, 57, 95, 42),
    ],
}

CHARACTERS: dict[str, Strokes] = {
    "wan": [
        _across(4, 13, 96, 11),
        _brush(32, 1, 33, 11, 34, 23, 4, 0),
        _brush(68, 1, 67, 11, 64, 23, 4, 0),
        _line(24, 55, 21, 30, 79, 30, 76, 55),
        _line(22, 42, 78, 42),
        _line(23, 54, 77, 54),
        _line(50, 30, 50, 84),
        _brush(10, 99, 10, 84, 10, 68, 1, 4),
        _line(10, 68, 90, 68, 90, 94, 78, 97),
        _line(26, 89, 67, 83),
        _brush(62, 76, 69, 82, 73, 91, 0, 6),
    ],
    "E": [
        _across(8, 15, 92, 13),
        _line(22, 63, 19, 29, 81, 29, 78, 63),
        _line(21, 45, 79, 45),
        _line(22, 61, 78, 61),
        _brush(50, 0, 50, 50, 50, 100, 5, 2),
        _brush(46, 63, 36, 82, 3, 95, 4, 0),
        _brush(54, 63, 66, 82, 97, 94, 0, 10),
    ],
    "S": [
        _across(6, 15, 94, 13),
        _brush(50, 0, 50, 15, 48, 31, 5, 1),
        _brush(13, 99, 14, 64, 14, 33, 0, 4),
        _line(14, 33, 87, 33, 87, 94, 74, 97),
        _brush(34, 40, 38, 46, 41, 53, 0, 6),
        _brush(67, 39, 63, 46, 58, 53, 6, 0),
        _line(29, 57, 71, 57),
        _line(25, 74, 75, 74),
        _brush(50, 57, 50, 75, 50, 95, 3, 1),
    ],
    "W": [
        _across(4, 10, 96, 8),
        _line(18, 98, 13, 36, 87, 36, 82, 98),
        _line(18, 90, 82, 90),
        _brush(38, 11, 40, 58, 23, 73, 4, 0),
        _line(61, 11, 61, 60, 65, 68, 77, 68),
    ],
    "N": [
        _brush(36, 3, 36, 50, 36, 97, 5, 2),
        _line(6, 33, 36, 32),
        _brush(3, 82, 20, 74, 36, 64, 7, 0),
        _brush(62, 1, 62, 40, 62, 78, 5, 2),
        _line(62, 78, 65, 89, 74, 92, 94, 92, 98, 71),
        _brush(93, 22, 80, 36, 62, 45, 7, 0),
    ],
    "R": [
        _brush(15, 70, 13, 50, 11, 26, 2, 5),
        _line(11, 27, 89, 27),
        _brush(89, 26, 87, 50, 85, 70, 5, 2),
        _line(15, 65, 85, 65),
        _brush(50, 0, 50, 50, 50, 101, 8, 2),
    ],
    "G": [
        _line(9, 12, 41, 11),
        _brush(41, 11, 32, 34, 3, 47, 3, 0),
        _brush(14, 23, 20, 27, 26, 33, 0, 5),
        _brush(54, 2, 64, 34, 97, 46, 0, 9),
        _brush(80, 4, 73, 13, 65, 18, 4, 0),
        _brush(95, 17, 86, 26, 76, 31, 4, 0),
        _line(10, 55, 42, 55, 41, 69, 13, 69, 11, 82, 42, 82, 40, 97, 26, 98),
        _brush(60, 54, 60, 68, 49, 74, 3, 0),
        _line(60, 54, 80, 54, 80, 66, 94, 67),
        _line(53, 80, 84, 80),
        _brush(84, 80, 74, 95, 48, 101, 3, 0),
        _brush(60, 83, 72, 96, 97, 100, 0, 7),
    ],
}

# The pen is broader than high, held a little aslant: so lines across are thin, and lines down bold.
SLANT = math.radians(-16)
FLATNESS = 0.62
FINENESS = 5


def _number(value: float, places: int = 1) -> str:
    text = f"{value:.{places}f}".rstrip("0").rstrip(".") if places else str(round(value))
    return {"-0": "0"}.get(text, text)


def _points(*points: Point, places: int = 1) -> str:
    """Coordinates as short as a path takes them."""
    numbers = [_number(value, places) for point in points for value in point]
    return " ".join(numbers).replace(" -", "-")


def _path(d: str, **attributes: str | float) -> str:
    told = "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else _number(value, 2)}"'
        for name, value in attributes.items()
    )
    return f'<path d="{d}"{told}/>'


def _outline(stroke: Brush) -> tuple[Point, Point, Point, Point, Point, Point]:
    """Both edges of a brush's stroke: there, and back."""
    begin, way, end, at_begin, at_end = stroke

    def aside(at: Point, first: Point, last: Point, width: float) -> tuple[Point, Point]:
        x, y = last[0] - first[0], last[1] - first[1]
        length = math.hypot(x, y)
        x, y = -y / length * width / 2, x / length * width / 2
        return (at[0] + x, at[1] + y), (at[0] - x, at[1] - y)

    a1, a2 = aside(begin, begin, way, at_begin)
    b1, b2 = aside(way, begin, end, (at_begin + at_end) / 2.6)
    c1, c2 = aside(end, way, end, at_end)
    return a1, b1, c1, c2, b2, a2


def _character(
    strokes: Strokes,
    ink: Ink,
    box: tuple[float, float, float, float],
    pen: float,
    tall: float = 100,
) -> str:
    """A character in its box (left, top, width, height), its strokes with a shade to the right."""
    left, top, width, height = box
    cos, sin = math.cos(SLANT), math.sin(SLANT)

    def placed(point: Point) -> Point:
        x, y = left + point[0] * width / 100, top + point[1] * height / tall
        # Into the room of the pen, where it is round.
        return FINENESS * (x * cos + y * sin), FINENESS * (y * cos - x * sin) / FLATNESS

    lines = brushes = ""
    for stroke in strokes:
        if isinstance(stroke, list):
            lines += _relative("l", *map(placed, stroke))
        else:
            brushes += _relative("q", *map(placed, _outline(stroke))) + "z"
    fine = 1 / FINENESS
    room = [fine * part for part in (cos, sin, -sin * FLATNESS, cos * FLATNESS)]

    def inked(colour: str, aside: float) -> str:
        matrix = " ".join(_number(number, 3) for number in (*room, aside, aside))
        drawn = _path(brushes, fill=colour) + (_path(lines) if lines else "")
        width = _number(pen * FINENESS)
        return (
            f'<g transform="matrix({matrix})" stroke="{colour}" stroke-width="{width}">{drawn}</g>'
        )

    deep, light = ink
    return inked(light, 0.9) + inked(deep, 0)


def _relative(way: str, first: Point, *rest: Point) -> str:
    """A path from point to point: whole numbers, each from where the pen is."""
    x, y = round(first[0]), round(first[1])
    d = f"M{_points((x, y))}{way}"
    steps: list[Point] = []
    if way == "l":
        for point in rest:
            to = round(point[0]), round(point[1])
            steps.append((to[0] - x, to[1] - y))
            x, y = to
        return d + _points(*steps)
    # Both edges of a brush's stroke, with a straight step where it ends.
    way_there, end, other, way_back, back = ((round(px), round(py)) for px, py in rest)
    there = [(px - x, py - y) for px, py in (way_there, end)]
    step = (other[0] - end[0], other[1] - end[1])
    again = [(px - other[0], py - other[1]) for px, py in (way_back, back)]
    turn = f"l{_points(step)}" if step != (0, 0) else ""
    return f"{d}{_points(*there)}{turn}q{_points(*again)}"


# Circles


def _rounds(points: Iterable[Point], radius: float, ink: Ink) -> str:
    """Coins of one size: points of a round pen, ever smaller."""
    deep, light = ink
    d = "".join(f"M{_points(point)}h.01" for point in points)
    return (
        _path(d, stroke=deep, stroke_width=2 * radius)
        + _path(d, stroke=IVORY, stroke_width=1.46 * radius)
        + _path(d, stroke=light, stroke_width=1.16 * radius)
        + _path(d, stroke=deep, stroke_width=0.6 * radius)
    )


def _one_circle() -> str:
    ring = "M30 {}a{r} {r} 0 1 0 .01 0z"

    def round_of(radius: float) -> str:
        return ring.format(_number(47.5 - radius), r=_number(radius))

    return (
        _path(round_of(25.5), fill=GREEN[0])
        + _path(round_of(22), stroke=IVORY, stroke_width=1.6)
        + _path(round_of(23.8), stroke=GREEN[1], stroke_width=1.2)
        + _path(round_of(17.5), stroke=IVORY, stroke_width=4.4, stroke_dasharray="0 9.163")
        + _path(round_of(17.5), stroke=GREEN[1], stroke_width=2.4, stroke_dasharray="0 9.163")
        + _path(round_of(12.6), fill=IVORY)
        + _path(round_of(11), fill=RED[0])
        + _path(round_of(7.2), stroke=RED[1], stroke_width=3.2, stroke_dasharray="0 7.54")
        + _path(round_of(3), fill=IVORY)
    )


CIRCLES: dict[str, tuple[float, list[tuple[Ink, list[Point]]]]] = {
    "2": (12.4, [(GREEN, [(30, 34)]), (BLUE, [(30, 61.4)])]),
    "3": (9.6, [(BLUE, [(14, 30.6)]), (RED, [(30, 47.8)]), (GREEN, [(46, 65)])]),
    "4": (10.6, [(BLUE, [(17.4, 34), (42.6, 61.6)]), (GREEN, [(42.6, 34), (17.4, 61.6)])]),
    "5": (
        8.8,
        [
            (BLUE, [(14.4, 30.6), (45.6, 65)]),
            (GREEN, [(45.6, 30.6), (14.4, 65)]),
            (RED, [(30, 47.8)]),
        ],
    ),
    "6": (
        8.6,
        [
            (GREEN, [(18.5, 29.4), (41.5, 29.4)]),
            (RED, [(18.5, 49), (41.5, 49), (18.5, 67), (41.5, 67)]),
        ],
    ),
    "7": (
        7.4,
        [
            (GREEN, [(13, 26.6), (30, 32.2), (47, 37.8)]),
            (RED, [(19.5, 52.4), (40.5, 52.4), (19.5, 68.4), (40.5, 68.4)]),
        ],
    ),
    "8": (6.6, [(BLUE, [(x, y) for y in (26, 40.4, 54.8, 69.2) for x in (19.5, 40.5)])]),
    "9": (
        7.7,
        [
            (ink, [(x, y) for x in (12.5, 30, 47.5)])
            for ink, y in ((BLUE, 29), (RED, 48), (GREEN, 67))
        ],
    ),
}


# Bamboos

Stick = tuple[float, float, float, float]


def _sticks(ends: Sequence[Stick], ink: Ink, width: float = 6) -> str:
    """Canes with a knot at each end and in the middle; all of one length, for the knots."""
    deep, light = ink
    d = "".join(f"M{_points((x1, y1))}{_way(x2 - x1, y2 - y1)}" for x1, y1, x2, y2 in ends)
    x1, y1, x2, y2 = ends[0]
    half = math.hypot(x2 - x1, y2 - y1) / 2
    shine = half - width * 0.62
    return (
        _path(d, stroke=deep, stroke_width=width)
        + _path(
            d,
            stroke=deep,
            stroke_width=width * 1.45,
            stroke_dasharray=f"0 {_number(half - 0.05, 2)}",
        )
        + _path(
            d,
            stroke=light,
            stroke_width=width * 0.4,
            stroke_dasharray=f"{_number(shine, 2)} {_number(half - shine, 2)}",
            stroke_dashoffset=(shine - half) / 2,
        )
    )


def _way(x: float, y: float) -> str:
    return f"v{_number(y)}" if not x else f"l{_points((x, y))}"


def _upright(points: Iterable[Point], height: float) -> list[Stick]:
    return [(x, y, x, y + height) for x, y in points]


BAMBOOS: dict[str, list[tuple[Ink, list[Stick]]]] = {
    "2": [(GREEN, _upright([(30, 25), (30, 53)], 18.6))],
    "3": [(GREEN, _upright([(30, 25), (16.5, 53), (43.5, 53)], 18.6))],
    "4": [(GREEN, _upright([(17, 25), (43, 25), (17, 53), (43, 53)], 18.6))],
    "5": [
        (GREEN, _upright([(12, 25), (48, 25), (12, 53), (48, 53)], 18.6)),
        (RED, _upright([(30, 39)], 18.6)),
    ],
    "6": [(GREEN, _upright([(x, y) for y in (25, 53) for x in (13, 30, 47)], 18.6))],
    "7": [
        (RED, _upright([(30, 23.5)], 10.6)),
        (GREEN, _upright([(x, y) for y in (41.8, 60.1) for x in (13, 30, 47)], 10.6)),
    ],
    "8": [
        (
            GREEN,
            [
                *_upright([(8, 24), (52, 24), (8, 52.2), (52, 52.2)], 20),
                *((17.8, 25.2, 26.2, 43.4), (42.2, 25.2, 33.8, 43.4)),
                *((26.2, 52.8, 17.8, 71), (33.8, 52.8, 42.2, 71)),
            ],
        )
    ],
    "9": [
        (GREEN, _upright([(x, y) for y in (23.5, 41.8, 60.1) for x in (13, 47)], 10.6)),
        (RED, _upright([(30, y) for y in (23.5, 41.8, 60.1)], 10.6)),
    ],
}


def _bird() -> str:
    """A bird with a long tail, on its perch."""
    green, red, blue, gold = GREEN, RED, BLUE, GOLD
    tail = "M27 52Q17 55 9 71M29 54Q21 60 18 73M31 55Q27 63 28 73"
    body = "M41 27Q34 30 34 38Q24 43 20 58Q39 62 46 47Q49 40 48 32Q46 26 41 27z"
    return (
        _path(tail, stroke=green[0], stroke_width=6.4)
        + _path(tail, stroke=green[1], stroke_width=2.2)
        + _path("M9 71h.01M18 73h.01M28 73h.01", stroke=red[0], stroke_width=5.6)
        + _path("M9 71h.01M18 73h.01M28 73h.01", stroke=gold[1], stroke_width=2.2)
        + _path("M39 57v14M45 52v19M35 73h17", stroke=red[0], stroke_width=2.6)
        + _path(body, fill=green[0])
        + _path("M37 42Q28 45 26 55Q36 56 41 47z", fill=green[1])
        + _path("M36 45Q31 48 29 53M39 47Q36 51 33 54", stroke=green[0], stroke_width=1.5)
        + _path("M46 29L56 32L47 36z", fill=red[0])
        + _path(
            "M40 27Q38 23 33 22M42 26Q41 22 39 19M44 26Q45 22 45 19", stroke=red[0], stroke_width=2
        )
        + _path("M42.5 32h.01", stroke=IVORY, stroke_width=4.6)
        + _path("M42.8 32h.01", stroke=blue[0], stroke_width=2.4)
    )


def _frame() -> str:
    deep, light = BLUE
    return (
        _path("M11 24h38v48h-38z", stroke=deep, stroke_width=5.4)
        + _path("M11 24h38v48h-38z", stroke=light, stroke_width=1.7, stroke_dasharray="6 2.6")
        + _path("M18 31h24v34h-24z", stroke=deep, stroke_width=1.6)
        + _path("M18 37l6-6M36 31l6 6M42 59l-6 6M24 65l-6-6", stroke=deep, stroke_width=1.6)
    )


# Flowers stand on their stalks, seasons in a round window; both have their number at the right.

DIGITS = {
    "1": "M45.5 26.5L49.5 23V37",
    "2": "M45 26Q45.5 23 49 23Q53 23 53 27Q53 30 45.5 37H53.5",
    "3": "M45 23H53L48.5 28.5Q53.5 28.5 53.5 33Q53.5 37 49 37Q45.5 37 45 34.5",
    "4": "M51 37V23L44.5 33H54.5",
}


def _numbered(number: str, ink: Ink) -> str:
    d = DIGITS[number]
    return _path(d, stroke=IVORY, stroke_width=6.6) + _path(d, stroke=ink[0], stroke_width=3)


def _blossom(
    x: float, y: float, petals: int, far: float, size: float, ink: Ink, turn: float = 0
) -> str:
    """Round petals, light within deep, about a golden heart."""
    turns = [math.tau * (at / petals - 0.25) + turn for at in range(petals)]
    d = "".join(f"M{_points((x + far * math.cos(t), y + far * math.sin(t)))}h.01" for t in turns)
    heart = f"M{_points((x, y))}h.01"
    return (
        _path(d, stroke=ink[0], stroke_width=size)
        + _path(d, stroke=ink[1], stroke_width=size * 0.56)
        + _path(heart, stroke=ink[0], stroke_width=far * 1.15)
        + _path(heart, stroke=GOLD[1], stroke_width=far * 0.75)
    )


def _plum() -> str:
    branch = "M7 75Q17 68 21 44M18 62Q34 62 45 50M32 59Q42 64 50 61"
    return (
        _path(branch, stroke=BLACK[0], stroke_width=3.4)
        + _path("M8.5 73.5Q17 66 20 52", stroke=BLACK[1], stroke_width=1)
        + _blossom(22, 38.5, 5, 8.2, 11, RED)
        + _path("M46 49h.01M51 61h.01M40 70h.01", stroke=RED[0], stroke_width=7)
        + _path("M46 49h.01M51 61h.01M40 70h.01", stroke=RED[1], stroke_width=3.4)
        + _path("M33 59Q37 64 40 69", stroke=BLACK[0], stroke_width=2.4)
    )


def _orchid() -> str:
    leaves = (
        "M30 74Q10 62 6 40Q20 52 32 74zM29 74Q22 48 33 26Q37 50 33 74z"
        "M31 74Q40 54 55 47Q50 62 35 74z"
    )
    return (
        _path(leaves, fill=GREEN[0])
        + _path(
            "M29 70Q14 58 9 46M31 68Q28 48 32 36M34 70Q42 58 51 51",
            stroke=GREEN[1],
            stroke_width=1.3,
        )
        + _path("M16 50Q14 40 18 34M42 66Q44 62 44 58", stroke=GREEN[0], stroke_width=1.8)
        + _blossom(19, 31, 5, 5, 6.8, VIOLET, 0.3)
        + _blossom(42, 60, 5, 4.4, 6, VIOLET)
    )


def _chrysanthemum() -> str:
    rays = 14
    d = ""
    for at in range(rays):
        turn = math.tau * at / rays
        x, y = math.cos(turn), math.sin(turn)
        d += f"M{_points((24 + 6 * x, 42 + 6 * y))}l{_points((9.4 * x, 9.4 * y))}"
    return (
        _path(
            "M25 56Q26 66 24 75M25 71Q36 73 46 62M25 69Q18 66 13 68",
            stroke=GREEN[0],
            stroke_width=3,
        )
        + _path("M28 71Q34 58 50 58Q46 72 28 71z", fill=GREEN[0])
        + _path("M33 68Q38 62 45 61", stroke=GREEN[1], stroke_width=1.3)
        + _path(d, stroke=GOLD[0], stroke_width=4.6)
        + _path(d, stroke=GOLD[1], stroke_width=2.4)
        + _path("M24 42h.01", stroke=GOLD[0], stroke_width=15)
        + _path("M24 42h.01", stroke=RED[1], stroke_width=10)
        + _path("M24 42h.01", stroke=RED[0], stroke_width=4)
    )


def _bamboo_plant() -> str:
    stalk = "M17 75v-14M17 58v-16M17 39v-15"
    leaf = "M{0} {1}q{2} {3} {4} {5}q{6} {7} {8} {9}z"
    leaves = "".join(
        leaf.format(*numbers)
        for numbers in (
            (19, 40, 12, -3, 19, 11, -13, 0, -19, -11),
            (19, 42, 7, 6, 7, 19, -9, -7, -7, -19),
            (19, 59, 15, -4, 26, 8, -15, 4, -26, -8),
            (15, 57, -9, 0, -10, 13, 9, -3, 10, -13),
            (15, 38, -9, 1, -9, 14, 9, -4, 9, -14),
        )
    )
    return (
        _path(stalk, stroke=GREEN[0], stroke_width=7)
        + _path(stalk, stroke=GREEN[1], stroke_width=2.4)
        + _path(leaves, fill=GREEN[0], stroke=GREEN[0], stroke_width=1)
        + _path(
            "M22 42q9 0 13 7M20 46q4 5 5 12M23 60q12 -2 18 5", stroke=GREEN[1], stroke_width=1.3
        )
    )


def _window(ink: Ink) -> str:
    """The round window that a season is seen through."""
    return _path("M27 25.5a23 23 0 1 0 .01 0z", stroke=ink[0], stroke_width=3.2) + _path(
        "M27 27.9a20.6 20.6 0 1 0 .01 0z", stroke=ink[1], stroke_width=1.4
    )


def _spring() -> str:
    return (
        _window(GREEN)
        + _path("M13 63Q27 55 41 63", stroke=GOLD[0], stroke_width=3)
        + _path("M27 60V46", stroke=GREEN[0], stroke_width=3.4)
        + _path("M27 48Q11 48 12 34Q27 34 27 48zM27 44Q28 32 41 34Q42 46 27 48z", fill=GREEN[0])
        + _path("M25 45Q19 42 16 38M29 44Q33 40 37 38", stroke=GREEN[1], stroke_width=1.6)
    )


def _summer() -> str:
    rays = ""
    for at in range(8):
        x, y = math.cos(math.tau * at / 8), math.sin(math.tau * at / 8)
        rays += f"M{_points((27 + 12.2 * x, 48.5 + 12.2 * y))}l{_points((4.4 * x, 4.4 * y))}"
    return (
        _window(RED)
        + _path(rays, stroke=RED[0], stroke_width=3.4)
        + _path("M27 48.5h.01", stroke=RED[0], stroke_width=18)
        + _path("M27 48.5h.01", stroke=GOLD[1], stroke_width=13)
        + _path("M27 48.5h.01", stroke=RED[1], stroke_width=6)
    )


def _autumn() -> str:
    leaf = (
        "M27 32L30.5 39L37 36L36 42.5L43 45L37.5 50L39 56L30 55L27 60L24 55L15 56L16.5 50L11 45"
        "L18 42.5L17 36L23.5 39z"
    )
    return (
        _window(GOLD)
        + _path("M27 54V66", stroke=RED[0], stroke_width=2.6)
        + _path(leaf, fill=RED[0], stroke=RED[0], stroke_width=1.6)
        + _path("M27 38V54M27 53L19 47M27 53L35 47", stroke=GOLD[1], stroke_width=1.5)
    )


def _winter() -> str:
    arms = twigs = ""
    for at in range(6):
        t = math.tau * (at / 6 + 0.25)

        def out(far: float, aside: float, t: float = t) -> Point:
            return (
                27 + far * math.cos(t) - aside * math.sin(t),
                48.5 + far * math.sin(t) + aside * math.cos(t),
            )

        arms += f"M{_points(out(1, 0))}L{_points(out(16.5, 0))}"
        twigs += f"M{_points(out(13.5, -4.6))}L{_points(out(9, 0), out(13.5, 4.6))}"
    return (
        _window(BLUE)
        + _path(arms, stroke=BLUE[0], stroke_width=3)
        + _path(twigs, stroke=BLUE[0], stroke_width=2.2)
        + _path(arms, stroke=BLUE[1], stroke_width=1)
    )


def _flower() -> str:
    """The flower of American hands, which has no number."""
    return (
        _path(
            "M30 60Q31 68 27 75M29 72Q36 74 44 67M28 72Q20 72 14 66",
            stroke=GREEN[0],
            stroke_width=3,
        )
        + _path("M31 72Q36 62 49 63Q45 75 31 72zM26 71Q22 62 10 62Q12 73 26 71z", fill=GREEN[0])
        + _blossom(30, 43, 6, 11.4, 14, PLUM)
        + _blossom(30, 43, 6, 4.4, 5, PLUM, 0.52)
    )


def _joker() -> str:
    cap = (
        "M15 60C15 53 12 49 6 49C3 36 13 29 20 33C24 35 26 38 27 42C26 33 27 27 30 21"
        "C33 27 34 33 33 42C34 38 36 35 40 33C47 29 57 36 54 49C48 49 45 53 45 60z"
    )
    middle = "M27 42C26 33 27 27 30 21C33 27 34 33 33 42L35 60H25z"
    return (
        _path(cap, fill=VIOLET[0])
        + _path(middle, fill=GOLD[1], stroke=VIOLET[0], stroke_width=1.4)
        + _path(
            "M11 42Q12 37 17 37Q22 40 22 56M49 42Q48 37 43 37Q38 40 38 56",
            stroke=VIOLET[1],
            stroke_width=1.8,
        )
        + _path("M14 66H46", stroke=VIOLET[0], stroke_width=9)
        + _path(
            "M16 66h.01M23 66h.01M30 66h.01M37 66h.01M44 66h.01", stroke=GOLD[1], stroke_width=4
        )
        + _path("M6.5 51h.01M53.5 51h.01M30 23h.01", stroke=RED[0], stroke_width=7.4)
        + _path("M6 50.4h.01M53 50.4h.01M29.5 22.4h.01", stroke=RED[1], stroke_width=2.8)
    )


def _back() -> str:
    return (
        _path("M7 0H53Q60 0 60 7V73Q60 80 53 80H7Q0 80 0 73V7Q0 0 7 0z", fill="#14614c")
        + _path("M8.5 8.5h43v63h-43z", stroke="#8fcab5", stroke_width=1.6)
        + _path(
            "M30 15L46 40L30 65L14 40zM14 20V15H18M42 15H46V20M46 60V65H42M18 65H14V60",
            stroke="#4da388",
            stroke_width=2.4,
        )
        + _path("M30 27L38 40L30 53L22 40z", fill="#4da388")
        + _path("M30 40h.01", stroke="#14614c", stroke_width=7)
    )


def faces() -> dict[str, str]:
    """What is drawn on a tile, by its code, and on its back."""
    drawn: dict[str, str] = {}
    for rank in "123456789":
        drawn[f"{rank}b"] = _bird() if rank == "1" else _bamboo(BAMBOOS[rank])
        drawn[f"{rank}c"] = _numeral(rank, BLACK)
        drawn[f"{rank}d"] = _one_circle() if rank == "1" else _circle(*CIRCLES[rank])
    for wind in "ESWN":
        drawn[wind] = _character(CHARACTERS[wind], BLACK, (7.5, 22, 44, 50), 4.4)
    drawn |= {
        "R": _character(CHARACTERS["R"], RED, (8, 22, 43, 50), 5.6),
        "G": _character(CHARACTERS["G"], GREEN, (6.5, 22, 46, 50), 3.6),
        "P": _frame(),
        "F1": _plum() + _numbered("1", RED),
        "F2": _orchid() + _numbered("2", RED),
        "F3": _chrysanthemum() + _numbered("3", RED),
        "F4": _bamboo_plant() + _numbered("4", RED),
        "S1": _spring() + _numbered("1", BLUE),
        "S2": _summer() + _numbered("2", BLUE),
        "S3": _autumn() + _numbered("3", BLUE),
        "S4": _winter() + _numbered("4", BLUE),
        "J": _joker(),
        "F": _flower(),
        "0b": _bamboo([(RED, ends) for _, ends in BAMBOOS["5"]]),
        "0c": _numeral("5", RED),
        "0d": _circle(CIRCLES["5"][0], [(RED, at) for _, at in CIRCLES["5"][1]]),
    }
    return {code: drawn[code] for code in CODES} | {BACK_SYMBOL: _back()}


def _bamboo(sticks: list[tuple[Ink, list[Stick]]]) -> str:
    slim = len(sticks[0][1]) == 8 or sum(len(ends) for _, ends in sticks) in (7, 9)
    return "".join(_sticks(ends, ink, 4.8 if slim else 6) for ink, ends in sticks)


def _circle(radius: float, coins: list[tuple[Ink, list[Point]]]) -> str:
    return "".join(_rounds(points, radius, ink) for ink, points in coins)


def _numeral(rank: str, ink: Ink) -> str:
    top = _character(NUMERALS[rank], ink, (10.5, 20.5, 39, 18), 3.1, 62)
    return top + _character(CHARACTERS["wan"], RED, (9, 43.6, 41, 31), 3)


def sprite() -> str:
    """The file of all faces."""
    pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"><defs>'
    groups = [f'<g id="{code}" {pen}>{face}</g>' for code, face in faces().items()]
    return "\n".join([head, *groups, "</defs></svg>", ""])


def main() -> None:
    """Write the file that pages load."""
    FILE.write_text(sprite(), encoding="utf-8")


if __name__ == "__main__":
    main()
