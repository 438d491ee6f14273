"""Verbs: what the command line and Python users share, one file each."""

from collections.abc import Callable
from typing import Any


def metric_function(name: str) -> Callable[..., Any]:
    """Make the function of a metric, such as `tertium.bleu`.

    Args:
        name: The metric, as in "bleu".
    """
    # Verbs load without this module, which the functions of metrics alone need.
    from tertium.api import _metric_functions

    return _metric_functions.metric_function(name)
