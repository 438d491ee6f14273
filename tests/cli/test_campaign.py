"""The commands of campaigns."""

import json
from pathlib import Path

import pytest
from tests import people_files
from tests.command import run

import tertium
from tertium.examples import folder
from tertium.storage import judgments, work
from tertium.storage.judgments import NewJudgment

pytestmark = pytest.mark.slow

SYSTEMS = folder() / "systems"
FILES = (
    *("-s", str(folder() / "source.de.txt"), "-r", str(folder() / "reference.A.en.txt")),
    *(f"large={SYSTEMS / 'large.txt'}", f"pivot={SYSTEMS / 'pivot.txt'}"),
)
SMALL = ("--judgments", "28", "--hit-size", "20")


@pytest.fixture
def made(tmp_path, monkeypatch):
    """A campaign of two annotators, in the working directory."""
    monkeypatch.chdir(tmp_path)
    done = run("campaign", "new", "news24", *FILES, *SMALL, "--annotators", "ann,bob")
    assert done.code == 0, done.stderr
    return tmp_path / "news24"


def test_new_shows_the_plan_and_the_next_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("campaign", "new", "news24", *FILES, "--annotators", "2", "--judgments", "140")
    assert done.code == 0, done.stderr
    assert done.stdout.startswith("140 judgments in 2 HITs for 2 annotators: 200 items")
    assert "tertium campaign serve news24" in done.stderr
    assert max(map(len, done.stdout.splitlines()[:-1])) <= 80
    with tertium.open_campaign("news24") as campaign:
        assert [one.name for one in campaign.annotators()] == ["annotator-1", "annotator-2"]


def test_a_dry_run_makes_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wages = ("--hourly-wage", "15", "--pilot", str(folder() / "ratings.csv"))
    done = run("campaign", "new", "x", *FILES, "--pool", "--dry-run", *wages, "-f", "json")
    assert done.code == 0, done.stderr
    plan = json.loads(done.stdout)
    assert plan["annotators"] == 0
    assert plan["pilot"] > 1000
    assert plan["cost"] == pytest.approx(15 * plan["hours"])
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("name", ["table", "json", "tsv", "csv", "markdown", "latex"])
def test_the_state_in_every_format(made, name):
    done = run("campaign", "status", "news24", "-f", name)
    assert done.code == 0, done.stderr
    assert "large" in done.stdout


def test_watching_ends_with_the_campaign(made, monkeypatch):
    states = iter(["running", "running", "finished"])
    first = tertium.open_campaign("news24")
    status = first.status()
    first.close()

    def changing(*_):
        object.__setattr__(status, "state", next(states))
        return status

    monkeypatch.setattr("tertium.api.open_campaign.Campaign.status", changing)
    done = run("campaign", "status", "news24", "--watch", "--interval", "0.1")
    assert done.code == 0
    assert done.stdout.count("0 of 40 items judged") == 3
    refused = run("campaign", "status", "news24", "--watch", "-f", "json")
    assert refused.code == 2
    assert "--watch shows tables only" in refused.stderr


def test_annotators_are_listed_and_changed(made):
    done = run("campaign", "annotators", "news24", "--links", "-f", "json")
    rows = json.loads(done.stdout)["annotators"]
    assert [row["annotator"] for row in rows] == ["ann", "bob", "(organiser)", "(viewer)"]
    assert all(row["link"].startswith("http://127.0.0.1:8000/enter#") for row in rows)
    link = rows[0]["link"]
    url = "https://eval.example.org"
    changed = run(
        *("campaign", "annotators", "news24", "--add", "dora", "--exclude", "bob"),
        *("--new-link", "ann", "--links", "--public-url", url, "-f", "json"),
    )
    rows = {row["annotator"]: row for row in json.loads(changed.stdout)["annotators"]}
    assert {name: row["status"] for name, row in rows.items() if row["status"]} == {
        "ann": "active",
        "bob": "excluded",
        "dora": "active",
    }
    assert rows["ann"]["link"].startswith(f"{url}/enter#")
    assert rows["ann"]["link"].partition("#")[2] != link.partition("#")[2]
    plain = run("campaign", "annotators", "news24")
    assert "enter#" not in plain.stdout
    gone = run("campaign", "annotators", "news24", "--revoke", "nobody")
    assert gone.code == 2
    assert "no annotator 'nobody'" in gone.stderr


def test_pausing_and_resuming(made):
    assert run("campaign", "pause", "news24").code == 0
    assert json.loads(run("campaign", "status", "news24", "-f", "json").stdout)["state"] == "paused"
    assert run("campaign", "resume", "news24").code == 0
    assert "running." in run("campaign", "status", "news24").stdout


def test_export_needs_judgments_and_a_known_format(made):
    empty = run("campaign", "export", "news24", "-o", "ratings.csv")
    assert empty.code == 1
    assert "There are no judgments yet." in empty.stderr
    unknown = run("campaign", "export", "news24", "-o", "ratings.xlsx")
    assert unknown.code == 2
    assert not (made.parent / "ratings.csv").exists()


def test_a_machine_judge_gets_items_and_gives_answers(made):
    done = run("campaign", "export", "news24", "--items", "-o", "items.jsonl")
    assert done.code == 0, done.stderr
    assert "Wrote 40 items to items.jsonl." in done.stderr
    lines = [json.loads(line) for line in Path("items.jsonl").read_text().splitlines()]
    answers = [
        {"item": one["item"], "digest": one["digest"], "answer": {"outputs": [{"value": 50}]}}
        for one in lines
    ]
    Path("answers.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in answers))
    given = ("campaign", "import", "news24", "answers.jsonl", "--annotator", "judge-1")
    refused = run(*given)
    assert refused.code == 2
    assert "Add --machine." in refused.stderr
    assert "Stored 40 answers of judge-1." in run(*given, "--machine").stderr
    again = run(*given, "--machine")
    assert "Stored 0 answers of judge-1; 40 had been stored before." in again.stderr
    shown = run("campaign", "status", "news24").stdout
    assert shown.startswith("0 of 40 items judged (0 %); running.")
    assert "judge-1 (machine)" in shown
    assert "Judgments of machines undergo quality control, but enter no score here." in shown
    rows = json.loads(run("campaign", "annotators", "news24", "-f", "json").stdout)["annotators"]
    assert [one["kind"] for one in rows] == ["person", "person", "machine"]
    run("campaign", "export", "news24", "-o", "ratings.csv")
    assert tertium.read_ratings("ratings.csv").annotator_kind.names == ("machine",)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--items", "--suggestions", "-o", "x.csv"), "--items and --suggestions write different"),
        (("--items", "--with-excluded", "-o", "x.jsonl"), "--with-excluded does not apply"),
        (("--items", "--level", "document", "-o", "x.jsonl"), "--level applies to judgments only"),
        (("--suggestions", "-o", "x.csv"), "news24 suggests no errors to annotators"),
    ],
)
def test_what_cannot_be_exported_is_refused(made, options, message):
    done = run("campaign", "export", "news24", *options)
    assert done.code == 2
    assert message in done.stderr


def test_checking_and_copying(made):
    assert run("campaign", "check", "news24").stdout == "news24 has no defects.\n"
    assert run("campaign", "backup", "news24", "-o", "copy.db").code == 0
    assert run("campaign", "backup", "news24", "-o", "copy.db").code == 2
    with tertium.open_campaign("news24") as campaign, campaign.database.writing() as connection:
        connection.exec_driver_sql("UPDATE texts SET text = text || '.' WHERE rowid = 1")
    broken = run("campaign", "check", "news24", "-f", "json")
    assert broken.code == 1
    assert len(json.loads(broken.stdout)["defects"]) == 1


def test_deleting_an_annotator(made):
    done = run("campaign", "delete-annotator", "news24", "ann")
    assert done.code == 0
    assert "ann" not in run("campaign", "annotators", "news24").stdout.split()
    assert run("campaign", "delete-annotator", "news24", "ann").code == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("status", "absent"), "There is no campaign 'absent'"),
        (("serve", "absent"), "There is no campaign 'absent'"),
        (("serve", "news24", "--workers", "2"), "is in SQLite, which one process serves"),
        (("serve", "news24", "--port", "99999"), "--port must be at most 65,535"),
        (("new", "news24", *FILES), "'news24' exists"),
        (("new", "a b", *FILES), "cannot be the name of a campaign"),
        (("new", "x", *FILES, "--answer-scale", "wmt"), "five-point answers only"),
        (("new", "x", *FILES, "--annotators", "a b"), "cannot be the name of an annotator"),
        (("new", "x", *FILES, "--task", "poetry"), "--task must be one of adequacy,"),
        (("new", "x", *FILES[2:], "--show", "source"), "--show source needs a source"),
        (("new", "x", *FILES, "--prefill-share", "0.5"), "--prefill-share is a share of the items"),
        (("new", "x", *FILES, "--reference-share", "0.5"), "Show both: --show both."),
        (("new", "x", *FILES, "--reference-share", "1.5"), "--reference-share must be at most 1"),
        (("import", "news24", "absent.jsonl", "--annotator", "x", "--machine"), "absent.jsonl"),
        (("new", "x", *FILES, "--judgments", "0"), "--judgments must be at least 1"),
        (("new", "x", "-s", FILES[1], FILES[4], "missing.txt"), "missing.txt"),
    ],
)
def test_mistakes_have_a_message_of_their_own(made, arguments, message):
    done = run("campaign", *arguments)
    assert done.code in (1, 2)
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in Path().iterdir()] == ["news24"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--pool", "--annotators", "3"), "--annotators does not apply to a pool"),
        (("--lease", "5"), "--lease applies to a pool only"),
        (("--market-fee", "0.3"), "--market-fee applies to rewards of a market"),
        (("--annotators", "6.5"), "--annotators must be a whole number, or names"),
    ],
)
def test_options_that_would_change_nothing_are_refused(tmp_path, monkeypatch, options, message):
    monkeypatch.chdir(tmp_path)
    done = run("campaign", "new", "news24", *FILES, *options, "--dry-run")
    assert done.code == 2
    assert message in done.stderr


def test_a_dry_run_checks_the_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("campaign", "new", "bad name", *FILES, "--dry-run")
    assert done.code == 2
    assert "cannot be the name of a campaign" in done.stderr


def test_the_plan_of_one_system_speaks_of_no_difference(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("campaign", "new", "news24", *FILES[:5], "--dry-run")
    assert done.code == 0, done.stderr
    assert "between two systems" not in done.stdout


@pytest.fixture
def taught(tmp_path, monkeypatch):
    """A campaign with attention checks, a tutorial and a form, in the working directory."""
    monkeypatch.chdir(tmp_path)
    files = people_files.write(tmp_path)
    options = [f"--{name.replace('_', '-')}={path.name}" for name, path in files.items()]
    done = run(
        *("campaign", "new", "news24", *FILES, *SMALL, "--annotators", "ann,bob", *options),
        *("--checks-per-hit", "2", "--limit", "22"),
    )
    assert done.code == 0, done.stderr
    assert "44 items with control items" in " ".join(done.stdout.split())
    return tmp_path / "news24"


def judge_all(folder, name):
    """Answer all items of an annotator with 50."""
    with tertium.open_campaign(folder) as campaign:
        annotator = next(one for one in campaign.annotators() if one.name == name)
        with campaign.database.writing() as connection:
            for row in work.upcoming(connection, campaign.id, annotator.id, 100, 0.0):
                given = NewJudgment(
                    *(f"{name}-{row.id}", row.id, annotator.id),
                    *('{"outputs": [{"value": 50}]}', "slider", row.digest),
                    *(1.7e9, 1.7e9, 1.7e9, 1.7e9, 1.0),
                )
                judgments.record(connection, campaign.id, given)


def test_checks_are_shown_and_exported(taught):
    judge_all(taught, "ann")
    status = run("campaign", "status", "news24")
    assert "checks: attention checks passed" in status.stdout
    assert "ann, attention checks:" in status.stdout or "0 of 2" in status.stdout
    data = json.loads(run("campaign", "status", "news24", "-f", "json").stdout)
    assert (data["annotators"][0]["checks"], data["checks"]) == (2, 6)
    listed = json.loads(run("campaign", "annotators", "news24", "-f", "json").stdout)
    assert [one["checks"] for one in listed["annotators"]] == ["0 of 2", ""]
    done = run("campaign", "export", "news24", "--checks", "-o", "checks.csv")
    assert done.stderr == "Wrote 2 rows to checks.csv.\n"
    assert Path("checks.csv").read_text().startswith("annotator,check,loud,hit,position,")
    none = run("campaign", "export", "news24", "--form", "-o", "form.csv")
    assert (none.code, "no answers to the form yet" in none.stderr) == (1, True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--checks", "--form"], "write different files"),
        (["--reset", "--form"], "write different files"),
        (["--checks", "--with-excluded"], "--with-excluded does not apply"),
    ],
)
def test_exports_exclude_each_other(taught, options, message):
    done = run("campaign", "export", "news24", *options, "-o", "x.csv")
    assert (done.code, message in done.stderr) == (2, True)


def test_a_reset_is_loud_and_keeps_the_judgments(taught):
    judge_all(taught, "ann")
    done = run("campaign", "reset", "news24", "--annotator", "ann", "--hit", "1")
    assert done.stderr == "22 answers of ann do not count any more.\n"
    status = " ".join(run("campaign", "status", "news24").stdout.split())
    assert "22 items of ann have answers that were reset: they are kept" in status
    done = run("campaign", "export", "news24", "--reset", "-o", "reset.csv")
    assert done.stderr == "Wrote 20 judgments to reset.csv.\n"
    wrong = run("campaign", "reset", "news24", "--annotator", "ann", "--hit", "7")
    assert (wrong.code, "HIT 7 does not exist" in wrong.stderr) == (2, True)
    done = run("campaign", "reset", "news24", "--annotator", "ann", "--tutorial", "--form")
    assert done.stderr == "0 answers of ann do not count any more.\n"


def test_links_of_viewers_and_of_a_study_on_prolific(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = run(
        *("campaign", "new", "news24", *FILES, *SMALL, "--pool"),
        *("--prolific-codes", "passed=ABC,failed=DEF"),
    )
    assert made.code == 0, made.stderr
    listing = ("campaign", "annotators", "news24", "--links", "-f", "json")
    links = {
        one["annotator"]: one["link"] for one in json.loads(run(*listing).stdout)["annotators"]
    }
    assert list(links) == ["(pool)", "(prolific)", "(organiser)", "(viewer)"]
    assert links["(prolific)"].endswith("SESSION_ID={{%SESSION_ID%}}")
    renewed = run(*listing, "--renew", "viewer", "--renew", "pool")
    after = {one["annotator"]: one["link"] for one in json.loads(renewed.stdout)["annotators"]}
    same = [role for role in links if links[role] == after[role]]
    assert same == ["(organiser)"]


def test_only_a_pool_has_a_link_to_renew(made):
    done = run("campaign", "annotators", "news24", "--renew", "pool")
    assert (done.code, "news24 has no pool" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("tutorial", '{"output": "x"}\n{"source"\n', "bad:1: The item has no 'source'"),
        ("attention-checks", "x\n", "bad:1: Not JSON"),
        ("form", '[[question]]\nkind = "choise"\n', "Did you mean 'choice'?"),
    ],
)
@pytest.mark.parametrize("more", [[], ["--dry-run"]])
def test_wrong_files_are_named_by_line(tmp_path, monkeypatch, file, text, message, more):
    monkeypatch.chdir(tmp_path)
    Path("bad").write_text(text)
    done = run("campaign", "new", "news24", *FILES, *SMALL, f"--{file}", "bad", *more)
    assert (done.code, message in done.stderr) == (1, True), done.stderr
    assert not Path("news24").exists()
