"""Writing systems: the script of a letter, and the scripts of a language."""

from collections import Counter
from functools import cache
from unicodedata import name

_NAMES = {
    "CJK": "Han",
    "HIRAGANA": "Kana",
    "KATAKANA": "Kana",
    "HANGUL": "Hangul",
    "IDEOGRAPHIC": "Han",  # the repetition mark 々 and its like
    "MODIFIER": "Latin",
    "FEMININE": "Latin",
    "MASCULINE": "Latin",
    "MICRO": "Greek",
}

# Words before the script in the Unicode name of a letter.
_FORMS = ("FULLWIDTH", "HALFWIDTH", "SUPERSCRIPT", "SUBSCRIPT")

_LANGUAGES = {
    ("Latin",): "af az bs ca cs cy da de en es et eu fi fr ga gl ha hr hsb hu id ig is it jv lb liv"
    " lt lv mg mi ms mt nl no nb nn pl pt ro sk sl sm so sq st su sv sw tl tr uz vi wen xh yo zu",
    ("Cyrillic",): "be bg kk ky mk mn ru sah tg uk",
    ("Cyrillic", "Latin"): "sr",
    ("Arabic",): "ar fa ps ug ur",
    ("Devanagari",): "hi mr ne bho mai",
    ("Hebrew",): "he yi",
    ("Ethiopic",): "am ti",
    ("Bengali",): "as bn",
    ("Greek",): "el",
    ("Gujarati",): "gu",
    ("Armenian",): "hy",
    ("Canadian", "Latin"): "iu",
    ("Kana", "Han"): "ja",
    ("Georgian",): "ka",
    ("Khmer",): "km",
    ("Kannada",): "kn",
    ("Hangul", "Han"): "ko",
    ("Lao",): "lo",
    ("Malayalam",): "ml",
    ("Myanmar",): "my",
    ("Gurmukhi", "Arabic"): "pa",
    ("Sinhala",): "si",
    ("Tamil",): "ta",
    ("Telugu",): "te",
    ("Thai",): "th",
    ("Han",): "zh",
}

SCRIPTS = {
    language: scripts for scripts, languages in _LANGUAGES.items() for language in languages.split()
}


def letters_by_script(text: str) -> Counter[str]:
    """Number of letters of each script in a text."""
    scripts: Counter[str] = Counter()
    for character, count in Counter(text).items():
        if character.isalpha():
            scripts[script_of(character)] += count
    return scripts


@cache
def script_of(letter: str) -> str:
    """Script of a letter: the first word of its Unicode name that is a script."""
    words = name(letter, "UNKNOWN").replace("-", " ").split()
    word = next(word for word in words if word not in _FORMS)
    return _NAMES.get(word, word.capitalize())
