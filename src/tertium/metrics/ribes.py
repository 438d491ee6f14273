"""RIBES: rank correlation of the word order of output and reference.

RIBES = NKT * P^alpha * BP^beta for a segment; the score of a corpus is the mean over segments. NKT
= (tau + 1) / 2 is the share of word pairs that are in the same order in both texts, P the share of
words of the output that are aligned with the reference, BP = min(1, exp(1 - reference length /
output length)). A repeated word is aligned by its context, or not at all. Of several references,
the best one is used. RIBES was designed for distant languages, where word order is difficult.

Scores lie between 0 and 1. Words are separated by white space only, so the text must be tokenized.
A segment whose references are all empty is excluded from the mean, as with RIBES.py -z, which
refuses it otherwise; its own score is 0.

Reference: Isozaki et al. 2010. Scores equal those of NTT's RIBES.py 1.03.1.

Example:
    >>> tertium.ribes(["The cat sat on a mat."], ["The cat sat on the mat."])
    Score(system: RIBES = 0.955)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Buffer, Number, Rows, divided
from tertium.core.limits import LARGEST_EXPONENT
from tertium.core.spec import option
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.kernels import ribes_statistics
from tertium.text.encoding import encoded_output, encoded_references
from tertium.text.words import Words


@dataclass(frozen=True)
class Ribes(Metric):
    """RIBES of a corpus or a segment."""

    best: ClassVar[float | None] = 1.0
    denominator: ClassVar[str] = "segments"
    digits: ClassVar[int] = 2

    alpha: float = option(
        0.25, "Exponent of the share of aligned words.", minimum=0, maximum=LARGEST_EXPONENT
    )
    beta: float = option(
        0.1, "Exponent of the brevity penalty.", minimum=0, maximum=LARGEST_EXPONENT
    )
    case_sensitive: bool = option(False, "Case-sensitive.")

    @property
    def title(self) -> str:
        """Name in tables."""
        return "RIBES"

    @property
    def columns(self) -> tuple[str, ...]:
        """Sum of the scores, and their number."""
        return ("score", "segments")

    def unsegmented_advice(self, testset: TestSet, script: str, tokenizers: Sequence[str]) -> str:
        """Words are separated by spaces only."""
        return "" if script == "Hangul" else f"text with spaces between words for {self.title}"

    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Score against the best reference, and 1."""
        words = Words(lowercase=not self.case_sensitive)
        output = encoded_output(testset, outputs, words)
        references = encoded_references(testset, words)
        return ribes_statistics(output, segment_of_output, references, self.alpha, self.beta)

    def score(self, sums: Sequence[Number]) -> Number:
        """Mean over the segments."""
        total, segments = sums
        return divided(total, segments, 0.0)


METRIC = Ribes

CITATIONS = (
    """
@inproceedings{isozaki-2010,
  author    = {Isozaki, Hideki and Hirao, Tsutomu and Duh, Kevin and Sudoh, Katsuhito and
               Tsukada, Hajime},
  title     = {Automatic Evaluation of Translation Quality for Distant Language Pairs},
  booktitle = {Proceedings of the 2010 Conference on Empirical Methods in Natural Language
               Processing},
  pages     = {944--952},
  year      = {2010}
}
""",
    """
@article{hirao-2014,
  author    = {Hirao, Tsutomu and Isozaki, Hideki and Sudoh, Katsuhito and Duh, Kevin and
               Tsukada, Hajime and Nagata, Masaaki},
  title     = {Evaluating Translation Quality with Word Order Correlations},
  journal   = {Journal of Natural Language Processing},
  volume    = {21},
  number    = {3},
  pages     = {421--444},
  year      = {2014}
}
""",
)
