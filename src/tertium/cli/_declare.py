"""How groups of options are declared."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def together(*decorators: Callable[[Any], Any]) -> Callable[[F], F]:
    """Combine decorators of commands; the help shows their options in this order."""

    def decorate(command: F) -> F:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


def member_of(folder: str) -> Callable[..., list[str]]:
    """Complete the names of members on the command line."""

    def complete(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
        from tertium.core import plugins

        return [name for name in plugins.names(folder) if name.startswith(incomplete)]

    return complete
