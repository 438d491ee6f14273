"""A gold standard of pairwise verdicts: adequacy decides, or fluency if adequacy does not.

If the adequacy of one system is significantly greater than that of another, the system is better.
If neither is significantly greater, the p-values of fluency replace those of adequacy. The
combination therefore depends on the confidence level.

Reference: Graham, Mathur and Baldwin 2014, Randomized significance tests in machine translation,
section 4. They test single standardized judgments.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from tertium.core import wording
from tertium.core.errors import DataError, UsageError
from tertium.core.formatting import plain_table
from tertium.core.judgments import Judgments
from tertium.core.notices import Notice
from tertium.core.records import Defect, Defects, empty, outside, to_plain, undefined
from tertium.core.results import Row, StoredResult, jsonable
from tertium.core.spec import check_number
from tertium.core.version import VERSION
from tertium.human.machines import check_machines, machine_names
from tertium.human.rank import rank_by_scores
from tertium.human.ranking import Ranking
from tertium.human.ratings import Ratings
from tertium.human.settings import RankSettings, Rules
from tertium.inference.verdicts import PValues, Verdict, alpha_of

CONFIDENCE_LEVELS = (0.95, 0.99, 0.999)


def check_confidence_levels(confidence_levels: Sequence[float]) -> None:
    """Refuse an empty list, and invalid confidence levels."""
    for confidence_level in confidence_levels:
        check_number("confidence_levels", confidence_level, float, above=0, below=1)
    if not confidence_levels:
        raise UsageError(f"Give {wording.option('confidence_levels')}: there are none.")


@dataclass(frozen=True)
class Combined:
    """P-values of adequacy and fluency combined, at one confidence level."""

    confidence_level: float
    p_values: PValues

    def defects(self) -> Defects:
        """The confidence level lies between 0 and 1."""
        yield from undefined(self, "confidence_level")
        yield from outside(self, 0, 1, "confidence_level")

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Which system of each pair is significantly better at this confidence level."""
        return self.p_values.verdicts(self.confidence_level)


@dataclass(frozen=True)
class Gold:
    """All p-values, with systems in the order of their adequacy.

    Attributes:
        adequacy: P-values by adequacy.
        fluency: P-values by fluency.
        combined: P-values of both combined, for each confidence level.
        signatures: Signatures of the rankings by adequacy and by fluency.
    """

    adequacy: PValues
    fluency: PValues
    combined: tuple[Combined, ...]
    signatures: tuple[str, str]

    def defects(self) -> Defects:
        """All p-values are of the same systems."""
        yield from empty(self, "combined")
        systems = self.adequacy.systems
        if self.fluency.systems != systems:
            yield Defect("fluency.systems", "The systems differ from those of adequacy.")
        for number, combined in enumerate(self.combined):
            if combined.p_values.systems != systems:
                yield Defect(
                    f"combined[{number}].p_values.systems",
                    "The systems differ from those of adequacy.",
                )


@dataclass(frozen=True)
class GoldStandard:
    """Human verdicts on all pairs of systems, which metrics are evaluated against.

    Attributes:
        p_values: P-values of each system being better than each other, for every confidence level.
        at_levels: P-values by confidence level, if they depend on it.
        source: Description of the judgments, for signatures.
    """

    p_values: PValues
    at_levels: dict[float, PValues]
    source: str

    def at(self, confidence_level: float) -> PValues:
        """P-values for a confidence level."""
        if not self.at_levels:
            return self.p_values
        if confidence_level not in self.at_levels:
            known = ", ".join(f"{level:g}" for level in self.at_levels)
            raise UsageError(
                f"The gold standard has no verdicts at the confidence level {confidence_level:g}.",
                hint=f"It has verdicts at {known}: choose among these with"
                f" {wording.option('confidence_levels')} or"
                f" {wording.option('gold_confidence_level')}.",
            )
        return self.at_levels[confidence_level]


@dataclass(frozen=True, eq=False, repr=False)
class GoldResult(StoredResult):
    """Human verdicts on pairs of systems, which metrics are evaluated against.

    Attributes:
        tertium: Version.
        gold: The verdicts.
        judgments: The judgments of adequacy, then those of fluency.
        warnings: Limitations of the numbers.
    """

    result: ClassVar[str] = "human gold"
    derived: ClassVar[tuple[str, ...]] = (*StoredResult.derived, "verdicts")

    tertium: str
    gold: Gold
    judgments: tuple[Judgments, Judgments]
    warnings: tuple[Notice, ...]

    def to_rows(self) -> list[Row]:
        """One row per confidence level and pair: the verdict and its p-values."""
        return [
            to_plain(verdict) | self._grounds(combined, verdict)
            for combined in self.gold.combined
            for verdict in combined.verdicts
        ]

    def _grounds(self, combined: Combined, verdict: Verdict) -> Row:
        """P-values of both directions, and whether adequacy or fluency decided."""
        p = combined.p_values
        system, other = p.systems.index(verdict.system), p.systems.index(verdict.other)
        by_adequacy = self.gold.adequacy.beats(combined.confidence_level)
        adequate = by_adequacy[system][other] or by_adequacy[other][system]
        decided = ("adequacy" if adequate else "fluency") if verdict.better else None
        return {
            "p_system_better": jsonable(p.matrix[system][other]),
            "p_other_better": jsonable(p.matrix[other][system]),
            "decided_by": decided,
        }

    @property
    def signature(self) -> str:
        """Signatures of the rankings by adequacy and by fluency."""
        return "; ".join(self.gold.signatures)

    def to_dict(self) -> Row:
        """Everything, as JSON values."""
        return super().to_dict() | {"verdicts": self.to_rows()}

    def __str__(self) -> str:
        header = ["system", "other", "better", "p", "confidence_level"]
        rows = [[str(row[name]) for name in header] for row in self.to_rows()]
        return plain_table(header, rows)


def combine(
    adequacy: Ranking, fluency: Ranking, confidence_levels: Sequence[float] = CONFIDENCE_LEVELS
) -> Gold:
    """Combine rankings of the same systems by adequacy and by fluency.

    Args:
        adequacy: Ranking by adequacy, with one-sided tests.
        fluency: Ranking by fluency, with one-sided tests.
        confidence_levels: Confidence levels of the verdicts; 0.95 means p <= 0.05.
    """
    for ranking in (adequacy, fluency):
        if ranking.settings.alternative != "greater":
            raise UsageError("Adequacy and fluency can only be combined from one-sided tests.")
    pairs = {adequacy.languages, fluency.languages} - {""}
    if len(pairs) > 1:
        raise DataError(
            f"Adequacy was judged for {adequacy.languages}, fluency for {fluency.languages}.",
            hint="Give judgments of the same language pair.",
        )
    systems = adequacy.p_values.systems
    odd = set(systems) ^ set(fluency.p_values.systems)
    if odd:
        raise DataError(f"{', '.join(sorted(odd))}: judged for adequacy or fluency, but not both.")
    of_fluency = fluency.p_values.ordered(systems)
    return Gold(
        adequacy.p_values,
        of_fluency,
        tuple(
            Combined(level, _combined(adequacy.p_values, of_fluency, level))
            for level in confidence_levels
        ),
        (adequacy.signature, fluency.signature),
    )


def _combined(adequacy: PValues, fluency: PValues, confidence_level: float) -> PValues:
    places, alpha = range(len(adequacy.systems)), alpha_of(confidence_level)

    def p_value(i: int, j: int) -> float:
        decided = adequacy.matrix[i][j] <= alpha or adequacy.matrix[j][i] <= alpha
        return (adequacy if decided else fluency).matrix[i][j]

    return PValues(adequacy.systems, tuple(tuple(p_value(i, j) for j in places) for i in places))


def gold_standard(
    adequacy: Ratings,
    fluency: Ratings,
    settings: RankSettings,
    *,
    confidence_levels: Sequence[float] = CONFIDENCE_LEVELS,
    languages: str = "",
    quality: bool | None = None,
    rules: Rules | None = None,
    machines: Sequence[str] = (),
    domains: Mapping[str, str] | None = None,
) -> GoldResult:
    """Rank systems by adequacy and by fluency, and combine the verdicts.

    Args:
        adequacy: Judgments of adequacy.
        fluency: Judgments of fluency; they may be the same object.
        settings: How to rank by each.
        confidence_levels: Confidence levels of the verdicts; 0.95 means p <= 0.05.
        languages: The language pair, if there are several.
        quality: Whether to use only annotators who pass quality control.
        rules: Rules of quality control.
        machines: Names of machine annotators to include, each in either of the judgments.
        domains: Domain of each document.
    """
    check_confidence_levels(confidence_levels)
    check_machines(machines, (*machine_names(adequacy), *machine_names(fluency)))
    by_adequacy, by_fluency = (
        rank_by_scores(
            ratings,
            settings,
            task=task,
            languages=languages,
            quality=quality,
            rules=rules,
            machines=[name for name in machines if name in machine_names(ratings)],
            domains=domains,
        )
        for task, ratings in (("adequacy", adequacy), ("fluency", fluency))
    )
    assert by_adequacy.ranking is not None
    assert by_fluency.ranking is not None
    combined = combine(by_adequacy.ranking, by_fluency.ranking, confidence_levels)
    return GoldResult(
        VERSION,
        replace(combined, signatures=(by_adequacy.signature, by_fluency.signature)),
        (by_adequacy.data, by_fluency.data),
        tuple(dict.fromkeys([*by_adequacy.warnings, *by_fluency.warnings])),
    )
