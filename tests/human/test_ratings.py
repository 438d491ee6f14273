"""The model of judgments."""

import copy
import math
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import tertium
from tertium.core.errors import DataError
from tertium.examples import folder
from tertium.human.columns import Words, joined
from tertium.human.ratings import ADDED, MISSING, NUMBERS, WORDS, Ratings


def ratings(**columns: list[object]) -> Ratings:
    return Ratings.of(columns)


TWO = ratings(system=["x", "y"], segment=["1", "2"], value=[1, 2])


def test_words_are_numbered_in_the_order_of_appearance():
    words = Words.of(["b", "a", "b"])
    assert words.names == ("b", "a")
    assert words.codes.tolist() == [0, 1, 0]
    assert (len(words), words[2], words.to_list()) == (3, "b", ["b", "a", "b"])
    assert words.is_("b", "c").tolist() == [True, False, True]
    assert Words.always("a", 2).to_list() == ["a", "a"]
    assert Words.always("a", 0).names == Words.of([]).names


def test_words_below_each_other():
    parts = [Words.of(["b", "a"]), Words.of([]), Words.of(["c", "a", "b"])]
    whole = Words.concatenated(parts)
    assert whole.to_list() == ["b", "a", "c", "a", "b"]
    assert whole.names == ("b", "a", "c")


def test_columns_that_are_left_out():
    assert set(MISSING) == {*WORDS, *NUMBERS}
    assert TWO.task.to_list() == ["adequacy", "adequacy"]
    assert TWO.kind.to_list() == ["system", "system"]
    assert TWO.run.to_list() == ["", ""]
    assert TWO.count.tolist() == [1, 1]
    assert np.isnan(TWO.standardized).all()


def test_some_of_the_rows():
    some = TWO.where(np.array([False, True]), "second")
    assert some.system.names == ("y",)
    assert some.value.tolist() == [2]
    assert some.filters == ("second",)
    assert TWO.of_task("fluency").value.size == 0


def test_segments_are_known_by_document_and_languages():
    items = ratings(
        value=[1] * 4,
        segment=["1", "1", "1", "1"],
        document=["d", "e", "d", "d"],
        languages=["de-en", "de-en", "de-en", "en-de"],
    ).item
    assert items.codes.tolist() == [0, 1, 0, 2]
    assert joined(Words.of(["a"]), Words.of(["b"])).names == ("a\tb",)


def test_ratings_below_each_other():
    parts = [TWO, ratings(annotator=["z"], value=[3], count=[4])]
    whole = Ratings.concatenated(parts)
    assert whole.value.tolist() == [1, 2, 3]
    assert whole.count.tolist() == [1, 1, 4]
    assert whole.annotator.to_list() == ["", "", "z"]
    assert whole.system.to_list() == ["x", "y", ""]
    assert whole.digest != TWO.digest
    assert Ratings.concatenated([TWO]).digest == TWO.digest


def test_a_fingerprint_is_of_the_content_not_of_its_numbering():
    assert Words(np.array([1, 0]), ("b", "a")).digest == Words.of(["a", "b"]).digest
    assert Words.of(["a", "b"]).digest != Words.of(["b", "a"]).digest
    assert Words.of(["a\nb"]).digest != Words.of(["a", "b"]).digest
    same = ratings(value=[0.0, np.nan]).digest
    assert ratings(value=[-0.0, -np.nan]).digest == same
    assert ratings(value=[0.0, 1.0]).digest != same


def test_a_column_that_was_added_later_counts_only_if_it_holds_information():
    """Fingerprints that were printed before the column existed stay the same."""
    columns: dict[str, Any] = {"annotator": ["a", "b"], "system": ["x", "y"], "segment": ["1", "2"]}
    before = ratings(**columns, value=[71, 0.5])
    assert before.digest == "c1f173fd5dabfe46"
    assert tertium.read_ratings(folder() / "ratings.csv").digest == "b20d9f482327405b"
    assert not any(before.holds(name) for name in ADDED)
    scales = [ratings(**columns, value=[71, 0.5], scale=[one, ""]) for one in ("ldc", "slider")]
    assert len({before.digest, *(one.digest for one in scales)}) == 3
    assert [one.holds("scale") for one in scales] == [True, True]


def test_judgments_on_a_scale():
    mixed = ratings(value=[1, 60, np.nan], scale=["yes-no", "slider", ""])
    assert mixed.answer_scales == ("yes-no", "slider")
    assert mixed.of_scale("slider", "").value.size == 2


def test_what_was_dropped_and_where_from_is_kept():
    from dataclasses import replace

    from tertium.human.ratings import Dropped

    first = replace(TWO, origin="a.csv", dropped=(Dropped("no value", "a.csv:7"),))
    second = replace(TWO, origin="b.csv", dropped=(Dropped("no task", "b.csv:3"),))
    whole = Ratings.concatenated([first, second])
    assert whole.origin == "a.csv, b.csv"
    assert [one.where for one in whole.dropped] == ["a.csv:7", "b.csv:3"]


def test_judgments_that_were_filtered_differently_are_not_joined():
    from dataclasses import replace

    parts = [replace(TWO, origin="a.csv"), replace(TWO, origin="b.csv", filters=("rejected",))]
    with pytest.raises(DataError) as caught:
        Ratings.concatenated(parts)
    assert str(caught.value) == (
        "Judgments that were filtered differently cannot be joined: not at all in a.csv, rejected"
        " in b.csv."
    )


def judged(*values: float, annotators: str = "xy") -> Ratings:
    rows = len(values)
    return Ratings.of(
        {
            "annotator": [annotators[row % 2] for row in range(rows)],
            "system": ["a", "b"] * (rows // 2),
            "segment": [str(row // 2) for row in range(rows)],
            "languages": ["de-en"] * rows,
            "value": list(values),
        },
        origin="a.csv",
    )


def test_equality_is_that_of_the_judgments():
    ratings = judged(1, 2, math.nan, 4)
    assert ratings == replace(judged(1, 2, math.nan, 4), origin="b.csv")
    assert hash(ratings) == hash(judged(1, 2, math.nan, 4))
    assert ratings != judged(1, 2, 3, 4)
    assert ratings != judged(1, 2, math.nan, 4, annotators="xz")
    assert ratings != ratings.where(slice(None), "standardized")
    assert ratings != "ratings"
    assert Words.of("aba") == Words(np.array([1, 0, 1]), ("b", "a"))
    assert Words.of("aba") != Words.of("abb")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_copies_and_pickles_are_equal(copied):
    ratings = Ratings.of_files([judged(1, 2, math.nan, 4), judged(5, 6)])
    assert copied(ratings) == ratings
    assert copied(ratings).severities == ratings.severities


def test_the_repr_tells_the_size():
    told = "Ratings(4 judgments by 2 annotators of 2 systems on 2 segments: adequacy, de-en)"
    assert repr(judged(1, 2, 3, 4)) == told
    assert repr(Ratings.of({"value": [1.0], "system": ["a"]})) == (
        "Ratings(1 judgment of 1 system on 1 segment: adequacy)"
    )
    assert repr(judged(1, 2).annotator) == "Words(2 rows, 2 names)"


def test_a_data_frame_has_a_row_for_each_judgment():
    pytest.importorskip("pandas")
    frame = judged(1, 2, 3, 4).to_frame()
    assert list(frame.columns) == [*WORDS, *NUMBERS]
    assert frame.groupby("system")["value"].mean().to_dict() == {"a": 2.0, "b": 3.0}
