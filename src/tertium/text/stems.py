"""Stems of words, by the Snowball algorithms (Porter 2001).

Releases of Snowball stem differently: METEOR 1.5 has the algorithms as they were before 3.0. Two
packages hold them: `PyStemmer` 2.2 is compiled and is used where it is installed;
`snowballstemmer` 1.2 to 2.2 is written in Python. Their stems are the same, so a signature names
the release of Snowball; words on which releases differ are tested first. The class of a language is
imported from `snowballstemmer` directly, because the package's own `stemmer()` uses any
installed release of PyStemmer.
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

# Stems of METEOR 1.5 of words that other releases stem differently.
_PROBES = {
    "english": {"added": "ad", "organize": "organ", "international": "intern", "evening": "even"},
    "french": {"continuellement": "continuel", "majestueuses": "majestu"},
    "german": {"häuser": "haus", "aufeinanderfolgenden": "aufeinanderfolg"},
    "russian": {"важнейшими": "важн", "продолжение": "продолжен"},
    "spanish": {"torneados": "torn", "cheques": "chequ"},
}

_COMPILED, _PYTHON = "PyStemmer", "snowballstemmer"

# Half surrogate pairs, which have no UTF-8, are private characters for the compiled stemmer.
_REPLACED = {code: code + 0x102000 for code in range(0xD800, 0xE000)}
_RESTORED = {private: code for code, private in _REPLACED.items()}

Stem = Callable[[str], str]


def installed() -> bool:
    """Whether a package of stems is installed."""
    return bool(_release(_COMPILED) or _release(_PYTHON))


def version() -> str:
    """Release of Snowball, for signatures."""
    return f"snowball-{_release(_COMPILED) or _release(_PYTHON)}"


@cache
def _release(package: str) -> str:
    """Release of Snowball in a package; "" for a compiled release that is not METEOR's."""
    try:
        found = metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
    if package == _COMPILED and not found.startswith("2.2."):
        return ""
    return ".".join(found.split(".")[:3])  # PyStemmer's fourth number counts its own releases


@cache
def stemmer(language: str) -> Stem:
    """Return the function that stems words of a language ("en"), with a cache."""
    if language not in LANGUAGES:
        raise UnknownMember("stemmer", language, LANGUAGES)
    if not installed():
        raise MissingComponent.extra("Stemming", _PYTHON, "meteor")
    name = LANGUAGES[language]
    stem = _compiled(name) if _release(_COMPILED) else _in_python(name)
    for word, expected in _PROBES.get(name, {}).items():
        if stem(word) != expected:
            warn(
                f"{version()} stems {word!r} to {stem(word)!r}, METEOR 1.5 to {expected!r}: scores"
                f" that use stems will differ. Install '{_PYTHON}<3' for METEOR's.",
                DataWarning,
                stacklevel=2,
            )
            break
    return cache(stem)


def _compiled(name: str) -> Stem:
    from Stemmer import Stemmer

    stem_word = Stemmer(name, 0).stemWord  # its own cache is slower than that of `stemmer`

    def stem(word: str) -> str:
        try:
            found: str = stem_word(word)
        except UnicodeEncodeError:
            found = stem_word(word.translate(_REPLACED)).translate(_RESTORED)
        return found

    return stem


def _in_python(name: str) -> Stem:
    module = import_module(f"{_PYTHON}.{name}_stemmer")
    stem: Stem = getattr(module, f"{name.capitalize()}Stemmer")().stemWord
    return stem
