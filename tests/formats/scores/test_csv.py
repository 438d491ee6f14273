"""Tables of the WMT metrics task."""

from pathlib import Path

import pytest

from tertium import formats
from tertium.core import plugins
from tertium.core.errors import FormatError, UsageError
from tertium.core.scores import Scored

EXAMPLE = b"LP,SYSTEM,HUMAN,BLEU\nde-en,one,0.5,31.25\nde-en,two,-0.25,28.5\n"


def test_the_table_of_wmt20(reference_data: Path) -> None:
    path = str(reference_data / "stats/wmt20-metrics/input.de-en.sys-scores.csv")
    scores = formats.read("scores", path)
    assert scores.metrics[:3] == ["HUMAN", "HUMAN_RAW", "BLEU"]
    assert scores.whole[Scored("BLEU", "OPPO.1360")] == 43.2487


def test_language_pairs() -> None:
    read = plugins.load("formats.scores", "csv").read
    text = b"LP,SYSTEM,BLEU\nde-en,a,1\nen-de,a,2\n"
    with pytest.raises(UsageError, match="several language pairs"):
        read(text, "x.csv")
    assert read(text, "x.csv", "en-de").whole == {Scored("BLEU", "a"): 2}


def test_text_where_a_number_should_be() -> None:
    read = plugins.load("formats.scores", "csv").read
    with pytest.raises(FormatError, match=r"x\.csv:3: 'good' in column BLEU is not a number"):
        read(b"LP,SYSTEM,BLEU\nde-en,a,1\nde-en,b,good\n", "x.csv")
