"""A gold standard of pairwise verdicts: adequacy decides, and fluency where adequacy does not.

If the adequacy of one system is significantly greater than that of another, it is better, at that
level. Only where neither is do the p-values of fluency take the place of those of adequacy. The
combination therefore depends on the level.

Reference: Graham, Mathur and Baldwin 2014, Randomized significance tests in machine translation,
section 4. They test single standardized judgments.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.core.errors import DataError, UsageError
from tertium.core.records import Defect, Defects, empty, outside, undefined
from tertium.human.ranking import Ranking
from tertium.inference.verdicts import PValues, Verdict, alpha_of

LEVELS = (0.95, 0.99, 0.999)


@dataclass(frozen=True)
class Combined:
    """Adequacy and fluency together, at one level."""

    level: float
    p_values: PValues

    def defects(self) -> Defects:
        """The level is a share."""
        yield from undefined(self, "level")
        yield from outside(self, 0, 1, "level")

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Which of each two systems is shown to be better, at the level."""
        return self.p_values.verdicts(self.level)


@dataclass(frozen=True)
class Gold:
    """All p-values, with systems in the order of their adequacy.

    Attributes:
        adequacy: Of adequacy.
        fluency: Of fluency.
        combined: Of both, for each level.
        signatures: What they rest on: of the ranking by adequacy, and by fluency.
    """

    adequacy: PValues
    fluency: PValues
    combined: tuple[Combined, ...]
    signatures: tuple[str, str]

    def defects(self) -> Defects:
        """All are of the same systems."""
        yield from empty(self, "combined")
        systems = self.adequacy.systems
        if self.fluency.systems != systems:
            yield Defect("fluency.systems", "They are not those of adequacy.")
        for number, one in enumerate(self.combined):
            if one.p_values.systems != systems:
                yield Defect(
                    f"combined[{number}].p_values.systems", "They are not those of adequacy."
                )


def gold(adequacy: Ranking, fluency: Ranking, levels: Sequence[float] = LEVELS) -> Gold:
    """Combine rankings of the same systems by adequacy and by fluency.

    Args:
        adequacy: Ranking by adequacy, with one-sided tests.
        fluency: Ranking by fluency, with one-sided tests.
        levels: Levels of significance: 0.95 stands for p <= 0.05.
    """
    for ranking in (adequacy, fluency):
        if ranking.settings.alternative != "greater":
            raise UsageError("Adequacy and fluency are combined from one-sided tests.")
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
        tuple(Combined(level, _combined(adequacy.p_values, of_fluency, level)) for level in levels),
        (adequacy.signature, fluency.signature),
    )


def _combined(adequacy: PValues, fluency: PValues, level: float) -> PValues:
    places, alpha = range(len(adequacy.systems)), alpha_of(level)

    def taken(i: int, j: int) -> float:
        decided = adequacy.matrix[i][j] <= alpha or adequacy.matrix[j][i] <= alpha
        return (adequacy if decided else fluency).matrix[i][j]

    return PValues(adequacy.systems, tuple(tuple(taken(i, j) for j in places) for i in places))
