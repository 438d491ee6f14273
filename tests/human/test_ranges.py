"""Numbers that no judgment can have."""

import warnings
from typing import Any

import pytest

import tertium
from tertium.core.errors import DataError, DataWarning, FormatError
from tertium.human.ratings import Ratings

HEADER = "annotator,system,segment,task,value\n"


def rows(*last: str, task: str = "adequacy", number: int = 20) -> str:
    """Good judgments, then others."""
    good = (f"ann,{'ab'[n % 2]},{n // 2},{task},{1 + n % 2}\n" for n in range(number))
    return HEADER + "".join(good) + "".join(f"ann,a,{n},{task},{v}\n" for n, v in enumerate(last))


def read(tmp_path, text: str, name: str = "ratings.csv") -> Ratings:
    (tmp_path / name).write_text(text)
    return tertium.read_ratings(tmp_path / name)


@pytest.mark.parametrize(
    ("task", "value", "reason"),
    [
        ("adequacy", "-5000", "a value outside 0 to 100, the range of adequacy"),
        ("fluency", "100.5", "a value outside 0 to 100, the range of fluency"),
        ("esa", "-1", "a value outside 0 to 100, the range of esa"),
        ("sqm", "101", "a value outside 0 to 100, the range of sqm"),
        ("ranking", "0", "a rank below 1"),
        ("preference", "-1", "a rank below 1"),
    ],
)
def test_rows_off_the_scale_are_named_and_left_out(tmp_path, task, value, reason):
    with pytest.warns(DataWarning) as told:
        ratings = read(tmp_path, rows(value, task=task))
    (message,) = [str(one.message) for one in told]
    assert f"1 of 21 rows not used: {reason} (1, line 22); the first in line 22." in message
    assert [one.where for one in ratings.dropped] == [f"{tmp_path}/ratings.csv:22"]
    assert len(ratings) == 20


def test_one_wrong_rating_does_not_change_the_ranking(tmp_path):
    with pytest.warns(DataWarning, match="a value outside 0 to 100"):
        spoilt = tertium.rank(read(tmp_path, rows("-5000")), trials=0)
    sound = tertium.rank(read(tmp_path, rows()), trials=0)
    assert [one.score for one in spoilt.systems] == [one.score for one in sound.systems]
    assert spoilt.data.dropped == {"a value outside 0 to 100, the range of adequacy": 1}


def test_another_scale_is_refused(tmp_path):
    """Many values out of range mean another scale; leaving them out would select judgments."""
    with pytest.raises(FormatError) as error:
        read(tmp_path, rows("-3", "-2", "-1"))
    assert str(error.value) == (
        f"{tmp_path}/ratings.csv:22: 3 of 23 rows have a value outside 0 to 100, the range of"
        " adequacy. Values of adequacy must lie between 0 and 100, and higher must be better:"
        " rescale them."
    )


def test_scores_of_errors_have_no_range(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(read(tmp_path, rows("-125", "-25", task="mqm"))) == 22


MEANS = "SYS SID RAW.SCR Z.SCR N\n" + "".join(
    f"{'ab'[n % 2]} {n // 2} {50 + n % 2} {n % 2 - 0.5} 2\n" for n in range(20)
)


@pytest.mark.parametrize("count", ["0", "-3", "1.5", "NA"])
def test_means_of_no_judgments(tmp_path, count):
    """A negative number of judgments gave a weight below 0."""
    with pytest.warns(DataWarning, match="not a whole number from 1 .1, line 22"):
        ratings = read(tmp_path, f"{MEANS}a 30 70 1 {count}\n", "ad-seg-scores-cs-en.csv")
    result = tertium.rank(ratings, trials=0)
    assert [(one.system, one.segments, one.judgments) for one in result.systems] == [
        ("b", 10, 20),
        ("a", 10, 20),
    ]


def test_standardized_values_that_cannot_be(tmp_path):
    with pytest.warns(DataWarning, match="a standardized value beyond 100 standard deviations"):
        read(tmp_path, f"{MEANS}a 30 70 -5000 1\n", "ad-seg-scores-cs-en.csv")


JUDGMENTS = "HITId,WorkerId,sys_id,type,sid,score\n"


def test_one_score_below_zero_does_not_make_a_file_standardized(tmp_path):
    good = "".join(f"H,w,{'ab'[n % 2]},SYSTEM,{n // 2},{40 + n}\n" for n in range(20))
    with pytest.warns(DataWarning, match="a value outside 0 to 100, the range of adequacy"):
        ratings = read(tmp_path, f"{JUDGMENTS}{good}H,w,a,SYSTEM,99,-5000\n")
    assert ratings.value.tolist() == [40.0 + n for n in range(20)]


def test_judgments_made_in_memory():
    columns: dict[str, Any] = {"annotator": ["x"] * 2, "system": ["a", "b"], "segment": ["1"] * 2}
    for wrong, reason in (
        ({"value": [50, -5000]}, "Judgment 2 has a value outside 0 to 100, the range of adequacy."),
        ({"value": [50, 60], "count": [0, 1]}, "Judgment 1 has a count of judgments"),
    ):
        ratings = Ratings.of(columns | wrong)
        for verb in (tertium.rank, tertium.quality, tertium.agreement):
            with pytest.raises(DataError, match=reason):
                verb(ratings)


@pytest.mark.parametrize(
    ("span", "reason"),
    [
        ("5,2,output", "a span that ends before it begins"),
        ("-1,2,output", "a span that is not two whole numbers from 0"),
        ("1.5,2,output", "a span that is not two whole numbers from 0"),
        (",2,source", "a span that is not two whole numbers from 0"),
        ("1,,", "a span that is not two whole numbers from 0"),
        ("1,2,both", "a side other than output and source"),
    ],
)
def test_impossible_spans_are_named_and_left_out(tmp_path, span, reason):
    header = "annotator,system,segment,task,severity,value,span_start,span_end,side\n"
    good = "".join(f"ann,a,{n},esa,minor,,{n},{n + 3},output\n" for n in range(20))
    with pytest.warns(DataWarning, match=f"{reason} .1, line 22."):
        ratings = read(tmp_path, f"{header}{good}ann,a,20,esa,minor,,{span}\n")
    assert ratings.span_start.tolist() == list(range(20))
    assert ratings.span_end.tolist() == list(range(3, 23))


def test_a_gap_is_a_span(tmp_path):
    header = "annotator,system,segment,task,severity,value,span_start,span_end\n"
    ratings = read(tmp_path, f"{header}ann,a,1,esa,minor,,4,4\n")
    assert (ratings.span_start[0], ratings.span_end[0]) == (4, 4)


@pytest.mark.parametrize("weight", ["0", "-2"])
def test_weights_are_above_zero(tmp_path, weight):
    header = "annotator,system,segment,value,weight\n"
    good = "".join(f"ann,a,{n},{n},2.5\n" for n in range(20))
    with pytest.warns(DataWarning, match="a weight that is not above 0"):
        ratings = read(tmp_path, f"{header}{good}ann,a,20,20,{weight}\n")
    assert ratings.weight.tolist() == [2.5] * 20
