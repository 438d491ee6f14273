"""Campaigns that compare outputs or have further sliders, on the command line."""

import json

import pytest
from tests.command import run
from tests.web._browser import answer_to, entered, unlimited

import tertium
from tertium.examples import folder

pytestmark = pytest.mark.slow

SYSTEMS = folder() / "systems"
FILES = (
    *("-s", str(folder() / "source.de.txt"), "-r", str(folder() / "reference.A.en.txt")),
    *(f"large={SYSTEMS / 'large.txt'}", f"pivot={SYSTEMS / 'pivot.txt'}", "-l", "de-en"),
)


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_preferences_from_the_command_line_to_the_ranking(tmp_path):
    asked = ("--task", "preference", "--no-ties", "--show", "both", "--reference-share", "0.5")
    done = run("campaign", "new", "pairs", *FILES, *asked, "--judgments", "80")
    assert done.code == 0, done.stderr
    assert "Two systems are compared" in done.stdout
    with tertium.open_campaign("pairs") as campaign:
        browser = entered(unlimited(campaign), campaign, "annotator", "annotator-1")
        while items := browser.get("/c/pairs/work").json()["items"]:
            for item in items:
                tie = browser.post("/c/pairs/answers", answer_to(item, answer={"preferred": None}))
                assert tie.status_code == 422
                assert "Ties are not allowed" in tie.text
                longer = max((0, 1), key=lambda place: len(item["outputs"][place]))
                given = answer_to(item, answer={"preferred": longer})
                assert browser.post("/c/pairs/answers", given).is_success
    assert run("campaign", "export", "pairs", "-o", "ratings.csv").code == 0
    for method in ("expected-wins", "trueskill", "bradley-terry"):
        ranked = run(
            "human", "rank", "ratings.csv", "--method", method, "-f", "json", "--no-quality"
        )
        systems = json.loads(ranked.stdout)["relative"]["systems"]
        assert {one["ties"] for one in systems} == {0}
        assert {one["system"] for one in systems} == {"large", "pivot"}
    moved = run("human", "compare-conditions", "ratings.csv", "--no-quality", "--trials", "100")
    assert moved.code == 0, moved.stderr
    assert "of the comparisons under reference" in moved.stdout
    status = run("campaign", "status", "pairs")
    assert "Expected Wins" in status.stdout
    rehearsed = run("campaign", "rehearse", "pairs", "--trials", "3")
    assert rehearsed.code == 0, rehearsed.stderr


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("--no-ties",), "--no-ties applies to outputs that are compared"),
        (("--sliders", "style"), "--sliders: 'style' is not a slider."),
        (("--task", "ranking", "--sliders", "style:1-7"), "--sliders does not apply to ranking"),
        (("--task", "ranking", "--until", "decided"), "--until decided tests scores"),
        (("--task", "ranking", "--deviation", "2"), "--deviation does not apply to ranking"),
        (("--task", "preference", "--answer", "ranks"), "answered by preference"),
    ],
)
def test_what_does_not_apply_is_refused(given, sentence):
    done = run("campaign", "new", "pairs", *FILES, *given)
    assert done.code == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
