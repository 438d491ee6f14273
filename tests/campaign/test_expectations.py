"""Expected answers: what files may say, and which answers meet them."""

from typing import ClassVar

import pytest

from tertium.campaign.expectations import is_met, read_expectation
from tertium.campaign.tasks import Question, Task, load_task
from tertium.campaign.typology import load_typology
from tertium.core.errors import FormatError


class Marking(Task):
    """A task with scores and spans, as ESA."""

    marks_spans: ClassVar[bool] = True

    def range(self, answer):
        return 0, 100


class Ranking(Task):
    """A task that compares outputs."""

    relative: ClassVar[bool] = True


class Labels(Task):
    """A task that neither scores nor compares."""


TASKS = {"slider": load_task("adequacy"), "yes-no": load_task("adequacy"), "spans": Marking()}
TASKS |= {"ranks": Ranking(), "labels": Labels()}

# "The black cat sat." has the word "black" at 4 to 9.
OUTPUT = "The black cat sat."


def read(given, kind="slider", outputs=1):
    texts = [OUTPUT] * outputs
    question = Question(answer="yes-no" if kind == "yes-no" else "slider")
    return read_expectation(given, texts, "Die Katze.", TASKS[kind], question, "c.jsonl:3")


def values(*given):
    return {"outputs": [{"value": value} for value in given]}


@pytest.mark.parametrize(
    ("value", "met"), [(79, False), (80, True), (90, True), (100, True), (0, False)]
)
def test_a_score_lies_in_its_range(value, met):
    assert is_met(read({"value": [80, 100]}), values(value)) == met


def test_each_output_has_its_range():
    expected = read({"outputs": [{"value": [60, 100]}, {}, {"value": [0, 40]}]}, outputs=3)
    assert is_met(expected, values(60, 3, 40))
    assert not is_met(expected, values(59, 3, 40))
    assert not is_met(expected, values(60, 3, 41))
    assert not is_met(expected, values(60, 3))


@pytest.mark.parametrize(("word", "met"), [("yes", True), ("no", False)])
def test_yes_and_no(word, met):
    assert is_met(read({"value": "yes"}, "yes-no"), values(word)) == met
    assert is_met(read({"value": [0, 0]}, "yes-no"), values(word)) != met


@pytest.mark.parametrize(
    ("answer", "met"),
    [
        (values(51, 50), True),
        (values(50, 50), False),
        (values(50, 51), False),
        ({"ranks": [1, 2]}, True),
        ({"ranks": [2, 2]}, False),
        ({"ranks": [2, 1]}, False),
        ({"preferred": 0}, True),
        ({"preferred": 1}, False),
        ({"preferred": None}, False),
        ({}, False),
        ({"outputs": [{}, {}]}, False),
    ],
)
def test_one_output_is_better_than_another(answer, met):
    assert is_met(read({"better": [0, 1]}, "ranks", 2), answer) == met


def test_several_pairs():
    expected = read({"better": [[0, 1], [1, 2]]}, outputs=3)
    assert is_met(expected, values(3, 2, 1))
    assert not is_met(expected, values(3, 1, 2))


@pytest.mark.parametrize(
    ("start", "end", "severity", "met"),
    [
        (4, 9, "major", True),
        (4, 9, "minor", False),
        (1, 12, "major", True),  # three code points on either side
        (0, 9, "major", False),
        (4, 13, "major", False),
        (7, 9, "major", True),
        (9, 12, "major", False),
    ],
)
def test_a_span_is_found_within_the_tolerance(start, end, severity, met):
    wanted = {"start": 4, "end": 9, "severity": "major"}
    expected = read({"spans": [wanted], "tolerance": 3}, "spans")
    marked = [{"start": start, "end": end, "severity": severity, "category": "style"}]
    assert is_met(expected, {"outputs": [{"spans": marked}]}) == met


def test_every_span_must_be_found_and_others_do_not_matter():
    expected = read({"spans": [{"start": 0, "end": 3}, {"start": 10, "end": 13}]}, "spans")
    first, second, third = ({"start": s, "end": e} for s, e in ((0, 3), (10, 13), (14, 17)))
    assert is_met(expected, {"outputs": [{"spans": [first, second, third]}]})
    assert not is_met(expected, {"outputs": [{"spans": [first, third]}]})
    assert not is_met(expected, {"outputs": [{}]})


def test_no_span_is_expected():
    expected = read({"spans": []}, "spans")
    assert is_met(expected, {"outputs": [{"spans": []}]})
    assert is_met(expected, {"outputs": [{}]})
    assert not is_met(expected, {"outputs": [{"spans": [{"start": 0, "end": 1}]}]})


def test_score_and_spans_together():
    expected = read({"value": [0, 50], "spans": [{"start": 4, "end": 9}]}, "spans")
    span = {"start": 4, "end": 9}
    assert is_met(expected, {"outputs": [{"value": 20, "spans": [span]}]})
    assert not is_met(expected, {"outputs": [{"value": 70, "spans": [span]}]})


@pytest.mark.parametrize(
    ("given", "kind", "outputs", "message"),
    [
        (None, "slider", 1, "'expected' must be an object. Got None instead."),
        ({}, "slider", 1, "must be an object"),
        ([1], "slider", 1, "must be an object"),
        ({"valu": [1, 2]}, "slider", 1, "no key 'valu'. Did you mean 'value'?"),
        ({"value": 5}, "slider", 1, "between 0 and 100. Got 5 instead."),
        ({"value": [80, 70]}, "slider", 1, "Got [80, 70] instead."),
        ({"value": [80, 101]}, "slider", 1, "between 0 and 100"),
        ({"value": [float("nan"), 5]}, "slider", 1, "between 0 and 100"),
        ({"value": [True, 5]}, "slider", 1, "between 0 and 100"),
        ({"value": "yes"}, "slider", 1, "between 0 and 100"),
        ({"value": "maybe"}, "yes-no", 1, 'or "yes" or "no"'),
        ({"value": [80, 100]}, "slider", 2, "applies to a single output"),
        ({"value": [80, 100], "outputs": [{}]}, "slider", 1, "applies to a single output"),
        ({"outputs": [{}]}, "slider", 1, "expects nothing"),
        ({"outputs": [{}]}, "slider", 2, "a list with 2 objects"),
        ({"outputs": {}}, "slider", 1, "a list with 1 object,"),
        ({"outputs": [3]}, "slider", 1, "must be an object"),
        ({"value": [1, 2]}, "ranks", 1, "whose answers are no scores"),
        ({"better": [0, 0]}, "slider", 2, "two different numbers of outputs"),
        ({"better": [0, 2]}, "slider", 2, "with 2 outputs instead"),
        ({"better": [0, True]}, "slider", 2, "two different numbers"),
        ({"better": [0]}, "slider", 2, "two different numbers"),
        ({"better": [[0, 1], [1]]}, "slider", 2, "Got [1] with"),
        ({"better": [0, 1]}, "labels", 2, "neither scores nor ranks"),
        ({"spans": []}, "slider", 1, "annotators mark no spans"),
        ({"spans": {}}, "spans", 1, "'spans' must be a list"),
        ({"spans": [4]}, "spans", 1, "A span must be an object"),
        ({"spans": [{"start": 4}]}, "spans", 1, "between 0 and 18"),
        ({"spans": [{"start": 4, "end": 19}]}, "spans", 1, "Got 4 and 19 instead"),
        ({"spans": [{"start": 5, "end": 4}]}, "spans", 1, "between 0 and 18"),
        ({"spans": [{"start": 4, "end": 4, "side": "source"}]}, "spans", 1, "between 0 and 10"),
        ({"spans": [{"start": 0, "end": 11, "side": "source"}]}, "spans", 1, "between 0 and 10"),
        ({"spans": [{"start": 4, "end": 9, "sevrity": "x"}]}, "spans", 1, "mean 'severity'?"),
        ({"spans": [{"start": 4, "end": 9, "severity": 3}]}, "spans", 1, "must be a word"),
        ({"spans": [{"start": 4, "end": 9}], "tolerance": -1}, "spans", 1, "from 0 to 1,000"),
        ({"value": [1, 2], "tolerance": 3}, "spans", 1, "'tolerance' applies to spans"),
    ],
)
def test_expectations_that_do_not_fit_are_refused_with_file_and_line(given, kind, outputs, message):
    with pytest.raises(FormatError) as refused:
        read(given, kind, outputs)
    assert str(refused.value).startswith("c.jsonl:3: ")
    assert message in str(refused.value)


def test_an_expected_gap_is_touched():
    expected = read({"spans": [{"start": 4, "end": 4}], "tolerance": 1}, "spans")

    def met(start, end):
        return is_met(expected, {"outputs": [{"spans": [{"start": start, "end": end}]}]})

    assert met(4, 4)
    assert met(3, 3)
    assert met(4, 5)
    assert not met(4, 9)
    assert not met(6, 6)


@pytest.mark.parametrize(
    ("span", "message"),
    [
        ({"severity": "majr"}, "cannot choose the severity 'majr'. Did you mean 'major'"),
        ({"category": "Style/Awkwrd"}, "cannot choose the category.*Style/Awkward"),
    ],
)
def test_expected_errors_are_those_that_can_be_chosen(span, message):
    question = Question("mqm", typology=load_typology("mqm"))
    given = {"spans": [{"start": 4, "end": 9, **span}]}
    with pytest.raises(FormatError, match=message):
        read_expectation(given, [OUTPUT], None, load_task("mqm"), question, "c.jsonl:3")
    fine = {"severity": "neutral", "category": "Style/Awkward", "side": "output"}
    given = {"spans": [{"start": 4, "end": 9, **fine}]}
    expected = read_expectation(given, [OUTPUT], None, load_task("mqm"), question, "c.jsonl:3")
    marked = {**fine, "start": 4, "end": 8}
    assert is_met(expected, {"outputs": [{"spans": [marked]}]})
    assert not is_met(expected, {"outputs": [{"spans": [{**marked, "severity": "major"}]}]})
