"""Parameters and word lists of METEOR 1.5, as tuned and published by its authors."""

from typing import NamedTuple

from tertium.core.errors import ParameterError
from tertium.core.limits import LARGEST_WEIGHT
from tertium.core.numbers import number_from

# The languages by METEOR's codes, with the modules each has by default.
MODULES = {
    "en": ("exact", "stem", "synonym", "paraphrase"),
    "cz": ("exact", "paraphrase"),
    "fr": ("exact", "stem", "paraphrase"),
    "es": ("exact", "stem", "paraphrase"),
    "de": ("exact", "stem", "paraphrase"),
    "ru": ("exact", "stem", "paraphrase"),
    **dict.fromkeys(
        ("pt", "da", "ro", "hu", "tr", "fi", "nl", "it", "no", "se"), ("exact", "stem")
    ),
    "other": ("exact",),
}

# METEOR's codes that differ from ISO 639, and its names of files, which exist for
# the languages with a normalization.
CODES = {"cs": "cz", "sv": "se", "nb": "no", "nn": "no"}
ISO_CODES = {"cz": "cs", "se": "sv"}
NAMES = {
    "en": "english",
    "cz": "czech",
    "fr": "french",
    "es": "spanish",
    "de": "german",
    "ru": "russian",
}

TASKS = ("rank", "adq", "hter", "li", "tune", "util", "universal")


class Parameters(NamedTuple):
    """Parameters of the score; one weight per module, in order."""

    alpha: float
    beta: float
    gamma: float
    delta: float
    weights: tuple[float, ...]


_INDEPENDENT = Parameters(0.75, 1.40, 0.70, 0.50, (1.0, 0.5, 0.5, 0.5))
_ANY_LANGUAGE = {
    "li": _INDEPENDENT,
    "tune": Parameters(0.50, 1.00, 0.50, 0.50, (1.0, 0.5, 0.5, 0.5)),
    "universal": Parameters(0.70, 1.40, 0.30, 0.70, (1.0, 0.6)),
}
_FITTED = {
    ("en", "rank"): Parameters(0.85, 0.20, 0.60, 0.75, (1.0, 0.6, 0.8, 0.6)),
    ("en", "adq"): Parameters(0.75, 1.40, 0.45, 0.70, (1.0, 1.0, 0.6, 0.8)),
    ("en", "hter"): Parameters(0.40, 1.50, 0.35, 0.55, (1.0, 0.2, 0.6, 0.8)),
    ("en", "util"): Parameters(0.65, 0.10, 0.55, 0.65, (1.0, 0.0, 0.0, 0.8)),
    ("cz", "rank"): Parameters(0.95, 0.20, 0.60, 0.80, (1.0, 0.4)),
    ("fr", "rank"): Parameters(0.90, 1.40, 0.60, 0.65, (1.0, 0.2, 0.4)),
    ("es", "rank"): Parameters(0.65, 1.30, 0.50, 0.80, (1.0, 0.8, 0.6)),
    ("de", "rank"): Parameters(0.95, 1.00, 0.55, 0.55, (1.0, 0.8, 0.2)),
    ("ru", "rank"): Parameters(0.75, 1.40, 0.70, 0.50, (1.0, 0.5, 0.5)),
}


def parameters(language: str, task: str | None) -> Parameters:
    """Return the parameters of a language and a task, by default those of METEOR."""
    if task is None:
        return _FITTED.get((language, "rank"), _INDEPENDENT)
    if task in _ANY_LANGUAGE:
        return _ANY_LANGUAGE[task]
    if language == "other":
        return _INDEPENDENT
    if (language, task) not in _FITTED:
        fitted = [known for code, known in _FITTED if code == language]
        wanted = f"one of {', '.join([*fitted, *_ANY_LANGUAGE])} for {language}"
        raise ParameterError.bad_value("meteor", "task", wanted, task)
    return _FITTED[language, task]


def parse_weights(text: str) -> tuple[float, ...] | None:
    """Parse weights joined by plus signs; None if they are not weights."""
    try:
        numbers = tuple(number_from(number) for number in text.split("+"))
    except ValueError:
        return None
    return numbers if all(0 <= number <= LARGEST_WEIGHT for number in numbers) else None


# METEOR uses these function words for every language by default.
_WORDS = """
the , . to of and a in that for " is on 's it with was as said at he by be from have has are his
but an this not i will ’ they ) -rrb- ( -lrb- who their had we which were been more or s its
would about new one after you : also up when there than $ all out her people she year two - can if
last first “ over other ” into some what so -- no time years could ? 't — '
"""
ENGLISH_FUNCTION_WORDS = frozenset(_WORDS.split())
