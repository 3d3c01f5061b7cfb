"""Start a translation: ``python -m tools.new_language de Deutsch``.

It adds the language to ``LANGUAGES`` in ``scorer/languages/speech.py`` and makes its file to edit,
in which the sentences of a phone's screens come first. docs/languages.md has what is next.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from babel import Locale, UnknownLocaleError

from scorer.languages.speech import LANGUAGES
from tools import extraction

LANGUAGES_MODULE = Path("scorer/languages/speech.py")
LANGUAGES_LINE_PATTERN = re.compile(r"^LANGUAGES: dict\[str, str\] = \{(.*)\}$", re.M)


def with_language(source: str, code: str, name: str) -> str:
    """Return the module that lists the languages with one more."""
    listed = LANGUAGES_LINE_PATTERN.search(source)
    assert listed is not None, f"{LANGUAGES_MODULE} has no line that begins with LANGUAGES"
    return f'{source[: listed.end(1)]}, "{code}": "{name}"{source[listed.end(1) :]}'


def refusal_reason(code: str, name: str) -> str:
    """Return why this language cannot be started, and what to do; "" if it can."""
    if code in LANGUAGES:
        return f"{LANGUAGES[code]} ({code}) is there: edit {extraction.displayed_path(code)}"
    if not re.fullmatch("[a-z]{2,3}", code):
        return f"{code!r} is no code of a language; write de or yue (ISO 639)"
    try:
        Locale.parse(code)
    except UnknownLocaleError:
        return (
            f"Babel does not know the language {code!r}, nor how it counts; take its ISO 639 code"
        )
    if not name.strip() or {'"', "\\", "\n"} & {*name}:
        return "write the name of the language as its speakers do, such as Deutsch"
    return ""


def main(code: str, name: str, root: Path = extraction.ROOT) -> None:
    """Add a language and make its file, or exit with the reason."""
    why_not = refusal_reason(code, name)
    if why_not:
        sys.exit(why_not)
    module = root / LANGUAGES_MODULE
    module.write_text(with_language(module.read_text("utf-8"), code, name), "utf-8")
    LANGUAGES[code] = name
    extraction.main([code])
    print(
        f"Translate the first sentences of {extraction.displayed_path(code)}, as many as you\n"
        "like, run python -m pytest tests/i18n, and commit both files. Pages offer the language\n"
        "at once, and say in English what it lacks."
    )


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(f"{(__doc__ or '').partition('.')[0]}.")
    main(sys.argv[1], sys.argv[2])
