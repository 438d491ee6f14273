"""Machine judges: blind work, answers that are checked and stored all or not at all."""

import json
import time

import pytest
from tests.api.test_campaigns import answer_all, database, make  # noqa: F401
from tests.campaign._testsets import made

import tertium
from tertium.campaign.items import systems_of
from tertium.core.errors import DataError, DataWarning, UsageError
from tertium.core.testset import TestSet
from tertium.storage import judgments, work


def export(campaign, folder):
    path = folder / "items.jsonl"
    number = campaign.export_items(path, force=True)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == number
    return lines


def stored(campaign, line):
    """The item of a line of work."""
    with campaign.database.reading() as connection:
        found = work.item(connection, campaign.id, line["item"])
    assert found is not None
    return found


def answers(lines, value=lambda line: 60):
    return [
        {
            "item": one["item"],
            "digest": one["digest"],
            "answer": {"outputs": [{"value": value(one)}]},
        }
        for one in lines
    ]


def give(campaign, folder, rows, annotator="judge-1", **rest):
    path = folder / "answers.jsonl"
    written = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text("".join(f"{row}\n" for row in written), encoding="utf-8")
    return campaign.import_answers(path, annotator=annotator, **rest)


def careful(line):
    """Notices that words are missing, as degraded outputs have fewer than six."""
    return 20 if len(line["outputs"][0].split()) < 6 else 70 + line["item"] % 7


def content(campaign):
    """Everything that an import could change."""
    with campaign.database.reading() as connection:
        tables = ("annotators", "hits", "assignments", "items", "outputs", "judgments", "texts")
        return {
            name: sorted(map(str, connection.exec_driver_sql(f"SELECT * FROM {name}").all()))
            for name in tables
        }


def test_the_work_is_blind(tmp_path, database):  # noqa: F811
    with make(tmp_path, database) as campaign:
        lines = export(campaign, tmp_path)
        assert len(lines) == 40
        assert set(lines[0]) == {
            *("item", "digest", "campaign", "task", "level", "source", "outputs", "question"),
            "answer_schema",
        }
        text = (tmp_path / "items.jsonl").read_text(encoding="utf-8")
        for word in ("system", "s0", "s1", "s2", "repeat", "bad_reference", "reference"):
            # Outputs of the test set name the reference and no system.
            assert f'"{word}"' not in text
        assert lines[0]["question"] == (
            "The translation adequately expresses the meaning of the source."
        )
        items = [stored(campaign, one) for one in lines]
        assert {item.outputs[0].kind for item in items} == {
            *("system", "repeat", "bad_reference", "reference")
        }
        assert [one["outputs"][0] for one in lines] == [item.outputs[0].text for item in items]


def test_a_machine_stands_beside_people_and_enters_no_score(tmp_path, database):  # noqa: F811
    with make(tmp_path, database) as campaign:
        for name in ("ann", "bob"):
            answer_all(
                campaign,
                name,
                lambda row: (
                    {"bad_reference": 10, "reference": 95}.get(row.outputs[0].kind, 50)
                    + 5 * (row.outputs[0].system == "s1")
                    + row.position % 3
                ),
            )
        before = campaign.status()
        done = give(campaign, tmp_path, answers(export(campaign, tmp_path), careful))
        assert done == (40, 0)
        after = campaign.status()
        assert after.state == "finished"
        assert (after.judged, after.planned) == (before.judged, before.planned) == (40, 40)
        assert after.systems == before.systems
        assert (after.alpha, after.pace) == (before.alpha, pytest.approx(before.pace, rel=0.05))
        assert after.ranking is not None
        assert after.ranking.systems == before.ranking.systems
        judge = after.annotators[-1]
        assert (judge.annotator, judge.kind, judge.judged, judge.planned) == (
            *("judge-1", "machine", 40, 40),
        )
        assert judge.verdict == "passed"
        assert [one.kind for one in after.annotators] == ["person", "person", "machine"]
        ratings = campaign.ratings()
        kinds = dict(
            zip(ratings.annotator.to_list(), ratings.annotator_kind.to_list(), strict=True)
        )
        assert kinds == {"ann": "", "bob": "", "judge-1": "machine"}
        agreement = tertium.agreement(ratings).values
        assert agreement is not None
        assert "judge-1 (machine)" in [one.annotator for one in agreement.annotators]
        assert "2 annotators, 40 of 40 items judged" in repr(campaign)
        assert campaign.check() == []


def test_a_machine_that_answers_at_random_fails_quality_control(tmp_path):
    with make(tmp_path) as campaign:
        lines = export(campaign, tmp_path)
        give(campaign, tmp_path, answers(lines, lambda line: line["item"] * 37 % 101))
        assert campaign.status().annotators[-1].verdict == "failed"


def test_the_work_of_people_goes_on_as_before(tmp_path, database):  # noqa: F811
    with make(tmp_path, database, judgments=14 * 6) as campaign:
        answer_all(campaign, "ann", most=5)
        give(campaign, tmp_path, answers(export(campaign, tmp_path)))
        # An annotator who joins takes a third of the HITs of people, and none of the machine.
        campaign.add_annotator("dora")
        status = {one.annotator: (one.judged, one.planned) for one in campaign.status().annotators}
        assert status == {"ann": (5, 40), "bob": (0, 40), "judge-1": (120, 120), "dora": (0, 40)}
        assert [answer_all(campaign, name) for name in ("ann", "bob", "dora")] == [35, 40, 40]
        assert campaign.status().state == "finished"
        assert len(export(campaign, tmp_path)) == 120


def test_in_a_pool_nobody_gets_the_items_of_a_machine(tmp_path, database):  # noqa: F811
    with make(tmp_path, database, pool=True, annotators=()) as campaign:
        give(campaign, tmp_path, answers(export(campaign, tmp_path)))
        campaign.add_annotator("ann")
        ann = campaign.annotators()[-1]
        seen = []
        for _ in range(5):
            with campaign.database.writing() as connection:
                rows = work.upcoming(connection, campaign.id, ann.id, 100, time.time(), 60.0)
                seen += [row.id for row in rows]
                for row in rows:
                    judgments.record(
                        connection,
                        campaign.id,
                        judgments.NewJudgment(
                            *(f"ann-{row.id}", row.id, ann.id),
                            *('{"outputs": [{"value": 5}]}', "slider", row.digest),
                            *(1.0, 2.0, 3.0, 4.0, 1.0),
                        ),
                    )
        assert sorted(seen) == [one["item"] for one in export(campaign, tmp_path)]
        assert campaign.status().state == "finished"


def test_importing_twice_changes_nothing(tmp_path, database):  # noqa: F811
    with make(tmp_path, database) as campaign:
        rows = answers(export(campaign, tmp_path))
        assert give(campaign, tmp_path, rows) == (40, 0)
        before = content(campaign)
        assert give(campaign, tmp_path, rows) == (0, 40)
        assert give(campaign, tmp_path, [rows[3], rows[3], ""]) == (0, 1)
        assert content(campaign) == before


def test_answers_can_come_in_parts_and_share_the_hits_of_the_machine(tmp_path, database):  # noqa: F811
    with make(tmp_path, database) as campaign:
        rows = answers(export(campaign, tmp_path), careful)
        for part, expected in ((rows[5:12], (7, 0)), (rows[:30], (23, 7)), (rows, (10, 30))):
            assert give(campaign, tmp_path, part) == expected
        judge = campaign.status().annotators[-1]
        assert (judge.judged, judge.planned, judge.verdict) == (40, 40, "passed")
        assert len(set(campaign.ratings().batch.to_list())) == 2  # as many as HITs of people
        assert campaign.check() == []
        assert give(campaign, tmp_path, rows[:4], annotator="judge-2") == (4, 0)


BAD = [
    ("{", "line 1, column|Not JSON"),
    ("[1]", "Expected an object, found list"),
    ({"digest": "x", "answer": {}}, "The line has no 'item'"),
    ({"item": 1, "answer": {}}, "The line has no 'digest'"),
    ({"item": 1, "digest": "x"}, "The line has no 'answer'"),
    ({"item": "1", "digest": "x", "answer": {}}, "The item must be a whole number"),
    ({"item": True, "digest": "x", "answer": {}}, "The item must be a whole number"),
    ({"item": 10**30, "digest": "x", "answer": {}}, "The campaign has no item 10000"),
    ({"item": -1, "digest": "x", "answer": {}}, "The campaign has no item -1"),
    ({"item": 1, "digest": "x", "answer": {}}, "The digest is not that of item 1"),
    ({"item": 1, "digest": None, "answer": {}}, "The digest is not that of item 1"),
]


@pytest.mark.parametrize(("row", "message"), BAD, ids=lambda one: str(one)[:30])
def test_a_line_that_cannot_be_used_is_named_and_nothing_is_stored(tmp_path, row, message):
    with make(tmp_path) as campaign:
        before = content(campaign)
        good = answers(export(campaign, tmp_path))
        with pytest.raises(DataError, match=rf"answers.jsonl:3: .*({message})") as refused:
            give(campaign, tmp_path, [good[1], good[2], row, good[3]])
        assert refused.value.hint == "Nothing was stored."
        assert content(campaign) == before


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ({"outputs": [{"value": 101}]}, "The answer must be between 0 and 100"),
        ({"outputs": [{"value": 1.5}]}, "The answer must be a whole number"),
        ({"outputs": []}, "The answer must have one part for each output"),
        ({"value": 1}, r'must be of the form {"outputs": \[...\]}'),
        ([], "The answer must be an object"),
        (None, "The answer must be an object"),
    ],
)
def test_the_task_checks_answers(tmp_path, database, answer, message):  # noqa: F811
    with make(tmp_path, database) as campaign:
        before = content(campaign)
        rows = answers(export(campaign, tmp_path))
        rows[7]["answer"] = answer
        with pytest.raises(DataError, match=f"answers.jsonl:8: .*{message}"):
            give(campaign, tmp_path, rows)
        assert content(campaign) == before


def test_the_first_problems_are_listed(tmp_path):
    with make(tmp_path) as campaign:
        rows = answers(export(campaign, tmp_path), lambda line: -line["item"])
        with pytest.raises(DataError) as refused:
            give(campaign, tmp_path, rows)
    text = refused.value.message
    assert text.count("The answer must be between 0 and 100.") == 5
    assert "line 2: The answer" in text
    assert text.endswith("line 5: The answer must be between 0 and 100. 35 other lines.")


def test_two_different_answers_to_an_item_are_refused(tmp_path, database):  # noqa: F811
    with make(tmp_path, database) as campaign:
        lines = export(campaign, tmp_path)
        first, second = (answers(lines, lambda line, value=value: value) for value in (1, 2))
        with pytest.raises(
            DataError, match=r"answers.jsonl:3: Item \d+ has another answer in line 1"
        ):
            give(campaign, tmp_path, [first[0], first[1], second[0]])
        give(campaign, tmp_path, first[:1])
        before = content(campaign)
        with pytest.raises(DataError, match=r"jsonl:2: .* another answer by this annotator in the"):
            give(campaign, tmp_path, [first[1], second[0]])
        assert content(campaign) == before
        assert give(campaign, tmp_path, second[:1], annotator="judge-2") == (1, 0)


def test_items_of_another_campaign_are_refused(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with make(tmp_path / "one") as one, make(tmp_path / "two") as two:
        rows = answers(export(one, tmp_path))
        with pytest.raises(DataError, match="the line belongs to another campaign"):
            give(two, tmp_path, rows)
        # The copies of a machine are no work for another machine.
        give(one, tmp_path, rows)
        with pytest.raises(DataError, match="The campaign has no item 41"):
            give(one, tmp_path, [{**rows[0], "item": 41}], annotator="judge-2")


def test_a_person_is_not_mistaken_for_a_machine_or_a_machine_for_a_person(tmp_path, database):  # noqa: F811
    with make(tmp_path, database) as campaign:
        rows = answers(export(campaign, tmp_path))
        before = content(campaign)
        with pytest.raises(UsageError, match="The annotator ann is a person"):
            give(campaign, tmp_path, rows, annotator="ann")
        with pytest.raises(UsageError, match="People answer in the browser"):
            give(campaign, tmp_path, rows, machine=False)
        with pytest.raises(UsageError, match="cannot be the name of an annotator"):
            give(campaign, tmp_path, rows, annotator="a judge")
        assert content(campaign) == before
        give(campaign, tmp_path, rows)
        with pytest.raises(UsageError, match="judge-1 is a machine, which has no link"):
            campaign.new_link("judge-1")
        campaign.exclude("judge-1")
        assert len(campaign.ratings(with_excluded=True)) == 40
        campaign.include("judge-1")
        assert "judge-1" not in [link.annotator for link in campaign.links()]


def test_a_deleted_machine_leaves_no_work_behind(tmp_path, database):  # noqa: F811
    with make(tmp_path, database) as campaign:
        before = content(campaign)
        rows = answers(export(campaign, tmp_path))
        give(campaign, tmp_path, rows)
        campaign.delete_annotator("judge-1", with_judgments=True)
        assert content(campaign) == before
        give(campaign, tmp_path, rows)
        campaign.delete_annotator("judge-1")
        assert campaign.ratings().annotator_kind.names == ("machine",)
        assert campaign.status().planned == 40
        assert campaign.check() == []
        assert give(campaign, tmp_path, rows) == (40, 0)


def test_lines_of_work_may_be_copied_and_unknown_keys_are_named(tmp_path):
    with make(tmp_path) as campaign:
        lines = export(campaign, tmp_path)
        rows = [{**line, **row} for line, row in zip(lines, answers(lines), strict=True)]
        assert give(campaign, tmp_path, rows[:20]) == (20, 0)
        with pytest.warns(DataWarning, match="Unused keys: model, prompt"):
            give(campaign, tmp_path, [{**row, "model": "m", "prompt": 3} for row in rows[20:]])


def test_an_empty_file_is_refused(tmp_path):
    with make(tmp_path) as campaign:
        with pytest.raises(DataError, match=r"answers\.jsonl: The file has no answers"):
            give(campaign, tmp_path, [""])
        assert [one.kind for one in campaign.annotators()] == ["person", "person"]


def test_five_points_come_with_their_anchors(tmp_path):
    with make(tmp_path, answer="five-point", interface="de") as campaign:
        line = export(campaign, tmp_path)[0]
    assert list(line["points"]) == ["5", "4", "3", "2", "1"]
    assert line["points"]["5"] == "Alles"
    assert line["question"].startswith("Wie viel von der Bedeutung")
    value = line["answer_schema"]["properties"]["outputs"]["items"]["properties"]["value"]
    assert value == {"type": "integer", "minimum": 1, "maximum": 5}


def test_documents_are_named_and_come_segment_by_segment(tmp_path):
    testset = TestSet.of(
        systems={name: [f"output {n} of {name}" for n in range(12)] for name in "ab"},
        source=[f"source {n}" for n in range(12)],
        document_ids=[f"d{n // 4}" for n in range(12)],
    )
    with tertium.new_campaign(
        testset, tmp_path / "x", annotators=["ann"], context=True, document_score=True
    ) as campaign:
        lines = export(campaign, tmp_path)
        levels = [one["level"] for one in lines]
        assert levels.count("document") > 0
        first = [one for one in lines if one["document"] == lines[0]["document"]]
        assert [one["level"] for one in first] == ["segment"] * 4 + ["document"]
        assert give(campaign, tmp_path, answers(lines)) == (len(lines), 0)
        assert set(campaign.ratings(level="document").annotator.names) == {"judge-1"}
        assert campaign.check() == []


def test_the_reference_is_hidden_from_machines_where_people_do_not_see_it(tmp_path, database):  # noqa: F811
    with make(tmp_path, database, show="both", reference_share=0.5) as campaign:
        lines = export(campaign, tmp_path)
        hidden = {one["item"] for one in lines if "reference" not in one}
        assert 0 < len(hidden) < len(lines)
        for one in lines:
            expected = "no-reference" if one["item"] in hidden else "reference"
            assert stored(campaign, one).condition == expected
        give(campaign, tmp_path, answers(lines))
        conditions = campaign.ratings().condition
        assert conditions.is_("no-reference").sum() == len(hidden)
        assert conditions.is_("reference").sum() == len(lines) - len(hidden)


def test_shared_outputs_are_judged_once_for_all_their_systems(tmp_path):
    testset = made(segments=40, shared=range(40))
    with tertium.new_campaign(
        testset, tmp_path / "x", annotators=["ann"], judgments=14, hit_size=20
    ) as campaign:
        give(campaign, tmp_path, answers(export(campaign, tmp_path)))
        names = set(campaign.ratings().system.names) - {"reference"}
        assert {tuple(systems_of(name)) for name in names} >= {("s0", "s1", "s2")}
