"""The tree of errors."""

import re

import pytest

from tertium.core import errors
from tertium.core.errors import (
    DataError,
    MissingComponent,
    ParameterError,
    TertiumError,
    UnknownMember,
    UsageError,
    did_you_mean,
)

CLASSES = {
    name: value
    for name, value in vars(errors).items()
    if isinstance(value, type) and issubclass(value, TertiumError)
}


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes():
    # The depth of a line tells the parent: four columns each.
    drawn: dict[str, str] = {}
    above: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        match = re.match(r"([│├└─ ]*)([A-Z]\w+)", line)
        if match and match.group(2) in CLASSES:
            depth = len(match.group(1)) // 4
            above[depth:] = [match.group(2)]
            if depth:
                drawn[match.group(2)] = above[depth - 1]
    assert drawn == {
        name: made.__bases__[0].__name__ for name, made in CLASSES.items() if name != "TertiumError"
    }


def test_usage_errors_end_with_two_and_all_others_with_one():
    assert {made.exit_code for made in CLASSES.values() if issubclass(made, UsageError)} == {2}
    assert {made.exit_code for made in CLASSES.values() if not issubclass(made, UsageError)} == {1}


def test_a_hint_is_a_second_sentence():
    assert str(TertiumError("It is wrong.", hint="Fix it.")) == "It is wrong. Fix it."
    assert str(TertiumError("It is wrong.")) == "It is wrong."


def test_an_error_of_data_names_its_place():
    error = DataError("Bad.", where="a.txt:3", check="empty-lines")
    assert str(error) == "a.txt:3: Bad."
    assert (error.where, error.check) == ("a.txt:3", "empty-lines")


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (
            UnknownMember("metric", "blue", ["ter", "bleu"]),
            "No metric named 'blue'. Did you mean 'bleu'? Known: bleu, ter.",
        ),
        (UnknownMember("metric", "xyz", ["ter"]), "No metric named 'xyz'. Known: ter."),
        (
            ParameterError.unknown("bleu", "smoth", ["tok", "smooth"]),
            "bleu has no parameter 'smoth'. Did you mean 'smooth'? Parameters: smooth, tok.",
        ),
        (ParameterError.unknown("x", "a", []), "x has no parameter 'a'. Parameters: none."),
        (
            ParameterError.bad_value("bleu", "tok", "one of a, b", "c"),
            "The 'tok' parameter of bleu must be one of a, b. Got 'c' instead.",
        ),
        (
            MissingComponent.extra("Charts", "altair", "charts"),
            "Charts needs the package 'altair', which is not installed. Install it with: pip"
            " install 'tertium[charts]'",
        ),
    ],
)
def test_templates(error, message):
    assert str(error) == message


def test_the_nearest_name_is_offered_only_if_near():
    assert did_you_mean("chr", ["chrf", "bleu"]) == " Did you mean 'chrf'?"
    assert did_you_mean("qqq", ["chrf", "bleu"]) == ""
    assert did_you_mean("", []) == ""
