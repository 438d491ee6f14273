"""Notices of the studies of human judgments: limitations that their numbers do not show."""

from dataclasses import dataclass

from tertium.core import wording
from tertium.core.formatting import counted
from tertium.core.notices import Notice
from tertium.inference.verdicts import printed


@dataclass(frozen=True)
class FewDocuments(Notice):
    """Few documents were judged, and the result depends on their choice."""

    documents: int

    def sentence(self) -> str:
        """Name their number."""
        documents = counted(self.documents, "document")
        return f"Only {documents} were judged: the result depends strongly on their choice."


@dataclass(frozen=True)
class DocumentsJudgedByOneAnnotator(Notice):
    """Most documents of a system were judged by one annotator, so their segments are dependent.

    Attributes:
        documents: Documents of a system whose judged segments all have one annotator.
        of_documents: All documents of a system with several judged segments.
    """

    documents: int
    of_documents: int

    def sentence(self) -> str:
        """Name the effect on tests of segments, and the option."""
        return (
            f"One annotator judged all segments of a document in {self.documents:,} of"
            f" {counted(self.of_documents, 'case')}, so these segments are not independent: on the"
            " ESA judgments of WMT23, 5 % tests on segments reject a true null 14 to 23 % of the"
            f" time. Test whole documents: {wording.option('level', 'document')}."
        )


@dataclass(frozen=True)
class SegmentsShareDocuments(Notice):
    """Segments of one document are not independent."""

    segments: int
    documents: int

    def sentence(self) -> str:
        """Name both numbers, and the option."""
        return (
            f"The {counted(self.segments, 'segment')} belong to"
            f" {counted(self.documents, 'document')}, and segments of one document are not"
            f" independent. Test whole documents: {wording.option('level', 'document')}."
        )


@dataclass(frozen=True)
class FewRankingTrials(Notice):
    """There are too few trials for p-values as small as verdicts need."""

    trials: int
    needed: float

    def sentence(self) -> str:
        """Name the smallest p-value, and the option."""
        return (
            f"{counted(self.trials, 'trial')} cannot give a p-value below"
            f" {1 / (self.trials + 1):.2g}, and verdicts need {self.needed:g}. Increase"
            f" {wording.option('trials')}."
        )


@dataclass(frozen=True)
class OtherAnnotators(Notice):
    """Nobody judged under both conditions, so annotators differ as the conditions do."""

    first: int
    second: int

    def sentence(self) -> str:
        """Say what else may cause the difference."""
        return (
            f"No annotator judged under both conditions ({self.first:,} under the first,"
            f" {self.second:,} under the second), so a difference may be that of the annotators."
        )


@dataclass(frozen=True)
class RepeatedComparisons(Notice):
    """Several annotators compared the same outputs, whose comparisons are not independent.

    Attributes:
        repeated: Number of comparisons of outputs that several annotators compared.
        comparisons: Number of all comparisons.
    """

    repeated: int
    comparisons: int

    def sentence(self) -> str:
        """Name the effect on ranges of ranks."""
        return (
            f"{self.repeated:,} of {counted(self.comparisons, 'comparison')} are of outputs that"
            " several annotators compared, and are not independent. Ranges of ranks are then too"
            " narrow: with three annotators for each segment, rankings separate simulated equal"
            " systems 11 % (two systems) to 23 % (five) of the time instead of 5 %."
        )


@dataclass(frozen=True)
class PooledConditions(Notice):
    """Scores rest on judgments under both conditions of a factor, which may move judgments."""

    factor: str

    def sentence(self) -> str:
        """Name the factor, and the command that measures its effect."""
        return (
            f"Judgments under {self.factor} and no-{self.factor} are pooled; `tertium human"
            " compare-conditions` tells how far they differ."
        )


@dataclass(frozen=True)
class ExpertsAmongNonExperts(Notice):
    """Annotators are in both files; they count as experts only."""

    annotators: tuple[str, ...]

    def sentence(self) -> str:
        """Name them."""
        if len(self.annotators) == 1:
            return f"{self.annotators[0]} is in both files and counts as an expert only."
        return (
            f"{counted(len(self.annotators), 'annotator')} are in both files and count as experts"
            f" only: {', '.join(self.annotators)}."
        )


@dataclass(frozen=True)
class UnknownJoinedSystem(Notice):
    """A name looks like that of a shared output, but a part of it is not a system."""

    system: str

    def sentence(self) -> str:
        """Name the system."""
        return (
            f'{self.system} is ranked as a separate system, because not all names joined by "+" in'
            " it are systems."
        )


@dataclass(frozen=True)
class CopiedJudgments(Notice):
    """Rankings hold copies of judgments for all systems that share an output.

    Attributes:
        copied: Number of rankings with copies.
        rankings: Number of all rankings.
        shown_together: Number of outputs that annotators saw at a time.
    """

    copied: int
    rankings: int
    shown_together: int

    def sentence(self) -> str:
        """Name the effect on kappa, and the remedy."""
        return (
            f"{self.copied:,} of {counted(self.rankings, 'ranking')} contain more than"
            f" {self.shown_together} systems: judgments of one output were copied to all systems"
            " that share it. Copies agree with each other, which inflates kappa. Use the collapsed"
            " file instead."
        )


@dataclass(frozen=True)
class JudgmentsWithoutAnnotator(Notice):
    """Some judgments do not name their annotator and are excluded."""

    origin: str
    judgments: int

    def sentence(self) -> str:
        """Name the file and the number."""
        return (
            f"{self.origin}: {counted(self.judgments, 'judgment')} without an annotator excluded."
        )


@dataclass(frozen=True)
class PossibleCopies(Notice):
    """Equal judgments that may be copies or repeats; they are kept.

    Attributes:
        origin: The files.
        judgments: Their number.
        first: Location of the first, as in "line 3"; "" if in several files.
    """

    origin: str
    judgments: int
    first: str = ""

    def sentence(self) -> str:
        """Name the file, the number, and why copies and repeats look the same."""
        were = "was" if self.judgments == 1 else "were"
        first = f", the first in {self.first}" if self.first else ""
        return (
            f"{self.origin}: {counted(self.judgments, 'judgment')} equal to others in every column"
            f" {were} kept{first}: without a batch or a time, copies and repeats look the same."
        )


@dataclass(frozen=True)
class RejectedBatches(Notice):
    """An annotator fails quality control: batches were rejected."""

    rejected: int
    batches: int

    def sentence(self) -> str:
        """Name both numbers."""
        were = "was" if self.rejected == 1 else "were"
        return f"{self.rejected:,} of {counted(self.batches, 'batch', 'batches')} {were} rejected."


@dataclass(frozen=True)
class NoDegradedOutputs(Notice):
    """An annotator cannot be tested: no degraded output has its original in the same batch."""

    def sentence(self) -> str:
        """Say what is missing."""
        return "No degraded output was scored in the same batch as the original output."


@dataclass(frozen=True)
class OneDegradedOutput(Notice):
    """An annotator cannot be tested by a single degraded output."""

    def sentence(self) -> str:
        """Say what is missing."""
        return "Only one degraded output was scored, which is too few for a test."


@dataclass(frozen=True)
class EqualDifferences(Notice):
    """The test of an annotator is undefined: all differences are equal."""

    pairs: int

    def sentence(self) -> str:
        """Name the number of pairs."""
        degraded = counted(self.pairs, "degraded output")
        return f"All {degraded} differ equally from the originals, so the test is undefined."


@dataclass(frozen=True)
class DegradedNotLower(Notice):
    """An annotator fails quality control: degraded outputs are not scored lower.

    Attributes:
        p: The p-value.
        pairs: Number of degraded outputs.
        compared: Number of these that were ranked among other outputs, instead of scored.
    """

    p: float
    pairs: int
    compared: int = 0

    def sentence(self) -> str:
        """Name the p-value and the number of pairs."""
        low = (
            "ranked significantly below the outputs beside them"
            if self.compared == self.pairs
            else "scored significantly lower than the original outputs"
        )
        numbers = f"p = {printed(self.p)}, {counted(self.pairs, 'pair')}"
        return f"Degraded outputs are not {low} ({numbers})."


@dataclass(frozen=True)
class DegradedScoredHigh(Notice):
    """Degraded outputs have as high a mean as other outputs."""

    def sentence(self) -> str:
        """Say so."""
        return "Degraded outputs are scored no lower than other outputs on average."


@dataclass(frozen=True)
class OutputsScoredHigh(Notice):
    """Outputs have as high a mean as references."""

    def sentence(self) -> str:
        """Say so."""
        return "Outputs are scored no lower than references on average."


@dataclass(frozen=True)
class LowReferenceScores(Notice):
    """References have a low mean for adequacy."""

    mean: float

    def sentence(self) -> str:
        """Name the mean."""
        return f"References have a mean adequacy score of only {self.mean:.1f}."


@dataclass(frozen=True)
class FastBatch(Notice):
    """A batch was finished in a short time."""

    seconds: float

    def sentence(self) -> str:
        """Name the time."""
        return f"A batch took only {counted(round(self.seconds), 'second')}."


@dataclass(frozen=True)
class EqualScores(Notice):
    """Many scores in a row are equal."""

    scores: int

    def sentence(self) -> str:
        """Name their number."""
        return f"{counted(self.scores, 'score')} in a row are equal."
