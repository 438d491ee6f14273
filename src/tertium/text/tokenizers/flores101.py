"""SentencePiece pieces of the flores101 model, through an installed sacreBLEU."""

from tertium.text.tokenizers._sentencepiece import pieces

tokenize = pieces("flores101")
