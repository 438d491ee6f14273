from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Flat = tuple[NDArray[np.int32], NDArray[np.int64]]

class Vocabulary:
    def __len__(self) -> int: ...

def encode_tokens(
    lines: Sequence[str], tokenization: str, vocabulary: Vocabulary
) -> tuple[bytes, bytes]: ...
def encode_characters(lines: Sequence[str], whitespace: bool) -> tuple[bytes, bytes]: ...
def ngram_matches(
    outputs: Flat,
    segment_of_output: NDArray[np.int64],
    references: list[Flat],
    alphabet: int,
    order: int,
    begin: int,
    end: int,
    matches: NDArray[np.int32],
) -> None: ...
def translation_edits(
    outputs: Flat,
    segment_of_output: NDArray[np.int64],
    reference: Flat,
    alphabet: int,
    begin: int,
    end: int,
    edits: NDArray[np.int64],
) -> None: ...
def translation_edit_scripts(
    outputs: Flat,
    segment_of_output: NDArray[np.int64],
    reference: Flat,
    alphabet: int,
) -> list[tuple[str, list[tuple[int, int, int]]]]: ...
def edit_scripts(
    outputs: Flat, segment_of_output: NDArray[np.int64], reference: Flat
) -> list[str]: ...
def build() -> str: ...
