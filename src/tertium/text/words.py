"""Text as words or characters, without a tokenizer."""

from collections.abc import Sequence

from tertium.core.frozen import frozen
from tertium.kernels import Encoded, Vocabulary, encode_characters
from tertium.text.encoding import Tokenization


@frozen
class Words(Tokenization):
    """Split on white space; `punctuation` separates one final or initial mark of a word."""

    punctuation: bool = False

    def encode(self, lines: Sequence[str], vocabulary: Vocabulary) -> Encoded:
        """Ids of lines, lower-cased first if requested."""
        return self.tokens(lines, "punctuation" if self.punctuation else "words", vocabulary)


class Fields(Tokenization):
    """Split on ASCII white space only."""

    def encode(self, lines: Sequence[str], vocabulary: Vocabulary) -> Encoded:
        """Ids of lines, lower-cased first if requested."""
        return self.tokens(lines, "fields", vocabulary)


@frozen
class Characters(Tokenization):
    """Code points, with white space or without."""

    whitespace: bool = False

    def encode(self, lines: Sequence[str], vocabulary: Vocabulary) -> Encoded:
        """Ids of lines, lower-cased first if requested."""
        return encode_characters(self.lowered(lines), whitespace=self.whitespace)
