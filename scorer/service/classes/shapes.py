"""The JSON Schemas of the documents of classes, for the OpenAPI document and the reference."""

from __future__ import annotations

from typing import Final

from scorer.documents.schemas.shapes import (
    Shapes,
    described,
    reference,
    reply_shape,
    request_shape,
)
from scorer.types import class_replies
from scorer.types.records import request_record

REQUESTS: Final = ("class", "class_code", "class_join", "pupil", "pupil_answer")
REPLIES: Final = (
    *("BegunClass", "ClassExercise", "ClassKeys", "ClassPupil", "ClassResult", "ClassSheet"),
    *("JoinedClass", "KeptAnswer", "NewPupil"),
)


def class_shapes() -> Shapes:
    """Return the schemas of classes by name."""
    shapes: Shapes = {
        "AnswerReply": described(
            "The grade of an answer, or that it is stored.",
            {"anyOf": [reference("Grade"), reference("KeptAnswer")]},
        )
    }
    for name in REQUESTS:
        record = request_record(name)
        shapes[record.name] = request_shape(record)
    for name in REPLIES:
        shapes[name] = reply_shape(getattr(class_replies, name))
    return shapes
