"""BLEU: precision of n-grams of the output, with a brevity penalty.

BLEU = BP * exp(mean over n of log p_n), where p_n is the share of n-grams of the outputs that match
and BP = min(1, exp(1 - reference length / output length)), over the whole corpus.

Reference: Papineni et al. 2002; smoothing by Chen and Cherry 2014. Scores equal sacreBLEU's.

Example:
    >>> tertium.bleu(["The cat sat on a mat."], ["The cat sat on the mat."])
    Score(system: BLEU = 48.9)
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from tertium.core.arrays import Buffer, Number, Rows, divided, exp, log, positive, where
from tertium.core.errors import ParameterError
from tertium.core.limits import LARGEST_WEIGHT, LONGEST_NGRAM
from tertium.core.spec import option
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.kernels import bleu_statistics
from tertium.metrics._sacrebleu import POST_2018, signature
from tertium.metrics._smoothing import SMOOTHINGS, Counts, Smoothing
from tertium.text.encoding import (
    Tokenizer,
    encoded_output,
    encoded_references,
    tokenizer_advice,
    tokenizer_for,
)

# Smoothing methods of sacreBLEU.
_SACREBLEU = ("exp", "floor", "add-k", "none")


@dataclass(frozen=True)
class Bleu(Metric):
    """BLEU of a corpus; use smoothing or effective order for segments."""

    best: ClassVar[float | None] = 100.0

    tok: str | None = option(
        None,
        "Tokenizer; by default 13a, or the tokenizer for Chinese, Japanese or Korean.",
        members="text.tokenizers",
        shared=True,
    )
    lc: bool = option(False, "Lower-case the texts first.", shared=True)
    smooth: str = option(
        "exp",
        "Smoothing if few or no n-grams of an order match (in parentheses the number in Chen and"
        f" Cherry 2014): {'; '.join(f'{name} {s.help}' for name, s in SMOOTHINGS.items())}.",
        choices=tuple(SMOOTHINGS),
    )
    smooth_value: float | None = option(
        None,
        "Value for "
        f"{', '.join(f'{name} ({s.value:g})' for name, s in SMOOTHINGS.items() if s.value)}.",
        minimum=0,
        maximum=LARGEST_WEIGHT,
    )
    order: int = option(4, "Maximum length of n-grams.", minimum=1, maximum=LONGEST_NGRAM)
    eff: bool = option(False, "Ignore orders longer than the output (effective order).")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.smooth.startswith("log-length") and self._smooth_value == 0:
            wanted = f"above 0 for {self.smooth}"
            raise ParameterError.bad_value(self.name, "smooth_value", wanted, self.smooth_value)

    @property
    def title(self) -> str:
        """Name in tables."""
        return "BLEU"

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Matches and totals of each order, then the lengths."""
        orders = range(1, self._counted + 1)
        return (
            *(f"matches_{n}" for n in orders),
            *(f"total_{n}" for n in orders),
            "output_length",
            "reference_length",
        )

    def for_segments(self) -> "Bleu":
        """Use effective order, because segments shorter than the order would all score 0."""
        return replace(self, eff=True)

    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Clipped matches, totals and lengths of each output."""
        tokenizer = self._tokenizer(testset)
        references = encoded_references(testset, tokenizer)
        output = encoded_output(testset, outputs, tokenizer)
        return bleu_statistics(output, segment_of_output, references, self._counted)

    def score(self, sums: Sequence[Number]) -> Number:
        """BLEU from 0 to 100."""
        precisions = self._precisions(sums)
        orders = self._orders(sums, precisions)
        logs = 0.0
        for n, precision in enumerate(precisions, 1):
            logs = logs + where(n <= orders, log(precision), 0.0)
        return 100 * self._brevity_penalty(sums) * exp(logs / orders)

    def details(self, sums: Sequence[float]) -> Mapping[str, Any]:
        """Precisions, brevity penalty and lengths."""
        output_length, reference_length = sums[-2:]
        return {
            "precisions": [100 * precision for precision in self._precisions(sums)],
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
        """As sacreBLEU prints it; an order other than 4 is added, which sacreBLEU omits."""
        if self.smooth not in _SACREBLEU or self._tokenizer(testset).is_own:
            return self.own_signature(testset)
        smooth = self.smooth
        if self._smoothing.value is not None:
            smooth += f"[{self._smooth_value:.2f}]"
        extra = {} if self.order == 4 else {"order": self.order}
        return signature(
            testset,
            case="lc" if self.lc else "mixed",
            eff=self.eff,
            **self.facts(testset),
            smooth=smooth,
            **extra,
        )

    def unsegmented_advice(self, testset: TestSet, script: str, tokenizers: Sequence[str]) -> str:
        """Name the tokenizers, unless one of them is used."""
        return tokenizer_advice(self.name, self._tokenizer(testset), tokenizers)

    def facts(self, testset: TestSet) -> dict[str, str]:
        """Tokenizer, which may depend on the target language."""
        return {"tok": self._tokenizer(testset).signature}

    def _tokenizer(self, testset: TestSet) -> Tokenizer:
        return tokenizer_for(testset, self.tok, lowercase=self.lc)

    @cached_property
    def _smoothing(self) -> Smoothing:
        return SMOOTHINGS[self.smooth]

    @property
    def _smooth_value(self) -> float:
        default = self._smoothing.value or 0.0
        return default if self.smooth_value is None else self.smooth_value

    @cached_property
    def _counted(self) -> int:
        """Maximum length of n-grams in the statistics."""
        return self.order + self._smoothing.beyond

    def _precisions(self, sums: Sequence[Number]) -> list[Number]:
        """Smoothed p_n of each order."""
        counts = Counts(sums[: self._counted], sums[self._counted : -2], sums[-2])
        precisions = self._smoothing.precisions(counts, self._smooth_value)
        if self._smoothing.always:
            return precisions
        some = positive(counts.matches[0])  # else no longer n-gram matches either
        return [where(some, precision, 0.0) for precision in precisions]

    def _orders(self, sums: Sequence[Number], precisions: Sequence[Number]) -> Number:
        """Number of orders used: all, or those with n-grams or a smoothed precision."""
        if not self.eff:
            return self.order
        totals = sums[self._counted : -2]
        counted = [(t > 0) | (p > 0) for t, p in zip(totals, precisions, strict=False)]
        orders = sum(counted)
        return where(orders > 0, orders, 1)

    @staticmethod
    def _brevity_penalty(sums: Sequence[Number]) -> Number:
        output, reference = sums[-2:]
        return where(output >= reference, 1.0, exp(1 - divided(reference, output, math.inf)))


METRIC = Bleu

PAPINENI_2002 = """
@inproceedings{papineni-2002,
  author    = {Papineni, Kishore and Roukos, Salim and Ward, Todd and Zhu, Wei-Jing},
  title     = {{BLEU}: a Method for Automatic Evaluation of Machine Translation},
  booktitle = {Proceedings of the 40th Annual Meeting of the ACL},
  pages     = {311--318},
  year      = {2002}
}
"""

CITATIONS = (PAPINENI_2002, POST_2018)
