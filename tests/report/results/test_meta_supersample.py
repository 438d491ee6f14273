"""Tables and charts of super-samples."""

from dataclasses import replace

import pytest
from tests.meta._hybrids import JUDGED, REFERENCE, SYSTEMS, ratings
from tests.report._studies import hybrids

import tertium
from tertium.core.intervals import Interval
from tertium.core.testset import TestSet
from tertium.meta.supersample.metric_ranking import MetricDifference, MetricRanking, RankedMetric
from tertium.report import presentation
from tertium.report.results.meta_supersample import (
    interval_table,
    next_best_table,
    notes,
    power_of_ten,
    sentences,
)
from tertium.report.supersample_charts import scatter, win_maps
from tertium.report.table_formats import render
from tertium.report.wins import win_map


def made(order, significant, n):
    """A sample in which metrics have this order, and some lead significantly."""
    metrics = tuple(
        RankedMetric(name, rank, 1 - rank / 10, Interval(0.0, 1.0))
        for rank, name in enumerate(order, 1)
    )
    differences = tuple(
        MetricDifference(one, other, 0.1, Interval(0.05 if one in significant else -0.1, 0.2))
        for i, one in enumerate(order)
        for other in order[i + 1 :]
    )
    return MetricRanking(n, 0, metrics, differences)


NAMES = ("bleu corpus", "bleu segments", "-ter corpus", "-ter segments")


def two_orders():
    other_order = (NAMES[1], NAMES[0], *NAMES[2:])
    return replace(
        hybrids(),
        original=made(NAMES, (), 5),
        hybrids=made(other_order, other_order[:1], 300),
        trial_orders=(other_order, NAMES),
    )


def test_the_layout_of_table_4():
    table = next_best_table(two_orders())
    assert table.header == [
        "metric",
        "scores",
        "r (5)",
        "over next (5)",
        "r (300)",
        "over next (300)",
    ]
    assert [row[:3] for row in table.rows] == [
        ["BLEU", "segments", "0.800"],
        ["BLEU", "corpus", "0.900"],
        ["-TER", "corpus", "0.700"],
        ["-TER", "segments", "0.600"],
    ]
    # Metrics whose ranks differ are marked; the last of either order has no next.
    assert table.raised == {(0, 0): "!", (1, 0): "!", (0, 5): "*"}
    assert [row[3] for row in table.rows][-1] == [row[5] for row in table.rows][-1] == "-"
    assert table.emphasis == {(0, 5)}


def test_what_is_said():
    assert presentation.summary(two_orders()) == [
        "BLEU (segments) correlates best with human scores over 300 hybrids: r = 0.900.",
        "Zou's interval separates 3 of 6 pairs of metrics on hybrids, and 0 on the 5 original"
        " systems.",
    ]
    said = sentences(two_orders())
    assert said[0] == "1 of 2 further super-samples ranks the metrics in the same order."
    assert said[1].startswith("Pearson's r at the segment level: BLEU 0.3")
    assert len(said) == 2


def test_one_screen_has_the_first_table_and_what_it_applies_to():
    (table,) = presentation.tables(two_orders(), explain=False)
    assert table.rows == next_best_table(two_orders()).rows
    assert (
        "Intervals over hybrids apply to mixtures of these 5 systems on these 200 segments, not to"
        " other systems." in table.notes
    )
    assert table.notes[-1] == f"super-sample  {two_orders().signature}"


def test_disagreement_at_the_segment_level_is_warned_of():
    result = hybrids()
    none = tuple(replace(one, segment_interval=Interval(-0.1, 0.5)) for one in result.metrics)
    without = replace(result, metrics=none)
    for explain in (False, True):
        shown = presentation.tables(without, explain=explain)[-1].notes
        assert any("Check that ids mean the same segments" in note for note in shown)
    assert not any("Check that ids" in note for note in notes(result))


def test_all_further_super_samples_agree():
    result = replace(hybrids(), trial_orders=(hybrids().hybrids.order,) * 2)
    assert "All 2 further super-samples" in sentences(result)[0]
    assert not any("further" in one for one in sentences(replace(result, trial_orders=())))


@pytest.mark.parametrize(
    ("same", "all_", "said"),
    [
        (10, 10, "All 10 further super-samples rank the metrics in the same order."),
        (0, 10, "0 of 10 further super-samples rank the metrics in the same order."),
        (1, 1, "A further super-sample ranks the metrics in the same order."),
        (0, 1, "A further super-sample ranks the metrics in another order."),
    ],
)
def test_how_often_the_order_holds(same, all_, said):
    order = hybrids().hybrids.order
    orders = (order,) * same + (order[::-1],) * (all_ - same)
    assert sentences(replace(hybrids(), trial_orders=orders))[0] == said


def few(systems, segments, texts=SYSTEMS):
    """A study of the first systems and segments of a small set."""
    names = "abc"[:systems]
    rows = [row for row in JUDGED if row[0] in names and int(row[1]) <= segments]
    return tertium.supersample(
        TestSet.of(
            references=[REFERENCE[:segments]],
            systems={name: texts[name][:segments] for name in names},
        ),
        ratings(rows),
        "bleu,ter",
        hybrids=24,
        scale="raw",
    )


def test_metrics_that_tie_on_two_systems_keep_their_rank():
    found = few(2, 2)
    assert {abs(one.r) for one in found.original.metrics} == {1.0}
    assert len({one.r for one in found.original.metrics}) == 1
    assert next_best_table(found).raised.get((1, 0)) is None
    assert not any("different rank" in one for one in notes(found))
    assert any(
        one.startswith("– undefined: over systems a correlation of 1 leaves no")
        for one in notes(found)
    )


def test_undefined_correlations_have_a_reason():
    alike = {name: REFERENCE for name in "abc"}
    found = few(3, 1, alike)
    assert presentation.summary(found) == sentences(found)
    assert sentences(found) == [
        "Over systems r is undefined for all metrics: all metric scores are equal.",
        "Over hybrids r is undefined for all metrics: all metric scores are equal.",
    ]


def test_notes_explain_the_numbers():
    said = "\n".join(notes(two_orders()))
    assert (
        "300 hybrids from two systems, all pairs equally often, of about 1.6 x 10^61 possible"
        in said
    )
    assert "-TER: sign flipped, because lower values are better." in said
    assert "! different rank" in said
    assert "* excludes 0" in said
    assert "undefined" not in said
    assert "super-sample  supersample(" in said
    lacking = replace(hybrids(), judged=900)
    assert "100 of 1,000 outputs have no judgments and are left out of human scores." in (
        notes(lacking)
    )


def test_everything_fits_a_terminal():
    for table in (next_best_table(hybrids()), interval_table(hybrids())):
        text = render(table, "table")
        assert all(
            len(line) <= 80 for line in text.splitlines() if "  " not in line or "|" not in line
        )


@pytest.mark.parametrize(
    ("logarithm", "shown"), [(1.6812412, "48"), (302.478, "3.0 x 10^302"), (6.0, "1.0 x 10^6")]
)
def test_large_numbers(logarithm, shown):
    assert power_of_ten(logarithm) == shown


def test_maps_of_wins():
    original, of_hybrids = win_maps(two_orders())
    assert original.won == frozenset()
    assert of_hybrids.won == {
        ("BLEU, segments", other) for other in ("BLEU, corpus", "-TER, corpus", "-TER, segments")
    }
    assert original.names == of_hybrids.names
    drawn = win_map(of_hybrids).to_dict()
    (cells,) = drawn["datasets"].values()
    assert sum(cell["wins"] for cell in cells) == 3
    assert len(cells) == 12


def test_a_plane_has_hybrids_systems_and_margins():
    drawn = scatter(hybrids(), "-ter corpus").to_dict()
    over, below = drawn["vconcat"]
    middle, beside = below["hconcat"]

    def values(chart):
        return drawn["datasets"][chart["data"]["name"]]

    for part in (middle["layer"][0], over, beside):
        lines = values(part).splitlines()
        assert lines[0].endswith("hybrids")
        assert sum(int(line.split(",")[-1]) for line in lines[1:]) == 300
    assert len(values(middle["layer"][1])) == 5


def test_better_scores_are_higher_in_a_plane():
    for name, flipped in (("-ter corpus", True), ("bleu corpus", False)):
        drawn = scatter(hybrids(), name).to_dict()
        middle, beside = drawn["vconcat"][1]["hconcat"]
        axes = [part["encoding"]["y"] for part in (*middle["layer"], beside)]
        assert [axis["scale"]["reverse"] for axis in axes] == [flipped] * 3
        assert drawn["title"]["subtitle"].endswith("; axis reversed") == flipped
        said = "TER, axis reversed (lower is better)" if flipped else "BLEU"
        assert axes[0]["title"] == said


@pytest.mark.slow
def test_it_can_be_plotted():
    assert "vconcat" in tertium.plot(hybrids(), "scatter").to_dict()
    assert tertium.plot(hybrids()).to_dict()
