"""Rank systems by human judgments."""

from collections.abc import Iterable, Mapping

from tertium.api._arguments import check_ratings
from tertium.core.executor import Executor
from tertium.core.progress import Advance, reported_as
from tertium.core.spec import names_of
from tertium.human.errors import Weights
from tertium.human.preparation import quality_rules
from tertium.human.rank import HumanRanking, is_relative, rank_by_comparisons, rank_by_scores
from tertium.human.ratings import Ratings
from tertium.human.settings import RankSettings, RelativeRankSettings, check_unused


@reported_as("Ranking")
def rank(
    ratings: Ratings,
    *,
    task: str = "",
    language_pair: str = "",
    quality: bool | None = None,
    include_machines: str | Iterable[str] = (),
    weights: Weights | None = None,
    domains: Mapping[str, str] | None = None,
    reference_systems: str | Iterable[str] = (),
    scale: str = "auto",
    average: str = "segments",
    of_segment: str = "judgments",
    test: str = "rank-sum",
    level: str = "segment",
    alternative: str = "greater",
    segments: str = "any",
    clusters: str = "all-pairs",
    method: str = "expected-wins",
    ties: str = "drop",
    confidence_level: float = 0.95,
    trials: int = 1000,
    seed: int = 12345,
    quality_test: str | None = None,
    quality_alpha: float | None = None,
    quality_shortest: float | None = None,
    quality_longest_run: int | None = None,
    quality_reference_mean: float | None = None,
    progress: Advance | None = None,
) -> HumanRanking:
    """Rank systems by human judgments: scores, confidence intervals, tests of all pairs, clusters.

    Args:
        ratings: Human judgments, as `tertium.read_ratings` returns them.
        task: What was judged, if there are several tasks.
        language_pair: The language pair, if there are several.
        quality: Whether to use only annotators who pass quality control; by default if degraded
            outputs were shown.
        include_machines: Names of machine annotators whose judgments count, too.
        weights: Weights of errors, for judgments that mark errors.
        domains: Domain of each document, for tests and means by domain.
        reference_systems: Names of the systems that are human translations.
        scale: "raw" or "standardized" scores; "auto" standardizes adequacy, fluency and SQM, but
            no answers of yes or no, which are ranked by the share of yes.
        average: Score of a system: the mean over "segments", "judgments" or "domains".
        of_segment: Score of a segment: the mean of its "judgments" or of its "annotators".
        test: "rank-sum", "signed-rank" or "approximate-randomization".
        level: What is tested and resampled: "segment", "document" or "judgment".
        alternative: "greater" asks whether each system is better than each other, "two-sided"
            whether they differ.
        segments: Which segments count: "any", those judged for "both" systems of a test, or for
            "all" systems.
        clusters: Rule for clusters: "all-pairs" or "wmt".
        method: Method for relative judgments: "expected-wins", "bradley-terry" or "trueskill".
        ties: Ties of relative judgments: "drop" them, or count "half" a win for each system.
        confidence_level: Confidence level of intervals, verdicts and ranges of ranks.
        trials: Number of resamples.
        seed: Seed of the resampling.
        quality_test: Test of quality control: "paired-t" or "signed-rank".
        quality_alpha: Largest p-value of annotators who pass.
        quality_shortest: Caution if a batch took fewer seconds.
        quality_longest_run: Caution if more scores in a row are equal.
        quality_reference_mean: Caution if references are rated lower for adequacy.
        progress: Called with the share of the work done since the last call, like `tqdm.update`.

    Returns:
        The ranking. Print it, or use `.to_dict()` or `.to_frame()`.

    Example:
        >>> ratings = tertium.read_ratings("ratings.csv")
        >>> ranking = tertium.rank(ratings, task="adequacy", level="document")
        >>> ranking.systems[0].system
        'large'
    """
    check_ratings(ratings)
    # Intervals are resampled, and so is the test of approximate randomization.
    resampling = Executor(advance=progress).phase(1, 2)
    rules = quality_rules(
        test=quality_test,
        alpha=quality_alpha,
        shortest=quality_shortest,
        longest_run=quality_longest_run,
        reference_mean=quality_reference_mean,
    )
    machines = names_of(include_machines)
    if is_relative(ratings, task=task, languages=language_pair, machines=machines):
        check_unused(
            "relative judgments",
            RankSettings(
                scale=scale,
                average=average,
                of_segment=of_segment,
                test=test,
                level=level,
                alternative=alternative,
                segments=segments,
                clusters=clusters,
            ),
        )
        relative = RelativeRankSettings(
            method=method,
            ties=ties,
            confidence_level=confidence_level,
            trials=trials,
            seed=seed,
        )
        with resampling:
            return rank_by_comparisons(
                ratings,
                relative,
                task=task,
                languages=language_pair,
                quality=quality,
                rules=rules,
                machines=machines,
                references=names_of(reference_systems),
            )
    check_unused("judgments on a scale", RelativeRankSettings(method=method, ties=ties))
    with resampling:
        return rank_by_scores(
            ratings,
            RankSettings(
                scale=scale,
                average=average,
                of_segment=of_segment,
                test=test,
                level=level,
                alternative=alternative,
                segments=segments,
                clusters=clusters,
                confidence_level=confidence_level,
                trials=trials,
                seed=seed,
            ),
            task=task,
            languages=language_pair,
            quality=quality,
            rules=rules,
            machines=machines,
            weights=weights,
            domains=domains,
            references=names_of(reference_systems),
        )
