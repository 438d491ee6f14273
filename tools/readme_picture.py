"""Draw docs/differences.svg, the picture of the README, from the example data (`make picture`)."""

import sys
import tempfile
from pathlib import Path

import tertium
from tertium.report.charts import save

PICTURE = Path(__file__).parent.parent / "docs" / "differences.svg"


def draw(path: Path) -> None:
    """Draw the differences of four systems to the baseline in BLEU, with confidence intervals."""
    with tempfile.TemporaryDirectory() as folder:
        tertium.example(folder)
        outputs = sorted(Path(folder, "outputs").iterdir())
        testset = tertium.read(outputs, references=Path(folder, "ref.txt"))
    result = tertium.compare(testset, "bleu", baseline="baseline")
    save(tertium.plot(result, "differences"), path)


if __name__ == "__main__":
    draw(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE)
