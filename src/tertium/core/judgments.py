"""The human judgments of a result: how many were read and used."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Judgments:
    """The human judgments of a result.

    Attributes:
        digest: Digest of the judgments, as they were read.
        task: What was judged.
        languages: The language pair; empty if it is unknown.
        judgments: Number of judgments read, including control items.
        annotators: Number of annotators; 0 if they are unknown.
        used: Number of judgments used.
        left_out: Number of judgments not used, by reason, as in "of control items".
        dropped: Number of rows that could not be read, by reason.
        shared: Number of used judgments of outputs that several systems share; they count for
            each of these systems.
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
