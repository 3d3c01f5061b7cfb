"""Shapes of JSON Schema as a few words, for people who read the reference."""

from __future__ import annotations

from typing import Any, NamedTuple

Json = dict[str, Any]


class ShapeWords(NamedTuple):
    """A shape in words: the name of the shape to which it refers (``ref``, to be shown as a link;
    "" if it refers to none), and the words before and after that."""

    before: str = ""
    ref: str = ""
    after: str = ""


def words_of_shape(shape: Json | None) -> ShapeWords:
    """Return a shape in words."""
    if not shape:
        return ShapeWords()
    if "$ref" in shape:
        return ShapeWords(ref=shape["$ref"].rpartition("/")[2])
    choices = shape.get("anyOf") or shape.get("oneOf")
    if choices:
        first, *others = (words_of_shape(part) for part in choices if part.get("type") != "null")
        after = " or ".join(f"{kind.before} {kind.ref}".strip() for kind in others)
        return first._replace(after=f"or {after}") if others else first
    if shape.get("type") == "array":
        inner = words_of_shape(shape.get("items"))
        most = f"(at most {shape['maxItems']})" if "maxItems" in shape else ""
        return inner._replace(
            before=f"list of {inner.before}".strip(), after=f"{inner.after} {most}".strip()
        )
    if shape.get("type") == "object":
        if shape.get("additionalProperties", True) is True:
            return ShapeWords(before="object")
        if shape["additionalProperties"] is False:
            return ShapeWords(before="object with " + ", ".join(shape["properties"]))
        return _words_of_any_keys(shape)
    return ShapeWords(before=_type_in_words(shape))


def words_of_answer_shape(shape: Json) -> ShapeWords:
    """Return a shape of an answer in words: these say where it may be null, which in what is sent
    only means that it is left out."""
    kind = words_of_shape(shape)
    null = {"type": "null"} in shape.get("anyOf", ()) or "null" in shape.get("type", ())
    return kind._replace(after=f"{kind.after} or null".strip()) if null else kind


def _words_of_any_keys(shape: Json) -> ShapeWords:
    """Return an object that may have any keys, in words: "object of" what each value is."""
    inner = words_of_shape(shape["additionalProperties"])
    return inner._replace(before=f"object of {inner.before}".strip())


def _type_in_words(shape: Json) -> str:
    if "enum" in shape:
        return " | ".join(str(value) for value in shape["enum"])
    kinds = shape.get("type", "anything")
    listed = [kinds] if isinstance(kinds, str) else [kind for kind in kinds if kind != "null"]
    text = " or ".join(listed)
    if len(listed) > 1:
        return text
    if "maxLength" in shape:
        text += f", at most {shape['maxLength']} characters"
    if "minimum" in shape and "maximum" in shape:
        text += f", {shape['minimum']} to {shape['maximum']}"
    elif "minimum" in shape:
        text += f", at least {shape['minimum']}"
    return text
