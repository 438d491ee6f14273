"""Every human verb on every kind of real judgments: a result that can be shown, or a reason."""

import math
import warnings

import pytest

import tertium
from tertium.core.errors import DataWarning, TertiumError
from tertium.report import presentation
from tertium.report.results.human_quality import annotator_table
from tertium.report.table_formats import render
from tests.human._data import error_spans, relative_judgments

FILES = [
    "stats/da-wmt/input/wmt21-facebook.hi-bn.good-stnd-judgements.csv.gz",
    "stats/da-wmt/input/wmt21-facebook.hi-bn.seg-scores.csv.gz",
    "stats/da-wmt/input/wmt22-toen.cs-en.good-stnd-judgements.csv.gz",
    "stats/da-wmt/input/wmt22-toen.de-en.seg-scores.csv.gz",
    "stats/trueskill/input/wmt16.collapsed.tur-eng.csv.gz",
    "stats/da-amt/input/Batch_1959533_batch_results.csv",
]


def shown(verb, ratings):
    """Tables of a result, None where there is a reason for none."""
    try:
        if verb == "rank":
            tables = presentation.tables(tertium.rank(ratings, trials=5))
        elif verb == "quality":
            tables = [annotator_table(tertium.quality(ratings))]
        else:
            tables = presentation.tables(tertium.agreement(ratings))
    except TertiumError:
        return None
    return "\n".join(render(table, "table") for table in tables)


def assert_verbs_work(ratings, *without):
    for verb in ("rank", "quality", "agreement"):
        text = shown(verb, ratings)
        assert (text is None) == (verb in without), verb
        lines = [] if text is None else text.splitlines()
        assert all(len(line) <= 80 for line in lines if not line.startswith(f"{verb}  ")), verb


@pytest.mark.parametrize("name", FILES)
def test_files(reference_data, name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        ratings = tertium.read_ratings(reference_data / name)
    without = {"good-stnd": ["quality"], "seg-scores": ["quality", "agreement"]}
    assert_verbs_work(ratings, *next((of for key, of in without.items() if key in name), []))


@pytest.mark.parametrize("protocol", ["ESA-1", "MQM-1"])
def test_error_spans(reference_data, protocol):
    assert_verbs_work(error_spans(reference_data, protocol, kinds=("TGT", "BAD")))


def test_agreement_of_standardized_judgments(reference_data):
    """It ended in a traceback, for no judgment has a value as given."""
    path = "stats/da-wmt/input/wmt22-toen.cs-en.good-stnd-judgements.csv.gz"
    result = tertium.agreement(tertium.read_ratings(reference_data / path))
    assert (result.languages, result.scale) == ("cs-en", "standardized")
    assert result.values is not None
    assert len(result.values.annotators) > 20
    assert 0 < result.values.interval < 1
    assert "|scale:standardized|" in result.signature
    (table,) = presentation.tables(result)
    assert "The judgments have standardized scores (z-scores) only." in table.notes


def test_agreement_and_quality_by_marked_errors(reference_data):
    """Agreement ended in a traceback; quality said that the judgments are standardized."""
    ratings = error_spans(reference_data, "MQM-1", "MQM-IAA", kinds=("TGT", "BAD"))
    result = tertium.agreement(ratings)
    assert result.values is not None
    assert result.values.outputs > 900
    assert 0 < result.values.interval < 1
    assert math.isclose(min(one.highest for one in result.values.annotators), 0)
    assert result.filters == ("error_weights",)
    control = tertium.quality(ratings).control
    assert sum(one.pairs for one in control.annotators) > 300
    assert len(control.passed) > 0.8 * len(control.annotators)


def test_copies_of_judgments_inflate_kappa(reference_data):
    collapsed, plain = (
        tertium.agreement(relative_judgments(reference_data, name))
        for name in ("collapsed.deu-eng", "deu-eng")
    )
    assert collapsed.pairwise is not None
    assert plain.pairwise is not None
    assert round(collapsed.pairwise.inter.kappa, 3) == 0.429
    assert round(plain.pairwise.inter.kappa, 3) == 0.637
    assert collapsed.warnings == ()
    (said,) = plain.warnings
    assert "judgments of one output were copied to all systems that share it" in str(said)
    assert f"Warning: {said}" in presentation.tables(plain)[-1].notes
