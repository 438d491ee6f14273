"""Export what judgments give besides ratings: post-edits, seconds of work, right answers."""

import os
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from tertium.campaign import outcomes
from tertium.campaign.description import Description
from tertium.campaign.outcomes import Exported, Judged
from tertium.campaign.settings import CampaignSettings
from tertium.campaign.tasks import Task
from tertium.core import files, outputs
from tertium.core.errors import DataError, DataWarning, UsageError
from tertium.human.ratings import MACHINE
from tertium.storage.database import Database
from tertium.storage.translations import SegmentTexts, texts_of_segments


class CampaignOutcomes:
    """The part of an opened campaign that exports them."""

    name: str
    id: int
    database: Database
    description: Description

    def _judged(self, *, with_excluded: bool) -> list[Mapping[str, Any]]:
        raise NotImplementedError

    @property
    def task(self) -> Task:
        """The annotation task."""
        raise NotImplementedError

    @property
    def settings(self) -> CampaignSettings:
        """What annotators are asked, and how items were chosen."""
        raise NotImplementedError

    def export_post_edits(self, folder: str | os.PathLike[str], *, force: bool = False) -> Exported:
        """Write outputs and their post-edits to a folder, as the layer `post_edits` reads them.

        `SYSTEM.txt` has the outputs and `SYSTEM.edited.txt` their post-edits, both with one segment
        per line. Segments without a post-edit of every system are left out. If an output has
        several post-edits, the one that was submitted first is written.

        Args:
            folder: Where to write.
            force: Whether to replace existing files.
        """
        if "edit" not in self.task.answers:
            raise UsageError(f"Judgments of {self.task.name} have no post-edits.")
        found = outcomes.post_edits(self._judgments())
        texts, places, exported = self._complete(found)
        written = outcomes.post_edit_files(found, self._systems, texts, places)
        with outputs.replacing(force):
            files.write_folder(folder, written)
        return exported

    def export_seconds(self, path: str | os.PathLike[str], *, force: bool = False) -> Exported:
        """Write the seconds of work on each output as scores; the mean of several annotators.

        Args:
            path: Where to write; the suffix decides the format: .jsonl or .tsv.
            force: Whether to replace an existing file.
        """
        if self.settings.systems_per_item != 1:
            raise UsageError(
                "Seconds belong to single outputs, but the campaign shows several on a screen."
            )
        return self._export_scores("seconds", outcomes.seconds(self._judgments()), path, force)

    def export_right_answers(
        self, path: str | os.PathLike[str], *, force: bool = False
    ) -> Exported:
        """Write the share of right answers to the questions on each output as scores.

        Args:
            path: Where to write; the suffix decides the format: .jsonl or .tsv.
            force: Whether to replace an existing file.
        """
        if not self.description.questions:
            raise UsageError(f"The campaign {self.name} asks no comprehension questions.")
        scored = (
            (one, list(self.description.scores(one["answer"]).values()))
            for one in self._judgments()
        )
        return self._export_scores("right_answers", outcomes.means(scored), path, force)

    def _export_scores(
        self,
        name: str,
        found: Mapping[Judged, float],
        path: str | os.PathLike[str],
        force: bool,
    ) -> Exported:
        from tertium import formats

        written = formats.output_format("scores", os.fspath(path))
        texts, places, exported = self._complete(found)
        scores = outcomes.segment_scores(name, found, self._systems, texts, places)
        with outputs.replacing(force):
            formats.load("scores", written).write(scores, os.fspath(path))
        return exported

    @property
    def _systems(self) -> tuple[str, ...]:
        return tuple(self.description.planned_by_system)

    def _judgments(self) -> list[Mapping[str, Any]]:
        """Judgments of people on segments that count."""
        used = self._judged(with_excluded=False)
        return [one for one in used if one["annotator_kind"] != MACHINE]

    def _complete(
        self, found: Mapping[Judged, object]
    ) -> tuple[Sequence[SegmentTexts], list[int], Exported]:
        """The texts, the places of complete segments, and their number."""
        if not found:
            raise DataError("There are no judgments yet.", where=self.name)
        with self.database.reading() as connection:
            texts = texts_of_segments(connection, self.id)
        complete = outcomes.complete(found, self._systems, len(texts))
        if not complete.places:
            raise DataError(
                f"No segment is judged for all systems: {', '.join(self._systems)}.",
                where=self.name,
                hint="Scores and post-edits are compared on the same segments.",
            )
        if self.settings.select == "disagreement":
            warnings.warn(
                f"{self.name}: segments were drawn by disagreement, but these files hold no"
                " weights. Their means describe the judged segments, not the test set.",
                DataWarning,
                stacklevel=4,
            )
        exported = Exported(len(complete.places), len(self._systems), complete.left_out)
        return texts, complete.places, exported
