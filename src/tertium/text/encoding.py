"""Text to Encoded: one vocabulary per test set and tokenization, each text encoded once."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Any

from tertium.core import plugins
from tertium.core.frozen import frozen
from tertium.core.streams import Stream
from tertium.core.testset import LAST_OUTPUTS, TestSet
from tertium.kernels import Encoded, Vocabulary, encode_characters, encode_tokens

# Languages without spaces between words need their own tokenizer.
_TOKENIZERS = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
_TOKENIZERS |= {"zho": "zh", "cmn": "zh", "jpn": "ja-mecab", "kor": "ko-mecab"}

# Tokenizers that split words at spaces.
_SPACED = ("13a", "intl", "none")


@frozen
class Tokenization(ABC):
    """A tokenization: text to ids. Equal tokenizations share a vocabulary and encoded texts."""

    lowercase: bool = False
    ascii_only: bool = field(default=False, kw_only=True)
    """Whether only A to Z are lower-cased."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    @abstractmethod
    def encode(self, lines: Sequence[str], vocabulary: Vocabulary) -> Encoded:
        """Ids of lines, lower-cased first if requested."""

    def encode_references(self, lines: Sequence[str], vocabulary: Vocabulary) -> Encoded:
        """Ids of lines of a reference, for programs that prepare references differently."""
        return self.encode(lines, vocabulary)

    def tokens(self, lines: Sequence[str], kind: str, vocabulary: Vocabulary) -> Encoded:
        """Ids by a tokenization of the kernels, which lower-case faster than Python."""
        case = ("ascii" if self.ascii_only else "all") if self.lowercase else "none"
        return encode_tokens(lines, kind, vocabulary, lowercase=case)

    def lowered(self, lines: Sequence[str]) -> Sequence[str]:
        """Lines, lower-cased if requested."""
        if not self.lowercase:
            return lines
        return list(map(_ascii_lower if self.ascii_only else str.lower, lines))


@frozen
class Tokenizer(Tokenization):
    """A member of `text/tokenizers`."""

    name: str = "13a"

    @property
    def _module(self) -> Any:
        return plugins.load("text.tokenizers", self.name)

    @property
    def signature(self) -> str:
        """Name and, if tokens depend on it, version of the library of the tokenizer."""
        module = self._module
        return str(module.signature()) if hasattr(module, "signature") else self.name

    @property
    def is_own(self) -> bool:
        """Whether no other metric program has a tokenizer of this name."""
        return getattr(self._module, "OWN", False)

    def encode(self, lines: Sequence[str], vocabulary: Vocabulary) -> Encoded:
        """Ids of lines, lower-cased first if requested."""
        module = self._module
        native: str | None = getattr(module, "NATIVE", None)
        if native == "characters":
            return encode_characters(self.lowered(lines))
        if native is not None:
            return self.tokens(lines, native, vocabulary)
        joined = [" ".join(module.tokenize(line.rstrip())) for line in self.lowered(lines)]
        return encode_tokens(joined, "words", vocabulary)


def tokenizer_for(testset: TestSet, name: str | None, *, lowercase: bool) -> Tokenizer:
    """Tokenizer by name; by default 13a, or the tokenizer for the target language."""
    # A code may be longer, as in zh_CN or zh-TW.
    language = testset.target_language.replace("_", "-").partition("-")[0].lower()
    return Tokenizer(lowercase, name or _TOKENIZERS.get(language, "13a"))


def tokenizer_advice(metric: str, tokenizer: Tokenizer, better: Sequence[str]) -> str:
    """Tokenizers that find words without spaces; "" if the given one does."""
    return " or ".join(f"{metric}(tok={name})" for name in better if tokenizer.name in _SPACED)


class _Texts:
    """Texts of a test set in one tokenization, over one vocabulary."""

    def __init__(self, tokenization: Tokenization, references: Iterable[Stream]) -> None:
        self._tokenization = tokenization
        self._vocabulary = Vocabulary()
        self.references: list[Encoded] = []
        for stream in references:
            encoded = tokenization.encode_references(stream.lines, self._vocabulary)
            if stream.missing:
                encoded.missing = bytes(i in stream.missing for i in range(len(stream)))
            self.references.append(encoded)

    def other(self, lines: Sequence[str]) -> Encoded:
        """Ids of another text."""
        return self._tokenization.encode(lines, self._vocabulary)


def encoded_references(testset: TestSet, tokenization: Tokenization) -> list[Encoded]:
    """Ids of all references; missing segments are empty."""
    return _texts(testset, tokenization).references


def encoded_source(testset: TestSet, tokenization: Tokenization) -> Encoded:
    """Ids of the source, over the same vocabulary as the references."""
    assert testset.source is not None
    return _texts(testset, tokenization).other(testset.source.lines)


def encoded_output(testset: TestSet, outputs: Sequence[str], tokenization: Tokenization) -> Encoded:
    """Ids of outputs, over the same vocabulary as the references.

    The last ids are kept, for the other metrics that score the same outputs.
    """
    # Keyed by the lines, because the list that holds them may change.
    lines = tuple(outputs)
    kept: dict[Tokenization, tuple[tuple[str, ...], Encoded]] = testset.memo(LAST_OUTPUTS, dict)
    if tokenization not in kept or kept[tokenization][0] != lines:
        kept[tokenization] = lines, _texts(testset, tokenization).other(lines)
    return kept[tokenization][1]


def _texts(testset: TestSet, tokenization: Tokenization) -> _Texts:
    texts: _Texts = testset.memo(
        tokenization, lambda: _Texts(tokenization, testset.references.values())
    )
    return texts


def _ascii_lower(line: str) -> str:
    if line.isascii():
        return line.lower()
    # `bytes.lower()` changes ASCII letters only.
    return line.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")
