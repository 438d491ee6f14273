"""Judgments joined with outputs."""

import numpy as np
import pytest

import tertium
from tertium.core.errors import AlignmentError, UsageError
from tertium.human.join import human_scores
from tertium.human.matching import match_names
from tertium.human.ratings import Ratings
from tests.meta._hybrids import JUDGED, ratings, small_set
from tests.parity._data import testset as stored_testset


def raw(*given, **options):
    return human_scores(*given, scale="raw", **options)


def test_sums_and_numbers_of_judgments():
    found = raw(small_set(), ratings())
    assert found.systems == ("a", "b", "c")
    assert found.sums.tolist() == [[90, 60, 70, 0], [50, 0, 40, 80], [20, 30, 55, 110]]
    assert found.counts.tolist() == [[1, 1, 1, 0], [1, 0, 1, 1], [1, 1, 1, 2]]
    assert np.isnan(found.means[0, 3])
    assert found.means[2, 3] == 55
    assert found.of_systems == pytest.approx([220 / 3, 170 / 3, 215 / 5])


def test_means_over_segments():
    found = raw(small_set(), ratings(), average="segments")
    assert found.counts.tolist() == [[1, 1, 1, 0], [1, 0, 1, 1], [1, 1, 1, 1]]
    assert found.of_systems[2] == pytest.approx((20 + 30 + 55 + 55) / 4)


def test_published_means_weigh_by_their_number():
    rows = [("a", "1", 90.0), ("a", "2", 30.0), ("b", "1", 50.0)]
    found = raw(small_set(), ratings(rows, count=[1.0, 3.0, 2.0]))
    assert found.of_systems == pytest.approx([(90 + 3 * 30) / 4, 50])
    assert found.joined.without == ("c",)
    assert found.joined.judgments == 6
    assert "Outputs excluded because they have no judgments: c." in found.joined.sentences


def test_what_cannot_be_joined_is_counted():
    rows = [*JUDGED, ("d", "1", 10.0), ("a", "9", 10.0)]
    joined = raw(small_set(), ratings(rows)).joined
    assert (joined.unknown, joined.unknown_segments) == (("d",), 1)
    assert (joined.judgments, joined.left_out) == (11, 2)
    assert joined.sentences[1] == (
        "2 judgments excluded: of unknown systems (d) and 1 unknown segment."
    )


def test_the_order_of_rows_does_not_matter():
    assert raw(small_set(), ratings(JUDGED[::-1])).sums.tolist() == (
        raw(small_set(), ratings()).sums.tolist()
    )


@pytest.mark.parametrize(
    ("renumbered", "documents", "own", "way"),
    [
        (lambda i: ("", f"s{i}"), (), ("s1", "s2", "s3", "s4"), "their ids"),
        (lambda i: ("", str(i)), (), ("s1", "s2", "s3", "s4"), "their line numbers"),
        (lambda i: ("", str(i - 1)), (), (), "their line numbers, counted from 0"),
        (lambda i: ("", str(i)), ("x", "x", "y", "y"), (), "their ids"),
        (lambda i: ("xxyy"[i - 1], str(i)), ("x", "x", "y", "y"), (), "their ids"),
        (
            lambda i: ("xxyy"[i - 1], "1212"[i - 1]),
            ("x", "x", "y", "y"),
            ("1", "2", "1", "2"),
            "documents and ids",
        ),
        (
            lambda i: ("xxyy"[i - 1], "1212"[i - 1]),
            ("x", "x", "y", "y"),
            (),
            "documents and positions in them",
        ),
        (
            lambda i: ("xxyy"[i - 1], "0101"[i - 1]),
            ("x", "x", "y", "y"),
            (),
            "documents and positions in them, counted from 0",
        ),
    ],
)
def test_ways_to_find_segments(renumbered, documents, own, way):
    named = [renumbered(int(row[1])) for row in JUDGED]
    given = ratings(
        document=[document for document, _ in named], segment=[segment for _, segment in named]
    )
    found = raw(small_set(document_ids=documents, segment_ids=own), given)
    assert found.joined.matched_by == way
    assert found.sums.tolist() == raw(small_set(), ratings()).sums.tolist()


def test_numbers_within_a_single_judged_document_are_not_lines_of_the_test_set():
    testset = small_set(document_ids=("x", "x", "y", "y"))
    given = ratings([("a", "1", 10.0), ("a", "2", 30.0)], document=["y", "y"])
    found = raw(testset, given)
    assert found.joined.matched_by == "documents and positions in them"
    assert found.means[0].tolist()[2:] == [10, 30]


def test_ids_that_restart_in_documents_that_are_not_known():
    given = ratings(document=[f"d{i}" for i in range(len(JUDGED))], segment=["1"] * len(JUDGED))
    with pytest.raises(AlignmentError) as caught:
        raw(small_set(), given)
    assert "Ids in the test set: '1', '2', '3', '4' without documents; judged: 'd0 1'" in str(
        caught.value
    )
    assert "documents=FILE" in caught.value.hint


def test_ids_of_another_kind():
    with pytest.raises(AlignmentError, match="No judged segment is in the test set"):
        raw(small_set(), ratings(segment=[f"x{i}" for i in range(len(JUDGED))]))


@pytest.mark.parametrize(
    ("ours", "theirs", "names"),
    [
        (["a", "b"], ["b", "a"], {"a": "a", "b": "b"}),
        (["Online-A"], ["online-a.8", "HUMAN"], {"online-a.8": "Online-A"}),
        (["A", "B"], ["A.1", "A.2", "B.3"], {"B.3": "B"}),
        (["A.1", "A.2", "B"], ["A", "B"], {"B": "B"}),
        (["A", "A.1"], ["A", "A.1"], {"A": "A", "A.1": "A.1"}),
    ],
)
def test_names_that_leave_no_choice_are_found(ours, theirs, names):
    assert match_names(ours, theirs, {}) == names


def test_names_can_be_mapped():
    assert match_names(["x", "b"], ["a", "b"], {"a": "x"}) == {"a": "x", "b": "b"}
    with pytest.raises(UsageError, match="There is no judged system 'z'"):
        match_names(["x"], ["a"], {"z": "x"})
    with pytest.raises(UsageError, match="There is no output 'y'"):
        match_names(["x"], ["a"], {"a": "y"})
    with pytest.raises(UsageError, match="Several judged systems are matched with 'x'"):
        match_names(["x"], ["a", "x"], {"a": "x"})
    with pytest.raises(AlignmentError, match=r"Outputs: 'x'; judged: 'a', 'b'\."):
        match_names(["x"], ["a", "b"], {})


def test_relative_judgments_have_no_scores():
    with pytest.raises(UsageError, match="compare outputs and have no scores"):
        raw(small_set(), ratings(task=["preference"] * len(JUDGED)))


def test_an_unknown_average():
    with pytest.raises(UsageError, match="not over 'domains'"):
        raw(small_set(), ratings(), average="domains")


def test_errors_become_negative_scores():
    given = Ratings.of(
        {
            "annotator": ["ann"] * 3,
            "system": ["a", "b", "b"],
            "segment": ["1", "1", "2"],
            "task": ["mqm"] * 3,
            "category": ["Accuracy", "Style", "No-error"],
            "severity": ["Major", "Minor", "no-error"],
        }
    )
    found = human_scores(small_set(), given)
    assert found.sums[:, 0].tolist() == [-5, -1]
    assert found.of_systems.tolist() == [-5, -0.5]


def test_annotators_are_standardized_by_all_they_judged():
    found = human_scores(small_set(), ratings([*JUDGED, ("other", "1", 0.0)]))
    alone = human_scores(small_set(), ratings())
    assert found.joined.judgments == alone.joined.judgments
    assert found.of_systems[0] != pytest.approx(alone.of_systems[0])
    values = np.array([*(row[2] for row in JUDGED), 0.0])
    expected = (90 - values.mean()) / values.std(ddof=1)
    assert found.sums[0, 0] == pytest.approx(expected)


def test_the_real_campaign(reference_data):
    """WMT22 names systems with a number behind, and judged 984 segments more."""
    outputs = stored_testset(reference_data / "metrics/wmt22-de-en", "refA", 1000)
    file = reference_data / "stats/da-wmt/input/wmt22-toen.de-en.seg-scores.csv.gz"
    found = human_scores(outputs, tertium.read_ratings(file))
    assert found.systems == tuple(sorted(outputs.runs))
    assert found.joined.systems["Online-A"] == "Online-A.8"
    assert found.joined.unknown == ("HUMAN-B", "Online-Y.3")
    assert (found.joined.segments, found.joined.unknown_segments) == (1000, 984)
    assert int((found.counts > 0).sum()) == 7036
    assert found.joined.judgments == found.counts.sum() == 8463
    assert found.joined.left_out == 12543
