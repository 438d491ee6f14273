"""Verify a result: compute it again, and list the values that differ."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from tertium.api.compare import compare
from tertium.api.read import read
from tertium.comparison.recomputation import check_permissions, located_inputs
from tertium.comparison.verification import Verification, differences
from tertium.core.progress import Advance, reported_as
from tertium.core.results import StoredResult
from tertium.core.spec import names_of
from tertium.core.testset import TestSet


@reported_as("Verifying")
def verify(
    result: StoredResult,
    testset: TestSet | None = None,
    *,
    folders: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = ".",
    allow: str | Iterable[str] = (),
    jobs: int | None = None,
    engine: str = "threads",
    progress: Advance | None = None,
) -> Verification:
    """Compute a comparison again from its data, and list the values that differ.

    A result file may come from anyone. It can name only files in the folders, no metric that loads
    a model, and at most ten million trials.

    Args:
        result: A comparison, from `tertium.compare` or `tertium.read_result`.
        testset: The data; by default they are read from the files that the result names.
        folders: Where to look for these files.
        allow: Names of metrics that may load the model which the result names, as in "comet"; and
            "trials", for any number of trials.
        jobs: Number of workers; by default one for each core.
        engine: Where the workers run: "threads", "processes", "dask:ADDRESS" or "ray:ADDRESS".
        progress: Called with the share of the work done since the last call, like `tqdm.update`.

    Returns:
        The values that differ. Print them, or use `.changes`, `.to_dict()` or `.to_frame()`.

    Example:
        >>> news = tertium.read(["base=b.txt", "new=a.txt"], references="ref.txt")
        >>> print(tertium.verify(tertium.compare(news, trials=100)))
        Verified: all 140 values are the same.
    """
    comparison = check_permissions(result, names_of(allow))
    if testset is None:
        listed = [folders] if isinstance(folders, str | os.PathLike) else folders
        inputs = located_inputs(comparison, listed)
        testset = read(**inputs.arguments, keep_outputs=False)
    again = compare(
        testset,
        [metric.metric for metric in comparison.metrics],
        test=comparison.tests,
        jobs=jobs,
        engine=engine,
        progress=progress,
        **asdict(comparison.settings),
    )
    return differences(comparison, again)
