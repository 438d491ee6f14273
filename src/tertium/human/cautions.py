"""What a ranking must warn of: what its numbers cannot show."""

from collections.abc import Iterator

from tertium.core.plain import counted
from tertium.human.groups import grouped
from tertium.human.ranking import Settings
from tertium.human.segments import JudgedSegments
from tertium.human.shared_outputs import partly_known
from tertium.inference.verdicts import alpha_of

# Below this number of documents, tests and intervals hang on single ones.
_FEW_DOCUMENTS = 10

# Said where more than half of the documents were judged as a whole.
_WHOLE = 0.5


def cautions(judged: JudgedSegments, settings: Settings) -> Iterator[str]:
    """Give sentences, each of which says what to do.

    Args:
        judged: The judgments that count.
        settings: How systems are ranked by them.
    """
    yield from document_cautions(judged, settings.unit)
    smallest, needed = 1 / (settings.trials + 1), alpha_of(settings.level)
    if settings.test == "approximate-randomization" and smallest > needed:
        yield (
            f"{counted(settings.trials, 'trial')} cannot give p below {smallest:.2g}, and"
            f" {needed:g} is needed: raise --trials."
        )
    for name in partly_known(judged.systems):
        yield (
            f'{name} is ranked as a system of its own: not all names that "+" joins in it are'
            " those of systems."
        )


def document_cautions(judged: JudgedSegments, unit: str) -> Iterator[str]:
    """Say where segments are not independent, or documents are few."""
    names = judged.ratings.document.names
    if "" in names or len(names) == len(judged.ratings.item.names):
        return
    documents = counted(len(names), "document")
    if unit == "document":
        if len(names) < _FEW_DOCUMENTS:
            yield f"{documents} are few: the result depends much on which ones were judged."
        return
    whole, all_ = judged_as_a_whole(judged)
    if all_ and whole > _WHOLE * all_:
        yield (
            f"One annotator judged all segments of a document in {whole:,} of"
            f" {counted(all_, 'case')}. Such segments are not independent: on the ESA judgments of"
            " WMT23, 5 % tests on segments reject a true null 14 to 23 % of the time. Test whole"
            " documents: --unit document."
        )
    else:
        yield (
            f"The {counted(len(judged.ratings.item.names), 'segment')} are of {documents}, and"
            " segments of one document are not independent: --unit document tests whole"
            " documents."
        )


def judged_as_a_whole(judged: JudgedSegments) -> tuple[int, int]:
    """Count the documents of systems of which one annotator judged all segments that were judged.

    Returns:
        Their number, and that of all documents of systems with several judged segments; 0 and 0
        where annotators are not known.
    """
    import numpy as np

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
