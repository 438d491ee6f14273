"""Type-token ratio: how many of the words of an output are different, in percent.

The mean over segments; a segment without a word does not count. It falls as segments grow longer,
so only systems on the same test set can be compared. Machine translation tends to be poorer in
words than human translation; a very low ratio is a sign of loops.

Reference: Templin 1957; for machine translation Vanmassenhove et al. 2019.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Buffer, Rows
from tertium.core.testset import TestSet
from tertium.metrics._percentage import Percentage
from tertium.text.encoding import encoded_output


@dataclass(frozen=True)
class TypeTokenRatio(Percentage):
    """Share of different words, mean over segments."""

    name: ClassVar[str] = "type_token_ratio"
    needs: ClassVar[tuple[str, ...]] = ()
    citations: ClassVar[tuple[str, ...]] = ("templin-1957", "vanmassenhove-2019")
    denominator: ClassVar[str] = "segments"

    @property
    def title(self) -> str:
        """Name in tables."""
        return "TTR"

    @property
    def higher_is_better(self) -> None:
        """Neither is."""
        return None

    @property
    def columns(self) -> tuple[str, ...]:
        """Ratio, and 1 for each segment with words."""
        return ("ratio", "segments")

    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Ratio of each output."""
        output = encoded_output(testset, outputs, self.tokenizer(testset))
        rows = array("d")
        for i in range(len(output)):
            words = output[i]
            rows.extend((len(set(words)) / len(words), 1) if len(words) else (0, 0))
        return memoryview(rows)


METRIC = TypeTokenRatio
