"""Lines that do not go with those of the reference.

Lines in another order or shifted against the reference, another language, the wrong file: the
numbers of lines agree, the texts do not. Looked at in texts of some length only.
"""

from collections.abc import Iterator, Sequence

from tertium.checks._lines import outputs, sample, words
from tertium.core.alignment import breaks, places
from tertium.core.findings import Finding
from tertium.core.testset import Stream, TestSet

# Different words needed to see whether the language is another, and the share of words that texts
# in the same language have in common at least; 0.4 is the least of 632 outputs of WMT 2021-2023.
_WORDS_OF_LANGUAGE, _SHARED_WORDS = 400, 0.3

# Lines needed to see whether lines are in step, lines compared, and those taken together.
_LINES_IN_STEP, _COMPARED, _TOGETHER = 20, 80, 10

# Lines up to which the place is looked for.
_LOOKED_THROUGH = 20_000


def find(testset: TestSet) -> Iterator[Finding]:
    """Texts that do not go with the first reference."""
    if not testset.references or len(testset) < _LINES_IN_STEP:
        return
    reference, *others = testset.references.values()
    compared = _Reference(reference)
    for stream in (*others, *(stream for _, stream in outputs(testset))):
        message, effect = _compare(stream, compared)
        if message:
            yield Finding("unrelated", "warning", stream.origin, message, effect)


class _Reference:
    """What is compared of the reference, made once for all outputs."""

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
    found = breaks(reference.stream, stream) if len(stream) <= _LOOKED_THROUGH else []
    if found:
        where = places(found, (name, stream.origin))
        return (
            f"Seems out of step: there is no counterpart to {where}.",
            "Lines in between are compared with the wrong ones.",
        )
    if sum(gains) >= 0:
        return "", ""
    return (
        f"Its lines are no more like those of {name} than like the ones next to them.",
        "One of them may be in another order, or the wrong file.",
    )


def _shared_words(stream: Sequence[str], vocabulary: set[str]) -> float:
    """Share of the words of a text that occur in another."""
    found = [word for line in sample(stream, 100) for word in words(line.lower())]
    return sum(word in vocabulary for word in found) / len(found) if found else 1.0


def _gains(stream: Sequence[str], reference: _Reference) -> list[float]:
    """How much more lines share with the line of the same number than with its neighbours."""
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
    """Mean of lines taken together, wherever they begin."""
    together = min(_TOGETHER, len(gains))
    for at in range(0, len(gains) - together + 1, max(1, together // 2)):
        yield sum(gains[at : at + together]) / together
