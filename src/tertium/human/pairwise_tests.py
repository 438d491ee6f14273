"""Tests of all pairs of systems by human judgments: rank-sum, signed-rank, and by resampling."""

from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.sample import Pair
from tertium.human.groups import grouped
from tertium.human.judged_sample import sample_of
from tertium.human.ratings import YES_NO
from tertium.human.segments import JudgedSegments
from tertium.human.settings import RESAMPLED, RankSettings
from tertium.inference.mid_p import rank_sum_mid_p
from tertium.inference.rank_tests import DIGITS, rank_sums, rounded, signed_rank, stouffer
from tertium.significance import make_test


def tested(judged: JudgedSegments, settings: RankSettings) -> Floats:
    """P-values of each system being better than each other system, in the order of their names.

    A two-sided p-value is stored for the system that scores better; the other has NaN.
    """
    if settings.test == RESAMPLED:
        return _resampled(judged, settings)
    if settings.test == "signed-rank":
        p = _signed_ranks(judged, settings.level, settings.alternative)
    elif settings.segments == "both":
        p = _matched_rank_sums(judged, settings)
    else:
        p = _rank_sums(judged, _samples(judged, settings.level), settings)
    if settings.alternative == "two-sided":
        scores = rounded(judged.system_scores(judged.values, settings.average))
        p[scores[:, None] <= scores] = np.nan
    return p


def _samples(judged: JudgedSegments, level: str) -> list[Floats]:
    """Values of each system that are ranked: judgments, segment scores, or document means."""
    values, owners = judged.cell_scores, judged.cell_system
    if level == "judgment":
        values, owners = judged.values, judged.system
    elif level == "document":
        blocks = grouped(owners, judged.documents.codes[judged.cells.first])
        values, owners = blocks.means(values), owners[blocks.first]
    return [values[owners == place] for place in range(len(judged.systems))]


def _rank_sums(judged: JudgedSegments, samples: Sequence[Floats], settings: RankSettings) -> Floats:
    """Rank-sum tests of all pairs of samples; answers of yes and no have mid-p-values."""
    digits = DIGITS if settings.level == "document" else judged.digits
    if judged.score_scale != YES_NO:
        return rank_sums(samples, settings.alternative, digits=digits).p
    p = np.full((len(samples),) * 2, np.nan)
    for i, j in permutations(range(len(samples)), 2):
        pair = samples[i], samples[j]
        p[i, j] = rank_sum_mid_p(*pair, settings.alternative, digits=digits)
    return p


def _matched_rank_sums(judged: JudgedSegments, settings: RankSettings) -> Floats:
    """Rank-sum tests on the segments that were judged for both systems."""
    was_judged = ~np.isnan(judged.table())
    p = np.full((len(was_judged), len(was_judged)), np.nan)
    for i, j in combinations(range(len(p)), 2):
        both = (was_judged[i] & was_judged[j])[judged.ratings.item.codes]
        if not both.any():
            continue
        of_two = judged.where(both & ((judged.system == i) | (judged.system == j)))
        # Numbers of digits are those of all segments.
        of_pair = _rank_sums(judged, _samples(of_two, settings.level), settings)
        p[i, j], p[j, i] = of_pair[0, 1], of_pair[1, 0]
    return p


def _signed_ranks(judged: JudgedSegments, level: str, alternative: str) -> Floats:
    """Signed-rank tests in each domain, on segments judged for both systems; p-values combined.

    Differences of a document are summed, so that the estimate stays the mean over segments.
    """
    table = judged.table()
    domains = np.zeros(table.shape[1], dtype=np.int64)
    domains[judged.cell_item] = judged.cell_domain.codes
    blocks = np.arange(table.shape[1])
    if level == "document":
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


def _resampled(judged: JudgedSegments, settings: RankSettings) -> Floats:
    """P-values of each system being better than each other system, by resampling segments."""
    sample = sample_of(judged, settings.average, settings.level)
    test = make_test(
        settings.test,
        trials=settings.trials,
        seed=settings.seed,
        alternative=settings.alternative,
    )
    pairs = [Pair(*both) for both in permutations(judged.systems, 2)]
    p = np.full((len(judged.systems),) * 2, np.nan)
    for pair, outcome in zip(pairs, test.run(sample, pairs)[0], strict=True):
        p[judged.systems.index(pair.system), judged.systems.index(pair.other)] = outcome.p
    return p
