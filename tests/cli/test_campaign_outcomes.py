"""Post-edits, seconds and right answers on the command line, and the options that need them."""

import json

import pytest
from tests.campaign_answers import answer
from tests.command import run
from tests.media_files import wav

import tertium

pytestmark = pytest.mark.slow

NEW = ("campaign", "new", "news24", "-s", "src.txt", "a.txt", "b.txt")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        lines = [f"Sentence {n} by {name}." for n in range(6)]
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n")
    (tmp_path / "src.txt").write_text("".join(f"Satz {n}.\n" for n in range(6)))


def succeeds(*arguments):
    done = run(*arguments)
    assert done.code == 0, done.stderr
    return done


def test_post_edits_go_to_hter(tmp_path):
    made = succeeds(*NEW, "--task", "post-editing", "--annotators", "ann,bob")
    assert made.stdout.startswith("12 judgments in 2 HITs for 2 annotators: 12 items, about")
    assert "power" not in made.stdout  # there is no scale
    with tertium.open_campaign("news24") as campaign:
        for name in ("ann", "bob"):
            answer(campaign, name, lambda text, _: {"text": text.replace(" by", ", by")})
    done = succeeds("campaign", "export", "news24", "--post-edits", "-o", "edits")
    assert done.stderr == "Wrote post-edits of 2 systems for 6 segments to edits.\n"
    layers = [f"--layer=post_edits={name}=edits/{name}.edited.txt" for name in ("a", "b")]
    scored = succeeds("score", "edits/a.txt", "edits/b.txt", *layers, "-m", "hter")
    assert "HTER" in scored.stdout
    again = run("campaign", "export", "news24", "--post-edits", "-o", "edits")
    assert again.code == 2
    assert "The file exists" in again.stderr
    succeeds("campaign", "export", "news24", "--seconds", "-o", "seconds.jsonl")
    metric = "external(metric=seconds,lower_is_better=true)"
    compared = succeeds("compare", "--scores", "seconds.jsonl", "-m", metric, "--trials", "100")
    assert "seconds" in compared.stdout
    ranked = run("campaign", "export", "news24", "-o", "ratings.csv")
    assert ranked.code == 0
    status = succeeds("campaign", "status", "news24")
    assert "12 of 12 items judged" in status.stdout


def test_right_answers_are_compared(tmp_path):
    lines = [
        {"segment": n, "question": "Who?", "choices": ["a", "b"], "answer": "b"}
        for n in range(1, 5)
    ]
    (tmp_path / "q.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    options = ("--task", "comprehension", "--questions", "q.jsonl")
    succeeds(*NEW, *options, "--annotators", "2")
    with tertium.open_campaign("news24") as campaign:
        for one in campaign.annotators():
            answer(
                campaign,
                one.name,
                lambda text, extra: {"answers": {extra["questions"][0]["id"]: text[-2]}},
                most=4 if one.name == "annotator-1" else 3,
            )
    done = succeeds("campaign", "export", "news24", "--right-answers", "-o", "right.jsonl")
    assert done.stderr == (
        "Wrote right answers of 2 systems for 3 segments (1 segment left out: judged for some"
        " systems only) to right.jsonl.\n"
    )
    compared = succeeds("compare", "--scores", "right.jsonl", "--trials", "100")
    assert "right_answers" in compared.stdout


def test_media_without_source_text(tmp_path):
    (tmp_path / "m").mkdir()
    for number in range(1, 6):
        (tmp_path / "m" / f"{number}.wav").write_bytes(wav())
    new = ("campaign", "new", "news24", "a.txt", "b.txt", "--media", "m")
    failed = run(*new, "--systems-per-item", "2")
    assert failed.code in (1, 2)
    assert failed.stderr.startswith("error: m: 1 segment of 6 segments has no file: '6'.")
    (tmp_path / "m" / "6.wav").write_bytes(wav())
    succeeds(*new, "--systems-per-item", "2")
    assert (tmp_path / "news24" / "media").is_dir()
    succeeds("campaign", "check", "news24")
    next((tmp_path / "news24" / "media").iterdir()).unlink()
    damaged = run("campaign", "check", "news24")
    assert damaged.code != 0
    assert "is missing" in damaged.stdout + damaged.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--post-edits", "--seconds"), "--post-edits and --seconds write different files."),
        (("--right-answers",), "asks no comprehension questions"),
        (("--post-edits",), "adequacy have no post-edits"),
        (("--seconds", "--with-excluded"), "--with-excluded does not apply to --seconds."),
        (("--seconds", "--level", "document"), "--level applies to judgments only."),
        (("--seconds",), "There are no judgments yet"),
    ],
)
def test_exports_that_do_not_apply(arguments, message):
    succeeds(*NEW, "--until", "decided", "--annotators", "1")
    failed = run("campaign", "export", "news24", *arguments, "-o", "x.jsonl")
    assert failed.code in (1, 2)
    assert message in failed.stderr


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"segment": "9", "question": "Who?", "answer": "x"}', "no segment '9'"),
        ('{"segment": "1", "question": "Who?"}', "either 'answer'"),
        ("{", "Not JSON"),
    ],
)
def test_questions_name_file_and_line(tmp_path, line, message):
    (tmp_path / "q.jsonl").write_text(
        '{"segment": "1", "question": "When?", "answer": "x"}\n' + line + "\n"
    )
    failed = run(*NEW, "--task", "comprehension", "--questions", "q.jsonl", "--annotators", "2")
    assert failed.code in (1, 2)
    assert failed.stderr.startswith("error: q.jsonl:2: ")
    assert message in failed.stderr
