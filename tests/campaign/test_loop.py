"""From text files to a ranking: campaign, simulated annotators over HTTP, export, `human rank`."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.campaign_server import Annotator, answer_to, serving
from tests.command import run

import tertium
from tertium.examples import folder
from tertium.examples.dice import Dice
from tertium.examples.ratings import Shown
from tertium.examples.systems import translate_all
from tertium.human.annotator_model import Annotator as Model
from tertium.storage import work

pytestmark = pytest.mark.slow

# Two of six click at random.
MODELS = {
    "ann": Model("ann", 0.95, 2.0, 6.0),
    "bob": Model("bob", 0.80, 10.0, 7.0),
    "cleo": Model("cleo", 1.05, -8.0, 8.0),
    "dora": Model("dora", 1.0, 0.0, 5.0),
    "eve": Model("eve", 0.0, 0.0, 0.0, careless=True),
    "fritz": Model("fritz", 0.0, 0.0, 0.0, careless=True),
}

# The true order of the simulated systems, by their mean quality.
ORDER = ["large", "finetuned", "pivot"]


def judge_all(campaign, server, link, outputs):
    """Answer all items of an annotator, with the quality that the simulation knows."""
    annotator = Annotator(server.base, link.token)
    annotator.enter()
    dice, answered = Dice("campaign", link.annotator), 0
    while items := annotator.work()["items"]:
        for item in items:
            with campaign.database.reading() as connection:
                row = work.item(connection, campaign.id, item["id"])
            assert row is not None
            # Any system of a shared output: the quality of equal texts is about the same.
            (output,) = row.outputs
            name = output.system.split("+")[0] if output.kind != "reference" else ORDER[0]
            shown = Shown(outputs[name, row.segment], output.kind)
            value = MODELS[link.annotator].rate(shown.quality("adequacy"), dice)
            annotator.answer(answer_to(item, value))
            answered += 1
    assert annotator.work()["status"] == "done"
    annotator.close()
    return answered


def test_careless_annotators_are_found_and_the_true_order_comes_back(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    systems = folder() / "systems"
    made = run(
        *("campaign", "new", "news24", "-l", "de-en", "--judgments", "420"),
        *("-s", str(folder() / "source.de.txt"), "-r", str(folder() / "reference.A.en.txt")),
        *(f"{name}={systems / f'{name}.txt'}" for name in ORDER),
        *("--annotators", ",".join(MODELS), "--seed", "7"),
    )
    assert made.code == 0, made.stderr
    outputs = {
        (one.system, str(one.segment.number)): one
        for one in translate_all(folder())
        if one.run == 1
    }
    campaign = tertium.open_campaign("news24")
    with campaign, serving(tmp_path / "news24") as server:
        links = [link for link in campaign.links() if link.role == "annotator"]
        with ThreadPoolExecutor(3) as people:
            done = people.map(lambda link: judge_all(campaign, server, link, outputs), links)
            assert sum(done) == 600
        status = campaign.status()
        assert campaign.check() == []
    assert status.state == "finished"
    failed = {one.annotator for one in status.annotators if one.verdict == "failed"}
    assert failed == {"eve", "fritz"}
    assert run("campaign", "export", "news24", "-o", "ratings.csv").code == 0
    ranked = json.loads(run("human", "rank", "ratings.csv", "-f", "json").stdout)
    assert [one["system"] for one in ranked["ranking"]["systems"]] == ORDER
    verdicts = {one["annotator"]: one["passed"] for one in ranked["quality"]["annotators"]}
    assert verdicts == {name: not model.careless for name, model in MODELS.items()}
    assert [one.system for one in status.systems] == ORDER
    with tertium.open_campaign("news24") as campaign:
        assert tertium.read_ratings("ratings.csv") == campaign.ratings()
