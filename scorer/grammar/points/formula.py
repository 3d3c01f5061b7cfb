"""How a total of points and doubles comes about, as a sum that people can follow."""

from __future__ import annotations

from scorer.grammar.points.rule import PointsCandidate
from scorer.languages.speech import say


def formula(
    best: PointsCandidate, limit: int, ordinary_limit: int | None, caps_specials: bool
) -> str:
    """Return the formula of this candidate's total: "20 × 2^2 = 80", "(500 + 8 × 2^1) × 2^1 =
    1032". An ordinary hand stops at ``ordinary_limit``, if there is one."""
    if best.special is None and best.alone is None:
        raw = best.points << best.doubles
        text = f"{best.points} × 2^{best.doubles} = {raw}"
        if ordinary_limit is None or raw <= ordinary_limit:
            return text
        return say("{sum}, at most {limit}", sum=text, limit=limit)
    raw = best.value + (best.points << best.doubles)
    text = _hand_and_bonus(best, ordinary_limit)
    if caps_specials and raw > limit:
        return _capped_formula(text, limit, best.whole)
    if text == str(raw) and not best.whole:
        return text
    if best.whole and text == str(raw):
        return f"{text} × 2^{best.whole} = {best.total}"
    if best.whole:
        text = say("({sum}) × 2^{doubles}", sum=text, doubles=best.whole)
    return say("{sum} = {total}", sum=text, total=best.total)


def _hand_and_bonus(best: PointsCandidate, limit: int | None) -> str:
    """Return the sum of a special hand's own value and of what lies beside it, with its doubles."""
    hand = str(best.value)
    if best.alone is not None:
        points, doubles = best.own
        hand = f"{points} × 2^{doubles}"
        if limit is not None and points << doubles > limit:
            hand = say("({sum}, at most {limit})", sum=hand, limit=limit)
    if not best.points:
        return hand
    return say("{hand} + {beside}", hand=hand, beside=f"{best.points} × 2^{best.doubles}")


def _capped_formula(text: str, limit: int, whole: int) -> str:
    """Return the formula of a special hand whose sum stops at the limit; ``whole`` is how often the
    limit is then doubled."""
    if not whole:
        return say("{sum}, at most {limit} = {limit}", sum=text, limit=limit)
    return say(
        "({sum}, at most {limit}) × 2^{doubles} = {total}",
        sum=text,
        limit=limit,
        doubles=whole,
        total=limit << whole,
    )
