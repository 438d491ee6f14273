"""Tell how far annotators agree."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.api.ratings import chosen, of_known_annotators
from tertium.core.plain import plain_table
from tertium.core.records import Defect, Defects, to_plain
from tertium.core.results import Row, StoredResult
from tertium.core.version import VERSION
from tertium.human import agreement as human
from tertium.human.comparisons import Comparisons
from tertium.human.ratings import Ratings

# On scales with more values than these kappa says little: hardly any two judgments are the same.
_FEW_VALUES = 11


@dataclass(frozen=True, repr=False)
class AgreementResult(StoredResult):
    """Agreement between annotators and within them.

    Attributes:
        tertium: Version.
        digest: Fingerprint of the judgments.
        task: What was judged.
        values: Agreement on values; None for relative judgments.
        kappas: Of each two annotators, for scales of few values.
        fleiss: Of all annotators together; None for scales of many values.
        pairwise: Agreement on which of two outputs is better; None for others.
    """

    result: ClassVar[str] = "human agreement"

    tertium: str
    digest: str
    task: str
    values: human.Agreement | None
    kappas: tuple[human.CohenKappa, ...]
    fleiss: human.FleissKappa | None
    pairwise: human.PairwiseAgreement | None

    def defects(self) -> Defects:
        """Agreement is on values, or on pairs."""
        if (self.values is None) == (self.pairwise is None):
            yield Defect("values", "Expected either this one or 'pairwise', and the other null.")

    @property
    def signature(self) -> str:
        """Everything that decides the numbers, beside the judgments themselves."""
        definition = [f"definition:{self.pairwise.definition}"] if self.pairwise else []
        facts = [f"task:{self.task}", *definition, f"version:tertium-{self.tertium}"]
        return "|".join(["agreement", *facts, f"judgments:{self.digest}"])

    def to_rows(self) -> list[Row]:
        """One row per annotator, or one each for between and within."""
        if self.values is not None:
            return [_flat(to_plain(one)) for one in self.values.annotators]
        assert self.pairwise is not None
        return [
            {"agreement": name, **to_plain(getattr(self.pairwise, name))}
            for name in ("inter", "intra")
        ]

    def __str__(self) -> str:
        rows = self.to_rows()
        return plain_table(list(rows[0]), [[str(value) for value in row.values()] for row in rows])


def agreement(
    ratings: Ratings, *, task: str = "", languages: str = "", definition: str = "clean"
) -> AgreementResult:
    """Tell how far annotators agree with each other and with themselves.

    Args:
        ratings: What `tertium.read_ratings` gives.
        task: What was judged, where there are several tasks.
        languages: The language pair, where there are several.
        definition: For relative judgments "clean", or "wmt16" for the numbers WMT published.
    """
    import numpy as np

    of_task = of_known_annotators(chosen(ratings, task=task, languages=languages))
    name = of_task.task.names[0]
    if name in ("ranking", "preference"):
        pairwise = human.pairwise_agreement(Comparisons.of(of_task), definition)
        return AgreementResult(VERSION, ratings.digest, name, None, (), None, pairwise)
    found = np.unique(of_task.value[~np.isnan(of_task.value)])
    few = len(found) <= _FEW_VALUES
    return AgreementResult(
        VERSION,
        ratings.digest,
        name,
        values=human.agreement(of_task),
        kappas=human.cohen_kappas(of_task) if few else (),
        fleiss=human.fleiss(of_task) if few else None,
        pairwise=None,
    )


def _flat(row: Row) -> Row:
    repeats = row.pop("repeats")
    return row | {f"repeats_{key}" if key != "repeats" else key: v for key, v in repeats.items()}
