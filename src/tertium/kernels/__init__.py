"""The one door to the compiled kernels.

Kernels see text only as Encoded: ragged integers over a shared vocabulary. Every function here
has a slow twin of the same name in `reference`, which reads like the definition and is what the
tests compare with. There is no fallback: without the compiled module nothing is imported.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.core import executor
from tertium.core.errors import TertiumError

try:
    from tertium.kernels import _native
except ImportError as error:
    raise TertiumError(
        f"The compiled kernels of tertium cannot be loaded: {error}.",
        hint="Build them with: pip install . (a C++ compiler is needed)",
    ) from error

Vocabulary = _native.Vocabulary

CODE_POINTS = 0x110000

# Segments per part when work is spread: about ten milliseconds each.
_PART = 4096
_TER_PART = 1024


@dataclass(frozen=True)
class Encoded:
    """Sequences of ids, laid end to end: sequence i is ids[offsets[i]:offsets[i + 1]].

    The ids are those of `vocabulary`, or code points where there is none.
    """

    ids: NDArray[np.int32]
    offsets: NDArray[np.int64]
    vocabulary: Vocabulary | None = None

    def __post_init__(self) -> None:
        # The kernels trust what they are given; this is where it is made sure.
        ids, offsets = self.ids, self.offsets
        if ids.dtype != np.int32 or offsets.dtype != np.int64 or len(offsets) == 0:
            message = "Encoded takes int32 ids and int64 offsets, at least one."
            raise ValueError(message)
        if offsets[0] != 0 or offsets[-1] != len(ids) or (offsets[1:] < offsets[:-1]).any():
            message = "The offsets of Encoded must rise from 0 to the number of ids."
            raise ValueError(message)
        if len(ids) and (ids.min() < 0 or ids.max() >= self.alphabet):
            message = f"The ids of Encoded must lie between 0 and {self.alphabet - 1}."
            raise ValueError(message)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def alphabet(self) -> int:
        """All ids are below this number."""
        return CODE_POINTS if self.vocabulary is None else len(self.vocabulary)

    @property
    def flat(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Give ids and offsets, as the compiled functions take them."""
        return self.ids, self.offsets

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Number of ids of each sequence."""
        return np.diff(self.offsets)

    def __getitem__(self, index: int) -> NDArray[np.int32]:
        return self.ids[self.offsets[index] : self.offsets[index + 1]]


@dataclass(frozen=True)
class EditScript:
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


def encode_tokens(lines: Sequence[str], tokenization: str, vocabulary: Vocabulary) -> Encoded:
    """Tokenize lines and number the tokens.

    Args:
        lines: The texts.
        tokenization: "words" (white space), "13a", "zh", or "punctuation" (chrF++).
        vocabulary: Gives the ids; grows.
    """
    ids, offsets = _native.encode_tokens(lines, tokenization, vocabulary)
    return Encoded(np.frombuffer(ids, np.int32), np.frombuffer(offsets, np.int64), vocabulary)


def encode_characters(lines: Sequence[str], *, whitespace: bool = False) -> Encoded:
    """Code points of lines, white space included or left out."""
    ids, offsets = _native.encode_characters(lines, whitespace)
    return Encoded(np.frombuffer(ids, np.int32), np.frombuffer(offsets, np.int64))


def ngram_matches(
    outputs: Encoded,
    segment_of_output: NDArray[np.int64],
    references: Sequence[Encoded],
    order: int,
) -> NDArray[np.int32]:
    """Clipped n-gram matches of every output for n = 1..order, one row per output.

    An n-gram counts at most as often as in the one reference that has it most often
    (Papineni et al. 2002).
    """
    _check(outputs, segment_of_output, references)
    matches = np.empty((len(outputs), order), np.int32)
    streams = [reference.flat for reference in references]
    alphabet = outputs.alphabet

    def count(begin: int, end: int) -> None:
        _native.ngram_matches(
            outputs.flat,
            segment_of_output,
            streams,
            alphabet,
            order,
            begin,
            end,
            matches[begin:end],
        )

    executor.active().spread(len(outputs), _PART, count)
    return matches


def translation_edits(
    outputs: Encoded, segment_of_output: NDArray[np.int64], reference: Encoded
) -> NDArray[np.int64]:
    """Shifts plus edits of every output, as sacreBLEU's TER counts them (Snover et al. 2006)."""
    _check(outputs, segment_of_output, [reference])
    edits = np.empty(len(outputs), np.int64)
    alphabet = outputs.alphabet

    def count(begin: int, end: int) -> None:
        _native.translation_edits(
            outputs.flat,
            segment_of_output,
            reference.flat,
            alphabet,
            begin,
            end,
            edits[begin:end],
        )

    executor.active().spread(len(outputs), _TER_PART, count)
    return edits


def translation_edit_scripts(
    outputs: Encoded, segment_of_output: NDArray[np.int64], reference: Encoded
) -> list[EditScript]:
    """Operations and shifts behind `translation_edits`."""
    _check(outputs, segment_of_output, [reference])
    scripts = _native.translation_edit_scripts(
        outputs.flat, segment_of_output, reference.flat, outputs.alphabet
    )
    return [EditScript(operations, tuple(shifts)) for operations, shifts in scripts]


def edit_scripts(
    outputs: Encoded, segment_of_output: NDArray[np.int64], reference: Encoded
) -> list[EditScript]:
    """Operations of a smallest edit (Levenshtein) of every output into its reference."""
    _check(outputs, segment_of_output, [reference])
    scripts = _native.edit_scripts(outputs.flat, segment_of_output, reference.flat)
    return [EditScript(operations) for operations in scripts]


def build() -> str:
    """Compiler and settings the kernels were built with."""
    return _native.build()


def _check(
    outputs: Encoded, segment_of_output: NDArray[np.int64], references: Sequence[Encoded]
) -> None:
    if len(segment_of_output) != len(outputs) or segment_of_output.dtype != np.int64:
        message = "`segment_of_output` must hold one int64 for every output."
        raise ValueError(message)
    for reference in references:
        if reference.vocabulary is not outputs.vocabulary:
            message = "Outputs and references must be encoded with the same vocabulary."
            raise ValueError(message)
        if len(outputs) and not (
            0 <= segment_of_output.min() and segment_of_output.max() < len(reference)
        ):
            message = f"`segment_of_output` must lie between 0 and {len(reference) - 1}."
            raise ValueError(message)
