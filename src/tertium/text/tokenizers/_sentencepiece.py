"""SentencePiece tokenizers through an installed sacreBLEU, which knows where their models are."""

from collections.abc import Callable
from functools import cache
from typing import Any

from tertium.core.errors import MissingComponent
from tertium.text.tokenizers._well_formed import well_formed


@cache
def _tokenizer(key: str) -> Any:
    try:
        import sentencepiece  # noqa: F401
        from sacrebleu.tokenizers import tokenizer_spm
    except ImportError:
        raise MissingComponent.extra(
            f"The {key} tokenizer", "sacrebleu and sentencepiece", "spm"
        ) from None
    try:
        return tokenizer_spm.TokenizerSPM(key)  # type: ignore[no-untyped-call]
    except (Exception, SystemExit) as error:
        # sacreBLEU downloads the model; its exceptions have no common type, and for some
        # errors it ends the program.
        reason = error if isinstance(error, Exception) else "sacreBLEU could not download it"
        raise MissingComponent(
            f"The SentencePiece model of {key} cannot be loaded: {reason}.",
            hint="sacreBLEU downloads it once, to ~/.sacrebleu/models (or $SACREBLEU/models).",
        ) from None


def pieces(key: str) -> Callable[[str], list[str]]:
    """Return the function that splits a line into the pieces of a model of sacreBLEU."""

    def tokenize(line: str) -> list[str]:
        words: list[str] = _tokenizer(key)(well_formed(line)).split()
        return words

    return tokenize
