"""Audio, video and image files over HTTP."""

import pytest
from tests.media_files import png, wav
from tests.web._browser import Browser, entered

import tertium
from tertium.web.app import make_app


@pytest.fixture
def campaign(tmp_path):
    folder = tmp_path / "recordings"
    folder.mkdir()
    for number in range(1, 4):
        (folder / f"{number}.wav").write_bytes(wav(number))
    (folder / "4.png").write_bytes(png())
    texts = tertium.testset(
        systems={name: [f"{name} {n}" for n in range(4)] for name in ("alpha", "beta")},
        language_pair="de-en",
    )
    made = tertium.new_campaign(
        texts, tmp_path / "news24", media=folder, systems_per_item=2, control_share=0
    )
    yield made
    made.close()


@pytest.fixture
def ann(campaign):
    return entered(make_app([campaign]), campaign, "annotator", "annotator-1")


def addresses(browser):
    items = browser.get("/c/news24/work").json()["items"]
    assert all(item["source"] is None for item in items)
    return {one["kind"]: one["file"] for item in items for one in item["extra"]["media"]}


def test_files_have_their_type_and_can_be_read_in_parts(ann):
    found = addresses(ann)
    answer = ann.get(f"/c/news24/media/{found['audio']}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "audio/wav"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"].startswith("private")
    assert answer.headers["accept-ranges"] == "bytes"
    whole = answer.content
    assert whole[:4] == b"RIFF"
    part = ann.get(f"/c/news24/media/{found['audio']}", headers={"Range": "bytes=100-199"})
    assert part.status_code == 206
    assert part.headers["content-range"] == f"bytes 100-199/{len(whole)}"
    assert part.content == whole[100:200]
    beyond = ann.get(f"/c/news24/media/{found['audio']}", headers={"Range": "bytes=9999999-"})
    assert beyond.status_code == 416
    image = ann.get(f"/c/news24/media/{found['image']}")
    assert image.headers["content-type"] == "image/png"
    assert "media-src 'self'" in image.headers["content-security-policy"]


def test_no_other_file_is_served(ann, campaign):
    (campaign.media_folder / "notes.txt").write_text("private")
    (campaign.media_folder / f"{'0' * 32}.svg").write_text("<svg/>")
    for name in (
        *("notes.txt", f"{'0' * 32}.svg", f"{'0' * 32}.wav", "..%2Fsecret", "%2e%2e%2fsecret"),
        *("../secret", "..%5Csecret", "%00.wav"),
    ):
        assert ann.get(f"/c/news24/media/{name}").status_code == 404, name


def test_only_annotators_get_files(ann, campaign):
    address = f"/c/news24/media/{addresses(ann)['audio']}"
    app = ann.client.app
    assert Browser(app).get(address).status_code == 401
    for role in ("organiser", "viewer"):
        assert entered(app, campaign, role).get(address).status_code == 403
    campaign.revoke("annotator-1")
    assert ann.get(address).status_code == 401


def test_the_page_has_a_player_only_if_there_are_files(ann, campaign, make_campaign):
    page = ann.get("/c/news24/annotate").text
    assert 'id="media"' in page
    assert "Play or pause the recording" in page
    other = make_campaign("other")
    plain = entered(make_app([other]), other, "annotator", "ann").get("/c/other/annotate").text
    assert 'id="media"' not in plain
