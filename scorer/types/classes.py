"""The requests of classes: those that make one, join it and answer in it."""

from typing import Annotated, NotRequired, TypedDict

from scorer.types.field import Field
from scorer.types.requests import LearnerAnswer
from scorer.types.terms import ClassRole, Reveal

__all__ = [
    "ClassCodeRequest",
    "ClassJoinRequest",
    "ClassRequest",
    "PupilAnswer",
    "PupilRequest",
]

MAX_EXERCISES = 100
MAX_SET_LENGTH = 32 * 1024
MAX_NICKNAME_LENGTH = 20
MAX_SECRET_LENGTH = 100


class ClassRequest(TypedDict):
    """A class that begins."""

    title: NotRequired[
        Annotated[str | None, "what the class is called", Field(longest=100, text="line")]
    ]
    set: Annotated[
        str,
        "the exercises: the code or the address of an exercise set, or the addresses of hands, "
        "tables and problems, one per line",
        Field(longest=MAX_SET_LENGTH),
    ]
    reveal: NotRequired[
        Annotated[
            Reveal | None,
            "when pupils see their grades: at_once after each answer (the default), at_end when "
            "the teacher closes the class",
        ]
    ]


class ClassCodeRequest(TypedDict):
    """What a code to join a class by is for."""

    role: NotRequired[Annotated[ClassRole | None, "what who joins may do; join by default"]]


class ClassJoinRequest(TypedDict):
    """The code of a class."""

    code: Annotated[str, "the six letters", Field(longest=100)]


class PupilRequest(TypedDict):
    """A pupil who joins a class."""

    nickname: Annotated[
        str, "what the pupil is called here", Field(longest=MAX_NICKNAME_LENGTH, text="name")
    ]


class PupilAnswer(TypedDict):
    """A pupil's answer to an exercise of a class."""

    pupil: Annotated[str, "the secret of the pupil's phone", Field(longest=MAX_SECRET_LENGTH)]
    exercise: Annotated[
        int, "the number of the exercise; the first is 1", Field(least=1, most=MAX_EXERCISES)
    ]
    answer: Annotated[LearnerAnswer, "what the pupil answers, by the names in ask"]
