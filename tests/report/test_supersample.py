"""Tables and charts of super-samples."""

from dataclasses import replace

import pytest
from tests.report._studies import hybrids

import tertium
from tertium.meta.hybrids import Advantage, Correlated, Standing
from tertium.report.supersample import (
    interval_table,
    next_best_table,
    notes,
    power_of_ten,
    scatter,
    sentences,
    win_maps,
)
from tertium.report.wins import win_map


def made(order, significant, n):
    """A sample in which metrics have this order, and some lead significantly."""
    metrics = tuple(
        Correlated(name, rank, 1 - rank / 10, 0.0, 1.0, "") for rank, name in enumerate(order, 1)
    )
    advantages = tuple(
        Advantage(one, other, 0.1, *((0.05, 0.2) if one in significant else (-0.1, 0.2)), "")
        for i, one in enumerate(order)
        for other in order[i + 1 :]
    )
    return Standing(n, 0, metrics, advantages)


NAMES = ("bleu corpus", "bleu segments", "-ter corpus", "-ter segments")


def two_orders():
    turned = (NAMES[1], NAMES[0], *NAMES[2:])
    return replace(
        hybrids(),
        original=made(NAMES, (), 5),
        hybrids=made(turned, turned[:1], 300),
        replications=(turned, NAMES),
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
    assert table.raised == {(0, 0): "*", (1, 0): "*"}
    assert [row[3] for row in table.rows][-1] == [row[5] for row in table.rows][-1] == "-"
    assert table.emphasis == {(0, 5)}


def test_what_is_said():
    said = sentences(two_orders())
    assert said[0].startswith("Hybrids share 5 systems and 200 segments: an interval over 300 of")
    assert said[1].startswith(
        "0 of 6 pairs of metrics are told apart on the original systems, 3 on hybrids"
    )
    assert said[2] == "1 of 2 further samples of hybrids rank the metrics as this one does."
    assert said[3].startswith("Over single outputs, r is: BLEU 0.3")
    assert len(said) == 4


def test_disagreement_on_single_outputs_is_told():
    result = hybrids()
    none = tuple(replace(one, of_segments_low=-0.1) for one in result.metrics)
    assert (
        "Make sure that ids mean the same segments" in sentences(replace(result, metrics=none))[-1]
    )


def test_all_replications_alike():
    result = replace(hybrids(), replications=(hybrids().hybrids.order,) * 2)
    assert "All 2 further samples" in sentences(result)[2]
    assert not any("further" in one for one in sentences(replace(result, replications=())))


def test_notes_tell_what_was_done():
    said = "\n".join(notes(two_orders()))
    assert (
        "300 hybrids of two systems, all pairs equally often; there are about 1.6 x 10^61" in said
    )
    assert "-TER: less of it is better, so its sign is turned." in said
    assert "*: another rank" in said
    assert "super-sample  supersample(" in said
    lacking = replace(hybrids(), judged=900)
    assert "Nobody judged 100 of 1,000 outputs, which are left out of human scores only." in (
        notes(lacking)
    )


def test_everything_fits_a_terminal():
    for table in (next_best_table(hybrids()), interval_table(hybrids())):
        text = table.render("table")
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
    assert middle["layer"][0]["encoding"]["y"]["title"] == "TER (less is better)"


def test_it_can_be_plotted():
    assert "vconcat" in tertium.plot(hybrids(), "scatter").to_dict()
    assert tertium.plot(hybrids()).to_dict()
