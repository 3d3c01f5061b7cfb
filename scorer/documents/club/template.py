"""A club's file to begin with: ``scorer club init`` writes it."""

from __future__ import annotations

from typing import Final

TEMPLATE: Final = """\
# What our club plays. `scorer club check club.toml` tells whether all of it can be used;
# `scorer rules british` lists the presets and options of a ruleset. docs/club.md tells the rest.

[club]
name = "Riverside Mah-jong"
# What pages begin with, until a visitor chooses otherwise: a language (en, fr, zh) and a ruleset.
language = "en"
ruleset = "british"

# A set of house rules under one name. Write as many [[preset]] as the club plays.
[[preset]]
# Small letters, digits, _ and -: addresses, requests and saved games name it so.
id = "riverside"
ruleset = "british"
# Begin with the rules of another preset of this ruleset, and change what follows.
extends = "bmja"
title = "Riverside"
meaning = "What we play on Tuesdays: limit 500 and no chows."
# In force where nobody chooses a preset of this ruleset.
default = true
options = { limit = 500, max_chows = 0 }
# Our own special hands, in a file beside this one.
# special_hands = "riverside-hands.txt"
"""
