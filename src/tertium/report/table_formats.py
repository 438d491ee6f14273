"""A table as plain text, TSV, CSV, Markdown or LaTeX."""

import re
from collections.abc import Callable, Iterator, Sequence

from tertium.core.errors import UsageError
from tertium.core.formatting import FORMATS, no_formula, plain_table
from tertium.report.table import Table, is_signature, with_raised
from tertium.report.table_fit import fitted, parts_of

# Width of text that is not shown on a terminal.
WIDTH = 80


def render(table: Table, output_format: str) -> str:
    """Give a table in a format, without the final line feed."""
    if output_format not in _RENDERERS:
        known = ", ".join(FORMATS)
        raise UsageError(f"No output format named {output_format!r}. Known: {known}.")
    return _RENDERERS[output_format](table)


def wrapped(text: str, mark: str = "") -> str:
    """Sentence in lines that fit a terminal, with a mark before the first."""
    import textwrap

    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _plain(table: Table) -> str:
    table = fitted(table, WIDTH)
    shown = (plain_table(part.header, with_raised(part)) for part in parts_of(table, WIDTH))
    parts = ["\n\n".join(shown)]
    if table.sentences:
        parts.append("\n".join(wrapped(sentence, "- ") for sentence in table.sentences))
    if table.notes:
        parts.append("\n".join(n if is_signature(n) else wrapped(n) for n in table.notes))
    return "\n\n".join(parts)


def _records(table: Table) -> Iterator[Sequence[str]]:
    """Header and rows as they are written to files."""
    yield table.header
    for row in with_raised(table):
        yield [cell.rstrip() for cell in row]


def _tsv(table: Table) -> str:
    return "\n".join("\t".join(map(no_formula, line)) for line in _records(table))


def _csv(table: Table) -> str:
    import csv
    import io

    out = io.StringIO()
    lines = ([no_formula(cell) for cell in line] for line in _records(table))
    csv.writer(out, lineterminator="\n").writerows(lines)
    return out.getvalue().rstrip("\n")


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
