"""Show a result on standard output: rich tables for a terminal, text for everything else."""

import re
import sys
from collections.abc import Callable, Sequence
from typing import IO, Any

from tertium.report.table import Table, is_signature, visible_texts, with_raised
from tertium.report.table_formats import markdown_escaped, render, wrapped


def show(
    tables: Table | Sequence[Table],
    data: Callable[[], Any],
    name: str,
    file: IO[str] | None = None,
    flat: Callable[[], Table] | None = None,
    summary: Sequence[str] = (),
) -> None:
    """Write a result to standard output: rich tables for a terminal, text for everything else.

    Args:
        tables: The table of the result, or several.
        data: Returns the result in a form that JSON can hold.
        name: The output format.
        file: Stream to write to instead.
        flat: Returns the one table that TSV and CSV hold.
        summary: Sentences above the tables.
    """
    stream = file or sys.stdout
    shown = [tables] if isinstance(tables, Table) else tables
    if flat is not None and name in ("tsv", "csv"):
        shown = [flat()]
    if name == "json":
        import json

        text = json.dumps(data(), ensure_ascii=False, indent=2)
        # JSON escapes of control characters keep the value.
        stream.write("\n".join(map(_json_escaped, text.split("\n"))) + "\n")
    elif name == "table" and stream.isatty():
        _show_rich(shown, stream, summary)
    else:
        above = [_above(summary, name)] if summary and name not in ("tsv", "csv") else []
        stream.write("\n\n".join([*above, *(render(table, name) for table in shown)]) + "\n")


def _above(summary: Sequence[str], name: str) -> str:
    """Sentences above all tables of a format."""
    sentences = visible_texts(summary)
    if name == "latex":
        return "\n".join(f"% {sentence}" for sentence in sentences)
    if name == "markdown":
        return "\n\n".join(map(markdown_escaped, sentences))
    return "\n".join(map(wrapped, sentences))


def _json_escaped(line: str) -> str:
    if line.isprintable():
        return line
    return re.sub(r"[\x7f-\x9f\u2028-\u202e\u2066-\u2069]", lambda c: f"\\u{ord(c[0]):04x}", line)


def _show_rich(tables: Sequence[Table], stream: IO[str], summary: Sequence[str]) -> None:
    from rich.console import Console
    from rich.text import Text

    from tertium.report.table_fit import fitted, parts_of

    console = Console(file=stream)
    for sentence in visible_texts(summary):
        console.print(Text(wrapped(sentence), style="bold"))
    if summary:
        console.print()
    for number, table in enumerate(tables):
        if number:
            console.print()
        table = fitted(table, console.width)
        for part in parts_of(table, console.width):
            console.print(_rich(part), "")
        for sentence in table.sentences:
            console.print(Text(wrapped(sentence, "- ")))
        if table.sentences and table.notes:
            console.print()
        for note in table.notes:
            text = note if is_signature(note) else wrapped(note)
            console.print(Text(text, style="dim"), soft_wrap=True)


def _rich(table: Table) -> Any:
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    rich = RichTable(
        box=box.SIMPLE_HEAD,
        header_style="bold",
        pad_edge=False,
        collapse_padding=True,
        show_edge=False,
    )
    for name, right in zip(table.header, table.numeric, strict=True):
        rich.add_column(Text(name), justify="right" if right else "left", overflow="fold")

    def style(place: tuple[int, int]) -> str:
        if place in table.warned:
            return "bold red"
        return "bold green" if place in table.emphasis else ""

    for i, row in enumerate(with_raised(table)):
        rich.add_row(*(Text(c, style((i, j))) for j, c in enumerate(row)))
    return rich
