"""Synonyms by WordNet (Fellbaum 1998): words that share a synset."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tertium.core.errors import FormatError
from tertium.core.streams import digest

# WordNet's morphology: endings of nouns, verbs and adjectives, and those of the base form.
_ENDINGS = (
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
    ("s", ""),
    ("ies", "y"),
    ("es", "e"),
    ("es", ""),
    ("ed", "e"),
    ("ed", ""),
    ("ing", "e"),
    ("ing", ""),
    ("er", ""),
    ("est", ""),
    ("er", "e"),
    ("est", "e"),
)
_ENDINGS_BY_LETTER = {
    letter: [pair for pair in _ENDINGS if pair[0].endswith(letter)]
    for letter in {ending[-1] for ending, _ in _ENDINGS}
}
_PARTS_OF_SPEECH = ("noun", "verb", "adj", "adv")


@dataclass(frozen=True)
class Synonyms:
    """Synsets by word.

    Args:
        synsets: Ids of the synsets of each base form, separated by spaces.
        bases: Base forms of irregular forms.
    """

    synsets: Mapping[str, str]
    bases: Mapping[str, list[str]]
    _known: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def digest(self) -> str:
        """Fingerprint of the content, for signatures."""
        return digest(f"{word} {ids}" for word, ids in self.synsets.items())

    def of(self, word: str) -> tuple[str, ...]:
        """Ids of all synsets of the word or its base form, each once."""
        known = self._known.get(word)
        if known is None:
            ids = self.synsets.get(word, "")
            for base in self.bases.get(word) or (self._base(word),):
                if base in self.synsets:
                    ids += f" {self.synsets[base]}"
            known = self._known[word] = tuple(dict.fromkeys(ids.split()))
        return known

    def _base(self, word: str) -> str:
        if word.endswith("ss") or len(word) <= 2:
            return word
        for ending, instead in _ENDINGS_BY_LETTER.get(word[-1], ()):
            if word.endswith(ending):
                base = word.removesuffix(ending) + instead
                if base in self.synsets:
                    return base
        return ""


def of_wordnet(folder: Path) -> Synonyms:
    """Read WordNet's own files; each part of speech has separate synsets."""
    synsets: dict[str, str] = {}
    bases: dict[str, list[str]] = {}
    for number, part in enumerate(_PARTS_OF_SPEECH):
        for line in _lines(folder / f"index.{part}"):
            if line.startswith("  "):  # the licence
                continue
            fields = line.split()
            # An id is the offset of a synset in the file of its part of speech.
            ids = " ".join(str(4 * int(offset) + number) for offset in fields[-int(fields[2]) :])
            synsets[fields[0]] = f"{synsets[fields[0]]} {ids}" if fields[0] in synsets else ids
        for line in _lines(folder / f"{part}.exc"):
            form, *its_bases = line.split()
            bases.setdefault(form, []).extend(its_bases)
    return Synonyms(synsets, bases)


def of_meteor(synsets: str, exceptions: str) -> Synonyms:
    """Read METEOR's files: pairs of lines, a word and its synsets, a base form and its forms."""
    lines = synsets.splitlines()
    bases: dict[str, list[str]] = {}
    pairs = iter(exceptions.splitlines())
    for base, forms in zip(pairs, pairs, strict=True):
        for form in forms.split():
            bases.setdefault(form, []).append(base)
    return Synonyms(dict(zip(lines[::2], lines[1::2], strict=True)), bases)


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(
            "Not a directory of WordNet: this file is missing or cannot be read.", where=str(path)
        ) from error
