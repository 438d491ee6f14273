"""Kinds of errors that annotators mark: one TOML file each, in `campaign/typologies/`, or yours.

    title = "Post-editing"

    [severity]
    minor = { en = "Minor", de = "Leicht" }
    major = "Major"

    [category."Missing words"]
    text = { en = "Missing words", de = "Fehlende Wörter" }

    [category."Missing words/Content words"]
    places = ["source", "gap"]

    [category."Wrong language"]
    places = ["whole"]

Severities are given from the mildest to the most severe one. A category whose name continues
another one after a slash is part of it, and only categories without parts can be chosen. `places`
says where an error may be marked: in the output (the default), at a gap of the output, in the
source (missing content), or for the whole output. Texts are given once or in the languages of the
pages; without one the name is shown. `without_category` lists places where marks have a severity
only; a typology without categories has them everywhere.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tertium.campaign._file_values import check_keys, read_text, read_texts, read_toml, text_in
from tertium.core import files
from tertium.core.errors import FormatError, UnknownMember, did_you_mean, shown
from tertium.core.formatting import counted
from tertium.core.plugins import ROOT

# Where an error may be marked.
OUTPUT, GAP, SOURCE, WHOLE = PLACES = ("output", "gap", "source", "whole")

# Separates the parts of a category's name.
SLASH = "/"

_SUFFIX = ".toml"
_FOLDER = Path(ROOT) / "campaign" / "typologies"

_KEYS = ("title", "severity", "category", "without_category")
_CATEGORY_KEYS = ("text", "places")
_MOST_SEVERITIES = 9
_MOST_CATEGORIES = 200
_LONGEST_TEXT = 100

# Severities are written in lower case, as files of ratings compare them.
_SEVERITY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")

_WITHOUT_SEVERITY = "no-error"


@dataclass(frozen=True)
class Severity:
    """A severity: its name in files, and its text by language."""

    name: str
    texts: Mapping[str, str]

    def text(self, language: str) -> str:
        """The text in a language."""
        return text_in(self.texts, language)


@dataclass(frozen=True)
class Category:
    """A category of errors.

    Attributes:
        name: Its name in files, with the names of the categories that it is part of.
        texts: What annotators read, by language.
        places: Where it may be marked; empty for a category that has parts.
    """

    name: str
    texts: Mapping[str, str]
    places: tuple[str, ...]

    def text(self, language: str) -> str:
        """The text in a language, without that of the categories that it is part of."""
        return text_in(self.texts, language)


@dataclass(frozen=True)
class Typology:
    """Severities and categories of errors.

    Attributes:
        name: Name of its file.
        title: Where it comes from.
        levels: Severities, the mildest first.
        categories: Categories in the order in which they are shown, those with parts before their
            parts.
        without_category: Places where marks have no category.
    """

    name: str
    title: str
    levels: tuple[Severity, ...]
    categories: tuple[Category, ...]
    without_category: tuple[str, ...]

    @property
    def severities(self) -> tuple[str, ...]:
        """Names of the severities, the mildest first."""
        return tuple(one.name for one in self.levels)

    @property
    def choices(self) -> tuple[str, ...]:
        """Names of the categories that annotators can choose."""
        return tuple(one.name for one in self.categories if one.places)

    @property
    def places(self) -> tuple[str, ...]:
        """Where errors may be marked."""
        return tuple(place for place in PLACES if self.categories_at(place))

    def categories_at(self, place: str) -> tuple[str, ...]:
        """Names of the categories that may be marked at a place; "" for no category."""
        plain = ("",) if place in self.without_category else ()
        return plain + tuple(one.name for one in self.categories if place in one.places)


@cache
def names() -> tuple[str, ...]:
    """Names of the typologies that come with tertium."""
    return tuple(sorted(file.stem for file in _FOLDER.glob(f"*{_SUFFIX}")))


def load_typology(name: str) -> Typology:
    """Load a typology.

    Args:
        name: Name of a typology, or path of a TOML file.
    """
    if name in names():
        path = str(_FOLDER / f"{name}{_SUFFIX}")
    elif name.endswith(_SUFFIX):
        path = name
    else:
        raise UnknownMember("typology", name, (*names(), "FILE.toml"))
    return read_typology(files.read_text(path), path)


def read_typology(text: str, origin: str) -> Typology:
    """Read a typology.

    Args:
        text: Content of the TOML file.
        origin: Name of the file.
    """
    return _Reader(text, origin).read(read_toml(text, origin))


class _Reader:
    """Reads a typology; errors name the line of the key."""

    def __init__(self, text: str, origin: str) -> None:
        self._lines = text.split("\n")
        self._origin = origin

    def read(self, content: Mapping[str, Any]) -> Typology:
        for key in content:
            check_keys({key: None}, _KEYS, "The typology", self._where(key))
        stem = Path(self._origin).stem
        title = read_text(content.get("title", stem), "'title'", self._where("title"), 300)
        categories = self._categories(content.get("category", {}))
        return Typology(
            name=stem,
            title=title,
            levels=self._severities(content.get("severity")),
            categories=categories,
            without_category=self._without_category(content, categories),
        )

    def _severities(self, given: object) -> tuple[Severity, ...]:
        where = self._where("severity")
        if not isinstance(given, dict) or not 1 <= len(given) <= _MOST_SEVERITIES:
            raise FormatError(
                f"The typology needs a table [severity] with 1 to {_MOST_SEVERITIES} severities.",
                where=where,
                hint='Example: major = { en = "Major" }.',
            )
        read = []
        for name, texts in given.items():
            where = self._where("severity", name)
            if not _SEVERITY.fullmatch(name) or len(name) > 30 or name == _WITHOUT_SEVERITY:
                raise FormatError(
                    f"A severity is named by at most 30 lower-case letters, digits and hyphens, and"
                    f" is not {_WITHOUT_SEVERITY}. Got {shown(name)} instead.",
                    where=where,
                )
            what = f"The text of the severity {name!r}"
            read.append(Severity(name, read_texts(texts, what, where, _LONGEST_TEXT)))
        return tuple(read)

    def _categories(self, given: object) -> tuple[Category, ...]:
        if not isinstance(given, dict) or len(given) > _MOST_CATEGORIES:
            raise FormatError(
                f"'category' must be a table of at most {counted(_MOST_CATEGORIES, 'category')}.",
                where=self._where("category"),
                hint='Begin each of them with [category."NAME"].',
            )
        read: dict[str, Category] = {}
        lowered: dict[str, str] = {}
        for name, table in given.items():
            category = self._category(name, table, given)
            same = lowered.setdefault(name.lower(), name)
            if same != name:
                raise FormatError(
                    f"The categories {same!r} and {name!r} differ in case only.",
                    where=self._where("category", name),
                )
            parts = name.split(SLASH)
            # Categories that only their parts mention are shown by their names.
            for count in range(1, len(parts)):
                above = SLASH.join(parts[:count])
                if above not in given and above not in read:
                    read[above] = Category(above, {"": parts[count - 1]}, ())
            read[name] = category
        return tuple(sorted(read.values(), key=_order(read)))

    def _category(self, name: str, given: object, every: Mapping[str, Any]) -> Category:
        where = self._where("category", name)
        parts = [part.strip() for part in name.split(SLASH)]
        read_text(name, "The name of a category", where, _LONGEST_TEXT)
        if not all(parts) or SLASH.join(parts) != name or not name.isprintable():
            raise FormatError(
                f"The name of a category must be words, with a slash before those of a part, as in"
                f" Fluency/Grammar. Got {shown(name)} instead.",
                where=where,
            )
        if not isinstance(given, dict):
            raise FormatError(
                f"The category {name!r} must be a table.",
                where=where,
                hint=f'Begin it with [category."{name}"].',
            )
        for key in given:
            check_keys(
                {key: None},
                _CATEGORY_KEYS,
                f"The category {name!r}",
                self._where("category", name, key),
            )
        texts = read_texts(
            given.get("text", parts[-1]),
            f"The text of the category {name!r}",
            self._where("category", name, "text"),
            _LONGEST_TEXT,
        )
        has_parts = any(other.startswith(f"{name}{SLASH}") for other in every)
        if has_parts and "places" in given:
            raise FormatError(
                f"The category {name!r} has parts, so it is not chosen itself and has no 'places'.",
                where=self._where("category", name, "places"),
            )
        places = given.get("places", [OUTPUT])
        read = self._places(places, "'places'", self._where("category", name, "places"))
        return Category(name, texts, () if has_parts else read)

    def _without_category(
        self, content: Mapping[str, Any], categories: tuple[Category, ...]
    ) -> tuple[str, ...]:
        if "without_category" in content:
            where = self._where("without_category")
            return self._places(content["without_category"], "'without_category'", where)
        return () if categories else (OUTPUT, GAP, SOURCE)

    def _places(self, given: object, what: str, where: str) -> tuple[str, ...]:
        if not isinstance(given, list) or not given:
            raise FormatError(
                f"{what} must be a list with some of {', '.join(PLACES)}. Got {shown(given)}"
                " instead.",
                where=where,
            )
        for place in given:
            if place not in PLACES:
                near = did_you_mean(place, PLACES) if isinstance(place, str) else ""
                raise FormatError(
                    f"{what} has {shown(place)}, which is none of {', '.join(PLACES)}.{near}",
                    where=where,
                )
        return tuple(place for place in PLACES if place in given)

    def _where(self, *keys: str) -> str:
        """File and line of a key, which stands below those before it, or in the line of them."""
        line = 0
        for key in keys:
            pattern = re.compile(rf"""(^|[\[."'{{,\s]){re.escape(key)}(["'\s=\].]|$)""")
            found = (n for n in range(line, len(self._lines)) if pattern.search(self._lines[n]))
            line = next(found, line)
        return f"{self._origin}:{line + 1}"


def _order(read: Mapping[str, Category]) -> Any:
    """Order categories so that parts follow the category that they are part of."""
    first: dict[str, int] = {}
    for number, name in enumerate(read):
        parts = name.split(SLASH)
        for count in range(1, len(parts) + 1):
            first.setdefault(SLASH.join(parts[:count]), number)

    def key(category: Category) -> list[int]:
        parts = category.name.split(SLASH)
        return [first[SLASH.join(parts[: count + 1])] for count in range(len(parts))]

    return key
