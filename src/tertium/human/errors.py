"""Scores from marked errors: MQM and ESA.

The penalty of an output is the sum of the weights of its errors, averaged over annotators; that of
a system is the mean over its segments. Scores are negative penalties, so that higher is better as
for all human scores, and systems are ranked by them like by any other score.

Reference: Freitag et al. 2021, Experts, errors, and context; Kocmi et al. 2024, Error span
annotation.
"""

import math
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.errors import DataError
from tertium.core.limits import LARGEST_WEIGHT
from tertium.core.spec import Spec, option
from tertium.human.groups import Groups, grouped
from tertium.human.ratings import Ratings

TASKS = ("mqm", "esa")

# Severities of rows that mark no error.
NO_ERROR = ("", "no-error")


@dataclass(frozen=True)
class Weights(Spec):
    """Weights of errors; the defaults are those of Freitag et al. 2021."""

    name: ClassVar[str] = "error_weights"

    major: float = option(5.0, "A major error.", minimum=0, maximum=LARGEST_WEIGHT)
    minor: float = option(1.0, "A minor error.", minimum=0, maximum=LARGEST_WEIGHT)
    minor_punctuation: float = option(
        0.1, "A minor error of punctuation.", minimum=0, maximum=LARGEST_WEIGHT
    )
    non_translation: float = option(
        25.0,
        "A segment that is not a translation (non-translation).",
        minimum=0,
        maximum=LARGEST_WEIGHT,
    )
    neutral: float = option(0.0, "A neutral or undecided mark.", minimum=0, maximum=LARGEST_WEIGHT)
    critical: float | None = option(
        None,
        "A critical error; not among the standard severities.",
        minimum=0,
        maximum=LARGEST_WEIGHT,
    )

    def weight(self, category: str, severity: str) -> float:
        """Weight of an error; NaN if it has none.

        Args:
            category: As in "Fluency/Punctuation"; case does not matter.
            severity: As in "Major".
        """
        kind, degree = category.lower(), severity.lower()
        if kind.startswith("non-translation"):
            return self.non_translation
        if degree == "minor" and "punctuation" in kind:
            return self.minor_punctuation
        known = dict.fromkeys(NO_ERROR, 0.0) | {
            "major": self.major,
            "minor": self.minor,
            "neutral": self.neutral,
            "undecided": self.neutral,
            "critical": self.critical,
        }
        weight = known.get(degree)
        return math.nan if weight is None else weight


@dataclass(frozen=True)
class ErrorRate:
    """How often a system makes an error of some category and severity.

    Attributes:
        system: The system.
        category: Category of the errors.
        severity: Their severity.
        errors: Number of marked errors.
        per_output: Mean number per output and annotator.
        penalty: Mean of their weights per output; NaN if they have no weight.
    """

    system: str
    category: str
    severity: str
    errors: int
    per_output: float
    penalty: float

    @property
    def weight(self) -> float:
        """The penalty for sorting: 0 if it is undefined."""
        return 0.0 if math.isnan(self.penalty) else self.penalty


def error_scores(ratings: Ratings, weights: Weights | None = None) -> Ratings:
    """Return one score per output and annotator: minus the weights of the marked errors.

    If no errors are marked and all values are at most 0, the values are such scores already.

    Args:
        ratings: Judgments that mark errors; the scores of ESA do not count.
        weights: Weights of errors.
    """
    weights = weights or Weights()
    marked = _marked(ratings)
    if _has_scores_only(marked):
        return marked.where(~np.isnan(marked.value))
    outputs = _outputs(marked)
    penalty = outputs.sums(_weights(marked, weights))
    judged = marked.where(outputs.first, str(weights))
    # Avoid -0.0, which a table would show.
    return replace(judged, value=0.0 - penalty)


def error_profile(ratings: Ratings, weights: Weights | None = None) -> tuple[ErrorRate, ...]:
    """Count the errors of each system by category and severity, the largest penalty first.

    ESA ranks systems by scores, not by errors, so a severity may lack a weight there; its penalty
    is undefined.

    Args:
        ratings: Judgments that mark errors.
        weights: Weights of errors.
    """
    weights = weights or Weights()
    marked = _marked(ratings)
    marked = marked.where(marked.kind.is_("system", "repeat"))
    judged = np.bincount(
        marked.system.codes[_outputs(marked).first], minlength=len(marked.system.names)
    )
    no_error = [name for name in marked.severity.names if name.lower() in NO_ERROR]
    errors = marked.where(~marked.severity.is_(*no_error))
    kinds = grouped(errors.system, errors.category, errors.severity)
    penalties = kinds.sums(_weights(errors, weights, needed="mqm" in errors.task.names))
    of_system = dict(zip(marked.system.names, judged.tolist(), strict=True))
    rates = [
        ErrorRate(
            system=errors.system[row],
            category=errors.category[row],
            severity=errors.severity[row],
            errors=int(count),
            per_output=float(count / of_system[errors.system[row]]),
            penalty=float(penalty / of_system[errors.system[row]]),
        )
        for row, count, penalty in zip(kinds.first, kinds.sizes, penalties, strict=True)
    ]
    return tuple(
        sorted(rates, key=lambda rate: (rate.system, -rate.weight, rate.category, rate.severity))
    )


def _marked(ratings: Ratings) -> Ratings:
    """Rows of tasks that mark errors."""
    marked = ratings.of_task(*TASKS)
    if not len(marked):
        raise DataError("There are no judgments that mark errors.", where=ratings.origin)
    return marked


def _has_scores_only(marked: Ratings) -> bool:
    """Whether MQM judgments are scores without marked errors; positive scores are refused."""
    known = marked.value[~np.isnan(marked.value)]
    if "esa" in marked.task.names or not known.any():
        return False
    if set(map(str.lower, marked.severity.names)) - set(NO_ERROR):
        return False
    if known.max() > 0:
        raise DataError(
            f"No errors are marked, but values are as high as {known.max():g}; MQM scores are"
            " minus the weights of errors, at most 0.",
            where=marked.origin,
            hint="Give the severity of each error, or change the sign of the values.",
        )
    return True


def _outputs(marked: Ratings) -> Groups:
    """Group rows by output and annotator."""
    return grouped(
        marked.annotator, marked.batch, marked.task, marked.kind, marked.system, marked.item
    )


def _weights(marked: Ratings, weights: Weights, *, needed: bool = True) -> Floats:
    """Weight of each row; if all are needed, a severity without a weight is refused."""
    kinds = grouped(marked.category, marked.severity)
    found = np.array(
        [weights.weight(marked.category[row], marked.severity[row]) for row in kinds.first]
    )
    unknown = kinds.first[np.isnan(found)]
    if needed and len(unknown):
        names = sorted({marked.severity[row] for row in unknown})
        raise DataError(
            f"No weight is defined for errors of severity {', '.join(map(repr, names))}.",
            where=marked.severities.get(names[0], marked.origin),
            hint="Known severities: major, minor, neutral and, if it has a weight, critical.",
        )
    return found[kinds.numbers].astype(np.float64)
