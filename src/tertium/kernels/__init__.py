"""The one door to the compiled kernels.

Kernels see text only as Encoded: ragged integers over a shared vocabulary. They give rows of
statistics as memory views, which NumPy takes as they are; NumPy itself is not needed here, and a
plain `tertium score` does not wait for it.

What the kernels compute stands in plain Python in `reference`, which reads like the definition
and is what the tests compare with. There is no fallback: without the compiled module nothing is
imported.
"""

from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tertium.core import executor
from tertium.core.arrays import Buffer, Rows
from tertium.core.errors import TertiumError
from tertium.core.pool import check_stop

try:
    from tertium.kernels import _native
except ImportError as error:
    raise TertiumError(
        f"The compiled kernels of tertium cannot be loaded: {error}.",
        hint="Build them with: pip install . (a C++ compiler is needed)",
    ) from error

Vocabulary = _native.Vocabulary
ParaphraseBuilder = _native.ParaphraseBuilder
Information = _native.Information
build = _native.build

# In the main thread signals are heard then, too.
_native.call_regularly(check_stop)

CODE_POINTS = 0x110000

# Outputs per part when work is spread: ten milliseconds or so, less than threads are worth.
_PART = 2048


class Encoded:
    """Sequences of ids, laid end to end: sequence i is ids[offsets[i]:offsets[i + 1]].

    Args:
        ids: 32-bit integers, those of `vocabulary`, or code points where there is none.
        offsets: 64-bit integers, one more than there are sequences.
        vocabulary: What the ids stand for.
        missing: A byte for every sequence, set where it does not exist; or nothing.
    """

    __slots__ = ("_sound", "ids", "missing", "offsets", "vocabulary")

    def __init__(
        self,
        ids: Buffer,
        offsets: Buffer,
        vocabulary: Vocabulary | None = None,
        missing: bytes = b"",
    ) -> None:
        self.ids = ids
        self.offsets = offsets
        self.vocabulary = vocabulary
        self.missing = missing
        self._sound = False

    @classmethod
    def made_here(cls, ids: bytes, offsets: bytes, vocabulary: Vocabulary | None) -> "Encoded":
        """Give what a kernel has encoded, which needs no check."""
        made = cls(memoryview(ids).cast("i"), memoryview(offsets).cast("q"), vocabulary)
        made._sound = True
        return made

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> Buffer:
        return self.ids[self.offsets[index] : self.offsets[index + 1]]

    @property
    def alphabet(self) -> int:
        """All ids are below this number."""
        return CODE_POINTS if self.vocabulary is None else len(self.vocabulary)

    @property
    def flat(self) -> tuple[Buffer, Buffer, Buffer]:
        """Give what the compiled functions take."""
        return self.ids, self.offsets, self.missing

    def check(self) -> None:
        """Make sure of what the kernels trust, once, where the ids do not come from them."""
        if self._sound:
            return
        if not _native.check_flat(self.ids, self.offsets, self.alphabet):
            raise ValueError(
                f"Encoded takes ids from 0 to {self.alphabet - 1} and offsets that rise from 0 to"
                " the number of ids."
            )
        if self.missing and len(self.missing) != len(self):
            raise ValueError("`missing` must have one byte for every sequence.")
        self._sound = True


_NO_INTEGERS = memoryview(b"").cast("i")
_ONE_OFFSET = memoryview(bytes(8)).cast("q")


class EditScript(NamedTuple):
    """How an output becomes its reference: blocks are shifted, then words are edited.

    Attributes:
        operations: From left to right "m" match, "s" substitution, "i" insertion of a word of
            the reference, "d" deletion of a word of the output.
        shifts: In order, (start, length, target): so many words from `start` were moved to begin
            at `target`.
    """

    operations: str
    shifts: tuple[tuple[int, int, int], ...] = ()

    @property
    def edits(self) -> int:
        """Number of edits, a shift being one."""
        return len(self.shifts) + len(self.operations) - self.operations.count("m")


class Lexicon(NamedTuple):
    """What METEOR knows of each token, by its id; what no module needs is left out.

    Attributes:
        keys: Equal for tokens that are the same word.
        function: A byte for each, set for function words.
        lengths: What each counts.
        stems: Equal for tokens with the same stem.
        synsets: Ids of the groups of synonyms each belongs to, from 0.
        synset_count: Number of groups.
        table_words: Its id in the table of paraphrases, -1 if it is in none.
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
        phrases: Ids of their words, in the order of those.
        of_phrase: The paraphrases of each phrase, in the order of the file.
        first: For each word the first phrase that begins with it, and the number of phrases.
    """

    phrases: Encoded = Encoded(_NO_INTEGERS, _ONE_OFFSET)
    of_phrase: Encoded = Encoded(_NO_INTEGERS, _ONE_OFFSET)
    first: Buffer = memoryview(bytes(4)).cast("i")

    def fits(self) -> bool:
        """Whether the arrays are what the kernels trust; for those that do not come from them."""
        words, count, first = len(self.first) - 1, len(self.phrases), list(self.first)
        return (
            first == sorted(first)
            and first[0] == 0
            and first[-1] == count == len(self.of_phrase)
            and _native.check_flat(*self.phrases.flat[:2], words)
            and _native.check_flat(*self.of_phrase.flat[:2], count)
        )


NO_PARAPHRASES = Paraphrases()


def encode_tokens(
    lines: Sequence[str], tokenization: str, vocabulary: Vocabulary, *, lowercase: str = "none"
) -> Encoded:
    """Tokenize lines and number the tokens.

    Args:
        lines: The texts.
        tokenization: "words" (white space), "fields" (ASCII white space), "13a", "intl", "zh", or
            "punctuation" (chrF++).
        vocabulary: Gives the ids; grows.
        lowercase: What to lower-case first: "none", "ascii" (A to Z) or "all".
    """
    ids, offsets = _native.encode_tokens(lines, tokenization, vocabulary, lowercase)
    return Encoded.made_here(ids, offsets, vocabulary)


def encode_characters(lines: Sequence[str], *, whitespace: bool = False) -> Encoded:
    """Code points of lines, white space included or left out."""
    ids, offsets = _native.encode_characters(lines, whitespace)
    return Encoded.made_here(ids, offsets, None)


def bleu_statistics(
    outputs: Encoded, segment_of_output: Buffer, references: Sequence[Encoded], order: int
) -> Rows:
    """Matches and totals for n = 1..order, output length, length of the closest reference.

    An n-gram counts at most as often as in the one reference that has it most often
    (Papineni et al. 2002).
    """
    where = _checked(outputs, segment_of_output, references, order)
    flats = [reference.flat for reference in references]

    def fill(begin: int, end: int, rows: Buffer) -> None:
        _native.bleu_statistics(*where, begin, end, flats, order, rows)

    return _spread(len(outputs), 2 * order + 2, fill)


def information(
    references: Sequence[Encoded], order: int, *, blank: int | None = None
) -> Information:
    """How much each n-gram of the references tells, in bits (Doddington 2002).

    That is log2(count of its first n-1 tokens / its own count), over all references of all
    segments; of a single token log2(number of tokens / its count).

    Args:
        references: All of them, over one vocabulary.
        order: Longest n-gram.
        blank: A token after which no history counts: what follows it weighs as a single token.
    """
    _check_references(references, references[0].vocabulary if references else None, order)
    segments, alphabet = len(references[0]), references[0].alphabet
    if any(len(reference) != segments for reference in references):
        raise ValueError("All references must have the same number of segments.")
    if blank is not None and not 0 <= blank < alphabet:
        raise ValueError(f"`blank` must lie from 0 to {alphabet - 1}.")
    flats = [reference.flat for reference in references]
    return Information(flats, segments, alphabet, order, -1 if blank is None else blank)


def nist_statistics(
    outputs: Encoded,
    segment_of_output: Buffer,
    references: Sequence[Encoded],
    information: Information,
) -> Rows:
    """For n = 1..order the bits of the n-grams that match, then their number; reference length.

    N-grams match as in `bleu_statistics`; the length is the mean over the references.
    """
    where = _checked(outputs, segment_of_output, references)
    flats = [reference.flat for reference in references]

    def fill(begin: int, end: int, rows: Buffer) -> None:
        _native.nist_statistics(*where, begin, end, flats, information, rows)

    return _spread(len(outputs), 2 * information.order + 1, fill)


def overlap_statistics(
    segment_of_output: Buffer, parts: Sequence[tuple[Encoded, Encoded, int]]
) -> Rows:
    """For n = 1..order the n-grams of the output, of the reference, and of both.

    Those of the output are not counted where the reference is too short to have any.

    Args:
        segment_of_output: Segment of each output.
        parts: Encoded outputs, one reference and an order; the columns of several parts (say,
            characters and words) stand side by side.
    """
    width = sum(3 * order for _, _, order in parts)
    checked = [
        _checked(outputs, segment_of_output, [other], order) for outputs, other, order in parts
    ]

    def fill(begin: int, end: int, rows: Buffer) -> None:
        column = 0
        for where, (_, other, order) in zip(checked, parts, strict=True):
            _native.overlap_statistics(*where, begin, end, other.flat, order, column, width, rows)
            column += 3 * order

    return _spread(len(parts[0][0]), width, fill)


def ribes_statistics(
    outputs: Encoded,
    segment_of_output: Buffer,
    references: Sequence[Encoded],
    alpha: float,
    beta: float,
) -> Rows:
    """RIBES against the best reference, and 1; 0 and 0 where no reference has a word.

    That is the share of the pairs of words that both texts have in the same order, times the share
    of the words of the output that are in the reference to the power of alpha, times the brevity
    penalty to the power of beta (Isozaki et al. 2010); words correspond as NTT's program has it.
    """
    where = _checked(outputs, segment_of_output, references)
    flats = [reference.flat for reference in references]

    def fill(begin: int, end: int, rows: Buffer) -> None:
        _native.ribes_statistics(*where, begin, end, flats, alpha, beta, rows)

    return _spread(len(outputs), 2, fill)


def pooled_statistics(
    outputs: Encoded, segment_of_output: Buffer, reference: Encoded, order: int
) -> Rows:
    """For n = 1..order together the n-grams of both, and those of the one that has more."""
    where = _checked(outputs, segment_of_output, [reference], order)

    def fill(begin: int, end: int, rows: Buffer) -> None:
        _native.pooled_statistics(*where, begin, end, reference.flat, order, rows)

    return _spread(len(outputs), 2, fill)


def bag_statistics(outputs: Encoded, segment_of_output: Buffer, reference: Encoded) -> Rows:
    """Words that the output lacks, words that the reference lacks, length of the reference."""
    return _against_one(_native.bag_statistics, 3, outputs, segment_of_output, reference)


def edit_statistics(outputs: Encoded, segment_of_output: Buffer, reference: Encoded) -> Rows:
    """Edits (Levenshtein), and length of the reference."""
    return _against_one(_native.edit_statistics, 2, outputs, segment_of_output, reference)


def cover_statistics(outputs: Encoded, segment_of_output: Buffer, reference: Encoded) -> Rows:
    """Edits with jumps to any place of the output, and length of the reference.

    Every word of the reference is covered once, those of the output any number of times (Leusch
    et al. 2006).
    """
    return _against_one(_native.cover_statistics, 2, outputs, segment_of_output, reference)


def translation_statistics(
    outputs: Encoded,
    segment_of_output: Buffer,
    references: Sequence[Encoded],
    *,
    tercom: bool = False,
) -> Rows:
    """Fewest edits over the references, and their mean length.

    Edits are counted as sacreBLEU's TER does, shifts included (Snover et al. 2006); or as TERCOM
    does, which takes a table of all words of both texts, and too long ones are a MemoryError.
    """
    where = _checked(outputs, segment_of_output, references)
    flats = [reference.flat for reference in references]

    def fill(begin: int, end: int, rows: Buffer) -> None:
        _native.translation_statistics(*where, begin, end, flats, tercom, rows)

    return _spread(len(outputs), 2, fill)


def translation_edit_scripts(
    outputs: Encoded, segment_of_output: Buffer, reference: Encoded, *, tercom: bool = False
) -> list[EditScript]:
    """Operations and shifts behind `translation_statistics`."""
    where = _checked(outputs, segment_of_output, [reference])
    scripts = _native.translation_edit_scripts(*where, reference.flat, tercom)
    return [EditScript(operations, tuple(shifts)) for operations, shifts in scripts]


def normalize_meteor(
    lines: Sequence[str], language: str, abbreviations: dict[str, bool], *, punctuation: bool
) -> list[str]:
    """Normalize lines of western text as METEOR 1.5 does; spaces separate the tokens.

    Args:
        lines: The texts.
        language: "en" and "fr" have rules of their own for apostrophes.
        abbreviations: Words that keep their final dot, with whether before numbers only.
        punctuation: Whether to keep punctuation.
    """
    return _native.normalize_meteor(lines, language, abbreviations, punctuation)


METEOR_MODULES = ("exact", "stem", "synonym", "paraphrase")


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
    and 1 where everything is matched in one chunk. A row of NaN says that the two are too long.

    Args:
        outputs: The outputs.
        segment_of_output: Segment of each output.
        reference: The reference.
        lexicon: Facts of all tokens.
        modules: Some of METEOR_MODULES, in order.
        paraphrases: The table, for the module of that name.
        beam: Number of alignments kept at each word.
        corrected: Whether to count half words and distances as meant (Denkowski and Lavie 2014)
            rather than as METEOR 1.5 does.
    """
    where = _checked(outputs, segment_of_output, [reference])
    sizes = {
        len(lexicon.keys),
        len(lexicon.function),
        len(lexicon.lengths),
        *([len(lexicon.stems)] if "stem" in modules else []),
        *([len(lexicon.synsets)] if "synonym" in modules else []),
        *([len(lexicon.table_words)] if "paraphrase" in modules else []),
    }
    if min(sizes) < outputs.alphabet:
        raise ValueError("The lexicon must know every token.")
    if "synonym" in modules and not _native.check_flat(
        *lexicon.synsets.flat[:2], lexicon.synset_count
    ):
        raise ValueError(f"Ids of synsets must lie from 0 to {lexicon.synset_count - 1}.")
    known = len(paraphrases.first) - 1
    if "paraphrase" in modules and max(lexicon.table_words, default=-1) >= known:
        raise ValueError("The table of paraphrases must know all words that the lexicon has of it.")
    if beam < 1 or not 0 < len(modules) <= len(METEOR_MODULES):
        raise ValueError("At least one path and one module are needed, and at most four modules.")
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

    return _spread(len(outputs), 24, fill, part=256)


def edit_scripts(
    outputs: Encoded, segment_of_output: Buffer, reference: Encoded
) -> list[EditScript]:
    """Operations of a smallest edit (Levenshtein) of every output into its reference."""
    flat, segments, _ = _checked(outputs, segment_of_output, [reference])
    scripts = _native.edit_scripts(flat, segments, reference.flat)
    return [EditScript(operations) for operations in scripts]


# Columns of `concordance` for each of the two sides.
CONCORDANCE_COLUMNS = 3


def concordance(
    cells: Buffer,
    sides: Buffer,
    values: Buffer,
    epsilon: float,
    ranks: Buffer,
    classes: int,
    masks: Buffer,
) -> Rows:
    """How pairs of cells are ordered by ranks and by scores, of which two metrics swap some.

    For each replicate and side: the pairs whose scores differ by more than `epsilon`, those of
    them whose ranks are in the same order, and those whose ranks are equal.

    Args:
        cells: The cell of each score, 32-bit integers, in ascending order of the scores.
        sides: A byte for each score: the metric it comes from, 0 or 1.
        values: The scores, ascending.
        epsilon: Scores that differ by no more are tied; at least 0.
        ranks: The other score of each cell, as a rank from 0: 32-bit integers.
        classes: Number of ranks.
        masks: For each replicate a byte for each cell: 1 where the metrics swap their scores.
    """
    if not len(cells) == len(sides) == len(values) or len(masks) % max(len(ranks), 1):
        raise ValueError("There must be a cell and a side for each value, and masks for all cells.")
    if not epsilon >= 0:
        raise ValueError("`epsilon` must be at least 0.")
    if not (
        _native.check_flat(cells, array("q", [0, len(cells)]), len(ranks))
        and _native.check_flat(ranks, array("q", [0, len(ranks)]), classes)
    ):
        raise ValueError("Cells and ranks must lie below their numbers.")
    replicates = len(masks) // max(len(ranks), 1)
    rows = memoryview(bytearray(8 * 2 * CONCORDANCE_COLUMNS * replicates)).cast("d")
    if len(cells):
        _native.concordance(cells, sides, values, epsilon, ranks, classes, masks, rows)
    return rows


def _checked(
    outputs: Encoded, segment_of_output: Buffer, references: Sequence[Encoded], order: int = 1
) -> tuple[tuple[Buffer, Buffer, Buffer], Buffer, int]:
    """Outputs, segments and alphabet, as the compiled functions take them first."""
    outputs.check()
    if len(segment_of_output) != len(outputs):
        raise ValueError("`segment_of_output` must hold one number for every output.")
    _check_references(references, outputs.vocabulary, order)
    for reference in references:
        if not _native.check_segments(segment_of_output, len(reference)):
            raise ValueError(f"`segment_of_output` must lie from 0 to {len(reference) - 1}.")
    return outputs.flat, segment_of_output, outputs.alphabet


def _check_references(
    references: Sequence[Encoded], vocabulary: Vocabulary | None, order: int
) -> None:
    if order < 1:
        raise ValueError("`order` must be at least 1.")
    if not references:
        raise ValueError("At least one reference is needed.")
    if any(reference.vocabulary is not vocabulary for reference in references):
        raise ValueError("Outputs and references must share one vocabulary.")
    for reference in references:
        reference.check()


def _against_one(
    native: Callable[..., None],
    width: int,
    outputs: Encoded,
    segment_of_output: Buffer,
    reference: Encoded,
) -> Rows:
    where = _checked(outputs, segment_of_output, [reference])

    def fill(begin: int, end: int, rows: Buffer) -> None:
        native(*where, begin, end, reference.flat, rows)

    return _spread(len(outputs), width, fill)


def _spread(
    count: int, width: int, fill: Callable[[int, int, Buffer], None], part: int = _PART
) -> Rows:
    """Rows of `count` outputs, filled part by part."""
    rows = memoryview(bytearray(8 * width * count)).cast("d")

    def fill_part(begin: int, end: int) -> None:
        fill(begin, end, rows[begin * width : end * width])

    executor.active().spread(count, part, fill_part)
    return rows
