"""Write the tuned parameters of a metric."""

import os

from tertium.core.records import to_plain
from tertium.meta.tune.results import Tuning
from tertium.metrics import check_no_file, metric
from tertium.metrics import write_parameters as write


def write_parameters(result: Tuning, path: str | os.PathLike[str], *, force: bool = False) -> None:
    """Write tuned parameters to a file, which `meteor(params=FILE)` and its like read.

    Args:
        result: The result of `tertium.tune`.
        path: The file to write.
        force: Whether to replace an existing file that tertium did not write.

    Example:
        >>> news = tertium.read("outputs/*.txt", references="ref.txt")
        >>> ratings = tertium.read_ratings("ratings.csv")
        >>> tuning = tertium.tune(news, "chrf", ratings, task="adequacy", folds=2, starts=0)
        >>> tertium.write_parameters(tuning, "chrf.json")
        >>> tertium.score(news, "chrf(params=chrf.json)").get("large", "chrf")
        Score(large: chrF4 = 66.4)
    """
    origin = {
        "correlation": result.settings.statistic,
        "level": result.settings.level,
        "seen": result.seen,
        "held_out": result.held_out,
        "gain": result.gain,
        "outputs": result.data.outputs,
        "scores": result.data.scores,
        "languages": "-".join(filter(None, result.data.languages)),
        "signature": result.signature,
    }
    check_no_file(result.tuned)
    write(metric(result.tuned), to_plain(origin), os.fspath(path), force=force)
