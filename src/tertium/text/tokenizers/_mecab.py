"""MeCab, for the Japanese and Korean tokenizers."""

from typing import Any

from tertium.core.errors import MissingComponent
from tertium.core.formatting import counted


def tagger(module: Any, arguments: str, size: int, name: str) -> Any:
    """Return a MeCab tagger that separates words by spaces, with the expected dictionary.

    Another dictionary would produce other tokens under the same name.
    """
    made = module.Tagger(f"{arguments} -Owakati")
    dictionary = made.dictionary_info()
    if dictionary.size != size or dictionary.next is not None:
        raise MissingComponent(
            f"MeCab loads {counted(dictionary.size, 'entry')}, but {name} has {size:,}.",
            hint="Remove user dictionaries from its configuration.",
        )
    return made
