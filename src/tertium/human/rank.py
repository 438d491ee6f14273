"""Rank systems by human judgments."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tertium.core.errors import DataError, UsageError, did_you_mean
from tertium.core.formatting import plain_table
from tertium.core.judgments import Judgments
from tertium.core.notices import Notice
from tertium.core.records import Defect, Defects
from tertium.core.results import Row, StoredResult, flat_row
from tertium.core.version import VERSION
from tertium.human.comparisons import TASKS as RELATIVE
from tertium.human.comparisons import Comparisons, is_control
from tertium.human.documents import document_notices
from tertium.human.errors import ErrorRate, Weights
from tertium.human.factors import pooled
from tertium.human.machines import BY_MACHINES, of_people
from tertium.human.notices import FewRankingTrials, RepeatedComparisons, UnknownJoinedSystem
from tertium.human.preparation import Ledger, choose, controlled, prepare
from tertium.human.quality_control import QualityControl
from tertium.human.ranking import Ranking, rank
from tertium.human.ratings import Ratings
from tertium.human.relative_ranking import RelativeRanking, relative_rank
from tertium.human.segments import JudgedSegments, has_unequal_weights, refuse_weights
from tertium.human.settings import RESAMPLED, RankSettings, RelativeRankSettings, Rules
from tertium.human.shared_outputs import partly_known
from tertium.human.standardization import Scale
from tertium.inference.verdicts import alpha_of

# The share of comparisons of the same outputs above which a notice names them.
_MOST = 0.5


@dataclass(frozen=True, eq=False, repr=False)
class HumanRanking(StoredResult):
    """Systems ranked by human judgments.

    Attributes:
        tertium: Version.
        data: Counts of the judgments used and excluded.
        quality: Verdicts on annotators; None without quality control.
        left_out: Annotators whose scores are all equal.
        ranking: Ranking by scores; None for relative judgments.
        relative: Ranking by comparisons; None for scores.
        errors: Marked errors of each system.
        warnings: Limitations of the numbers.
    """

    result: ClassVar[str] = "human rank"

    tertium: str
    data: Judgments
    quality: QualityControl | None
    left_out: tuple[Scale, ...]
    ranking: Ranking | None
    relative: RelativeRanking | None
    errors: tuple[ErrorRate, ...]
    warnings: tuple[Notice, ...]

    def defects(self) -> Defects:
        """There is exactly one ranking."""
        if (self.ranking is None) == (self.relative is None):
            yield Defect("ranking", "Expected either this one or 'relative', and the other null.")

    @property
    def signature(self) -> str:
        """Settings, filters, version and digest, from which the ranking can be reproduced."""
        ranked = self.ranking or self.relative
        assert ranked is not None
        return f"{ranked.signature}|version:tertium-{self.tertium}|judgments:{self.data.digest}"

    @property
    def systems(self) -> tuple[Any, ...]:
        """The systems, from the best to the worst."""
        ranked = self.ranking or self.relative
        assert ranked is not None
        return ranked.systems

    def to_rows(self) -> list[Row]:
        """One row per system; its interval has two columns, `low` and `high`."""
        return [flat_row(system) for system in self.systems]

    def __str__(self) -> str:
        rows = [
            [str(one.cluster), f"{one.best}-{one.worst}", one.system, f"{one.score:.3f}"]
            for one in self.systems
        ]
        return plain_table(["cluster", "ranks", "system", "score"], rows) + f"\n\n{self.signature}"


def is_relative(
    ratings: Ratings, *, task: str = "", languages: str = "", machines: Sequence[str] = ()
) -> bool:
    """Whether the judgments compare outputs instead of scoring them."""
    people = of_people(ratings, machines, task=task, languages=languages)
    return choose(people, task=task, languages=languages).task.names[0] in RELATIVE


def default_test(ratings: Ratings, *, task: str = "", languages: str = "") -> str:
    """Name the usual test: rank-sum, or approximate randomization if segments have weights."""
    chosen = choose(ratings, task=task, languages=languages)
    outputs = chosen.where(chosen.kind.is_("system", "repeat"))
    return RESAMPLED if has_unequal_weights(outputs) else RankSettings.test


def rank_by_scores(
    ratings: Ratings,
    settings: RankSettings,
    *,
    task: str = "",
    languages: str = "",
    quality: bool | None = None,
    rules: Rules | None = None,
    machines: Sequence[str] = (),
    weights: Weights | None = None,
    domains: Mapping[str, str] | None = None,
    references: Collection[str] = (),
) -> HumanRanking:
    """Rank systems by judgments on a scale, or by marked errors.

    Args:
        ratings: Human judgments of any tasks and language pairs.
        settings: How to rank.
        task: Annotation task, if there are several.
        languages: The language pair, if there are several.
        quality: Whether to use only annotators who pass quality control; by default if degraded
            outputs were shown.
        rules: Rules of quality control.
        machines: Names of machine annotators to include.
        weights: Weights of errors.
        domains: Domain of each document, for tests and means by domain.
        references: Names of the systems that are human translations.
    """
    prepared = prepare(
        ratings,
        task=task,
        languages=languages,
        quality=quality,
        rules=rules,
        machines=machines,
        weights=weights,
        scale=settings.scale,
    )
    _check_names(prepared.ratings.system.names, references, ratings.origin)
    ranking = rank(prepared.ratings, settings, domains=domains, references=references)
    judged = JudgedSegments.of(prepared.ratings, settings.scale)
    if settings.segments == "all":
        prepared.ledger.keep_segments(judged.complete())
    return HumanRanking(
        VERSION,
        prepared.ledger.judgments(judged.systems),
        prepared.quality,
        prepared.left_out,
        ranking,
        None,
        prepared.errors,
        tuple(_notices(judged, settings)),
    )


def rank_by_comparisons(
    ratings: Ratings,
    settings: RelativeRankSettings,
    *,
    task: str = "",
    languages: str = "",
    quality: bool | None = None,
    rules: Rules | None = None,
    machines: Sequence[str] = (),
    references: Collection[str] = (),
) -> HumanRanking:
    """Rank systems by relative judgments (which output is better).

    Args:
        ratings: Human judgments of any tasks and language pairs.
        settings: How to rank.
        task: Annotation task, if there are several.
        languages: The language pair, if there are several.
        quality: Whether to use only annotators who pass quality control; by default if degraded
            outputs were shown.
        rules: Rules of quality control.
        machines: Names of machine annotators to include.
        references: Names of the systems that are human translations.
    """
    ledger = Ledger(ratings)
    people = ledger.keep(of_people(ratings, machines, task=task, languages=languages), BY_MACHINES)
    of_task = choose(people, task=task, languages=languages, ledger=ledger)
    with_ranks = ledger.keep(of_task.where(~np.isnan(of_task.value)), "without a rank")
    refuse_weights(with_ranks)
    used, verdicts = controlled(with_ranks, people, ledger, quality, rules)
    outputs = ledger.keep(used.where(~is_control(used)), "of control items")
    compared = Comparisons.of(outputs).of_single_systems()
    _check_names(compared.systems, references, ratings.origin)
    relative = relative_rank(compared, settings)
    data = ledger.judgments(compared.systems)
    warnings = [*_repeated(compared), *pooled(outputs.condition.names)]
    return HumanRanking(VERSION, data, verdicts, (), None, relative, (), tuple(warnings))


def _repeated(compared: Comparisons) -> Iterator[Notice]:
    """Warn if most comparisons are of outputs that several annotators compared."""
    repeated = compared.repeated()
    if repeated > _MOST * len(compared):
        yield RepeatedComparisons(repeated, len(compared))


def _check_names(names: Collection[str], references: Collection[str], origin: str) -> None:
    """Check that there are two systems, and that the given references are among them."""
    if len(names) < 2:
        raise DataError("A ranking needs judgments of two systems.", where=origin)
    for name in references:
        if name not in names:
            raise UsageError(
                f"There is no system {name!r}.{did_you_mean(name, names)}",
                hint=f"Known: {', '.join(sorted(names))}.",
            )


def _notices(judged: JudgedSegments, settings: RankSettings) -> Iterator[Notice]:
    """Find the limitations of a ranking."""
    yield from document_notices(judged, settings.level)
    yield from pooled(judged.ratings.condition.names)
    needed = alpha_of(settings.confidence_level)
    if settings.test == RESAMPLED and 1 / (settings.trials + 1) > needed:
        yield FewRankingTrials(settings.trials, needed)
    for name in partly_known(judged.systems):
        yield UnknownJoinedSystem(name)
