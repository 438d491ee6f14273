"""The semantic frames that annotators marked, as a layer for the metric MEANT."""

import os
import warnings
from collections.abc import Mapping
from typing import Any

from tertium.campaign.description import Description
from tertium.campaign.frames_layer import FramesLayer, frames_layer
from tertium.core import files, outputs, wording
from tertium.core.errors import DataError, DataWarning, UsageError
from tertium.core.formatting import counted
from tertium.core.frames import SegmentFrames
from tertium.storage.campaigns import AnnotatorRow
from tertium.storage.database import Database
from tertium.storage.translations import texts_of_segments

# The task whose answers are frames, and the name of their layer.
FRAMES = "frames"

_SUFFIX = ".jsonl"


class CampaignFrames:
    """The part of an opened campaign that gives the layer `frames`."""

    name: str
    id: int
    database: Database
    description: Description

    def _annotator(self, name: str) -> AnnotatorRow:
        raise NotImplementedError

    def _judged(self, *, with_excluded: bool) -> list[Mapping[str, Any]]:
        raise NotImplementedError

    def frames(self, annotator: str = "", *, with_excluded: bool = False) -> SegmentFrames:
        """Frames of the reference and of all systems, matched and judged, for the metric MEANT.

        Args:
            annotator: Whose frames to use, even if excluded, or a machine judge; by default, for
                each segment, those of the person who judged most of its outputs, or else who began
                first.
            with_excluded: Whether judgments of excluded annotators are included.
        """
        return self._layer(annotator, with_excluded).frames

    def export_frames(
        self,
        path: str | os.PathLike[str],
        *,
        annotator: str = "",
        with_excluded: bool = False,
        force: bool = False,
    ) -> int:
        """Write the layer `frames`, with which `tertium score -m meant` computes HMEANT.

        Args:
            path: Where to write: .jsonl.
            annotator: Whose frames to write, even if excluded, or a machine judge; by default, for
                each segment, those of the person who judged most of its outputs, or else who began
                first.
            with_excluded: Whether judgments of excluded annotators are included.
            force: Whether to replace an existing file.

        Returns:
            The number of outputs with frames.
        """
        from tertium.formats.frames import jsonl

        name = os.fspath(path)
        if not name.endswith(_SUFFIX):
            raise UsageError(f"Frames are written to a file that ends in {_SUFFIX}, not to {name}.")
        found = self._layer(annotator, with_excluded)
        with outputs.replacing(force):
            jsonl.write(found.frames, name)
        return found.outputs

    def _layer(self, annotator: str, with_excluded: bool) -> FramesLayer:
        described = self.description
        if described.settings.task != FRAMES:
            raise UsageError(
                f"The campaign {self.name} asks for {described.settings.task}, not for frames."
            )
        if annotator:
            self._annotator(annotator)
        with self.database.reading() as connection:
            segments = [one.segment for one in texts_of_segments(connection, self.id)]
        found = frames_layer(
            self._judged(with_excluded=with_excluded or bool(annotator)),
            segments,
            tuple(described.planned_by_system),
            described.reference,
            annotator,
        )
        if not found.outputs:
            by = f" by {annotator}" if annotator else ""
            raise DataError(f"There are no judgments{by} yet.", where=self.name)
        self._warn(found, annotator)
        return found

    def _warn(self, found: FramesLayer, annotator: str) -> None:
        if found.missing:
            warnings.warn(
                f"{self.name}: {counted(found.missing, 'output')} without frames, which the metric"
                " MEANT needs for all segments of a system.",
                DataWarning,
                stacklevel=4,
            )
        if found.changed:
            warnings.warn(
                f"{self.name}: {counted(found.changed, 'output')} compared with other frames of the"
                " reference than those that the annotator marked last, which count.",
                DataWarning,
                stacklevel=4,
            )
        if found.others and not annotator:
            option = wording.option("annotator", wording.Placeholder("NAME"))
            files.warn_unused(
                f"{self.name}: {counted(found.others, 'judgment')} not used, because another"
                f" annotator judged the segment, too; {option} gives those of one annotator."
            )
