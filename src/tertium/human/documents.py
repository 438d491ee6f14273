"""How judgments cover documents, whose segments are not independent."""

from collections.abc import Iterator

import numpy as np

from tertium.core.notices import Notice
from tertium.human.groups import grouped
from tertium.human.notices import (
    DocumentsJudgedByOneAnnotator,
    FewDocuments,
    SegmentsShareDocuments,
)
from tertium.human.segments import JudgedSegments

# With fewer documents, tests and intervals depend on single documents.
_FEW_DOCUMENTS = 10

# The share of documents judged by one annotator above which a notice names them.
_MOST = 0.5


def document_notices(judged: JudgedSegments, level: str) -> Iterator[Notice]:
    """Warn if segments are not independent, or if there are few documents.

    Args:
        judged: The judgments used.
        level: Level of the tests: "segment", "document" or "judgment".
    """
    names = judged.ratings.document.names
    if "" in names or len(names) == len(judged.ratings.item.names):
        return
    if level == "document":
        if len(names) < _FEW_DOCUMENTS:
            yield FewDocuments(len(names))
        return
    documents, of_documents = judged_by_one_annotator(judged)
    if of_documents and documents > _MOST * of_documents:
        yield DocumentsJudgedByOneAnnotator(documents, of_documents)
    else:
        yield SegmentsShareDocuments(len(judged.ratings.item.names), len(names))


def judged_by_one_annotator(judged: JudgedSegments) -> tuple[int, int]:
    """Count the documents of a system whose judged segments all have one annotator.

    Returns:
        Their number, and the number of all documents with several judged segments; 0 and 0 if
        annotators are unknown.
    """
    ratings = judged.ratings
    if "" in ratings.annotator.names:
        return 0, 0
    blocks = grouped(judged.system, ratings.document)
    cells = grouped(blocks.numbers, ratings.item)
    segments = np.bincount(blocks.numbers[cells.first], minlength=len(blocks))
    visited = grouped(blocks.numbers, ratings.annotator, ratings.item)
    visits = grouped(blocks.numbers, ratings.annotator)
    of_visit = np.bincount(visits.numbers[visited.first], minlength=len(visits))
    complete = of_visit == segments[blocks.numbers[visits.first]]
    whole = np.zeros(len(blocks), dtype=np.bool_)
    whole[blocks.numbers[visits.first[complete]]] = True
    several = segments > 1
    return int((whole & several).sum()), int(several.sum())
