"""CoNLL-2012: roles in brackets."""

import pytest

from tertium.core import plugins
from tertium.core.errors import FormatError
from tertium.core.frames import Filler, Frame, Owner

conll = plugins.load("formats.frames", "conll-2012")

EXAMPLE = (
    b"#begin document (a); part 000\n"
    b"a 0 0 It PRP (TOP(S(NP*) - - - - * (ARG0*) -\n"
    b"a 0 1 rains VBZ (VP* rain 01 1 - * (V*) -\n"
    b"a 0 2 every DT (NP* - - - - * (ARGM-TMP* -\n"
    b"a 0 3 morning NN *)))) - - - - * *) -\n\n"
    b"a 0 0 Yes UH (TOP*) - - - - * -\n\n#end document\n"
)


def table(*words: str) -> str:
    """Rows of a word and its roles; what else there is in a row is left open."""
    rows = []
    for number, line in enumerate(words):
        word, *roles = line.split()
        rows.append(" ".join(["doc", "0", str(number), word, *"-*-----", *roles, "-"]))
    return "".join(f"{row}\n" for row in rows) + "\n"


# "He gave the old plan up, that failed."
SENTENCE = table(
    "He (ARG0*) *",
    "gave (V*) *",
    "the (ARG1* (ARG0*",
    "old * *",
    "plan *) *)",
    "up (C-V*) *",
    "that * (R-ARG0*)",
    "failed * (V*)",
)


def frames(text: str):
    return conll.read(text.encode(), "x.conll").values[Owner()]


def test_brackets_hold_fillers():
    assert frames(f"#begin document (doc); part 000\n{SENTENCE}#end document\n") == (
        (
            Frame("gave up", (Filler("ARG0", "He"), Filler("ARG1", "the old plan"))),
            Frame("failed", (Filler("ARG0", "the old plan"), Filler("R-ARG0", "that"))),
        ),
    )


def test_brackets_within_brackets():
    (frame,) = frames(table("a (ARG1(ARG2*)", "b *)", "c (V*)"))[0]
    assert frame == Frame("c", (Filler("ARG2", "a"), Filler("ARG1", "a b")))


def test_sentences_are_segments_whatever_their_document():
    text = f"#begin document (a)\n{SENTENCE}#end document\n#begin document (b)\n{table('Yes')}"
    found = conll.read(text.encode(), "x.conll")
    assert found.segment_ids == ("1", "2")
    assert [len(one) for one in found.values[Owner()]] == [2, 0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#begin document (a)\n", "x.conll: The file has no sentences."),
        ("a b\n", "x.conll:1: 2 columns; expected at least 12."),
        (
            table("a *").rstrip("\n") + "\n" + table("b"),
            "x.conll:2: 12 columns; expected 13.",
        ),
        (table("Yes") + table("a (V*)", "b *)"), "x.conll:3: Column 12 closes more than it opens."),
        (table("a (V*)", "b (ARG0*"), "x.conll:1: Column 12 opens more than it closes."),
        (table("a (ARG0*)"), "x.conll:1: Column 12 has no predicate (V*)."),
    ],
)
def test_what_is_wrong(text, message):
    with pytest.raises(FormatError) as caught:
        frames(text)
    assert str(caught.value) == message
