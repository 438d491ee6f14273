"""Scores of metrics and human scores, from files or a data frame."""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from tertium import formats
from tertium.core import columns
from tertium.core.columns import Column, Table
from tertium.core.errors import OtherLanguages, UsageError
from tertium.core.scores import SegmentScores
from tertium.formats.scores import scores_from_rows

Path = str | os.PathLike[str]
# Files, or a data frame or mapping of columns.
ScoreFiles = Path | Sequence[Path] | Table | Mapping[str, Sequence[Any] | Column]


def read_score_files(given: ScoreFiles, input_format: str, languages: str) -> SegmentScores:
    """Read scores from a data frame or a mapping of columns, or from one file or several."""
    if columns.is_named_columns(given):
        return scores_from_rows(columns.cells(given), "data frame", languages)
    single = isinstance(given, str | os.PathLike) or not isinstance(given, Iterable)
    listed: list[Any] = [given] if single else list(given)  # type: ignore[arg-type]
    if not all(isinstance(path, str | os.PathLike) for path in listed):
        raise UsageError(
            f"Scores are read from files or a data frame, not from {type(given).__name__}.",
            hint="Give paths, a data frame with the columns system, human and one for each metric,"
            " or the result of `tertium.read_scores` or `tertium.score_table`.",
        )
    if not listed:
        raise UsageError("Give at least one file of scores.")
    return _joined([os.fspath(path) for path in listed], input_format, languages)


def _joined(paths: Sequence[str], input_format: str, languages: str) -> SegmentScores:
    """Scores of all files; files without the language pair are ignored."""
    read: list[SegmentScores] = []
    others: list[OtherLanguages] = []
    for path in paths:
        try:
            part: SegmentScores = formats.read("scores", path, input_format, languages)
        except OtherLanguages as error:
            others.append(error)
            continue
        # Many files name their language pair in the file name only.
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
