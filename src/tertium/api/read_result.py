"""Read a result file."""

import os

from tertium.core.results import StoredResult
from tertium.formats import result_files


def read_result(path: str | os.PathLike[str]) -> StoredResult:
    """Read a result file, of any command, and check everything in it.

    Args:
        path: A result file, from `tertium.write_result` or a command.

    Returns:
        The result.

    Example:
        >>> tertium.write_result(tertium.simulate(r=0.9, n=5, trials=100), "simulation.json")
        >>> tertium.read_result("simulation.json").result
        'meta simulate'
    """
    return result_files.read_result(path)
