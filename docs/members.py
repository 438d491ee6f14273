"""Write the reference pages: one for each folder of members, and one for the Python functions."""

import dataclasses
import inspect
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

import tertium
from tertium.cli._group import Commands
from tertium.core import plugins
from tertium.core.errors import TertiumError
from tertium.core.intervals import Interval
from tertium.core.layers import Layer
from tertium.core.results import Result
from tertium.core.spec import Parameter
from tertium.core.testset import TestSet
from tertium.formats import kinds
from tertium.metrics import metric

# Types that modules import for type checkers only.
_DEFERRED = {"Interval": Interval, "Layer": Layer}


def pages() -> dict[str, str]:
    """Return the pages by file name."""
    return {
        "metrics.md": _page(
            "Metrics",
            "`-m NAME` chooses a metric; parameters stand in parentheses, as in"
            " `bleu(tok=intl,lc=true)`.",
            {name: _metric(name) for name in plugins.names("metrics")},
        ),
        "tests.md": _page(
            "Significance tests",
            "`--test NAME` chooses a test; parameters stand in parentheses, as in"
            " `bootstrap(trials=1000)`. {doc}`../which_test` helps to choose.",
            {name: _test(name) for name in plugins.names("significance")},
        ),
        "statistics.md": _page(
            "Statistics of meta-evaluation",
            "`--statistic NAME` chooses a statistic; parameters stand in parentheses, as in"
            " `acc-eq(epsilon=calibrated)`.",
            {name: _statistic(name) for name in plugins.names("meta.statistics")},
        ),
        "tokenizers.md": _page(
            "Tokenizers",
            "`bleu(tok=NAME)` chooses a tokenizer.",
            {
                name: _docstring("text.tokenizers", name)
                for name in plugins.names("text.tokenizers")
            },
        ),
        "checks.md": _page(
            "Checks",
            "`tertium check`, and every command that reads a test set, runs these checks. `--allow"
            " NAME` ignores the findings of one.",
            {name: _check(name) for name in plugins.names("checks")},
        ),
        "formats.md": _page(
            "Formats",
            "Formats are recognized by content; `--input-format NAME` names one if the content does"
            " not show it. Files can be compressed with gzip, bzip2, xz or zstd.",
            {
                f"{name} ({kind})": _format(kind, name)
                for kind in reversed(kinds())
                for name in plugins.names(f"formats.{kind}")
            }
            | {
                f"{name} (work of campaigns)": _docstring("formats.batches", name)
                for name in plugins.names("formats.batches")
            },
        ),
        "commands.md": _page(
            "Commands",
            "Every command explains itself with `--help`.",
            dict(_commands("cli.commands")),
        ),
        "python.md": _python(),
    }


def write(folder: Path) -> None:
    """Write the pages that have changed."""
    folder.mkdir(exist_ok=True)
    for name, text in pages().items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def public_types() -> list[type]:
    """Types that the public functions return, and the public classes themselves."""
    found = [TestSet, TertiumError, Result]
    for name in dir(tertium):
        value = getattr(tertium, name)
        if inspect.isfunction(value):
            kind = typing.get_type_hints(value).get("return")
            if inspect.isclass(kind) and kind.__module__.startswith("tertium."):
                found.append(kind)
    return sorted(dict.fromkeys(found), key=lambda kind: kind.__name__)


def parts_of(kinds: Iterable[type]) -> list[type]:
    """Types of the fields of results, and of their fields in turn."""
    known = list(kinds)
    found: list[type] = []
    waiting = [*known]
    while waiting:
        kind = waiting.pop()
        if not (dataclasses.is_dataclass(kind) or hasattr(kind, "_fields")):
            continue
        for hint in typing.get_type_hints(kind, localns=_DEFERRED).values():
            for part in _classes(hint):
                if part not in known and part not in found:
                    found.append(part)
                    waiting.append(part)
    return sorted(found, key=lambda kind: kind.__name__)


def _classes(hint: object) -> Iterator[type]:
    """Classes of tertium within an annotation."""
    if inspect.isclass(hint) and hint.__module__.startswith("tertium."):
        yield hint
    for inside in typing.get_args(hint):
        yield from _classes(inside)


def _python() -> str:
    """All public names of `tertium`: functions, functions of metrics, types."""
    names = [name for name in dir(tertium) if inspect.isfunction(getattr(tertium, name))]
    metrics = [name for name in names if getattr(tertium, name).__module__ == "tertium"]
    verbs = [name for name in names if name not in metrics]
    return _page(
        "Python",
        "Everything in `import tertium`; {doc}`../python` shows how it is used. Results"
        " share the methods of {class}`~tertium.core.results.Result`, can be compared, pickled and"
        " copied, and show their tables in notebooks.",
        {
            "Functions": _autodoc("function", [f"tertium.{name}" for name in verbs]),
            "Metrics of texts": "One function for each metric, on texts in memory. Parameters are"
            " those of the metric ({doc}`metrics`); each returns a"
            " {class}`~tertium.core.results.Score`.\n\n"
            + _autodoc("function", [f"tertium.{name}" for name in metrics]),
            "Types": _autodoc("class", map(_path, public_types())),
            "Parts of results": "Types of the fields of results.\n\n"
            + _autodoc("class", map(_path, parts_of(public_types()))),
        },
    )


def _path(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _autodoc(kind: str, names: Iterable[str]) -> str:
    options = ["   :members:", "   :exclude-members: defects"] if kind == "class" else []
    lines = [line for name in names for line in (f".. auto{kind}:: {name}", *options, "")]
    return "\n".join(["```{eval-rst}", *lines, "```"])


def _page(title: str, introduction: str, sections: dict[str, str]) -> str:
    parts = [f"# {title}\n\n{introduction}\n"]
    parts += [f"## {name}\n\n{text.strip()}\n" for name, text in sections.items()]
    return "\n".join(parts)


def _docstring(folder: str, name: str) -> str:
    text = inspect.cleandoc(plugins.load(folder, name).__doc__ or "")
    text, heading, example = text.partition("\nExample:\n")
    code = inspect.cleandoc(example)
    return f"{text}\nExample:\n\n```pycon\n{code}\n```" if heading else text


def _test(name: str) -> str:
    test = plugins.load("significance", name).TEST
    scope = "Applies to" if test.question == "these outputs" else "Generalizes to"
    facts = f"{'Recommended' if test.recommended else 'Not recommended'}. {scope} {test.question}."
    return f"{_docstring('significance', name)}\n\n{facts}\n\n{_parameters(test.parameters())}"


def _statistic(name: str) -> str:
    statistic = plugins.load("meta.statistics", name).STATISTIC
    facts = f"{statistic.title}. Values from {statistic.lowest:g} to {statistic.highest:g}."
    parameters = list(statistic.parameters())
    table = f"\n\n{_parameters(parameters)}" if parameters else ""
    return f"{inspect.getdoc(statistic)}\n\n{facts}{table}"


def _parameters(parameters: Iterable[Parameter]) -> str:
    rows = [_row(parameter) for parameter in parameters]
    return "\n".join(["| parameter | values | default | |", "| --- | --- | --- | --- |", *rows])


def _metric(name: str) -> str:
    member = metric(name)
    columns = ", ".join(f"`{column}`" for column in member.columns)
    facts = f"{member.direction.capitalize()}. Statistics: {columns}."
    return f"{_docstring('metrics', name)}\n\n{facts}\n\n{_parameters(member.parameters())}"


def _row(parameter: Parameter) -> str:
    values = ", ".join(parameter.choices) if parameter.choices else parameter.type
    default = f"`{parameter.default}`" if parameter.default != "none" else ""
    return f"| `{parameter.name}` | {values} | {default} | {parameter.help} |"


def _check(name: str) -> str:
    allowed = getattr(plugins.load("checks", name), "ALLOWED", "")
    text = _docstring("checks", name)
    return f"{text}\n\nWhen allowed: {allowed}" if allowed else text


def _format(kind: str, name: str) -> str:
    module = plugins.load(f"formats.{kind}", name)
    endings = ", ".join(f"`{suffix}`" for suffix in module.SUFFIXES)
    written = (
        f"Written to files that end in {endings}." if hasattr(module, "write") else "Read only."
    )
    if hasattr(module, "write") and not endings:
        written = f"Written with `--format {name}`."
    return f"{_docstring(f'formats.{kind}', name)}\n\n{written}"


def _commands(folder: str, above: str = "") -> Iterator[tuple[str, str]]:
    """Commands as they are called, and their help; those of a group follow it."""
    for name in plugins.names(folder):
        command: click.Command = plugins.load(folder, name).command
        called = f"{above} {name}".strip()
        context = click.Context(command, info_name=f"tertium {called}", max_content_width=96)
        yield called, f"```text\n{command.get_help(context)}\n```"
        if isinstance(command, Commands):
            yield from _commands(command.folder, called)
