"""Files of judgments that WMT published are read whole, and give the published means.

Sources and how the expected values came about: `stats/README.md` in the reference data.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium import formats
from tertium.human.ratings import Ratings

pytestmark = pytest.mark.slow


def read(folder: Path, name: str) -> tuple[Ratings, int]:
    """Ratings, and the number of rows below the header."""
    path = folder / "input" / f"{name}.csv.gz"
    ratings = formats.read("ratings", str(path))
    assert ratings.dropped == ()
    return ratings, gzip.decompress(path.read_bytes()).count(b"\n") - 1


@pytest.fixture(scope="module")
def published(reference_data: Path):
    return json.loads((reference_data / "stats/da-wmt/expected_rankings.json").read_text())


def by_system(ratings: Ratings, numbers: Any) -> list[Any]:
    """Numbers of each system."""
    return [numbers[ratings.system.codes == code] for code in range(len(ratings.system.names))]


@pytest.mark.parametrize("name", ["wmt22-toen.cs-en", "wmt22-toen.de-en", "wmt21-facebook.hi-bn"])
def test_means_of_segments(reference_data, published, name):
    ratings, rows = read(reference_data / "stats" / "da-wmt", f"{name}.seg-scores")
    assert len(ratings) == rows
    assert ratings.languages.names == (name.rpartition(".")[2],)
    wanted = {one["system"]: one for one in published[name.replace(".", "/")]["systems"]}
    assert set(wanted) == set(ratings.system.names)
    for system, raw, z, counts in zip(
        ratings.system.names,
        by_system(ratings, ratings.value),
        by_system(ratings, ratings.standardized),
        by_system(ratings, ratings.count),
        strict=True,
    ):
        assert raw.mean() == pytest.approx(wanted[system]["mean_raw"], abs=1e-9)
        assert np.nanmean(z) == pytest.approx(wanted[system]["mean_z"], abs=1e-9)
        assert len(raw) == wanted[system]["n_segments"]
        assert counts.sum() == wanted[system]["n_judgements"]


@pytest.mark.parametrize("name", ["wmt22-toen.cs-en", "wmt21-facebook.hi-bn"])
def test_standardized_judgments(reference_data, published, name):
    ratings, rows = read(reference_data / "stats" / "da-wmt", f"{name}.good-stnd-judgements")
    assert len(ratings) == rows
    judged = ratings.where(ratings.kind.is_("system", "repeat"))
    wanted = {one["system"]: one for one in published[name.replace(".", "/")]["systems"]}
    for system, z, items in zip(
        judged.system.names,
        by_system(judged, judged.standardized),
        by_system(judged, judged.item.codes),
        strict=True,
    ):
        segments = [z[items == item].mean() for item in np.unique(items)]
        assert np.mean(segments) == pytest.approx(wanted[system]["mean_z"], abs=1e-9)
        assert len(segments) == wanted[system]["n_segments"]


@pytest.mark.parametrize(
    "name", ["wmt16.tur-eng", "wmt16.deu-eng", "wmt16.collapsed.tur-eng", "wmt16.collapsed.deu-eng"]
)
def test_every_pair_of_a_ranking(reference_data, name):
    ratings, rows = read(reference_data / "stats" / "trueskill", name)
    assert len(ratings) == 2 * rows
    assert len(ratings.batch.names) == rows
    assert ratings.languages.names == (name.rpartition(".")[2],)
    assert set(ratings.value) == {1, 2, 3, 4, 5}
