"""What a study of systems rests on: a sample, and where it comes from."""

from dataclasses import dataclass

from tertium.core.inputs import Inputs
from tertium.core.judgments import Judgments
from tertium.core.notices import Notice
from tertium.core.sample import Sample


@dataclass(frozen=True)
class Data:
    """What was compared.

    Attributes:
        segments: Number of segments.
        documents: Number of documents, where they are known.
        units: Number of what is resampled.
        digest: Fingerprint of references and source.
        references: Names of the references.
        languages: Source and target language, as far as known.
        inputs: How the test set was read, with names of files, not paths; None if made in memory.
        digests: Fingerprints of all texts and layers, by their role.
        judgments: The human judgments, where systems are compared by them.
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
class Collected:
    """A sample, what is known of where it comes from, and what to warn of in it."""

    sample: Sample
    data: Data
    signatures: tuple[tuple[str, str], ...]
    warnings: tuple[Notice, ...] = ()
