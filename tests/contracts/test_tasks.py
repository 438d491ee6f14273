"""What holds for every annotation task: answers become ratings without loss, others are refused."""

import json
import re
from pathlib import Path

import pytest
from tests.campaign._testsets import made

import tertium
from tertium import formats
from tertium.campaign.description import Description
from tertium.campaign.design import make_design
from tertium.campaign.scale import POINTS, RANGES, load_scale, names
from tertium.campaign.settings import CampaignSettings
from tertium.campaign.tasks import AnswerError, load_task
from tertium.core import plugins
from tertium.core.plugins import ROOT
from tertium.human.ratings import TASKS

NAMES = plugins.names("campaign.tasks")
PAIRS = [(name, answer) for name in NAMES for answer in load_task(name).answers]

INSTRUCTIONS = Path(ROOT) / "campaign" / "instructions"
LANGUAGES = sorted(path.stem for path in (Path(ROOT) / "web" / "messages").glob("*.json"))

GOOD: dict[str, list[dict[str, object]]] = {
    "slider": [{"value": 0}, {"value": 73}, {"value": 100}],
    "five-point": [{"value": value} for value in POINTS],
    "yes-no": [{"value": "yes"}, {"value": "no"}],
}

# JSON that no task accepts, whatever it asks.
BAD = [
    *[None, True, 3, "yes", [], [1], {}, {"value": None}, {"value": True}, {"value": []}],
    *[{"value": {}}, {"value": -1}, {"value": 101}, {"value": 1.5}, {"value": 10**400}],
    *[{"value": float("nan")}, {"value": float("inf")}, {"value": "maybe"}, {"value": ""}],
    *[{"value": "x" * 10**6}, {"value": 1, "more": 2}, {"VALUE": 1}, {"value": "1"}],
]


def described(task, answer):
    settings = CampaignSettings(task=task, answer=answer, hit_size=20)
    design = make_design(made(), settings, 2)
    scale = load_scale("ldc", task) if answer == "five-point" else None
    return Description.of(made(), settings, design, scale, pool=False)


def structure(path):
    """Numbers of headings, numbered items, other items and bold words of Markdown."""
    text = path.read_text(encoding="utf-8")
    patterns = (r"^#+ \S", r"^\d+\. \S", r"^- \S", r"\*\*[^*\s]+\*\*")
    return [len(re.findall(pattern, text, re.MULTILINE)) for pattern in patterns]


@pytest.mark.parametrize("name", NAMES)
def test_a_task_has_a_summary_and_a_place_among_ratings(name):
    assert plugins.summary("campaign.tasks", name)
    assert name in TASKS
    assert load_task(name).name == name
    assert load_task(name).contexts
    assert (INSTRUCTIONS / "en" / f"{name}.md").read_text(encoding="utf-8").strip()


def test_instructions_are_in_the_languages_of_the_pages():
    assert {path.name for path in INSTRUCTIONS.iterdir()} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_instructions_have_the_same_structure_in_every_language(language):
    english = {path.name: structure(path) for path in (INSTRUCTIONS / "en").iterdir()}
    assert {path.name: structure(path) for path in (INSTRUCTIONS / language).iterdir()} == english


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("context", ["source", "reference"])
def test_default_instructions_are_in_the_language_of_the_pages(language, context):
    settings = CampaignSettings(show=context, hit_size=20, interface=language)
    description = Description.of(made(), settings, make_design(made(), settings, 2), None, False)
    name = {"source": "adequacy.md", "reference": "adequacy-reference.md"}[context]
    expected = (INSTRUCTIONS / language / name).read_text(encoding="utf-8")
    assert description.default_instructions == expected
    assert description.instructions_language == language


def test_default_instructions_are_in_english_if_a_language_has_none(tmp_path, monkeypatch):
    folder = tmp_path / "campaign" / "instructions"
    (folder / "en").mkdir(parents=True)
    (folder / "de").mkdir()
    monkeypatch.setattr("tertium.campaign.description.ROOT", str(tmp_path))
    settings = CampaignSettings(show="reference", hit_size=20, interface="de")
    description = Description.of(made(), settings, make_design(made(), settings, 2), None, False)
    assert (description.default_instructions, description.instructions_language) == ("", "")
    (folder / "en" / "adequacy.md").write_text("Judge.", encoding="utf-8")
    assert (description.default_instructions, description.instructions_language) == ("Judge.", "en")
    (folder / "de" / "adequacy.md").write_text("Urteile.", encoding="utf-8")
    assert description.instructions_language == "de"
    # Instructions that mention the wrong text are worse than those in another language.
    (folder / "en" / "adequacy-reference.md").write_text("Compare.", encoding="utf-8")
    assert description.default_instructions == "Compare."


@pytest.mark.parametrize(("name", "answer"), PAIRS)
def test_answers_become_ratings_and_files_without_loss(name, answer, tmp_path):
    task, description = load_task(name), described(name, answer)
    stored = [task.read_answer(given, answer) for given in GOOD[answer]]
    judgments = [
        {
            **{"annotator": f"ann.{number}", "system": "a+b", "segment": f"{number}"},
            **{"document": "news", "kind": "system", "hit": 3, "scale": description.scale_name},
            **{"answer": json.dumps(one), "shown": 1.7e9 + number, "submitted": 1.7e9 + 12.25},
        }
        for number, one in enumerate(stored)
    ]
    ratings = description.ratings(judgments, "news24")
    assert ratings is not None
    low, high = RANGES[answer]
    assert ((ratings.value >= low) & (ratings.value <= high)).all()
    assert len(set(ratings.value.tolist())) == len(GOOD[answer])
    for suffix in ("csv", "jsonl"):
        path = tmp_path / f"ratings.{suffix}"
        formats.load("ratings", suffix).write(ratings, str(path))
        assert tertium.read_ratings(path) == ratings


@pytest.mark.parametrize(("name", "answer"), PAIRS)
@pytest.mark.parametrize("given", BAD, ids=lambda given: repr(given)[:30])
def test_malformed_answers_are_refused(name, answer, given):
    with pytest.raises(AnswerError) as refused:
        load_task(name).read_answer(given, answer)
    assert refused.value.code in ("bad-answer", "out-of-range")
    assert refused.value.sentence.endswith(".")
    assert len(refused.value.sentence) < 100


@pytest.mark.parametrize(("name", "answer"), PAIRS)
def test_a_description_comes_back_from_the_database(name, answer):
    description = described(name, answer)
    assert Description.from_json(description.to_json(), "x") == description


@pytest.mark.parametrize("scale", names())
@pytest.mark.parametrize("name", NAMES)
def test_every_scale_has_anchors_in_every_language(scale, name):
    loaded = load_scale(scale, name)
    for point in loaded.points:
        assert not point.texts or set(point.texts) == set(LANGUAGES)
    assert loaded.anchor(1, "de") != loaded.anchor(1, "en")
    assert loaded.anchor(5, "xx") == loaded.anchor(5, "en") != ""
