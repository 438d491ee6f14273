"""SentencePiece pieces of the spBLEU-1K model, through an installed sacreBLEU."""

from tertium.text.tokenizers._sentencepiece import pieces

tokenize = pieces("spBLEU-1K")
