"""Resources of METEOR: stems, synonyms, paraphrases, word lists."""

import re
from functools import cache
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from tertium.core import files
from tertium.core.errors import FormatError, MissingComponent
from tertium.metrics._meteor_parameters import ENGLISH_FUNCTION_WORDS, ISO_CODES, NAMES
from tertium.text import paraphrases, resources, stems, synonyms

_METEOR = "METEOR's own files (pycocoevalcap has them)"


def missing(module: str, language: str) -> str:
    """The missing resource of a module; "" if the module can run."""
    if module == "stem" and not stems.installed():
        return "the package snowballstemmer"
    if module == "synonym" and language != "en":
        return f"synonyms of {language}, which are not available"
    if module == "synonym" and not (_jar() or resources.located("wordnet")):
        return "WordNet (Debian's wordnet-base, or TERTIUM_WORDNET), or the package pycocoevalcap"
    if module == "paraphrase" and table_path(language) is None:
        return f"a table of paraphrases for {language} (TERTIUM_PARAPHRASES" + (
            ", or the package pycocoevalcap)" if language == "en" else ")"
        )
    return ""


def stem_language(language: str) -> str:
    """Return the code of a language in `text.stems`."""
    return ISO_CODES.get(language, language)


def table_path(language: str) -> Path | None:
    """Location of the table of paraphrases: the configured one, or METEOR's for the language."""
    given = resources.located("paraphrases")
    jar = _jar()
    if given is not None or jar is None:
        return given
    beside = jar.parent / "data" / f"paraphrase-{language}.gz"
    return beside if beside.exists() else None


def table(language: str) -> paraphrases.Table:
    """Load the table of paraphrases."""
    path = table_path(language)
    assert path is not None
    return paraphrases.table(path)


def synonyms_of_english() -> tuple[synonyms.Synonyms, str]:
    """English synonyms and their source, for signatures.

    METEOR's own files number the synsets of all parts of speech in one sequence, so that unrelated
    words that share a number count as synonyms; WordNet's files do not. A configured WordNet takes
    precedence.
    """
    folder, jar = resources.located("wordnet"), _jar()
    if jar is not None and not resources.is_pointed_at("wordnet"):
        return _synonyms_of_jar(jar), "meteor-1.5"
    assert folder is not None
    found = _synonyms_of_folder(folder)
    return found, f"wordnet-{found.digest}"


def abbreviations(language: str) -> dict[str, bool]:
    """Abbreviations that keep their final dot, and whether only before numbers."""
    jar = _jar()
    if jar is None:
        raise MissingComponent(
            f"meteor(norm=true) needs {_METEOR}, which are not installed.",
            hint="Install them with: pip install 'tertium[meteor]'",
        )
    return _abbreviations(jar, language)


@cache
def _abbreviations(jar: Path, language: str) -> dict[str, bool]:
    found = {}
    for line in _file(jar, f"nonbreaking/{NAMES[language]}.prefixes").splitlines():
        word, *rest = line.split() or ["#"]
        if not word.startswith("#"):
            found[word] = rest[:1] == ["#NUMERIC_ONLY#"]
    return found


def function_words(language: str, *, corrected: bool) -> frozenset[str]:
    """Function words; METEOR 1.5 uses the English ones for every language."""
    jar = _jar()
    if not corrected or language == "en" or jar is None or language not in NAMES:
        return ENGLISH_FUNCTION_WORDS
    return frozenset(_file(jar, f"function/{NAMES[language]}.words").split("\n")) - {""}


def function_words_in(path: str) -> frozenset[str]:
    """Words of a file, one per line, as METEOR reads it: neither trimmed nor lower-cased."""
    return frozenset(re.split(r"\r\n|\r|\n", files.read_text(path))) - {""}


@cache
def _synonyms_of_jar(jar: Path) -> synonyms.Synonyms:
    return synonyms.of_meteor(
        _file(jar, "synonym/english.synsets"), _file(jar, "synonym/english.exceptions")
    )


@cache
def _synonyms_of_folder(folder: Path) -> synonyms.Synonyms:
    return synonyms.of_wordnet(folder)


def _jar() -> Path | None:
    return resources.located("meteor")


@cache
def _file(jar: Path, name: str) -> str:
    try:
        with ZipFile(jar) as archive:
            return archive.read(name).decode("utf-8")
    except (OSError, KeyError, BadZipFile) as error:
        raise FormatError(f"Not METEOR's meteor-1.5.jar: {error}.", where=str(jar)) from error
