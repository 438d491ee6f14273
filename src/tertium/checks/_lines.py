"""Functions of texts that several checks share."""

from collections.abc import Iterator, Sequence

from tertium.core.streams import Stream
from tertium.core.testset import TestSet


def target_streams(testset: TestSet) -> Iterator[Stream]:
    """References and outputs: all texts in the target language."""
    yield from testset.references.values()
    for runs in testset.outputs.values():
        yield from runs


def outputs(testset: TestSet) -> Iterator[tuple[str, Stream]]:
    """Every output with its name, which includes the run if there are several."""
    for name, runs in testset.outputs.items():
        for number, stream in enumerate(runs, 1):
            yield (f"{name} (run {number})" if len(runs) > 1 else name), stream


def sample(stream: Sequence[str], size: int = 500) -> Sequence[str]:
    """A sample of lines from the whole text."""
    return stream[:: max(1, len(stream) // size)]


def whole(stream: Sequence[str]) -> str:
    """All lines as one string, which is fast to search."""
    return "\n".join(stream)


def having(stream: Sequence[str], *characters: str) -> list[int]:
    """Lines that contain one of some characters or words."""
    text = whole(stream)
    if not any(character in text for character in characters):
        return []
    return [i for i, line in enumerate(stream) if any(c in line for c in characters)]


def words(line: str) -> list[str]:
    """Words of a line; characters if the script has no spaces between words."""
    found = line.split()
    return found if len(line) <= 12 * len(found) else [c for c in line if not c.isspace()]


def equal_lines(one: Sequence[str], other: Sequence[str]) -> list[int]:
    """Numbers of the lines that are identical in two texts."""
    return [i for i, (line, same) in enumerate(zip(one, other, strict=True)) if line == same]
