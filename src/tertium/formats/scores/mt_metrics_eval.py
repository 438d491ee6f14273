"""Scores of mt-metrics-eval: lines of a system and a score, segments in order.

The metric is the name of the file, as in `METRIC-REF.seg.score`. "None" is a missing score. Files
named `.sys.score` hold system scores. A directory has `human-scores`, one file per annotation
protocol, and `metric-scores` of a language pair.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tertium.core import files, wording
from tertium.core.compression import COMPRESSIONS
from tertium.core.errors import FormatError, UsageError
from tertium.core.scores import Entry, Scored, SegmentScores
from tertium.formats._mt_metrics_eval import document_ids
from tertium.formats.scores._entries import check_writable, is_score, number_of, scores_of

SUFFIXES = (".seg.score", ".score")


def sniff(head: bytes) -> bool:
    """Whether the first lines are pairs of a word and a number."""
    lines = files.without_mark(head).decode("utf-8", "replace").split("\n")[:10]
    whole = [line.split() for line in (lines[:-1] or lines) if line]
    return bool(whole) and all(len(f) == 2 and is_score(f[1]) for f in whole)


def read(data: bytes, origin: str) -> SegmentScores:
    """Read all scores of a file."""
    for level in ("domain", "doc"):
        if _file(origin).endswith(f".{level}.score"):
            raise FormatError(f"Expected segment scores, found scores of {level}.", where=origin)
    metric = _metric(origin)
    return scores_of(_entries(files.record_lines(data, origin), origin, metric), origin)


def sniff_directory(path: Path) -> bool:
    """Whether the directory has human and metric scores."""
    return all(files.is_directory(path / f"{kind}-scores") for kind in ("human", "metric"))


def read_directory(path: Path, language_pair: str) -> SegmentScores:
    """Read all scores of a language pair; by default of the only one."""
    pairs = [one.name for one in files.listed(path / "metric-scores") if files.is_directory(one)]
    pair = language_pair or (pairs[0] if len(pairs) == 1 else "")
    if pair not in pairs:
        raise UsageError(
            f"{path} has no scores of the language pair {pair!r}."
            if pair
            else f"{path} has scores of several language pairs.",
            hint=f"Choose one with {wording.option('language_pair')}: {', '.join(pairs)}.",
        )
    entries: list[tuple[str, Entry]] = []
    documents = document_ids(path, pair)
    judged = [f for f in files.listed(path / "human-scores") if f.name.startswith(f"{pair}.")]
    for file in [*judged, *files.listed(path / "metric-scores" / pair)]:
        if _file(file.name).endswith((".seg.score", ".sys.score")):
            metric = _metric(file.name).removeprefix(f"{pair}.")
            lines = files.record_lines(files.read_member(file), str(file))
            entries += _entries(lines, str(file), metric, documents)
    human = {_metric(file.name).removeprefix(f"{pair}.") for file in judged}
    return replace(scores_of(entries, str(path)), language_pair=pair, human=tuple(sorted(human)))


def write(scores: SegmentScores, path: str) -> None:
    """Write the scores of a single metric."""
    check_writable(scores, path)
    if len(scores.metrics) != 1 or any(run for _, run in scores.outputs):
        raise FormatError(
            "mt-metrics-eval holds one metric per file and one output per system.",
            where=path,
            hint="Write tsv instead.",
        )
    for system, _ in scores.outputs:
        if len(system.split()) != 1:
            raise FormatError(f"White space in the name of system {system!r}.", where=path)
    numbered = tuple(str(number) for number in range(1, len(scores.segment_ids) + 1))
    if scores.segment_ids != numbered or scores.document_ids:
        files.warn_unused(
            f"{path}: Segment and document ids are not written; the order of the lines identifies"
            " segments."
        )
    if not _metric(path).startswith(scores.metrics[0]) and path != files.STDIN:
        files.warn_unused(
            f"{path}: The metric, {scores.metrics[0]}, is not written; use the file name to"
            " identify it."
        )
    with files.writing(path) as file:
        for entry in scores.entries():
            score = "None" if entry.score != entry.score else repr(entry.score)
            file.write(f"{entry.scored.system}\t{score}\n")


def _metric(path: str) -> str:
    return _file(path).removesuffix(".score").removesuffix(".seg").removesuffix(".sys")


def _file(path: str) -> str:
    """Name of a file without the ending of a compression."""
    name = Path(path).name
    for compression in COMPRESSIONS:
        name = name.removesuffix(compression)
    return name


def _entries(
    lines: list[str], origin: str, metric: str, documents: Sequence[str] = ()
) -> Iterator[tuple[str, Entry]]:
    seen: Counter[str] = Counter()
    whole = _file(origin).endswith(".sys.score")
    for number, line in enumerate(lines, 1):
        where = f"{origin}:{number}"
        fields = line.split()
        if len(fields) != 2:
            raise FormatError("Expected a system and a score.", where=where)
        system, text = fields
        place = seen[system]
        seen[system] += 1
        score = number_of(text, "2", where)
        if whole:
            yield where, Entry(Scored(metric, system), "", "", score)
        else:
            document = documents[place] if place < len(documents) else ""
            yield where, Entry(Scored(metric, system), str(place + 1), document, score)
    if not whole and len(set(seen.values())) > 1:
        counts = ", ".join(f"{system} {count:,}" for system, count in seen.items())
        raise FormatError(f"Systems have different numbers of scores: {counts}.", where=origin)
