"""Preparation of lines for TER, as in TERCOM and as in sacreBLEU.

By default lines are only split at white space. The options are TERCOM's: -N (normalized), -P
(no_punct), -A (asian_support) and, inverted, -s (lowercase). Its releases 0.7.25 and
0.10.0 differ in -N, and only the latter has -A.
"""

import re
from collections.abc import Sequence
from functools import cache
from string import whitespace

from tertium.core.frozen import frozen
from tertium.kernels import Encoded, Vocabulary, encode_tokens
from tertium.text.encoding import Tokenization

# Patterns and replacements, applied in order.
_Rules = tuple[tuple[str, str], ...]

_LINES: dict[str, _Rules] = {
    "sacrebleu": ((r"\n-", ""), (r"\n", " ")),
    "tercom": ((r"<skipped>", ""), (r"-\n", ""), (r"\n", " ")),
}
_ENTITIES: _Rules = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
_MARKS: _Rules = (
    (r"\A(.*)\Z", r" \1 "),
    (r"([{-~\[-` -&(-+:-@/])", r" \1 "),
    (r"'s ", " 's "),
)
_POINTS: _Rules = (
    (r"([^0-9])([.,])", r"\1 \2 "),
    (r"([.,])([^0-9])", r" \1 \2"),
)
# The final mark of a word without another mark; of two such words in a row only that of the first,
# because the pattern consumes the space between them.
_FINAL_POINTS: _Rules = ((r"\s", " "), (r"(?<! ) ++([^,. ]++)([.,]) +", r" \1 \2 "))
_DASHES: _Rules = ((r"([0-9])(-)", r"\1 \2 "),)
_ENDS: _Rules = ((r"\A\s+", ""), (r"(?<!\s)\s+\Z", ""))

# Ideographs, strokes and radicals, compatibility forms.
_IDEOGRAPHS: _Rules = (
    ("([\u4e00-\u9fff\u3400-\u4dbf])", r" \1 "),
    ("([\u31c0-\u31ef\u2e80-\u2eff])", r" \1 "),
    ("([\u3300-\u33ff\uf900-\ufaff\ufe30-\ufe4f])", r" \1 "),
)
# Enclosed letters, where sacreBLEU's range is longer; runs of hiragana, katakana and phonetic
# extensions. sacreBLEU anchors the latter rules to lines that are kana from end to end, but earlier
# rules have padded such lines with spaces, so these rules never apply.
_ASIAN_LETTERS: dict[str, _Rules] = {
    "sacrebleu": (("([\u3200-\u3f22])", r" \1 "),),
    "tercom": (
        ("([\u3200-\u32ff])", r" \1 "),
        ("([\u3040-\u309f]+)", r" \1 "),
        ("([\u30a0-\u30ff]+)", r" \1 "),
        ("([\u31f0-\u31ff]+)", r" \1 "),
    ),
}
_ASIAN_PUNCTUATION = "([\u3001\u3002\u3008-\u3011\u3014-\u301f\uff61-\uff65\u30fb])"
_WIDE_PUNCTUATION = "([\uff0e\uff0c\uff1f\uff1a\uff1b\uff01\uff02\uff08\uff09])"
_ASIAN_MARKS: _Rules = ((_ASIAN_PUNCTUATION, r" \1 "), (_WIDE_PUNCTUATION, r" \1 "))
_REMOVE: _Rules = ((r'[.,?:;!"()]', ""),)
_REMOVE_ASIAN: _Rules = ((_ASIAN_PUNCTUATION, ""), (_WIDE_PUNCTUATION, ""))

VARIANTS = {
    "sacrebleu": "sacreBLEU, which prepares references twice",
    "sacrebleu-once": "sacreBLEU with references prepared once, like outputs",
    "tercom": "TERCOM 0.7.25",
    "tercom-0.10": "TERCOM 0.10.0",
}

# Java's trim() removes control characters, too; its \s matches `string.whitespace`.
_TRIMMED = "".join(map(chr, range(0x21)))
_WHITE_SPACE = re.compile(f"[{whitespace}]+")

# The kernels have no empty word; a Unicode noncharacter represents it.
_EMPTY_WORD = "\ufdd0"


@frozen
class Tercom(Tokenization):
    """Preparation of a line by `variant`, one of VARIANTS."""

    variant: str = "sacrebleu"
    normalized: bool = False
    no_punct: bool = False
    asian_support: bool = False

    def encode(self, lines: Sequence[str], vocabulary: Vocabulary) -> Encoded:
        """Ids of the words of prepared lines, lower-cased first if requested."""
        if not self.variant.startswith("sacrebleu"):
            words = [self._java_words(line.strip(_TRIMMED)) for line in self.lowered(lines)]
            return encode_tokens(words, "fields", vocabulary)
        if not self._rules:
            return self.tokens(lines, "words", vocabulary)
        lines = [self._prepared(line.rstrip()) for line in self.lowered(lines)]
        return encode_tokens(lines, "words", vocabulary)

    def encode_references(self, lines: Sequence[str], vocabulary: Vocabulary) -> Encoded:
        """Ids of the words of references, which sacreBLEU prepares twice.

        Its TER prepares lines that its base class has prepared already. The second time, the rule
        for 's matches the space that the first time inserted before a full stop or comma: "it's."
        becomes "it 's ." in a reference, and "it's ." in an output.
        """
        if self.variant == "sacrebleu" and self._rules:
            lines = [
                " ".join(self._prepared(line.rstrip()).split()) for line in self.lowered(lines)
            ]
        return self.encode(lines, vocabulary)

    def _java_words(self, line: str) -> str:
        """Return words as Java's split returns them to TERCOM, joined by spaces.

        If -P removed a mark before a space, the first word is empty; if it removed the whole line,
        the only word is empty. Empty lines, and the rest of ". .", have no words.
        """
        prepared = self._prepared(line)
        if not line or (prepared and not prepared.strip(whitespace)):
            return ""
        words = _WHITE_SPACE.split(prepared.rstrip(whitespace))
        return " ".join(word or _EMPTY_WORD for word in words)

    def _prepared(self, line: str) -> str:
        for pattern, replacement in self._rules:
            line = pattern.sub(replacement, line)
        return line

    @property
    def _rules(self) -> list[tuple[re.Pattern[str], str]]:
        return _compiled_rules(self.variant, self.normalized, self.no_punct, self.asian_support)


@cache
def _compiled_rules(
    variant: str, normalized: bool, no_punct: bool, asian_support: bool
) -> list[tuple[re.Pattern[str], str]]:
    program = "sacrebleu" if variant.startswith("sacrebleu") else "tercom"
    rules: _Rules = ()
    if normalized:
        rules += _LINES[program] + _ENTITIES + _MARKS
        rules += (_FINAL_POINTS if variant == "tercom" else _POINTS) + _DASHES
        if asian_support:
            rules += _IDEOGRAPHS + _ASIAN_LETTERS[program] + _ASIAN_MARKS
        rules += _ENDS
    if no_punct:
        rules += _REMOVE + (_REMOVE_ASIAN if asian_support else ())
    return [
        (re.compile(pattern, re.DOTALL | re.ASCII), replacement) for pattern, replacement in rules
    ]
