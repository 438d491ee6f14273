"""Compare systems: is the difference real?"""

import math
from collections.abc import Iterable

from tertium.api._arguments import checked_testsets
from tertium.comparison.compare import study_of
from tertium.comparison.comparison_result import Comparison
from tertium.comparison.sample import collect
from tertium.comparison.settings import TRIALS, CompareSettings
from tertium.core import wording
from tertium.core.errors import UnknownMember, UsageError
from tertium.core.executor import Executor
from tertium.core.progress import Advance, reported_as
from tertium.core.spec import names_of
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.human.errors import Weights
from tertium.human.judged_sample import collect_judgments
from tertium.human.preparation import prepare, quality_rules
from tertium.human.ratings import Ratings
from tertium.human.settings import SCALES
from tertium.significance import Test


@reported_as("Comparing")
def compare(
    testset: TestSet | Iterable[TestSet] | Ratings,
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    test: str | Test | Iterable[str | Test] | None = None,
    baseline: str | None = None,
    all_pairs: bool = False,
    trials: int | None = None,
    seed: int = 12345,
    alternative: str = "two-sided",
    confidence_level: float = 0.95,
    correction: str = "holm",
    family: str = "metric",
    p_value: str = "plus-one",
    interval: str = "percentile",
    subsample: float = 1.0,
    level: str = "segment",
    combine_runs: str = "mean",
    task: str = "",
    language_pair: str = "",
    scale: str = "auto",
    weights: Weights | None = None,
    quality: bool | None = None,
    include_machines: str | Iterable[str] = (),
    quality_test: str | None = None,
    quality_alpha: float | None = None,
    jobs: int | None = None,
    engine: str = "threads",
    progress: Advance | None = None,
) -> Comparison:
    """Compare systems: scores, differences with confidence intervals, significance tests, verdicts.

    Args:
        testset: A test set, from `tertium.read` or `tertium.testset`; or several with the
            same references; or human judgments, from `tertium.read_ratings`.
        metrics: Metrics, as in "bleu,chrf(word_order=2)" or a list of such strings; by default
            BLEU, and the metrics that layers of the test set imply.
        test: Significance tests, as in "bootstrap,approximate-randomization"; verdicts use the
            first. By default approximate randomization, and for several training runs also a test
            that generalizes to the training procedure.
        baseline: The system that the others are compared with; by default the first.
        all_pairs: Whether to compare every system with every other.
        trials: Number of trials of tests and of bootstrap samples; by default 10,000, and more if
            the correction for multiple comparisons needs them.
        seed: Seed of the resampling.
        alternative: "two-sided"; or whether a system is better ("greater") or worse ("less").
        confidence_level: Confidence level of intervals and verdicts: 0.95 stands for p <= 0.05.
        correction: Correction for multiple comparisons: "holm", "benjamini-hochberg" or "none".
        family: Comparisons that are corrected together: those of one "metric", or "all".
        p_value: "plus-one" for (c + 1) / (B + 1), which is never 0; "plain" for c / B.
        interval: Kind of confidence interval: "percentile", "element" or "bca".
        subsample: Size of a bootstrap sample as a share of the test set.
        level: What is resampled: "segment" or "document".
        combine_runs: Score of several training runs: the "mean" of their scores, or the score of
            "pooled" statistics.
        task: Annotation task, if the human judgments are of several.
        language_pair: Language pair, if the human judgments are of several.
        scale: Human judgments as given ("raw") or "standardized"; "auto" chooses as
            `tertium.rank` does.
        weights: Weights of errors, for human judgments that mark errors.
        quality: Whether to use only annotators who pass quality control; by default if degraded
            outputs were judged.
        include_machines: Names of machine annotators whose judgments count, too.
        quality_test: Test of quality control: "paired-t" or "signed-rank".
        quality_alpha: Largest p-value of annotators who pass.
        jobs: Number of workers; by default one for each core.
        engine: Where the workers run: "threads", "processes", "dask:ADDRESS" or "ray:ADDRESS".
        progress: Called with the share of the work done since the last call, like `tqdm.update`.

    Returns:
        The comparison. Print it, or use `.verdicts`, `.to_dict()` or `.to_frame()`.

    Example:
        >>> news = tertium.read(["base=b.txt", "new=a.txt"], references="ref.txt")
        >>> comparison = tertium.compare(news, "bleu,chrf", trials=1000)
        >>> print(comparison.verdicts[0])
        new is better than base by 6.2 BLEU [4.8, 7.6] (approximate randomization, p < 0.0010:
        none of 1,000 random relabellings gave a difference this large).
    """
    if not isinstance(testset, Ratings):
        testset = checked_testsets(testset)
    rules = quality_rules(test=quality_test, alpha=quality_alpha)
    machines = names_of(include_machines)
    settings = CompareSettings(
        baseline=baseline,
        all_pairs=all_pairs,
        trials=TRIALS if trials is None else trials,
        seed=seed,
        alternative=alternative,
        confidence_level=confidence_level,
        correction=correction,
        family=family,
        p_value=p_value,
        interval=interval,
        subsample=subsample,
        level=level,
        combine_runs=combine_runs,
    )
    workers = Executor(jobs, progress, engine)
    if isinstance(testset, Ratings):
        if metrics is not None:
            raise UsageError("Human judgments have values of their own; metrics do not apply.")
        if scale not in SCALES:
            raise UnknownMember("scale", scale, SCALES)
        ready = prepare(
            testset,
            task=task,
            languages=language_pair,
            quality=quality,
            rules=rules,
            machines=machines,
            weights=weights,
            scale=scale,
        )
        collected = collect_judgments(ready, scale=scale, level=level)
    else:
        _check_no_judgments(
            task=bool(task),
            language_pair=bool(language_pair),
            quality=quality is not None or rules is not None,
            include_machines=bool(machines),
            weights=weights is not None,
            scale=scale != "auto",
        )
        with workers.phase(0.3, 1 if isinstance(testset, TestSet) else math.inf):
            collected = collect(testset, metrics, level=level, combine_runs=combine_runs)
    study = study_of(collected, settings, test, enough_trials=trials is None)
    with workers.phase(0.7, 1 + len(study.tests)):
        return study.result()


def _check_no_judgments(**given: bool) -> None:
    """Refuse options that only apply to human judgments."""
    names = [wording.option(name) for name, is_given in given.items() if is_given]
    if names:
        raise UsageError(
            f"Only comparisons of human judgments take: {', '.join(names)}.",
            hint=(
                f"Give the judgments with {wording.option('ratings', wording.FILE)}."
                if wording.for_command_line()
                else f"Give judgments from `{wording.call('read_ratings')}` instead of a test set."
            ),
        )
