"""The sample of a study of systems, with the data it was computed from."""

from dataclasses import dataclass

from tertium.core.inputs import Inputs
from tertium.core.judgments import Judgments
from tertium.core.notices import Notice
from tertium.core.sample import Sample


@dataclass(frozen=True)
class Data:
    """The data of a study.

    Attributes:
        segments: Number of segments.
        documents: Number of documents; None if they are unknown.
        units: Number of units, segments or documents, that are resampled.
        digest: Digest of references and source.
        references: Names of the references.
        languages: Source and target language; empty if unknown.
        inputs: How the test set was read, with file names without directories; None for texts in
            memory.
        digests: Digests of all texts and layers, by their roles.
        judgments: The human judgments, if systems are compared by them.
    """

    segments: int
    documents: int | None
    units: int
    digest: str
    references: tuple[str, ...]
    languages: tuple[str, str]
    inputs: Inputs | None
    digests: dict[str, str]
    judgments: Judgments | None = None


@dataclass(frozen=True)
class StudySample:
    """A sample, its data, the signatures of its metrics, and warnings."""

    sample: Sample
    data: Data
    signatures: tuple[tuple[str, str], ...]
    warnings: tuple[Notice, ...] = ()
