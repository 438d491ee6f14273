"""Quality control of annotators."""

import math
from collections.abc import Sequence
from dataclasses import replace

from tertium.core import wording
from tertium.core.formatting import counted
from tertium.human.quality import Quality
from tertium.human.quality_control import AnnotatorQuality, QualityControl
from tertium.inference.verdicts import printed
from tertium.report.judgments import quality_note
from tertium.report.table import Table, number

_TESTS = {"paired-t": "paired t-test", "signed-rank": "Wilcoxon signed-rank test"}


_COMPARED = (
    "Outputs that were compared: degraded is the share of the other outputs of a ranking below the"
    " degraded output minus the share above it; -1 is perfect."
)


def title(result: Quality) -> str:
    """Heading of the page."""
    return "Quality control of annotators"


def data(result: Quality) -> str:
    """The number of judgments and the tasks."""
    judged = [one.judgments for one in result.control.annotators]
    of_tasks = ", ".join((*result.tasks, *result.languages))
    return (
        f"{counted(sum(judged), 'judgment')} by {counted(len(judged), 'annotator')}; task:"
        f" {of_tasks}."
    )


def summary(result: Quality) -> list[str]:
    """How many annotators passed, and which did not."""
    control = result.control
    if any(one.pairs for one in control.annotators):
        return [quality_note(control)]
    shown = any(not math.isnan(one.bad_reference_mean) for one in control.annotators)
    reason = (
        "no degraded output was scored in the same batch as the original output"
        if shown
        else "no degraded outputs were shown"
    )
    return [f"Annotators could not be tested: {reason}."]


def tables(result: Quality) -> list[Table]:
    """One table, with the reasons of verdicts and other suspicious behaviour."""
    return [annotator_table(result)]


def brief(result: Quality) -> list[Table]:
    """The same table, without the reasons."""
    explain = f"{wording.option('explain', True)} shows reasons and other suspicious behaviour."
    notes = [*_notes(result.control), explain, *_data_notes(result)]
    return [replace(annotator_table(result), sentences=(), notes=notes)]


def annotator_table(result: Quality) -> Table:
    """One row per annotator, with notes on the judgments."""
    table = control_table(result.control)
    return replace(table, notes=[*table.notes, *_data_notes(result)])


def control_table(control: QualityControl) -> Table:
    """One row per annotator; below it why some failed, and other suspicious behaviour."""
    annotators = control.annotators
    failed = [one for one in annotators if one.verdict == "failed"]
    header = ["annotator", "judgments", "pairs", "degraded", "p", "repeats", "seconds", "run"]
    return Table(
        header=[*header, "verdict"],
        rows=[_row(one, _digits(annotators)) for one in annotators],
        sentences=[f"{one.annotator} failed: {' '.join(map(str, one.reasons))}" for one in failed],
        notes=[*_cautions(annotators), *_notes(control)],
        warned=frozenset(
            (row, len(header)) for row, one in enumerate(annotators) if one.verdict == "failed"
        ),
        caption="Quality control of annotators.",
        spare=[[header.index("run")], [header.index("seconds")]],
    )


def _digits(annotators: Sequence[AnnotatorQuality]) -> int:
    """Means of answers of yes and no lie between 0 and 1 and need more digits."""
    means = [one.system_mean for one in annotators if not math.isnan(one.system_mean)]
    return 2 if any(means) and all(0 <= mean <= 1 for mean in means) else 1


def _row(one: AnnotatorQuality, digits: int) -> list[str]:
    return [
        one.annotator,
        f"{one.judgments:,}",
        str(one.pairs),
        number(one.difference, f"+.{digits}f"),
        printed(one.p),
        number(one.repeat_difference, f".{digits}f"),
        number(one.mean_time, ",.0f"),
        str(one.longest_run or "–"),
        one.verdict,
    ]


def _cautions(annotators: tuple[AnnotatorQuality, ...]) -> list[str]:
    worded = [
        f"{one.annotator}: {' '.join(map(str, one.cautions))}" for one in annotators if one.cautions
    ]
    return ["Suspicious, but not a reason to exclude an annotator:", *worded] if worded else []


def _notes(control: QualityControl) -> list[str]:
    rules = control.rules
    compared = any(one.compared for one in control.annotators)
    return [
        "degraded: mean rating of deliberately degraded outputs minus that of the original outputs;"
        f" pairs: number of pairs of both; p: one-sided {_TESTS[rules.test]}, passed at p <="
        f" {rules.alpha:g}.",
        *([_COMPARED] if compared else []),
        "repeats: mean absolute difference between two ratings of the same output; seconds: mean"
        " time per batch; run: longest run of equal scores.",
    ]


def _data_notes(result: Quality) -> list[str]:
    return [
        *(
            [f"Human judgments of {', '.join((*result.tasks, *result.languages))}."]
            if result.tasks
            else []
        ),
        f"quality  {result.signature}",
    ]
