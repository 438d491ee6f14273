"""A page to look at: everything in one HTML file, nothing loaded from elsewhere."""

import html
import math
from collections.abc import Sequence

from tertium.core.plain import display_width
from tertium.core.results import Score, Scores
from tertium.core.version import VERSION
from tertium.report.score import score_table
from tertium.report.table import Table

_STYLE = """
:root { color-scheme: light dark; --ink: #1c2733; --soft: #5c6b7a; --line: #d9e0e7;
        --paper: #ffffff; --accent: #0b6e8f; --best: #0b6e4f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ebf0; --soft: #9fb0c0; --line: #33414f; --paper: #141b22;
          --accent: #5cc3e6; --best: #5fd6a8; } }
body { margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 60rem; background: var(--paper);
       color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; }
p { max-width: 44rem; } .soft, footer { color: var(--soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0; }
th, td { text-align: left; padding: .4rem 1.5rem .4rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; } .number { text-align: right; }
.best { font-weight: 700; color: var(--best); }
code { font-size: .85em; overflow-wrap: anywhere; }
svg { display: block; width: 100%; height: auto; max-width: 52rem; }
svg text { fill: var(--ink); font-size: 13px; } svg .axis { fill: var(--soft); font-size: 11px; }
svg line { stroke: var(--line); } svg .range { stroke: var(--accent); stroke-width: 3;
  stroke-linecap: round; } svg circle { fill: var(--accent); }
footer { margin-top: 3rem; font-size: .9rem; }
"""


# Longest name shown beside a chart, in characters.
_LABEL = 40


def score_page(scores: Scores) -> str:
    """Page of scores: a picture of the intervals of each metric, and the table."""
    size = f"{len(scores.testset):,} segments"
    if scores.testset.document_ids:
        size += f" in {len(set(scores.testset.document_ids)):,} documents"
    parts = [
        "<h1>Scores</h1>",
        f'<p class="soft">{size}, {_count(len(scores.systems), "system")},'
        f" {_count(len(scores.testset.references), 'reference')}.</p>",
    ]
    interval = scores[0].interval
    if interval:
        parts.append(
            f"<p>A bar shows where {100 * interval.level:g} % of the scores of resampled test sets"
            " lie. Whether two bars overlap is no test of the difference.</p>"
        )
    for metric in scores.metrics:
        parts += [
            f'<h2>{html.escape(metric.title)} <span class="soft">({metric.direction})</span></h2>',
            interval_chart(scores.of(metric)),
        ]
    parts += ["<h2>All numbers</h2>", html_table(score_table(scores, digits=2))]
    return page("Scores", "\n".join(parts))


def page(title: str, body: str) -> str:
    """Whole document around a body."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)} · tertium</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n<footer>Made by tertium {html.escape(VERSION)}.</footer>\n"
        "</body>\n</html>\n"
    )


def html_table(table: Table) -> str:
    """Table with its notes below."""

    def row(cells: Sequence[str], tag: str, number: int = -1) -> str:
        made = []
        for column, cell in enumerate(cells):
            names = ["number"] if table.numeric[column] else []
            names += ["best"] if (number, column) in table.emphasis else []
            attribute = f' class="{" ".join(names)}"' if names else ""
            made.append(f"<{tag}{attribute}>{html.escape(cell)}</{tag}>")
        return f"<tr>{''.join(made)}</tr>"

    lines = [row(cells, "td", number) for number, cells in enumerate(table.rows)]
    notes = "".join(f"<p class='soft'><code>{html.escape(note)}</code></p>" for note in table.notes)
    return (
        f'<div class="wide"><table><thead>{row(table.header, "th")}</thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>{notes}"
    )


def interval_chart(scores: Sequence[Score]) -> str:
    """Score and interval of every system on one scale, so that overlap can be seen."""
    width, right, top, step = 820, 60, 10, 28
    left = 24 + 8 * min(_LABEL, max(display_width(score.label) for score in scores))
    bottom = top + step * len(scores)
    ends = [score.value for score in scores]
    ends += [end for s in scores if s.interval for end in (s.interval.low, s.interval.high)]
    margin = (max(ends) - min(ends)) * 0.05 or 1.0
    low, high = min(ends) - margin, max(ends) + margin

    def x(value: float) -> str:
        return f"{left + (value - low) / (high - low) * (width - left - right):.1f}"

    marks = [
        f'<line x1="{x(tick)}" x2="{x(tick)}" y1="{top}" y2="{bottom}"/><text class="axis"'
        f' x="{x(tick)}" y="{bottom + 16}" text-anchor="middle">{tick:g}</text>'
        for tick in ticks(low, high)
    ]
    for number, score in enumerate(scores):
        y = top + step * (number + 0.5)
        label = score.label if len(score.label) <= _LABEL else f"{score.label[: _LABEL - 1]}…"
        name, said = html.escape(label), score.shown(score.value)
        marks.append(f'<text x="{left - 12}" y="{y + 4}" text-anchor="end">{name}</text>')
        if score.interval:
            ends_of = score.interval.low, score.interval.high
            said += f" [{ends_of[0]:.1f}, {ends_of[1]:.1f}]"
            marks.append(
                f'<line class="range" x1="{x(ends_of[0])}" x2="{x(ends_of[1])}" y1="{y}" y2="{y}"/>'
            )
        marks.append(
            f'<circle cx="{x(score.value)}" cy="{y}" r="5"><title>{name}: {said}</title></circle>'
            f'<text class="axis" x="{width - right + 8}" y="{y + 4}">{said}</text>'
        )
    return (
        f'<svg viewBox="0 0 {width} {bottom + 24}" role="img"'
        f' aria-label="Scores with intervals">{"".join(marks)}</svg>'
    )


def ticks(low: float, high: float) -> list[float]:
    """Some round numbers between two ends."""
    rough = (high - low) / 5
    power = 10 ** math.floor(math.log10(rough))
    step = min((power * factor for factor in (1, 2, 5, 10)), key=lambda s: abs(s - rough))
    first = math.ceil(low / step)
    return [round(i * step, 10) for i in range(first, math.floor(high / step) + 1)]


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
