"""The whole loop of error span annotation: XML, suggestions, people, a machine judge, a ranking."""

import csv
import json
import random
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.campaign_server import Annotator, answer_to, serving
from tests.command import run

import tertium
from tertium.examples.dice import Dice
from tertium.human.annotator_model import Annotator as Model
from tertium.storage import work

pytestmark = pytest.mark.slow

PEOPLE = {
    "ann": Model("ann", 0.95, 2.0, 6.0),
    "bob": Model("bob", 0.80, 10.0, 7.0),
    "cleo": Model("cleo", 1.05, -8.0, 8.0),
}

# Share of segments in which a system has an error, the best system first. The word "wrong" is the
# error; systems differ in a letter of the last word, so that all outputs are different.
SYSTEMS = {"good": 0.1, "middle": 0.4, "poor": 0.8}
DOCUMENTS, SEGMENTS = 12, 4

# The suggestions of a program: errors that there are, and some that are none.
SUGGESTED = r"wrong|sound"


def outputs_of(document):
    """Outputs of all systems for the segments of a document."""
    draw = random.Random(document)
    made = {}
    for name, share in SYSTEMS.items():
        made[name] = [
            f"The {'wrong' if draw.random() < share else 'right'} word 👍🏽 number {number} makes a"
            f" {'sound' if draw.random() < 0.5 else 'noise'} in text {document} {name[0]}"
            for number in range(SEGMENTS)
        ]
    return made


def xml():
    """The test set as WMT distributes it."""

    def part(tag, attributes, texts):
        inside = "".join(f'<seg id="{n}">{text}</seg>' for n, text in enumerate(texts, 1))
        return f"<{tag} {attributes}><p>{inside}</p></{tag}>"

    documents = []
    for document in range(DOCUMENTS):
        source = [f"Das Wort {n} im Text {document} klingt." for n in range(SEGMENTS)]
        hypotheses = (
            part("hyp", f'system="{name}" language="en"', texts)
            for name, texts in outputs_of(document).items()
        )
        documents.append(
            f'<doc origlang="de" id="d{document}">'
            + part("src", 'lang="de"', source)
            + "".join(hypotheses)
            + "</doc>"
        )
    return f"<?xml version='1.0' encoding='utf-8'?>\n<dataset>{''.join(documents)}</dataset>"


def prefill():
    """Suggested errors as lines of JSON."""
    for document in range(DOCUMENTS):
        for name, texts in outputs_of(document).items():
            for number, text in enumerate(texts, 1):
                for found in re.finditer(SUGGESTED, text):
                    row = {
                        **{"annotator": "qe", "system": name, "value": None, "task": "esa"},
                        **{"segment": f"d{document}:{number}", "document": f"d{document}"},
                        **{"severity": "major", "side": "output"},
                        **{"span_start": found.start(), "span_end": found.end()},
                    }
                    yield json.dumps(row)


def judged(text, level, suggestions, model, dice, *, bad):
    """What somebody marks and scores who knows what is wrong, with noise."""
    found = [] if level == "document" else list(re.finditer("wrong", text))
    spans = [
        {"start": one.start(), "end": one.end(), "side": "output", "severity": "major"}
        for one in found
    ]
    for span in spans:
        for one in suggestions:
            if (one["start"], one["end"]) == (span["start"], span["end"]):
                span["suggestion"] = one["id"]
    quality = 20 if bad else 90 - 50 * min(1, text.count("wrong"))
    return {"spans": spans, "value": model.rate(quality, dice)}


def annotate(campaign, server, link):
    """Answer all items of an annotator over HTTP."""
    annotator = Annotator(server.base, link.token)
    annotator.enter()
    model = PEOPLE[link.annotator]
    dice, answered = Dice("errors", link.annotator), 0
    while items := annotator.work()["items"]:
        for item in items:
            with campaign.database.reading() as connection:
                row = work.item(connection, campaign.id, item["id"])
            assert row is not None
            shown = item["extra"].get("suggestions", [[]] * len(item["outputs"]))
            parts = [
                judged(
                    *(text, item["level"], suggestions, model, dice),
                    bad=output.kind == "bad_reference",
                )
                for text, suggestions, output in zip(
                    item["outputs"], shown, row.outputs, strict=True
                )
            ]
            annotator.answer({**answer_to(item, 0), "answer": {"outputs": parts}})
            answered += 1
    assert annotator.work()["status"] == "done"
    annotator.close()
    return answered


def machine_answer(line):
    """What the machine judge says of a line of work: it sees every error."""
    model, dice = Model("judge-1", 1.0, 0.0, 1.0), Dice("machine", line["item"])
    parts = [
        judged(text, line["level"], (), model, dice, bad="word" not in text)
        for text in line["outputs"]
    ]
    answer = {"outputs": parts}
    return {"item": line["item"], "digest": line["digest"], "answer": answer}


def test_from_xml_to_a_ranking_with_errors(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wmttest.de-en.all.xml").write_text(xml(), encoding="utf-8")
    (tmp_path / "spans.jsonl").write_text("\n".join(prefill()), encoding="utf-8")
    made = run(
        *("campaign", "new", "news24", "wmttest.de-en.all.xml", "--task", "esa", "-l", "de-en"),
        *("--context", "--document-score", "--systems-per-item", "3"),
        *("--prefill", "spans.jsonl", "--prefill-share", "0.5"),
        *("--annotators", ",".join(PEOPLE), "--seed", "7"),
    )
    assert made.code == 0, made.stderr
    campaign = tertium.open_campaign("news24")
    with campaign, serving(tmp_path / "news24") as server:
        links = [link for link in campaign.links() if link.role == "annotator"]
        with ThreadPoolExecutor(3) as people:
            counts = list(people.map(lambda link: annotate(campaign, server, link), links))
        assert sum(counts) >= DOCUMENTS * (SEGMENTS + 1)
        status = campaign.status()
        assert campaign.check() == []
    assert status.state == "finished"
    assert [one.system for one in status.systems] == list(SYSTEMS)

    # Suggested errors: those that were none were deleted, on half of the items.
    assert run("campaign", "export", "news24", "--suggestions", "-o", "became.csv").code == 0
    with (tmp_path / "became.csv").open(encoding="utf-8", newline="") as file:
        became = list(csv.DictReader(file))
    assert {one["became"] for one in became} == {"kept", "deleted"}
    assert status.suggestions is not None
    assert status.suggestions.kept == sum(one["became"] == "kept" for one in became)
    every = sum(len(re.findall(SUGGESTED, text)) for text in _texts())
    assert 0.3 * every < len(became) < 0.8 * every

    # A machine judge by file: blind work out, answers in.
    assert run("campaign", "export", "news24", "--items", "-o", "items.jsonl").code == 0
    lines = [
        json.loads(line) for line in (tmp_path / "items.jsonl").read_text("utf-8").splitlines()
    ]
    assert not any("suggestions" in line.get("extra", {}) for line in lines)
    answers = "\n".join(json.dumps(machine_answer(line)) for line in lines)
    (tmp_path / "answers.jsonl").write_text(answers, encoding="utf-8")
    imported = run(
        *("campaign", "import", "news24", "answers.jsonl", "--annotator", "judge-1", "--machine")
    )
    assert imported.code == 0, imported.stderr

    assert run("campaign", "export", "news24", "-o", "ratings.csv").code == 0
    ratings = tertium.read_ratings("ratings.csv")
    assert set(ratings.annotator_kind.names) == {"", "machine"}
    assert set(ratings.condition.names) >= {"prefill", "no-prefill"}
    # Every span is that of the word in the text as it was given.
    texts = {
        (name, f"d{d}:{n}"): text
        for d in range(DOCUMENTS)
        for name, every in outputs_of(d).items()
        for n, text in enumerate(every, 1)
    }
    errors = ratings.where((ratings.severity.is_("major")) & ratings.kind.is_("system"))
    assert len(errors) > 50
    for row in range(len(errors)):
        text = texts[errors.system[row], errors.segment[row]]
        assert text[int(errors.span_start[row]) : int(errors.span_end[row])] == "wrong"

    ranked = run("human", "rank", "ratings.csv", "--test", "signed-rank", "-f", "json")
    assert ranked.code == 0, ranked.stderr
    result = json.loads(ranked.stdout)
    assert [one["system"] for one in result["ranking"]["systems"]] == list(SYSTEMS)
    profile = {one["system"]: one for one in result["errors"]}
    rates = [profile[name]["per_output"] for name in SYSTEMS]
    assert rates == sorted(rates)
    assert all(0 < rate <= 1 for rate in rates)
    # A machine enters no human score unless it is named.
    both = run("human", "rank", "ratings.csv", "--include-machine", "judge-1", "-f", "json")
    assert both.code == 0, both.stderr
    assert json.loads(both.stdout)["errors"] != result["errors"]


def _texts():
    return [
        text
        for document in range(DOCUMENTS)
        for every in outputs_of(document).values()
        for text in every
    ]
