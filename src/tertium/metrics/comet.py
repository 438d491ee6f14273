"""COMET: a neural metric trained on human ratings, from source, output and reference.

The score of a corpus is the mean of its segment scores. The package `unbabel-comet` computes them
and loads the model as `comet-score` does: a model is downloaded by name at its first use, or read
from a file that ends in `.ckpt`. tertium computes in single precision, as the package does from
Python; `comet-score` 2.2.7 uses half precision.

The score of a segment with several references is the mean of the scores against each, or the best.

Reference: Rei et al. 2020; the default model is that of Rei et al. 2022.

Example:
    >>> score = tertium.comet(  # doctest: +SKIP
    ...     ["The cat sat."], ["A cat sat."], source=["Die Katze saß."]
    ... )
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tertium.core import wording
from tertium.core.arrays import Buffer, Number, Rows, divided
from tertium.core.errors import MissingComponent, UsageError
from tertium.core.spec import option
from tertium.core.stats import Metric
from tertium.core.testset import TestSet


@dataclass(frozen=True)
class Comet(Metric):
    """Mean score of a COMET model."""

    needs: ClassVar[tuple[str, ...]] = ("source",)
    extras: ClassVar[tuple[str, ...]] = ("comet",)
    digits: ClassVar[int] = 2
    denominator: ClassVar[str] = "segments"
    loads_model: ClassVar[bool] = True

    model: str = option("Unbabel/wmt22-comet-da", "Name of the model, or its file (.ckpt).")
    references: str = option(
        "mean",
        "Score against several references: the mean or the best; none omits references, for models"
        " that do not use them.",
        choices=("mean", "best", "none"),
    )
    batch_size: int = option(16, "Batch size.", minimum=1, maximum=100_000)
    gpus: int = option(1, "Number of GPUs; 0 uses the CPU.", minimum=0, maximum=1000)

    @property
    def title(self) -> str:
        """Name in tables."""
        return "COMET"

    @property
    def columns(self) -> tuple[str, ...]:
        """Score, and 1 for each segment."""
        return ("score", "segments")

    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Scores of the model, over the references of each segment."""
        import numpy as np

        model = testset.memo(("comet", self.model), self._load)
        if model.requires_references() and not self._references(testset):
            raise UsageError(
                f"The COMET model {self.model} needs references.",
                hint=f"Give them with {wording.option('references', wording.FILE)}.",
            )
        segments = np.asarray(segment_of_output)
        samples, owner = self._samples(outputs, segments, testset)
        predicted = model.predict(
            samples, batch_size=self.batch_size, gpus=self.gpus, progress_bar=False
        )
        scores = np.asarray(predicted.scores, dtype=np.float64)
        rows = np.zeros((len(outputs), 2))
        if self.references == "best":
            rows[:, 0] = -np.inf
            np.maximum.at(rows[:, 0], owner, scores)
        else:
            np.add.at(rows[:, 0], owner, scores)
            rows[:, 0] /= np.bincount(owner, minlength=len(outputs))
        rows[:, 1] = 1
        return rows

    def score(self, sums: Sequence[Number]) -> Number:
        """Mean."""
        total, segments = sums
        return divided(total, segments, 0.0)

    def facts(self, testset: TestSet) -> dict[str, str]:
        """References, model, and version of the package."""
        used = {"nrefs": testset.reference_count} if self._references(testset) else {}
        return used | {"model": self.model, "unbabel-comet": _comet().__version__}

    def _references(self, testset: TestSet) -> list[Any]:
        return [] if self.references == "none" else list(testset.references.values())

    def _samples(
        self, outputs: Sequence[str], segments: Any, testset: TestSet
    ) -> tuple[list[dict[str, str]], list[int]]:
        """Inputs of the model, and the output of each input."""
        assert testset.source is not None
        samples, owner = [], []
        references = self._references(testset)
        for number, (output, segment) in enumerate(zip(outputs, segments, strict=True)):
            sample = {"src": testset.source[segment], "mt": output}
            against = [{"ref": r[segment]} for r in references if segment not in r.missing]
            samples += [sample | reference for reference in against or [{}]]
            owner += [number] * (len(against) or 1)
        return samples, owner

    def _load(self) -> Any:
        from pathlib import Path

        comet = _comet()
        try:
            here = self.model.endswith(".ckpt") and Path(self.model).exists()
            return comet.load_from_checkpoint(
                self.model if here else comet.download_model(self.model)
            )
        except Exception as error:
            # Downloads and checkpoints of the package may raise any exception.
            raise MissingComponent(
                f"The COMET model {self.model!r} cannot be loaded: {error}"
            ) from None


def _comet() -> Any:
    try:
        import comet
    except ImportError:
        raise MissingComponent.extra("comet", "unbabel-comet", "comet") from None
    return comet


METRIC = Comet

CITATIONS = (
    """
@inproceedings{rei-2020,
  author    = {Rei, Ricardo and Stewart, Craig and Farinha, Ana C. and Lavie, Alon},
  title     = {{COMET}: A Neural Framework for {MT} Evaluation},
  booktitle = {Proceedings of the 2020 Conference on Empirical Methods in Natural Language
               Processing},
  pages     = {2685--2702},
  year      = {2020}
}
""",
    r"""
@inproceedings{rei-2022,
  author    = {Rei, Ricardo and C. de Souza, Jos{\'e} G. and Alves, Duarte and
               Zerva, Chrysoula and Farinha, Ana C. and Glushkova, Taisiya and Lavie, Alon and
               Coheur, Luisa and Martins, Andr{\'e} F. T.},
  title     = {{COMET-22}: Unbabel-{IST} 2022 Submission for the Metrics Shared Task},
  booktitle = {Proceedings of the Seventh Conference on Machine Translation},
  pages     = {578--585},
  year      = {2022}
}
""",
)
