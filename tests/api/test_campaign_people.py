"""Campaigns with a tutorial, attention checks, a form and a limit, from Python."""

import csv
import json
import time

import pytest
from tests import people_files
from tests.campaign._testsets import made
from tests.databases import postgres_server  # noqa: F401

import tertium
from tertium.core.errors import DataError, FormatError, UsageError
from tertium.storage import forms, judgments, work
from tertium.storage.judgments import NewJudgment
from tertium.storage.known_items import known_items
from tertium.storage.tutorials import NewTutorialAnswer, record_answer


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request):
    """Address of a database, for both kinds in turn."""
    if request.param == "sqlite":
        return ""
    return request.getfixturevalue("postgres_server").new_url()


def make(folder, database="", files=("tutorial", "attention_checks", "form"), **options):
    written = people_files.write(folder)
    given = {"annotators": ["ann", "bob"], "judgments": 28, "hit_size": 20, **options}
    chosen = {name: written[name] for name in files}
    return tertium.new_campaign(made(), folder / "news24", database=database, **chosen, **given)


def answer_all(campaign, name, value=lambda row: 50, most=10**6):
    """Answer the items of an annotator; the value of a check is 0 unless it is given."""
    annotator = next(one for one in campaign.annotators() if one.name == name)
    now = time.time()
    with campaign.database.writing() as connection:
        rows = work.upcoming(connection, campaign.id, annotator.id, most, now)
        for row in rows:
            judgments.record(
                connection,
                campaign.id,
                NewJudgment(
                    client_id=f"{name}-{row.id}-{now}",
                    item=row.id,
                    annotator=annotator.id,
                    answer=json.dumps({"outputs": [{"value": value(row)}]}),
                    scale="slider",
                    output=row.digest,
                    shown=now - 9,
                    touched=now - 5,
                    submitted=now,
                    received=now,
                    active=7.0,
                ),
            )
    return rows


def right(row):
    """The expected answer to a check."""
    return int(row.outputs[0].text.split()[1]) if row.expected else 50


def test_checks_are_mixed_with_other_items(tmp_path, database):
    with make(tmp_path, database, checks_per_hit=2) as campaign:
        assert repr(campaign).endswith("0 of 44 items judged, running)")
        rows = answer_all(campaign, "ann", right)
        checks = [row for row in rows if row.expected]
        assert len(rows) == 22
        assert len({row.segment for row in checks}) == 2
        assert [row.position for row in rows] == list(range(1, 23))
        assert all(row.outputs[0].kind == "check" for row in checks)
        # Checks are no ratings.
        assert len(campaign.ratings()) == 20
        assert "check" not in campaign.ratings().kind.names
        assert campaign.check() == []


def test_places_of_checks_follow_from_the_seed(tmp_path):
    def positions(number, **options):
        (tmp_path / str(number)).mkdir()
        with make(tmp_path / str(number), checks_per_hit=2, **options) as campaign:
            return [
                (row.position, row.segment) for row in answer_all(campaign, "ann") if row.expected
            ]

    first, again, other = (positions(n, seed=s) for n, s in enumerate((1, 1, 2)))
    assert first == again != other


def test_status_counts_checks_and_warns_of_failed_ones(tmp_path, database):
    with make(tmp_path, database, checks_per_hit=6) as campaign:
        answer_all(campaign, "ann", right)
        answer_all(campaign, "bob")
        ann, bob = campaign.status().annotators
        assert (ann.checks, ann.checks_passed) == (6, 6)
        assert (bob.checks, bob.checks_passed) == (6, 0)
        assert [one.notice for one in ann.cautions if one.notice == "failed-checks"] == []
        (caution,) = (one for one in bob.cautions if one.notice == "failed-checks")
        assert (caution.failed, caution.checks) == (3, 3)
        assert bob.status == "active"
        assert campaign.has_passed(campaign.annotators()[0].id)
        assert not campaign.has_passed(campaign.annotators()[1].id)


def test_answers_to_checks_are_exported(tmp_path, database):
    with make(tmp_path, database, checks_per_hit=6) as campaign:
        with pytest.raises(DataError, match="no answers to the checks yet"):
            campaign.export_records("checks", tmp_path / "checks.csv")
        answer_all(campaign, "ann", lambda row: 11 if row.expected else 50)
        assert campaign.export_records("checks", tmp_path / "checks.csv") == 6
        with (tmp_path / "checks.csv").open() as file:
            rows = list(csv.DictReader(file))
        assert {row["check"] for row in rows if row["passed"] == "yes"} == {"loud11", "silent11"}
        assert {row["check"] for row in rows if row["loud"] == "yes"} == {
            "loud11",
            "loud12",
            "loud13",
        }
        assert json.loads(rows[0]["answer"]) == {"outputs": [{"value": 11}]}
        assert rows[0]["submitted"].endswith("Z")
        with pytest.raises(UsageError, match="exists"):
            campaign.export_records("checks", tmp_path / "checks.csv")
        assert campaign.export_records("checks", tmp_path / "checks.csv", force=True) == 6


def fill_form(campaign, name, answers):
    annotator = next(one.id for one in campaign.annotators() if one.name == name)
    text = json.dumps(answers)
    campaign.database.submit(lambda c: forms.record_form(c, annotator, text, 1.7e9))


def test_the_form_is_exported_only_when_asked_and_deleted_with_the_annotator(tmp_path, database):
    with make(tmp_path, database) as campaign:
        fill_form(campaign, "ann", {"native": "yes", "years": 3})
        fill_form(campaign, "bob", {"native": "=cmd()"})
        answer_all(campaign, "ann", most=2)
        campaign.export(tmp_path / "ratings.csv")
        assert "native" not in (tmp_path / "ratings.csv").read_text()
        assert campaign.form_answers()["ann"] == {"native": "yes", "years": 3}
        assert campaign.export_records("form", tmp_path / "form.csv") == 2
        # A spreadsheet must not take an answer for a formula.
        assert (tmp_path / "form.csv").read_text() == (
            "annotator,submitted,native,years\n"
            "ann,2023-11-14T22:13:20Z,yes,3\n"
            "bob,2023-11-14T22:13:20Z,'=cmd(),\n"
        )
        assert campaign.export_records("form", tmp_path / "form.jsonl") == 2
        campaign.delete_annotator("ann")
        assert list(campaign.form_answers()) == ["bob"]


def test_the_tutorial_is_kept_and_exported(tmp_path, database):
    with make(tmp_path, database) as campaign:
        ann = campaign.annotators()[0].id
        with campaign.database.writing() as connection:
            first = known_items(connection, campaign.id, "tutorial")[0].id
            for number, correct in (("1", False), ("2", True)):
                record_answer(
                    connection,
                    campaign.id,
                    ann,
                    NewTutorialAnswer(number, first, "{}", correct, correct, 1.7e9, 1.0),
                )
        found = [
            (one.annotator, one.item, one.attempt, one.correct)
            for one in campaign.tutorial_answers()
        ]
        assert found == [("ann", "good", 1, False), ("ann", "good", 2, True)]
        assert campaign.export_records("tutorial", tmp_path / "tutorial.csv") == 2
        assert campaign.status().judged == 0


def test_a_backup_has_the_tutorial_the_checks_and_the_form(tmp_path, database):
    with make(tmp_path, database, pool=True, annotators=()) as campaign:
        campaign.add_annotator("ann")
        fill_form(campaign, "ann", {"native": "yes"})
        (tmp_path / "copy").mkdir()
        campaign.backup(tmp_path / "copy" / "campaign.db")
        (tmp_path / "copy" / "secret").write_bytes((campaign.folder / "secret").read_bytes())
        with tertium.open_campaign(tmp_path / "copy") as copy:
            assert copy.description == campaign.description
            assert copy.form_answers() == campaign.form_answers()
            for kind, number in (("tutorial", 3), ("check", 6)):
                with copy.database.reading() as connection:
                    assert len(known_items(connection, copy.id, kind)) == number
            with copy.database.writing() as connection:
                ann = copy.annotators()[0].id
                rows = work.upcoming(connection, copy.id, ann, 100, 0.0, 60.0)
            assert sum(row.expected is not None for row in rows) == 1


def test_a_reset_keeps_the_data_and_is_visible(tmp_path, database):
    with make(tmp_path, database, files=("attention_checks",), judgments=56) as campaign:
        answer_all(campaign, "ann")
        before = campaign.ratings()
        with pytest.raises(DataError, match="No judgments were reset"):
            campaign.ratings(reset=True)
        assert campaign.reset("ann", hit=2) == 21
        assert len(campaign.ratings()) == 20
        assert len(campaign.ratings(reset=True)) == 20
        ann = campaign.status().annotators[0]
        assert (ann.judged, ann.planned, ann.reset, ann.checks) == (21, 42, 21, 1)
        assert campaign.reset("ann") == 21
        assert campaign.export(tmp_path / "reset.csv", reset=True) == 40
        assert len(answer_all(campaign, "ann")) == 42
        assert campaign.ratings().value.tolist() == before.value.tolist()
        assert campaign.annotators()[0].resets == 2
        assert campaign.check() == []
        with pytest.raises(UsageError, match="ann has 2 HITs; HIT 3 does not exist"):
            campaign.reset("ann", hit=3)
        with pytest.raises(UsageError, match=r"no annotator 'an'\. Did you mean 'ann'"):
            campaign.reset("an")


def test_form_and_tutorial_are_reset_without_the_items(tmp_path):
    with make(tmp_path) as campaign:
        fill_form(campaign, "ann", {"native": "no"})
        answer_all(campaign, "ann", most=3)
        assert campaign.reset("ann", form=True, tutorial=True) == 1
        assert campaign.form_answers() == {}
        assert campaign.status().annotators[0].judged == 3
        assert campaign.reset("ann", hit=1, form=True) == 3


def test_plans_beyond_the_limit_are_refused(tmp_path):
    with pytest.raises(UsageError, match="gives 21 items to ann"):
        make(tmp_path, limit=20)
    with pytest.raises(UsageError, match="less than one HIT, which has 21 items"):
        make(tmp_path, limit=20, pool=True, annotators=())
    with pytest.raises(UsageError, match="gives 20 items to annotator-1"):
        tertium.plan_campaign(made(), annotators=1, judgments=14, hit_size=20, limit=19)
    make(tmp_path, limit=21).close()


def test_the_plan_counts_checks(tmp_path):
    checks = people_files.write(tmp_path)["attention_checks"]
    given = {"annotators": 2, "judgments": 28, "hit_size": 20, "attention_checks": checks}
    plan = tertium.plan_campaign(made(), **given, checks_per_hit=3)
    assert (plan.items, plan.judgments) == (46, 28)
    # 46 items of 20 seconds.
    assert plan.hours == pytest.approx(46 * 20 / 3600)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"files": (), "checks_per_hit": 2}, "checks_per_hit changes nothing without"),
        ({"files": (), "most_failed_checks": 0.1}, "most_failed_checks changes nothing"),
        ({"files": (), "tutorial_pass": 0.5}, "tutorial_pass changes nothing without tutorial"),
        ({"prolific_codes": "passed=ABC"}, "prolific_codes applies to a pool"),
        ({"prolific_codes": "passd=ABC"}, "Did you mean 'passed'"),
        ({"most_failed_checks": 2.0}, "most_failed_checks must be"),
        ({"checks_per_hit": 0}, "checks_per_hit must be"),
    ],
)
def test_settings_that_do_not_fit_are_refused(tmp_path, options, message):
    with pytest.raises(UsageError, match=message):
        make(tmp_path, **options)
    assert not (tmp_path / "news24").exists()


@pytest.mark.parametrize(
    ("argument", "text", "message"),
    [
        ("tutorial", "{", r"bad:1: Not JSON"),
        ("tutorial", '{"source": "x", "output": "y"}\n[]\n', r"bad:2: Expected an object"),
        ("attention_checks", '{"source": "x", "output": "y"}\n', r"bad:1: .*no 'expected'"),
        ("attention_checks", "", r"bad: The file has no items"),
        ("form", "[[question]\n", r"bad:1: This is not a TOML file"),
        ("form", "[[question]]\nname = 3\n", r"bad:1: The question has no 'kind'"),
    ],
)
def test_wrong_files_leave_nothing(tmp_path, argument, text, message):
    (tmp_path / "bad").write_text(text)
    for call in (
        lambda: tertium.new_campaign(made(), tmp_path / "x", **{argument: tmp_path / "bad"}),
        lambda: tertium.plan_campaign(made(), **{argument: tmp_path / "bad"}),
    ):
        with pytest.raises(FormatError, match=message):
            call()
    with pytest.raises(DataError, match="nowhere"):
        tertium.new_campaign(made(), tmp_path / "x", **{argument: tmp_path / "nowhere"})
    assert [path.name for path in tmp_path.iterdir()] == ["bad"]


def test_a_pool_on_prolific_has_the_address_of_the_study(tmp_path, database):
    codes = {"prolific_codes": "passed=ABC", "pool": True, "annotators": ()}
    with make(tmp_path, database, **codes) as campaign:
        roles = {link.role: link for link in campaign.links()}
        assert list(roles) == ["pool", "prolific", "organiser", "viewer"]
        url = roles["prolific"].url("https://eval.example.org/")
        token = roles["prolific"].token
        assert url.startswith(
            f"https://eval.example.org/prolific/news24/{token}?PROLIFIC_PID={{{{%"
        )
        renewed = campaign.new_link(role="pool")
        after = {link.role: link for link in campaign.links()}
        assert after["pool"] == renewed
        assert after["prolific"].token != token
