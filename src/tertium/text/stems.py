"""Stems of words, by the Snowball algorithms (Porter 2001).

Releases of Snowball stem differently: METEOR 1.5 has the algorithms as they were before 3.0, which
`snowballstemmer` 1.2 to 2.2 give. So the version is part of a signature, and words on which
releases differ are tried first. The class of a language is imported itself: the package's own
`stemmer()` silently turns to another package where that is installed.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module, metadata
from warnings import warn

from tertium.core.errors import DataWarning, MissingComponent, UnknownMember

LANGUAGES = {
    "da": "danish",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}

# Stems of METEOR 1.5, with words that other releases stem otherwise.
_PROBES = {
    "english": {"added": "ad", "organize": "organ", "international": "intern", "evening": "even"},
    "french": {"continuellement": "continuel", "majestueuses": "majestu"},
    "german": {"häuser": "haus", "aufeinanderfolgenden": "aufeinanderfolg"},
    "russian": {"важнейшими": "важн", "продолжение": "продолжен"},
    "spanish": {"torneados": "torn", "cheques": "chequ"},
}

_PACKAGE = "snowballstemmer"


def installed() -> bool:
    """Whether there are any stems."""
    from importlib.util import find_spec

    return find_spec(_PACKAGE) is not None


def version() -> str:
    """Name and version of what makes the stems, for signatures."""
    return f"{_PACKAGE}-{metadata.version(_PACKAGE)}"


@cache
def stemmer(language: str) -> Callable[[str], str]:
    """Give the function that stems words of a language ("en"); it remembers what it has stemmed."""
    if language not in LANGUAGES:
        raise UnknownMember("stemmer", language, LANGUAGES)
    if not installed():
        raise MissingComponent.extra("Stemming", _PACKAGE, "meteor")
    name = LANGUAGES[language]
    module = import_module(f"{_PACKAGE}.{name}_stemmer")
    stem: Callable[[str], str] = getattr(module, f"{name.capitalize()}Stemmer")().stemWord
    for word, expected in _PROBES.get(name, {}).items():
        if stem(word) != expected:
            warn(
                f"{version()} stems {word!r} to {stem(word)!r}, METEOR 1.5 to {expected!r}: scores"
                f" that use stems will differ. Install '{_PACKAGE}<3' for METEOR's.",
                DataWarning,
                stacklevel=2,
            )
            break
    return cache(stem)
