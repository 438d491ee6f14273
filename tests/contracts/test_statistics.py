"""What holds for every statistic of meta-evaluation, found by its file."""

import re

import numpy as np
import pytest
from hypothesis import given
from tests.command import run
from tests.meta._data import averages_of, tables

import tertium
from tertium.core import plugins
from tertium.core.citations import citations
from tertium.core.errors import ParameterError
from tertium.core.resampling import Bootstrap, Swaps
from tertium.meta.bootstrap import DrawnSystems
from tertium.meta.correlation import correlation
from tertium.meta.statistics import Statistic, make_statistic, statistic_names
from tertium.meta.swaps import UNITS, SwappedCells, SwappedScores

SYSTEMS, ITEMS = 8, 6


@pytest.fixture(params=statistic_names())
def name(request):
    return request.param


@pytest.fixture
def statistic(name):
    return make_statistic(name)


def scores(seed=1):
    """Human scores on a scale of 100, and scores of two metrics, the first one closer."""
    random = np.random.default_rng(seed)
    gold = 50 + 30 * random.normal(size=(SYSTEMS, 1)) + 20 * random.normal(size=(SYSTEMS, ITEMS))
    return gold, *(gold + noise * random.normal(size=gold.shape) for noise in (20, 60))


# --- Values -------------------------------------------------------------------------------------


def test_perfect_agreement_has_the_highest_value(statistic):
    gold, close, far = scores()
    for average in averages_of(statistic):
        found = [correlation(statistic, gold, one, average).value for one in (gold, close, far)]
        assert found[0] == pytest.approx(statistic.highest)
        assert statistic.lowest <= found[2] < found[1] < found[0]


def test_opposite_scores_have_a_low_value(statistic):
    gold, _, far = scores()
    opposite, unrelated = (correlation(statistic, gold, one).value for one in (-gold, far))
    assert statistic.lowest <= opposite < unrelated


def test_the_order_of_systems_and_items_changes_nothing(statistic):
    gold, metric, _ = scores()
    for average in averages_of(statistic):
        expected = correlation(statistic, gold, metric, average).value
        turned = correlation(statistic, gold[::-1, ::-1], metric[::-1, ::-1], average).value
        assert turned == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("missing", [0, 1])
def test_a_system_without_scores_changes_nothing(statistic, missing):
    tables = scores()[:2]
    tables[missing][3] = np.nan
    kept = [np.delete(table, 3, axis=0) for table in tables]
    found, expected = (correlation(statistic, *two) for two in (tables, kept))
    assert found.value == pytest.approx(expected.value, abs=1e-12)
    assert found.missing == ITEMS


def test_it_is_undefined_for_a_reason(statistic):
    for shape in ((0, 0), (1, 1), (3, 0)):
        found = correlation(statistic, np.zeros(shape), np.zeros(shape))
        assert np.isnan(found.value)
        assert found.reason


def test_equal_scores_of_both_are_undefined_unless_ties_are_correct(statistic):
    found = correlation(statistic, np.zeros((1, 3)), np.zeros((1, 3)))
    if statistic.pair_credit:
        assert found.value == 1
    else:
        assert np.isnan(found.value)
        assert found.reason


@pytest.mark.parametrize("text", statistic_names())
@given(tables(2))
def test_values_stay_in_range_and_systems_can_come_in_any_order(text, given_tables):
    gold, metric = given_tables
    statistic = make_statistic(text)
    *_, average = averages_of(statistic)
    found = correlation(statistic, gold, metric, average)
    if found.reason:
        assert np.isnan(found.value)
    else:
        assert statistic.lowest <= found.value <= statistic.highest
    assert found.missing == (np.isnan(gold) | np.isnan(metric)).sum() or average == "none"
    other_order = correlation(statistic, gold[::-1], metric[::-1], average)
    assert other_order.value == pytest.approx(found.value, abs=1e-12, nan_ok=True)


# --- Resampling ---------------------------------------------------------------------------------


def test_a_faster_way_to_draw_systems_gives_the_same_values(statistic):
    gold, metric, _ = scores()
    for average in averages_of(statistic):
        cells = statistic.cells(gold, [metric], average)
        faster = statistic.drawing(cells)
        if faster is not None:
            counts = Bootstrap(SYSTEMS, SYSTEMS).block(1, 0, 50)
            expected = DrawnSystems(statistic, cells)(counts)
            assert faster(counts) == pytest.approx(expected, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("swap", UNITS)
def test_a_faster_way_to_swap_scores_gives_the_same_differences(statistic, swap):
    gold, *metrics = scores()
    for average in averages_of(statistic):
        swapped = SwappedCells.of(statistic.cells(gold, metrics, average), swap)
        faster = statistic.swapping(swapped)
        if faster is not None:
            masks = Swaps(faster.units).block(1, 0, 50)
            expected = SwappedScores(statistic.average, swapped)(masks)
            assert faster(masks) == pytest.approx(expected, abs=1e-10, nan_ok=True)


# --- Studies ------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path):
    """A file of segment scores."""
    gold, close, far = scores()
    rows = [
        f"s{system}\t{item}\t{gold[system, item]}\t{close[system, item]}\t{far[system, item]}\n"
        for system in range(SYSTEMS)
        for item in range(ITEMS)
    ]
    path = tmp_path / "scores.tsv"
    path.write_text("system\tsegment\thuman\tclose\tfar\n" + "".join(rows))
    return path


def test_studies_use_it(name, file):
    correlations = tertium.correlate(file, name, level="segment", trials=20)
    assert {row["statistic"] for row in correlations.to_rows()} == {name}
    compared = tertium.compare_metrics(file, statistic=name, level="segment", trials=20)
    assert compared.pairs[0].difference > 0


def test_the_command_line_offers_it(name, file):
    arguments = ("--statistic", name, "--level", "segment", "--trials", "20")
    found = run("meta", "correlate", str(file), *arguments)
    assert found.code == 0, found.stderr
    assert "close" in found.stdout
    assert name in "".join(run("meta", "correlate", "--help").stdout.split())


# --- Documentation ------------------------------------------------------------------------------


def test_it_is_documented_and_can_be_cited(statistic, name):
    assert statistic.name == name
    assert statistic.title
    assert plugins.summary("meta.statistics", name)
    assert type(statistic).__doc__ != Statistic.__doc__
    assert len(citations([name])) > 1


def test_it_prints_as_its_own_name_and_parses_from_it(statistic, name):
    assert str(statistic) == name
    assert make_statistic(str(statistic)) == statistic


def test_every_parameter_is_explained_and_refuses_nonsense(statistic, name):
    for parameter in statistic.parameters():
        assert parameter.help.endswith(".")
        complaint = f"The '{parameter.name}' parameter of {re.escape(name)} must be"
        with pytest.raises(ParameterError, match=complaint):
            make_statistic(f"{name}({parameter.name}=no such thing)")
