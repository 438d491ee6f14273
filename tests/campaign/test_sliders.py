"""Further sliders: how they are given, answered, exported and ranked."""

import json
import math
from dataclasses import replace
from importlib import import_module

import jsonschema_rs
import pytest
from tests.campaign._testsets import made
from tests.campaign.tasks._example import ONE, TWO
from tests.contracts.test_tasks import described
from tests.web._browser import answer_to, entered, unlimited

import tertium
from tertium.campaign.design import resolve
from tertium.campaign.settings import CampaignSettings
from tertium.campaign.sliders import Slider, read_sliders
from tertium.campaign.tasks import AnswerError, OutputTask, Question, load_task
from tertium.core import plugins
from tertium.core.errors import UsageError
from tertium.human.ratings import Ratings
from tertium.storage import work

WRONG: list[object] = [None, "1", True, [], -1, 101, 0.5]

TWO_SLIDERS = "fluency:0-100,style:1-7:0.5"


def test_sliders_are_read():
    assert read_sliders(" fluency:0-100, Text style:1-7:1,fit:-2-2:0.5,é:-3--1") == (
        Slider("fluency", 0, 100),
        Slider("Text style", 1, 7),
        Slider("fit", -2, 2, 0.5),
        Slider("é", -3, -1),
    )
    assert read_sliders("") == read_sliders("  ") == ()
    assert [one.scale for one in read_sliders(TWO_SLIDERS)] == ["0-100", "1-7:0.5"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fluency", "'fluency' is not a slider"),
        ("fluency:0:100", "is not a slider"),
        (":0-100", "is not a slider"),
        ("7:0-100", "is not a slider"),
        ("a:0-100,", "'' is not a slider"),
        ("a:0-1e9", "is not a slider"),
        ("a:0-100:x", "is not a slider"),
        ("a:100-0", "must be below"),
        ("a:5-5", "must be below"),
        ("a:0-10:3", "steps of 3 do not lead from 0 to 10"),
        ("a:0-10:0", "steps of 0 do not lead"),
        ("a:0-10:-1", "steps of -1 do not lead"),
        ("a:0-999999", "more than 10,000 steps"),
        ("a:0-1,a:0-2", "two sliders have the name 'a'"),
        (f"{'x' * 41}:0-1", "more than 40 characters"),
        (",".join(f"s{'x' * n}:0-1" for n in range(11)), "at most 10"),
    ],
)
def test_wrong_sliders_are_refused_with_an_example(text, message):
    with pytest.raises(UsageError, match=message) as refused:
        resolve(CampaignSettings(sliders=text))
    assert refused.value.hint == (
        "Give a name, the ends and the step, as in fluency:0-100,style:1-7:1."
    )


def question(answer="slider"):
    return Question(answer, sliders=read_sliders(TWO_SLIDERS))


def answered(*parts):
    return {"outputs": [{"value": value, "sliders": dict(more)} for value, more in parts]}


@pytest.mark.parametrize("answer", ["slider", "five-point"])
def test_every_slider_has_a_rating_of_its_own(answer):
    task, asked = load_task("adequacy"), question(answer)
    given = answered((4, {"fluency": 70, "style": 6.5}), (2, {"fluency": 0, "style": 1}))
    given["outputs"][1]["comment"] = "Hm."
    stored = task.read(given, TWO, asked)
    assert stored == given
    assert task.read(json.loads(json.dumps(stored)), TWO, asked) == stored
    assert list(task.rows(stored, asked)) == [
        (0, {"value": 4.0}),
        (0, {"task": "slider:fluency", "scale": "0-100", "value": 70.0}),
        (0, {"task": "slider:style", "scale": "1-7:0.5", "value": 6.5}),
        (1, {"value": 2.0, "comment": "Hm."}),
        (1, {"task": "slider:fluency", "scale": "0-100", "value": 0.0}),
        (1, {"task": "slider:style", "scale": "1-7:0.5", "value": 1.0}),
    ]
    assert jsonschema_rs.is_valid(
        task.schema(2, asked), answered(*[(4, {"fluency": 1, "style": 2})] * 2)
    )
    assert not jsonschema_rs.is_valid(task.schema(1, asked), {"outputs": [{"value": 4}]})


@pytest.mark.parametrize(
    "sliders",
    [
        *[None, [], {}, 3, {"fluency": 1}, {"fluency": 1, "style": 2, "more": 3}],
        *[{"fluency": value, "style": 2} for value in WRONG],
        *[{"fluency": 1, "style": value} for value in (0, 7.5, 1.2, 10**400, float("nan"))],
        {"fluency": float("inf"), "style": 1},
    ],
)
def test_values_that_are_not_on_a_slider_are_refused(sliders):
    given = {"outputs": [{"value": 50, "sliders": sliders}]}
    with pytest.raises(AnswerError) as refused:
        load_task("adequacy").read(given, ONE, question())
    assert refused.value.code in ("bad-answer", "out-of-range")
    assert refused.value.sentence.endswith(".")


def test_all_sliders_are_required_and_none_is_without_being_asked():
    with pytest.raises(AnswerError):
        load_task("adequacy").read({"outputs": [{"value": 50}]}, ONE, question())
    with pytest.raises(AnswerError, match="no further sliders"):
        load_task("adequacy").read(answered((50, {"fluency": 1})), ONE, Question())


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A campaign in which s0 has the better style, and s1 the better meaning."""
    folder = tmp_path_factory.mktemp("campaigns") / "news"
    campaign = tertium.new_campaign(
        made(70, 2), folder, annotators=["ann"], hit_size=60, sliders=TWO_SLIDERS, judgments=42
    )
    browser = entered(unlimited(campaign), campaign, "annotator", "ann")
    while items := browser.get("/c/news/work").json()["items"]:
        for item in items:
            with campaign.database.reading() as connection:
                row = work.item(connection, campaign.id, item["id"])
            assert row is not None
            (output,) = row.outputs
            bad, second = output.kind == "bad_reference", output.system == "s1"
            value = (30 if bad else 60 + 20 * second) + item["id"] % 5
            style = 1 if bad else 5 - 2 * second + item["id"] % 2
            answer = answered((value, {"fluency": value - 10, "style": style}))
            assert browser.post("/c/news/answers", answer_to(item, answer=answer)).is_success
    yield campaign
    campaign.close()


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_nothing_is_lost_in_files(finished, tmp_path, suffix):
    finished.export(tmp_path / f"ratings.{suffix}")
    ratings = tertium.read_ratings(tmp_path / f"ratings.{suffix}")
    assert ratings == finished.ratings()
    assert set(ratings.task.names) == {"adequacy", "slider:fluency", "slider:style"}
    assert len(ratings) == 3 * 60


def test_systems_are_ranked_by_each_slider(finished):
    ratings = finished.ratings()
    with pytest.raises(UsageError, match="several tasks: adequacy, slider:fluency, slider:style"):
        tertium.rank(ratings)
    best = {
        task: tertium.rank(ratings, task=task).systems[0].system
        for task in ("adequacy", "slider:fluency", "slider:style")
    }
    assert best == {"adequacy": "s1", "slider:fluency": "s1", "slider:style": "s0"}


def test_sliders_enter_neither_quality_control_nor_the_state(finished):
    (annotator,) = tertium.quality(finished.ratings()).control.annotators
    alone = tertium.quality(finished.ratings().of_task("adequacy")).control.annotators[0]
    assert annotator == alone
    status = finished.status()
    assert status.state == "finished"
    assert sum(one.judged for one in status.systems) == 42
    assert status.systems[0].system == "s1"
    assert status.annotators[0].verdict == "passed"
    assert finished.check() == []


def test_a_slider_is_standardized_like_scores(finished):
    ranking = tertium.rank(finished.ratings(), task="slider:style")
    assert ranking.ranking is not None
    assert ranking.quality is not None
    assert ranking.ranking.scale == "standardized"
    assert ranking.quality.passed == ("ann",)


def test_machine_judges_get_the_sliders(finished, tmp_path):
    finished.export_items(tmp_path / "items.jsonl")
    line = json.loads((tmp_path / "items.jsonl").read_text(encoding="utf-8").splitlines()[0])
    part = line["answer_schema"]["properties"]["outputs"]["items"]
    assert part["required"] == ["value", "sliders"]
    assert set(part["properties"]["sliders"]["properties"]) == {"fluency", "style"}


def test_misspelled_tasks_are_still_not_read(tmp_path):
    file = tmp_path / "ratings.csv"
    file.write_text("annotator,system,task,value\na,x,adequcy,1\na,x,slider:,1\na,x,slider:é,1\n")
    with pytest.warns(UserWarning, match="unknown task"):
        ratings = tertium.read_ratings(file)
    assert ratings.task.names == ("slider:é",)


def test_sliders_decide_no_pairs_of_systems(finished):
    answer = json.dumps(answered((70, {"fluency": 1, "style": 2})))
    assert finished.description.scores(answer) == {0: 70.0}


@pytest.mark.parametrize("task", ["esa", "mqm"])
def test_systems_are_ranked_by_a_slider_beside_marked_errors(task):
    """Quality control then uses the scores of the errors."""
    rows = []
    for segment in range(8):
        for kind, worse in (("system", 0), ("bad_reference", 2 + segment % 3)):
            for system, style in (("a", 3), ("b", 5)):
                row = {"system": system, "segment": str(segment), "kind": kind, "task": task}
                errors = worse + segment % 2
                rows += [{**row, "severity": "major"}] * errors
                if task == "esa" or not errors:
                    rows.append({**row, "value": 90 - 10 * errors})
                slider = {"task": "slider:style", "scale": "1-7", "value": style + segment % 2}
                rows.append({**row, **slider})
    columns = ("system", "segment", "kind", "task", "severity", "scale")
    ratings = Ratings.of(
        {
            "annotator": ["ann"] * len(rows),
            "batch": ["1"] * len(rows),
            "value": [row.get("value", math.nan) for row in rows],
            **{name: [row.get(name, "") for row in rows] for name in columns},
        }
    )
    ranking = tertium.rank(ratings, task="slider:style")
    assert [one.system for one in ranking.systems] == ["b", "a"]
    assert ranking.quality is not None
    assert ranking.quality.passed == ("ann",)
    assert tertium.rank(ratings, task=task).quality == ranking.quality


@pytest.mark.parametrize("task", plugins.names("campaign.tasks"))
def test_every_task_with_an_answer_for_each_output_has_sliders(task):
    found = load_task(task)
    if not isinstance(found, OutputTask):
        return
    examples = import_module(f"tests.campaign.tasks.test_{plugins.identifier(task)}").EXAMPLES
    for one in examples:
        asked = replace(described(task, one.answer).question, sliders=read_sliders("style:1-7"))
        parts = [{**part, "sliders": {"style": 3}} for part in one.given["outputs"]]
        stored = found.read({**one.given, "outputs": parts}, one.shown, asked)
        values = [
            columns["value"]
            for _, columns in found.rows(stored, asked)
            if columns.get("task") == "slider:style"
        ]
        assert values == [3.0] * len(parts)
        schema = found.schema(len(parts), asked)
        assert schema["properties"]["outputs"]["items"]["required"][-1] == "sliders"
