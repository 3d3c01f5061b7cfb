"""The texts that the rulebooks are taken from, as people name them."""

from __future__ import annotations

from scorer.rulebook.book import Source

REDUX = Source(
    "002",
    "Classical Chinese Mahjong Rules (Redux)",
    "Classical Chinese Mahjong Rules (Redux)",
    "after A. D. Millington, The Complete Book of Mah-Jongg",
    2013,
    "blogspot.com, 27 May 2013",
)
U3A_GUIDE = Source(
    "003",
    "A u3a Beginners Guide to Mahjong",
    "A u3a Beginners Guide to Mahjong",
    "u3a, after the British Mah-Jong Association",
    None,
    "u3a",
)
DMJL = Source(
    "dmjl",
    "German Mah Jongg League",
    "Classical Chinese as the German Mah Jongg League plays it",
    "Deutsche Mah Jongg Liga e.V.",
    2005,
    "as Kajongg’s ruleset “Classical Chinese DMJL” has it",
)
BUZZARD_2000 = Source(
    "buzzard-2000",
    "Mah-Jongg: the Game and How To Play It",
    "Mah-Jongg: the Game and How To Play It",
    "Jonathan Buzzard",
    2000,
    "30 March 2000, 13 pages",
)
WMO_2006 = Source(
    "wmo-2006",
    "Mahjong Competition Rules (WMO 2006)",
    "Mahjong Competition Rules",
    "World Mahjong Organization",
    2006,
    "the book of the 81 fan",
)
ERRATA = Source(
    "000",
    "The Red Dragon & The West Wind (errata)",
    "The Red Dragon & The West Wind: errata",
    "Tom Sloper",
    2019,
    "sloperama.com, 25 October 2019",
)
FAQ_19 = Source(
    "001",
    "Sloperama FAQ 19",
    "FAQ 19: American Mah-Jongg FAQs",
    "Tom Sloper",
    2024,
    "sloperama.com",
)
WRC_2025 = Source(
    "wrc-2025",
    "World Riichi Championship rules 2025",
    "World Riichi Championship rules",
    "World Riichi Championship",
    2025,
    "version of 26 May 2025",
)
EMA_2025 = Source(
    "ema-2025",
    "EMA Riichi rules 2025",
    "Riichi rules for Japanese mahjong",
    "European Mahjong Association",
    2025,
    "in force since 1 January 2026",
)
TENHOU = Source("tenhou", "Tenhou’s manual", "Tenhou: manual", "Tenhou", None, "tenhou.net")
SOUL = Source(
    "mahjong-soul",
    "Mahjong Soul’s published rules",
    "Mahjong Soul: rules",
    "Yostar",
    None,
    "mahjongsoul",
)
MLEAGUE = Source(
    "mleague",
    "M.League’s official rules",
    "M.League: official rules",
    "M.League",
    None,
    "m-league.jp",
)
HONG_KONG = Source(
    "hongkong",
    "Hong Kong Old Style",
    "Hong Kong Old Style",
    "as tables in Hong Kong play it",
    None,
    "no official book",
)
ZUNG_JUNG = Source(
    "zungjung",
    "Zung Jung",
    "Zung Jung Mahjong scoring system, version 3.3",
    "Alan Kwan",
    None,
    "zj-mahjong.info",
)
TAIWANESE = Source(
    "taiwanese",
    "Taiwanese sixteen tiles",
    "Taiwanese mahjong of sixteen tiles",
    "as tables in Taiwan and western programs play it",
    None,
    "after the list of the Taiwan mahjong association, 2009",
)
