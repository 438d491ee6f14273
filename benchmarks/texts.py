"""Text to measure on: real text if the reference data are available, else the example data."""

import gzip
import os
from itertools import cycle, islice
from pathlib import Path

from tertium.examples import folder

_ROOT = Path(__file__).parent.parent
_DATA = Path(os.environ.get("TERTIUM_REFERENCE_DATA", _ROOT.parent / "shared" / "data"))
# A prime: checks look at every so many lines, which should not be the same one again and again.
_PERIOD = 997
REAL = _DATA / "metrics" / "wmt22-de-en" / "inputs"
WMT23 = _DATA / "wmt23"
SCORES = _DATA / "stats" / "mtme" / "input.R1.json.gz"


def pairs() -> tuple[str, list[str], list[str]]:
    """Where the text is from, outputs of two systems joined, and their references."""
    if REAL.is_dir():
        outputs = _lines(REAL / "Online-A.txt.gz") + _lines(REAL / "Online-B.txt.gz")
        return (
            "WMT22 de-en, two systems of 1,000 segments",
            outputs,
            _lines(REAL / "refA.txt.gz") * 2,
        )
    names = ["large", "distilled", "finetuned", "pivot", "baseline.1"] * 2
    outputs = [line for name in names for line in _lines(folder() / "systems" / f"{name}.txt")]
    return "the example set, repeated", outputs, _lines(folder() / "reference.A.en.txt") * 10


def grown(size: int) -> tuple[list[str], list[str]]:
    """Segments that all differ in their last word, so that no cache can answer."""
    _, outputs, references = pairs()
    return (
        [f"{line} {i}" for i, line in enumerate(islice(cycle(outputs), size))],
        [f"{line} {i}" for i, line in enumerate(islice(cycle(references), size))],
    )


def systems() -> tuple[dict[str, list[str]], list[str]]:
    """Outputs of several systems, by their names, and a reference."""
    if REAL.is_dir():
        files = [path for path in REAL.glob("*.txt.gz") if not path.name.startswith(("ref", "src"))]
        reference = REAL / "refA.txt.gz"
    else:
        files, reference = list((folder() / "systems").iterdir()), folder() / "reference.A.en.txt"
    return {path.name.partition(".txt")[0]: _lines(path) for path in sorted(files)}, _lines(
        reference
    )


def write_grown(path: Path, segments: int, count: int) -> tuple[Path, list[Path]]:
    """Write so many segments of a reference and of so many systems into a directory.

    Every system leaves out another word of each line, so that no two are the same; a number at
    the end makes each segment different.
    """
    outputs, reference = systems()
    texts = {"reference": reference[:_PERIOD]}
    for number, lines in enumerate(islice(cycle(outputs.values()), count)):
        texts[f"system-{number + 1}"] = [
            _without(line, i + number) for i, line in enumerate(lines[:_PERIOD])
        ]
    for name, lines in texts.items():
        with (path / f"{name}.txt").open("w", encoding="utf-8") as file:
            file.writelines(
                f"{line} {i}\n" for i, line in enumerate(islice(cycle(lines), segments))
            )
    first, *others = [path / f"{name}.txt" for name in texts]
    return first, others


def _without(line: str, number: int) -> str:
    words = line.split(" ")
    del words[number % len(words)]
    return " ".join(words)


def _lines(path: Path) -> list[str]:
    data = path.read_bytes()
    data = gzip.decompress(data) if path.suffix == ".gz" else data
    return data.decode().removesuffix("\n").split("\n")
