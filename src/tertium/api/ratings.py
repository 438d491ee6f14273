"""Read human judgments, and make them ready to be ranked."""

import os
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.api.convert import read_any
from tertium.core import files
from tertium.core.errors import DataError, DataWarning, FormatError, UsageError, did_you_mean
from tertium.core.plain import counted
from tertium.human.quality_control import QualityControl, Rules, quality_control, trusted_only
from tertium.human.ratings import Ratings, Words
from tertium.human.standardization import Scale, standardize

# Judgments on a scale that every annotator uses in a way of their own.
_SCALED = ("adequacy", "fluency", "sqm")


def read_ratings(
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], *, input_format: str = ""
) -> Ratings:
    """Read human judgments from one file or several, which are joined.

    Args:
        paths: The files, in any format of ratings.
        input_format: Their format, where it cannot be seen from their content.
    """
    listed = [paths] if isinstance(paths, str | os.PathLike) else paths
    ratings: Ratings = read_any([os.fspath(path) for path in listed], "ratings", input_format)
    return ratings


def read_domains(path: str | os.PathLike[str]) -> dict[str, str]:
    """Read the domain of each document: two columns of a TSV or CSV file, with a header or without.

    Args:
        path: The file.
    """
    from tertium.formats._cells import records

    origin = os.fspath(path)
    text = files.read_text(path)
    domains: dict[str, str] = {}
    for line, cells in records(text, "\t" if "\t" in text.split("\n", 1)[0] else ","):
        where = f"{origin}:{line}"
        if len(cells) != 2:
            raise FormatError(
                f"Expected a document and its domain, found {len(cells):,} cells.", where=where
            )
        document, domain = cells
        if line == 1 and [cell.lower() for cell in cells] == ["document", "domain"]:
            continue
        if domains.setdefault(document, domain) != domain:
            raise DataError(
                f"The document {document!r} is of two domains: {domains[document]}, {domain}.",
                where=where,
            )
    if not domains:
        raise FormatError("No documents.", where=origin)
    return domains


def chosen(ratings: Ratings, *, task: str = "", languages: str = "") -> Ratings:
    """Give the judgments of one task in one language pair; what there are several of is asked for.

    Args:
        ratings: Judgments of any tasks and language pairs.
        task: The task; by default the only one there is.
        languages: The language pair; by default the only one there is.
    """
    for column, wanted, kinds, option in (
        ("task", task, "tasks", "--task"),
        ("languages", languages, "language pairs", "--language-pair"),
    ):
        words: Words = getattr(ratings, column)
        if wanted and wanted not in words.names:
            raise UsageError(
                f"There are no judgments of {wanted!r}.{did_you_mean(wanted, words.names)}",
                hint=f"There are some of: {', '.join(words.names)}."
                if any(words.names)
                else f"They do not tell their {kinds}: do without {option}.",
            )
        if not wanted and len(words.names) > 1:
            raise UsageError(
                f"There are judgments of several {kinds}: {', '.join(words.names)}.",
                hint=f"Choose one with {option}.",
            )
        if wanted:
            ratings = ratings.where(words.is_(wanted))
    return ratings


def of_known_annotators(ratings: Ratings) -> Ratings:
    """Leave out judgments that do not tell who made them, and refuse where none does."""
    unknown = ratings.annotator.is_("")
    if unknown.all():
        raise DataError(
            "Who made the judgments is not known: the file names no annotators.",
            where=ratings.origin,
            hint="tertium human rank needs none.",
        )
    if not unknown.any():
        return ratings
    told = f"{counted(int(unknown.sum()), 'judgment')} without an annotator left out."
    warnings.warn(f"{ratings.origin}: {told}", DataWarning, stacklevel=3)
    return ratings.where(~unknown)


@dataclass(frozen=True)
class Prepared:
    """Judgments that can be ranked, and what was done to them.

    Attributes:
        ratings: The judgments.
        quality: Verdicts on annotators; None where they were not asked for.
        left_out: Scales of annotators that could not be standardized.
    """

    ratings: Ratings
    quality: QualityControl | None
    left_out: tuple[Scale, ...]


def prepared(
    ratings: Ratings,
    *,
    quality: bool | None,
    standardized: bool | None,
    rules: Rules | None = None,
    everything: Ratings | None = None,
) -> Prepared:
    """Keep those who can be trusted, and put their judgments on one scale.

    Args:
        ratings: Judgments of one task in one language pair, with control items.
        quality: Whether to judge annotators; by default where there are degraded outputs.
        standardized: Whether to standardize; by default judgments on a scale by known
            annotators, unless they are.
        rules: What is asked of annotators.
        everything: What they are judged by: by default these judgments.
    """
    import numpy as np

    verdicts = None
    degraded = ratings.value[ratings.kind.is_("bad_reference")]
    if quality or (quality is None and not np.isnan(degraded).all()):
        verdicts = quality_control(ratings if everything is None else everything, rules)
        ratings = trusted_only(ratings, verdicts)
    known = not np.isnan(ratings.standardized).all()
    if standardized is None:
        named = "" not in ratings.annotator.names
        standardized = not known and named and ratings.task.names[0] in _SCALED
    if not standardized or known:
        return Prepared(ratings, verdicts, ())
    made = standardize(ratings)
    if not len(made.ratings):
        raise DataError("No annotator gave different values.", where=ratings.origin)
    return Prepared(made.ratings, verdicts, made.left_out)
