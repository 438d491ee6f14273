"""Read a test set from files, strictly."""

import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from tertium.api._arguments import noting_how_to_allow
from tertium.checks import allowed_names, enforce
from tertium.core import files, plugins, wording
from tertium.core.errors import DataWarning, UnknownMember, UsageError
from tertium.core.inputs import Files, Inputs
from tertium.core.progress import shown_as
from tertium.core.testset import TestSet, split_languages
from tertium.formats.assembly import (
    Draft,
    Path,
    Paths,
    Systems,
    given_systems,
    named_references,
    path_of,
    read_document_ids,
    read_layer,
    recorded,
)


@shown_as("Reading")
@noting_how_to_allow()
def read(
    systems: Systems = (),
    *,
    references: Paths | Mapping[str, Path] = (),
    source: Path | None = None,
    documents: Path | None = None,
    layers: Mapping[str, Systems] | None = None,
    language_pair: str = "",
    test_set: str = "",
    download: bool = False,
    input_format: str = "",
    allow: str | Iterable[str] = (),
    enforce_checks: bool = True,
    keep_outputs: bool = True,
) -> TestSet:
    """Read a test set from files. Wrong data are an error, suspicious data a warning.

    Args:
        systems: For each system a file with its output, or several files, one for each training
            run; or strings of the form `[NAME=]FILE[,FILE...]`, where a file or directory may hold
            a whole test set.
        references: Files with references.
        source: File with the source text.
        documents: File with the document of each segment.
        layers: Files with additional data, by the name of the layer; files of one system each are
            given as for `systems`. Scores need no texts beside them.
        language_pair: Source and target language, as in "de-en".
        test_set: Name of a standard test set, as in "wmt22", which gives source and references; it
            is read from the local folder of sacreBLEU or mt-metrics-eval. Without `systems`, the
            outputs in that folder are read.
        download: Whether to download the test set if it is not in these folders.
        input_format: Format of the files, if their content does not show it.
        allow: Names of checks whose findings are ignored.
        enforce_checks: Whether to run the checks that need the whole test set.
        keep_outputs: Whether outputs stay in memory. If not, plain text is read again each time it
            is needed; `tertium.compare` and the checks read one system at a time.

    Returns:
        The test set, for `tertium.score`, `tertium.compare` and the other functions.

    Example:
        >>> tertium.read(["base=b.txt", "new=a.txt"], references="ref.txt")
        TestSet(200 segments, 1 reference, 2 systems: base, new)
    """
    allowed = allowed_names(allow)
    if input_format and input_format not in plugins.names("formats.testset"):
        raise UnknownMember("testset format", input_format, plugins.names("formats.testset"))
    split_languages(language_pair)
    outputs, references_by_name = given_systems(systems), named_references(references)
    source = None if source is None else path_of(source)
    documents = None if documents is None else path_of(documents)
    draft = Draft(language_pair, input_format, keep_outputs)
    standard = _standard(test_set, language_pair, download) if test_set else None
    if standard is not None and (references_by_name or source or documents):
        raise UsageError(
            f"The test set {test_set} has source and references of its own.",
            hint=f"Leave out {wording.option('references')}, {wording.option('source')} and"
            f" {wording.option('documents')}.",
        )
    with files.allowing_invalid("invalid-utf8" in allowed), _warning("left-out" not in allowed):
        for given in outputs:
            if isinstance(given, str):
                draft.add(given)
            else:
                draft.add_system(*given)
        if standard is not None:
            draft.add_texts(standard, test_set)
            draft.outputs = draft.outputs or dict(standard.outputs)
            draft.name = standard.name
        for name, path in references_by_name.items():
            draft.add_reference(name, path)
        if source is not None:
            draft.add_source(source)
        if documents is not None:
            draft.documents, draft.documents_from = read_document_ids(documents), documents
        draft.layers = {
            name: read_layer(name, given, language_pair) for name, given in (layers or {}).items()
        }
        testset = draft.finish(cut="different-lengths" in allowed)
    inputs = Inputs(
        systems=tuple(sorted(recorded(outputs))),
        references=tuple(Files(name, (path,)) for name, path in references_by_name.items()),
        source=source,
        documents=documents,
        layers={
            name: tuple(recorded(given_systems(given))) for name, given in (layers or {}).items()
        },
        language_pair=language_pair,
        input_format=input_format,
        allow=tuple(sorted(allowed)),
        test_set=test_set,
    )
    testset = replace(testset, inputs=inputs)
    if enforce_checks:
        enforce(testset, allow=allowed)
    return testset


def _standard(name: str, language_pair: str, download: bool) -> TestSet:
    from tertium.formats import standard_test_sets

    return standard_test_sets.read(name, language_pair, download=download)


@contextmanager
def _warning(wanted: bool) -> Iterator[None]:
    """Let warnings of the readers through, or not."""
    if wanted:
        yield
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        yield
