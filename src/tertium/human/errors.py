"""Scores from marked errors: MQM and ESA.

The penalty of an output is the sum of the weights of its errors, the mean over its annotators, and
of a system the mean over its segments. It is given as a negative number, so that more is better
here as everywhere, and ranked like any other judgment.

Reference: Freitag et al. 2021, Experts, errors, and context; Kocmi et al. 2024, Error span
annotation.
"""

import math
from dataclasses import dataclass, replace
from typing import ClassVar

from tertium.core.arrays import Floats
from tertium.core.errors import DataError
from tertium.core.spec import Spec, option
from tertium.human.groups import Groups, grouped
from tertium.human.ratings import Ratings

TASKS = ("mqm", "esa")

# Severities of rows that mark no error.
NO_ERROR = ("", "no-error")


@dataclass(frozen=True)
class Weights(Spec):
    """What errors weigh; defaults are those of Freitag et al. 2021."""

    name: ClassVar[str] = "error_weights"

    major: float = option(5.0, "A major error.", minimum=0)
    minor: float = option(1.0, "A minor error.", minimum=0)
    minor_punctuation: float = option(0.1, "A minor error of punctuation.", minimum=0)
    non_translation: float = option(25.0, "What is no translation at all.", minimum=0)
    neutral: float = option(0.0, "What is marked, but no error.", minimum=0)
    critical: float | None = option(None, "A critical error, which the standard set has not.")

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
        errors: How many were marked.
        per_output: Mean number for an output, as one annotator sees it.
        penalty: Mean of their weights for an output.
    """

    system: str
    category: str
    severity: str
    errors: int
    per_output: float
    penalty: float


def error_scores(ratings: Ratings, weights: Weights | None = None) -> Ratings:
    """Give one judgment for each output and annotator: minus the weights of the errors marked.

    Args:
        ratings: Judgments of which some are errors. Those of ESA that are scores do not count.
        weights: What errors weigh.
    """
    weights = weights or Weights()
    marked = _marked(ratings)
    outputs = _outputs(marked)
    penalty = outputs.sums(_weights(marked, weights))
    judged = marked.where(outputs.first, str(weights))
    # Not -0.0, which a table would show.
    return replace(judged, value=0.0 - penalty)


def error_profile(ratings: Ratings, weights: Weights | None = None) -> tuple[ErrorRate, ...]:
    """Tell which errors each system makes how often, the heaviest first.

    Args:
        ratings: Judgments of which some are errors.
        weights: What errors weigh.
    """
    import numpy as np

    weights = weights or Weights()
    marked = _marked(ratings)
    judged = np.bincount(
        marked.system.codes[_outputs(marked).first], minlength=len(marked.system.names)
    )
    no_error = [name for name in marked.severity.names if name.lower() in NO_ERROR]
    errors = marked.where(~marked.severity.is_(*no_error))
    kinds = grouped(errors.system, errors.category, errors.severity)
    penalties = kinds.sums(_weights(errors, weights))
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
        sorted(rates, key=lambda one: (one.system, -one.penalty, one.category, one.severity))
    )


def _marked(ratings: Ratings) -> Ratings:
    """Rows of tasks that mark errors, of what systems made."""
    marked = ratings.where(ratings.task.is_(*TASKS) & ratings.kind.is_("system", "repeat"))
    if not len(marked):
        raise DataError("There are no judgments that mark errors.", where=ratings.origin)
    return marked


def _outputs(marked: Ratings) -> Groups:
    """What one annotator marked in one output."""
    return grouped(
        marked.annotator, marked.batch, marked.task, marked.kind, marked.system, marked.item
    )


def _weights(marked: Ratings, weights: Weights) -> Floats:
    """Weight of each row; a severity without one is an error."""
    import numpy as np

    kinds = grouped(marked.category, marked.severity)
    found = np.array(
        [weights.weight(marked.category[row], marked.severity[row]) for row in kinds.first]
    )
    unknown = kinds.first[np.isnan(found)]
    if len(unknown):
        names = sorted({marked.severity[row] for row in unknown})
        raise DataError(
            f"There is no weight for errors of severity {', '.join(map(repr, names))}.",
            where=marked.severities.get(names[0], marked.origin),
            hint="Severities are major, minor, neutral and, where it is given a weight, critical.",
        )
    return found[kinds.numbers].astype(np.float64)
