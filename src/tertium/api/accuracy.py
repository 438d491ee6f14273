"""Accuracy: are verdicts by a metric and a test of significance those of people?"""

import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING, ClassVar

from tertium.api._gold import Gold, read_gold
from tertium.api._human_scores import HumanScores, Joined, human_scores, match_names
from tertium.api._sample import Collected, collect
from tertium.api._tests import tests_of
from tertium.core import executor, plugins, progress
from tertium.core.comparison import Data
from tertium.core.comparison import Settings as ComparisonSettings
from tertium.core.errors import UsageError
from tertium.core.judgments import Judgments
from tertium.core.limits import LARGEST_SEED, MOST_TRIALS
from tertium.core.plain import plain_table
from tertium.core.records import Defect, Defects, empty, repeated, to_plain, unknown
from tertium.core.results import Row, StoredResult
from tertium.core.sample import Pair, Sample
from tertium.core.spec import Spec, Value, option
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.core.version import VERSION
from tertium.human import ranking
from tertium.human.errors import Weights
from tertium.human.gold import LEVELS
from tertium.human.ratings import Ratings
from tertium.human.segments import SCALES
from tertium.inference.corrections import too_few_trials
from tertium.inference.verdicts import PValues, alpha_of
from tertium.meta.accuracy import (
    Accuracy,
    GoldVerdicts,
    MetricsDiffer,
    TestedMetric,
    TestsAgree,
    agreement_of_tests,
    metrics_differ,
)
from tertium.meta.accuracy import accuracy as held_against

if TYPE_CHECKING:
    from tertium.significance._test import Test


@dataclass(frozen=True)
class Settings(Spec):
    """How verdicts are found; the same words on the command line, in Python and in results."""

    name: ClassVar[str] = "accuracy"

    trials: int = option(
        10_000, "Number of pseudo-statistics of each test.", minimum=1, maximum=MOST_TRIALS
    )
    seed: int = option(12345, "Seed of all that is drawn.", minimum=0, maximum=LARGEST_SEED)
    p_value: str = option(
        "plus-one",
        "(c + 1) / (B + 1), which is never 0; or plain, c / B, as papers print it.",
        choices=("plus-one", "plain"),
    )
    scale: str = option(
        "auto", "Judgments as given, or standardized; auto takes these if known.", choices=SCALES
    )
    human_unit: str = option(
        "segment",
        "What the rank-sum test of people compares: scores of segments or judgments.",
        choices=ranking.UNITS,
    )


@dataclass(frozen=True)
class MetricUsed:
    """A metric, and everything that decides its scores."""

    metric: str
    title: str
    signature: str


@dataclass(frozen=True, repr=False)
class AccuracyStudy(StoredResult):
    """How often metrics and tests of significance come to the verdicts of people.

    Attributes:
        tertium: Version.
        settings: How verdicts were found.
        data: The test set.
        judgments: What people said; None where their verdicts were given.
        joined: How their judgments were joined with the outputs.
        without: Outputs that a gold standard has no verdict on.
        unknown: Systems of the gold standard that are not among the outputs.
        source: What the verdicts of people rest on.
        systems: The systems, as people rank them.
        metrics: The metrics.
        tests: The tests as they print, by name.
        gold: Verdicts of people, for each level.
        tested: P-values by each metric and test.
        accuracies: How often they come to the verdicts of people.
        differences: Whether metrics differ in that.
        agreements: On how many pairs tests come to the same verdict.
    """

    result: ClassVar[str] = "meta accuracy"

    tertium: str
    settings: Settings
    data: Data
    judgments: Judgments | None
    joined: Joined | None
    without: tuple[str, ...]
    unknown: tuple[str, ...]
    source: str
    systems: tuple[str, ...]
    metrics: tuple[MetricUsed, ...]
    tests: dict[str, str]
    gold: tuple[GoldVerdicts, ...]
    tested: tuple[TestedMetric, ...]
    accuracies: tuple[Accuracy, ...]
    differences: tuple[MetricsDiffer, ...]
    agreements: tuple[TestsAgree, ...]

    def defects(self) -> Defects:
        """All are of the same systems, metrics, tests and levels."""
        yield from empty(self, "systems", "metrics", "tests", "gold", "tested", "accuracies")
        metrics = [one.metric for one in self.metrics]
        levels = [one.level for one in self.gold]
        yield from repeated("metrics", metrics)
        yield from repeated("gold", levels)
        for number, gold in enumerate(self.gold):
            if gold.p_values.systems != self.systems:
                yield Defect(f"gold[{number}].p_values.systems", "They are not those in 'systems'.")
        for number, tested in enumerate(self.tested):
            if sorted(tested.p_values.systems) != sorted(self.systems):
                yield Defect(
                    f"tested[{number}].p_values.systems", "They are not those in 'systems'."
                )
        for name in ("tested", "accuracies", "agreements"):
            for number, one in enumerate(getattr(self, name)):
                yield from unknown(f"{name}[{number}].metric", one.metric, metrics, "metrics")
                yield from unknown(f"{name}[{number}].test", one.test, self.tests, "tests")
        for name in ("accuracies", "differences", "agreements"):
            for number, one in enumerate(getattr(self, name)):
                yield from unknown(f"{name}[{number}].level", one.level, levels, "levels")
        for level in levels:
            if all(one.level != level for one in self.accuracies):
                yield Defect("accuracies", f"There is none at the level {level:g}.")
        compared = [(one.level, one.test, one.other) for one in self.agreements]
        if any(
            {one.metric for one in self.agreements if (one.level, one.test, one.other) == tests}
            != set(metrics)
            for tests in dict.fromkeys(compared)
        ):
            yield Defect("agreements", "Expected one of each two tests under every metric.")

    @property
    def signature(self) -> str:
        """Everything that decides the result, beside texts and judgments themselves."""
        levels = "+".join(f"{one.level:g}/{one.gold_level:g}" for one in self.gold)
        facts = {
            "levels": levels,
            "tests": "+".join(self.tests.values()),
            "testset": self.data.digest,
            "gold": self.source,
            "version": f"tertium-{self.tertium}",
        }
        return "|".join([str(self.settings), *(f"{key}:{value}" for key, value in facts.items())])

    @property
    def cautions(self) -> list[str]:
        """What the numbers cannot show: levels that no test can reach with so many trials."""
        return [
            f"At {100 * gold.level:g} % no metric can decide anything. {said}"
            for gold in self.gold
            for said in too_few_trials(
                self.settings.trials, alpha_of(gold.level), self.settings.p_value
            )
        ]

    def to_rows(self) -> list[Row]:
        """One row per level, metric and test."""
        return [to_plain(one) for one in self.accuracies]

    def __str__(self) -> str:
        rows = [
            [f"{one.level:g}", one.metric, one.test, f"{one.correct} of {one.pairs}"]
            for one in self.accuracies
        ]
        return plain_table(["level", "metric", "test", "correct"], rows) + f"\n\n{self.signature}"


def accuracy(
    testset: TestSet,
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    ratings: Ratings | None = None,
    gold: str | os.PathLike[str] | PValues | None = None,
    tests: "str | Test | Iterable[str | Test] | None" = None,
    levels: Sequence[float] = LEVELS,
    gold_level: float | None = None,
    task: str = "",
    quality: bool | None = None,
    weights: Weights | None = None,
    rename: Mapping[str, str] | None = None,
    jobs: int | None = None,
    engine: str = "threads",
    advance: Callable[[float], None] | None = None,
    **settings: Value,
) -> AccuracyStudy:
    """Hold verdicts by metrics and tests of significance against those of people.

    Args:
        testset: What `tertium.read` or `TestSet.of` gives.
        metrics: Metrics, as in "bleu,chrf"; by default BLEU, and any scores that are given.
        ratings: What `tertium.read_ratings` gives; joined by names of systems and segment ids.
        gold: Verdicts of people instead: p-values, or a file with them.
        tests: Tests of significance; by default all that can take sides.
        levels: Levels of verdicts: 0.95 stands for p <= 0.05.
        gold_level: Level of the verdicts of people; by default the same.
        task: What was judged, where there are several tasks.
        quality: Whether to take only annotators who can be trusted.
        weights: What errors weigh, for judgments that mark errors.
        rename: Names of outputs, by those of the judgments.
        jobs: Number of workers; by default all cores.
        engine: What spreads the work: threads, processes, dask:ADDRESS, ray:ADDRESS.
        advance: Called with the share of the work done since the last call.
        settings: Any parameter of `tertium.api.accuracy.Settings`.
    """
    chosen = Settings.of(settings)
    _check(ratings is not None, gold is not None, [*levels, *filter(None, [gold_level])])
    judgments: Judgments | None = None
    joined: Joined | None = None
    unknown: tuple[str, ...] = ()
    if ratings is not None:
        human = human_scores(
            testset,
            ratings,
            task=task,
            quality=quality,
            weights=weights,
            scale=chosen.scale,
            rename=rename,
        )
        judgments, joined = human.data, human.joined
        known = _by_rank_sums(human, chosen)
    else:
        assert gold is not None
        given = Gold(gold, {}, "p-values") if isinstance(gold, PValues) else read_gold(gold)
        ours = match_names(tuple(testset.runs), given.p_values.systems, rename or {})
        unknown = tuple(sorted(set(given.p_values.systems) - ours.keys()))
        known = _of_outputs(given, ours)
    systems = known.p_values.systems
    without = () if joined else tuple(sorted(set(testset.runs) - set(systems)))
    if len(systems) < 2:
        raise UsageError(
            f"Only one of the systems was judged, {', '.join(systems)}; verdicts are on two.",
            hint="Name more output files, or say which is which with --rename JUDGED=OUTPUT.",
        )
    golds = tuple(
        GoldVerdicts(level, gold_level or level, known.at(gold_level or level)) for level in levels
    )
    if testset.outputs:
        testset = replace(testset, outputs={s: testset.outputs[s] for s in systems}, _memo={})
    with (
        progress.phase(advance, 0.3, 1) as step,
        executor.use(executor.Executor(jobs, step, engine)),
    ):
        collected = collect(testset, metrics, unit="segment", statistic="mean")
    _check_directions(collected.sample)
    made = tests_of(tests or _default_tests(), _for_tests(chosen))
    with (
        progress.phase(advance, 0.7, len(made)) as step,
        executor.use(executor.Executor(jobs, step, engine)),
    ):
        tested = _tested(collected.sample, made, systems)
    accuracies = tuple(held_against(one, gold) for gold in golds for one in tested)
    names = [str(metric) for metric in collected.sample.metrics]
    return AccuracyStudy(
        tertium=VERSION,
        settings=chosen,
        data=collected.data,
        judgments=judgments,
        joined=joined,
        without=without,
        unknown=unknown,
        source=known.source,
        systems=systems,
        metrics=_metrics(collected),
        tests={test.name: str(test) for test in made},
        gold=golds,
        tested=tuple(tested),
        accuracies=accuracies,
        differences=tuple(
            metrics_differ([o for o in accuracies if (o.level, o.test) == (level, test.name)])
            for level in levels
            for test in made
        ),
        agreements=tuple(
            one
            for level in levels
            for name in names
            for one in agreement_of_tests([t for t in tested if t.metric == name], level)
        ),
    )


def _by_rank_sums(human: HumanScores, settings: Settings) -> Gold:
    """Verdicts of people by one-sided rank-sum tests, as `tertium human rank` has them."""
    if len(human.systems) < 2:  # told below, where it is the same for all gold standards
        return Gold(PValues(human.systems, ((math.nan,),)), {}, "")
    ranked = ranking.rank(
        human.ratings,
        ranking.Settings(scale=human.judged.scale, unit=settings.human_unit, trials=0),
    )
    return Gold(ranked.p_values, {}, f"{ranked.signature}|judgments:{human.data.digest}")


def _check(judged: bool, given: bool, levels: Sequence[float]) -> None:
    """See that there is one gold standard, and that levels are levels."""
    if judged == given:
        said = "Both judgments and a gold standard are given." if given else "There is nothing to"
        raise UsageError(
            said if given else f"{said} hold verdicts against.",
            hint="Give either judgments (--ratings) or verdicts of people (--gold).",
        )
    for level in levels:
        if not 0 < level < 1:
            raise UsageError(f"A level is a number between 0 and 1, not {level:g}.")
    if not levels:
        raise UsageError("There is no level to find verdicts at.")


def _of_outputs(gold: Gold, names: Mapping[str, str]) -> Gold:
    """Take the systems that are among the outputs, by the names that these have."""

    def taken(p_values: PValues) -> PValues:
        theirs = tuple(name for name in gold.p_values.systems if name in names)
        return PValues(tuple(names[name] for name in theirs), p_values.ordered(theirs).matrix)

    at_levels = {level: taken(one) for level, one in gold.at_levels.items()}
    return Gold(taken(gold.p_values), at_levels, gold.source)


def _check_directions(sample: Sample) -> None:
    for metric in sample.metrics:
        if metric.higher_is_better is None:
            raise UsageError(f"{metric} does not tell which of two systems is better.")


def _default_tests() -> list[str]:
    """Tests of these outputs that can ask whether one system is better, as in papers/000."""
    found: list[tuple[str, type[Test]]] = [
        (name, plugins.load("significance", name).TEST) for name in plugins.names("significance")
    ]
    return [
        name
        for name, test in found
        if "greater" in test.alternatives and test.question == "these outputs"
    ]


def _for_tests(settings: Settings) -> ComparisonSettings:
    return ComparisonSettings(
        trials=settings.trials,
        seed=settings.seed,
        p_value=settings.p_value,
        alternative="greater",
    )


def _tested(
    sample: Sample, tests: "Sequence[Test]", systems: tuple[str, ...]
) -> list[TestedMetric]:
    """P-values of all ordered pairs, metric by metric."""
    pairs = [Pair(*both) for both in permutations(systems, 2)]
    found: dict[tuple[str, str], TestedMetric] = {}
    for test in tests:
        if test.alternative != "greater":
            raise UsageError(f"{test} does not ask which is better; verdicts need that.")
        if [one.name for one in tests].count(test.name) > 1:
            raise UsageError(f"The test {test.name} is given twice.")
        for metric, outcomes in zip(sample.metrics, test.run(sample, pairs), strict=True):
            p = {pair: one.p for pair, one in zip(pairs, outcomes, strict=True)}
            matrix = tuple(
                tuple(p.get(Pair(one, other), math.nan) for other in systems) for one in systems
            )
            key = str(metric), test.name
            found[key] = TestedMetric(*key, PValues(systems, matrix))
    return [found[str(metric), test.name] for metric in sample.metrics for test in tests]


def _metrics(collected: Collected) -> tuple[MetricUsed, ...]:
    return tuple(
        MetricUsed(str(metric), metric.title, signature)
        for metric, (signature, _) in zip(
            collected.sample.metrics, collected.signatures, strict=True
        )
    )
