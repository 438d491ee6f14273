"""Super-sample: metrics held against people on hybrids of systems."""

from functools import partial

from tertium.api.supersample import SuperSample
from tertium.core.results import Result
from tertium.report.section import Block, Drawing, Legend, Section
from tertium.report.supersample import scatter, supersample_tables, win_maps
from tertium.report.wins import win_map

ORDER = 130


def section(result: Result) -> Section | None:
    """Correlations, maps of which metrics are better, and a plane of hybrids for each metric."""
    if not isinstance(result, SuperSample):
        return None
    next_best, intervals = supersample_tables(result)
    maps: list[Block] = [Drawing(partial(win_map, wins)) for wins in win_maps(result)]
    planes = [Drawing(partial(scatter, result, name)) for name in result.hybrids.order]
    return Section(
        "Metrics on hybrid systems",
        [
            next_best,
            *maps,
            intervals,
            Legend(
                "Hybrids by the scores of people and of a metric: the darker, the more of them."
                " Points are the original systems, and bars how many hybrids have such a score."
            ),
            *planes,
        ],
    )
