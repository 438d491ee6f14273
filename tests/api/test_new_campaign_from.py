"""Campaigns from campaign files of Pearmut and Appraise."""

import json
from typing import Any

import pytest
from tests.campaign._testsets import made

import tertium
from tertium.core.errors import DataError, DataWarning, FormatError, UsageError
from tertium.storage import machines

ITEM = {"item_id": "1", "src": "Eins 😀.", "tgt": {"A": "One 😀.", "B": "Two."}}


def pearmut(folder, *documents, **info):
    content = {
        "info": {"assignment": "task-based", "protocol": "ESA", **info},
        "campaign_id": "wmt25_#_de-en",
        "data": [list(documents)],
    }
    path = folder / "campaign.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def items(campaign):
    """All items with what they show, in order, without what only one database knows."""
    with campaign.database.reading() as connection:
        return [
            (
                one.number,
                one.segment,
                one.document,
                one.block,
                one.level,
                one.source,
                one.reference,
                tuple(one.outputs),
                one.extra,
            )
            for one in machines.items_of_people(connection, campaign.id)
        ]


def by_hit(campaign):
    """Items of each HIT; HITs come in the order of annotators."""
    found: dict[int, list[Any]] = {}
    for number, segment, document, block, *rest in items(campaign):
        found.setdefault(number, []).append((segment, document, block is None, *rest))
    return sorted(map(repr, found.values()))


@pytest.mark.parametrize(
    "options",
    [
        {"judgments": 32, "hit_size": 20, "annotators": ["ann", "bob"]},
        {"task": "esa", "systems_per_item": 3, "annotators": ["ann"]},
        {"task": "mqm", "judgments": 16, "hit_size": 20, "annotators": ["ann"], "show": "both"},
        {"answer": "slider", "task": "fluency", "judgments": 16, "hit_size": 20},
    ],
)
def test_a_campaign_of_ours_comes_back_from_pearmut(options, tmp_path):
    with tertium.new_campaign(made(), tmp_path / "ours", **options) as ours:
        ours.export_batches("pearmut", tmp_path / "theirs")
        with tertium.new_campaign_from(tmp_path / "theirs", tmp_path / "again") as again:
            assert by_hit(again) == by_hit(ours)
            assert again.settings.task == ours.settings.task
            assert [one.name for one in again.annotators()] == [
                one.name for one in ours.annotators()
            ]
            assert again.check() == []
            again.export_batches("pearmut", tmp_path / "theirs-again")
    assert again.description.planned_by_system == ours.description.planned_by_system


def test_suggestions_tutorial_checks_and_form(tmp_path):
    spans = {"A": [{"start_i": 4, "end_i": 5, "severity": "major", "category": None}]}
    tutorial = {**ITEM, "src": "t", "skippable": True, "validation": {"A": {"score": [0, 9]}}}
    check = {**ITEM, "src": "c", "item_id": "c", "validation": {"B": {"score": [0, 9]}}}
    path = pearmut(tmp_path, [tutorial], [{**ITEM, "error_spans": spans}], [check], users=["ann"])
    with tertium.new_campaign_from(path, tmp_path / "made") as campaign:
        shown = items(campaign)
        assert [[output.kind for output in one[7]] for one in shown] == [
            ["system", "system"],
            ["check", "check"],
        ]
        assert json.loads(shown[0][8])["suggestions"][0] == [
            {
                **{"id": 1, "start": 4, "end": 5, "severity": "major", "category": ""},
                "side": "output",
            }
        ]
        assert campaign.description.tutorial
        assert campaign.description.checks == 1
        assert campaign.description.prefill
        assert campaign.description.languages == "de-en"
        assert campaign.check() == []


def test_a_pool_and_other_annotators(tmp_path):
    path = pearmut(tmp_path, [ITEM], users=["ann"])
    with tertium.new_campaign_from(path, tmp_path / "pool", pool=True) as campaign:
        assert campaign.description.pool
        assert campaign.annotators() == []
    with tertium.new_campaign_from(path, tmp_path / "dora", annotators=["dora"]) as campaign:
        assert [one.name for one in campaign.annotators()] == ["dora"]
    with pytest.raises(UsageError, match="tasks of 1 annotator; 2 are named"):
        tertium.new_campaign_from(path, tmp_path / "two", annotators=2)
    with pytest.raises(UsageError, match="A pool has no named annotators"):
        tertium.new_campaign_from(path, tmp_path / "both", annotators=2, pool=True)


def test_its_own_categories_and_instructions(tmp_path):
    path = pearmut(
        tmp_path,
        [ITEM],
        protocol="MQM",
        mqm_categories={"General": ["Fluency"]},
        instructions="<b>Mark</b> all.",
    )
    with tertium.new_campaign_from(path, tmp_path / "made") as campaign:
        typology = campaign.description.question.typology
        assert typology is not None
        assert typology.choices == ("General/Fluency",)
        assert campaign.instructions == "Mark all.\n"


def test_an_id_that_is_used_twice_gets_a_number(tmp_path):
    path = pearmut(tmp_path, [ITEM], [{**ITEM, "src": "Zwei."}])
    with (
        pytest.warns(DataWarning, match="1 item"),
        tertium.new_campaign_from(path, tmp_path / "made") as campaign,
    ):
        assert [one[1] for one in items(campaign)] == ["1", "1:2"]


@pytest.mark.parametrize(
    ("content", "error", "words"),
    [
        ("", FormatError, "no campaign of another program"),
        ("Good morning.\n", FormatError, "no campaign of another program"),
        ('{"annotation": []}', FormatError, "no campaign of another program"),
        ('{"campaign_id": "x", "info": {}, "data": [}', FormatError, "Not JSON"),
    ],
)
def test_other_files_are_refused(content, error, words, tmp_path):
    path = tmp_path / "x.json"
    path.write_text(content)
    with pytest.raises(error, match=words):
        tertium.new_campaign_from(path, tmp_path / "made")
    assert not (tmp_path / "made").exists()


def test_a_severity_that_annotators_cannot_choose_is_refused(tmp_path):
    spans = {"A": [{"start_i": 0, "end_i": 1, "severity": "huge"}]}
    path = pearmut(tmp_path, [{**ITEM, "error_spans": spans}])
    with pytest.raises(DataError, match="'huge' is none of minor, major") as caught:
        tertium.new_campaign_from(path, tmp_path / "made")
    assert caught.value.where.endswith("task 1, document 1, item 1")


def test_a_folder_without_campaign_files(tmp_path):
    with pytest.raises(UsageError, match="no files to read"):
        tertium.new_campaign_from(tmp_path, tmp_path / "made")
