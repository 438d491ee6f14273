"""What holds for every format of every kind, found by its file."""

import bz2
import gzip
import lzma
import math
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats._examples import example_file

from tertium import formats
from tertium.core import compression, files, outputs, plugins
from tertium.core.errors import DataError, DataWarning, FormatError, TertiumError
from tertium.core.frames import Filler, Frame, Owner, SegmentFrames
from tertium.core.layers import Layer
from tertium.core.scores import Scored, SegmentScores
from tertium.core.streams import Stream
from tertium.core.testset import TestSet
from tertium.human.ratings import NUMBERS, WORDS, Ratings

ALL = [(kind, name) for kind in formats.kinds() for name in plugins.names(f"formats.{kind}")]


def module(kind: str, name: str) -> Any:
    return plugins.load(f"formats.{kind}", name)


READERS = [member for member in ALL if hasattr(module(*member), "read")]
# Directories of scores are read, not written.
DIRECTORY_READERS = [
    member
    for member in ALL
    if hasattr(module(*member), "read_directory") and member[0] == "testset"
]
WRITERS = [member for member in ALL if hasattr(module(*member), "write")]
# Plain text is written as directories only.
FILE_WRITERS = [
    member for member in WRITERS if member in READERS and module(*member).SUFFIXES != ("/",)
]

# --- Examples of each kind: a plain one, and ones with everything that can be difficult ----------

SOURCE = ["Guten Morgen.", "Es regnet seit Tagen.", "Die Züge fahren nicht.", "Wir warten."]
ENGLISH = ["Good morning.", "It has been raining for days.", "No trains run.", "We are waiting."]
OTHER = ["Morning!", "For days it has rained.", "The trains do not run.", "We wait."]

PLAIN_TESTSET = TestSet.of(
    source=SOURCE,
    references={"A": ENGLISH},
    systems={"one": OTHER},
    source_language="de",
    target_language="en",
)

TESTSETS = {
    "plain": PLAIN_TESTSET,
    "two references": replace(
        PLAIN_TESTSET, references=TestSet.of(references={"A": ENGLISH, "B": OTHER}).references
    ),
    "missing references": replace(
        PLAIN_TESTSET,
        references=TestSet.of(
            references={"A": ENGLISH, "B": [OTHER[0], None, "", None]}
        ).references,
    ),
    "missing and no empty references": replace(
        PLAIN_TESTSET,
        references=TestSet.of(
            references={"A": ENGLISH, "B": [OTHER[0], None, OTHER[2], None]}
        ).references,
    ),
    "documents": replace(PLAIN_TESTSET, document_ids=("a", "a", "b", "b")),
    "documents that come back": replace(PLAIN_TESTSET, document_ids=("a", "b", "a", "b")),
    "documents with spaces": replace(PLAIN_TESTSET, document_ids=("a b", "a b", "c d", "c d")),
    "ids": replace(PLAIN_TESTSET, segment_ids=("x1", "x2", "y1", "y2")),
    "ids by document": replace(
        PLAIN_TESTSET,
        segment_ids=("a:1", "a:2", "b:1", "b:2"),
        document_ids=("a", "a", "b", "b"),
    ),
    "ids that need no document": replace(
        PLAIN_TESTSET,
        segment_ids=("a:1", "a:2", "b:3", "b:4"),
        document_ids=("a", "a", "b", "b"),
    ),
    "runs": replace(
        PLAIN_TESTSET, outputs=TestSet.of(systems={"one": [OTHER, ENGLISH], "two": OTHER}).outputs
    ),
    "twelve runs": replace(
        PLAIN_TESTSET,
        outputs=TestSet.of(
            systems={"one": [[f"{run} {line}" for line in OTHER] for run in range(12)]}
        ).outputs,
    ),
    "no source": replace(PLAIN_TESTSET, source=None),
    "no references": replace(PLAIN_TESTSET, references={}),
    "no outputs": replace(PLAIN_TESTSET, outputs={}),
    "no languages": replace(PLAIN_TESTSET, source_language="", target_language=""),
    "one language": replace(PLAIN_TESTSET, source_language="de", target_language=""),
    "odd languages": replace(PLAIN_TESTSET, source_language='"d&e"', target_language="zh_TW-x"),
    "one segment": TestSet.of(
        source=["Ja."], references={"A": ["Yes."]}, systems={"one": ["Yes!"]}
    ),
    "empty output": replace(
        PLAIN_TESTSET, outputs=TestSet.of(systems={"one": ["", *OTHER[1:]]}).outputs
    ),
    "a layer": replace(
        PLAIN_TESTSET,
        layers={"notes": Layer.of_texts("notes", {"one": OTHER})},
    ),
    "names like runs": replace(
        PLAIN_TESTSET,
        outputs=TestSet.of(systems={"opt.1": OTHER, "opt.2": ENGLISH, "opt": SOURCE}).outputs,
    ),
}

for number, name in enumerate(["a b", "a/b", "../a", "a.b", "a-b", "a:b", "ä", '"&<', "a\tb", ""]):
    TESTSETS[f"name {number} {name!r}"] = replace(
        PLAIN_TESTSET,
        references=TestSet.of(references={name: ENGLISH}).references,
        outputs=TestSet.of(systems={name: OTHER}).outputs,
    )

for character in "\t\n\r\0\x01\x0b\x0c\x1c\x7f\x85\u2028\ufeff\ufffe\ufffd\U0001f600&<>\"'|\\":
    TESTSETS[f"U+{ord(character):04X}"] = replace(
        PLAIN_TESTSET,
        outputs=TestSet.of(
            systems={"one": [f"{character}a", f"a{character}b", f"b{character}", character]}
        ).outputs,
    )
TESTSETS["entities"] = replace(
    PLAIN_TESTSET, outputs=TestSet.of(systems={"one": ["&amp;lt; &quot;", *OTHER[1:]]}).outputs
)
TESTSETS["a lone surrogate"] = replace(
    PLAIN_TESTSET, outputs=TestSet.of(systems={"one": ["a\ud800b", *OTHER[1:]]}).outputs
)

PLAIN_SCORES = SegmentScores({Scored("bleu", "one"): np.array([1.5, 0.1 + 0.2])}, ("1", "2"))

SCORES = {
    "plain": PLAIN_SCORES,
    "two systems": SegmentScores(
        {Scored("bleu", s): np.array([1.5, 1e-300]) for s in ("one", "two")}, ("1", "2")
    ),
    "two metrics": SegmentScores(
        {Scored(m, "one"): np.array([1.5, -2.0]) for m in ("bleu(tok=intl)", "score")}, ("1", "2")
    ),
    "a metric that has not scored all": SegmentScores(
        {
            Scored("bleu", "one"): np.array([1.5, 2.0]),
            Scored("bleu", "two"): np.array([1.5, 2.0]),
            Scored("ter", "two"): np.array([0.5, math.nan]),
        },
        ("1", "2"),
    ),
    "runs": SegmentScores(
        {Scored("bleu", "one", run): np.array([1.5, 2.0]) for run in (1, 2)}, ("1", "2")
    ),
    "missing": SegmentScores({Scored("bleu", "one"): np.array([math.nan, 2.0])}, ("1", "2")),
    "infinite": SegmentScores({Scored("bleu", "one"): np.array([math.inf, 2.0])}, ("1", "2")),
    "ids": SegmentScores({Scored("bleu", "one"): np.array([1.0, 2.0])}, ("a:1", "a:2")),
    "documents": SegmentScores(
        {Scored("bleu", "one"): np.array([1.0, 2.0])}, ("a:1", "b:1"), ("a", "b")
    ),
    "one segment": SegmentScores({Scored("bleu", "one"): np.array([1.0])}, ("1",)),
    "a name with a space": SegmentScores({Scored("bleu", "a b"): np.array([1.0])}, ("1",)),
    "a name with a tab": SegmentScores({Scored("bleu", "a\tb"): np.array([1.0])}, ("1",)),
    "an id with a line feed": SegmentScores({Scored("bleu", "a"): np.array([1.0])}, ("1\n",)),
    "a metric named document": SegmentScores({Scored("document", "a"): np.array([1.0])}, ("1",)),
}

RAINS = Frame("rains", (Filler("ARG0", "it"), Filler("ARGM-TMP", "every morning")))
PLAIN_FRAMES = SegmentFrames({Owner("one"): ((RAINS,), ())}, ("1", "2"))

FRAMES = {
    "plain": PLAIN_FRAMES,
    "two texts": SegmentFrames(
        {Owner("one"): ((RAINS,), (RAINS, RAINS)), Owner("A"): ((), (Frame("waits"),))}, ("1", "2")
    ),
    "runs": SegmentFrames({Owner("one", run): ((RAINS,),) for run in (1, 2)}, ("1",)),
    "no owner": SegmentFrames({Owner(): ((RAINS,),)}, ("1",)),
    "missing": SegmentFrames(
        {Owner("one"): (None, (RAINS,)), Owner("A"): ((RAINS,), None)}, ("1", "2")
    ),
    "judgments": SegmentFrames(
        {
            Owner("one"): (
                (Frame("snows", (Filler("who", "it", "correct"),), 1), Frame("thaws", (), 0)),
                (Frame("stops", (Filler("when", "now", "partial"), Filler("x", "", "incorrect"))),),
            )
        },
        ("1", "2"),
    ),
    "ids": SegmentFrames({Owner("one"): ((RAINS,), ())}, ("a:1", "b:1")),
    "difficult characters": SegmentFrames(
        {Owner("a\tb"): ((Frame('"\n', (Filler("\u2028", "\0\r\U0001f600"),)),),)}, ("1\n",)
    ),
    "a lone surrogate": SegmentFrames({Owner("one"): ((Frame("a\ud800b"),),)}, ("1",)),
}

PLAIN_RATINGS = Ratings.of(
    {"annotator": ["a", "b"], "system": ["x", "y"], "value": [71, 0.1 + 0.2]}
)

RATINGS = {
    "plain": PLAIN_RATINGS,
    "all columns": Ratings.of(
        dict[str, Any]({name: [f"{name} 1", f"{name} 2"] for name in WORDS})
        | {name: [1.5, -1e-300] for name in NUMBERS}
        | {"value": [-1.5, 1e-300], "count": [2, 1], "weight": [2.5, 1]}
        | {"span_start": [0, 17], "span_end": [4, 17], "side": ["source", "output"]}
        | {"task": ["mqm", "fluency"], "kind": ["repeat", "reference"]}
        | {"annotator_kind": ["machine", ""]}
    ),
    "errors": Ratings.of(
        {
            "system": ["x", "x", "y"],
            "task": ["esa"] * 3,
            "severity": ["", "major", ""],
            "value": [70, math.nan, math.nan],
        }
    ),
    "times": Ratings.of(
        {
            "system": ["x"] * 7,
            "value": [1] * 7,
            "start": [0, 0.1, 1740989948, 1740989948.055, math.nan, -1, 1e15],
        }
    ),
    "no annotator": replace(
        Ratings.of({"system": ["x"], "segment": ["1"], "value": [50], "standardized": [-0.5]}),
        count=np.array([4.0]),
    ),
    "infinite": Ratings.of({"system": ["x"], "value": [math.inf]}),
    "a lone surrogate": Ratings.of({"system": ["a\ud800b"], "value": [1]}),
}

for character in "\t\n\r\0\x0b\x85\u2028\ufeff\U0001f600,\"'|\\ ":
    RATINGS[f"U+{ord(character):04X}"] = Ratings.of(
        {
            "annotator": [character],
            "system": [f"{character}a"],
            "segment": [f"a{character}b"],
            "document": [f"b{character}"],
            "batch": [f"{character}{character}\r\n"],
            "value": [1],
        }
    )

EXAMPLES: dict[str, dict[str, Any]] = {
    "testset": TESTSETS,
    "scores": SCORES,
    "frames": FRAMES,
    "ratings": RATINGS,
}

Value = TestSet | SegmentScores | SegmentFrames | Ratings


def parts(value: Value, like: Value | None = None) -> Any:
    """Everything a value holds, for comparison.

    Documents that a format needs and invents are not compared, and where a format says that it
    does not write ids, neither are they.
    """
    if isinstance(value, SegmentFrames):
        return value
    if isinstance(value, Ratings):
        words = [getattr(value, name).to_list() for name in WORDS]
        return words, [list(map(repr, getattr(value, name).tolist())) for name in NUMBERS]
    if isinstance(value, SegmentScores):
        values = {scored: list(map(repr, map(float, v))) for scored, v in value.values.items()}
        return values, value.segment_ids, value.document_ids
    invented = isinstance(like, TestSet) and not like.document_ids
    return (
        {name: (list(s), s.missing) for name, s in value.references.items()},
        {name: [list(s) for s in runs] for name, runs in value.outputs.items()},
        None if value.source is None else list(value.source),
        value.segment_ids,
        () if invented else value.document_ids,
        value.source_language,
        value.target_language,
    )


def target(folder: Path, kind: str, name: str) -> str:
    """A path to write this format to."""
    suffixes = module(kind, name).SUFFIXES or ("",)
    return str(folder / "written") if suffixes == ("/",) else str(folder / f"bleu{suffixes[0]}")


def written(kind: str, name: str, value: Any, path: str) -> tuple[Any, bool]:
    """The value read after writing, and whether a warning said that ids were left out."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DataWarning)
        formats.write(kind, value, path, name)
    left_out = any("are not written" in str(one.message) for one in caught)
    return formats.read(kind, path, name), left_out


def unzstd(data: bytes) -> bytes:
    return bytes(zstandard.ZstdDecompressor().decompressobj().decompress(data))


# --- The contract ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "name"), ALL)
def test_it_has_a_summary(kind, name):
    member = module(kind, name)
    assert plugins.summary(f"formats.{kind}", name)
    assert isinstance(member.SUFFIXES, tuple)
    single = hasattr(member, "sniff"), hasattr(member, "read")
    directory = hasattr(member, "sniff_directory"), hasattr(member, "read_directory")
    assert single in ((True, True), (False, False))
    assert directory in ((True, True), (False, False))
    assert any(single + directory)


@pytest.mark.parametrize(
    ("kind", "name", "example"),
    [(kind, name, example) for kind, name in WRITERS for example in EXAMPLES[kind]],
)
def test_what_is_written_is_read_again_or_refused(kind, name, example, tmp_path):
    value = EXAMPLES[kind][example]
    path = target(tmp_path, kind, name)
    if kind == "scores":
        # mt-metrics-eval has no other place for the metric.
        path = path.replace("bleu.", f"{value.metrics[0]}.")
    refusal: DataError | None
    try:
        again, left_out = written(kind, name, value, path)
        refusal = None
    except DataError as error:
        refusal = error
    if refusal is not None:
        assert example != "plain"
        assert refusal.where == path
        assert not list(tmp_path.iterdir())
        return
    if left_out:
        ids = {"segment_ids": again.segment_ids}
        if kind == "scores":
            ids["document_ids"] = again.document_ids
        value = replace(value, **ids)
    assert parts(again, like=value) == parts(value, like=value)


@pytest.mark.parametrize(
    ("kind", "name"), [one for one in READERS if not hasattr(module(*one), "TAKES_ANYTHING")]
)
def test_its_files_are_recognized_and_match_no_other_format(kind, name, tmp_path):
    data = sample_of(kind, name, tmp_path)
    for prefix in (b"", b"\xef\xbb\xbf"):
        assert formats.sniff(kind, prefix + data) == name
        assert formats.sniff(kind, prefix + data.replace(b"\n", b"\r\n")) == name
    for other in plugins.names(f"formats.{kind}"):
        member = module(kind, other)
        if other != name and hasattr(member, "sniff") and not hasattr(member, "TAKES_ANYTHING"):
            assert not member.sniff(data), other


@pytest.mark.parametrize(("kind", "name"), DIRECTORY_READERS)
def test_its_directories_are_recognized_and_match_no_other_format(kind, name, tmp_path):
    path = target(tmp_path, kind, name)
    written(kind, name, EXAMPLES[kind]["plain"], path)
    assert module(kind, name).sniff_directory(Path(path))
    assert parts(formats.read(kind, path)) == parts(formats.read(kind, path, name))
    for other in plugins.names(f"formats.{kind}"):
        if other != name and hasattr(module(kind, other), "sniff_directory"):
            assert not module(kind, other).sniff_directory(Path(path)), other


@pytest.mark.parametrize(("kind", "name"), FILE_WRITERS)
@pytest.mark.parametrize("line_ends", [b"\n", b"\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("blank", [b"", b"\n"])
def test_windows_line_ends_a_byte_order_mark_and_a_blank_last_line_change_nothing(
    kind, name, line_ends, mark, blank, tmp_path
):
    path = target(tmp_path, kind, name)
    value = EXAMPLES[kind]["plain"]
    written(kind, name, value, path)
    data = mark + (Path(path).read_bytes() + blank).replace(b"\n", line_ends)
    assert parts(module(kind, name).read(data, path), like=value) == parts(value, like=value)


@pytest.mark.parametrize(("kind", "name"), FILE_WRITERS)
@pytest.mark.parametrize(
    ("ending", "decompress"),
    [
        (".gz", gzip.decompress),
        (".bz2", bz2.decompress),
        (".xz", lzma.decompress),
        (".zst", unzstd),
    ],
)
def test_it_can_be_compressed(kind, name, ending, decompress, tmp_path):
    value = EXAMPLES[kind]["plain"]
    path = target(tmp_path, kind, name) + ending
    formats.write(kind, value, path)
    assert parts(formats.read(kind, path), like=value) == parts(value, like=value)
    plain = target(tmp_path, kind, name)
    formats.write(kind, value, plain)
    assert decompress(Path(path).read_bytes()) == Path(plain).read_bytes()


@pytest.mark.parametrize(("kind", "name"), FILE_WRITERS)
def test_an_incomplete_file_does_not_appear(kind, name, tmp_path, monkeypatch):
    path = target(tmp_path, kind, name)
    formats.write(kind, EXAMPLES[kind]["plain"], path)
    before = Path(path).read_bytes()
    opened = compression.open_text

    def breaking(*arguments: Any) -> Any:
        stream = opened(*arguments)
        write, count = stream.write, iter(range(1))

        def limited(text: str) -> int:
            if next(count, None) is None:
                raise KeyboardInterrupt
            return write(text)

        monkeypatch.setattr(stream, "write", limited, raising=False)
        return stream

    monkeypatch.setattr(files, "open_text", breaking)
    with pytest.raises(KeyboardInterrupt), outputs.replacing(True):
        formats.write(kind, EXAMPLES[kind]["plain"], path)
    assert Path(path).read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [Path(path).name]


# --- Bad input is an error of ours, or a value: never another exception, never a hang -----------


def attempt(kind: str, name: str, data: bytes) -> Any:
    """Read a file: a value, or an error of ours that names the file."""
    path = f"file{''.join(module(kind, name).SUFFIXES[:1])}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        try:
            module(kind, name).sniff(data[: 1 << 16])
            outcome = module(kind, name).read(data, path)
        except TertiumError as error:
            outcome = error
    if isinstance(outcome, TertiumError):
        assert str(outcome).startswith(path)
    else:
        # A file of plain text is one part of a test set.
        assert isinstance(outcome, (type(EXAMPLES[kind]["plain"]), Stream))
    return outcome


def is_read(kind: str, name: str, data: bytes) -> bool:
    return not isinstance(attempt(kind, name, data), TertiumError)


def sample_of(kind: str, name: str, folder: Path) -> bytes:
    """A good file of a format."""
    if (kind, name) not in FILE_WRITERS:
        return example_file(kind, name)
    path = target(folder, kind, name)
    with outputs.replacing(True):
        formats.write(kind, EXAMPLES[kind]["plain"], path)
    return Path(path).read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name"), READERS)
def test_a_file_cut_off_anywhere_is_read_or_refused(kind, name, tmp_path):
    data = sample_of(kind, name, tmp_path)
    assert is_read(kind, name, data)
    for size in range(0, len(data), 10):
        attempt(kind, name, data[:size])


@pytest.mark.parametrize(("kind", "name"), READERS)
@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"\n",
        b"\0",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\xff\xfe\x00\x00",
        b"{}\n" * 3,
        b'{"source": "a", "system": "b", "segment": 1, "score": NaN}\n',
        b'{"source": "\\ud800"}\n',
        b'{"languages": 3, "source": "a"}\n',
        b'{"source": ["a"], "outputs": {"x": []}, "references": 7}\n',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"<dataset>" * 10_000,
        b'<?xml version="1.0" encoding="GB2312"?><dataset/>',
        b'<?xml version="1.0" encoding="nonsense"?><dataset/>',
        b'<!DOCTYPE a [<!ENTITY b "c">]><dataset>&b;&d;</dataset>',
        b"<refset><seg id=1>" + b"a" * 100_000,
        b"<refset><doc " + b"a" * 100_000 + b"><seg id=1>b</seg>",
        b"<seg id=1>a</seg><refset>",
        b"system\tsegment\tscore\n",
        b"system\tsegment\tscore\na\t1\tx\n",
        b"system\tsystem\tsegment\tscore\na\ta\t1\t1\n",
        b"a nan\na inf\n",
        b"source\tsource\na\tb\n",
        b"\t\t\t\n" * 10,
        b'{"frames": 3}\n',
        b'{"frames": [{"predicate": "a", "fillers": [3]}]}\n',
        b'{"frames": [{"predicate": "a", "match": -1}]}\n',
        b"1\ta" + b"\t_" * 12 + b"\n",
        b"1\ta" + b"\t9" * 12 + b"\tA1\n",
        b"a 0 0 b c * - - - - * (V* (ARG0) *)) -\n",
        b"annotator,system,value,value\na,b,1,2\n",
        b"annotator,system,value\na,b,1e999\na,b,c\n",
        b'{"annotator": "a", "system": ["b"], "value": [1]}\n',
        b'{"annotator": "a", "system": "b", "value": ' + b"1" * 400 + b"}\n",
        b'{"annotation": [{"a": {"score": [1], "error_spans": 3}}, null, 7], "user_id": 1}\n',
        b'{"annotation": [{"a": {"score": {}}}], "item": [3], "user_id": {}, "item_i": []}\n',
        b'a,b,1,TGT,en,de,5,d,False,"[3]",0,0\na,b,1,TGT,en,de,5,d,False,"{",0,0\n',
    ],
)
def test_damaged_files_are_read_or_refused(kind, name, damage, tmp_path):
    assert is_read(kind, name, sample_of(kind, name, tmp_path))
    attempt(kind, name, damage)


@pytest.mark.parametrize(("kind", "name"), READERS)
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_bytes_that_are_not_utf8_are_refused_with_their_place(kind, name, mark, tmp_path):
    data = mark + sample_of(kind, name, tmp_path)
    at = len(data) - 3 if b"\n" in data[:-3] else 0
    with pytest.raises(FormatError) as caught:
        module(kind, name).read(data[:at] + b"\xff" + data[at:], "file.x")
    line = data.count(b"\n", 0, at) + 1
    assert str(caught.value) == (
        f"file.x:{line}: Invalid UTF-8: byte 0xff at offset {at} of the file. Convert the file"
        " to UTF-8, for example: iconv -f LATIN1 -t UTF-8."
    )
    assert caught.value.check == "invalid-utf8"


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name"), READERS)
def test_a_line_of_ten_megabytes(kind, name, tmp_path):
    attempt(kind, name, b"word " * 2_000_000)
    attempt(kind, name, b" " * 10_000_000)
    data = sample_of(kind, name, tmp_path)
    assert is_read(kind, name, data)
    attempt(kind, name, data.replace(b"morning", b"morning " * 1_250_000))
    attempt(kind, name, data.replace(b"1", b"1" * 5_000))


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name"), READERS)
def test_a_hundred_thousand_lines(kind, name, tmp_path):
    attempt(kind, name, b"word 1\n" * 100_000)
    last = sample_of(kind, name, tmp_path).rstrip(b"\n").rpartition(b"\n")[2] + b"\n"
    # Long lines, each with a hundred judgments, are many enough at ten megabytes.
    more = last * min(100_000, 10_000_000 // len(last))
    attempt(kind, name, sample_of(kind, name, tmp_path) + more)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name"), READERS)
@settings(max_examples=40)
@given(data=st.data())
def test_mutated_files_are_read_or_refused(tmp_path_factory, kind, name, data):
    good = bytearray(sample_of(kind, name, tmp_path_factory.getbasetemp()))
    changes = st.tuples(
        st.integers(0, len(good) - 1),
        st.sampled_from([0, 1, 5]),
        st.one_of(
            st.binary(max_size=4), st.sampled_from([b"\n", b"\t", b'"', b"<", b">", b"</seg>"])
        ),
    )
    for at, removed, added in data.draw(st.lists(changes, min_size=1, max_size=4)):
        good[at : at + removed] = added
    attempt(kind, name, bytes(good))
