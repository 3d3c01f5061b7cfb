"""Answers as plain text for a terminal."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any
from unicodedata import normalize

from scorer.documents.text.terminal_style import bold, coloured_amount, faint, tile_pictures
from scorer.languages.speech import capital, say, say_many
from scorer.rules import BOOKS
from scorer.types.terms import SEAT_NAMES

AnswerDocument = Mapping[str, Any]
SEAT_NAME_BY_LETTER = dict(zip("ESWN", SEAT_NAMES, strict=True))

TYPOGRAPHY_TO_ASCII = str.maketrans(
    {
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("–—−", "-"),
        "×": "x",
        "…": "...",
        "→": "->",
    }
)
"""The replacement of a character that the encoding lacks."""
# The Chinese name of a fan after the English one.
_CHINESE_WORD_PATTERN = re.compile(r" [\u3400-\u9fff]+(?![^\s\]])")


def printable(text: str, encoding: str) -> str:
    """Return the text with replacements for the characters that an encoding lacks.

    Punctuation becomes ASCII, letters lose their accents, fans their Chinese names; anything else
    becomes ``?``.

    >>> printable("12 × 2 “Pure Straight” 清龙", "ascii")
    '12 x 2 "Pure Straight"'
    """
    if _can_encode(text, encoding):
        return text
    words = _CHINESE_WORD_PATTERN.sub(lambda match: _or_replacement(match[0], encoding, ""), text)
    return "".join(
        _or_replacement(character, encoding, _closest_encodable(character, encoding))
        for character in words
    )


def _can_encode(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _or_replacement(text: str, encoding: str, instead: str) -> str:
    return text if _can_encode(text, encoding) else instead


def _closest_encodable(character: str, encoding: str) -> str:
    plain = character.translate(TYPOGRAPHY_TO_ASCII)
    if plain == character:
        plain = "".join(
            part for part in normalize("NFKD", character) if _can_encode(part, encoding)
        )
    return plain if plain and _can_encode(plain, encoding) else "?"


def score_text(answer: AnswerDocument) -> str:
    """Return a score sheet: the total, each line with its reason, what was set aside, who pays."""
    text = [bold(_total_line(answer))]
    if answer["limit"]["hand"]:
        text.append(bold(str(answer["limit"]["hand"])))
    text += ["", _sets_text(answer), ""]
    for line in answer["lines"]:
        row = f"{_line_name(line)}  {' '.join(_tiles_if_few(line['tiles']))}"
        text.append(f"  {coloured_amount(f'{_amount_text(line):>10}')}  {row}".rstrip())
        text.append(faint(f"              {line['why']} ({line['source']})"))
    if answer["not_counted"]:
        text += ["", bold("Not counted:")]
        text += map(faint, _not_counted_lines(answer["not_counted"]))
    text += _payment_lines(answer)
    text += _award_lines(answer)
    text += _chip_lines(answer)
    return "\n".join(text)


def _not_counted_lines(entries: Sequence[AnswerDocument]) -> list[str]:
    """Return a line for each entry; equal fans set aside for the same reason share a line."""
    times: dict[tuple[object, ...], int] = {}
    first: dict[tuple[object, ...], AnswerDocument] = {}
    for place, entry in enumerate(entries):
        key = (entry["id"], entry["because"], 0 if entry["kind"] == "fan" else place)
        first.setdefault(key, entry)
        times[key] = times.get(key, 0) + 1
    return [
        f"  {_amount_text(entry):>10}  {entry['name']}"
        f"{f' x {times[key]}' if times[key] > 1 else ''}: {entry['because']}"
        for key, entry in first.items()
    ]


def total_in_parts(sheet: AnswerDocument) -> str:
    """Return the parts of a total with flowers, as "20 points and 2 flowers"; else ""."""
    flowers = sheet["tally"].get("flowers", 0)
    if not flowers:
        return ""
    return say(
        "{points} and {flowers}",
        points=say_many("{number} point", "{number} points", sheet["tally"]["fan"]),
        flowers=say_many("{number} flower", "{number} flowers", flowers),
    )


def below_minimum_text(sheet: AnswerDocument) -> str:
    """Return why a winning hand scores nothing; "" if it reaches the minimum."""
    if sheet["qualifies"]:
        return ""
    return capital(BOOKS[sheet["ruleset"]].why_below_minimum(sheet["tally"], sheet["minimum"] or 0))


def reached_minimum_text(sheet: AnswerDocument) -> str:
    """Return how a winning hand reaches the minimum; "" if its ruleset has none."""
    minimum = sheet["minimum"]
    return capital(BOOKS[sheet["ruleset"]].minimum_reached_text(minimum)) if minimum else ""


def table_points_text(points: float) -> str:
    """Return table points, which tied players share, as text: "4", "1.5", "0.33"."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def settle_text(answer: AnswerDocument) -> str:
    """Return a settlement: the scores, the payments with reasons, how the winds move."""
    text = []
    for seat, sheet in answer["scores"].items():
        if sheet["lines"] or (sheet["qualifies"] and BOOKS[sheet["ruleset"]].payments.losers_score):
            reason = below_minimum_text(sheet) or total_in_parts(sheet) or sheet["formula"]
            text.append(f"{SEAT_NAME_BY_LETTER[seat]:6} {sheet['total']:>6}   ({reason})")
    text += _event_lines(answer)
    text += _payment_lines(answer)
    text += _debt_lines(answer)
    text += _award_lines(answer)
    text += _chip_lines(answer)
    text += _deduction_lines(answer)
    text += _session_score_lines(answer)
    text += [f"Check: {warning['detail']}" for warning in answer["warnings"]]
    moves = answer["next"]
    text += ["", f"Next: the seats {moves['seats']}; {moves['because']}"]
    changed = [f"{old} becomes {new}" for old, new in moves["winds"].items() if old != new]
    text += ["      " + ", ".join(changed)] if changed else []
    counted = BOOKS[answer["ruleset"]].counters.values()
    text += [f"      {number.title}: {moves[number.name]}" for number in counted]
    return "\n".join(text)


def waits_text(answer: AnswerDocument) -> str:
    """Return the waits of a hand: each tile, how many are unseen, its worth claimed and drawn."""
    if not answer["waits"]:
        return "The hand waits for nothing: no one tile completes it."
    text = [bold("tile  unseen  discard  self-draw")]
    for wait in answer["waits"]:
        claimed, drawn = (_worth_text(wait[way]) for way in ("discard", "self_draw"))
        row = f"{wait['tile']:<4}  {wait['unseen']:>6}  {claimed:>7}  {drawn:>9}"
        text.append(f"{row}   {tile_pictures([wait['tile']])}".rstrip())
    if any("*" in line for line in text):
        minimum = answer["minimum"]
        shortfall = "too few points" if minimum is None else f"fewer than {minimum} points"
        text.append(f"* no win: {shortfall} without flowers")
    return "\n".join(text)


def compare_text(answer: AnswerDocument) -> str:
    """Return a hand under several rulesets: the total and lines, or the problems, of each."""
    text = []
    for result in answer["answers"]:
        preset = f", {result['preset']}" if result["preset"] else ""
        text.append(f"{result['ruleset']}{preset}")
        if result["left_out"]:
            text.append(f"  without {', '.join(result['left_out'])}, which it does not know")
        lines = score_text(result["answer"]).split("\n") if "answer" in result else []
        lines += [f"{error['pointer']}: {error['detail']}" for error in result.get("errors", ())]
        text += [f"  {line}".rstrip() for line in lines]
        text.append("")
    return "\n".join(text).rstrip()


def _near_hand_lines(near: AnswerDocument) -> str:
    """Return a hand that is near, in three lines at most."""
    total = "" if near["total"] is None else f"  ({near['total']})"
    sets = "  ".join("[" + " ".join(tiles) + "]" for tiles in near["sets"])
    lines = [f"{near['short']:>2} short  {near['name']}{total}", sets, near["because"]]
    return "\n          ".join(lines)


def nearest_text(answer: AnswerDocument) -> str:
    """Return the nearest hands: the missing tiles of each, and the spare ones."""
    if not answer["nearest"]:
        return "No hand can be made of these tiles and what is laid out."
    if "hands" not in answer:
        return "\n".join(map(_near_hand_lines, answer["nearest"]))
    text = []
    for hand in answer["hands"]:
        mark = "C" if hand["concealed"] else "X"
        text.append(f"{hand['distance']:>2} short  {mark} {hand['value']:<3} {hand['title']}")
        text.append(f"          {hand['printed']}")
        text.append("          " + " ".join(map(_group_text, hand["groups"])))
        for name in ("missing", "spare"):
            if hand[name]:
                text.append(f"          {name}: {' '.join(hand[name])}")
    return "\n".join(text)


def explained_text(answer: AnswerDocument) -> str:
    """Return whether a rule counts, and why."""
    head = f"{answer['name']}: {'counted' if answer['counted'] else 'not counted'}"
    lines = [
        f"  {line['amount']:>4} {line['kind']}  {' '.join(line['tiles'])}"
        for line in answer["lines"]
    ]
    return "\n".join([head, f"  {answer['because']}", *(line.rstrip() for line in lines)])


def steps_text(answer: AnswerDocument) -> str:
    """Return the steps of counting, each with its lines."""
    text = []
    for step in answer["steps"]:
        text.append(f"{step['amount']:>6}  {step['title']}")
        for line in step["lines"]:
            times = f" x {line['count']}" if line["count"] > 1 else ""
            text.append(f"        {line['amount']:>4}{times}  {line['name']}")
        for paid in step["payments"]:
            text.append(
                f"        {paid['from']} to {paid['to']} {paid['amount']}: {paid['because']}"
            )
    return "\n".join(text)


def graded_text(answer: AnswerDocument) -> str:
    """Return each part of a learner's answer, right or wrong, and why."""
    text = [f"{answer['right']} of {len(answer['parts'])} right"]
    for part in answer["parts"]:
        mark = "right" if part["right"] else "wrong"
        text.append(f"  {part['part']}: {mark}; it is {_response_text(part['answer'])}")
        text.append(f"    {part['because']}")
    return "\n".join(text)


def _response_text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {part}" for name, part in value.items())
    if isinstance(value, list):
        return " ".join(map(str, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def what_if_text(answer: AnswerDocument) -> str:
    """Return the total of each change, and each discard with its waits."""
    text = [] if answer["total"] is None else [f"{answer['total']:>6}  as it is"]
    for change in answer["changes"]:
        gained = [f"+{id}" for id in change["gained"]] + [f"-{id}" for id in change["lost"]]
        text.append(f"{change['total']:>6}  {change['change']}   {' '.join(gained)}".rstrip())
    for discard in answer["discards"]:
        waits = ", ".join(f"{wait['tile']} ({wait['unseen']})" for wait in discard["waits"])
        text.append(f"{discard['most']:>6}  discard {discard['tile']}: waits for {waits}")
    return "\n".join(text) or "No discard leaves the hand waiting."


def card_text(answer: AnswerDocument) -> str:
    """Return a card: every hand as it is printed, in words, and with a sample of its tiles."""
    hands = answer["hands"]
    year = f" {answer['year']}" if answer["year"] else ""
    ways = sum(hand["ways"] for hand in hands)
    made = f"{_counted_noun(len(hands), 'hand')}, {_counted_noun(ways, 'way')} to make them"
    text = [f"{answer['name']}{year}: {made}"]
    section = None
    for hand in hands:
        if hand["section"] != section:
            section = hand["section"]
            text += ["", section or "(no section)"]
        text.append(f"  {hand['printed']}   [line {hand['line']}]")
        text.append(f"      {hand['words']}")
        text.append("      as in " + " ".join(map(_group_text, hand["sample"])))
    text += [f"Check line {hint['line']}: {hint['detail']}" for hint in answer["hints"]]
    return "\n".join(text)


def own_hands_text(answer: AnswerDocument) -> str:
    """Return a club's special hands: each in words, with an example and its value."""
    hands = answer["hands"]
    text = [f"{answer['name'] or 'Special hands'}: {_counted_noun(len(hands), 'hand')}"]
    section = ""
    for hand in hands:
        if hand["section"] != section:
            section = hand["section"]
            text += ["", section]
        ways = "" if hand["variants"] is None else f", {_counted_noun(hand['variants'], 'way')}"
        worth = f"{hand['way']} {hand['value']}"
        worth += "".join(f", {name} {hand[name]}" for name in ("exposed", "fishing") if hand[name])
        text.append(f"  {hand['name']}: {worth}   [line {hand['line']}{ways}]")
        text.append(f"      {hand['words']}")
        text.append("      as in " + " ".join(map(_group_text, hand["example"])))
        if hand["replaces"]:
            text.append(f"      in place of {hand['replaces']}")
    text += [f"Without {name}" for name in answer["without"]]
    return "\n".join(text)


def _group_text(tiles: Sequence[str]) -> str:
    """Return a group as it is typed: 2222b, FFF, 888bJ."""
    typed = ""
    for tile in tiles:
        suited = len(tile) == 2 and typed[-1:] == tile[1]
        typed = typed[:-1] + tile if suited else typed + tile
    return typed


def _worth_text(worth: AnswerDocument | None) -> str:
    if worth is None:
        return "no"
    return f"{worth['total']}{'' if worth['qualifies'] else '*'}"


def rulesets_text(answers: Sequence[AnswerDocument]) -> str:
    """Return the rulesets, a line each."""
    return "\n".join(
        f"{answer['id']:<10} {answer['name']}: {answer['summary']}" for answer in answers
    )


def rules_text(answer: AnswerDocument) -> str:
    """Return a ruleset: its rules in order, its options and presets."""
    text = [bold(answer["name"]), answer["summary"], ""]
    names = {rule["id"]: rule["name"] for rule in answer["rules"]}
    for rule in answer["rules"]:
        number = f" ({_number_text(rule)})" if "number" in rule else ""
        named = f"{_line_name(rule)} [{rule['id']}]: {rule['meaning']}{_needed_option_text(rule)}"
        text.append(f"{coloured_amount(f'{_amount_text(rule):>10}')}  {named}{number}")
        otherwise = _other_values_text(rule)
        if otherwise:
            text.append(f"{'':12}{otherwise}")
        if rule["excludes"]:
            aside = ", ".join(names[id] for id in dict.fromkeys(rule["excludes"]))
            text.append(f"{'':12}sets aside: {aside}")
    text += ["", bold("Options:")]
    for option in answer["options"]:
        text.append(f"  {option['name']} (default {option['default']}): {option['meaning']}")
    if answer["presets"]:
        text += ["", bold("Presets:")]
        text += [
            f"  {preset['name']}: {preset['title']}, {preset['meaning']}"
            for preset in answer["presets"]
        ]
    text += ["", bold("Circumstances:")]
    for entry in answer["circumstances"]:
        text.append(f"  {entry['id']}: {entry['meaning']}{_needed_option_text(entry)}")
    if answer["state"]:
        text += ["", "numbers of the game"]
    for number in answer["state"]:
        bounds = f"{number['minimum']} to {number['maximum']}"
        text.append(f"  {number['name']} ({bounds}): {number['meaning']}")
    text += ["", bold("Events:")]
    for entry in answer["events"]:
        text.append(f"  {entry['event']}: {entry['meaning']}{_needed_option_text(entry)}")
    text += ["", bold("Sources:")]
    text += [f"  {_source_text(source)}" for source in answer["sources"]]
    return "\n".join(text)


def _needed_option_text(entry: AnswerDocument) -> str:
    """Return the option that a rule, circumstance or event needs."""
    if "option" not in entry:
        return ""
    name, value = entry["option"]["name"], entry["option"]["value"]
    return f" (only with {name}={json.dumps(value)})"


def _other_values_text(rule: AnswerDocument) -> str:
    """Return what a special hand is worth exposed, and to a player who fishes for it."""
    worths = [f"exposed {rule['exposed']}"] if "exposed" in rule else []
    if "fishing" in rule:
        worths.append(f"fishing {rule['fishing']}")
    if "fishing_exposed" in rule:
        worths.append(f"fishing with an exposed set {rule['fishing_exposed']}")
    return ", ".join(worths)


def _source_text(source: AnswerDocument) -> str:
    year = f", {source['year']}" if source["year"] else ""
    return f"{source['title']}, {source['author']}{year} ({source['place']})"


def _amount_text(line: AnswerDocument) -> str:
    if line["kind"] == "points":
        return f"{line['amount']} points"
    if line["kind"] == "double":
        return f"{line['amount']} double" + ("s" if line["amount"] > 1 else "")
    if line["kind"] == "fan":
        return str(line["amount"])
    return line["kind"] if line["amount"] is None else f"{line['kind']} {line['amount']}"


def _number_text(rule: AnswerDocument) -> str:
    """Return the number of a rule: "fan 12", or "5.1.2" where it has several parts."""
    number = rule["number"]
    return number if isinstance(number, str) else f"fan {number}"


def _line_name(line: AnswerDocument) -> str:
    """Return the name of a line; of a fan or numbered pattern with its Chinese name."""
    names = line.get("names", {}) if line["kind"] == "fan" or "number" in line else {}
    return " ".join([line["name"], *names.values()])


def _counted_noun(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _total_line(answer: AnswerDocument) -> str:
    """Return the first line: the total and its formula, or why there is no score."""
    total = f"{answer['total']} {answer['unit']}"
    if BOOKS[answer["ruleset"]].presentation.multiplies:
        return f"{total}   ({answer['formula']})"
    if not answer["lines"]:
        return f"{total}   (only a hand that won scores)"
    formula = answer["formula"]
    made = total_in_parts(answer) or (formula if formula != str(answer["total"]) else "")
    text = f"{total}   ({made})" if made else total
    short = below_minimum_text(answer)
    return f"{text}\n{short}" if short else text


def _tiles_if_few(tiles: Sequence[str]) -> Sequence[str]:
    return tiles if len(tiles) <= 5 else ()


def _sets_text(answer: AnswerDocument) -> str:
    sets = []
    # Brackets mark concealed kongs only if the ruleset declares them.
    declares = BOOKS[answer["ruleset"]].tiles.conceals_sets
    for part in answer["arrangement"]:
        tiles = " ".join(part["tiles"])
        if declares and part["concealed"] and part["kind"] == "kong":
            tiles = f"({tiles})"
        sets.append(f"{tile_pictures(part['tiles'])}[{tiles}]{'*' if part['winning'] else ''}")
    return "  ".join(sets)


def _payment_lines(answer: AnswerDocument) -> list[str]:
    if not answer["payments"]:
        return []
    text = ["", bold("Payments:")]
    for payment in answer["payments"]:
        payer, payee = SEAT_NAME_BY_LETTER[payment["from"]], SEAT_NAME_BY_LETTER[payment["to"]]
        text.append(f"  {payer} pays {payee} {payment['amount']} ({payment['because']})")
    balances = ", ".join(
        f"{SEAT_NAME_BY_LETTER[seat]} {net:+d}" for seat, net in answer["net"].items()
    )
    return [*text, bold(f"  Balance: {balances}")]


def _event_lines(answer: AnswerDocument) -> list[str]:
    return [
        f"{SEAT_NAME_BY_LETTER[event['by']]}, {event['event'].replace('_', ' ')}: {event['detail']}"
        for event in answer["events"]
    ]


def _debt_lines(answer: AnswerDocument) -> list[str]:
    """Return the payments that could not be made, without debt."""
    return [
        f"Unpaid: {SEAT_NAME_BY_LETTER[debt['from']]} owes {SEAT_NAME_BY_LETTER[debt['to']]} "
        f"{debt['amount']} ({debt['because']})"
        for debt in answer.get("unpaid", ())
    ]


def _award_lines(answer: AnswerDocument) -> list[str]:
    """Return the points that nobody pays."""
    if "awards" not in answer:
        return []
    awards = ", ".join(
        f"{SEAT_NAME_BY_LETTER[seat]} {points:+d}" for seat, points in answer["awards"].items()
    )
    return ["", f"Points: {awards}"]


def _chip_lines(answer: AnswerDocument) -> list[str]:
    """Return what is paid in chips that are counted apart until the end."""
    text = []
    for paid in answer.get("chip_payments", ()):
        chips = say_many("{number} chip", "{number} chips", paid["amount"])
        payer, payee = SEAT_NAME_BY_LETTER[paid["from"]], SEAT_NAME_BY_LETTER[paid["to"]]
        text.append(f"{payer} pays {payee} {chips} ({paid['because']})")
    return text


def _deduction_lines(answer: AnswerDocument) -> list[str]:
    return [
        f"{SEAT_NAME_BY_LETTER[taken['seat']]} loses {taken['amount']} of their own score "
        f"({taken['because']})"
        for taken in answer["deductions"]
    ]


def _session_score_lines(answer: AnswerDocument) -> list[str]:
    """Return the session's scores after the hand, with the table points where there are any."""
    if "standing" not in answer:
        return []
    text = ["", "Scores after this hand:"]
    for seat, score in answer["standing"].items():
        line = f"  {SEAT_NAME_BY_LETTER[seat]:6} {score:>7}"
        if "chips" in answer:
            line += f"   chips {answer['chips'][seat]:+d}"
        if "wins" in answer:
            line += f"   hands won {answer['wins'][seat]}"
        if "table_points" in answer:
            line += f"   table points {table_points_text(answer['table_points'][seat])}"
        text.append(line)
    return text
