"""The directories of mt-metrics-eval."""

import os

import pytest

from tertium import formats
from tertium.core.errors import DataError, FormatError, UsageError
from tertium.core.testset import TestSet


@pytest.fixture
def tree(tmp_path):
    """Two language pairs, as the tool lays them out."""
    texts = {
        "sources/de-en.txt": "eins\nzwei\n",
        "sources/en-de.txt": "one\ntwo\n",
        "references/de-en.refA.txt": "one\ntwo\n",
        "references/de-en.refB.txt": "1\n2\n",
        "references/en-de.refA.txt": "eins\nzwei\n",
        "documents/de-en.docs": "news\tdoc1\nnews doc2\n",
        "system-outputs/de-en/Online-A.txt": "uno\ndos\n",
        "system-outputs/de-en/refB.txt": "1\n2\n",
        "system-outputs/en-de/M2M.100.txt": "un\ndeux\n",
        "human-scores/de-en.mqm.seg.score": "Online-A\t1\nOnline-A\tNone\n",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_language_pair_is_read(tree):
    testset = formats.read("testset", str(tree), language_pair="de-en")
    assert list(testset.references) == ["refA", "refB"]
    assert list(testset.source) == ["eins", "zwei"]
    assert testset.document_ids == ("doc1", "doc2")
    assert (testset.source_language, testset.target_language) == ("de", "en")
    assert testset.references["refA"].where(0) == f"{tree}/references/de-en.refA.txt:1"


def test_references_copied_among_the_outputs_are_not_systems(tree):
    assert list(formats.read("testset", str(tree), language_pair="de-en").outputs) == ["Online-A"]


def test_an_output_that_only_has_the_name_of_a_reference_is_kept(tree):
    (tree / "system-outputs/de-en/refB.txt").write_text("3\n4\n")
    outputs = formats.read("testset", str(tree), language_pair="de-en").outputs
    assert list(outputs) == ["Online-A", "refB"]


def test_names_of_systems_may_have_dots(tree):
    assert list(formats.read("testset", str(tree), language_pair="en-de").outputs) == ["M2M.100"]


@pytest.mark.parametrize("pair", ["**-en", "*-*", "/de-en", "../de-en", "a-" + "b" * 5_000])
def test_a_language_pair_is_a_name_not_a_pattern(tree, pair):
    with pytest.raises(UsageError, match="has no language pair"):
        formats.read("testset", str(tree), language_pair=pair)


@pytest.mark.parametrize("name", ["sources/de-en.jsonl", "system-outputs/de-en/x.txt"])
def test_a_pipe_or_a_dangling_link_among_the_files_is_named(tree, name):
    (tree / "sources/de-en.txt").rename(tree / "sources/de-en.txt.old")
    os.mkfifo(tree / name)
    (tree / "documents/de-en.docs").unlink()
    if not name.startswith("sources"):
        (tree / "sources/de-en.txt.old").rename(tree / "sources/de-en.txt")
    with pytest.raises(DataError) as caught:
        formats.read("testset", str(tree), language_pair="de-en")
    assert str(caught.value) == f"{tree / name}: Not a regular file."
    (tree / name).unlink()
    (tree / name).symlink_to("nosuch")
    with pytest.raises(DataError) as caught:
        formats.read("testset", str(tree), language_pair="de-en")
    assert str(caught.value) == f"{tree / name}: No such file."


def test_the_only_pair_need_not_be_named(tree):
    (tree / "sources/en-de.txt").unlink()
    assert formats.read("testset", str(tree)).target_language == "en"


def test_several_pairs_must_be_told_apart(tree):
    with pytest.raises(UsageError) as caught:
        formats.read("testset", str(tree))
    assert str(caught.value) == f"{tree} has 2 language pairs. Choose one with -l: de-en, en-de."


def test_an_unknown_pair_is_an_error(tree):
    with pytest.raises(UsageError) as caught:
        formats.read("testset", str(tree), language_pair="de-fr")
    assert str(caught.value) == f"{tree} has no language pair 'de-fr'. It has de-en, en-de."


def test_a_pair_without_outputs_is_an_error(tree):
    (tree / "system-outputs/en-de/M2M.100.txt").unlink()
    with pytest.raises(FormatError) as caught:
        formats.read("testset", str(tree), language_pair="en-de")
    assert str(caught.value) == f"{tree}/system-outputs/en-de: The directory has no outputs."


def test_a_line_of_documents_that_is_no_pair_is_an_error(tree):
    (tree / "documents/de-en.docs").write_text("news doc1\ndoc2\n")
    with pytest.raises(FormatError) as caught:
        formats.read("testset", str(tree), language_pair="de-en")
    assert str(caught.value) == (
        f"{tree}/documents/de-en.docs:2: Expected a domain and a document."
    )


def test_newer_sets_have_jsonl(tree):
    (tree / "system-outputs/de-en/new.jsonl").write_text(
        '{"hypothesis": "line\\nfeed", "other": 1}\n{"hypothesis": "dos"}\n'
    )
    outputs = formats.read("testset", str(tree), language_pair="de-en").outputs
    assert list(outputs["new"][0]) == ["line\nfeed", "dos"]
    (tree / "system-outputs/de-en/new.jsonl").write_text('{"target": "a"}\n{"target": "b"}\n')
    with pytest.raises(FormatError) as caught:
        formats.read("testset", str(tree), language_pair="de-en")
    assert str(caught.value) == (
        f"{tree}/system-outputs/de-en/new.jsonl:1: Expected text under the key 'hypothesis'."
    )


def test_no_translation_is_a_missing_reference_and_an_empty_output(tree):
    (tree / "references/de-en.refA.txt").write_text("one\n[No translation supplied]\n")
    (tree / "system-outputs/de-en/Online-A.txt").write_text("[No translation supplied]\ndos\n")
    testset = formats.read("testset", str(tree), language_pair="de-en")
    assert testset.references["refA"].missing == {1}
    assert list(testset.outputs["Online-A"][0]) == ["", "dos"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"source": None},
            "mt-metrics-eval needs a source, outputs and both languages. Give them with source=FILE"
            ' and language_pair="de-en".',
        ),
        (
            {"target_language": ""},
            "mt-metrics-eval needs a source, outputs and both languages. Give them with source=FILE"
            ' and language_pair="de-en".',
        ),
        (
            {"references": TestSet.of(references={"ref-A": ["a"]}).references},
            "Reference ref-A cannot be written: mt-metrics-eval allows no '.' or '-' in its name,"
            " neither 'all' nor 'src', and no missing segment. Rename its file, or write jsonl.",
        ),
        (
            {"outputs": TestSet.of(systems={"x": [["a"], ["b"]]}).outputs},
            "System x has 2 runs; mt-metrics-eval holds one output each. Write jsonl instead.",
        ),
        (
            {"document_ids": ("a b",)},
            "The document 'a b' cannot be written: white space in its name.",
        ),
        (
            {"outputs": TestSet.of(systems={"a/b": ["x"]}).outputs},
            "'system-outputs/de-en/a/b.txt' cannot be the name of a file.",
        ),
    ],
)
def test_what_it_cannot_hold_is_refused(changes, message, tmp_path):
    whole = {
        "source": TestSet.of(source=["a"]).source,
        "references": TestSet.of(references={"refA": ["a"]}).references,
        "outputs": TestSet.of(systems={"x": ["a"]}).outputs,
        "source_language": "de",
        "target_language": "en",
    }
    path = str(tmp_path / "out")
    with pytest.raises(FormatError) as caught:
        formats.write("testset", TestSet(**(whole | changes)), path, "mt-metrics-eval")
    assert str(caught.value) == f"{path}: {message}"
    assert list(tmp_path.iterdir()) == []


def test_another_pair_can_be_added(tree):
    testset = TestSet.of(
        source=["un"], systems={"x": ["eins"]}, source_language="fr", target_language="de"
    )
    formats.write("testset", testset, str(tree), "mt-metrics-eval")
    assert list(formats.read("testset", str(tree), language_pair="fr-de").outputs) == ["x"]
    assert list(formats.read("testset", str(tree), language_pair="de-en").outputs) == ["Online-A"]
