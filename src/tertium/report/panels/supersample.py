"""Super-sampling: correlation of metrics with human scores on hybrid systems."""

from tertium.meta.supersample.results import SuperSample
from tertium.report.results.meta_supersample import tables
from tertium.report.section import Block, Drawing, Legend, Section
from tertium.report.supersample_charts import scatter, win_maps
from tertium.report.wins import win_map

ORDER = 130
RESULTS = ("meta supersample",)


def section(result: SuperSample) -> Section | None:
    """Correlations, maps of significantly better metrics, and planes of hybrids by metric."""
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
                "Hybrids by human score and metric score; darker cells have more hybrids. Points"
                " are the original systems, and bars show the number of hybrids with such a score."
            ),
            *planes,
        ],
    )
