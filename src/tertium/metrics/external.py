"""External: mean of segment scores of another program, such as COMET, MetricX or an LLM judge.

`--layer scores=FILE` reads the scores. The file names systems and segments, so texts are not
needed. Every segment of a system must have a score, because a mean over some segments is a mean
over another test set.

Reference: that of the program; Freitag et al. 2022 compare many metrics with human ratings.

Example:
    >>> from tertium.core.scores import Scored, SegmentScores
    >>> scores = SegmentScores({Scored("judge", "system"): [0.5, 0.75]}, ("1", "2"))
    >>> tertium.external(["A cat.", "A dog."], scores=scores)
    Score(system: judge = 0.625)
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from tertium.core import wording
from tertium.core.arrays import Number, Rows, divided
from tertium.core.errors import DataError, UsageError, did_you_mean
from tertium.core.formatting import counted
from tertium.core.scores import SegmentScores
from tertium.core.spec import option
from tertium.core.stats import LayerMetric, Metric
from tertium.core.streams import digest
from tertium.core.testset import TestSet


@dataclass(frozen=True)
class External(LayerMetric):
    """Mean of the scores given for the segments."""

    needs: ClassVar[tuple[str, ...]] = ("scores",)
    digits: ClassVar[int] = 2
    denominator: ClassVar[str] = "segments"

    metric: str | None = option(None, "Name of the metric in the files, if they have several.")
    lower_is_better: bool = option(False, "Lower scores are better, as for error rates.")

    @property
    def title(self) -> str:
        """Name of the scores."""
        return self.metric or self.name

    @property
    def higher_is_better(self) -> bool:
        """As set by the user, because numbers do not show it."""
        return not self.lower_is_better

    @property
    def columns(self) -> tuple[str, ...]:
        """Score, and 1 for each segment."""
        return ("score", "segments")

    @classmethod
    def implied_by(cls, testset: TestSet) -> list[Metric]:
        """One metric per name in the files."""
        return [cls(metric=name) for name in _names(testset)] if "scores" in testset.layers else []

    def for_testset(self, testset: TestSet) -> "External":
        """Return the metric with the name of the scores."""
        return replace(self, metric=self._chosen(testset))

    def output_rows(self, testset: TestSet, system: str, run: int) -> Rows:
        """Scores of the segments; a missing score is an error."""
        import numpy as np

        found = self._found(testset, system)
        scores = found.runs(self._chosen(testset), system)[run]
        missing = np.flatnonzero(np.isnan(scores))
        if missing.size:
            output = f"{system}, run {run + 1}," if testset.runs[system] > 1 else system
            raise DataError(
                f"{missing.size:,} of the {counted(len(scores), 'segment')} of {output} have no"
                f" score of {self._chosen(testset)}, the first of them"
                f" {testset.segment_ids[missing[0]]}.",
                where=found.origin,
            )
        return np.column_stack([scores, np.ones(len(scores))])

    def score(self, sums: Sequence[Number]) -> Number:
        """Mean."""
        total, segments = sums
        return divided(total, segments, 0.0)

    def facts(self, testset: TestSet) -> dict[str, str]:
        """Name of the scores, and a fingerprint of the scores."""
        name = self.metric or self._chosen(testset)
        digests = (item for scores in _files(testset) for item in scores.digests.items())
        found = sorted(one for scored, one in digests if scored.metric == name)
        return {"name": name, "scores": digest(found)}

    def _chosen(self, testset: TestSet) -> str:
        names = _names(testset)
        listed = ", ".join(names)
        if self.metric is None and len(names) > 1:
            raise UsageError(
                f"There are scores of several metrics: {listed}.",
                hint=f"Choose one: external(metric={names[0]}).",
            )
        if self.metric is not None and self.metric not in names:
            raise UsageError(
                f"There are no scores of {self.metric!r}.{did_you_mean(self.metric, names)}",
                hint=f"Known: {listed}.",
            )
        return self.metric or names[0]

    def _found(self, testset: TestSet, system: str) -> SegmentScores:
        """Return the file with the scores of a system."""
        name = self._chosen(testset)
        found = [scores for scores in _files(testset) if scores.runs(name, system)]
        if not found:
            known = [one for s in _files(testset) for one, _ in s.outputs if s.runs(name, one)]
            raise DataError(
                f"There are no scores of {name} for {system}.{did_you_mean(system, known)}",
                hint=f"Known systems: {', '.join(dict.fromkeys(known))}.",
            )
        if len(found) > 1:
            raise DataError(
                f"{counted(len(found), 'file')} have scores of {name} for {system}.",
                where=" and ".join(scores.origin for scores in found if scores.origin),
            )
        runs = found[0].runs(name, system)
        if len(runs) != testset.runs[system]:
            raise DataError(
                f"{system} has {counted(testset.runs[system], 'run')}, but scores of {name} for"
                f" {counted(len(runs), 'run')}.",
                where=found[0].origin,
            )
        return found[0]


def _names(testset: TestSet) -> list[str]:
    """Names of all scores, in the order of appearance."""
    return list(dict.fromkeys(name for scores in _files(testset) for name in scores.metrics))


def _files(testset: TestSet) -> list[SegmentScores]:
    layer = testset.layer("scores", External.name)
    if set(layer.parts) != {""}:
        raise UsageError(
            "Files of scores contain the names of their systems.",
            hint=f"Give them with {wording.option('layers', {'scores': wording.FILE})}.",
        )
    return layer.contents


METRIC = External

CITATIONS = (
    r"""
@inproceedings{freitag-2022,
  author    = {Freitag, Markus and Rei, Ricardo and Mathur, Nitika and Lo, Chi-kiu and
               Stewart, Craig and Avramidis, Eleftherios and Kocmi, Tom and Foster, George and
               Lavie, Alon and Martins, Andr{\'e} F. T.},
  title     = {Results of {WMT22} Metrics Shared Task: Stop Using {BLEU} -- Neural Metrics Are
               Better and More Robust},
  booktitle = {Proceedings of the Seventh Conference on Machine Translation},
  pages     = {46--68},
  year      = {2022}
}
""",
)
