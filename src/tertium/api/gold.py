"""Combine adequacy and fluency into verdicts on pairs of systems."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from tertium.api.rank import rank
from tertium.core.judgments import Judgments
from tertium.core.plain import plain_table
from tertium.core.progress import shown_as
from tertium.core.records import to_plain
from tertium.core.results import Row, StoredResult, jsonable
from tertium.core.version import VERSION
from tertium.human import gold as human
from tertium.human.ratings import Ratings
from tertium.inference.verdicts import Verdict


@dataclass(frozen=True, repr=False)
class GoldResult(StoredResult):
    """Verdicts on pairs of systems: what metrics are held against.

    Attributes:
        tertium: Version.
        gold: The verdicts.
        judgments: What they rest on: judgments of adequacy, then of fluency.
        warnings: What the numbers cannot show, in sentences.
    """

    result: ClassVar[str] = "human gold"
    derived: ClassVar[tuple[str, ...]] = (*StoredResult.derived, "verdicts")

    tertium: str
    gold: human.Gold
    judgments: tuple[Judgments, Judgments]
    warnings: tuple[str, ...]

    def to_rows(self) -> list[Row]:
        """One row per level and pair: the verdict, and what it rests on."""
        return [
            to_plain(verdict) | self._grounds(one, verdict)
            for one in self.gold.combined
            for verdict in one.verdicts
        ]

    def _grounds(self, combined: human.Combined, verdict: Verdict) -> Row:
        """P-values of both directions, and whether adequacy or fluency decided."""
        p = combined.p_values
        system, other = p.systems.index(verdict.system), p.systems.index(verdict.other)
        by_adequacy = self.gold.adequacy.beats(combined.level)
        adequate = by_adequacy[system][other] or by_adequacy[other][system]
        decided = ("adequacy" if adequate else "fluency") if verdict.better else None
        return {
            "p_system_better": jsonable(p.matrix[system][other]),
            "p_other_better": jsonable(p.matrix[other][system]),
            "decided_by": decided,
        }

    @property
    def signature(self) -> str:
        """Everything that decides the verdicts: by adequacy, then by fluency."""
        return "; ".join(self.gold.signatures)

    def to_dict(self) -> Row:
        """Everything, as what JSON can hold."""
        return super().to_dict() | {"verdicts": self.to_rows()}

    def __str__(self) -> str:
        header = ["system", "other", "better", "p", "level"]
        rows = [[str(row[name]) for name in header] for row in self.to_rows()]
        return plain_table(header, rows)


@shown_as("Joining judgments")
def gold(
    adequacy: Ratings,
    fluency: Ratings,
    *,
    levels: Sequence[float] = human.LEVELS,
    languages: str = "",
    quality: bool | None = None,
    **settings: Any,
) -> GoldResult:
    """Combine adequacy, then fluency: fluency decides where adequacy does not.

    Args:
        adequacy: Judgments of adequacy.
        fluency: Judgments of fluency; they may be the same object.
        levels: Levels of significance: 0.95 stands for p <= 0.05.
        languages: The language pair, where there are several.
        quality: Whether to take only annotators who can be trusted.
        settings: How systems are ranked by either; as for `tertium.rank`.
    """
    by_adequacy, by_fluency = (
        rank(ratings, task=task, languages=languages, quality=quality, **settings)
        for task, ratings in (("adequacy", adequacy), ("fluency", fluency))
    )
    assert by_adequacy.ranking is not None
    assert by_fluency.ranking is not None
    made = human.gold(by_adequacy.ranking, by_fluency.ranking, levels)
    return GoldResult(
        VERSION,
        replace(made, signatures=(by_adequacy.signature, by_fluency.signature)),
        (by_adequacy.data, by_fluency.data),
        tuple(dict.fromkeys([*by_adequacy.warnings, *by_fluency.warnings])),
    )
