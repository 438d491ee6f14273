"""Scores of segments and of whole systems, from any program."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from tertium.core import wording
from tertium.core.arrays import Floats
from tertium.core.errors import AlignmentError, DataError, UsageError
from tertium.core.formatting import counted
from tertium.core.streams import digest


class Scored(NamedTuple):
    """A metric and an output; `run` is 0 for a system with a single run."""

    metric: str
    system: str
    run: int = 0


class Entry(NamedTuple):
    """One score of a segment; without a segment, of the whole output."""

    scored: Scored
    segment: str
    document: str
    score: float
    language_pair: str = ""


# The sum of squares of any number of scores up to this size is finite.
LARGEST = 1e100
TOO_LARGE = f"scores beyond {LARGEST:g} cannot be added up"


@dataclass(frozen=True, eq=False, repr=False)
class SegmentScores:
    """Segment scores of metrics and outputs; NaN for a missing score.

    `origin` is the file they were read from. `whole` has scores of whole outputs, if the file has
    any: the score of a corpus need not be the mean of its segment scores. `language_pair` is empty
    if it is unknown. `human` names the human scores, if the format marks them.
    """

    values: Mapping[Scored, Floats]
    segment_ids: tuple[str, ...]
    document_ids: tuple[str, ...] = ()
    origin: str = ""
    whole: Mapping[Scored, float] = field(default_factory=dict)
    language_pair: str = ""
    human: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        import numpy as np

        for scored, scores in self.values.items():
            if len(scores) != len(self.segment_ids):
                raise AlignmentError(
                    f"{scored.metric} has {counted(len(scores), 'score')} for {scored.system}, but"
                    f" there are {counted(len(self.segment_ids), 'segment')}."
                )
            large = np.isfinite(scores) & (np.abs(scores) > LARGEST)
            if large.any():
                number = int(large.argmax())
                raise DataError(
                    f"The score of {scored.metric} for {scored.system}, segment"
                    f" {self.segment_ids[number]}, is {scores[number]:g}: {TOO_LARGE}.",
                    where=self.origin,
                )
        if self.document_ids and len(self.document_ids) != len(self.segment_ids):
            raise AlignmentError(
                f"{counted(len(self.document_ids), 'document')} for"
                f" {counted(len(self.segment_ids), 'segment')}."
            )

    def __eq__(self, other: object) -> bool:
        """Whether the scores are equal; file names do not matter."""
        if not isinstance(other, SegmentScores):
            return NotImplemented
        return self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        """Describe the size."""
        sizes = [counted(len(self.segment_ids), "segment"), counted(len(self.outputs), "output")]
        return f"SegmentScores({', '.join(sizes)}: {', '.join(self.metrics)})"

    @cached_property
    def digest(self) -> str:
        """Digest of the content, independent of the file and of the order."""
        whole = [repr(item) for item in sorted(self.whole.items())]
        return digest([repr(self.document_ids), *sorted(self.digests.values()), *whole])

    @cached_property
    def digests(self) -> dict[Scored, str]:
        """Digests of the scores of each metric and output."""
        segments = digest(self.segment_ids)
        return {
            scored: digest([repr(scored), segments, scores.astype("<f8").tobytes().hex()])
            for scored, scores in self.values.items()
        }

    @property
    def metrics(self) -> list[str]:
        """Names of the metrics, in the order of appearance."""
        return list(dict.fromkeys(scored.metric for scored in (*self.values, *self.whole)))

    @property
    def outputs(self) -> list[tuple[str, int]]:
        """Systems and runs, in the order of appearance."""
        found = (*self.values, *self.whole)
        return list(dict.fromkeys((scored.system, scored.run) for scored in found))

    def runs(self, metric: str, system: str) -> list[Floats]:
        """Scores of a system by one metric, run by run."""
        return [
            self.values[scored]
            for scored in sorted(self.values)
            if (scored.metric, scored.system) == (metric, system)
        ]

    def at(self, positions: Sequence[int | None], segment_ids: tuple[str, ...]) -> "SegmentScores":
        """Return the scores at these positions (NaN for None) under new segment ids."""
        import numpy as np

        places = [-1 if position is None else position for position in positions]
        values = {s: np.append(scores, np.nan)[places] for s, scores in self.values.items()}
        documents = [*self.document_ids, ""]
        return replace(
            self,
            values=values,
            segment_ids=segment_ids,
            document_ids=tuple(documents[i] for i in places) if self.document_ids else (),
        )

    @classmethod
    def concatenated(cls, parts: Sequence["SegmentScores"]) -> "SegmentScores":
        """Join the scores of several files by segment ids."""
        import numpy as np

        pairs = sorted({part.language_pair for part in parts if part.language_pair})
        if len(pairs) > 1:
            raise several_pairs(pairs)
        documents: dict[str, str] = {}
        values: dict[Scored, Floats] = {}
        whole: dict[Scored, float] = {}
        for part in parts:
            known = part.document_ids or ("",) * len(part.segment_ids)
            for segment, document in zip(part.segment_ids, known, strict=True):
                documents[segment] = document or documents.get(segment, "")
        ids = {segment: number for number, segment in enumerate(documents)}
        for part in parts:
            twice = [*(part.values.keys() & values.keys()), *(part.whole.keys() & whole.keys())]
            if twice:
                scored = min(twice)
                raise AlignmentError(
                    f"A second set of scores of {scored.metric} for {scored.system}.",
                    where=part.origin,
                    hint="If there are several language pairs, choose one with"
                    f" {wording.option('language_pair')}.",
                )
            whole.update(part.whole)
            places = [ids[segment] for segment in part.segment_ids]
            for scored, scores in part.values.items():
                values[scored] = np.full(len(ids), np.nan)
                values[scored][places] = scores
        # Several files are named without their directories.
        origins = [part.origin for part in parts]
        origin = ", ".join(origins if len(origins) == 1 else [Path(one).name for one in origins])
        document_ids = tuple(documents.values()) if any(documents.values()) else ()
        human = tuple(dict.fromkeys(name for part in parts for name in part.human))
        return cls(values, tuple(documents), document_ids, origin, whole, "".join(pairs), human)

    def entries(self) -> Iterator[Entry]:
        """All segment scores, ordered by output, segment and metric."""
        documents = self.document_ids or ("",) * len(self.segment_ids)
        for system, run in self.outputs:
            for number, (segment, document) in enumerate(
                zip(self.segment_ids, documents, strict=True)
            ):
                for metric in self.metrics:
                    scored = Scored(metric, system, run)
                    if scored in self.values:
                        score = float(self.values[scored][number])
                        yield Entry(scored, segment, document, score)


def several_pairs(pairs: Sequence[str], where: str = "") -> UsageError:
    """Make the error that asks to choose one of several language pairs."""
    place = f"{where}: " if where else ""
    return UsageError(
        f"{place}There are several language pairs: {', '.join(pairs)}.",
        hint="Scores of different language pairs are not one sample. Choose one with"
        f" {wording.option('language_pair')}.",
    )
