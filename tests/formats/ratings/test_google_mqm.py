"""MQM as Google publishes it."""

import math

import pytest
from tests.formats.ratings._example import Example
from tests.formats.ratings._table import cells, reasons

from tertium.core import plugins
from tertium.core.errors import DataWarning, FormatError
from tertium.human.ratings import Ratings

mqm = plugins.load("formats.ratings", "google-mqm")

EXAMPLE = Example(
    lambda n: f'S\tdoc\t{n}\ts{n}\trater1\tJa, "ja.\tone\tFluency/Grammar\tMinor',
    header="system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity",
    delimiter="\t",
)

OLD = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
NEW = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata\n"


def read(text: str, origin: str = "mqm_ted_ende.tsv") -> Ratings:
    ratings: Ratings = mqm.read(text.encode(), origin)
    return ratings


def test_an_error_a_row_and_segments_without_errors():
    text = (
        OLD + "A\ttalk.1\t1\t84\trater1\tJa.\t<v>No</v>.\tAccuracy/Mistranslation\tMajor\n"
        "A\ttalk.1\t2\t85\trater1\tJa.\tYes.\tNo-error\tNo-error\n"
        "B\ttalk.1\t2\t85\trater1\tJa.\tYes.\tno-error\tno-error\n"
        "B\ttalk.1\t2\t85\trater2\tJa.\tYes.\tSource issue\t\n"
    )
    assert mqm.sniff(text.encode())
    ratings = read(text)
    columns = ("annotator", "system", "document", "segment", "category", "severity", "languages")
    assert cells(ratings, *columns) == [
        ("rater1", "A", "talk.1", "84", "Accuracy/Mistranslation", "major", "en-de"),
        ("rater1", "A", "talk.1", "85", "", "", "en-de"),
        ("rater1", "B", "talk.1", "85", "", "", "en-de"),
        ("rater2", "B", "talk.1", "85", "Source issue", "", "en-de"),
    ]
    assert ratings.task.names == ("mqm",)
    assert all(map(math.isnan, ratings.value))


def test_newer_names_metadata_and_languages_of_documents():
    ratings = read(
        NEW.replace("\n", "\t# Documentation\n")
        + 'A\tnews:en-de\t1\t7\tr\tJa.\tYes\tStyle\tminor\t{"timestamp": 1500, "a": 1}\n'
        "A\tnews:en-de\t1\t7\tr\tJa.\tYes\tStyle\tminor\n",
        "x.tsv",
    )
    assert ratings.languages.names == ("en-de",)
    assert ratings.end[0] == 1.5
    assert math.isnan(ratings.end[1])


@pytest.mark.parametrize(
    ("rows", "segments"),
    [
        # Ids that restart in every document are apart by their documents.
        ([("a", 1, 1), ("b", 1, 2)], ["1", "2"]),
        # Marot allows a constant as number in the test set.
        ([("a", 1, 0), ("a", 2, 0), ("b", 1, 0)], ["1", "2", "1"]),
        ([("a", 1, 1), ("a", 1, 2), ("b", 1, 3)], ["1", "2", "3"]),
    ],
)
def test_segments_are_told_apart(rows, segments):
    ratings = read(
        OLD + "".join(f"A\t{d}\t{n}\t{m}\tr\t\t\tNo-error\tNo-error\n" for d, n, m in rows)
    )
    assert ratings.segment.to_list() == segments
    assert len(ratings.item.names) == len(rows)


def test_quotes_mean_nothing_unless_a_row_would_be_too_short():
    ratings = read(
        OLD + 'A\td\t1\t1\tr\t"Ja\t"Yes" he said\tStyle\tMinor\n'
        'A\td\t2\t2\tr\t"Ja ""so""."\t"Yes\nand\nno."\tStyle\tMinor\n'
        'A\td\t3\t3\tr\t"Ja\tYes\tStyle\tMinor\n'
    )
    assert ratings.segment.to_list() == ["1", "2", "3"]


def test_no_header():
    ratings = read("A\td\t1\t1\tr\tJa\tYes\tStyle\tMinor\nB\td\t1\t1\tr\tJa\tYes\tStyle\tMinor\n")
    assert ratings.system.to_list() == ["A", "B"]


def test_rows_that_cannot_be_used_are_dropped_with_reason_and_line():
    with pytest.warns(DataWarning):
        ratings = read(
            OLD + "A\td\t1\t1\tr\tJa\tYes\tStyle\tMinor\n"
            "A\td\t1\tJa\tYes\tSource error\tMinor\t\n"
            "A\td\t1\t1\tr\tJa\tYes\tFound\tHOTW-test\n"
            "A\td\t1\t1\t\tJa\tYes\t\t\n"
            'A\td\t1\t1\tr\t"Ja\n'
            "\td\t1\t1\tr\tJa\tYes\tStyle\tMinor\n"
        )
    assert len(ratings) == 1
    assert reasons(ratings) == [
        ("8 cells instead of 9", "mqm_ted_ende.tsv:3"),
        ("planted error (HOTW-test)", "mqm_ted_ende.tsv:4"),
        ("no rater", "mqm_ted_ende.tsv:5"),
        ("6 cells instead of 9", "mqm_ted_ende.tsv:6"),
        ("no system", "mqm_ted_ende.tsv:7"),
    ]


@pytest.mark.parametrize("digits", [400, 5_000])
def test_a_timestamp_that_is_no_time(digits):
    row = "A\td\t1\t1\tr\tJa\tYes\tStyle\tMinor"
    header = OLD.rstrip("\n") + "\tmetadata\n"
    stamps = "1_000", "9" * digits, "1700000000000"
    text = "".join(f'{row}{i}\t{{"timestamp": {stamp}}}\n' for i, stamp in enumerate(stamps))
    with pytest.warns(DataWarning):
        ratings = read(header + text)
    assert ratings.end.tolist() == [0.001, 1_700_000_000]
    assert reasons(ratings) == [(f"timestamp of {digits:,} digits", "mqm_ted_ende.tsv:3")]


def test_a_column_that_is_needed():
    with pytest.raises(FormatError) as caught:
        read("system\tdoc\tseg_id\n")
    assert str(caught.value) == (
        "mqm_ted_ende.tsv:1: The header has no column rater. The columns are system, doc, seg_id."
    )


def test_a_row_that_ends_before_the_last_column_used_is_left_out():
    header = "system\tdoc\tseg_id\trater\tcategory\tseverity\tdoc_id\tmetadata\n"
    whole = "".join(f"A\td\t{n}\trater1\tStyle\tMinor\t{n}\n" for n in range(9))
    with pytest.warns(DataWarning):
        ratings = read(header + whole + "A\td\t9\trater1\tStyle\tMinor\n")
    assert len(ratings) == 9
    assert len(ratings.dropped) == 1
