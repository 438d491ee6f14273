"""Rankings of systems by human judgments: scores with intervals, tests of all pairs, clusters.

WMT ranks by the mean over segments of standardized judgments, and holds systems apart by one-sided
rank-sum tests on the scores of segments; so is the default here. Graham, Mathur and Baldwin 2014
test single judgments. WMT24, with error spans, takes segments judged for all systems and
signed-rank tests in each domain, and combines their p-values.

Reference: Akhbardeh et al. 2021, Findings of the 2021 conference on machine translation; Kocmi et
al. 2024, Findings of the WMT24 general machine translation shared task.
"""

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, ClassVar

from tertium.core.arrays import Floats
from tertium.core.errors import DataError, UsageError
from tertium.core.limits import LARGEST_SEED, MOST_TRIALS
from tertium.core.plain import counted
from tertium.core.records import Defect, Defects, empty, unknown
from tertium.core.resampling import (
    ANNOTATORS,
    BOOTSTRAP,
    block_size,
    counts,
    generator,
    replicates,
)
from tertium.core.spec import Spec, option
from tertium.core.testset import digest
from tertium.human.groups import grouped
from tertium.human.ratings import Ratings, Words
from tertium.human.segments import AVERAGES, OF_SEGMENTS, SCALES, JudgedSegments
from tertium.inference.clusters import RULES, clusters, rank_ranges
from tertium.inference.intervals import percentile
from tertium.inference.rank_tests import (
    DIGITS,
    rank_sum,
    rank_sums,
    rounded,
    signed_rank,
    stouffer,
)
from tertium.inference.verdicts import PValues, Verdict, alpha_of

UNITS = ("segment", "document", "judgment")


@dataclass(frozen=True)
class Settings(Spec):
    """How systems are ranked; the same words on the command line, in Python and in results."""

    name: ClassVar[str] = "rank"

    scale: str = option(
        "auto", "Judgments as given, or standardized; auto takes these if known.", choices=SCALES
    )
    average: str = option(
        "segments",
        "What the score of a system is the mean of: scores of segments, single judgments, or means"
        " of domains.",
        choices=AVERAGES,
    )
    of_segment: str = option(
        "judgments",
        "What the score of a segment is the mean of: its judgments, or the mean of each annotator.",
        choices=OF_SEGMENTS,
    )
    test: str = option(
        "rank-sum",
        "Test of two systems; signed ranks are of segments judged for both, in each domain.",
        choices=("rank-sum", "signed-rank", "approximate-randomization"),
    )
    unit: str = option(
        "segment",
        "What is tested and resampled: segments, whole documents, or single judgments.",
        choices=UNITS,
    )
    alternative: str = option(
        "greater",
        "Ask of each system whether it is better than each other, or whether they differ.",
        choices=("greater", "two-sided"),
    )
    segments: str = option(
        "any",
        "Segments that count: any; in tests, those judged for both systems; for all of them.",
        choices=("any", "both", "all"),
    )
    clusters: str = option("all-pairs", "Rule for clusters.", choices=RULES)
    level: float = option(
        0.95, "Level of intervals, and of verdicts: 0.95 stands for p <= 0.05.", above=0, below=1
    )
    trials: int = option(
        1000,
        "Number of resamples for intervals and approximate randomization; 0 for no intervals.",
        minimum=0,
        maximum=MOST_TRIALS,
    )
    seed: int = option(12345, "Seed of all that is drawn.", minimum=0, maximum=LARGEST_SEED)

    @classmethod
    def check(cls, name: str, text: str) -> None:
        """Refuse a text that is no value of a parameter; people take the level for the unit."""
        if name == "level" and text in UNITS:
            raise UsageError(
                f"--level is that of intervals and verdicts, as in 0.95; not {text!r}.",
                hint=f"What is tested is --unit {text}.",
            )
        super().check(name, text)


@dataclass(frozen=True)
class RankedSystem:
    """A system and its place.

    Attributes:
        system: Its name.
        reference: Whether it is a human translation.
        score: What it is ranked by.
        low: Lower end of the interval of the score, over other segments and annotators; NaN where
            there is one segment, or some samples have none.
        high: Upper end.
        raw: Mean of the judgments as given, averaged in the same way; NaN if not known.
        standardized: Mean of the standardized judgments; NaN if not known.
        segments: Number of segments.
        judgments: Number of judgments.
        wins: Number of systems that it is shown to be better than.
        losses: Number of systems that are shown to be better.
        best: Best rank that wins and losses leave open.
        worst: Worst rank.
        cluster: Number of its cluster.
    """

    system: str
    reference: bool
    score: float
    low: float
    high: float
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
    """Systems from the best to the worst, and the tests that keep them apart.

    Attributes:
        settings: How they were ranked.
        task: What was judged.
        languages: The language pair.
        scale: What they are ranked by, "standardized" or "raw" judgments.
        documents: Number of documents; 0 where they are not known.
        domains: Names of the domains, where they are known.
        domains_digest: Fingerprint of which document is of which domain.
        filters: What was done to the judgments before.
        systems: The systems; those that score the same by name.
        p_values: Of all pairs, in the same order.
    """

    settings: Settings
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
        """Systems are ranked by one of two scales, and tested in their order."""
        yield from unknown("scale", self.scale, ("standardized", "raw"), "scales")
        yield from empty(self, "systems")
        if self.p_values.systems != tuple(one.system for one in self.systems):
            yield Defect("p_values.systems", "They are not those in 'systems'.")

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Which of each two systems is shown to be better."""
        return self.p_values.verdicts(self.settings.level)

    @property
    def signature(self) -> str:
        """Everything that decides the ranking, beside the judgments themselves."""
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
    settings: Settings | None = None,
    *,
    domains: Mapping[str, str] | None = None,
    references: Collection[str] = (),
    resampled: "Callable[[JudgedSegments, Settings], Floats] | None" = None,
) -> Ranking:
    """Rank systems by judgments of one task in one language pair.

    Args:
        ratings: The judgments; control items among them do not count.
        settings: How to rank.
        domains: Domain of each document, for tests and means by domain.
        references: Which of the systems are human translations.
        resampled: Gives the p-values of tests that resample segments, where such a one is asked
            for: each system against each other, in the order of their names.
    """
    import numpy as np

    settings = settings or Settings()
    if settings.average == "domains" and not domains:
        raise UsageError(
            "Means of domains need the domain of each document.", hint="Name it with --domains."
        )
    if settings.test == "approximate-randomization" and not settings.trials:
        raise UsageError(
            "Approximate randomization needs trials.", hint="Give some: --trials 1000."
        )
    judged = JudgedSegments.of(ratings, settings.scale, settings.of_segment, domains)
    if settings.unit == "document":
        _check_documents(judged, settings.level)
    if settings.unit == "judgment":
        _check_single(judged, settings.test)
    if settings.segments == "all":
        judged = judged.complete()
    scores = judged.system_scores(judged.values, settings.average)
    order = sorted(range(len(scores)), key=lambda place: (-scores[place], judged.systems[place]))
    by_ranks = settings.test in ("rank-sum", "signed-rank")
    p = (tested if by_ranks or resampled is None else resampled)(judged, settings)
    p = p[np.ix_(order, order)]
    p_values = PValues(
        tuple(judged.systems[place] for place in order), tuple(map(tuple, p.tolist()))
    )
    beats = p_values.beats(settings.level)
    ranges, numbers = rank_ranges(beats), clusters(beats, settings.clusters)
    intervals = _intervals(judged, settings)
    raw = judged.system_scores(judged.ratings.value, settings.average)
    standardized = judged.system_scores(judged.ratings.standardized, settings.average)
    segments = np.bincount(judged.cell_system, minlength=len(scores))
    judgments = judged.system_sums(judged.ratings.count)
    return Ranking(
        settings,
        task=judged.ratings.task.names[0],
        languages=judged.ratings.languages.names[0],
        scale=judged.scale,
        documents=len([name for name in judged.ratings.document.names if name]),
        domains=tuple(sorted(set(judged.known_domains.values()))),
        domains_digest=digest([repr(sorted(judged.known_domains.items()))]) if domains else "",
        filters=judged.ratings.filters,
        systems=tuple(
            RankedSystem(
                system=judged.systems[place],
                reference=judged.systems[place] in references,
                score=float(scores[place]),
                low=intervals[place][0],
                high=intervals[place][1],
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


def _check_single(judged: JudgedSegments, test: str) -> None:
    """See that there are single judgments, and that the test is of such."""
    if test != "rank-sum":
        raise UsageError(
            f"The {test} test pairs the segments of two systems; single judgments have no pairs.",
            hint="Test segments or documents: --unit segment.",
        )
    if (judged.ratings.count != 1).any():
        raise UsageError(
            "Single judgments cannot be tested: only means of several are known.",
            hint="Test segments: --unit segment.",
        )


def _check_documents(judged: JudgedSegments, level: float) -> None:
    """See that there are enough documents: n of them can be swapped in 2^n ways."""
    documents = len(judged.documents.names)
    smallest = 2 * 0.5**documents
    if smallest > alpha_of(level):
        raise DataError(
            f"{counted(documents, 'document')} cannot show a difference at p <="
            f" {alpha_of(level):g}: no way to swap them between two systems has p below"
            f" {smallest:.2g}.",
            where=judged.ratings.origin,
            hint="Judge more documents, or lower --level.",
        )


def tested(judged: JudgedSegments, settings: Settings) -> Floats:
    """P-values of each system being better than each other, in the order of their names.

    A two-sided p-value stands for the system that scores better; the other has NaN.
    """
    import numpy as np

    if settings.test == "signed-rank":
        p = _signed_ranks(judged, settings.unit, settings.alternative)
    elif settings.segments == "both":
        p = _matched_rank_sums(judged, settings.unit, settings.alternative)
    else:
        digits = DIGITS if settings.unit == "document" else judged.digits
        p = rank_sums(_samples(judged, settings.unit), settings.alternative, digits=digits).p
    if settings.alternative == "two-sided":
        scores = rounded(judged.system_scores(judged.values, settings.average))
        p[scores[:, None] <= scores] = np.nan
    return p


def _samples(judged: JudgedSegments, unit: str) -> list[Floats]:
    """For each system what is ranked: judgments, scores of segments, or means of documents."""
    values, owners = judged.cell_scores, judged.cell_system
    if unit == "judgment":
        values, owners = judged.values, judged.system
    elif unit == "document":
        blocks = grouped(owners, judged.documents.codes[judged.cells.first])
        values, owners = blocks.means(values), owners[blocks.first]
    return [values[owners == place] for place in range(len(judged.systems))]


def _matched_rank_sums(judged: JudgedSegments, unit: str, alternative: str) -> Floats:
    """Rank-sum tests on the segments that were judged for both systems."""
    import numpy as np

    was_judged = ~np.isnan(judged.table())
    p = np.full((len(was_judged), len(was_judged)), np.nan)
    digits = DIGITS if unit == "document" else judged.digits
    for i, j in combinations(range(len(p)), 2):
        both = (was_judged[i] & was_judged[j])[judged.ratings.item.codes]
        if not both.any():
            continue
        of_two = judged.where(both & ((judged.system == i) | (judged.system == j)))
        one, other = _samples(of_two, unit)
        p[i, j] = rank_sum(one, other, alternative, digits=digits).p
        p[j, i] = rank_sum(other, one, alternative, digits=digits).p
    return p


def _signed_ranks(judged: JudgedSegments, unit: str, alternative: str) -> Floats:
    """Signed-rank tests in each domain, on the segments judged for both; p-values combined.

    Differences of a document are summed, so that the estimate stays the mean over segments.
    """
    import numpy as np

    table = judged.table()
    domains = np.zeros(table.shape[1], dtype=np.int64)
    domains[judged.cell_item] = judged.cell_domain.codes
    blocks = np.arange(table.shape[1])
    if unit == "document":
        blocks[judged.cell_item] = judged.documents.codes[judged.cells.first]
    p = np.full((len(table), len(table)), np.nan)
    for i, j in permutations(range(len(table)), 2):
        difference = table[i] - table[j]
        both = ~np.isnan(difference)
        units = grouped(blocks[both])
        summed, of_domain = units.sums(difference[both]), domains[both][units.first]
        p[i, j] = stouffer(
            [
                signed_rank(summed[of_domain == domain], alternative).p
                for domain in np.unique(of_domain)
            ]
        )
    return p


def _intervals(judged: JudgedSegments, settings: Settings) -> list[tuple[float, float]]:
    """Where the scores would lie with other segments or documents, and annotators.

    One segment or document does not tell.
    """
    import numpy as np

    if not settings.trials:
        return [(math.nan, math.nan)] * len(judged.systems)
    units = judged.documents if settings.unit == "document" else judged.ratings.item
    resampled = _Resampled.of(judged, settings.average, units)
    values = replicates(resampled, settings.trials, settings.seed, resampled.scores)
    blocks = grouped(judged.system, units)
    numbers = np.bincount(judged.system[blocks.first], minlength=values.shape[1])
    return [
        percentile(values[:, place], settings.level) if number > 1 else (math.nan, math.nan)
        for place, number in enumerate(numbers.tolist())
    ]


@dataclass(frozen=True, eq=False)
class _Resampled:
    """Draws segments and annotators, each with replacement, and scores systems on what was drawn.

    A judgment counts as often as its segment was drawn times as often as its annotator was: the
    two-way bootstrap of Owen 2007, which is cautious. Whole documents can take the place of
    segments.

    Attributes:
        segments: Number of segments, or of documents.
        annotators: Number of annotators.
        sums: Weighted judgments of each annotator of each system (rows), by segment or document.
        weights: Their weights.
    """

    segments: int
    annotators: int
    sums: Any
    weights: Any

    @classmethod
    def of(cls, judged: JudgedSegments, average: str, units: Words) -> "_Resampled":
        from scipy.sparse import csr_array

        segments, annotators = len(units.names), len(judged.ratings.annotator.names)
        weights = judged.weights(average)
        rows = judged.system * annotators + judged.ratings.annotator.codes
        where = (rows, units.codes)
        shape = (len(judged.systems) * annotators, segments)
        return cls(
            segments,
            annotators,
            csr_array((weights * judged.values, where), shape=shape),
            csr_array((weights, where), shape=shape),
        )

    @property
    def units(self) -> int:
        """The larger of what a replicate takes in memory."""
        return int(max(self.sums.shape))

    def block(self, seed: int, begin: int, end: int) -> Floats:
        """Counts of segments, then of annotators."""
        import numpy as np

        number = begin // block_size(self.units)
        drawn = [
            counts(generator(seed, purpose, number), end - begin, units, units)
            for purpose, units in ((BOOTSTRAP, self.segments), (ANNOTATORS, self.annotators))
        ]
        return np.hstack(drawn)

    def scores(self, drawn: Floats) -> Floats:
        """Score of each system on each replicate; NaN where nothing of it was drawn."""
        import numpy as np

        segments, annotators = drawn[:, : self.segments], drawn[:, self.segments :]

        def total(judgments: Any) -> Floats:
            by_annotator = (judgments @ segments.T).reshape(-1, self.annotators, len(drawn))
            summed: Floats = np.einsum("sab,ba->bs", by_annotator, annotators)
            return summed

        with np.errstate(invalid="ignore"):
            return total(self.sums) / total(self.weights)
