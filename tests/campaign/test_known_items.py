"""Files of tutorials and attention checks."""

import pytest

from tertium.campaign.known_items import (
    AnswerKey,
    Asked,
    KnownItem,
    digest_of,
    proof_of,
    read_known_items,
)
from tertium.campaign.tasks import Question, load_task
from tertium.core.errors import FormatError

GOOD = {"source": "Ja.", "output": "Yes.", "expected": {"value": [80, 100]}}


def read(*lines, kind="check", context="source"):
    asked = Asked(load_task("adequacy"), Question(), context)
    numbered = ((f"c.jsonl:{number}", line) for number, line in enumerate(lines, 1))
    return read_known_items(numbered, kind, asked, "c.jsonl")


def test_an_item_comes_back_from_the_database():
    (item,) = read(
        {
            "id": "yes",
            "source": "Ja.",
            "reference": "Yeah.",
            "outputs": ["Yes.", "No."],
            "expected": {"outputs": [{"value": [80, 100]}, {}], "better": [0, 1]},
            "feedback": {"en": "Ja is yes.", "de": "Ja heißt yes."},
            "loud": True,
        },
        context="both",
    )
    assert KnownItem.from_json(item.to_json()) == item
    assert AnswerKey.from_json(item.key.to_json()) == item.key
    assert item.name == "yes"
    assert item.key.strict
    assert item.texts == ["Yes.", "No.", "Ja.", "Yeah."]
    assert item.key.explanation("de") == "Ja heißt yes."
    assert item.key.explanation("cs") == "Ja is yes."


def test_items_without_an_id_are_named_after_their_line():
    other = {**GOOD, "source": "Nein."}
    assert [item.name for item in read(GOOD, other)] == ["1", "2"]


def test_texts_that_the_campaign_does_not_show_are_left_out():
    (item,) = read({**GOOD, "reference": "Yeah."})
    assert (item.source, item.reference) == ("Ja.", None)
    (item,) = read({"output": "Yes.", "expected": {"value": [1, 2]}}, context="nothing")
    assert item.source is None


def test_a_tutorial_needs_no_expectations():
    (item,) = read({"source": "Ja.", "output": "Yes."}, kind="tutorial")
    assert item.key.expectation is None
    assert item.key.accepts({"outputs": [{"value": 3}]})
    assert item.key.explanation("en") == ""


def test_one_text_explains_in_all_languages():
    (item,) = read({**GOOD, "feedback": "Ja heißt yes."}, kind="tutorial")
    assert item.key.explanation("zh") == "Ja heißt yes."


def test_a_tutorial_is_known_by_its_content():
    first, again = (read(GOOD, kind="tutorial") for _ in range(2))
    other = read({**GOOD, "expected": {"value": [70, 100]}}, kind="tutorial")
    assert digest_of(first) == digest_of(again) != digest_of(other)
    assert proof_of(first) == proof_of(again) != proof_of(other)
    assert len(digest_of(first)) == 32
    assert digest_of(first) not in proof_of(first)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"sorce": "Ja."}, "no key 'sorce'. Did you mean 'source'?"),
        ({"must": True}, "no key 'must'"),
        ({"loud": 1}, "'loud' must be true or false. Got 1 instead."),
        ({"source": None}, "no 'source', which the campaign shows"),
        ({"source": 5}, "The source must be a text"),
        ({"output": ["Yes."]}, "An output must be a text"),
        ({"output": "x" * 100_001}, "100,001 characters; at most 100,000"),
        ({"output": "a\0b"}, "databases cannot keep"),
        ({"output": "\ud800"}, "databases cannot keep"),
        ({"outputs": ["Yes."]}, "either 'output' or 'outputs'"),
        ({"expected": None}, "no 'expected' answer"),
        ({"expected": {"value": [1, 200]}}, "between 0 and 100"),
        ({"feedback": ""}, "'feedback' is empty"),
        ({"feedback": {}}, "'feedback' is empty"),
        ({"feedback": {"fr": "Oui."}}, "'fr', which is not a language of the pages"),
        ({"feedback": {"en": 3}}, "'feedback' (en) must be a text"),
        ({"id": ""}, "'id' is empty"),
        ({"id": "x" * 101}, "101 characters"),
    ],
)
def test_wrong_lines_are_refused_with_file_and_line(changed, message):
    with pytest.raises(FormatError) as refused:
        read(GOOD, {**GOOD, "source": "Nein.", **changed})
    assert str(refused.value).startswith("c.jsonl:2: ")
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("outputs", "message"),
    [
        ([], "0 outputs; adequacy shows 1 to 5"),
        (["x"] * 6, "6 outputs; adequacy shows 1 to 5"),
        ("Yes.", "'outputs' must be a list"),
    ],
)
def test_the_number_of_outputs_must_fit_the_task(outputs, message):
    with pytest.raises(FormatError, match=message):
        read({"source": "Ja.", "outputs": outputs, "expected": {"value": [1, 2]}})


def test_duplicates_are_refused():
    with pytest.raises(FormatError, match=r"c\.jsonl:2: .* same texts as c\.jsonl:1"):
        read(GOOD, {**GOOD, "expected": {"value": [0, 1]}})
    with pytest.raises(FormatError, match=r"c\.jsonl:3: .* same id as c\.jsonl:1"):
        read(*({**GOOD, "id": name, "source": f"{n}"} for n, name in enumerate("aba")))


def test_an_empty_file_is_refused():
    with pytest.raises(FormatError, match="no items"):
        read()


def test_what_must_be_put_right_needs_an_expectation():
    with pytest.raises(FormatError, match="no 'expected' answer"):
        read({"source": "Ja.", "output": "Yes.", "must": True}, kind="tutorial")
