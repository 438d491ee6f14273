"""Messages about wrong values name the keyword in Python, and the flag on the command line."""

import inspect
import re
from collections.abc import Callable
from functools import cache
from typing import Any, get_type_hints

import pytest

import tertium
from tertium.core.errors import TertiumError, UsageError
from tertium.core.wording import on_command_line
from tertium.human.ratings import Ratings

OUTPUTS = {name: [f"The {name} cat sat.", "It rained.", f"{name} ran."] for name in ("a", "b")}
SCORES: dict[str, list[Any]] = {
    "system": ["a", "b", "c", "d"],
    "human": [1, 2, 3, 4],
    "bleu": [1, 3, 2, 4],
}


def texts() -> tertium.TestSet:
    return tertium.testset(references=["The cat sat.", "It rained.", "She ran."], systems=OUTPUTS)


@cache
def ratings() -> Ratings:
    judged = [(annotator, s, n) for annotator in "xyz" for s in ("a", "b") for n in "123"]
    annotators, systems, segments = zip(*judged, strict=True)
    values = [40 + 7 * (number % 8) for number, _ in enumerate(judged)]
    columns = {"annotator": annotators, "system": systems, "segment": segments, "value": values}
    return tertium.read_ratings(columns)


# Verbs with settings, each with its data.
CALLS: dict[str, Callable[..., Any]] = {
    "score": lambda **given: tertium.score(texts(), **given),
    "compare": lambda **given: tertium.compare(texts(), **given),
    "calibrate": lambda **given: tertium.calibrate(texts(), **given),
    "coverage": lambda **given: tertium.coverage(texts(), **given),
    "plan": lambda **given: tertium.plan(texts(), **given),
    "rank": lambda **given: tertium.rank(ratings(), **given),
    "gold": lambda **given: tertium.gold(ratings(), ratings(), **given),
    "quality": lambda **given: tertium.quality(ratings(), **given),
    "correlate": lambda **given: tertium.correlate(SCORES, **given),
    "compare_metrics": lambda **given: tertium.compare_metrics(SCORES, **given),
    "supersample": lambda **given: tertium.supersample(texts(), ratings(), **given),
    "accuracy": lambda **given: tertium.accuracy(texts(), ratings=ratings(), **given),
    "tune": lambda **given: tertium.tune(texts(), "chrf", ratings(), **given),
    "simulate": lambda **given: tertium.simulate(**given),
}

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
