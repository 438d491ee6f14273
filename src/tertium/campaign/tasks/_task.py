"""What an annotation task defines: which texts are shown, and what its answers mean.

The page sends an answer as JSON. `read_answer` checks it and returns the form that is stored;
`ratings_rows` turns a stored answer into rows of ratings.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from tertium.core import plugins


class AnswerError(Exception):
    """An answer that the task does not accept.

    Attributes:
        code: A word for programs: "bad-answer" or "out-of-range".
        sentence: What is wrong, for people.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class Task:
    """An annotation task.

    Attributes:
        name: Name of its file.
        contexts: Texts that can be shown beside the output, the preferred one first.
        answers: Ways to answer.
    """

    name: ClassVar[str]
    contexts: ClassVar[tuple[str, ...]]
    answers: ClassVar[tuple[str, ...]]

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        cls.name = plugins.member_name(cls.__module__)

    def read_answer(self, given: object, answer: str) -> dict[str, Any]:
        """Check an answer from the page, and return the form that is stored.

        Args:
            given: The answer, as parsed from JSON.
            answer: The way to answer that the campaign uses.
        """
        raise NotImplementedError

    def ratings_rows(self, stored: Mapping[str, Any], answer: str) -> list[dict[str, Any]]:
        """Columns of ratings that follow from a stored answer, one dictionary per row."""
        raise NotImplementedError
