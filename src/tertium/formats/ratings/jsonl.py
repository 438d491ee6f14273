"""JSONL of judgments, one object per line: tertium's own format.

Keys are the columns of the CSV: `annotator`, `system` and `value`, a number, "yes", "no" or null;
the other columns are optional. `start` and `end` are seconds or strings such as
"2025-03-03T08:19:08Z".
"""

from collections.abc import Iterator
from typing import Any

from tertium.core import files
from tertium.formats.json_lines import begins_with_key
from tertium.formats.ratings._judgments import Judgments, Unusable, answer_in, object_in
from tertium.formats.ratings._own import COLUMNS, NEEDED, cells_of, columns_of
from tertium.human.ratings import MISSING, WORDS, Ratings

SUFFIXES = (".jsonl",)


def sniff(head: bytes) -> bool:
    """Whether the file begins with an object that has an annotator and a value."""
    return all(begins_with_key(head, [key]) for key in NEEDED)


def read(data: bytes, origin: str) -> Ratings:
    """Read all judgments of a file."""
    unknown: set[str] = set()
    judgments = Judgments(origin, COLUMNS)
    for line, text in enumerate(files.record_lines(data, origin), 1):
        if text.strip():
            judgments.add_row(line, _judged(text, unknown))
    if unknown:
        files.warn_unused(f"{origin}: Unused keys: {', '.join(sorted(unknown))}.")
    return judgments.ratings()


def write(ratings: Ratings, path: str) -> None:
    """Write one object per judgment, with the keys that hold any information."""
    import json

    def word(text: str) -> str:
        return json.dumps(text, ensure_ascii=False)

    columns = columns_of(ratings)
    keys = [f"{word(name)}: " for name in columns]
    with files.writing(path) as file:
        cells = (cells_of(ratings, name, path, word, '"{}"') for name in columns)
        for row in zip(*cells, strict=True):
            pairs = (key + (cell or "null") for key, cell in zip(keys, row, strict=True))
            file.write("{" + ", ".join(pairs) + "}\n")


def _judged(line: str, unknown: set[str]) -> Iterator[list[Any]]:
    item = object_in(line)
    unknown.update(item.keys() - set(COLUMNS))
    yield [_cell(item, name) for name in COLUMNS]


def _cell(item: dict[str, Any], name: str) -> str | float:
    cell = item.get(name)
    if cell is None:
        missing: str | float = MISSING[name]
        return missing
    if name == "value" and answer_in(cell):
        return str(cell)
    as_text = name in WORDS or name in ("start", "end")
    if isinstance(cell, bool) or not isinstance(
        cell, str | int | float if as_text else int | float
    ):
        wanted = "string or number" if as_text else "number"
        raise Unusable(f"expected a {wanted} as {name}, found {type(cell).__name__}")
    return str(cell) if name in WORDS else cell
