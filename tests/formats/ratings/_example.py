"""Files of ratings of any number of rows, for the contracts of their formats."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Example:
    """A file that can be made of any size; every row has a key of its own.

    Attributes:
        row: Makes a row of its number.
        key: Columns of ratings that tell rows of the file apart.
        header: First line, "" where the format has none.
        delimiter: What separates cells, "" where lines are JSON.
        word: A cell of the first row that may hold any text, in JSON with its quotes.
        large: So many rows have 100,000 judgments at least.
    """

    row: Callable[[int], str]
    key: Sequence[str] = ("segment",)
    header: str = ""
    delimiter: str = ","
    word: str = "one"
    large: int = 100_000

    def data(self, rows: int) -> bytes:
        lines = [self.header] * bool(self.header) + [self.row(number) for number in range(rows)]
        return "".join(f"{line}\n" for line in lines).encode()
