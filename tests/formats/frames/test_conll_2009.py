"""CoNLL-2009: roles on a dependency tree."""

import pytest

from tertium.core import plugins
from tertium.core.errors import FormatError
from tertium.core.frames import Filler, Frame, Owner

conll = plugins.load("formats.frames", "conll-2009")

EXAMPLE = (
    b"1\tIt\tit\tit\tPRP\tPRP\t_\t_\t2\t2\tSBJ\tSBJ\t_\t_\tA0\n"
    b"2\train\train\train\tVBZ\tVBZ\t_\t_\t0\t0\tROOT\tROOT\tY\train.01\t_\n"
    b"3\tevery\tevery\tevery\tDT\tDT\t_\t_\t4\t4\tNMOD\tNMOD\t_\t_\t_\n"
    b"4\tmorning\tmorning\tmorning\tNN\tNN\t_\t_\t2\t2\tTMP\tTMP\t_\t_\tAM-TMP\n\n"
    b"1\tYes\tyes\tyes\tUH\tUH\t_\t_\t0\t0\tROOT\tROOT\t_\t_\n\n"
)


def table(*words: str) -> str:
    """Rows of form, head, predicate and roles; what else there is in a row is left open."""
    rows = []
    for number, word in enumerate(words, 1):
        form, head, predicate, *roles = word.split()
        fill = "_" if predicate == "_" else "Y"
        rows.append([str(number), form, *"______", head, head, "_", "_", fill, predicate, *roles])
    return "".join("\t".join(row) + "\n" for row in rows) + "\n"


# "Tomorrow the firm that lost money will sell old shares."
SENTENCE = table(
    "Tomorrow 7 _ _ AM-TMP",
    "the 3 _ _ _",
    "firm 7 _ A0 A0",
    "that 5 _ R-A0 _",
    "lost 3 lose.01 _ _",
    "money 5 _ A1 _",
    "will 0 _ _ AM-MOD",
    "sell 7 sell.01 _ _",
    "old 10 _ _ _",
    "shares 8 _ _ A1",
)


def frames(text: str):
    return conll.read(text.encode(), "x.conll").values[Owner()]


def test_a_filler_is_a_word_with_all_below_it():
    _, sell = frames(SENTENCE)[0]
    assert sell == Frame(
        "sell",
        (
            Filler("AM-TMP", "Tomorrow"),
            Filler("A0", "the firm that lost money"),
            Filler("AM-MOD", "will"),
            Filler("A1", "old shares"),
        ),
    )


def test_a_word_above_the_predicate_stands_alone():
    lost, _ = frames(SENTENCE)[0]
    assert lost == Frame(
        "lost", (Filler("A0", "firm"), Filler("R-A0", "that"), Filler("A1", "money"))
    )


def test_sentences_are_segments():
    found = conll.read((SENTENCE + table("Yes 0 _") + table("Rain 0 rain.01 _")).encode(), "x")
    assert found.segment_ids == ("1", "2", "3")
    assert [len(one) for one in found.values[Owner()]] == [2, 0, 1]


def test_a_predicted_head_will_do():
    text = SENTENCE.replace("shares\t_\t_\t_\t_\t_\t_\t8\t8", "shares\t_\t_\t_\t_\t_\t_\t_\t8")
    assert text != SENTENCE
    assert frames(text) == frames(SENTENCE)


def test_a_tree_that_turns_back_on_itself_ends():
    (frame,) = frames(table("a 2 _ A1", "b 1 _ _", "c 0 c.01 _"))[0]
    assert frame.fillers == (Filler("A1", "a b"),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.conll: The file has no sentences."),
        ("1\ta\n", "x.conll:1: 2 columns; expected at least 14."),
        (
            table("a 0 a.01 _").rstrip("\n") + "\n" + table("b 0 _"),
            "x.conll:2: 14 columns; expected 15.",
        ),
        (table("a 0 a.01 _ _"), "x.conll:1: 1 predicate, but 2 columns of roles."),
        (table("a 2 _"), "x.conll:1: '2' is not the number of a word."),
        (table("a 0 _") + table("b x _"), "x.conll:3: 'x' is not the number of a word."),
    ],
)
def test_what_is_wrong(text, message):
    with pytest.raises(FormatError) as caught:
        frames(text)
    assert str(caught.value) == message
