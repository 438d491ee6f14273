"""Text without spaces between words, which metrics of words cannot split.

Chinese, Japanese, Thai, Lao, Khmer and Burmese need their own tokenizers, and Korean has one. BLEU
uses it if the target language is known, as in `-l en-zh`; otherwise every metric that splits words
at spaces warns, and names the tokenizer to use.
"""

from collections.abc import Iterator

from tertium.checks._findings import Finding
from tertium.core import wording
from tertium.core.testset import TestSet
from tertium.text.encoding import tokenizer_for
from tertium.text.segmentation import unsegmented_text

REPORTED_BY_METRICS = True


def find(testset: TestSet) -> Iterator[Finding]:
    """Text that the tokenizer of its target language, by default 13a, does not split into words."""
    text = unsegmented_text(testset)
    chosen = tokenizer_for(testset, None, lowercase=False).name
    if text.tokenizers and chosen == "13a":
        yield Finding(
            "warning",
            text.origin,
            f"The text looks {text.language}{text.why}.",
            f"Give the language pair with {wording.option('language_pair')}, or a tokenizer, as in"
            f" bleu(tok={text.tokenizers[0]}).",
        )
