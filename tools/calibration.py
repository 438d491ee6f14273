"""Simulates the tables of docs/calibration.md, each between two comments of the page.

    python tools/calibration.py                    # all of them, or: make calibration
    python tools/calibration.py discrete coverage  # some of them
    python tools/calibration.py --replicates 200   # in a hurry

Test sets are simulated in which a null hypothesis is true, so every rejection is a false positive.
Coverage is measured on outputs of WMT22 (de-en, reference A, the first 1,000 segments), which are
read from the reference data of the tests.
"""

import argparse
import gzip
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

import tertium
from tertium.core.arrays import Floats
from tertium.core.executor import Executor
from tertium.core.sample import Pair, Sample
from tertium.meta.permutation import permutation_test
from tertium.meta.score_table import ScoreTable
from tertium.meta.statistics import make_statistic
from tertium.metrics import metric
from tertium.significance import make_tests

ROOT = Path(__file__).parent.parent
DATA = Path(os.environ.get("TERTIUM_REFERENCE_DATA", ROOT.parent / "shared" / "data"))
PAGE = ROOT / "docs" / "calibration.md"
PAIR = Pair("x", "y")

Draw = Callable[[np.random.Generator, int], tuple[Floats, Floats]]


def main() -> None:
    """Read the arguments, and write the tables into the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=", ".join(TABLES))
    parser.add_argument("--replicates", type=int, default=2000)
    parser.add_argument("--page", type=Path, default=PAGE)
    chosen = parser.parse_args()
    for name in chosen.tables or TABLES:
        page = chosen.page.read_text(encoding="utf-8")
        made = "\n".join(TABLES[name](chosen.replicates))
        chosen.page.write_text(inserted(page, name, made), encoding="utf-8")


def inserted(page: str, name: str, table: str) -> str:
    """Replace the table between its comments."""
    begin, end = f"<!-- calibration: {name} -->\n", f"<!-- end: {name} -->\n"
    found, count = re.subn(
        rf"(?<={re.escape(begin)}).*?(?={re.escape(end)})",
        lambda _: f"\n{table}\n\n",
        page,
        flags=re.DOTALL,
    )
    if count != 1:
        raise SystemExit(f"The page has no place for the table {name!r}.")
    return found


# --- Discrete scores and few segments -----------------------------------------------------------


def right_or_wrong(random: np.random.Generator, units: int) -> tuple[Floats, Floats]:
    """Scores of 0 and 1 that agree on most segments."""
    one = random.random(units) < 0.5
    other = np.where(random.random(units) < 0.7, one, random.random(units) < 0.5)
    return one.astype(float), other.astype(float)


def five_grades(random: np.random.Generator, units: int) -> tuple[Floats, Floats]:
    """Grades from 1 to 5 of segments that are easy or hard for both systems."""
    easy = random.normal(size=units)
    one, other = (np.clip(np.round(3 + easy + 0.7 * random.normal(size=units)), 1, 5) for _ in PAIR)
    return one, other


def continuous(random: np.random.Generator, units: int) -> tuple[Floats, Floats]:
    """Normal scores of segments that are easy or hard for both systems."""
    easy = random.normal(size=units)
    return easy + random.normal(size=units), easy + random.normal(size=units)


SCORES: dict[str, Draw] = {"0 or 1": right_or_wrong, "1 to 5": five_grades, "normal": continuous}
SIZES = (10, 20, 50, 100, 300)
TESTS = (
    *("approximate-randomization", "bootstrap", "bootstrap(shift=sampled)"),
    *("paired-bootstrap", "riezler-maxwell"),
)


def discrete(replicates: int) -> Iterable[str]:
    """Rejections at 5 % and 1 % by kind of scores, number of segments and test."""
    rows = [
        [kind, f"{units}", *(_rates(p) for p in p_values(draw, units, TESTS, replicates).T)]
        for kind, draw in SCORES.items()
        for units in SIZES
    ]
    return markdown(["scores", "segments", *(f"`{test}`" for test in TESTS)], rows)


def p_values(draw: Draw, units: int, tests: Sequence[str], replicates: int) -> Floats:
    """P-values of equally good systems: (replicate, test)."""
    made = make_tests(tests, trials=1000)

    def of(number: int) -> list[float]:
        random = np.random.default_rng([units, number])
        ones = np.ones(units)
        rows = {
            name: (np.column_stack([scores, ones]),)
            for name, scores in zip(PAIR, draw(random, units), strict=True)
        }
        sample = Sample((metric("external"),), rows)
        return [replace(test, seed=number).run(sample, [PAIR])[0][0].p for test in made]

    return np.array(Executor().map(of, replicates))


def _rates(p: Floats) -> str:
    return " / ".join(f"{100 * np.mean(p <= level):.1f}" for level in (0.05, 0.01))


# --- Several training runs ----------------------------------------------------------------------


def equal_procedures(
    random: np.random.Generator,
    runs: int,
    *,
    training: float,
    strengths: float = 0,
    units: int = 50,
) -> Sample:
    """Two systems whose training procedures are equally good.

    Args:
        random: Source of random numbers.
        runs: Number of runs of each system.
        training: Standard deviation of the score of a run due to training, relative to that due to
            the noise of its segments.
        strengths: Standard deviation of the strength of a system on a segment, the same in all its
            runs, relative to that noise.
        units: Number of segments.
    """
    segments = random.normal(size=units)

    def rows(own: Floats) -> Floats:
        run = training * random.normal() / units**0.5
        return np.column_stack([segments + own + random.normal(size=units) + run, np.ones(units)])

    def system() -> tuple[Floats, ...]:
        own = strengths * random.normal(size=units)
        return tuple(rows(own) for _ in range(runs))

    return Sample((metric("external"),), {"x": system(), "y": system()})


RUNS = {"approximate-randomization": 3, "run-permutation": 5, "hierarchical-bootstrap": 3}
VARIATIONS: dict[str, dict[str, float]] = {
    "training 0": {"training": 0},
    "1": {"training": 1},
    "3": {"training": 3},
    "10": {"training": 10},
    "1, strengths": {"training": 1, "strengths": 1},
}


def runs(replicates: int) -> Iterable[str]:
    """Rejections of equal training procedures at 5 %."""
    rows = [
        [
            f"`{name}`",
            f"{count}",
            *(
                f"{100 * np.mean(p_of_procedures(name, count, replicates, **how) <= 0.05):.1f} %"
                for how in VARIATIONS.values()
            ),
        ]
        for name, count in RUNS.items()
    ]
    return markdown(["test", "runs", *VARIATIONS], rows)


def p_of_procedures(name: str, runs: int, replicates: int, **variation: float) -> Floats:
    """P-values of equally good training procedures."""
    (test,) = make_tests(name, trials=252)

    def of(number: int) -> float:
        sample = equal_procedures(np.random.default_rng([runs, number]), runs, **variation)
        ((outcome,),) = replace(test, seed=number).run(sample, [PAIR])
        return outcome.p

    return np.array(Executor().map(of, replicates))


# --- Coverage of intervals ----------------------------------------------------------------------

METRICS = "bleu,chrf,ter"


def coverage(replicates: int) -> Iterable[str]:
    """Coverage of the 95 % confidence intervals of scores, by the size of the test set."""
    folder = DATA / "metrics/wmt22-de-en/inputs"
    testset = tertium.TestSet.of(
        references={"refA": _lines(folder, "refA")},
        systems={"Online-B": _lines(folder, "Online-B")},
    )
    rows = []
    for size in (30, 50, 100, 200, 300, 500, 1000):
        found = tertium.coverage(testset, METRICS, size=size, replicates=replicates)
        shares = [share for one in found.scores for share in one.intervals.values()]
        rows.append([f"{size:,}", *(f"{100 * share.value:.1f}" for share in shares)])
    titles = [one.title for one in found.scores]
    return markdown(
        ["segments", *(f"{t}, {i}" for t in titles for i in ("percentile", "BCa"))], rows
    )


def _lines(folder: Path, name: str) -> list[str]:
    return gzip.decompress((folder / f"{name}.txt.gz").read_bytes()).decode().split("\n")[:-1]


# --- Tests between metrics ----------------------------------------------------------------------


def equal_metrics(
    random: np.random.Generator, systems: int, segments: int, *, bias: float, noise: float = 1.0
) -> tuple[Floats, Floats, Floats]:
    """Human scores, and two metrics that are equally good: (system, segment) each.

    Args:
        random: Where everything comes from.
        systems: Number of systems; their quality has a standard deviation of 0.5.
        segments: Number of segments; human scores of one system have a standard deviation of 1.
        bias: Standard deviation of what a metric adds to all scores of a system.
        noise: Standard deviation of what a metric adds to single scores.
    """
    human = 0.5 * random.normal(size=(systems, 1)) + random.normal(size=(systems, segments))

    def metric_scores() -> Floats:
        favours = bias * random.normal(size=(systems, 1))
        scores: Floats = human + favours + noise * random.normal(size=human.shape)
        return scores

    return human, metric_scores(), metric_scores()


AGREEMENTS = {"pearson": "none", "kendall-b": "item"}
BIASES = (0.0, 0.1, 0.3)


def biased(replicates: int) -> Iterable[str]:
    """Rejections at 5 % of equally good metrics, by what is swapped and how biased they are."""
    rows = [
        [
            f"`{statistic}`, average {average}",
            f"`{swap}`",
            *(
                f"{share(p_of_metrics(statistic, replicates, swap=swap, average=average, bias=b))}"
                for b in BIASES
            ),
        ]
        for statistic, average in AGREEMENTS.items()
        for swap in ("scores", "segments", "systems")
    ]
    return markdown(["statistic", "test", *(f"bias {bias:g}" for bias in BIASES)], rows)


def p_of_metrics(
    statistic: str, replicates: int, *, swap: str, average: str, bias: float
) -> Floats:
    """P-values of equally good metrics on 12 systems and 500 segments."""

    def of(number: int) -> float:
        scores = equal_metrics(np.random.default_rng([12, number]), 12, 500, bias=bias)
        return permutation_test(
            make_statistic(statistic), *scores, swap=swap, average=average, trials=199, seed=number
        ).p

    return np.array(Executor().map(of, replicates))


NUMBERS = (6, 8, 10, 12, 16, 20, 30)


def few_systems(replicates: int) -> Iterable[str]:
    """Rejections at 5 % of equally good metrics that score whole systems."""
    tests = ("williams", "systems", "bootstrap")
    columns = [("pearson", test) for test in tests] + [("kendall-b", "systems")]
    rows = [
        [f"{number}", *(share(p_of_systems(number, replicates, *column)) for column in columns)]
        for number in NUMBERS
    ]
    return markdown(["systems", *(f"`{name}`, `{test}`" for name, test in columns)], rows)


def p_of_systems(systems: int, replicates: int, statistic: str, test: str) -> Floats:
    """P-values of equally good system-level metrics that correlate well with human scores."""
    names = tuple(f"{number:02}" for number in range(systems))

    def of(number: int) -> float:
        random = np.random.default_rng([systems, number])
        scores = dict(zip("hab", equal_metrics(random, systems, 1, bias=0, noise=0.3), strict=True))
        table = ScoreTable("system", names, ("",), scores, "h")
        (pair,) = tertium.compare_metrics(
            table, statistic, test=test, interval="none", trials=500, seed=number, jobs=1
        ).pairs
        return pair.p

    return np.array(Executor().map(of, replicates))


def share(p: Floats) -> str:
    """Rejections at 5 %."""
    return f"{100 * np.mean(p <= 0.05):.1f} %"


TABLES = {
    "discrete": discrete,
    "runs": runs,
    "coverage": coverage,
    "biased": biased,
    "few_systems": few_systems,
}


def markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of a table; all columns but the first hold numbers."""
    rule = ["---", *("---:" for _ in header[1:])]
    return [f"| {' | '.join(cells)} |" for cells in (header, rule, *rows)]


if __name__ == "__main__":
    main()
