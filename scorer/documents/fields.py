"""The fields of which every request document is built.

Each field says in one place what it takes (``_takes``), what to write instead (``wanted``) and how
it stands in the OpenAPI document (``shape``). Nothing is converted: ``true`` is not 1, ``"3"`` is
not 3. ``null`` for an optional field is the same as leaving it out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields

from scorer.errors import quoted
from scorer.speech import Typed, say, typed_in_turn

__all__ = [
    "MISSING",
    "NULL",
    "UNKNOWN",
    "Anything",
    "Choice",
    "Flag",
    "Identifier",
    "Many",
    "Named",
    "Part",
    "Rules",
    "Strict",
    "Takes",
    "Text",
    "Tiles",
    "Whole",
    "shown",
]

MISSING = "missing"
NULL = "null"
UNKNOWN = "unknown"

Json = dict[str, Any]
Takes = Callable[[Any], bool]


def shown(value: object) -> str:
    """A value as a message shows it: short, and whatever it is made of."""
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
    return say("a list") if isinstance(value, list) else _of_type(type(value))


def _of_type(kind: type) -> str:
    """No value of JSON: a tuple, a number of another library, which may well look like a value."""
    home = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    return say("a Python {type}", type=quoted(f"{home}{kind.__name__}"))


class Strict(Schema):
    """A document, or a part of one, in which an unknown key is an error."""

    error_messages = {"unknown": UNKNOWN, "type": say("write an object, in braces")}  # noqa: RUF012

    class Meta:  # noqa: D106
        unknown = RAISE


class Plain(fields.Field[Any]):
    """A field that takes a value as it stands or refuses it."""

    wanted: str
    shape: Mapping[str, Any]

    def __init__(self, description: str, *, required: bool = False) -> None:
        metadata: Json = {"description": description}
        super().__init__(
            required=required,
            allow_none=not required,
            metadata=metadata,
            error_messages={"required": MISSING, "null": NULL},
        )

    def _takes(self, value: Any) -> bool:
        """Whether the value may stand as it is."""
        raise NotImplementedError

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if self._takes(value):
            return value
        raise self._refusal(value)

    def _refusal(self, value: Any) -> ValidationError:
        told = say("{wanted}, not {found}", wanted=self.wanted, found=shown(value))
        return ValidationError(told)


class Text(Plain):
    """A string of limited length."""

    def __init__(self, description: str, *, longest: int, required: bool = False) -> None:
        super().__init__(description, required=required)
        self.longest = longest
        self.wanted = say("write a string of at most {longest} characters", longest=longest)
        self.shape = {"type": "string", "maxLength": longest}

    def _takes(self, value: Any) -> bool:
        return isinstance(value, str) and len(value) <= self.longest

    def _refusal(self, value: Any) -> ValidationError:
        if isinstance(value, str):
            told = say("{wanted}; this has {length}", wanted=self.wanted, length=len(value))
            return ValidationError(told)
        return super()._refusal(value)


class Choice(Plain):
    """One of a few strings."""

    def __init__(self, description: str, *choices: str, required: bool = False) -> None:
        super().__init__(description, required=required)
        self.wanted = say(
            "write {known} or {last_known}",
            known=typed_in_turn(choices[:-1]),
            last_known=Typed(choices[-1]),
        )
        self.shape = {"type": "string", "enum": [*choices]}
        self._choices = frozenset(choices)

    def _takes(self, value: Any) -> bool:
        return isinstance(value, str) and value in self._choices


class Identifier(Plain):
    """What somebody calls a document: a short string or a whole number."""

    longest = 200
    wanted = say("write a short string or a whole number")
    shape: Mapping[str, Any] = {"type": ["string", "integer"], "maxLength": longest}

    def _takes(self, value: Any) -> bool:
        if isinstance(value, str):
            return len(value) <= self.longest
        return type(value) is int


class Flag(Plain):
    """True or false; neither 0 nor "yes"."""

    wanted = say("write true or false")
    shape: Mapping[str, Any] = {"type": "boolean"}

    def _takes(self, value: Any) -> bool:
        return value is True or value is False


class Whole(Plain):
    """A whole number in a range."""

    def __init__(self, description: str, least: int, most: int, *, required: bool = False) -> None:
        super().__init__(description, required=required)
        self.least, self.most = least, most
        self.wanted = say("write a whole number from {least} to {most}", least=least, most=most)
        self.shape = {"type": "integer", "minimum": least, "maximum": most}

    def _takes(self, value: Any) -> bool:
        return type(value) is int and self.least <= value <= self.most


class Tiles(Plain):
    """A tile list: a string, or a list of such strings, no longer together than one may be. What
    the tiles are is read later."""

    longest = 500
    most = 60
    wanted = say('write tiles as a string such as "123b 55d", or a list of such strings')
    shape: Mapping[str, Any] = {
        "type": ["string", "array"],
        "maxLength": longest,
        "maxItems": most,
        "items": {"type": "string", "maxLength": longest},
    }

    def _takes(self, value: Any) -> bool:
        if isinstance(value, str):
            return len(value) <= self.longest
        return (
            isinstance(value, list)
            and len(value) <= self.most
            and all(isinstance(text, str) for text in value)
            and sum(map(len, value)) <= self.longest
        )

    def _refusal(self, value: Any) -> ValidationError:
        if isinstance(value, str):
            return ValidationError(self._too_long(len(value)))
        if not isinstance(value, list):
            return super()._refusal(value)
        if len(value) > self.most:
            told = say(
                "write at most {most} strings of tiles; this has {count}",
                most=self.most,
                count=len(value),
            )
            return ValidationError(told)
        wrong = {
            n: [self._too_long(len(text)) if isinstance(text, str) else self._no_tiles(text)]
            for n, text in enumerate(value)
            if not isinstance(text, str) or len(text) > self.longest
        }
        return ValidationError(wrong or self._too_long(sum(map(len, value))))

    def _too_long(self, length: int) -> str:
        return say(
            "write at most {longest} characters of tiles; this has {length}",
            longest=self.longest,
            length=length,
        )

    def _no_tiles(self, value: object) -> str:
        return say(
            'write tiles as a string such as "123b", not {found}',
            found=shown(value),
        )


class Named(Plain):
    """Names with plain values, such as the options of a ruleset, which checks them itself."""

    most = 50
    longest = 200
    longest_value = 1 << 16  # a card of hands is a text
    largest = 10**15 - 1
    wanted = say('write an object such as {{"limit": 1000}}')
    shape: Mapping[str, Any] = {
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

    def _takes(self, value: Any) -> bool:
        return (
            isinstance(value, dict)
            and len(value) <= self.most
            and all(
                isinstance(name, str) and len(name) <= self.longest and self._plain(item)
                for name, item in value.items()
            )
        )

    def _plain(self, item: Any) -> bool:
        if isinstance(item, str):
            return len(item) <= self.longest_value
        return item is None or (isinstance(item, int) and abs(item) <= self.largest)

    def _refusal(self, value: Any) -> ValidationError:
        if not isinstance(value, dict):
            return super()._refusal(value)
        if len(value) > self.most:
            told = say(
                "write at most {most} of them; these are {count}",
                most=self.most,
                count=len(value),
            )
            return ValidationError(told)
        wrong = {
            name: [
                say(
                    "write a short string, a whole number, true, false or null, not {found}",
                    found=shown(item),
                )
            ]
            for name, item in value.items()
            if not (isinstance(name, str) and len(name) <= self.longest and self._plain(item))
        }
        return ValidationError(wrong)


class Anything(Plain):
    """A document that is checked where it is answered: a hand to score, or a table to settle."""

    wanted = say("write the hand or the table as an object, in braces")
    shape: Mapping[str, Any] = {
        "anyOf": [
            {"$ref": "#/components/schemas/ScoreRequest"},
            {"$ref": "#/components/schemas/SettleRequest"},
        ]
    }

    def _takes(self, value: Any) -> bool:
        return isinstance(value, dict)


class Rules(Plain):
    """A ruleset by its id, or with a preset and options of its own."""

    wanted = say(
        "write the id of a ruleset, or an object such as {ruleset}",
        ruleset='{"ruleset": "british", "preset": "bmja"}',
    )
    longest = 100
    keys = ("ruleset", "preset", "options")
    shape: Mapping[str, Any] = {
        "anyOf": [
            {"type": "string", "maxLength": longest},
            {
                "type": "object",
                "properties": {
                    "ruleset": {"type": "string", "maxLength": longest},
                    "preset": {"type": ["string", "null"], "maxLength": longest},
                    "options": {"anyOf": [dict(Named.shape), {"type": "null"}]},
                },
                "required": ["ruleset"],
                "additionalProperties": False,
            },
        ]
    }

    def _takes(self, value: Any) -> bool:
        if isinstance(value, str):
            return len(value) <= self.longest
        if not isinstance(value, dict) or not value.keys() <= {*self.keys}:
            return False
        preset = value.get("preset")
        names = [value.get("ruleset"), *([] if preset is None else [preset])]
        if not all(isinstance(name, str) and len(name) <= self.longest for name in names):
            return False
        return value.get("options") is None or Named("")._takes(value["options"])


class Part(fields.Nested):
    """A part of a document, with a schema of its own."""

    def __init__(self, schema: type[Schema], description: str, *, required: bool = False) -> None:
        super().__init__(
            schema,
            required=required,
            allow_none=not required,
            metadata={"description": description},
            error_messages={
                "required": MISSING,
                "null": NULL,
                "type": say("write an object, in braces"),
            },
        )


class Many(fields.List[Any]):
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
                "required": MISSING,
                "null": NULL,
                "invalid": say("write a list, in brackets"),
            },
        )
        self.most = most

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> list[Any]:
        if isinstance(value, list) and len(value) > self.most:
            told = say(
                "write at most {most} of these; there are {count}",
                most=self.most,
                count=len(value),
            )
            raise ValidationError(told)
        if not isinstance(value, list):
            raise self.make_error("invalid")
        loaded: list[Any] = super()._deserialize(value, attr, data, **kwargs)
        return loaded


def acceptance(field: fields.Field[Any] | Schema) -> Takes:
    """A quick test made from a schema: true only of what the schema loads without any change.

    Almost every document passes it, and marshmallow is left to say what is wrong with the rest.
    """
    if isinstance(field, Plain):
        return field._takes
    if isinstance(field, Part):
        return acceptance(field.schema)
    if isinstance(field, Many):
        return _list_acceptance(field)
    if isinstance(field, Schema):
        return _object_acceptance(field)
    raise TypeError(f"no quick test for {field!r}")


def _list_acceptance(field: Many) -> Takes:
    takes, most = acceptance(field.inner), field.most

    def test(value: Any) -> bool:
        return type(value) is list and len(value) <= most and all(map(takes, value))

    return test


def _object_acceptance(schema: Schema) -> Takes:
    known = {name: acceptance(field) for name, field in schema.fields.items()}
    required = frozenset(name for name, field in schema.fields.items() if field.required)

    def test(value: Any) -> bool:
        if type(value) is not dict:
            return False
        for name, item in value.items():
            takes = known.get(name)
            if takes is None or not takes(item):
                return False
        return required <= value.keys()

    return test
