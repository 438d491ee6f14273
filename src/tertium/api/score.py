"""Score the outputs of a test set."""

import math
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tertium.api._parameter_files import with_file
from tertium.core import executor, plugins
from tertium.core.errors import DataWarning, UnknownMember, UsageError
from tertium.core.limits import LARGEST_SEED, MOST_TRIALS
from tertium.core.plain import listed
from tertium.core.results import Interval, Score, Scores
from tertium.core.sample import Sample, side_by_side
from tertium.core.spec import Value, check_number, parse_call, split_list
from tertium.core.stats import Metric
from tertium.core.testset import Layer, TestSet
from tertium.inference import intervals

if TYPE_CHECKING:
    from tertium.core.scores import SegmentScores

SEED = 12345


def metric(spec: str | Metric, **shared: Value) -> Metric:
    """Make a metric of its printed form, as in `bleu(tok=intl)`.

    Args:
        spec: The printed form, or a metric, which is given back.
        shared: Values for parameters that all metrics share and this one declares so; what the
            printed form says goes first.
    """
    if isinstance(spec, Metric):
        return spec
    name, arguments = parse_call(spec)
    made: type[Metric] = plugins.load("metrics", name).METRIC
    common = {p.name for p in made.parameters() if p.shared}
    defaults = {key: value for key, value in shared.items() if key in common}
    return made.of(defaults | with_file(made, arguments))


def metrics(specs: str | Metric | Iterable[str | Metric], **shared: Value) -> list[Metric]:
    """Make metrics; a string may list several, separated by commas."""
    if isinstance(specs, str | Metric):
        specs = [specs]
    items: list[str | Metric] = []
    for spec in specs:
        items += split_list(spec) if isinstance(spec, str) else [spec]
    if not items:
        raise UsageError("No metric is given.", hint=f"Known: {', '.join(metric_names())}.")
    return list(dict.fromkeys(metric(item, **shared) for item in items))


def default_metrics(testset: TestSet) -> list[Metric]:
    """Give the metrics to use where none is asked for: BLEU, and those that layers are made for."""
    told = [
        made
        for name in metric_names()
        if testset.layers
        for made in plugins.load("metrics", name).METRIC.told_by(testset)
    ]
    return [metric("bleu"), *told] if testset.outputs else told


def metric_names() -> tuple[str, ...]:
    """Names of all metrics."""
    return plugins.names("metrics")


def score(
    testset: TestSet,
    specs: str | Metric | Iterable[str | Metric] | None = None,
    *,
    confidence: bool = False,
    level: float = 0.95,
    samples: int = 1000,
    seed: int = SEED,
    interval: str = "percentile",
    subsample: float = 1.0,
    jobs: int | None = None,
    advance: Callable[[float], None] | None = None,
) -> Scores:
    """Score every output of a test set under every metric.

    Args:
        testset: What `tertium.read` or `TestSet.of` gives.
        specs: Metrics, as in "bleu,chrf(word_order=2)" or a list of such; by default BLEU, and any
            scores that are given.
        confidence: Whether to add bootstrap intervals (papers/003, Algorithm 4).
        level: Share of the bootstrap samples within the interval.
        samples: Number of bootstrap samples.
        seed: Seed of the bootstrap.
        interval: "percentile", interpolated; "element" of the sorted scores, as in Algorithm 4;
            or "bca", bias-corrected and accelerated.
        subsample: Size of a bootstrap sample as a share of the test set; Algorithm 4 takes 0.5.
        jobs: Number of threads; by default all cores.
        advance: Called with the share of the work done since the last call.

    Returns:
        The scores, system by system; print it, or take `.to_dict()` or `.to_frame()`.
    """
    chosen = default_metrics(testset) if specs is None else metrics(specs)
    if not testset.runs:
        raise UsageError("There is no system to score.", hint="Name at least one output file.")
    check_number("score", "level", level, float, above=0, below=1)
    check_number("score", "samples", samples, int, minimum=1, maximum=MOST_TRIALS)
    check_number("score", "seed", seed, int, minimum=0, maximum=LARGEST_SEED)
    check_number("score", "subsample", subsample, float, above=0, maximum=1)
    if interval not in intervals.METHODS:
        raise UnknownMember("interval", interval, intervals.METHODS)
    chosen = list(dict.fromkeys(one.for_testset(testset) for one in chosen))
    warn_unsegmented(chosen, testset)
    outputs = [(name, run) for name, count in testset.runs.items() for run in range(count)]
    share = 1 / (len(outputs) * len(chosen))

    def part(amount: float) -> None:
        if advance is not None:
            advance(amount * share)

    with executor.use(executor.Executor(jobs, part)):
        scores = [
            _score(testset, system, run, chosen_metric)
            for system, run in outputs
            for chosen_metric in chosen
        ]
        if confidence:
            unset = Interval(math.nan, math.nan, level, samples, seed, interval, subsample)
            scores = _with_intervals(scores, unset)
    return Scores(tuple(scores), testset)


def warn_unsegmented(metrics: Iterable[Metric], testset: TestSet) -> None:
    """Warn of metrics that take words from space to space where the text has no such words."""
    from tertium.text.segmentation import unsegmented_text

    if testset.inputs is not None and "unsegmented" in testset.inputs.allow:
        return
    text = unsegmented_text(testset)
    if not text.tokenizers:
        return
    advice = {
        one.title: said
        for one in metrics
        if (said := one.unsegmented_advice(testset, text.script, text.tokenizers))
    }
    if advice:
        where = f"{text.origin}: " if text.origin else ""
        takes = "takes" if len(advice) == 1 else "take"
        warnings.warn(
            f"{where}The text looks {text.language}{text.why}, but {listed(list(advice))} {takes}"
            f" words from space to space. Use {', '.join(advice.values())}. [unsegmented]",
            DataWarning,
            stacklevel=3,
        )


def segment_scores(scores: Scores) -> "SegmentScores":
    """Scores of all segments, as the formats of scores take them."""
    from tertium.core.scores import Scored, SegmentScores

    return SegmentScores(
        {Scored(str(one.metric), one.system, one.run or 0): one.segments for one in scores},
        scores.testset.segment_ids,
        scores.testset.document_ids,
    )


def score_lists(
    name: str,
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str | None]] = (),
    *,
    source: Sequence[str] | None = None,
    layers: Mapping[str, Sequence[str]] | None = None,
    **parameters: Any,
) -> Score:
    """Score a list of outputs against lists of references: `tertium.bleu(...)` and its kin.

    Args:
        name: The metric.
        hypotheses: One string per segment.
        references: One list per reference, each with one string per segment.
        source: One string per segment, for metrics that need it.
        layers: What else a metric needs, by name, each with one string per segment.
        parameters: Parameters of the metric; `params` names a file of them.
    """
    given = with_file(plugins.load("metrics", name).METRIC, parameters)
    testset = TestSet.of(
        references=references,
        systems={"system": hypotheses},
        source=source,
        layers={
            layer: Layer.of_texts(layer, {"system": texts})
            for layer, texts in (layers or {}).items()
        },
    )
    if len(references) == len(hypotheses) > 1:
        # Their numbers cannot tell whether the references are given the wrong way round.
        from tertium.api.check import enforce

        enforce(testset, only=["transposed-references"])
    made = _named(name, **given).for_testset(testset)
    warn_unsegmented([made], testset)
    return _score(testset, "system", 0, made)


@lru_cache(maxsize=64)
def _named(name: str, **parameters: Any) -> Metric:
    """Make a metric once: single sentences are scored one call at a time."""
    made: type[Metric] = plugins.load("metrics", name).METRIC
    return made.of(parameters)


def _score(testset: TestSet, system: str, run: int, metric: Metric) -> Score:
    stats = metric.stats(testset, system, run)
    return Score(
        system=system,
        run=run + 1 if testset.runs[system] > 1 else None,
        metric=metric,
        value=float(metric.score(stats.sum())),
        stats=stats,
        testset=testset,
    )


def _with_intervals(scores: Sequence[Score], unset: Interval) -> list[Score]:
    """Add bootstrap intervals; one draw of segments serves all systems and metrics.

    Args:
        scores: Scores of one test set.
        unset: An interval without its ends, which a single segment keeps.
    """
    metrics = tuple(dict.fromkeys(score.metric for score in scores))
    labels = dict.fromkeys(score.label for score in scores)
    rows = {
        label: (side_by_side([s.stats for s in scores if s.label == label]),) for label in labels
    }
    sample = Sample(metrics, rows)
    if sample.units == 1:  # which tells nothing of how others would vary
        return [replace(one, interval=unset) for one in scores]
    drawn = sample.bootstrap(unset.samples, unset.seed, unset.subsample).systems
    jackknife = sample.jackknife() if unset.method == "bca" else None
    result = []
    for one in scores:
        place = sample.systems.index(one.label), metrics.index(one.metric)
        low, high = intervals.interval(
            drawn[:, *place],
            unset.level,
            unset.method,
            one.value,
            lambda place=place: jackknife[:, *place],  # type: ignore[misc, index]
        )
        result.append(replace(one, interval=unset._replace(low=low, high=high)))
    return result
