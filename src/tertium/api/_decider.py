"""Looks at the judgments of a campaign that ends when all pairs of systems are decided."""

from typing import Any

from tertium.campaign.decisions import Decisions, needed_systems
from tertium.campaign.description import Description
from tertium.campaign.items import systems_of
from tertium.campaign.tasks import load_task
from tertium.inference.sequential import SequentialVerdicts
from tertium.storage import decisions as stored
from tertium.storage.database import Database


class Decider:
    """Keeps the scores of a campaign in memory, so that a look reads only the new ones.

    Args:
        database: The database of the campaign.
        campaign: Its number.
        description: Its description.
    """

    def __init__(self, database: Database, campaign: int, description: Description) -> None:
        self._database = database
        self._campaign = campaign
        self._description = description
        self._scores: Decisions | None = None
        self._last = self._count = 0

    def look(self, now: float) -> SequentialVerdicts:
        """Test all pairs; store new decisions, and skip items that they make superfluous.

        A decision falls if its judgments do not count any more, because an annotator was excluded
        or reset: the items that it had made superfluous are asked again.

        Args:
            now: The time now.
        """
        with self._database.reading() as connection:
            found = stored.accepted(connection, self._campaign, self._last)
            # Judgments that were reset, or that another process committed late, change the count.
            if self._scores is None or self._count + found.newer != found.total:
                self._scores = self._empty(connection)
                self._last = 0
            for answer in stored.answers_after(connection, self._campaign, self._last):
                self._take(answer)
            self._last, self._count = found.last, found.total
            excluded = stored.excluded_places(connection, self._campaign)
            known = stored.decided(connection, self._campaign)
            names = stored.systems_shown(connection, self._campaign)
        verdicts = self._scores.verdicts(excluded)
        confirmed = _confirmed(verdicts, known)
        pairs = [*confirmed, *_newly_decided(verdicts, confirmed, now)]
        if pairs != known:
            self._database.submit(lambda c: self._store(c, known, pairs, names))
        return verdicts

    def _store(
        self,
        connection: Any,
        known: list[dict[str, Any]],
        pairs: list[dict[str, Any]],
        names: list[str],
    ) -> None:
        """Store the decided pairs; open items again if a pair is not decided any more."""
        assert self._scores is not None
        if any(pair not in pairs for pair in known):
            stored.reopen(connection, self._campaign, known)
        decided = {frozenset((pair["system"], pair["other"])) for pair in pairs}
        needed = needed_systems(self._scores.systems, decided)
        shown = [name for name in names if needed.intersection(systems_of(name))]
        moment = max((pair["time"] for pair in pairs), default=0.0)
        stored.store_decisions(connection, self._campaign, pairs, shown, moment)

    def _empty(self, connection: Any) -> Decisions:
        described = self._description
        drawn = stored.drawn_segments(connection, self._campaign)
        scale = load_task(described.settings.task).range(described.settings.answer)
        assert scale is not None
        return Decisions(
            tuple(described.planned_by_system),
            [one.place for one in drawn],
            scale,
            {one.place: one.weight for one in drawn},
            {one.place: one.document for one in drawn} if described.settings.context else None,
        )

    def _take(self, answer: stored.Answer) -> None:
        assert self._scores is not None
        scores = self._description.scores(answer.answer)
        for number, system in enumerate(answer.systems):
            if system is not None and number in scores:
                self._scores.add(answer.place, system, scores[number])


def _confirmed(verdicts: SequentialVerdicts, known: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pairs that were decided before, and still are."""
    better = {frozenset((pair.system, pair.other)): pair.better for pair in verdicts.pairs}
    return [
        pair
        for pair in known
        if better.get(frozenset((pair["system"], pair["other"]))) == pair["better"]
    ]


def _newly_decided(
    verdicts: SequentialVerdicts, known: list[dict[str, Any]], now: float
) -> list[dict[str, Any]]:
    """Pairs that are decided now, and were not before."""
    before = {frozenset((pair["system"], pair["other"])) for pair in known}
    return [
        {
            "system": pair.system,
            "other": pair.other,
            "better": pair.better,
            "observations": pair.observations,
            "difference": pair.difference,
            "p": pair.corrected,
            "time": now,
        }
        for pair in verdicts.pairs
        if pair.better is not None and frozenset((pair.system, pair.other)) not in before
    ]
