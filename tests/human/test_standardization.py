"""Standardization, against the z-scores of Graham et al.; who does not spread is left out."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.core.errors import UsageError
from tertium.human.quality_control import passed_only, quality_control
from tertium.human.ratings import Ratings
from tertium.human.standardization import standardize
from tests.human._data import mechanical_turk, table


def test_means_and_deviations_of_all_workers(reference_data):
    found = standardize(mechanical_turk(reference_data))
    rows = table(reference_data / "stats/da-amt/expected/worker_mean_sd.csv")
    assert [scale.annotator for scale in found.scales] == [row["worker"] for row in rows]
    for scale, row in zip(found.scales, rows, strict=True):
        assert (scale.languages, scale.task) == ("cs-en", "adequacy")
        assert scale.judgments == int(row["n_all"])
        assert scale.mean == pytest.approx(float(row["mean_all"]), abs=1e-9)
        assert scale.deviation == pytest.approx(float(row["sd_all"]), abs=1e-9)
    assert found.left_out == ()  # W18 rates nearly everything 49, but not everything


def test_z_of_every_judgment(reference_data):
    ratings = mechanical_turk(reference_data)
    kept = passed_only(ratings, quality_control(ratings))
    found = standardize(kept).ratings
    rows = table(reference_data / "stats/da-amt/expected/good_standardized.csv")
    assert len(rows) == len(found) == 2100
    assert found.annotator.to_list() == [row["worker"] for row in rows]
    assert found.value.tolist() == [float(row["raw"]) for row in rows]
    wanted = [float(row["z_full"]) for row in rows]
    assert found.standardized == pytest.approx(np.array(wanted), abs=1e-9)
    assert found.filters == ("quality_control", "standardized")


def test_each_language_pair_and_task_has_its_own_scale():
    ratings = Ratings.of(
        {
            "annotator": ["a"] * 8,
            "languages": ["de-en"] * 6 + ["en-de"] * 2,
            "task": ["adequacy"] * 3 + ["fluency"] * 3 + ["adequacy"] * 2,
            "kind": ["system", "reference", "bad_reference"] + ["system"] * 5,
            "value": [50, 90, 10, 1, 2, math.nan, 0, 100],
        }
    )
    found = standardize(ratings)
    root = math.sqrt(0.5)
    assert found.ratings.standardized == pytest.approx([0, 1, -1, -root, root, -root, root])
    assert [scale.judgments for scale in found.scales] == [3, 2, 2]


def test_who_does_not_spread_is_left_out_of_values_too():
    ratings = Ratings.of(
        {"annotator": ["a", "b", "a", "b", "c", "b"], "value": [1, 0.1, 2, 0.1, 9, 0.1]}
    )
    found = standardize(ratings)
    assert [scale.annotator for scale in found.left_out] == ["b", "c"]
    assert found.ratings.annotator.to_list() == ["a", "a"]
    assert found.ratings.value.tolist() == [1, 2]


@given(
    st.lists(
        st.tuples(st.sampled_from("abc"), st.integers(0, 100), st.sampled_from(["de", "cs"])),
        min_size=1,
    )
)
def test_every_scale_has_mean_0_and_deviation_1(rows):
    annotators, values, languages = zip(*rows, strict=True)
    ratings = Ratings.of({"annotator": annotators, "value": values, "languages": languages})
    found = standardize(ratings)
    kept = found.ratings
    usable = [scale for scale in found.scales if scale.usable]
    for scale in usable:
        own = kept.annotator.is_(scale.annotator) & kept.languages.is_(scale.languages)
        assert kept.standardized[own].mean() == pytest.approx(0, abs=1e-9)
        assert kept.standardized[own].std(ddof=1) == pytest.approx(1)
    assert len(kept) == sum(scale.judgments for scale in usable)


def test_not_twice():
    ratings = Ratings.of({"annotator": ["a", "a"], "value": [1, 2]})
    with pytest.raises(UsageError) as error:
        standardize(standardize(ratings).ratings)
    assert str(error.value) == "The judgments are standardized already."
