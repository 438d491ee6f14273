"""Output or reference is tokenized, the other is not.

BLEU tokenizes the texts itself and expects plain text, where a period follows its word without a
space.
"""

import re
from collections.abc import Iterator, Sequence

from tertium.checks._findings import Finding
from tertium.checks._lines import sample, target_streams, whole
from tertium.core.streams import Stream
from tertium.core.testset import TestSet

# Marks that follow their word without a space in plain text of any language.
_MARKS = ".,،。，、"

# Lines examined.
_SAMPLE = 200

# Marks needed, and the shares of separate marks from which a text is tokenized, or plain.
_ENOUGH, _TOKENIZED, _PLAIN = 3, 0.5, 0.1

# Characters between two spaces in scripts without spaces between words, and in segmented text of
# such scripts.
_UNSPACED, _SPACED = 12.0, 4.0


def find(testset: TestSet) -> Iterator[Finding]:
    """References and outputs that are tokenized, if another text is not."""
    streams = list(target_streams(testset))
    shares = [(stream, _share_apart(stream)) for stream in streams]
    plain = [stream for stream, share in shares if share is not None and share <= _PLAIN]
    lengths = [(stream, _characters_per_space(stream)) for stream in streams]
    unspaced = [stream for stream, length in lengths if length >= _UNSPACED]
    for (stream, share), (_, length) in zip(shares, lengths, strict=True):
        if unspaced and 0 < length <= _SPACED:
            yield _finding(stream, "words are set apart by spaces", unspaced[0])
        elif plain and share is not None and share >= _TOKENIZED:
            how = f"punctuation stands apart from its word, as in {_example(stream)!r}"
            yield _finding(stream, how, plain[0])


def _finding(stream: Stream, how: str, plain: Stream) -> Finding:
    return Finding(
        "warning",
        stream.origin,
        f"Looks tokenized: {how}, but not in {plain.origin}.",
        "Detokenize it: words that tokenization changed cannot match.",
    )


def _share_apart(stream: Sequence[str]) -> float | None:
    """Share of the marks at the end of a word that stand apart from it; None if they are few."""
    text = whole(sample(stream, _SAMPLE)).replace("\n", " ") + " "
    marks = [mark for mark in _MARKS if mark in text]
    ending = sum(text.count(f"{mark} ") for mark in marks)
    apart = sum(text.count(f" {mark} ") for mark in marks)
    return apart / ending if ending >= _ENOUGH else None


def _characters_per_space(stream: Sequence[str]) -> float:
    lines = sample(stream, _SAMPLE)
    pieces = sum(len(line.split()) for line in lines)
    return sum(map(len, lines)) / pieces if pieces else 0.0


def _example(stream: Sequence[str]) -> str:
    match = re.search(rf"\S+ [{_MARKS}](?= |$)", whole(stream), re.MULTILINE)
    return match.group()[-40:] if match else ""
