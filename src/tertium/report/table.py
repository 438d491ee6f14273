"""A table, and the formats it can be given in."""

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import IO, Any

from tertium.core.errors import UsageError
from tertium.core.plain import FORMATS, is_number, plain_table


@dataclass(frozen=True)
class Table:
    """Rows of cells under a header, with sentences below.

    Attributes:
        header: Names of the columns.
        rows: Cells, as printed.
        notes: Sentences and signatures to print below.
        emphasis: Cells to print in bold, as (row, column).
        caption: What the table shows, for LaTeX.
    """

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()
    emphasis: frozenset[tuple[int, int]] = frozenset()
    caption: str = ""
    numeric: tuple[bool, ...] = field(init=False)

    def __post_init__(self) -> None:
        columns = list(zip(*self.rows, strict=True)) or [()] * len(self.header)
        right = tuple(all(is_number(cell) for cell in column) for column in columns)
        object.__setattr__(self, "numeric", right)

    def render(self, name: str) -> str:
        """Give the table in a format, without the final line feed."""
        if name not in _RENDERERS:
            raise UsageError(f"No output format named {name!r}. Known: {', '.join(FORMATS)}.")
        return _RENDERERS[name](self)


def show(table: Table, data: Callable[[], Any], name: str, file: IO[str] | None = None) -> None:
    """Write a result to standard output: a rich table for a terminal, text for everything else.

    Args:
        table: The table of the result.
        data: Gives the result as what JSON can hold.
        name: The output format.
        file: Where to write instead.
    """
    stream = file or sys.stdout
    if name == "json":
        import json

        stream.write(json.dumps(data(), ensure_ascii=False, indent=2) + "\n")
    elif name == "table" and stream.isatty():
        _show_rich(table, stream)
    else:
        stream.write(table.render(name) + "\n")


def _plain(table: Table) -> str:
    text = plain_table(table.header, table.rows)
    return "\n".join([text, "", *table.notes]) if table.notes else text


def _tsv(table: Table) -> str:
    lines = [table.header, *table.rows]
    return "\n".join("\t".join(re.sub(r"[\t\n]", " ", c) for c in line) for line in lines)


def _csv(table: Table) -> str:
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.header)
    writer.writerows(table.rows)
    return out.getvalue().rstrip("\n")


def _markdown(table: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"

    rows = [
        [f"**{c}**" if (i, j) in table.emphasis else c for j, c in enumerate(row)]
        for i, row in enumerate(table.rows)
    ]
    rule = f"|{'|'.join(' ---: ' if right else ' --- ' for right in table.numeric)}|"
    notes = ["", *(f"- {_code(note)}" for note in table.notes)] if table.notes else []
    return "\n".join([line(table.header), rule, *map(line, rows), *notes])


def _code(note: str) -> str:
    """Signatures in a fixed font, sentences as they are."""
    name, separator, signature = note.partition("  ")
    return f"{name}: `{signature.strip()}`" if separator else note


_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}


def latex_escaped(text: str) -> str:
    """Text that LaTeX prints as it is."""
    return "".join(_LATEX.get(character, character) for character in text)


def _latex(table: Table) -> str:
    rows = [
        [
            rf"\textbf{{{latex_escaped(c)}}}" if (i, j) in table.emphasis else latex_escaped(c)
            for j, c in enumerate(row)
        ]
        for i, row in enumerate(table.rows)
    ]
    return "\n".join(
        [
            r"% needs \usepackage{booktabs}",
            *(f"% {note}" for note in table.notes),
            r"\begin{table}",
            r"\centering",
            rf"\begin{{tabular}}{{{''.join('r' if right else 'l' for right in table.numeric)}}}",
            r"\toprule",
            " & ".join(map(latex_escaped, table.header)) + r" \\",
            r"\midrule",
            *(" & ".join(row) + r" \\" for row in rows),
            r"\bottomrule",
            r"\end{tabular}",
            rf"\caption{{{latex_escaped(table.caption)}}}",
            r"\end{table}",
        ]
    )


_RENDERERS: dict[str, Callable[[Table], str]] = {
    "table": _plain,
    "tsv": _tsv,
    "csv": _csv,
    "markdown": _markdown,
    "latex": _latex,
}


def _show_rich(table: Table, stream: IO[str]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    console = Console(file=stream)
    rich = RichTable(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for name, right in zip(table.header, table.numeric, strict=True):
        rich.add_column(Text(name), justify="right" if right else "left", overflow="fold")
    for i, row in enumerate(table.rows):
        rich.add_row(
            *(Text(c, "bold green" if (i, j) in table.emphasis else "") for j, c in enumerate(row))
        )
    console.print(rich)
    for note in table.notes:
        console.print(Text(note, style="dim"), soft_wrap=True)
