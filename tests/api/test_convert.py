"""Converting files, from Python and on the command line."""

import gzip
from itertools import pairwise

import pytest
from tests.command import run
from tests.formats._examples import rating_examples

import tertium
from tertium.api.convert import convert
from tertium.core.errors import FormatError, UsageError
from tertium.core.testset import TestSet
from tertium.formats import kinds
from tertium.formats.conversion import kind_of, read_files


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("ref", "src", "a", "b"):
        (tmp_path / f"{name}.txt").write_text(f"One of {name}.\nTwo of {name}.\n")
    (tmp_path / "ratings.csv").write_text("annotator,system,value\na,x,70\n")
    (tmp_path / "frames.jsonl").write_text('{"owner": "a", "segment": 1, "frames": []}\n')
    (tmp_path / "scores.tsv").write_text("system\tsegment\tm\na\t1\t0.5\na\t2\tNone\n")
    return tmp_path


ALL = (
    '{"segment": "1", "languages": "de-en", "source": "One of src.", "references": {"ref": "One of'
    ' ref."}, "outputs": {"a": "One of a.", "b": "One of b."}}\n'
    '{"segment": "2", "languages": "de-en", "source": "Two of src.", "references": {"ref": "Two of'
    ' ref."}, "outputs": {"a": "Two of a.", "b": "Two of b."}}\n'
)


def test_plain_text_to_jsonl(files):
    arguments = ("convert", "-r", "ref.txt", "-s", "src.txt", "-l", "de-en", "a.txt", "b.txt")
    assert run(*arguments, "-o", "all.jsonl") == (0, "", "")
    assert (files / "all.jsonl").read_text() == ALL


def test_from_format_to_format_and_back(files):
    (files / "all.jsonl").write_text(ALL)
    way = ["all.jsonl", "out/", "all.xml", "all.tsv.gz", "mtme", "again.jsonl"]
    for one, next_one in pairwise(way):
        named = ("-f", "mt-metrics-eval") if next_one == "mtme" else ()
        assert run("convert", one, "-o", next_one, *named) == (0, "", ""), next_one
    again = (files / "again.jsonl").read_text()
    # WMT XML and mt-metrics-eval always name a document.
    assert again.replace('"document": "all", ', "") == ALL
    assert gzip.decompress((files / "all.tsv.gz").read_bytes()).startswith(b"segment\tdocument\t")


def test_to_standard_output():
    result = run("convert", "a.txt", "-f", "tsv", "-o", "-")
    assert result == (0, "segment\tsystem:a\n1\tOne of a.\n2\tTwo of a.\n", "")


def test_from_standard_input(files):
    assert run("convert", "-", "-o", "out.jsonl", stdin=ALL).code == 0
    assert (files / "out.jsonl").read_text() == ALL


def test_scores_are_known_by_their_content(files):
    assert run("convert", "scores.tsv", "-o", "scores.jsonl") == (0, "", "")
    assert (files / "scores.jsonl").read_text() == (
        '{"system": "a", "segment": "1", "scores": {"m": 0.5}}\n'
        '{"system": "a", "segment": "2", "scores": {"m": null}}\n'
    )
    assert run("convert", "scores.jsonl", "-o", "m.seg.score") == (0, "", "")
    assert (files / "m.seg.score").read_text() == "a\t0.5\na\tNone\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("a.txt",),
            "The output is missing.\nName it with -o, as in: tertium convert INPUT... -o FILE",
        ),
        (
            ("a.txt", "b.txt"),
            "The output is missing.\nName it with -o, as in: tertium convert INPUT... -o FILE",
        ),
        (
            ("a.txt", "out.jsonl"),
            "The output is missing.\nName it with -o, as in: tertium convert INPUT... -o out.jsonl",
        ),
        (("-o", "out.jsonl"), "The input is missing.\nName at least one file to convert."),
        (
            ("a.txt", "-o", "out.xyz"),
            "The file name ending of out.xyz does not determine a format.\nKnown endings: .jsonl,"
            " .tsv,"
            " .xml, /. Or set the format with --format: jsonl, mt-metrics-eval, text, tsv,"
            " wmt-xml.",
        ),
        (
            ("a.txt", "-f", "sgml", "-o", "out.sgm"),
            "The testset format 'sgml' can only be read.\nFormats to write: jsonl,"
            " mt-metrics-eval, text, tsv, wmt-xml.",
        ),
        (
            ("a.txt", "-f", "jsnl", "-o", "out"),
            "No testset format named 'jsnl'. Did you mean 'jsonl'?\nKnown: jsonl, mt-metrics-eval,"
            " sgml, text, tsv, wmt-xml.",
        ),
        (
            ("--kind", "tree", "a.txt", "-o", "out.tsv"),
            f"No kind of data named 'tree'.\nKnown: {', '.join(kinds())}.",
        ),
        (
            ("--kind", "frames", "frames.jsonl", "others.jsonl", "-o", "out.jsonl"),
            "Only one file of frames can be converted at a time.",
        ),
        (
            ("--kind", "ratings", "ratings.csv", "./ratings.csv", "-o", "out.csv"),
            "./ratings.csv is given twice.",
        ),
        (
            ("--kind", "ratings", "-r", "ref.txt", "-o", "out.csv"),
            "Give at least one file of ratings.",
        ),
    ],
)
def test_what_is_wrong_with_the_request(arguments, message):
    assert run("convert", *arguments) == (2, "", f"error: {message}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nosuch.txt", "-o", "out.jsonl"), "nosuch.txt: No such file."),
        (("x=nosuch.txt", "-o", "out.jsonl"), "nosuch.txt: No such file."),
        (
            ("a.txt", "-o", "nosuch/out.jsonl"),
            "nosuch/out.jsonl: Cannot be written: No such file or directory.\nCreate the directory"
            " first.",
        ),
        (
            ("--kind", "scores", "a.txt", "-o", "out.tsv"),
            "a.txt: The file is in no known scores format.\nSet a format with --input-format: csv,"
            " jsonl, mt-metrics-eval, tsv, wmt-metrics, wmt15.",
        ),
        (
            ("x=a.txt,b.txt", "-s", "src.txt", "-o", "out.xml"),
            "out.xml: System x has 2 runs; WMT XML holds one output each.\nWrite jsonl instead.",
        ),
        (
            ("a.txt", "--layer", "notes=b.txt", "-o", "out.jsonl"),
            "out.jsonl: Layers cannot be written: notes.\nOmit --layer.",
        ),
    ],
)
def test_what_is_wrong_with_the_data(files, arguments, message):
    before = sorted(path.name for path in files.iterdir())
    assert run("convert", *arguments) == (1, "", f"error: {message}\n")
    assert sorted(path.name for path in files.iterdir()) == before


def test_suspicious_texts_are_converted_as_they_are(files):
    (files / "a.txt").write_bytes(b"\xef\xbb\xbfOne\r\n&amp;\n")
    assert run("convert", "a.txt", "-r", "a.txt", "-f", "jsonl", "-o", "-").stdout.splitlines()[
        0
    ] == ('{"segment": "1", "references": {"a": "\ufeffOne\\r"}, "outputs": {"a": "\ufeffOne\\r"}}')


def test_from_python(files):
    testset = tertium.read("a.txt", references="ref.txt")
    convert(testset, files / "out.tsv", kind="testset")
    assert (files / "out.tsv").read_text().startswith("segment\treference:ref\tsystem:a\n")
    convert(read_files(["scores.tsv"], "scores"), "scores.jsonl", kind="scores")
    assert kind_of("scores.jsonl") == "scores"
    with pytest.raises(UsageError):
        convert(testset, "out.tsv", kind="nosuch")
    with pytest.raises(UsageError, match="The file exists"):
        tertium.convert(testset, "out.tsv")
    tertium.convert(testset, "out.tsv", force=True)
    tertium.convert(tertium.read_ratings("ratings.csv"), "ratings.jsonl")
    assert kind_of("ratings.jsonl") == "ratings"
    with pytest.raises(UsageError) as caught:
        tertium.convert(["a", "b"], "out.jsonl")
    assert str(caught.value) == (
        "Cannot be converted: list. Known: TestSet, SegmentScores, SegmentFrames, Ratings."
    )


def test_frames_of_a_role_labeler_become_jsonl(files):
    words = "d 0 0 It PRP * - - - - * (ARG0*) -\nd 0 1 rains VBZ * - - - - * (V*) -\n"
    (files / "a.conll").write_text(words)
    assert kind_of("a.conll") == "frames"
    assert run("convert", "a.conll", "-o", "a.jsonl").code == 0
    assert (files / "a.jsonl").read_text() == (
        '{"segment": "1", "frames": [{"predicate": "rains", "fillers": [{"role": "ARG0", "text":'
        ' "It"}]}]}\n'
    )
    assert kind_of("a.jsonl") == "frames"


def test_ratings_of_several_files_are_joined(files):
    (files / "one.csv").write_text("annotator,system,segment,value\na,x,1,70\n")
    (files / "two.csv").write_text("annotator,system,segment,adequacy\nb,y,1,5\n")
    assert run("convert", "one.csv", "two.csv", "-o", "all.csv") == (0, "", "")
    assert (files / "all.csv").read_text() == (
        "annotator,system,segment,task,value\na,x,1,adequacy,70\nb,y,1,adequacy,5\n"
    )
    assert run("convert", "all.csv", "-o", "all.jsonl") == (0, "", "")
    assert (files / "all.jsonl").read_text().splitlines()[1] == (
        '{"annotator": "b", "system": "y", "segment": "1", "task": "adequacy", "value": 5}'
    )


def test_rows_that_cannot_be_converted_are_reported(files):
    (files / "one.csv").write_text("annotator,system,value\na,x,70\na,x,good\n")
    code, out, error = run("convert", "one.csv", "-f", "jsonl", "-o", "-")
    assert (code, out.count("\n")) == (0, 1)
    assert error == (
        "warning: one.csv: 1 of 2 rows not used: 'good' in value is not a number (1); the first"
        " in line 3. [left-out]\n"
    )


@pytest.mark.parametrize("name", rating_examples())
def test_ratings_are_known_by_their_content(files, name):
    (files / "ratings").write_bytes(rating_examples()[name].data(3))
    assert kind_of("ratings") == "ratings"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.txt", "testset"),
        ("scores.tsv", "scores"),
        (".", "testset"),
        ("-", "testset"),
        ("nosuch", "testset"),
        ("x=a.txt", "testset"),
    ],
)
def test_kinds_are_known_by_content(name, kind):
    assert kind_of(name) == kind


def test_endings_in_capitals_are_endings():
    convert(TestSet.of(systems={"x": ["a"]}), "OUT.TSV", kind="testset")
    assert len(tertium.read("OUT.TSV")) == 1


def test_an_existing_directory_gets_plain_text(files):
    (files / "dir").mkdir()
    convert(TestSet.of(systems={"x": ["a"]}), "dir", kind="testset")
    assert (files / "dir" / "system.x.txt").read_text() == "a\n"


def test_a_file_cannot_become_a_directory():
    with pytest.raises(FormatError) as caught:
        convert(TestSet.of(systems={"x": ["a\nb"]}), "a.txt/", kind="testset")
    assert caught.value.where == "a.txt/"


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE mteval SYSTEM "ftp://jaguar.ncsl.nist.gov/mt/resources/mteval-xml-v1.3.dtd">',
        '<!DOCTYPE tstset\tSYSTEM\t"mteval.dtd">',
        '<!DOCTYPE tstset, SYSTEM, "mteval.dtd">',
    ],
)
def test_sgml_with_a_system_doctype_is_a_test_set(files, doctype):
    (files / "x.sgm").write_text(
        f'{doctype}\n<tstset trglang="en" srclang="de"><doc sysid="a" docid="d">'
        '<seg id="1">Yes.</seg></doc></tstset>\n'
    )
    assert kind_of("x.sgm") == "testset"
    assert run("convert", "x.sgm", "-o", "x.jsonl") == (0, "", "")
    assert '"outputs": {"a": "Yes."}' in (files / "x.jsonl").read_text()


def test_a_text_that_begins_with_the_word_system_is_a_text(files):
    (files / "x.txt").write_text("The system is down .\nNobody knows why it is .\n")
    assert kind_of("x.txt") == "testset"


def test_scores_with_semicolons_are_refused_by_name(files):
    (files / "x.csv").write_text("system;segment;bleu\na;1;0,5\n")
    assert (
        "x.csv: The cells are separated by semicolons."
        in run("compare", "--scores", "x.csv").stderr
    )
