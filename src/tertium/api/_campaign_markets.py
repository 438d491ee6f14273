"""The part of an opened campaign that exchanges work with other programs and markets."""

import os
from collections.abc import Iterable, Mapping
from typing import Any

from tertium.api import _batch_results, _batches, _review
from tertium.api._batch_results import ImportedResults
from tertium.api._place import Place
from tertium.api._review import Reviewed, Verdict
from tertium.campaign.attention_checks import CheckAnswer, tally
from tertium.campaign.batches import BatchSettings
from tertium.campaign.description import Description
from tertium.campaign.settings import CampaignSettings
from tertium.campaign.status import tested_annotators
from tertium.core import wording
from tertium.core.notices import sentences
from tertium.storage import judgments
from tertium.storage.campaigns import AnnotatorRow
from tertium.storage.database import Database
from tertium.storage.judgments import JudgmentRow

# Degraded outputs of a HIT of 100, with which quality control is meant to work.
ENOUGH_PAIRS = 10

# Largest bonus in percent of the reward.
_LARGEST_BONUS = 1000


class CampaignMarkets:
    """Work for other programs, their results, and the review of work on a market."""

    name: str
    id: int
    database: Database
    description: Description

    @property
    def instructions(self) -> str:
        """The instructions as Markdown."""
        raise NotImplementedError

    @property
    def settings(self) -> CampaignSettings:
        """What annotators are asked, and how items were chosen."""
        raise NotImplementedError

    def annotators(self) -> list[AnnotatorRow]:
        """All annotators."""
        raise NotImplementedError

    def check_answers(self, annotator: int | None = None) -> list[CheckAnswer]:
        """Answers to attention checks."""
        raise NotImplementedError

    def export_batches(
        self,
        format: str,
        folder: str | os.PathLike[str],
        *,
        assignments: int = 1,
        hit_reward: float | None = None,
        output_reward: float = 0.0,
        country: str = "",
        force: bool = False,
    ) -> list[str]:
        """Write the work for another program, such as Mechanical Turk, to files in a folder.

        Args:
            format: The program, "mturk" for example: a file of `formats/batches/`.
            folder: Where to write.
            assignments: Number of annotators who judge each HIT.
            hit_reward: Reward per HIT on a market.
            output_reward: Reward per output in a HIT, added to the reward per HIT.
            country: Country in which annotators must live.
            force: Whether to replace existing files.

        Returns:
            The names of the files.
        """
        settings = BatchSettings(
            assignments=assignments,
            hit_reward=hit_reward,
            output_reward=output_reward,
            country=country,
        )
        batch = _batches.batch_of(self._place(), self.instructions)
        return _batches.export_batches(batch, format, folder, settings, force=force)

    def import_results(
        self, paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
    ) -> ImportedResults:
        """Store the answers of files of results of another program: all of them, or none.

        Answers that are stored already change nothing, except for their status on the market.
        Rejected work is kept, and does not count.

        Args:
            paths: One or several files; their format is recognized.

        Returns:
            The numbers of answers that were stored, known, changed and rejected, and of annotators.
        """
        listed = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
        batch = _batches.batch_of(self._place(), self.instructions, superfluous=True)
        return _batch_results.import_results(self._place(), batch, listed)

    def review(
        self,
        path: str | os.PathLike[str],
        *,
        bonus: float = 0.0,
        hit_reward: float | None = None,
        force: bool = False,
    ) -> Reviewed:
        """Write the results of a market back, with what to approve and reject, and bonuses.

        Work of annotators who fail quality control is rejected, with the reason. Quality control
        needs ten degraded outputs judged with their originals; the work of annotators who judged
        fewer is approved. Annotators who pass get the bonus, in a file beside the review.

        Args:
            path: Where to write: .csv or .jsonl.
            bonus: Bonus in percent of the reward.
            hit_reward: Reward of a HIT, if the results do not say.
            force: Whether to replace existing files.

        Returns:
            Numbers of assignments to approve, to reject and decided before, and of bonuses.
        """
        if not 0 <= bonus <= _LARGEST_BONUS:
            raise wording.bad_option("bonus", f"between 0 and {_LARGEST_BONUS:,} percent", bonus)
        with self.database.reading() as connection:
            rows = list(judgments.current(connection, self.id))
        return _review.review(
            self.annotators(),
            rows,
            self._verdicts([row for row in rows if row.status != _batch_results.REJECTED]),
            path,
            bonus=bonus,
            hit_reward=hit_reward,
            where=self.name,
            force=force,
        )

    def has_passed(self, annotator: int) -> bool:
        """Whether an annotator fails neither quality control nor too many attention checks.

        With fewer degraded outputs than a HIT of 100 has, quality control fails good annotators,
        too, and only attention checks decide.

        Args:
            annotator: Id of the annotator.
        """
        with self.database.reading() as connection:
            rows = list(judgments.current(connection, self.id, annotator))
        return all(one.verdict != "failed" for one in self._verdicts(rows, annotator).values())

    def _verdicts(
        self, rows: list[JudgmentRow], annotator: int | None = None
    ) -> dict[str, Verdict]:
        """Quality control and attention checks of annotators, by name."""
        used: list[Mapping[str, Any]] = [
            {**row._asdict(), "annotator": row.annotator_name}
            for row in rows
            if row.level == "segment"
        ]
        found = dict.fromkeys((row.annotator_name for row in rows), Verdict("not tested", ()))
        for name, quality in tested_annotators(self.description.ratings(used, "")).items():
            if quality.pairs >= ENOUGH_PAIRS:
                found[name] = Verdict(quality.verdict, tuple(sentences(quality.reasons)))
        for name, one in tally(self.check_answers(annotator)).items():
            cautions = one.cautions(self.settings.most_failed_checks)
            if cautions:
                before = found.get(name, Verdict("", ()))
                found[name] = Verdict("failed", (*before.reasons, *sentences(cautions)))
        return found

    def _place(self) -> Place:
        return Place(self.database, self.name, self.id, self.description)
