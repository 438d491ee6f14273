"""Review the work of a market: what to approve and reject, and who gets a bonus."""

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tertium.core import outputs, wording
from tertium.core.errors import DataError, UsageError
from tertium.formats.rows import check_suffix, write_rows
from tertium.storage.campaigns import AnnotatorRow
from tertium.storage.judgments import JudgmentRow

# Columns of the results that are written back, in the order of the market, as far as it gave them.
_FIRST = ("HITId", "HITTypeId", "AssignmentId", "WorkerId", "AssignmentStatus")

_BONUS = ("WorkerId", "AssignmentId", "BonusAmount", "Reason")

# Longest reason that workers can be given.
_LONGEST_REASON = 1024

_SMALLEST_BONUS = 0.01


class Verdict(NamedTuple):
    """What quality control says of an annotator.

    Attributes:
        verdict: "passed", "failed" or "not tested".
        reasons: Why the annotator fails, in sentences.
    """

    verdict: str
    reasons: tuple[str, ...]


class Reviewed(NamedTuple):
    """Numbers of assignments in a review.

    Attributes:
        approved: To be approved.
        rejected: To be rejected.
        decided: Approved or rejected before, and left as they are.
        bonuses: With a bonus.
        bonus: Sum of all bonuses.
        bonus_file: Where the bonuses were written; "" if there are none.
    """

    approved: int
    rejected: int
    decided: int
    bonuses: int
    bonus: float
    bonus_file: str


class _Assignment(NamedTuple):
    """An assignment: its annotator, what the market says, and its status."""

    annotator: str
    market: Mapping[str, str]
    status: str


def bonus_file(path: str | os.PathLike[str]) -> str:
    """Name of the file with the bonuses: reviewed.bonuses.csv for reviewed.csv."""
    return str(Path(path).with_suffix(f".bonuses{Path(path).suffix}"))


def review(
    people: Sequence[AnnotatorRow],
    judgments: Sequence[JudgmentRow],
    verdicts: Mapping[str, Verdict],
    path: str | os.PathLike[str],
    *,
    bonus: float,
    hit_reward: float | None,
    where: str,
    force: bool = False,
) -> Reviewed:
    """Write the review of all assignments, and the list of bonuses.

    Args:
        people: The annotators.
        judgments: Their judgments, rejected ones included.
        verdicts: Quality control of annotators.
        path: Where to write the review.
        bonus: Bonus in percent of the reward; 0 for none.
        hit_reward: Reward of an assignment, if the results do not say.
        where: Name of the campaign.
        force: Whether to replace existing files.
    """
    check_suffix(os.fspath(path))
    found = list(_assignments(people, judgments))
    if not found:
        raise DataError(
            "There are no results of a market to review.",
            where=where,
            hint="Store them first: tertium campaign import.",
        )
    rows = [_row(one, verdicts.get(one.annotator, Verdict("not tested", ()))) for one in found]
    earned = [
        one
        for one, row in zip(found, rows, strict=True)
        if bonus and verdicts.get(one.annotator, Verdict("", ())).verdict == "passed"
        if row["Approve"] or one.status == "Approved"
    ]
    bonuses = [_bonus(one, bonus, hit_reward) for one in earned]
    named = dict.fromkeys(name for one in found for name in one.market)
    columns = [*(name for name in _FIRST if name in {*named, "AssignmentStatus"})]
    columns += [*(name for name in named if name not in columns), "Approve", "Reject"]
    with outputs.replacing(force):
        if bonus:
            outputs.check_file(bonus_file(path))
            outputs.check_file(os.fspath(path))
            write_rows(bonus_file(path), _BONUS, bonuses)
        write_rows(os.fspath(path), columns, rows)
    return Reviewed(
        approved=sum(bool(row["Approve"]) for row in rows),
        rejected=sum(bool(row["Reject"]) for row in rows),
        decided=sum(not row["Approve"] and not row["Reject"] for row in rows),
        bonuses=len(bonuses),
        bonus=sum(float(row["BonusAmount"]) for row in bonuses),
        bonus_file=bonus_file(path) if bonus else "",
    )


def _assignments(
    people: Sequence[AnnotatorRow], judgments: Sequence[JudgmentRow]
) -> Iterator[_Assignment]:
    """Yield the assignments of all annotators of a market, with the status of their judgments."""
    statuses: dict[tuple[int, str], str] = {}
    for one in judgments:
        # The ids of such judgments are of the form market-assignment-item.
        assignment = one.client_id.partition("-")[2].rpartition("-")[0]
        statuses[one.annotator, assignment] = one.status
    for person in people:
        market: dict[str, Any] = {} if person.market is None else json.loads(person.market)
        for assignment, known in market.get("assignments", {}).items():
            status = statuses.get((person.id, assignment))
            if status is not None:
                yield _Assignment(person.name, known, status)


def _row(one: _Assignment, verdict: Verdict) -> dict[str, str]:
    """A row of the review; who was not tested is approved."""
    open_ = one.status in ("", "Submitted")
    failed = verdict.verdict == "failed"
    return {
        **one.market,
        "AssignmentStatus": one.status,
        "Approve": "x" if open_ and not failed else "",
        "Reject": _reason(verdict) if open_ and failed else "",
    }


def _reason(verdict: Verdict) -> str:
    text = "Your answers did not pass quality control: some outputs were made worse on purpose, or"
    text += f" had a known answer. {' '.join(verdict.reasons)}"
    return text[:_LONGEST_REASON]


def _bonus(one: _Assignment, percent: float, hit_reward: float | None) -> dict[str, str]:
    amount = max(_SMALLEST_BONUS, round(_reward(one, hit_reward) * percent / 100, 2))
    return {
        "WorkerId": one.market["WorkerId"],
        "AssignmentId": one.market["AssignmentId"],
        "BonusAmount": f"{amount:.2f}",
        "Reason": "Careful work: your answers passed quality control.",
    }


def _reward(one: _Assignment, given: float | None) -> float:
    if given is not None:
        return given
    number = re.fullmatch(r"\D*([0-9]{1,6}(?:\.[0-9]{1,4})?)\D*", one.market.get("Reward", ""))
    if number is None:
        raise UsageError(
            f"The results do not name the reward of assignment {one.market['AssignmentId']}, which"
            " bonuses depend on.",
            hint=f"Give it with {wording.option('hit_reward')}.",
        )
    return float(number[1])
