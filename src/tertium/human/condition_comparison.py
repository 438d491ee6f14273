"""The result of comparing judgments under two conditions."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.formatting import plain_table
from tertium.core.judgments import Judgments
from tertium.core.notices import Notice
from tertium.core.records import Defects, empty
from tertium.core.results import Row, StoredResult, flat_row
from tertium.human.condition_shifts import Shift
from tertium.human.settings import ConditionSettings


@dataclass(frozen=True, eq=False, repr=False)
class ConditionComparison(StoredResult):
    """Judgments under two conditions.

    Attributes:
        tertium: Version.
        settings: How they were compared.
        judgments: Counts of the judgments used and excluded: of one file, or of one for each
            condition.
        conditions: Names of the two conditions.
        measure: "mean" for scores, "share of yes", or "share of wins" for relative judgments.
        strata: Differences of means are taken within "output", "annotator and system" or "system";
            "" for shares of wins.
        units: Number of segments, or of documents.
        shifts: Numbers under both conditions: of all judgments or of ties, then of each system.
        overlap: How judgments follow the overlap of outputs with the reference: slope and
            correlation; empty if outputs or references are not given.
        metric: Signature of the metric of the overlap; "" without it.
        warnings: Limitations of the numbers.
    """

    result: ClassVar[str] = "human compare-conditions"

    tertium: str
    settings: ConditionSettings
    judgments: tuple[Judgments, ...]
    conditions: tuple[str, str]
    measure: str
    strata: str
    units: int
    shifts: tuple[Shift, ...]
    overlap: tuple[Shift, ...]
    metric: str
    warnings: tuple[Notice, ...]

    def defects(self) -> Defects:
        """There are judgments and numbers."""
        yield from empty(self, "judgments", "shifts")

    @property
    def signature(self) -> str:
        """Settings, conditions, version and digests, from which the numbers can be reproduced."""
        items = {
            "conditions": ",".join(self.conditions),
            "task": self.judgments[0].task,
            "languages": self.judgments[0].languages,
            "metric": self.metric.partition("|")[0],
            "version": f"tertium-{self.tertium}",
            "judgments": "+".join(one.digest for one in self.judgments),
        }
        facts = [f"{key}:{value}" for key, value in items.items() if value]
        return "|".join([str(self.settings), *facts])

    def to_rows(self) -> list[Row]:
        """One row per number; its interval has two columns, `low` and `high`."""
        return [
            *({"measure": self.measure, **flat_row(one)} for one in self.shifts),
            *({"measure": "overlap", **flat_row(one)} for one in self.overlap),
        ]

    def __str__(self) -> str:
        rows = [
            [
                one.name,
                *(f"{value:.3f}" for value in (one.first, one.second, one.difference, one.p)),
            ]
            for one in (*self.shifts, *self.overlap)
        ]
        header = [self.measure, *self.conditions, "difference", "p"]
        return plain_table(header, rows) + f"\n\n{self.signature}"
