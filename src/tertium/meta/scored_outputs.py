"""Metric scores and human scores of the outputs of a test set, side by side."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tertium.core.errors import UsageError
from tertium.core.scores import Scored, SegmentScores
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.human.join import HumanScores
from tertium.meta.choices import GOLD
from tertium.meta.score_table import ScoreTable, table_of
from tertium.metrics import default_metrics, metrics, score_outputs


def table_of_outputs(
    testset: TestSet,
    human: HumanScores,
    specs: str | Metric | Iterable[str | Metric] | None,
    level: str,
    lower_is_better: Sequence[str] = (),
) -> ScoreTable:
    """Score outputs by metrics, beside their human scores; higher scores are better.

    Args:
        testset: The outputs.
        human: Human scores of the outputs.
        specs: Metrics in printed form; by default BLEU, and any scores in the test set.
        level: Granularity of the scores: "system", "document" or "segment".
        lower_is_better: `GOLD` if lower human scores are better.
    """
    several = sorted(name for name in human.systems if testset.runs[name] > 1)
    if several:
        raise UsageError(
            f"The judgments do not name the training runs of {', '.join(several)}.",
            hint="Give one output of each system.",
        )
    chosen = default_metrics(testset) if specs is None else metrics(specs)
    scored = [one for one in score_outputs(testset, chosen) if one.system in human.systems]
    titles = [one.metric.title for one in scored if one.system == human.systems[0]]
    # Variants of a metric have the same title; their printed forms differ.
    name = {
        one.metric: one.metric.title if titles.count(one.metric.title) == 1 else str(one.metric)
        for one in scored
    }
    values = {Scored(name[one.metric], one.system): one.segments for one in scored}
    whole = {Scored(name[one.metric], one.system): one.value for one in scored}
    turned = {name[one.metric] for one in scored if one.metric.higher_is_better is False}
    for system, means, mean in zip(human.systems, human.means, human.of_systems, strict=True):
        values[Scored(GOLD, system)] = means
        whole[Scored(GOLD, system)] = float(mean)
    scores = SegmentScores(values, testset.segment_ids, testset.document_ids, "", whole)
    table = table_of(scores, GOLD, level)
    table = table.flipped([*sorted(turned), *dict.fromkeys(lower_is_better)])
    notes = (*human.joined.sentences, *table.notes)
    return replace(table, notes=notes, named=specs is not None)
