"""How often campaigns that are watched after every answer name a winner, and what they cost.

Simulated campaigns of equal systems: annotators answer with a slider from 0 to 100. Segments differ
in difficulty, annotators in bias, scale and noise. Some annotators answer at random, and some leave
in the middle of a segment, which another annotator then finishes. Streams change only when a
segment is complete, so a look after every answer is a look after every segment.

Simulated documents: the differences of two equal systems correlate by 0.39 within a document, as
they do on the ESA judgments of WMT23 English-German, and documents have the sizes of that test set.
Real documents: these judgments themselves, of pairs of systems at most 3 points apart, whose labels
are swapped at random document by document.

    python -m benchmarks.sequential_calibration [CAMPAIGNS]
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import stdtr

from benchmarks.document_calibration import close_pairs, judgments
from tertium.core.arrays import Floats
from tertium.inference.binomial import clopper_pearson
from tertium.inference.power import needed_size
from tertium.inference.rank_tests import signed_rank
from tertium.inference.sequential import capital_paths

SYSTEMS, SEGMENTS, ANNOTATORS, ALPHA = 5, 300, 8, 0.05

# Shares of annotators who answer at random, and of segments that an annotator leaves unfinished.
CARELESS, UNFINISHED = 0.15, 0.05

# Looks of the t-test begin with this number of segments.
FIRST_LOOK = 10

# Documents of each size, from one segment, and the correlation within a document.
DOCUMENTS = {1: 21, 2: 16, 3: 16, 4: 7, 5: 5, 6: 1, 7: 2, 9: 1, 10: 1, 14: 1}
CORRELATION, DEVIATION = 0.39, 21.0

# True differences in points, and the longest campaigns that are simulated for them.
DIFFERENCES = {2: 12_000, 5: 2_500, 10: 800}

# Campaigns simulated at a time.
BLOCK = 100

Random = np.random.Generator


def answers(random: Random, campaigns: int, systems: int, segments: int) -> Floats:
    """Answers of campaigns of equal systems: (campaign, system, segment)."""
    shape = (campaigns, systems, segments)
    quality = random.normal(75, 12, (campaigns, 1, segments)) + random.normal(0, 12, shape)
    people = (campaigns, ANNOTATORS)
    scale, bias = random.uniform(0.6, 1.2, people), random.normal(0, 10, people)
    careless = random.random(people) < CARELESS
    # Who begins a segment, who finishes it, and how many outputs the first has judged by then.
    first = random.integers(0, ANNOTATORS, (campaigns, 1, segments))
    second = (first + random.integers(1, ANNOTATORS, first.shape)) % ANNOTATORS
    left = random.random(first.shape) < UNFINISHED
    judged = np.where(left, random.integers(1, systems, first.shape), systems)
    place = random.random(shape).argsort(axis=1)
    annotator = np.where(place < judged, first, second)
    campaign = np.arange(campaigns)[:, None, None]
    given = 70 + bias[campaign, annotator] + scale[campaign, annotator] * (quality - 70)
    given += random.normal(0, 8, shape)
    given = np.where(careless[campaign, annotator], random.uniform(0, 100, shape), given)
    return np.clip(np.round(given), 0, 100)


def pair_differences(scores: Floats) -> Floats:
    """Differences of all pairs of systems, as shares of the scale: (campaign, pair, segment)."""
    first, second = map(list, zip(*combinations(range(scores.shape[1]), 2), strict=True))
    return (scores[:, first] - scores[:, second]) / 100


def t_tests(differences: Floats) -> Floats:
    """p-values of two-sided paired t-tests after each difference."""
    number = np.arange(1, differences.shape[-1] + 1)
    mean = differences.cumsum(axis=-1) / number
    squares = (differences**2).cumsum(axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        variance = (squares - number * mean**2) / (number - 1)
        p: Floats = 2 * stdtr(number - 1, -np.abs(mean) / np.sqrt(variance / number))
    return np.nan_to_num(p, nan=1.0)


def signed_ranks(differences: Floats) -> Any:
    """Whether two-sided signed-rank tests of single pairs reject."""
    p = [signed_rank(stream, "two-sided").p for stream in differences[:, 0]]
    return np.array(p) <= ALPHA


def any_winner(p: Floats) -> Any:
    """Whether Holm's procedure names a winner: the smallest p times the number of pairs."""
    return p.min(axis=(-2, -1)) * p.shape[-2] <= ALPHA


Rules = dict[str, Callable[[Floats], Any]]

RULES: Rules = {
    "sequential, after every answer": lambda d: any_winner(capital_paths(d).p),
    "t-test, after every answer": lambda d: any_winner(t_tests(d)[..., FIRST_LOOK - 1 :]),
    "t-test, once at the end": lambda d: any_winner(t_tests(d)[..., -1:]),
}


def winners(rules: Rules, campaigns: int, draw: Callable[[Random, int], Floats]) -> dict[str, int]:
    """Number of campaigns with a winner under each rule.

    Args:
        rules: Rules that name winners from differences.
        campaigns: Number of campaigns.
        draw: Returns the differences of a number of campaigns.
    """
    found = dict.fromkeys(rules, 0)
    for number, begin in enumerate(range(0, campaigns, BLOCK)):
        differences = draw(np.random.default_rng([2024, number]), min(BLOCK, campaigns - begin))
        for name, rule in rules.items():
            found[name] += int(rule(differences).sum())
    return found


def equal_campaigns(random: Random, campaigns: int) -> Floats:
    """Differences of campaigns of five equal systems."""
    return pair_differences(answers(random, campaigns, SYSTEMS, SEGMENTS))


# --- Documents ----------------------------------------------------------------------------------


class Documents:
    """Differences of two equal systems on documents, segment by segment.

    Args:
        sizes: Number of segments of each document.
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = np.array(sizes)

    def draw(self, random: Random, campaigns: int) -> Floats:
        """Draw differences that correlate within documents."""
        document = np.repeat(np.arange(len(self.sizes)), self.sizes)
        shared = random.normal(0, CORRELATION**0.5, (campaigns, 1, len(self.sizes)))
        own = random.normal(0, (1 - CORRELATION) ** 0.5, (campaigns, 1, len(document)))
        points = np.round(DEVIATION * (shared[..., document] + own))
        return np.clip(points, -100, 100) / 100

    def means(self, differences: Floats) -> Floats:
        """Mean difference of each document."""
        begins = np.cumsum(self.sizes) - self.sizes
        summed: Floats = np.add.reduceat(differences, begins, axis=-1)
        return summed / self.sizes

    @property
    def rules(self) -> Rules:
        """Tests of segments and of documents."""
        return {
            "signed-rank, segments, once at the end": signed_ranks,
            "signed-rank, documents, once at the end": lambda d: signed_ranks(self.means(d)),
            "sequential, segments": lambda d: any_winner(capital_paths(d).p),
            "sequential, documents": lambda d: any_winner(capital_paths(self.means(d)).p),
        }


def simulated_documents(times: int) -> Documents:
    """Documents of the sizes of the test set, several times, in random order."""
    sizes = [size for size, number in DOCUMENTS.items() for _ in range(number * times)]
    return Documents(np.random.default_rng(times).permutation(sizes).tolist())


def real_documents(data: Path, campaigns: int) -> dict[str, int]:
    """Winners among the published judgments, with labels swapped by document.

    Documents come in a random order of their own in each campaign.
    """
    pairs = list(close_pairs(judgments(data, "ESA")))
    found = dict.fromkeys(Documents([1]).rules, 0)
    for number in range(campaigns):
        random = np.random.default_rng([7, number])
        pair = pairs[number % len(pairs)]
        scores = pair.table()
        names = np.array([name.split("\t")[1] for name in pair.ratings.item.names])
        order = random.permutation(np.unique(names))
        segments = [np.flatnonzero(names == name) for name in order]
        flipped = [(-1) ** random.integers(2) for _ in order]
        differences = np.concatenate(
            [
                sign * (scores[0, of_document] - scores[1, of_document]) / 100
                for sign, of_document in zip(flipped, segments, strict=True)
            ]
        )
        for name, rule in Documents([len(one) for one in segments]).rules.items():
            found[name] += int(rule(differences[None, None])[0])
    return found


# --- Costs --------------------------------------------------------------------------------------


def segments_needed(difference: int, campaigns: int, pairs: int) -> tuple[float, Floats]:
    """Segments until the pair is decided, by design and sequentially.

    Args:
        difference: The true difference in points.
        campaigns: Number of simulated campaigns.
        pairs: Number of pairs that p-values are corrected for.

    Returns:
        The segments of a paired t-test of power 0.8, and those of each simulated campaign;
        infinite if it is not decided.
    """
    longest = DIFFERENCES[difference]
    stops, deviations = [], []
    for number, begin in enumerate(range(0, campaigns, BLOCK)):
        random = np.random.default_rng([difference, number])
        scores = answers(random, min(BLOCK, campaigns - begin), 2, longest)
        points = np.clip(scores[:, 0] - scores[:, 1] + difference, -100, 100)
        deviations.append(points.std(axis=1))
        decided = capital_paths(points / 100).p * pairs <= ALPHA
        stops.append(np.where(decided.any(axis=1), decided.argmax(axis=1) + 1.0, np.inf))
    deviation = float(np.concatenate(deviations).mean())
    fixed = needed_size(1, deviation, difference, power=0.8, alpha=ALPHA / pairs)
    return fixed, np.concatenate(stops)


# --- Tables -------------------------------------------------------------------------------------


def shown(found: int, campaigns: int) -> str:
    """Share of campaigns with a winner, and its exact 99 % limits."""
    low, high = (100 * limit for limit in clopper_pearson(found, campaigns, 0.99))
    return f"{100 * found / campaigns:.1f} % [{low:.1f}, {high:.1f}]"


def markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lines of a table; all columns but the first hold numbers."""
    for cells in (header, ["---", *("---:" for _ in header[1:])], *rows):
        yield f"| {' | '.join(cells)} |"
    yield ""


def tables(campaigns: int, data: Path) -> Iterator[str]:
    """All tables, as far as the data are there."""
    found = winners(RULES, campaigns, equal_campaigns)
    title = f"five equal systems, {SEGMENTS} segments: campaigns with a winner"
    rows = [[name, shown(count, campaigns)] for name, count in found.items()]
    yield from markdown(["rule, Holm-corrected for ten pairs", title], rows)

    columns = {}
    for times in (1, 5):
        documents = simulated_documents(times)
        title = f"{len(documents.sizes)} simulated documents, {documents.sizes.sum():,} segments"
        columns[title] = winners(documents.rules, campaigns, documents.draw)
    if data.is_dir():
        columns["71 documents of ESA, 207 segments"] = real_documents(data, campaigns)
    rows = [
        [name, *(shown(found[name], campaigns) for found in columns.values())]
        for name in Documents([1]).rules
    ]
    yield from markdown(["two equal systems: campaigns with a winner", *columns], rows)

    rows = []
    simulated = max(campaigns // 4, 20)
    for difference in DIFFERENCES:
        for pairs in (1, 10):
            fixed, stops = segments_needed(difference, simulated, pairs)
            quantiles = np.quantile(stops, (0.5, 0.8), method="inverted_cdf")
            planned = np.mean(stops <= fixed)
            rows.append(
                [
                    f"{difference}",
                    f"{pairs}",
                    f"{np.ceil(fixed):,.0f}",
                    *(f"{number:,.0f} ({number / fixed:.1f} x)" for number in quantiles),
                    f"{100 * planned:.0f} %",
                ]
            )
    header = ["true difference", "pairs", "t-test of power 0.8", "median", "80 % decided by"]
    yield from markdown([*header, "decided at the size of the t-test"], rows)


if __name__ == "__main__":
    folder = Path(os.environ.get("TERTIUM_REFERENCE_DATA", "../shared/data"))
    for line in tables(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, folder):
        print(line, flush=True)
