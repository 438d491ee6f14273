"""Recompute a result file: which data it may read, and what needs permission.

A result file may come from a stranger. It can name only files in the folders that the user names,
no metric that loads a model, and a limited number of trials, unless the user allows more.
"""

import os
from collections.abc import Collection, Sequence
from pathlib import Path

from tertium.comparison.comparison_result import Comparison
from tertium.core import files, wording
from tertium.core.errors import DataError, UsageError
from tertium.core.formatting import counted
from tertium.core.inputs import Inputs
from tertium.core.results import StoredResult
from tertium.metrics import check_no_file, metrics
from tertium.significance import make_test

# Trials of all tests and intervals together that a result file can ask for without permission, and
# the word that permits more.
MOST_TRIALS = 10_000_000
TRIALS = "trials"


def required_permissions(result: Comparison) -> dict[str, str]:
    """Return the permissions that computing a result needs, each with a sentence that explains it.

    Args:
        result: A comparison, from a result file.
    """
    if result.data.judgments is not None:
        raise UsageError(
            "Comparisons of human judgments cannot be computed again.", hint=_compare_files()
        )
    required: dict[str, str] = {}
    for evaluated in result.metrics:
        check_no_file(evaluated.metric)
    for metric in metrics(evaluated.metric for evaluated in result.metrics):
        if metric.files:
            raise UsageError(
                f"{metric} reads {', '.join(metric.files)}; a result file cannot choose the files"
                " that are read.",
                hint=_compare_files(),
            )
        if metric.loads_model:
            required[metric.name] = f"{metric} loads a model, and a model can run code."
    trials = result.settings.trials + sum(make_test(test).trials for test in result.tests)
    if trials > MOST_TRIALS:
        required[TRIALS] = f"The result needs {counted(trials, 'trial')}."
    return required


def check_permissions(result: StoredResult, allow: Collection[str]) -> Comparison:
    """Return the comparison, if it can be computed again and the user gives all permissions.

    Args:
        result: Any result.
        allow: Permissions of the user: names of metrics that load a model, and "trials".
    """
    if not isinstance(result, Comparison):
        raise UsageError(
            f"Results of `tertium {result.result}` cannot be computed again.",
            hint=_compare_files(),
        )
    for word, sentence in required_permissions(result).items():
        if word not in allow:
            hint = f"If you trust the file: {wording.option('allow', word)}."
            raise UsageError(sentence, hint=hint)
    return result


def located_inputs(result: Comparison, folders: Sequence[str | os.PathLike[str]]) -> Inputs:
    """Find the files that a result names.

    Args:
        result: A comparison, from a result file.
        folders: Where to look for the files.
    """
    if result.data.inputs is None:
        raise UsageError(
            "The result was made from data in memory, and names no files.",
            hint="Verify it in Python: tertium.verify(result, testset).",
        )

    def located(name: str) -> str:
        if name == files.STDIN:
            raise UsageError("The result was made from standard input.", hint=f"Give {_data()}.")
        if name != Path(name).name or name == ".." or "\0" in name:
            raise DataError(
                "A result file names files without directories, and this is not such a name.",
                where=name,
                hint=f"Give {_data()}.",
            )
        for folder in folders:
            path = Path(folder, name)
            if files.is_file(path) or files.is_directory(path):
                return str(path)
        places = ["here" if Path(folder) == Path() else f"in {folder}" for folder in folders]
        raise DataError(
            f"There is no such file {' or '.join(dict.fromkeys(places))}.",
            where=name,
            hint=f"Name the folder with {wording.option('folders')}, or give {_data()}.",
        )

    return result.data.inputs.with_paths(located)


def _data() -> str:
    """Name the data of a result as the reader gives them."""
    on_command_line = wording.for_command_line()
    return "the files as for `tertium compare`" if on_command_line else wording.option("testset")


def _compare_files() -> str:
    """Say what to do with a result that cannot be computed again from its file."""
    with_option = f" with {wording.option('against', wording.FILE)}"
    return (
        "Compute the result again, and compare the two result files"
        f"{with_option if wording.for_command_line() else ''}."
    )
