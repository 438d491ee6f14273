"""Work on a market: results are imported once, rejected work does not count, work is reviewed."""

import csv
import io
import json
import os
import warnings
from contextlib import suppress
from random import Random

import pytest
from tests.api.test_campaigns import answer_all, database  # noqa: F401
from tests.campaign._testsets import made
from tests.command import run

import tertium
from tertium.core.errors import DataError, DataWarning, FormatError, TertiumError, UsageError
from tertium.storage import judgments, pools, work

HITS = 3


def make(folder, database="", name="news24", **options):  # noqa: F811
    given = {"pool": True, "judgments": 14 * HITS, "hit_size": 20, **options}
    return tertium.new_campaign(made(), folder / name, database=database, **given)


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def inputs(campaign, folder):
    """Rows of the input CSV, with the items that they show."""
    campaign.export_batches("mturk", folder / "hits", force=True)
    rows = rows_of(folder / "hits" / "hits.csv")
    with campaign.database.reading() as connection:
        found = [work.items_of_hit(connection, campaign.id, hit) for hit in range(1, len(rows) + 1)]
    return list(zip(rows, found, strict=True))


def careful(item):
    """Notices that words are missing."""
    return {"bad_reference": 20, "reference": 90}.get(item.outputs[0].kind, 60) + item.id % 7


def careless(item):
    return 40 + item.id * 37 % 23


def assignment(number, worker, hit, value=careful, status="Submitted", **columns):
    """A row of results."""
    row, items = hit
    return {
        "HITId": f"H{row['hit_key'][:4]}",
        "Reward": "$0.50",
        "AssignmentId": f"A{number}",
        "WorkerId": worker,
        "AssignmentStatus": status,
        "AcceptTime": "Fri Jun 06 18:50:00 UTC 2025",
        "SubmitTime": "Fri Jun 06 18:55:00 UTC 2025",
        "WorkTimeInSeconds": "300",
        **{f"Input.{name}": cell for name, cell in row.items()},
        **{f"Answer.answer_{n}_1": value(item) for n, item in enumerate(items, 1)},
        **columns,
    }


def write(path, rows):
    file = io.StringIO()
    writer = csv.DictWriter(file, list(dict.fromkeys(name for row in rows for name in row)))
    writer.writeheader()
    writer.writerows(rows)
    path.write_text(file.getvalue(), encoding="utf-8")
    return path


def stored(campaign):
    with campaign.database.reading() as connection:
        return list(judgments.current(connection, campaign.id))


def test_results_are_stored_once(tmp_path, database):  # noqa: F811
    with make(tmp_path, database) as campaign:
        shown = inputs(campaign, tmp_path)
        path = write(tmp_path / "Batch_1.csv", [assignment(1, "AX7", shown[0])])
        assert campaign.import_results(path) == (20, 0, 0, 1, 0)
        assert campaign.import_results([path]) == (0, 20, 0, 1, 0)
        (one,) = campaign.annotators()
        assert (one.name, one.kind) == ("mturk-AX7", "person")
        market = json.loads(one.market)
        assert market["market"] == "mturk"
        assert market["assignments"]["A1"]["WorkerId"] == "AX7"
        assert "Input" not in one.market
        status = campaign.status()
        assert (status.judged, status.planned) == (20, 20 * HITS)
        assert status.annotators[0].seconds == 15
        ratings = campaign.ratings()
        assert ratings.status.names == ("Submitted",)
        assert campaign.check() == []
        row = stored(campaign)[0]
        assert row.submitted - row.shown == 300


def test_more_results_of_the_same_batch(tmp_path):
    with make(tmp_path) as campaign:
        shown = inputs(campaign, tmp_path)
        first = assignment(1, "AX7", shown[0])
        campaign.import_results(write(tmp_path / "one.csv", [first]))
        rows = [first, assignment(2, "BX8", shown[1]), assignment(3, "AX7", shown[2])]
        assert campaign.import_results(write(tmp_path / "two.csv", rows)) == (40, 20, 0, 2, 0)
        by_name = {one.name: one for one in campaign.annotators()}
        assert set(json.loads(by_name["mturk-AX7"].market)["assignments"]) == {"A1", "A3"}
        assert campaign.status().judged == 60


def test_several_workers_judge_a_hit(tmp_path):
    with make(tmp_path) as campaign:
        hit = inputs(campaign, tmp_path)[0]
        rows = [assignment(n, f"W{n}", hit) for n in range(3)]
        assert campaign.import_results(write(tmp_path / "x.csv", rows)).stored == 60
        assert len(campaign.ratings()) == 60
        assert campaign.status().judged == 20
        assert campaign.check() == []


def test_rejected_work_is_kept_and_not_counted(tmp_path, database):  # noqa: F811
    with make(tmp_path, database) as campaign:
        shown = inputs(campaign, tmp_path)
        rows = [assignment(1, "AX7", shown[0]), assignment(2, "BX8", shown[1], status="Rejected")]
        assert campaign.import_results(write(tmp_path / "x.csv", rows)) == (40, 0, 0, 2, 20)
        assert len(campaign.ratings()) == 20
        assert len(campaign.ratings(with_excluded=True)) == 40
        assert campaign.status().judged == 20
        # A later file changes the status: Submitted work was rejected, and the other way round.
        rows[0]["AssignmentStatus"], rows[1]["AssignmentStatus"] = "Rejected", "Approved"
        done = campaign.import_results(write(tmp_path / "y.csv", rows))
        assert done == (0, 40, 40, 2, 20)
        assert {(one.annotator_name, one.status) for one in stored(campaign)} == {
            ("mturk-AX7", "Rejected"),
            ("mturk-BX8", "Approved"),
        }
        assert campaign.ratings().annotator.names == ("mturk-BX8",)
        # Somebody else can do the work.
        bob = campaign.add_annotator("bob")
        assert bob.annotator == "bob"
        number = campaign.annotators()[-1].id
        with campaign.database.writing() as connection:
            for _ in range(2):
                assert pools.take_hit(connection, campaign.id, number, 4e9, 60)
                answered = work.upcoming(connection, campaign.id, number, 100, 4e9)
                if answered[0].hit == 1:
                    break
                connection.exec_driver_sql(
                    f"UPDATE items SET skipped = 1 WHERE hit = {answered[0].hit}"
                )
            assert answered[0].hit == 1


def test_results_do_not_change(tmp_path):
    with make(tmp_path) as campaign:
        shown = inputs(campaign, tmp_path)
        campaign.import_results(write(tmp_path / "x.csv", [assignment(1, "AX7", shown[0])]))
        other = [assignment(1, "AX7", shown[0], value=careless), assignment(2, "B", shown[1])]
        with pytest.raises(DataError, match="A1 has another answer in the campaign") as caught:
            campaign.import_results(write(tmp_path / "y.csv", other))
        assert caught.value.where == f"{tmp_path / 'y.csv'}:2"
        assert len(stored(campaign)) == 20
        with pytest.raises(DataError, match="A1 has another answer in"):
            campaign.import_results([tmp_path / "x.csv", tmp_path / "y.csv"])


def test_results_of_another_campaign_are_refused(tmp_path):
    with make(tmp_path) as campaign, make(tmp_path, name="other") as other:
        row = assignment(1, "AX7", inputs(other, tmp_path)[0])
        with pytest.raises(DataError, match="belongs to no HIT of the campaign news24"):
            campaign.import_results(write(tmp_path / "x.csv", [row]))
        assert stored(campaign) == []
        assert campaign.annotators() == []


def test_answers_outside_the_scale_are_left_out(tmp_path):
    with make(tmp_path) as campaign:
        shown = inputs(campaign, tmp_path)
        wrong = {"Answer.answer_1_1": "101", "Answer.answer_2_1": "x"}
        row = assignment(1, "AX7", shown[0], **wrong)
        with pytest.warns(DataWarning, match="2 answers not used.*between 0 and 100"):
            assert campaign.import_results(write(tmp_path / "x.csv", [row])).stored == 18


def test_other_files_are_refused(tmp_path):
    with make(tmp_path) as campaign:
        path = tmp_path / "x.csv"
        path.write_text("a,b\n1,2\n")
        with pytest.raises(FormatError, match="in no known format of results"):
            campaign.import_results(path)
        with pytest.raises(UsageError, match="at least one file"):
            campaign.import_results([])


def test_a_deleted_worker_stays_deleted(tmp_path):
    with make(tmp_path) as campaign:
        shown = inputs(campaign, tmp_path)
        path = write(tmp_path / "x.csv", [assignment(1, "AX7", shown[0])])
        campaign.import_results(path)
        campaign.delete_annotator("mturk-AX7")
        assert campaign.import_results(path) == (0, 20, 0, 1, 0)
        (one,) = campaign.annotators()
        assert "AX7" not in str(one)


def test_an_excluded_worker_stays_excluded(tmp_path):
    with make(tmp_path) as campaign:
        shown = inputs(campaign, tmp_path)
        first = assignment(1, "AX7", shown[0])
        campaign.import_results(write(tmp_path / "x.csv", [first]))
        campaign.exclude("mturk-AX7")
        more = [first, assignment(2, "AX7", shown[1])]
        campaign.import_results(write(tmp_path / "y.csv", more))
        with pytest.raises(DataError, match="no judgments"):
            campaign.ratings()


def test_a_machine_cannot_have_the_name_of_a_worker(tmp_path):
    with make(tmp_path) as campaign:
        shown = inputs(campaign, tmp_path)
        items = tmp_path / "items.jsonl"
        campaign.export_items(items)
        line = json.loads(items.read_text(encoding="utf-8").splitlines()[0])
        answer = {"outputs": [{"value": 5}]}
        (tmp_path / "a.jsonl").write_text(json.dumps({**line, "answer": answer}) + "\n")
        campaign.import_answers(tmp_path / "a.jsonl", annotator="mturk-AX7")
        with pytest.raises(UsageError, match="is a machine"):
            campaign.import_results(write(tmp_path / "x.csv", [assignment(1, "AX7", shown[0])]))


# --- Review ---------------------------------------------------------------------------------------


@pytest.fixture
def reviewed(tmp_path):
    """A campaign with a careful worker, a careless one, and one who judged too little."""
    with make(tmp_path, judgments=14 * 14, seed=1) as campaign:
        shown = inputs(campaign, tmp_path)
        rows = [assignment(n, "GOOD", shown[n]) for n in range(6)]
        rows += [assignment(n, "BAD", shown[n], value=careless) for n in range(6, 12)]
        rows.append(assignment(12, "NEW", shown[12], value=careless))
        rows.append(assignment(13, "GOOD", shown[13], status="Approved"))
        campaign.import_results(write(tmp_path / "x.csv", rows))
        yield campaign


def test_work_is_approved_or_rejected_with_a_reason(reviewed, tmp_path):
    done = reviewed.review(tmp_path / "reviewed.csv", bonus=20)
    rows = {row["AssignmentId"]: row for row in rows_of(tmp_path / "reviewed.csv")}
    assert len(rows) == 14
    assert list(rows["A0"])[-2:] == ["Approve", "Reject"]
    assert all(rows[f"A{n}"]["Approve"] == "x" and not rows[f"A{n}"]["Reject"] for n in range(6))
    for number in range(6, 12):
        assert rows[f"A{number}"]["Approve"] == ""
        assert rows[f"A{number}"]["Reject"].startswith("Your answers did not pass")
        assert "Degraded outputs are not scored" in rows[f"A{number}"]["Reject"]
    # Who could not be tested is not rejected.
    assert (rows["A12"]["Approve"], rows["A12"]["Reject"]) == ("x", "")
    # What is decided stays as it is.
    assert (rows["A13"]["Approve"], rows["A13"]["Reject"]) == ("", "")
    assert done[:4] == (7, 6, 1, 7)
    assert done.bonus == pytest.approx(7 * 0.10)


def test_the_bonus_goes_to_those_who_pass(reviewed, tmp_path):
    done = reviewed.review(tmp_path / "reviewed.csv", bonus=20)
    assert done.bonus_file == os.fspath(tmp_path / "reviewed.bonuses.csv")
    rows = rows_of(tmp_path / "reviewed.bonuses.csv")
    assert {row["WorkerId"] for row in rows} == {"GOOD"}
    assert {row["BonusAmount"] for row in rows} == {"0.10"}
    assert {row["AssignmentId"] for row in rows} == {*(f"A{n}" for n in range(6)), "A13"}


def test_without_a_bonus_there_is_no_list(reviewed, tmp_path):
    assert reviewed.review(tmp_path / "reviewed.csv").bonus_file == ""
    assert not (tmp_path / "reviewed.bonuses.csv").exists()


def test_earlier_rejections_are_no_reason(reviewed, tmp_path):
    rows = rows_of(tmp_path / "x.csv")
    rows[0]["AssignmentStatus"] = "Rejected"
    reviewed.import_results(write(tmp_path / "y.csv", rows))
    reviewed.review(tmp_path / "reviewed.csv")
    again = {row["AssignmentId"]: row for row in rows_of(tmp_path / "reviewed.csv")}
    assert (again["A0"]["Approve"], again["A1"]["Approve"]) == ("", "x")


def test_the_reward_can_be_given(tmp_path):
    with make(tmp_path, judgments=14 * 6) as campaign:
        shown = inputs(campaign, tmp_path)
        rows = [assignment(n, "GOOD", shown[n], Reward="") for n in range(6)]
        campaign.import_results(write(tmp_path / "x.csv", rows))
        with pytest.raises(UsageError, match="do not name the reward of assignment A0"):
            campaign.review(tmp_path / "r.csv", bonus=20)
        assert not (tmp_path / "r.csv").exists()
        assert campaign.review(tmp_path / "r.csv", bonus=50, hit_reward=1).bonus == 3


def test_files_of_others_are_not_replaced(reviewed, tmp_path):
    (tmp_path / "reviewed.bonuses.csv").write_text("mine")
    with pytest.raises(UsageError, match="exists"):
        reviewed.review(tmp_path / "reviewed.csv", bonus=20)
    assert not (tmp_path / "reviewed.csv").exists()
    assert reviewed.review(tmp_path / "reviewed.csv", bonus=20, force=True).bonuses == 7


def test_a_review_needs_results(tmp_path):
    with make(tmp_path) as campaign:
        with pytest.raises(DataError, match="no results of a market"):
            campaign.review(tmp_path / "reviewed.csv")
        with pytest.raises(UsageError, match="between 0 and 1,000 percent"):
            campaign.review(tmp_path / "reviewed.csv", bonus=-1)


# --- The command line -----------------------------------------------------------------------------


def test_damaged_results_are_read_or_refused(tmp_path):
    with make(tmp_path, judgments=14) as campaign:
        row = assignment(1, "AX7", inputs(campaign, tmp_path)[0])
        data = write(tmp_path / "x.csv", [row]).read_bytes()
        random = Random(1)
        parts = [b"", b"\0", b"\xff", b'"', b",", b"\n", b"\r\n", b"9" * 50, "\u0663".encode()]
        for _ in range(60):
            damaged = bytearray(data)
            for _ in range(random.randint(1, 4)):
                at = random.randrange(len(damaged))
                damaged[at : at + random.choice([0, 1, 7])] = random.choice(parts)
            (tmp_path / "y.csv").write_bytes(damaged)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DataWarning)
                with suppress(TertiumError):
                    campaign.import_results(tmp_path / "y.csv")
        assert campaign.check() == []


def test_the_commands(tmp_path):
    with make(tmp_path, judgments=14 * 6) as campaign:
        shown = inputs(campaign, tmp_path)
        rows = [assignment(n, "GOOD", shown[n]) for n in range(6)]
        write(tmp_path / "one.csv", rows[:3])
        write(tmp_path / "two.csv", [rows[3] | {"AssignmentStatus": "Rejected"}])
    folder = str(tmp_path / "news24")
    out = run("campaign", "export", folder, "--to", "mturk", "-o", str(tmp_path / "out"))
    assert out.stderr == f"Wrote 4 files to {tmp_path / 'out'}.\n"
    again = run("campaign", "export", folder, "--to", "mturk", "-o", str(tmp_path / "out"))
    assert "--force" in again.stderr
    files = [str(tmp_path / name) for name in ("one.csv", "two.csv")]
    assert run("campaign", "import", folder, *files).stderr == (
        "Stored 80 answers, of 1 annotator.\n20 answers of rejected work: kept, and not counted.\n"
    )
    assert run("campaign", "import", folder, files[0]).stderr == (
        "Stored 0 answers; 60 had been stored before, of 1 annotator.\n"
    )
    path = str(tmp_path / "r.csv")
    assert run("campaign", "review", folder, "-o", path, "--bonus", "20").stderr == (
        f"Wrote {path}: 3 assignments to approve, 0 to reject; 1 decided before.\n"
        f"Wrote {tmp_path / 'r.bonuses.csv'}: 0 bonuses, 0.00 in all.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--to", "mturk", "--items"), "--items and --to write different files."),
        (("--country", "Germany"), "--country applies with --to only."),
        (("--to", "nowhere"), "--to must be one of"),
        (("--to", "mturk", "--with-excluded"), "--with-excluded does not apply to --to."),
    ],
)
def test_options_that_do_not_fit(tmp_path, arguments, message):
    make(tmp_path).close()
    out = str(tmp_path / "out")
    done = run("campaign", "export", str(tmp_path / "news24"), *arguments, "-o", out)
    assert message in done.stderr


def test_work_of_people_in_the_browser_goes_on(tmp_path):
    """Results and the browser fill the same campaign."""
    with make(tmp_path, pool=False, annotators=["ann"], judgments=14 * 2) as campaign:
        with pytest.warns(DataWarning, match="belong to 1 annotator, who can judge them in the"):
            shown = inputs(campaign, tmp_path)
        campaign.import_results(write(tmp_path / "x.csv", [assignment(1, "AX7", shown[0])]))
        assert answer_all(campaign, "ann") == 20
        assert campaign.status().judged == 40
        assert campaign.check() == []
