"""Ids and completion codes of Prolific."""

import pytest

from tertium.campaign.names import is_name
from tertium.campaign.prolific import (
    annotator_name,
    code_for,
    is_id,
    is_reserved,
    read_codes,
    return_url,
    study_query,
)
from tertium.core.errors import UsageError

PID = "5a9d64f5f6dfdd0001eaa73d"


def test_ids_have_24_hexadecimal_digits():
    assert is_id(PID)
    for wrong in ("", PID[1:], PID + "0", "g" * 24, PID.upper(), f"{PID}\n"):
        assert not is_id(wrong)


def test_names_of_participants_cannot_be_chosen():
    assert is_name(annotator_name(PID))
    assert is_reserved(annotator_name(PID))
    assert is_reserved(annotator_name(PID).upper())
    assert not is_reserved("prolific-annotator")


def test_addresses():
    # Placeholders of Prolific's documentation; "%" and braces stay as they are.
    assert study_query() == (
        "PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
    )
    assert return_url("C1") == "https://app.prolific.com/submissions/complete?cc=C1"


def test_codes():
    codes = read_codes(" passed = ABC , failed=DEF,screened-out=GHI")
    assert codes == {"passed": "ABC", "failed": "DEF", "screened-out": "GHI"}
    assert read_codes("") == {}
    assert [code_for(one, codes) for one in ("passed", "failed", "screened-out")] == [
        *("ABC", "DEF", "GHI")
    ]


def test_codes_that_are_not_given():
    codes = read_codes("passed=ABC")
    assert code_for("failed", codes) == "ABC"
    assert code_for("screened-out", codes) == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pased=ABC", "has no outcome 'pased'. Did you mean 'passed'?"),
        ("ABC", "has no outcome 'ABC'."),
        ("failed=ABC", "of which passed is required"),
        ("passed=", "with different codes"),
        ("passed=A B", "with different codes"),
        ("passed=A,passed=B", "with different codes"),
        ("passed=A,failed=A", "with different codes"),
        ("passed=" + "A" * 65, "with different codes"),
        (",", "of which passed is required"),
    ],
)
def test_wrong_codes_are_refused(text, message):
    with pytest.raises(UsageError) as refused:
        read_codes(text)
    assert message in str(refused.value)
    assert "prolific_codes" in str(refused.value)
