"""Random cards that the notation can write, and lines of a card with slips of the pen."""

from __future__ import annotations

from hypothesis import strategies as st

from scorer.grammar.card.notation.model import Alternative, Card, CardHand, Clause, Group, Section

NUMBERS = "123456789"
VARIABLES = "XYZ"
SUITLESS = "0FNEWSRGUV?"
SYMBOLS = NUMBERS + VARIABLES + "D" + SUITLESS
INK = "abcdefghijklmnopqrstuvw"
SIGNS = ("", "", "", "+", "x", "=", "-", "/", "+ =")
NAMES = (
    st.text("ABC abc-12é", min_size=1, max_size=12).map(lambda s: " ".join(s.split())).filter(bool)
)


@st.composite
def ways(draw: st.DrawFn) -> Alternative:
    """Fourteen tiles in words, in one ink or in up to three colours."""
    colours = draw(st.lists(st.sampled_from(INK), min_size=1, max_size=3, unique=True))
    labels = draw(st.sampled_from([("",), (*colours, "*")]))
    groups: list[Group] = []
    words: list[tuple[int, ...]] = []
    left = 14
    while left:
        label = draw(st.sampled_from(labels))
        natural = left >= 3 and draw(st.integers(0, 9)) == 0
        word: list[int] = []
        last = ""
        for _ in range(draw(st.integers(1, 4))):
            least = 3 if natural else 1
            if left < least:
                break
            symbol = draw(st.sampled_from([one for one in SYMBOLS if one != last]))
            size = draw(st.integers(least, min(left, 6)))
            suited = symbol not in SUITLESS
            word.append(len(groups))
            groups.append(Group(symbol, size, label if suited else "", natural))
            last, left = symbol, left - size
        words.append(tuple(word))
    signs = tuple(draw(st.sampled_from(SIGNS)) for _ in words)
    return Alternative(tuple(groups), tuple(words), signs if any(signs) else ())


@st.composite
def clauses(draw: st.DrawFn, printed: list[set[str]], labels: set[str]) -> tuple[Clause, ...]:
    """Clauses that are so of these alternatives, given the symbols that each prints."""
    everywhere = set.intersection(*printed)
    found: list[Clause] = []
    for name in sorted(set.union(*printed) & set("XYZUV")):
        if draw(st.booleans()):
            found.append(draw(_domains(name)))
    tied = sorted(everywhere & set(VARIABLES))
    if draw(st.booleans()) and tied:
        names = draw(st.lists(st.sampled_from(tied), min_size=1, max_size=3))
        sign = draw(st.sampled_from(("!=", "<", ">", "<=", ">=", "=")))
        left, right = "+".join(names), str(draw(st.integers(0, 27)))
        if not (sign == "=" and len(names) == 1):
            relation = (left, sign, right)
            found.append(Clause("relation", tuple(sorted(set(names))), relation, "".join(relation)))
    if any(one & set(NUMBERS) for one in printed) and draw(st.booleans()):
        found.append(draw(st.sampled_from((Clause("run"), Clause("fixed", text="these nos only")))))
    for label in sorted(labels):
        if draw(st.integers(0, 3)) == 0:
            found.append(Clause("free", (label,)))
    if draw(st.booleans()) and set.union(*printed) & set("UV"):
        found.append(Clause("any-wind", text="any wind"))
    return tuple(draw(st.permutations(found)))


@st.composite
def _domains(draw: st.DrawFn, name: str) -> Clause:
    values = NUMBERS if name in VARIABLES else "NEWS"
    if name in VARIABLES and draw(st.booleans()):
        return draw(
            st.sampled_from(
                (
                    Clause("domain", (name,), tuple("13579"), "odd"),
                    Clause("domain", (name,), tuple("2468"), "even"),
                    Clause("domain", (name,), tuple(NUMBERS), "any"),
                )
            )
        )
    return Clause(
        "domain", (name,), tuple(draw(st.lists(st.sampled_from(values), min_size=1, unique=True)))
    )


@st.composite
def hands(draw: st.DrawFn, section: Section, number: int) -> CardHand:
    """A hand of a section."""
    alternatives = tuple(draw(st.lists(ways(), min_size=1, max_size=2)))
    printed = [{group.symbol for group in way.groups} for way in alternatives]
    labels = {group.label for way in alternatives for group in way.groups} - {"", "*"}
    return CardHand(
        section,
        number,
        draw(st.just("") | NAMES),
        alternatives,
        draw(clauses(printed, labels)),
        draw(st.booleans()),
        draw(st.integers(1, 9999)),
        0,
    )


@st.composite
def cards(draw: st.DrawFn) -> Card:
    """A card of up to three sections, whose lines all have the number 0."""
    named = draw(st.lists(NAMES, max_size=2, unique_by=str.casefold))
    sections = [Section("")] if draw(st.booleans()) or not named else []
    for name in named:
        flags = draw(st.sampled_from(((), ("run",), ("no-bonus",), ("no-bonus", "run"))))
        sections.append(Section(name, flags))
    found = [
        draw(hands(section, number))
        for section in sections
        for number in range(1, draw(st.integers(1, 2)) + 1)
    ]
    directives = draw(st.dictionaries(st.sampled_from(("name", "note")), NAMES))
    return Card(tuple(directives.items()), tuple(found))


@st.composite
def slips(draw: st.DrawFn, lines: list[str]) -> str:
    """A line with some characters or words left out, doubled, swapped or put in."""
    text = draw(st.sampled_from(lines))
    for _ in range(draw(st.integers(1, 4))):
        pieces = text.split(" ") if draw(st.booleans()) else list(text)
        place = draw(st.integers(0, len(pieces) - 1)) if pieces else 0
        other = draw(st.sampled_from(pieces)) if pieces else ""
        put = draw(st.sampled_from((other, *"aXC()!*-:;,=/+ 90", "-or-", "run", "\u202e", "¶")))
        kept = 0 if draw(st.booleans()) else 1
        pieces[place : place + kept] = draw(st.sampled_from(([], [put], [put, put])))
        text = (" " if len(pieces) < len(text) // 2 else "").join(pieces)
    return text
