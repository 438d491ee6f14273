"""Lines that do not correspond to the lines of the reference.

The numbers of lines agree, but the lines are in another order, shifted, in another language, or
from the wrong file. Only texts of some length are checked.
"""

from collections.abc import Iterator, Sequence

from tertium.checks._findings import Finding
from tertium.checks._lines import outputs, sample, words
from tertium.core.streams import Stream
from tertium.core.testset import TestSet

# Different words needed to compare languages, and the smallest share of words that texts in one
# language have in common; the smallest share of 632 outputs of WMT 2021-2023 is 0.4.
_WORDS_OF_LANGUAGE, _SHARED_WORDS = 400, 0.3

# Lines needed to compare positions, lines compared, and lines averaged.
_LINES_IN_STEP, _COMPARED, _TOGETHER = 20, 80, 10

# Number of lines up to which the place of the shift is searched for.
_LOOKED_THROUGH = 20_000


def find(testset: TestSet) -> Iterator[Finding]:
    """Texts that do not correspond to the first reference."""
    if not testset.references or len(testset) < _LINES_IN_STEP:
        return
    reference, *others = testset.references.values()
    compared = _Reference(reference)
    for stream in (*others, *(stream for _, stream in outputs(testset))):
        message, effect = _compare(stream, compared)
        if message:
            yield Finding("warning", stream.origin, message, effect)


class _Reference:
    """Words of the reference, prepared once for all outputs."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.vocabulary = {word for line in sample(stream) for word in words(line.lower())}
        size = len(stream)
        self.at = [i for i in range(0, size, max(1, size // _COMPARED)) if i not in stream.missing]
        near = {i for at in self.at for i in (at - 1, at, at + 1) if 0 <= i < size}
        self.words = {i: frozenset(words(stream[i].lower())) for i in near}


def _compare(stream: Stream, reference: _Reference) -> tuple[str, str]:
    name = reference.stream.origin
    share = _shared_words(stream, reference.vocabulary)
    if share < _SHARED_WORDS and len(reference.vocabulary) >= _WORDS_OF_LANGUAGE:
        return (
            f"Only {100 * share:.0f} % of its words occur in {name} at all.",
            "One of them may be in another language, or the wrong file.",
        )
    gains = _gains(stream, reference)
    if not gains or min(_means(gains)) >= 0:
        return "", ""
    from tertium.core.alignment import breaks, places

    found = breaks(reference.stream, stream) if len(stream) <= _LOOKED_THROUGH else []
    if found:
        where = places(found, (name, stream.origin))
        return (
            f"The lines seem to be out of step: there is no counterpart to {where}.",
            "The lines in between are compared with the wrong lines.",
        )
    if sum(gains) >= 0:
        return "", ""
    return (
        f"Its lines match those of {name} no better than they match the neighbouring lines.",
        "One of them may be in another order, or the wrong file.",
    )


def _shared_words(stream: Sequence[str], vocabulary: set[str]) -> float:
    """Share of the words of a text that occur in another."""
    found = [word for line in sample(stream, 100) for word in words(line.lower())]
    return sum(word in vocabulary for word in found) / len(found) if found else 1.0


def _gains(stream: Sequence[str], reference: _Reference) -> list[float]:
    """How many more words lines share with the line of the same number than with its neighbours."""
    gains = []
    for i in reference.at:
        line = frozenset(words(stream[i].lower()))
        if line:
            near = [reference.words.get(i + step, frozenset()) for step in (-1, 1)]
            gains.append(
                _overlap(line, reference.words[i]) - max(_overlap(line, other) for other in near)
            )
    return gains


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other))


def _means(gains: Sequence[float]) -> Iterator[float]:
    """Means of consecutive lines."""
    together = min(_TOGETHER, len(gains))
    for at in range(0, len(gains) - together + 1, max(1, together // 2)):
        yield sum(gains[at : at + together]) / together
