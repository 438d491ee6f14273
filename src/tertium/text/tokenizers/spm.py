"""Former name of flores101 in sacreBLEU."""

from tertium.text.tokenizers._sentencepiece import pieces

tokenize = pieces("flores101")


def signature() -> str:
    """Name of the model."""
    return "flores101"
