"""Post-editing."""

import pytest
from tests.campaign.tasks._example import ONE, Example

from tertium.campaign.tasks import AnswerError, Question, load_task
from tertium.campaign.tasks._task import Shown

EXAMPLES = [
    Example("edit", ONE, {"outputs": [{"text": "A corrected output."}]}, rows=1),
    Example("edit", ONE, {"outputs": [{"text": "نص 😀 e\u0301", "comment": "Hm"}]}, rows=1),
    Example("edit", Shown(("",), source=""), {"outputs": [{"text": ""}]}, rows=1),
]

TASK, QUESTION = load_task("post-editing"), Question(answer="edit")


def test_the_text_is_kept_as_it_is():
    given = {"outputs": [{"text": " Two  spaces\nand a line break. "}]}
    assert TASK.read(given, ONE, QUESTION) == given


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The text is empty. Translate the source."),
        (" \n\t", "The text is empty. Translate the source."),
        ("x" * 10_001, "A post-edit must be a text of at most 10,000 characters."),
        ("a\0b", "A post-edit must be a text of at most 10,000 characters."),
        ("\ud800", "A post-edit must be a text of at most 10,000 characters."),
        (None, "A post-edit must be a text of at most 10,000 characters."),
    ],
)
def test_other_texts_are_refused(text, sentence):
    with pytest.raises(AnswerError) as refused:
        TASK.read({"outputs": [{"text": text}]}, ONE, QUESTION)
    assert refused.value.sentence == sentence


def test_an_empty_output_may_stay_empty_or_be_translated():
    shown = Shown(("",), source="Quelle")
    for text in ("", "Source"):
        assert TASK.read({"outputs": [{"text": text}]}, shown, QUESTION)
