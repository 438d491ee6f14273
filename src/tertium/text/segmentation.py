"""Text without spaces between words, and the tokenizers for it."""

import re
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from tertium.core.testset import TestSet
from tertium.text.scripts import letters_by_script

# Scripts without spaces between words, and Korean, whose words WMT and sacreBLEU divide further:
# the most likely language, and its tokenizers.
_LANGUAGES = {
    "Han": ("Chinese", ("zh",)),
    "Kana": ("Japanese", ("ja-mecab", "char")),
    "Hangul": ("Korean", ("ko-mecab",)),
    "Thai": ("Thai", ("flores200", "char")),
    "Lao": ("Lao", ("flores200", "char")),
    "Khmer": ("Khmer", ("flores200", "char")),
    "Myanmar": ("Burmese", ("flores200", "char")),
}

_SPACES = r"\S[ \t\u3000]+(?=\S)"

# Lines examined, letters needed, and the share of letters that decides.
_SAMPLE, _ENOUGH, _MOST = 200, 20, 0.5

# Japanese mixes Kana with Chinese characters.
_KANA = 0.1

# Minimum letters per space in unsegmented text; segmented text has 2 to 4.
_LETTERS_PER_SPACE = 6


class Unsegmented(NamedTuple):
    """Text that needs its own tokenizer; all fields are empty if it does not.

    Attributes:
        origin: The file.
        script: Its predominant script.
        language: Its most likely language.
        tokenizers: Tokenizers for that language.
    """

    origin: str = ""
    script: str = ""
    language: str = ""
    tokenizers: tuple[str, ...] = ()

    @property
    def why(self) -> str:
        """Why spaces do not separate its words, to follow the language."""
        return "" if self.script == "Hangul" else " and has no spaces between words"


def unsegmented_text(testset: TestSet) -> Unsegmented:
    """The first reference, else the first output, if it needs its own tokenizer."""
    streams = [*testset.references.values(), *(runs[0] for runs in testset.outputs.values())]
    if not streams:
        return Unsegmented()
    found: Unsegmented = testset.memo(
        "unsegmented", lambda: _look(streams[0].lines, streams[0].origin)
    )
    return found


def _look(lines: Sequence[str], origin: str) -> Unsegmented:
    text = "\n".join(lines[:: max(1, len(lines) // _SAMPLE)])
    if text.isascii():
        return Unsegmented()
    scripts = letters_by_script(text)
    letters = scripts.total()
    scripts["Kana"] += scripts["Han"] if scripts["Kana"] > _KANA * scripts["Han"] else 0
    script, count = max(scripts.items(), key=itemgetter(1), default=("", 0))
    if letters < _ENOUGH or count <= _MOST * letters or script not in _LANGUAGES:
        return Unsegmented()
    spaces = len(re.findall(_SPACES, text))
    if script != "Hangul" and _LETTERS_PER_SPACE * spaces > letters:
        return Unsegmented()
    return Unsegmented(origin, script, *_LANGUAGES[script])
