import json
import re
import struct
import subprocess
import sys
import zlib
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from tests.report._human import HUMAN, gold, of_errors, quality, ranking, relative
from tests.report._results import (
    RESULTS,
    TRIALS,
    beside_baseline,
    example,
    of_all_pairs,
    of_odd_names,
    of_runs,
    of_two,
)

import tertium
from tertium.api.score import score
from tertium.core.errors import DataError, MissingComponent, UsageError
from tertium.core.intervals import Interval
from tertium.core.testset import TestSet
from tertium.report import charts, drawing
from tertium.report.comparison.charts import bars, distribution_charts, tails
from tertium.report.comparison.pairs import drawn_pairs
from tertium.significance.bootstrap import Bootstrap
from tertium.significance.paired_bootstrap import PairedBootstrap
from tertium.significance.riezler_maxwell import RiezlerMaxwell

pytestmark = pytest.mark.slow

INFINITE = float("inf")


def drawn(chart):
    """SVG of a chart, as vl-convert draws it."""
    return ElementTree.fromstring(
        drawing.converter().vegalite_to_svg(chart.to_dict(), vl_version=drawing.version())
    )


def texts(svg):
    return ["".join(text.itertext()) for text in svg.iter("{http://www.w3.org/2000/svg}text")]


def marks(svg, kind):
    """Groups of marks that carry data, not those of axes and legends."""
    return [
        path
        for group in svg.iter("{http://www.w3.org/2000/svg}g")
        if group.get("class", "").startswith(f"mark-{kind} role-mark")
        for path in group
    ]


@pytest.mark.parametrize(
    "kind",
    ["intervals", "differences", pytest.param("distributions", marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("result", RESULTS)
def test_every_result_can_be_drawn(result, kind):
    made = RESULTS[result]()
    svg = drawn(tertium.plot(made, kind))
    said = texts(svg)
    assert all(any(metric.title in text for text in said) for metric in made.metrics)


def test_a_chart_of_intervals_has_a_point_and_a_line_for_each_system():
    svg = drawn(tertium.plot(beside_baseline(), "intervals"))
    assert len(marks(svg, "symbol")) == len(marks(svg, "rule")) == 2 * 4
    assert {"pivot", "large", "distilled", "finetuned"} < set(texts(svg))
    assert {"higher is better", "lower is better"} < set(texts(svg))


def test_differences_have_a_line_at_zero_and_say_what_is_significant():
    svg = drawn(tertium.plot(beside_baseline()))
    assert len(marks(svg, "symbol")) == 2 * 3
    assert len(marks(svg, "rule")) == 2 * (3 + 1)
    assert "difference from pivot; negative is better" in texts(svg)
    assert {"significant", "not significant"} < set(texts(svg))


def test_distributions_show_the_count_and_colour_what_is_counted():
    result = of_two()
    svg = drawn(tertium.plot(result, "distributions"))
    tested = result.metrics[0].pairs[0].tests[0]
    said = f"{tested.count:,.0f} of 300 counted, p = {tested.p:.4f}"
    assert any(text.endswith(said) for text in texts(svg))
    assert len(marks(svg, "rule")) == 2
    colours = {re.sub(" ", "", bar.get("fill", "")) for bar in marks(svg, "rect")}
    assert len(colours) == 2


def test_counted_values_are_coloured():
    for metric in beside_baseline().metrics:
        for pair in metric.pairs:
            for tested in pair.tests:
                drawn_bars = list(bars(tested, tails(metric, pair, tested)))
                whole = [bar for bar in drawn_bars if bar["counted"]]
                # A bar that is cut shows its whole count on both sides of the line.
                assert sum(bar["count"] for bar in whole) >= tested.count
                if not tested.count:
                    assert not whole


def test_the_most_extreme_value_is_coloured_too():
    (gleu,) = of_runs().metrics
    (pair,) = gleu.pairs
    permutation = pair.tests[1]
    assert (permutation.count, permutation.trials, permutation.exact) == (1, 4, True)
    drawn = bars(permutation, tails(gleu, pair, permutation))
    assert [bar["count"] for bar in drawn if bar["counted"]] == [1]


@pytest.mark.parametrize(
    ("test", "observed", "expected"),
    [
        (Bootstrap(), -2.0, (-2.0, 2.0)),
        (Bootstrap(alternative="greater"), -2.0, (-INFINITE, -2.0)),
        (Bootstrap(alternative="less"), -2.0, (-2.0, INFINITE)),
        (PairedBootstrap(), 2.0, (0.0, INFINITE)),
        (PairedBootstrap(), -2.0, (-INFINITE, 0.0)),
        (PairedBootstrap(alternative="greater"), -2.0, (0.0, INFINITE)),
        (PairedBootstrap(alternative="less"), 2.0, (-INFINITE, 0.0)),
        (RiezlerMaxwell(), -2.0, (-INFINITE, 2.0)),
    ],
)
def test_a_test_says_which_tails_it_counts(test, observed, expected):
    assert test.tails(observed) == expected


def test_the_heatmap_orders_systems_and_prints_p():
    result = of_all_pairs()
    svg = drawn(tertium.plot(result))
    said = texts(svg)
    ranked = ["large", "distilled", "finetuned", "baseline", "pivot"]
    assert [text for text in said if text in ranked][:5] == ranked
    assert len(marks(svg, "rect")) == 2 * 10
    assert len(marks(svg, "text")) == 2 * 10
    p = result.metrics[0].pairs[0].tests[0].corrected
    assert f"{p:.4f}"[1:] in said
    assert {"p ≤ 0.05", "p ≤ 0.01", "p ≤ 0.001"} < set(said)


def test_names_keep_both_ends_and_are_never_code():
    said = texts(drawn(tertium.plot(of_odd_names(), "intervals")))
    assert "x" * 20 + "…" + "x" * 15 in said
    assert "</script><b>&_%" in said


ODD = {
    "a\nb": r"a\nb",
    "a\0b": r"a\x00b",
    "a\u2028b": r"a\u2028b",
    'say "x"': 'say "x"',
    '\\" + 1 + \\"': '\\" + 1 + \\"',
    "it's": "it's",
    r"\u": r"\u",
    "datum['label']": "datum['label']",
}


@pytest.mark.parametrize("kind", ["intervals", "differences", "distributions", "heatmap"])
def test_names_that_expressions_cannot_hold_are_drawn(kind):
    lines = [f"{word} came {word} went" for word in ("he", "she", "it", "who")]
    systems = {name: [*lines[:-1], f"{number} came"] for number, name in enumerate(ODD)}
    testset = TestSet.of(references=[lines], systems=systems)
    made = tertium.compare(testset, "bleu", trials=10, all_pairs=kind == "heatmap")
    said = " ".join(texts(drawn(tertium.plot(made, kind))))
    titles = str.maketrans({'"': "”", "\\": "∖"}) if kind == "distributions" else {}
    named = list(ODD.values())[1:] if kind == "distributions" else ODD.values()
    assert [name for name in named if name.translate(titles) not in said] == []


def test_scores_can_be_plotted():
    scores = score(example("large", "baseline"), "bleu", confidence=True, trials=50)
    svg = drawn(tertium.plot(scores))
    assert len(marks(svg, "symbol")) == 4
    assert "baseline (run 2)" in texts(svg)


def test_a_score_without_interval_is_a_point():
    assert len(marks(drawn(tertium.plot(score(example("large"), "bleu"))), "symbol")) == 1


def test_tests_that_could_not_be_made_are_left_out():
    result = of_all_pairs()
    tested = [t for m in result.metrics for pair in drawn_pairs(result, m) for t in pair.tests]
    made = [one for one in tested if one.distribution is not None]
    assert panels(distribution_charts(result)) == len(made) < len(tested)


def panels(parts):
    return sum(len(part.concat) for part in parts)


def test_of_all_pairs_those_next_to_each_other_in_rank_are_drawn():
    result = of_all_pairs()
    for metric in result.metrics:
        ranked = [one.system for one in metric.ranked]
        near = [{pair.system, pair.other} for pair in drawn_pairs(result, metric)]
        assert near == [set(two) for two in pairwise(ranked)]
        assert len(near) < len(metric.pairs)


def test_many_distributions_are_cut_to_what_a_picture_can_hold():
    result = beside_baseline()
    many = [
        replace(
            metric,
            pairs=tuple(replace(metric.pairs[0], system=f"s{n}") for n in range(100)),
            systems=(
                *(one for one in metric.systems if one.system == "pivot"),
                *(replace(metric.systems[0], system=f"s{n}") for n in range(100)),
            ),
        )
        for metric in result.metrics
    ]
    parts = distribution_charts(replace(result, metrics=tuple(many)))
    assert panels(parts) == 60
    assert parts[0].title.text == "60 of 400 distributions, those of the best systems"


def size_of_png(path):
    return struct.unpack(">II", path.read_bytes()[16:24])


def sized(width, height):
    data = drawing.alt().InlineData(values=[{"x": 1}])
    return (
        drawing.alt()
        .Chart(data)
        .mark_point()
        .encode(x="x:Q")
        .properties(width=width, height=height)
    )


def test_a_picture_has_fewer_dots_where_it_is_large(tmp_path):
    charts.save(sized(300, 200), tmp_path / "small.png")
    width, height = size_of_png(tmp_path / "small.png")
    assert width > 600
    charts.save(sized(12_000, 4_000), tmp_path / "large.png")
    width, height = size_of_png(tmp_path / "large.png")
    assert 0.9 * 2**25 < width * height < 1.01 * 2**25


def test_a_picture_that_would_take_all_memory_is_refused(tmp_path):
    with pytest.raises(UsageError) as caught:
        charts.save(sized(20_000, 10_000), tmp_path / "huge.png")
    assert "million pixels, too many for a .png file. Write .svg or .pdf" in str(caught.value)
    assert not (tmp_path / "huge.png").exists()


def test_without_any_test_there_is_nothing_to_draw():
    single = tertium.compare(
        example("large", "pivot"), "bleu", test="run-permutation", trials=TRIALS
    )
    with pytest.raises(UsageError) as caught:
        tertium.plot(single, "distributions")
    assert str(caught.value) == "There is nothing to draw, since no test applies."


def test_an_unknown_chart_is_refused():
    with pytest.raises(UsageError) as caught:
        tertium.plot(beside_baseline(), "heatmap")
    assert str(caught.value) == (
        "This result has no chart 'heatmap'. Known: differences, distributions, intervals."
    )
    with pytest.raises(UsageError, match="Did you mean 'intervals'"):
        tertium.plot(of_runs(), "interval")


@pytest.mark.parametrize(
    ("suffix", "begin"),
    [
        (".svg", b"<svg"),
        (".PNG", b"\x89PNG"),
        (".pdf", b"%PDF"),
        (".html", b"<!doctype html>"),
        (".json", b"{"),
    ],
)
def test_a_chart_is_saved_by_its_suffix(suffix, begin, tmp_path):
    path = tmp_path / f"chart{suffix}"
    charts.save(tertium.plot(of_two()), path)
    assert path.read_bytes().startswith(begin)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    if suffix == ".html":
        outside = re.sub(r"<script.*?</script>", "", path.read_text(), flags=re.DOTALL)
        assert not re.search(r"https?://", outside)
    charts.save(tertium.plot(of_two()), path)  # over itself: it says that tertium wrote it
    path.write_bytes(b"mine")
    with pytest.raises(UsageError, match="The file exists"):
        charts.save(tertium.plot(of_two()), path)
    charts.save(tertium.plot(of_two()), path, force=True)
    assert path.read_bytes().startswith(begin)


def test_the_mark_of_a_chart_breaks_no_file(tmp_path):
    for suffix in (".png", ".pdf", ".svg", ".json"):
        charts.save(tertium.plot(of_two()), tmp_path / f"chart{suffix}")
    png, kinds = (tmp_path / "chart.png").read_bytes()[8:], []
    while png:
        size = int.from_bytes(png[:4], "big")
        assert zlib.crc32(png[4 : 8 + size]) == int.from_bytes(png[8 + size : 12 + size], "big")
        kinds.append(png[4:8])
        png = png[12 + size :]
    assert kinds[:2] == [b"IHDR", b"tEXt"]
    assert kinds[-1] == b"IEND"
    pdf = (tmp_path / "chart.pdf").read_bytes()
    offset = re.search(rb"% Written by tertium [^\n]*\nstartxref\n(\d+)\n%%EOF$", pdf)
    assert offset is not None
    assert pdf[int(offset[1]) :].startswith(b"xref\n")
    ElementTree.fromstring((tmp_path / "chart.svg").read_text())
    drawing.alt().Chart.from_dict(json.loads((tmp_path / "chart.json").read_text()))


@pytest.mark.parametrize("suffix", [".html", ".svg"])
def test_no_name_becomes_a_part_of_the_document(suffix, tmp_path):
    path = tmp_path / f"chart{suffix}"
    charts.save(tertium.plot(of_odd_names()), path)
    text = path.read_text()
    assert "</script><b>" not in text
    assert "<b>" not in re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL)
    if suffix == ".svg":
        names = [one.text for one in ElementTree.fromstring(text).iter() if one.text]
        assert "</script><b>&_%" in names


def test_other_suffixes_and_places_are_refused(tmp_path):
    chart = tertium.plot(of_two())
    with pytest.raises(UsageError) as caught:
        charts.save(chart, "chart.gif")
    assert str(caught.value) == (
        "chart.gif: Charts cannot be written to such a file. Known: .svg, .png, .pdf, .html, .json."
    )
    with pytest.raises(DataError, match="Cannot be written: No such file or directory"):
        charts.save(chart, tmp_path / "none" / "chart.svg")


@pytest.mark.parametrize(
    ("module", "package"), [("altair", "altair"), ("vl_convert", "vl-convert-python")]
)
def test_a_missing_package_is_reported_in_one_line(module, package, monkeypatch, tmp_path):
    chart = tertium.plot(of_two()) if module == "vl_convert" else None
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingComponent) as caught:
        charts.save(chart or tertium.plot(of_two()), tmp_path / "chart.svg")
    assert str(caught.value) == (
        f"A chart needs the package {package!r}, which is not installed."
        " Install it with: pip install 'tertium[charts]'"
    )


def test_packages_for_charts_are_loaded_when_one_is_drawn():
    code = (
        "import sys, tertium.report.page, tertium.report.results.compare;"
        "print([name for name in ('altair', 'vl_convert') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_chart_of_undefined_numbers_is_drawn_without_them():
    result = of_two()
    (bleu,) = result.metrics
    systems = tuple(replace(one, interval=Interval.undefined()) for one in bleu.systems)
    undefined = replace(result, metrics=(replace(bleu, systems=systems),))
    assert len(marks(drawn(tertium.plot(undefined, "intervals")), "symbol")) == 2


def test_rankings_by_human_judgments():
    said = texts(drawn(tertium.plot(ranking())))
    assert {"adequacy, z", "higher is better", "large", "pivot"} <= set(said)
    said = texts(drawn(tertium.plot(ranking(), "heatmap")))
    assert "p-value of the row being better than the column" in said
    assert "1" in said
    assert "1.0000" not in said
    assert "mqm, mean" in texts(drawn(tertium.plot(of_errors())))


def test_relative_judgments_have_no_heatmap():
    with pytest.raises(UsageError) as caught:
        tertium.plot(HUMAN["relative ranking"](), "heatmap")
    assert caught.value.message == "This result has no chart 'heatmap'."


def test_adequacy_fluency_and_both_side_by_side():
    found = texts(drawn(tertium.plot(gold())))
    titles = [title for title, below in pairwise(found) if below.startswith("p-value of the row")]
    assert titles == ["adequacy", "fluency", "combined at 95 %"]


def test_results_without_a_chart():
    with pytest.raises(UsageError) as caught:
        tertium.plot(quality())
    assert caught.value.message == "This result has no chart."


def test_relative_judgments_show_ranges_of_ranks():
    result = relative()
    made = json.dumps(tertium.plot(result).to_dict())
    for rank, one in enumerate(result.systems, 1):
        assert f'"{rank} [{one.best}, {one.worst}]"' in made
