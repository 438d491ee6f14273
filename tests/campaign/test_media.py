"""Media files: found by segment, and checked."""

import pytest
from tests.media_files import HEADS, png, wav

from tertium.campaign.media import FORMATS, is_intact, media_type, read_media
from tertium.core.errors import DataError, DataWarning, TertiumError


def folder(tmp_path, **contents):
    place = tmp_path / "media"
    for name, content in contents.items():
        path = place / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return place


def test_files_are_found_by_the_ids_of_segments(tmp_path):
    place = folder(tmp_path, a_WAV=wav(), b_png=png(), doc__c_d_png=png())
    found = read_media(place, ["b", "a", "doc/c.d"])
    assert [one.path.name for one in found.files] == ["b.png", "a.WAV", "c.d.png"]
    first, second, third = (one.for_page() for one in found.files)
    assert (first["kind"], second["kind"]) == ("image", "audio")
    # Names do not reveal segments; equal files are kept once.
    assert first == third
    assert len(found.by_name) == 2
    assert media_type(second["file"]) == "audio/wav"


@pytest.mark.parametrize("suffix", FORMATS)
def test_every_format_is_told_by_its_first_bytes(tmp_path, suffix):
    assert set(HEADS) == set(FORMATS)
    read_media(folder(tmp_path, **{f"1_{suffix}": HEADS[suffix]}), ["1"])
    same = {name for name, one in FORMATS.items() if one.begins is FORMATS[suffix].begins}
    for other, head in HEADS.items():
        if other not in same:
            with pytest.raises(DataError, match="not what its name says") as refused:
                read_media(folder(tmp_path, **{f"1_{suffix}": head}), ["1"])
            assert "It begins like ." in refused.value.hint


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        ({"1_wav": wav()}, r"1 segment of 2 segments has no file: '2'\."),
        ({}, "No such directory"),
        (
            {"1_wav": wav(), "2_svg": b"<svg/>"},
            "has no file: '2'. '2.svg' cannot be shown.*Endings: wav, mp3",
        ),
        ({"1_wav": wav(), "2_wav": b""}, r"2.wav: The file is empty"),
        ({"1_wav": wav(), "2_wav": b"<svg/>"}, "does not begin like .wav"),
        ({"1_wav": wav(), "2_png": png(), "2_wav": wav()}, "Segment 2 has 2 files: 2.png and"),
    ],
)
def test_files_that_are_missing_or_not_what_they_claim(tmp_path, contents, message):
    with pytest.raises(TertiumError, match=message):
        read_media(folder(tmp_path, **contents), ["1", "2"])


def test_a_large_file_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("tertium.campaign.media.LARGEST", 2**20)
    with pytest.raises(TertiumError, match="The file has 2 MiB; at most 1 are shown"):
        read_media(folder(tmp_path, **{"1_wav": wav(300)}), ["1"])


def test_files_of_no_segment_are_named(tmp_path):
    place = folder(tmp_path, **{"1_wav": wav(), "notes_txt": b"x"})
    with pytest.warns(DataWarning, match="1 file of no segment: 'notes.txt'"):
        read_media(place, ["1"])


@pytest.mark.parametrize(
    "name",
    [
        "../secret",
        "x.wav",
        f"{'0' * 32}.svg",
        f"{'0' * 32}",
        f"{'A' * 32}.wav",
        f"{'0' * 32}.wav\n",
    ],
)
def test_other_names_are_no_files(name):
    assert media_type(name) is None


def test_a_changed_file_is_found(tmp_path):
    found = read_media(folder(tmp_path, **{"1_wav": wav()}), ["1"]).files[0]
    copy = tmp_path / found.name
    assert not is_intact(copy)
    copy.write_bytes(wav())
    assert is_intact(copy)
    copy.write_bytes(wav(2))
    assert not is_intact(copy)
