"""Kernels of METEOR: normalization, the table of paraphrases, alignment and its statistics."""

from collections.abc import Sequence
from typing import NamedTuple

from tertium.core.arrays import Buffer, Rows
from tertium.kernels import Encoded, _native, check_inputs, fill_rows

ParaphraseBuilder = _native.ParaphraseBuilder

METEOR_MODULES = ("exact", "stem", "synonym", "paraphrase")

_NO_INTEGERS = memoryview(b"").cast("i")
_ONE_OFFSET = memoryview(bytes(8)).cast("q")


class Lexicon(NamedTuple):
    """Properties of each token for METEOR, by its id; those that no module needs are empty.

    Attributes:
        keys: Equal for tokens of the same word.
        function: A byte per token, 1 for function words.
        lengths: Length of each token in the count.
        stems: Equal for tokens with the same stem.
        synsets: Ids of the synsets of each token, from 0.
        synset_count: Number of synsets.
        table_words: Id in the table of paraphrases, -1 if it is not in the table.
    """

    keys: Buffer
    function: Buffer
    lengths: Buffer
    stems: Buffer = _NO_INTEGERS
    synsets: Encoded = Encoded(_NO_INTEGERS, _ONE_OFFSET)
    synset_count: int = 0
    table_words: Buffer = _NO_INTEGERS


class Paraphrases(NamedTuple):
    """A table of paraphrases, as `ParaphraseBuilder` makes it.

    Attributes:
        phrases: Ids of the words of each phrase, sorted.
        of_phrase: The paraphrases of each phrase, in the order of the file.
        first: The first phrase that begins with each word, then the number of phrases.
    """

    phrases: Encoded = Encoded(_NO_INTEGERS, _ONE_OFFSET)
    of_phrase: Encoded = Encoded(_NO_INTEGERS, _ONE_OFFSET)
    first: Buffer = memoryview(bytes(4)).cast("i")

    def fits(self) -> bool:
        """Whether the arrays are valid, because the kernels do not check them."""
        words, count, first = len(self.first) - 1, len(self.phrases), list(self.first)
        return (
            first == sorted(first)
            and first[0] == 0
            and first[-1] == count == len(self.of_phrase)
            and _native.check_flat(*self.phrases.flat[:2], words)
            and _native.check_flat(*self.of_phrase.flat[:2], count)
        )


NO_PARAPHRASES = Paraphrases()


def normalize_meteor(
    lines: Sequence[str], language: str, abbreviations: dict[str, bool], *, punctuation: bool
) -> list[str]:
    """Normalize lines of western text as METEOR 1.5 does; spaces separate the tokens.

    Args:
        lines: The texts.
        language: "en" and "fr" have special rules for apostrophes.
        abbreviations: Words that keep their final dot, and whether only before numbers.
        punctuation: Whether to keep punctuation.
    """
    return _native.normalize_meteor(lines, language, abbreviations, punctuation)


def meteor_statistics(
    outputs: Encoded,
    segment_of_output: Buffer,
    reference: Encoded,
    lexicon: Lexicon,
    modules: Sequence[str],
    paraphrases: Paraphrases = NO_PARAPHRASES,
    *,
    beam: int = 40,
    corrected: bool = False,
) -> Rows:
    """Align every output with its reference as METEOR 1.5 does, and count (24 columns).

    Lengths, function words in them (output, reference); for each of four modules matched content
    words of output and reference, matched function words of both; chunks; matched words of both;
    and 1 if everything is matched in one chunk. The row is NaN if the texts are too long.

    Args:
        outputs: The outputs.
        segment_of_output: Segment of each output.
        reference: The reference.
        lexicon: Properties of all tokens.
        modules: Some of METEOR_MODULES, in order.
        paraphrases: The table, for the module of that name.
        beam: Beam size.
        corrected: Whether to count half words and distances as intended (Denkowski and Lavie 2014)
            rather than as METEOR 1.5 does.
    """
    where = check_inputs(outputs, segment_of_output, [reference])
    sizes = {
        len(lexicon.keys),
        len(lexicon.function),
        len(lexicon.lengths),
        *([len(lexicon.stems)] if "stem" in modules else []),
        *([len(lexicon.synsets)] if "synonym" in modules else []),
        *([len(lexicon.table_words)] if "paraphrase" in modules else []),
    }
    if min(sizes) < outputs.alphabet:
        raise ValueError("The lexicon must contain every token.")
    if "synonym" in modules and not _native.check_flat(
        *lexicon.synsets.flat[:2], lexicon.synset_count
    ):
        raise ValueError(f"Ids of synsets must lie from 0 to {lexicon.synset_count - 1}.")
    known = len(paraphrases.first) - 1
    if "paraphrase" in modules and max(lexicon.table_words, default=-1) >= known:
        raise ValueError("The table of paraphrases must contain all table words of the lexicon.")
    if beam < 1 or not 0 < len(modules) <= len(METEOR_MODULES):
        raise ValueError("The beam must be at least 1, with one to four modules.")
    numbers = tuple(METEOR_MODULES.index(module) for module in modules)
    facts = (
        lexicon.keys,
        lexicon.stems,
        lexicon.synsets.flat,
        lexicon.table_words,
        lexicon.function,
        lexicon.lengths,
        lexicon.synset_count,
    )
    table = paraphrases.phrases.flat, paraphrases.of_phrase.flat, paraphrases.first

    def fill(begin: int, end: int, rows: Buffer) -> None:
        _native.meteor_statistics(
            *where, begin, end, reference.flat, facts, table, numbers, beam, corrected, rows
        )

    return fill_rows(len(outputs), 24, fill, part=256)
