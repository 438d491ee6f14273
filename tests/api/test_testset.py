"""Test sets from texts in memory."""

import math
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import tertium
from tertium.core.errors import AlignmentError, DataError, DataWarning, UnknownMember, UsageError
from tertium.examples import folder

REFERENCES = ["The cat sat on the mat.", "It was a dark and stormy night.", "We wait."]
OUTPUTS = {
    "a": ["The cat sat on a mat.", "It was a dark, stormy night.", "We wait."],
    "b": ["A cat sat on the mat.", "It was dark and stormy.", "We are waiting."],
}
FRAMES = {"pandas": pd.DataFrame, "polars": pl.DataFrame}
COLUMNS = {
    "list": list,
    "tuple": tuple,
    "numpy": np.array,
    "objects": lambda texts: np.array(texts, dtype=object),
    "pandas": pd.Series,
    "pandas string": lambda texts: pd.Series(texts, dtype="string"),
    "polars": pl.Series,
}


def expected() -> tertium.TestSet:
    return tertium.TestSet.of(references=[REFERENCES], systems=OUTPUTS)


@pytest.mark.parametrize("make", COLUMNS.values(), ids=COLUMNS)
def test_texts_are_lists_arrays_and_columns(make):
    made = tertium.testset(
        references=[make(REFERENCES)],
        systems={name: make(texts) for name, texts in OUTPUTS.items()},
        source=make(REFERENCES[::-1]),
        documents=make(["d", "d", "e"]),
        segment_ids=make(["x", "y", "z"]),
        language_pair="en-en",
        enforce_checks=False,
    )
    assert made.references == expected().references
    assert made.outputs == expected().outputs
    assert list(made.source or ()) == REFERENCES[::-1]
    assert made.document_ids == ("d", "d", "e")
    assert made.segment_ids == ("x", "y", "z")
    assert (made.source_language, made.target_language) == ("en", "en")


@pytest.mark.parametrize("make", COLUMNS.values(), ids=COLUMNS)
def test_one_liners_take_the_same(make):
    plain = tertium.bleu(OUTPUTS["a"], [REFERENCES])
    assert tertium.bleu(make(OUTPUTS["a"]), [make(REFERENCES)]).value == plain.value
    assert tertium.bleu(make(OUTPUTS["a"]), make(REFERENCES)).value == plain.value


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_a_frame_has_a_system_or_a_reference_in_each_column(frame):
    made = tertium.testset(references=frame({"A": REFERENCES}), systems=frame(OUTPUTS))
    assert list(made.references) == ["A"]
    assert made.outputs == expected().outputs
    assert tertium.score(made)[0].value == tertium.score(expected())[0].value


@pytest.mark.parametrize("frame", [dict, *FRAMES.values()], ids=["mapping", *FRAMES])
def test_columns_of_one_table_are_named(frame):
    table = frame({**OUTPUTS, "ref": REFERENCES, "doc": ["d", "d", "e"]})
    made = tertium.testset(table, references="ref", systems=["a", "b"], documents="doc")
    assert list(made.references) == ["ref"]
    assert made.outputs == expected().outputs
    assert made.document_ids == ("d", "d", "e")
    renamed = tertium.testset(table, references=["ref"], systems={"one": "a"})
    assert list(renamed.outputs) == ["one"]
    with pytest.raises(UnknownMember, match=r"No column named 'reff'\. Did you mean 'ref'"):
        tertium.testset(table, references="reff", systems=["a"])
    with pytest.raises(UsageError, match="expected a frame or a mapping of columns, found list"):
        tertium.testset([table], references="ref", systems=["a"])  # type: ignore[arg-type]


def test_runs_are_a_list_of_texts():
    made = tertium.testset(systems={"a": list(map(pd.Series, OUTPUTS.values()))})
    assert made.runs == {"a": 2}


def test_what_read_makes_from_files_testset_makes_from_their_lines():
    def lines(name: str) -> list[str]:
        return (folder() / name).read_text(encoding="utf-8").splitlines()

    read = tertium.read(
        {"large": folder() / "systems/large.txt"},
        references={"A": folder() / "reference.A.en.txt"},
        source=folder() / "source.de.txt",
        language_pair="de-en",
    )
    made = tertium.testset(
        references={"A": lines("reference.A.en.txt")},
        systems={"large": lines("systems/large.txt")},
        source=lines("source.de.txt"),
        language_pair="de-en",
    )
    assert made.digests == read.digests
    assert made.segment_ids == read.segment_ids
    assert str(tertium.score(made, "bleu,ter")) == str(tertium.score(read, "bleu,ter"))


def test_the_checks_are_run():
    texts: Any = {"references": REFERENCES, "systems": {"a": ["\ufeffThe", *OUTPUTS["a"][1:]]}}
    with pytest.warns(DataWarning, match=r"\[byte-order-mark\]"):
        tertium.testset(**texts)
    tertium.testset(**texts, allow=["byte-order-mark"])
    tertium.testset(**texts, enforce_checks=False)
    with pytest.raises(UnknownMember, match="No check named 'nonsense'"):
        tertium.testset(**texts, allow=["nonsense"])


@pytest.mark.parametrize("missing", [None, math.nan, pd.NA], ids=["None", "NaN", "NA"])
def test_a_missing_text_is_named_with_its_segment(missing):
    texts = [*OUTPUTS["a"][:2], missing]
    message = r"system a, segment 3: the text is missing \(found (None|nan|<NA>)\)"
    for column in (texts, pd.Series(texts), pd.Series(texts, dtype="string")):
        with pytest.raises(AlignmentError, match=message):
            tertium.testset(systems={"a": column})
        with pytest.raises(AlignmentError, match=message.replace("system a", "hypotheses")):
            tertium.bleu(column, REFERENCES)
        with pytest.raises(DataError, match="Segment 3 has no reference at all"):
            tertium.testset(references=column)
    two = tertium.testset(references=pd.DataFrame({"A": REFERENCES, "B": texts}))
    assert two.references["B"].missing == {2}
    with pytest.raises(AlignmentError, match="segment 3: the text is missing"):
        tertium.testset(systems={"a": pl.Series([*OUTPUTS["a"][:2], None])})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"systems": {"a": "The cat."}}, "system a: expected a list of strings, found a single"),
        ({"source": "The cat."}, "source: expected a list of strings, found a single string"),
        ({"references": "The cat."}, "references: expected a list of strings, found a single"),
        ({"systems": OUTPUTS["a"]}, "systems: expected a mapping or a table, found list"),
        ({"systems": {"a": {"x", "y"}}}, "system a: expected a list of strings, found set"),
        ({"systems": {"a": [1, 2]}}, "system a, segment 1: expected a string, found int"),
    ],
)
def test_what_is_no_text_is_refused(arguments, message):
    with pytest.raises(AlignmentError, match=message):
        tertium.testset(**arguments)


def test_languages_are_a_pair():
    with pytest.raises(
        UsageError, match=r"language_pair must be SOURCE-TARGET, as in de-en\. Got 'de'"
    ):
        tertium.testset(systems=OUTPUTS, language_pair="de")


def test_layers_are_texts_by_system():
    made = tertium.testset(systems=OUTPUTS, layers={"post_edits": pd.DataFrame(OUTPUTS)})
    assert [list(one) for one in made.layers["post_edits"].contents] == list(OUTPUTS.values())


@pytest.mark.parametrize(
    "arguments",
    [
        {"systems": [OUTPUTS["a"]]},
        {"systems": {"a": [OUTPUTS["a"]]}},
        {"systems": pd.DataFrame(OUTPUTS)},
        {"systems": {"a": pd.Series(OUTPUTS["a"])}},
        {"references": [REFERENCES]},
        {"references": {"A": REFERENCES}},
        {"source": REFERENCES},
        {"documents": ["d", "d", "e"]},
        {"references": REFERENCES},
        {"systems": {"a": OUTPUTS["a"]}},
    ],
)
def test_read_names_the_function_for_texts_in_memory(arguments):
    with pytest.raises((UsageError, DataError)) as caught:
        tertium.read(**arguments)
    assert str(caught.value).endswith(
        "Texts in memory are given to tertium.testset(references=..., systems=...)."
    )
