"""METEOR 1.5's normalization of western text: a tokenizer, with quotes, dashes and dots evened out.

The rules are substitutions made one after the other. They consume what stands on both sides, so
that of two overlapping places only the first is changed.
"""

import re
from collections.abc import Mapping

LANGUAGES = ("cz", "de", "en", "es", "fr", "ru")

_LETTER = (
    "A-Za-z\u0160\u017d\u0161\u017e\u0178\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e"
    "\u0400-\u04ff\u0500-\u0527\ua640-\ua66e\ua67e-\ua697\u1d00-\u1d7f"
)
_ALPHANUMERIC = "0-9" + _LETTER
_CONTROLS = "".join(map(chr, range(0x21)))  # what Java trims
_FIELD = re.compile(r"[^ \t\n\f\r]+")
_SPACES = re.compile("[ \u00a0\u2000-\u200a\u202f\u205f\u3000]+")

_OTHER = re.compile(rf"([^{_ALPHANUMERIC} \t\n\x0b\f\r.'`,\-\u2018\u2019])")
_DOTS = re.compile(r"\.{2,}")
_ESCAPED_DOTS = re.compile("((?:DOT)+)MULTI")
_COMMAS = tuple(
    (re.compile(pattern), r"\1 , \2")
    for pattern in ("([^0-9]),([^0-9])", "([0-9]),([^0-9])", "([^0-9]),([0-9])")
)
_QUOTE = re.compile("[`\u2018\u2019]")
_DOUBLE_QUOTE = re.compile("[\u201c\u201d]|''")
_DASH_IN_WORD = re.compile(rf"([{_ALPHANUMERIC}.])-([{_ALPHANUMERIC}])")
_NOT_ALPHANUMERIC = re.compile(f"[^{_ALPHANUMERIC}]")
_HAS_LETTER = re.compile(f"[{_LETTER}]")

_APOSTROPHES = {
    "en": tuple(
        (re.compile(pattern), result)
        for pattern, result in (
            (f"([^{_LETTER}])'([^{_LETTER}])", r"\1 ' \2"),
            (f"([^{_ALPHANUMERIC}])'([{_LETTER}])", r"\1 ' \2"),
            (f"([{_LETTER}])'([^{_LETTER}])", r"\1 ' \2"),
            (f"([{_LETTER}])'([{_LETTER}])", r"\1 '\2"),
            ("([0-9])'(s)", r"\1 '\2"),
        )
    ),
    "fr": tuple(
        (re.compile(pattern), result)
        for pattern, result in (
            (f"([^{_LETTER}])'([^{_LETTER}])", r"\1 ' \2"),
            (f"([^{_LETTER}])'([{_LETTER}])", r"\1 ' \2"),
            (f"([{_LETTER}])'([^{_LETTER}])", r"\1 ' \2"),
            (f"([{_LETTER}])'([{_LETTER}])", r"\1' \2"),
        )
    ),
}

# For each abbreviation whether it keeps its dot before numbers only.
Abbreviations = Mapping[str, bool]


def normalized(line: str, language: str, abbreviations: Abbreviations, *, punctuation: bool) -> str:
    """Normalize a line; the tokens of the result are separated by spaces.

    Args:
        line: The text.
        language: One of LANGUAGES.
        abbreviations: Words that keep their final dot.
        punctuation: Whether to keep punctuation.
    """
    line = " ".join(_OTHER.split(f" {line} "))
    if ".." in line:
        # A run of dots stands as letters until the single dots have been dealt with.
        line = _DOTS.sub(lambda dots: f" {'DOT' * len(dots[0])}MULTI ", line)
    if "," in line:
        for pattern, result in _COMMAS:
            line = pattern.sub(result, line)
    if not line.isascii() or "`" in line:
        line = _QUOTE.sub("'", line).replace("\u2013", "-")
    if "''" in line or not line.isascii():
        line = _DOUBLE_QUOTE.sub(' " ', line)
    if "-" in line:
        line = _DASH_IN_WORD.sub(r"\1 \2", line.replace("--", "-"))
    if "'" in line:
        line = _with_apostrophes(line, language)
    if "." in line:
        line = " ".join(_with_dots(_FIELD.findall(line), abbreviations))
    if "MULTI" in line:
        line = _ESCAPED_DOTS.sub(lambda dots: "." * (len(dots[1]) // 3), line)
    if not punctuation:
        line = _NOT_ALPHANUMERIC.sub(" ", line)
    return _SPACES.sub(" ", line).strip(_CONTROLS)


def _with_apostrophes(line: str, language: str) -> str:
    if language not in _APOSTROPHES:
        return line.replace("'", " ' ")
    for pattern, result in _APOSTROPHES[language]:
        line = pattern.sub(result, line)
    return line


def _with_dots(words: list[str], abbreviations: Abbreviations) -> list[str]:
    """Set the final dot of a word apart, unless it belongs to an abbreviation."""
    done = []
    for word, following in zip(words, [*words[1:], ""], strict=True):
        stem = word[:-1]
        if not (stem and word.endswith(".")):
            done.append(word)
        elif "." in stem and _HAS_LETTER.search(stem):
            done.append(word.replace(".", ""))  # U.S. as US
        elif (
            abbreviations.get(stem) is False
            or "a" <= following[:1] <= "z"
            or (abbreviations.get(stem) and "0" <= following[:1] <= "9")
        ):
            done.append(word)
        else:
            done += [stem, "."]
    return done
