"""Exact match: share of outputs that equal a reference word for word, in percent.

Words are compared after tokenization. Exact matches are rare in news, but useful for short segments
of software or catalogues.

Reference: Rajpurkar et al. 2016 (for question answering).

Example:
    >>> tertium.exact_match(["A cat.", "A dog."], ["A cat.", "The dog."])
    Score(system: exact match = 50.0)
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Buffer, Rows
from tertium.core.testset import TestSet
from tertium.metrics._percentage import Percentage
from tertium.text.encoding import encoded_output, encoded_references


@dataclass(frozen=True)
class ExactMatch(Percentage):
    """Share of outputs that equal a reference."""

    denominator: ClassVar[str] = "segments"
    best: ClassVar[float | None] = 100.0

    @property
    def title(self) -> str:
        """Name in tables."""
        return "exact match"

    @property
    def columns(self) -> tuple[str, ...]:
        """Matches, and 1 for each segment."""
        return ("matches", "segments")

    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Whether each output is one of its references."""
        tokenizer = self.tokenizer(testset)
        output = encoded_output(testset, outputs, tokenizer)
        references = encoded_references(testset, tokenizer)
        rows = array("d")
        for i, segment in enumerate(segment_of_output):
            there = (r[segment] for r in references if not r.missing or not r.missing[segment])
            rows.extend((any(output[i] == reference for reference in there), 1))
        return memoryview(rows)


METRIC = ExactMatch

CITATIONS = (
    """
@inproceedings{rajpurkar-2016,
  author    = {Rajpurkar, Pranav and Zhang, Jian and Lopyrev, Konstantin and Liang, Percy},
  title     = {{SQuAD}: 100,000+ Questions for Machine Comprehension of Text},
  booktitle = {Proceedings of the 2016 Conference on Empirical Methods in Natural Language
               Processing},
  pages     = {2383--2392},
  year      = {2016}
}
""",
)
