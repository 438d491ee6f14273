"""An output that is the source itself: untranslated."""

from collections.abc import Iterator

from tertium.checks._findings import Finding, numbers
from tertium.checks._lines import equal_lines, outputs, words
from tertium.core.formatting import counted
from tertium.core.testset import TestSet

# Names and numbers stay as they are; whole sentences do not.
_SENTENCE, _SUSPICIOUS = 4, 0.05


def find(testset: TestSet) -> Iterator[Finding]:
    """Outputs equal to the source, in all segments or in too many sentences."""
    if testset.source is None:
        return
    source = testset.source
    for _, stream in outputs(testset):
        same = equal_lines(stream, source)
        if len(same) == len(stream):
            yield Finding(
                "error",
                stream.origin,
                f"Identical to the source, {source.origin}, in every segment.",
                "No segment is translated.",
            )
            continue
        untranslated = [i for i in same if _is_sentence(source[i])]
        if not untranslated:
            continue
        sentences = sum(_is_sentence(line) for line in source)
        if len(untranslated) > _SUSPICIOUS * sentences:
            yield Finding(
                "warning",
                stream.origin,
                f"Untranslated: identical to the source in {len(untranslated):,} of"
                f" {counted(sentences, 'sentence')} ({numbers(untranslated, stream.unit)}).",
                "They match the reference in names and numbers only.",
            )


def _is_sentence(line: str) -> bool:
    return len(words(line)) >= _SENTENCE
