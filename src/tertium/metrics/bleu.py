"""BLEU: how many n-grams of the output occur in a reference, with a penalty for brevity.

BLEU = BP * exp(mean over n of log p_n), p_n the share of the n-grams of the outputs that match,
BP = min(1, exp(1 - reference length / output length)), over the whole corpus.

Reference: Papineni et al. 2002; smoothing as in Chen and Cherry 2014; numbers as sacreBLEU's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from tertium.core.spec import option
from tertium.core.stats import Floats, Integers, Metric, divided
from tertium.core.testset import TestSet
from tertium.kernels import ngram_matches
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
    smooth_value: float | None = option(
        None, "Value for floor (0.1) and add-k (1).", minimum=0
    )
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

    def rows(
        self, outputs: Sequence[str], segment_of_output: Integers, testset: TestSet
    ) -> Floats:
        """Clipped matches, totals and lengths of each output."""
        tokenizer = self._tokenizer(testset)
        references = encoded_references(testset, tokenizer)
        output = encoded_output(testset, outputs, tokenizer)
        length = output.lengths
        rows = np.empty((len(outputs), 2 * self.order + 2))
        rows[:, : self.order] = ngram_matches(output, segment_of_output, references, self.order)
        rows[:, self.order : -2] = np.maximum(0, length[:, None] - np.arange(self.order))
        rows[:, -2] = length
        rows[:, -1] = self._closest_length(
            length, np.stack([one.lengths for one in references]), segment_of_output, testset
        )
        return rows

    def score(self, sums: Floats) -> Floats:
        """BLEU from 0 to 100."""
        precisions, effective = self._precisions(sums)
        with np.errstate(divide="ignore"):
            logs = np.log(precisions)
        counted = np.arange(self.order) < effective[..., None]
        mean = np.where(counted, logs, 0).sum(axis=-1) / effective
        return 100 * self._brevity_penalty(sums) * np.exp(mean)

    def details(self, sums: Floats) -> Mapping[str, object]:
        """Precisions, brevity penalty and lengths, as sacreBLEU prints them."""
        output_length, reference_length = float(sums[-2]), float(sums[-1])
        return {
            "precisions": [float(p) for p in 100 * self._precisions(sums)[0]],
            "brevity_penalty": float(self._brevity_penalty(sums)),
            "length_ratio": output_length / reference_length if reference_length else 0.0,
            "output_length": int(output_length),
            "reference_length": int(reference_length),
        }

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

    @staticmethod
    def _closest_length(
        length: Integers, reference_lengths: Integers, segments: Integers, testset: TestSet
    ) -> Floats:
        """Length of the reference that is closest in length, of two the shorter."""
        lengths = reference_lengths[:, segments]
        distance = np.abs(lengths - length).astype(np.float64)
        for number, stream in enumerate(testset.references.values()):
            if stream.missing:
                lacking = np.isin(segments, list(stream.missing))
                distance[number, lacking] = np.inf
        closest = np.where(distance == distance.min(axis=0), lengths, np.inf)
        shortest: Floats = closest.min(axis=0)
        return shortest

    def _precisions(self, sums: Floats) -> tuple[Floats, Integers]:
        """Smoothed p_n of each order, and how many orders count."""
        matches = sums[..., : self.order].astype(np.float64)
        totals = sums[..., self.order : -2].astype(np.float64)
        some = (matches > 0).any(axis=-1)
        if self.smooth == "add-k":
            matches[..., 1:] += self._smooth_value
            totals[..., 1:] += self._smooth_value
        # An order without n-grams ends the count, whatever the longer ones have.
        present = np.logical_and.accumulate(totals > 0, axis=-1)
        smoothed = matches
        if self.smooth == "exp":
            zeros = np.cumsum(present & (matches == 0), axis=-1)
            smoothed = np.where(matches == 0, np.exp2(-zeros), matches)
        elif self.smooth == "floor":
            smoothed = np.where(matches == 0, self._smooth_value, matches)
        precisions = np.where(present & some[..., None], divided(smoothed, totals, 0), 0)
        effective = np.full(some.shape, self.order)
        if self.eff:
            effective = np.maximum(1, present.sum(axis=-1))
        return precisions, effective

    def _brevity_penalty(self, sums: Floats) -> Floats:
        output, reference = sums[..., -2], sums[..., -1]
        penalty: Floats = np.exp(np.minimum(0, 1 - divided(reference, output, np.inf)))
        return np.where(output >= reference, 1, penalty)


METRIC = Bleu
