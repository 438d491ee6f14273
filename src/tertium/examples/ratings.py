"""Simulated ratings of the simulated systems.

The true quality of an output segment for one task (adequacy or fluency) is::

    quality = max(0, 100 - sum of WEIGHTS[type][severity][task] over its errors)

A reference has the quality 100. A ``bad_reference`` is the same output, deliberately
degraded (the degraded text is not kept): ``max(0, quality - DEGRADATION)``. Annotators rate it as
``human/annotator_model.py`` says.
"""

import csv
import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tertium.examples.dice import Dice
from tertium.examples.systems import Output
from tertium.human.annotator_model import Annotator

# Points that an error costs: type -> severity -> task.
WEIGHTS = {
    "missing": {
        "major": {"adequacy": 18, "fluency": 10},
        "minor": {"adequacy": 4, "fluency": 6},
    },
    "extra": {
        "major": {"adequacy": 12, "fluency": 12},
        "minor": {"adequacy": 4, "fluency": 6},
    },
    "wrong_word": {
        "major": {"adequacy": 20, "fluency": 12},
        "minor": {"adequacy": 9, "fluency": 5},
    },
    "inflection": {
        "major": {"adequacy": 8, "fluency": 12},
        "minor": {"adequacy": 3, "fluency": 7},
    },
    "order": {
        "major": {"adequacy": 12, "fluency": 18},
        "minor": {"adequacy": 4, "fluency": 9},
    },
    "untranslated": {
        "major": {"adequacy": 20, "fluency": 20},
        "minor": {"adequacy": 9, "fluency": 12},
    },
    "number": {
        "major": {"adequacy": 22, "fluency": 2},
        "minor": {"adequacy": 10, "fluency": 1},
    },
}

DEGRADATION = 35


ANNOTATORS = (
    Annotator("a01", 0.95, 2.0, 6.0),
    Annotator("a02", 0.80, 10.0, 7.0),
    Annotator("a03", 1.05, -8.0, 8.0),
    Annotator("a04", 0.90, 0.0, 5.0),
    Annotator("a05", 0.00, 0.0, 0.0, careless=True),
    Annotator("a06", 1.10, -14.0, 7.0),
    Annotator("a07", 0.70, 22.0, 9.0),
    Annotator("a08", 1.00, -5.0, 6.0),
    Annotator("a09", 0.85, 4.0, 10.0),
    Annotator("a10", 0.95, -1.0, 8.0),
    Annotator("a11", 0.00, 0.0, 0.0, careless=True),
    Annotator("a12", 1.00, -2.0, 5.0),
)

BATCH_SIZE = 25

CONTROLS_PER_BATCH = {"repeat": 2, "bad_reference": 2, "reference": 1}

FIRST_DAY = datetime(2025, 3, 3, 8, 0, 0, tzinfo=UTC)

RATING_COLUMNS = (
    "annotator",
    "batch",
    "segment",
    "document",
    "system",
    "run",
    "task",
    "kind",
    "value",
    "start",
    "end",
)


def true_quality(output: Output, task: str) -> int:
    """Return the true quality of an output for a task."""
    errors = [edit for edit in output.edits if edit.type != "variant"]
    return max(0, 100 - sum(WEIGHTS[edit.type][edit.severity][task] for edit in errors))


@dataclass(frozen=True)
class Shown:
    """An item shown to an annotator: an output, a degraded output or a reference."""

    output: Output
    kind: str

    def quality(self, task: str) -> int:
        """Return the true quality of the item."""
        if self.kind == "reference":
            return 100
        penalty = DEGRADATION if self.kind == "bad_reference" else 0
        return max(0, true_quality(self.output, task) - penalty)

    def length(self) -> int:
        """Return the number of words to read."""
        if self.kind == "reference":
            return self.output.segment.reference
        return len(self.output.words())


def fill_batch(outputs: Sequence[Output], dice: Dice) -> list[Shown]:
    """Shuffle outputs, and mix in the control items.

    Repeated and degraded items come from the first half and return in the second half, so that
    the annotator has seen the original some time before.
    """
    ordered = [Shown(output, "system") for output in dice.shuffled(outputs)]
    half = len(ordered) // 2
    candidates = dice.shuffled(ordered[:half])
    controls: list[Shown] = []
    for kind, count in CONTROLS_PER_BATCH.items():
        controls.extend(Shown(candidates.pop().output, kind) for _ in range(count))
    return ordered[:half] + dice.shuffled(ordered[half:] + controls)


def seconds_spent(annotator: Annotator, words: int, dice: Dice) -> int:
    """Return the time an annotator spends on an item; careless annotators do not read."""
    if annotator.careless:
        return 2 + dice.below(4)
    return round(5 + 0.6 * words * math.exp(0.3 * dice.normal()) + 4 * dice.exponential())


def ratings_file(outputs: Iterable[Output]) -> str:
    """Return the ratings of the first run of every system.

    All batches are rated three times, each time by another annotator: twice for adequacy and
    once for fluency.
    """
    items = Dice("items").shuffled(output for output in outputs if output.run == 1)
    shares = [items[first : first + BATCH_SIZE] for first in range(0, len(items), BATCH_SIZE)]
    clocks = dict.fromkeys(ANNOTATORS, FIRST_DAY)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(RATING_COLUMNS)
    batch = 0
    for task, offset in (("adequacy", 0), ("adequacy", 5), ("fluency", 9)):
        for number, share in enumerate(shares):
            batch += 1
            dice = Dice("batch", batch)
            annotator = ANNOTATORS[(number + offset) % len(ANNOTATORS)]
            time = clocks[annotator] + timedelta(seconds=dice.below(7200))
            for shown in fill_batch(share, dice):
                time += timedelta(seconds=1 + dice.below(3))
                start = time
                time += timedelta(seconds=seconds_spent(annotator, shown.length(), dice))
                is_reference = shown.kind == "reference"
                writer.writerow(
                    [
                        annotator.name,
                        batch,
                        shown.output.segment.number,
                        shown.output.segment.document,
                        "reference.A" if is_reference else shown.output.system,
                        shown.output.run,
                        task,
                        shown.kind,
                        annotator.rate(shown.quality(task), dice),
                        f"{start:%Y-%m-%dT%H:%M:%SZ}",
                        f"{time:%Y-%m-%dT%H:%M:%SZ}",
                    ]
                )
            # One batch per day, so that no annotator works through the night.
            clocks[annotator] += timedelta(days=1)
    return stream.getvalue()
