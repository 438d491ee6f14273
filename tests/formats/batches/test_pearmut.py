"""Pearmut: campaign files that go out, annotations that come back, and its campaigns."""

import json
import warnings

import pytest
from tests.formats.batches._example import TWO, batch, screen

from tertium import formats
from tertium.campaign.batches import BatchSettings
from tertium.campaign.items import ShownOutput
from tertium.campaign.tasks import load_task
from tertium.core.errors import DataError, DataWarning, FormatError, UsageError
from tertium.formats.batches import pearmut

SUGGESTED = {"id": 1, "side": "output", "severity": "minor", "category": ""}


def made(work, **settings):
    files = pearmut.make_files(work, BatchSettings(**settings))
    assert list(files) == ["campaign.json"]
    return json.loads(files["campaign.json"])


def kinds(*outputs):
    return tuple(ShownOutput(*output) for output in outputs)


def annotated(campaign, score=lambda name: 70, spans=lambda item, name: []):
    """What Pearmut writes for all documents."""
    lines = []
    for user, task in zip(campaign["info"]["users"], campaign["data"], strict=True):
        for number, document in enumerate(task):
            lines.append(
                {
                    "annotation": [
                        {
                            name: {"score": score(name), "error_spans": spans(item, name)}
                            for name in item["tgt"]
                        }
                        for item in document
                    ],
                    "actions": [
                        {"time": 1000.0 + number, "action": "load"},
                        {"time": 1030.0 + number, "action": "submit"},
                    ],
                    "item": document,
                    "user_id": user,
                    "item_i": number,
                }
            )
    return lines


def read(work, lines):
    data = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    assert pearmut.sniff(data)
    return pearmut.read(data, "x.jsonl", work)


def test_the_field_names_are_those_of_published_examples():
    campaign = made(batch(*TWO, task="adequacy"))
    assert campaign["campaign_id"] == "news24_#_de-en"
    # The order of outputs was drawn, and each HIT of a pool is a task with its own link.
    assert campaign["info"] == {
        "assignment": "task-based",
        "protocol": "DA",
        "shuffle": False,
        "users": ["hit-1", "hit-2"],
        "instructions": "<h2>What to do</h2>\n",
    }
    (first, second), (third,) = campaign["data"]
    assert [one["tgt"] for one in (*first, *second, *third)] == [
        {"s0": "One."},
        {"s0": "Two."},
        {"s0": "Three."},
    ]
    assert set(first[0]) == {"src", "tgt", "item_id", "tertium"}
    assert made(batch(*TWO), assignments=2)["info"]["users"] == [
        *("hit-1-1", "hit-2-1", "hit-1-2", "hit-2-2"),
    ]


def test_segments_of_a_document_are_a_document():
    screens = [screen(n, f"Text {n}.", position=n)._replace(block=1) for n in range(3)]
    ((document,),) = made(batch(screens))["data"]
    assert [item["tertium"]["item"] for item in document] == [0, 1, 2]


def test_names_of_systems_are_safe_in_addresses_and_tell_kinds_apart():
    shown = kinds(
        ("system", "Online-A.8", "a"), ("bad_reference", "x+y", "b"), ("system", "12", "c")
    )
    one = screen(1, "x")._replace(outputs=shown)
    (((item,),),) = made(batch([one], systems_per_item=3))["data"]
    assert list(item["tgt"]) == ["Online_A_8", "x_y-bad", "system-12"]
    assert item["tertium"]["outputs"]["x_y-bad"] == {"kind": "bad_reference", "system": "x+y"}


def test_suggested_errors_are_units_and_the_last_one_belongs_to_them():
    found = [
        {**SUGGESTED, "start": 2, "end": 4},
        {**SUGGESTED, "start": 6, "end": 6, "severity": "major"},
    ]
    one = screen(1, "a 😀b\nc", extra={"suggestions": [found]})
    (((item,),),) = made(batch([one], task="esa"))["data"]
    spans = item["error_spans"]["s0"]
    assert [(span["start_i"], span["end_i"]) for span in spans] == [(2, 4), (6, 6)]
    assert [span["severity"] for span in spans] == ["minor", "major"]
    assert made(batch([one], task="esa"))["info"]["protocol"] == "ESA"
    two = screen(1, "a 😀b\nc", "d")
    assert made(batch([two], task="esa", systems_per_item=2))["info"]["protocol"] == "cESA"


def test_what_it_cannot_hold_is_named():
    found = [
        {**SUGGESTED, "start": 0, "end": 3, "side": "source"},
        {**SUGGESTED, "start": 1, "end": 1},
    ]
    one = screen(1, "a b", extra={"suggestions": [found], "hint": "x"})
    with pytest.warns(DataWarning, match="Pearmut cannot hold") as caught:
        made(batch([one], task="esa", until="decided"))
    text = str(caught[0].message)
    for part in ("1 suggested error in the source", "1 position of a suggested gap", "hint"):
        assert part in text
    assert "the end of the campaign when it is decided" in text


@pytest.mark.parametrize("options", [{"task": "adequacy", "answer": "yes-no"}])
def test_a_question_that_it_does_not_ask_is_refused(options):
    with pytest.raises(UsageError, match="Pearmut does not ask"):
        made(batch(*TWO, **options))


def test_mqm_has_the_typology_and_no_slider():
    info = made(batch(*TWO, task="mqm", typology="mqm"))["info"]
    assert info["sliders"] == []
    assert "Mistranslation" in info["mqm_categories"]["Accuracy"]
    assert info["mqm_severities"][-1] == "Critical" or "Major" in info["mqm_severities"]


def test_fluency_is_a_slider_of_its_name():
    info = made(batch([screen(1, "One.", source=None)], task="fluency"))["info"]
    assert info["sliders"] == [{"name": "fluency", "min": 0, "max": 100, "step": 1}]


def test_media_files_are_refused():
    one = screen(1, "a", source=None, extra={"media": [{"file": "1.ogg"}]})
    with pytest.raises(UsageError, match="Pearmut hold texts only"):
        made(batch([one]))


def test_further_sliders_and_their_values():
    work = batch(*TWO, sliders="style:1-7")
    campaign = made(work)
    assert campaign["info"]["sliders"] == [
        {"name": "adequacy", "min": 0, "max": 100, "step": 1},
        {"name": "style", "min": 1, "max": 7, "step": 1},
    ]
    lines = annotated(campaign)
    for line in lines:
        line["annotation"][0]["s0"] = {
            "score": None,
            "sliders": {"adequacy": 60, "style": 3},
            "error_spans": [],
        }
    first = read(work, lines)[0]
    stored = work.task.read(
        first.answer, work.screen_of_item[first.item].shown, work.description.question
    )
    assert stored == {"outputs": [{"value": 60, "sliders": {"style": 3}}]}


# --- Annotations that come back -----------------------------------------------------------------


def test_annotations_become_answers():
    found = [{**SUGGESTED, "start": 2, "end": 4}, {**SUGGESTED, "id": 2, "start": 6, "end": 6}]
    one = screen(1, "a 😀b\nc", extra={"suggestions": [found]})
    work = batch([one], task="esa")
    answers = read(work, annotated(made(work), spans=lambda item, name: item["error_spans"][name]))
    assert len(answers) == 1
    (answer,) = answers
    assert (answer.item, answer.annotator, answer.assignment) == (1, "hit-1", "hit-1-1")
    assert (answer.shown, answer.submitted, answer.active) == (1000, 1030, 30)
    stored = load_task("esa").read(answer.answer, one.shown, work.description.question)
    (part,) = stored["outputs"]
    assert part["value"] == 70
    # Nothing was changed, so both suggestions were kept.
    assert [one["became"] for one in part["suggestions"]] == ["kept", "kept"]
    assert [(one["start"], one["end"]) for one in part["spans"]] == [(2, 4), (6, 6)]


def test_the_ratings_format_knows_kinds_and_systems():
    shown = kinds(("system", "Online-A.8", "a b"), ("bad_reference", "x", "c d"))
    one = screen(7, "x")
    work = batch([one._replace(outputs=shown, document="d1", segment="s7")], systems_per_item=2)
    data = "".join(f"{json.dumps(line)}\n" for line in annotated(made(work))).encode()
    ratings = formats.load("ratings", "pearmut").read(data, "x.jsonl")
    assert list(zip(ratings.system, ratings.kind, strict=True)) == [
        ("Online-A.8", "system"),
        ("x", "bad_reference"),
    ]
    assert set(ratings.document) == {"d1"}
    assert set(ratings.segment) == {"s7"}


def test_changed_and_deleted_suggestions():
    found = [{**SUGGESTED, "start": 0, "end": 3}, {**SUGGESTED, "id": 2, "start": 4, "end": 7}]
    one = screen(1, "one two three", extra={"suggestions": [found]})
    work = batch([one], task="esa")
    marked = [{"start_i": 0, "end_i": 3, "severity": "major", "category": None}]
    (answer,) = read(work, annotated(made(work), spans=lambda item, name: marked))
    stored = load_task("esa").read(answer.answer, one.shown, work.description.question)
    became = [one["became"] for one in stored["outputs"][0]["suggestions"]]
    assert became == ["changed", "deleted"]


def test_the_last_annotation_counts_and_resets_are_none():
    work = batch(*TWO)
    lines = annotated(made(work))
    again = [{**lines[0], "annotation": [{"s0": {"score": 5, "error_spans": []}}]}]
    reset = [{**lines[1], "annotation": "__RESET__"}]
    with pytest.warns(DataWarning, match="2 annotations"):
        answers = read(work, [*lines, *again, *reset])
    assert [one.answer["outputs"][0]["value"] for one in answers] == [70, 5]


def test_a_downloaded_file_is_one_object():
    work = batch(*TWO)
    data = json.dumps({"news24": annotated(made(work))}).encode()
    assert len(pearmut.read(data, "annotations.json", work)) == 3


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        (lambda line: line["item"][0].pop("tertium"), DataError, "not of an item of this campaign"),
        (lambda line: line["item"][0]["tertium"].update(hit="0" * 16), DataError, "not of an item"),
        (lambda line: line["item"][0]["tertium"].update(item=[]), DataError, "not of an item"),
        (lambda line: line.update(item=3), FormatError, "no list 'item'"),
        (lambda line: line.update(annotation=[]), FormatError, "0 parts for 1 item"),
        (
            lambda line: line["annotation"][0]["s0"].update(score="7"),
            FormatError,
            "The score must be a number",
        ),
        (
            lambda line: line["annotation"][0]["s0"].update(
                error_spans=[{"start_i": 0, "end_i": 9}]
            ),
            DataError,
            "outside the output, which has 4 units",
        ),
        (
            lambda line: line["annotation"][0]["s0"].update(
                error_spans=[{"start_i": 3, "end_i": 1}]
            ),
            FormatError,
            "from 3 to 1 is impossible",
        ),
        (
            lambda line: line["annotation"][0].update(other={"score": 1}),
            DataError,
            "not of an item of this campaign",
        ),
    ],
)
def test_wrong_annotations_are_refused_with_their_line(change, error, words):
    work = batch(*TWO)
    lines = annotated(made(work))
    change(lines[1])
    with pytest.raises(error, match=words) as caught:
        read(work, lines)
    assert caught.value.where == "x.jsonl:2"


def test_results_of_another_campaign_are_refused():
    lines = annotated(made(batch(*TWO, campaign="other")))
    with pytest.raises(DataError, match="another campaign"):
        read(batch(*TWO), lines)


def test_a_truncated_file_is_refused_with_its_line():
    work = batch(*TWO)
    data = "".join(f"{json.dumps(line)}\n" for line in annotated(made(work))).encode()
    with pytest.raises(FormatError, match="Not JSON") as caught:
        pearmut.read(data[:-20], "x.jsonl", work)
    assert caught.value.where == "x.jsonl:3"


# --- Campaign files that come in ----------------------------------------------------------------

ITEM = {"item_id": "1", "src": "Eins 😀.", "tgt": {"A": "One 😀.", "B": "Two."}}


def campaign(*documents, **info):
    return {
        "info": {"assignment": "task-based", "protocol": "ESA", **info},
        "campaign_id": "wmt25_#_de-en",
        "data": [list(documents)],
    }


def incoming(content):
    data = json.dumps(content).encode() if not isinstance(content, bytes) else content
    assert pearmut.sniff_campaign(data) or isinstance(content, bytes)
    return pearmut.read_campaign({"c.json": data})


def test_a_campaign_is_read():
    spans = {"A": [{"start_i": 4, "end_i": 5, "severity": "major", "category": None}]}
    second = {"item_id": "2", "src": "Zwei.", "tgt": {"A": "Two.", "B": "Three."}}
    found = incoming(campaign([{**ITEM, "error_spans": spans}, second], users=["ann"]))
    assert (found.task, found.languages, found.annotators) == ("esa", ("de", "en"), ("ann",))
    ((first, last),) = (hit.screens for hit in found.hits)
    assert first.suggestions[0] == ({"start": 4, "end": 5, "severity": "major", "category": ""},)
    assert (first.document, first.segment, first.block) == ("document-1", "1", 1)
    assert (last.segment, last.block) == ("2", 1)


def test_ids_of_four_parts_name_document_and_segment():
    item = {**ITEM, "item_id": "de-en_#_news_#_doc_#_7"}
    (found,) = incoming(campaign([item])).hits[0].screens
    assert (found.document, found.segment, found.block) == ("news:doc", "7", None)


def test_our_own_file_comes_back_with_its_kinds():
    shown = kinds(("system", "Online-A.8", "a b"), ("bad_reference", "x", "c d"))
    one = screen(7, "x")._replace(outputs=shown, document="d1", segment="s7")
    (hit,) = incoming(made(batch([one], systems_per_item=2))).hits
    (found,) = hit.screens
    assert (found.outputs, found.document, found.segment) == (shown, "d1", "s7")


def test_expected_answers_are_a_tutorial_or_checks():
    tutorial = {
        **ITEM,
        "instructions": "<b>Look:</b> 75 to 85.",
        "validation": {
            "A": {
                "warning": "Mark <u>it</u>.",
                "score": [75, 85],
                "error_spans": [{"start_i": [3, 5], "end_i": [5, 7], "severity": "minor"}],
                "allow_skip": True,
            }
        },
    }
    silent = {**ITEM, "item_id": "c1", "src": "a", "validation": {"B": [{"score": [0, 25]}]}}
    loud = {
        **ITEM,
        "item_id": "c2",
        "src": "b",
        "validation": {"A": {"warning": "No!", "score_greaterthan": "B"}},
    }
    found = incoming(campaign([tutorial], [silent], [loud], [ITEM]))
    ((_, line),) = found.tutorial
    assert line["feedback"] == "Look: 75 to 85.\nMark it."
    assert line["expected"] == {
        "outputs": [
            {
                "value": [75, 85],
                "spans": [{"start": 4, "end": 6, "severity": "minor"}],
                "tolerance": 1,
            },
            {},
        ]
    }
    checks = [one.check for one in found.hits[0].screens]
    assert checks[0]["expected"] == {"outputs": [{}, {"value": [0, 25]}]}
    assert "loud" not in checks[0]
    assert checks[1]["loud"] is True
    assert checks[1]["expected"] == {"better": [[0, 1]]}
    assert checks[2] is None


def test_random_checks_are_drawn_and_forms_are_asked():
    content = campaign([ITEM], assignment="single-stream", users=3, data_random_prob=0.5)
    content["data"] = [[{**ITEM, "item_id": str(n)}] for n in range(4)]
    content["data_random"] = [[{**ITEM, "item_id": "r", "validation": {"A": {"score": [0, 9]}}}]]
    content["data_welcome"] = [
        [
            {"text": "Welcome<br>all", "form": None},
            {"text": "Age?", "form": "number"},
            {"text": "Level?", "form": "choices", "choices": ["A1", "C2"]},
            {"text": "", "form": "script", "script": "return 1"},
        ]
    ]
    with pytest.warns(DataWarning, match="1 script in the form"):
        found = incoming(content)
    assert [len(hit.screens) for hit in found.hits] == [2, 2]
    assert (found.annotators, found.settings["checks_per_hit"]) == ((), 1)
    assert len(found.checks) == 1
    assert [(one.kind, one.text("en")) for one in found.form.questions] == [
        ("number", "Age?"),
        ("choice", "Level?"),
    ]
    assert found.form.introduction_in("de") == "Welcome\nall"


def test_sliders_categories_and_instructions():
    content = campaign(
        [ITEM],
        protocol="MQM",
        mqm_categories={"General": ["", "Fluency"], "Unknown": []},
        mqm_severities=["Neutral", "Major"],
        instructions="<p>Mark <b>errors</b>.</p><ul><li>All</li></ul>",
        show_model_names=True,
    )
    with pytest.warns(DataWarning, match="'show_model_names' of info"):
        found = incoming(content)
    assert found.instructions == "Mark errors.\n- All"
    assert found.typology.choices == ("General/Fluency", "Unknown")
    assert found.typology.severities == ("neutral", "major")


def test_mqm_without_categories_has_those_of_pearmut():
    found = incoming(campaign([ITEM], protocol="MQM"))
    assert "Linguistic conventions/Grammar" in found.typology.choices
    assert found.typology.severities == ("minor", "major")


def test_without_source_and_reference_it_is_fluency():
    found = incoming(campaign([{"item_id": "1", "tgt": {"A": "x"}}], protocol="DA"))
    assert found.task == "fluency"


def changed(**rest):
    return campaign([{**ITEM, **rest}])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({"info": {}, "data": []}, "no 'campaign_id'"),
        (campaign([ITEM], protocol="XYZ"), "'protocol' has the unknown value 'XYZ'"),
        (campaign([ITEM], assignment="other"), "'assignment' has the unknown value"),
        (campaign([]), "no items"),
        ({**campaign([ITEM]), "data": 7}, "'data' must be a list"),
        (campaign([7]), "An item must be an object"),
        (changed(tgt="x"), "'tgt' must be an object"),
        (changed(tgt={}), "'tgt' has no outputs"),
        (changed(tgt={"A": 3}), "An output must be a text"),
        (changed(tgt={"a+b": "x"}), "joins"),
        (changed(src=3), "'src' must be a text"),
        (changed(error_spans={"A": [{"start_i": 0, "end_i": 99}]}), "outside the output"),
        (changed(error_spans={"A": [{"start_i": 5, "end_i": 1}]}), "impossible"),
        (changed(error_spans={"C": []}), "no output named 'C'"),
        (changed(validation={"C": {"score": [0, 1]}}), "no output named 'C'"),
        (changed(validation={"A": {"score": [0]}}), "two ends"),
        (campaign([ITEM], users=["a", "b"]), "2 users for 1 task"),
        (b'{"campaign_id": "x", "info": {', "Not JSON"),
        (b'{"campaign_id": "\\ud800", "info": {}}', "lone surrogate"),
        (b"[" * 100_000, "nested too deeply"),
        (campaign([{**ITEM, "validation": {"A": {"score": [0, 1]}}}]), "no items to judge"),
    ],
)
def test_damaged_campaigns_are_refused_with_their_place(content, words):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        with pytest.raises((DataError, FormatError), match=words) as caught:
            incoming(content if isinstance(content, bytes) else json.dumps(content).encode())
    assert caught.value.where.startswith("c.json")
