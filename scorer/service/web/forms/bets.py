"""The bet of a fifth player, who sits the hand out, as payments on a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext

from scorer.game.hands import BET_FIELD, paid_on_bet
from scorer.rules import BOOKS
from scorer.service.web import labels
from scorer.service.web.forms.form import Form
from scorer.service.web.forms.form_fields import NAME_FIELD

Json = dict[str, Any]

BETTOR_FIELD = NAME_FIELD.format(seat="fifth")
"""The field with the name of the player who bets."""


def bets_of_form(form: Form, answer: Mapping[str, Any]) -> dict[str, int]:
    """Return what each seat pays the fifth player of a table form, by the seat that they bet on."""
    bet, players = form.value(BET_FIELD), form.document["players"]
    if BOOKS[form.ruleset["id"]].table.fifth != "bets" or bet not in players:
        return {}
    return paid_on_bet(players, form.document, answer["payments"], bet)


def bet_payments(paid: Mapping[str, int], bettor: str, bet: str) -> list[Json]:
    """Return the payments on a bet, with the bettor by name."""
    if not paid:
        return []
    values = {"player": bettor, "seat": labels.seat_name(bet)}
    because = gettext("%(player)s bet on %(seat)s", **values)
    return [
        {
            "from": seat if amount > 0 else bettor,
            "to": bettor if amount > 0 else seat,
            "amount": abs(amount),
            "because": because,
        }
        for seat, amount in paid.items()
        if amount
    ]
