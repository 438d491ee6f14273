"""Messages about wrong values name the keyword in Python, and the flag on the command line."""

import inspect
import re
from typing import Any, get_type_hints

import pytest
from tests.contracts._calls import CALLS

import tertium
from tertium.core.errors import TertiumError, UsageError
from tertium.core.wording import on_command_line

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


@pytest.mark.parametrize("verb", CALLS)
def test_no_message_to_python_users_names_a_flag(verb):
    said = []
    for name in inspect.signature(getattr(tertium, verb)).parameters:
        for wrong in ("nonsense", -1):
            try:
                CALLS[verb](**{name: wrong})
            except TertiumError as error:
                said.append(str(error))
            except (TypeError, AttributeError):
                continue  # a value of another type, which type checkers find
    assert [text for text in said if re.search(r"(?<![\w-])-(-[a-z]|[a-z]\b)", text)] == []


@pytest.mark.parametrize("wrong", ["a.txt", ["a.txt"], {"a": "a.txt"}, 3, None])
@pytest.mark.parametrize(
    "verb", ["score", "compare", "calibrate", "coverage", "plan", "check", "rank", "quality"]
)
def test_files_must_be_read_first(verb, wrong):
    with pytest.raises(UsageError, match=r"Expected .* found .* `tertium\.read"):
        getattr(tertium, verb)(wrong)
