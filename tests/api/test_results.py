"""Result files: what was written is read again, whatever it is a result of."""

import json
from dataclasses import replace

import pytest
from tests.report._human import HUMAN, gold, ranking
from tests.report._results import of_all_pairs
from tests.report._studies import STUDIES

import tertium
from tertium.comparison.comparison_result import Comparison
from tertium.comparison.verification import check_comparable, differences
from tertium.core.errors import DataError, FormatError, UsageError
from tertium.formats.result_files import is_result, read_result_of
from tertium.human.gold import GoldResult
from tertium.human.rank import HumanRanking
from tertium.report.page import result_page

ALL = {**HUMAN, **STUDIES, "comparison": of_all_pairs}


@pytest.mark.parametrize("name", ALL)
def test_what_was_written_is_read_again(name, tmp_path):
    result = ALL[name]()
    file = tmp_path / "result.json"
    tertium.write_result(result, file)
    assert is_result(file)
    found = tertium.read_result(file)
    assert type(found) is type(result)
    assert found.to_dict() == result.to_dict()
    assert str(found) == str(result)
    assert found.signature == result.signature
    assert differences(result, found).changes == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", [*HUMAN, *STUDIES])
def test_it_makes_the_same_page(name):
    result = ALL[name]()
    found = type(result).from_dict(json.loads(json.dumps(result.to_dict(), allow_nan=False)))
    assert result_page(found) == result_page(result)


def test_the_version_is_that_of_the_file():
    older = replace(ranking(), tertium="0.0.9")
    assert "|version:tertium-0.0.9|" in HumanRanking.from_dict(older.to_dict()).signature


def test_a_result_of_another_kind(tmp_path):
    tertium.write_result(gold(), tmp_path / "gold.json")
    assert read_result_of(GoldResult, tmp_path / "gold.json").to_dict() == gold().to_dict()
    with pytest.raises(DataError) as caught:
        read_result_of(Comparison, tmp_path / "gold.json")
    assert "gold.json: The file is a result of `tertium human gold`, not of `tertium compare`." in (
        caught.value.message
    )
    assert caught.value.hint == "`tertium human gold` shows it."


@pytest.mark.parametrize("text", ['{"tertium": "1", "result": "score"}', '{"tertium": "1"}', "[]"])
def test_what_is_no_result(text, tmp_path):
    (tmp_path / "r.json").write_text(text)
    with pytest.raises(FormatError, match=r"r\.json"):
        tertium.read_result(tmp_path / "r.json")


def test_what_differs_between_two_of_a_kind():
    other = replace(ranking(), tertium="0")
    check_comparable(ranking(), other)
    (change,) = differences(ranking(), other).changes
    assert (change.where, change.found) == ("tertium", "0")
    with pytest.raises(
        DataError, match="cannot be compared: one is of `tertium human rank`, the other"
    ):
        check_comparable(ranking(), gold())


def test_results_of_judgments_are_not_computed_again():
    with pytest.raises(
        UsageError, match="Results of `tertium human rank` cannot be computed again"
    ):
        tertium.verify(ranking())
