"""What the form of an entry sends along: which version of the sheet it was written on, under which
name it may be sent again, and who wrote it."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from flask import abort, request
from werkzeug.datastructures import MultiDict

from scorer.game.told import LONGEST_NAME, is_line
from scorer.service.web.fields_sent import refuse_too_much

__all__ = ["AFTER", "BY", "ONCE", "Sent", "new_name", "refuse_strangers", "sent"]

AFTER: Final = "after"
ONCE: Final = "once"
BY: Final = "by"
LONGEST_ONCE: Final = 64


class Sent(NamedTuple):
    """What every form of a game sends beside what it is for."""

    after: int | None
    once: str
    by: str | None


def sent(fields: MultiDict[str, str]) -> Sent:
    """What came with this form; what is missing or makes no sense is as if it had not come."""
    after, once = fields.get(AFTER, ""), fields.get(ONCE, "")
    by = fields.get(BY, "").strip()
    plain = after.isascii() and after.isdigit() and len(after) < 10
    named = 1 <= len(once) <= LONGEST_ONCE and once.isprintable()
    writer = by if is_line(by) and len(by) <= LONGEST_NAME else ""
    return Sent(int(after) if plain else None, once if named else new_name(), writer or None)


def new_name() -> str:
    """A name under which a form is sent: again, it is the same form."""
    return token_urlsafe(12)


def refuse_strangers() -> None:
    """Refuse a form of another site, or one larger than any of ours."""
    refuse_too_much()
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    foreign = origin is not None and urlsplit(origin).netloc != request.host
    if site not in (None, "same-origin", "none") or (site is None and foreign):
        abort(403)
