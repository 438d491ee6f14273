"""Make a test set from texts in memory."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tertium.api._arguments import noting_how_to_allow
from tertium.checks import allowed_names, enforce
from tertium.core.columns import Table
from tertium.core.errors import UnknownMember, UsageError
from tertium.core.layers import Layer
from tertium.core.progress import shown_as
from tertium.core.testset import TestSet, split_languages
from tertium.core.texts import NamedTexts, References, Text, named_texts, segments_of

# Names of columns: one, several, or by the name of the system or reference.
Names = str | Sequence[str] | Mapping[str, str]


@shown_as("Checking")
@noting_how_to_allow()
def testset(
    table: NamedTexts | None = None,
    *,
    references: References | Names = (),
    systems: Mapping[str, Text | Sequence[Text]] | Table | Names | None = None,
    source: Text | str | None = None,
    documents: Text | str | None = None,
    segment_ids: Text | str | None = None,
    layers: Mapping[str, Any] | None = None,
    language_pair: str = "",
    allow: str | Iterable[str] = (),
    enforce_checks: bool = True,
) -> TestSet:
    """Make a test set from texts in memory; `tertium.read` makes the same from files.

    A text has one string per segment: a list, an array of NumPy, a column of pandas or polars.

    Args:
        table: A frame, or a mapping of columns; the other arguments then name its columns.
        references: One text per reference, as a list, a mapping or a frame; or a single text. A
            segment that lacks one of several references has None or NaN there.
        systems: For each system its output, as a mapping or a frame; in a mapping an output may
            also be a list of texts, one for each training run.
        source: The source text.
        documents: The document of each segment.
        segment_ids: Names of the segments; by default they are numbered.
        layers: Additional data for a metric, by the name of the layer: for each system a text.
        language_pair: Source and target language, as in "de-en".
        allow: Names of checks whose findings are ignored.
        enforce_checks: Whether to run the checks that need the whole test set.

    Returns:
        The test set, for `tertium.score`, `tertium.compare` and the other functions.

    Example:
        >>> import tertium
        >>> tertium.testset(
        ...     references=["The cat sat on the mat.", "It was raining."],
        ...     systems={
        ...         "a": ["The cat sat on a mat.", "It rained."],
        ...         "b": ["A cat was on the mat.", "It was raining."],
        ...     },
        ... )
        TestSet(2 segments, 1 reference, 2 systems: a, b)
    """
    allowed = allowed_names(allow)
    source_language, target_language = split_languages(language_pair)
    texts: dict[str, Any] = {
        "references": references,
        "systems": systems,
        "source": source,
        "documents": documents,
        "segment_ids": segment_ids,
    }
    if table is not None:
        texts = _from_columns(table, texts)
    made = TestSet.of(
        references=texts["references"],
        systems=texts["systems"],
        source=texts["source"],
        document_ids=_ids(texts["documents"], "documents"),
        segment_ids=_ids(texts["segment_ids"], "segment_ids"),
        layers={name: Layer.of(name, given) for name, given in (layers or {}).items()},
        source_language=source_language,
        target_language=target_language,
    )
    if enforce_checks:
        enforce(made, allow=allowed)
    return made


def _from_columns(table: NamedTexts, names: Mapping[str, Any]) -> dict[str, Any]:
    """Put the columns of a table in the place of their names."""
    columns = named_texts(table)
    if columns is None:
        raise UsageError(
            f"table: expected a frame or a mapping of columns, found {type(table).__name__}."
        )

    def column(name: object) -> Any:
        if name not in columns:
            raise UnknownMember("column", str(name), columns)
        return columns[str(name)]

    chosen: dict[str, Any] = {}
    for role, name in names.items():
        if role in ("references", "systems"):
            several = [name] if isinstance(name, str) else name or ()
            called = several if isinstance(several, Mapping) else {one: one for one in several}
            chosen[role] = {str(key): column(one) for key, one in called.items()}
        else:
            chosen[role] = None if name is None else column(name)
    return chosen


def _ids(column: Any, role: str) -> tuple[str, ...]:
    return () if column is None else tuple(segments_of(column, role))
