"""Answers as plain text, for people at a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.settle import WINDS

__all__ = ["NAMES", "rules_text", "rulesets_text", "score_text", "settle_text", "waits_text"]

Answer = Mapping[str, Any]
NAMES = dict(zip("ESWN", WINDS, strict=True))


def score_text(answer: Answer) -> str:
    """A score sheet: the total, each line with its reason, what was set aside, who pays."""
    text = [f"{answer['total']} {answer['unit']}   ({answer['formula']})"]
    if answer["limit"]["hand"]:
        text.append(f"{answer['limit']['hand']}")
    text += ["", _sets(answer["arrangement"]), ""]
    for line in answer["lines"]:
        text.append(f"  {_amount(line):>10}  {line['name']}  {' '.join(_short(line['tiles']))}")
        text.append(f"              {line['why']} ({line['source']})")
    if answer["not_counted"]:
        text += ["", "Not counted:"]
        for entry in answer["not_counted"]:
            text.append(f"  {_amount(entry):>10}  {entry['name']}: {entry['because']}")
    text += _payments(answer)
    return "\n".join(text)


def settle_text(answer: Answer) -> str:
    """A settlement: every seat's score, every payment with its reason, how the winds move."""
    text = []
    for seat, sheet in answer["scores"].items():
        text.append(f"{NAMES[seat]:6} {sheet['total']:>6}   ({sheet['formula']})")
    text += _payments(answer)
    text += [f"Check: {warning['detail']}" for warning in answer["warnings"]]
    moves = answer["next"]
    text += ["", f"Next: the seats {moves['seats']}; {moves['because']}"]
    return "\n".join(text)


def waits_text(answer: Answer) -> str:
    """What a hand waits for: each tile, how many are unseen, what it brings claimed and drawn."""
    if not answer["waits"]:
        return "The hand waits for nothing: no one tile completes it."
    text = ["tile  unseen  discard  self-draw"]
    for wait in answer["waits"]:
        claimed, drawn = (
            "no" if wait[way] is None else str(wait[way]["total"])
            for way in ("discard", "self_draw")
        )
        text.append(f"{wait['tile']:<4}  {wait['unseen']:>6}  {claimed:>7}  {drawn:>9}")
    return "\n".join(text)


def rulesets_text(answers: Sequence[Answer]) -> str:
    """The rulesets, a line each."""
    return "\n".join(
        f"{answer['id']:<10} {answer['name']}: {answer['summary']}" for answer in answers
    )


def rules_text(answer: Answer) -> str:
    """One ruleset: its rules in order, its options and presets."""
    text = [answer["name"], answer["summary"], ""]
    for rule in answer["rules"]:
        text.append(f"{_amount(rule):>10}  {rule['name']} [{rule['id']}]: {rule['meaning']}")
    text += ["", "Options:"]
    for option in answer["options"]:
        text.append(f"  {option['name']} (default {option['default']}): {option['meaning']}")
    if answer["presets"]:
        text += ["", "Presets:"]
        text += [f"  {preset['name']}: {preset['meaning']}" for preset in answer["presets"]]
    text += ["", "Circumstances:"]
    text += [f"  {entry['id']}: {entry['meaning']}" for entry in answer["circumstances"]]
    text += ["", "Events:"]
    text += [f"  {entry['event']}: {entry['meaning']}" for entry in answer["events"]]
    return "\n".join(text)


def _amount(line: Answer) -> str:
    if line["kind"] == "points":
        return f"{line['amount']} points"
    if line["kind"] == "double":
        return f"{line['amount']} double" + ("s" if line["amount"] > 1 else "")
    return f"{line['kind']} {line['amount']}"


def _short(tiles: Sequence[str]) -> Sequence[str]:
    return tiles if len(tiles) <= 5 else ()


def _sets(arrangement: Sequence[Answer]) -> str:
    shown = []
    for part in arrangement:
        tiles = " ".join(part["tiles"])
        if part["concealed"] and part["kind"] == "kong":
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
