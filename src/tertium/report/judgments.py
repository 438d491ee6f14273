"""Sentences about the human judgments that a result rests on."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tertium.core.formatting import counted
from tertium.core.judgments import Judgments
from tertium.report.wording import named

if TYPE_CHECKING:
    from tertium.human.quality_control import QualityControl

# Tasks in which a row may be one of several errors of an output.
_MARK_ERRORS = ("mqm", "esa")


def judgment_notes(data: Judgments) -> Iterator[str]:
    """How many judgments were used, and why the others were excluded."""
    used = f"all {counted(data.used, 'judgment')} used"
    if data.task in _MARK_ERRORS and data.used < data.judgments:
        used = f"{counted(data.used, 'judgment')} used, from {counted(data.judgments, 'row')}"
    elif data.used < data.judgments:
        used = f"{data.used:,} of {counted(data.judgments, 'judgment')} used"
    yield f"Human judgments of {data.of_task}: {used}{_excluded(data)}."
    if data.shared:
        verb = "is" if data.shared == 1 else "are"
        yield (
            f"{counted(data.shared, 'judgment')} {verb} of an output that several systems share"
            ' (names joined by "+") and counted for each of them.'
        )
    for reason, count in data.dropped.items():
        yield f"Not read: {counted(count, 'row')} ({reason.rstrip('.')})."


def _excluded(data: Judgments) -> str:
    if not data.left_out:
        return ""
    by_reason = sorted(data.left_out.items(), key=lambda item: -item[1])
    return f"; excluded: {', '.join(f'{count:,} {reason}' for reason, count in by_reason)}"


def judged_by(data: Judgments) -> str:
    """Number of judgments, their tasks, and the number of annotators."""
    who = f" by {counted(data.annotators, 'annotator')}" if data.annotators else ""
    return f"{counted(data.judgments, 'judgment')}{who}; task: {data.of_task}."


def quality_note(control: "QualityControl") -> str:
    """How many annotators passed quality control, and which did not."""
    failed = [one.annotator for one in control.annotators if not one.passed]
    if len(control.annotators) == 1:
        return f"The only annotator {'failed' if failed else 'passed'} quality control."
    passed = f"{len(control.passed):,} of {counted(len(control.annotators), 'annotator')}"
    if not failed:
        return f"All {counted(len(control.annotators), 'annotator')} passed quality control."
    return f"{passed} passed quality control; {named(failed, 'annotator')} failed."
