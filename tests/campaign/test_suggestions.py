"""What became of suggested errors."""

import json

import pytest

from tertium.campaign.suggestions import JudgedSuggestion, judged_suggestions, suggestion_counts
from tertium.core.errors import DataError

SUGGESTED = [
    {"id": 1, "start": 0, "end": 4, "side": "output", "severity": "minor", "category": ""},
    {"id": 2, "start": 6, "end": 9, "side": "output", "severity": "major", "category": "Style"},
    {"id": 3, "start": 2, "end": 3, "side": "source", "severity": "minor", "category": ""},
]
SPANS = [
    {"start": 0, "end": 4, "side": "output", "severity": "minor", "category": "", "suggestion": 1},
    {"start": 6, "end": 12, "side": "output", "severity": "minor", "category": "", "suggestion": 2},
    {"start": 20, "end": 22, "side": "output", "severity": "minor", "category": ""},
]
BECAME = [
    {"id": 1, "became": "kept"},
    {"id": 2, "became": "changed"},
    {"id": 3, "became": "deleted"},
]


def judgment(answer, item=7):
    return {
        **{"id": 5, "item": item, "annotator": "ann", "document": "d", "segment": "3"},
        **{"outputs": [("repeat", "b"), ("system", "a")], "answer": answer},
    }


ANSWER = json.dumps(
    {"outputs": [{"value": 3, "spans": []}, {"value": 9, "spans": SPANS, "suggestions": BECAME}]}
)
EXTRAS = {7: json.dumps({"suggestions": [[], SUGGESTED]})}


def test_every_suggestion_is_followed_to_the_span_that_it_became():
    first, second, third = judged_suggestions([judgment(ANSWER)], EXTRAS)
    common = ("ann", "a", "d", "3", "system")
    assert first == JudgedSuggestion(
        *common, 1, "output", 0, 4, "minor", "", "kept", "output", 0, 4, "minor", ""
    )
    assert second == JudgedSuggestion(
        *common, 2, "output", 6, 9, "major", "Style", "changed", "output", 6, 12, "minor", ""
    )
    assert third == JudgedSuggestion(
        *common, 3, "source", 2, 3, "minor", "", "deleted", "", "", "", "", ""
    )


def test_suggestions_are_counted():
    found = suggestion_counts(judged_suggestions([judgment(ANSWER)] * 2, EXTRAS))
    assert (found.kept, found.changed, found.deleted, found.judged) == (2, 2, 2, 6)


def test_items_without_suggestions_count_nothing():
    assert list(judged_suggestions([judgment(ANSWER, item=8)], EXTRAS)) == []
    plain = json.dumps({"outputs": [{"value": 3}, {"value": 4}]})
    assert list(judged_suggestions([judgment(plain)], EXTRAS)) == []


@pytest.mark.parametrize("answer", ["{", "[]", '{"outputs": 3}', '{"outputs": [1, 2]}'])
def test_a_damaged_answer_is_named(answer):
    with pytest.raises(DataError, match="answer of judgment 5 are damaged"):
        list(judged_suggestions([judgment(answer)], EXTRAS))
