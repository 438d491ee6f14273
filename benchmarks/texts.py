"""Text to measure on: real text where the reference data are, else the example set."""

import gzip
import os
from itertools import cycle, islice
from pathlib import Path

from tertium.examples import folder

_ROOT = Path(__file__).parent.parent
_DATA = Path(os.environ.get("TERTIUM_REFERENCE_DATA", _ROOT.parent / "shared" / "data"))
REAL = _DATA / "metrics" / "wmt22-de-en" / "inputs"


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
    """So many segments, each different by its last word, so that no cache can answer."""
    _, outputs, references = pairs()
    return (
        [f"{line} {i}" for i, line in enumerate(islice(cycle(outputs), size))],
        [f"{line} {i}" for i, line in enumerate(islice(cycle(references), size))],
    )


def _lines(path: Path) -> list[str]:
    data = path.read_bytes()
    data = gzip.decompress(data) if path.suffix == ".gz" else data
    return data.decode().removesuffix("\n").split("\n")
