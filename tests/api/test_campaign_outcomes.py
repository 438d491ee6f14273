"""Post-editing, comprehension and media, from making a campaign to what other commands read."""

import json
import time

import pytest
from tests.campaign_answers import answer
from tests.databases import postgres_server  # noqa: F401
from tests.media_files import png, wav

import tertium
from tertium.core.errors import DataError, DataWarning, TertiumError, UsageError
from tertium.storage import work

SYSTEMS = ("alpha", "beta", "large/v2")


def texts(segments=4, *, source=True, systems=SYSTEMS, **more):
    """The first segment has the same output in all systems."""
    return tertium.testset(
        systems={
            name: [f"Sentence {n} by {name if n else 'all'}." for n in range(segments)]
            for name in systems
        },
        source=[f"Quelle {n}." for n in range(segments)] if source else None,
        **more,
    )


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def make(request, tmp_path):
    """Make campaigns in either database."""
    url, opened = "", []
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres_server").new_url()

    def make(testset, name="news", **options):
        opened.append(tertium.new_campaign(testset, tmp_path / name, database=url, **options))
        return opened[-1]

    yield make
    for campaign in opened:
        campaign.close()


def edited(text, _):
    return {"text": text.replace("Sentence", "The\nsentence") + " "}


def test_post_edits_feed_hter(make, tmp_path):
    campaign = make(texts(), task="post-editing", annotators=["ann", "bob"])
    with pytest.raises(DataError, match="no judgments yet"):
        campaign.export_post_edits(tmp_path / "edits")
    answer(campaign, "ann", edited, seconds=20)
    answer(campaign, "bob", edited, seconds=40)
    status = campaign.status()
    assert [one.judged for one in status.systems] == [4, 4, 4]
    assert status.ranking is None
    assert status.unscored == "Post-editing gives post-edits and seconds of work."
    folder = tmp_path / "edits"
    assert campaign.export_post_edits(folder) == (4, 3, 0)
    assert (folder / "large_v2.edited.txt").read_text().splitlines()[:2] == [
        "The sentence 0 by all.",
        "The sentence 1 by large/v2.",
    ]
    assert (folder / "segments.txt").read_text().split() == ["1", "2", "3", "4"]
    assert (folder / "source.txt").read_text().startswith("Quelle 0.\n")
    read = tertium.read(
        {"alpha": folder / "alpha.txt", "beta": folder / "beta.txt"},
        layers={"post_edits": {name: folder / f"{name}.edited.txt" for name in ("alpha", "beta")}},
    )
    scores = tertium.score(read, metrics=["hter"])
    assert all(0 < one.value < 100 for one in scores)
    # An output that several systems share was edited once, and counts for each of them.
    path = tmp_path / "seconds.jsonl"
    assert campaign.export_seconds(path) == (4, 3, 0)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert len({one["scores"]["seconds"] for one in lines if one["segment"] == "1"}) == 1
    assert {one["scores"]["seconds"] for one in lines} == {20.0, 40.0}
    scored = tertium.read(layers={"scores": path})
    found = tertium.compare(scored, metrics=["external(metric=seconds,lower_is_better=true)"])
    assert "seconds" in str(found)


def test_ratings_of_post_editing_cannot_be_ranked(make, tmp_path):
    campaign = make(texts(), task="post-editing", annotators=["ann"])
    answer(campaign, "ann", edited)
    campaign.export(tmp_path / "ratings.csv")
    ratings = tertium.read_ratings(tmp_path / "ratings.csv")
    assert ratings == campaign.ratings()
    with pytest.raises(TertiumError):
        tertium.rank(ratings)


def test_segments_without_all_post_edits_are_left_out(make, tmp_path):
    campaign = make(texts(), task="post-editing", annotators=["ann"])
    answer(campaign, "ann", edited, most=9)
    exported = campaign.export_post_edits(tmp_path / "edits")
    assert exported.systems == 3
    assert 1 <= exported.segments < 4
    assert exported.left_out == 4 - exported.segments
    lines = (tmp_path / "edits" / "beta.edited.txt").read_text().splitlines()
    assert len(lines) == exported.segments


def test_of_several_post_edits_the_first_counts(make, tmp_path):
    campaign = make(
        texts(systems=["alpha"]), task="post-editing", annotators=["ann", "bob"], judgments=8
    )
    answer(campaign, "bob", lambda text, _: {"text": f"{text} bob"}, seconds=10)
    answer(campaign, "ann", lambda text, _: {"text": f"{text} ann"}, seconds=30)
    campaign.export_post_edits(tmp_path / "edits")
    assert "ann" not in (tmp_path / "edits" / "alpha.edited.txt").read_text()
    campaign.export_seconds(tmp_path / "seconds.jsonl")
    assert '"seconds": 20.0' in (tmp_path / "seconds.jsonl").read_text()
    campaign.exclude("bob")
    campaign.export_post_edits(tmp_path / "without")
    assert "bob" not in (tmp_path / "without" / "alpha.edited.txt").read_text()


def test_files_without_weights_name_segments_that_were_drawn_by_disagreement(make, tmp_path):
    campaign = make(
        texts(30, systems=["alpha", "beta"], references=[f"Text {n}." for n in range(30)]),
        task="post-editing",
        annotators=["ann"],
        judgments=30,
        select="disagreement",
    )
    answer(campaign, "ann", edited, seconds=10)
    with pytest.warns(DataWarning, match="no weights"):
        campaign.export_seconds(tmp_path / "seconds.jsonl")


QUESTIONS = [
    {"segment": str(n), "question": "Who?", "choices": ["x", "y"], "answer": "x"} for n in (1, 3)
] + [{"segment": "3", "question": "When?", "answers": ["in 1998"]}]


@pytest.fixture
def questions(tmp_path):
    path = tmp_path / "q.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in QUESTIONS))
    return path


def right(text, extra):
    """Right answers on beta, and wrong ones on other systems."""
    return {
        "answers": {
            one["id"]: ("x" if one["choices"] else "IN 1998") if "beta" in text else None
            for one in extra["questions"]
        }
    }


def test_right_answers_become_scores(make, tmp_path, questions):
    people = ["ann", "bob", "eve"]
    campaign = make(texts(), task="comprehension", questions=questions, annotators=people)
    seen = {}
    with campaign.database.reading() as connection:
        for one in campaign.annotators():
            items = work.upcoming(connection, campaign.id, one.id, 100, time.time())
            seen[one.name] = [item.segment for item in items]
            for item in items:
                assert item.source is item.reference is None
                assert item.extra is not None
                assert "answer" not in item.extra
                assert "1998" not in item.extra
    # Nobody sees a text twice, and only texts with questions.
    assert all(len(set(found)) == len(found) for found in seen.values())
    assert sorted(segment for found in seen.values() for segment in found) == ["1", "3", "3", "3"]
    for name in people:
        answer(campaign, name, right, seconds=12)
    scores = {one.system: one.score for one in campaign.status().systems}
    assert scores["beta"] == max(scores.values())
    path = tmp_path / "right.jsonl"
    assert campaign.export_right_answers(path) == (2, 3, 0)
    lines = {}
    for line in path.read_text().splitlines():
        one = json.loads(line)
        lines[one["system"], one["segment"]] = one["scores"]
    assert lines["beta", "3"] == {"right_answers": 1.0}
    assert lines["alpha", "3"] == {"right_answers": 0.0}
    campaign.export_seconds(tmp_path / "seconds.jsonl")
    assert tertium.read(layers={"scores": [path, tmp_path / "seconds.jsonl"]})
    assert campaign.check() == []


def test_a_new_annotator_sees_no_text_twice(make, questions):
    campaign = make(
        texts(8, systems=["alpha", "beta"]),
        task="comprehension",
        questions=questions,
        annotators=["ann", "bob"],
        hit_size=1,
    )
    campaign.add_annotator("eve")
    eve = next(one for one in campaign.annotators() if one.name == "eve")
    with campaign.database.reading() as connection:
        items = work.upcoming(connection, campaign.id, eve.id, 100, time.time())
    assert items
    assert len({item.segment for item in items}) == len(items)


def test_in_a_pool_nobody_sees_a_text_twice(make, tmp_path, questions):
    campaign = make(
        texts(8), task="comprehension", questions=questions, pool=True, hit_size=1, judgments=8
    )
    seen: dict[str, list[str]] = {}
    for name in ("ann", "bob", "eve", "dora", "fred", "gil"):
        campaign.add_annotator(name)
        person = next(one for one in campaign.annotators() if one.name == name)
        while True:
            with campaign.database.writing() as connection:
                found = work.upcoming(
                    connection, campaign.id, person.id, 1, time.time(), 60.0, once=True
                )
            if not found:
                break
            seen.setdefault(name, []).append(found[0].segment)
            answer(campaign, name, right, most=1)
    # The first text has one output, which all systems share, and the third one has three.
    assert sum(map(len, seen.values())) == 8
    assert all(len(set(found)) == len(found) for found in seen.values())
    assert campaign.export_right_answers(tmp_path / "right.jsonl") == (2, 3, 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"task": "comprehension"}, "needs questions"),
        ({"questions": "q.jsonl"}, "does not apply to adequacy"),
        ({"task": "comprehension", "questions": "q.jsonl"}, "1 annotator is too few for 3 systems"),
        (
            {"task": "comprehension", "questions": "q.jsonl", "design": "paired", "annotators": 3},
            "does not apply to comprehension",
        ),
        ({"task": "comprehension", "questions": "q.jsonl", "context": True}, "single segments"),
        (
            {
                "task": "comprehension",
                "questions": "q.jsonl",
                "tutorial": "t.jsonl",
                "annotators": 3,
            },
            "whose questions have right answers",
        ),
        (
            {"task": "comprehension", "questions": "q.jsonl", "select": "disagreement"},
            "needs the number of judgments|decides which segments",
        ),
        ({"task": "post-editing", "until": "decided"}, "no numbers on a scale"),
        ({"task": "post-editing", "control_share": 0.3}, "no control items"),
        ({"task": "post-editing", "systems_per_item": 2}, "has 1 output on a screen"),
        ({"task": "post-editing", "answer": "slider"}, "answered by edit"),
        ({"media": "nowhere"}, "No such directory"),
    ],
)
def test_options_that_do_not_fit(tmp_path, questions, monkeypatch, options, message):
    monkeypatch.chdir(tmp_path)
    for function, name in ((tertium.plan_campaign, ()), (tertium.new_campaign, ("news",))):
        with pytest.raises(TertiumError, match=message):
            function(texts(), *name, **{"hit_size": 20, **options})
    assert not (tmp_path / "news").exists()


def test_context_and_whole_documents():
    documents = texts(documents=["d"] * 4)
    plan = tertium.plan_campaign(documents, task="post-editing", context=True, annotators=1)
    assert plan.judgments == 12
    with pytest.raises(UsageError, match="which gives no scores"):
        tertium.plan_campaign(
            documents, task="post-editing", context=True, document_score=True, annotators=1
        )


def test_long_outputs_cannot_be_edited(tmp_path):
    long = tertium.testset(systems={"one": ["x" * 10_001]}, source=["Quelle"])
    with pytest.raises(DataError, match="a campaign shows at most 10,000"):
        tertium.new_campaign(long, tmp_path / "news", task="post-editing")


@pytest.fixture
def media(tmp_path):
    folder = tmp_path / "recordings"
    folder.mkdir()
    for number in range(1, 5):
        (folder / f"{number}.wav").write_bytes(wav(number / 10))
    return folder


def test_media_are_the_source_of_texts_without_one(make, media):
    testset = texts(source=False, systems=["alpha", "beta"])
    campaign = make(
        testset, media=media, annotators=1, systems_per_item=2, control_share=0.5, show="source"
    )
    assert campaign.description.context == "source"
    with campaign.database.reading() as connection:
        items = work.upcoming(
            connection, campaign.id, campaign.annotators()[0].id, 100, time.time()
        )
    kinds = {output.kind for item in items for output in item.outputs}
    assert "bad_reference" in kinds  # control items have the recording, too
    for item in items:
        (shown,) = json.loads(item.extra or "{}")["media"]
        assert shown["kind"] == "audio"
        copied = (campaign.media_folder / shown["file"]).read_bytes()
        assert copied == (media / f"{item.segment}.wav").read_bytes()
    assert len(list(campaign.media_folder.iterdir())) == 4
    assert campaign.check() == []
    first, second, *_ = sorted(campaign.media_folder.iterdir())
    first.unlink()
    second.write_bytes(png())
    found = campaign.check()
    assert [f"media/{path.name}" in " ".join(found) for path in (first, second)] == [True, True]
    assert len(found) == 2


def test_a_whole_document_has_the_media_of_its_segments(make, media):
    testset = texts(source=False, systems=["alpha"], documents=["x", "y", "x", "y"])
    campaign = make(
        testset,
        media=media,
        annotators=1,
        context=True,
        document_score=True,
        control_share=0,
    )
    with campaign.database.reading() as connection:
        items = work.upcoming(
            connection, campaign.id, campaign.annotators()[0].id, 100, time.time()
        )
    found: dict[tuple[str, str], list[str]] = {}
    for item in items:
        files = [one["file"] for one in json.loads(item.extra or "{}")["media"]]
        found.setdefault((item.document, item.level), []).extend(files)
    for name in ("x", "y"):
        assert len(found[name, "segment"]) == 2
        assert found[name, "document"] == found[name, "segment"]


def test_media_and_texts_that_do_not_show_the_source(tmp_path, media):
    with pytest.raises(UsageError, match="but fluency shows no text beside outputs"):
        tertium.plan_campaign(texts(), task="fluency", media=media, hit_size=20)
    (media / "3.wav").write_bytes(b"<svg onload='alert(1)'/>")
    with pytest.raises(TertiumError, match="not what its name says"):
        tertium.new_campaign(texts(), tmp_path / "news", media=media)
    (media / "3.wav").unlink()
    with pytest.raises(DataError, match="has no file: '3'"):
        tertium.new_campaign(texts(), tmp_path / "news", media=media)
    assert not (tmp_path / "news").exists()


def test_other_campaigns_have_no_such_outcomes(make, tmp_path):
    campaign = make(texts(), annotators=1, systems_per_item=2)
    for export, message in (
        (campaign.export_post_edits, "adequacy have no post-edits"),
        (campaign.export_right_answers, "asks no comprehension questions"),
        (campaign.export_seconds, "shows several on a screen"),
    ):
        with pytest.raises(UsageError, match=message):
            export(tmp_path / "x.jsonl")
