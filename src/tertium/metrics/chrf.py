"""chrF: F-score of character n-grams, and of word n-grams for chrF++.

Precision and recall are averaged over the orders 1..6 (and 1..2 for words in chrF++), then joined
to F_beta = (1 + beta^2) P R / (beta^2 P + R), over the whole corpus; beta = 2 weighs recall
twice. With several references each segment takes the one it matches best.

Reference: Popović 2015 (chrF), 2016 (beta), 2017 (chrF++); numbers as sacreBLEU's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import ClassVar

import numpy as np

from tertium.core.errors import ParameterError
from tertium.core.spec import option
from tertium.core.stats import Floats, Integers, Metric, divided
from tertium.core.testset import TestSet
from tertium.kernels import Encoded, ngram_matches
from tertium.metrics._sacrebleu import signature
from tertium.text.encoding import (
    Characters,
    Tokenization,
    Words,
    encoded_output,
    encoded_references,
)

# What chrF++.py puts for a precision or recall of nothing.
_EPSILON = 1e-16


@dataclass(frozen=True)
class Chrf(Metric):
    """chrF of a corpus or a segment."""

    name: ClassVar[str] = "chrf"
    citations: ClassVar[tuple[str, ...]] = ("popovic-2015", "popovic-2017", "post-2018")
    best: ClassVar[float | None] = 100.0

    char_order: int = option(6, "Longest character n-gram.", minimum=0)
    word_order: int = option(0, "Longest word n-gram; 2 is chrF++.", minimum=0)
    beta: int | float = option(2, "Weight of recall against precision.", minimum=0)
    lc: bool = option(False, "Lower-case everything first.")
    whitespace: bool = option(False, "Count white space as characters.")
    eps_smoothing: bool = option(
        False, "Average F over all orders, as chrF++.py, NLTK and Moses do."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.char_order + self.word_order == 0:
            raise ParameterError("chrf needs a char_order or a word_order of at least 1.")

    @property
    def title(self) -> str:
        """Name as papers print it: chrF2, chrF2++."""
        return f"chrF{self.beta:g}" + "+" * self.word_order

    @property
    def columns(self) -> tuple[str, ...]:
        """Counts of output and reference and matches, for each order."""
        orders = [f"char_{n + 1}" for n in range(self.char_order)]
        orders += [f"word_{n + 1}" for n in range(self.word_order)]
        return tuple(f"{kind}_{o}" for o in orders for kind in ("output", "reference", "matches"))

    def rows(
        self, outputs: Sequence[str], segment_of_output: Integers, testset: TestSet
    ) -> Floats:
        """Counts against the reference with the best F-score, the first of equals."""
        per_reference = [
            np.concatenate(parts, axis=1)
            for parts in zip(
                *(
                    self._counts(outputs, segment_of_output, testset, tokenization, order)
                    for tokenization, order in (
                        (Characters(self.lc, self.whitespace), self.char_order),
                        (Words(self.lc, punctuation=True), self.word_order),
                    )
                    if order
                ),
                strict=True,
            )
        ]
        if len(per_reference) == 1:
            return per_reference[0]
        scores = np.stack([self.score(rows) for rows in per_reference])
        for number, stream in enumerate(testset.references.values()):
            if stream.missing:
                scores[number, np.isin(segment_of_output, list(stream.missing))] = -1
        best = scores.argmax(axis=0)
        chosen: Floats = np.stack(per_reference)[best, np.arange(len(outputs))]
        return chosen

    @staticmethod
    def _counts(
        outputs: Sequence[str],
        segment_of_output: Integers,
        testset: TestSet,
        tokenization: Tokenization,
        order: int,
    ) -> list[Floats]:
        """For each reference: counts of output and reference, and matches, order by order."""
        output = encoded_output(testset, outputs, tokenization)
        below = np.arange(order)

        def against(reference: Encoded) -> Floats:
            rows = np.empty((len(outputs), order, 3))
            lengths = reference.lengths[segment_of_output, None]
            rows[..., 0] = np.maximum(0, output.lengths[:, None] - below)
            rows[..., 1] = np.maximum(0, lengths - below)
            rows[..., 2] = ngram_matches(output, segment_of_output, [reference], order)
            # What the reference cannot have is not counted against the output.
            rows[..., 0] *= rows[..., 1] > 0
            return rows.reshape(len(outputs), 3 * order)

        return [against(reference) for reference in encoded_references(testset, tokenization)]

    def score(self, sums: Floats) -> Floats:
        """Chrf from 0 to 100."""
        output, reference, matches = sums[..., 0::3], sums[..., 1::3], sums[..., 2::3]
        precision = divided(matches, output, _EPSILON)
        recall = divided(matches, reference, _EPSILON)
        if self.eps_smoothing:
            f = self._f(precision, recall, _EPSILON)
            return 100 * _ordered_sum(f) / f.shape[-1]
        counted = (output > 0) & (reference > 0)
        orders = np.maximum(1, counted.sum(axis=-1))
        mean_precision = _ordered_sum(np.where(counted, precision, 0)) / orders
        mean_recall = _ordered_sum(np.where(counted, recall, 0)) / orders
        return 100 * self._f(mean_precision, mean_recall, 0.0)

    def _f(self, precision: Floats, recall: Floats, otherwise: float) -> Floats:
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


def _ordered_sum(values: Floats) -> Floats:
    """Sum over the orders from left to right.

    NumPy adds eight or more numbers in another order, and of two references that match equally
    well the last bit would decide differently from sacreBLEU.
    """
    total: Floats = reduce(np.add, np.moveaxis(values, -1, 0))
    return total


METRIC = Chrf
