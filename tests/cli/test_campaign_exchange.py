"""Campaigns that go to another program and come back, on the command line."""

import json
from pathlib import Path

import pytest
from tests.command import run

from tertium.examples import folder

pytestmark = pytest.mark.slow


@pytest.fixture
def news(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    source = ("-s", str(folder() / "source.de.txt"), "-l", "de-en", "--task", "esa")
    outputs = [str(folder() / "systems" / f"{name}.txt") for name in ("large", "pivot")]
    people = ("--annotators", "ann,bob", "--hit-size", "20", "--judgments", "32")
    done = run("campaign", "new", "news", *source, *outputs, *people)
    assert done.code == 0, done.stderr
    return tmp_path


def annotations(path):
    """What Pearmut writes for all documents of a campaign file."""
    content = json.loads(path.read_text(encoding="utf-8"))
    for user, task in zip(content["info"]["users"], content["data"], strict=True):
        for number, document in enumerate(task):
            yield {
                "annotation": [
                    {
                        name: {"score": 10 + number if name.endswith("-bad") else 80 + number % 9}
                        for name in item["tgt"]
                    }
                    for item in document
                ],
                "actions": [{"time": 1000.0 + 60 * number}, {"time": 1020.0 + 60 * number}],
                "item": document,
                "user_id": user,
                "item_i": number,
            }


def test_to_pearmut_and_back(news):
    done = run("campaign", "export", "news", "--to", "pearmut", "-o", "out")
    assert "Wrote 1 file to out." in done.stderr
    rows = [json.dumps(one) for one in annotations(Path("out/campaign.json"))]
    Path("back.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    done = run("campaign", "import", "news", "back.jsonl")
    assert f"Stored {len(rows)} answers, of 2 annotators." in done.stderr
    assert (
        f"{len(rows)} had been stored before"
        in run("campaign", "import", "news", "back.jsonl").stderr
    )
    assert "finished" in run("campaign", "status", "news").stdout
    assert run("campaign", "export", "news", "-o", "ratings.csv").code == 0
    ours = run("human", "rank", "ratings.csv", "--task", "esa").stdout
    assert "large" in ours
    # The file of Pearmut has the same judgments.
    assert run("human", "rank", "back.jsonl", "--task", "esa").code == 0


def test_to_appraise(news):
    done = run("campaign", "export", "news", "--to", "appraise", "-o", "out")
    assert "Wrote 2 files to out." in done.stderr
    tasks = json.loads(Path("out/batches.json").read_text(encoding="utf-8"))
    assert {len(task["items"]) for task in tasks} == {100}


def test_a_campaign_of_another_program(news):
    run("campaign", "export", "news", "--to", "pearmut", "-o", "out")
    done = run("campaign", "new-from", "again", "out/campaign.json")
    assert "of esa. Next: tertium campaign serve again" in done.stderr
    done = run("campaign", "new-from", "pool", "out", "--pool", "--task", "adequacy")
    assert "of adequacy" in done.stderr
    done = run("campaign", "new-from", "third", "out", "--annotators", "1.5")
    assert (done.code, "must be a whole number, or names" in done.stderr) == (2, True)
    done = run("campaign", "new-from", "again", "out")
    assert "'again' exists" in done.stderr
    done = run("campaign", "new-from", "third", "out", "--interface", "xx")
    assert done.code == 2
    assert not Path("third").exists()
