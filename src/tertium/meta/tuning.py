"""Parameters of a metric, tuned to human scores.

Outputs are reduced to statistics once; a score is a function of them, so that no output is aligned
again however many parameters are tried. What a search finds always suits the scores it was given:
what tuning is worth is therefore told by cross-validation. The units, segments or documents, are
dealt into folds; each fold is scored with the parameters that were tuned to all the others, and
correlated with people beside the metric as it was. The correlations of folds are averaged rather
than that of all held-out scores taken, since scores under different parameters are not on one
scale.

The interval of the gain is that of a bootstrap of the units of each fold, of which the parameters
know nothing. It is made wider by sqrt(1 + k / (k - 1)) for k folds, since what their parameters are
tuned to is mostly the same (Nadeau and Bengio 2003): without that, scores that are pure noise would
show a gain or a loss in 17 of 100 cases, not in 5.

METEOR's own trainer tries every combination of values 0.05 apart (Denkowski and Lavie 2014), more
than can be done again for every fold. Here one parameter after the other climbs on the same grid,
with steps that shrink from a quarter of it to one value, from the metric's own parameters and from
random ones (Hooke and Jeeves 1961). It needs no derivatives, which rank correlations do not have,
and ends at values that can be printed in full.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from tertium.core import executor
from tertium.core.arrays import TOLERANCE, Floats
from tertium.core.errors import DataError
from tertium.core.limits import LARGEST_SEED, MOST_TRIALS
from tertium.core.plain import counted, plain_table
from tertium.core.records import Defects, empty, repeated
from tertium.core.resampling import FOLDS, HELD_OUT, STARTS, counts, generator
from tertium.core.results import Row, StoredResult
from tertium.core.spec import Spec, option
from tertium.core.stats import Metric
from tertium.core.version import VERSION
from tertium.inference.intervals import percentile
from tertium.inference.rank_tests import rounded
from tertium.meta.correlation import Statistic, statistic_of
from tertium.meta.pairs import Vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
else:
    Integers = Any

STATISTICS = ("pearson", "spearman", "kendall_b")

# Steps of the search, as shares of the values to try; the last one is a single value.
_STEPS = (1 / 4, 1 / 8, 1 / 16, 0)
# Of all work, what the searches take; the rest is the bootstrap.
_SEARCHES = 0.8


@dataclass(frozen=True)
class Settings(Spec):
    """How a metric is tuned; the same words on the command line, in Python and in results."""

    name: ClassVar[str] = "tune"

    statistic: str = option("pearson", "Correlation that is to be high.", choices=STATISTICS)
    unit: str = option(
        "segment",
        "What is correlated: scores of segments, or of systems.",
        choices=("segment", "system"),
    )
    folds: int = option(5, "Number of parts, each held out in turn.", minimum=2, maximum=10_000)
    by: str = option(
        "segment",
        "What is held out, and resampled; segments of one document are not independent.",
        choices=("segment", "document"),
    )
    starts: int = option(
        4, "Random parameters to search from, beside the metric's own.", minimum=0, maximum=10_000
    )
    trials: int = option(
        1000, "Number of bootstrap samples of the interval.", minimum=1, maximum=MOST_TRIALS
    )
    level: float = option(0.95, "Level of the interval.", above=0, below=1)
    seed: int = option(12345, "Seed of all that is drawn.", minimum=0, maximum=LARGEST_SEED)


@dataclass(frozen=True, eq=False)
class Judged:
    """Outputs, reduced to what their rows are made of, and what people said of them.

    Attributes:
        reduced: What `Metric.reduced` gives for the outputs.
        human: Human score of each segment of each output, NaN where there is none.
        units: For each segment the number of the unit that it is held out and drawn with.
    """

    reduced: Any
    human: Floats
    units: Integers

    @cached_property
    def known(self) -> "NDArray[np.bool_]":
        """Where there is a human score: (output, segment)."""
        import numpy as np

        return ~np.isnan(self.human)

    @cached_property
    def unit_of_known(self) -> Integers:
        """Unit of each human score, output by output."""
        import numpy as np

        of_all: Integers = np.broadcast_to(self.units, self.human.shape)[self.known]
        return of_all

    def folds(self, number: int, seed: int) -> "list[Integers]":
        """Deal the units that have human scores into folds: for each its units."""
        import numpy as np

        judged = np.unique(self.unit_of_known)
        if len(judged) < number:
            raise DataError(
                f"{counted(len(judged), 'judged unit')} cannot be dealt into"
                f" {counted(number, 'fold')}.",
                hint="Judge more of them"
                + (f", or take --folds {len(judged)}." if len(judged) > 1 else "."),
            )
        dealt = generator(seed, FOLDS, 0).permutation(judged)
        return [np.sort(dealt[first::number]) for first in range(number)]

    def drawn(self, units: Integers, times: Any = 1) -> Integers:
        """How often each of all units is drawn, where only some are."""
        import numpy as np

        found = np.zeros(int(self.units.max()) + 1, dtype=np.int64)
        found[units] = times
        return found


def correlation(statistic: Statistic, scores: Floats, human: Floats) -> float:
    """Correlation of two vectors; of fewer than three pairs it tells nothing."""
    import numpy as np

    if len(scores) < 3:
        return math.nan
    if statistic.rounds:
        scores, human = rounded(scores), rounded(human)
    present = np.ones((len(scores), 1, 1), dtype=bool)
    vectors = Vectors(human[:, None, None], scores[:, None, None], present)
    return float(statistic.values(vectors)[0, 0])


class Agreement:
    """How a metric agrees with people, on any choice of units."""

    def __init__(self, metric: Metric, judged: Judged, settings: Settings) -> None:
        self._metric, self._judged, self._settings = metric, judged, settings
        self._statistic = statistic_of(settings.statistic)
        self._sign = 1 if metric.higher_is_better else -1
        rows = metric.rows_of(judged.reduced)
        if settings.unit == "segment":
            scores = metric.for_segments().scores(rows)
            self._scores = scores.reshape(judged.human.shape)[judged.known]
        else:
            self._rows = rows.reshape(*judged.human.shape, -1)

    def on(self, drawn: Integers) -> float:
        """Correlation with people, positive where the metric agrees with them.

        Args:
            drawn: How often each unit counts.
        """
        of = self._segments if self._settings.unit == "segment" else self._systems
        scores, human = of(drawn)
        return correlation(self._statistic, self._sign * scores, human)

    def _segments(self, drawn: Integers) -> tuple[Floats, Floats]:
        import numpy as np

        judged = self._judged
        times = drawn[judged.unit_of_known]
        return np.repeat(self._scores, times), np.repeat(judged.human[judged.known], times)

    def _systems(self, drawn: Integers) -> tuple[Floats, Floats]:
        """Scores of corpora, of the segments that have human scores, and means of these."""
        import numpy as np

        judged = self._judged
        weights = (judged.known * drawn[judged.units]).astype(float)
        some = weights.sum(axis=1) > 0
        weights = weights[some]
        scores = self._metric.scores((weights[:, None, :] @ self._rows[some])[:, 0])
        human = np.where(judged.known, judged.human, 0)[some]
        return scores, (weights * human).sum(axis=1) / weights.sum(axis=1)


Point = tuple[int, ...]


class Search:
    """Climbs on the grid of the values of all tunable parameters.

    Args:
        metric: The metric to begin with.
        agreement: What is to be high; NaN is worse than anything.
    """

    def __init__(self, metric: Metric, agreement: Callable[[Metric], float]) -> None:
        self._metric, self._agreement = metric, agreement
        self._names = tuple(metric.tunable)
        self._grids = [sorted({*one.tried, one.value}) for one in metric.tunable.values()]
        values = [one.value for one in metric.tunable.values()]
        self._own = tuple(g.index(value) for g, value in zip(self._grids, values, strict=True))
        self._seen: dict[Point, float] = {}

    def best(self, starts: int, seed: int) -> Metric:
        """The best that is found from all starts; of equals the first."""
        points = [self._own, *(self._random(seed, number) for number in range(starts))]
        found = max(map(self._climbed, points), key=self._value)
        return self._at(self._restored(found))

    def _random(self, seed: int, number: int) -> Point:
        random = generator(seed, STARTS, number)
        return tuple(int(random.integers(len(grid))) for grid in self._grids)

    def _climbed(self, point: Point) -> Point:
        for share in _STEPS:
            before = None
            while point != before:
                before = point
                for place, grid in enumerate(self._grids):
                    point = self._moved(point, place, max(1, round(share * len(grid))))
        return point

    def _moved(self, point: Point, place: int, step: int) -> Point:
        last = len(self._grids[place]) - 1
        for there in (max(0, point[place] - step), min(last, point[place] + step)):
            other = (*point[:place], there, *point[place + 1 :])
            if self._value(other) > self._value(point) + TOLERANCE:
                return other
        return point

    def _restored(self, point: Point) -> Point:
        """Give parameters that do not matter the values they had."""
        for place, own in enumerate(self._own):
            other = (*point[:place], own, *point[place + 1 :])
            if self._value(other) >= self._value(point) - TOLERANCE:
                point = other
        return point

    def _value(self, point: Point) -> float:
        if point not in self._seen:
            value = self._agreement(self._at(point))
            self._seen[point] = -math.inf if math.isnan(value) else value
        return self._seen[point]

    def _at(self, point: Point) -> Metric:
        if point == self._own:
            return self._metric
        values = [grid[at] for grid, at in zip(self._grids, point, strict=True)]
        return self._metric.tuned(dict(zip(self._names, values, strict=True)))


@dataclass(frozen=True)
class Parameter:
    """A parameter that was tuned.

    Attributes:
        name: Its name.
        default: Its value before.
        tuned: Its value after.
        lowest: The lowest value that was tried.
        highest: The highest.
        folds: What it was tuned to without each fold.
    """

    name: str
    default: float
    tuned: float
    lowest: float
    highest: float
    folds: tuple[float, ...]

    def defects(self) -> Defects:
        """It was tuned without each fold."""
        yield from empty(self, "folds")

    @property
    def at_end(self) -> bool:
        """Whether tuning went as far as it could."""
        return self.tuned != self.default and self.tuned in (self.lowest, self.highest)


@dataclass(frozen=True)
class Fold:
    """A part that was held out.

    Attributes:
        units: Number of its units.
        scores: Number of its human scores.
        metric: The metric as tuned to the other parts.
        default: Correlation of the metric as it was, on this part.
        tuned: That of the tuned one.
    """

    units: int
    scores: int
    metric: str
    default: float
    tuned: float


@dataclass(frozen=True)
class Correlations:
    """Correlations of the metric as it was, and as tuned."""

    default: float
    tuned: float


@dataclass(frozen=True)
class Gain:
    """What tuning gains on units it has not seen, with its interval, or why there is none."""

    value: float
    low: float
    high: float
    reason: str = ""


@dataclass(frozen=True)
class Data:
    """What a metric was tuned to.

    Attributes:
        outputs: Names of the outputs.
        segments: Number of segments.
        documents: Number of documents, where they are known.
        units: Number of units that have human scores.
        scores: Number of human scores.
        missing: Segments of these outputs without one.
        gold: Whose scores they are.
        languages: Source and target language, where they are known.
        testset: Fingerprint of source and references.
        human: Fingerprint of the human scores.
        notes: How these were found, in words.
    """

    outputs: tuple[str, ...]
    segments: int
    documents: int | None
    units: int
    scores: int
    missing: int
    gold: str
    languages: tuple[str, str]
    testset: str
    human: str
    notes: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Tuning(StoredResult):
    """A metric before and after tuning.

    Attributes:
        tertium: Version.
        settings: How it was tuned.
        metric: The metric as it was, as `-m` takes it.
        tuned: The same with the parameters found.
        title: Its name as papers print it.
        of_metric: Signature of the metric as it was.
        data: What it was tuned to.
        parameters: The parameters, before and after.
        seen: Correlations on the units that all parameters were tuned to.
        held_out: Mean correlations on the folds, under parameters tuned to the others.
        gain: Their difference.
        folds: The folds.
    """

    result: ClassVar[str] = "meta tune"

    tertium: str
    settings: Settings
    metric: str
    tuned: str
    title: str
    of_metric: str
    data: Data
    parameters: tuple[Parameter, ...]
    seen: Correlations
    held_out: Correlations
    gain: Gain
    folds: tuple[Fold, ...]

    def defects(self) -> Defects:
        """There are parameters, folds, and the metric that was tuned."""
        yield from empty(self, "parameters", "folds")
        yield from repeated("parameters", [one.name for one in self.parameters])

    @property
    def signature(self) -> str:
        """Everything that decides the numbers."""
        data = self.data
        return (
            f"{self.settings}|metric:{self.metric}|testset:{data.testset}"
            f"|{data.gold}:{data.human}|version:tertium-{self.tertium}"
        )

    @property
    def correlation(self) -> str:
        """Name of the correlation, as papers print it."""
        return statistic_of(self.settings.statistic).title

    def to_rows(self) -> list[Row]:
        """One row per parameter."""
        return [
            {
                "metric": self.metric.partition("(")[0],
                "parameter": one.name,
                "default": one.default,
                "tuned": one.tuned,
                "lowest_in_folds": min(one.folds),
                "highest_in_folds": max(one.folds),
                "gain": self.gain.value,
                "low": self.gain.low,
                "high": self.gain.high,
            }
            for one in self.parameters
        ]

    def __str__(self) -> str:
        rows = [[one.name, f"{one.default:g}", f"{one.tuned:g}"] for one in self.parameters]
        gain = self.gain
        return "\n".join(
            [
                plain_table(["parameter", "default", "tuned"], rows),
                "",
                f"gain = {gain.value:.4f} [{gain.low:.4f}, {gain.high:.4f}]  {self.signature}",
            ]
        )


def tune(metric: Metric, judged: Judged, settings: Settings, data: Data, of_metric: str) -> Tuning:
    """Search the best parameters, on everything and without each fold, and judge what they gain."""
    folds = judged.folds(settings.folds, settings.seed)
    parts = [*_others(folds), _all(folds)]
    before = Agreement(metric, judged, settings)
    _check(judged, [before.on(judged.drawn(part)) for part in parts], data)

    def search(number: int) -> Metric:
        drawn = judged.drawn(parts[number])
        found = Search(metric, lambda one: Agreement(one, judged, settings).on(drawn))
        return found.best(settings.starts, settings.seed)

    with executor.use(executor.active().for_part(_SEARCHES)) as active:
        *of_folds, best = active.map(search, len(parts))
    after = [Agreement(one, judged, settings) for one in of_folds]
    held_out = [
        Fold(
            units=len(units),
            scores=int(judged.drawn(units)[judged.unit_of_known].sum()),
            metric=str(of_fold),
            default=before.on(judged.drawn(units)),
            tuned=agreement.on(judged.drawn(units)),
        )
        for units, of_fold, agreement in zip(folds, of_folds, after, strict=True)
    ]
    shares = [fold.scores / data.scores for fold in held_out]
    means = Correlations(
        sum(share * fold.default for share, fold in zip(shares, held_out, strict=True)),
        sum(share * fold.tuned for share, fold in zip(shares, held_out, strict=True)),
    )

    def resample(number: int) -> Floats:
        random = generator(settings.seed, HELD_OUT, number)
        return _differences(before, after[number], judged, folds[number], settings, random)

    with executor.use(executor.active().for_part(1 - _SEARCHES)) as active:
        resampled = active.map(resample, len(folds))
    whole = judged.drawn(parts[-1])
    return Tuning(
        tertium=VERSION,
        settings=settings,
        metric=str(metric),
        tuned=str(best),
        title=metric.title,
        of_metric=of_metric,
        data=data,
        parameters=tuple(_parameters(metric, best, of_folds)),
        seen=Correlations(before.on(whole), Agreement(best, judged, settings).on(whole)),
        held_out=means,
        gain=_gain(means, shares, resampled, settings),
        folds=tuple(held_out),
    )


def _all(folds: "Sequence[Integers]") -> Integers:
    import numpy as np

    return np.concatenate(folds)


def _others(folds: "Sequence[Integers]") -> "Iterator[Integers]":
    """For each fold the units of all others."""
    for number in range(len(folds)):
        yield _all([*folds[:number], *folds[number + 1 :]])


def _check(judged: Judged, correlations: Sequence[float], data: Data) -> None:
    """See that there is something to be tuned to, with every fold and without it."""
    human = judged.human[judged.known]
    if human.max() - human.min() <= TOLERANCE * abs(human).max():
        raise DataError(
            f"All {counted(data.scores, 'human score')} are {human[0]:g}: they tell no output from"
            " another."
        )
    if any(map(math.isnan, correlations)):
        raise DataError(
            "The correlation with people is undefined without one of the folds: too few scores, or"
            " all the same.",
            hint="Judge more segments, or take fewer folds.",
        )


def _differences(
    before: Agreement,
    after: Agreement,
    judged: Judged,
    units: Integers,
    settings: Settings,
    random: "np.random.Generator",
) -> Floats:
    """What tuning gains on resamples of a fold."""
    import numpy as np

    times = counts(random, settings.trials, len(units), len(units)).astype(np.int64)
    drawn = (judged.drawn(units, one) for one in times)
    return np.array([after.on(one) - before.on(one) for one in drawn])


def _gain(
    means: Correlations, shares: Sequence[float], resampled: Sequence[Floats], settings: Settings
) -> Gain:
    import numpy as np

    value = means.tuned - means.default
    if math.isnan(value):
        reason = "the correlation is undefined on a fold"
        return Gain(math.nan, math.nan, math.nan, reason)
    values = np.array(shares) @ np.array(resampled)
    if np.isnan(values).any():
        return Gain(value, math.nan, math.nan, "folds are too small to be resampled")
    low, high = percentile(values, settings.level)
    wider = math.sqrt(1 + settings.folds / (settings.folds - 1))
    return Gain(value, value - wider * (value - low), value + wider * (high - value))


def _parameters(metric: Metric, best: Metric, of_folds: Sequence[Metric]) -> Iterator[Parameter]:
    tuned, folds = best.tunable, [one.tunable for one in of_folds]
    for name, one in metric.tunable.items():
        yield Parameter(
            name=name,
            default=float(one.value),
            tuned=float(tuned[name].value),
            lowest=float(min(*one.tried, one.value)),
            highest=float(max(*one.tried, one.value)),
            folds=tuple(float(fold[name].value) for fold in folds),
        )
