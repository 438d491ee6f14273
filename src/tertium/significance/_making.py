"""Makes significance tests from their printed form."""

from collections.abc import Iterable
from typing import NamedTuple

from tertium.core import plugins
from tertium.core.spec import Value, parse_call, split_list
from tertium.significance._test import Test


class Scope(NamedTuple):
    """What the verdict of a test applies to, and the test to use for it."""

    question: str
    test: str


SCOPES = {
    "outputs": Scope("these outputs", "approximate-randomization"),
    "training": Scope("the training procedure", "run-permutation"),
}


def make_test(spec: str | Test, **shared: Value) -> Test:
    """Make a test from its printed form, as in `bootstrap(trials=1000)`.

    Args:
        spec: The printed form, or a test.
        shared: Values of the parameters that all tests share: `trials`, `seed`, `alternative` and
            `p_value`. They hold where the printed form does not give the parameter.
    """
    # A test object is printed first: results hold the printed form, and verifying a result must
    # make the same test.
    name, arguments = parse_call(str(spec))
    return _load(name).of(shared | arguments)


def make_tests(specs: str | Test | Iterable[str | Test], **shared: Value) -> list[Test]:
    """Make tests; a string may list several, separated by commas."""
    if isinstance(specs, str | Test):
        specs = [specs]
    items: list[str | Test] = []
    for spec in specs:
        items += split_list(spec) if isinstance(spec, str) else [spec]
    return list(dict.fromkeys(make_test(item, **shared) for item in items))


def default_tests(runs: Iterable[int]) -> list[str]:
    """Approximate randomization; for several runs also a test of the training procedure.

    Args:
        runs: Number of runs of each system.
    """
    several = any(number > 1 for number in runs)
    return [SCOPES["outputs"].test, *([SCOPES["training"].test] if several else [])]


def all_tests() -> dict[str, type[Test]]:
    """The classes of all tests, by their names."""
    return {name: _load(name) for name in plugins.names("significance")}


def _load(name: str) -> type[Test]:
    found: type[Test] = plugins.load("significance", name).TEST
    return found
