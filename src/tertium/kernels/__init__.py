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
    """Stop a worker whose results are no longer needed; without the pool there are no workers."""
    pool = sys.modules.get("tertium.core.pool")
    if pool is not None:
        pool.check_stop()


# In the main thread Python handles signals in these calls, too.
_native.call_regularly(_check_stop)

CODE_POINTS = 0x110000

# Outputs per part: about ten milliseconds of work, below which threads do not pay.
_PART = 2048


class Encoded:
    """Sequences of ids, laid end to end: sequence i is ids[offsets[i]:offsets[i + 1]].

    Args:
        ids: 32-bit integers, ids of `vocabulary`, or code points without a vocabulary.
        offsets: 64-bit integers, one more than the number of sequences.
        vocabulary: The vocabulary of the ids.
        missing: A byte per sequence, 1 if it is missing; or empty.
    """

    __slots__ = ("_valid", "ids", "missing", "offsets", "vocabulary")

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
        self._valid = False

    @classmethod
    def from_kernel(cls, ids: bytes, offsets: bytes, vocabulary: Vocabulary | None) -> "Encoded":
        """Return ids from a kernel, which need no check."""
        encoded = cls(memoryview(ids).cast("i"), memoryview(offsets).cast("q"), vocabulary)
        encoded._valid = True
        return encoded

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> Buffer:
        return self.ids[self.offsets[index] : self.offsets[index + 1]]

    @property
    def alphabet(self) -> int:
        """Upper bound of the ids, exclusive."""
        return CODE_POINTS if self.vocabulary is None else len(self.vocabulary)

    @property
    def flat(self) -> tuple[Buffer, Buffer, Buffer]:
        """The arguments of the compiled functions."""
        return self.ids, self.offsets, self.missing

    def check(self) -> None:
        """Check once that ids and offsets are valid, because the kernels do not."""
        if self._valid:
            return
        if not _native.check_flat(self.ids, self.offsets, self.alphabet):
            raise ValueError(
                f"Encoded needs ids from 0 to {self.alphabet - 1} and offsets that rise from 0 to"
                " the number of ids."
            )
        if self.missing and len(self.missing) != len(self):
            raise ValueError("`missing` must have one byte for every sequence.")
        self._valid = True


class EditScript(NamedTuple):
    """Edits from an output to its reference: shifts of blocks, then edits of words.

    Attributes:
        operations: From left to right "m" match, "s" substitution, "i" insertion of a word of
            the reference, "d" deletion of a word of the output.
        shifts: In order, (start, length, target): `length` words from `start` were moved to begin
            at `target`.
    """

    operations: str
    shifts: tuple[tuple[int, int, int], ...] = ()

    @property
    def edits(self) -> int:
        """Number of edits; a shift counts as one."""
        return len(self.shifts) + len(self.operations) - self.operations.count("m")


def encode_tokens(
    lines: Sequence[str], tokenization: str, vocabulary: Vocabulary, *, lowercase: str = "none"
) -> Encoded:
    """Tokenize lines and number the tokens.

    Args:
        lines: The texts.
        tokenization: "words" (white space), "fields" (ASCII white space), "13a", "intl", "zh", or
            "punctuation" (chrF++).
        vocabulary: Assigns the ids; grows.
        lowercase: Letters to lower-case first: "none", "ascii" (A to Z) or "all".
    """
    ids, offsets = _native.encode_tokens(lines, tokenization, vocabulary, lowercase)
    return Encoded.from_kernel(ids, offsets, vocabulary)


def encode_characters(lines: Sequence[str], *, whitespace: bool = False) -> Encoded:
    """Code points of lines, with or without white space."""
    ids, offsets = _native.encode_characters(lines, whitespace)
    return Encoded.from_kernel(ids, offsets, None)


def bleu_statistics(
    outputs: Encoded, segment_of_output: Buffer, references: Sequence[Encoded], order: int
) -> Rows:
    """Matches and totals for n = 1..order, output length, length of the closest reference.

    Matches are clipped at the largest count of the n-gram in any single reference
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
    """Information of each n-gram of the references, in bits (Doddington 2002).

    The information is log2(count of its first n-1 tokens / its own count), over all references of
    all segments; of a single token log2(number of tokens / its count).

    Args:
        references: All references, over one vocabulary.
        order: Maximum length of n-grams.
        blank: A token that is no history: the token after it has the information of a single token.
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
    """For n = 1..order the information of matching n-grams, then their number; reference length.

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
    """For n = 1..order the n-grams of the output, of the reference, and the matches.

    N-grams of the output are not counted if the reference is too short to have any.

    Args:
        segment_of_output: Segment of each output.
        parts: Encoded outputs, one reference and an order; the columns of several parts (characters
            and words) stand side by side.
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
    """RIBES against the best reference, and 1; 0 and 0 if all references are empty.

    RIBES is the share of aligned word pairs in the same order, times the share of aligned words of
    the output to the power of alpha, times the brevity penalty to the power of beta (Isozaki et al.
    2010); words are aligned as in NTT's program.
    """
    where = check_inputs(outputs, segment_of_output, references)
    flats = [reference.flat for reference in references]

    def fill(begin: int, end: int, rows: Buffer) -> None:
        _native.ribes_statistics(*where, begin, end, flats, alpha, beta, rows)

    return fill_rows(len(outputs), 2, fill)


def gleu_statistics(
    outputs: Encoded, segment_of_output: Buffer, reference: Encoded, order: int
) -> Rows:
    """Matching n-grams of n = 1..order, and the n-grams of the text that has more."""
    where = check_inputs(outputs, segment_of_output, [reference], order)

    def fill(begin: int, end: int, rows: Buffer) -> None:
        _native.gleu_statistics(*where, begin, end, reference.flat, order, rows)

    return fill_rows(len(outputs), 2, fill)


def per_statistics(outputs: Encoded, segment_of_output: Buffer, reference: Encoded) -> Rows:
    """Words missing in the output, words missing in the reference, reference length."""
    return _against_one(_native.per_statistics, 3, outputs, segment_of_output, reference)


def wer_statistics(outputs: Encoded, segment_of_output: Buffer, reference: Encoded) -> Rows:
    """Edits (Levenshtein), and length of the reference."""
    return _against_one(_native.wer_statistics, 2, outputs, segment_of_output, reference)


def cder_statistics(outputs: Encoded, segment_of_output: Buffer, reference: Encoded) -> Rows:
    """Edits with jumps to any position of the output, and length of the reference.

    Every word of the reference is covered once, words of the output any number of times (Leusch
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

    Edits, shifts included (Snover et al. 2006), are counted as in sacreBLEU, or as in TERCOM, which
    needs a table of all words of both texts; texts that are too long raise a MemoryError.
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
    """Operations of a minimum edit (Levenshtein) of every output into its reference."""
    flat, segments, _ = check_inputs(outputs, segment_of_output, [reference])
    scripts = _native.wer_edit_scripts(flat, segments, reference.flat)
    return [EditScript(operations) for operations in scripts]


def check_inputs(
    outputs: Encoded, segment_of_output: Buffer, references: Sequence[Encoded], order: int = 1
) -> tuple[tuple[Buffer, Buffer, Buffer], Buffer, int]:
    """Check the inputs; return outputs, segments and alphabet for the compiled functions."""
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
