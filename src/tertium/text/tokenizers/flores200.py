"""SentencePiece pieces of the flores200 model, through an installed sacreBLEU."""

from tertium.text.tokenizers._sentencepiece import pieces

tokenize = pieces("flores200")
