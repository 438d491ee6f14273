"""Text whose words are not separated by spaces, and the tokenizers that find them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from tertium.core.testset import TestSet
from tertium.text.scripts import letters_by_script

# Scripts without spaces between words, and Korean, whose words WMT and sacreBLEU divide further:
# the language they most likely write, and tokenizers for it.
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

# Lines looked at, letters that tell enough, and the share of them that decides.
_SAMPLE, _ENOUGH, _MOST = 200, 20, 0.5

# Japanese has Kana among its Chinese characters.
_KANA = 0.1

# Letters for each space at least, where words are not separated; segmented text has 2 to 4.
_LETTERS_PER_SPACE = 6


class Unsegmented(NamedTuple):
    """Text that needs a tokenizer of its own; all empty where a text needs none.

    Attributes:
        origin: Where the text is from.
        script: The script it is mostly written in.
        language: The language that most likely is.
        tokenizers: Those made for it.
    """

    origin: str = ""
    script: str = ""
    language: str = ""
    tokenizers: tuple[str, ...] = ()

    @property
    def why(self) -> str:
        """Why spaces do not tell its words, after the language."""
        return "" if self.script == "Hangul" else " and has no spaces between words"


def unsegmented_text(testset: TestSet) -> Unsegmented:
    """The first reference, or else the first output, if it needs a tokenizer of its own."""
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
    script, count = scripts.most_common(1)[0] if scripts else ("", 0)
    if letters < _ENOUGH or count <= _MOST * letters or script not in _LANGUAGES:
        return Unsegmented()
    spaces = len(re.findall(_SPACES, text))
    if script != "Hangul" and _LETTERS_PER_SPACE * spaces > letters:
        return Unsegmented()
    return Unsegmented(origin, script, *_LANGUAGES[script])
