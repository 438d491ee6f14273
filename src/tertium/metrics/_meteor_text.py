"""Text as METEOR reads it: normalization, and stems, synonyms and paraphrases of tokens."""

from array import array
from collections.abc import Sequence

from tertium.core.arrays import Buffer, Rows
from tertium.core.errors import DataError
from tertium.core.frozen import frozen
from tertium.core.testset import TestSet
from tertium.kernels import Encoded, Vocabulary, encode_tokens
from tertium.kernels.meteor import NO_PARAPHRASES, Lexicon, Paraphrases, normalize_meteor
from tertium.metrics import _meteor_resources as resources
from tertium.text import stems
from tertium.text.encoding import Tokenization


class LexiconBuilder:
    """Stems, synonyms and paraphrases of all tokens of a test set; grows with its vocabulary."""

    def __init__(
        self,
        modules: Sequence[str],
        lang: str,
        function_words: frozenset[str],
        *,
        characters: bool,
        corrected: bool,
    ) -> None:
        self.characters = characters
        self.corrected = corrected
        self.function_words = function_words
        self.stem = stems.stemmer(resources.stem_language(lang)) if "stem" in modules else None
        self.synonyms = resources.synonyms_of_english()[0] if "synonym" in modules else None
        self.table = resources.table(lang) if "paraphrase" in modules else None
        self.stems: list[str] = []
        self.synset_numbers: dict[str, int] = {}
        self.synset_ids, self.synset_offsets = array("i"), array("q", [0])
        self.table_words = array("i")
        self.function = bytearray()

    @property
    def paraphrases(self) -> Paraphrases:
        """The table for the kernels; empty if none is used."""
        return self.table.paraphrases if self.table else NO_PARAPHRASES

    def lexicon(self, vocabulary: Vocabulary) -> Lexicon:
        """Lexicon of all tokens of the vocabulary."""
        self._add(vocabulary.tokens_from(len(self.function)))
        hashes, lengths = (memoryview(part).cast("i") for part in vocabulary.utf16_from(0))
        ones = array("i", [1]) * len(vocabulary)
        return Lexicon(
            # METEOR compares hashes, so words with equal hashes are equal.
            keys=array("i", range(len(vocabulary))) if self.corrected else hashes,
            function=bytes(self.function),
            lengths=lengths if self.characters else ones,
            stems=self._stem_keys(),
            synsets=Encoded(self.synset_ids, self.synset_offsets),
            synset_count=len(self.synset_numbers),
            table_words=self.table_words,
        )

    def _add(self, tokens: Sequence[str]) -> None:
        self.function.extend(token.lower() in self.function_words for token in tokens)
        if self.stem:
            self.stems.extend(map(self.stem, tokens))
        if self.table:
            self.table_words.extend(self.table.ids.get(token, -1) for token in tokens)
        ids, offsets, numbers = self.synset_ids, self.synset_offsets, self.synset_numbers
        for token in tokens:
            if self.synonyms:
                for group in self.synonyms.of(token):
                    ids.append(numbers.setdefault(group, len(numbers)))
            offsets.append(len(ids))

    def _stem_keys(self) -> Buffer:
        """Number of the stem of each token."""
        vocabulary = Vocabulary()
        found = encode_tokens(self.stems, "fields", vocabulary)
        hashes = memoryview(vocabulary.utf16_from(0)[0]).cast("i")
        keys = range(1, len(hashes) + 1) if self.corrected else hashes
        # A word of apostrophes has an empty stem, whose hash is 0.
        sequences = (found[i] for i in range(len(found)))
        return array("i", [keys[ids[0]] if ids else 0 for ids in sequences])


@frozen
class Normalized(Tokenization):
    """METEOR's normalization, then lower-casing."""

    lang: str = "en"
    punctuation: bool = True

    def encode(self, lines: Sequence[str], vocabulary: Vocabulary) -> Encoded:
        """Ids of lines, normalized and then lower-cased."""
        known = resources.abbreviations(self.lang)
        normalized = normalize_meteor(lines, self.lang, known, punctuation=self.punctuation)
        return encode_tokens(normalized, "fields", vocabulary, lowercase="all")


def refuse_unaligned(rows: Rows, width: int, segment_of_output: Buffer, testset: TestSet) -> None:
    """Refuse segments that are too long to be aligned, whose rows are NaN."""
    lengths: Buffer = rows[::width]
    for length, segment in zip(lengths, segment_of_output, strict=True):
        if length != length:
            raise DataError(
                f"Segment {testset.segment_ids[segment]} is too long for METEOR, which compares"
                " every word with every other.",
                hint="Is a line break missing?",
            )
