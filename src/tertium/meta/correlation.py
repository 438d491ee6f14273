"""Correlation of the scores of one metric with human scores."""

from dataclasses import dataclass

import numpy as np

from tertium.core.arrays import Floats
from tertium.meta.pair_counts import tied_pairs_of
from tertium.meta.statistics import Statistic
from tertium.meta.tie_calibration import calibrate

# The calibrated value is computed beside the plain one up to this number of pairs.
_BESIDE = 2**21


@dataclass(frozen=True)
class Correlation:
    """A statistic between human scores and the scores of a metric.

    Attributes:
        statistic: The statistic in its printed form.
        average_by: What it was averaged over.
        value: Its value; NaN where it is undefined.
        groups: Number of vectors on which it is defined.
        undefined: Number of vectors left out, as it is undefined on them.
        n: Number of scores, or pairs of scores, in the vectors on which it is defined.
        missing: Number of cells of the table left out, as a score is missing.
        epsilon: The difference up to which metric scores tie, if it was calibrated.
        reason: Why the value is undefined, if it is.
        plain: Value of a statistic with ties if only equal metric scores tie.
        calibrated: Its value with calibrated ties, as in published figures of WMT.
        noise: Number of pairs of human scores that tie because of rounding.
    """

    statistic: str
    average_by: str
    value: float
    groups: int
    undefined: int
    n: int
    missing: int = 0
    epsilon: float | None = None
    reason: str = ""
    plain: float | None = None
    calibrated: float | None = None
    noise: int = 0


def correlation(
    statistic: Statistic,
    gold: Floats,
    metric: Floats,
    average_by: str = "none",
    *,
    details: bool = False,
) -> Correlation:
    """Compute a statistic between human scores and the scores of a metric.

    Args:
        statistic: The statistic, with its parameters.
        gold: Human scores: (system, item), NaN if there is none.
        metric: Scores of the metric.
        average_by: "none" takes all cells as one vector, "item" averages over items, "system" over
            systems.
        details: Whether to compute a statistic with ties both plain and calibrated, and to count
            the pairs that tie because of rounding.
    """
    cells = statistic.cells(gold, [metric], average_by)
    vectors = cells.vectors(0)
    epsilon = calibrate(vectors) if statistic.calibrates_ties else None
    values = statistic.values(vectors) if epsilon is None else statistic.values_at(vectors, epsilon)
    sizes = statistic.sizes(vectors)
    defined = ~np.isnan(values)
    plain = calibrated = None
    if details and statistic.rewards_ties and not statistic.has_fixed_ties:
        if epsilon is None and vectors.pairs.sum() <= _BESIDE:
            epsilon = calibrate(vectors)
        plain, calibrated = (
            None
            if least is None
            else float(statistic.mean(statistic.values_at(vectors, least), lambda: sizes)[0])
            for least in (0.0, epsilon)
        )
    noise = 0
    if details and statistic.rounds:
        as_given = cells.arranged(np.where(cells.present, gold, 0.0))
        noise = tied_pairs_of(vectors.gold, vectors.present) - tied_pairs_of(
            as_given, vectors.present
        )
    return Correlation(
        str(statistic),
        average_by,
        float(statistic.mean(values, lambda: sizes)[0]),
        int(defined.sum()),
        int((~defined).sum()),
        int(sizes[defined].sum()),
        cells.missing,
        epsilon if defined.any() else None,
        "" if defined.any() else statistic.reason(vectors),
        plain,
        calibrated,
        noise,
    )
