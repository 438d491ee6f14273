"""Messages about wrong values name the keyword in Python, and the flag on the command line."""

import inspect
import pickle
import re
from typing import Any, get_type_hints

import numpy as np
import pytest
from tests.contracts._calls import CALLS

import tertium
from tertium.core.errors import TertiumError, UsageError
from tertium.core.wording import on_command_line

pytestmark = pytest.mark.slow

NUMBERS = (int, float, int | None, float | None)

SETTINGS = [
    (verb, name)
    for verb in CALLS
    for name, kind in get_type_hints(getattr(tertium, verb)).items()
    if kind in NUMBERS
]


def message(verb: str, **given: Any) -> str:
    with pytest.raises(TertiumError) as caught:
        CALLS[verb](**given)
    return str(caught.value)


def test_every_verb_with_trials_is_tried():
    verbs = [name for name in dir(tertium) if inspect.isfunction(getattr(tertium, name))]
    with_trials = {
        v for v in verbs if "trials" in inspect.signature(getattr(tertium, v)).parameters
    }
    assert with_trials <= {*CALLS}


@pytest.mark.parametrize(("verb", "name"), SETTINGS)
def test_a_wrong_number_is_refused_by_name(verb, name):
    assert re.match(rf"{name} must be a (whole )?number", message(verb, **{name: "nonsense"}))
    with on_command_line():
        flag = f"--{name.replace('_', '-')}"
        assert message(verb, **{name: "nonsense"}).startswith(f"{flag} must be")


def keywords(verb: str) -> list[str]:
    parameters = inspect.signature(getattr(tertium, verb)).parameters.values()
    return [one.name for one in parameters if one.kind is one.KEYWORD_ONLY]


@pytest.mark.parametrize("verb", CALLS)
def test_no_message_to_python_users_names_a_flag(verb):
    said = []
    for name in keywords(verb):
        for wrong in ("nonsense", -1):
            try:
                CALLS[verb](**{name: wrong})
            except TertiumError as error:
                said.append(str(error))
    assert [text for text in said if re.search(r"(?<![\w-])-(-[a-z]|[a-z]\b)", text)] == []


@pytest.mark.parametrize("wrong", ["a.txt", ["a.txt"], {"a": "a.txt"}, 3, None])
@pytest.mark.parametrize(
    "verb", ["score", "compare", "calibrate", "coverage", "plan", "check", "rank", "quality"]
)
def test_files_must_be_read_first(verb, wrong):
    with pytest.raises(UsageError, match=r"Expected .* found .* `tertium\.read"):
        getattr(tertium, verb)(wrong)


class Anything:
    """A value of no type that a verb accepts."""

    def __repr__(self) -> str:
        return "Anything()"


@pytest.mark.parametrize("wrong", [Anything(), [Anything()], np.array([1, 2])], ids=repr)
@pytest.mark.parametrize("verb", CALLS)
def test_a_value_of_a_wrong_type_is_an_error_of_ours(verb, wrong):
    for name in keywords(verb):
        if name == "weights":
            continue  # They are not used if the judgments mark no errors.
        text = message(verb, **{name: wrong})
        assert name in text or type(wrong).__name__ in text or "named" in text


@pytest.mark.parametrize("verb", ["plot", "verify", "write_result", "write_parameters"])
def test_a_result_file_must_be_read_first(verb):
    path = ["x.json"] if verb.startswith("write") else []
    with pytest.raises(UsageError, match=r"^result must be .* Got 'result\.json' instead"):
        getattr(tertium, verb)("result.json", *path)


@pytest.mark.parametrize(
    ("verb", "name", "wanted"),
    [
        ("score", "metrics", "a string or a list of strings"),
        ("compare", "all_pairs", "True or False"),
        ("compare", "progress", "a function"),
        ("rank", "task", "a string"),
        ("rank", "domains", "a dict"),
        ("gold", "confidence_levels", "a list of numbers"),
    ],
)
def test_a_wrong_type_is_refused_by_name(verb, name, wanted):
    assert message(verb, **{name: Anything()}) == (
        f"{name} must be {wanted}. Got Anything() instead."
    )


def test_test_sets_of_an_iterator_are_checked():
    for verb in (tertium.compare, tertium.calibrate, tertium.coverage):
        with pytest.raises(UsageError, match="Expected a test set, found str"):
            verb(path for path in ["a.txt"])  # type: ignore[misc]


def test_an_error_without_a_wrong_type_is_not_hidden():
    def broken(share: float) -> None:
        raise ValueError("the callback failed")

    with pytest.raises(ValueError, match="the callback failed"):
        CALLS["compare"](trials=10, progress=broken)


def test_verbs_can_be_pickled():
    for verb in CALLS:
        function = getattr(tertium, verb)
        assert pickle.loads(pickle.dumps(function)) is function
