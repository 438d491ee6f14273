"""Write the files of the example."""

import os
from pathlib import Path

from tertium import examples
from tertium.core import files, outputs


def example(folder: str | os.PathLike[str], *, force: bool = False) -> list[Path]:
    """Write the example files that the documentation uses: texts, outputs and human ratings.

    Args:
        folder: Where to write them; it is made if it does not exist.
        force: Whether to replace files that are there already.

    Returns:
        The files; `README.txt` describes each of them.

    Example:
        >>> files = tertium.example("news")
        >>> tertium.read("news/a.txt", references="news/ref.txt")
        TestSet(200 segments, 1 reference, 1 system: a)
    """
    texts = examples.texts()
    with outputs.replacing(force):
        files.write_folder(folder, texts)
    return [Path(folder) / name for name in texts]
