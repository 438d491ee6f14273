"""GLEU: the smaller of n-gram precision and recall (Google-BLEU).

Clipped matches of n-grams of 1 to 4 words are pooled; precision is their share in the output,
recall their share in the reference, and GLEU the smaller of both, from 0 to 1. Matches and n-grams
(of the text that has more) are summed over the corpus, then divided. Of several references, the one
with the highest GLEU is used for each segment. The GLEU of Napoles et al. 2015 for grammatical
error correction is another metric, which needs the source.

Text is tokenized as for BLEU, by 13a unless the target language or `tok` selects another tokenizer;
use `tok=none` for tokenized text, as NLTK expects it.

Reference: Wu et al. 2016. Scores equal NLTK's.

Example:
    >>> tertium.gleu(["The cat sat on a mat."], ["The cat sat on the mat."])
    Score(system: GLEU = 0.591)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Buffer, Number, Rows, divided
from tertium.core.limits import LONGEST_NGRAM
from tertium.core.spec import option
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.kernels import gleu_statistics
from tertium.metrics._references import smallest, stacked
from tertium.text.encoding import (
    encoded_output,
    encoded_references,
    tokenizer_advice,
    tokenizer_for,
)


@dataclass(frozen=True)
class Gleu(Metric):
    """Google's GLEU of a corpus or a segment."""

    best: ClassVar[float | None] = 1.0
    digits: ClassVar[int] = 2
    denominator: ClassVar[str] = "ngrams"

    tok: str | None = option(
        None,
        "Tokenizer; by default 13a, or the tokenizer for Chinese, Japanese or Korean.",
        members="text.tokenizers",
        shared=True,
    )
    lc: bool = option(False, "Lower-case the texts first.", shared=True)
    order: int = option(4, "Maximum length of n-grams.", minimum=1, maximum=LONGEST_NGRAM)

    @property
    def title(self) -> str:
        """Name in tables."""
        return "GLEU"

    @property
    def columns(self) -> tuple[str, ...]:
        """Matches, and the n-grams of the text that has more."""
        return ("matches", "ngrams")

    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Counts against the reference with the highest GLEU, the first of equals."""
        tokenizer = tokenizer_for(testset, self.tok, lowercase=self.lc)
        output = encoded_output(testset, outputs, tokenizer)
        per_reference = [
            gleu_statistics(output, segment_of_output, reference, self.order)
            for reference in encoded_references(testset, tokenizer)
        ]
        if len(per_reference) == 1:
            return per_reference[0]
        rows, missing = stacked(per_reference, 2, segment_of_output, testset)
        # As in NLTK, an empty reference of an empty output is the last choice.
        return smallest(rows, missing, -divided(rows[..., 0], rows[..., 1], -1.0))

    def score(self, sums: Sequence[Number]) -> Number:
        """GLEU from 0 to 1; 0 if there are no words."""
        matches, ngrams = sums
        return divided(matches, ngrams, 0.0)

    def unsegmented_advice(self, testset: TestSet, script: str, tokenizers: Sequence[str]) -> str:
        """Name the tokenizers, unless one of them is used."""
        return tokenizer_advice(
            self.name, tokenizer_for(testset, self.tok, lowercase=self.lc), tokenizers
        )

    def facts(self, testset: TestSet) -> dict[str, str]:
        """Tokenizer, which may depend on the target language."""
        return {"tok": tokenizer_for(testset, self.tok, lowercase=self.lc).signature}


METRIC = Gleu

CITATIONS = (
    """
@article{wu-2016,
  author    = {Wu, Yonghui and Schuster, Mike and Chen, Zhifeng and Le, Quoc V. and Norouzi,
               Mohammad and others},
  title     = {Google's Neural Machine Translation System: Bridging the Gap between Human and
               Machine Translation},
  journal   = {arXiv preprint arXiv:1609.08144},
  year      = {2016}
}
""",
)
