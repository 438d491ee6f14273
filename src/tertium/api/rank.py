"""Rank systems by human judgments."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any, ClassVar

from tertium.api.ratings import Ledger, chosen, prepared, taken_rules
from tertium.core import plugins
from tertium.core.arrays import Floats
from tertium.core.errors import DataError, UsageError, did_you_mean
from tertium.core.judgments import Judgments
from tertium.core.plain import plain_table
from tertium.core.progress import shown_as
from tertium.core.records import Defect, Defects, to_plain
from tertium.core.results import Row, StoredResult
from tertium.core.sample import Pair
from tertium.core.spec import Value
from tertium.core.version import VERSION
from tertium.human import relative_ranking
from tertium.human.cautions import cautions
from tertium.human.comparisons import TASKS as RELATIVE
from tertium.human.comparisons import Comparisons
from tertium.human.errors import ErrorRate, Weights
from tertium.human.quality_control import QualityControl
from tertium.human.ranking import Ranking, Settings
from tertium.human.ranking import rank as ranked
from tertium.human.ratings import Ratings
from tertium.human.segments import JudgedSegments, sample_of
from tertium.human.standardization import Scale


@dataclass(frozen=True, repr=False)
class HumanRanking(StoredResult):
    """Systems ranked by human judgments.

    Attributes:
        tertium: Version.
        data: What it rests on.
        quality: Verdicts on annotators; None where they were not judged.
        left_out: Annotators who always gave the same value.
        ranking: Systems by the values of judgments; None for relative ones.
        relative: Systems by comparisons; None for others.
        errors: What errors systems make, where they were marked.
        warnings: What the numbers cannot show, in sentences.
    """

    result: ClassVar[str] = "human rank"

    tertium: str
    data: Judgments
    quality: QualityControl | None
    left_out: tuple[Scale, ...]
    ranking: Ranking | None
    relative: relative_ranking.RelativeRanking | None
    errors: tuple[ErrorRate, ...]
    warnings: tuple[str, ...]

    def defects(self) -> Defects:
        """There is one ranking."""
        if (self.ranking is None) == (self.relative is None):
            yield Defect("ranking", "Expected either this one or 'relative', and the other null.")

    @property
    def signature(self) -> str:
        """Everything that decides the ranking, beside the judgments themselves."""
        made = self.ranking or self.relative
        assert made is not None
        return f"{made.signature}|version:tertium-{self.tertium}|judgments:{self.data.digest}"

    @property
    def systems(self) -> tuple[Any, ...]:
        """The systems, from the best to the worst."""
        made = self.ranking or self.relative
        assert made is not None
        return made.systems

    def to_rows(self) -> list[Row]:
        """One row per system."""
        rows: list[Row] = [to_plain(one) for one in self.systems]
        return rows

    def __str__(self) -> str:
        rows = [
            [str(one.cluster), f"{one.best}-{one.worst}", one.system, f"{one.score:.3f}"]
            for one in self.systems
        ]
        return plain_table(["cluster", "ranks", "system", "score"], rows) + f"\n\n{self.signature}"


@shown_as("Ranking")
def rank(
    ratings: Ratings,
    *,
    task: str = "",
    languages: str = "",
    quality: bool | None = None,
    weights: Weights | None = None,
    domains: Mapping[str, str] | None = None,
    references: Collection[str] = (),
    **settings: Value,
) -> HumanRanking:
    """Rank systems by human judgments: scores, intervals, tests of all pairs, clusters.

    Args:
        ratings: What `tertium.read_ratings` gives.
        task: What was judged, where there are several tasks.
        languages: The language pair, where there are several.
        quality: Whether to take only annotators who can tell outputs from degraded ones; by
            default where such were shown.
        weights: What errors weigh, for judgments that mark errors.
        domains: Domain of each document, for tests and means by domain.
        references: Which of the systems are human translations.
        settings: Any parameter of `tertium.human.ranking.Settings`; for relative judgments those of
            `tertium.human.relative_ranking.Settings`; and, after `quality_`, any parameter of
            `tertium.human.quality_control.Rules`.
    """
    rules = taken_rules(settings)
    kind = chosen(ratings, task=task, languages=languages).task.names[0]
    if kind in RELATIVE:
        if quality or rules:
            raise UsageError("Quality control is of judgments on a scale; these are relative.")
        return _relatively_ranked(ratings, task, languages, references, settings)
    method = Settings.of(settings)
    ready = prepared(
        ratings,
        task=task,
        languages=languages,
        quality=quality,
        rules=rules,
        weights=weights,
        scale=method.scale,
    )
    _check_names(ready.ratings.system.names, references, ratings.origin)
    ranking = ranked(
        ready.ratings, method, domains=domains, references=references, resampled=resampled_tests
    )
    judged = JudgedSegments.of(ready.ratings, method.scale)
    if method.segments == "all":
        ready.ledger.keep_segments(judged.complete())
    return HumanRanking(
        VERSION,
        ready.ledger.judgments(judged.systems),
        ready.quality,
        ready.left_out,
        ranking,
        None,
        ready.errors,
        tuple(cautions(judged, method)),
    )


def _relatively_ranked(
    ratings: Ratings,
    task: str,
    languages: str,
    references: Collection[str],
    settings: Mapping[str, Value],
) -> HumanRanking:
    """Rank systems by judgments which of several outputs is better."""
    import numpy as np

    ledger = Ledger(ratings)
    of_task = chosen(ratings, task=task, languages=languages, ledger=ledger)
    ranked = ledger.keep(of_task.where(~np.isnan(of_task.value)), "without a rank")
    method = relative_ranking.Settings.of(settings)
    compared = Comparisons.of(ranked).of_single_systems()
    _check_names(compared.systems, references, ratings.origin)
    relative = relative_ranking.relative_rank(compared, method)
    data = ledger.judgments(compared.systems)
    return HumanRanking(VERSION, data, None, (), None, relative, (), ())


def _check_names(names: Collection[str], references: Collection[str], origin: str) -> None:
    """See that there are systems to rank, and those that are said to be references."""
    if len(names) < 2:
        raise DataError("A ranking needs judgments of two systems.", where=origin)
    for name in references:
        if name not in names:
            raise UsageError(
                f"There is no system {name!r}.{did_you_mean(name, names)}",
                hint=f"Known: {', '.join(sorted(names))}.",
            )


def resampled_tests(judged: JudgedSegments, settings: Settings) -> Floats:
    """P-values of each system being better than each other, by a test that resamples segments."""
    import numpy as np

    sample = sample_of(judged, settings.average, settings.unit)
    test = plugins.load("significance", settings.test.replace("-", "_")).TEST(
        trials=settings.trials, seed=settings.seed, alternative=settings.alternative
    )
    pairs = [Pair(*both) for both in permutations(judged.systems, 2)]
    p = np.full((len(judged.systems),) * 2, np.nan)
    for pair, outcome in zip(pairs, test.run(sample, pairs)[0], strict=True):
        p[judged.systems.index(pair.system), judged.systems.index(pair.other)] = outcome.p
    return p
