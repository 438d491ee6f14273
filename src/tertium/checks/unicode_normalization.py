"""The same letter in different Unicode forms.

"é" can be one character (U+00E9, as in NFC) or two (U+0065 U+0301, as in NFD); they look alike and
do not match.
"""

from collections.abc import Iterator
from unicodedata import is_normalized, normalize

from tertium.checks._findings import Finding, numbers
from tertium.checks._lines import target_streams, whole
from tertium.core.testset import TestSet


def find(testset: TestSet) -> Iterator[Finding]:
    """Texts with letters that are not in NFC, but in NFC in another text."""
    texts = [(stream, whole(stream)) for stream in target_streams(testset)]
    texts = [(stream, text) for stream, text in texts if not text.isascii()]
    for stream, text in texts:
        if is_normalized("NFC", text):
            continue
        lines = [i for i, line in enumerate(stream) if not is_normalized("NFC", line)]
        forms = _forms([stream[i] for i in lines])
        for other, other_text in sorted(texts, key=lambda item: item[0] is stream):
            shared = [form for form in forms if form in other_text]
            if shared:
                place = "elsewhere" if other is stream else f"in {other.origin}"
                yield Finding(
                    "warning",
                    stream.origin,
                    f"{shared[0]} is {_codes(forms[shared[0]])} here, but {_codes(shared[0])}"
                    f" {place}: not in Unicode form NFC in {numbers(lines, stream.unit)}.",
                    "They look alike and do not match.",
                    _repair,
                )
                break


def _forms(lines: list[str]) -> dict[str, str]:
    """Letters in NFC, with their form in this text."""
    forms: dict[str, str] = {}
    for line in lines:
        composed = normalize("NFC", line)
        for character in sorted(set(composed) - set(line)):
            apart = normalize("NFD", character)
            written = [apart, normalize("NFC", apart[:-1]) + apart[-1]]
            if apart != character and any(form in line for form in written):
                forms.setdefault(character, next(form for form in written if form in line))
        # Some letters of Indian scripts are two characters in NFC.
        for character in sorted(set(line) - set(composed)):
            if normalize("NFC", character) != character:
                forms.setdefault(normalize("NFC", character), character)
    return forms


def _codes(text: str) -> str:
    return " ".join(f"U+{ord(character):04X}" for character in text)


def _repair(line: str) -> str:
    return normalize("NFC", line)
