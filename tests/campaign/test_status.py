"""The state of a campaign: pace, and what it says if nobody passes quality control."""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.report._campaigns import finished

import tertium
from tertium.campaign import status as statuses
from tertium.campaign.progress import AnnotatorProgress
from tertium.campaign.status import campaign_status
from tertium.core.errors import DataError
from tertium.human.ratings import Ratings
from tertium.report import presentation

NOW = 1.7e9


def clicked(number=40, seconds=10.0, seed=1):
    """Judgments at random of two systems and of control items, the last one just now."""
    random = np.random.default_rng(seed)
    kinds = ["system", "system", "bad_reference", "repeat"] * (number // 4)
    segments = [str(n // 4) for n in range(number)]
    return Ratings.of(
        {
            "annotator": ["ann"] * number,
            "system": ["b" if n % 4 == 1 else "a" for n in range(number)],
            "segment": segments,
            "kind": kinds,
            "value": random.integers(0, 101, number).astype(float).tolist(),
            "scale": ["slider"] * number,
            "start": [NOW - seconds * (number - n) for n in range(number)],
            "end": [NOW - seconds * (number - n - 1) for n in range(number)],
        }
    )


def state(ratings, judged, planned, now=NOW):
    return campaign_status(
        ratings,
        campaign="news24",
        task="",
        answer="slider",
        state="running",
        judged=judged,
        planned=planned,
        planned_by_system={"a": 20, "b": 20},
        work=[],
        times=[] if ratings is None else ratings.end.tolist(),
        orphaned=0,
        now=now,
    )


def notes(status):
    return " ".join(presentation.tables(status)[0].notes)


def test_who_fails_quality_control_ranks_no_systems():
    ratings = clicked()
    with pytest.raises(DataError, match="pass quality control"):
        tertium.rank(ratings)
    ended = state(ratings, 40, 40)
    assert ended.state == "finished"
    assert ended.ranking is None
    assert not math.isnan(ended.systems[0].score)
    assert "nobody has passed quality control." in notes(ended)
    assert "rank no systems" in notes(ended)
    assert "before the planned end" not in notes(ended)
    running = state(ratings, 40, 80)
    assert "nobody has passed quality control yet." in notes(running)
    assert "before the planned end" in notes(running)


def test_no_scores_at_the_end_are_no_scores_before_the_end():
    ended = state(None, 40, 40)
    assert "No scores:" in notes(ended)
    assert "before the planned end" not in notes(ended)


@pytest.mark.parametrize("seconds", [10.0, 60.0])
def test_the_pace_of_a_campaign_that_has_just_begun(seconds):
    status = state(clicked(40, seconds), 40, 80)
    assert status.pace == pytest.approx(3600 / seconds, rel=0.05)
    assert status.expected_end == pytest.approx(NOW + 40 * seconds, abs=seconds)


def test_the_pace_is_that_of_the_last_hour():
    assert state(clicked(400, 100.0), 400, 800).pace == 36
    assert state(clicked(4, 1.0), 4, 40).pace == 240  # in a minute, however fast
    idle = state(clicked(), 40, 80, now=NOW + 3601)
    assert idle.pace == 0
    assert math.isnan(idle.expected_end)


def test_more_is_explained_after_the_end():
    brief, whole = (presentation.tables(finished(), explain=explain) for explain in (False, True))
    assert any("explain" in note for table in brief for note in table.notes)
    assert not any("explain" in note for table in whole for note in table.notes)
    assert len(whole) > len(brief)


def test_the_status_says_whose_judgments_the_scores_use():
    passed = replace(finished().annotators[0], verdict="passed", status="active", judged=100)
    begun = replace(passed, annotator="new", verdict="not tested", judged=30)
    idle = replace(begun, judged=0)
    excluded = replace(begun, status="excluded")

    def shown(*annotators):
        return notes(replace(finished(), annotators=annotators))

    assert "passed quality control: 1 of 2 annotators" in shown(passed, begun, idle, excluded)
    assert "Scores include" not in shown(passed, idle, excluded)


def marked(pairs=12, annotator_kind=""):
    """Errors that an annotator marked: all in degraded outputs, none in their originals."""
    rows = range(2 * pairs)
    return Ratings.of(
        {
            "annotator": ["ann"] * len(rows),
            "system": ["a"] * len(rows),
            "segment": [str(row // 2) for row in rows],
            "kind": ["bad_reference" if row % 2 else "system" for row in rows],
            "task": ["mqm"] * len(rows),
            "annotator_kind": [annotator_kind] * len(rows),
            "category": ["Style" if row % 2 else "" for row in rows],
            "severity": [
                ("major" if row % 3 else "minor") if row % 2 else "no-error" for row in rows
            ],
        }
    )


def test_annotators_who_mark_errors_are_tested_by_the_weights_of_errors():
    ratings = marked()
    tested = statuses.tested_annotators(ratings)
    assert tested["ann"].verdict == "passed"
    assert tested["ann"] == tertium.quality(ratings).control.annotators[0]
    # Tables mark the names of machines; the campaign knows them by their own.
    assert list(statuses.tested_annotators(marked(annotator_kind="machine"))) == ["ann"]


def test_outputs_with_marked_errors_are_judged():
    errors = Ratings.of(
        {
            "annotator": ["ann"] * 12,
            "system": ["a"] * 12,
            "segment": [str(row // 2) for row in range(12)],
            "task": ["mqm"] * 12,
            "severity": ["major"] * 12,
        }
    )
    judged = {one.system: one.judged for one in state(errors, 6, 40).systems}
    assert judged == {"a": 6, "b": 0}


def test_the_quality_of_machines_is_not_that_of_people():
    ratings = clicked()
    status = state(ratings.where(ratings.kind.is_("system")), 20, 40)
    person = AnnotatorProgress(
        annotator="ann",
        status="active",
        judged=20,
        planned=40,
        last=NOW,
        seconds=10,
        verdict="not tested",
        reasons=(),
        cautions=(),
        checks=0,
        checks_passed=0,
        reset=0,
        kind="person",
    )
    machine = replace(person, annotator="judge", verdict="failed", kind="machine")
    assert "nobody has judged a degraded output yet." in notes(
        replace(status, annotators=(person, machine))
    )


def test_frames_never_have_scores():
    status = replace(state(None, 0, 40), task="frames", unscored="Why.")
    assert "No scores: Why." in notes(status)
