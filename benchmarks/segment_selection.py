"""What selecting segments by disagreement changes: bias, squared error, and false winners.

Simulated test sets: systems differ more on some segments than on others, and a metric shows roughly
on which. Segments are drawn independently of each other with probabilities that grow with the
disagreement of the metric (`tertium.campaign.selection`), and systems are scored by
`tertium human rank` with the weights 1 / probability. Simple random selection has as many segments
as the draws have on average.

Real judgments: the variance of differences between the systems of WMT23 English-German, relative to
simple random selection of as many segments, for two smallest probabilities. A ratio below 1 saves
judgments. The variance follows from the probabilities and the scores of all segments.

    python -m benchmarks.segment_selection [CAMPAIGNS]
"""

import gzip
import os
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.sequential_calibration import markdown, shown
from tertium.campaign.selection import drawing_probabilities
from tertium.core.arrays import Floats
from tertium.human.columns import Integers
from tertium.human.ratings import Ratings
from tertium.human.segments import JudgedSegments
from tertium.inference.sequential import SequentialTest
from tertium.inference.streams import pair_stream

SEGMENTS, WANTED, ALPHA = 600, 120, 0.05

# Quality of the systems in points.
QUALITY = (0.0, 2.0, 4.0, 8.0)
PAIRS = list(combinations(range(len(QUALITY)), 2))

METRICS = ("BLEU-refA", "chrF-refA", "COMET-refA", "XCOMET-Ensemble-refA", "MetricX-23-refA")
HUMAN = ("mqm", "da-sqm")
EXCLUDED = ("refA", "synthetic_ref")

# Smallest probability as a share of the average rate; tertium uses a half.
FLOORS = (0.5, 0.1)

Random = np.random.Generator


class Population(NamedTuple):
    """Human scores of all segments (system, segment), and the disagreement of a metric."""

    scores: Floats
    deviations: Floats


def population(random: Random, quality: tuple[float, ...] = QUALITY) -> Population:
    """Simulate a test set whose segments are unequally hard to translate."""
    hardness = random.gamma(2.0, 6.0, SEGMENTS)
    easy = 85 - hardness
    noise = random.normal(0, 1, (len(quality), SEGMENTS)) * hardness
    scores = easy + np.array(quality)[:, None] + noise + random.normal(0, 6, noise.shape)
    deviations = hardness * random.lognormal(0, 0.5, SEGMENTS)
    return Population(np.clip(np.round(scores), 0, 100), deviations)


class Campaign(NamedTuple):
    """The segments that are judged, in the order drawn, and their weights."""

    segments: Integers
    weights: Floats

    def system_scores(self, scores: Floats) -> Floats:
        """Score the systems as `tertium human rank` does."""
        judged, number = scores[:, self.segments], len(self.segments)
        ratings = Ratings.of(
            {
                "system": [f"s{system}" for system in range(len(scores)) for _ in range(number)],
                "segment": [f"{segment}" for segment in self.segments] * len(scores),
                "value": judged.ravel().tolist(),
                "weight": np.tile(self.weights, len(scores)).tolist(),
            }
        )
        of_segments = JudgedSegments.of(ratings, "raw")
        return of_segments.system_scores(of_segments.values, "segments")


def drawn(random: Random, deviations: Floats) -> Campaign:
    """Draw segments by disagreement."""
    probabilities = drawing_probabilities(deviations, WANTED)
    segments = random.permutation(np.flatnonzero(random.random(SEGMENTS) < probabilities))
    return Campaign(segments, 1 / probabilities[segments])


def drawn_at_random(random: Random) -> Campaign:
    """Draw the same number of segments, all with the same probability."""
    return Campaign(random.permutation(SEGMENTS)[:WANTED], np.ones(WANTED))


class Estimates(NamedTuple):
    """Scores of each system in each campaign, by the way segments were drawn."""

    weighted: Floats
    unweighted: Floats
    random: Floats


def estimates(everything: Population, campaigns: int) -> Estimates:
    """Score the systems in many campaigns on one test set."""
    found: list[list[Floats]] = [[], [], []]
    for number in range(campaigns):
        random = np.random.default_rng([11, number])
        campaign, simple = drawn(random, everything.deviations), drawn_at_random(random)
        unweighted = campaign._replace(weights=np.ones(len(campaign.segments)))
        for part, one in zip(found, (campaign, unweighted, simple), strict=True):
            part.append(one.system_scores(everything.scores))
    return Estimates(*map(np.array, found))


def false_winners(campaigns: int) -> int:
    """Campaigns of equal systems, watched after every segment, that name a winner.

    Every campaign has a test set of its own, because systems that are equally good in general
    differ on the segments of one test set.
    """
    found = 0
    for number in range(campaigns):
        random = np.random.default_rng([13, number])
        everything = population(random, (0.0,) * len(QUALITY))
        campaign = drawn(random, everything.deviations)
        judged = everything.scores[:, campaign.segments]
        p = [
            SequentialTest.of(*pair_stream(*two, scale=(0, 100), weights=campaign.weights)).p
            for two in combinations(judged, 2)
        ]
        found += min(p) * len(p) <= ALPHA
    return found


# --- Real judgments -----------------------------------------------------------------------------


def segment_scores(path: Path) -> dict[str, Floats]:
    """Scores of each system; NaN for a segment that was not judged."""
    found: dict[str, list[float]] = {}
    for line in gzip.decompress(path.read_bytes()).decode().splitlines():
        system, value = line.split("\t")
        found.setdefault(system, []).append(float("nan" if value == "None" else value))
    return {name: np.array(values) for name, values in found.items() if name not in EXCLUDED}


def variance_ratio(scores: Floats, probabilities: Floats) -> float:
    """Variance of differences by these probabilities, relative to simple random selection.

    The median over all pairs of systems of the linearized variance of the weighted mean.
    """
    size, wanted = len(probabilities), probabilities.sum()
    ratios = []
    for one, other in combinations(scores, 2):
        deviation = (one - other) - (one - other).mean()
        weighted = ((1 / probabilities - 1) * deviation**2).sum() / size**2
        ratios.append(weighted / ((1 - wanted / size) * deviation.var(ddof=1) / wanted))
    return float(np.median(ratios))


def real_ratios(data: Path) -> Iterator[list[str]]:
    """One row for each metric and kind of human scores."""
    for kind in HUMAN:
        human = segment_scores(data / f"wmt23/human-scores/en-de.{kind}.seg.score.gz")
        for name in METRICS:
            file = data / f"wmt23/metric-scores/en-de/{name}.seg.score.gz"
            of_metric = segment_scores(file)
            systems = sorted(human.keys() & of_metric.keys())
            scores, metric = (np.array([s[one] for one in systems]) for s in (human, of_metric))
            judged = ~np.isnan(scores).any(axis=0)
            deviations = metric[:, judged].std(axis=0)
            ratios = [
                variance_ratio(scores[:, judged], drawing_probabilities(deviations, wanted, floor))
                for floor in FLOORS
                for wanted in (60, 150)
            ]
            yield [f"{kind}, {name.removesuffix('-refA')}", *(f"{ratio:.2f}" for ratio in ratios)]


def tables(campaigns: int, data: Path) -> Iterator[str]:
    """All tables, as far as the data are there."""
    everything = population(np.random.default_rng(1))
    found, true = estimates(everything, campaigns), everything.scores.mean(axis=1)
    limits = 2.576 * found.weighted.std(axis=0) / campaigns**0.5
    errors = [((part - true) ** 2).mean(axis=0) for part in found]
    rows = [
        [
            f"{system + 1}",
            f"{true[system]:.2f}",
            f"{found.weighted[:, system].mean():.2f} ± {limits[system]:.2f}",
            f"{found.unweighted[:, system].mean():.2f}",
            *(f"{error[system]:.2f}" for error in errors),
        ]
        for system in range(len(true))
    ]
    yield f"{WANTED} of {SEGMENTS} segments, {campaigns:,} campaigns, 99 % Monte-Carlo limits:"
    yield ""
    header = ["system", "all segments", "weighted mean", "mean without weights"]
    yield from markdown(
        [*header, *(f"squared error, {name}" for name in ("weighted", "unweighted", "random"))],
        rows,
    )
    differences = [
        np.mean([(part[:, i] - part[:, j] - true[i] + true[j]) ** 2 for i, j in PAIRS])
        for part in found
    ]
    names = ("weighted", "unweighted", "random")
    rows = [[name, f"{error:.2f}"] for name, error in zip(names, differences, strict=True)]
    yield from markdown(["segments", "mean squared error of differences"], rows)
    winners = shown(false_winners(campaigns), campaigns)
    yield f"Equal systems, weighted, watched after every segment: {winners} name a winner."
    yield ""
    if data.is_dir():
        sizes = [f"{floor:g} of the rate, {n} segments" for floor in FLOORS for n in (60, 150)]
        yield from markdown(["WMT23 en-de", *sizes], list(real_ratios(data)))


if __name__ == "__main__":
    folder = Path(os.environ.get("TERTIUM_REFERENCE_DATA", "../shared/data"))
    for line in tables(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, folder):
        print(line, flush=True)
