"""Tables of verdicts on annotators."""

import math

from tertium.api.quality import Quality
from tertium.human.quality_control import AnnotatorQuality, QualityControl
from tertium.inference.verdicts import printed
from tertium.report.rank import trust_note
from tertium.report.table import Table, number

_TESTS = {"paired-t": "paired t-test", "signed-rank": "Wilcoxon signed-rank test"}


def quality_table(result: Quality) -> Table:
    """One row per annotator; below it why some cannot be trusted, and what else is suspicious."""
    annotators = result.control.annotators
    return Table(
        header=[
            "annotator",
            "judged",
            "pairs",
            "degraded",
            "p",
            "repeats",
            "seconds",
            "run",
            "verdict",
        ],
        rows=[_row(one) for one in annotators],
        sentences=_verdicts(result.control),
        notes=[*_cautions(annotators), *_notes(result)],
        warned=frozenset(
            (row, 8) for row, one in enumerate(annotators) if one.verdict == "not trusted"
        ),
        caption="Who can be trusted.",
    )


def _verdicts(control: QualityControl) -> list[str]:
    """How many are trusted, and why not the others."""
    if not any(one.pairs for one in control.annotators):
        shown = any(not math.isnan(one.bad_reference_mean) for one in control.annotators)
        why = (
            "No degraded output was rated in one batch with the output itself"
            if shown
            else "No degraded outputs were shown"
        )
        return [f"{why}: who can be trusted is not known."]
    others = [one for one in control.annotators if not one.trusted]
    return [
        trust_note(control),
        *(f"{one.annotator}: {' '.join(one.reasons)}" for one in others),
    ]


def _row(one: AnnotatorQuality) -> list[str]:
    return [
        one.annotator,
        f"{one.judgments:,}",
        str(one.pairs),
        number(one.difference, "+.1f"),
        printed(one.p),
        number(one.repeat_difference, ".1f"),
        number(one.mean_time, ",.0f"),
        str(one.longest_run),
        one.verdict,
    ]


def _cautions(annotators: tuple[AnnotatorQuality, ...]) -> list[str]:
    said = [
        f"{one.annotator}: {' '.join(one.cautions.values())}" for one in annotators if one.cautions
    ]
    return ["Suspicious, though no reason to leave anybody out:", *said] if said else []


def _notes(result: Quality) -> list[str]:
    rules = result.control.rules
    return [
        "degraded: how much higher outputs degraded on purpose are rated than the outputs"
        f" themselves; p: one-sided {_TESTS[rules.test]}, passed at p <= {rules.alpha:g}.",
        "repeats: mean difference between two ratings of the same output; seconds: mean time of a"
        " batch; run: longest run of equal scores.",
        *(
            [f"Human judgments of {', '.join((*result.tasks, *result.languages))}."]
            if result.tasks
            else []
        ),
        f"quality  {result.signature}",
    ]
