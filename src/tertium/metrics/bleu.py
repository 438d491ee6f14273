"""BLEU: how many n-grams of the output occur in a reference, with a penalty for brevity.

BLEU = BP * exp(mean over n of log p_n), p_n the share of the n-grams of the outputs that match,
BP = min(1, exp(1 - reference length / output length)), over the whole corpus.

Reference: Papineni et al. 2002; smoothing as in Chen and Cherry 2014; numbers as sacreBLEU's.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any, ClassVar

from tertium.core.arrays import Buffer, Number, Rows, divided, exp, log, where
from tertium.core.spec import option
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.kernels import bleu_statistics
from tertium.metrics._sacrebleu import signature
from tertium.text.encoding import Tokenizer, encoded_output, encoded_references

# Chen and Cherry 2014, smoothing 1 and 2.
_SMOOTH_VALUES = {"floor": 0.1, "add-k": 1.0}

# A language whose words are not separated by spaces needs a tokenizer of its own.
_TOKENIZERS = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}


@dataclass(frozen=True)
class Bleu(Metric):
    """BLEU of a corpus; add smoothing or effective order for segments."""

    name: ClassVar[str] = "bleu"
    citations: ClassVar[tuple[str, ...]] = ("papineni-2002", "post-2018")
    best: ClassVar[float | None] = 100.0

    tok: str | None = option(
        None,
        "Tokenizer; none given means 13a, or the one made for Chinese, Japanese or Korean.",
        members="text.tokenizers",
        shared=True,
    )
    lc: bool = option(False, "Lower-case everything first.", shared=True)
    smooth: str = option(
        "exp",
        "What to do where no n-gram of an order matches: exp halves p_n anew for every such"
        " order, floor puts smooth_value matches, add-k adds smooth_value to all counts above"
        " unigrams (1 gives BLEU+1), none leaves 0.",
        choices=("exp", "floor", "add-k", "none"),
    )
    smooth_value: float | None = option(None, "Value for floor (0.1) and add-k (1).", minimum=0)
    order: int = option(4, "Longest n-gram counted.", minimum=1)
    eff: bool = option(False, "Leave out orders longer than the output (effective order).")

    @property
    def title(self) -> str:
        """Name as papers print it."""
        return "BLEU"

    @property
    def columns(self) -> tuple[str, ...]:
        """Matches and totals of each order, then the lengths."""
        orders = range(1, self.order + 1)
        return (
            *(f"matches_{n}" for n in orders),
            *(f"total_{n}" for n in orders),
            "output_length",
            "reference_length",
        )

    def for_segments(self) -> "Bleu":
        """Give effective order: without it segments shorter than the order would all score 0."""
        return replace(self, eff=True)

    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Clipped matches, totals and lengths of each output."""
        tokenizer = self._tokenizer(testset)
        references = encoded_references(testset, tokenizer)
        output = encoded_output(testset, outputs, tokenizer)
        return bleu_statistics(output, segment_of_output, references, self.order)

    def score(self, sums: Sequence[Number]) -> Number:
        """BLEU from 0 to 100."""
        precisions, orders = self._precisions(sums)
        logs = 0.0
        for n, precision in enumerate(precisions, 1):
            logs = logs + where(n <= orders, log(precision), 0.0)
        return 100 * self._brevity_penalty(sums) * exp(logs / orders)

    def details(self, sums: Sequence[float]) -> Mapping[str, Any]:
        """Precisions, brevity penalty and lengths."""
        output_length, reference_length = sums[-2:]
        return {
            "precisions": [100 * precision for precision in self._precisions(sums)[0]],
            "brevity_penalty": self._brevity_penalty(sums),
            "length_ratio": divided(output_length, reference_length, 0.0),
            "output_length": int(output_length),
            "reference_length": int(reference_length),
        }

    def description(self, details: Mapping[str, Any]) -> str:
        """As sacreBLEU prints it."""
        precisions = "/".join(f"{precision:.1f}" for precision in details["precisions"])
        return (
            f"{precisions} (BP = {details['brevity_penalty']:.3f}"
            f" ratio = {details['length_ratio']:.3f} hyp_len = {details['output_length']}"
            f" ref_len = {details['reference_length']})"
        )

    def signature(self, testset: TestSet) -> str:
        """As sacreBLEU prints it; an order but 4 is added, which sacreBLEU leaves out."""
        smooth = self.smooth
        if smooth in _SMOOTH_VALUES:
            smooth += f"[{self._smooth_value:.2f}]"
        extra = {} if self.order == 4 else {"order": self.order}
        return signature(
            testset,
            case="lc" if self.lc else "mixed",
            eff=self.eff,
            tok=self._tokenizer(testset).signature,
            smooth=smooth,
            **extra,
        )

    def _tokenizer(self, testset: TestSet) -> Tokenizer:
        name = self.tok or _TOKENIZERS.get(testset.target_language, "13a")
        return Tokenizer(name=name, lowercase=self.lc)

    @property
    def _smooth_value(self) -> float:
        default = _SMOOTH_VALUES.get(self.smooth, 0.0)
        return default if self.smooth_value is None else self.smooth_value

    def _precisions(self, sums: Sequence[Number]) -> tuple[list[Number], Number]:
        """Smoothed p_n of each order, and how many orders count."""
        matches, totals = sums[: self.order], sums[self.order : -2]
        some = reduce(or_, (count > 0 for count in matches))
        present, zeros, orders = True, 0, 0
        precisions = []
        for n, (count, total) in enumerate(zip(matches, totals, strict=True), 1):
            if self.smooth == "add-k" and n > 1:
                count, total = count + self._smooth_value, total + self._smooth_value
            # An order without n-grams ends the count, whatever the longer ones have.
            present = present & (total > 0)
            orders = orders + where(present, 1, 0)
            if self.smooth == "exp":
                zeros = zeros + where(present & (count == 0), 1, 0)
                count = where(count == 0, 0.5**zeros, count)
            elif self.smooth == "floor":
                count = where(count == 0, self._smooth_value, count)
            precisions.append(where(present & some, divided(count, total, 0.0), 0.0))
        return precisions, where(orders > 0, orders, 1) if self.eff else self.order

    @staticmethod
    def _brevity_penalty(sums: Sequence[Number]) -> Number:
        output, reference = sums[-2:]
        return where(output >= reference, 1.0, exp(1 - divided(reference, output, math.inf)))


METRIC = Bleu
