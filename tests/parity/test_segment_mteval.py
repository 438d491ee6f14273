"""Mechanical Turk batches as the pipeline of segment-mteval reads them.

The expected judgments were parsed by its Perl programs, ygraham/segment-mteval at f6fa7b33f9a1; see
`stats/README.md` in the reference data.
"""

import csv
from pathlib import Path

import pytest

from tertium.core.errors import DataWarning
from tertium.formats.conversion import read_files
from tertium.human.ratings import Ratings

KINDS = {"SYSTEM": "system", "BAD_REF": "bad_reference", "REPEAT": "repeat", "REF": "reference"}


@pytest.fixture(scope="module")
def folder(reference_data: Path) -> Path:
    return reference_data / "stats" / "da-amt"


@pytest.fixture(scope="module")
def ratings(folder: Path) -> Ratings:
    with pytest.warns(DataWarning, match="2 of 29 rows not used: 0 answers"):
        read: Ratings = read_files(
            sorted(map(str, (folder / "input").glob("Batch_*.csv"))), "ratings"
        )
    return read


def test_31_assignments_make_29_workers_with_100_judgments(ratings):
    assert len(ratings.dropped) == 2
    assert len(ratings.annotator.names) == 29
    assert len(ratings) == 2900


def test_every_judgment_is_the_one_that_the_pipeline_reads(folder, ratings):
    with (folder / "expected" / "judgments_long.csv").open(newline="") as file:
        expected = list(csv.DictReader(file))
    found = zip(
        *(
            getattr(ratings, name).to_list()
            for name in ("batch", "annotator", "languages", "task", "system", "kind", "segment")
        ),
        ratings.value.tolist(),
        (ratings.end - ratings.start).tolist(),
        strict=True,
    )
    wanted = (
        (
            row["hit"],
            row["worker"],
            f"{row['src']}-{row['trg']}",
            {"ad": "adequacy"}[row["item"]],
            row["sys"],
            KINDS[row["type"]],
            row["sid"],
            float(row["score"]),
            float(row["hit_seconds"]),
        )
        for row in expected
    )
    assert sorted(found) == sorted(wanted)


def test_rejected_work_is_known(ratings):
    rejected = ratings.where(ratings.status.is_("Rejected"))
    assert len(rejected.annotator.names) == 6
