"""What a result by human judgments rests on: how many judgments there are, and how many count."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Judgments:
    """Human judgments that a result rests on.

    Attributes:
        digest: Fingerprint of the judgments, as they were read.
        task: What was judged.
        languages: The language pair, "" where it is not known.
        judgments: How many judgments were read, control items included.
        annotators: How many annotators made them; 0 where they are not known.
        used: How many of them count.
        left_out: How many do not count, by reason, as in "of control items".
        dropped: Rows that could not be used when the files were read, by reason.
        shared: How many of those that count are of an output that several systems share; they
            count for each of these systems.
    """

    digest: str
    task: str
    languages: str
    judgments: int
    annotators: int
    used: int
    left_out: dict[str, int]
    dropped: dict[str, int]
    shared: int

    @property
    def of_task(self) -> str:
        """The task and the language pair in words."""
        return f"{self.task}, {self.languages}" if self.languages else self.task
