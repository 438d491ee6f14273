"""Composed characters on one side, decomposed ones on the other.

"é" is one character in NFC and two in NFD; they look alike and do not match.
"""

from collections.abc import Iterator
from unicodedata import is_normalized, normalize

from tertium.checks._lines import target_streams, whole
from tertium.core.findings import Finding, numbers
from tertium.core.testset import Stream, TestSet


def find(testset: TestSet) -> Iterator[Finding]:
    """Texts that are not NFC, where any other text of the target language has such letters."""
    streams = [s for s in target_streams(testset) if not whole(s).isascii()]
    composed = [stream for stream in streams if not is_normalized("NFD", whole(stream))]
    for stream in streams:
        lines = _decomposed(stream)
        others = [other for other in composed if other is not stream or len(lines) < len(stream)]
        if lines and others:
            other = next((o for o in others if o is not stream), stream)
            mixed = "it" if other is stream else other.origin
            yield Finding(
                "unicode-normalization",
                "warning",
                stream.origin,
                f"Decomposed characters (NFD) in {numbers(lines, stream.unit)}, while {mixed}"
                " also has composed ones (NFC).",
                "They look alike and do not match.",
                lambda line: normalize("NFC", line),
            )


def _decomposed(stream: Stream) -> list[int]:
    if is_normalized("NFC", whole(stream)):
        return []
    return [i for i, line in enumerate(stream) if not is_normalized("NFC", line)]
