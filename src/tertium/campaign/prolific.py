"""Annotators from Prolific: their ids, and the completion codes with which they return.

Prolific opens the study's address with three parameters, each an id of 24 hexadecimal digits, and
knows by a completion code how a submission ended. Nothing is sent to Prolific: annotators open the
address with the code themselves.
"""

import re
from typing import NamedTuple
from urllib.parse import urlencode

from tertium.core import wording
from tertium.core.errors import UsageError, did_you_mean, shown

PASSED, FAILED, SCREENED_OUT = OUTCOMES = ("passed", "failed", "screened-out")

# Name of the market in the database.
MARKET = "prolific"

# Parameters of the address, and what Prolific replaces in a study's address.
PARAMETERS = ("PROLIFIC_PID", "STUDY_ID", "SESSION_ID")

_PREFIX = "prolific-"
_ID = re.compile(r"[0-9a-f]{24}")
_CODE = re.compile(r"[A-Za-z0-9_-]{1,64}")
_RETURN = "https://app.prolific.com/submissions/complete"


class Submission(NamedTuple):
    """What Prolific says of a submission."""

    participant: str
    study: str
    session: str


def is_id(text: str) -> bool:
    """Whether a text has the form of an id of Prolific."""
    return _ID.fullmatch(text) is not None


def annotator_name(participant: str) -> str:
    """Name of the annotator who is a participant of Prolific."""
    return f"{_PREFIX}{participant}"


def is_reserved(name: str) -> bool:
    """Whether a name is that of a participant, which nobody can choose."""
    return name.lower().startswith(_PREFIX) and is_id(name.lower().removeprefix(_PREFIX))


def study_query() -> str:
    """Parameters of the study's address, with what Prolific replaces."""
    return "&".join(f"{name}={{{{%{name}%}}}}" for name in PARAMETERS)


def return_url(code: str) -> str:
    """Address that ends a submission with a code."""
    return f"{_RETURN}?{urlencode({'cc': code})}"


def read_codes(text: str) -> dict[str, str]:
    """Read completion codes, as in passed=ABC,failed=DEF,screened-out=GHI.

    Without a code of its own, failing is not told apart from passing. Annotators who are screened
    out return their submission without a code, unless there is one.
    """
    codes: dict[str, str] = {}
    wanted = f"of the form passed=ABC,failed=DEF,screened-out=GHI, of which {PASSED} is required"
    for part in filter(None, (part.strip() for part in text.split(","))):
        outcome, _, code = (piece.strip() for piece in part.partition("="))
        if outcome not in OUTCOMES:
            raise UsageError(
                f"{wording.option('prolific_codes')} has no outcome {shown(outcome)}."
                f"{did_you_mean(outcome, OUTCOMES)}",
                hint=f"Outcomes: {', '.join(OUTCOMES)}.",
            )
        if not _CODE.fullmatch(code) or outcome in codes or code in codes.values():
            raise wording.bad_option("prolific_codes", f"{wanted}, with different codes", text)
        codes[outcome] = code
    if text and PASSED not in codes:
        raise wording.bad_option("prolific_codes", wanted, text)
    return codes


def code_for(outcome: str, codes: dict[str, str]) -> str:
    """The code of an outcome; "" if there is none."""
    fallback = codes.get(PASSED, "") if outcome == FAILED else ""
    return codes.get(outcome, fallback)
