"""Equality with the installed sacreBLEU on any text, and on some real one, under all options.

Statistics and signatures must be identical, scores equal to nine digits.
"""

from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.api.score import score
from tertium.core.results import Score
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.metrics import metric
from tertium.metrics.bleu import Bleu
from tertium.metrics.chrf import Chrf
from tertium.metrics.ter import Ter
from tests.parity import _data
from tests.text._nasty import nasty_text

pytestmark = pytest.mark.slow

TOKENIZERS = ("13a", "intl", "zh", "char", "none")


class Corpus(NamedTuple):
    """Outputs, and references as sacreBLEU takes them: None where a segment lacks one."""

    outputs: list[str]
    references: list[list[str | None]]

    @property
    def testset(self) -> TestSet:
        return TestSet.of(references=self.references, systems={"s": self.outputs})

    def of_segment(self, number: int) -> list[str]:
        """References of a segment."""
        lines = (reference[number] for reference in self.references)
        return [line for line in lines if line is not None]


@st.composite
def corpora(draw) -> Corpus:
    """Texts that share words, and texts that are only nasty."""
    words = st.sampled_from(
        ("the", "The", "cat", "cats.", "it's.", "cat's,", "sat,", "3.5", "5-6", "(a)", "中文", "。")
    )
    line = st.lists(words, max_size=9).map(" ".join) | nasty_text(max_size=12)
    size = draw(st.integers(1, 6))
    stream = st.lists(line | st.none(), min_size=size, max_size=size)
    references = draw(st.lists(stream, min_size=1, max_size=3))
    for number in range(size):
        if all(reference[number] is None for reference in references):
            references[0][number] = draw(line)
    return Corpus(draw(st.lists(line, min_size=size, max_size=size)), references)


def scored(made: Metric, corpus: Corpus) -> Score:
    one: Score = score(corpus.testset, made)[0]
    return one


def assert_same(ours: Metric, theirs, corpus: Corpus, order: list[int]) -> None:
    """Compare all that both give; `order` holds where sacreBLEU has our columns."""
    made = scored(ours, corpus)
    statistics = theirs._extract_corpus_statistics(*corpus)
    assert made.stats.rows.tolist() == np.array(statistics)[:, order].tolist()
    expected = theirs.corpus_score(*corpus)
    assert made.value == pytest.approx(expected.score, rel=1e-9, abs=1e-9)
    assert made.signature == str(theirs.get_signature())


def assert_same_segments(ours: Metric, theirs, corpus: Corpus) -> None:
    segments = scored(ours, corpus).segments
    for number, output in enumerate(corpus.outputs):
        expected = theirs.sentence_score(output, corpus.of_segment(number)).score
        assert segments[number] == pytest.approx(expected, rel=1e-9, abs=1e-9)


# --- BLEU -----------------------------------------------------------------------------------------


def their_bleu(bleu: Bleu):
    from sacrebleu.metrics.bleu import BLEU

    return BLEU(
        tokenize=bleu.tok,
        lowercase=bleu.lc,
        smooth_method=bleu.smooth,
        smooth_value=bleu.smooth_value,
        max_ngram_order=bleu.order,
        effective_order=bleu.eff,
        force=True,
    )


def bleu_columns(order: int) -> list[int]:
    return [*range(2, 2 + 2 * order), 0, 1]


bleus = st.builds(
    Bleu,
    tok=st.sampled_from(TOKENIZERS),
    lc=st.booleans(),
    smooth=st.sampled_from(("exp", "floor", "add-k", "none")),
    smooth_value=st.none() | st.sampled_from((0.0, 0.01, 0.5, 1.0, 3.0)),
    order=st.just(4) | st.integers(1, 6),
    eff=st.booleans(),
)


@given(corpora(), bleus)
@settings(max_examples=120)
def test_bleu_of_any_text(corpus, bleu):
    theirs = their_bleu(bleu)
    made = scored(bleu, corpus)
    expected = theirs.corpus_score(*corpus)
    details = made.details
    assert details["precisions"] == pytest.approx(expected.precisions, rel=1e-9)
    assert details["brevity_penalty"] == pytest.approx(expected.bp, rel=1e-9)
    assert bleu.description(details) == expected._verbose
    assert_same_segments(bleu, their_bleu(bleu.for_segments()), corpus)
    if bleu.order == 4:
        assert_same(bleu, theirs, corpus, bleu_columns(4))
    else:  # what sacreBLEU leaves out, ours adds
        added = made.signature.replace(f"|order:{bleu.order}|", "|")
        assert added == str(theirs.get_signature()) != made.signature


@pytest.mark.parametrize("order", range(1, 7))
@given(corpus=corpora())
@settings(max_examples=12)
def test_bleu_statistics_of_any_order(order, corpus):
    bleu = Bleu(order=order)
    theirs = np.array(their_bleu(bleu)._extract_corpus_statistics(*corpus))
    rows = scored(bleu, corpus).stats.rows
    assert rows.tolist() == theirs[:, bleu_columns(order)].tolist()


@pytest.mark.parametrize("tok", ["ja-mecab", "ko-mecab"])
def test_bleu_of_japanese_and_korean(tok):
    corpus = Corpus(
        ["これは日本語の文です。", "한국어 문장입니다.", "猫が  3.5 匹", ""],
        [["これは英語の文です。", "한국어 문장이다.", "猫は3.5匹", "空"]],
    )
    bleu = Bleu(tok=tok)
    assert_same(bleu, their_bleu(bleu), corpus, bleu_columns(4))


# --- chrF -----------------------------------------------------------------------------------------


def their_chrf(chrf: Chrf):
    from sacrebleu.metrics.chrf import CHRF

    return CHRF(
        char_order=chrf.char_order,
        word_order=chrf.word_order,
        beta=chrf.beta,  # type: ignore[arg-type]  # takes floats too
        lowercase=chrf.lc,
        whitespace=chrf.whitespace,
        eps_smoothing=chrf.eps_smoothing,
    )


chrfs = st.builds(
    Chrf,
    char_order=st.just(6) | st.integers(1, 8),
    word_order=st.integers(0, 3),
    beta=st.sampled_from((0, 1, 2, 3, 0.5, 2.5)),
    lc=st.booleans(),
    whitespace=st.booleans(),
    eps_smoothing=st.booleans(),
) | st.builds(Chrf, char_order=st.just(0), word_order=st.integers(1, 3))


@given(corpora(), chrfs)
@settings(max_examples=120)
def test_chrf_of_any_text(corpus, chrf):
    theirs = their_chrf(chrf)
    assert_same(chrf, theirs, corpus, [*range(len(chrf.columns))])
    assert_same_segments(chrf, theirs, corpus)
    assert theirs.corpus_score(*corpus).name == chrf.title


# --- TER ------------------------------------------------------------------------------------------


def their_ter(ter: Ter):
    from sacrebleu.metrics.ter import TER

    return TER(
        normalized=ter.normalized,
        no_punct=ter.no_punct,
        asian_support=ter.asian_support,
        case_sensitive=ter.case_sensitive,
    )


ters = st.builds(
    Ter,
    normalized=st.booleans(),
    no_punct=st.booleans(),
    asian_support=st.booleans(),
    case_sensitive=st.booleans(),
)


@given(corpora(), ters)
@settings(max_examples=120)
def test_ter_of_any_text(corpus, ter):
    theirs = their_ter(ter)
    assert_same(ter, theirs, corpus, [0, 1])
    assert_same_segments(ter, theirs, corpus)
    assert ter.details(scored(ter, corpus).stats.sum())["edits"] == (
        theirs.corpus_score(*corpus).num_edits
    )


def moved_words(seed: int) -> Corpus:
    """Long lines with blocks of words moved about, some changed and some added."""
    random = Random(seed)
    outputs, references = [], []
    for _ in range(4):
        words = [f"w{random.randrange(60)}" for _ in range(random.randint(20, 70))]
        references.append(" ".join(words))
        for _ in range(random.randint(1, 5)):
            start, target = (random.randrange(len(words)) for _ in range(2))
            block = words[start : start + random.randint(1, 14)]
            del words[start : start + len(block)]
            words[target:target] = block
            words[random.randrange(len(words))] = f"w{random.randrange(60)}"
            words[target:target] = [f"new{n}" for n in range(random.randrange(8))]
        outputs.append(" ".join(words))
    return Corpus(outputs, [list(references)])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_ter_of_long_lines_with_many_shifts(seed):
    corpus = moved_words(seed)
    assert_same(Ter(), their_ter(Ter()), corpus, [0, 1])
    one, other = corpus.outputs, corpus.references[0]
    turned = Corpus([line or "" for line in other], [list(one)])
    assert_same(Ter(), their_ter(Ter()), turned, [0, 1])


@pytest.mark.parametrize(
    ("output", "reference"),
    [("a b c", 90), ("b a", 200), ("a", 60), (90, "c b a"), (300, "a b"), (2, 120), (120, 2)],
)
def test_ter_of_very_different_lengths(output, reference):
    def text(given: str | int) -> str:
        if isinstance(given, str):
            return given
        random = Random(given)
        return " ".join(random.choice("abcdefghijklmnop") for _ in range(given))

    corpus = Corpus([text(output)], [[text(reference)]])
    assert_same(Ter(), their_ter(Ter()), corpus, [0, 1])


# --- References -----------------------------------------------------------------------------------


def test_as_many_references_for_every_segment_are_counted_as_that_many():
    corpus = Corpus(["a", "b"], [["a", None], [None, "b"]])
    theirs = their_bleu(Bleu())
    theirs.corpus_score(*corpus)
    assert scored(Bleu(), corpus).signature == str(theirs.get_signature())


# --- Real text ------------------------------------------------------------------------------------

SYSTEMS = ("Online-A", "PROMT")


@pytest.fixture(params=SYSTEMS)
def real(request, reference_data) -> Corpus:
    folder = reference_data / "metrics" / "wmt22-de-en"
    names = (request.param, "refA", "refB")
    output, *references = (_data.lines(folder, name)[:150] for name in names)
    return Corpus(output, [list(reference) for reference in references])


@pytest.mark.slow
@pytest.mark.parametrize("tok", [*TOKENIZERS, "ja-mecab", "ko-mecab"])
@pytest.mark.parametrize("lc", [False, True])
def test_bleu_of_real_text(real, tok, lc):
    bleu = Bleu(tok=tok, lc=lc)
    assert_same(bleu, their_bleu(bleu), real, bleu_columns(4))


@pytest.mark.slow
@pytest.mark.parametrize(
    "spec", ["chrf", "chrf(word_order=2,lc=true)", "chrf(whitespace=true,eps_smoothing=true)"]
)
def test_chrf_of_real_text(real, spec):
    chrf = metric(spec)
    assert isinstance(chrf, Chrf)
    assert_same(chrf, their_chrf(chrf), real, [*range(len(chrf.columns))])


@pytest.mark.parametrize(
    "ter",
    [
        Ter(),
        pytest.param(Ter(normalized=True, asian_support=True), marks=pytest.mark.slow),
        pytest.param(Ter(no_punct=True, case_sensitive=True), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_ter_of_real_text(real, ter):
    corpus = Corpus(real.outputs[:30], [real.references[0][:30]])
    assert_same(ter, their_ter(ter), corpus, [0, 1])
