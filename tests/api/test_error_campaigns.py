"""Campaigns in which errors are marked: typologies, suggestions, tutorials and scores."""

import json
import time
from typing import Any

import pytest
from tests.campaign._testsets import made
from tests.web._browser import entered

import tertium
from tertium.core.errors import DataError, FormatError, UsageError
from tertium.human.errors import error_profile, error_scores
from tertium.human.ratings import Ratings
from tertium.storage import judgments, work
from tertium.storage.judgments import NewJudgment
from tertium.web.app import make_app

OWN = """
title = "Post-editing"

[severity]
minor = { en = "Minor", de = "Leicht" }
critical = "Severe"

[category."Wording"]
text = { en = "Wording", de = "Ausdruck" }

[category."Missing/Words"]
places = ["gap", "source"]
"""


def answer_all(campaign, name, answer):
    """Answer all items of an annotator; `answer` gets an item."""
    annotator = next(one for one in campaign.annotators() if one.name == name)
    now = time.time()
    with campaign.database.writing() as connection:
        for row in work.upcoming(connection, campaign.id, annotator.id, 10**6, now):
            times: dict[str, Any] = {
                "shown": now - 9,
                "touched": now - 5,
                "submitted": now,
                "received": now,
            }
            judgments.record(
                connection,
                campaign.id,
                NewJudgment(
                    client_id=f"{name}-{row.id}",
                    item=row.id,
                    annotator=annotator.id,
                    answer=json.dumps(answer(row)),
                    scale=campaign.description.scale_name,
                    output=row.digest,
                    active=7.0,
                    **times,
                ),
            )


def test_the_campaign_keeps_its_typology(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    tertium.new_campaign(
        made(), tmp_path / "own", task="mqm", typology=str(path), hit_size=20, annotators=["ann"]
    ).close()
    path.unlink()
    with tertium.open_campaign(tmp_path / "own") as campaign:
        typology = campaign.description.question.typology
        assert typology is not None
        assert typology.severities == ("minor", "critical")
        browser = entered(make_app([campaign]), campaign, "annotator", "ann")
        page = browser.get("/c/own/annotate", headers={"Accept-Language": "de"}).text
        assert '"group": "Missing"' in page
        page = browser.get("/c/own/annotate?language=de").text
        assert '"text": "Leicht"' in page
        assert '"text": "Severe"' in page


def test_a_typology_with_an_error_makes_no_campaign(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace('["gap", "source"]', '["nowhere"]'), encoding="utf-8")
    for make in (
        lambda: tertium.plan_campaign(made(), task="mqm", typology=str(path), hit_size=20),
        lambda: tertium.new_campaign(made(), tmp_path / "own", task="mqm", typology=str(path)),
    ):
        with pytest.raises(FormatError, match="'nowhere', which is none of output") as error:
            make()
        assert error.value.where == f"{path}:12"
    assert not (tmp_path / "own").exists()


def test_suggestions_are_checked_against_the_typology(tmp_path):
    columns: dict[str, Any] = {
        **{"annotator": ["qe"], "system": ["s0"], "segment": ["1"], "task": ["mqm"]},
        **{"severity": ["minor"], "category": ["fluency/punctuation"]},
        **{"span_start": [0.0], "span_end": [6.0], "side": ["output"]},
    }
    given: dict[str, Any] = {"task": "mqm", "hit_size": 20, "annotators": ["ann"]}
    found = Ratings.of(columns)
    with tertium.new_campaign(
        made(), tmp_path / "mqm", typology="mqm", prefill=found, **given
    ) as campaign:
        with campaign.database.reading() as connection:
            rows = work.upcoming(connection, campaign.id, 1, 10**6, time.time())
        shown = [json.loads(row.extra)["suggestions"] for row in rows if row.extra]
        (one,) = {json.dumps(part) for parts in shown for part in parts if part}
        assert json.loads(one)[0]["category"] == "Fluency/Punctuation"
    found = Ratings.of({**columns, "severity": ["neutral"]})
    with pytest.raises(DataError, match="severity 'neutral' is none of minor, major"):
        tertium.plan_campaign(made(), typology="vilar", prefill=found, **given)


def test_a_score_of_documents_needs_scores(tmp_path):
    with pytest.raises(UsageError, match="does not apply to mqm, which gives no scores"):
        tertium.plan_campaign(made(), task="mqm", context=True, document_score=True)


def test_marked_errors_give_mqm_scores(tmp_path):
    with tertium.new_campaign(
        made(systems=2), tmp_path / "mqm", task="mqm", typology="mqm", annotators=["ann"],
        systems_per_item=2, control_share=0,
    ) as campaign:  # fmt: skip
        punctuation = {
            **{"start": 0, "end": 1, "side": "output"},
            **{"severity": "minor", "category": "Fluency/Punctuation"},
        }
        whole = {"whole": True, "severity": "major", "category": "Non-translation"}

        def answer(row):
            parts = {
                "s0": {"spans": [punctuation]},
                "s1": {"spans": [whole]}
                if row.segment == "1"
                else {"spans": [], "no_errors": True},
            }
            return {"outputs": [parts[output.system] for output in row.outputs]}

        answer_all(campaign, "ann", answer)
        ratings = campaign.ratings()
        assert campaign.check() == []
        assert campaign.status().state == "finished"
    scores = error_scores(ratings)
    assert set(scores.where(scores.system.is_("s0")).value.tolist()) == {-0.1}
    assert sorted(set(scores.where(scores.system.is_("s1")).value.tolist())) == [-25, 0]
    assert len(scores.where(scores.system.is_("s1"))) == 40
    profile = {(one.system, one.category): one.errors for one in error_profile(ratings)}
    assert profile == {("s0", "Fluency/Punctuation"): 40, ("s1", "Non-translation"): 1}
    ranking = tertium.rank(ratings, quality=False).ranking
    assert ranking is not None
    assert [one.system for one in ranking.systems] == ["s0", "s1"]


def test_a_tutorial_expects_errors(tmp_path):
    lesson: dict[str, Any] = {
        "source": "Der Hund bellt laut.",
        "output": "The cat barks.",
        "expected": {
            "value": [0, 60],
            "spans": [
                {"start": 4, "end": 7, "severity": "major"},
                {"start": 13, "end": 13, "side": "output"},
            ],
        },
    }
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps(lesson), encoding="utf-8")
    given: dict[str, Any] = {"task": "esa", "hit_size": 20, "annotators": ["ann"]}
    with tertium.new_campaign(made(), tmp_path / "esa", tutorial=path, **given) as campaign:
        assert campaign.description.tutorial
    lesson["expected"]["spans"][0]["severity"] = "critical"
    path.write_text(json.dumps(lesson), encoding="utf-8")
    with pytest.raises(FormatError, match="cannot choose the severity 'critical'") as error:
        tertium.plan_campaign(made(), tutorial=path, **given)
    assert error.value.where == f"{path}:1"
