"""Rank systems by human judgments."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any, ClassVar

from tertium.api.ratings import chosen, prepared
from tertium.core import plugins
from tertium.core.arrays import Floats
from tertium.core.errors import DataError, UsageError, did_you_mean
from tertium.core.plain import plain_table
from tertium.core.records import Defect, Defects, to_plain
from tertium.core.results import Row, StoredResult
from tertium.core.sample import Pair
from tertium.core.spec import Value
from tertium.core.version import VERSION
from tertium.human import relative_ranking
from tertium.human.comparisons import Comparisons
from tertium.human.errors import ErrorRate, Weights, error_profile, error_scores
from tertium.human.quality_control import QualityControl, Rules
from tertium.human.ranking import Ranking, Settings
from tertium.human.ranking import rank as ranked
from tertium.human.ratings import Ratings
from tertium.human.segments import JudgedSegments, sample_of
from tertium.human.standardization import Scale

RELATIVE = ("ranking", "preference")

# What parameters of quality control begin with, beside those of a ranking.
_RULES = "quality_"


@dataclass(frozen=True)
class Judgments:
    """What a result rests on.

    Attributes:
        digest: Fingerprint of the judgments, as they were read.
        judgments: How many there were, control items included.
        annotators: Of how many annotators; 0 where they are not known.
        used: How many of them the result is made of.
        dropped: Rows that could not be read, by reason.
    """

    digest: str
    judgments: int
    annotators: int
    used: int
    dropped: dict[str, int]

    @classmethod
    def of(cls, ratings: Ratings, used: int) -> "Judgments":
        """Tell what was read, and how much of it was used."""
        dropped = Counter(one.reason for one in ratings.dropped)
        annotators = sum(1 for name in ratings.annotator.names if name)
        judgments = round(ratings.count.sum())
        return cls(ratings.digest, judgments, annotators, used, dict(dropped))


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
    """

    result: ClassVar[str] = "human rank"

    tertium: str
    data: Judgments
    quality: QualityControl | None
    left_out: tuple[Scale, ...]
    ranking: Ranking | None
    relative: relative_ranking.RelativeRanking | None
    errors: tuple[ErrorRate, ...]

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
    rules = {
        name.removeprefix(_RULES): settings.pop(name)
        for name in list(settings)
        if name.startswith(_RULES)
    }
    if rules and quality is False:
        raise UsageError("There are rules for quality control, but there is to be none.")
    of_task = chosen(ratings, task=task, languages=languages)
    _check_systems(of_task, references)
    kind = of_task.task.names[0]
    if kind in RELATIVE:
        if quality or rules:
            raise UsageError("Quality control is of judgments on a scale; these are relative.")
        made = relative_ranking.Settings.of(settings)
        relative = relative_ranking.relative_rank(Comparisons.of(of_task).of_single_systems(), made)
        data = Judgments.of(ratings, len(of_task))
        return HumanRanking(VERSION, data, None, (), None, relative, ())
    errors: tuple[ErrorRate, ...] = ()
    if of_task.severity.names != ("",):
        errors = error_profile(of_task, weights)
    # Annotators are judged by all they did, whatever the task and language pair.
    everything = ratings
    if kind == "mqm":
        everything = error_scores(ratings.of_task("mqm"), weights)
        of_task = error_scores(of_task, weights)
    method = Settings.of(settings)
    raw = False if method.scale == "raw" else None
    ready = prepared(
        of_task,
        quality=True if rules else quality,
        standardized=raw if method.scale != "standardized" else True,
        rules=Rules.of(rules),
        everything=everything,
    )
    ranking = ranked(
        ready.ratings, method, domains=domains, references=references, resampled=_resampled
    )
    data = Judgments.of(ratings, sum(one.judgments for one in ranking.systems))
    return HumanRanking(VERSION, data, ready.quality, ready.left_out, ranking, None, errors)


def _check_systems(ratings: Ratings, references: Collection[str]) -> None:
    """See that there are systems to rank, and those that are said to be references."""
    outputs = ratings.where(ratings.kind.is_("system"))
    names = outputs.system.names
    if len(names) < 2:
        raise DataError("A ranking needs judgments of two systems.", where=ratings.origin)
    for name in references:
        if name not in names:
            raise UsageError(
                f"There is no system {name!r}.{did_you_mean(name, names)}",
                hint=f"Known: {', '.join(sorted(names))}.",
            )


def _resampled(judged: JudgedSegments, settings: Settings) -> Floats:
    """P-values of each system being better than each other, by a test that resamples segments."""
    import numpy as np

    sample = sample_of(judged, settings.average)
    test = plugins.load("significance", settings.test.replace("-", "_")).TEST(
        trials=max(1, settings.trials), seed=settings.seed, alternative=settings.alternative
    )
    pairs = [Pair(*both) for both in permutations(judged.systems, 2)]
    p = np.full((len(judged.systems),) * 2, np.nan)
    for pair, outcome in zip(pairs, test.run(sample, pairs)[0], strict=True):
        p[judged.systems.index(pair.system), judged.systems.index(pair.other)] = outcome.p
    return p
