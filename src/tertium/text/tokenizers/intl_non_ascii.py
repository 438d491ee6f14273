"""The international tokenizer, with every character beyond ASCII as a separate token.

mteval-v13a.pl does this if its international tokenization is combined with -e, which has no effect
alone.
"""

import re

from tertium.kernels.reference import tokenize_intl

# sacreBLEU has no such tokenizer, so scores with it do not have sacreBLEU's signature.
OWN = True

_NON_ASCII = re.compile(r"[^\x00-\x7f]")


def tokenize(line: str) -> list[str]:
    """Separate all characters beyond ASCII, then tokenize internationally."""
    return tokenize_intl(_NON_ASCII.sub(r" \g<0> ", line))
