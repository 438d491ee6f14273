"""Metrics from their printed form, as in `bleu(tok=intl)`."""

from collections.abc import Iterable

from tertium.core import plugins
from tertium.core.errors import UsageError
from tertium.core.spec import Value, parse_call, split_list
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.metrics._parameter_files import with_file


def metric(spec: str | Metric, **shared: Value) -> Metric:
    """Make a metric from its printed form, as in `bleu(tok=intl)`.

    Args:
        spec: The printed form, or a metric, which is returned unchanged.
        shared: Values of parameters that many metrics share, such as `lc`. They apply if the metric
            has the parameter, and the printed form does not set it.
    """
    if isinstance(spec, Metric):
        return spec
    name, arguments = parse_call(spec)
    kind = metric_class(name)
    declared = {parameter.name for parameter in kind.parameters() if parameter.shared}
    defaults = {key: value for key, value in shared.items() if key in declared}
    return kind.of(defaults | with_file(kind, arguments))


def metrics(specs: str | Metric | Iterable[str | Metric], **shared: Value) -> list[Metric]:
    """Make metrics; a string may list several, separated by commas."""
    if isinstance(specs, str | Metric):
        specs = [specs]
    items: list[str | Metric] = []
    for spec in specs:
        items += split_list(spec) if isinstance(spec, str) else [spec]
    if not items:
        raise UsageError("No metric is given.", hint=f"Known: {', '.join(metric_names())}.")
    return list(dict.fromkeys(metric(item, **shared) for item in items))


def default_metrics(testset: TestSet) -> list[Metric]:
    """Metrics to use if none is named: BLEU, and the metrics that layers of the test set imply."""
    implied = [
        found
        for name in metric_names()
        if testset.layers
        for found in metric_class(name).implied_by(testset)
    ]
    return [metric("bleu"), *implied] if testset.outputs else implied


def metric_class(name: str) -> type[Metric]:
    """Load the class of a metric."""
    loaded: type[Metric] = plugins.load("metrics", name).METRIC
    return loaded


def metric_names() -> tuple[str, ...]:
    """Names of all metrics."""
    return plugins.names("metrics")
