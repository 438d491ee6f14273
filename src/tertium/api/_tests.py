"""Tests of significance from their printed forms."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from tertium.core import plugins
from tertium.core.comparison import Settings
from tertium.core.spec import parse_call, split_list

if TYPE_CHECKING:
    from tertium.significance._test import Test


class Scope(NamedTuple):
    """What tests apply to, and the one to use."""

    question: str
    test: str


SCOPES = {
    "outputs": Scope("these outputs", "approximate_randomization"),
    "training": Scope("the training procedure", "run_permutation"),
}


def tests_of(specs: "str | Test | Iterable[str | Test]", settings: Settings) -> "list[Test]":
    """Make tests of their printed forms; settings of the same names hold for all of them."""
    items: list[str | Test] = []
    for spec in [specs] if not isinstance(specs, Iterable) or isinstance(specs, str) else specs:
        items += split_list(spec) if isinstance(spec, str) else [spec]
    return list(dict.fromkeys(test_of(item, settings) for item in items))


def default_tests(runs: Iterable[int]) -> list[str]:
    """Approximate randomization; for several runs also a test of the training procedure.

    Args:
        runs: Number of runs of each system.
    """
    several = any(number > 1 for number in runs)
    return [SCOPES["outputs"].test, *([SCOPES["training"].test] if several else [])]


def test_of(spec: "str | Test", settings: Settings) -> "Test":
    """Make a test of its printed form."""
    # What the printed form leaves out is left to the settings, of a test that is given as one too:
    # a result holds the printed form, and can so be verified.
    name, arguments = parse_call(str(spec))
    made: type[Test] = plugins.load("significance", name).TEST
    shared = {p.name: getattr(settings, p.name) for p in made.parameters() if p.shared}
    return made.of(shared | arguments)
