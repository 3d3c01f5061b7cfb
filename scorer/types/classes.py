"""The documents of classes: the requests that make one and answer in it, and what is answered."""

from typing import Annotated, Any, NotRequired, TypedDict

from scorer.types.field import Field
from scorer.types.replies import Score, Settlement
from scorer.types.requests import LearnerAnswer
from scorer.types.terms import ClassRole, Reveal, Slip

__all__ = [
    "BegunClass",
    "ClassCodeRequest",
    "ClassExercise",
    "ClassJoinRequest",
    "ClassKeys",
    "ClassPupil",
    "ClassRequest",
    "ClassResult",
    "ClassSheet",
    "JoinedClass",
    "KeptAnswer",
    "NewPupil",
    "PupilAnswer",
    "PupilRequest",
]

MOST_EXERCISES = 100
LONGEST_SET = 32 * 1024
LONGEST_NICKNAME = 20
LONGEST_SECRET = 100


class ClassRequest(TypedDict):
    """A class that begins."""

    title: NotRequired[
        Annotated[str | None, "what the class is called", Field(longest=100, text="line")]
    ]
    set: Annotated[
        str,
        "the exercises: the code or the address of an exercise set, or the addresses of hands, "
        "tables and problems, one per line",
        Field(longest=LONGEST_SET),
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
        str, "what the pupil is called here", Field(longest=LONGEST_NICKNAME, text="name")
    ]


class PupilAnswer(TypedDict):
    """A pupil's answer to an exercise of a class."""

    pupil: Annotated[str, "the secret of the pupil's phone", Field(longest=LONGEST_SECRET)]
    exercise: Annotated[
        int, "the number of the exercise; the first is 1", Field(least=1, most=MOST_EXERCISES)
    ]
    answer: Annotated[LearnerAnswer, "what the pupil answers, by the names in ask"]


class ClassKeys(TypedDict):
    """The keys of a class."""

    teach: Annotated[str, "opens the results, closes and removes the class"]
    join: Annotated[str, "opens the exercises, and takes answers"]


class BegunClass(TypedDict):
    """A class that has begun; its keys are shown only now."""

    keys: Annotated[ClassKeys, "its keys: each is the address of the class"]
    exercises: Annotated[int, "how many exercises it has"]
    expires: Annotated[str, "when it is removed, 30 days from now (UTC)"]


class JoinedClass(TypedDict):
    """A class that was joined by a code."""

    keys: Annotated[dict[str, str], "a further key of the class: join or teach"]


class NewPupil(TypedDict):
    """A pupil who joined."""

    pupil: Annotated[str, "the secret of this phone, shown only now: answers are sent with it"]
    nickname: Annotated[str, "the nickname, with a number if another pupil has it"]


class KeptAnswer(TypedDict):
    """An answer whose grade is shown when the class is closed."""

    kept: Annotated[bool, "true: the answer is stored"]


class ClassExercise(TypedDict):
    """An exercise of a class."""

    exercise: Annotated[int, "its number; the first is 1"]
    id: Annotated[str | None, "the id of the problem; null for a hand or a table of its own"]
    ruleset: Annotated[str, "the id of the ruleset"]
    preset: Annotated[str | None, "the id of the preset"]
    level: Annotated[int | None, "the level of the problem"]
    seed: Annotated[int | None, "the seed of the problem"]
    rules_version: Annotated[str, "the version of the ruleset that made it"]
    document: Annotated[dict[str, Any], "the hand to score, or the table to settle"]
    ask: Annotated[list[str], "what is to be answered"]
    answer: NotRequired[
        Annotated[Score | Settlement, "the score or the settlement, once the class is closed"]
    ]


class ClassPupil(TypedDict):
    """A pupil, as the teacher sees them; first answers count."""

    nickname: Annotated[str, "the nickname"]
    right: Annotated[int, "how many exercises are right"]
    wrong: Annotated[int, "how many are wrong"]
    open: Annotated[int, "how many have no answer yet"]
    answers: Annotated[
        dict[str, bool], "whether the answer is right, by the number of the exercise"
    ]


class ClassResult(TypedDict):
    """How an exercise was answered; first answers count."""

    right: Annotated[int, "how many pupils are right"]
    wrong: Annotated[dict[Slip, int], "how many are wrong, by the kind of slip"]
    open: Annotated[int, "how many have not answered yet"]


class ClassSheet(TypedDict):
    """A class; pupils and results are shown under the key to teach."""

    title: Annotated[str, "what the class is called"]
    reveal: Annotated[Reveal, "when pupils see their grades"]
    open: Annotated[bool, "whether it takes answers; closed, it shows the answers to all"]
    expires: Annotated[str, "when it is removed (UTC)"]
    exercises: Annotated[list[ClassExercise], "the exercises in order"]
    pupils: NotRequired[Annotated[list[ClassPupil], "the pupils in the order in which they came"]]
    results: NotRequired[
        Annotated[dict[str, ClassResult], "the results, by the number of the exercise"]
    ]
