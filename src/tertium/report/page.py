"""The HTML report: one HTML file that loads no other file.

Its sections come from the panels in `report/panels/`; `report/section.py` describes them.
"""

import html
import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from tertium.core import marks, plugins
from tertium.core.errors import DataWarning, MissingComponent
from tertium.core.formatting import visible
from tertium.core.results import Result
from tertium.core.version import VERSION
from tertium.report import drawing, presentation
from tertium.report.section import Block, Drawing, Items, Legend, Section
from tertium.report.table import Table, is_signature

_STYLE = """
:root { color-scheme: light dark; --ink: #1c2733; --soft: #5c6b7a; --line: #d9e0e7;
        --paper: #ffffff; --accent: #0b6e8f; --best: #0b6e4f;
        --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ebf0; --soft: #9fb0c0; --line: #33414f; --paper: #141b22;
          --accent: #5cc3e6; --best: #5fd6a8; --bad: #ff8a80; } }
body { margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 60rem; background: var(--paper);
       color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 .25rem; } h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; }
p, ul { max-width: 44rem; } .summary { font-size: 1.1rem; } .soft, footer { color: var(--soft); }
ul { margin: .25rem 0 1rem; padding-left: 1.25rem; } li { margin: .25rem 0; }
summary { font-weight: 600; margin-top: .75rem; cursor: pointer; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0; }
th, td { text-align: left; padding: .4rem 1.5rem .4rem 0; border-bottom: 1px solid var(--line);
         white-space: nowrap; }
td.long { white-space: normal; overflow-wrap: anywhere; }
th { font-weight: 600; } th.number, td.number { text-align: right; }
.best, .bad { font-weight: 700; } .best { color: var(--best); } .bad { color: var(--bad); }
.notes { font-size: .9rem; } .notes p { margin: .25rem 0; }
code { font-size: .85em; overflow-wrap: anywhere; }
.charts { display: flex; flex-wrap: wrap; gap: 1.5rem 1rem; margin: 1rem 0; overflow-x: auto; }
.chart.full { flex: 1 0 100%; max-width: 46rem; }
footer { margin-top: 3rem; font-size: .9rem; }
"""

# Colours of the page, which follow the light or dark mode of the reader, and its font.
CONFIGURATION = drawing.theme(
    background="transparent", ink="var(--ink)", soft="var(--soft)", line="var(--line)"
) | {
    "font": "system-ui, -apple-system, 'Segoe UI', sans-serif",
    "padding": {"left": 0, "right": 8, "top": 5, "bottom": 5},
}

_DRAW = """
const dark = matchMedia("(prefers-color-scheme: dark)").matches;
specifications.forEach((specification, number) =>
  vegaEmbed("#chart-" + (number + 1), specification, {
    config: configuration, renderer: "svg", actions: false,
    tooltip: {theme: dark ? "dark" : "light"} }));
"""


def result_page(result: Result) -> str:
    """The HTML report of a result, with the sections of all its panels."""
    title, data = presentation.title(result), presentation.data(result)
    answer = "".join(f"<p>{_text(one)}</p>\n" for one in presentation.summary(result))
    made = list(sections(result))
    writer = _Writer(_charts_missing(made))
    body = "".join(writer.section(section) for section in made)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"{marks.HTML}\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)} · tertium</title>\n<style>{_STYLE}</style>\n</head>\n"
        f'<body>\n<h1>{html.escape(title)}</h1>\n<p class="soft">{_text(data)}</p>\n'
        f'<div class="summary">\n{answer}</div>\n'
        f"{writer.remark()}{body}<footer>Made by tertium {html.escape(VERSION)}.</footer>\n"
        f"{writer.script()}</body>\n</html>\n"
    )


def sections(result: Result) -> Iterator[Section]:
    """Sections about a result, in the order of the panels."""
    panels = [plugins.load("report.panels", name) for name in plugins.names("report.panels")]
    for panel in sorted(panels, key=lambda panel: panel.ORDER):
        section = panel.section(result) if result.result in panel.RESULTS else None
        if section is not None:
            yield section


def _charts_missing(made: Sequence[Section]) -> str:
    """Warn and say why charts cannot be drawn; empty if they can."""
    if not any(isinstance(block, Drawing) for section in made for block in section.blocks):
        return ""
    try:
        drawing.alt()
        drawing.converter()
    except MissingComponent as missing:
        warnings.warn(f"The report has no charts. {missing}", DataWarning, stacklevel=3)
        return str(missing)
    return ""


@dataclass
class _Writer:
    """Turns sections into HTML, and keeps their charts for the script at the end.

    Attributes:
        missing: Why charts cannot be drawn; empty if they can.
        specifications: The charts.
    """

    missing: str
    specifications: list[dict[str, Any]] = field(default_factory=list)

    def section(self, section: Section) -> str:
        """A heading and its blocks; consecutive charts are placed in rows."""
        blocks = [
            block
            for block in section.blocks
            if not self.missing or not isinstance(block, Drawing | Legend)
        ]
        if not blocks:
            return ""
        parts = [f"<h2>{html.escape(section.heading)}</h2>\n"]
        for drawings, several in groupby(blocks, lambda one: isinstance(one, Drawing)):
            made = "".join(map(self._block, several))
            parts.append(f'<div class="charts">{made}</div>\n' if drawings else made)
        return "".join(parts)

    def _block(self, block: Block) -> str:
        if isinstance(block, Table):
            return html_table(block)
        if isinstance(block, Items):
            return _items(block)
        if isinstance(block, Drawing):
            return "".join(map(self._chart, block.draw()))
        text = block.text if isinstance(block, Legend) else block
        return f"<p>{_text(text)}</p>\n"

    def _chart(self, chart: drawing.Chart) -> str:
        specification = drawing.specification(chart)
        specification.pop("config", None)
        # A chart without a width fills the page; compound charts have widths inside.
        full = "width" not in specification and bool({"layer", "mark"} & specification.keys())
        if full:
            specification["width"] = "container"
        self.specifications.append(specification)
        name = f"chart-{len(self.specifications)}"
        return f'<div class="chart{" full" if full else ""}" id="{name}"></div>'

    def remark(self) -> str:
        """Why there are no charts, if there are none."""
        if self.missing:
            return f'<p class="soft">No charts: {html.escape(self.missing)}</p>\n'
        if self.specifications:
            return (
                '<noscript><p class="soft">Charts need JavaScript; all numbers are in the tables.'
                "</p></noscript>\n"
            )
        return ""

    def script(self) -> str:
        """The drawing library, once, and all charts."""
        if not self.specifications:
            return ""
        return (
            f"<script>{drawing.script()}</script>\n<script>\n"
            f"const configuration = {drawing.script_json(CONFIGURATION)};\n"
            f"const specifications = {drawing.script_json(self.specifications)};{_DRAW}</script>\n"
        )


def html_tables(result: Result) -> str:
    """The summary and the tables of a result, as a notebook shows them."""
    answer = "".join(f"<p>{_text(one)}</p>\n" for one in presentation.summary(result))
    return answer + "".join(map(html_table, presentation.tables(result, explain=False)))


def html_table(table: Table) -> str:
    """Table with its sentences and notes below."""

    def cell(text: str, tag: str, place: tuple[int, int]) -> str:
        names = ["number"] if table.numeric[place[1]] else []
        names += ["best"] if place in table.emphasis else []
        names += ["bad"] if place in table.warned else []
        names += ["long"] if len(text) > _LONG else []
        attribute = f' class="{" ".join(names)}"' if names else ""
        raised = table.raised.get(place)
        above = f"<sup>{html.escape(raised)}</sup>" if raised else ""
        return f"<{tag}{attribute}>{html.escape(text)}{above}</{tag}>"

    def row(cells: Sequence[str], tag: str, number: int = -1) -> str:
        made = [cell(text, tag, (number, column)) for column, text in enumerate(cells)]
        return f"<tr>{''.join(made)}</tr>"

    lines = [row(cells, "td", number) for number, cells in enumerate(table.rows)]
    below = "".join(f"<p>{_text(sentence)}</p>" for sentence in table.sentences)
    if table.notes:
        below += f'<div class="soft notes">{"".join(map(_note, table.notes))}</div>'
    return (
        f'<div class="wide"><table><thead>{row(table.header, "th")}</thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>{below}\n"
    )


# Longest cell, in characters, that is kept on one line.
_LONG = 60


def _note(note: str) -> str:
    if is_signature(note):
        return f"<p><code>{html.escape(note)}</code></p>"
    return f"<p>{_text(note)}</p>"


def _text(sentence: str) -> str:
    """A sentence as HTML; text in backticks is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(visible(sentence)))


def _items(block: Items) -> str:
    lines = "".join(f"<li>{_text(item)}</li>" for item in block.items)
    opened = "" if block.folded else " open"
    return (
        f"<details{opened}><summary>{html.escape(block.title)}</summary><ul>{lines}</ul>"
        "</details>\n"
    )
