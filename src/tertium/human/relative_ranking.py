"""Rankings by relative judgments: which of several outputs is better.

Expected Wins: the mean probability of beating another system, ties ignored (Callison-Burch
et al. 2012; Lopez 2012). Bradley-Terry: strengths s with P(i beats j) = s_i / (s_i + s_j), by
maximum likelihood. TrueSkill: means of normal skills, updated match by match; matches are chosen
where uncertainty is largest (Sakaguchi, Post and Van Durme 2014).

Ranges of ranks come from resampling the judgments: a share of the ranks of a system over all
resamples is clipped at both ends, and a cluster ends where all systems below rank lower. WMT ranked
this way from 2013 to 2016.

Reference: Sakaguchi, Post and Van Durme 2014, Efficient elicitation of annotations for human
evaluation of machine translation; Bojar et al. 2016, Findings of the 2016 conference on machine
translation.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.errors import DataError
from tertium.core.records import Defects, empty, repeated
from tertium.core.resampling import JUDGMENTS, MATCHES, block_size, generator, replicates
from tertium.human.columns import Integers
from tertium.human.comparisons import Comparisons
from tertium.human.settings import RelativeRankSettings
from tertium.inference.clusters import RankRange

# Settings of TrueSkill at WMT.
DEVIATION, DRAW_PROBABILITY = 0.5, 0.25


@dataclass(frozen=True)
class RelativelyRanked:
    """A ranked system.

    Attributes:
        system: Its name.
        score: Expected Wins; logarithm of the strength, 0 for the mean of all; or the mean of the
            skill over all resamples.
        mean: Mean of the score over all resamples.
        wins: Number of judgments in which it is better.
        ties: Number of judgments in which it is tied.
        losses: Number of judgments in which it is worse.
        best: Best rank over the resamples, clipped.
        worst: Worst rank.
        cluster: Number of its cluster.
    """

    system: str
    score: float
    mean: float
    wins: int
    ties: int
    losses: int
    best: int
    worst: int
    cluster: int


@dataclass(frozen=True)
class RelativeRanking:
    """Systems from the best to the worst."""

    settings: RelativeRankSettings
    task: str
    languages: str
    judgments: int
    ties: int
    filters: tuple[str, ...]
    systems: tuple[RelativelyRanked, ...]

    def defects(self) -> Defects:
        """There are systems, and their names are unique."""
        yield from empty(self, "systems")
        yield from repeated("systems", [system.system for system in self.systems])

    @property
    def signature(self) -> str:
        """Settings and filters, from which the ranking can be reproduced."""
        items = {
            "task": self.task,
            "languages": self.languages,
            "filters": "+".join(self.filters),
        }
        facts = [f"{key}:{value}" for key, value in items.items() if value]
        return "|".join([str(self.settings), *facts])


def relative_rank(
    compared: Comparisons, settings: RelativeRankSettings | None = None
) -> RelativeRanking:
    """Rank systems by comparisons of their outputs.

    Args:
        compared: The comparisons.
        settings: How to rank.
    """
    settings = settings or RelativeRankSettings()
    wins, ties = outcomes(compared)
    if settings.method == "bradley-terry":
        _check_connected(_counted(wins, ties, settings), compared.systems)
    drawn = replicates(_Judgments(wins, ties), settings.trials, settings.seed, _as_they_are)
    runs = _scores(drawn[:, 0], drawn[:, 1], settings)
    means = runs.mean(axis=0)
    scores = means
    if settings.method != "trueskill":
        scores = _scores(wins[None], ties[None], settings)[0]
    order = sorted(range(len(scores)), key=lambda place: (-scores[place], compared.systems[place]))
    ranges = clipped_ranges(runs, settings.confidence_level)
    numbers = _clusters([ranges[place] for place in order])
    return RelativeRanking(
        settings,
        task=compared.task,
        languages=compared.languages,
        judgments=len(compared),
        ties=int(ties.sum()) // 2,
        filters=compared.filters,
        systems=tuple(
            RelativelyRanked(
                system=compared.systems[place],
                score=float(scores[place]),
                mean=float(means[place]),
                wins=int(wins[place].sum()),
                ties=int(ties[place].sum()),
                losses=int(wins[:, place].sum()),
                best=ranges[place].best,
                worst=ranges[place].worst,
                cluster=numbers[at],
            )
            for at, place in enumerate(order)
        ),
    )


def outcomes(compared: Comparisons) -> tuple[Floats, Floats]:
    """How often the system of the row beat that of the column, and how often they were tied."""
    wins, ties = np.zeros((2, len(compared.systems), len(compared.systems)))
    first, second, outcome = compared.first, compared.second, compared.outcome
    np.add.at(wins, (first[outcome > 0], second[outcome > 0]), 1)
    np.add.at(wins, (second[outcome < 0], first[outcome < 0]), 1)
    np.add.at(ties, (first[outcome == 0], second[outcome == 0]), 1)
    return wins, ties + ties.T


def _scores(wins: Floats, ties: Floats, settings: RelativeRankSettings) -> Floats:
    """Score of each system in each resample."""
    if settings.method == "trueskill":
        return trueskill(wins, ties, generator(settings.seed, MATCHES, 0))
    counted = _counted(wins, ties, settings)
    return expected_wins(counted) if settings.method == "expected-wins" else bradley_terry(counted)


def _counted(wins: Floats, ties: Floats, settings: RelativeRankSettings) -> Floats:
    return wins + ties / 2 if settings.ties == "half" else wins


def clipped_ranges(runs: Floats, confidence_level: float) -> list[RankRange]:
    """Best and worst rank of each system over the resamples, clipped at both ends.

    Systems with equal scores in a resample share their ranks.

    Args:
        runs: Scores by resample and system.
        confidence_level: Share of the resamples that is kept.
    """
    from scipy.stats import rankdata

    best, worst = (np.sort([rankdata(-run, tie) for run in runs], axis=0) for tie in ("min", "max"))
    # Rounded, so that 25 of 1000 do not become 26; the middle is always kept.
    clipped = min(math.ceil(round((1 - confidence_level) / 2 * len(runs), 9)), (len(runs) - 1) // 2)
    ends = zip(best[clipped].tolist(), worst[-1 - clipped].tolist(), strict=True)
    return [RankRange(int(high), int(low)) for high, low in ends]


def _clusters(ranges: Sequence[RankRange]) -> list[int]:
    """A cluster ends where the worst rank of its last system is above the best of all below."""
    numbers: list[int] = []
    for place in range(len(ranges)):
        boundary = place == 0 or all(ranges[place - 1].worst < one.best for one in ranges[place:])
        numbers.append((numbers[-1] if numbers else 0) + boundary)
    return numbers


@dataclass(frozen=True, eq=False)
class _Judgments:
    """Bootstrap samples of the judgments, as counts of outcomes."""

    wins: Floats
    ties: Floats

    @property
    def units(self) -> int:
        """Number of outcomes that can be drawn."""
        return 2 * self.wins.size

    def block(self, seed: int, begin: int, end: int) -> Floats:
        """Wins and ties of each resample."""
        counts = np.stack([self.wins, np.triu(self.ties)])
        total = counts.sum()
        random = generator(seed, JUDGMENTS, begin // block_size(self.units))
        drawn = random.multinomial(int(total), counts.ravel() / total, size=end - begin)
        runs = drawn.reshape(-1, *counts.shape).astype(np.float64)
        runs[:, 1] += runs[:, 1].transpose(0, 2, 1)
        return runs


def _as_they_are(scores: Floats) -> Floats:
    return scores


def expected_wins(wins: Floats) -> Floats:
    """Mean share of comparisons won against each other system; 0 if never compared.

    Args:
        wins: By resample, how often the system of the row beat that of the column.
    """
    compared = wins + wins.transpose(0, 2, 1)
    shares = np.divide(wins, compared, out=np.zeros_like(wins), where=compared > 0)
    expected: Floats = shares.sum(axis=2) / max(1, wins.shape[1] - 1)
    return expected


def bradley_terry(wins: Floats, tolerance: float = 1e-10, iterations: int = 10_000) -> Floats:
    """Logarithms of the maximum-likelihood strengths; their mean is 0.

    Computed by the iteration of Zermelo 1929, a minorization-maximization algorithm (Hunter 2004):
    s_i becomes its wins divided by the sum over j of n_ij / (s_i + s_j). If a system won or lost
    all comparisons of a resample, its strength diverges until the iterations end; ranks are
    still defined.

    Args:
        wins: By resample, how often the system of the row beat that of the column.
        tolerance: Largest change of a logarithm in the last iteration.
        iterations: Largest number of iterations.
    """
    compared = wins + wins.transpose(0, 2, 1)
    won = wins.sum(axis=2)
    # A system without wins would have strength 0, whose logarithm has no finite mean.
    won = np.maximum(won, 1e-3)
    strengths = np.ones_like(won)
    for _ in range(iterations):
        sums = strengths[:, :, None] + strengths[:, None, :]
        updated = won / (compared / sums).sum(axis=2)
        updated /= np.exp(np.log(updated).mean(axis=1, keepdims=True))
        change = np.abs(np.log(updated / strengths)).max()
        strengths = updated
        if change <= tolerance:
            break
    logarithms: Floats = np.log(strengths)
    return logarithms


def _check_connected(wins: Floats, systems: tuple[str, ...]) -> None:
    """Check that the maximum-likelihood strengths exist: the graph of wins is connected."""
    from scipy.sparse.csgraph import connected_components

    count, labels = connected_components(wins > 0, connection="strong")
    if count > 1:
        apart = sorted(name for name, label in zip(systems, labels, strict=True) if label == 0)
        raise DataError(
            "The Bradley-Terry model has no solution: no chain of wins leads from"
            f" {', '.join(apart)} to all others and back.",
            hint="Use Expected Wins instead.",
        )


def trueskill(wins: Floats, ties: Floats, random: np.random.Generator) -> Floats:
    """Means of the skills after one match per judgment, for all resamples at once.

    In each match the system with the largest variance meets another, drawn with probability
    proportional to exp(-|difference of means|), and the outcome is that of a judgment drawn from
    those of the two. Performance varies by beta, which is the prior deviation times a fortieth of
    the number of matches; with such a large beta skills hardly converge. All settings are those of
    WMT; systems that were not compared do not meet.

    Args:
        wins: By resample, how often the system of the row beat that of the column.
        ties: How often they were tied.
        random: Generator of matches and outcomes.
    """
    runs, systems, _ = wins.shape
    met = wins + wins.transpose(0, 2, 1) + ties
    matches = round(wins[0].sum() + ties[0].sum() / 2)
    match = Match(beta=DEVIATION * matches / 40, draw_probability=DRAW_PROBABILITY)
    with np.errstate(invalid="ignore"):
        won, not_lost = wins / met, (wins + ties) / met
    every, possible = np.arange(runs), met > 0
    # A system without comparisons gets a variance too small to be chosen.
    mean = np.zeros((runs, systems))
    variance = np.where(possible.any(axis=2), DEVIATION**2, 0.0)
    for _ in range(matches):
        one = variance.argmax(axis=1)
        distance = np.abs(mean - mean[every, one][:, None])
        chances = np.cumsum(np.exp(-distance) * possible[every, one], axis=1)
        at, lot = random.random((2, runs))
        other = (chances < (at * chances[:, -1])[:, None]).sum(axis=1)
        outcome = 1 - (lot >= won[every, one, other]) - (lot >= not_lost[every, one, other])
        players = np.stack([one, other])
        mean[every, players], variance[every, players] = match.played(
            mean[every, players], variance[every, players], outcome
        )
    return mean


class Match(NamedTuple):
    """A match of two players (Herbrich, Minka and Graepel 2007).

    Attributes:
        beta: Deviation of the performance of a player from the skill.
        draw_probability: Probability of a tie between equals.
    """

    beta: float
    draw_probability: float

    def played(self, means: Floats, variances: Floats, outcome: Integers) -> tuple[Floats, Floats]:
        """Return the skills after a match, in the shape (player, match).

        Args:
            means: Means of the skills of the two players.
            variances: Their variances.
            outcome: 1 if the first won, -1 if the second won, 0 for a tie.
        """
        from scipy.special import ndtri

        total = np.sqrt(2 * self.beta**2 + variances.sum(axis=0))
        margin = ndtri((self.draw_probability + 1) / 2) * math.sqrt(2) * self.beta / total
        # From the view of the winner.
        side = np.where(outcome < 0, -1.0, 1.0)
        lead = side * (means[0] - means[1]) / total
        shift, shrink = np.where(outcome == 0, _tied(lead, margin), _won(lead, margin))
        signs = np.stack([side, -side])
        return (
            means + signs * variances / total * shift,
            variances * (1 - variances / total**2 * shrink),
        )


def _won(lead: Floats, margin: Floats) -> Floats:
    """Update of mean and variance by a win: V and W of a truncated normal."""
    from scipy.special import log_ndtr

    beyond = lead - margin
    shift = np.exp(-(beyond**2) / 2 - log_ndtr(beyond)) / math.sqrt(2 * math.pi)
    return np.stack([shift, shift * (shift + beyond)])


def _tied(lead: Floats, margin: Floats) -> Floats:
    """Update of mean and variance by a tie: the performance is truncated at both ends."""
    from scipy.special import ndtr

    upper, lower = margin - lead, -margin - lead
    inside = ndtr(upper) - ndtr(lower)
    at_upper, at_lower = (np.exp(-(end**2) / 2) / math.sqrt(2 * math.pi) for end in (upper, lower))
    shift = (at_lower - at_upper) / inside
    return np.stack([shift, shift**2 + (upper * at_upper - lower * at_lower) / inside])
