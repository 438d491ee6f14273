"""Agreement, from Python."""

import json

import pytest
from tests.report._human import agreement, example, pairwise, preferences, with_experts

import tertium
from tertium.core.errors import FormatError, UnknownMember, UsageError


def test_a_row_for_each_annotator():
    rows = agreement().to_rows()
    assert len(rows) == 12
    assert rows[0]["annotator"] == "a01"
    assert rows[0]["repeats"] == 14
    assert rows[0]["repeats_difference"] == pytest.approx(5.5714, abs=1e-4)
    assert str(agreement()).startswith("annotator  judgments")


def test_a_row_each_for_between_and_within():
    between, within = pairwise().to_rows()
    assert (between["agreement"], between["agree"], between["comparable"]) == ("inter", 10, 12)
    assert (within["agreement"], within["agree"], within["comparable"]) == ("intra", 5, 6)


def test_a_row_for_each_number_of_non_experts():
    rows = with_experts().to_rows()
    assert [row["non_experts"] for row in rows] == [1, 2, 3, 4, 5, 6]
    names = ("agreement", "low", "high", "difference", "difference_low", "difference_high")
    assert [*rows[0]] == ["non_experts", *names]
    assert with_experts().signature.startswith("experts(orders=20,trials=50)|task:adequacy|")


@pytest.mark.parametrize(
    ("field", "value"), [("equal", 7), ("at_most", 0), ("steps", []), ("measure", "r")]
)
def test_a_damaged_result_is_refused(field, value, tmp_path):
    data = with_experts().to_dict()
    data["experts"][field] = value
    (tmp_path / "r.json").write_text(json.dumps(data))
    with pytest.raises(FormatError, match=field):
        tertium.read_result(tmp_path / "r.json")


def test_json_holds_everything():
    for result in (agreement(), pairwise()):
        data = json.loads(json.dumps(result.to_dict(), allow_nan=False))
        assert data["signature"] == result.signature
    assert "|definition:clean|" in pairwise().signature


def test_scales_of_many_values_have_no_kappa():
    assert agreement().kappas == ()
    assert agreement().fleiss is None


def test_what_cannot_be_asked():
    with pytest.raises(UsageError, match="There are judgments of several tasks"):
        tertium.agreement(example())
    with pytest.raises(UnknownMember, match="definition of agreement"):
        tertium.agreement(preferences(), definition="wmt")
