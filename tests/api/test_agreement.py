"""Agreement, from Python."""

import json

import pytest
from tests.report._human import agreement, example, pairwise, preferences

import tertium
from tertium.core.errors import UnknownMember, UsageError


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
