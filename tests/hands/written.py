"""The special hands of the books written as a club would type them."""

from __future__ import annotations

BRITISH = """@name The guide's own
replaces All Pair Honours: seven pairs (from 19b 19c 19d ESWN RGP)  C limit/2
replaces Knitting: knitted pairs  C limit/2
replaces Triple Knitting: knitted triples  C limit/2
replaces Buried Treasure: four sets and a pair (one suit; no chows; no kongs)  CC limit
replaces The Gates of Heaven: 1112345678999a + one more  C limit
replaces The Wriggling Snake: 1123456789a NEWS  CC limit
replaces The 13 Unique Wonders: 19a 19b 19c NEWS RG0 + one more  C limit
replaces Imperial Jade: four sets and a pair (from 23468b G; no chows)  X limit, exposed limit/2
replaces Heads & Tails: four sets and a pair (from 19b 19c 19d; no chows)  X limit, exposed limit/2
replaces Three Great Scholars: four sets and a pair \
(one suit; no chows; with RRR GGG PPP; from 123456789b 123456789c 123456789d RGP)  \
X limit, exposed limit/2
replaces All Winds and Dragons: four sets and a pair (from ESWN RGP)  X limit, exposed limit/2
replaces Four Blessings Hovering Over the Door: four sets and a pair (with EEE SSS WWW NNN)  \
X limit, exposed limit/2
replaces Fourfold Plenty: four kongs and a pair  X limit, exposed limit/2
"""
"""All nineteen but the five that circumstances make, and Purity, which is three doubles in place of
all others."""

CLASSICAL = """@name The text's own
replaces Thirteen Orphans: 19a 19b 19c NEWS RG0 + one more  C limit
replaces Nine Gates: 1112345678999a + one more  C limit
replaces Buried Treasure: four sets and a pair (no chows)  CC limit
replaces Fourfold Plenty: four kongs and a pair  X limit
replaces Heads and Tails: four sets and a pair (from 19b 19c 19d)  X limit
replaces All Symbols: four sets and a pair (from ESWN RGP)  X limit
replaces Imperial Jade: four sets and a pair (from 23468b G)  X limit
replaces Wriggling Snake: 111a 22a 345a 678a 999a -or- 111a 55a 234a 678a 999a \
-or- 111a 88a 234a 567a 999a (pungs may be kongs)  X limit
replaces Concealed Clear Suit: four sets and a pair \
(one suit; from 123456789b 123456789c 123456789d)  CC limit
replaces Three Great Scholars: four sets and a pair (no chows; with RRR GGG PPP)  X limit
replaces Four Blessings Hovering Over the Door: four sets and a pair (with EEE SSS WWW NNN)  X limit
"""
"""All but those that circumstances make."""

WRITTEN = {"british": BRITISH, "classical": CLASSICAL}


def written_for(ruleset: str, preset: str | None) -> str:
    """Return the hands as this preset plays them."""
    text = WRITTEN[ruleset]
    if preset == "dmjl":
        return text.replace("(no chows; with RRR", "(with RRR")
    if preset == "bmja":
        one_suit = "from 123456789b 123456789c 123456789d RGP"
        return text.replace(f"(one suit; no chows; with RRR GGG PPP; {one_suit})", ANY_SCHOLARS)
    return text


ANY_SCHOLARS = "(no chows; with RRR GGG PPP)"
