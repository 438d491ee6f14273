"""What holds for every annotation task: answers become ratings without loss, others are refused."""

import json
import re
from importlib import import_module
from pathlib import Path

import jsonschema_rs
import numpy as np
import pytest
from tests.campaign._testsets import made

import tertium
from tertium import formats
from tertium.campaign.description import Description
from tertium.campaign.design import make_design, resolve
from tertium.campaign.scale import load_scale, names
from tertium.campaign.settings import CampaignSettings
from tertium.campaign.tasks import AnswerError, load_task
from tertium.core import plugins
from tertium.core.plugins import ROOT
from tertium.human.ratings import KINDS, TASKS

NAMES = plugins.names("campaign.tasks")
PAIRS = [(name, answer) for name in NAMES for answer in load_task(name).answers]

INSTRUCTIONS = Path(ROOT) / "campaign" / "instructions"
LANGUAGES = sorted(path.stem for path in (Path(ROOT) / "web" / "messages").glob("*.json"))


def examples(name):
    """Answers that the test of the task gives."""
    found = import_module(f"tests.campaign.tasks.test_{plugins.identifier(name)}").EXAMPLES
    assert {one.answer for one in found} == set(load_task(name).answers)
    return found


EXAMPLES = [(name, one) for name in NAMES for one in examples(name)]

BAD_VALUES: list[object] = [
    *[None, True, [], {}, -1, 101, 1.5, 10**400, float("nan"), float("inf"), "maybe", ""]
]

# JSON that no task accepts, whatever it asks.
BAD: list[object] = [
    *[None, True, 3, "yes", [], [1], {}, {"value": 1}, {"outputs": None}, {"outputs": []}],
    *[{"outputs": {}}, {"outputs": [1]}, {"outputs": [[]]}, {"outputs": ["x" * 10**6]}],
    *[{"outputs": [{"value": value}]} for value in BAD_VALUES],
    *[{"outputs": [{"VALUE": 1}]}, {"outputs": [{"value": "1"}]}],
    *[{"outputs": [{"value": 1, "more": 2}]}, {"OUTPUTS": [{"value": 1}]}],
]

# Comments that databases or files cannot hold.
BAD_COMMENTS = [None, 3, ["x"], "x" * 5001, "a\0b", "\ud800"]


def described(task, answer):
    settings = CampaignSettings(task=task, answer=answer, hit_size=20)
    # Three annotators, because nobody may see a segment twice in some tasks.
    design = make_design(made(), settings, 3)
    scale = load_scale("ldc", task) if answer == "five-point" else None
    # The test of a task that asks comprehension questions has their right answers.
    module = import_module(f"tests.campaign.tasks.test_{plugins.identifier(task)}")
    questions = getattr(module, "QUESTIONS", ())
    return Description.of(made(), resolve(settings), design, scale, pool=False, questions=questions)


def structure(path):
    """Numbers of headings, numbered items, other items and bold texts of Markdown."""
    text = path.read_text(encoding="utf-8")
    patterns = (r"^#+ \S", r"^\d+\. \S", r"^- \S", r"\*\*[^*]+\*\*")
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
    description = Description.of(
        made(), resolve(settings), make_design(made(), settings, 2), None, False
    )
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
    description = Description.of(
        made(), resolve(settings), make_design(made(), settings, 2), None, False
    )
    assert (description.default_instructions, description.instructions_language) == ("", "")
    (folder / "en" / "adequacy.md").write_text("Judge.", encoding="utf-8")
    assert (description.default_instructions, description.instructions_language) == ("Judge.", "en")
    (folder / "de" / "adequacy.md").write_text("Urteile.", encoding="utf-8")
    assert description.instructions_language == "de"
    # Instructions that mention the wrong text are worse than those in another language.
    (folder / "en" / "adequacy-reference.md").write_text("Compare.", encoding="utf-8")
    assert description.default_instructions == "Compare."


def judgment(example, stored, number=0, **changes):
    """A stored answer, as the database returns it."""
    outputs = [("system", f"s{place}") for place in range(len(example.shown.outputs))]
    return {
        **{"id": number, "item": 7 + number, "annotator": f"ann.{number}", "annotator_kind": ""},
        **{"outputs": outputs, "segment": f"{number}", "document": "news", "hit": 3},
        **{"answer": json.dumps(stored), "scale": "", "status": "", "condition": ""},
        **{"weight": 1.0, "shown": 1.7e9 + number, "submitted": 1.7e9 + 12.25},
        **changes,
    }


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_answers_become_ratings_and_files_without_loss(name, example, tmp_path):
    task, description = load_task(name), described(name, example.answer)
    stored = task.read(example.given, example.shown, description.question)
    # What is stored is read again if the annotator changes the answer.
    assert task.read(json.loads(json.dumps(stored)), example.shown, description.question) == stored
    assert description.understands(json.dumps(stored))
    found = judgment(example, stored, scale=description.scale_name, weight=2.5, condition="x")
    ratings = description.ratings([found], "news24")
    assert (0 if ratings is None else len(ratings)) == example.rows
    if ratings is None:
        return
    ends = task.range(example.answer)
    values = ratings.value[~np.isnan(ratings.value)]
    assert ends is None or ((values >= ends[0]) & (values <= ends[1])).all()
    assert ratings.weight.tolist() == [2.5] * len(ratings)
    assert set(ratings.condition.names) == {"x"}
    for suffix in ("csv", "jsonl"):
        path = tmp_path / f"ratings.{suffix}"
        formats.load("ratings", suffix).write(ratings, str(path))
        assert tertium.read_ratings(path) == ratings


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_machine_judges_get_a_schema_of_answers(name, example):
    question = described(name, example.answer).question
    schema = load_task(name).schema(len(example.shown.outputs), question)
    jsonschema_rs.meta.validate(schema)
    if "comment" not in json.dumps(example.given):  # machines need not comment
        assert jsonschema_rs.is_valid(schema, example.given)
    others: list[object] = [None, [], {}, {"outputs": []}, {**example.given, "more": 1}]
    for given in others:
        assert not jsonschema_rs.is_valid(schema, given)


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_a_comment_is_kept(name, example):
    task, description = load_task(name), described(name, example.answer)
    stored = task.read(
        {**example.given, "comment": " Hm, \U0001f600 "}, example.shown, description.question
    )
    assert stored["comment"] == "Hm, \U0001f600"
    ratings = description.ratings([judgment(example, stored)], "news24")
    assert ratings is None or any("Hm, \U0001f600" in one for one in ratings.comment.names)
    for comment in BAD_COMMENTS:
        with pytest.raises(AnswerError):
            task.read({**example.given, "comment": comment}, example.shown, description.question)


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_answers_of_control_items_keep_their_kind_and_others_are_no_ratings(name, example):
    task, description = load_task(name), described(name, example.answer)
    stored = task.read(example.given, example.shown, description.question)
    for kind in ("bad_reference", "repeat", "check", "tutorial"):
        outputs = [(kind, "s") for _ in example.shown.outputs]
        ratings = description.ratings([judgment(example, stored, outputs=outputs)], "news24")
        if kind in KINDS:
            assert ratings is None or ratings.kind.names == (kind,)
        else:
            assert ratings is None


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_attention_checks_know_what_answers_have(name, example):
    """Scores, spans and comparisons are those that expectations of answers name."""
    task, description = load_task(name), described(name, example.answer)
    stored = task.read(example.given, example.shown, description.question)
    parts = stored.get("outputs", [])
    assert task.marks_spans or not any("spans" in part for part in parts)
    if task.relative:
        assert {"ranks", "preferred"} & set(stored)
    if task.range(example.answer) is not None:
        assert all("value" in part for part in parts)


@pytest.mark.parametrize(("name", "answer"), PAIRS)
@pytest.mark.parametrize("given", BAD, ids=lambda given: repr(given)[:30])
def test_malformed_answers_are_refused(name, answer, given):
    shown = next(one.shown for one in examples(name) if one.answer == answer)
    with pytest.raises(AnswerError) as refused:
        load_task(name).read(given, shown, described(name, answer).question)
    assert refused.value.code in ("bad-answer", "out-of-range")
    assert refused.value.sentence.endswith(".")
    assert len(refused.value.sentence) < 100


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_an_answer_for_another_number_of_outputs_is_refused(name, example):
    question = described(name, example.answer).question
    more = example.shown._replace(outputs=(*example.shown.outputs, "Another output."))
    with pytest.raises(AnswerError):
        load_task(name).read(example.given, more, question)


@pytest.mark.parametrize(("name", "answer"), PAIRS)
def test_a_description_comes_back_from_the_database(name, answer):
    description = described(name, answer)
    assert Description.from_json(description.to_json(), "x") == description


@pytest.mark.parametrize("scale", names())
@pytest.mark.parametrize("name", [name for name, answer in PAIRS if answer == "five-point"])
def test_every_scale_has_anchors_in_every_language(scale, name):
    loaded = load_scale(scale, name)
    for point in loaded.points:
        assert not point.texts or set(point.texts) == set(LANGUAGES)
    assert loaded.anchor(1, "de") != loaded.anchor(1, "en")
    assert loaded.anchor(5, "xx") == loaded.anchor(5, "en") != ""
