"""Appraise: batches and manifest, exported scores, and its batches as campaigns of ours."""

import csv
import io
import json
import re
import warnings

import pytest
from tests.formats.batches._example import batch, screen

from tertium import formats
from tertium.campaign.batches import BatchSettings
from tertium.campaign.expectations import Expectation, ExpectedPart, ExpectedSpan
from tertium.campaign.items import ShownOutput
from tertium.campaign.known_items import AnswerKey, KnownItem
from tertium.campaign.tasks import load_task
from tertium.core.errors import DataError, DataWarning, FormatError, UsageError
from tertium.formats.batches import appraise
from tertium.formats.batches._appraise_languages import language_of, language_of_appraise
from tertium.formats.batches._mqm_core import category_of, mqm_core

SUGGESTED = {"id": 1, "side": "output", "severity": "minor", "category": ""}


def made(work, **settings):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        files = appraise.make_files(work, BatchSettings(**settings))
    assert list(files) == ["batches.json", "manifest.json"]
    return json.loads(files["batches.json"]), json.loads(files["manifest.json"])


def hit(number=100, start=0, text=lambda n: f"Text {n}.", **rest):
    """A HIT of screens, every tenth of which is degraded."""
    return [
        screen(start + n, text(n), position=n, **rest)._replace(
            outputs=(ShownOutput("bad_reference" if n % 10 == 9 else "system", "s0", text(n)),)
        )
        for n in range(number)
    ]


def exported(batches, manifest, score=lambda item: 70, mqm=None):
    """Scores as Appraise exports them, with numbers of batches and items."""
    file = io.StringIO()
    writer = csv.writer(file)
    number = 0
    for task in batches:
        about = task["task"]
        pair = (about["sourceLanguage"], about["targetLanguage"])
        user = f"{''.join(pair)}{manifest['CAMPAIGN_NO']:02x}{about['batchNo']:02x}"
        for item in task["items"]:
            number += 1
            document = [item.get("documentID"), item.get("isCompleteDocument")]
            marked = [json.dumps(mqm(item) if mqm else item.get("mqm", []))] * ("mqm" in item)
            for place, target in enumerate(item.get("targets", [item])):
                for system in target["targetID"].split("+"):
                    writer.writerow(
                        [user, system, item["itemID"], item["itemType"], *pair, score(item)]
                        + [*map(str, document), *marked, 1000.0 + number, 1008.0 + number]
                        + [about["batchNo"], number]
                        + ([place] if "targets" in item else [])
                    )
    return file.getvalue().encode()


def read(work, data):
    assert appraise.sniff(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        return appraise.read(data, "x.csv", work)


def test_a_task_of_direct_assessment():
    batches, manifest = made(batch(hit()))
    (task,) = batches
    assert len(task["items"]) == 100
    assert task["task"] == {
        "batchNo": 1,
        "batchSize": 100,
        "randomSeed": 12345,
        "requiredAnnotations": 1,
        "sourceLanguage": "deu",
        "targetLanguage": "eng",
    }
    assert task["items"][9] == {
        "_block": -1,
        "_item": "1.9",
        "itemID": 10,
        "itemType": "BAD",
        "sourceID": "news24.source",
        "sourceText": "Quelle",
        "targetID": "s0",
        "targetText": "Text 9.",
    }
    key = manifest.pop("CAMPAIGN_KEY")
    assert len(key) > 10
    assert 1 <= manifest.pop("CAMPAIGN_NO") <= 0xFFFF
    assert manifest == {
        "CAMPAIGN_URL": "http://127.0.0.1:8000/dashboard/sso/",
        "CAMPAIGN_NAME": "news24",
        "REDUNDANCY": 1,
        "TASKS_TO_ANNOTATORS": [["deu", "eng", "linear", 1, 1]],
        "TASK_TYPE": "Direct",
    }


def test_smaller_hits_are_joined_and_repeats_fill_the_last_task():
    work = batch(hit(60), hit(60, start=60))
    with pytest.warns(DataWarning, match="80 repeated items fill them"):
        files = appraise.make_files(work, BatchSettings(assignments=3))
    batches = json.loads(files["batches.json"])
    assert [len(task["items"]) for task in batches] == [100, 100]
    types = [item["itemType"] for item in batches[1]["items"]]
    assert types[20:] == ["CHK"] * 80
    shares = json.loads(files["manifest.json"])["TASKS_TO_ANNOTATORS"]
    assert shares == [["deu", "eng", "linear", 6, 2]]


def test_texts_are_escaped_where_appraise_shows_html():
    items = made(batch(hit(text=lambda n: f"a < {n}", source="x & y")))[0][0]["items"]
    assert (items[0]["sourceText"], items[0]["targetText"]) == ("x &amp; y", "a &lt; 0")
    items = made(batch(hit(text=lambda n: f"a < {n}", source="x & y"), task="esa"))[0][0]["items"]
    assert (items[0]["sourceText"], items[0]["targetText"]) == ("x & y", "a < 0")


def test_pairs_of_outputs_have_targets():
    pairs = [screen(n, f"One {n}.", f"Two {n}.", position=n) for n in range(100)]
    batches, manifest = made(batch(pairs, systems_per_item=2))
    first = batches[0]["items"][0]
    assert manifest["TASK_TYPE"] == "Pairwise"
    assert first["targets"] == [
        {"targetID": "s0", "targetText": "One 0."},
        {"targetID": "s1", "targetText": "Two 0."},
    ]


def documents(number=100, **rest):
    return [
        one._replace(
            document=f"d{n // 10}",
            block=n // 10 + 1,
            outputs=(one.outputs[0]._replace(kind="system"),),
        )
        for n, one in enumerate(hit(number, **rest))
    ]


def test_documents_end_with_their_score():
    work = batch(documents(), context=True)
    batches, manifest = made(work)
    items = batches[0]["items"]
    assert manifest["TASK_TYPE"] == "Document"
    assert len(items) == 110
    assert [item["isCompleteDocument"] for item in items[:11]] == [False] * 10 + [True]
    with pytest.warns(DataWarning, match="documents without a score of the whole document"):
        appraise.make_files(work, BatchSettings())


def test_error_spans_are_units_of_the_text_without_spaces_at_its_ends():
    found = [
        {**SUGGESTED, "start": 3, "end": 5},
        {**SUGGESTED, "id": 2, "start": 6, "end": 6, "severity": "major"},
    ]
    screens = hit(text=lambda n: " a 😀b c ", extra={"suggestions": [found]})
    batches, manifest = made(batch(screens, task="esa"))
    assert (manifest["TASK_TYPE"], manifest["TASK_OPTIONS"]) == ("Document", "ESA")
    item = batches[0]["items"][0]
    assert item["mqm"] == [
        {"start_i": 2, "end_i": 4, "severity": "minor", "error_type": None},
        {"start_i": "missing", "end_i": "missing", "severity": "major", "error_type": None},
    ]
    # Segments that are shown by themselves are documents.
    assert {one["documentID"] for one in batches[0]["items"][:2]} == {"0", "1"}
    assert batches[0]["items"][9]["documentID"] == "9#dup"


def test_a_tutorial_is_part_of_the_first_task():
    part = ExpectedPart(75, 85, (ExpectedSpan(8, 14, {"severity": "minor"}),))
    key = AnswerKey(Expectation((part,)), False, {"": "Mark <it>."})
    known = KnownItem("t", ("The dog walked outside.",), "Der Hund.", None, key)
    work = batch(hit(99), task="esa")
    work = type(work)(**{**vars(work), "tutorial": (known,)})
    items = made(work)[0][0]["items"]
    assert len(items) == 100
    assert items[0]["mqm"] == {
        "tutorial": {
            "instruction": "Mark &lt;it&gt;.",
            "score_target": 80,
            "mqm_target": [{"start_i": 8, "end_i": 13, "severity": "minor"}],
        },
        "payload": [],
    }
    assert "-tutorial" in items[0]["documentID"]


def test_what_it_cannot_hold_is_named():
    extra = {"suggestions": [[{**SUGGESTED, "start": 0, "end": 3, "side": "source"}]]}
    work = batch(hit(extra=extra, reference="ref"), task="esa", limit=500)
    with pytest.warns(DataWarning, match="Appraise cannot hold") as caught:
        appraise.make_files(work, BatchSettings())
    for part in (
        "100 suggested errors in the source",
        "100 references beside the source",
        "the limit of work per annotator",
        "instructions of the campaign",
    ):
        assert part in str(caught[0].message)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"answer": "five-point"}, "does not ask for adequacy with the answer five-point"),
        ({"task": "fluency"}, "documents only"),
        ({"sliders": "style:1-7"}, "one slider"),
    ],
)
def test_a_question_that_it_does_not_ask_is_refused(options, words):
    with pytest.raises(UsageError, match=words):
        made(batch(hit(), **options))


def test_language_codes():
    assert language_of_appraise("de") == "deu"
    assert language_of_appraise("de_AT") == "deu"
    assert language_of_appraise("pl") == "plk"
    assert language_of_appraise("hsb") == "hsb"
    assert (language_of("deu"), language_of("plk"), language_of("hsb")) == ("de", "pl", "hsb")
    assert (language_of("fas"), language_of("nob")) == ("fa", "nb")


# --- Exported scores ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "work",
    [
        batch(hit()),
        batch(hit(70), hit(45, start=70)),
        batch(documents(), context=True),
        batch([screen(n, f"a {n}", f"b {n}", position=n) for n in range(90)], systems_per_item=2),
    ],
)
def test_each_item_comes_back_once(work):
    batches, manifest = made(work)
    answers = read(work, exported(batches, manifest))
    assert sorted(one.item for one in answers) == sorted(one.item for one in work.screens)
    for one in answers:
        shown = work.screen_of_item[one.item].shown
        load_task("adequacy").read(one.answer, shown, work.description.question)
    assert answers[0].active in (8, 16)


def test_error_spans_come_back_and_suggestions_are_kept():
    found = [{**SUGGESTED, "start": 3, "end": 5}, {**SUGGESTED, "id": 2, "start": 6, "end": 6}]
    work = batch(hit(text=lambda n: " a 😀b c ", extra={"suggestions": [found]}), task="esa")
    answers = read(work, exported(*made(work)))
    assert len(answers) == 100
    shown = work.screen_of_item[answers[0].item].shown
    stored = load_task("esa").read(answers[0].answer, shown, work.description.question)
    (part,) = stored["outputs"]
    assert [one["became"] for one in part["suggestions"]] == ["kept", "kept"]
    assert [(one["start"], one["end"]) for one in part["spans"]] == [(3, 5), (6, 6)]


def test_categories_are_those_of_mqm_core():
    choices = mqm_core().choices
    assert "Accuracy/Mistranslation" in choices
    assert category_of(["Design and markup", "Truncation/text espansion"]) in choices
    assert category_of(["Other"]) in choices
    assert category_of(None) == ""


def test_error_spans_as_python_prints_them_are_read():
    work = batch(hit(), task="esa")
    data = exported(*made(work)).replace(
        b",[],", b",\"{'start_i': 0, 'end_i': 3, 'severity': 'minor'}\","
    )
    part = read(work, data)[0].answer["outputs"][0]
    assert [(one["start"], one["end"], one["severity"]) for one in part["spans"]] == [
        (0, 4, "minor")
    ]


def test_the_ratings_format_reads_the_same_file():
    work = batch(hit())
    ratings = formats.load("ratings", "appraise").read(exported(*made(work)), "x.csv")
    assert sum(ratings.kind.is_("bad_reference")) == 10
    assert set(ratings.languages) == {"deu-eng"}


def without_batches(data):
    rows = [row[:-2] for row in csv.reader(io.StringIO(data.decode()))]
    return "".join(",".join(row) + "\n" for row in rows).encode()


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        (without_batches, FormatError, "no number of its batch"),
        (lambda data: data.replace(b",s0,3,", b",s0,999,"), DataError, "no item 999"),
        (lambda data: re.sub(rb"deueng[0-9a-f]+", b"deueng000101", data), DataError, "another"),
        (
            lambda data: data.replace(b",70,None,None,1003", b",70,None,None,x"),
            FormatError,
            "times",
        ),
        (lambda data: data[:-30], FormatError, "instead of"),
    ],
)
def test_wrong_scores_are_refused_with_their_line(change, error, words):
    work = batch(hit())
    data = change(exported(*made(work)))
    with pytest.raises(error, match=words) as caught:
        read(work, data)
    assert re.fullmatch(r"x\.csv:\d+", caught.value.where)


@pytest.mark.parametrize(
    "spans",
    ["x", [{"start_i": 0, "end_i": 99}], [{"start_i": 2, "end_i": 1}], [{"start_i": []}]],
)
def test_impossible_error_spans_are_refused(spans):
    work = batch(hit(), task="esa")
    batches, manifest = made(work)
    with pytest.raises((DataError, FormatError), match="error span"):
        read(work, exported(batches, manifest, mqm=lambda item: spans))


def test_results_of_another_campaign_are_refused():
    with pytest.raises(DataError, match="another campaign"):
        read(batch(hit()), exported(*made(batch(hit(), campaign="other"))))


# --- Batches that come in -----------------------------------------------------------------------


def incoming(batches, manifest=None):
    files = {"batches.json": json.dumps(batches).encode()}
    if manifest is not None:
        files["manifest.json"] = json.dumps(manifest).encode()
    assert all(appraise.sniff_campaign(data) for data in files.values())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        return appraise.read_campaign(files)


def test_our_own_batches_come_back():
    found = incoming(*made(batch(hit(text=lambda n: f"a < {n}"))))
    assert (found.task, found.languages, found.annotators) == (
        *("adequacy", ("de", "en")),
        ("annotator-1",),
    )
    screens = found.hits[0].screens
    assert len(screens) == 100
    assert screens[9].outputs == (ShownOutput("bad_reference", "s0", "a < 9"),)
    assert (screens[9].segment, screens[9].source) == ("10", "Quelle")


def test_documents_and_their_scores_come_back():
    found = incoming(*made(batch(documents(), context=True)))
    screens = found.hits[0].screens
    assert [one.block for one in screens[:12]] == [1] * 11 + [2]
    assert (screens[10].level, screens[10].outputs[0].text.split("\n")[:2]) == (
        "document",
        ["Text 0.", "Text 1."],
    )


def test_suggestions_and_the_tutorial_come_back():
    part = ExpectedPart(75, 85, (ExpectedSpan(8, 14, {"severity": "minor"}),))
    key = AnswerKey(Expectation((part,)), False, {"": "Mark it."})
    known = KnownItem("t", ("The dog walked outside.",), "Der Hund.", None, key)
    extra = {"suggestions": [[{**SUGGESTED, "start": 3, "end": 5}]]}
    work = batch(hit(99, text=lambda n: " a 😀b c ", extra=extra), task="esa")
    work = type(work)(**{**vars(work), "tutorial": (known,)})
    found = incoming(*made(work))
    assert found.task == "esa"
    ((_, line),) = found.tutorial
    assert line["expected"] == {
        "value": [60, 100],
        "spans": [{"start": 8, "end": 14, "severity": "minor"}],
        "tolerance": 3,
    }
    first = found.hits[0].screens[0]
    assert first.suggestions[0] == ({"start": 3, "end": 5, "severity": "minor", "category": ""},)


def item(**rest):
    return {
        "itemID": 1,
        "itemType": "TGT",
        "sourceID": "x",
        "sourceText": "Eins",
        "targetID": "A",
        "targetText": "One",
        **rest,
    }


def task(*items, **about):
    languages = {"sourceLanguage": "deu", "targetLanguage": "eng"}
    return {
        "task": {"batchNo": 1, "requiredAnnotations": 1, **languages, **about},
        "items": [*items],
    }


def test_several_annotators_of_a_task():
    manifest = {"TASKS_TO_ANNOTATORS": [["deu", "eng", "uniform", 4, 2]], "REDUNDANCY": 2}
    found = incoming([task(item()), task(item(itemID=2))], manifest)
    assert [hit.annotator for hit in found.hits] == [f"annotator-{n}" for n in (1, 2, 3, 4)]
    assert [hit.screens[0].segment for hit in found.hits] == ["1", "2", "1", "2"]


@pytest.mark.parametrize(
    ("batches", "words"),
    [
        ([task()], "no items to judge"),
        ([7], "A task must be an object"),
        ([task(7)], "An item must be an object"),
        ([task(item(itemType="XYZ"))], "'itemType' has the unknown value 'XYZ'"),
        ([task(item(itemID="a"))], "'itemID' must be a whole number"),
        ([task(item(targetText=3))], "'targetText' must be a text"),
        ([task(item(targets=[]))], "one or two outputs"),
        ([task(item(mqm=[{"start_i": 0, "end_i": 9}]))], "outside the output"),
        ([task(item()), task(item(), targetLanguage="fra")], "several language pairs"),
        ([task(item(), sourceLanguage=None)], "'sourceLanguage' must be a text"),
    ],
)
def test_damaged_batches_are_refused_with_their_place(batches, words):
    with pytest.raises((DataError, FormatError, UsageError), match=words) as caught:
        appraise.read_campaign({"b.json": json.dumps(batches).encode()})
    assert str(caught.value).startswith("b.json")


def test_other_types_of_tasks_are_refused():
    with pytest.raises(FormatError, match="'TASK_TYPE' has the unknown value 'Data'"):
        incoming([task(item())], {"TASKS_TO_ANNOTATORS": [], "TASK_TYPE": "Data"})
