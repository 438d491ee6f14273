"""Open a campaign: its state, its judgments, its annotators."""

# Longer than 400 lines: one class has a short method for everything that can be done to a campaign.

import math
import os
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tertium.api import _machine_judges, _suggestions
from tertium.api._campaign_folder import (
    INSTRUCTIONS_FILE,
    MEDIA_FOLDER,
    SQLITE_FILE,
    damaged_media,
    database_of,
    secret_of,
)
from tertium.api._campaign_frames import CampaignFrames
from tertium.api._campaign_links import CampaignLinks
from tertium.api._campaign_markets import CampaignMarkets
from tertium.api._campaign_outcomes import CampaignOutcomes
from tertium.api._campaign_records import CampaignRecords
from tertium.api._decider import Decider
from tertium.api._item_extras import media_of
from tertium.api._machine_judges import Imported
from tertium.campaign import links
from tertium.campaign.attention_checks import CheckTally, tally
from tertium.campaign.description import Description
from tertium.campaign.links import Link as Link
from tertium.campaign.names import check_annotator
from tertium.campaign.progress import Work
from tertium.campaign.settings import CampaignSettings
from tertium.campaign.status import CampaignStatus, campaign_status
from tertium.campaign.tasks import Task, load_task
from tertium.core import files, outputs, wording
from tertium.core.errors import DataError, UsageError, did_you_mean
from tertium.core.formatting import counted
from tertium.human.ratings import MACHINE, Ratings
from tertium.inference.sequential import SequentialVerdicts
from tertium.storage import access, campaigns, decisions, integrity, judgments
from tertium.storage.backup import backup
from tertium.storage.campaigns import AnnotatorRow
from tertium.storage.database import Database, open_database
from tertium.storage.items import extras
from tertium.storage.judgments import JudgmentRow
from tertium.storage.resets import reset_counts, reset_judgments
from tertium.storage.sharing import share_hits

# Levels of judgments.
LEVELS = ("segment", "document")


class Campaign(CampaignLinks, CampaignRecords, CampaignOutcomes, CampaignFrames, CampaignMarkets):
    """An opened campaign; close it, or use it in a `with` block.

    Args:
        folder: The folder of the campaign.

    Attributes:
        name: Name of the campaign.
        folder: Its folder.
        database: Its database.
        id: Its number in the database.
        secret: Key of its links.
        description: Settings, texts and plan.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self.secret = secret_of(self.folder)
        url, name = database_of(self.folder)
        self.database: Database = open_database(url)
        try:
            with self.database.reading() as connection:
                row = campaigns.find(connection, name or _only_name(connection, self.folder))
            self.name: str = row.name
            self.id: int = row.id
            self.description = Description.from_json(row.settings, str(self.folder))
            self._decider: Decider | None = None
        except BaseException:
            self.database.close()
            raise

    def __repr__(self) -> str:
        named = [one for one in self.annotators() if one.kind != MACHINE]
        people = "pool" if self.description.pool else counted(len(named), "annotator")
        with self.database.reading() as connection:
            row = campaigns.find(connection, self.name)
            counts = judgments.counts(connection, self.id)
        return (
            f"Campaign({self.name}: {self.settings.task}, {people},"
            f" {counts.judged:,} of {counted(counts.planned, 'item')} judged, {row.status})"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    @property
    def settings(self) -> CampaignSettings:
        """What annotators are asked, and how items were chosen."""
        return self.description.settings

    @property
    def task(self) -> Task:
        """The annotation task."""
        return load_task(self.settings.task)

    @property
    def media_folder(self) -> Path:
        """The directory of audio, video and image files, which exists if the campaign has some."""
        return self.folder / MEDIA_FOLDER

    @property
    def instructions(self) -> str:
        """The instructions as Markdown; empty if the file was removed."""
        file = self.folder / INSTRUCTIONS_FILE
        return files.read_text(file) if files.exists(file) else ""

    def status(self, now: float | None = None) -> CampaignStatus:
        """Compute progress, quality control, agreement and scores so far.

        Args:
            now: The time in seconds since 1970; by default the present.
        """
        moment = time.time() if now is None else now
        verdicts = self.decide(moment)
        with self.database.reading() as connection:
            row = campaigns.find(connection, self.name)
            counts = judgments.counts(connection, self.id)
            rows = list(judgments.current(connection, self.id))
            spared = decisions.skipped(connection, self.id)
            resets = reset_counts(connection, self.id)
        checks, most_failed = tally(self.check_answers()), self.settings.most_failed_checks
        last: dict[int, float] = {}
        active: dict[int, float] = {}
        for one in rows:
            last[one.annotator] = max(one.received, last.get(one.annotator, 0.0))
            if one.status != "Rejected":  # which is not judged either
                active[one.annotator] = active.get(one.annotator, 0.0) + one.active
        work = [
            Work(
                annotator=one.name,
                status=one.status,
                planned=one.planned,
                judged=one.judged,
                last=last.get(one.annotator, math.nan),
                active=active.get(one.annotator, 0.0),
                checks=checks.get(one.name, CheckTally()).answered,
                checks_passed=checks.get(one.name, CheckTally()).passed,
                cautions=checks.get(one.name, CheckTally()).cautions(most_failed),
                reset=resets.get(one.annotator, 0),
                kind=one.kind,
            )
            for one in counts.annotators
        ]
        return campaign_status(
            self.description.ratings(_used(rows), ""),
            campaign=self.name,
            task=self.settings.task,
            answer=self.settings.answer,
            state=row.status,
            judged=counts.judged,
            planned=counts.planned,
            planned_by_system=self.description.planned_by_system,
            work=work,
            times=[one.received for one in rows if one.annotator_kind != MACHINE],
            suggestions=_suggestions.counts(self.database, self.id, _used(rows))
            if self.description.prefill
            else None,
            orphaned=self._orphaned(work),
            checks=self.description.checks,
            now=moment,
            verdicts=verdicts,
            spared=spared,
            by_document=self.settings.context,
            notices=self.description.notices,
        )

    def decide(self, now: float | None = None) -> SequentialVerdicts | None:
        """Test all pairs of systems; decided pairs draw no more work.

        The test holds however often it is made. Campaigns with a planned end have no such test.

        Args:
            now: The time in seconds since 1970; by default the present.

        Returns:
            The verdicts; None if the campaign has a planned end.
        """
        if self.settings.until != "decided":
            return None
        if self._decider is None:
            self._decider = Decider(self.database, self.id, self.description)
        return self._decider.look(time.time() if now is None else now)

    def ratings(
        self, *, with_excluded: bool = False, level: str = "segment", reset: bool = False
    ) -> Ratings:
        """Judgments for `tertium.rank` and other studies; the last version of each.

        Args:
            with_excluded: Whether judgments of excluded annotators, and work that was rejected on a
                market, are included.
            level: Judgments of each "segment", or of each "document" as a whole.
            reset: Whether to give the judgments that were reset, all versions, instead of those
                that count.
        """
        if level not in LEVELS:
            raise wording.bad_option("level", f"one of {', '.join(LEVELS)}", level)
        find = reset_judgments if reset else judgments.current
        with self.database.reading() as connection:
            rows = list(find(connection, self.id))
        ratings = self.description.ratings(_used(rows, with_excluded, level), self.name)
        if ratings is None:
            none = "No judgments were reset." if reset else "There are no judgments yet."
            raise DataError(none, where=self.name)
        return ratings

    def export(
        self,
        path: str | os.PathLike[str],
        *,
        with_excluded: bool = False,
        level: str = "segment",
        reset: bool = False,
        force: bool = False,
    ) -> int:
        """Write the judgments to a file of ratings, which `tertium.read_ratings` reads.

        Args:
            path: Where to write; the suffix decides the format: .csv or .jsonl.
            with_excluded: Whether judgments of excluded annotators, and work that was rejected on a
                market, are included.
            level: Judgments of each "segment", or of each "document" as a whole.
            reset: Whether to write the judgments that were reset instead.
            force: Whether to replace an existing file.

        Returns:
            The number of judgments.
        """
        from tertium import formats

        name = formats.output_format("ratings", os.fspath(path), "", "")
        ratings = self.ratings(with_excluded=with_excluded, level=level, reset=reset)
        with outputs.replacing(force):
            formats.load("ratings", name).write(ratings, os.fspath(path))
        return len(ratings)

    def export_suggestions(
        self,
        path: str | os.PathLike[str],
        *,
        with_excluded: bool = False,
        force: bool = False,
    ) -> int:
        """Write what became of suggested errors to a CSV file: a row for each in each judgment.

        Args:
            path: Where to write.
            with_excluded: Whether judgments of excluded annotators are included.
            force: Whether to replace an existing file.

        Returns:
            The number of rows.
        """
        if not self.description.prefill:
            raise UsageError(f"The campaign {self.name} suggests no errors to annotators.")
        used = self._judged(with_excluded=with_excluded)
        return _suggestions.export(self.database, self.id, used, path, force=force)

    def export_items(self, path: str | os.PathLike[str], *, force: bool = False) -> int:
        """Write all items as work for a machine judge, without the names of systems.

        Args:
            path: Where to write JSON lines.
            force: Whether to replace an existing file.

        Returns:
            The number of items.
        """
        return _machine_judges.export_items(self._place(), path, force=force)

    def import_answers(
        self, path: str | os.PathLike[str], *, annotator: str, machine: bool = True
    ) -> Imported:
        """Store the answers of a machine judge to items of `export_items`: all of them, or none.

        Answers that are stored already change nothing.

        Args:
            path: JSON lines with `item`, `digest` and `answer`.
            annotator: Name of the machine.
            machine: Whether the annotator is a program; people answer in the browser.

        Returns:
            The numbers of answers that were stored, and that had been stored before.
        """
        return _machine_judges.import_answers(self._place(), path, annotator, machine=machine)

    def pause(self) -> None:
        """Stop giving out items and accepting answers, until `resume`."""
        self.database.submit(lambda c: campaigns.set_status(c, self.id, "paused"))

    def resume(self) -> None:
        """Continue after `pause`."""
        self.database.submit(lambda c: campaigns.set_status(c, self.id, "running"))

    def annotators(self) -> list[AnnotatorRow]:
        """All annotators, in the order in which they were added."""
        with self.database.reading() as connection:
            return campaigns.annotators(connection, self.id)

    def add_annotator(self, name: str, *, market: str | None = None) -> Link:
        """Add an annotator, who takes over HITs that nobody has begun.

        Args:
            name: The name.
            market: What a market says of the annotator, as JSON.
        """
        check_annotator(name)

        def add(connection: Any) -> AnnotatorRow:
            now = time.time()
            added = campaigns.add_annotator(connection, self.id, name, now, market=market)
            if not self.description.pool:
                limit, once = self.settings.limit, self.task.once
                share_hits(connection, self.id, added.id, now, limit, once=once)
            token = self._token("annotator", added.id, added.generation)
            access.set_link(connection, self.id, "annotator", added.id, links.token_hash(token))
            return added

        return self._link(self.database.submit(add))

    def exclude(self, name: str) -> None:
        """Leave the judgments of an annotator out of all scores; the data are kept."""
        self._set_status(name, "excluded")

    def include(self, name: str) -> None:
        """Use the judgments of an annotator again, and let the annotator work again."""
        self._set_status(name, "active")
        found = self._annotator(name)
        if found.kind == MACHINE:
            return
        code = links.token_hash(self._link(found).token)
        self.database.submit(lambda c: access.set_link(c, self.id, "annotator", found.id, code))

    def revoke(self, name: str) -> None:
        """End the access of an annotator; the judgments stay in use, unless they are excluded."""
        found = self._annotator(name)
        if found.status != "excluded":
            self._set_status(name, "revoked")
            return
        self.database.submit(lambda c: campaigns.new_generation(c, self.id, "annotator", found.id))

    def delete_annotator(self, name: str, *, with_judgments: bool = False) -> None:
        """Remove the name of an annotator; the judgments stay under a random id.

        Args:
            name: The annotator.
            with_judgments: Whether to remove the judgments, too.
        """
        found = self._annotator(name)
        self.database.submit(
            lambda c: campaigns.delete_annotator(c, self.id, found.id, with_judgments)
        )

    def backup(self, path: str | os.PathLike[str]) -> None:
        """Copy the database to an SQLite file, while others may write.

        Args:
            path: The file, which must not exist.
        """
        if files.exists(path):
            raise UsageError(f"{os.fspath(path)} exists.", hint="Choose another name.")
        backup(self.database, path, campaign=self.id)

    def check(self) -> list[str]:
        """Check that nothing is missing or broken; one sentence for each defect."""
        with self.database.reading() as connection:
            found = integrity.check(connection, self.id, self.description.understands)
            shown = extras(connection, self.id).values()
        names = {name for one in shown for name in media_of(one)}
        return found + damaged_media(self.folder, names)

    def _judged(self, *, with_excluded: bool) -> list[Mapping[str, Any]]:
        with self.database.reading() as connection:
            rows = list(judgments.current(connection, self.id))
        return _used(rows, with_excluded)

    def _orphaned(self, work: list[Work]) -> int:
        """Number of items that wait for people without access; those of a pool return."""
        gone = [one for one in work if one.status not in ("active", "excluded")]
        return 0 if self.description.pool else sum(one.planned - one.judged for one in gone)

    def _annotator(self, name: str) -> AnnotatorRow:
        people = {one.name: one for one in self.annotators() if one.status not in campaigns.DELETED}
        if name not in people:
            raise UsageError(
                f"There is no annotator {name!r}.{did_you_mean(name, people)}",
                hint=f"Known: {', '.join(people) or 'none'}.",
            )
        return people[name]

    def _set_status(self, name: str, status: str) -> None:
        found = self._annotator(name)
        self.database.submit(lambda c: campaigns.set_annotator_status(c, self.id, found.id, status))


def open_campaign(name: str | os.PathLike[str]) -> Campaign:
    """Open a campaign.

    Args:
        name: The folder of the campaign.

    Returns:
        The campaign: `.status()`, `.ratings()` for `tertium.rank`, `.export(path)`, `.links()`.

    Example:
        >>> news = tertium.read({"a": "a.txt", "b": "b.txt"}, source="src.txt")
        >>> tertium.new_campaign(news, "opened", annotators=["ann"], hit_size=20, judgments=16)
        Campaign(opened: adequacy, 1 annotator, 0 of 20 items judged, running)
        >>> tertium.open_campaign("opened").status().state
        'running'
    """
    return Campaign(name)


def _used(
    rows: list[JudgmentRow], with_excluded: bool = False, level: str = "segment"
) -> list[Mapping[str, Any]]:
    """Judgments that count, with the names of their annotators."""
    return [
        {**row._asdict(), "annotator": row.annotator_name}
        for row in rows
        if row.level == level
        and (
            with_excluded
            or (row.annotator_status not in campaigns.LEFT_OUT and row.status != "Rejected")
        )
    ]


def _only_name(connection: Any, folder: Path) -> str:
    """Name of the campaign in an SQLite file, which is that of its folder, unless it was moved."""
    found = campaigns.names(connection)
    if not found:
        raise DataError("The database has no campaign.", where=str(folder / SQLITE_FILE))
    return folder.name if folder.name in found else found[0]
