"""Text without spaces between words, which metrics of words cannot tell apart.

Chinese, Japanese, Thai, Lao, Khmer and Burmese need a tokenizer of their own, and Korean has one.
BLEU takes it where the target language is known, as in `-l en-zh`; otherwise every metric that
takes words from space to space warns, and names what to use instead.
"""

from collections.abc import Iterator

from tertium.core.findings import Finding
from tertium.core.testset import TestSet
from tertium.text.encoding import tokenizer_for
from tertium.text.segmentation import unsegmented_text

TOLD_BY_METRICS = True


def find(testset: TestSet) -> Iterator[Finding]:
    """Text that the tokenizer of its target language, or else 13a, does not separate."""
    text = unsegmented_text(testset)
    chosen = tokenizer_for(testset, None, lowercase=False).name
    if text.tokenizers and chosen == "13a":
        yield Finding(
            "unsegmented",
            "warning",
            text.origin,
            f"The text looks {text.language}{text.why}.",
            "Name the target language with -l, or a tokenizer, as in"
            f" bleu(tok={text.tokenizers[0]}).",
        )
