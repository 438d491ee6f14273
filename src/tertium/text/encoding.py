"""Text to Encoded: one vocabulary per test set and tokenization, each text encoded once."""

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tertium.core import plugins
from tertium.core.testset import TestSet
from tertium.kernels import Encoded, Vocabulary, encode_characters, encode_tokens

# How many outputs stay encoded: enough for the metrics that score one output in turn.
_KEPT = 3


@dataclass(frozen=True)
class Tokenization(ABC):
    """How a text becomes ids. Equal ones share a vocabulary and what they have encoded."""

    lowercase: bool = False
    ascii_only: bool = field(default=False, kw_only=True)
    """Whether only A to Z are lower-cased."""

    def encode(self, lines: Sequence[str], vocabulary: Vocabulary) -> Encoded:
        """Ids of lines, lower-cased first if so wanted."""
        if self.lowercase:
            lines = list(map(_ascii_lower if self.ascii_only else str.lower, lines))
        return self._encode(lines, vocabulary)

    @abstractmethod
    def _encode(self, lines: Sequence[str], vocabulary: Vocabulary) -> Encoded: ...


@dataclass(frozen=True)
class Words(Tokenization):
    """Split on white space; `punctuation` sets one final or initial mark of a word apart."""

    punctuation: bool = False

    def _encode(self, lines: Sequence[str], vocabulary: Vocabulary) -> Encoded:
        return encode_tokens(lines, "punctuation" if self.punctuation else "words", vocabulary)


@dataclass(frozen=True)
class Characters(Tokenization):
    """Code points, with white space or without."""

    whitespace: bool = False

    def _encode(self, lines: Sequence[str], vocabulary: Vocabulary) -> Encoded:
        return encode_characters(lines, whitespace=self.whitespace)


@dataclass(frozen=True)
class Tokenizer(Tokenization):
    """A member of `text/tokenizers`."""

    name: str = "13a"

    @property
    def _module(self) -> Any:
        return plugins.load("text.tokenizers", self.name)

    @property
    def signature(self) -> str:
        """Name and, where it decides the tokens, version of what the tokenizer uses."""
        module = self._module
        return str(module.signature()) if hasattr(module, "signature") else self.name

    def _encode(self, lines: Sequence[str], vocabulary: Vocabulary) -> Encoded:
        module = self._module
        native: str | None = getattr(module, "NATIVE", None)
        if native == "characters":
            return encode_characters(lines)
        if native is not None:
            return encode_tokens(lines, native, vocabulary)
        joined = [" ".join(module.tokenize(line.rstrip())) for line in lines]
        return encode_tokens(joined, "words", vocabulary)


def encoded_references(testset: TestSet, tokenization: Tokenization) -> list[Encoded]:
    """Ids of all references; a segment that one of them lacks is empty there."""

    def make() -> list[Encoded]:
        vocabulary = _vocabulary(testset, tokenization)
        made = []
        for stream in testset.references.values():
            encoded = tokenization.encode(stream.lines, vocabulary)
            if stream.missing:
                encoded.missing = bytes(i in stream.missing for i in range(len(stream)))
            made.append(encoded)
        return made

    references: list[Encoded] = testset.memo(("references", tokenization), make)
    return references


def encoded_output(testset: TestSet, outputs: Sequence[str], tokenization: Tokenization) -> Encoded:
    """Ids of outputs, over the same vocabulary as the references."""
    recent: OrderedDict[Any, Encoded] = testset.memo("recent outputs", OrderedDict)
    # By the lines, not by the list that holds them: that may hold others the next time.
    lines = tuple(outputs)
    key = (lines, tokenization)
    if key not in recent:
        recent[key] = tokenization.encode(lines, _vocabulary(testset, tokenization))
        if len(recent) > _KEPT:
            recent.popitem(last=False)
    return recent[key]


def _ascii_lower(line: str) -> str:
    if line.isascii():
        return line.lower()
    # Bytes know no other letters.
    return line.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def _vocabulary(testset: TestSet, tokenization: Tokenization) -> Vocabulary:
    vocabulary: Vocabulary = testset.memo(("vocabulary", tokenization), Vocabulary)
    return vocabulary
