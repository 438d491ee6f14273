"""Every verb with the keyword `progress` calls it with shares that add up to the whole work."""

import inspect

import pytest
from tests.contracts._calls import CALLS

import tertium

pytestmark = pytest.mark.slow

# Settings that keep the work small.
SMALL = {"trials": 20, "replicates": 20, "size": 2, "hybrids": 20, "folds": 2, "starts": 1}


def keywords(verb: str) -> set[str]:
    return {*inspect.signature(getattr(tertium, verb)).parameters}


@pytest.mark.parametrize("verb", [verb for verb in CALLS if "progress" in keywords(verb)])
def test_the_shares_of_a_verb_add_up_to_1(verb):
    shares: list[float] = []
    small = {name: value for name, value in SMALL.items() if name in keywords(verb)}
    CALLS[verb](**small, progress=shares.append)
    assert min(shares) >= 0
    assert sum(shares) == pytest.approx(1)


def test_every_verb_with_progress_is_tried():
    verbs = [name for name in dir(tertium) if inspect.isfunction(getattr(tertium, name))]
    assert {verb for verb in verbs if "progress" in keywords(verb)} - {"verify"} <= {*CALLS}
