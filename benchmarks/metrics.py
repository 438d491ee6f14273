"""Metrics from text in memory: what Python users of sacreBLEU, jiwer and tertium call."""

import jiwer
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_re import TokenizerRegexp
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

import tertium
from benchmarks.measure import Comparison, alternate
from benchmarks.texts import pairs
from tertium.core.testset import TestSet
from tertium.kernels import Vocabulary, encode_tokens


def forget() -> None:
    """Empty sacreBLEU's caches, which would answer every repetition but the first."""
    for tokenizer in (Tokenizer13a, TokenizerRegexp, TercomTokenizer):
        tokenizer.__call__.cache_clear()


def comparisons(repetitions: int) -> list[Comparison]:
    """Compare all jobs."""
    _, outputs, references = pairs()
    half = len(outputs) // 2
    sentence = BLEU(effective_order=True)

    def tokenize() -> None:
        tokenizer = Tokenizer13a()
        for line in outputs:
            tokenizer(line)

    def sentences() -> None:
        for output, reference in zip(outputs, references, strict=True):
            sentence.sentence_score(output, [reference])

    def our_sentences() -> object:
        testset = TestSet.of(references=[references], systems={"a": outputs})
        return tertium.score(testset, "bleu", jobs=1)[0].segments

    def our_single_sentences() -> None:
        for output, reference in zip(outputs, references, strict=True):
            tertium.bleu([output], [[reference]], eff=True)

    return [
        alternate(
            "13a, text to ids",
            tokenize,
            lambda: encode_tokens(outputs, "13a", Vocabulary()),
            repetitions=repetitions,
            goal=25,
            before=forget,
        ),
        alternate(
            "corpus BLEU",
            lambda: BLEU().corpus_score(outputs, [references]),
            lambda: tertium.bleu(outputs, [references]),
            repetitions=repetitions,
            goal=45,
            before=forget,
        ),
        alternate(
            "sentence BLEU, all at once",
            sentences,
            our_sentences,
            repetitions=repetitions,
            before=forget,
        ),
        alternate(
            "sentence BLEU, one call each",
            sentences,
            our_single_sentences,
            repetitions=max(3, repetitions // 2),
            before=forget,
        ),
        alternate(
            "chrF",
            lambda: CHRF().corpus_score(outputs, [references]),
            lambda: tertium.chrf(outputs, [references]),
            repetitions=repetitions,
            goal=55,
        ),
        alternate(
            "chrF++",
            lambda: CHRF(word_order=2).corpus_score(outputs, [references]),
            lambda: tertium.chrf(outputs, [references], word_order=2),
            repetitions=repetitions,
            goal=45,
        ),
        alternate(
            f"TER, {half:,} segments",
            lambda: TER().corpus_score(outputs[:half], [references[:half]]),
            lambda: tertium.ter(outputs[:half], [references[:half]]),
            repetitions=max(3, repetitions // 3),
            goal=300,
            before=forget,
        ),
        alternate(
            "WER",
            lambda: jiwer.process_words(references, outputs),
            lambda: tertium.wer(outputs, [references]),
            repetitions=repetitions,
            goal=3,
            peer="jiwer",
        ),
    ]
