"""Rankings by human judgments, from Python."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.human._data import campaigns
from tests.report._human import errors, example, preferences, ranking, relative

import tertium
from tertium.core.errors import DataError, DataWarning, UsageError
from tertium.examples import folder
from tertium.human.errors import Weights
from tertium.human.ratings import Ratings


def test_the_example_is_ranked_with_those_who_can_be_trusted():
    result = ranking()
    assert [(one.cluster, one.system) for one in result.systems] == [
        (1, "large"),
        (1, "distilled"),
        (2, "finetuned"),
        (3, "baseline"),
        (4, "pivot"),
    ]
    assert result.data.judgments == 3600
    assert result.data.used == 1836
    assert "filters:quality_control+standardized" in result.signature


def test_without_quality_control_everybody_counts():
    result = tertium.rank(example(), task="adequacy", quality=False, trials=0)
    assert result.quality is None
    assert result.data.used == 2160
    assert "quality_control" not in result.signature


def test_rows_json_and_print():
    result = ranking()
    assert [row["system"] for row in result.to_rows()] == [one.system for one in result.systems]
    data = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert data["signature"] == result.signature
    assert data["ranking"]["p_values"]["systems"][0] == "large"
    assert str(result).splitlines()[2].split() == ["1", "1-2", "large", "0.531"]
    assert str(relative()).splitlines()[2].split() == ["1", "1-2", "a", "0.875"]


def test_a_published_ranking_from_its_file(reference_data):
    """Wins, clusters and means of WMT22 Czech-English, as WMT printed them."""
    name = "wmt22-toen.cs-en.seg-scores.csv.gz"
    ratings = tertium.read_ratings(reference_data / "stats/da-wmt/input" / name)
    result = tertium.rank(ratings, clusters="wmt", reference_systems=["HUMAN-C"], trials=0)
    published = campaigns(reference_data)["wmt22-toen/cs-en"]
    for one, wanted in zip(result.systems, published["systems"], strict=True):
        assert one.system == wanted["system"]
        assert one.score == pytest.approx(wanted["mean_z"], abs=1e-9)
        assert (one.wins, one.losses) == (wanted["wins"], wanted["losses"])
        assert one.reference == (one.system == "HUMAN-C")
    numbers = [one.cluster for one in result.systems]
    cuts = [place for place in range(1, len(numbers)) if numbers[place] != numbers[place - 1]]
    assert cuts == published["published_cuts"]


def test_approximate_randomization_of_ratings():
    result = tertium.rank(
        example(), task="adequacy", test="approximate-randomization", trials=100, quality=False
    )
    assert result.ranking is not None
    p = result.ranking.p_values.matrix
    assert p[0][4] == pytest.approx(1 / 101)
    assert p[4][0] == 1


def test_weights_of_errors():
    heavy = tertium.rank(errors(), weights=Weights(minor_punctuation=20), trials=0)
    assert [(one.system, one.score) for one in heavy.systems] == [("b", -5.5), ("a", -10.0)]
    assert "error_weights(minor_punctuation=20" in heavy.signature


def one_system() -> Ratings:
    return example().where(example().system.is_("large"))


@pytest.mark.parametrize(
    ("asked", "error", "message"),
    [
        ({}, UsageError, "There are judgments of several tasks: adequacy, fluency."),
        (
            {"task": "adequcy"},
            UsageError,
            "There are no judgments of 'adequcy'. Did you mean 'adequacy'?",
        ),
        (
            {"task": "adequacy", "language_pair": "de-en"},
            UsageError,
            "There are no judgments of 'de-en'.",
        ),
        (
            {"task": "adequacy", "reference_systems": ["larg"]},
            UsageError,
            "There is no system 'larg'. Did you mean 'large'?",
        ),
        (
            {"task": "adequacy", "method": "trueskill"},
            UsageError,
            "method does not apply to judgments on a scale.",
        ),
    ],
)
def test_what_cannot_be_asked(asked, error, message):
    with pytest.raises(error) as caught:
        tertium.rank(example(), **asked)
    assert caught.value.message == message


def test_hints_name_what_there_is():
    with pytest.raises(UsageError) as caught:
        tertium.rank(example(), task="sqm")
    assert caught.value.hint == "Known tasks: adequacy, fluency."
    with pytest.raises(UsageError) as caught:
        tertium.rank(example(), task="adequacy", language_pair="de-en")
    assert caught.value.hint == "The file does not name its language pairs; omit language_pair."


def test_one_system_is_no_ranking():
    with pytest.raises(DataError, match="A ranking needs judgments of two systems"):
        tertium.rank(one_system(), task="adequacy")


def test_quality_control_needs_degraded_outputs():
    plain = example().where(example().kind.is_("system"))
    with pytest.raises(DataError) as caught:
        tertium.rank(plain, task="adequacy", quality=True)
    assert caught.value.message.endswith("None of 12 annotators passes quality control.")
    assert caught.value.hint == (
        "The judgments contain no degraded outputs: rank without quality control, quality=False."
    )
    assert tertium.rank(plain, task="adequacy", trials=0).quality is None


def test_relative_judgments_take_their_own_settings():
    with pytest.raises(UsageError, match="level does not apply to relative judgments"):
        tertium.rank(preferences(), level="judgment")


def test_annotators_are_judged_by_all_they_did():
    """The verdicts that a ranking rests on are those of `tertium human quality`."""
    found = tertium.rank(example(), task="adequacy", trials=0).quality
    assert found == tertium.quality(example()).control


@pytest.mark.parametrize("asked", [{"quality": True}, {"quality_alpha": 0.01}])
def test_relative_judgments_without_degraded_outputs_cannot_be_controlled(asked):
    with pytest.raises(DataError, match="contain no degraded outputs: rank without quality"):
        tertium.rank(preferences(), **asked)


def test_judgments_that_are_standardized_only_are_not_controlled_again():
    """As WMT publishes those of annotators who passed, with degraded outputs among them."""
    given = example().of_task("adequacy")
    published = replace(given, value=np.full(len(given), np.nan), standardized=given.value)
    assert tertium.rank(published, trials=0).quality is None
    with pytest.raises(DataError, match="Quality control needs raw scores"):
        tertium.rank(published, quality=True, trials=0)


def test_a_file_that_is_there_under_two_names_counts_once(tmp_path):
    text = (folder() / "ratings.csv").read_text()
    for name in ("one.csv", "two.csv"):
        (tmp_path / name).write_text(text)
    paths = [str(tmp_path / name) for name in ("one.csv", "two.csv")]
    once = tertium.read_ratings(paths[0])
    with pytest.warns(DataWarning, match="3,600 judgments not used"):
        twice = tertium.read_ratings(paths)
    assert twice.digest == once.digest
    assert len(twice.dropped) == 3600
    for path in paths:
        Path(path).write_text("annotator,system,segment,value\na,x,1,70\na,y,1,60\n")
    with pytest.warns(DataWarning, match="2 judgments equal to others in every column were kept"):
        assert len(tertium.read_ratings(paths)) == 4
