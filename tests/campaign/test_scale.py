"""Five-point scales from TOML files."""

import pytest

from tertium.campaign.scale import load_scale
from tertium.campaign.settings import CampaignSettings
from tertium.core.errors import DataError, FormatError, TertiumError, UnknownMember, UsageError


def test_a_scale_of_the_user(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('title = "Mine"\n[adequacy]\n1 = "bad"\n5 = { en = "good", de = "gut" }\n')
    scale = load_scale(str(file), "adequacy")
    assert (scale.name, scale.title) == ("mine", "Mine")
    assert [scale.anchor(value, "de") for value in (1, 3, 5)] == ["bad", "", "gut"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[adequacy", "not a TOML file"),
        ("[fluency]\n1 = 'a'\n5 = 'b'\n", r"no table \[adequacy\]"),
        ("[adequacy]\n1 = 'a'\n", "no text for point 5"),
        ("[adequacy]\n1 = 'a'\n5 = 'b'\n6 = 'c'\n", "points are 1 to 5"),
        ("[adequacy]\n1 = 'a'\n5 = { de = 'b' }\n", "no English text"),
        ("[adequacy]\n1 = 'a'\n5 = 7\n", "no English text"),
        (f"[adequacy]\n1 = 'a'\n5 = '{'b' * 400}'\n", "at most 300 characters"),
        ("adequacy = 3\n", r"no table \[adequacy\]"),
    ],
)
def test_scales_that_cannot_be_used(tmp_path, text, message):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(FormatError, match=message):
        load_scale(str(file), "adequacy")


def test_unknown_scales(tmp_path):
    with pytest.raises(UnknownMember, match="Did you mean 'ldc'"):
        load_scale("lcd", "adequacy")
    with pytest.raises(TertiumError):
        load_scale(str(tmp_path / "missing.toml"), "adequacy")
    (tmp_path / "binary.toml").write_bytes(b"\xff\x00")
    with pytest.raises(DataError):
        load_scale(str(tmp_path / "binary.toml"), "adequacy")


def test_a_scale_needs_five_point_answers():
    with pytest.raises(UsageError, match="five-point answers only"):
        CampaignSettings(answer_scale="wmt")
    assert CampaignSettings(answer="five-point", answer_scale="wmt").answer_scale == "wmt"
