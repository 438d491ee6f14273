"""What is said of judgments that tell little is true."""

import math

import pytest

import tertium
from tertium.core.errors import DataError
from tertium.human.ratings import Ratings
from tertium.report.agreement import agreement_tables
from tertium.report.quality import quality_table
from tertium.report.rank import ranking_table


def made(rows, **more):
    """Judgments as (annotator, system, segment, value)."""
    names = ("annotator", "system", "segment", "value")
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    repeated = {n: v if isinstance(v, list) else [v] * len(rows) for n, v in more.items()}
    return Ratings.of(columns | repeated)


def preferred(*ranks, annotators="x"):
    """Rankings of systems a, b and so on of one segment each, by every annotator."""
    rows, batches = [], []
    for annotator in annotators:
        for number, places in enumerate(ranks):
            rows += [
                (annotator, name, str(number), v) for name, v in zip("abcd", places, strict=False)
            ]
            batches += [f"{annotator}{number}"] * len(places)
    return made(rows, task="preference", batch=batches)


def test_systems_that_always_tie_share_their_ranks():
    """The first by name was said to rank above all others in 95 % of the runs."""
    result = tertium.rank(preferred(*[(1, 1)] * 4), trials=50)
    assert [(one.best, one.worst, one.cluster) for one in result.systems] == [(1, 2, 1)] * 2
    assert ranking_table(result).sentences == [
        "In 95 % of the runs, no group of systems ranks above all others."
    ]


def test_annotators_who_see_ties_only():
    """It was said that nothing was judged twice."""
    (table,) = agreement_tables(tertium.agreement(preferred(*[(1, 1)] * 4, annotators="xy")))
    assert table.sentences == [
        "Agreement between annotators is not defined: all judgments are ties.",
        "Agreement within annotators is not known: nothing was judged twice.",
    ]


APART = [("x", "a" if n < 5 else "b", str(n), 40.0 + 3 * n) for n in range(10)]


@pytest.mark.parametrize(
    "options",
    [{"test": "signed-rank"}, {"segments": "both"}, {"test": "signed-rank", "level": 0.5}],
)
def test_systems_that_share_no_segment(options):
    """It was said that the judgments do not separate them, though nothing was tested."""
    result = tertium.rank(made(APART), trials=0, **options)
    assert ranking_table(result).sentences == [
        "Not tested, for no segment was judged for both systems, or they score the same: b and a."
    ]


def test_degraded_outputs_without_the_outputs():
    """It was said that none were shown."""
    ratings = made(APART, kind="bad_reference")
    assert quality_table(tertium.quality(ratings)).sentences == [
        "No degraded output was rated in one batch with the output itself: who can be trusted is"
        " not known."
    ]
    for verb in (tertium.rank, tertium.compare):
        with pytest.raises(DataError, match="The only annotator does not pass quality control"):
            verb(ratings)
    with pytest.raises(DataError, match="No judgment of an output has a value"):
        tertium.agreement(ratings)


def test_errors_without_scores():
    """It was said that the judgments are standardized."""
    rows = [("x", name, "1", math.nan) for name in "ab"]
    ratings = made(rows, task="esa", severity=["major", "minor"])
    with pytest.raises(DataError, match="Quality control needs scores, and no judgment has one"):
        tertium.quality(ratings)
    with pytest.raises(DataError, match="No judgment of an output has a value"):
        tertium.agreement(ratings)
    with pytest.raises(DataError, match="There are no raw judgments of systems"):
        tertium.rank(ratings)


def test_one_annotator():
    rows = [
        ("x", name, str(n), 50.0 + 3 * n + v) for n in range(6) for name in "ab" for v in (9, 0)
    ]
    ratings = made(rows, kind=["system", "bad_reference"] * 12, batch="1")
    rows[0] = ("x", "a", "0", 70.0)
    for judged, said in (
        (made(rows, kind=["system", "bad_reference"] * 12, batch="1"), ""),
        (ratings, "not "),
    ):
        (first, *_) = quality_table(tertium.quality(judged)).sentences
        assert first == f"The only annotator is {said}trusted."


def test_a_batch_that_ends_before_it_begins_has_no_time():
    ratings = made(APART, batch="1", start=100.0, end=50.0)
    (one,) = tertium.quality(ratings).control.annotators
    assert math.isnan(one.mean_time)
    assert one.cautions == {}


def test_no_judgments_and_one_system():
    none = made(APART).where([])
    for verb in (tertium.rank, tertium.compare):
        with pytest.raises(DataError, match="There are no judgments"):
            verb(none)
    with pytest.raises(DataError, match="A ranking needs judgments of two systems"):
        tertium.rank(made(APART[:5]))
    with pytest.raises(DataError, match="A comparison needs judgments of two systems"):
        tertium.compare(made(APART[:5]))
