"""Read scores of metrics and human scores."""

from collections.abc import Iterable

from tertium.core.progress import shown_as
from tertium.core.spec import names_of
from tertium.formats.score_files import ScoreFiles, read_score_files
from tertium.meta.choices import GOLD
from tertium.meta.score_table import ScoreTable, table_of


@shown_as("Reading")
def read_scores(
    paths: ScoreFiles,
    *,
    gold: str = GOLD,
    metrics: str | Iterable[str] = (),
    level: str = "system",
    language_pair: str = "",
    input_format: str = "",
    without: str | Iterable[str] = (),
    outliers: bool = True,
    lower_is_better: str | Iterable[str] = (),
) -> ScoreTable:
    """Read scores of metrics and human scores from one file or several, or from a data frame.

    Args:
        paths: Files, or a directory of mt-metrics-eval; or a data frame or mapping with the columns
            of a TSV file: `system`, for segment scores also `segment`, and one for each metric.
        gold: Name of the human scores.
        metrics: Names of the metrics; by default all scores that are not human scores.
        level: "system", "document" or "segment" level.
        language_pair: Language pair, if the files hold several.
        input_format: Format of the files, if their content does not show it.
        without: Systems to leave out; patterns such as `Human-*` work, too.
        outliers: Whether to keep systems whose human score is far from all others.
        lower_is_better: Metrics whose sign is flipped, because lower values are better; the human
            scores may be among them.

    Returns:
        The scores, for `tertium.correlate` and `tertium.compare_metrics`.

    Example:
        >>> table = tertium.read_scores("scores.tsv", lower_is_better=["ter"])
        >>> len(table.systems)
        7
    """
    scores = read_score_files(paths, input_format, language_pair)
    table = table_of(scores, gold, level)
    table = table.only(names_of(metrics)) if metrics else table.without_metrics(scores.human)
    # `gold` ignores case, so the same name must match here.
    flipped = [
        table.gold if name.lower() == gold.lower() else name for name in names_of(lower_is_better)
    ]
    table = table.without(names_of(without)).flipped(flipped)
    return table if outliers else table.without(table.outliers())
