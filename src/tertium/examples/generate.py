"""Make outputs, post-edits, errors and ratings of the example news set from its texts and lexicon.

Run ``python -m tertium.examples.generate`` to write the files, or add ``--check`` to compare
them with the files on disk. No output comes from a real system and no rating from a real annotator:
everything is simulated, and drawn from seeds, so that every run on every machine gives the same
bytes.

`systems.py` and `ratings.py` explain how.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tertium.examples import folder
from tertium.examples.ratings import ratings_file
from tertium.examples.systems import errors_file, output_files, translate_all


def make(news: Path) -> dict[str, str]:
    """Make all files from the texts and the lexicon in a folder.

    Args:
        news: Folder with the texts, ``documents.tsv`` and ``lexicon.tsv``.

    Returns:
        The content of every file, by its path below the folder.
    """
    outputs = translate_all(news)
    files = output_files(outputs, "systems")
    files |= output_files([output.post_edited() for output in outputs], "post_edits")
    files["errors.jsonl"] = errors_file(outputs)
    files["ratings.csv"] = ratings_file(outputs)
    return files


def differing(news: Path) -> list[str]:
    """Return the paths of files that are absent or differ from the generated ones."""
    return [
        name
        for name, content in make(news).items()
        if not (news / name).is_file() or (news / name).read_bytes() != content.encode("utf-8")
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files, or compare them with those on disk.

    Args:
        arguments: Command-line arguments; those of the process if absent.

    Returns:
        The exit status: 1 if ``--check`` finds a difference, else 0.
    """
    parser = argparse.ArgumentParser(
        prog="python -m tertium.examples.generate",
        description="Make outputs, post-edits, errors and ratings of the example news set.",
    )
    parser.add_argument(
        "--check", action="store_true", help="compare with the files on disk and write nothing"
    )
    news = folder()
    if parser.parse_args(arguments).check:
        names = differing(news)
        sys.stdout.writelines(f"differs: {name}\n" for name in names)
        return 1 if names else 0
    for name, content in make(news).items():
        path = news / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode("utf-8"))
        sys.stdout.write(f"wrote {name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
