"""Type-token ratio: share of different words among the words of an output, in percent.

The mean over segments with words. The ratio falls with the length of segments, so only systems on
the same test set can be compared. Machine translation tends to be lexically poorer than human
translation; a very low ratio indicates outputs that loop.

Reference: Templin 1957; for machine translation Vanmassenhove et al. 2019.

Example:
    >>> tertium.type_token_ratio(["the cat and the dog"])
    Score(system: TTR = 80.0)
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

    needs: ClassVar[tuple[str, ...]] = ()
    denominator: ClassVar[str] = "segments"

    @property
    def title(self) -> str:
        """Name in tables."""
        return "TTR"

    @property
    def higher_is_better(self) -> None:
        """None: a higher ratio is neither better nor worse."""
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

CITATIONS = (
    """
@book{templin-1957,
  author    = {Templin, Mildred C.},
  title     = {Certain Language Skills in Children: Their Development and Interrelationships},
  publisher = {University of Minnesota Press},
  year      = {1957}
}
""",
    """
@inproceedings{vanmassenhove-2019,
  author    = {Vanmassenhove, Eva and Shterionov, Dimitar and Way, Andy},
  title     = {Lost in Translation: Loss and Decay of Linguistic Richness in Machine Translation},
  booktitle = {Proceedings of Machine Translation Summit XVII},
  pages     = {222--232},
  year      = {2019}
}
""",
)
