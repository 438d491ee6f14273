"""What to cite."""

from collections.abc import Sequence

from tertium.core.citations import citations


def cite(names: Sequence[str] = ()) -> list[str]:
    """BibTeX entries of tertium and of the papers that define metrics and tests, by default all."""
    return citations(names)
