"""Layers: additional data of segments or outputs, such as post-edits, frames and scores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tertium.core.errors import AlignmentError
from tertium.core.formatting import counted
from tertium.core.segments import positions
from tertium.core.streams import Stream, digest
from tertium.core.texts import Text, named_texts, streams_of


@dataclass(frozen=True)
class Layer:
    """Additional data of segments or outputs: post-edits, frames, scores.

    Args:
        name: Name of the layer.
        parts: Contents of files, by the system or reference that they belong to, "" if it was not
            named; several contents of one system belong to its runs. Each has a `digest`; contents
            with `segment_ids` have `at(positions, segment_ids)`, which reorders them.
    """

    name: str
    parts: Mapping[str, tuple[Any, ...]]

    @classmethod
    def of(cls, name: str, given: Any, system: str = "") -> "Layer":
        """Make a layer from data in memory.

        Args:
            name: Name of the layer.
            given: A layer, which is returned; the content of a file; texts by system; or a single
                text.
            system: The system of a single text.
        """
        if isinstance(given, Layer):
            return given
        if hasattr(given, "segment_ids"):
            return cls(name, {"": (given,)})
        texts = named_texts(given)
        return cls.of_texts(name, {system: given} if texts is None else texts)

    @classmethod
    def of_texts(cls, name: str, texts: Mapping[str, Text | Sequence[Text]]) -> "Layer":
        """Make a layer from texts in memory: one for each system, or one for each run."""
        role = f"layer {name}"
        return cls(
            name,
            {part: streams_of(given, f"{role} of {part}") for part, given in texts.items()},
        )

    @cached_property
    def digest(self) -> str:
        """Digest of the content, independent of files.

        The order of files matters only for the runs of a system.
        """
        digests = {name: [part.digest for part in parts] for name, parts in self.parts.items()}
        if "" in digests:
            digests[""].sort()
        return digest(f"{name} {one}" for name in sorted(digests) for one in digests[name])

    @property
    def contents(self) -> list[Any]:
        """The contents of all files."""
        return [part for parts in self.parts.values() for part in parts]

    def in_order(self, segment_ids: tuple[str, ...]) -> "Layer":
        """Return the layer with its segments in the order of a test set."""
        return replace(
            self,
            parts={
                name: tuple(self._in_order(part, segment_ids) for part in parts)
                for name, parts in self.parts.items()
            },
        )

    def _in_order(self, part: Any, segment_ids: tuple[str, ...]) -> Any:
        if isinstance(part, Stream):
            if len(part) != len(segment_ids):
                raise AlignmentError(
                    f"The layer {self.name} has {len(part):,} {part.unit}{'s' * (len(part) != 1)}"
                    f" for {counted(len(segment_ids), 'segment')}.",
                    where=part.origin,
                )
        elif hasattr(part, "segment_ids") and part.segment_ids != segment_ids:
            what = getattr(part, "origin", "") or f"The layer {self.name}"
            found = positions(part.segment_ids, segment_ids, what)
            return part.at(found, segment_ids)
        return part
