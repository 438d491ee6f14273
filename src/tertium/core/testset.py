"""The test set: source, references, outputs and layers of the same segments."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import field, fields, replace
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from tertium.core import wording
from tertium.core.errors import AlignmentError, DataError, UsageError
from tertium.core.formatting import counted
from tertium.core.frozen import frozen
from tertium.core.inputs import Inputs
from tertium.core.lines import FileLines
from tertium.core.streams import Stream, digest

# A plain score has no layers and no texts in memory, and loads neither.
if TYPE_CHECKING:
    from tertium.core.columns import Table
    from tertium.core.layers import Layer
    from tertium.core.texts import References, Text

# Key of the cache of a test set for the outputs that were scored last.
LAST_OUTPUTS = "last outputs"

# Number of systems in the printed form of a test set.
_SYSTEMS_NAMED = 6


@frozen
class TestSet:
    """Segments with source, references, and outputs of systems, all of the same length.

    A system has one output for each training run. Without any text, the layers define the segments
    and systems. `name` is that of a standard test set, for signatures. `inputs` are the arguments
    of `tertium.read`, if the test set was read from files.
    """

    __test__: ClassVar[bool] = False  # keeps pytest from collecting it as a test case

    references: Mapping[str, Stream] = field(default_factory=dict)
    outputs: Mapping[str, tuple[Stream, ...]] = field(default_factory=dict)
    source: Stream | None = None
    segment_ids: tuple[str, ...] = ()
    document_ids: tuple[str, ...] = ()
    layers: "Mapping[str, Layer]" = field(default_factory=dict)
    source_language: str = ""
    target_language: str = ""
    name: str = ""
    inputs: Inputs | None = field(default=None, compare=False)
    _memo: dict[Hashable, Any] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        named = list(self.streams())
        if not named and not self.segment_ids:
            with_ids = [part for part in self._layer_contents if hasattr(part, "segment_ids")]
            if not with_ids:
                raise DataError("A test set needs references, outputs or a source; there is none.")
            object.__setattr__(self, "segment_ids", with_ids[0].segment_ids)
            known = self.document_ids or getattr(with_ids[0], "document_ids", ())
            object.__setattr__(self, "document_ids", known)
        size = len(named[0][1]) if named else len(self.segment_ids)
        for role, stream in named:
            count = len(stream.lines)
            if count == 0:
                raise DataError("Empty: 0 segments.", where=stream.origin or role)
            if count != size:
                raise _out_of_step(named[0], (role, stream))
        for what, ids in (("segment", self.segment_ids), ("document", self.document_ids)):
            if ids and len(ids) != size:
                raise AlignmentError(f"{len(ids):,} {what} ids for {counted(size, 'segment')}.")
        if not self.segment_ids:
            object.__setattr__(self, "segment_ids", _numbers(size))
        if self.layers:
            ids = self.segment_ids
            ordered = {name: layer.in_order(ids) for name, layer in self.layers.items()}
            object.__setattr__(self, "layers", ordered)
        if self.references:
            missing = frozenset.intersection(*[r.missing for r in self.references.values()])
            if missing:
                segment = self.segment_ids[min(missing)]
                raise DataError(f"Segment {segment} has no reference at all.")

    def __len__(self) -> int:
        return len(self.segment_ids)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TestSet):
            return NotImplemented
        compared = [item.name for item in fields(self) if item.compare]
        return all(getattr(self, name) == getattr(other, name) for name in compared)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle and copy without the cache."""
        return {**self.__dict__, "_memo": {}}

    def __repr__(self) -> str:
        """Show the size, never the texts."""
        parts = [self.name] * bool(self.name) + [counted(len(self), "segment")]
        parts += [counted(len(set(self.document_ids)), "document")] * bool(self.document_ids)
        parts += ["source"] * (self.source is not None)
        parts += [counted(len(self.references), "reference")] * bool(self.references)
        runs = self.runs
        if runs:
            names = ", ".join([*runs][:_SYSTEMS_NAMED])
            more = ", ..." if len(runs) > _SYSTEMS_NAMED else ""
            parts.append(f"{counted(len(runs), 'system')}: {names}{more}")
        return f"TestSet({', '.join(parts)})"

    @property
    def runs(self) -> dict[str, int]:
        """Number of runs of each system; without outputs, of each system in the layers."""
        if self.outputs:
            return {name: len(runs) for name, runs in self.outputs.items()}
        outputs = (getattr(part, "outputs", ()) for part in self._layer_contents)
        return Counter(system for system, _ in dict.fromkeys(chain.from_iterable(outputs)))

    @property
    def _layer_contents(self) -> list[Any]:
        return [part for layer in self.layers.values() for part in layer.contents]

    def streams(self) -> Iterator[tuple[str, Stream]]:
        """All texts, with their roles in words."""
        for name, stream in self.references.items():
            yield f"reference {name}", stream
        if self.source is not None:
            yield "the source", self.source
        for name, runs in self.outputs.items():
            for number, stream in enumerate(runs, 1):
                yield (
                    (f"system {name}, run {number}" if len(runs) > 1 else f"system {name}"),
                    stream,
                )

    @property
    def in_memory(self) -> bool:
        """Whether all texts are in memory; otherwise some are read when they are needed."""
        return not any(isinstance(stream.lines, FileLines) for _, stream in self.streams())

    def by_system(self) -> Iterator["TestSet"]:
        """Yield test sets with one system each in memory; this test set if it has only layers."""
        if not self.outputs:
            yield self
        for name, runs in self.outputs.items():
            yield replace(self, outputs={name: tuple(run.loaded for run in runs)})
            self._memo.pop(LAST_OUTPUTS, None)

    @classmethod
    def of(
        cls,
        *,
        references: "References" = (),
        systems: "Mapping[str, Text | Sequence[Text]] | Table | None" = None,
        source: "Text | None" = None,
        **rest: Any,
    ) -> "TestSet":
        """Make a test set from texts in memory.

        Args:
            references: One text per reference, each with one string per segment (None for a
                segment without this reference); or a single reference.
            systems: Output of each system, or a list of outputs, one for each run.
            source: The source segments.
            rest: Further fields of the test set.
        """
        from tertium.core.texts import named_texts, references_of, segments_of, streams_of

        named = named_texts({} if systems is None else systems)
        if named is None:
            raise AlignmentError(
                f"systems: expected a mapping or a table, found {type(systems).__name__}.",
                hint='Give each output a name: {"name": ["...", ...]}.',
            )
        outputs = {name: streams_of(given, f"system {name}") for name, given in named.items()}
        size = next((len(runs[0]) for runs in outputs.values()), None)
        return cls(
            references={
                name: Stream(one.segments, f"reference {name}", "segment", one.missing)
                for name, one in references_of(references, size).items()
            },
            outputs=outputs,
            source=None
            if source is None
            else Stream(segments_of(source, "source"), "source", "segment"),
            **rest,
        )

    def memo(self, key: Hashable, make: Any) -> Any:
        """Return `make()`, cached for this test set."""
        cached = self._memo.get(key)
        if cached is None:
            cached = self._memo[key] = make()
        return cached

    @property
    def reference_count(self) -> str:
        """Number of references, or "var" if it differs between segments."""
        missing = Counter(i for stream in self.references.values() for i in stream.missing)
        counts = set(missing.values()) | ({0} if len(missing) < len(self) else set())
        return str(len(self.references) - counts.pop()) if len(counts) == 1 else "var"

    @cached_property
    def digest(self) -> str:
        """Digest of source and references; without them, of the segment ids."""
        parts = [f"{name}={stream.digest}" for name, stream in sorted(self.references.items())]
        if self.source is not None:
            parts.append(f"source={self.source.digest}")
        return digest(parts or self.segment_ids)

    @property
    def digests(self) -> dict[str, str]:
        """Digests of all texts and layers, by their roles."""
        return {role: stream.digest for role, stream in self.streams()} | {
            f"layer {name}": layer.digest for name, layer in self.layers.items()
        }

    @property
    def signature_items(self) -> dict[str, str]:
        """Name and language pair of a standard test set, as sacreBLEU's signatures print them."""
        pair = f"{self.source_language}-{self.target_language}"
        return {"test": self.name, "lang": pair} if self.name else {}

    def layer(self, name: str, needed_by: str) -> "Layer":
        """Return a layer that a metric needs; if it is missing, say how to provide it."""
        if name not in self.layers:
            raise UsageError(
                f"{needed_by} needs the layer {name!r}, which is not given.",
                hint=f"Give it with {wording.option('layers', {name: wording.FILE})}.",
            )
        return self.layers[name]


def split_languages(languages: str) -> tuple[str, str]:
    """Split a language pair, as in "de-en", into the source and the target language."""
    source, _, target = languages.partition("-")
    if languages and not (source and target):
        raise UsageError(
            f"{wording.option('language_pair')} must be SOURCE-TARGET, as in de-en."
            f" Got {languages!r} instead."
        )
    return source, target


@lru_cache(maxsize=1)
def _numbers(size: int) -> tuple[str, ...]:
    """Default ids of segments; test sets of the same size share them."""
    return tuple(map(str, range(1, size + 1)))


def _out_of_step(one: tuple[str, Stream], other: tuple[str, Stream]) -> AlignmentError:
    from tertium.core.alignment import explain

    longer, shorter = (one, other) if len(one[1]) > len(other[1]) else (other, one)
    names = _label(*longer), _label(*shorter)
    return AlignmentError(
        f"{names[0]} has {counted(len(longer[1]), 'segment')}, but {names[1]} has"
        f" {len(shorter[1]):,}.",
        hint=explain(longer[1].loaded, shorter[1].loaded, names),
        check="different-lengths",
    )


def _label(role: str, stream: Stream) -> str:
    return stream.origin or role
