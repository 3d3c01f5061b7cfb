"""The answers about classes."""

from typing import Annotated, Any, NotRequired, TypedDict

from scorer.types.replies import Score, Settlement
from scorer.types.terms import Reveal, Slip

__all__ = [
    "BegunClass",
    "ClassExercise",
    "ClassKeys",
    "ClassPupil",
    "ClassResult",
    "ClassSheet",
    "JoinedClass",
    "KeptAnswer",
    "NewPupil",
]


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
