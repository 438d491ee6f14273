"""Combine adequacy and fluency into verdicts on pairs of systems."""

from collections.abc import Iterable, Mapping, Sequence

from tertium.api._arguments import check_ratings
from tertium.core.executor import Executor
from tertium.core.progress import Advance, reported_as
from tertium.core.spec import names_of
from tertium.human.gold import CONFIDENCE_LEVELS, GoldResult, gold_standard
from tertium.human.preparation import quality_rules
from tertium.human.ratings import Ratings
from tertium.human.settings import RankSettings


@reported_as("Combining judgments")
def gold(
    adequacy: Ratings,
    fluency: Ratings,
    *,
    confidence_levels: Sequence[float] = CONFIDENCE_LEVELS,
    language_pair: str = "",
    quality: bool | None = None,
    include_machines: str | Iterable[str] = (),
    domains: Mapping[str, str] | None = None,
    scale: str = "auto",
    average: str = "segments",
    of_segment: str = "judgments",
    test: str = "rank-sum",
    level: str = "segment",
    segments: str = "any",
    trials: int = 1000,
    seed: int = 12345,
    quality_test: str | None = None,
    quality_alpha: float | None = None,
    progress: Advance | None = None,
) -> GoldResult:
    """Combine verdicts by adequacy and by fluency: fluency decides if adequacy does not.

    Args:
        adequacy: Judgments of adequacy.
        fluency: Judgments of fluency; they may be the same object.
        confidence_levels: Confidence levels of the verdicts: 0.95 stands for p <= 0.05.
        language_pair: The language pair, if there are several.
        quality: Whether to use only annotators who pass quality control; by default if degraded
            outputs were shown.
        include_machines: Names of machine annotators whose judgments count, too.
        domains: Domain of each document, for tests and means by domain.
        scale: "raw" or "standardized" scores; "auto" standardizes adequacy, fluency and SQM, but
            no answers of yes or no.
        average: Score of a system: the mean over "segments", "judgments" or "domains".
        of_segment: Score of a segment: the mean of its "judgments" or of its "annotators".
        test: "rank-sum", "signed-rank" or "approximate-randomization"; tests are one-sided.
        level: What is tested: "segment", "document" or "judgment".
        segments: Which segments count: "any", those judged for "both" systems of a test, or for
            "all" systems.
        trials: Number of resamples.
        seed: Seed of the resampling.
        quality_test: Test of quality control: "paired-t" or "signed-rank".
        quality_alpha: Largest p-value of annotators who pass.
        progress: Called with the share of the work done since the last call, like `tqdm.update`.

    Returns:
        The verdicts. Print them, or use `.to_dict()` or `.to_frame()`.

    Example:
        >>> ratings = tertium.read_ratings("ratings.csv")
        >>> gold = tertium.gold(ratings, ratings, confidence_levels=[0.95], trials=0)
        >>> [verdict.better for verdict in gold.gold.combined[0].verdicts][-1]
        'baseline'
    """
    check_ratings(adequacy)
    check_ratings(fluency)
    # Two rankings, each with resampled intervals and a test.
    with Executor(advance=progress).phase(1, 4):
        return gold_standard(
            adequacy,
            fluency,
            RankSettings(
                scale=scale,
                average=average,
                of_segment=of_segment,
                test=test,
                level=level,
                segments=segments,
                trials=trials,
                seed=seed,
            ),
            confidence_levels=confidence_levels,
            languages=language_pair,
            quality=quality,
            rules=quality_rules(test=quality_test, alpha=quality_alpha),
            machines=names_of(include_machines),
            domains=domains,
        )
