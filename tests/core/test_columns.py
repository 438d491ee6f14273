"""Columns and tables of NumPy, pandas and polars, recognized without importing these."""

import math
import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest

from tertium.core import columns
from tertium.core.errors import AlignmentError

VALUES = ["a", "b"]
FRAMES = {"pandas": pd.DataFrame, "polars": pl.DataFrame}


@pytest.mark.parametrize(
    "column",
    [
        VALUES,
        tuple(VALUES),
        np.array(VALUES),
        np.array(VALUES, dtype=object),
        pd.Series(VALUES, index=[7, 3]),
        pd.Series(VALUES, dtype="string"),
        pd.Categorical(VALUES),
        pd.Index(VALUES),
        pl.Series(VALUES),
    ],
    ids=lambda column: f"{type(column).__module__}.{type(column).__name__}",
)
def test_columns(column):
    found = columns.column(column)
    assert found is not None
    assert list(found) == VALUES
    assert not columns.is_table(column)


@pytest.mark.parametrize(
    "value",
    ["text", b"bytes", {"a": VALUES}, {"a", "b"}, iter(VALUES), 1, None, np.array("a"), str, list],
)
def test_other_things_are_not_columns(value):
    assert columns.column(value) is None
    assert not columns.is_table(value)


@pytest.mark.parametrize("library", FRAMES)
def test_tables(library):
    frame = FRAMES[library]({"a": VALUES, "b": [1, 2]})
    assert columns.is_table(frame)
    assert columns.column(frame) is None
    assert columns.table(frame) == {"a": VALUES, "b": [1, 2]}


def test_the_name_of_a_column_is_a_string():
    assert columns.table(pd.DataFrame([["a", "b"]])) == {"0": ["a"], "1": ["b"]}


def test_a_name_that_is_there_twice_is_refused():
    with pytest.raises(AlignmentError, match="Two columns of the table are named 'a'"):
        columns.table(pd.DataFrame([["x", "y"]], columns=["a", "a"]))


@pytest.mark.parametrize("value", [None, math.nan, np.nan, np.float64("nan"), pd.NA, pd.NaT])
def test_missing_values(value):
    assert columns.is_missing(value)


@pytest.mark.parametrize("value", ["", "nan", 0, 0.0, math.inf, False])
def test_values_that_are_not_missing(value):
    assert not columns.is_missing(value)


def test_no_library_is_imported():
    code = (
        "import sys, tertium; tertium.bleu(['a b c d'], ['a b c d']);"
        " print({'numpy', 'pandas', 'polars'} & {*sys.modules})"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "set()\n"
