"""Verify a result file: compute it again, and say what differs."""

import os
from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import Path

from tertium.api.compare import compare
from tertium.api.read import read
from tertium.comparison.result import Comparison
from tertium.comparison.verification import Verification, differences
from tertium.comparison.verification import compared as compared
from tertium.core import files, wording
from tertium.core.errors import DataError, UsageError
from tertium.core.inputs import Inputs
from tertium.core.progress import Advance, reported_as
from tertium.core.results import StoredResult
from tertium.core.testset import TestSet
from tertium.metrics import check_no_file, metrics
from tertium.significance import make_test

# Pseudo-samples of all tests and intervals together that a result file can ask for by itself; and
# the word that allows more.
MOST_TRIALS = 10_000_000
TRIALS = "trials"


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
    that loads a model, and no more than ten million pseudo-samples.

    Args:
        result: The comparison, as `tertium.compare` or a result file gives it.
        testset: The data; by default read from the files that the result names.
        folders: Where to look for these files.
        allow: Names of metrics that may load the model which the result names, as in "comet"; and
            "trials", for any number of pseudo-samples.
        jobs: Number of workers; by default all cores.
        engine: What spreads the work.
        progress: Called with the share of the work done since the last call, like `tqdm.update`.
    """
    if not isinstance(result, Comparison):
        raise UsageError(
            f"Results of `tertium {result.result}` are not computed again here.",
            hint=_compare_files(),
        )
    _check_demands(result, allow)
    testset = testset or read(**_located(result, folders).arguments, keep_outputs=False)
    again = compare(
        testset,
        [metric.metric for metric in result.metrics],
        test=result.tests,
        jobs=jobs,
        engine=engine,
        progress=progress,
        **asdict(result.settings),
    )
    return differences(result, again)


def demands(result: Comparison) -> dict[str, str]:
    """What a result would load or compute that only the user can allow, by the word for it."""
    if result.data.judgments is not None:
        raise UsageError(
            "Comparisons of human judgments are not computed again here.",
            hint=_compare_files(),
        )
    found: dict[str, str] = {}
    for one in result.metrics:
        check_no_file(one.metric)
    for metric in metrics(one.metric for one in result.metrics):
        if metric.files:
            raise UsageError(
                f"{metric} reads {', '.join(metric.files)}: a result file does not choose what"
                " is read here.",
                hint=_compare_files(),
            )
        if metric.loads_model:
            found[metric.name] = f"{metric} loads a model, which can run code of whoever made it."
    trials = result.settings.trials + sum(make_test(test).trials for test in result.tests)
    if trials > MOST_TRIALS:
        found[TRIALS] = f"The result asks for {trials:,} pseudo-samples."
    return found


def _data() -> str:
    """What the result was computed from, as the reader gives it."""
    on_command_line = wording.for_command_line()
    return "the files as for `tertium compare`" if on_command_line else wording.option("testset")


def _compare_files() -> str:
    """What to do with a result that is not computed again here."""
    with_option = f" with {wording.option('against', wording.FILE)}"
    return (
        "Compute the result again, and compare the two result files"
        f"{with_option if wording.for_command_line() else ''}."
    )


def _check_demands(result: Comparison, allow: Collection[str]) -> None:
    for word, said in demands(result).items():
        if word not in allow:
            raise UsageError(said, hint=f"If you trust the file: {wording.option('allow', word)}.")


def _located(result: Comparison, folders: Sequence[str | os.PathLike[str]]) -> Inputs:
    """Find the files that a result names."""
    if result.data.inputs is None:
        raise UsageError(
            "The result was made of data in memory, and names no files.",
            hint="Verify it from Python: tertium.verify(result, testset).",
        )

    def located(name: str) -> str:
        if name == files.STDIN:
            raise UsageError(
                "The result was made from standard input.",
                hint="Name the files on the command line.",
            )
        if name != Path(name).name or name == ".." or "\0" in name:
            raise DataError(
                "A result file names files without directories, and this is not such a name.",
                where=name,
                hint=f"Give {_data()}.",
            )
        for folder in folders:
            found = Path(folder, name)
            if files.is_file(found) or files.is_directory(found):
                return str(found)
        places = ["here" if Path(one) == Path() else f"in {one}" for one in folders]
        raise DataError(
            f"There is no such file {' or '.join(dict.fromkeys(places))}.",
            where=name,
            hint=f"Name the folder with {wording.option('folders')}, or give {_data()}.",
        )

    return result.data.inputs.with_paths(located)
