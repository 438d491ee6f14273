"""Degraded outputs: control items that careful annotators score lower than the originals.

Both rules change one contiguous block of words, in the lengths that Graham et al. chose, and keep
the words at the ends. Text without spaces between words is degraded by characters.

Reference: Graham, Baldwin, Moffat and Zobel 2017, Can machine translation systems be evaluated by
the crowd alone?; the rule `replace` is that of their direct assessment of 2016 and 2017.
"""

import unicodedata
from collections.abc import Sequence
from random import Random

from tertium.core.testset import TestSet
from tertium.text.segmentation import unsegmented_text

# What remains of an output of one word, by the target language.
_ARTICLES = {"de": "Die", "es": "La", "fr": "La", "it": "La", "pt": "A", "nl": "De"}
_ARTICLE = "The"

# Number of words that are deleted, by the largest length of the output.
_DELETED = ((3, 1), (5, 2), (8, 3), (15, 4), (20, 5))

# Number of words that are replaced, by the largest length of the output.
_REPLACED = ((3, 1), (5, 2), (7, 3), (14, 4), (19, 5))

# Longest n-gram that replaces a block.
_LONGEST_NGRAM = 6


def deleted_words(length: int) -> int:
    """Number of words that are deleted from an output of at least two words."""
    return next((number for most, number in _DELETED if length <= most), -(-length // 5))


def replaced_words(length: int) -> int:
    """Number of words that are replaced in an output of at least two words."""
    return next((number for most, number in _REPLACED if length <= most), length // 4)


class Degrader:
    """Degrades outputs of a test set by one rule.

    Args:
        testset: The test set; `replace` takes words from its references, or else its outputs.
        rule: "delete" or "replace".
    """

    def __init__(self, testset: TestSet, rule: str) -> None:
        script = unsegmented_text(testset).script
        self._characters = script not in ("", "Hangul")
        self._language = testset.target_language.split("_")[0].lower()
        self._rule = rule
        self._donors: list[list[str]] = []
        if rule == "replace":
            texts = [*testset.references.values()] or [r[0] for r in testset.outputs.values()]
            self._donors = [
                words for text in texts for line in text if (words := self._split(line))
            ]

    def __call__(self, output: str, random: Random) -> str:
        """Degrade an output; an output without words stays as it is."""
        words = self._split(output)
        if not words:
            return output
        rule = self._replaced if self._rule == "replace" and self._donors else self._deleted
        return ("" if self._characters else " ").join(rule(words, random))

    def _deleted(self, words: Sequence[str], random: Random) -> list[str]:
        """Delete a block; the first and the last word stay, except in two words."""
        if len(words) == 1:
            return [_ARTICLES.get(self._language, _ARTICLE)]
        number = deleted_words(len(words))
        start = random.randint(1, max(1, len(words) - number - 1))
        return [*words[:start], *words[start + number :]]

    def _replaced(self, words: Sequence[str], random: Random) -> list[str]:
        """Replace a block; the first word and, from five words on, the last two words stay."""
        if len(words) == 1:
            return [self._ngram(1, random)[0].capitalize()]
        number = replaced_words(len(words))
        start = random.randint(1, max(1, len(words) - number - 2))
        inserted = self._ngram(min(number, _LONGEST_NGRAM), random)
        return [*words[:start], *inserted, *words[start + number :]]

    def _ngram(self, length: int, random: Random) -> list[str]:
        """Draw words from inside of a donor, the first in lower case; fewer if none is long."""
        long = [words for words in self._donors if len(words) >= length + 2]
        words = random.choice(long or self._donors)
        start = random.randint(1, max(1, len(words) - 1 - length))
        first, *rest = words[start : start + length] or words[:length]
        return [first.lower(), *rest]

    def _split(self, text: str) -> list[str]:
        if not self._characters:
            return text.split()
        characters: list[str] = []
        for character in text.strip():
            if characters and unicodedata.category(character).startswith("M"):
                characters[-1] += character
            else:
                characters.append(character)
        return characters
