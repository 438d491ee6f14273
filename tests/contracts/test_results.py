"""What holds for every result: printing, equality, copies, and the file that presents it."""

import copy
import pickle
import pkgutil
from functools import cache
from importlib import import_module

import pytest
from tests.report._instances import ALL

import tertium
from tertium.core import plugins
from tertium.core.results import Result, StoredResult
from tertium.report import page, presentation
from tertium.report.charts import plot
from tertium.report.table import Table

NAMES = plugins.names(presentation.FOLDER)


def subclasses(kind: type) -> set[type]:
    direct: set[type] = set(kind.__subclasses__())
    return direct.union(*map(subclasses, direct))


@cache
def result_types() -> frozenset[type[Result]]:
    """All types of results in the package."""
    for module in pkgutil.walk_packages(tertium.__path__, "tertium."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    found = subclasses(Result) - {StoredResult}
    return frozenset(one for one in found if one.__module__.startswith("tertium."))


def test_every_result_has_a_file_and_every_file_a_result():
    named = {kind.__name__: getattr(kind, "result", "") for kind in result_types()}
    assert all(named.values()), named
    assert {name.replace(" ", "-") for name in named.values()} == set(NAMES)


def test_every_result_has_an_instance():
    made = {type(instance()).__name__ for instance in ALL.values()}
    parts = {"Score", "Description"}  # of `Scores` and `Descriptions`
    assert {kind.__name__ for kind in result_types()} - parts == made


@pytest.mark.parametrize("name", NAMES)
def test_a_file_has_a_summary(name):
    assert plugins.summary(presentation.FOLDER, name)


@pytest.mark.parametrize("instance", ALL)
def test_it_has_a_title_data_and_tables(instance):
    result = ALL[instance]()
    assert presentation.title(result)
    assert presentation.data(result).endswith(".")
    tables = presentation.tables(result)
    assert tables
    for table in tables:
        assert isinstance(table, Table)
        assert table.caption


@pytest.mark.parametrize("instance", ALL)
def test_every_format_shows_it(instance, capsys):
    result = ALL[instance]()
    for name in ("table", "json", "tsv", "csv", "markdown", "latex"):
        presentation.show_result(result, name)
        shown = capsys.readouterr().out
        assert shown.strip() or not result.to_rows(), name


@pytest.mark.slow
@pytest.mark.parametrize("instance", ALL)
def test_every_chart_that_it_names_can_be_drawn(instance):
    result = ALL[instance]()
    for kind in presentation.charts(result):
        assert plot(result, kind).to_dict()


@pytest.mark.parametrize("instance", ALL)
def test_its_page_has_the_title(instance):
    result = ALL[instance]()
    assert f"<h1>{presentation.title(result)}</h1>" in page.result_page(result)


@pytest.mark.parametrize("instance", ALL)
def test_it_prints_in_a_line_and_in_full(instance):
    result = ALL[instance]()
    assert repr(result).startswith(f"{type(result).__name__}(")
    assert "\n" not in repr(result)
    assert len(repr(result)) < 160
    assert str(result).strip()
    assert str(result) != repr(result)


@pytest.mark.parametrize("instance", ALL)
def test_a_notebook_shows_its_tables(instance):
    shown = ALL[instance]()._repr_html_()
    assert shown is not None
    assert "<table>" in shown


@pytest.mark.parametrize("instance", ALL)
@pytest.mark.parametrize(
    "again",
    [copy.deepcopy, lambda result: pickle.loads(pickle.dumps(result))],
    ids=["copy", "pickle"],
)
def test_a_copy_is_equal_and_prints_the_same(instance, again):
    result = ALL[instance]()
    same = again(result)
    assert same is not result
    assert same == result
    assert hash(same) == hash(result)
    assert (str(same), repr(same)) == (str(result), repr(result))
    assert same.to_dict() == result.to_dict()


def test_results_of_other_data_are_not_equal():
    made = [instance() for instance in ALL.values()]
    for number, one in enumerate(made):
        assert one != "a result"
        assert [other for other in made if other == one] == [made[number]]


@pytest.mark.parametrize("instance", ALL)
def test_it_becomes_a_data_frame(instance):
    result = ALL[instance]()
    assert len(result.to_frame()) == len(result.to_rows())


def test_every_stored_result_is_read_from_its_file(tmp_path):
    results = [make() for make in ALL.values()]
    stored = [result for result in results if isinstance(result, StoredResult)]
    assert {type(result) for result in stored} == {
        kind for kind in result_types() if issubclass(kind, StoredResult)
    }
    for number, result in enumerate(stored):
        file = tmp_path / f"{number}.json"
        tertium.write_result(result, file)
        assert tertium.read_result(file) == result
