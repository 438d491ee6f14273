"""HTER: edits of a human post-editor per word.

TER against a post-edit of the output (the targeted reference) instead of an independent reference.
The edits are divided by the length of the post-edit, or, as in the paper that defines HTER, by the
mean length of the untargeted references (`length=references`). Lower is better.

`--layer post_edits=[SYSTEM=]FILE` reads post-edits, one per line.

Reference: Snover et al. 2006.

Example:
    >>> tertium.hter(["The cat sat on a mat."], post_edits=["The cat sat on the mat."])
    Score(system: HTER = 16.7)
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from tertium.core import wording
from tertium.core.arrays import Rows
from tertium.core.errors import DataError
from tertium.core.spec import option
from tertium.core.streams import Stream
from tertium.core.testset import TestSet
from tertium.metrics.ter import SNOVER_2006, Ter
from tertium.text.encoding import encoded_references


@dataclass(frozen=True)
class Hter(Ter):
    """Human-targeted translation edit rate."""

    needs: ClassVar[tuple[str, ...]] = ("post_edits",)

    length: str = option(
        "post_edits",
        "Length to divide by: that of the post-edits, or the mean of the references.",
        choices=("post_edits", "references"),
    )

    @property
    def title(self) -> str:
        """Name in tables."""
        return "HTER"

    def compared(self, testset: TestSet, system: str, run: int) -> TestSet:
        """Use the post-edits of the output as the only reference."""
        return replace(
            testset,
            references={"post_edits": self._post_edits(testset, system, run)},
            layers={},
            _memo={},
        )

    def output_rows(self, testset: TestSet, system: str, run: int) -> Rows:
        """Edits to the post-edit, and the length to divide by."""
        rows = super().output_rows(testset, system, run)
        if self.length == "post_edits":
            return rows
        import numpy as np

        made = np.array(rows).reshape(-1, 2)
        made[:, 1] = self._reference_lengths(testset)
        return made

    def check_needs(self, testset: TestSet) -> None:
        """Check that there are post-edits, and references if their length is used."""
        super().check_needs(testset)
        if self.length == "references":
            self.check_need("references", testset)

    def signature(self, testset: TestSet) -> str:
        """Own signature, because no other program has one."""
        return self.own_signature(testset)

    def facts(self, testset: TestSet) -> dict[str, str]:
        """Number of references, if their length is used."""
        used = {"nrefs": testset.reference_count} if self.length == "references" else {}
        return used | super().facts(testset)

    def _post_edits(self, testset: TestSet, system: str, run: int) -> Stream:
        parts = dict(testset.layer("post_edits", str(self)).parts)
        if len(testset.outputs) == 1 and "" in parts:
            parts.setdefault(system, parts[""])
        lacking = [other for other in testset.outputs if other not in parts]
        if lacking:
            raise DataError(
                f"There are no post-edits of {', '.join(lacking)}.",
                hint=_give(lacking[0]),
            )
        found: Sequence[Stream] = parts[system]
        outputs = testset.outputs[system]
        if len(found) != len(outputs):
            raise DataError(
                f"System {system} has {len(outputs)} output{'s' * (len(outputs) > 1)}, but"
                f" {len(found)} post-edits.",
                hint=_give(system),
            )
        for number, (post_edit, output) in enumerate(zip(found[run], outputs[run], strict=False)):
            if output.strip() and not post_edit.strip():
                raise DataError(
                    "The post-edit is empty, but the output is not.", where=found[run].where(number)
                )
        return found[run]

    def _reference_lengths(self, testset: TestSet) -> Sequence[float]:
        """Mean length of the references of each segment."""
        import numpy as np

        encoded = encoded_references(testset, self.tokenization)
        lengths = np.array([np.diff(reference.offsets) for reference in encoded], dtype=float)
        there = np.array(
            [[i not in s.missing for i in range(len(s))] for s in testset.references.values()]
        )
        mean: Sequence[float] = np.mean(lengths, axis=0, where=there)
        return mean


METRIC = Hter

CITATIONS = (SNOVER_2006,)


def _give(system: str) -> str:
    return f"Give them with {wording.option('layers', {'post_edits': {system: wording.FILE}})}."
