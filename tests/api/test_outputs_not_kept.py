"""Outputs that are read one system at a time."""

import gc
import json
import os
import threading
import warnings

import pytest

import tertium
from tertium.api.check import check
from tertium.api.compare import compare
from tertium.core.errors import AlignmentError, DataError, DataWarning
from tertium.core.lines import FileLines
from tertium.core.streams import Stream
from tertium.examples import folder


@pytest.fixture
def files(tmp_path):
    """A reference, three systems, one with two runs, and all arguments of `read`."""
    texts = {
        "ref": "reference.A.en.txt",
        "a": "systems/large.txt",
        "b": "systems/distilled.txt",
        "c.1": "systems/baseline.1.txt",
        "c.2": "systems/baseline.2.txt",
    }
    for name, file in texts.items():
        (tmp_path / f"{name}.txt").write_text((folder() / file).read_text())
    systems = {"b": tmp_path / "b.txt", "a": tmp_path / "a.txt"}
    systems["c"] = [tmp_path / "c.1.txt", tmp_path / "c.2.txt"]
    return {"systems": systems, "references": tmp_path / "ref.txt"}


def findings(**inputs):
    """What reading warns of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        tertium.read(**inputs)
    return sorted(str(one.message) for one in caught if one.category is DataWarning)


def test_a_comparison_is_the_same_byte_for_byte(files):
    kept = tertium.read(**files)
    unkept = tertium.read(**files, keep_outputs=False)
    assert (kept.in_memory, unkept.in_memory) == (True, False)
    results = [
        json.dumps(compare(testset, "bleu,chrf", trials=200, all_pairs=True).to_dict())
        for testset in (kept, unkept)
    ]
    assert results[0] == results[1]


def test_it_is_the_same_test_set_otherwise(files):
    kept, unkept = tertium.read(**files), tertium.read(**files, keep_outputs=False)
    assert unkept.digests == kept.digests
    assert unkept.runs == kept.runs == {"b": 1, "a": 1, "c": 2}
    assert tertium.score(unkept, "bleu").to_rows() == tertium.score(kept, "bleu").to_rows()
    for part, name in zip(unkept.by_system(), ("b", "a", "c"), strict=True):
        assert part.in_memory
        assert part.outputs == {name: kept.outputs[name]}
        assert part.references == kept.references


@pytest.mark.slow
def test_the_texts_of_a_system_are_let_go_before_the_next_are_read(files, monkeypatch):
    unkept = tertium.read(**files, keep_outputs=False)
    names = {run.origin for runs in unkept.outputs.values() for run in runs}
    read, in_memory = FileLines.read, []

    def watched(lines):
        gc.collect()
        streams = [one for one in gc.get_objects() if isinstance(one, Stream)]
        in_memory.append(
            sum(one.origin in names and isinstance(one.lines, list) for one in streams)
        )
        kept = unkept._memo.get("last outputs", {})
        assert not kept
        return read(lines)

    monkeypatch.setattr(FileLines, "read", watched)
    compare(unkept, "bleu", trials=10)
    assert in_memory == [0, 0, 0, 1]  # of the two runs of c the first is there already


def test_references_are_encoded_once(files, monkeypatch):
    from tertium.text.encoding import Tokenizer

    encode, encoded = Tokenizer.encode, []

    def counted(self, lines, vocabulary):
        encoded.append(lines)
        return encode(self, lines, vocabulary)

    monkeypatch.setattr(Tokenizer, "encode", counted)
    compare(tertium.read(**files, keep_outputs=False), "bleu", trials=10)
    assert len(encoded) == 1 + 4


def test_checks_say_the_same(files, tmp_path):
    (tmp_path / "b.txt").write_text((tmp_path / "a.txt").read_text())
    lines = (tmp_path / "c.1.txt").read_text().split("\n")
    lines[3] = ""
    (tmp_path / "c.1.txt").write_text("\n".join(lines))
    lines = (tmp_path / "ref.txt").read_text().split("\n")
    lines[5] = ""
    (tmp_path / "ref.txt").write_text("\n".join(lines))
    told = findings(**files)
    assert [message.rpartition(" ")[2] for message in told] == [
        "[identical-systems]",
        "[empty-lines]",
    ]
    assert findings(**files, keep_outputs=False) == told
    names = ["identical-systems", "empty-lines"]
    assert findings(**files, allow=names, keep_outputs=False) == []


@pytest.mark.parametrize("keep", [True, False])
def test_the_same_file_twice_is_an_error(files, tmp_path, keep):
    files["systems"] = {"a": tmp_path / "a.txt", "b": tmp_path / "a.txt"}
    with pytest.raises(DataError, match="Given twice, as system a and as system b"):
        tertium.read(**files, keep_outputs=keep)


@pytest.mark.parametrize("keep", [True, False])
def test_texts_of_different_lengths_are_an_error_that_says_where(files, tmp_path, keep):
    lines = (tmp_path / "a.txt").read_text().split("\n")
    (tmp_path / "a.txt").write_text("\n".join(lines[:10] + lines[11:]))
    with pytest.raises(AlignmentError) as caught:
        tertium.read(**files, keep_outputs=keep)
    assert f"but {tmp_path}/a.txt has {len(lines) - 2}." in str(caught.value)
    with pytest.warns(DataWarning, match="Only the first 199 segments are used"):
        cut = tertium.read(**files, keep_outputs=keep, allow=["different-lengths", "unrelated"])
    assert {len(run) for runs in cut.outputs.values() for run in runs} == {len(lines) - 2}


def test_what_can_be_read_only_once_is_kept(files, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = (tmp_path / "a.txt").read_text()
    writer = threading.Thread(target=lambda: pipe.write_text(text))
    writer.start()
    files["systems"]["a"] = pipe
    unkept = tertium.read(**files, keep_outputs=False)
    writer.join()
    assert isinstance(unkept.outputs["a"][0].lines, list)
    assert isinstance(unkept.outputs["b"][0].lines, FileLines)


def test_files_that_hold_several_systems_are_kept(tmp_path):
    file = tmp_path / "all.tsv"
    file.write_text("reference\tsystem:a\tsystem:b\nIt rains.\tIt rains.\tRain.\n")
    unkept = tertium.read(str(file), keep_outputs=False, enforce_checks=False)
    assert unkept.in_memory
    assert [list(part.outputs) for part in unkept.by_system()] == [["a"], ["b"]]


def test_bytes_that_are_not_utf8_are_reported_once(files, tmp_path):
    data = (tmp_path / "a.txt").read_bytes()
    (tmp_path / "a.txt").write_bytes(b"\xff" + data)
    told = findings(**files, allow=["invalid-utf8"], keep_outputs=False)
    assert told == findings(**files, allow=["invalid-utf8"])
    assert (
        sum("Invalid UTF-8 in 1 place was replaced by U+FFFD." in message for message in told) == 1
    )


def test_a_check_of_outputs_that_are_not_kept_finds_effects_too(files, tmp_path):
    lines = (tmp_path / "a.txt").read_text().split("\n")
    (tmp_path / "a.txt").write_text("\r\n".join(lines))
    kept = tertium.read(**files, enforce_checks=False)
    unkept = tertium.read(**files, enforce_checks=False, keep_outputs=False)
    assert len(check(kept)) == 1
    assert check(unkept).to_dict() == check(kept).to_dict()
