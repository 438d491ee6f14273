from typing import Any

import pytest

import tertium
from tertium.core.errors import DataError, ParameterError
from tertium.core.testset import TestSet
from tertium.core.version import VERSION
from tertium.metrics import metric


def sums(output: str, reference: str, **options: Any) -> list[float]:
    """Edits and reference length."""
    found: list[float] = tertium.ter([output], [[reference]], **options).stats.sum()
    return found


def test_example_of_the_paper():
    # Snover et al. 2006, section 3: a shift, two substitutions, an insertion; 4/13.
    score = tertium.ter(
        ["THIS WEEK THE SAUDIS denied information published in the new york times"],
        [["SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times"]],
        case_sensitive=True,
    )
    assert score.stats.sum() == [4, 13]
    assert score.value == pytest.approx(100 * 4 / 13)


@pytest.mark.parametrize(
    ("output", "reference", "edits"),
    [
        ("a b c", "a b c", 0),
        ("a x c", "a b c", 1),  # a substitution
        ("a c", "a b c", 1),  # an insertion
        ("a b b c", "a b c", 1),  # a deletion
        ("b c a", "a b c", 1),  # a shift
        ("d e a b c", "a b c d e", 1),  # a shift of two words
        ("b a d c", "a b c d", 2),  # two shifts
        ("c b a", "a b c", 2),
        ("x y", "a b c", 3),
        ("", "a b c", 3),
        ("a b", "", 2),
        ("", "", 0),
    ],
)
def test_edits(output, reference, edits):
    assert sums(output, reference) == [edits, len(reference.split())]


def test_blocks_of_more_than_ten_words_are_moved_in_two_pieces():
    ten, eleven = ([f"w{n}" for n in range(size)] for size in (10, 11))
    end = [f"e{n}" for n in range(20)]
    assert sums(" ".join(end + ten), " ".join(ten + end)) == [1, 30]
    assert sums(" ".join(end + eleven), " ".join(eleven + end)) == [2, 31]


def test_blocks_are_not_moved_between_places_more_than_fifty_words_apart():
    for gap, edits in ((50, 1), (51, 2)):
        rest = " ".join(f"w{n}" for n in range(gap))
        assert sums(f"x {rest}", f"{rest} x") == [edits, gap + 1]


def test_fewest_edits_over_the_references_and_their_mean_length():
    score = tertium.ter(["a b c"], [["a b c d"], ["x y"], ["a x x x x x"]])
    assert score.stats.sum() == [1, 4]
    assert score.value == pytest.approx(25)


def test_missing_references_count_neither_for_edits_nor_for_length():
    score = tertium.ter(["a b", "c", "e"], [["a b x", "c d", "e"], [None, "c d e f", "e"]])
    assert score.stats.rows.tolist() == [[1, 3], [1, 3], [0, 1]]
    assert score.signature.startswith("nrefs:var|")
    # An empty one counts for both.
    assert tertium.ter(["a b"], [["a b x"], [""]]).stats.sum() == [1, 1.5]


def test_sums_over_segments_are_divided_at_the_end():
    # 1 edit of 1 word and 1 of 3: 2/4.
    assert tertium.ter(["x", "a b"], [["y", "a b c"]]).value == pytest.approx(50)


def test_edits_without_any_word_to_divide_by_are_100():
    assert tertium.ter(["a b c"], [[""]]).value == 100
    assert tertium.ter([""], [[""]]).value == 0
    assert tertium.ter(["a b c", ""], [["", "a"]]).value == pytest.approx(400)


def test_a_score_can_exceed_100():
    assert tertium.ter(["a b c d"], [["x"]]).value == pytest.approx(400)


def test_case():
    assert sums("A B", "a b") == [0, 2]
    assert sums("A B", "a b", case_sensitive=True) == [2, 2]


@pytest.mark.parametrize(
    ("line", "tokens"),
    [
        ("Hello, world.", "hello , world ."),
        ("it's 3.5 or 5-6%", "it 's 3.5 or 5 - 6 %"),
        ("&quot;A&amp;B&quot; &lt;b&gt;", '" a & b " < b >'),
        ("a\n-b c\nd", "ab c d"),  # sacreBLEU joins what a dash at the beginning of a line follows
    ],
)
def test_normalized(line, tokens):
    assert sums(line, tokens, normalized=True)[0] == 0
    assert sums(line, tokens)[0] > 0


@pytest.mark.parametrize("mark", [".", ","])
def test_references_are_prepared_twice_as_sacrebleu_does(mark):
    # "it 's ." as a reference, "it's ." as an output: sacreBLEU 2.6.0 gives 2 edits of 3 words.
    line = f"it's{mark}"
    assert sums(line, line, normalized=True) == [2, 3]
    assert sums(line, f"it 's {mark}", normalized=True) == [2, 3]
    assert sums("it", line, normalized=True, no_punct=True) == [1, 2]
    assert sums(line, line, normalized=True, variant="sacrebleu-once") == [0, 2]
    assert sums(line, line) == [0, 1]


def test_no_punct_removes_marks():
    assert sums('Hello, "world" (really)!?', "hello world really", no_punct=True) == [0, 3]
    assert sums("a . b", "a b", no_punct=True) == [0, 2]
    assert sums("a-b", "ab", no_punct=True) == [1, 1]
    assert sums("３。５", "３ ５", no_punct=True) == [2, 2]
    assert sums("３。５、", "３５", no_punct=True, asian_support=True) == [0, 1]


def test_asian_support_splits_ideographs_but_not_kana():
    options = {"normalized": True, "asian_support": True}
    assert sums("我爱你。", "我 爱 你 。", **options) == [0, 4]
    assert sums("我爱你。", "我爱你。", normalized=True) == [0, 1]
    assert sums("これはペン", "これはペン", **options) == [0, 1]
    assert sums("我爱你", "我爱你", asian_support=True) == [0, 1]  # alone it does nothing


def test_the_beam_of_tercom_hides_what_lies_behind_more_than_twenty_edits():
    words = " ".join(f"w{n}" for n in range(10))
    for gap, edits in ((21, 21), (22, 25)):
        reference = f"{' '.join(f'n{n}' for n in range(gap))} {words}"
        assert sums(words, reference) == [gap, gap + 10]
        assert sums(words, reference, variant="tercom") == [edits, gap + 10]


def test_tercom_measures_the_distance_of_a_shift_in_the_output():
    # What "x" should stand before is aligned with position -1 of the output, 51 words away.
    rest = " ".join(f"w{n}" for n in range(50))
    assert sums(f"{rest} x", f"x {rest}") == [1, 51]
    assert sums(f"{rest} x", f"x {rest}", variant="tercom") == [2, 51]
    assert sums(f"x {rest}", f"{rest} x", variant="tercom") == [1, 51]


def test_variants_prepare_text_as_their_programs_do():
    line = "In the U.S., he said."
    assert sums(line, "in the u . s . , he said .", normalized=True) == [0, 10]
    assert sums(line, "in the u.s., he said .", normalized=True, variant="tercom") == [0, 6]
    spaced = "in the u . s . , he said ."
    assert sums(line, spaced, normalized=True, variant="tercom-0.10") == [0, 10]
    assert sums(". a", "a", no_punct=True) == [0, 1]
    assert sums(". a", "a", no_punct=True, variant="tercom") == [1, 1]


def test_tercom_0_7_25_has_no_asian_support():
    with pytest.raises(ParameterError) as error:
        metric("ter(asian_support=true,variant=tercom)")
    assert str(error.value) == (
        "ter has no asian_support for variant=tercom, as TERCOM 0.7.25 has none."
        " variant=tercom-0.10 has it."
    )


def test_an_output_too_long_for_tercom_is_refused_with_a_message():
    long = " ".join(map(str, range(5000)))
    with pytest.raises(DataError) as error:
        tertium.ter(["a", long], [["a", f"x {long}"]], variant="tercom")
    assert str(error.value) == (
        "Segment 2: An output of 5,000 words is too long for TERCOM's search. The default"
        " variant, sacreBLEU's, has no limit of length."
    )
    assert sums(long, f"x {long}") == [1, 5001]


def test_title_columns_details_and_description():
    ter = metric("ter")
    assert ter.title == "TER"
    assert ter.columns == ("edits", "reference_length")
    assert not ter.higher_is_better
    assert ter.for_segments() == ter
    score = tertium.ter(["a b"] * 1000, [["a b c"] * 1000, ["a b c d"] * 1000])
    assert score.details == {"edits": 1000, "reference_length": 3500}
    assert ter.description(score.details) == "1,000 edits for 3,500 words"
    assert score.segments.tolist() == pytest.approx([100 / 3.5] * 1000)


@pytest.mark.parametrize(
    ("spec", "signature"),
    [
        ("ter", "nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0"),
        (
            "ter(normalized=true,no_punct=true,asian_support=true,case_sensitive=true)",
            "nrefs:1|case:mixed|tok:tercom|norm:yes|punct:no|asian:yes|version:2.6.0",
        ),
        (
            "ter(normalized=true,variant=sacrebleu-once)",
            "ter(normalized=true,variant=sacrebleu-once)|nrefs:1|edits:sacrebleu-2.6.0"
            f"|version:tertium-{VERSION}",
        ),
        (
            "ter(variant=tercom)",
            f"ter(variant=tercom)|nrefs:1|edits:tercom-0.7.25|version:tertium-{VERSION}",
        ),
        (
            "ter(normalized=true,variant=tercom-0.10)",
            "ter(normalized=true,variant=tercom-0.10)|nrefs:1|edits:tercom-0.10.0"
            f"|version:tertium-{VERSION}",
        ),
    ],
)
def test_signature(spec, signature):
    testset = TestSet.of(references=[["a"]], systems={"s": ["a"]})
    assert metric(spec).signature(testset) == signature


def test_own_signature_names_sacrebleu():
    testset = TestSet.of(references=[["a"]], systems={"s": ["a"]})
    assert metric("ter").own_signature(testset) == (
        f"ter|nrefs:1|edits:sacrebleu-2.6.0|version:tertium-{VERSION}"
    )


def test_scores_of_a_block_are_those_of_its_rows():
    outputs = ["a b c", "", "x", "", "a b"]
    testset = TestSet.of(references=[["a b c", "a", "", "", "b a"]], systems={"s": outputs})
    ter = metric("ter")
    rows = ter.stats(testset, "s").rows
    one_by_one = [ter.score([float(number) for number in row]) for row in rows]
    assert ter.scores(rows).tolist() == one_by_one == [0, 100, 100, 0, 50]


def test_bad_parameters_are_refused_with_a_message():
    with pytest.raises(ParameterError, match="'normalized' parameter of ter must be true or false"):
        tertium.ter(["a"], [["a"]], normalized=3)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="ter has no parameter 'lc'"):
        tertium.ter(["a"], [["a"]], lc=True)  # type: ignore[call-arg]
