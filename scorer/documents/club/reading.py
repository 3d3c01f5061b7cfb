"""Read a club's file, and find all that is wrong with it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from scorer.documents.club.lines import (
    line_in,
    line_of_unreadable_statement,
    lines_of,
    place_and_reason,
)
from scorer.documents.club.model import Club, ClubError, ClubPreset, Fault
from scorer.engine.options import Value
from scorer.errors import HandError, closest_name, pointer_escaped, quoted
from scorer.languages.speech import LANGUAGES
from scorer.rulebook.book import Book
from scorer.rules import BOOKS, unknown_ruleset

MAX_FILE_BYTES: Final = 256 * 1024
"""The most bytes of a club's file, and of a file that it names."""
MAX_PRESETS: Final = 40
MAX_LINE_LENGTH: Final = 60
MAX_TEXT_LENGTH: Final = 300
SPECIAL_HANDS_KEY: Final = "special_hands"
"""The key of a preset with the name of a file, and the option that takes the text in it."""

_ID_PATTERN: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_FILE_KEYS: Final = ("club", "preset")
_CLUB_KEYS: Final = ("name", "language", "ruleset")
_PRESET_KEYS: Final = (
    *("id", "ruleset", "extends", "title", "meaning", "default", "options", SPECIAL_HANDS_KEY),
)

KeyPath = tuple[str | int, ...]
LocatedFault = tuple[KeyPath, str]
"""A fault: the place of the value in the file, and the sentence."""


class _PresetEntry(NamedTuple):
    """A preset as it is written, its own values checked.

    Attributes:
        place: Where it stands in the file.
        values: Its values, as far as they are sound.
        book: Its ruleset.
        own: The options that it sets itself.
    """

    place: KeyPath
    values: Mapping[str, Any]
    book: Book
    own: Mapping[str, Value]


def read_club(path: str | Path) -> Club:
    """Return the club of a file. Raises ClubError with everything that is wrong with it."""
    name = str(path)
    text = _text_of(Path(path), name)
    try:
        return _club_in(text, Path(path).parent, name)
    except RecursionError:
        said = "this is nested too deep; `scorer club init` shows how it goes"
        raise ClubError([Fault(name, line_of_unreadable_statement(text), said)]) from None


def _club_in(text: str, folder: Path, name: str) -> Club:
    """Return the club of a file's text. Raises ClubError, or RecursionError if it is nested as deep
    as no club's file is."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line, reason = place_and_reason(error, text)
        raise ClubError(
            [Fault(name, line, f"this is not TOML: {reason}; `scorer club init` shows how it goes")]
        ) from None
    except ValueError:  # Python reads no number of more than 4300 digits
        said = "this number has too many digits; write a shorter one"
        raise ClubError([Fault(name, line_of_unreadable_statement(text), said)]) from None
    reading = _ClubReader(document, folder)
    club = reading.club()
    if reading.faults:
        found = lines_of(text)
        raise ClubError(Fault(name, line_in(found, place), said) for place, said in reading.faults)
    return club


def _text_of(path: Path, name: str) -> str:
    """Return the text of a file. Raises ClubError."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        detail = f"it cannot be read ({reason}); name a file that is there and may be read"
        raise ClubError([Fault(name, None, detail)]) from None
    if len(content) > MAX_FILE_BYTES:
        detail = f"it has more than {MAX_FILE_BYTES // 1024} KiB; make it shorter"
        raise ClubError([Fault(name, None, detail)])
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise ClubError(
            [Fault(name, line, "this is not UTF-8 text; save the file as UTF-8")]
        ) from None


class _ClubReader:
    """A club's file being read.

    Attributes:
        faults: What is wrong so far.
    """

    def __init__(self, document: Mapping[str, Any], folder: Path) -> None:
        self.faults: list[LocatedFault] = []
        self._document = document
        self._folder = folder

    def club(self) -> Club:
        """Return the club; it means something only without ``faults``."""
        self._check_keys(self._document, _FILE_KEYS, (), "a club's file")
        values = self._table(self._document.get("club", {}), ("club",), "[club]")
        self._check_keys(values, _CLUB_KEYS, ("club",), "[club]")
        name = self._line(values, ("club",), "name") or ""
        language = self._line(values, ("club",), "language") or ""
        if language and language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            self._add(("club", "language"), f"there is no language {quoted(language)}: {known}")
        ruleset = self._line(values, ("club",), "ruleset") or ""
        if ruleset and ruleset not in BOOKS:
            self._add(("club", "ruleset"), unknown_ruleset(ruleset).detail)
        return Club(name, language, ruleset, tuple(self._presets()))

    def _presets(self) -> Iterator[ClubPreset]:
        listed = self._document.get("preset", [])
        if not isinstance(listed, list):
            self._add(
                ("preset",),
                "write [[preset]] in double brackets: a club may have several presets",
            )
            return
        if len(listed) > MAX_PRESETS:
            self._add(("preset", MAX_PRESETS), f"a club has at most {MAX_PRESETS} presets")
            return
        written: dict[tuple[str, str], _PresetEntry] = {}
        for number, values in enumerate(listed):
            preset = self._written(values, ("preset", number))
            if preset is not None and self._check_is_new(preset, written):
                written[preset.book.id, preset.values["id"]] = preset
        defaults: dict[str, str] = {}
        for preset in written.values():
            made = self._made(preset, written)
            if made.default and made.ruleset in defaults:
                first = quoted(defaults[made.ruleset])
                self._add(
                    (*preset.place, "default"),
                    f"{made.ruleset} has a default already, {first}: take one of the two away",
                )
            elif made.default:
                defaults[made.ruleset] = made.id
            yield made

    def _written(self, values: Any, place: KeyPath) -> _PresetEntry | None:
        """Return a preset as it is written; None where its ruleset or id is not known."""
        before = len(self.faults)
        values = self._table(values, place, "[[preset]]")
        self._check_keys(values, _PRESET_KEYS, place, "[[preset]]")
        id = self._required(values, place, "id", 'as in id = "riverside"')
        if id is not None and not _ID_PATTERN.fullmatch(id):
            self._add(
                (*place, "id"),
                f"{quoted(id)} is no id: write at most 40 small letters, digits, _ and -",
            )
            id = None
        ruleset = self._required(values, place, "ruleset", f"one of {', '.join(BOOKS)}")
        if ruleset is not None and ruleset not in BOOKS:
            self._add((*place, "ruleset"), unknown_ruleset(ruleset).detail)
            ruleset = None
        self._required(values, place, "title", 'what people call it, as in title = "Riverside"')
        meaning = self._line(values, place, "meaning", MAX_TEXT_LENGTH)
        default = values.get("default", False)
        if not isinstance(default, bool):
            self._add((*place, "default"), "write true or false")
        options = self._table(values.get("options", {}), (*place, "options"), "options")
        if id is None or ruleset is None:
            return None
        book = BOOKS[ruleset]
        own = self._options(options, place, book)
        own |= self._special_hands(values, place, book, own)
        if len(self.faults) > before:
            own = {}
        sound = {**values, "id": id, "meaning": meaning or "as our club plays"}
        return _PresetEntry(place, sound, book, own)

    def _options(self, options: Mapping[str, Any], place: KeyPath, book: Book) -> dict[str, Value]:
        """Return the options of a preset; a problem of one is at that option."""
        chosen = {name: _none_for_null(book, name, value) for name, value in options.items()}
        try:
            book.resolve(book.own_default, chosen)
        except HandError as error:
            for problem in error.problems:
                name = problem.pointer.rpartition("/")[2]
                if problem.code in ("unknown_option", "bad_option"):
                    at = next((key for key in chosen if name in (key, pointer_escaped(key))), name)
                    self._add((*place, "options", at), problem.detail)
        return chosen

    def _special_hands(
        self, values: Mapping[str, Any], place: KeyPath, book: Book, own: Mapping[str, Value]
    ) -> dict[str, Value]:
        """Return the option with the text of the file with special hands, if the preset has one."""
        name = self._line(values, place, SPECIAL_HANDS_KEY, MAX_TEXT_LENGTH)
        if name is None:
            return {}
        at = (*place, SPECIAL_HANDS_KEY)
        if SPECIAL_HANDS_KEY not in book.options:
            having = ", ".join(
                id for id, other in BOOKS.items() if SPECIAL_HANDS_KEY in other.options
            )
            self._add(
                at,
                f"{book.id} has no option {SPECIAL_HANDS_KEY}: take this line away"
                + (f"; it is for {having}" if having else ""),
            )
            return {}
        if SPECIAL_HANDS_KEY in own:
            self._add(
                at, f"{SPECIAL_HANDS_KEY} stands among the options too: take one of the two away"
            )
            return {}
        try:
            return {SPECIAL_HANDS_KEY: _text_of(self._folder / name, name)}
        except ClubError as error:
            for fault in error.faults:
                self._add(at, f"{fault}; its place is beside the club's file")
            return {}

    def _check_is_new(
        self, preset: _PresetEntry, written: Mapping[tuple[str, str], _PresetEntry]
    ) -> bool:
        """Tests if its id is new in its ruleset; adds a fault where it is not."""
        book, id = preset.book, preset.values["id"]
        other = book.presets.get(id)
        taken = (other is not None and not other.of_club) or (book.id, id) in written
        if taken:
            whose = "this file" if (book.id, id) in written else book.id
            self._add(
                (*preset.place, "id"),
                f"{whose} has a preset {quoted(id)} already: choose another id",
            )
        return not taken

    def _made(
        self, preset: _PresetEntry, written: Mapping[tuple[str, str], _PresetEntry]
    ) -> ClubPreset:
        """Return a preset with the options of all that it extends."""
        book, values = preset.book, preset.values
        base, options = self._extended(preset, written)
        try:
            book.edition(base, options)
        except HandError as error:
            said_before = {place[: len(preset.place)] for place, _ in self.faults}
            if preset.place not in said_before:
                for problem in error.problems:
                    name = problem.pointer.rpartition("/")[2]
                    of_file = name == SPECIAL_HANDS_KEY and SPECIAL_HANDS_KEY in values
                    at = (SPECIAL_HANDS_KEY,) if of_file else ("options", name)
                    subject = values[SPECIAL_HANDS_KEY] if of_file else name
                    self._add((*preset.place, *at), f"{subject}: {problem.detail}")
        return ClubPreset(
            book.id,
            values["id"],
            str(values.get("title")),
            values["meaning"],
            values.get("default") is True,
            base,
            options,
        )

    def _extended(
        self, preset: _PresetEntry, written: Mapping[tuple[str, str], _PresetEntry]
    ) -> tuple[str | None, dict[str, Value]]:
        """Return the ruleset's own preset that a preset extends, and the options over its
        ruleset's own: those of what it extends, and its own over them."""
        book, layers, seen = preset.book, [preset.own], [preset.values["id"]]
        name = self._line(preset.values, preset.place, "extends")
        while name is not None:
            other = written.get((book.id, name))
            own = book.presets.get(name)
            if other is None and own is not None and not own.of_club:
                return name, _merge_options(own.options, *reversed(layers))
            if other is None or name in seen:
                known = [id for id, p in book.presets.items() if not p.of_club]
                known += [id for ruleset, id in written if ruleset == book.id and id not in seen]
                why = (
                    f"{book.id} has no preset {quoted(name)}"
                    if other is None
                    else f"{quoted(name)} extends this one"
                )
                self._add((*preset.place, "extends"), f"{why}; extend one of {', '.join(known)}")
                break
            layers.append(other.own)
            seen.append(name)
            name = other.values.get("extends")
        return None, _merge_options(*reversed(layers))

    def _add(self, place: KeyPath, detail: str) -> None:
        if (place, detail) not in self.faults:
            self.faults.append((place, detail))

    def _table(self, value: Any, place: KeyPath, what: str) -> Mapping[str, Any]:
        if isinstance(value, dict):
            return value
        self._add(place, f"{what} is a table of names and values: write name = value")
        return {}

    def _check_keys(
        self, values: Mapping[str, Any], known: Collection[str], place: KeyPath, what: str
    ) -> None:
        for key in values:
            if key not in known:
                close = closest_name(key, known)
                advice = f"did you mean {close}? It has" if close else "it has"
                self._add(
                    (*place, key), f"{what} has no {quoted(key)}; {advice}: {', '.join(known)}"
                )

    def _required(
        self, values: Mapping[str, Any], place: KeyPath, key: str, example: str
    ) -> str | None:
        if key not in values:
            self._add(place, f"this preset has no {key}: add {example}")
            return None
        return self._line(values, place, key)

    def _line(
        self, values: Mapping[str, Any], place: KeyPath, key: str, longest: int = MAX_LINE_LENGTH
    ) -> str | None:
        """Return a line of text; None where it is missing or is none."""
        value = values.get(key)
        if key not in values:
            return None
        if not isinstance(value, str):
            self._add((*place, key), f"write {key} as text in quotation marks")
        elif not value.strip() or not value.isprintable():
            self._add((*place, key), f"write {key} in one line that is not empty")
        elif len(value) > longest:
            self._add((*place, key), f"{key} has more than {longest} characters; make it shorter")
        else:
            return value.strip()
        return None


def _merge_options(*layers: Mapping[str, Value]) -> dict[str, Value]:
    """Return the options of all layers; those of a later one win."""
    return {name: value for layer in layers for name, value in layer.items()}


def _none_for_null(book: Book, name: str, value: Any) -> Any:
    """Return the value of an option; "null" stands for none, which TOML cannot say."""
    option = book.options.get(name)
    takes_none = option is not None and option.accepts(None) and not option.accepts("null")
    return None if value == "null" and takes_none else value
