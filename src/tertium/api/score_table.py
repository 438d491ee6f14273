"""Scores of metrics and people for the same outputs, read from files."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from tertium.api._human_scores import human_scores
from tertium.api.score import score
from tertium.core.arrays import Floats
from tertium.core.errors import OtherLanguages, UsageError, did_you_mean
from tertium.core.progress import shown_as
from tertium.core.scores import Scored, SegmentScores
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.formats import _kinds as formats
from tertium.formats.scores._entries import scores_of
from tertium.formats.scores._table import entries
from tertium.human.ratings import Ratings
from tertium.meta.scores import LEVELS, ScoreTable

GOLD = "human"

# How missing values of data frames print.
_MISSING = ("None", "nan", "NaT", "<NA>")


@shown_as("Reading")
def read_scores(
    paths: Any,
    *,
    gold: str = GOLD,
    metrics: Sequence[str] = (),
    unit: str = "system",
    languages: str = "",
    input_format: str = "",
    without: Sequence[str] = (),
    outliers: bool = True,
    lower_is_better: Sequence[str] = (),
) -> ScoreTable:
    """Read scores of metrics and people from one file or several, or from a data frame.

    Args:
        paths: The files, or a directory of mt-metrics-eval; or a data frame of pandas with
            the columns of a TSV file: `system`, where scores are of segments `segment`, and
            one for each metric.
        gold: Which scores are those of people.
        metrics: Which others to take; by default all that are not human scores too.
        unit: What is scored: "system", "document" or "segment".
        languages: The language pair, where there are several.
        input_format: Format of the files, where their content does not tell.
        without: Systems to leave out; patterns as for files, as in "Human-*".
        outliers: Whether to keep systems far better or worse than all others.
        lower_is_better: Metrics whose sign is turned, so that more is better; the gold may be one.
    """
    scores = _read(paths, input_format, languages)
    table = table_of(scores, gold, unit)
    table = table.only(metrics) if metrics else _without_other_people(table, scores.human)
    # Letters of the gold may be in another case, as in `gold`.
    turned = [table.gold if name.lower() == gold.lower() else name for name in lower_is_better]
    table = table.without(without).turned(turned)
    return table if outliers else table.without(table.outliers())


def _without_other_people(table: ScoreTable, human: Sequence[str]) -> ScoreTable:
    """Leave out human scores that are not the gold: folders can have those of several tasks."""
    others = [name for name in table.metrics if name in human]
    if not others:
        return table
    kept = {name: one for name, one in table.scores.items() if name not in others}
    note = f"Human scores other than the gold are no metrics and left out: {', '.join(others)}."
    return replace(table, scores=kept, notes=(*table.notes, note))


@shown_as("Scoring")
def score_table(
    testset: TestSet,
    ratings: Ratings,
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    unit: str = "system",
    task: str = "",
    quality: bool | None = None,
    rename: Mapping[str, str] | None = None,
    without: Sequence[str] = (),
    outliers: bool = True,
    lower_is_better: Sequence[str] = (),
) -> ScoreTable:
    """Score outputs, and put human judgments of them beside.

    Metrics of which less is better are turned.

    Args:
        testset: What `tertium.read` or `TestSet.of` gives.
        ratings: What `tertium.read_ratings` gives.
        metrics: Metrics, as in "bleu,chrf"; by default BLEU.
        unit: What is scored: "system", "document" or "segment". A metric scores a system as a
            whole; people score it by the mean of their judgments.
        task: What was judged, where there are several tasks.
        quality: Whether to take only annotators who can be trusted.
        rename: Names of outputs, by those of the judgments.
        without: Systems to leave out; patterns as for files.
        outliers: Whether to keep systems far better or worse than all others.
        lower_is_better: "human" where less is better by the judgments, such as seconds or HTER.
    """
    if set(lower_is_better) - {GOLD}:
        raise UsageError(
            f"Only {GOLD!r} can be turned where outputs are scored here.",
            hint="Metrics that tertium computes are turned already where less is better.",
        )
    human = human_scores(testset, ratings, task=task, quality=quality, rename=rename)
    several = sorted(name for name in human.systems if testset.runs[name] > 1)
    if several:
        raise UsageError(
            f"Judgments do not tell which of several runs they are of: {', '.join(several)}.",
            hint="Give one output of each system.",
        )
    scored = [one for one in score(testset, metrics) if one.system in human.systems]
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
    table = table_of(scores, GOLD, unit).without(without)
    table = table.turned([*sorted(turned), *dict.fromkeys(lower_is_better)])
    notes = (*human.joined.sentences, *table.notes)
    table = replace(table, notes=notes, named=metrics is not None)
    return table if outliers else table.without(table.outliers())


def table_of(scores: SegmentScores, gold: str, unit: str) -> ScoreTable:
    """Give the scores of one level.

    Scores of systems are taken as they were given; those that were not are means over segments.
    """
    import numpy as np

    if unit not in LEVELS:
        raise UsageError(f"The unit must be one of {', '.join(LEVELS)}, not {unit!r}.")
    gold = _gold(gold, scores.metrics)
    segments = _of_segments(scores, gold)
    given = _whole(scores) if unit == "system" else {}
    if gold not in {**segments.scores, **given}:
        raise UsageError(
            f"There are no scores of {unit}s by {gold!r}.",
            hint="Those of whole systems are --unit system." if unit != "system" else "",
        )
    if segments.scores.keys() - given.keys() and gold in segments.scores:
        wanted = {n: one for n, one in segments.scores.items() if n == gold or n not in given}
        means = replace(segments, scores=wanted).at_level(unit)
    else:
        means = replace(segments, level=unit, items=("",), scores={}, documents=())
    found = {name: given.get(name, means.scores.get(name)) for name in scores.metrics}
    absent = [name for name, one in found.items() if one is None]
    notes = []
    if absent:
        notes.append(f"No scores of {unit}s: {', '.join(absent)}.")
    averaged = [name for name, one in found.items() if name not in given and one is not None]
    if unit != segments.level and averaged:
        notes.append(f"Means over segments: {', '.join(averaged)}.")
    known = {name: one for name, one in found.items() if one is not None}
    judged = segments.scores.get(gold)
    return replace(
        means,
        scores=known,
        notes=(*notes, *means.notes),
        judgments=()
        if judged is None or unit != "system"
        else tuple(row[~np.isnan(row)] for row in judged),
    )


def _read(given: Any, input_format: str, languages: str) -> SegmentScores:
    """Scores of a data frame, or of files."""
    if hasattr(given, "columns"):
        return scores_of(entries(_cells(given), "data frame", languages), "data frame", languages)
    single = isinstance(given, str | os.PathLike) or not isinstance(given, Iterable)
    listed = [given] if single else list(given)
    if not all(isinstance(path, str | os.PathLike) for path in listed):
        raise UsageError(
            f"Scores are read from files or a data frame, not from {type(given).__name__}.",
            hint="Give paths, a data frame with the columns system, human and one for each metric,"
            " or what `tertium.read_scores` or `tertium.score_table` gave.",
        )
    if not listed:
        raise UsageError("Name a file of scores.")
    return _joined([os.fspath(path) for path in listed], input_format, languages)


def _cells(frame: Any) -> Iterator[tuple[int, list[str]]]:
    """Rows of a data frame as a TSV file has them, the header first."""
    if "system" not in frame.columns and getattr(getattr(frame, "index", None), "names", [None])[0]:
        frame = frame.reset_index()  # pandas keeps what rows are grouped by there
    yield 1, [str(name) for name in frame.columns]
    rows = zip(*(frame[name].to_list() for name in frame.columns), strict=True)
    for number, row in enumerate(rows, 2):
        yield number, ["" if str(cell) in _MISSING else str(cell) for cell in row]


def _joined(paths: Sequence[str], input_format: str, languages: str) -> SegmentScores:
    """Scores of all files; those that have none of the language pair are passed over."""
    read: list[SegmentScores] = []
    others: list[OtherLanguages] = []
    for path in paths:
        try:
            part: SegmentScores = formats.read("scores", path, input_format, languages)
        except OtherLanguages as error:
            others.append(error)
            continue
        # Many files tell their language pair by their name only.
        pair = part.language_pair or _pair_in_name(path)
        if languages and pair not in ("", languages):
            others.append(OtherLanguages(f"No scores of {languages}.", where=path))
        else:
            read.append(replace(part, language_pair=pair))
    if not read:
        raise others[0]
    return read[0] if len(read) == 1 else SegmentScores.concatenated(read)


def _pair_in_name(path: str) -> str:
    """The language pair in the name of a file or its folder, as in `de-en/BLEU.seg.score`."""
    place = PurePath(path)
    words = [word for part in (place.name, place.parent.name) for word in re.split(r"[._]", part)]
    return next((word for word in words if re.fullmatch(r"[a-z]{2}-[a-z]{2}", word)), "")


def _gold(wanted: str, names: Iterable[str]) -> str:
    """Name of the scores of people; the case of letters is forgiven."""
    known = list(names)
    if wanted in known:
        return wanted
    alike = [name for name in known if name.lower() == wanted.lower()]
    if len(alike) == 1:
        return alike[0]
    raise UsageError(
        f"There are no scores named {wanted!r}.{did_you_mean(wanted, known)}",
        hint=f"Name those of people with --gold: {', '.join(known)}.",
    )


def _systems(scores: SegmentScores) -> tuple[str, ...]:
    return tuple(sorted({_label(scored) for scored in (*scores.values, *scores.whole)}))


def _label(scored: Scored) -> str:
    """Every run is judged like a system of its own."""
    return f"{scored.system} (run {scored.run})" if scored.run else scored.system


def _of_segments(scores: SegmentScores, gold: str) -> ScoreTable:
    import numpy as np

    systems = _systems(scores)
    tables: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float64]]] = {}
    for scored, values in scores.values.items():
        shape = len(systems), len(scores.segment_ids)
        table = tables.setdefault(scored.metric, np.full(shape, np.nan))
        table[systems.index(_label(scored))] = values
    return ScoreTable(
        "segment", systems, scores.segment_ids, tables, gold, scores.document_ids, scores.origin
    )


def _whole(scores: SegmentScores) -> dict[str, Floats]:
    import numpy as np

    systems = _systems(scores)
    tables: dict[str, Floats] = {}
    for scored, value in scores.whole.items():
        table = tables.setdefault(scored.metric, np.full((len(systems), 1), np.nan))
        table[systems.index(_label(scored)), 0] = value
    return tables
