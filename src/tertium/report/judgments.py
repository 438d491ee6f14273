"""Sentences about the human judgments that a result rests on."""

from collections.abc import Iterator

from tertium.core.judgments import Judgments
from tertium.core.plain import counted

# Tasks of which a row may be one of several errors of an output.
_MARK_ERRORS = ("mqm", "esa")


def judgment_notes(data: Judgments) -> Iterator[str]:
    """What was judged, how many judgments count, and why the others do not."""
    counting = f"All {counted(data.used, 'judgment')} count."
    if data.task in _MARK_ERRORS and data.used < data.judgments:
        counting = (
            f"{counted(data.judgments, 'row')} hold {counted(data.used, 'judgment')} that count."
        )
    elif data.used < data.judgments:
        counting = f"{data.used:,} of {counted(data.judgments, 'judgment')} count."
    yield f"Human judgments of {data.of_task}. {counting}{_left_out(data)}"
    if data.shared:
        verb = "is" if data.shared == 1 else "are"
        yield (
            f"{counted(data.shared, 'judgment')} {verb} of an output that several systems share,"
            ' with their names joined by "+"; such a judgment counts for each of them.'
        )
    for reason, count in data.dropped.items():
        yield f"Not read: {counted(count, 'row')} ({reason.rstrip('.')})."


def _left_out(data: Judgments) -> str:
    if not data.left_out:
        return ""
    by_reason = sorted(data.left_out.items(), key=lambda item: -item[1])
    return f" Left out: {'; '.join(f'{count:,} {reason}' for reason, count in by_reason)}."


def judged_by(data: Judgments) -> str:
    """How many judgments there were, of what, and by how many annotators where that is known."""
    who = f" by {counted(data.annotators, 'annotator')}" if data.annotators else ""
    return f"{counted(data.judgments, 'judgment')}{who}; ranked by {data.of_task}."
