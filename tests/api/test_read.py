"""Reading a test set from files."""

import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from tests.command import run

import tertium
from tertium.core.errors import (
    AlignmentError,
    DataError,
    FormatError,
    UnknownMember,
    UsageError,
)
from tertium.core.files import stem_of
from tertium.core.scores import Scored
from tertium.formats.arguments import parse_arguments


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    """Files of two lines each; the names of some are difficult."""
    monkeypatch.chdir(tmp_path)
    for name in (
        *("ref.txt", "ref.B.txt", "src.txt", "a.txt", "b.txt", "run.1.txt", "run.2.txt"),
        *("run.10.txt", "x=y.txt", "with,comma.txt", "star*.txt", "other/a.txt"),
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"The file {name} begins.\nThen {name} ends.\n")
    return tmp_path


# --- SYSTEM arguments ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argument", "parsed"),
    [
        ("a.txt", ["a.txt"]),
        ("name=a.txt", [("name", ["a.txt"])]),
        ("name=a.txt,b.txt", [("name", ["a.txt", "b.txt"])]),
        ("name=a.txt,,b.txt,", [("name", ["a.txt", "b.txt"])]),
        ("run.*.txt", ["run.1.txt", "run.2.txt", "run.10.txt"]),
        ("name=run.*.txt", [("name", ["run.1.txt", "run.2.txt", "run.10.txt"])]),
        ("name=run.?.txt,a.txt", [("name", ["run.1.txt", "run.2.txt", "a.txt"])]),
        ("name=run.[12].txt", [("name", ["run.1.txt", "run.2.txt"])]),
        ("x=y.txt", ["x=y.txt"]),
        ("name=x=y.txt", [("name", ["x=y.txt"])]),
        ("with,comma.txt", ["with,comma.txt"]),
        ("name=with,comma.txt", [("name", ["with,comma.txt"])]),
        ("star*.txt", ["star*.txt"]),
        ("-", ["-"]),
        ("name=-", [("name", ["-"])]),
        ("nosuch.txt", ["nosuch.txt"]),
        ("other/a.txt", ["other/a.txt"]),
    ],
)
def test_arguments_are_understood(argument, parsed):
    assert parse_arguments([argument]) == parsed


def test_arguments_keep_their_order():
    arguments = ["z=b.txt", "a.txt", "y=ref.txt"]
    assert parse_arguments(arguments) == [("z", ["b.txt"]), "a.txt", ("y", ["ref.txt"])]
    assert list(tertium.read(arguments).outputs) == ["z", "a", "y"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["=a.txt"], "'=a.txt' has no name before the equals sign."),
        (["name="], "'name=' contains no file."),
        (["name=,"], "'name=,' contains no file."),
        (
            ["n=a.txt", "n=b.txt"],
            "Two systems are named 'n'. For several runs of one system write NAME=FILE,FILE.",
        ),
        (
            ["a.txt,b.txt"],
            "'a.txt,b.txt' lists several files but has no name for the system. Write NAME=FILE,FILE"
            " for several runs of one system.",
        ),
    ],
)
def test_arguments_that_are_wrong(arguments, message):
    with pytest.raises(UsageError) as caught:
        parse_arguments(arguments)
    assert str(caught.value) == message


def test_a_pattern_that_matches_nothing_is_an_error():
    with pytest.raises(DataError) as caught:
        parse_arguments(["name=nosuch*.txt"])
    assert str(caught.value) == "nosuch*.txt: No file matches this pattern."


def test_two_files_of_one_name_must_be_told_apart():
    with pytest.raises(UsageError) as caught:
        tertium.read(["a.txt", "other/a.txt"])
    assert str(caught.value) == (
        "Two systems are named 'a', the second in other/a.txt. Give them different names:"
        " NAME=FILE. For several runs of one system: NAME=FILE,FILE."
    )


def test_names_come_from_files():
    assert stem_of("out/large.txt.gz") == "large"
    assert stem_of("-") == "stdin"


# --- Parts ----------------------------------------------------------------------------------------


def test_all_parts_of_a_test_set():
    testset = tertium.read(
        {"b": "b.txt", "run": ["run.1.txt", "run.2.txt"], "a": Path("a.txt")},
        references=["ref.txt", Path("ref.B.txt")],
        source="src.txt",
        language_pair="de-en",
    )
    assert list(testset.references) == ["ref", "ref.B"]
    assert {name: len(runs) for name, runs in testset.outputs.items()} == {"b": 1, "run": 2, "a": 1}
    assert testset.source is not None
    assert testset.source.where(0) == "src.txt:1"
    assert (testset.source_language, testset.target_language) == ("de", "en")


def test_names_of_references_can_be_given():
    assert list(tertium.read("a.txt", references={"A": "ref.txt"}).references) == ["A"]


def test_references_of_one_name_are_numbered(files):
    (files / "other" / "ref.txt").write_text("Else.\nAltogether.\n")
    testset = tertium.read("a.txt", references=["ref.txt", "other/ref.txt"])
    assert list(testset.references) == ["ref", "ref#2"]


def test_standard_input_is_a_system_or_a_reference():
    text = "One line here.\nAnd another one.\n"
    assert run("score", "-r", "ref.txt", "-", "-b", stdin=text).code == 0
    assert run("score", "-r", "-", "a.txt", "-b", stdin=text).code == 0
    assert run("score", "-r", "-", "-", stdin=text) == (
        2,
        "",
        "error: Standard input (-) is given twice.\n",
    )


def test_a_whole_test_set_from_standard_input():
    lines = '{"ref": "It rains.", "mt": "Rain."}\n{"ref": "Sun shines.", "mt": "Sun."}\n'
    assert run("score", "-", stdin=lines).stdout.splitlines()[2].split()[0] == "stdin"


def test_files_of_records_that_repeat_the_reference_add_it_once(files):
    for name in ("x", "y"):
        (files / f"{name}.jsonl").write_text(
            f'{{"src": "Es regnet.", "ref": "It rains.", "mt": "Rain in {name}."}}\n'
            f'{{"src": "Ja.", "ref": "Yes.", "mt": "Yes, {name}."}}\n'
        )
    testset = tertium.read(["x.jsonl", "y.jsonl"])
    assert list(testset.references) == ["reference"]
    assert list(testset.outputs) == ["x", "y"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"systems": "nosuch.txt"}, "nosuch.txt: No such file."),
        ({"references": "nosuch.txt"}, "nosuch.txt: No such file."),
        ({"systems": "other"}, "other: The directory is in no known testset format."),
        ({"references": "other"}, "other: The directory is in no known testset format."),
        ({}, "A test set needs references, outputs or a source; there is none."),
    ],
)
def test_what_is_not_there(arguments, message):
    with pytest.raises(DataError) as caught:
        tertium.read(**arguments)
    assert str(caught.value) == message


def test_a_system_without_files():
    with pytest.raises(UsageError) as caught:
        tertium.read(systems={"a": []})
    assert str(caught.value) == "System 'a' has no file."


def test_a_check_can_be_allowed_by_its_bare_name():
    testset = tertium.read(
        "a.txt", references="a.txt", allow=["same-file-twice", "output-is-reference"]
    )
    assert len(testset) == 2
    with pytest.raises(UnknownMember, match="No check named 'nosuch'"):
        tertium.read("a.txt", allow="nosuch")


# --- Formats --------------------------------------------------------------------------------------

XML = (
    "<dataset><doc id='d'><src lang='de'><seg id='1'>Ja.</seg><seg id='2'>Es regnet.</seg></src>"
    "<ref lang='en' translator='A'><seg id='1'>Yes.</seg><seg id='2'>It rains.</seg></ref>"
    "<hyp lang='en' system='X'><seg id='1'>Yeah.</seg><seg id='2'>Rain falls.</seg></hyp>"
    "</doc></dataset>"
)


def test_a_file_that_holds_everything_needs_nothing_else(files):
    (files / "all.xml").write_text(XML)
    testset = tertium.read("all.xml")
    assert list(testset.references) == ["A"]
    assert list(testset.outputs) == ["X"]
    assert testset.target_language == "en"


def test_parts_are_taken_out_of_files_that_hold_more(files):
    (files / "all.xml").write_text(XML)
    testset = tertium.read("a.txt", references="all.xml", source="all.xml")
    assert list(testset.references) == ["A"]
    assert list(testset.outputs) == ["a"]
    assert testset.document_ids == ("d", "d")
    assert list(tertium.read({"mine": "all.xml"}).outputs) == ["mine"]


def descriptor(text: str) -> str:
    """The name that a shell gives a process substitution, which can be read only once."""
    read, write = os.pipe()
    os.write(write, text.encode("utf-8"))
    os.close(write)
    return f"/dev/fd/{read}"


@pytest.mark.parametrize("keep_outputs", [True, False])
def test_process_substitutions_are_named_by_their_order_and_read_once(keep_outputs):
    systems = [descriptor("Yes!\nNo!\n"), descriptor('{"mt": "Yea."}\n{"mt": "No!"}\n')]
    testset = tertium.read(
        [*systems, "mine=" + descriptor("Aye.\nNay.\n")],
        references=[descriptor("Yes.\nNo.\n"), descriptor("Yeah.\nNope.\n")],
        source=descriptor("Ja.\nNein.\n"),
        keep_outputs=keep_outputs,
    )
    assert list(testset.outputs) == ["output1", "output2", "mine"]
    assert list(testset.references) == ["reference", "reference#2"]
    compared = tertium.compare(testset, "bleu", trials=10)
    assert {one.system for one in compared.metrics[0].systems} == {"output1", "output2", "mine"}


def test_bash_process_substitutions_are_compared(files):
    command = f"{sys.executable} -m tertium compare -r <(cat ref.txt) <(cat a.txt) <(cat b.txt)"
    options = "--format json --trials 10 --allow unrelated"
    done = subprocess.run(["bash", "-c", f"{command} {options}"], capture_output=True, check=True)
    systems = json.loads(done.stdout)["metrics"][0]["systems"]
    assert [one["system"] for one in systems] == ["output1", "output2"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"references": "only.tsv"}, "only.tsv: The file has no reference; it has a source."),
        (
            {"source": "nosource.tsv"},
            "nosource.tsv: The file has no source; it has the reference reference.",
        ),
        (
            {"systems": {"a": "two.tsv"}},
            "two.tsv: The file has outputs of 2 systems; they cannot all be 'a'. Give the file"
            " without NAME=.",
        ),
        (
            {"systems": {"a": "only.tsv"}},
            "only.tsv: The file has no output; it has a source.",
        ),
        (
            {"source": "only.tsv", "systems": "more.tsv"},
            "only.tsv: The source differs from that of more.tsv, source.",
        ),
    ],
)
def test_what_a_file_does_not_hold(files, arguments, message):
    (files / "only.tsv").write_text("id\tsource\n1\tJa.\n")
    (files / "more.tsv").write_text("source\tref\nNein.\tNo.\n")
    (files / "nosource.tsv").write_text("id\tref\n1\tYes.\n")
    (files / "two.tsv").write_text("system:x\tsystem:y\nYes.\tYeah.\n")
    with pytest.raises(DataError) as caught:
        tertium.read(**arguments)
    assert str(caught.value) == message


def test_a_format_can_be_named(files):
    (files / "odd.txt").write_text("source\tref\nJa.\tYes.\nNein.\tNo.\n")
    assert len(tertium.read("odd.txt")) == 2
    plain = tertium.read("odd.txt", input_format="text")
    assert plain.outputs["odd"][0][0] == "source\tref"
    with pytest.raises(UnknownMember) as caught:
        tertium.read("odd.txt", input_format="tvs")
    assert str(caught.value) == (
        "No testset format named 'tvs'. Did you mean 'tsv'? Known: jsonl, mt-metrics-eval, sgml,"
        " text, tsv, wmt-xml."
    )
    with pytest.raises(FormatError) as wrong:
        tertium.read("odd.txt", input_format="wmt-xml")
    assert str(wrong.value) == "odd.txt:1: Not well-formed XML at column 1: syntax error."
    with pytest.raises(FormatError) as directory:
        tertium.read("odd.txt", input_format="mt-metrics-eval")
    assert str(directory.value) == "odd.txt: A single file cannot be read as mt-metrics-eval."
    with pytest.raises(FormatError) as single:
        tertium.read("other", input_format="tsv")
    assert str(single.value) == "other: A directory cannot be read as tsv."


def sgml(role: str, documents: dict[str, list[str]], sysid: str = "x") -> str:
    docs = "".join(
        f'<doc docid="{name}" sysid="{sysid}">'
        + "".join(f'<seg id="{n}">{text}</seg>' for n, text in enumerate(segments, 1))
        + "</doc>"
        for name, segments in documents.items()
    )
    return f"<{role} setid='s' srclang='de' trglang='en'>{docs}</{role}>"


def test_ids_that_disagree_are_reported(files):
    (files / "src.sgm").write_text(sgml("srcset", {"d": ["a", "b"], "e": ["c"]}))
    (files / "tst.sgm").write_text(sgml("tstset", {"d": ["x"], "e": ["y", "z"]}))
    with pytest.raises(AlignmentError) as caught:
        tertium.read(["src.sgm", "tst.sgm"])
    assert (
        str(caught.value)
        == "tst.sgm: The segments differ from those of src.sgm: number 2 is e:1, expected d:2."
    )
    (files / "tst.sgm").write_text(sgml("tstset", {"d": ["x", "y"], "e": ["z", "w"]}))
    with pytest.raises(AlignmentError) as longer:
        tertium.read(["src.sgm", "tst.sgm"])
    assert (
        str(longer.value)
        == "tst.sgm: The segments differ from those of src.sgm: 4 of them, expected 3."
    )


def test_documents_that_disagree_are_reported(files):
    (files / "src.tsv").write_text("id\tdoc\tsource\ns\td\ta\nt\td\tb\n")
    (files / "tst.tsv").write_text("id\tdoc\tsystem:x\ns\td\ta\nt\te\tb\n")
    with pytest.raises(AlignmentError) as caught:
        tertium.read(["src.tsv", "tst.tsv"])
    assert (
        str(caught.value)
        == "tst.tsv: The documents differ from those of src.tsv: number 2 is e, expected d."
    )


# --- Documents, layers, languages -----------------------------------------------------------------


def test_documents_are_a_line_each(files):
    (files / "docs.txt").write_text("d1\r\nd2\r\n")
    assert tertium.read("a.txt", documents="docs.txt").document_ids == ("d1", "d2")


def test_documents_are_a_column_of_a_table(files):
    (files / "docs.tsv").write_text("segment\tdocument\n1\td1\n2\td2\n")
    assert tertium.read("a.txt", documents="docs.tsv").document_ids == ("d1", "d2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("d1\n", "docs.txt: 1 document for 2 segments."),
        ("d1\nd2\nd3\n", "docs.txt: 3 documents for 2 segments."),
        ("d1\n\nd2\n", "docs.txt:2: No document."),
        ("a\tdocument\n1\td1\n2\n", "docs.txt:3: 1 column; the header has 2."),
        ("a\tdocument\n1\td1\n2\t\n", "docs.txt:3: No document."),
    ],
)
def test_documents_that_do_not_fit(files, text, message):
    (files / "docs.txt").write_text(text)
    with pytest.raises(DataError) as caught:
        tertium.read("a.txt", documents="docs.txt")
    assert str(caught.value) == message


def test_a_layer_is_a_line_per_segment(files):
    (files / "notes.txt").write_text("one\ntwo\n")
    layer = tertium.read("a.txt", layers={"notes": "notes.txt"}).layers["notes"]
    (part,) = layer.parts[""]
    assert list(part) == ["one", "two"]
    assert (layer.name, part.origin, len(layer.digest)) == ("notes", "notes.txt", 16)
    (files / "copy.txt").write_text("one\ntwo\n")
    assert (
        tertium.read("a.txt", layers={"notes": "copy.txt"}).layers["notes"].digest == layer.digest
    )


def test_a_layer_can_have_a_file_for_every_system(files):
    (files / "a.notes").write_text("one\ntwo\n")
    (files / "both.tsv").write_text("system:b\tsystem:c\nthree\tfive\nfour\tsix\n")
    layer = tertium.read("a.txt", layers={"notes": ["a=a.notes", "both.tsv"]}).layers["notes"]
    texts = {system: [list(run) for run in runs] for system, runs in layer.parts.items()}
    assert texts == {"a": [["one", "two"]], "b": [["three", "four"]], "c": [["five", "six"]]}
    runs = tertium.read("a.txt", layers={"notes": {"a": ["a.notes", "a.txt"]}}).layers["notes"]
    assert len(runs.parts["a"]) == 2
    assert runs.digest != layer.digest


def test_a_layer_of_scores_is_read_in_the_formats_of_scores(files):
    (files / "scores.tsv").write_text("system\tsegment\tcomet\na\t1\t0.5\na\t2\t0.25\n")
    layer = tertium.read("a.txt", layers={"scores": "scores.tsv"}).layers["scores"]
    assert layer.parts[""][0].values[Scored("comet", "a")].tolist() == [0.5, 0.25]


def test_layers_that_do_not_fit(files):
    (files / "notes.txt").write_text("one\n")
    with pytest.raises(AlignmentError) as caught:
        tertium.read("a.txt", layers={"notes": "notes.txt"})
    assert str(caught.value) == "notes.txt: The layer notes has 1 line for 2 segments."
    with pytest.raises(FormatError) as scores:
        tertium.read("a.txt", layers={"scores": "a.txt"})
    assert str(scores.value) == (
        "a.txt: The file is in no known scores format. Known scores formats: csv,"
        " jsonl, mt-metrics-eval, tsv, wmt-metrics, wmt15."
    )
    with pytest.raises(UsageError) as stdin:
        tertium.read("a.txt", layers={"notes": "-"})
    assert str(stdin.value) == "The layer notes cannot come from standard input."


@pytest.mark.parametrize("languages", ["de", "-en", "de-", "-"])
def test_languages_are_a_pair(languages):
    with pytest.raises(UsageError) as caught:
        tertium.read("a.txt", language_pair=languages)
    assert str(caught.value) == (
        f"language_pair must be SOURCE-TARGET, as in de-en. Got {languages!r} instead."
    )


def test_languages_given_go_before_those_of_files(files):
    (files / "all.xml").write_text(XML)
    testset = tertium.read("all.xml", language_pair="gsw-en_US")
    assert (testset.source_language, testset.target_language) == ("gsw", "en_US")


# --- Size -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_two_hundred_thousand_lines_take_memory_for_themselves_only(files):
    text = "".join(f"The line of the number {n} is no longer than this.\n" for n in range(200_000))
    (files / "big.txt").write_text(text)
    (files / "ref.big.txt").write_text(text.replace("is", "was"))
    tracemalloc.start()
    try:
        testset = tertium.read("big.txt", references="ref.big.txt")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(testset) == 200_000
    # Two texts of 10 MB, a string object for each line, and a copy or two while they are read.
    assert peak < 150_000_000


@pytest.fixture
def ordinary_user():
    """Root may read everything; anybody else may not."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def locked(files):
    """A directory that only its owner may enter, and not even he."""
    folder = files / "locked"
    folder.mkdir()
    (folder / "ref.txt").write_text((files / "ref.txt").read_text())
    assert run("check", "-r", folder / "ref.txt", "a.txt").code == 0  # imports what it takes
    folder.chmod(0)
    yield folder
    folder.chmod(0o700)


@pytest.mark.parametrize("name", ["ref.txt", "nosuch.txt", "*.txt"])
def test_a_file_without_permission_is_named(locked, ordinary_user, name):
    with pytest.raises(DataError) as caught:
        tertium.read(f"a={locked}/{name}")
    assert str(caught.value) in (
        f"{locked}/{name}: Cannot be read: Permission denied.",
        f"{locked}/{name}: No file matches this pattern.",
    )
    with pytest.raises(DataError, match="Permission denied"):
        tertium.read(references=locked / "ref.txt")


def test_a_directory_without_permission_is_named(locked, ordinary_user):
    with pytest.raises(DataError, match=r"locked: (Not a directory|Cannot be read)"):
        tertium.read(str(locked))


def test_a_name_that_is_too_long_is_an_error():
    name = "a" * 300
    result = run("score", "-r", f"{name}.txt", f"x={name},{name}", "a.txt")
    assert result.code == 1
    assert result.stderr.startswith(f"error: {name}: Cannot be read: File name too long.")


def test_an_error_of_a_check_says_how_to_continue(tmp_path):
    path = tmp_path / "same.txt"
    path.write_text("The cat sat.\nIt rained.\n")
    with pytest.raises(DataError) as caught:
        tertium.read(path, references=path)
    assert caught.value.__notes__ == [f'To continue anyway: allow=["{caught.value.check}"].']
