from collections.abc import Callable, Sequence
from typing import Any

# Anything with the buffer protocol: memoryview, bytes, array, NumPy array.
Buffer = Any
Flat = tuple[Buffer, Buffer, Buffer]

class Vocabulary:
    def __len__(self) -> int: ...
    def tokens_from(self, first: int) -> list[str]: ...
    def utf16_from(self, first: int) -> tuple[bytes, bytes]: ...

def build() -> str: ...
def call_regularly(function: Callable[[], None]) -> None: ...
def encode_tokens(
    lines: Sequence[str], tokenization: str, vocabulary: Vocabulary, lowercase: str
) -> tuple[bytes, bytes]: ...
def encode_characters(lines: Sequence[str], whitespace: bool) -> tuple[bytes, bytes]: ...
def check_flat(ids: Buffer, offsets: Buffer, alphabet: int) -> bool: ...
def check_segments(segments: Buffer, count: int) -> bool: ...
def bleu_statistics(
    flat: Flat,
    segments: Buffer,
    alphabet: int,
    begin: int,
    end: int,
    references: list[Flat],
    order: int,
    rows: Buffer,
) -> None: ...

class NistInformation:
    order: int
    def __init__(
        self, references: list[Flat], segments: int, alphabet: int, order: int, blank: int
    ) -> None: ...

def nist_statistics(
    flat: Flat,
    segments: Buffer,
    alphabet: int,
    begin: int,
    end: int,
    references: list[Flat],
    information: NistInformation,
    rows: Buffer,
) -> None: ...
def chrf_statistics(
    flat: Flat,
    segments: Buffer,
    alphabet: int,
    begin: int,
    end: int,
    reference: Flat,
    order: int,
    column: int,
    width: int,
    rows: Buffer,
) -> None: ...
def ribes_statistics(
    flat: Flat,
    segments: Buffer,
    alphabet: int,
    begin: int,
    end: int,
    references: list[Flat],
    alpha: float,
    beta: float,
    rows: Buffer,
) -> None: ...
def gleu_statistics(
    flat: Flat,
    segments: Buffer,
    alphabet: int,
    begin: int,
    end: int,
    reference: Flat,
    order: int,
    rows: Buffer,
) -> None: ...
def per_statistics(
    flat: Flat,
    segments: Buffer,
    alphabet: int,
    begin: int,
    end: int,
    reference: Flat,
    rows: Buffer,
) -> None: ...
def wer_statistics(
    flat: Flat,
    segments: Buffer,
    alphabet: int,
    begin: int,
    end: int,
    reference: Flat,
    rows: Buffer,
) -> None: ...
def cder_statistics(
    flat: Flat,
    segments: Buffer,
    alphabet: int,
    begin: int,
    end: int,
    reference: Flat,
    rows: Buffer,
) -> None: ...
def ter_statistics(
    flat: Flat,
    segments: Buffer,
    alphabet: int,
    begin: int,
    end: int,
    references: list[Flat],
    tercom: bool,
    rows: Buffer,
) -> None: ...
def ter_edit_scripts(
    flat: Flat, segments: Buffer, alphabet: int, reference: Flat, tercom: bool
) -> list[tuple[str, list[tuple[int, int, int]]]]: ...
def wer_edit_scripts(flat: Flat, segments: Buffer, reference: Flat) -> list[str]: ...
def normalize_meteor(
    lines: Sequence[str], language: str, abbreviations: dict[str, bool], punctuation: bool
) -> list[str]: ...

class ParaphraseBuilder:
    def add(self, text: bytes) -> bool: ...
    def finish(self) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes] | None: ...

def meteor_statistics(
    flat: Flat,
    segments: Buffer,
    alphabet: int,
    begin: int,
    end: int,
    reference: Flat,
    lexicon: tuple[Buffer, Buffer, Flat, Buffer, Buffer, Buffer, int],
    paraphrases: tuple[Flat, Flat, Buffer],
    modules: tuple[int, ...],
    beam: int,
    corrected: bool,
    rows: Buffer,
) -> None: ...
def concordance(
    cells: Buffer,
    sides: Buffer,
    values: Buffer,
    epsilon: float,
    ranks: Buffer,
    classes: int,
    masks: Buffer,
    rows: Buffer,
) -> None: ...
