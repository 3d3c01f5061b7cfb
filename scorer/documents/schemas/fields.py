"""The marshmallow fields of which every request document is built.

Each field has a test of its value (``_takes``), what to write instead (``wanted``) and its JSON
Schema (``shape``). Nothing is converted: ``true`` is not 1, ``"3"`` is not 3. ``null`` for an
optional field is the same as leaving it out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields

from scorer.errors import quoted
from scorer.languages.speech import UserText, say, typed_comma_list

MISSING_ERROR = "missing"
NULL_ERROR = "null"
UNKNOWN_ERROR = "unknown"
NOT_OBJECT_ERROR = "object"

Json = dict[str, object]
ValueTest = Callable[[object], bool]


def value_text(value: object) -> str:
    """Return a value as a message shows it: short, whatever its type."""
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**15 else say("so large a number")
    if isinstance(value, float):
        return repr(float(value))
    if isinstance(value, Mapping):
        return say("an object")
    return say("a list") if isinstance(value, list) else _type_in_words(type(value))


def _type_in_words(kind: type) -> str:
    """Return the type of a value that JSON lacks, such as a tuple, which may look like a value."""
    home = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    return say("a Python {type}", type=quoted(f"{home}{kind.__name__}"))


class StrictSchema(Schema):
    """A document, or a part of one, in which an unknown key is an error."""

    error_messages = {  # noqa: RUF012
        "unknown": UNKNOWN_ERROR,
        "type": NOT_OBJECT_ERROR,
    }

    class Meta:  # noqa: D106
        unknown = RAISE


class StrictField(fields.Field[Any]):
    """A field that accepts a value unchanged or refuses it."""

    wanted: str
    shape: Mapping[str, object]

    def __init__(self, description: str, *, required: bool = False) -> None:
        metadata: Json = {"description": description}
        super().__init__(
            required=required,
            allow_none=not required,
            metadata=metadata,
            error_messages={"required": MISSING_ERROR, "null": NULL_ERROR},
        )

    def _takes(self, value: object) -> bool:
        """Tests if the value is accepted."""
        raise NotImplementedError

    def quick_test(self) -> ValueTest:
        """Return a test that is true only of values that are accepted."""
        return self._takes

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if self._takes(value):
            return value
        raise self._refusal(value)

    def _refusal(self, value: object) -> ValidationError:
        detail = say("{wanted}, not {found}", wanted=self.wanted, found=value_text(value))
        return ValidationError(detail)


class TextField(StrictField):
    """A string of limited length."""

    def __init__(self, description: str, *, longest: int, required: bool = False) -> None:
        super().__init__(description, required=required)
        self.longest = longest
        self.wanted = say("write a string of at most {longest} characters", longest=longest)
        self.shape = {"type": "string", "maxLength": longest}

    def _takes(self, value: object) -> bool:
        return isinstance(value, str) and len(value) <= self.longest

    def _refusal(self, value: object) -> ValidationError:
        if isinstance(value, str):
            detail = say("{wanted}; this text has {length}", wanted=self.wanted, length=len(value))
            return ValidationError(detail)
        return super()._refusal(value)


JOINER_REMOVAL = str.maketrans("", "", "\u200c\u200d")
"""Removes the zero-width joiners of Persian, Sinhala and other scripts, and of emoji."""


def is_line(text: str) -> bool:
    """Tests if all of a text is visible on one line, apart from joiners between characters."""
    visible = text.translate(JOINER_REMOVAL)
    return visible.isprintable() and bool(visible) == bool(text)


def plain_number(text: str, most_digits: int = 16) -> int | None:
    """Return the whole number that a text is in ASCII digits; None for any other, or a longer one.

    Python itself also reads digits of other scripts, and takes ever longer for long numbers.
    """
    is_plain = text.isascii() and text.isdigit() and len(text) <= most_digits
    return int(text) if is_plain else None


class LineField(TextField):
    """A text of one line."""

    def _takes(self, value: object) -> bool:
        return isinstance(value, str) and super()._takes(value) and is_line(value)

    def _refusal(self, value: object) -> ValidationError:
        if isinstance(value, str) and len(value) <= self.longest:
            return ValidationError(say("write one line, without tabs or other control characters"))
        return super()._refusal(value)


class NameField(StrictField):
    """A player's name: printable, not empty, without spaces at its ends."""

    def __init__(self, description: str, *, longest: int, required: bool = False) -> None:
        super().__init__(description, required=required)
        self.longest = longest
        self.wanted = say("write a name of 1 to {longest} characters", longest=longest)
        self.shape = {"type": "string", "minLength": 1, "maxLength": longest}

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> Any:
        plain = value.strip() if isinstance(value, str) else value
        return super()._deserialize(plain, *args, **more)

    def _takes(self, value: object) -> bool:
        if not isinstance(value, str) or value != value.strip():
            return False
        return 1 <= len(value) <= self.longest and is_line(value)


class ChoiceField(StrictField):
    """One of a few strings."""

    def __init__(self, description: str, *choices: str, required: bool = False) -> None:
        super().__init__(description, required=required)
        self.wanted = say(
            "write {known} or {last_known}",
            known=typed_comma_list(choices[:-1]),
            last_known=UserText(choices[-1]),
        )
        self.shape = {"type": "string", "enum": [*choices]}
        self._choices = frozenset(choices)

    def quick_test(self) -> ValueTest:
        """Return the test for plain strings; others take the slow path."""
        choices = self._choices
        return lambda value: type(value) is str and value in choices

    def _takes(self, value: object) -> bool:
        return isinstance(value, str) and value in self._choices


class IdentifierField(StrictField):
    """The caller's id of a document: a short string or a whole number."""

    longest = 200
    wanted = say("write a short string or a whole number")
    shape: Mapping[str, object] = {"type": ["string", "integer"], "maxLength": longest}

    def _takes(self, value: object) -> bool:
        if isinstance(value, str):
            return len(value) <= self.longest
        return type(value) is int


class BooleanField(StrictField):
    """True or false; neither 0 nor "yes"."""

    wanted = say("write true or false")
    shape: Mapping[str, object] = {"type": "boolean"}

    def _takes(self, value: object) -> bool:
        return value is True or value is False


class IntegerField(StrictField):
    """A whole number in a range."""

    def __init__(self, description: str, least: int, most: int, *, required: bool = False) -> None:
        super().__init__(description, required=required)
        self.least, self.most = least, most
        self.wanted = say("write a whole number from {least} to {most}", least=least, most=most)
        self.shape = {"type": "integer", "minimum": least, "maximum": most}

    def _takes(self, value: object) -> bool:
        return type(value) is int and self.least <= value <= self.most

    def _refusal(self, value: Any) -> ValidationError:
        digits = value.removeprefix("-") if isinstance(value, str) else ""
        if digits.isdecimal() and len(digits) < 16 and self._takes(int(value)):
            detail = say("write {value} without quotes", value=UserText(value))
            return ValidationError(detail)
        return super()._refusal(value)


class TilesField(StrictField):
    """A tile list: a string, or a list of strings of the same length in all. It is parsed later."""

    longest = 500
    most = 60
    wanted = say('write tiles as a string such as "123b 55d", or a list of such strings')
    shape: Mapping[str, object] = {
        "type": ["string", "array"],
        "maxLength": longest,
        "maxItems": most,
        "items": {"type": "string", "maxLength": longest},
    }

    def quick_test(self) -> ValueTest:
        """Return the test, quicker for plain strings."""
        longest, takes = self.longest, self._takes
        return lambda value: len(value) <= longest if type(value) is str else takes(value)

    def _takes(self, value: object) -> bool:
        if isinstance(value, str):
            return len(value) <= self.longest
        return (
            isinstance(value, list)
            and len(value) <= self.most
            and all(isinstance(text, str) for text in value)
            and sum(map(len, value)) <= self.longest
        )

    def _refusal(self, value: object) -> ValidationError:
        if isinstance(value, str):
            return ValidationError(self._too_long(len(value)))
        if not isinstance(value, list):
            return super()._refusal(value)
        if len(value) > self.most:
            detail = say(
                "write at most {most} strings of tiles; this list has {count}",
                most=self.most,
                count=len(value),
            )
            return ValidationError(detail)
        problems = {
            n: [self._too_long(len(text)) if isinstance(text, str) else self._no_tiles(text)]
            for n, text in enumerate(value)
            if not isinstance(text, str) or len(text) > self.longest
        }
        return ValidationError(problems or self._too_long(sum(map(len, value))))

    def _too_long(self, length: int) -> str:
        return say(
            "write at most {longest} characters of tiles; this text has {length}",
            longest=self.longest,
            length=length,
        )

    def _no_tiles(self, value: object) -> str:
        return say(
            'write tiles as a string such as "123b", not {found}',
            found=value_text(value),
        )


class NamedValuesField(StrictField):
    """Names with plain values, such as the options of a ruleset, which checks their values."""

    most = 50
    longest = 200
    longest_value = 1 << 16  # a card of hands is a text
    largest = 10**15 - 1
    wanted = say('write an object such as {{"limit": 1000}}')
    shape: Mapping[str, object] = {
        "type": "object",
        "maxProperties": most,
        "propertyNames": {"maxLength": longest},
        "additionalProperties": {
            "type": ["string", "integer", "boolean", "null"],
            "maxLength": longest_value,
            "minimum": -largest,
            "maximum": largest,
        },
    }

    def _takes(self, value: object) -> bool:
        return (
            isinstance(value, dict)
            and len(value) <= self.most
            and all(
                isinstance(name, str) and len(name) <= self.longest and self._plain(item)
                for name, item in value.items()
            )
        )

    def _plain(self, item: object) -> bool:
        if isinstance(item, str):
            return len(item) <= self.longest_value
        return item is None or (isinstance(item, int) and abs(item) <= self.largest)

    def _refusal(self, value: object) -> ValidationError:
        if not isinstance(value, dict):
            return super()._refusal(value)
        if len(value) > self.most:
            detail = say(
                "write at most {most} names with values; this object has {count}",
                most=self.most,
                count=len(value),
            )
            return ValidationError(detail)
        problems = {
            name: [
                say(
                    "write a short string, a whole number, true, false or null, not {found}",
                    found=value_text(item),
                )
            ]
            for name, item in value.items()
            if not (isinstance(name, str) and len(name) <= self.longest and self._plain(item))
        }
        return ValidationError(problems)


class DocumentField(StrictField):
    """A hand to score or a table to settle, which is checked when it is scored."""

    wanted = say("write the hand or the table as a JSON object")
    shape: Mapping[str, object] = {
        "anyOf": [
            {"$ref": "#/components/schemas/ScoreRequest"},
            {"$ref": "#/components/schemas/SettleRequest"},
        ]
    }

    def _takes(self, value: object) -> bool:
        return isinstance(value, dict)


class TableField(StrictField):
    """The document of a hand of a game, which is checked when it is settled."""

    wanted = say("write the hand as a JSON object with its players by seat and its events")
    shape: Mapping[str, object] = {"type": "object"}

    def _takes(self, value: object) -> bool:
        return isinstance(value, dict)


class RulesetField(StrictField):
    """A ruleset by its id, or with a preset and options of its own."""

    wanted = say(
        "write the id of a ruleset, or an object such as {ruleset}",
        ruleset='{"ruleset": "british", "preset": "bmja"}',
    )
    longest = 100
    keys = ("ruleset", "preset", "options")
    shape: Mapping[str, object] = {
        "anyOf": [
            {"type": "string", "maxLength": longest},
            {
                "type": "object",
                "properties": {
                    "ruleset": {"type": "string", "maxLength": longest},
                    "preset": {"type": ["string", "null"], "maxLength": longest},
                    "options": {"anyOf": [dict(NamedValuesField.shape), {"type": "null"}]},
                },
                "required": ["ruleset"],
                "additionalProperties": False,
            },
        ]
    }

    def _takes(self, value: object) -> bool:
        if isinstance(value, str):
            return len(value) <= self.longest
        if not isinstance(value, dict) or not value.keys() <= {*self.keys}:
            return False
        preset = value.get("preset")
        names = [value.get("ruleset"), *([] if preset is None else [preset])]
        if not all(isinstance(name, str) and len(name) <= self.longest for name in names):
            return False
        return value.get("options") is None or NamedValuesField("")._takes(value["options"])


class NestedField(fields.Nested):
    """A part of a document, with a schema of its own."""

    def __init__(self, schema: type[Schema], description: str, *, required: bool = False) -> None:
        super().__init__(
            schema,
            required=required,
            allow_none=not required,
            metadata={"description": description},
            error_messages={
                "required": MISSING_ERROR,
                "null": NULL_ERROR,
                "type": NOT_OBJECT_ERROR,
            },
        )


class BoundedListField(fields.List[Any]):
    """A list of limited length."""

    def __init__(
        self,
        inner: fields.Field[Any],
        description: str,
        *,
        most: int,
        required: bool = False,
    ) -> None:
        inner.allow_none = False
        super().__init__(
            inner,
            required=required,
            allow_none=not required,
            metadata={"description": description, "maxItems": most},
            error_messages={
                "required": MISSING_ERROR,
                "null": NULL_ERROR,
                "invalid": say("write a JSON list, between [ and ]"),
            },
        )
        self.most = most

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> list[Any]:
        if isinstance(value, list) and len(value) > self.most:
            detail = say(
                "write at most {most} items; this list has {count}",
                most=self.most,
                count=len(value),
            )
            raise ValidationError(detail)
        if not isinstance(value, list):
            raise self.make_error("invalid")
        loaded: list[Any] = super()._deserialize(value, attr, data, **kwargs)
        return loaded


def quick_test_of(field: fields.Field[Any] | Schema) -> ValueTest:
    """Return a quick test that is true only of what the schema loads without any change.

    Almost every document passes it; marshmallow finds the problems of the rest.
    """
    if isinstance(field, StrictField):
        return field.quick_test()
    if isinstance(field, NestedField):
        return quick_test_of(field.schema)
    if isinstance(field, BoundedListField):
        return _quick_list_test(field)
    if isinstance(field, Schema):
        return _quick_object_test(field)
    raise TypeError(f"no quick test for {field!r}")


def _quick_list_test(field: BoundedListField) -> ValueTest:
    takes, most = quick_test_of(field.inner), field.most

    def test(value: object) -> bool:
        return type(value) is list and len(value) <= most and all(map(takes, value))

    return test


def _quick_object_test(schema: Schema) -> ValueTest:
    known = {name: quick_test_of(field) for name, field in schema.fields.items()}
    required = frozenset(name for name, field in schema.fields.items() if field.required)

    def test(value: object) -> bool:
        if type(value) is not dict:
            return False
        for name, item in value.items():
            takes = known.get(name)
            if takes is None or not takes(item):
                return False
        return required <= value.keys()

    return test
