"""Tables of Graham and Liu 2016."""

from pathlib import Path

from tertium import formats
from tertium.core.scores import Scored

EXAMPLE = (
    b"METRIC LP DATA SYSTEM SCORE HUMAN\n"
    b"BLEU de-en news one 31.25 0.5 \nBLEU de-en news two 28.5 -0.25 \n"
)


def test_the_table_of_wmt15(reference_data: Path) -> None:
    path = str(reference_data / "stats/wmt15-ci/input/hum-sys.de-en.scores.csv")
    scores = formats.read("scores", path)
    assert scores.whole[Scored("HUMAN", "KIT.4017")] == 0.228
    assert scores.whole[Scored("BEER", "KIT.4017")] == 0.1640607177112
