"""Tasks that compare the outputs of a screen with each other."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tertium.campaign.tasks._task import AnswerError, Question, Rows, Shown, Task


class ComparedTask(Task):
    """A task whose answer orders the outputs on the screen.

    A judgment becomes one row for each output, with its rank: 1 is best, equal ranks are ties.
    """

    contexts: ClassVar[tuple[str, ...]] = ("source", "reference", "both")
    fewest: ClassVar[int] = 2
    relative: ClassVar[bool] = True
    # For each output: the source is read once for all of them.
    seconds: ClassVar[float] = 10.0

    def ranks(self, stored: Mapping[str, Any]) -> Sequence[int]:
        """Rank of each output in a stored answer."""
        raise NotImplementedError

    def answer_rows(self, stored: Mapping[str, Any], question: Question) -> Rows:
        """Yield one row for each output, with its rank."""
        for number, rank in enumerate(self.ranks(stored)):
            yield number, {"value": float(rank)}

    def check_ties(self, ranks: Sequence[int], shown: Shown, question: Question) -> None:
        """Refuse ties if the campaign allows none; outputs with the same text are tied anyway."""
        if not question.ties and any(
            rank == ranks[later] and shown.outputs[place] != shown.outputs[later]
            for place, rank in enumerate(ranks)
            for later in range(place + 1, len(ranks))
        ):
            raise AnswerError("bad-answer", "Ties are not allowed: one output must be better.")
