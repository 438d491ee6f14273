"""What holds for data in memory: test sets, human judgments and scores."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import tertium
from tertium.core.errors import TertiumError
from tertium.formats.score_files import read_score_files

COPIES = {"copy": copy.deepcopy, "pickle": lambda value: pickle.loads(pickle.dumps(value))}

DATA: dict[str, Callable[[], Any]] = {
    "test set": lambda: tertium.read(["a.txt", "b.txt"], references="ref.txt", source="src.txt"),
    "test set with outputs in files": lambda: tertium.read(
        ["a.txt", "b.txt"], references="ref.txt", keep_outputs=False
    ),
    "test set in memory": lambda: tertium.testset(
        references=["A cat."], systems={"a": ["The cat."]}, documents=["one"]
    ),
    "ratings": lambda: tertium.read_ratings("ratings.csv"),
    "preferences": lambda: tertium.read_ratings("preferences.csv"),
    "marked errors": lambda: tertium.read_ratings("errors.csv"),
    "system scores": lambda: tertium.read_scores("scores.tsv"),
    "segment scores": lambda: read_score_files("comet.tsv", "", ""),
    "scores of outputs": lambda: tertium.score_table(
        tertium.read("outputs/*.txt", references="ref.txt"),
        tertium.read_ratings("ratings.csv"),
        task="adequacy",
        level="segment",
    ),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("example")
    tertium.example(path)
    return path


@pytest.fixture(autouse=True)
def _in_the_example(folder, monkeypatch):
    monkeypatch.chdir(folder)


@pytest.mark.parametrize("name", DATA)
def test_it_prints_its_size_in_a_line(name):
    value = DATA[name]()
    assert repr(value).startswith(f"{type(value).__name__}(")
    assert len(repr(value)) < 160
    assert "\n" not in repr(value)


@pytest.mark.parametrize("name", DATA)
@pytest.mark.parametrize("again", COPIES)
def test_a_copy_is_equal(name, again):
    value = DATA[name]()
    same = COPIES[again](value)
    assert same is not value
    assert same == value
    assert hash(same) == hash(value)
    assert repr(same) == repr(value)


@pytest.mark.parametrize("name", DATA)
def test_it_is_equal_to_the_same_data_read_again_and_to_no_others(name):
    value = DATA[name]()
    assert value == DATA[name]()
    assert value != "data"
    assert [other for other in DATA if DATA[other]() == value] == [name]


@pytest.mark.parametrize("library", [pd.read_csv, pl.read_csv])
@pytest.mark.parametrize("file", ["ratings.csv", "preferences.csv"])
def test_ratings_in_a_frame_are_those_of_the_file(library, file):
    assert tertium.read_ratings(library(file)) == tertium.read_ratings(file)


@pytest.mark.parametrize("file", ["ratings.csv", "preferences.csv", "errors.csv"])
def test_the_frame_of_ratings_can_be_read_again(file):
    ratings = tertium.read_ratings(file)
    frame = ratings.to_frame()
    assert len(frame) == len(ratings)
    assert tertium.read_ratings(frame) == ratings
    assert tertium.read_ratings(frame.to_dict("list")) == ratings


@pytest.mark.parametrize("library", [pd, pl])
def test_scores_in_a_frame_are_those_of_the_file(library):
    frame = library.read_csv("scores.tsv", **{"sep" if library is pd else "separator": "\t"})
    assert tertium.read_scores(frame) == tertium.read_scores("scores.tsv")
    columns = {name: np.array(frame[name]) for name in frame.columns}
    assert tertium.read_scores(columns) == tertium.read_scores("scores.tsv")


@pytest.mark.parametrize("name", ["system scores", "scores of outputs"])
def test_the_frame_of_scores_can_be_correlated(name):
    table = DATA[name]()
    frame = table.to_frame()
    assert len(frame) == len(table.systems) * len(table.items)
    again = tertium.read_scores(frame, level=table.level)
    assert again.systems == table.systems
    assert again.metrics == table.metrics


@pytest.mark.parametrize("wrong", [3, [3], None, [["a"]], {"annotator": ["a"], "system": []}, "no"])
@pytest.mark.parametrize("verb", ["read_ratings", "read_scores", "correlate", "read"])
def test_unreadable_files_are_refused(verb, wrong):
    with pytest.raises(TertiumError):
        getattr(tertium, verb)(wrong)


def test_frames_are_read_without_importing_their_libraries():
    script = (
        "import sys, tertium\n"
        "ratings = {'annotator': ['x', 'x'], 'system': ['a', 'b'], 'value': [1, 2]}\n"
        "tertium.read_ratings(ratings)\n"
        "tertium.read_scores({'system': ['a', 'b'], 'human': [1, 2], 'bleu': [3, 4]})\n"
        "tertium.testset({'ref': ['A.'], 'a': ['B.']}, references='ref', systems='a')\n"
        "print({'pandas', 'polars', 'pyarrow'} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"
