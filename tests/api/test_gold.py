"""Adequacy and fluency combined, from Python."""

import json

import pytest
from tests.report._human import example, gold

import tertium
from tertium.core.errors import DataError, UsageError


def test_a_row_for_each_level_and_pair():
    rows = gold().to_rows()
    assert len(rows) == 2 * 10
    assert {row["confidence_level"] for row in rows} == {0.95, 0.999}
    first = rows[0]
    assert (first["system"], first["other"], first["better"]) == ("large", "distilled", None)
    assert str(gold()).startswith("system     other      better")


def test_json_holds_all_matrices():
    data = json.loads(json.dumps(gold().to_dict(), allow_nan=False))
    assert list(data["gold"]) == ["adequacy", "fluency", "combined", "signatures"]
    assert len(data["verdicts"]) == 20


def test_single_judgments_can_be_tested():
    judged = tertium.gold(example(), example(), level="judgment", trials=0)
    assert all("level=judgment" in signature for signature in judged.gold.signatures)
    assert judged.gold.adequacy != gold().gold.adequacy


def test_what_cannot_be_combined():
    with pytest.raises(UsageError, match="There are no judgments of 'fluency'"):
        tertium.gold(example(), example().of_task("adequacy"), trials=0)
    fewer = example().where(~example().system.is_("pivot"))
    with pytest.raises(DataError, match="pivot: judged for adequacy or fluency, but not both"):
        tertium.gold(example(), fewer, trials=0)


def test_rows_say_both_p_values_and_what_decided():
    of_pairs = {
        (row["system"], row["other"], row["confidence_level"]): row for row in gold().to_rows()
    }
    undecided = of_pairs["large", "distilled", 0.95]
    fluency = gold().gold.fluency
    places = fluency.systems.index("large"), fluency.systems.index("distilled")
    assert undecided["decided_by"] is None
    assert undecided["p_system_better"] == fluency.matrix[places[0]][places[1]]
    assert undecided["p_other_better"] == fluency.matrix[places[1]][places[0]]
    assert undecided["p"] == min(undecided["p_system_better"], undecided["p_other_better"])
    assert of_pairs["finetuned", "baseline", 0.95]["decided_by"] == "adequacy"
    assert of_pairs["finetuned", "baseline", 0.999]["decided_by"] == "fluency"
