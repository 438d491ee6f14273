"""A small real instance of every kind of result, computed from the example data."""

from collections.abc import Callable
from functools import cache

from tests.report._campaigns import CAMPAIGNS
from tests.report._human import HUMAN
from tests.report._meta import META
from tests.report._results import RESULTS, again, example, of_two
from tests.report._studies import STUDIES
from tests.report._tuning import TUNED

import tertium
from tertium.core.results import Result


@cache
def scores() -> Result:
    """A single system under a single metric."""
    return tertium.score(example("large"), "bleu")


@cache
def with_intervals() -> Result:
    """Two systems, one of three runs, under two metrics, with intervals."""
    return tertium.score(example("large", "baseline"), "bleu,ter", confidence=True, trials=50)


@cache
def calibration() -> Result:
    """Two metrics on a few null pairs."""
    return tertium.calibrate(
        example("large", "pivot"), "bleu,chrf", replicates=10, trials=50, size=20
    )


@cache
def coverage() -> Result:
    """Intervals on a few small test sets."""
    return tertium.coverage(example("large"), "bleu", replicates=10, trials=50, size=20)


@cache
def plan() -> Result:
    """Few simulated studies."""
    return tertium.plan(example("large", "pivot"), "chrf", replicates=5, trials=50, limit=300)


def findings() -> Result:
    """Two systems with the same output."""
    return tertium.check(
        tertium.TestSet.of(references=[["a b", "c d"]], systems={"a": ["x", "y"], "b": ["x", "y"]})
    )


ALL: dict[str, Callable[[], Result]] = {
    **RESULTS,
    **HUMAN,
    **META,
    **STUDIES,
    **TUNED,
    **CAMPAIGNS,
    "scores": scores,
    "scores with intervals": with_intervals,
    "calibration": calibration,
    "coverage": coverage,
    "plan": plan,
    "findings": findings,
    "verification": lambda: tertium.verify(again(of_two()), example("large", "distilled")),
    "descriptions": tertium.describe,
}
