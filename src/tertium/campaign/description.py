"""The description of a campaign, which the database keeps: settings and what follows from them."""

import json
import math
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from tertium.campaign.design import Design
from tertium.campaign.form import Form
from tertium.campaign.questions import TextQuestion
from tertium.campaign.scale import Scale
from tertium.campaign.settings import CampaignSettings
from tertium.campaign.sliders import read_sliders
from tertium.campaign.tasks import Question, Task, load_task
from tertium.campaign.typology import Typology
from tertium.core.errors import DataError
from tertium.core.notices import Notice
from tertium.core.plugins import ROOT
from tertium.core.records import from_plain, to_plain
from tertium.core.testset import TestSet
from tertium.core.version import VERSION
from tertium.human.ratings import KINDS, MACHINE, Ratings


@dataclass(frozen=True)
class Description:
    """What a campaign asks, and about which texts.

    Attributes:
        tertium: Version that made the campaign.
        settings: What annotators are asked, and how items were chosen.
        context: Texts shown beside outputs: "source", "reference", "both" or "nothing".
        scale: The five-point scale; None for other answers.
        pool: Whether whoever has the joining link can work.
        source_language: Code of the source language; "" if unknown.
        target_language: Code of the target language.
        segments: Number of segments of the test set.
        outputs: Number of different outputs.
        digest: Digest of source and references.
        planned_by_system: Number of outputs of each system to judge.
        form: The questions before the work; None if there are none.
        tutorial: Digest of the tutorial; "" if there is none.
        checks: Number of different attention checks.
        prefill: Fingerprint of the suggested errors; "" if there are none.
        typology: Kinds of errors; None if annotators mark no errors.
        notices: Limitations of results on the selected segments.
        questions: Comprehension questions with their right answers, which pages must not know.
        reference: Name of the reference that is shown; "" if there is none.
    """

    tertium: str
    settings: CampaignSettings
    context: str
    scale: Scale | None
    pool: bool
    source_language: str
    target_language: str
    segments: int
    outputs: int
    digest: str
    planned_by_system: Mapping[str, int]
    form: Form | None = None
    tutorial: str = ""
    checks: int = 0
    prefill: str = ""
    typology: Typology | None = None
    notices: tuple[Notice, ...] = ()
    questions: tuple[TextQuestion, ...] = ()
    reference: str = ""

    @classmethod
    def of(
        cls,
        testset: TestSet,
        settings: CampaignSettings,
        design: Design,
        scale: Scale | None,
        pool: bool,
        prefill: str = "",
        questions: tuple[TextQuestion, ...] = (),
    ) -> "Description":
        """Describe a campaign on a test set."""
        return cls(
            tertium=VERSION,
            settings=settings,
            context=design.context,
            scale=scale,
            pool=pool,
            source_language=testset.source_language,
            target_language=testset.target_language,
            segments=design.segments,
            outputs=design.outputs,
            digest=testset.digest,
            planned_by_system=design.judgments_of_systems(),
            prefill=prefill,
            typology=load_task(settings.task).typology(settings.typology),
            notices=design.notices,
            questions=questions,
            reference=next(iter(testset.references), "")
            if design.context in ("reference", "both")
            else "",
        )

    @property
    def languages(self) -> str:
        """The language pair, as in de-en; "" if it is unknown."""
        known = self.source_language and self.target_language
        return f"{self.source_language}-{self.target_language}" if known else ""

    @property
    def pool_links(self) -> tuple[str, ...]:
        """Links by which a pool is joined: its own, and the study's address on Prolific."""
        if not self.pool:
            return ()
        return ("pool", "prolific") if self.settings.prolific_codes else ("pool",)

    @cached_property
    def question(self) -> Question:
        """How annotators answer."""
        return Question(
            answer=self.settings.answer,
            ties=not self.settings.no_ties,
            sliders=read_sliders(self.settings.sliders),
            typology=self.typology,
            accepted={one.name: one.accepted for one in self.questions},
        )

    @property
    def scale_name(self) -> str:
        """Name of the answer scale that is kept with each judgment; "" for comparisons."""
        if load_task(self.settings.task).relative:
            return ""
        return self.settings.answer if self.scale is None else self.scale.name

    @property
    def default_instructions(self) -> str:
        """Instructions of the task in the language of the pages, which the organiser can change.

        Without a file in that language, they are in English.
        """
        file = self._instructions_file()
        return "" if file is None else file.read_text(encoding="utf-8")

    @property
    def instructions_language(self) -> str:
        """Code of the language of the default instructions; "" if the task has none."""
        file = self._instructions_file()
        return "" if file is None else file.parent.name

    def _instructions_file(self) -> Path | None:
        """File of the default instructions; the right context comes before the language."""
        folder = Path(ROOT) / "campaign" / "instructions"
        for name in (f"{self.settings.task}-{self.context}", self.settings.task):
            for language in (self.settings.interface, "en"):
                file = folder / language / f"{name}.md"
                if file.is_file():
                    return file
        return None

    def to_json(self) -> str:
        """The description as the database keeps it."""
        return json.dumps(to_plain(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str, where: str) -> "Description":
        """Read a description from the database."""
        try:
            plain = json.loads(text)
        except (ValueError, RecursionError):
            raise DataError(
                "The settings of the campaign are damaged.",
                where=where,
                hint="Restore the database from a backup.",
            ) from None
        if isinstance(plain, dict) and isinstance(plain.get("settings"), dict):
            # Settings that are newer than the campaign have their default values.
            plain = _defaults(cls) | plain
            plain["settings"] = _defaults(CampaignSettings) | plain["settings"]
        return from_plain(cls, plain, where)

    def ratings(self, judgments: "list[Mapping[str, Any]]", origin: str) -> Ratings | None:
        """Turn judgments from the database into ratings; None if there are none.

        Args:
            judgments: Columns of judgments and their items: id, annotator, annotator_kind, outputs
                (kind and system of each), segment, document, hit, item, scale, answer (JSON),
                status, weight, condition, shown and submitted.
            origin: Name of the campaign.
        """
        task = load_task(self.settings.task)
        columns: dict[str, list[Any]] = {}
        for judgment in judgments:
            # Outputs that are compared with each other are one ranking.
            compared = f":{judgment['item']}" if task.relative else ""
            row = {
                "annotator": judgment["annotator"],
                "segment": judgment["segment"],
                "document": judgment["document"],
                "task": self.settings.task,
                "languages": self.languages,
                "batch": f"{judgment['hit']}{compared}",
                "status": judgment["status"],
                "scale": judgment["scale"],
                "condition": judgment["condition"],
                "annotator_kind": MACHINE if judgment["annotator_kind"] == MACHINE else "",
                "start": judgment["shown"],
                "end": judgment["submitted"],
                "weight": judgment["weight"],
                **_NO_ERROR,
            }
            answered = self._answered(task, judgment["answer"])
            if answered is None:
                raise DataError(
                    f"The answer of judgment {judgment['id']} is damaged.",
                    where=origin,
                    hint="`tertium campaign check` lists all defects.",
                )
            for number, more in answered:
                kind, system = judgment["outputs"][number]
                if kind not in KINDS:
                    continue
                for name, value in {**row, "kind": kind, "system": system, **more}.items():
                    columns.setdefault(name, []).append(value)
        return Ratings.of(columns, origin=origin) if columns else None

    def scores(self, answer: str) -> dict[int, float]:
        """Score of each output that a stored answer (JSON) gives a score, by its number."""
        found: dict[int, float] = {}
        for number, columns in self._answered(load_task(self.settings.task), answer) or ():
            # Marked errors and further sliders have rows of their own.
            if "value" in columns and not columns.get("severity") and "scale" not in columns:
                found.setdefault(number, columns["value"])
        return found

    def understands(self, answer: str) -> bool:
        """Whether a stored answer (JSON) is one to the question of this campaign."""
        return self._answered(load_task(self.settings.task), answer) is not None

    def _answered(self, task: Task, answer: str) -> list[tuple[int, dict[str, Any]]] | None:
        """Columns of ratings that follow from a stored answer; None if it is damaged."""
        try:
            return list(task.rows(json.loads(answer), self.question))
        except (ValueError, TypeError, KeyError, RecursionError):
            return None


# Columns of ratings that an answer may fill.
_NO_ERROR: dict[str, Any] = {
    **dict.fromkeys(("category", "severity", "side", "comment"), ""),
    **dict.fromkeys(("value", "span_start", "span_end"), math.nan),
}


def _defaults(cls: Any) -> dict[str, Any]:
    """Default values of a dataclass as JSON values."""
    return {
        item.name: to_plain(item.default) for item in fields(cls) if item.default is not MISSING
    }
