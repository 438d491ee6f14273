"""Write a result file."""

import os

from tertium.core.results import StoredResult
from tertium.formats import result_files


def write_result(
    result: StoredResult, path: str | os.PathLike[str], *, force: bool = False
) -> None:
    """Write a result to a file, which `tertium.read_result` and the command of the result read.

    The same result gives the same bytes.

    Args:
        result: A result, as of `tertium.compare` or `tertium.rank`.
        path: The file to write.
        force: Whether to replace an existing file that tertium did not write.

    Example:
        >>> tertium.write_result(tertium.simulate(r=0.9, n=5, trials=100), "simulation.json")
    """
    result_files.write_result(result, path, force=force)
