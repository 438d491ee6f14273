"""Cite the papers that define metrics, tests and statistics."""

from collections.abc import Sequence

from tertium.core.citations import citations


def cite(names: str | Sequence[str] = ()) -> list[str]:
    """Give the BibTeX entries of tertium and of the papers that define metrics and tests.

    Args:
        names: Names of metrics, tests and statistics, as in "bleu" or a list of such names; by
            default all.

    Returns:
        The entries, that of tertium first.

    Example:
        >>> print(tertium.cite("bleu")[1].splitlines()[0])
        @inproceedings{papineni-2002,
    """
    return citations([names] if isinstance(names, str) else names)
