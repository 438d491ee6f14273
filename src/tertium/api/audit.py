"""Audit published correlations: can their confidence intervals be right?"""

import os
from collections.abc import Sequence

from tertium.core.limits import MOST_SAMPLES
from tertium.core.spec import check_number
from tertium.formats.published_intervals import read_published
from tertium.meta.audit import Audit, Published
from tertium.meta.audit import audit as audited


def audit(
    published: str | os.PathLike[str] | Sequence[Published],
    *,
    n: int | None = None,
    confidence_level: float = 0.95,
) -> Audit:
    """Compare published confidence intervals of correlations with Fisher's.

    Args:
        published: A file with a header: metric, r, n, and either ci (half the width of a symmetric
            interval, as in "± 0.018") or low and high; or the same as objects.
        n: Number of systems, if the table has no column n.
        confidence_level: Confidence level of the intervals.

    Returns:
        The audit. Print it, or use `.to_dict()` or `.to_frame()`.

    Example:
        >>> tertium.audit("table.tsv", n=12).to_rows()[0]["metric"]
        'REDSYSENT'
    """
    check_number("confidence_level", confidence_level, float, above=0, below=1)
    if n is not None:
        check_number("n", n, int, minimum=1, maximum=MOST_SAMPLES)
    if isinstance(published, str | os.PathLike):
        published = read_published(os.fspath(published), n)
    return audited(published, confidence_level)
