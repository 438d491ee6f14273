"""Rankings of systems by human judgments: scores with intervals, tests of all pairs, clusters.

WMT ranks by the mean over segments of standardized scores, and separates systems by one-sided
rank-sum tests on segment scores, which is the default. Graham, Mathur and Baldwin 2014 test single
judgments. WMT24, with error spans, uses segments judged for all systems and signed-rank tests in
each domain, and combines their p-values.

Reference: Akhbardeh et al. 2021, Findings of the 2021 conference on machine translation; Kocmi et
al. 2024, Findings of the WMT24 general machine translation shared task.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from tertium.core import wording
from tertium.core.errors import DataError, UsageError
from tertium.core.formatting import counted
from tertium.core.intervals import Interval
from tertium.core.records import Defect, Defects, empty, unknown
from tertium.core.streams import digest
from tertium.human.pairwise_tests import tested
from tertium.human.ratings import YES_NO, Ratings
from tertium.human.segments import JudgedSegments
from tertium.human.settings import RESAMPLED, RankSettings
from tertium.human.share_of_yes import share_limits
from tertium.human.two_way_bootstrap import intervals
from tertium.inference.clusters import clusters, rank_ranges
from tertium.inference.verdicts import PValues, Verdict, alpha_of


@dataclass(frozen=True)
class RankedSystem:
    """A ranked system.

    Attributes:
        system: Its name.
        reference: Whether it is a human translation.
        score: The score it is ranked by.
        interval: Confidence interval of the score, over segments and annotators; undefined
            for a single segment, or if some resamples have no judgment. Shares of yes have exact
            limits instead.
        raw: Mean of the raw scores, averaged in the same way; NaN if unknown, or if they are on
            several answer scales.
        standardized: Mean of the standardized scores; NaN if unknown.
        segments: Number of segments.
        judgments: Number of judgments.
        wins: Number of systems that it is significantly better than.
        losses: Number of systems that are significantly better.
        best: Best rank that is consistent with wins and losses.
        worst: Worst rank.
        cluster: Number of its cluster.
    """

    system: str
    reference: bool
    score: float
    interval: Interval
    raw: float
    standardized: float
    segments: int
    judgments: int
    wins: int
    losses: int
    best: int
    worst: int
    cluster: int


@dataclass(frozen=True)
class Ranking:
    """Systems from the best to the worst, and the tests that separate them.

    Attributes:
        settings: How they were ranked.
        task: Annotation task.
        languages: The language pair.
        scale: Whether they are ranked by "standardized" or "raw" scores, or by the share of yes,
            "yes-no".
        documents: Number of documents; 0 if unknown.
        domains: Names of the domains, if known.
        domains_digest: Fingerprint of the domains of the documents.
        filters: How the judgments were filtered before.
        systems: The systems; equal scores are sorted by name.
        p_values: P-values of all pairs, in the same order.
    """

    settings: RankSettings
    task: str
    languages: str
    scale: str
    documents: int
    domains: tuple[str, ...]
    domains_digest: str
    filters: tuple[str, ...]
    systems: tuple[RankedSystem, ...]
    p_values: PValues

    def defects(self) -> Defects:
        """The scale is known, and p-values have the same systems in the same order."""
        yield from unknown("scale", self.scale, ("standardized", "raw", YES_NO), "scales")
        yield from empty(self, "systems")
        if self.p_values.systems != tuple(system.system for system in self.systems):
            yield Defect("p_values.systems", "The systems differ from those in 'systems'.")

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Which system of each pair is significantly better."""
        return self.p_values.verdicts(self.settings.confidence_level)

    @property
    def signature(self) -> str:
        """Settings and filters, from which the ranking can be reproduced."""
        items = {
            "task": self.task,
            "languages": self.languages,
            "scale": self.scale,
            "domains": self.domains_digest,
            "filters": "+".join(self.filters),
        }
        facts = [f"{key}:{value}" for key, value in items.items() if value]
        return "|".join([str(self.settings), *facts])


def rank(
    ratings: Ratings,
    settings: RankSettings | None = None,
    *,
    domains: Mapping[str, str] | None = None,
    references: Collection[str] = (),
) -> Ranking:
    """Rank systems by judgments of one task in one language pair.

    Args:
        ratings: The judgments; control items among them do not count.
        settings: How to rank.
        domains: Domain of each document, for tests and means by domain.
        references: Which of the systems are human translations.
    """
    settings = settings or RankSettings()
    if settings.average == "domains" and not domains:
        raise UsageError(
            "Averaging over domains needs the domain of each document.",
            hint=f"Give it with {wording.option('domains')}.",
        )
    if settings.test == RESAMPLED and not settings.trials:
        raise UsageError(
            "Approximate randomization needs trials.",
            hint=f"Set their number: {wording.option('trials', 1000)}.",
        )
    judged = JudgedSegments.of(ratings, settings.scale, settings.of_segment, domains)
    if settings.level == "document":
        _check_documents(judged, settings.confidence_level)
    if settings.level == "judgment":
        _check_single(judged, settings.test)
    if settings.segments == "all":
        judged = judged.complete()
    _check_weights(judged, settings.test)
    scores = judged.system_scores(judged.values, settings.average)
    order = sorted(range(len(scores)), key=lambda place: (-scores[place], judged.systems[place]))
    p = tested(judged, settings)[np.ix_(order, order)]
    p_values = PValues(
        tuple(judged.systems[place] for place in order), tuple(map(tuple, p.tolist()))
    )
    beats = p_values.beats(settings.confidence_level)
    ranges, numbers = rank_ranges(beats), clusters(beats, settings.clusters)
    yes_no = judged.score_scale == YES_NO
    ends = share_limits(judged, settings) if yes_no else intervals(judged, settings)
    comparable = len(judged.ratings.answer_scales) == 1
    values = judged.ratings.value if comparable else np.full(len(judged.ratings), np.nan)
    raw = judged.system_scores(values, settings.average)
    standardized = judged.system_scores(judged.ratings.standardized, settings.average)
    segments = np.bincount(judged.cell_system, minlength=len(scores))
    judgments = judged.system_sums(judged.ratings.count)
    return Ranking(
        settings,
        task=judged.ratings.task.names[0],
        languages=judged.ratings.languages.names[0],
        scale=judged.score_scale,
        documents=len([name for name in judged.ratings.document.names if name]),
        domains=tuple(sorted(set(judged.known_domains.values()))),
        domains_digest=digest([repr(sorted(judged.known_domains.items()))]) if domains else "",
        filters=judged.ratings.filters,
        systems=tuple(
            RankedSystem(
                system=judged.systems[place],
                reference=judged.systems[place] in references,
                score=float(scores[place]),
                interval=ends[place],
                raw=float(raw[place]),
                standardized=float(standardized[place]),
                segments=int(segments[place]),
                judgments=round(judgments[place]),
                wins=sum(beats[at]),
                losses=sum(row[at] for row in beats),
                best=ranges[at].best,
                worst=ranges[at].worst,
                cluster=numbers[at],
            )
            for at, place in enumerate(order)
        ),
        p_values=p_values,
    )


def _check_weights(judged: JudgedSegments, test: str) -> None:
    """Check that the test can use the weights of segments."""
    if judged.weighted and test != RESAMPLED:
        raise UsageError(
            f"The {test} test cannot use the weights of segments that were drawn with unequal"
            " probabilities: ranks have no weights.",
            hint=f"Use approximate randomization: {wording.option('test', RESAMPLED)}.",
        )


def _check_single(judged: JudgedSegments, test: str) -> None:
    """Check that there are single judgments, and that the test can use them."""
    if test != "rank-sum":
        raise UsageError(
            f"The {test} test pairs the segments of two systems; single judgments have no pairs.",
            hint=f"Test segments or documents: {wording.option('level', 'segment')}.",
        )
    if (judged.ratings.count != 1).any():
        raise UsageError(
            "Single judgments cannot be tested: the file holds means of several judgments.",
            hint=f"Test segments: {wording.option('level', 'segment')}.",
        )


def _check_documents(judged: JudgedSegments, confidence_level: float) -> None:
    """Check that there are enough documents: n documents have 2^n permutations."""
    documents = len(judged.documents.names)
    smallest = 2 * 0.5**documents
    if smallest > alpha_of(confidence_level):
        raise DataError(
            f"{counted(documents, 'document')} cannot show a difference at p <="
            f" {alpha_of(confidence_level):g}: no permutation of them has p below"
            f" {smallest:.2g}.",
            where=judged.ratings.origin,
            hint=f"Judge more documents, or lower {wording.option('confidence_level')}.",
        )
