"""Texts of the pages for annotators, one JSON file per language in `messages/`.

The name of a file is the code of its language. A file holds an object from keys to texts; English
defines the keys. Texts have placeholders such as `{count}`. `language.name` is the name of the
language in that language, and `language.direction` is `ltr` or `rtl`.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tertium.core.errors import FormatError, UnknownMember

DEFAULT = "en"

_FOLDER = Path(__file__).parent / "messages"
_DIRECTIONS = ("ltr", "rtl")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")

# Longest value of Accept-Language that is read.
_LONGEST = 500


@dataclass(frozen=True)
class Messages:
    """All texts in one language.

    Attributes:
        language: Code of the language.
        texts: Text of each key.
    """

    language: str
    texts: Mapping[str, str]

    @property
    def name(self) -> str:
        """Name of the language, in that language."""
        return self.texts["language.name"]

    @property
    def direction(self) -> str:
        """Direction of writing: "ltr" or "rtl"."""
        return self.texts["language.direction"]

    def text(self, key: str, **values: object) -> str:
        """Text of a key, with its placeholders replaced; placeholders without a value remain."""

        def value(match: re.Match[str]) -> str:
            return str(values.get(match[1], match[0]))

        return _PLACEHOLDER.sub(value, self.texts[key])

    def __contains__(self, key: object) -> bool:
        return key in self.texts

    def section(self, *prefixes: str) -> dict[str, str]:
        """Texts whose keys begin with a prefix and a dot, for scripts of a page."""
        return {key: text for key, text in self.texts.items() if key.partition(".")[0] in prefixes}


@cache
def languages() -> tuple[str, ...]:
    """Codes of all languages, sorted."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.json")))


@cache
def names() -> tuple[tuple[str, str], ...]:
    """Code and own name of each language, for the choice on pages."""
    return tuple((language, load(language).name) for language in languages())


@cache
def load(language: str) -> Messages:
    """Load and check the texts of a language.

    Args:
        language: Code of the language, such as "de".
    """
    if language not in languages():
        raise UnknownMember("interface language", language, languages())
    texts = _read(language)
    expected = texts if language == DEFAULT else load(DEFAULT).texts
    _check(language, texts, expected)
    return Messages(language, texts)


def choose(*wanted: str | None) -> Messages:
    """Texts in the first language that exists, or else in English.

    Args:
        *wanted: Codes of languages or values of the header Accept-Language, the preferred one
            first; unknown languages, empty values and None are ignored.
    """
    for value in wanted:
        for code in _accepted(value or ""):
            if code in languages():
                return load(code)
    return load(DEFAULT)


def placeholders(text: str) -> set[str]:
    """Names of the placeholders of a text."""
    return set(_PLACEHOLDER.findall(text))


def _accepted(header: str) -> list[str]:
    """Languages of an Accept-Language header, or a single code, by preference."""
    found: list[tuple[float, str]] = []
    for part in header[:_LONGEST].split(","):
        code, _, parameters = part.strip().partition(";")
        weight = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", parameters)
        found.append((-float(weight[1]) if weight else -1.0, code.strip().lower()))
    ordered = [code for weight, code in sorted(found, key=lambda one: one[0]) if weight < 0]
    return [code.partition("-")[0] for code in ordered]


def _read(language: str) -> dict[str, str]:
    path = _FOLDER / f"{language}.json"
    try:
        texts = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise FormatError(f"This is not a JSON file: {error}.", where=str(path)) from None
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise FormatError("The file must be an object from keys to texts.", where=str(path))
    return texts


def _check(language: str, texts: Mapping[str, str], expected: Mapping[str, str]) -> None:
    where = str(_FOLDER / f"{language}.json")
    missing, unknown = expected.keys() - texts.keys(), texts.keys() - expected.keys()
    if missing:
        raise FormatError(f"Texts are missing: {', '.join(sorted(missing))}.", where=where)
    if unknown:
        raise FormatError(f"English has no such texts: {', '.join(sorted(unknown))}.", where=where)
    for key, text in texts.items():
        if not text.strip():
            raise FormatError(f"The text {key!r} is empty.", where=where)
        if placeholders(text) != placeholders(expected[key]):
            wanted = ", ".join(sorted(placeholders(expected[key]))) or "none"
            raise FormatError(f"The placeholders of {key!r} must be: {wanted}.", where=where)
    if texts["language.direction"] not in _DIRECTIONS:
        raise FormatError("'language.direction' must be ltr or rtl.", where=where)
