"""Length ratio: length of the outputs in percent of the length of the references.

Of several references, the one closest in length to the output is used, of two the shorter. Neither
a higher nor a lower ratio is better; 100 means that outputs are as long as references.

Reference: Clark et al. 2011, as Length in MultEval.

Example:
    >>> tertium.length_ratio(["A cat sat there."], ["A cat sat."])
    Score(system: length = 125.0)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Buffer, Rows
from tertium.core.testset import TestSet
from tertium.kernels import bleu_statistics
from tertium.metrics._percentage import Percentage
from tertium.text.encoding import encoded_output, encoded_references


@dataclass(frozen=True)
class LengthRatio(Percentage):
    """Length of the outputs in percent of the references."""

    best: ClassVar[float | None] = 100.0
    denominator: ClassVar[str] = "reference_length"

    @property
    def title(self) -> str:
        """Name in tables."""
        return "length"

    @property
    def higher_is_better(self) -> None:
        """None: a higher ratio is neither better nor worse."""
        return None

    @property
    def columns(self) -> tuple[str, ...]:
        """Words of the output and of the reference closest in length."""
        return ("output_length", "reference_length")

    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Lengths of each output and its closest reference."""
        tokenizer = self.tokenizer(testset)
        output = encoded_output(testset, outputs, tokenizer)
        references = encoded_references(testset, tokenizer)
        statistics: Buffer = bleu_statistics(output, segment_of_output, references, 1)
        lengths = memoryview(bytearray(16 * len(output))).cast("d")
        lengths[0::2], lengths[1::2] = statistics[2::4], statistics[3::4]
        return lengths


METRIC = LengthRatio

CITATIONS = (
    """
@inproceedings{clark-2011,
  author    = {Clark, Jonathan H. and Dyer, Chris and Lavie, Alon and Smith, Noah A.},
  title     = {Better Hypothesis Testing for Statistical Machine Translation: Controlling for
               Optimizer Instability},
  booktitle = {Proceedings of the 49th Annual Meeting of the ACL},
  pages     = {176--181},
  year      = {2011}
}
""",
)
