"""The progress of annotators and systems in a campaign."""

from dataclasses import dataclass

from tertium.core.intervals import Interval
from tertium.core.notices import Notice


@dataclass(frozen=True)
class Work:
    """What an annotator has done, as the database counts it.

    Attributes:
        annotator: Name.
        status: "active", "excluded", "revoked", "deleted" or "deleted-excluded".
        planned: Number of items of the HITs of the annotator.
        judged: Number of items judged.
        last: Time of the last answer; NaN if there is none.
        active: Seconds of work.
        checks: Number of attention checks answered.
        checks_passed: Number of attention checks passed.
        cautions: Suspicious behaviour in attention checks.
        reset: Number of items whose answers were reset.
        kind: "person" or "machine".
    """

    annotator: str
    status: str
    planned: int
    judged: int
    last: float
    active: float
    checks: int = 0
    checks_passed: int = 0
    cautions: tuple[Notice, ...] = ()
    reset: int = 0
    kind: str = "person"


@dataclass(frozen=True)
class AnnotatorProgress:
    """Progress and quality of an annotator.

    Attributes:
        annotator: Name.
        status: "active", "excluded", "revoked", "deleted" or "deleted-excluded".
        judged: Number of items judged.
        planned: Number of items of the HITs of the annotator.
        last: Time of the last answer in seconds since 1970; NaN if there is none.
        seconds: Mean seconds of work per item; NaN if there is none.
        verdict: "passed", "failed" or "not tested".
        reasons: Reasons to fail.
        cautions: Suspicious behaviour that does not affect the verdict.
        checks: Number of attention checks answered.
        checks_passed: Number of attention checks passed: loud ones at the first attempt.
        reset: Number of items whose answers were reset, so that they do not count.
        kind: "person" or "machine", whose judgments enter no score.
    """

    annotator: str
    status: str
    judged: int
    planned: int
    last: float
    seconds: float
    verdict: str
    reasons: tuple[Notice, ...]
    cautions: tuple[Notice, ...]
    checks: int
    checks_passed: int
    reset: int
    kind: str


@dataclass(frozen=True)
class SystemProgress:
    """Judgments and score of a system.

    Attributes:
        system: Name.
        judged: Number of its outputs judged so far, repeats left out.
        planned: Number of its outputs to judge.
        score: Score so far; NaN if it is undefined.
        interval: Confidence interval of the score; if outputs are compared with each other, of the
            rank among the systems.
    """

    system: str
    judged: int
    planned: int
    score: float
    interval: Interval
