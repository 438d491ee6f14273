"""What several checks need to know of a text."""

from collections.abc import Iterator, Sequence

from tertium.core.testset import Stream, TestSet


def target_streams(testset: TestSet) -> Iterator[Stream]:
    """References and outputs: all texts in the target language."""
    yield from testset.references.values()
    for runs in testset.outputs.values():
        yield from runs


def outputs(testset: TestSet) -> Iterator[tuple[str, Stream]]:
    """Every output with a name for it."""
    for name, runs in testset.outputs.items():
        for number, stream in enumerate(runs, 1):
            yield (f"{name} (run {number})" if len(runs) > 1 else name), stream


def sample(stream: Sequence[str], size: int = 500) -> Sequence[str]:
    """Some lines spread over a text, enough to see what it is like."""
    return stream[:: max(1, len(stream) // size)]


def whole(stream: Sequence[str]) -> str:
    """All lines as one text, for a quick look at all of it."""
    return "\n".join(stream)


def having(stream: Sequence[str], *characters: str) -> list[int]:
    """Lines that contain one of some characters or words."""
    text = whole(stream)
    if not any(character in text for character in characters):
        return []
    return [i for i, line in enumerate(stream) if any(c in line for c in characters)]


def words(line: str) -> list[str]:
    """Words of a line; characters where the script has no spaces between words."""
    found = line.split()
    return found if len(line) <= 12 * len(found) else [c for c in line if not c.isspace()]


def equal_lines(one: Sequence[str], other: Sequence[str]) -> list[int]:
    """Lines that two texts have in common, word for word, at the same place."""
    return [i for i, (line, same) in enumerate(zip(one, other, strict=True)) if line == same]
