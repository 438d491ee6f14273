"""Text in another script than that of its language or the reference."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tertium.checks._findings import Finding
from tertium.checks._lines import outputs, sample
from tertium.core.testset import TestSet
from tertium.text.scripts import SCRIPTS, letters_by_script

# Lines examined, and the share of letters in another script that is suspicious.
_SAMPLE, _SUSPICIOUS = 200, 0.5

# Letters needed to recognize a script.
_ENOUGH = 20

# Codes of scripts in language codes (ISO 15924), for languages with several scripts.
_CODES = {"latn": "Latin", "cyrl": "Cyrillic", "arab": "Arabic", "deva": "Devanagari"}


def find(testset: TestSet) -> Iterator[Finding]:
    """Texts whose letters are mostly of an unexpected script."""
    source, target = _scripts(testset.source_language), _scripts(testset.target_language)
    if testset.source is not None and source:
        yield from _mismatch(testset.source, testset.source.origin, source, testset.source_language)
    for reference in testset.references.values():
        if target:
            yield from _mismatch(reference, reference.origin, target, testset.target_language)
    expected = target or tuple(
        script for reference in testset.references.values() for script in _used(reference)
    )
    of = testset.target_language if target else "the reference"
    if expected:
        for _, stream in outputs(testset):
            yield from _mismatch(stream, stream.origin, expected, of)


def _scripts(language: str) -> tuple[str, ...]:
    """Scripts of a language code such as zh, zh-TW, en_US or srp_Latn."""
    first, *rest = language.lower().replace("_", "-").split("-")
    named = tuple(_CODES[part] for part in rest if part in _CODES)
    return named or SCRIPTS.get(first, ())


def _mismatch(
    stream: Sequence[str], origin: str, expected: tuple[str, ...], of: str
) -> Iterator[Finding]:
    counts = _letters(stream)
    total = counts.total()
    wrong = Counter({s: n for s, n in counts.items() if s not in expected})
    if total < _ENOUGH or wrong.total() <= _SUSPICIOUS * total:
        return
    yield Finding(
        "warning",
        origin,
        f"{100 * wrong.total() / total:.0f} % of the letters are {wrong.most_common(1)[0][0]};"
        f" expected {' or '.join(dict.fromkeys(expected))} for {of}.",
        "It may be another language, or the wrong file.",
    )


def _used(stream: Sequence[str]) -> list[str]:
    """Scripts with at least a tenth of the letters of a text."""
    counts = _letters(stream)
    total = counts.total()
    return [script for script, count in counts.items() if total >= _ENOUGH and count > total / 10]


def _letters(stream: Sequence[str]) -> Counter[str]:
    """Letters of each script, in lines spread over the text."""
    return letters_by_script("".join(sample(stream, _SAMPLE)))
