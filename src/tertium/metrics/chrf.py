"""chrF: F-score of character n-grams, and of word n-grams for chrF++.

Precision and recall are averaged over the orders 1..6 (and 1..2 for words in chrF++), then combined
to F_beta = (1 + beta^2) P R / (beta^2 P + R), over the whole corpus; beta = 2 weights recall twice
as much as precision. Of several references, the one with the best score is used for each segment.

Reference: Popović 2015 (chrF), 2016 (beta), 2017 (chrF++). Scores equal sacreBLEU's.

Example:
    >>> tertium.chrf(["The cat sat on a mat."], ["The cat sat on the mat."])
    Score(system: chrF2 = 65.8)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Buffer, Number, Rows, divided, positive, where
from tertium.core.errors import ParameterError
from tertium.core.limits import LONGEST_NGRAM
from tertium.core.spec import option
from tertium.core.testset import TestSet
from tertium.kernels import chrf_statistics
from tertium.metrics._references import BestReference
from tertium.metrics._sacrebleu import POST_2018, signature
from tertium.text.encoding import Tokenization, encoded_output, encoded_references
from tertium.text.words import Characters, Words

# Precision or recall of chrF++.py if there are no n-grams.
_EPSILON = 1e-16


@dataclass(frozen=True)
class Chrf(BestReference):
    """chrF of a corpus or a segment."""

    best: ClassVar[float | None] = 100.0

    char_order: int = option(
        6, "Maximum length of character n-grams.", minimum=0, maximum=LONGEST_NGRAM
    )
    word_order: int = option(
        0, "Maximum length of word n-grams; 2 is chrF++.", minimum=0, maximum=LONGEST_NGRAM
    )
    beta: int | float = option(
        2,
        "Weight of recall relative to precision.",
        minimum=0,
        maximum=1000,
        tuned=(0, 0.5, 1, 2, 3, 4, 5, 6, 8, 10),
    )
    lc: bool = option(False, "Lower-case the texts first.")
    whitespace: bool = option(False, "Include white space in n-grams.")
    eps_smoothing: bool = option(
        False, "Average F over all orders, as chrF++.py, NLTK and Moses do."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.char_order + self.word_order == 0:
            raise ParameterError("chrf needs a char_order or a word_order of at least 1.")

    @property
    def title(self) -> str:
        """Name in tables: chrF2, chrF2++."""
        return f"chrF{self.beta:g}" + "+" * self.word_order

    @property
    def columns(self) -> tuple[str, ...]:
        """Counts of output and reference and matches, for each order."""
        orders = [f"char_{n + 1}" for n in range(self.char_order)]
        orders += [f"word_{n + 1}" for n in range(self.word_order)]
        return tuple(f"{kind}_{o}" for o in orders for kind in ("output", "reference", "matches"))

    def against_each(
        self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet
    ) -> list[Rows]:
        """Counts against each reference."""
        kinds: list[tuple[Tokenization, int]] = [
            (Characters(self.lc, self.whitespace), self.char_order),
            (Words(self.lc, punctuation=True), self.word_order),
        ]
        kinds = [(tokenization, order) for tokenization, order in kinds if order]
        return [
            chrf_statistics(
                segment_of_output,
                [
                    (
                        encoded_output(testset, outputs, tokenization),
                        encoded_references(testset, tokenization)[number],
                        order,
                    )
                    for tokenization, order in kinds
                ],
            )
            for number in range(len(testset.references))
        ]

    def score(self, sums: Sequence[Number]) -> Number:
        """Score from 0 to 100."""
        precisions = recalls = orders = f_scores = 0.0
        for n in range(0, len(sums), 3):
            output, reference, matches = sums[n : n + 3]
            some_output, some_reference = positive(output), positive(reference)
            precision = divided(matches, output, _EPSILON, some_output)
            recall = divided(matches, reference, _EPSILON, some_reference)
            if self.eps_smoothing:
                f_scores = f_scores + self._f(precision, recall, _EPSILON)
                continue
            counted = some_output & some_reference
            precisions = precisions + where(counted, precision, 0.0)
            recalls = recalls + where(counted, recall, 0.0)
            orders = orders + where(counted, 1.0, 0.0)
        if self.eps_smoothing:
            return 100 * f_scores / (len(sums) // 3)
        return 100 * self._f(divided(precisions, orders, 0.0), divided(recalls, orders, 0.0), 0.0)

    def _f(self, precision: Number, recall: Number, otherwise: float) -> Number:
        factor = self.beta**2
        return divided((1 + factor) * precision * recall, factor * precision + recall, otherwise)

    def signature(self, testset: TestSet) -> str:
        """As sacreBLEU prints it."""
        return signature(
            testset,
            case="lc" if self.lc else "mixed",
            eff=not self.eps_smoothing,
            nc=self.char_order,
            nw=self.word_order,
            space=self.whitespace,
        )


METRIC = Chrf

CITATIONS = (
    r"""
@inproceedings{popovic-2015,
  author    = {Popovi{\'c}, Maja},
  title     = {chr{F}: character n-gram {F}-score for automatic {MT} evaluation},
  booktitle = {Proceedings of the Tenth Workshop on Statistical Machine Translation},
  pages     = {392--395},
  year      = {2015}
}
""",
    r"""
@inproceedings{popovic-2017,
  author    = {Popovi{\'c}, Maja},
  title     = {chr{F}++: words helping character n-grams},
  booktitle = {Proceedings of the Second Conference on Machine Translation},
  pages     = {612--618},
  year      = {2017}
}
""",
    POST_2018,
)
