"""Semantic frames of a campaign: exported as a layer, with which MEANT is HMEANT."""

import json
import time
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from tests.api.test_campaigns import database  # noqa: F401
from tests.campaign.tasks.test_frames import OUTPUT, REFERENCE, answer, filler, span
from tests.campaign_server import Annotator, answer_to, serving
from tests.command import run
from tests.databases import postgres_server  # noqa: F401

import tertium
from tertium.campaign.tasks import Shown
from tertium.core.errors import DataError, DataWarning, UsageError
from tertium.core.frames import Owner
from tertium.storage import judgments, work
from tertium.storage.judgments import NewJudgment

WEATHER = "It rained."
HEADING = "The weather"


def rained(text, **more):
    return {"predicate": span(text, "rained"), "fillers": [], **more}


def judged(item):
    """What an annotator answers; the texts of all items are known."""
    output, reference = item["outputs"][0], item["reference"]
    if reference == REFERENCE:
        given = answer()
        if output != OUTPUT:  # "The company sold."
            given["output"] = [
                {
                    "predicate": span(output, "sold"),
                    "match": 2,
                    "fillers": [filler(output, "who", "The company", match=1, mark="correct")],
                }
            ]
        return given
    theirs = [rained(reference)] if reference == WEATHER else []
    ours = [rained(output, match=len(theirs))] if "rained" in output else []
    return {"reference": theirs, "output": ours}


TEXTS = {
    "ref.txt": [REFERENCE, WEATHER, HEADING],
    "a.txt": [OUTPUT, "Yesterday it rained.", "Weather"],
    "b.txt": ["The company sold.", "Sun", "Weather"],
}

# Credits by the formula, with weights of 1 and 0.5 for partly correct fillers. System a: "said" has
# both fillers, "sells" has one correct and one partly correct of three, in the output as in the
# reference; "rained" has no fillers. Its output has 3 frames, the reference 4.
CREDITS_A = Fraction(3, 3) + (1 + 1 + Fraction(1, 2)) / 4 + 1
# System b: "sold" with its only filler, against three fillers of the reference.
PRECISION_B, RECALL_B = Fraction(2, 2) / 1, Fraction(2, 4) / 4


def f1(precision, recall):
    return float(2 * precision * recall / (precision + recall))


HMEANT = {"a": f1(CREDITS_A / 3, CREDITS_A / 4), "b": f1(PRECISION_B, RECALL_B)}


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, lines in TEXTS.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


def make(**options):
    testset = tertium.read(["a.txt", "b.txt"], references="ref.txt")
    given = {"annotators": ["ann"], "hit_size": 5, **options}
    return tertium.new_campaign(testset, "roles", task="frames", **given)


def answer_all(campaign, name, give=judged, most=10**6):
    """Answer items of an annotator with what the page would send."""
    annotator = next(one for one in campaign.annotators() if one.name == name)
    now = time.time()
    with campaign.database.writing() as connection:
        for row in work.upcoming(connection, campaign.id, annotator.id, most, now):
            shown = Shown((row.outputs[0].text,), reference=row.reference)
            given = give(shown._asdict())
            stored = campaign.task.read(given, shown, campaign.description.question)
            judgments.record(
                connection,
                campaign.id,
                NewJudgment(
                    client_id=f"{name}-{row.id}",
                    item=row.id,
                    annotator=annotator.id,
                    answer=json.dumps(stored),
                    scale="frames",
                    output=row.digest,
                    shown=now - 9,
                    touched=now - 5,
                    submitted=now,
                    received=now,
                    active=7.0,
                ),
            )


def test_from_text_files_to_hmeant(files):
    made = run(
        *("campaign", "new", "roles", "--task", "frames", "--hit-size", "5", "-r", "ref.txt"),
        *("a.txt", "b.txt", "--annotators", "ann", "--show", "reference"),
    )
    assert made.code == 0, made.stderr
    assert "5 judgments" in made.stdout
    with tertium.open_campaign("roles") as campaign, serving(files / "roles") as server:
        (link,) = (one for one in campaign.links() if one.role == "annotator")
        ann = Annotator(server.base, link.token)
        ann.enter()
        count = 0
        while items := ann.work()["items"]:
            for item in items:
                ann.answer(answer_to(item, None) | {"answer": judged(item)})
                count += 1
        wrong = answer_to(item, None) | {"answer": {"reference": [], "output": [{}]}}
        assert ann.send(wrong).status_code == 422
        ann.close()
        # The heading is the same in both outputs.
        assert count == 5
        assert campaign.check() == []
        assert campaign.status().state == "finished"
    exported = run("campaign", "export", "roles", "--frames", "-o", "frames.jsonl")
    assert exported.code == 0, exported.stderr
    assert (exported.stderr, exported.stdout) == (
        "Wrote frames of 6 outputs to frames.jsonl.\n",
        "",
    )
    scored = run(
        *("score", "-r", "ref.txt", "a.txt", "b.txt"),
        *("--layer", "frames=frames.jsonl", "-m", "meant", "-f", "json"),
    )
    assert scored.code == 0, scored.stderr
    found = {one["system"]: one["score"] for one in json.loads(scored.stdout)["scores"]}
    assert found == pytest.approx(HMEANT, abs=1e-12)


def test_frames_in_python(files, database):  # noqa: F811
    with make(database=database) as campaign:
        with pytest.raises(DataError, match="There are no judgments yet"):
            campaign.frames()
        answer_all(campaign, "ann")
        frames = campaign.frames()
        assert list(frames.values) == [Owner("ref"), Owner("a"), Owner("b")]
        together = tertium.testset(
            systems={name: TEXTS[f"{name}.txt"] for name in "ab"},
            references={"ref": TEXTS["ref.txt"]},
            layers={"frames": frames},
        )
        scores = tertium.score(together, "meant")
        assert {one.system: one.value for one in scores} == pytest.approx(HMEANT, abs=1e-12)
        assert campaign.export_frames("frames.jsonl") == 6
        ratings = campaign.ratings()
        assert len(ratings) == 5
        assert np.isnan(ratings.value).all()


def test_unfinished_campaigns_are_exported_with_a_warning(files):
    with make() as campaign:
        answer_all(campaign, "ann", most=3)
        with pytest.warns(DataWarning, match=r"roles: \d outputs? without frames"):
            frames = campaign.frames()
    assert any(None in segments for segments in frames.values.values())


def test_of_several_annotators_one_can_be_chosen(files):
    def none(item):
        return {"reference": [], "output": []}

    with make(annotators=["ann", "bob"], judgments=10) as campaign:
        answer_all(campaign, "ann")
        answer_all(campaign, "bob", none)
        with pytest.warns(DataWarning, match=r"5 judgments not used, because another annotator"):
            frames = campaign.frames()
        assert frames == campaign.frames("ann")
        bob = campaign.frames("bob")
        assert set(bob.values[Owner("a")]) == {()}
        campaign.exclude("ann")
        assert campaign.frames() == bob
        assert campaign.frames("ann") == frames
        with pytest.raises(UsageError, match="There is no annotator 'anna'"):
            campaign.frames("anna")


def test_other_frames_of_the_reference_are_named(files):
    answered = []

    def less(item):
        given = judged(item)
        if item["reference"] == REFERENCE:
            answered.append(item)
            if len(answered) == 2:
                given = {"reference": given["reference"][:2], "output": given["output"]}
        return given

    with make() as campaign:
        answer_all(campaign, "ann", less)
        with pytest.warns(DataWarning, match="1 output compared with other frames of the ref"):
            frames = campaign.frames()
    assert len(frames.values[Owner("ref")][0]) == 2


def test_machines_are_exported_if_they_are_named(files):
    with make() as campaign:
        assert campaign.export_items("items.jsonl") == 5
        lines = [json.loads(line) for line in Path("items.jsonl").read_text("utf-8").splitlines()]
        rows = [
            {key: one[key] for key in ("item", "digest")} | {"answer": judged(one)} for one in lines
        ]
        Path("answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        campaign.import_answers("answers.jsonl", annotator="labeler")
        with pytest.raises(DataError, match="There are no judgments yet"):
            campaign.frames()
        machine = campaign.frames("labeler")
        answer_all(campaign, "ann")
        assert campaign.frames() == machine


def test_bad_requests(files):
    with make() as campaign:
        answer_all(campaign, "ann")
        with pytest.raises(UsageError, match=r"ends in \.jsonl"):
            campaign.export_frames("frames.csv")
        campaign.export_frames("frames.jsonl")
    testset = tertium.read(["a.txt", "b.txt"], references="ref.txt")
    other = tertium.new_campaign(testset, "other", judgments=4, systems_per_item=2)
    with other, pytest.raises(UsageError, match="asks for adequacy, not for frames"):
        other.frames()
    for options, sentence in (
        (("--frames", "--items"), "write different files"),
        (("--frames", "--level", "document"), "--level applies to judgments only"),
        (("--annotator", "ann"), "--annotator applies to --frames"),
    ):
        found = run("campaign", "export", "roles", *options, "-o", "x.jsonl")
        assert found.code == 2
        assert sentence in found.stderr
