"""Direct assessment as WMT publishes it."""

import math

import pytest
from tests.formats.ratings._example import Example
from tests.formats.ratings._table import cells, reasons

from tertium.core import plugins
from tertium.core.errors import DataWarning, FormatError
from tertium.human.ratings import Ratings

wmt_da = plugins.load("formats.ratings", "wmt-da")

EXAMPLE = Example(
    lambda n: f"H1,w,97,one,1,SYSTEM,s{n},{n % 7 - 3.5},60.0",
    header="HITId,WorkerId,hit,sys_id,rid,type,sid,score,time",
)


def read(text: str, origin: str = "ad-csen-good-stnd.csv") -> Ratings:
    assert wmt_da.sniff(text.encode())
    ratings: Ratings = wmt_da.read(text.encode(), origin)
    return ratings


COLUMNS = ("annotator", "batch", "system", "segment", "languages", "task", "kind")


def test_blanks_in_the_header_and_tabs_below():
    ratings = read(
        "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time\n"
        "H1\tM1\tcs\ten\tad\t97\tA.6\t10\tREF\t1011\t0.25\t3015.0\n"
        "H1\tM1\tcs\ten\tad\t\tA.6\t10\tBAD_REF\t1011\t-0.75\t3015.0\n"
    )
    assert cells(ratings, *COLUMNS, "standardized") == [
        ("M1", "H1", "A.6", "1011", "cs-en", "adequacy", "reference", 0.25),
        ("M1", "H1", "A.6", "1011", "cs-en", "adequacy", "bad_reference", -0.75),
    ]
    assert all(map(math.isnan, ratings.value))


def test_raw_scores_are_never_below_zero():
    ratings = read(
        "HITId WorkerId src trg item hit sys_id rid type sid score time\n"
        "H1 M1 cs en fl 97 A.6 10 SYSTEM 1011 71 3015\n"
        "H1 M1 cs en fl 97 A.6 10 REPEAT 1011 0 3015\n",
        "fl-latest.csv",
    )
    assert cells(ratings, "kind", "task", "value") == [
        ("system", "fluency", 71),
        ("repeat", "fluency", 0),
    ]
    assert all(map(math.isnan, ratings.standardized))


@pytest.mark.parametrize(
    ("name", "languages"),
    [
        ("folder/ad-seg-scores-cs-en.csv", "cs-en"),
        ("wmt22-toen.hi-bn.seg-scores.csv.gz", "hi-bn"),
        ("scores.csv", ""),
    ],
)
def test_means_of_segments(name, languages):
    ratings = read("SYS SID RAW.SCR Z.SCR N \nA.6 1015 56 -0.341997419657510 4 \n", name)
    assert cells(ratings, "system", "segment", "languages", "value", "standardized", "count") == [
        ("A.6", "1015", languages, 56, -0.34199741965751, 4)
    ]


def test_commas():
    ratings = read("HITId,WorkerId,hit,sys_id,rid,type,sid,score,time\nH1,M1,,A,,SYSTEM,s,-1,0\n")
    assert cells(ratings, "system", "segment", "standardized") == [("A", "s", -1)]


def test_rows_that_cannot_be_used_are_dropped_with_reason_and_line():
    with pytest.warns(DataWarning):
        ratings = read(
            "HITId,WorkerId,item,sys_id,type,sid,score\n"
            "H,M,ad,A,SYSTEM,s,1\nH,M,ad,A,ODD,s,1\nH,M,??,A,REF,s,1\nH,M,ad,A,REF,s,x\nH,M\n"
        )
    assert reasons(ratings) == [
        ("unknown type 'ODD'", "ad-csen-good-stnd.csv:3"),
        ("item is '??', expected ad or fl", "ad-csen-good-stnd.csv:4"),
        ("'x' in value is not a number", "ad-csen-good-stnd.csv:5"),
        ("2 cells instead of 7", "ad-csen-good-stnd.csv:6"),
    ]


def test_a_column_that_is_needed():
    with pytest.raises(FormatError) as caught:
        wmt_da.read(b"SYS SID Z.SCR N\n", "x.csv")
    assert str(caught.value) == (
        "x.csv:1: The header has no column RAW.SCR. The columns are SYS, SID, Z.SCR, N."
    )
