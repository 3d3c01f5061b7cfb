"""Answers as plain text, for people at a terminal."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from unicodedata import normalize

from scorer.learn.judging import before_the_last
from scorer.rules import BOOKS
from scorer.settle import WINDS
from scorer.speech import say, say_many

__all__ = [
    "NAMES",
    "below_minimum",
    "card_text",
    "compare_text",
    "explained_text",
    "graded_text",
    "nearest_text",
    "parts",
    "printable",
    "problem_text",
    "rules_text",
    "rulesets_text",
    "score_text",
    "settle_text",
    "share",
    "steps_text",
    "waits_text",
    "what_if_text",
]

Answer = Mapping[str, Any]
NAMES = dict(zip("ESWN", WINDS, strict=True))

PLAIN = str.maketrans(
    {
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("–—−", "-"),
        "×": "x",
        "…": "...",
        "→": "->",
    }
)
"""What stands for a sign where it cannot be written."""
# The other name of a fan, beside the one that can be written.
_CHINESE_WORD = re.compile(r" [\u3400-\u9fff]+(?![^\s\]])")


def printable(text: str, encoding: str) -> str:
    """The text as far as this encoding can hold it: plainer signs for those that it cannot, letters
    without their accents, fan without their Chinese names; ``?`` for anything else.

    >>> printable("12 × 2 “Pure Straight” 清龙", "ascii")
    '12 x 2 "Pure Straight"'
    """
    if _holds(text, encoding):
        return text
    words = _CHINESE_WORD.sub(lambda found: _kept(found[0], encoding, ""), text)
    return "".join(_kept(sign, encoding, _plainer(sign, encoding)) for sign in words)


def _holds(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _kept(text: str, encoding: str, instead: str) -> str:
    return text if _holds(text, encoding) else instead


def _plainer(sign: str, encoding: str) -> str:
    plain = sign.translate(PLAIN)
    if plain == sign:
        plain = "".join(part for part in normalize("NFKD", sign) if _holds(part, encoding))
    return plain if plain and _holds(plain, encoding) else "?"


def score_text(answer: Answer) -> str:
    """A score sheet: the total, each line with its reason, what was set aside, who pays."""
    text = [_total(answer)]
    if answer["limit"]["hand"]:
        text.append(f"{answer['limit']['hand']}")
    text += ["", _sets(answer), ""]
    for line in answer["lines"]:
        shown = f"  {_amount(line):>10}  {_name(line)}  {' '.join(_short(line['tiles']))}"
        text.append(shown.rstrip())
        text.append(f"              {line['why']} ({line['source']})")
    if answer["not_counted"]:
        text += ["", "Not counted:"]
        text += _not_counted(answer["not_counted"])
    text += _payments(answer)
    text += _awards(answer)
    return "\n".join(text)


def _not_counted(entries: Sequence[Answer]) -> list[str]:
    """A line each; a fan that was set aside for the same reason more than once has one line."""
    times: dict[tuple[object, ...], int] = {}
    first: dict[tuple[object, ...], Answer] = {}
    for place, entry in enumerate(entries):
        key = (entry["id"], entry["because"], 0 if entry["kind"] == "fan" else place)
        first.setdefault(key, entry)
        times[key] = times.get(key, 0) + 1
    return [
        f"  {_amount(entry):>10}  {entry['name']}{f' x {times[key]}' if times[key] > 1 else ''}: "
        f"{entry['because']}"
        for key, entry in first.items()
    ]


def parts(sheet: Answer) -> str:
    """What the total is made of where flowers stand beside it: "20 points and 2 flowers"."""
    flowers = sheet["tally"].get("flowers", 0)
    if not flowers:
        return ""
    return say(
        "{points} and {flowers}",
        points=say_many("{number} point", "{number} points", sheet["tally"]["fan"]),
        flowers=say_many("{number} flower", "{number} flowers", flowers),
    )


def below_minimum(sheet: Answer) -> str:
    """Why a winning hand is worth nothing to its player; empty where it reaches the minimum."""
    if sheet["qualifies"]:
        return ""
    minimum = sheet["minimum"]
    worth = next(iter(sheet["tally"].values()))
    flowers = sheet["tally"].get("flowers", 0)
    if not flowers:
        return say(
            "Worth {worth}, and a win needs {minimum}: nothing is paid",
            worth=worth,
            minimum=minimum,
        )
    return say_many(
        "Worth {worth} without its flower, and a win needs {minimum}: nothing is paid",
        "Worth {worth} without its {number} flowers, and a win needs {minimum}: nothing is paid",
        flowers,
        worth=worth,
        minimum=minimum,
    )


def share(points: float) -> str:
    """Table points, which tied players share: "4", "1.5", "0.33"."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def settle_text(answer: Answer) -> str:
    """A settlement: every seat's score, every payment with its reason, how the winds move."""
    text = []
    for seat, sheet in answer["scores"].items():
        if sheet["lines"] or (sheet["qualifies"] and BOOKS[sheet["ruleset"]].losers_score):
            shown = below_minimum(sheet) or parts(sheet) or sheet["formula"]
            text.append(f"{NAMES[seat]:6} {sheet['total']:>6}   ({shown})")
    text += _events(answer)
    text += _payments(answer)
    text += _unpaid(answer)
    text += _awards(answer)
    text += _deductions(answer)
    text += _standing(answer)
    text += [f"Check: {warning['detail']}" for warning in answer["warnings"]]
    moves = answer["next"]
    text += ["", f"Next: the seats {moves['seats']}; {moves['because']}"]
    changed = [f"{old} becomes {new}" for old, new in moves["winds"].items() if old != new]
    text += ["      " + ", ".join(changed)] if changed else []
    counted = BOOKS[answer["ruleset"]].state.values()
    text += [f"      {number.title}: {moves[number.name]}" for number in counted]
    return "\n".join(text)


def waits_text(answer: Answer) -> str:
    """What a hand waits for: each tile, how many are unseen, what it brings claimed and drawn."""
    if not answer["waits"]:
        return "The hand waits for nothing: no one tile completes it."
    text = ["tile  unseen  discard  self-draw"]
    for wait in answer["waits"]:
        claimed, drawn = (_worth(wait[way]) for way in ("discard", "self_draw"))
        text.append(f"{wait['tile']:<4}  {wait['unseen']:>6}  {claimed:>7}  {drawn:>9}")
    if any("*" in line for line in text):
        minimum = answer["minimum"]
        few = "too few points" if minimum is None else f"fewer than {minimum} points"
        text.append(f"* no win: {few} without flowers")
    return "\n".join(text)


def compare_text(answer: Answer) -> str:
    """A hand in several rulesets, one after the other: its total and lines, or why it has none."""
    text = []
    for one in answer["answers"]:
        preset = f", {one['preset']}" if one["preset"] else ""
        text.append(f"{one['ruleset']}{preset}")
        if one["left_out"]:
            text.append(f"  without {', '.join(one['left_out'])}, which it does not know")
        told = score_text(one["answer"]).split("\n") if "answer" in one else []
        told += [f"{error['pointer']}: {error['detail']}" for error in one.get("errors", ())]
        text += [f"  {line}".rstrip() for line in told]
        text.append("")
    return "\n".join(text).rstrip()


def _nearby(near: Answer) -> str:
    """A hand that is near, in three lines at most."""
    total = "" if near["total"] is None else f"  ({near['total']})"
    sets = "  ".join("[" + " ".join(tiles) + "]" for tiles in near["sets"])
    lines = [f"{near['short']:>2} short  {near['name']}{total}", sets, near["because"]]
    return "\n          ".join(lines)


def nearest_text(answer: Answer) -> str:
    """The nearest hands: how many tiles each wants, which, and what has no place."""
    if not answer["nearest"]:
        return "No hand can be made of these tiles and what is laid out."
    if "hands" not in answer:
        return "\n".join(map(_nearby, answer["nearest"]))
    text = []
    for hand in answer["hands"]:
        mark = "C" if hand["concealed"] else "X"
        text.append(f"{hand['distance']:>2} short  {mark} {hand['value']:<3} {hand['title']}")
        text.append(f"          {hand['printed']}")
        text.append("          " + " ".join(map(_group, hand["groups"])))
        for name in ("missing", "spare"):
            if hand[name]:
                text.append(f"          {name}: {' '.join(hand[name])}")
    return "\n".join(text)


def explained_text(answer: Answer) -> str:
    """Whether a rule counts, and why."""
    head = f"{answer['name']}: {'counted' if answer['counted'] else 'not counted'}"
    lines = [
        f"  {line['amount']:>4} {line['kind']}  {' '.join(line['tiles'])}"
        for line in answer["lines"]
    ]
    return "\n".join([head, f"  {answer['because']}", *(line.rstrip() for line in lines)])


def steps_text(answer: Answer) -> str:
    """What is counted in turn, each step with its lines."""
    text = []
    for step in answer["steps"]:
        text.append(f"{step['amount']:>6}  {step['title']}")
        for line in step["lines"]:
            times = f" x {line['count']}" if line["count"] > 1 else ""
            text.append(f"        {line['amount']:>4}{times}  {line['name']}")
        for one in step["payments"]:
            text.append(f"        {one['from']} to {one['to']} {one['amount']}: {one['because']}")
    return "\n".join(text)


def graded_text(answer: Answer) -> str:
    """Each part that was given, right or wrong, and why."""
    text = [f"{answer['right']} of {len(answer['parts'])} right"]
    for part in answer["parts"]:
        mark = "right" if part["right"] else "wrong"
        text.append(f"  {part['part']}: {mark}; it is {_plain_answer(part['answer'])}")
        text.append(f"    {part['because']}")
    return "\n".join(text)


def _plain_answer(told: object) -> str:
    if isinstance(told, dict):
        return ", ".join(f"{name} {value}" for name, value in told.items())
    if isinstance(told, list):
        return " ".join(map(str, told))
    return {True: "yes", False: "no"}[told] if isinstance(told, bool) else str(told)


def what_if_text(answer: Answer) -> str:
    """What each change would bring, and each discard."""
    text = [] if answer["total"] is None else [f"{answer['total']:>6}  as it is"]
    for one in answer["changes"]:
        gained = [f"+{id}" for id in one["gained"]] + [f"-{id}" for id in one["lost"]]
        text.append(f"{one['total']:>6}  {one['change']}   {' '.join(gained)}".rstrip())
    for one in answer["discards"]:
        waits = ", ".join(f"{wait['tile']} ({wait['unseen']})" for wait in one["waits"])
        text.append(f"{one['most']:>6}  discard {one['tile']}: waits for {waits}")
    return "\n".join(text) or "No discard leaves the hand waiting."


def problem_text(answer: Answer, shown: bool) -> str:
    """What is shown of a problem, what is asked, and the answer if it is to be ``shown``."""
    document = answer["document"]
    text = [f"Problem {answer['id']}"]
    players = document.get("players") or {document["seat"]: document}
    if "winning_tile" in answer["ask"]:
        players = {document["seat"]: {**document, "hand": before_the_last(document)}}
    for seat, player in players.items():
        text += [f"  {seat}  {line}".rstrip() for line in _held_in_words(player)]
    if document.get("seats"):
        text.append(f"  at the table: {', '.join(document['seats'])}")
    if document.get("prevailing"):
        text.append(f"  the wind of the round is {document['prevailing']}")
    text += [f"  {name}: {value}" for name, value in (document.get("options") or {}).items()]
    text.append(f"Asked: {', '.join(answer['ask'])}")
    if shown:
        told = answer["answer"]
        text += ["", settle_text(told) if "scores" in told else score_text(told)]
    return "\n".join(text)


def _held_in_words(player: Answer) -> Iterator[str]:
    """The tiles of a player, and how they won."""
    hand, win = player.get("hand"), player.get("win")
    if hand is None:
        yield "did not win"
        return
    melds = [
        f"({meld['tiles']})" if meld.get("concealed") else f"[{meld['tiles']}]"
        for meld in hand.get("melds") or ()
    ]
    yield "  ".join([hand["concealed"], *melds, hand.get("bonus") or ""]).rstrip()
    if win is not None:
        told = [f"won by {win['by']}"]
        told += [f"from {win['from']}"] if win.get("from") else []
        told += [f"on {hand['winning_tile']}"] if hand.get("winning_tile") else []
        yield ", ".join([*told, *(win.get("with") or ())])


def card_text(answer: Answer) -> str:
    """A card: every hand as it is printed, in words, and with a sample of its tiles."""
    hands = answer["hands"]
    year = f" {answer['year']}" if answer["year"] else ""
    ways = sum(hand["ways"] for hand in hands)
    text = [
        f"{answer['name']}{year}: {_many(len(hands), 'hand')}, {_many(ways, 'way')} to make them"
    ]
    section = None
    for hand in hands:
        if hand["section"] != section:
            section = hand["section"]
            text += ["", section or "(no section)"]
        text.append(f"  {hand['printed']}   [line {hand['line']}]")
        text.append(f"      {hand['words']}")
        text.append("      as in " + " ".join(map(_group, hand["sample"])))
    text += [f"Check line {hint['line']}: {hint['detail']}" for hint in answer["hints"]]
    return "\n".join(text)


def _group(tiles: Sequence[str]) -> str:
    """A group as it is typed: 2222b, FFF, 888bJ."""
    typed = ""
    for tile in tiles:
        suited = len(tile) == 2 and typed[-1:] == tile[1]
        typed = typed[:-1] + tile if suited else typed + tile
    return typed


def _worth(worth: Answer | None) -> str:
    if worth is None:
        return "no"
    return f"{worth['total']}{'' if worth['qualifies'] else '*'}"


def rulesets_text(answers: Sequence[Answer]) -> str:
    """The rulesets, a line each."""
    return "\n".join(
        f"{answer['id']:<10} {answer['name']}: {answer['summary']}" for answer in answers
    )


def rules_text(answer: Answer) -> str:
    """One ruleset: its rules in order, its options and presets."""
    text = [answer["name"], answer["summary"], ""]
    names = {rule["id"]: rule["name"] for rule in answer["rules"]}
    for rule in answer["rules"]:
        number = f" (fan {rule['number']})" if "number" in rule else ""
        named = f"{_name(rule)} [{rule['id']}]: {rule['meaning']}{_only_with(rule)}"
        text.append(f"{_amount(rule):>10}  {named}{number}")
        otherwise = _otherwise(rule)
        if otherwise:
            text.append(f"{'':12}{otherwise}")
        if rule["excludes"]:
            aside = ", ".join(names[id] for id in dict.fromkeys(rule["excludes"]))
            text.append(f"{'':12}sets aside: {aside}")
    text += ["", "Options:"]
    for option in answer["options"]:
        text.append(f"  {option['name']} (default {option['default']}): {option['meaning']}")
    if answer["presets"]:
        text += ["", "Presets:"]
        text += [
            f"  {preset['name']}: {preset['title']}, {preset['meaning']}"
            for preset in answer["presets"]
        ]
    text += ["", "Circumstances:"]
    for entry in answer["circumstances"]:
        text.append(f"  {entry['id']}: {entry['meaning']}{_only_with(entry)}")
    if answer["state"]:
        text += ["", "numbers of the game"]
    for number in answer["state"]:
        bounds = f"{number['minimum']} to {number['maximum']}"
        text.append(f"  {number['name']} ({bounds}): {number['meaning']}")
    text += ["", "Events:"]
    for entry in answer["events"]:
        text.append(f"  {entry['event']}: {entry['meaning']}{_only_with(entry)}")
    text += ["", "Sources:"]
    text += [f"  {_source(source)}" for source in answer["sources"]]
    return "\n".join(text)


def _only_with(entry: Answer) -> str:
    """The option under which alone there is such a rule, circumstance or event."""
    if "option" not in entry:
        return ""
    name, value = entry["option"]["name"], entry["option"]["value"]
    return f" (only with {name}={json.dumps(value)})"


def _otherwise(rule: Answer) -> str:
    """What a special hand is worth exposed, and to a player who fishes for it."""
    worths = [f"exposed {rule['exposed']}"] if "exposed" in rule else []
    if "fishing" in rule:
        worths.append(f"fishing {rule['fishing']}")
    if "fishing_exposed" in rule:
        worths.append(f"fishing with an exposed set {rule['fishing_exposed']}")
    return ", ".join(worths)


def _source(source: Answer) -> str:
    year = f", {source['year']}" if source["year"] else ""
    return f"{source['title']}, {source['author']}{year} ({source['place']})"


def _amount(line: Answer) -> str:
    if line["kind"] == "points":
        return f"{line['amount']} points"
    if line["kind"] == "double":
        return f"{line['amount']} double" + ("s" if line["amount"] > 1 else "")
    if line["kind"] == "fan":
        return str(line["amount"])
    return line["kind"] if line["amount"] is None else f"{line['kind']} {line['amount']}"


def _name(line: Answer) -> str:
    """The name; that of a fan with the Chinese one beside it, by which its players know it too."""
    names = line.get("names", {}) if line["kind"] == "fan" else {}
    return " ".join([line["name"], *names.values()])


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _total(answer: Answer) -> str:
    """The first line: the total and its sum; why it is none, where it is none."""
    total = f"{answer['total']} {answer['unit']}"
    if BOOKS[answer["ruleset"]].multiplies:
        return f"{total}   ({answer['formula']})"
    if not answer["lines"]:
        return f"{total}   (only a hand that won scores)"
    formula = answer["formula"]
    made = parts(answer) or (formula if formula != str(answer["total"]) else "")
    text = f"{total}   ({made})" if made else total
    short = below_minimum(answer)
    return f"{text}\n{short}" if short else text


def _short(tiles: Sequence[str]) -> Sequence[str]:
    return tiles if len(tiles) <= 5 else ()


def _sets(answer: Answer) -> str:
    shown = []
    # Four alike that nobody could declare are no concealed kong.
    declares = BOOKS[answer["ruleset"]].conceals_sets
    for part in answer["arrangement"]:
        tiles = " ".join(part["tiles"])
        if declares and part["concealed"] and part["kind"] == "kong":
            tiles = f"({tiles})"
        shown.append(f"[{tiles}]{'*' if part['winning'] else ''}")
    return "  ".join(shown)


def _payments(answer: Answer) -> list[str]:
    if not answer["payments"]:
        return []
    text = ["", "Payments:"]
    for payment in answer["payments"]:
        text.append(
            f"  {NAMES[payment['from']]} pays {NAMES[payment['to']]} {payment['amount']}"
            f" ({payment['because']})"
        )
    balances = ", ".join(f"{NAMES[seat]} {net:+d}" for seat, net in answer["net"].items())
    return [*text, f"  Balance: {balances}"]


def _events(answer: Answer) -> list[str]:
    return [
        f"{NAMES[event['by']]}, {event['event'].replace('_', ' ')}: {event['detail']}"
        for event in answer["events"]
    ]


def _unpaid(answer: Answer) -> list[str]:
    """What nobody can pay, where there is no debt."""
    return [
        f"Unpaid: {NAMES[debt['from']]} owes {NAMES[debt['to']]} {debt['amount']} "
        f"({debt['because']})"
        for debt in answer.get("unpaid", ())
    ]


def _awards(answer: Answer) -> list[str]:
    """Points that are given and not paid."""
    if "awards" not in answer:
        return []
    given = ", ".join(f"{NAMES[seat]} {points:+d}" for seat, points in answer["awards"].items())
    return ["", f"Points: {given}"]


def _deductions(answer: Answer) -> list[str]:
    return [
        f"{NAMES[taken['seat']]} loses {taken['amount']} of their own score ({taken['because']})"
        for taken in answer["deductions"]
    ]


def _standing(answer: Answer) -> list[str]:
    """The session's scores after the hand, with the table points where there are any."""
    if "standing" not in answer:
        return []
    text = ["", "Scores after this hand:"]
    for seat, score in answer["standing"].items():
        line = f"  {NAMES[seat]:6} {score:>7}"
        if "table_points" in answer:
            line += f"   table points {share(answer['table_points'][seat])}"
        text.append(line)
    return text
