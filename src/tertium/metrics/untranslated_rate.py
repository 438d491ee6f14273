"""Untranslated rate: share of words of the outputs that are copied from the source, in percent.

A word counts as untranslated if its source segment contains it and no reference does; words that a
reference keeps, such as names, are not errors. Without references, every copied word counts. Tokens
without a letter, such as numbers and punctuation, are ignored.

Reference: Vilar et al. 2006 (unknown words that are passed through).

Example:
    >>> tertium.untranslated_rate(["The Hund barked."], source=["Der Hund bellte."])
    Score(system: untranslated = 33.3)
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Buffer, Rows
from tertium.core.testset import TestSet
from tertium.metrics._percentage import Percentage
from tertium.text.encoding import encoded_output, encoded_references, encoded_source


@dataclass(frozen=True)
class UntranslatedRate(Percentage):
    """Share of words copied from the source."""

    needs: ClassVar[tuple[str, ...]] = ("source",)
    denominator: ClassVar[str] = "words"

    @property
    def title(self) -> str:
        """Name in tables."""
        return "untranslated"

    @property
    def higher_is_better(self) -> bool:
        """Untranslated words are errors."""
        return False

    @property
    def columns(self) -> tuple[str, ...]:
        """Untranslated words, and all."""
        return ("untranslated", "words")

    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Counts of each output."""
        tokenizer = self.tokenizer(testset)
        references = encoded_references(testset, tokenizer)
        source = encoded_source(testset, tokenizer)
        output = encoded_output(testset, outputs, tokenizer)
        assert output.vocabulary is not None
        words = [any(map(str.isalpha, token)) for token in output.vocabulary.tokens_from(0)]
        rows = array("d")
        for i, segment in enumerate(segment_of_output):
            kept = {word for reference in references for word in reference[segment]}
            copied = set(source[segment]) - kept
            found = [word for word in output[i] if words[word]]
            rows.extend((sum(word in copied for word in found), len(found)))
        return memoryview(rows)

    def facts(self, testset: TestSet) -> dict[str, str]:
        """Number of references, and tokenizer."""
        references = testset.reference_count if testset.references else "0"
        return {"nrefs": references} | super().facts(testset)


METRIC = UntranslatedRate

CITATIONS = (
    """
@inproceedings{vilar-2006,
  author    = {Vilar, David and Xu, Jia and D'Haro, Luis Fernando and Ney, Hermann},
  title     = {Error Analysis of Statistical Machine Translation Output},
  booktitle = {Proceedings of the Fifth International Conference on Language Resources and
               Evaluation},
  pages     = {697--702},
  year      = {2006}
}
""",
)
