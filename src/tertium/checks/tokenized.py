"""One side is tokenized, the other is not.

BLEU tokenizes by itself and expects plain text, where a period follows its word without a space.
"""

import re
from collections.abc import Iterator, Sequence

from tertium.checks._lines import outputs, sample, whole
from tertium.core.findings import Finding
from tertium.core.testset import TestSet

_MARKS = ".,!?;:"

# Shares of punctuation set apart that count as tokenized, and as plain.
_TOKENIZED, _PLAIN = 0.5, 0.1


def find(testset: TestSet) -> Iterator[Finding]:
    """Outputs that are tokenized where the first reference is not, or the other way round."""
    for reference in list(testset.references.values())[:1]:
        expected = _share_apart(reference)
        for _, stream in outputs(testset):
            share = _share_apart(stream)
            if share >= _TOKENIZED and expected <= _PLAIN:
                tokenized, plain = stream, reference
            elif share <= _PLAIN and expected >= _TOKENIZED:
                tokenized, plain = reference, stream
            else:
                continue
            yield Finding(
                "tokenized",
                "warning",
                tokenized.origin,
                f"Looks tokenized: punctuation stands apart from its word, as in"
                f" {_example(tokenized)!r}, but not in {plain.origin}.",
                "Detokenize it: what tokenization changed beyond spaces cannot match.",
            )


def _share_apart(stream: Sequence[str]) -> float:
    """Share of the marks that end a word which stand apart from it."""
    text = whole(sample(stream))
    ending = sum(text.count(f"{mark}{after}") for mark in _MARKS for after in " \n")
    apart = sum(text.count(f" {mark}{after}") for mark in _MARKS for after in " \n")
    # Too few marks tell nothing.
    return apart / ending if ending >= 10 else 0.3


def _example(stream: Sequence[str]) -> str:
    match = re.search(r"\S+ [.,!?;:](?= |$)", whole(stream), re.MULTILINE)
    return match.group() if match else ""
