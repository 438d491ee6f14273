"""Campaigns from Python: made, opened, changed, exported; mistakes leave nothing half made."""

import json
import math
import stat
import time

import pytest
from tests.campaign._testsets import made
from tests.databases import postgres_server  # noqa: F401

import tertium
from tertium.campaign import links
from tertium.core.errors import DataError, TertiumError, UsageError
from tertium.core.testset import TestSet
from tertium.storage import access, judgments, work
from tertium.storage.judgments import NewJudgment


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request):
    """Address of a database, for both kinds in turn."""
    if request.param == "sqlite":
        return ""
    return request.getfixturevalue("postgres_server").new_url()


def make(folder, database="", **options):
    given = {"annotators": ["ann", "bob"], "judgments": 28, "hit_size": 20, **options}
    return tertium.new_campaign(made(), folder / "news24", database=database, **given)


def answer_all(campaign, name, value=lambda row: 50, most=10**6):
    """Answer all items of an annotator."""
    annotator = next(one for one in campaign.annotators() if one.name == name)
    now = time.time()
    with campaign.database.writing() as connection:
        rows = work.upcoming(connection, campaign.id, annotator.id, most, now)
        for row in rows:
            judgments.record(
                connection,
                campaign.id,
                NewJudgment(
                    client_id=f"{name}-{row.id}",
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
    return len(rows)


def test_a_campaign_is_a_private_folder(tmp_path):
    make(tmp_path).close()
    folder = tmp_path / "news24"
    names = {path.name for path in folder.iterdir()} - {"campaign.db-wal", "campaign.db-shm"}
    assert names == {"campaign.db", "secret", "instructions.md"}
    assert stat.S_IMODE((folder / "secret").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [path.name for path in tmp_path.iterdir()] == ["news24"]


def test_judgments_become_ratings_that_can_be_ranked(tmp_path, database):
    with make(tmp_path, database) as campaign:
        with pytest.raises(DataError, match="no judgments yet"):
            campaign.ratings()
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
        ratings = campaign.ratings()
        assert len(ratings) == 40
        assert set(ratings.kind.names) == {"system", "bad_reference", "repeat", "reference"}
        assert ratings.scale.names == ("slider",)
        status = campaign.status()
        assert status.state == "finished"
        assert status.systems[0].system == "s1"
        assert tertium.rank(ratings).systems[0].system == "s1"
        assert campaign.export(tmp_path / "ratings.csv") == 40
        assert tertium.read_ratings(tmp_path / "ratings.csv") == ratings
        assert campaign.check() == []
        assert repr(campaign).endswith("40 of 40 items judged, running)")


def test_an_excluded_annotator_is_left_out_of_scores_only(tmp_path, database):
    with make(tmp_path, database) as campaign:
        answer_all(campaign, "ann")
        answer_all(campaign, "bob")
        campaign.exclude("bob")
        assert campaign.ratings().annotator.names == ("ann",)
        assert len(campaign.ratings(with_excluded=True)) == 40
        assert campaign.status().judged == 40
        campaign.include("bob")
        assert len(campaign.ratings()) == 40


def tokens_known(campaign):
    with campaign.database.reading() as connection:
        return [
            access.find_link(connection, links.token_hash(link.token)) is not None
            for link in campaign.links()
        ]


def test_links_can_be_printed_again_and_renewed(tmp_path, database):
    with make(tmp_path, database) as campaign:
        first = campaign.links()
        assert [(link.role, link.annotator) for link in first] == [
            ("annotator", "ann"),
            ("annotator", "bob"),
            ("organiser", ""),
            ("viewer", ""),
        ]
        assert tokens_known(campaign) == [True] * 4
        with tertium.open_campaign(tmp_path / "news24") as again:
            assert again.links() == first
        renewed = campaign.new_link("ann")
        assert renewed.token != first[0].token
        assert campaign.links()[0] == renewed
        assert tokens_known(campaign) == [True] * 4
        for place, role in ((-2, "organiser"), (-1, "viewer")):
            made = campaign.new_link(role=role)
            assert campaign.links()[place] == made != first[place]
        campaign.revoke("bob")
        assert [link.annotator for link in campaign.links()] == ["ann", "", ""]
        campaign.include("bob")
        assert campaign.links()[1].token != first[1].token
        assert tokens_known(campaign) == [True] * 4
        assert len({link.token for link in campaign.links()}) == 4


def test_exclusion_outlives_revocation_and_a_new_link_ends_it(tmp_path):
    with make(tmp_path) as campaign:
        answer_all(campaign, "ann")
        answer_all(campaign, "bob")
        campaign.exclude("bob")
        campaign.revoke("bob")
        assert campaign.ratings().annotator.names == ("ann",)
        assert [link.annotator for link in campaign.links()] == ["ann", "", ""]
        campaign.new_link("bob")
        assert [link.annotator for link in campaign.links()] == ["ann", "bob", "", ""]
        assert {one.name: one.status for one in campaign.annotators()}["bob"] == "excluded"
        campaign.revoke("ann")
        campaign.new_link("ann")
        assert {one.name: one.status for one in campaign.annotators()}["ann"] == "active"


def test_items_of_people_without_access_are_named(tmp_path):
    with make(tmp_path) as campaign:
        answer_all(campaign, "ann", most=5)
        campaign.revoke("ann")
        assert campaign.status().orphaned == 15
        campaign.add_annotator("dora")
        assert campaign.status().orphaned == 0


def test_the_pace_counts_excluded_annotators_too(tmp_path):
    with make(tmp_path) as campaign:
        answer_all(campaign, "ann")
        campaign.exclude("ann")
        status = campaign.status()
        assert status.pace > 0
        assert not math.isnan(status.expected_end)


def test_words_as_times_are_a_damaged_database(tmp_path):
    with make(tmp_path) as campaign:
        answer_all(campaign, "ann", most=3)
        with campaign.database.writing() as connection:
            connection.exec_driver_sql("UPDATE judgments SET received = 'soon' WHERE id = 2")
        with pytest.raises(TertiumError, match="its times are not numbers"):
            campaign.status()


def test_unknown_statuses_are_found(tmp_path):
    with make(tmp_path) as campaign:
        with campaign.database.writing() as connection:
            connection.exec_driver_sql("UPDATE annotators SET status = 'asleep' WHERE id = 1")
        assert campaign.check() == ["The status 'asleep' is unknown."]


def test_a_new_annotator_takes_over_hits(tmp_path, database):
    with make(tmp_path, database, judgments=14 * 6) as campaign:
        answer_all(campaign, "ann", most=5)
        campaign.add_annotator("dora")
        planned = {one.annotator: one.planned for one in campaign.status().annotators}
        assert planned == {"ann": 40, "bob": 40, "dora": 40}
        campaign.revoke("bob")
        campaign.add_annotator("eve")
        assert answer_all(campaign, "eve") > 0
        with campaign.database.reading() as connection:
            rows = list(judgments.current(connection, campaign.id))
        for name in ("dora", "eve"):
            originals = [
                (row.outputs[0].system, row.segment)
                for row in rows
                if row.annotator_name == name and row.outputs[0].kind == "system"
            ]
            assert len(set(originals)) == len(originals)
        assert campaign.check() == []


def test_a_pool_has_a_joining_link(tmp_path, database):
    with make(tmp_path, database, pool=True, annotators=()) as campaign:
        assert [link.role for link in campaign.links()] == ["pool", "organiser", "viewer"]
        assert campaign.annotators() == []
        assert "pool" in repr(campaign)


def test_deleting_an_annotator_keeps_or_removes_judgments(tmp_path, database):
    with make(tmp_path, database) as campaign:
        answer_all(campaign, "ann")
        answer_all(campaign, "bob")
        campaign.delete_annotator("ann")
        names = campaign.ratings().annotator.names
        assert "ann" not in names
        assert len(names) == 2
        assert len(campaign.ratings()) == 40
        campaign.delete_annotator("bob", with_judgments=True)
        assert len(campaign.ratings()) == 20
        assert campaign.check() == []
        with pytest.raises(UsageError, match="no annotator 'bob'"):
            campaign.exclude("bob")


def test_judgments_of_a_deleted_annotator_stay_excluded(tmp_path, database):
    with make(tmp_path, database) as campaign:
        answer_all(campaign, "ann")
        answer_all(campaign, "bob")
        campaign.exclude("ann")
        campaign.delete_annotator("ann")
        assert campaign.ratings().annotator.names == ("bob",)
        assert len(campaign.ratings(with_excluded=True)) == 40
        statuses = [one.status for one in campaign.annotators()]
        assert statuses == ["deleted-excluded", "active"]
        assert sum(one.judged for one in campaign.status().systems) == 14
        deleted = campaign.annotators()[0].name
        for change in (campaign.include, campaign.revoke, campaign.delete_annotator):
            with pytest.raises(UsageError, match="no annotator"):
                change(deleted)


def test_a_backup_is_a_campaign(tmp_path, database):
    with make(tmp_path, database) as campaign:
        answer_all(campaign, "ann")
        (tmp_path / "copy").mkdir()
        campaign.backup(tmp_path / "copy" / "campaign.db")
        (tmp_path / "copy" / "secret").write_bytes((campaign.folder / "secret").read_bytes())
        with tertium.open_campaign(tmp_path / "copy") as copy:
            assert copy.ratings() == campaign.ratings()
            assert copy.links() == campaign.links()
        with pytest.raises(UsageError, match="exists"):
            campaign.backup(tmp_path / "copy" / "campaign.db")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"annotators": 0}, "between 1 and 10,000"),
        ({"annotators": []}, "needs annotators"),
        ({"annotators": ["ann", "ann"]}, "given twice"),
        ({"annotators": ["Ann Smith <ann@example.org>"]}, "cannot be the name"),
        ({"annotators": ["-x"]}, "cannot be the name"),
        ({"interface": "tlh"}, "one of ar, cs, de, en, es, zh"),
        ({"task": "poetry"}, "one of adequacy, "),
        ({"hit_size": 30}, "multiple of 20"),
        ({"judgments": 100_000}, "more than 2 annotators can give"),
        ({"answer": "five-point", "answer_scale": "mine"}, "No scale named 'mine'"),
        ({"database": "mysql://localhost/x"}, "must begin with postgresql://"),
        ({"database": "sqlite:///elsewhere.db"}, "must begin with postgresql://"),
        ({"database": "postgresql://nobody@127.0.0.1:1/none"}, "cannot be reached"),
    ],
)
def test_a_campaign_that_cannot_be_made_leaves_nothing(tmp_path, options, message):
    with pytest.raises(TertiumError, match=message):
        make(tmp_path, options.pop("database", ""), **options)
    assert list(tmp_path.iterdir()) == []


def test_a_campaign_exists(tmp_path, database):
    make(tmp_path, database).close()
    with pytest.raises(UsageError, match="exists"):
        make(tmp_path, database)
    if database:  # the same name in the database, but another folder
        (tmp_path / "other").mkdir()
        with pytest.raises(UsageError, match="exists already"):
            make(tmp_path / "other", database)
        assert list((tmp_path / "other").iterdir()) == []


def test_an_interrupted_campaign_leaves_nothing(tmp_path, monkeypatch, database):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("tertium.storage.access.set_link", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make(tmp_path, database)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.undo()
    make(tmp_path, database).close()


def test_a_commit_that_fails_leaves_nothing(tmp_path, monkeypatch, database):
    def failing(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("sqlalchemy.engine.Transaction.commit", failing)
    with pytest.raises(TertiumError):
        make(tmp_path, database)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x " * 60_000, "120,000 characters in one segment"),
        ("a \udcff b", "not valid in UTF-8"),
        ("a \0 b", "NUL character"),
    ],
)
def test_texts_that_no_page_can_show(tmp_path, text, message):
    lines = [f"output {number}" for number in range(20)]
    given = TestSet.of(systems={"a": [*lines[:-1], text], "b": lines}, source=lines)
    with pytest.raises(DataError, match=message):
        tertium.new_campaign(given, tmp_path / "news24", hit_size=20)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_output_is_judged(tmp_path):
    lines = [f"output {number}" for number in range(20)]
    given = TestSet.of(systems={"a": ["", *lines[1:]], "b": lines}, source=lines)
    tertium.new_campaign(given, tmp_path / "news24", hit_size=20).close()


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(DataError, match="cannot be made"):
        tertium.new_campaign(made(), tmp_path / "file" / "news24", hit_size=20)


@pytest.mark.parametrize("name", ["../x y", "news 24", "news?24", "x" * 41, ".hidden"])
def test_names_of_campaigns_are_safe_in_addresses(tmp_path, name):
    with pytest.raises(UsageError, match="cannot be the name of a campaign"):
        tertium.new_campaign(made(), f"{tmp_path}/{name}")


def test_folders_that_are_no_campaigns(tmp_path):
    with pytest.raises(UsageError, match="the folder does not exist"):
        tertium.open_campaign(tmp_path / "absent")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="not the folder of a campaign"):
        tertium.open_campaign(tmp_path / "empty")
    make(tmp_path).close()
    secret = tmp_path / "news24" / "secret"
    for damaged in ("not hexadecimal", "", "ab" * 31):  # links under a short key can be guessed
        secret.write_text(damaged)
        with pytest.raises(DataError, match="secret of the campaign is damaged"):
            tertium.open_campaign(tmp_path / "news24")
    secret.unlink()
    with pytest.raises(DataError, match="secret of the campaign is missing"):
        tertium.open_campaign(tmp_path / "news24")


def test_a_damaged_database_is_refused(tmp_path):
    make(tmp_path).close()
    (tmp_path / "news24" / "campaign.db").write_bytes(b"this is no database" * 1000)
    with pytest.raises(TertiumError):
        tertium.open_campaign(tmp_path / "news24")


@pytest.mark.parametrize("text", ["", "no JSON", "[]", "{}", '{"url": 3, "campaign": "news24"}'])
def test_a_damaged_address_of_a_database_is_refused(tmp_path, text):
    make(tmp_path).close()
    (tmp_path / "news24" / "campaign.db").unlink()
    (tmp_path / "news24" / "database").write_text(text)
    with pytest.raises(DataError, match="address of the database is damaged"):
        tertium.open_campaign(tmp_path / "news24")


def change(campaign, statement):
    with campaign.database.writing() as connection:
        connection.exec_driver_sql(statement)


def test_damaged_settings_are_refused(tmp_path):
    with make(tmp_path) as campaign:
        change(campaign, "UPDATE campaigns SET settings = 'no JSON'")
    with pytest.raises(DataError, match="settings of the campaign are damaged"):
        tertium.open_campaign(tmp_path / "news24")


@pytest.mark.parametrize(
    "answer", ["{}", '{"outputs": [{"value": "yes"}]}', '{"outputs": [{}]}', "[1]", "no JSON"]
)
def test_a_damaged_answer_is_found(tmp_path, answer):
    with make(tmp_path) as campaign:
        answer_all(campaign, "ann")
        change(campaign, f"UPDATE judgments SET answer = '{answer}' WHERE id = 5")
        assert len(campaign.check()) == 1
        for use in (campaign.ratings, campaign.status):
            with pytest.raises(DataError, match="answer of judgment 5 is damaged"):
                use()


def test_instructions_can_be_changed(tmp_path):
    with make(tmp_path) as campaign:
        assert campaign.instructions.startswith("#")
        (campaign.folder / "instructions.md").write_text("Be kind.", encoding="utf-8")
        assert campaign.instructions == "Be kind."
        (campaign.folder / "instructions.md").unlink()
        assert campaign.instructions == ""
