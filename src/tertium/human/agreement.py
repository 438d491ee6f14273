"""Inter-annotator agreement: the result, and how it is computed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from tertium.core.errors import DataError
from tertium.core.formatting import plain_table
from tertium.core.notices import Notice
from tertium.core.records import Defect, Defects, to_plain
from tertium.core.results import Row, StoredResult, flat_row
from tertium.core.version import VERSION
from tertium.human.comparisons import Comparisons
from tertium.human.errors import Weights
from tertium.human.expert_agreement import ExpertAgreement, NonExperts, measure_experts
from tertium.human.expert_judgments import join_panels
from tertium.human.machines import marked
from tertium.human.notices import CopiedJudgments
from tertium.human.pairwise_agreement import PairwiseAgreement, pairwise_agreement
from tertium.human.preparation import check_one_scale, choose, of_known_annotators, scored
from tertium.human.ratings import YES_NO, Ratings
from tertium.human.settings import ExpertSettings
from tertium.human.value_agreement import (
    Agreement,
    CohenKappa,
    FleissKappa,
    cohen_kappas,
    fleiss,
    value_agreement,
)

# Number of outputs that WMT's annotators ranked at a time.
_SHOWN_TOGETHER = 5

# Kappa needs equal judgments, which are rare on scales with more values.
_FEW_VALUES = 11


@dataclass(frozen=True, eq=False, repr=False)
class AgreementResult(StoredResult):
    """Inter-annotator agreement and intra-annotator consistency.

    Attributes:
        tertium: Version.
        digest: Fingerprint of the judgments.
        task: What was judged.
        languages: The language pair, "" if unknown.
        scale: "raw" scores, "standardized" if no others are known, or "yes-no" for answers of
            yes and no.
        filters: How the judgments were filtered before.
        warnings: Reasons why the numbers may mislead.
        values: Agreement on scores; None for relative judgments, and with experts.
        kappas: Cohen's kappa of each two annotators, for scales of few values.
        fleiss: Fleiss' kappa of all annotators; None for scales of many values.
        pairwise: Agreement on which of two outputs is better; None for scores, and with experts.
        experts: Agreement with experts; None without experts.
    """

    result: ClassVar[str] = "human agreement"

    tertium: str
    digest: str
    task: str
    languages: str
    scale: str
    filters: tuple[str, ...]
    warnings: tuple[Notice, ...]
    values: Agreement | None
    kappas: tuple[CohenKappa, ...]
    fleiss: FleissKappa | None
    pairwise: PairwiseAgreement | None
    experts: ExpertAgreement | None

    def defects(self) -> Defects:
        """Agreement is on scores, on pairs, or with experts."""
        if sum(one is not None for one in (self.values, self.pairwise, self.experts)) != 1:
            yield Defect("values", "Expected this one, 'pairwise' or 'experts', the others null.")

    @property
    def signature(self) -> str:
        """Task, settings, version and digest, from which the numbers can be reproduced."""
        items = {
            "task": self.task,
            "languages": self.languages,
            "scale": self.scale if self.scale != "raw" else "",
            "filters": "+".join(self.filters),
            "definition": self.pairwise.definition if self.pairwise else "",
            "version": f"tertium-{self.tertium}",
            "judgments": self.digest,
            "experts": self.experts.digest if self.experts else "",
        }
        facts = [f"{key}:{value}" for key, value in items.items() if value]
        return "|".join([str(self.experts.settings) if self.experts else "agreement", *facts])

    def to_rows(self) -> list[Row]:
        """One row per annotator; for relative judgments, one row between and one within.

        With experts, one row per number of non-experts; its intervals have two columns each.
        """
        if self.experts is not None:
            return [_step(one) for one in self.experts.steps]
        if self.values is not None:
            return [_flat(to_plain(annotator)) for annotator in self.values.annotators]
        assert self.pairwise is not None
        return [
            {"agreement": name, **to_plain(getattr(self.pairwise, name))}
            for name in ("inter", "intra")
        ]

    def __str__(self) -> str:
        rows = self.to_rows()
        return plain_table(list(rows[0]), [[str(value) for value in row.values()] for row in rows])


def measure_agreement(
    ratings: Ratings,
    *,
    task: str = "",
    languages: str = "",
    definition: str = "clean",
    weights: Weights | None = None,
) -> AgreementResult:
    """Measure inter-annotator agreement and intra-annotator consistency, machines included.

    Args:
        ratings: Human judgments, as `tertium.read_ratings` returns them.
        task: Annotation task, if there are several.
        languages: The language pair, if there are several.
        definition: For relative judgments "clean", or "wmt16" for the numbers WMT published.
        weights: Weights of errors, for judgments that mark errors.
    """
    of_task = marked(of_known_annotators(choose(ratings, task=task, languages=languages)))
    name, pair = of_task.task.names[0], of_task.languages.names[0]
    if name in ("ranking", "preference"):
        compared = Comparisons.of(of_task, repeats=True)
        return AgreementResult(
            VERSION,
            ratings.digest,
            name,
            pair,
            scale="raw",
            filters=(),
            warnings=tuple(_copied(compared)),
            values=None,
            kappas=(),
            fleiss=None,
            pairwise=pairwise_agreement(compared, definition),
            experts=None,
        )
    check_one_scale(of_task)
    of_task = scored(of_task, weights)
    scale = YES_NO if of_task.answer_scales == (YES_NO,) else "raw"
    if np.isnan(of_task.value).all():
        of_task, scale = replace(of_task, value=of_task.standardized), "standardized"
    of_systems = of_task.kind.is_("system", "repeat")
    found = np.unique(of_task.value[of_systems & ~np.isnan(of_task.value)])
    if not len(found):
        raise DataError("No judgment of an output has a value.", where=ratings.origin)
    few = len(found) <= _FEW_VALUES
    return AgreementResult(
        VERSION,
        ratings.digest,
        name,
        pair,
        scale=scale,
        filters=of_task.filters,
        warnings=(),
        values=value_agreement(of_task),
        kappas=cohen_kappas(of_task) if few else (),
        fleiss=fleiss(of_task) if few else None,
        pairwise=None,
        experts=None,
    )


def measure_agreement_with_experts(
    ratings: Ratings,
    experts: Ratings,
    settings: ExpertSettings,
    *,
    task: str = "",
    languages: str = "",
    machines: Sequence[str] = (),
    weights: Weights | None = None,
) -> AgreementResult:
    """Measure how well non-experts agree with experts; machines are excluded unless named.

    Args:
        ratings: Judgments of the non-experts, as `tertium.read_ratings` returns them.
        experts: Judgments of the experts.
        settings: How agreement is measured.
        task: Annotation task, if there are several.
        languages: The language pair, if there are several.
        machines: Names of machine annotators to include.
        weights: Weights of errors, for judgments that mark errors.
    """
    panels = join_panels(
        ratings, experts, task=task, languages=languages, machines=machines, weights=weights
    )
    included = (f"include_machines({','.join(sorted(machines))})",) if machines else ()
    return AgreementResult(
        VERSION,
        ratings.digest,
        panels.task,
        panels.languages,
        scale="raw",
        filters=(*ratings.filters, *included),
        warnings=panels.warnings,
        values=None,
        kappas=(),
        fleiss=None,
        pairwise=None,
        experts=measure_experts(panels, experts.digest, settings),
    )


def _copied(compared: Comparisons) -> Iterator[Notice]:
    """Find judgments that were copied to systems with the same output.

    WMT shows five outputs at a time, so a ranking of more systems holds copies.
    """
    copied, rankings = compared.rankings_of_more_than(_SHOWN_TOGETHER)
    if copied:
        yield CopiedJudgments(copied, rankings, _SHOWN_TOGETHER)


def _step(one: NonExperts) -> Row:
    row = flat_row(one)
    ends = row.pop("difference_interval")
    return row | {f"difference_{end}": ends[end] for end in ("low", "high")}


def _flat(row: Row) -> Row:
    repeats = row.pop("repeats")
    return row | {f"repeats_{key}" if key != "repeats" else key: v for key, v in repeats.items()}
