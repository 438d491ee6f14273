"""The page of reproduced tables is what its command makes of the data."""

from pathlib import Path

import pytest

from tests.tools import ROOT, tool

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::tertium.core.errors.DataWarning"),
]


def test_the_page_is_made_by_its_command(reference_data: Path) -> None:
    made = tool("reproduce").page(
        reference_data / "stats/wmt15-ci/input",
        reference_data / "metrics/wmt22-de-en/inputs",
        reference_data / "stats/da-wmt/input/wmt22-toen.de-en.seg-scores.csv.gz",
    )
    assert made == (ROOT / "docs" / "reproduction.md").read_text(encoding="utf-8")
