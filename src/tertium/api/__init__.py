"""Verbs, one file each: the functions that Python users and the command line call."""

from collections.abc import Callable
from typing import Any


def metric_function(name: str) -> Callable[..., Any]:
    """Make the function of a metric, such as `tertium.bleu`.

    Args:
        name: The metric, as in "bleu".
    """
    # Only the functions of metrics need this module; verbs load without it.
    from tertium.api import _metric_functions

    return _metric_functions.metric_function(name)


def checked_verb(verb: Callable[..., Any]) -> Callable[..., Any]:
    """Check the types of arguments before a verb is called: the verbs that `tertium` exports."""
    # The command line, which checks its own arguments, does not load this module.
    from tertium.api import _typed

    return _typed.checked(verb)
