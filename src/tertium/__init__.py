"""Which translation system is better, and how sure can we be?

Test sets: `read` from files, `testset` from texts in memory, `check`, `convert`. Scores: `score`,
and a function for every metric, as in `tertium.bleu(hypotheses, references)`. Comparison:
`compare`, `verify`, `calibrate`, `coverage`, `plan`. Human judgments: `read_ratings`, `rank`,
`quality`, `agreement`, `gold`. Meta-evaluation of metrics: `read_scores`, `score_table`,
`correlate`, `compare_metrics`, `supersample`, `accuracy`, `simulate`, `audit`, `tune`,
`write_parameters`. Results: `plot`, `write_result`, `read_result`. Help: `describe` metrics,
`cite` papers, `example` files, `show_progress`, `point_at` resources.

Every name is loaded when it is first used; a function `NAME` is defined in `api/NAME.py`. Type
checkers read `__init__.pyi`, which `make stub` writes.
"""

import os
from importlib import import_module

# Public names that are not defined in a file of `api` with the same name.
_HOMES = {
    "TertiumError": "tertium.core.errors",
    "TestSet": "tertium.core.testset",
    "plot": "tertium.report.charts",
    "point_at": "tertium.text.resources",
    "show_progress": "tertium.report.progress",
}


def __getattr__(name: str) -> object:
    if name == "__version__":
        from tertium.core.version import VERSION

        return VERSION
    if os.path.isdir(os.path.join(os.path.dirname(__file__), name)):  # noqa: PTH112, PTH118, PTH120
        # `from tertium import formats` asks for this name before it imports the package.
        raise AttributeError(f"module 'tertium' has no attribute {name!r}.")
    if home := _HOMES.get(name) or _verbs().get(name):
        value = getattr(import_module(home), name)
        if not isinstance(value, type):
            from tertium.api import checked_verb

            value = checked_verb(value)
        _show_results_in_notebooks()
    elif name in (metrics := _metrics()):
        from tertium.api import metric_function

        value = metric_function(metrics[name])
        _show_results_in_notebooks()
    else:
        from tertium.core.errors import did_you_mean

        # Python asks for names such as `__path__`, which no reader has mistyped.
        near = "" if name.startswith("_") else did_you_mean(name, __dir__())
        raise AttributeError(f"module 'tertium' has no attribute {name!r}.{near}")
    globals()[name] = value  # Python finds it there the next time, without this function.
    return value


def __dir__() -> list[str]:
    return sorted([*_HOMES, *_verbs(), *_metrics(), "__version__"])


def _show_results_in_notebooks() -> None:
    """Let notebooks show the tables of results, which `report`, a layer above, makes."""
    from tertium.core.results import Result

    def html(result: Result) -> str:
        from tertium.report.page import html_tables

        return html_tables(result)

    Result.html = staticmethod(html)


def _verbs() -> dict[str, str]:
    """Module of each verb: the file of `api` with its name."""
    from tertium.core import plugins

    names = map(plugins.identifier, plugins.names("api"))
    return {name: f"tertium.api.{name}" for name in names}


def _metrics() -> dict[str, str]:
    """Metrics by the names of their functions."""
    from tertium.core import plugins

    return {plugins.identifier(name): name for name in plugins.names("metrics")}
