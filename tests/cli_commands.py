"""Commands of the command line and their options, found by their files."""

from collections.abc import Sequence
from functools import cache

import click

from tertium.cli._group import Commands
from tertium.cli.main import tertium
from tertium.core import plugins


def commands(folder: str = "cli.commands", above: str = "") -> list[str]:
    """All commands as they are called, those of groups too: "human rank"."""
    found = []
    for name in plugins.names(folder):
        command = plugins.load(folder, name).command
        called = f"{above} {name}".strip()
        inside = commands(command.folder, called) if isinstance(command, Commands) else []
        found += [called, *inside]
    return found


def parameters(called: str) -> list[click.Parameter]:
    """Parameters of a command, as in "human rank"."""
    context = _context(called)
    return context.command.get_params(context)


def help_of(called: str) -> str:
    """The help text of a command."""
    return _context(called).get_help()


def _context(called: str) -> click.Context:
    command: click.Command = tertium
    # Options for help are kept by a command as its first context has them.
    context = click.Context(tertium, **tertium.context_settings)
    for name in called.split():
        assert isinstance(command, click.Group)
        found = command.get_command(context, name)
        assert found is not None
        command, context = found, click.Context(found, parent=context)
    return context


def options_of(arguments: Sequence[str]) -> set[str]:
    """Options of the command that some arguments call."""
    called = (" ".join(arguments[:size]) for size in (2, 1, 0))
    return _options(next(one for one in called if not one or one in commands()))


@cache
def _options(called: str) -> set[str]:
    return {option for one in parameters(called) for option in (*one.opts, *one.secondary_opts)}


def command_called(called: str) -> click.Command:
    """The command, as in "human rank"."""
    return _context(called).command
