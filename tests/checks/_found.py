"""Running one check, or the command line on some files."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tertium.api.check import check
from tertium.core import plugins
from tertium.core.streams import Stream
from tertium.core.testset import TestSet

ENGLISH = [
    "The mayor opened the new bridge on Monday morning.",
    "About two hundred people had come, in spite of the rain.",
    "A brass band played, and children waved small flags.",
    "The old bridge, built in 1911, had been closed for years.",
    "Cars had to take a detour of twelve kilometres.",
    "Next week, the buses will use the bridge as well.",
]
GERMAN = [
    "Am Montagmorgen eröffnete die Bürgermeisterin die neue Brücke.",
    "Trotz des Regens waren rund zweihundert Menschen gekommen.",
    "Eine Blaskapelle spielte, und Kinder schwenkten Fähnchen.",
    "Die alte Brücke von 1911 war jahrelang gesperrt gewesen.",
    "Autos mussten einen Umweg von zwölf Kilometern fahren.",
    "Ab nächster Woche fahren auch die Busse über die Brücke.",
]
OUTPUT = [
    "On Monday morning the mayor opened the new bridge.",
    "Despite the rain, around two hundred people had come.",
    "A brass band was playing and children waved flags.",
    "The old bridge of 1911 had been closed for years.",
    "Cars had to make a detour of twelve kilometers.",
    "From next week the buses will also cross the bridge.",
]


def texts(
    output: Sequence[str] = OUTPUT,
    reference: Sequence[str] = ENGLISH,
    source: Sequence[str] | None = None,
    **rest: Any,
) -> TestSet:
    """A test set of plain text files."""
    return TestSet(
        references={"ref": Stream(reference, "ref.txt")},
        outputs={"out": (Stream(output, "out.txt"),)},
        source=None if source is None else Stream(source, "src.txt"),
        **rest,
    )


def found(name: str, given: TestSet) -> list[str]:
    """What a check finds, level first; nothing else may be said under its name, nor if allowed."""
    findings = [f for f in check(given, effects=False) if f.check == name]
    alone = plugins.load("checks", name).find(given)
    assert findings == [finding._replace(check=name) for finding in alone]
    assert not [f for f in check(given, allow=[name], effects=False) if f.check == name]
    return [f"{finding.level}: {finding}" for finding in findings]


def write(folder: Path, texts: Mapping[str, Sequence[str] | bytes]) -> None:
    """Files of lines, or of bytes as they are."""
    for name, content in texts.items():
        data = (
            content
            if isinstance(content, bytes)
            else "".join(f"{line}\n" for line in content).encode("utf-8")
        )
        (folder / name).write_bytes(data)
