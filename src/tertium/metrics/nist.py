"""NIST: n-gram precision weighted by the information of the n-grams.

NIST = penalty * sum over n of (information of the n-grams that match / number of n-grams of the
output), over the whole corpus. The information of an n-gram is log2(count of its first n-1 words /
its own count), of a word log2(number of words / its count), in all references of the test set, so
rare words have more weight. penalty = exp(-beta log^2 min(1, length ratio)), with beta such that
outputs of two thirds of the mean reference length get half the score. Every segment is scored with
the information of the whole test set; there is no maximum score.

Reference: Doddington 2002. Scores equal those of mteval-v13a.pl.

Example:
    >>> tertium.nist(["The cat sat.", "A dog barked."], ["The cat sat.", "The dog barked."])
    Score(system: NIST = 2.42)
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, ClassVar

from tertium.core.arrays import Buffer, Number, Rows, divided, exp, log, where
from tertium.core.limits import LONGEST_NGRAM
from tertium.core.spec import option
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.kernels import (
    Encoded,
    NistInformation,
    encode_tokens,
    nist_information,
    nist_statistics,
)
from tertium.text.encoding import Tokenizer, encoded_output, encoded_references, tokenizer_advice

_BETA = math.log(2) / math.log(1.5) ** 2


@dataclass(frozen=True)
class Nist(Metric):
    """NIST of a corpus or a segment."""

    digits: ClassVar[int] = 1
    separable: ClassVar[bool] = False

    tok: str = option("13a", "Tokenizer.", members="text.tokenizers", shared=True)
    case_sensitive: bool = option(
        False,
        "Case-sensitive. Otherwise, 13a lower-cases A to Z, any other tokenizer all letters, as"
        " mteval-v13a does.",
    )
    order: int = option(5, "Maximum length of n-grams.", minimum=1, maximum=LONGEST_NGRAM)
    zero_history: bool = option(
        False,
        "Treat the word 0 as a history like any other. mteval-v13a ignores it, because 0 is false"
        " in"
        " Perl.",
    )

    @property
    def title(self) -> str:
        """Name in tables."""
        return "NIST"

    @property
    def columns(self) -> tuple[str, ...]:
        """Information of the matches and number of n-grams of each order, mean reference length."""
        orders = range(1, self.order + 1)
        return (
            *(f"information_{n}" for n in orders),
            *(f"total_{n}" for n in orders),
            "reference_length",
        )

    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Information of the clipped matches of each output."""
        references = encoded_references(testset, self._tokenizer)
        key = ("information", self._tokenizer, self.order, self.zero_history)
        bits = testset.memo(key, lambda: self._information(references))
        output = encoded_output(testset, outputs, self._tokenizer)
        return nist_statistics(output, segment_of_output, references, bits)

    def score(self, sums: Sequence[Number]) -> Number:
        """Sum over the orders, times the penalty."""
        return sum(self._shares(sums)) * self._penalty(sums)

    def details(self, sums: Sequence[float]) -> Mapping[str, Any]:
        """Individual and cumulative scores of each order, as in mteval-v13a, and lengths."""
        penalty = self._penalty(sums)
        individual = [share * penalty for share in self._shares(sums)]
        output_length, reference_length = sums[self.order], sums[-1]
        return {
            "individual": individual,
            "cumulative": list(accumulate(individual)),
            "length_penalty": penalty,
            "length_ratio": divided(output_length, reference_length, 0.0),
            "output_length": int(output_length),
            "reference_length": reference_length,
        }

    def description(self, details: Mapping[str, Any]) -> str:
        """Individual scores and lengths."""
        individual = "/".join(f"{score:.2f}" for score in details["individual"])
        return (
            f"{individual} (penalty = {details['length_penalty']:.3f}"
            f" ratio = {details['length_ratio']:.3f} hyp_len = {details['output_length']}"
            f" ref_len = {details['reference_length']:g})"
        )

    def unsegmented_advice(self, testset: TestSet, script: str, tokenizers: Sequence[str]) -> str:
        """Name the tokenizers, unless one of them is used."""
        return tokenizer_advice(self.name, self._tokenizer, tokenizers)

    def facts(self, testset: TestSet) -> dict[str, str]:
        """Tokenizer, with the version of its library."""
        return {"tok": self._tokenizer.signature}

    @property
    def _tokenizer(self) -> Tokenizer:
        lowercase = not self.case_sensitive
        return Tokenizer(lowercase, self.tok, ascii_only=lowercase and self.tok == "13a")

    def _information(self, references: Sequence[Encoded]) -> NistInformation:
        vocabulary = references[0].vocabulary
        zero = ord("0")
        if vocabulary is not None:
            (zero,) = encode_tokens(["0"], "words", vocabulary).ids
        return nist_information(references, self.order, blank=None if self.zero_history else zero)

    def _shares(self, sums: Sequence[Number]) -> list[Number]:
        """Information per n-gram of the output, for each order."""
        information, totals = sums[: self.order], sums[self.order : -1]
        return [divided(bits, total, 0.0) for bits, total in zip(information, totals, strict=True)]

    def _penalty(self, sums: Sequence[Number]) -> Number:
        output, reference = sums[self.order], sums[-1]
        ratio = divided(output, reference, 1.0)
        return exp(-_BETA * log(where(ratio < 1, ratio, 1.0)) ** 2)


METRIC = Nist

CITATIONS = (
    """
@inproceedings{doddington-2002,
  author    = {Doddington, George},
  title     = {Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence
               Statistics},
  booktitle = {Proceedings of the Second International Conference on Human Language Technology
               Research},
  pages     = {138--145},
  year      = {2002}
}
""",
)
