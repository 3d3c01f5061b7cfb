"""JSON records of entries, whose answer is decoded only when it is read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final

import msgspec

ANSWER_KEY: Final = "answer"
"""The largest part of an entry, which few pages show."""

_PARTS_DECODER: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
_VALUE_DECODER: Final = msgspec.json.Decoder()


class LazyObject(Mapping[str, Any]):
    """A JSON object decoded at the first access."""

    def __init__(self, raw: msgspec.Raw) -> None:
        self.raw = raw

    @cached_property
    def _object(self) -> dict[str, Any]:
        decoded: dict[str, Any] = _VALUE_DECODER.decode(self.raw)
        return decoded

    def __getitem__(self, key: str) -> Any:
        return self._object[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._object)

    def __len__(self) -> int:
        return len(self._object)

    def __bool__(self) -> bool:
        return True


def record_as_json(record: Mapping[str, Any]) -> str:
    """Return a record as ASCII JSON, safe in every database."""
    return json.dumps(record, separators=(",", ":"))


def decode_record(record: str) -> dict[str, Any]:
    """Return the record of an entry from its JSON, its answer as a ``LazyObject``."""
    return {name: _decode_part(name, raw) for name, raw in _PARTS_DECODER.decode(record).items()}


def _decode_part(name: str, raw: msgspec.Raw) -> Any:
    return (
        LazyObject(raw)
        if name == ANSWER_KEY and len(raw) > len(b"null")
        else _VALUE_DECODER.decode(raw)
    )


def encode(document: object) -> bytes:
    """Return a document as JSON; undecoded objects are copied as stored."""
    return _ENCODER.encode(document)


def _to_json(value: object) -> object:
    if isinstance(value, LazyObject):
        return value.raw
    if isinstance(value, str):  # a translatable sentence
        return str.__str__(value)
    raise NotImplementedError(f"no JSON for {type(value)}")


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_to_json)
