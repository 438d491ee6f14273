"""Messages about few or uninformative judgments are true."""

import math

import pytest

import tertium
from tertium.core.errors import DataError
from tertium.human.ratings import Ratings
from tertium.report import presentation


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
    """The message used to claim that the first by name ranks above all others in 95 % of runs."""
    result = tertium.rank(preferred(*[(1, 1)] * 4), trials=50)
    assert [(one.best, one.worst, one.cluster) for one in result.systems] == [(1, 2, 1)] * 2
    assert presentation.summary(result) == [
        "No group of systems ranks above all others in 95 % of the resamples."
    ]


def test_annotators_who_see_ties_only():
    """The message used to claim that no output was judged twice."""
    assert presentation.summary(tertium.agreement(preferred(*[(1, 1)] * 4, annotators="xy"))) == [
        "Inter-annotator agreement is undefined: all judgments are ties.",
        "Intra-annotator consistency is unknown: nothing was judged twice.",
    ]


APART = [("x", "a" if n < 5 else "b", str(n), 40.0 + 3 * n) for n in range(10)]


@pytest.mark.parametrize(
    "options",
    [
        {"test": "signed-rank"},
        {"segments": "both"},
        {"test": "signed-rank", "confidence_level": 0.5},
    ],
)
def test_systems_that_share_no_segment(options):
    """The message used to claim that the judgments do not separate them, without any test."""
    result = tertium.rank(made(APART), trials=0, **options)
    assert presentation.summary(result) == [
        "These pairs could not be tested, because no segment was judged for both systems or all"
        " scores are equal: b and a."
    ]


def test_degraded_outputs_without_the_outputs():
    """The message used to claim that none were shown."""
    ratings = made(APART, kind="bad_reference")
    assert presentation.summary(tertium.quality(ratings)) == [
        "Annotators could not be tested: no degraded output was scored in the same batch as the"
        " original output."
    ]
    for verb in (tertium.rank, tertium.compare):
        with pytest.raises(DataError, match="The only annotator does not pass quality control"):
            verb(ratings)
    with pytest.raises(DataError, match="No judgment of an output has a value"):
        tertium.agreement(ratings)


def test_errors_without_scores():
    """The message used to claim that the judgments are standardized."""
    rows = [("x", name, "1", math.nan) for name in "ab"]
    ratings = made(rows, task="esa", severity=["major", "minor"])
    with pytest.raises(
        DataError, match="Quality control needs scores, but the judgments have none"
    ):
        tertium.quality(ratings)
    with pytest.raises(DataError, match="No judgment of an output has a value"):
        tertium.agreement(ratings)
    with pytest.raises(DataError, match="There are no raw scores of systems"):
        tertium.rank(ratings)


def test_one_annotator():
    rows = [
        ("x", name, str(n), 50.0 + 3 * n + v) for n in range(6) for name in "ab" for v in (9, 0)
    ]
    ratings = made(rows, kind=["system", "bad_reference"] * 12, batch="1")
    rows[0] = ("x", "a", "0", 70.0)
    for judged, said in (
        (made(rows, kind=["system", "bad_reference"] * 12, batch="1"), "passed"),
        (ratings, "failed"),
    ):
        (first,) = presentation.summary(tertium.quality(judged))
        assert first == f"The only annotator {said} quality control."


def test_a_batch_that_ends_before_it_begins_has_no_time():
    ratings = made(APART, batch="1", start=100.0, end=50.0)
    (one,) = tertium.quality(ratings).control.annotators
    assert math.isnan(one.mean_time)
    assert one.cautions == ()


def test_no_judgments_and_one_system():
    none = made(APART).where([])
    for verb in (tertium.rank, tertium.compare):
        with pytest.raises(DataError, match="There are no judgments"):
            verb(none)
    with pytest.raises(DataError, match="A ranking needs judgments of two systems"):
        tertium.rank(made(APART[:5]))
    with pytest.raises(DataError, match="A comparison needs judgments of two systems"):
        tertium.compare(made(APART[:5]))
