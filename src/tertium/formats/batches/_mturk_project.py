"""The project of Mechanical Turk that shows the HITs of a campaign: its settings, in words."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from tertium.campaign.batches import Batch, BatchHit, BatchSettings
from tertium.core import files, wording
from tertium.core.errors import UsageError
from tertium.core.formatting import counted

# Mechanical Turk has a higher fee for HITs with more assignments.
_MOST_ASSIGNMENTS = 9

_SMALLEST_REWARD = 0.01

# Workers need time for breaks; more than that keeps HITs from others.
_TIMES_AS_LONG = 4

_SECONDS_TO_REVIEW = "7 days"


class Input(NamedTuple):
    """A CSV of HITs with the same reward; NaN if no reward was given."""

    file: str
    reward: float
    hits: tuple[BatchHit, ...]


def by_reward(hits: Sequence[BatchHit], settings: BatchSettings) -> list[Input]:
    """Divide HITs by their rewards: all HITs of a project have the same one."""
    by_amount: dict[float | None, list[BatchHit]] = {}
    for hit in hits:
        by_amount.setdefault(_reward(hit, settings), []).append(hit)
    if len(by_amount) == 1:
        return [Input("hits.csv", _number(amount), tuple(own)) for amount, own in by_amount.items()]
    ordered = sorted(by_amount.items(), key=lambda pair: _number(pair[0]))
    return [
        Input(f"hits-{_number(amount):.2f}.csv", _number(amount), tuple(own))
        for amount, own in ordered
    ]


def check_assignments(batch: Batch, assignments: int) -> None:
    """Warn of a number of annotators that raises the fee; refuse one that cannot be used."""
    if assignments > 1 and batch.description.settings.until == "decided":
        raise UsageError(
            f"{wording.option('until', 'decided')} judges each segment once.",
            hint=f"Leave {wording.option('assignments')} out.",
        )
    if assignments > _MOST_ASSIGNMENTS:
        files.warn_unused(
            f"Mechanical Turk has a higher fee for HITs with more than {_MOST_ASSIGNMENTS}"
            f" assignments; {assignments:,} are wanted. Publish the CSV several times with fewer."
        )


def read_me(batch: Batch, settings: BatchSettings, inputs: Sequence[Input]) -> str:
    """The settings of the project, and the steps until the results are stored."""
    description, several = batch.description, len(inputs) > 1
    languages = [one for one in (description.source_language, description.target_language) if one]
    pair = " to ".join(languages) if len(languages) == 2 else "".join(languages)
    people = f" For people who live in {settings.country}." if settings.country else ""
    seconds = batch.task.seconds * max(len(hit.screens) for hit in batch.hits)
    allotted = max(1, math.ceil(_TIMES_AS_LONG * seconds / 3600))
    rows = [
        ("Title", f"Judge translations{f' ({pair})' if pair else ''}"),
        (
            "Description",
            f"Read {counted(max(hit.outputs for hit in batch.hits), 'translation')} and judge the"
            f" {description.settings.task} of each.{people}",
        ),
        ("Keywords", ", ".join(["translation", "language", "judgment", *languages])),
        *((f"Reward for {one.file}", _amount(one.reward)) for one in inputs),
        ("Number of assignments per task", f"{settings.assignments}"),
        ("Time allotted per Worker", counted(allotted, "hour")),
        ("Auto-approve and pay Workers in", _SECONDS_TO_REVIEW),
    ]
    if settings.country:
        rows.append(("Qualification", f"Location is {settings.country}"))
    table = "\n".join(f"| {name} | {_cell(value)} |" for name, value in rows)
    files_of = "\n".join(
        f"- `{one.file}`: {counted(len(one.hits), 'HIT')},"
        f" {counted(sum(hit.outputs for hit in one.hits), 'output')} to judge"
        for one in inputs
    )
    projects = (
        "Make a project for each CSV, because all HITs of a project have the same reward."
        if several
        else "Make a project with these settings."
    )
    return f"""\
# {_cell(batch.campaign)} on Mechanical Turk

| setting | value |
| --- | --- |
{table}

{files_of}

1. {projects}
2. Paste `template.html` into the design of the project, in place of all that is there.
   `template-crowd.html` does the same with crowd elements. Turkle takes `template.html`.
3. Look at the preview. The instructions are those of `instructions.md` in the folder of the
   campaign; remove what does not apply to workers, such as personal links, and export again.
4. Publish a batch with the CSV.
5. Store the results: `tertium campaign import {batch.campaign} Batch_*.csv`. Results can be stored
   again at any time; each assignment counts once.
6. `tertium campaign review {batch.campaign} -o reviewed.csv --bonus 20` says which assignments to
   approve and reject, and who gets a bonus. Upload the file where you review the results.

A reference translation, if there is one, is one of several correct translations. A highlighted part
of it was found automatically and may be imprecise; the page says so.

The files hold no names of systems, and do not tell control items from others.
"""


def _reward(hit: BatchHit, settings: BatchSettings) -> float | None:
    """Reward of a HIT in whole cents; None if no reward was given."""
    if settings.hit_reward is None and not settings.output_reward:
        return None
    amount = (settings.hit_reward or 0.0) + settings.output_reward * hit.outputs
    return max(_SMALLEST_REWARD, round(amount, 2))


def _number(amount: float | None) -> float:
    return math.nan if amount is None else amount


def _amount(reward: float) -> str:
    return "as you choose" if math.isnan(reward) else f"{reward:.2f}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
