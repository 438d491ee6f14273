"""Which translation system is better, and how sure can we be?

Test sets: `read` from files, `testset` from texts in memory, `check`, `convert`. Scores: `score`,
and a function for every metric, as in `tertium.bleu(hypotheses, references)`. Comparison:
`compare`, `verify`, `calibrate`, `coverage`, `plan`, `plot`. Human judgments: `read_ratings`,
`rank`, `quality`, `agreement`, `gold`. Meta-evaluation of metrics: `read_scores`, `score_table`,
`correlate`, `compare_metrics`, `supersample`, `accuracy`, `simulate`, `audit`, `tune`.

Everything is loaded when it is first used: a verb is the file of `api` with its name. Type
checkers read `__init__.pyi`, which `make stub` writes.
"""

from importlib import import_module
from typing import Any

# Public names that are not the name of a file in `api`, and of the function in it.
_HOMES = {
    "TertiumError": "tertium.core.errors",
    "TestSet": "tertium.core.testset",
    "plot": "tertium.report.charts",
    "point_at": "tertium.text.resources",
    "show_progress": "tertium.report.progress",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from tertium.core.version import VERSION

        return VERSION
    if home := _HOMES.get(name) or _verbs().get(name):
        value = getattr(import_module(home), name)
        _show_results_in_notebooks()
    elif name in (metrics := _metrics()):
        from tertium.api import metric_function

        value = metric_function(metrics[name])
        _show_results_in_notebooks()
    else:
        raise AttributeError(f"module 'tertium' has no attribute {name!r}")
    globals()[name] = value  # so that the next time Python finds it by itself
    return value


def __dir__() -> list[str]:
    return sorted([*_HOMES, *_verbs(), *_metrics(), "__version__"])


def _show_results_in_notebooks() -> None:
    """Let results show the tables of the report: `report` stands above the layer of results."""
    from tertium.core.results import Result

    def html(result: Result) -> str:
        from tertium.report.page import html_tables

        return html_tables(result)

    Result.html = staticmethod(html)


def _verbs() -> dict[str, str]:
    """The module of each verb: a file of `api`, named after it."""
    from tertium.core import plugins

    names = map(plugins.identifier, plugins.names("api"))
    return {name: f"tertium.api.{name}" for name in names}


def _metrics() -> dict[str, str]:
    """Metrics by the names of their functions."""
    from tertium.core import plugins

    return {plugins.identifier(name): name for name in plugins.names("metrics")}
