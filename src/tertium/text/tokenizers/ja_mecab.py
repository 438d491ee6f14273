"""Japanese words by MeCab with the IPA dictionary."""

from functools import cache
from typing import Any

from tertium.core.errors import MissingComponent
from tertium.text.tokenizers._mecab import tagger
from tertium.text.tokenizers._well_formed import well_formed


@cache
def _tagger() -> Any:
    try:
        import ipadic
        import MeCab
    except ImportError:
        raise MissingComponent.extra("The ja-mecab tokenizer", "mecab-python3", "ja") from None
    return tagger(MeCab, ipadic.MECAB_ARGS, 392126, "the IPA dictionary")


def tokenize(line: str) -> list[str]:
    """Words of a line."""
    words: list[str] = _tagger().parse(well_formed(line.strip())).split()
    return words


def signature() -> str:
    """Name with the version of MeCab."""
    return f"ja-mecab-{_tagger().version()}-IPA"
