"""Compiled kernels: encoding of text and the statistics of each metric.

A kernel is named after the metric it serves; those of METEOR are in `meteor`, and `concordance`
counts concordant pairs for meta-evaluation. Kernels read text as `Encoded`, ragged integers over a
shared vocabulary, and return rows of statistics as memory views. NumPy uses these without copying,
and a plain `tertium score` does not have to import NumPy.

`reference` defines in plain Python what each kernel computes; the tests compare both. There is no
fallback: without the compiled module this package cannot be imported.
"""

import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tertium.core import executor
from tertium.core.arrays import Buffer, Rows
from tertium.core.errors import TertiumError

try:
    from tertium.kernels import _native
except ImportError as error:
    raise TertiumError(
        f"The compiled kernels of tertium cannot be loaded: {error}.",
        hint="Build them with: pip install . (a C++ compiler is needed)",
    ) from error

Vocabulary = _native.Vocabulary
NistInformation = _native.NistInformation
build = _native.build


def _check_stop() -> None:
    """Stop a worker whose results nobody waits for; without the pool there are no workers."""
    pool = sys.modules.get("tertium.core.pool")
    if pool is not None:
        pool.check_stop()


# In the main thread Python handles signals in these calls, too.
_native.call_regularly(_check_stop)

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
    where = check_inputs(outputs, segment_of_output, references, order)
    flats = [reference.flat for reference in references]

    def fill(begin: int, end: int, rows: Buffer) -> None:
        _native.bleu_statistics(*where, begin, end, flats, order, rows)

    return fill_rows(len(outputs), 2 * order + 2, fill)


def nist_information(
    references: Sequence[Encoded], order: int, *, blank: int | None = None
) -> NistInformation:
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
    return NistInformation(flats, segments, alphabet, order, -1 if blank is None else blank)


def nist_statistics(
    outputs: Encoded,
    segment_of_output: Buffer,
    references: Sequence[Encoded],
    information: NistInformation,
) -> Rows:
    """For n = 1..order the bits of the n-grams that match, then their number; reference length.

    N-grams match as in `bleu_statistics`; the length is the mean over the references.
    """
    where = check_inputs(outputs, segment_of_output, references)
    flats = [reference.flat for reference in references]

    def fill(begin: int, end: int, rows: Buffer) -> None:
        _native.nist_statistics(*where, begin, end, flats, information, rows)

    return fill_rows(len(outputs), 2 * information.order + 1, fill)


def chrf_statistics(
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
        check_inputs(outputs, segment_of_output, [other], order) for outputs, other, order in parts
    ]

    def fill(begin: int, end: int, rows: Buffer) -> None:
        column = 0
        for where, (_, other, order) in zip(checked, parts, strict=True):
            _native.chrf_statistics(*where, begin, end, other.flat, order, column, width, rows)
            column += 3 * order

    return fill_rows(len(parts[0][0]), width, fill)


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
    where = check_inputs(outputs, segment_of_output, references)
    flats = [reference.flat for reference in references]

    def fill(begin: int, end: int, rows: Buffer) -> None:
        _native.ribes_statistics(*where, begin, end, flats, alpha, beta, rows)

    return fill_rows(len(outputs), 2, fill)


def gleu_statistics(
    outputs: Encoded, segment_of_output: Buffer, reference: Encoded, order: int
) -> Rows:
    """For n = 1..order together the n-grams of both, and those of the one that has more."""
    where = check_inputs(outputs, segment_of_output, [reference], order)

    def fill(begin: int, end: int, rows: Buffer) -> None:
        _native.gleu_statistics(*where, begin, end, reference.flat, order, rows)

    return fill_rows(len(outputs), 2, fill)


def per_statistics(outputs: Encoded, segment_of_output: Buffer, reference: Encoded) -> Rows:
    """Words that the output lacks, words that the reference lacks, length of the reference."""
    return _against_one(_native.per_statistics, 3, outputs, segment_of_output, reference)


def wer_statistics(outputs: Encoded, segment_of_output: Buffer, reference: Encoded) -> Rows:
    """Edits (Levenshtein), and length of the reference."""
    return _against_one(_native.wer_statistics, 2, outputs, segment_of_output, reference)


def cder_statistics(outputs: Encoded, segment_of_output: Buffer, reference: Encoded) -> Rows:
    """Edits with jumps to any place of the output, and length of the reference.

    Every word of the reference is covered once, those of the output any number of times (Leusch
    et al. 2006).
    """
    return _against_one(_native.cder_statistics, 2, outputs, segment_of_output, reference)


def ter_statistics(
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
    where = check_inputs(outputs, segment_of_output, references)
    flats = [reference.flat for reference in references]

    def fill(begin: int, end: int, rows: Buffer) -> None:
        _native.ter_statistics(*where, begin, end, flats, tercom, rows)

    return fill_rows(len(outputs), 2, fill)


def ter_edit_scripts(
    outputs: Encoded, segment_of_output: Buffer, reference: Encoded, *, tercom: bool = False
) -> list[EditScript]:
    """Operations and shifts behind `ter_statistics`."""
    where = check_inputs(outputs, segment_of_output, [reference])
    scripts = _native.ter_edit_scripts(*where, reference.flat, tercom)
    return [EditScript(operations, tuple(shifts)) for operations, shifts in scripts]


def wer_edit_scripts(
    outputs: Encoded, segment_of_output: Buffer, reference: Encoded
) -> list[EditScript]:
    """Operations of a smallest edit (Levenshtein) of every output into its reference."""
    flat, segments, _ = check_inputs(outputs, segment_of_output, [reference])
    scripts = _native.wer_edit_scripts(flat, segments, reference.flat)
    return [EditScript(operations) for operations in scripts]


def check_inputs(
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
    where = check_inputs(outputs, segment_of_output, [reference])

    def fill(begin: int, end: int, rows: Buffer) -> None:
        native(*where, begin, end, reference.flat, rows)

    return fill_rows(len(outputs), width, fill)


def fill_rows(
    count: int, width: int, fill: Callable[[int, int, Buffer], None], part: int = _PART
) -> Rows:
    """Rows of `count` outputs, filled part by part."""
    rows = memoryview(bytearray(8 * width * count)).cast("d")

    def fill_part(begin: int, end: int) -> None:
        fill(begin, end, rows[begin * width : end * width])

    executor.active().spread(count, part, fill_part)
    return rows
