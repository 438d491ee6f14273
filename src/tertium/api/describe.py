"""Describe the metrics: what they are, what they need, what can be chosen."""

from tertium.core.descriptions import Description, Descriptions
from tertium.metrics import metric_class, metric_names


def describe(*names: str) -> Descriptions:
    """Describe some metrics, by default all."""
    return Descriptions(
        tuple(Description(name, metric_class(name)) for name in names or metric_names())
    )
