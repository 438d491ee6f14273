"""Values in files of organisers: known keys, texts, and texts in several languages."""

import re
import tomllib
from collections.abc import Collection, Mapping
from typing import Any, TypeGuard

from tertium.campaign.settings import INTERFACES
from tertium.core.errors import FormatError, did_you_mean, shown
from tertium.core.formatting import counted

# Language of a text that is given without one.
ANY = ""


def read_toml(text: str, origin: str) -> dict[str, Any]:
    """Parse a TOML file; errors name the line."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        # The parser names the line in its message, except at the end of the file.
        found = re.search(r" \(at line (\d+), column (\d+)\)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        sentence = re.sub(r" \(at [^)]*\)", "", str(error))
        raise FormatError(
            f"This is not a TOML file: {sentence}.", where=f"{origin}:{line}"
        ) from None
    except RecursionError:
        raise FormatError("This is not a TOML file: nested too deeply.", where=origin) from None


def check_keys(given: Mapping[str, Any], known: Collection[str], what: str, where: str) -> None:
    """Refuse keys that are not known, and suggest the nearest one."""
    for key in given:
        if key not in known:
            raise FormatError(
                f"{what} has no key {shown(key)}.{did_you_mean(key, known)}",
                where=where,
                hint=f"Keys: {', '.join(known)}.",
            )


def read_text(given: object, what: str, where: str, longest: int, *, empty: bool = False) -> str:
    """Check a text that pages show and databases keep.

    Args:
        given: The value.
        what: What it is, at the beginning of a sentence.
        where: File and line.
        longest: Largest number of characters.
        empty: Whether it may be empty.
    """
    if not isinstance(given, str):
        raise FormatError(f"{what} must be a text. Got {shown(given)} instead.", where=where)
    if not empty and not given.strip():
        raise FormatError(f"{what} is empty.", where=where)
    if len(given) > longest:
        raise FormatError(
            f"{what} has {counted(len(given), 'character')}; at most {longest:,} are shown.",
            where=where,
        )
    if any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in given):
        raise FormatError(
            f"{what} has a character that databases cannot keep.",
            where=where,
            hint="Remove NUL characters and lone surrogates.",
        )
    return given


def read_texts(given: object, what: str, where: str, longest: int) -> dict[str, str]:
    """Check a text that is given once, or as a table from languages to texts."""
    if not isinstance(given, dict):
        return {ANY: read_text(given, what, where, longest)}
    if not given:
        raise FormatError(f"{what} is empty.", where=where)
    for language in given:
        if language not in INTERFACES:
            raise FormatError(
                f"{what} has a text in {shown(language)}, which is not a language of the pages."
                f"{did_you_mean(language, INTERFACES)}",
                where=where,
                hint=f"Languages: {', '.join(INTERFACES)}.",
            )
    return {
        language: read_text(text, f"{what} ({language})", where, longest)
        for language, text in given.items()
    }


def text_in(texts: Mapping[str, str], language: str) -> str:
    """The text in a language; else the one without a language, in English, or the first."""
    for code in (language, ANY, "en", *texts):
        if code in texts:
            return texts[code]
    return ""


def read_flag(given: object, what: str, where: str) -> bool:
    """Check a value that is true or false."""
    if not isinstance(given, bool):
        raise FormatError(f"{what} must be true or false. Got {shown(given)} instead.", where=where)
    return given


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)
