"""Describe the metrics: definition, data that they need, parameters."""

from collections.abc import Sequence

from tertium.core.descriptions import Description, Descriptions
from tertium.metrics import metric_class, metric_names


def describe(names: str | Sequence[str] = ()) -> Descriptions:
    """Describe metrics: definition, data that they need, parameters and their defaults.

    Args:
        names: Names of metrics, as in "bleu" or a list of such names; by default all.

    Returns:
        The descriptions. Print them, or use `.to_dict()` or `.to_frame()`.

    Example:
        >>> tertium.describe("bleu")[0].parameters[0].name
        'tok'
    """
    chosen = [names] if isinstance(names, str) else names
    return Descriptions(
        tuple(Description(name, metric_class(name)) for name in chosen or metric_names())
    )
