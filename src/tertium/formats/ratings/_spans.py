"""Error spans of programs in the browser, which number the first and the last unit of a span.

JavaScript counts UTF-16 units: two for a character beyond U+FFFF, such as most emoji.
"""

from collections.abc import Mapping
from typing import Any

from tertium.formats.ratings._judgments import Unusable

# Columns of a span, and their cells; an error of a whole output has no span.
COLUMNS = ("side", "span_start", "span_end")
Cells = tuple[str, float | str, float | str]
NO_SPAN: Cells = ("", "", "")

OUTSIDE = "error span outside its text"
REVERSED = "error span that ends before it begins"


def first_and_last(span: Mapping[str, Any]) -> tuple[int, int] | None:
    """Numbers of the first and the last unit of a span, from 0; None if it has no position."""
    first: Any = span.get("start_i")
    last: Any = span.get("end_i")
    if first is None and last is None:
        return None
    if not (_is_whole(first) and _is_whole(last)):
        raise Unusable("unreadable error spans")
    if last < first:
        raise Unusable(REVERSED)
    if first < 0:
        raise Unusable(OUTSIDE)
    return first, last


def _is_whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)
