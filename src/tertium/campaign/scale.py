"""Scales of five points with anchors: one TOML file each, in `campaign/scales/`, or yours.

A file has a `title` and a table for each task with the five points, from 1 to 5:

    title = "LDC 2005"
    [adequacy]
    5 = { en = "All", de = "Alles" }
    4 = { en = "Most" }

A point without a text has no anchor. Languages are those of the interface; English is required.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tertium.core import files
from tertium.core.errors import FormatError, UnknownMember
from tertium.core.plugins import ROOT

POINTS = (1, 2, 3, 4, 5)

# Smallest and largest value of each way to answer; yes is 1 and no is 0.
RANGES = {"slider": (0, 100), "five-point": (POINTS[0], POINTS[-1]), "yes-no": (0, 1)}

_SUFFIX = ".toml"

_FOLDER = Path(ROOT) / "campaign" / "scales"

_LONGEST_ANCHOR = 300


@dataclass(frozen=True)
class Point:
    """A point of a scale, and its text by language; no text if it has no anchor."""

    value: int
    texts: Mapping[str, str]


@dataclass(frozen=True)
class Scale:
    """A five-point scale for one task.

    Attributes:
        name: Name of its file.
        title: Where it comes from.
        points: The points from 1 to 5.
    """

    name: str
    title: str
    points: tuple[Point, ...]

    def anchor(self, value: int, language: str) -> str:
        """Text of a point in a language, or else in English; empty if it has none."""
        texts = self.points[value - POINTS[0]].texts
        return texts.get(language) or texts.get("en", "")


@cache
def names() -> tuple[str, ...]:
    """Names of the scales that come with tertium."""
    return tuple(sorted(file.stem for file in _FOLDER.glob(f"*{_SUFFIX}")))


def load_scale(name: str, task: str) -> Scale:
    """Load a scale for a task.

    Args:
        name: Name of a scale, or path of a TOML file.
        task: The annotation task.
    """
    if name in names():
        path = str(_FOLDER / f"{name}{_SUFFIX}")
    elif name.endswith(_SUFFIX):
        path = name
    else:
        raise UnknownMember("scale", name, (*names(), "FILE.toml"))
    stem = Path(path).stem
    try:
        content = tomllib.loads(files.read_bytes(path).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"This is not a TOML file: {error}.", where=path) from None
    anchors = _anchors(content, task, path)
    points = tuple(Point(value, anchors.get(value, {})) for value in POINTS)
    return Scale(stem, str(content.get("title", stem)), points)


def _anchors(content: Mapping[str, Any], task: str, path: str) -> dict[int, dict[str, str]]:
    table = content.get(task)
    if not isinstance(table, dict):
        known = ", ".join(key for key, value in content.items() if isinstance(value, dict))
        raise FormatError(
            f"The scale has no table [{task}].", where=path, hint=f"Its tables: {known or 'none'}."
        )
    anchors: dict[int, dict[str, str]] = {}
    for key, value in table.items():
        texts = {"en": value} if isinstance(value, str) else value
        if key not in map(str, POINTS):
            raise FormatError(f"[{task}] has a point {key!r}; points are 1 to 5.", where=path)
        if not isinstance(texts, dict) or not isinstance(texts.get("en"), str):
            raise FormatError(f"Point {key} of [{task}] has no English text.", where=path)
        if any(not isinstance(text, str) or len(text) > _LONGEST_ANCHOR for text in texts.values()):
            raise FormatError(
                f"A text of point {key} of [{task}] is not a string of at most"
                f" {_LONGEST_ANCHOR} characters.",
                where=path,
            )
        anchors[int(key)] = texts
    for end in (POINTS[0], POINTS[-1]):
        if end not in anchors:
            raise FormatError(f"[{task}] has no text for point {end}.", where=path)
    return anchors
