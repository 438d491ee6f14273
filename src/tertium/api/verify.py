"""Verify a result file: compute it again, and list what differs."""

import os
from collections.abc import Collection, Sequence
from dataclasses import asdict

from tertium.api.compare import compare
from tertium.api.read import read
from tertium.comparison.recomputation import check_permissions, located_inputs
from tertium.comparison.verification import Verification, differences
from tertium.core.progress import Advance, reported_as
from tertium.core.results import StoredResult
from tertium.core.testset import TestSet


@reported_as("Verifying")
def verify(
    result: StoredResult,
    testset: TestSet | None = None,
    *,
    folders: Sequence[str | os.PathLike[str]] = (".",),
    allow: Collection[str] = (),
    jobs: int | None = None,
    engine: str = "threads",
    progress: Advance | None = None,
) -> Verification:
    """Compute a comparison again from its data, and say what differs.

    A result file may come from anywhere: it chooses no files but those in the folders, no metric
    that loads a model, and no more than ten million trials.

    Args:
        result: The comparison, as `tertium.compare` or a result file gives it.
        testset: The data; by default read from the files that the result names.
        folders: Where to look for these files.
        allow: Names of metrics that may load the model which the result names, as in "comet"; and
            "trials", for any number of trials.
        jobs: Number of workers; by default all cores.
        engine: What spreads the work.
        progress: Called with the share of the work done since the last call, like `tqdm.update`.
    """
    comparison = check_permissions(result, allow)
    if testset is None:
        inputs = located_inputs(comparison, folders)
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
