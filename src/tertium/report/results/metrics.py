"""Descriptions of metrics as text and tables."""

import textwrap
from collections.abc import Iterable

from tertium.core import wording
from tertium.core.descriptions import Description, Descriptions
from tertium.core.formatting import counted
from tertium.report.table import Table

_WIDTH = 80


def title(result: Descriptions) -> str:
    """The heading of a page."""
    return "Metrics"


def data(result: Descriptions) -> str:
    """The number of metrics."""
    return f"{counted(len(result), 'metric')}."


def tables(result: Descriptions) -> list[Table]:
    """The one table."""
    return [descriptions_table(result)]


def descriptions_table(descriptions: Descriptions) -> Table:
    """One row per metric."""
    rows = descriptions.to_rows()
    return Table(
        header=list(rows[0]),
        rows=[[str(cell) for cell in row.values()] for row in rows],
        caption="Metrics.",
    )


def text(descriptions: Descriptions) -> str:
    """Name, summary, direction, needs and parameters of all metrics."""
    parts = [_item(description) for description in descriptions]
    parts.append("`tertium metrics NAME` explains one, with its formula and all its parameters.")
    return "\n\n".join(parts)


def explanation_text(description: Description) -> str:
    """Description of one metric, with its formula, parameters and citations."""
    paragraphs = description.text.split("\n\n")
    parts = [*map(_paragraph, paragraphs), _facts(description)]
    if description.parameters:
        parts.append("\n".join(["Parameters", *_parameters(description)]))
    parts += [_example(description), *description.citations]
    return "\n\n".join(parts)


def _item(description: Description) -> str:
    lines = [description.name, *_wrapped(f"{description.summary}.", 4)]
    facts = [description.direction, f"needs {_listed(description.needs)}"]
    lines += _wrapped(f"{'; '.join(facts)}.", 4)
    names = [parameter.name for parameter in description.parameters]
    return "\n".join([*lines, *(_wrapped(f"({', '.join(names)})", 4) if names else ())])


def _paragraph(text: str) -> str:
    """Rewrap text that is neither a formula nor a table."""
    return text if text.startswith((" ", "|", "Example:")) else "\n".join(_wrapped(text, 0))


def _facts(description: Description) -> str:
    made = description.metric()
    facts = [f"{description.direction.capitalize()}.", f"Needs {_listed(description.needs)}."]
    if made.best is not None:
        facts.append(f"A perfect output scores {made.best:g}.")
    if made.tunable:
        names = _listed(list(made.tunable))
        facts += _wrapped(f"`tertium meta tune` tunes {names}; params=FILE reads them.", 0)
    facts += [f"pip install 'tertium[{extra}]' installs its dependencies." for extra in made.extras]
    return "\n".join(facts)


def _parameters(description: Description) -> Iterable[str]:
    for parameter in description.parameters:
        values = "|".join(parameter.choices) or parameter.type
        default = "" if parameter.default == "none" else f" [{parameter.default}]"
        yield from _wrapped(f"{parameter.name}={values}{default}", 2, more=6)
        yield from _wrapped(parameter.help, 6)


def _example(description: Description) -> str:
    given = ["-r ref.txt"] if "references" in description.metric.needs else []
    given += ["-s src.txt"] if "source" in description.metric.needs else []
    layers = [need for need in description.metric.needs if need not in ("references", "source")]
    given += [wording.option("layers", {layer: wording.FILE}) for layer in layers]
    return " ".join(["Example: tertium score", *given, "system.txt -m", description.name])


def _listed(needs: list[str]) -> str:
    return ", ".join(needs) or "only outputs"


def _wrapped(text: str, indent: int, more: int | None = None) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent if more is None else more),
        break_long_words=False,
        break_on_hyphens=False,
    )
