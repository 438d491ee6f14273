"""The page of reproduced tables is what its command makes of the data."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::tertium.core.errors.DataWarning"),
]


def test_the_page_is_made_by_its_command(reference_data: Path) -> None:
    place = ROOT / "tools" / "reproduce.py"
    specification = importlib.util.spec_from_file_location("reproduce", place)
    assert specification is not None
    assert specification.loader is not None
    reproduce = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(reproduce)
    made = reproduce.page(
        reference_data / "stats/wmt15-ci/input",
        reference_data / "metrics/wmt22-de-en/inputs",
        reference_data / "stats/da-wmt/input/wmt22-toen.de-en.seg-scores.csv.gz",
    )
    assert made == (ROOT / "docs" / "reproduction.md").read_text(encoding="utf-8")
