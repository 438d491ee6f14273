"""Outputs that several systems share, with their names joined."""

import numpy as np
import pytest

import tertium
from tertium.human.notices import UnknownJoinedSystem
from tertium.human.ratings import Ratings
from tertium.human.shared_outputs import SHARED_COPIED, members, of_single_systems, partly_known


def made(rows):
    """Judgments as (annotator, system, segment, value), or (..., kind)."""
    return Ratings.of(
        {
            "annotator": [row[0] for row in rows],
            "system": [row[1] for row in rows],
            "segment": [row[2] for row in rows],
            "value": [row[3] for row in rows],
            "kind": [row[4] if len(row) > 4 else "system" for row in rows],
            "batch": ["1"] * len(rows),
        }
    )


SHARED = made([("x", "a", "1", 10.0), ("x", "b", "1", 30.0), ("x", "a+b", "2", 80.0)])


def test_a_shared_output_is_one_of_each_system():
    found = of_single_systems(SHARED)
    cells = zip(found.system.to_list(), found.segment.to_list(), found.value.tolist(), strict=True)
    assert list(cells) == [("a", "1", 10), ("b", "1", 30), ("a", "2", 80), ("b", "2", 80)]
    assert found.filters == (SHARED_COPIED,)


def test_it_is_ranked_with_its_systems_and_counted_once():
    """It was ranked as a third system."""
    result = tertium.rank(SHARED, trials=0, scale="raw")
    assert [(one.system, one.score, one.segments) for one in result.systems] == [
        ("b", 55.0, 2),
        ("a", 45.0, 2),
    ]
    assert (result.data.used, result.data.judgments, result.data.shared) == (3, 3, 1)
    assert "shared_outputs_copied" in result.signature


def test_it_counts_once_in_standardization_and_quality_control():
    random = np.random.default_rng(5)
    rows = []
    for n in range(12):
        name = "a+b" if n % 3 == 0 else "ab"[n % 2]
        value = float(random.integers(50, 100))
        rows += [("x", name, str(n), value), ("x", name, str(n), value / 2, "bad_reference")]
    ratings = made(rows)
    result = tertium.rank(ratings, trials=0)
    assert result.quality is not None
    assert result.quality.annotators[0].pairs == 12
    values = ratings.value
    z = (values[::2] - values.mean()) / values.std(ddof=1)
    own = [n for n in range(12) if n % 3 == 0 or n % 2 == 0]
    (a,) = [one for one in result.systems if one.system == "a"]
    assert a.score == pytest.approx(z[own].mean(), rel=1e-12)
    assert {one.system for one in result.systems} == {"a", "b"}


def test_a_system_that_is_judged_beside_its_parts_is_one_of_its_own():
    """A system combination, say: a system has one output of a segment."""
    beside = made([("x", name, "1", 50.0) for name in ("a", "b", "a+b")])
    assert of_single_systems(beside) is beside
    assert members(["a", "b", "a+b"], [(0, 2)]) == [("a",), ("b",), ("a+b",)]


def test_a_part_that_is_no_system_is_reported():
    ratings = made([("x", "a", "1", 50.0), ("x", "c", "1", 50.0), ("x", "a+b", "2", 60.0)])
    assert partly_known(["a", "c", "a+b"]) == ["a+b"]
    result = tertium.rank(ratings, trials=0, scale="raw")
    assert [one.system for one in result.systems] == ["a+b", "a", "c"]
    assert result.warnings == (UnknownJoinedSystem("a+b"),)
