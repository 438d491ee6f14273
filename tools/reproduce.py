"""Reproduce published tables, and write them to docs/reproduction.md.

    python tools/reproduce.py            # or: make reproduce
    python tools/reproduce.py --wmt15 DIR --outputs DIR --ratings FILE --to page.md

All data are public: `hum-sys.LP.scores.csv` of ygraham/MT-metric-confidence-intervals; and the
outputs, reference A (de-en, the first 1,000 segments) and `humaneval/` segment scores of
wmt-conference/wmt22-news-systems. By default they are read from the reference data of the tests.
"""

import argparse
import os
import warnings
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

import tertium
from tertium.core.errors import DataWarning
from tertium.meta.compare_metrics.results import MetricComparison
from tertium.meta.correlate.results import shown_interval
from tertium.report import presentation
from tertium.report.table import Table
from tertium.report.table_formats import render

ROOT = Path(__file__).parent.parent
DATA = Path(os.environ.get("TERTIUM_REFERENCE_DATA", ROOT.parent / "shared" / "data"))
PAGE = ROOT / "docs" / "reproduction.md"

# Rows of Table 2 and Table 3 of Graham and Liu 2016, in the order of the paper.
TABLE_2 = (
    *("chrF3", "chrF", "RATATOUILLE", "BEER", "METEOR-WSD"),
    *("LeBLEU-default", "BS", "BLEU", "PER", "Dreem"),
)
TABLE_3 = ("upf-cobalt", "DPMFcomb", "DPMF", "UoW-LSTM", "RATATOUILLE", "chrF3", "METEOR-WSD")
METRICS = "bleu,chrf,ter"


def main() -> None:
    """Read the arguments, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--wmt15", type=Path, default=DATA / "stats/wmt15-ci/input")
    parser.add_argument("--outputs", type=Path, default=DATA / "metrics/wmt22-de-en/inputs")
    ratings = DATA / "stats/da-wmt/input/wmt22-toen.de-en.seg-scores.csv.gz"
    parser.add_argument("--ratings", type=Path, default=ratings)
    parser.add_argument("--to", type=Path, default=PAGE)
    chosen = parser.parse_args()
    warnings.simplefilter("ignore", DataWarning)
    chosen.to.write_text(page(chosen.wmt15, chosen.outputs, chosen.ratings), encoding="utf-8")


def page(wmt15: Path, outputs: Path, ratings: Path) -> str:
    """Return the whole page."""
    return "\n".join(
        [
            "# Reproduction",
            "",
            "Published tables, recomputed from the data of their authors. `make reproduce` writes"
            " this page",
            "(`tools/reproduce.py`), and a test compares every character of it.",
            "",
            *table_2(wmt15),
            *table_3(wmt15),
            *studies(outputs, ratings),
        ]
    )


def table_2(folder: Path) -> Iterable[str]:
    """Fisher's intervals of metrics for English-Czech."""
    result = tertium.correlate(folder / "hum-sys.en-cs.scores.csv")
    found = {one.metric: one for one in result.correlations}
    rows = [
        [
            name,
            f"{found[name].value:.3f}",
            f"{found[name].value - found[name].interval.low:.3f}",
            f"{found[name].interval.high - found[name].value:.3f}",
        ]
        for name in TABLE_2
    ]
    return [
        "## Graham and Liu 2016, Table 2",
        "",
        f"Fisher's 95 % confidence intervals, {len(result.data.systems)} English-Czech systems of"
        " WMT15: distance from r to the lower and",
        "to the upper limit. The other half of the table needs judgments that are not published.",
        "",
        *_markdown(["metric", "r", "below", "above"], rows),
        "The paper prints three numbers as 0.071, 0.093 and 0.062 (RATATOUILLE and METEOR-WSD"
        " below, PER above), because",
        "it rounds twice. BS correlates negatively with human scores; the paper prints |r| beside"
        " the interval of r.",
        "",
    ]


def table_3(folder: Path) -> Iterable[str]:
    """Zou's intervals of differences between metrics for German-English."""
    path = folder / "hum-sys.de-en.scores.csv"
    result, as_script = (tertium.compare_metrics(path, absolute=hidden) for hidden in (False, True))
    pairs = {(one.metric, one.other): one for one in result.pairs}
    r = {one.metric: one.value for one in result.correlations}
    rows, bold = [], set()
    for number, row in enumerate(TABLE_3[:-1]):
        cells = []
        for place, column in enumerate(TABLE_3[1:], 1):
            cells.append(shown_interval(pairs[row, column].interval) if place > number else "–")
            if place > number and pairs[row, column].interval.excludes_zero:
                bold.add((number, place))
        rows.append([row, *cells])
    return [
        "## Graham and Liu 2016, Table 3",
        "",
        f"Zou's 95 % confidence intervals of differences in correlation,"
        f" {len(result.data.systems)} German-English systems of WMT15; bold",
        "intervals exclude 0.",
        "",
        *_markdown(["", *(f"{name} ({r[name]:.3f})" for name in TABLE_3[1:])], rows, bold),
        *_claims(result, as_script),
        "",
    ]


def _claims(result: MetricComparison, as_script: MetricComparison) -> Iterable[str]:
    misleading = [pair for pair in result.apart if not pair.interval.excludes_zero]
    return [
        f"{len(result.supported)} of {len(result.pairs)} differences between all"
        f" {len(result.correlations)} metrics have an interval that excludes 0"
        f" ({len(as_script.supported)} with absolute correlations, as in the authors' script).",
        f"Fisher's intervals of {len(result.apart)} pairs of metrics do not overlap; for"
        f" {len(misleading)} of them the interval of the difference includes 0.",
    ]


def studies(outputs: Path, ratings: Path) -> Iterable[str]:
    """Super-sampling and accuracy on German-English outputs of WMT22."""
    files = sorted(
        path for path in outputs.glob("*.txt*") if not path.name.startswith(("ref", "src"))
    )
    testset = tertium.read(list(map(str, files)), references=[str(_one(outputs, "refA.txt*"))])
    judged = tertium.read_ratings(str(ratings))
    hybrids = tertium.supersample(testset, judged, METRICS)
    verdicts = tertium.accuracy(testset, METRICS, ratings=judged)
    return [
        "## Hybrid super-sampling on WMT22",
        "",
        "The study of Graham and Liu 2016, Table 4, whose data are not published, on the first"
        " 1,000 segments of eight",
        "German-English systems of WMT22, with direct assessments by crowd workers.",
        "",
        *presentation.summary(hybrids),
        "",
        *_tables(presentation.tables(hybrids)),
        "## Accuracy of metrics and significance tests on WMT22",
        "",
        "The study of Graham, Mathur and Baldwin 2014, Tables 1 and 2, on the same outputs.",
        "",
        *presentation.summary(verdicts),
        "",
        *_tables(presentation.tables(verdicts)),
    ]


def _one(folder: Path, pattern: str) -> Path:
    return next(iter(sorted(folder.glob(pattern))))


def _tables(tables: Sequence[Table]) -> Iterable[str]:
    for table in tables:
        yield render(table, "markdown")
        yield ""


def _markdown(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    bold: Collection[tuple[int, int]] = (),
) -> Iterable[str]:
    return [render(Table(header, rows, emphasis=frozenset(bold)), "markdown"), ""]


if __name__ == "__main__":
    main()
