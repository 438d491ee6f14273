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


def mark(source: str, target: str, category: str = "Style", severity: str = "Minor") -> str:
    return f"A\td\t1\t1\tr\t{source}\t{target}\t{category}\t{severity}\n"


SPAN = ("side", "span_start", "span_end")


@pytest.mark.parametrize(
    ("source", "target", "span"),
    [
        ("Ja.", "<v>Yes</v>.", ("output", 0, 3)),
        ("<v>Ja</v>.", "Yes.", ("source", 0, 2)),
        ("Ja<v>.</v>", "", ("source", 2, 3)),
        # A gap: something is missing here.
        ("Ja.", "Yes<v></v>.", ("output", 3, 3)),
        ("Ja.", "Yes.<v></v>", ("output", 4, 4)),
        ("Ja.", "<v> Yes.</v>", ("output", 0, 5)),
        # Parts of one error, and marks in both texts.
        ("Ja.", "<v>nimmt</v> er <v>fest</v>.", ("output", 0, 13)),
        ("<v>Ja</v>.", "Y<v>e</v>s.", ("output", 1, 2)),
        # Published files have one such error each; the mark reaches the end.
        ("Ja.", "Yes. <v>?", ("output", 5, 6)),
        # Other tags are text.
        ("Ja.", "<b>Yes</b> <v>no</v>", ("output", 11, 13)),
    ],
)
def test_tags_are_spans(source, target, span):
    assert cells(read(OLD + mark(source, target)), *SPAN) == [span]


def test_errors_of_a_whole_output_and_segments_without_errors_have_no_span():
    ratings = read(OLD + mark("Ja", "No") + mark("J<v>a</v>", "Y</v>", "No-error", "No-error"))
    assert ratings.side.names == ("",)
    assert all(map(math.isnan, [*ratings.span_start, *ratings.span_end]))


def test_rows_with_reversed_tags_are_dropped():
    good = mark("Ja", "<v>No</v>")
    with pytest.warns(DataWarning):
        ratings = read(OLD + good + mark("Ja", "N</v>o<v>") + mark("J</v>a", "No") + good)
    assert len(ratings) == 2
    assert reasons(ratings) == [
        ("error span that ends before it begins", f"mqm_ted_ende.tsv:{line}") for line in (3, 4)
    ]


def test_quotes_that_enclose_all_texts_with_quotes_are_not_counted():
    enclosed = '"Er sagte ""ja"" <v>laut</v>."'
    assert cells(read(OLD + mark("Ja", enclosed)), *SPAN) == [("output", 14, 18)]
    assert cells(read(OLD + mark('"Ja"', enclosed)), *SPAN) == [("output", 14, 18)]
    # One text with a single quote shows that quotes are ordinary characters.
    assert cells(read(OLD + mark('"Ja', enclosed)), *SPAN) == [("output", 17, 21)]
    assert cells(read(OLD + mark("Ja", '"No" <v>or</v> "yes"')), *SPAN) == [("output", 5, 7)]


@pytest.mark.parametrize(
    ("column", "cell", "comment"),
    [
        ("metadata", '{"timestamp": 1, "note": "zu \\"frei\\""}', 'zu "frei"'),
        ("metadata", '{"timestamp": 1, "note": null}', ""),
        ("metadata", '{"timestamp": 1}', ""),
        ("metadata", '{"note": ', ""),
        ("metadata", "nan", ""),
        ("metadata", "Wrong length", "Wrong length"),
        ("comment", "Wrong length", "Wrong length"),
        ("note", "Wrong length", "Wrong length"),
    ],
)
def test_comments(column, cell, comment):
    row = mark("Ja", "<v>No</v>").replace("\n", f"\t{cell}\n")
    ratings = read(OLD.replace("\n", f"\t{column}\n") + row)
    assert ratings.comment.to_list() == [comment]


def test_raters_that_are_programs():
    """Marot takes a rater whose name begins with AutoMQM, in any case, for a program."""
    row = mark("Ja", "<v>No</v>")
    names = ("rater1", "AutoMQM", "automqm-2", "MyAutoMQM")
    ratings = read(OLD + "".join(row.replace("\tr\t", f"\t{name}\t") for name in names))
    assert ratings.annotator_kind.to_list() == ["", "machine", "machine", ""]


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
