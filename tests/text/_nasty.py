"""Text made to break tokenizers."""

from hypothesis import strategies as st

_PIECES = (
    *".,-'&<>/_%(\"!?;:5071aBz \n",
    *("-\n", "\n-", "5-", "1.5", "2,000.", "...", "'s ", "'s", "<skipped>", "A.B.", "€5", "a-b"),
    *("&quot;", "&amp;", "&lt;", "&gt;", "&amp;lt;", "&am<skipped>p;", "&;"),
    # White space of str.split(), and what only looks like it.
    *("\t", "\r", "\x1c", "\x1f", "\x85", "\xa0", "\u1680", "\u2003", "\u2028", "\u202f", "\u205f"),
    *("\u3000", "\u200b", "\ufeff", "\u180e"),
    # Chinese, Japanese, Korean, their punctuation, and the edges of sacreBLEU's ranges.
    *(
        "中",
        "文",
        "。",
        "，",
        "、",
        "「",
        "あ",
        "カ",
        "ー",
        "한",
        "국",
        "％",
        "（",
        "\u2001",
        "\u2a6d",
    ),
    *("\u2a6e", "\u3f22", "\u4db5", "\u9fbb", "\u9fbc", "\uffef", "\U00020000", "\u31f0", "㈱"),
    # Letters that change length or shape in lower case, combining marks, digits of other scripts.
    *("Σ", "İ", "ß", "É", "e\u0301", "\u0301", "٣", "²", "Ⅷ", "…", "–", "’", "$", "+", "☃"),
    *("\0", "\x7f", "😀", "\U0001f469\u200d\U0001f52c", "\ufffd", "\U0010ffff"),
)
_SURROGATES = ("\ud800", "\udfff", "\udc80a")


def nasty_text(*, surrogates: bool = True, max_size: int = 25) -> st.SearchStrategy[str]:
    """Lines rich in what the rules of tokenizers look at, or in anything at all."""
    exclude = () if surrogates else ("Cs",)
    pieces = st.sampled_from(_PIECES + (_SURROGATES if surrogates else ()))
    anything = st.characters(exclude_categories=exclude)  # type: ignore[arg-type]
    return st.lists(pieces | pieces | pieces | anything, max_size=max_size).map("".join)
