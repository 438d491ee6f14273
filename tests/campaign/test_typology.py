"""Typologies of errors from TOML files."""

import pytest

from tertium.campaign.settings import INTERFACES, CampaignSettings
from tertium.campaign.typology import PLACES, load_typology, names, read_typology
from tertium.core.errors import DataError, FormatError, UnknownMember, UsageError
from tertium.core.records import from_plain, to_plain
from tertium.human.errors import Weights

OWN = """
title = "Post-editing"

[severity]
minor = { en = "Minor", de = "Leicht" }
severe = "Severe"

[category."Style"]

[category."Missing words"]
text = { en = "Missing words", de = "Fehlende Wörter" }

[category."Missing words/Content words"]
places = ["gap", "source"]

[category."Wrong language"]
places = ["whole"]
"""


@pytest.mark.parametrize("name", names())
def test_typologies_have_texts_in_the_languages_of_the_pages(name):
    typology = load_typology(name)
    levels = [one.texts for one in typology.levels]
    for texts in (*levels, *(one.texts for one in typology.categories)):
        assert set(texts) == set(INTERFACES)
        assert all(texts.values())
    assert typology.places == PLACES
    assert from_plain(type(typology), to_plain(typology), "x") == typology


def test_errors_of_the_typologies_have_weights():
    weights = Weights()
    mqm = load_typology("mqm")
    for severity in mqm.severities:
        for category in mqm.choices:
            assert weights.weight(category, severity) >= 0
    assert weights.weight("Fluency/Punctuation", "minor") == 0.1
    assert weights.weight("Non-translation", "major") == 25
    vilar = load_typology("vilar")
    assert weights.weight("Punctuation", "minor") == 0.1
    assert all(weights.weight(one, "major") == 5 for one in vilar.choices)


def test_the_categories_of_vilar_et_al():
    vilar = load_typology("vilar")
    assert len(vilar.choices) == 17
    assert vilar.categories_at("gap") == (
        *("Missing words/Content words", "Missing words/Filler words", "Punctuation"),
    )
    assert [one.name for one in vilar.categories if not one.places][:3] == [
        *("Missing words", "Word order", "Word order/Word level"),
    ]


def test_a_typology_of_yours(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    own = load_typology(str(path))
    assert (own.name, own.title, own.severities) == ("own", "Post-editing", ("minor", "severe"))
    assert own.choices == ("Style", "Missing words/Content words", "Wrong language")
    assert own.categories_at("output") == ("Style",)
    assert own.categories_at("source") == ("Missing words/Content words",)
    assert own.levels[0].text("de") == "Leicht"
    assert own.levels[1].text("de") == "Severe"
    assert [one.text("de") for one in own.categories] == [
        *("Style", "Fehlende Wörter", "Content words", "Wrong language"),
    ]


def test_parts_follow_the_category_that_they_are_part_of():
    text = '[severity]\nbad = "Bad"\n[category."A/x"]\n[category.B]\n[category."A/y/z"]\n'
    own = read_typology(text, "own.toml")
    assert [one.name for one in own.categories] == ["A", "A/x", "A/y", "A/y/z", "B"]
    assert own.choices == ("A/x", "A/y/z", "B")


def test_a_typology_without_categories_has_severities_only():
    own = read_typology('[severity]\nbad = "Bad"', "own.toml")
    assert own.choices == ()
    assert own.categories_at("output") == own.categories_at("gap") == ("",)
    assert own.categories_at("whole") == ()


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("[severity", 1, "not a TOML file"),
        ("", 1, r"needs a table \[severity\]"),
        ("\n\n[severity]\n", 3, r"needs a table \[severity\]"),
        ('[severities]\nminor = "x"', 1, "no key 'severities'.*did you mean 'severity'"),
        ('[severity]\nminor = "x"\nMajor = "y"', 3, "lower-case letters"),
        ('[severity]\nno-error = "x"', 2, "is not no-error"),
        ('[severity]\nminor = ""', 2, "is empty"),
        ('[severity]\nminor = { en = "x", xx = "y" }', 2, "not a language of the pages"),
        ('[severity]\na = "x"\n[category.B]\n\nplace = ["gap"]', 5, "did you mean 'places'"),
        ('[severity]\na = "x"\n[category.B]\nplaces = ["gaps"]', 4, "did you mean 'gap'"),
        ('[severity]\na = "x"\n[category.B]\nplaces = []', 4, "'places' must be a list"),
        ('[severity]\na = "x"\n[category."B/"]', 3, "must be words"),
        ('[severity]\na = "x"\n[category.B]\n[category.b]', 4, "differ in case only"),
        ('[severity]\na = "x"\n[category]\nB = 3', 4, "must be a table"),
        (
            '[severity]\na = "x"\n[category."B/C"]\n[category.B]\nplaces = ["gap"]',
            *(5, "has parts, so it is not chosen"),
        ),
        ('without_category = ["x"]\n[severity]\na = "x"', 1, "none of output, gap"),
        ("title = 3", 1, "'title' must be a text"),
    ],
)
def test_typologies_that_cannot_be_used(text, line, message):
    with pytest.raises(FormatError, match=f"(?is){message}") as error:
        read_typology(text, "own.toml")
    assert error.value.where == f"own.toml:{line}"


def test_unknown_typologies(tmp_path):
    with pytest.raises(UnknownMember, match="No typology named 'vila'"):
        load_typology("vila")
    with pytest.raises(DataError, match="No such file"):
        load_typology(str(tmp_path / "none.toml"))


def test_a_typology_is_one_of_errors_with_categories():
    assert CampaignSettings(task="mqm", typology="mqm").typology == "mqm"
    with pytest.raises(UsageError, match="applies to errors with categories only"):
        CampaignSettings(task="esa", typology="mqm")
