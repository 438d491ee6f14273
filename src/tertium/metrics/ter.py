"""TER: edits needed to turn the output into the reference, for each word of the reference.

Edits are insertions, deletions, substitutions and shifts of blocks of words. With several
references the fewest edits count, divided by the mean length. Lower is better.

Reference: Snover et al. 2006; numbers as sacreBLEU's.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Buffer, Rows
from tertium.core.spec import option
from tertium.core.testset import TestSet
from tertium.kernels import Encoded, Vocabulary, encode_tokens, translation_statistics
from tertium.metrics._error_rate import ErrorRate
from tertium.metrics._sacrebleu import signature
from tertium.text.encoding import Tokenization, encoded_output, encoded_references


@dataclass(frozen=True)
class Ter(ErrorRate):
    """Translation edit rate of a corpus or a segment."""

    name: ClassVar[str] = "ter"
    citations: ClassVar[tuple[str, ...]] = ("snover-2006", "post-2018")

    normalized: bool = option(False, "Set punctuation apart and unescape entities first.")
    no_punct: bool = option(False, "Remove punctuation first.")
    asian_support: bool = option(
        False, "Treat Asian characters and punctuation too, where normalized or no_punct is on."
    )
    case_sensitive: bool = option(False, "Tell upper from lower case.")

    @property
    def title(self) -> str:
        """Name as papers print it."""
        return "TER"

    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Fewest edits over the references, and their mean length."""
        output = encoded_output(testset, outputs, self.tokenization)
        references = encoded_references(testset, self.tokenization)
        return translation_statistics(output, segment_of_output, references)

    @property
    def tokenization(self) -> Tokenization:
        """How lines become words."""
        return _Tercom(
            lowercase=not self.case_sensitive,
            normalized=self.normalized,
            no_punct=self.no_punct,
            asian_support=self.asian_support,
        )

    def signature(self, testset: TestSet) -> str:
        """As sacreBLEU prints it."""
        return signature(
            testset,
            case="mixed" if self.case_sensitive else "lc",
            tok="tercom",
            norm=self.normalized,
            punct=not self.no_punct,
            asian=self.asian_support,
        )


# TERCOM's Normalizer, in sacreBLEU's reading of it: rules applied one after the other.
_NORMALIZE = (
    (r"\n-", ""),
    (r"\n", " "),
    (r"&quot;", '"'),
    (r"&amp;", "&"),
    (r"&lt;", "<"),
    (r"&gt;", ">"),
    (r"\A(.*)\Z", r" \1 "),
    (r"([{-~\[-` -&(-+:-@/])", r" \1 "),
    (r"'s ", " 's "),
    (r"([^0-9])([.,])", r"\1 \2 "),
    (r"([.,])([^0-9])", r" \1 \2"),
    (r"([0-9])(-)", r"\1 \2 "),
)
_ASIAN_PUNCTUATION = "([\u3001\u3002\u3008-\u3011\u3014-\u301f\uff61-\uff65\u30fb])"
_WIDE_PUNCTUATION = "([\uff0e\uff0c\uff1f\uff1a\uff1b\uff01\uff02\uff08\uff09])"
# Ideographs, strokes, radicals, compatibility forms, enclosed letters. TERCOM's rules for kana
# are anchored in sacreBLEU so that they hit only a line that is kana from end to end, which the
# rule before has padded with spaces: they never apply.
_NORMALIZE_ASIAN = (
    ("([\u4e00-\u9fff\u3400-\u4dbf])", r" \1 "),
    ("([\u31c0-\u31ef\u2e80-\u2eff])", r" \1 "),
    ("([\u3300-\u33ff\uf900-\ufaff\ufe30-\ufe4f])", r" \1 "),
    ("([\u3200-\u3f22])", r" \1 "),
    (_ASIAN_PUNCTUATION, r" \1 "),
    (_WIDE_PUNCTUATION, r" \1 "),
)
_REMOVE = ((r'[.,?:;!"()]', ""),)
_REMOVE_ASIAN = ((_ASIAN_PUNCTUATION, ""), (_WIDE_PUNCTUATION, ""))


@dataclass(frozen=True)
class _Tercom(Tokenization):
    """TERCOM's preparation of a line; by default it only splits on white space."""

    normalized: bool = False
    no_punct: bool = False
    asian_support: bool = False

    def encode(self, lines: Sequence[str], vocabulary: Vocabulary) -> Encoded:
        """Ids of the words that the rules make of lines."""
        rules = [
            (re.compile(pattern, re.DOTALL), replacement)
            for pattern, replacement in (
                *(_NORMALIZE if self.normalized else ()),
                *(_NORMALIZE_ASIAN if self.normalized and self.asian_support else ()),
                *(_REMOVE if self.no_punct else ()),
                *(_REMOVE_ASIAN if self.no_punct and self.asian_support else ()),
            )
        ]
        if not rules:
            return self.tokens(lines, "words", vocabulary)
        lines = [line.rstrip() for line in self.lowered(lines)]
        for pattern, replacement in rules:
            lines = [pattern.sub(replacement, line) for line in lines]
        return encode_tokens(lines, "words", vocabulary)


METRIC = Ter
