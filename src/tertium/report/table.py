"""A table, and the formats it is written in."""

import math
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import IO, Any

from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.core.plain import (
    FORMATS,
    display_width,
    is_number,
    padded,
    plain_table,
    visible,
)

_WIDTH = 80
# Space that a rich table leaves between columns.
_BETWEEN = 2


@dataclass(frozen=True, eq=False, repr=False)
class Table:
    """Rows of cells under a header, with sentences below.

    Texts may hold names from files: no character of theirs reaches a terminal or ends a line.

    Attributes:
        header: Names of the columns.
        rows: Cells, as printed.
        sentences: What the table shows, in words.
        notes: Small print: sentences, and signatures as "name  signature".
        emphasis: Cells to print in bold, as (row, column).
        warned: Cells that show a problem, to print in red.
        raised: Superscripts of cells, by (row, column).
        caption: What the table shows, for LaTeX.
        heads: Number of first columns that name a row.
        spare: Groups of columns to leave out, in turn, while the table is wider than the terminal.
        column_notes: Notes that are left out with a column.
        elsewhere: The option that shows columns that were left out.
    """

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    sentences: Sequence[str] = ()
    notes: Sequence[str] = ()
    emphasis: frozenset[tuple[int, int]] = frozenset()
    warned: frozenset[tuple[int, int]] = frozenset()
    raised: Mapping[tuple[int, int], str] = field(default_factory=dict)
    caption: str = ""
    heads: int = 1
    spare: Sequence[Sequence[int]] = ()
    column_notes: Mapping[int, str] = field(default_factory=dict)
    elsewhere: str = ""
    numeric: tuple[bool, ...] = field(init=False)

    def __post_init__(self) -> None:
        cleaned = {
            "header": _visible(self.header),
            "rows": [_visible(row) for row in self.rows],
            "sentences": _visible(self.sentences),
            "notes": _visible(self.notes),
            "caption": visible(self.caption),
        }
        for name, value in cleaned.items():
            object.__setattr__(self, name, value)
        columns = list(zip(*self.rows, strict=True)) or [()] * len(self.header)
        right = tuple(all(is_number(cell) for cell in column) for column in columns)
        object.__setattr__(self, "numeric", right)

    @property
    def bold(self) -> frozenset[tuple[int, int]]:
        """Cells that stand out, for whatever reason."""
        return self.emphasis | self.warned

    def render(self, name: str) -> str:
        """Give the table in a format, without the final line feed."""
        if name not in _RENDERERS:
            raise UsageError(f"No output format named {name!r}. Known: {', '.join(FORMATS)}.")
        return _RENDERERS[name](self)


def number(value: float, form: str) -> str:
    """Format a number; a dash if it is undefined."""
    return "–" if math.isnan(value) else format(value, form)


def flat_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """Table for a spreadsheet: every number in full, nothing where there is none."""

    def cell(value: Any) -> str:
        if value is None or (isinstance(value, float) and not math.isfinite(value)):
            return ""
        return str(value).lower() if isinstance(value, bool) else str(value)

    header = list(rows[0]) if rows else []
    return Table(header, [[cell(row[name]) for name in header] for row in rows])


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
        data: Returns the result as what JSON can hold.
        name: The output format.
        file: Where to write instead.
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
        # JSON has escapes of its own for what would steer a terminal; the value is the same.
        stream.write("\n".join(map(_json_escaped, text.split("\n"))) + "\n")
    elif name == "table" and stream.isatty():
        _show_rich(shown, stream, summary)
    else:
        above = [_above(summary, name)] if summary and name not in ("tsv", "csv") else []
        stream.write("\n\n".join([*above, *(table.render(name) for table in shown)]) + "\n")


def _above(summary: Sequence[str], name: str) -> str:
    """Sentences above all tables of a format."""
    sentences = _visible(summary)
    if name == "latex":
        return "\n".join(f"% {sentence}" for sentence in sentences)
    if name == "markdown":
        return "\n\n".join(map(markdown_escaped, sentences))
    return "\n".join(map(wrapped, sentences))


def _visible(texts: Sequence[str]) -> list[str]:
    return [visible(text) for text in texts]


def _json_escaped(line: str) -> str:
    if line.isprintable():
        return line
    return re.sub(r"[\x7f-\x9f\u2028-\u202e\u2066-\u2069]", lambda c: f"\\u{ord(c[0]):04x}", line)


def is_signature(note: str) -> bool:
    """Whether a note is a name and a signature, which no line may break."""
    return "  " in note


def wrapped(text: str, mark: str = "") -> str:
    """Sentence in lines that fit a terminal, with a mark before the first."""
    import textwrap

    return textwrap.fill(
        text,
        _WIDTH,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _plain(table: Table) -> str:
    table = _fitted(table, _WIDTH)
    shown = (plain_table(part.header, _with_raised(part)) for part in _parts(table, _WIDTH))
    parts = ["\n\n".join(shown)]
    if table.sentences:
        parts.append("\n".join(wrapped(sentence, "- ") for sentence in table.sentences))
    if table.notes:
        parts.append("\n".join(n if is_signature(n) else wrapped(n) for n in table.notes))
    return "\n\n".join(parts)


def _with_raised(table: Table) -> list[list[str]]:
    """Cells with superscripts after them, as wide in every row: numbers stay in line."""
    widths = [
        max(
            (display_width(text) for (_, c), text in table.raised.items() if c == column), default=0
        )
        for column in range(len(table.header))
    ]
    return [
        [
            f"{cell} {padded(table.raised.get((i, j), ''), widths[j], right=False)}"
            if widths[j]
            else cell
            for j, cell in enumerate(row)
        ]
        for i, row in enumerate(table.rows)
    ]


def _records(table: Table) -> Iterator[Sequence[str]]:
    """Header and rows as they stand in files."""
    yield table.header
    for row in _with_raised(table):
        yield [cell.rstrip() for cell in row]


def _tsv(table: Table) -> str:
    return "\n".join("\t".join(map(_no_formula, line)) for line in _records(table))


def _csv(table: Table) -> str:
    import csv
    import io

    out = io.StringIO()
    lines = ([_no_formula(cell) for cell in line] for line in _records(table))
    csv.writer(out, lineterminator="\n").writerows(lines)
    return out.getvalue().rstrip("\n")


# Numbers, with intervals and marks, that begin with a sign.
_SIGNED = r"[-+][\d.,eE+\-\[\]()%/ –*!]*|[-+](?:inf|nan)"


def _no_formula(cell: str) -> str:
    """Keep a spreadsheet from taking text, such as the name of a system, for a formula."""
    return f"'{cell}" if cell[:1] in "=+-@" and cell and not re.fullmatch(_SIGNED, cell) else cell


def _markdown(table: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cells)} |"

    def marked(cell: str, place: tuple[int, int]) -> str:
        text = markdown_escaped(cell)
        bold = f"**{text}**" if place in table.bold else text
        return bold + (f"<sup>{table.raised[place]}</sup>" if table.raised.get(place) else "")

    rows = [[marked(c, (i, j)) for j, c in enumerate(row)] for i, row in enumerate(table.rows)]
    rule = f"|{'|'.join(' ---: ' if right else ' --- ' for right in table.numeric)}|"
    below = [*map(markdown_escaped, table.sentences), *map(_code, table.notes)]
    items = ["", *(f"- {text}" for text in below)] if below else []
    return "\n".join([line([*map(markdown_escaped, table.header)]), rule, *map(line, rows), *items])


_MARKDOWN = str.maketrans(
    {"\\": r"\\", "|": r"\|", "`": r"\`", "*": r"\*", "&": "&amp;", "<": "&lt;", ">": "&gt;"}
)


def markdown_escaped(text: str) -> str:
    """Text that Markdown shows as it is: no HTML, no link, no end of a cell."""
    return text.translate(_MARKDOWN).replace("](", r"]\(")


def _code(note: str) -> str:
    """Signatures in a fixed font, sentences as they are."""
    name, separator, signature = note.partition("  ")
    if not separator:
        return markdown_escaped(note)
    # No backslash escapes a backtick in code.
    code = signature.strip().replace("`", "'")
    return f"{markdown_escaped(name)}: `{code}`"


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
    def marked(cell: str, place: tuple[int, int]) -> str:
        # A hyphen before a number is a minus.
        text = re.sub(r"(?<![\w-])-(?=\d)", "$-$", latex_escaped(cell))
        # What follows the end of a row in these would be its argument.
        text = f"{{}}{text}" if place[1] == 0 and text[:1] in ("[", "*") else text
        bold = rf"\textbf{{{text}}}" if place in table.bold else text
        return bold + (f"$^{{{table.raised[place]}}}$" if table.raised.get(place) else "")

    rows = [[marked(c, (i, j)) for j, c in enumerate(row)] for i, row in enumerate(table.rows)]
    return "\n".join(
        [
            r"% needs \usepackage{booktabs}",
            *(f"% {note}" for note in (*table.sentences, *table.notes)),
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


def _show_rich(tables: Sequence[Table], stream: IO[str], summary: Sequence[str]) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream)
    for sentence in _visible(summary):
        console.print(Text(wrapped(sentence), style="bold"))
    if summary:
        console.print()
    for number, table in enumerate(tables):
        if number:
            console.print()
        table = _fitted(table, console.width)
        for part in _parts(table, console.width):
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

    for i, row in enumerate(_with_raised(table)):
        rich.add_row(*(Text(c, style((i, j))) for j, c in enumerate(row)))
    return rich


def _widths(table: Table) -> list[int]:
    """Width of each column, with the space after it."""
    columns = zip(table.header, *_with_raised(table), strict=True)
    return [max(map(display_width, column)) + _BETWEEN for column in columns]


def _fitted(table: Table, width: int) -> Table:
    """Leave out groups of columns until the table fits a width; a note names them."""
    widths, left_out = _widths(table), list[int]()
    for columns in table.spare:
        if sum(widths) - sum(widths[j] for j in left_out) - _BETWEEN <= width:
            break
        left_out += columns
    if not left_out:
        return table
    names = ", ".join(dict.fromkeys(table.header[j] for j in sorted(left_out)))
    kept = _columns(table, [j for j, _ in enumerate(table.header) if j not in left_out])
    option = table.elsewhere or wording.option("format", "csv")
    without = {table.column_notes.get(j) for j in left_out}
    notes = [note for note in table.notes if note not in without]
    return replace(kept, notes=[f"Not shown at this width: {names} (see {option}).", *notes])


def _parts(table: Table, width: int) -> Iterator[Table]:
    """Break a table of many numbers to fit a width: some columns each, all with the heads."""
    widths, heads = _widths(table), list(range(table.heads))
    if not all(table.numeric[1:]) or sum(widths) - _BETWEEN <= width:
        yield table
        return
    begin, beside = table.heads, sum(widths[: table.heads])
    while begin < len(widths):
        end = begin + 1
        while end < len(widths) and beside + sum(widths[begin : end + 1]) - _BETWEEN <= width:
            end += 1
        yield _columns(table, [*heads, *range(begin, end)])
        begin = end


def _columns(table: Table, chosen: Sequence[int]) -> Table:
    """Some columns of a table."""
    places = {old: new for new, old in enumerate(chosen)}
    return replace(
        table,
        header=[table.header[j] for j in chosen],
        rows=[[row[j] for j in chosen] for row in table.rows],
        emphasis=frozenset((i, places[j]) for i, j in table.emphasis if j in places),
        warned=frozenset((i, places[j]) for i, j in table.warned if j in places),
        raised={(i, places[j]): text for (i, j), text in table.raised.items() if j in places},
        spare=(),
        column_notes={},
    )
