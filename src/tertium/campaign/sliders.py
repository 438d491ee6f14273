"""Further sliders below each output: their names, ends and steps.

They are given as in `fluency:0-100,style:1-7:1,fit:-2-2:0.5`: a name, the smallest and the largest
value, and the step, which is 1 by default.
"""

import re
from dataclasses import dataclass

from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.core.formatting import counted

_NUMBER = r"-?\d{1,6}(?:\.\d{1,4})?"
_FORM = re.compile(rf"([^\W\d_][\w -]*):({_NUMBER})-({_NUMBER})(?::({_NUMBER}))?")

_LONGEST_NAME = 40

# Nobody reads more sliders below an output, or places one on more points.
_MOST, _MOST_STEPS = 10, 10_000


@dataclass(frozen=True)
class Slider:
    """A further slider below each output.

    Attributes:
        name: What annotators read beside it.
        low: Its smallest value.
        high: Its largest value.
        step: Distance between two of its values.
    """

    name: str
    low: float
    high: float
    step: float = 1.0

    @property
    def scale(self) -> str:
        """Ends and step, which name the answer scale of its judgments, as in 1-7 or 0-1:0.1."""
        step = "" if self.step == 1 else f":{self.step:g}"
        return f"{self.low:g}-{self.high:g}{step}"

    def holds(self, value: float) -> bool:
        """Whether a value is on the slider."""
        return self.low <= value <= self.high and _is_whole((value - self.low) / self.step)


def read_sliders(text: str) -> tuple[Slider, ...]:
    """Read the sliders of a setting."""
    if not text.strip():
        return ()
    found = [_read(part.strip()) for part in text.split(",")]
    names = [one.name for one in found]
    for name in names:
        if names.count(name) > 1:
            raise _wrong(f"two sliders have the name {name!r}.")
    if len(found) > _MOST:
        raise _wrong(f"at most {_MOST} sliders are allowed; {counted(len(found), 'slider')} given.")
    return tuple(found)


def _read(part: str) -> Slider:
    matched = _FORM.fullmatch(part)
    if matched is None:
        raise _wrong(f"{part!r} is not a slider.")
    name = matched[1].strip()
    low, high, step = float(matched[2]), float(matched[3]), float(matched[4] or 1)
    if len(name) > _LONGEST_NAME:
        raise _wrong(f"the name {name!r} has more than {_LONGEST_NAME} characters.")
    if low >= high:
        raise _wrong(f"in {part!r} the smallest value must be below the largest one.")
    if step <= 0 or not _is_whole((high - low) / step):
        raise _wrong(f"in {part!r} steps of {step:g} do not lead from {low:g} to {high:g}.")
    if (high - low) / step > _MOST_STEPS:
        raise _wrong(f"{part!r} has more than {counted(_MOST_STEPS, 'step')}.")
    return Slider(name, low, high, step)


def _is_whole(steps: float) -> bool:
    return abs(steps - round(steps)) < 1e-6


def _wrong(sentence: str) -> UsageError:
    return UsageError(
        f"{wording.option('sliders')}: {sentence}",
        hint="Give a name, the ends and the step, as in fluency:0-100,style:1-7:1.",
    )
