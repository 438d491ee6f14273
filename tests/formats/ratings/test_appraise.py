"""Exports of Appraise."""

import math

import numpy as np
import pytest
from tests.formats.ratings._example import Example
from tests.formats.ratings._table import cells, reasons

from tertium.core import plugins
from tertium.core.errors import DataWarning, FormatError
from tertium.human.ratings import Ratings

appraise = plugins.load("formats.ratings", "appraise")

EXAMPLE = Example(
    lambda n: (
        f"ann,one,s{n},TGT,eng,deu,{n % 101},doc#bad,False,"
        '"[{""start_i"":1,""end_i"":2,""severity"":""minor""}]",1700000000.5,1700000009.25'
    )
)


def read(text: str) -> Ratings:
    assert appraise.sniff(text.encode())
    ratings: Ratings = appraise.read(text.encode(), "x.csv")
    return ratings


FIRST = ("annotator", "system", "segment", "kind", "languages", "value")


@pytest.mark.parametrize(
    "row",
    [
        "u,A,239,BAD,eng,liv,16",
        "u,A,239,BAD,eng,liv,16,1665513497.5,1665513564.25",
        "u,A,239,BAD,eng,liv,16,1665513497.5,1665513564.25,7,1234",
        "u,A,239,BAD,eng,liv,16,doc#3-13,False",
        "u,A,239,BAD,eng,liv,16,doc#3-13,False,1665513497.5,1665513564.25",
        "u,A,239,BAD,eng,liv,16,None,None,1665513497.5,1665513564.25",
    ],
)
def test_all_layouts_begin_alike(row):
    ratings = read(f"{row}\n")
    assert cells(ratings, *FIRST) == [("u", "A", "239", "bad_reference", "eng-liv", 16)]
    assert ratings.task.names == ("adequacy",)
    assert ratings.document.names == ("doc#3-13" if "doc" in row else "",)
    assert ratings.batch.names == ("7" if ",7," in row else "",)
    if "1665513497.5" in row:
        assert (ratings.start[0], ratings.end[0]) == (1665513497.5, 1665513564.25)
    else:
        assert math.isnan(ratings.start[0])


def test_kinds():
    ratings = read("".join(f"u,A,1,{type_},eng,deu,5\n" for type_ in ("TGT", "BAD", "REF", "CHK")))
    assert ratings.kind.to_list() == ["system", "bad_reference", "reference", "repeat"]


def test_segments_of_degraded_and_repeated_documents_are_the_same():
    ratings = read(
        "u,A,1,TGT,eng,deu,5,d,False\nu,A,1,BAD,eng,deu,5,d#bad,False\n"
        "u,A,1,TGT,eng,deu,5,d#dup,False\nu,A,1,TGT,eng,deu,6,d#incomplete,False\n"
        "u,A,1,TGT,eng,deu,5,e,False\n"
    )
    assert ratings.document.to_list() == ["d"] * 4 + ["e"]
    assert ratings.kind.to_list() == ["system", "bad_reference", "repeat", "system", "system"]
    assert ratings.item.codes.tolist() == [0, 0, 0, 0, 1]


def test_pairs_have_two_rows_and_perhaps_errors():
    ratings = read(
        "u,A,1,TGT,eng,deu,5,serious,None,1.5,2.5\nu,B,1,TGT,eng,deu,7,None,source,1.5,2.5\n"
    )
    assert cells(ratings, "system", "value", "category", "start") == [
        ("A", 5, "serious", 1.5),
        ("B", 7, "", 1.5),
    ]


ESA = '[{""start_i"":8,""end_i"":11,""severity"":""Minor"",""error_type"":null}]'
MQM = ESA.replace("null", '[""Accuracy"",""Omission""]')


def test_error_spans_make_it_esa():
    ratings = read(
        f'u,A,1,TGT,eng,deu,70,d,False,"{ESA}",1.5,2.5\nu,B,1,TGT,eng,deu,100,d,False,[],1.5,2.5\n'
    )
    assert cells(ratings, "system", "task", "category", "severity", "start") == [
        ("A", "esa", "", "", 1.5),
        ("A", "esa", "", "minor", 1.5),
        ("B", "esa", "", "", 1.5),
    ]
    assert ratings.value[[0, 2]].tolist() == [70, 100]
    assert math.isnan(ratings.value[1])


def test_campaigns_without_errors_have_empty_lists_of_them():
    ratings = read("u,A,1,TGT,eng,deu,70,d,False,[],1.5,2.5\nu,B,1,TGT,eng,deu,9,d,False,[],2,3\n")
    assert cells(ratings, "system", "task", "value") == [
        ("A", "adequacy", 70),
        ("B", "adequacy", 9),
    ]


@pytest.mark.parametrize("ending", ["", ",1.5,2.5", ",1.5,2.5,7,1234"])
def test_campaigns_that_assess_data(ending):
    """What is judged, the address of the document, an id of the text; a rank after the score."""
    ratings = read(f"u,corpus,site.org/page,corpus.tsv::3.5.6,2,TGT,eng,deu,80,4{ending}\n")
    assert cells(ratings, *FIRST, "document", "task") == [
        ("u", "corpus", "2", "system", "eng-deu", 80, "site.org/page", "adequacy")
    ]
    assert ratings.batch.names == ("7" if ",7," in ending else "",)
    assert math.isnan(ratings.start[0]) if not ending else ratings.start[0] == 1.5


def test_a_dump_of_all_results():
    ratings = read(
        "taskID,systemID,username,email,groups,segmentID,score,startTime,endTime,"
        "durationInSeconds,itemType,campaignName\n"
        "12,A,u,u@site.org,NoGroupInfo,239,16,1.5,2.5,1.0,BAD,wmt\n"
    )
    assert cells(ratings, *FIRST, "batch", "start") == [
        ("u", "A", "239", "bad_reference", "", 16, "12", 1.5)
    ]


def test_types_of_errors_make_it_mqm():
    ratings = read(
        "u,B,1,TGT,eng,deu,100,d,False,None,1.5,2.5\n"
        f'u,A,1,TGT,eng,deu,70,d,False,"{MQM}",1.5,2.5\n'
    )
    assert cells(ratings, "system", "task", "category", "severity") == [
        ("B", "mqm", "", ""),
        ("A", "mqm", "", ""),
        ("A", "mqm", "Accuracy/Omission", "minor"),
    ]


def test_a_single_span_as_python_prints_it():
    ratings = read(
        "u,A,1,TGT,eng,deu,9,d,False,\"{'start_i': 0, 'end_i': 1, 'severity': 'major'}\"\n"
    )
    assert ratings.severity.to_list() == ["", "major"]


def _with_errors(*errors: str) -> str:
    quoted = ",".join(errors).replace('"', '""')
    return f'u,A,1,TGT,eng,deu,70,d,False,"[{quoted}]",1.5,2.5\n'


def test_the_last_unit_of_a_span_is_part_of_it():
    ratings = read(
        _with_errors(
            '{"start_i": 0, "end_i": 0, "severity": "minor"}',
            '{"start_i": 8, "end_i": 11, "severity": "major"}',
        )
    )
    assert cells(ratings, "severity", "side")[1:] == [("minor", "output"), ("major", "output")]
    assert ratings.span_start[1:].tolist() == [0, 8]
    assert ratings.span_end[1:].tolist() == [1, 12]
    assert math.isnan(ratings.span_start[0])
    assert ratings.side[0] == ""


@pytest.mark.parametrize(
    "error",
    [
        '{"start_i": "missing", "end_i": "missing", "severity": "minor"}',
        '{"severity": "minor"}',
        '{"start_i": null, "end_i": null, "severity": "minor"}',
    ],
)
def test_missing_content_and_errors_of_a_whole_output_have_no_span(error):
    ratings = read(_with_errors(error))
    assert ratings.severity.to_list() == ["", "minor"]
    assert np.isnan(ratings.span_start).all()
    assert np.isnan(ratings.span_end).all()
    assert ratings.side.names == ("",)


@pytest.mark.parametrize(
    ("places", "reason"),
    [
        # The end of the first would be its start if the order were not checked.
        ('"start_i": 3, "end_i": 2', "error span that ends before it begins"),
        ('"start_i": 30, "end_i": 2', "error span that ends before it begins"),
        ('"start_i": -1, "end_i": 2', "error span outside its text"),
        ('"start_i": 1', "unreadable error spans"),
        ('"start_i": "missing", "end_i": 2', "unreadable error spans"),
        ('"start_i": 1.5, "end_i": 2', "unreadable error spans"),
        ('"start_i": true, "end_i": 2', "unreadable error spans"),
    ],
)
def test_rows_with_an_impossible_span_are_dropped(places, reason):
    good = '{"start_i": 1, "end_i": 2, "severity": "minor"}'
    with pytest.warns(DataWarning):
        ratings = read(
            _with_errors(good) + _with_errors(good, f'{{{places}, "severity": "minor"}}')
        )
    assert len(ratings) == 2
    assert reasons(ratings) == [(reason, "x.csv:2")]


def test_a_header_tells_the_order():
    ratings = read(
        "score,username,system,itemId,itemType,srcLang,trgLang,docId\n5,u,A,1,REF,a,b,d\n"
    )
    assert cells(ratings, *FIRST) == [("u", "A", "1", "reference", "a-b", 5)]
    assert ratings.document.names == ("d",)


def test_rows_that_cannot_be_used_are_dropped_with_reason_and_line():
    with pytest.warns(DataWarning):
        ratings = read(
            "u,A,1,TGT,eng,deu,5,d,False,[],1,2\n"
            "u,A,1,TGT,eng,deu,5,d,True,[],1,2\n"
            "u,A,1,TGT,eng,deu,5,ende-tutorial1,False,[],1,2\n"
            "u,A,1,ODD,eng,deu,5,d,False,[],1,2\n"
            "u,A,1,TGT,eng,deu,5,d,False,[,1,2\n"
            "u,A,1,TGT,eng,deu,5,d,False,[3],1,2\n"
            "u,A,1,TGT,eng,deu,good,d,False,[],1,2\n"
            "u,A,1,TGT,eng,deu,5\n"
        )
    assert len(ratings) == 1
    assert reasons(ratings) == [
        ("score of a whole document", "x.csv:2"),
        ("tutorial", "x.csv:3"),
        ("unknown type 'ODD'", "x.csv:4"),
        ("unreadable error spans", "x.csv:5"),
        ("unreadable error spans", "x.csv:6"),
        ("'good' in value is not a number", "x.csv:7"),
        ("7 cells instead of 12", "x.csv:8"),
    ]


def test_nothing_like_it():
    with pytest.raises(FormatError) as caught:
        appraise.read(b"a,b\n", "x.csv")
    assert str(caught.value) == ("x.csv:1: The only row cannot be used: 2 cells instead of 7.")
