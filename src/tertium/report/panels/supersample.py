"""Super-sample: metrics held against people on hybrids of systems."""

from tertium.meta.supersample.results import SuperSample
from tertium.report.results.meta_supersample import scatter, tables, win_maps
from tertium.report.section import Block, Drawing, Legend, Section
from tertium.report.wins import win_map

ORDER = 130
RESULTS = ("meta supersample",)


def section(result: SuperSample) -> Section | None:
    """Correlations, maps of which metrics are better, and a plane of hybrids for each metric."""
    next_best, intervals = tables(result)
    maps: list[Block] = [Drawing.of(win_map, wins) for wins in win_maps(result)]
    planes = [Drawing.of(scatter, result, name) for name in result.hybrids.order]
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
