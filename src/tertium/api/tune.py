"""Tune the parameters of a metric to human scores."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.api._human_scores import human_scores
from tertium.api._parameter_files import check_no_file
from tertium.api._parameter_files import write_parameters as write
from tertium.api.score import metric, metric_names
from tertium.api.score_table import GOLD, table_of
from tertium.core import executor
from tertium.core.arrays import Floats
from tertium.core.errors import DataError, UsageError
from tertium.core.progress import Advance, part_of, phase
from tertium.core.records import to_plain
from tertium.core.scores import SegmentScores
from tertium.core.stats import Metric
from tertium.core.testset import Layer, TestSet, digest
from tertium.formats import _kinds as formats
from tertium.human.ratings import Ratings
from tertium.meta import tuning
from tertium.meta.tuning import Data, Judged, Settings, Tuning

Path = str | os.PathLike[str]

# Of all work, what it takes to align outputs and references.
_REDUCING = 0.3


def tune(
    testset: TestSet,
    spec: str | Metric,
    human: SegmentScores | Ratings | Path | Sequence[Path],
    *,
    gold: str = "",
    task: str = "",
    quality: bool | None = None,
    rename: Mapping[str, str] | None = None,
    jobs: int | None = None,
    advance: Advance | None = None,
    **settings: Any,
) -> Tuning:
    """Tune the parameters of a metric so that its scores agree best with those of people.

    What that is worth is told on parts of the data that were held out.

    Args:
        testset: Outputs, with what the metric needs.
        spec: The metric to begin with, as in "meteor(norm=true)".
        human: Human scores of segments, higher for better: one or several files in the formats of
            scores, what is read from them, or what `tertium.read_ratings` gives.
        gold: Which scores of a file are those of people; by default "human", or the only ones.
        task: What was judged, where there are ratings of several tasks.
        quality: Whether to take only annotators who can be trusted; by default where degraded
            outputs were shown.
        rename: Names of outputs, by those of the ratings.
        jobs: Number of threads; by default all cores.
        advance: Called with the share of the work done since the last call.
        settings: Fields of `tertium.meta.tuning.Settings`.

    Returns:
        The parameters before and after, and what they gain; `write_parameters` writes them.
    """
    chosen = Settings.of(settings)
    start = metric(spec).for_testset(testset)
    if not start.tunable:
        known = [name for name in metric_names() if metric(name).tunable]
        raise UsageError(
            f"{start} has no parameters that can be tuned.", hint=f"Known: {', '.join(known)}."
        )
    if not testset.runs:
        raise UsageError("There is no output to score.", hint="Name at least one output file.")
    said = _said(testset, human, gold, task=task, quality=quality, rename=rename)
    outputs = said.outputs
    with (
        phase(advance, _REDUCING, max(1, len(testset.references))) as step,
        executor.use(executor.Executor(jobs, step)),
    ):
        reduced = start.reduced(testset, [testset_outputs(testset)[name] for name in outputs])
    judged = Judged(reduced, said.scores, _units(testset, chosen.by))
    rest = executor.Executor(jobs, part_of(advance, 1 - _REDUCING))
    with executor.use(rest):
        return tuning.tune(
            start, judged, chosen, _data(testset, said, judged), start.own_signature(testset)
        )


def write_parameters(result: Tuning, path: Path, *, force: bool = False) -> None:
    """Write what was found to a file of parameters: `meteor(params=FILE)` takes it.

    Args:
        result: What `tune` gave.
        path: Where to write.
        force: Whether to replace an existing file that tertium did not write.
    """
    found = {
        "correlation": result.settings.statistic,
        "unit": result.settings.unit,
        "seen": result.seen,
        "held_out": result.held_out,
        "gain": result.gain,
        "outputs": result.data.outputs,
        "scores": result.data.scores,
        "languages": "-".join(filter(None, result.data.languages)),
        "signature": result.signature,
    }
    check_no_file(result.tuned)
    write(metric(result.tuned), to_plain(found), os.fspath(path), force=force)


def testset_outputs(testset: TestSet) -> dict[str, tuple[str, int]]:
    """System and run of each output, by its name."""
    return {
        system if count == 1 else f"{system} (run {run + 1})": (system, run)
        for system, count in testset.runs.items()
        for run in range(count)
    }


@dataclass(frozen=True, eq=False)
class _Said:
    """Human scores of some outputs, whose names are sorted: (output, segment)."""

    outputs: tuple[str, ...]
    scores: Floats
    gold: str
    notes: tuple[str, ...] = ()


def _said(
    testset: TestSet,
    human: SegmentScores | Ratings | Path | Sequence[Path],
    gold: str,
    **of_ratings: Any,
) -> _Said:
    if isinstance(human, Ratings):
        if gold:
            raise UsageError("Ratings are all by people: `gold` is for scores.")
        return _from_ratings(testset, human, **of_ratings)
    if not isinstance(human, SegmentScores):
        paths = [human] if isinstance(human, str | os.PathLike) else human
        if not paths:
            raise UsageError("Name a file of human scores.")
        pair = "-".join(filter(None, (testset.source_language, testset.target_language)))
        read = [
            formats.read("scores", os.fspath(path), language_pair=pair, option="") for path in paths
        ]
        human = read[0] if len(read) == 1 else SegmentScores.concatenated(read)
    return _from_scores(testset, human, gold)


def _from_scores(testset: TestSet, scores: SegmentScores, gold: str) -> _Said:
    import numpy as np

    (ordered,) = Layer("human", {"": (scores,)}).in_order(testset.segment_ids).contents
    only = scores.metrics[0] if len(scores.metrics) == 1 else GOLD
    table = table_of(ordered, gold or only, "segment")
    known = testset_outputs(testset)
    places = [
        place
        for place, name in enumerate(table.systems)
        if name in known and not np.isnan(table.human[place]).all()
    ]
    if not places:
        raise DataError(
            f"No output has a human score. Outputs: {', '.join(known)}; scored:"
            f" {', '.join(table.systems)}.",
            where=scores.origin,
        )
    found = tuple(table.systems[place] for place in places)
    notes = []
    strangers = [name for name in table.systems if name not in known]
    if strangers:
        notes.append(f"Left out, since there is no output: {', '.join(strangers)}.")
    without = sorted(known.keys() - set(found))
    if without:
        notes.append(f"Left out, since there is no human score: {', '.join(without)}.")
    return _Said(found, table.human[places], table.gold, tuple(notes))


def _from_ratings(testset: TestSet, ratings: Ratings, **options: Any) -> _Said:
    found = human_scores(testset, ratings, **options)
    for system in found.systems:
        if testset.runs[system] > 1:
            raise UsageError(
                f"{system} has {testset.runs[system]} outputs, and ratings do not tell which of"
                " them they are of.",
                hint="Give the one that was judged.",
            )
    gold = found.ratings.task.names[0] or GOLD
    return _Said(found.systems, found.means, gold, tuple(found.joined.sentences))


def _units(testset: TestSet, by: str) -> Any:
    """For each segment the number of its unit."""
    import numpy as np

    if by == "segment":
        return np.arange(len(testset))
    if not testset.document_ids:
        raise UsageError(
            "--by document needs the document of each segment.",
            hint="Give it with --documents FILE.",
        )
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in testset.document_ids])


def _data(testset: TestSet, said: _Said, judged: Judged) -> Data:
    scores = int(judged.known.sum())
    return Data(
        outputs=said.outputs,
        segments=len(testset),
        documents=len(set(testset.document_ids)) or None,
        units=len(set(judged.unit_of_known.tolist())),
        scores=scores,
        missing=said.scores.size - scores,
        gold=said.gold,
        languages=(testset.source_language, testset.target_language),
        testset=testset.digest,
        human=digest([*said.outputs, said.scores.astype("<f8").tobytes().hex()]),
        notes=said.notes,
    )
