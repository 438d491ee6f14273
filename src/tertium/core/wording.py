"""Options and calls in messages, in the form that the reader types.

A message must name options in the form that its reader types: a flag on the command line, a keyword
in Python.
Write options with the functions of this module, and never write a literal flag outside `cli`:

    from tertium.core import wording
    from tertium.core.wording import FILE, Placeholder

    hint=f"Resample whole documents: {wording.option('level', 'document')}."
    hint=f"Give the documents with {wording.option('documents', FILE)}."

On the command line the first hint ends in `--level document`, in Python in `level="document"`.

| written | on the command line | in Python |
| --- | --- | --- |
| `option("trials")` | `--trials` | `trials` |
| `option("trials", 1000)` | `--trials 1000` | `trials=1000` |
| `option("force", True)` | `--force` | `force=True` |
| `option("allow", ["blank", "long"])` | `--allow blank,long` | `allow=["blank", "long"]` |
| `option("documents", FILE)` | `--documents FILE` | `documents=FILE` |
| `option("layers", {"frames": {"a": FILE}})` | `--layer frames=a=FILE` | `layers={"frames": {"a": FILE}}` |
| `call("rank", level="segment")` | `tertium human rank --level segment` | `tertium.rank(level="segment")` |

Names are keywords of Python. The command line runs `with on_command_line():`; everywhere else the
reader types Python. Call these functions when a message is made, never in a module constant, and
word stored notices when they are shown (`core/notices.py`).
"""  # noqa: E501

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tertium.core import plugins
from tertium.core.errors import ParameterError

# Flags that differ from the keyword with hyphens.
_FLAGS = {
    "references": "--reference",
    "layers": "--layer",
    "tok": "--tokenize",
    "lc": "--lowercase",
    "output_format": "--format",
    "folders": "--folder",
    "reference_systems": "--reference-system",
    "include_machines": "--include-machine",
}

# Keywords that are positional arguments on the command line, with their names in the help.
_ARGUMENTS = {"systems": "SYSTEM", "files": "FILE"}

# Commands that differ from the name of the function.
_COMMANDS = {
    "compare_metrics": "meta compare",
    "coverage": "calibrate --coverage",
    "write_parameters": "meta tune --write-parameters FILE",
    "new_campaign": "campaign new",
    "new_campaign_from": "campaign new-from",
    "plan_campaign": "campaign new --dry-run",
}

# Groups of commands; each is a folder of `cli`.
_GROUPS = ("human", "meta", "campaign")

_on_command_line = False


class Placeholder(str):
    """A value that the reader fills in, such as FILE; it is never quoted."""


FILE = Placeholder("FILE")


@contextmanager
def on_command_line(wanted: bool = True) -> Iterator[None]:
    """Inside the block, messages name flags; this applies to all threads."""
    global _on_command_line
    before, _on_command_line = _on_command_line, wanted
    try:
        yield
    finally:
        _on_command_line = before


def for_command_line() -> bool:
    """Whether messages name flags."""
    return _on_command_line


def option(name: str, value: object = None) -> str:
    """Name an option in the form that the reader types.

    Args:
        name: The keyword in Python.
        value: The value to show with it; None shows the name alone.
    """
    if not _on_command_line:
        return name if value is None else f"{name}={_literal(value)}"
    if name in _ARGUMENTS:
        return _ARGUMENTS[name] if value is None else _word(value)
    flag = _FLAGS.get(name, f"--{name.replace('_', '-')}")
    if value is False:
        return flag.replace("--", "--no-", 1)
    return flag if value is None or value is True else f"{flag} {_word(value)}"


def call(function: str, **options: object) -> str:
    """Name a function of tertium, with options, in the form that the reader types.

    Args:
        function: Its name in Python.
        options: Options by their keywords.
    """
    if not _on_command_line:
        return f"tertium.{function}({', '.join(option(*item) for item in options.items())})"
    return " ".join(["tertium", _command(function), *(option(*item) for item in options.items())])


def bad_option(name: str, wanted: str, value: object) -> ParameterError:
    """Make the error for an option that cannot take a value.

    Args:
        name: The keyword in Python.
        wanted: The values that it can take, in words.
        value: The value that was given.
    """
    return ParameterError.refused(option(name), wanted, value)


def _command(function: str) -> str:
    if function in _COMMANDS:
        return _COMMANDS[function]
    if function in plugins.names("cli.commands"):
        return function
    for group in _GROUPS:
        if function in plugins.names(f"cli.{group}"):
            return f"{group} {function}"
    return function


def _literal(value: object) -> str:
    """Write a value as Python code."""
    if isinstance(value, Placeholder):
        return str(value)
    if isinstance(value, str):
        plain = value.isprintable() and not set(value) & {'"', "\\"}
        return f'"{value}"' if plain else repr(value)
    if isinstance(value, Mapping):
        pairs = (f"{_literal(key)}: {_literal(item)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_literal, value))}]"
    return repr(value)


def _word(value: object) -> str:
    """Write a value as a word of the shell."""
    from shlex import quote

    text = _joined(value)
    return text if isinstance(value, Placeholder) else quote(text)


def _joined(value: object) -> str:
    if isinstance(value, Mapping):
        return ",".join(f"{key}={_joined(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return ",".join(map(_joined, value))
    return str(value)
